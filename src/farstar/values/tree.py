"""The syntax tree of value notation: small immutable nodes, no mathematics."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Compact:
    """``numerator/2**exponent + up.(up) + *star``, as in ``-3/8^^*2``."""

    numerator: int
    exponent: int = 0
    up: int = 0
    star: int = 0


@dataclass(frozen=True, slots=True)
class HigherUp:
    """An up of order `order`, ``^<n>``, or the sum of those of order 1 to n, ``^[n]``."""

    order: int
    sign: int
    """1 for up, -1 for down."""
    cumulative: bool
    """True for ``^[n]``."""


@dataclass(frozen=True, slots=True)
class Tiny:
    """``Tiny(G)``, the game ``{0||0|-G}``."""

    argument: Node


@dataclass(frozen=True, slots=True)
class Miny:
    """``Miny(G)``, the game ``{G|0||0}``."""

    argument: Node


@dataclass(frozen=True, slots=True)
class Braces:
    """``{left|right}``; the bars of several lengths are resolved."""

    left: tuple[Node, ...]
    right: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class PlusMinus:
    """``+-A`` or ``+-{A,B}``: these Left options, and their negatives for Right."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Negation:
    """``-G``."""

    argument: Node


@dataclass(frozen=True, slots=True)
class Multiple:
    """``n*G``: the sum of n copies (of ``-G`` where n is negative)."""

    factor: int
    argument: Node


@dataclass(frozen=True, slots=True)
class OrdinalSum:
    """``G:H:...``, from left to right."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """Signed terms: the sign is 1 for an added and -1 for a subtracted one."""

    terms: tuple[tuple[int, Node], ...]


@dataclass(frozen=True, slots=True)
class Named:
    """``Name(raw)``: a position, whose text only its ruleset can read."""

    name: str
    raw: str
    column: int
    """Zero-based place of the name in the text."""
    start: int = field(default=0, compare=False)
    """Zero-based place of what stands between the parentheses."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A loopy game by name: ``on``, ``over``, ``pass``, or the name of a game around this place."""

    name: str
    column: int
    """Zero-based place of the name in the text."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """``a{...}``: a game with a name, by which its followers can lead back to it."""

    name: str
    game: Node


@dataclass(frozen=True, slots=True)
class Sides:
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
