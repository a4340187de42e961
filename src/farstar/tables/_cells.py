"""The text of a cell of a table, in each notation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from farstar._digits import to_text
from farstar._outcome import Outcome
from farstar.errors import BudgetExceeded
from farstar.invariants import Undefined
from farstar.theory.words import Word
from farstar.values import Value

Notation: TypeAlias = Literal["ascii", "unicode", "latex"]

_LONGEST = 10_000
"""Characters; a longer value is described instead."""

_UNDEFINED = {"ascii": "-", "unicode": "–", "latex": "--"}
_TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{c: "\\" + c for c in "&%$#_{}"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}


def tex(text: str) -> str:
    r"""Return a text with the special characters of LaTeX escaped.

    Examples
    --------
    >>> tex("50% of {a_1}")
    '50\\% of \\{a\\_1\\}'
    """
    return "".join(_TEX.get(c, c) for c in text)


def written(cell: object, notation: Notation = "ascii") -> str:
    r"""Return the text of a cell.

    Examples
    --------
    >>> from farstar import Value
    >>> written(Value("^^*")), written(Fraction(3, 2), "latex"), written((1, 2, 1, 2))
    ('^^*', '$\\tfrac{3}{2}$', '1, 2, 1, 2')
    """
    if cell is None:
        return ""
    if isinstance(cell, Undefined):
        return _UNDEFINED[notation]
    if isinstance(cell, Value):
        return _value(cell, notation)
    if isinstance(cell, Word):
        return _word(cell, notation)
    if isinstance(cell, Fraction | int) and not isinstance(cell, bool):
        return _number(Fraction(cell), notation)
    if isinstance(cell, tuple | list):
        return ", ".join(written(part, notation) for part in cell)
    text = "yes" if cell is True else "no" if cell is False else str(cell)
    return tex(text) if notation == "latex" else text


def writer(notation: Notation = "ascii") -> Callable[[object], str]:
    """Return `written` for one notation, with a cache for values that occur again."""
    known: dict[Value, str] = {}

    def write(cell: object) -> str:
        if not isinstance(cell, Value):
            return written(cell, notation)
        text = known.get(cell)
        if text is None:
            text = known[cell] = written(cell, notation)
        return text

    return write


def _value(value: Value, notation: Notation) -> str:
    try:
        text = str(value)
    except BudgetExceeded:
        text = ""
    if not text or len(text) > _LONGEST:
        return _size(value)
    if notation == "latex":
        return f"${value.latex()}$"
    return value.unicode().replace("-", "−") if notation == "unicode" else text


def _size(value: Value) -> str:
    """Describe a value that is too long to print."""
    try:
        return f"({to_text(value.follower_count)} followers)"
    except BudgetExceeded:
        return "(a long value)"


def _word(word: Word, notation: Notation) -> str:
    if word.is_empty:
        return {"ascii": "empty", "unicode": "λ", "latex": r"$\lambda$"}[notation]
    if notation != "latex":
        return str(word)
    runs = (
        run.letter if run.length == 1 else f"{run.letter}^{{{to_text(run.length)}}}"
        for run in word.runs
    )
    return f"${''.join(runs)}e$"


def _number(x: Fraction, notation: Notation) -> str:
    above, below = to_text(abs(x.numerator)), to_text(x.denominator)
    sign = "-" if x < 0 else ""
    if notation == "latex":
        size = above if below == "1" else rf"\tfrac{{{above}}}{{{below}}}"
        return f"${sign}{size}$"
    sign = "−" if sign and notation == "unicode" else sign
    return sign + (above if below == "1" else f"{above}/{below}")


def plain(cell: object, *, exact: bool = True) -> Any:
    """Return a cell as plain data: a number, a text, a truth value or None.

    Fractions become texts, or with ``exact=False`` floats.

    Examples
    --------
    >>> plain(Fraction(4, 2)), plain(Fraction(1, 2)), plain(Fraction(1, 2), exact=False)
    ('2', '1/2', 0.5)
    >>> plain(Word("l3re")), plain(Word(""))
    ('l3re', '')
    """
    if cell is None or isinstance(cell, Undefined):
        return None
    if isinstance(cell, bool | float) or type(cell) in (int, str):
        return cell
    if isinstance(cell, Outcome | Word):
        return str(cell)
    if isinstance(cell, Fraction):
        return written(cell) if exact else float(cell)
    return written(cell)


def is_numeric(cell: object) -> bool:
    """Return whether a cell is right-aligned."""
    number = isinstance(cell, int | Fraction) and not isinstance(cell, bool)
    return number or (isinstance(cell, Value) and cell.is_number)
