"""What a player sees: rectangles for Euclid, boards for Geography, heaps for Nim."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import farstar as fs
from farstar.cli._squares import squares
from farstar.games import GridPosition
from farstar.reports import shorten
from farstar.sums import SumMove
from farstar.theory.continued_fractions import quotients

_WIDTH = 76
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


def draw(game: fs.Position | fs.Sum, *, unicode: bool = False) -> list[str]:
    r"""Return the lines that show a position or a sum, component by component.

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
    if isinstance(game, fs.Position):
        return _component(1, game, rows=_ROWS, unicode=unicode)
    if not game.terms:
        return ["0"]
    shown = [term for term in game.terms if not _is_finished(term.component)]
    count = sum(_has_rectangle(term.component) for term in shown)
    rows = _ROWS // max(count, 1) if count <= _MOST_DRAWN else 0
    if len(shown) > _MOST_PICTURED:
        heads = [_head(term.sign, term.component) for term in shown[:_MOST_NAMED]]
        more = len(shown) - _MOST_NAMED
        return [*heads, f"and {more:,} more components"] if more > 0 else heads
    lines = []
    for term in shown:
        lines += _component(term.sign, term.component, rows=rows, unicode=unicode)
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


def _component(
    sign: int, component: fs.Position | fs.Value, *, rows: int, unicode: bool
) -> list[str]:
    below = (f"  {line}" for line in _picture(component, rows, unicode))
    return [_head(sign, component), *below]


def _head(sign: int, component: fs.Position | fs.Value) -> str:
    if sign < 0:
        return f"-{shorten(_text(component), _WIDTH - 20)}  (sides changed)"
    return shorten(_text(component), _WIDTH)


def _text(component: fs.Position | fs.Value) -> str:
    try:
        return str(component)
    except fs.BudgetExceeded:
        return repr(component)


def _picture(component: fs.Position | fs.Value, rows: int, unicode: bool) -> Iterator[str]:
    """Yield the lines below the notation, if there is more to see than that."""
    if isinstance(component, fs.PartizanEuclid):
        yield from _partizan_euclid(component)
        yield from squares(component.p, component.q, rows=rows, unicode=unicode) if rows else ()
    elif isinstance(component, fs.Euclid | fs.Grossman):
        yield from _euclid(component)
        yield from squares(component.a, component.b, rows=rows, unicode=unicode) if rows else ()
    elif isinstance(component, fs.GeographyBoard):
        yield from _board(*component.rows)
    elif isinstance(component, fs.GeographyA | fs.GeographyB):
        yield from _two_rows(component)
    elif isinstance(component, GridPosition):
        yield from _grid(component)
    elif isinstance(component, _ON_HEAPS):
        yield from _heaps(component.heaps)
    elif isinstance(component, fs.Cutcake | fs.Eatcake | fs.MaundyCake):
        yield from _cakes(component.pieces)
    elif isinstance(component, fs.ModularNim):
        yield from _ring(component)
    elif isinstance(component, fs.Geography | fs.PartizanGeography):
        yield from _graph(component)
    else:
        yield from _nimber(component)


def _euclid(position: fs.Euclid | fs.Grossman) -> Iterator[str]:
    large, small = position.large, position.small
    if small:
        yield _quotients(large, small)


def _partizan_euclid(position: fs.PartizanEuclid) -> Iterator[str]:
    p, q = position.p, position.q
    yield _quotients(p, q)
    quotient, remainder = divmod(p, q)
    if remainder:
        left = f"{_n(p)} = {_n(quotient)} * {_n(q)} + {_n(remainder)} for Left"
        right = f"{_n(quotient + 1)} * {_n(q)} - {_n(q - remainder)} for Right"
        if len(left) + len(right) + 2 <= _WIDTH:
            yield f"{left}, {right}"
        else:
            yield left
            yield f"{_n(p)} = {right}"


def _quotients(p: int, q: int) -> str:
    found = [_n(n) for n in islice(quotients(p, q), _MOST_QUOTIENTS + 1)]
    if len(found) > _MOST_QUOTIENTS:
        found[_MOST_QUOTIENTS:] = ["..."]
    noun = "quotient" if len(found) == 1 else "quotients"
    return shorten(f"{_n(p)}/{_n(q)} has the {noun} {', '.join(found)}", _WIDTH)


def _n(n: int) -> str:
    text = str(fs.Value(n))
    if len(text) <= _LONGEST_NUMBER:
        return text
    return f"{text[:6]}...{text[-6:]}"


def _board(top: str, bottom: str) -> Iterator[str]:
    if len(top) > _WIDTH:
        return
    if len(top) >= 10:
        yield "".join(str(c // 10 % 10) if c % 10 == 0 else " " for c in range(1, len(top) + 1))
    yield "".join(str(c % 10) for c in range(1, len(top) + 1))
    yield top
    yield bottom


def _grid(position: GridPosition) -> Iterator[str]:
    """Draw a board with the numbers of its rows and columns."""
    margin = len(str(position.height)) + 1
    if position.width + margin > _WIDTH or position.height > _TALLEST:
        return
    if position.width >= 10:
        tens = (str(c // 10 % 10) if c % 10 == 0 else " " for c in range(1, position.width + 1))
        yield " " * margin + "".join(tens)
    yield " " * margin + "".join(str(c % 10) for c in range(1, position.width + 1))
    for number, row in enumerate(position.rows, 1):
        yield f"{number:{margin - 1}} {row}"


def _cakes(pieces: tuple[tuple[int, int], ...]) -> Iterator[str]:
    """Draw pieces side by side, a letter for each square."""
    if sum(n + 1 for _, n in pieces) > _WIDTH or max((m for m, _ in pieces), default=0) > _TALLEST:
        return
    for row in range(max((m for m, _ in pieces), default=0)):
        yield " ".join(("o" if row < m else " ") * n for m, n in pieces).rstrip()


def _two_rows(position: fs.GeographyA | fs.GeographyB) -> Iterator[str]:
    """Draw a board that is A(x,y,z) or B(x,y,z): the token's row above."""
    x, y, z = position.x, position.y, position.z
    if x + y + z > _WIDTH:
        return
    place = x if isinstance(position, fs.GeographyA) else 0
    top = "." * (x + y) + "#" * z
    yield f"{top[:place]}@{top[place + 1 :]}"
    yield "#" * x + "." * (y + z)


def _heaps(heaps: tuple[int, ...]) -> Iterator[str]:
    if heaps and sum(heaps) + len(heaps) <= _WIDTH:
        yield " ".join("o" * heap for heap in heaps)


def _ring(position: fs.ModularNim) -> Iterator[str]:
    n, visited = position.n, set(position.visited)
    if n > _WIDTH:
        return
    yield "".join(str(place % 10) for place in range(n))
    yield "".join(
        "@" if place == position.token else "#" if place in visited else "." for place in range(n)
    )


def _graph(position: fs.Geography | fs.PartizanGeography) -> Iterator[str]:
    yield shorten(f"token on {position.token!r}", _WIDTH)
    opened = ", ".join(map(repr, position.unvisited))
    yield shorten(f"not visited: {opened or 'none'}", _WIDTH)


def _nimber(component: fs.Position | fs.Value) -> Iterator[str]:
    """Draw a nimber as a heap."""
    value = component
    if isinstance(value, fs.Position):
        value = value.state if isinstance(value.state, fs.Value) else fs.Value(0)
    if not value.is_zero and value.is_nimber:
        heap = len(value.left_options)
        yield from _heaps((heap,))
