"""HTML that tasks write: explanations and measures with their formulas set.

Text of users in it is escaped here; the pages put it into the document as it is.
"""

from __future__ import annotations

from html import escape
from typing import Any

from farstar.formulas import span, to_html
from farstar.reports import shorten

_LONGEST_NUMBER = 60


def math(mathml: str | None, text: str, source: str | None = None) -> str:
    """Return the HTML of a formula, or of its text where there is none; `source` is copied."""
    return span(source or text, mathml or escape(text))


def number(text: str) -> str:
    """Return a rational number as a formula.

    Examples
    --------
    >>> "<mfrac><mn>3</mn><mn>4</mn></mfrac>" in number("-3/4")
    True
    """
    text = shorten(text, _LONGEST_NUMBER)
    sign = '<mo form="prefix">−</mo>' if text.startswith("-") else ""
    numerator, _, denominator = text.lstrip("-").partition("/")
    digits = f"<mn>{escape(numerator)}</mn>"
    if denominator:
        digits = f"<mfrac>{digits}<mn>{escape(denominator)}</mn></mfrac>"
    return math(f'<math displaystyle="true">{sign}{digits}</math>', text)


def explanation(data: dict[str, Any]) -> str:
    """Return the steps of an explanation as HTML.

    Examples
    --------
    >>> explanation(fs.PartizanEuclid(11, 8).explain().to_dict()).startswith('<ol class="steps">')
    True
    """
    steps = "".join(f"<li>{_step(step)}</li>" for step in data["steps"])
    return f'<ol class="steps">{steps}</ol>'


def _step(step: dict[str, Any]) -> str:
    text = f": {to_html(step['text'])}" if step["text"] else ""
    items = "".join(f"<li>{to_html(item)}</li>" for item in step["items"])
    item_list = f"<ul>{items}</ul>" if items else ""
    return f"<b>{to_html(step['title'])}</b>{text}{item_list}"
