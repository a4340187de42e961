"""The syntax tree of value notation: its nodes, atoms such as ``-3/8^^*2``, limits and errors."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import gcd

from farstar._arguments import clip, nearest
from farstar._digits import from_text
from farstar._immutable import Record
from farstar._lazy import TYPE_CHECKING
from farstar.errors import NotationError

if TYPE_CHECKING:
    from typing import TypeAlias, TypeVar

    T = TypeVar("T")


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


MINUS = "-−–‐‑‒—"
"""The minus sign, and dashes that are typed or pasted for it."""

_PARTS = {"½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8)}
ATOM = re.compile(
    rf"""
    (?P<number> [{MINUS}]?
        (?: [0-9]*[{"".join(_PARTS)}] | [0-9]*\.[0-9]{{1,1000}} | [0-9]+(?:/[0-9]+)? )
    )?
    (?P<up>
        (?P<run> \^{{2,}} | ↑{{2,}} | ⇑+ | ↓{{2,}} | ⇓+ | v{{2,}}(?![A-Za-z_0-9]) )
      | (?P<single> [\^↑↓] | v(?![A-Za-z_]) )
        (?: <(?P<order>[0-9]+|on)> | \[(?P<through>[0-9]+|on)\] | (?P<count>[0-9]+) )?
    )?
    (?P<star> [*∗](?P<heap>[0-9]*) )?
    """,
    re.VERBOSE,
)


def atom_node(atom: re.Match[str], text: str) -> Node:
    """Return the tree of what `ATOM` has matched in a text."""
    up, higher = _ups(atom, text)
    compact = Compact(*_dyadic(atom, text), up, _heap(atom))
    if higher is None:
        return compact
    if atom["number"] or atom["star"]:
        return Sum(((1, compact), (1, higher)))
    return higher


def _dyadic(atom: re.Match[str], text: str) -> tuple[int, int]:
    """Return the number in front, in lowest terms."""
    if not atom["number"]:
        return 0, 0
    numerator, denominator = fraction(atom["number"])
    if denominator < 1 or denominator & (denominator - 1):
        top, slash, bottom = atom["number"].partition("/")
        raise fault(
            f"expected a power of two as denominator, found {clip(bottom or top, 20)!r}",
            text,
            atom.start("number") + (len(top) + 1 if slash else 0),
        )
    exponent = denominator.bit_length() - 1
    if numerator == 0:
        return 0, 0
    shift = min(exponent, (numerator & -numerator).bit_length() - 1)
    return numerator >> shift, exponent - shift


def _ups(atom: re.Match[str], text: str) -> tuple[int, Node | None]:
    """Return a multiple of up, or an up of higher order."""
    if not atom["up"]:
        return 0, None
    sign = -1 if atom["up"][0] in "v↓⇓" else 1
    if atom["run"]:
        return sign * len(atom["run"]) * (2 if atom["up"][0] in "⇑⇓" else 1), None
    order = atom["order"] or atom["through"]
    if order is None:
        return sign * from_text(atom["count"] or "1"), None
    if order == "on":
        upon = Symbol("uponth" if atom["order"] else "upon", atom.start())
        return 0, upon if sign > 0 else Negation(upon)
    n = from_text(order)
    if not 1 <= n <= MAX_ORDER:
        column = atom.start("order" if atom["order"] else "through")
        raise fault(
            f"expected an order from 1 to {MAX_ORDER}, found {clip(order, 20)!r}", text, column
        )
    return (sign, None) if n == 1 else (0, HigherUp(n, sign, bool(atom["through"])))


def _heap(atom: re.Match[str]) -> int:
    if not atom["star"]:
        return 0
    return from_text(atom["heap"]) if atom["heap"] else 1


def fraction(text: str) -> tuple[int, int]:
    """Return numerator and denominator of ``-3``, ``3/8``, ``0.75``, ``½`` or ``1½``."""
    sign, text = (-1, text[1:]) if text[0] in MINUS else (1, text)
    if text[-1] in _PARTS:
        above, below = _PARTS[text[-1]]
        return sign * (from_text(text[:-1] or "0") * below + above), below
    whole, dot, decimals = text.partition(".")
    if dot:
        below = 10 ** len(decimals)
        above = from_text(whole or "0") * below + from_text(decimals)
        common = gcd(above, below)
        return sign * above // common, below // common
    top, _, bottom = text.partition("/")
    return sign * from_text(top), from_text(bottom or "1")


_TRANSFINITE = frozenset(["epsilon", "infinity", "inf", "aleph", "aleph0"])
_TRANSFINITE_SIGNS = frozenset("Ωεϵ∞ℵ")


def unsupported(name: str) -> str | None:
    """Return why a name that the literature knows is refused; None for any other name.

    Examples
    --------
    >>> unsupported("ω")
    "'ω' is not a short game, and can be added to numbers only"
    """
    if name.lower() == "omega" or name == "ω":
        return f"{name!r} is not a short game, and can be added to numbers only"
    if name.lower() in _TRANSFINITE or name in _TRANSFINITE_SIGNS:
        return f"{name!r} is not a short game, and is not supported"
    return None


_SIGNS = {
    "up": "^",
    "down": "v",
    "star": "*",
    "zero": "0",
    "upstar": "^*",
    "downstar": "v*",
    "doubleup": "^^",
    "doubledown": "vv",
}
"""How games with a name in words are written."""


def unknown_name(name: str, defined: Iterable[str], games: Iterable[str] = ()) -> str:
    """Return the error message for a name without parentheses that has no meaning.

    The `games` are names that a parenthesis should follow.

    Examples
    --------
    >>> unknown_name("Gx", ["G", "_"])
    "expected '(' after the name 'Gx', or a name that is defined: did you mean G?"
    >>> unknown_name("Gx", [])
    "expected '(' after the name 'Gx'"
    >>> unknown_name("up", [])
    "expected a game, got the word 'up': did you mean ^?"
    >>> unknown_name("Take", [], ["Nim", "TakeAway"])
    "expected the name of a game, got 'Take': did you mean TakeAway?"
    >>> unknown_name("Nim", [], ["Nim", "TakeAway"])
    "expected '(' after the name 'Nim'"
    """
    if name.lower() in _SIGNS:
        sign = _SIGNS[name.lower()]
        return f"expected a game, got the word {name!r}: did you mean {sign}?"
    names = [other for other in defined if other != "_"]
    games = list(games)
    if games and name.lower() not in map(str.lower, games):
        meant = f"defined are {clip(', '.join(names), 60)}" if names else "the help lists the games"
        wanted = "a name that is defined, or that of a game" if names else "the name of a game"
        message = f"expected {wanted}, got {clip(name, 20)!r}"
        return message + nearest(name, [*names, *games], meant)
    message = f"expected '(' after the name {clip(name, 20)!r}"
    if not names:
        return message
    hint = nearest(name, names, f"defined are {clip(', '.join(names), 60)}")
    return f"{message}, or a name that is defined{hint}"


def two_readings(number: str, kind: str, rest: str) -> str:
    """Return the error message for ``3*-1``, ``3**2``, ``3*+-1`` and ``3 * 2``.

    The `kind` is what follows the star, or a blank between number and star.

    Examples
    --------
    >>> two_readings("3", "-", "1")
    "'3*' has two readings here: write (3*)-1 or 3*(-1)"
    """
    n = clip(number, 20)
    if kind == "*":
        first, second = f"({n}*)+*{rest}", f"{n}*(*{rest})"
    elif kind == " ":
        first, second = f"{n}*{rest} for {n} + *{rest},", f"{n}*({rest or 'G'}) for a multiple"
    else:
        first, second = f"({n}*){kind}{rest}", f"{n}*({kind}{rest})"
    return f"'{n}*' has two readings here: write {first} or {second}"


def nimber_and_multiple(number: str, heap: str) -> str:
    """Return the note on ``2*3``, which is read as a sum.

    Examples
    --------
    >>> nimber_and_multiple("2", "3")
    '2*3 is read as 2 + *3; a multiple is written 2*(3)'
    """
    n, m = clip(number, 20), clip(heap, 20)
    return f"{n}*{m} is read as {n} + *{m}; a multiple is written {n}*({m})"


def comma_separated(parts: Iterable[T]) -> list[str | T]:
    """Return parts of a text with commas between them.

    Examples
    --------
    >>> comma_separated([1, 2, 3])
    [1, ',', 2, ',', 3]
    """
    pieces: list[str | T] = []
    for part in parts:
        pieces += [",", part] if pieces else [part]
    return pieces
