"""What a player sees: rectangles for Euclid, boards for Geography, heaps for Nim."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import farstar as fs
from farstar.cli._squares import squares
from farstar.games import GridPosition
from farstar.reports import shorten
from farstar.sums import SumMove
from farstar.theory.continued_fractions import quotients

_WIDTH = 80
_MARGIN = 4
_NARROWEST = 24
_WIDEST_RECTANGLE = 60
_MOST_QUOTIENTS = 12
_LONGEST_NUMBER = 24
_ROWS = 10
_MOST_PICTURED, _MOST_NAMED = 6, 30
"""Components with more than their notation, and with that."""
_MOST_DRAWN = 3
"""Rectangles that are drawn; where there are more, there is no room for any."""


_ON_HEAPS = (
    fs.SerialNim,
    fs.Nim,
    fs.Subtraction,
    fs.PartizanSubtraction,
    fs.TakeAndBreak,
    fs.GrundysGame,
    fs.Wythoff,
)
_TALLEST = 24


class _Room(NamedTuple):
    """What there is for a drawing."""

    width: int
    """Columns, without the indent."""
    rows: int
    """Rows for each rectangle, 0 for none."""
    unicode: bool
    """Whether there are characters for lines."""


def draw(game: fs.Position | fs.Sum, *, unicode: bool = False, width: int = _WIDTH) -> list[str]:
    r"""Return the lines that show a position or a sum, component by component.

    What does not fit the width of the screen is not drawn, or shortened.

    Examples
    --------
    >>> print(*draw(fs.parse("SerialNim(3,1,2) + Board(4)")), sep="\n")
    SerialNim(3,1,2)
      ooo o oo
    GeographyBoard(@...|....)
      1234
      @...
      ....
    >>> print(*draw(fs.Euclid(9, 0)), sep="\n")
    Euclid(9,0)
    >>> print(*draw(fs.parse("Domineering(..|.#) + Cutcake(1,2; 2,3)")), sep="\n")
    Domineering(..|.#)
        12
      1 ..
      2 .#
    Cutcake(1,2; 2,3)
      oo ooo
         ooo
    """
    columns = max(width - _MARGIN, _NARROWEST)
    if isinstance(game, fs.Position):
        return _component(1, game, _Room(columns, _ROWS, unicode))
    if not game.terms:
        return ["0"]
    shown = [term for term in game.terms if not _is_finished(term.component)]
    count = sum(_has_rectangle(term.component) for term in shown)
    rows = _ROWS // max(count, 1) if count <= _MOST_DRAWN else 0
    if len(shown) > _MOST_PICTURED:
        heads = [_head(term.sign, term.component, columns) for term in shown[:_MOST_NAMED]]
        more = len(shown) - _MOST_NAMED
        return [*heads, f"and {more:,} more components"] if more > 0 else heads
    lines = []
    for term in shown:
        lines += _component(term.sign, term.component, _Room(columns, rows, unicode))
    return lines or ["0"]


def _has_rectangle(component: fs.Position | fs.Value) -> bool:
    return isinstance(component, fs.PartizanEuclid | fs.Euclid | fs.Grossman)


def move_text(move: fs.Move, longest: int) -> str:
    """Return how a move is shown: what it does matters more than where.

    Examples
    --------
    >>> move = (fs.SerialNim(*[1] * 40) + fs.SerialNim(2)).moves(fs.Left)[1]
    >>> move_text(move, 60), move_text(move, 26)
    ('in SerialNim(2): (2) -> (1)', 'in component 2: (2) -> (1)')
    """
    if len(move.text) > longest and isinstance(move, SumMove):
        earlier = move.before.terms[: move.component]
        place = 1 + sum(not _is_finished(term.component) for term in earlier)
        return shorten(f"in component {place}: {move.move.text}", longest)
    return shorten(move.text, longest)


def _is_finished(component: fs.Position | fs.Value) -> bool:
    if isinstance(component, fs.Value):
        return component.is_zero
    try:
        return not component.moves(fs.Left) and not component.moves(fs.Right)
    except fs.BudgetExceeded:
        return False


def _component(sign: int, component: fs.Position | fs.Value, room: _Room) -> list[str]:
    below = (f"  {line}" for line in _picture(component, room))
    return [_head(sign, component, room.width), *below]


def _head(sign: int, component: fs.Position | fs.Value, width: int) -> str:
    if sign > 0:
        return shorten(_text(component), width)
    if component.is_nimber if isinstance(component, fs.Value) else component.is_impartial:
        return f"-{shorten(_text(component), width - 1)}"
    return f"-{shorten(_text(component), max(width - 20, _NARROWEST))}  (sides changed)"


def _text(component: fs.Position | fs.Value) -> str:
    try:
        return str(component)
    except fs.BudgetExceeded:
        return repr(component)


def _picture(component: fs.Position | fs.Value, room: _Room) -> Iterator[str]:
    """Yield the lines below the notation, if there is more to see than that."""
    width = room.width
    if isinstance(component, fs.PartizanEuclid):
        yield from _partizan_euclid(component, width)
        yield from _rectangle(component.p, component.q, room)
    elif isinstance(component, fs.Euclid | fs.Grossman):
        yield from _euclid(component, width)
        yield from _rectangle(component.a, component.b, room)
    elif isinstance(component, fs.GeographyBoard):
        yield from _board(*component.rows, width)
    elif isinstance(component, fs.GeographyA | fs.GeographyB):
        yield from _two_rows(component, width)
    elif isinstance(component, GridPosition):
        yield from _grid(component, width)
    elif isinstance(component, _ON_HEAPS):
        yield from _heaps(component.heaps, width)
    elif isinstance(component, fs.Cutcake | fs.Eatcake | fs.MaundyCake):
        yield from _cakes(component.pieces, width)
    elif isinstance(component, fs.ModularNim):
        yield from _ring(component, width)
    elif isinstance(component, fs.Geography | fs.PartizanGeography):
        yield from _graph(component, width)
    else:
        yield from _nimber(component, width)


def _rectangle(a: int, b: int, room: _Room) -> list[str]:
    if not room.rows:
        return []
    columns = min(room.width - 1, _WIDEST_RECTANGLE)
    return squares(a, b, columns=columns, rows=room.rows, unicode=room.unicode)


def _euclid(position: fs.Euclid | fs.Grossman, width: int) -> Iterator[str]:
    large, small = position.large, position.small
    if small:
        yield _quotients(large, small, width)


def _partizan_euclid(position: fs.PartizanEuclid, width: int) -> Iterator[str]:
    p, q = position.p, position.q
    yield _quotients(p, q, width)
    quotient, remainder = divmod(p, q)
    if remainder:
        left = f"{_n(p)} = {_n(quotient)} * {_n(q)} + {_n(remainder)} for Left"
        right = f"{_n(quotient + 1)} * {_n(q)} - {_n(q - remainder)} for Right"
        if len(left) + len(right) + 2 <= width:
            yield f"{left}, {right}"
        else:
            yield left
            yield f"{_n(p)} = {right}"


def _quotients(p: int, q: int, width: int) -> str:
    found = [_n(n) for n in islice(quotients(p, q), _MOST_QUOTIENTS + 1)]
    if len(found) > _MOST_QUOTIENTS:
        found[_MOST_QUOTIENTS:] = ["..."]
    noun = "quotient" if len(found) == 1 else "quotients"
    return shorten(f"{_n(p)}/{_n(q)} has the {noun} {', '.join(found)}", width)


def _n(n: int) -> str:
    text = str(fs.Value(n))
    if len(text) <= _LONGEST_NUMBER:
        return text
    return f"{text[:6]}...{text[-6:]}"


def _board(top: str, bottom: str, width: int) -> Iterator[str]:
    if len(top) > width:
        return
    if len(top) >= 10:
        yield "".join(str(c // 10 % 10) if c % 10 == 0 else " " for c in range(1, len(top) + 1))
    yield "".join(str(c % 10) for c in range(1, len(top) + 1))
    yield top
    yield bottom


def _grid(position: GridPosition, width: int) -> Iterator[str]:
    """Draw a board with the numbers of its rows and columns."""
    margin = len(str(position.height)) + 1
    if position.width + margin > width or position.height > _TALLEST:
        return
    if position.width >= 10:
        tens = (str(c // 10 % 10) if c % 10 == 0 else " " for c in range(1, position.width + 1))
        yield " " * margin + "".join(tens)
    yield " " * margin + "".join(str(c % 10) for c in range(1, position.width + 1))
    for number, row in enumerate(position.rows, 1):
        yield f"{number:{margin - 1}} {row}"


def _cakes(pieces: tuple[tuple[int, int], ...], width: int) -> Iterator[str]:
    """Draw pieces side by side, a letter for each square."""
    if sum(n + 1 for _, n in pieces) > width or max((m for m, _ in pieces), default=0) > _TALLEST:
        return
    for row in range(max((m for m, _ in pieces), default=0)):
        yield " ".join(("o" if row < m else " ") * n for m, n in pieces).rstrip()


def _two_rows(position: fs.GeographyA | fs.GeographyB, width: int) -> Iterator[str]:
    """Draw a board that is A(x,y,z) or B(x,y,z): the token's row above."""
    x, y, z = position.x, position.y, position.z
    if x + y + z > width:
        return
    place = x if isinstance(position, fs.GeographyA) else 0
    top = "." * (x + y) + "#" * z
    yield f"{top[:place]}@{top[place + 1 :]}"
    yield "#" * x + "." * (y + z)


def _heaps(heaps: tuple[int, ...], width: int) -> Iterator[str]:
    if heaps and sum(heaps) + len(heaps) <= width:
        yield " ".join("o" * heap for heap in heaps)


def _ring(position: fs.ModularNim, width: int) -> Iterator[str]:
    n, visited = position.n, set(position.visited)
    if n > width:
        return
    yield "".join(str(place % 10) for place in range(n))
    yield "".join(
        "@" if place == position.token else "#" if place in visited else "." for place in range(n)
    )


def _graph(position: fs.Geography | fs.PartizanGeography, width: int) -> Iterator[str]:
    yield shorten(f"token on {position.token!r}", width)
    opened = ", ".join(map(repr, position.unvisited))
    yield shorten(f"not visited: {opened or 'none'}", width)


def _nimber(component: fs.Position | fs.Value, width: int) -> Iterator[str]:
    """Draw a nimber as a heap."""
    value = component
    if isinstance(value, fs.Position):
        value = value.state if isinstance(value.state, fs.Value) else fs.Value(0)
    if not value.is_zero and value.is_nimber:
        heap = len(value.left_options)
        yield from _heaps((heap,), width)
