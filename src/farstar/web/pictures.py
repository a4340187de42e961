"""Figures of `farstar.figures` on a page: in its colours, light or dark."""

from __future__ import annotations

import re
from hashlib import sha256

from farstar.figures import PALETTE

_VARIABLES = {
    "left": "--left",
    "right": "--right-line",
    "ink": "--ink",
    "soft": "--soft",
    "grid": "--grid",
    "fill": "--fill",
    "paper": "--card",
    "outcome_l": "--outcome-l",
    "outcome_r": "--outcome-r",
    "outcome_n": "--outcome-n",
    "outcome_p": "--outcome-p",
}
"""The names of the colours in the style sheet."""

_PROLOGUE = re.compile(r"\A.*?(?=<svg)", re.DOTALL)
_METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
_STYLE = re.compile(r"<style[^>]*>.*?</style>", re.DOTALL)
_COLOUR = re.compile(r"(?<!\w)#[0-9a-f]{6}\b")
_ID = re.compile(r'\bid="([^"]+)"')
_REFERENCE = re.compile(r'(url\(#|href="#)([^)"]+)')


def themed(svg: str) -> str:
    """Return an SVG file as part of a page.

    Its colours become those of the page, so that it follows the theme, and its ids are made
    different from those of other pictures on the page.

    Examples
    --------
    >>> svg = themed(fs.plot(fs.Value("+-1")).svg())
    >>> svg[:4], "var(--left)" in svg, "#0b559f" in svg
    ('<svg', True, False)
    """
    names = {PALETTE[key]: f"var({name})" for key, name in _VARIABLES.items()}
    prefix = f"f{sha256(svg.encode()).hexdigest()[:8]}-"
    body = _STYLE.sub("", _METADATA.sub("", _PROLOGUE.sub("", svg)))
    body = _ID.sub(rf'id="{prefix}\1"', body)
    body = _REFERENCE.sub(rf"\g<1>{prefix}\g<2>", body)
    return _COLOUR.sub(lambda match: names.get(match[0], match[0]), body)
