"""The syntax tree of value notation: small immutable nodes, its limits, and its faults."""

from __future__ import annotations

from farstar._immutable import Record
from farstar._lazy import TYPE_CHECKING
from farstar.errors import NotationError

if TYPE_CHECKING:
    from typing import TypeAlias

MAX_LENGTH = 1_000_000
"""Characters that a text may have."""

MAX_DEPTH = 1_000
"""Brackets and prefix operators that may be open at once."""

MAX_ORDER = 1_000
"""The largest n in ``^<n>`` and ``^[n]``."""

_CONSTANTS = (
    "on",
    "off",
    "over",
    "under",
    "upon",
    "uponth",
    "dud",
    "tis",
    "tisn",
    "hot",
    "hi",
    "lo",
)
LOOPY_WORDS = frozenset((*_CONSTANTS, "pass"))
"""Names of loopy games, and of the move back to the same game."""


def fault(message: str, text: str | None, column: int) -> NotationError:
    """Return an error whose message names the column (zero-based here, one-based for people)."""
    return NotationError(f"column {column + 1}: {message}", text=text, column=column)


class Compact(Record):
    """``numerator/2**exponent + up.(up) + *star``, as in ``-3/8^^*2``."""

    numerator: int
    exponent: int = 0
    up: int = 0
    star: int = 0


class HigherUp(Record):
    """An up of order `order`, ``^<n>``, or the sum of those of order 1 to n, ``^[n]``."""

    order: int
    sign: int
    """1 for up, -1 for down."""
    cumulative: bool
    """True for ``^[n]``."""


class Tiny(Record):
    """``Tiny(G)``, the game ``{0||0|-G}``."""

    argument: Node


class Miny(Record):
    """``Miny(G)``, the game ``{G|0||0}``."""

    argument: Node


class Braces(Record):
    """``{left|right}``; the bars of several lengths are resolved."""

    left: tuple[Node, ...]
    right: tuple[Node, ...]


class PlusMinus(Record):
    """``+-A`` or ``+-{A,B}``: these Left options, and their negatives for Right."""

    options: tuple[Node, ...]


class Negation(Record):
    """``-G``."""

    argument: Node


class Multiple(Record):
    """``n*G``: the sum of n copies (of ``-G`` where n is negative)."""

    factor: int
    argument: Node


class OrdinalSum(Record):
    """``G:H:...``, from left to right."""

    parts: tuple[Node, ...]


class Sum(Record):
    """Signed terms: the sign is 1 for an added and -1 for a subtracted one."""

    terms: tuple[tuple[int, Node], ...]


class Named(Record):
    """``Name(raw)``: a position, whose text only its ruleset can read."""

    name: str
    raw: str
    column: int
    """Zero-based place of the name in the text."""
    start: int
    """Zero-based place of what stands between the parentheses."""


class Symbol(Record):
    """A loopy game by name: ``on``, ``over``, ``pass``, or the name of a game around this place."""

    name: str
    column: int
    """Zero-based place of the name in the text."""


class Labelled(Record):
    """``a{...}``: a game with a name, by which its followers can lead back to it."""

    name: str
    game: Node


class Sides(Record):
    """``S & T``: the loopy game with the onside S and the offside T."""

    on: Node
    off: Node


Node: TypeAlias = (
    Compact
    | HigherUp
    | Tiny
    | Miny
    | Braces
    | PlusMinus
    | Negation
    | Multiple
    | OrdinalSum
    | Sum
    | Named
    | Symbol
    | Labelled
    | Sides
)
