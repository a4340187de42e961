"""What a table can show about a game, and the text of its cells in each notation."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from farstar._arguments import shown
from farstar._digits import to_text
from farstar._outcome import Outcome
from farstar.errors import BudgetExceeded, NotationError
from farstar.formulas import escape_latex as tex
from farstar.invariants import INVARIANTS, Undefined, attribute
from farstar.values import Value

Invariant: TypeAlias = Callable[[Any], object]
"""A function of a position, a sum or a value, with a name in the list or without."""

Show: TypeAlias = "str | Invariant | Sequence[str | Invariant] | Mapping[str, str | Invariant]"
"""What may be asked for: names with commas between them, functions, or both."""

_MISERE = {
    "outcome": "misere outcome",
    "value": "misere value",
    "genus": "genus",
    "position": "position",
}
"""The names of invariants under misère play."""


def read_show(show: Show) -> dict[str, Invariant]:
    """Return the invariants that are meant, by the headings of their columns.

    Raises
    ------
    NotationError
        If a name is unknown.

    Examples
    --------
    >>> list(read_show("mean, atomic-weight")), list(read_show({"twice": lambda g: g + g}))
    (['mean', 'atomic weight'], ['twice'])
    """
    if isinstance(show, Mapping):
        invariants = {str(name): _one(what)[1] for name, what in show.items()}
    else:
        asked: Iterable[str | Invariant] = [show] if callable(show) else show
        if isinstance(show, str):
            asked = show.split(",")
        invariants = dict(map(_one, asked))
    if not invariants:
        raise NotationError(f"expected something to show, such as 'value', got {show!r}")
    return invariants


def misere_show(show: str) -> str:
    """Return names of invariants as those of misère play.

    Raises
    ------
    NotationError
        If an invariant has no meaning under misère play.

    Examples
    --------
    >>> misere_show("outcome, value"), misere_show("genus")
    ('misere outcome, misere value', 'genus')
    """
    return ", ".join(map(_misere_name, show.split(",")))


def _misere_name(given: str) -> str:
    name = " ".join(given.replace("_", " ").replace("-", " ").split())
    known = name if name in _MISERE.values() else _MISERE.get(name)
    if known is None:
        raise NotationError(
            f"expected {', '.join(_MISERE)} with misère play, got {shown(given.strip())}"
        )
    return known


def _one(what: str | Invariant) -> tuple[str, Invariant]:
    if callable(what):
        name = getattr(what, "__name__", "")
        return "result" if name in ("", "<lambda>") else name.replace("_", " "), what
    given: object = what
    if not (isinstance(given, str) and _is_name(given)):
        raise NotationError(
            f"expected the name of an invariant or a function, got {what!r}; "
            "farstar table --help lists the invariants"
        )
    name = " ".join(what.replace("_", " ").replace("-", " ").split())
    known = INVARIANTS.get(name)
    return name, attribute(name.replace(" ", "_")) if known is None else known


def _is_name(text: str) -> bool:
    joined = "_".join(text.replace("-", " ").split())
    return joined.isidentifier() and not joined.startswith("_")


Notation: TypeAlias = Literal["ascii", "unicode", "latex"]

_LONGEST = 10_000
"""Characters; a longer value is described instead."""

_UNDEFINED = {"ascii": "-", "unicode": "–", "latex": "--"}


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
    if hasattr(cell, "cell_text"):
        return str(cell.cell_text(notation))
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
    >>> plain(fs.Word("l3re")), plain(fs.Word(""))
    ('l3re', '')
    """
    if cell is None or isinstance(cell, Undefined):
        return None
    if isinstance(cell, bool | float) or type(cell) in (int, str):
        return cell
    if isinstance(cell, Outcome) or hasattr(cell, "cell_text"):
        return str(cell)
    if isinstance(cell, Fraction):
        return written(cell) if exact else nearest_double(cell)
    return written(cell)


def nearest_double(number: Fraction | int) -> float:
    """Return the double nearest to a number; infinity for one beyond all doubles.

    A larger number never gives a smaller double.

    Examples
    --------
    >>> nearest_double(Fraction(-7, 2)), nearest_double(10**400)
    (-3.5, inf)
    """
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def is_numeric(cell: object) -> bool:
    """Return whether a cell is right-aligned."""
    number = isinstance(cell, int | Fraction) and not isinstance(cell, bool)
    return number or (isinstance(cell, Value) and cell.is_number)
