"""Positions in LaTeX, for math mode."""

from __future__ import annotations

import re

_NUMBERS = re.compile(r"[0-9,; ]*")
_SPECIAL = {
    **{mark: f"\\{mark}" for mark in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def position_latex(name: str, text: str) -> str:
    r"""Return ``Name(text)`` in LaTeX; what is not numbers is set in typewriter letters."""
    if not _NUMBERS.fullmatch(text):
        text = rf"\texttt{{{''.join(_SPECIAL.get(mark, mark) for mark in text)}}}"
    return rf"\mathrm{{{name}}}({text})"
