"""States and arguments as text, also integers of any number of digits, and in LaTeX."""

from __future__ import annotations

import re

from farstar._arguments import clip
from farstar._digits import to_text

_NUMBERS = re.compile(r"[0-9,; ]*")
_SPECIAL = {
    **{mark: f"\\{mark}" for mark in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def literal(x: object) -> str:
    """Return Python text for `x`; tuples, lists, sets and dicts of huge integers included.

    Examples
    --------
    >>> literal((11, frozenset({8}), "l"))
    "(11, frozenset({8}), 'l')"
    >>> len(literal((10**5000,)))
    5004
    """
    if type(x) is int:
        return to_text(x)
    if type(x) is tuple:
        return f"({', '.join(map(literal, x))}{',' if len(x) == 1 else ''})"
    if type(x) is list:
        return f"[{', '.join(map(literal, x))}]"
    if type(x) in (set, frozenset):
        return _set_literal(x)  # type: ignore[arg-type]
    if type(x) is dict:
        return f"{{{', '.join(f'{literal(k)}: {literal(v)}' for k, v in x.items())}}}"
    return repr(x)


def _set_literal(x: set[object] | frozenset[object]) -> str:
    inner = ", ".join(sorted(map(literal, x), key=lambda text: (len(text), text)))
    if type(x) is frozenset:
        return f"frozenset({{{inner}}})" if x else "frozenset()"
    return f"{{{inner}}}" if x else "set()"


def arguments(state: object) -> str:
    """Return how `state` is written between the parentheses of a call.

    Examples
    --------
    >>> arguments((11, 8)), arguments((11,)), arguments(5)
    ('11, 8', '(11,)', '5')
    """
    if type(state) is tuple and len(state) > 1:
        return ", ".join(map(literal, state))
    return literal(state)


def clipped(x: object) -> str:
    """Return `literal` of `x` in one short line, for messages."""
    return clip(literal(x))


def position_latex(name: str, text: str) -> str:
    r"""Return ``Name(text)`` in LaTeX; what is not numbers is set in typewriter letters."""
    if not _NUMBERS.fullmatch(text):
        text = rf"\texttt{{{''.join(_SPECIAL.get(mark, mark) for mark in text)}}}"
    return rf"\mathrm{{{name}}}({text})"
