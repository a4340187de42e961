"""A sum as a notebook shows it: the boards of its components side by side."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape

from farstar.errors import FarstarError
from farstar.sums._term import Term
from farstar.values import Value

_MOST = 12
"""Components that are shown."""

_ROW = "display: flex; flex-wrap: wrap; align-items: center; gap: 0.5em"


def html(terms: Sequence[Term]) -> str | None:
    """Return the components with their signs, or None where there are none or too many."""
    if not 1 <= len(terms) <= _MOST:
        return None
    parts = []
    for place, term in enumerate(terms):
        if place or term.sign < 0:
            parts.append(f"<span>{'+' if term.sign > 0 else '−'}</span>")
        parts.append(_component(term))
    return f'<div style="{_ROW}">{"".join(parts)}</div>'


def _component(term: Term) -> str:
    component = term.component
    if isinstance(component, Value):
        try:
            return component.mathml()
        except FarstarError:
            return f"<span>{escape(repr(component))}</span>"
    picture = component._repr_svg_()
    if picture is None:
        return f"<span>{escape(str(component))}</span>"
    # As an image, so that the names inside one picture do not meet those of another.
    data = b64encode(picture.encode()).decode()
    return f'<img alt="{escape(str(component))}" src="data:image/svg+xml;base64,{data}">'
