"""Patterns on boards as whole numbers: a bit for each character of the text of a board.

All places where a pattern fits are found at once, by shifting numbers, for boards of any size. It
is what the core does, in plain Python, for patterns that do not look at the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, starmap
from typing import NamedTuple, TypeAlias

from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games.patterns._patterns import Offset, Paths, Pattern
from farstar.games.patterns._rows import EDGE
from farstar.rules import Step

Need: TypeAlias = tuple[int, int]
"""The number of a set of marks, and how far in the text the cell is from the first one."""

Forbidden: TypeAlias = tuple[int, int, int]
"""The same, with the first cells for which the cell lies on the board."""


class LaidMove(NamedTuple):
    """A pattern of one player."""

    room: int
    """Where its first cell may lie."""
    needs: tuple[Need, ...]
    forbids: tuple[Forbidden, ...]
    writes: tuple[tuple[int, int, str], ...]
    """Parts of the text, by their first cell and the cell after the last one, and what replaces
    them."""
    path: tuple[int, ...]
    """The cells that change, in the order in which the rule names them."""


class Join(NamedTuple):
    """A pattern as what joins cells: all of them that may change."""

    room: int
    needs: tuple[Need, ...]
    writes: tuple[int, ...]
    """How far the cells that change are from the first one."""
    gains: tuple[tuple[int, int], ...]
    """Such cells, and the numbers of the sets of marks to which their new marks belong."""
    chain: tuple[tuple[int, int], ...]
    """Pairs of cells that are written, as the lower one and the distance to the other."""
    links: tuple[tuple[int, int, int, int | None], ...]
    """Cells that are not written: a cell that is, the other cell, the first cells for which it
    lies on the board, and the number of the marks without which it does not matter."""


class BitBoards:
    r"""The patterns of both players on boards of one size, none of which looks at the edge.

    Examples
    --------
    >>> from farstar.games.patterns._compiled import compiled
    >>> rules = compiled("cells . #\nleft .|. -> #|#\nright .. -> ##", 2)
    >>> laid = BitBoards(rules.paths, ".#", 2, 2)
    >>> [step.after for step in laid.moves("..|.#", 0)], laid.parts("..|.#")
    (['#.|##'], [11])
    """

    def __init__(
        self, sides: tuple[Paths, Paths], marks: Iterable[str], rows: int, columns: int
    ) -> None:
        self._marks = tuple(marks)
        self._rows, self._columns, self._width = rows, columns, columns + 1
        self._sets: dict[frozenset[str], int] = {}
        self._moves = tuple([*filter(None, starmap(self._move, s.items()))] for s in sides)
        # Now all sets of marks are known.
        self._joins = [*filter(None, map(self._join, _united(sides)))]
        self._tables = [
            {ord(mark): "1" if mark in wanted else "0" for mark in (*self._marks, "|")}
            for wanted in self._sets
        ]

    @staticmethod
    def takes(pattern: Pattern) -> bool:
        """Return whether a pattern changes something, and does not look at the edge."""
        return bool(pattern.writes) and all(EDGE not in marks for _, marks in pattern.needs)

    def moves(self, board: Board, side: int) -> Iterator[Step]:
        """Yield the different moves of a player."""
        cells = boards.cells(board)
        for after, (first, path) in self.followers(board, side).items():
            yield Step(after, tuple([cells[first + by] for by in path]))

    def followers(self, board: Board, side: int) -> dict[Board, tuple[int, tuple[int, ...]]]:
        """Return the boards after the moves of a player, each with its first cell and its path."""
        planes = self._planes(board)
        found: dict[Board, tuple[int, tuple[int, ...]]] = {}
        for room, needs, forbids, writes, path in self._moves[side]:
            places = room
            for number, by in needs:
                places &= planes[number] >> by if by >= 0 else planes[number] << -by
            for number, by, near in forbids:
                places &= ~(_shifted(planes[number], by) & near)
            while places:
                first = (places & -places).bit_length() - 1
                places &= places - 1
                after, last = "", 0
                for start, end, text in writes:
                    after += board[last : first + start] + text
                    last = first + end
                after += board[last:]
                if after not in found:
                    found[after] = first, path
        return found

    def parts(self, board: Board) -> list[int]:
        """Return the cells of the independent parts of a board, with the scenery they need.

        For each cell the marks that it may ever hold are found, from above: a pattern counts as
        possible if each of its cells may hold what it needs. Cells that may change belong together
        if a possible pattern has both; those that never change may stand in several parts.
        """
        planes = self._planes(board)
        possible = self._possible(planes)
        changing = 0
        joined: dict[int, int] = {}
        for places, join in possible:
            for by in join.writes:
                changing |= places << by
            for lower, distance in join.chain:
                joined[distance] = joined.get(distance, 0) | places << lower
        loose = [(places, join) for places, join in possible if join.links]
        for places, join in loose:
            for start, to, room, number in join.links:
                here = _looking(places, to, room, number, planes) & _shifted(changing, to)
                distance, lower = abs(to - start), min(start, to)
                joined[distance] = joined.get(distance, 0) | _shifted(here, -lower)
        steps = list(joined.items())
        parts: list[int] = []
        while changing:
            part = _connected(changing & -changing, steps)
            changing &= ~part
            scenery = 0
            for places, join in loose:
                for start, to, room, number in join.links:
                    here = _looking(places, to, room, number, planes) & _shifted(part, start)
                    scenery |= _shifted(here, -to)
            parts.append(part | scenery)
        return parts

    def cut(self, board: Board, part: int, filler: str) -> Board:
        """Return the smallest board around a part, with all other cells filled."""
        width = self._width
        top = ((part & -part).bit_length() - 1) // width
        bottom = (part.bit_length() - 1) // width
        shadow = 0
        for row in range(top, bottom + 1):
            shadow |= part >> row * width & (1 << width) - 1
        first, last = (shadow & -shadow).bit_length() - 1, shadow.bit_length()
        shown = format(part, f"0{len(board)}b")[::-1]
        text = "".join(
            [mark if bit == "1" else filler for mark, bit in zip(board, shown, strict=True)]
        )
        rows = range(top * width, bottom * width + 1, width)
        return "|".join([text[row + first : row + last] for row in rows])

    def _planes(self, board: Board) -> list[int]:
        """Return the cells that hold one of some marks, for each set of marks."""
        reverse = board[::-1]
        return [int(reverse.translate(table), 2) for table in self._tables]

    def _possible(self, planes: list[int]) -> list[tuple[int, Join]]:
        """Return the places where patterns may ever fit; adds to the planes what moves write."""
        grown = True
        while grown:
            grown = False
            possible = []
            for join in self._joins:
                places = join.room
                for number, by in join.needs:
                    places &= planes[number] >> by if by >= 0 else planes[number] << -by
                if not places:
                    continue
                possible.append((places, join))
                for by, number in join.gains:
                    cells = places << by
                    if cells & ~planes[number]:
                        planes[number] |= cells
                        grown = True
        return possible

    def _number(self, marks: frozenset[str]) -> int:
        return self._sets.setdefault(marks, len(self._sets))

    def _by(self, at: Offset) -> int:
        return at[0] * self._width + at[1]

    def _room(self, at: Iterable[Offset]) -> int:
        """Return the first cells from which all these cells lie on the board."""
        cells = [(0, 0), *at]
        rows, columns = [r for r, _ in cells], [c for _, c in cells]
        height, length = self._rows - max(rows) + min(rows), self._columns - max(columns)
        length += min(columns)
        if height <= 0 or length <= 0:
            return 0
        line = (1 << length) - 1 << -min(columns)
        return sum(line << (row - min(rows)) * self._width for row in range(height))

    def _needs(self, pattern: Pattern) -> tuple[Need, ...]:
        return tuple((self._number(marks), self._by(at)) for at, marks in pattern.needs)

    def _move(self, pattern: Pattern, changing: Sequence[Offset]) -> LaidMove | None:
        cells = [at for at, _ in pattern.needs]
        room = self._room(cells)
        forbids = tuple(
            (self._number(marks), self._by(at), near)
            for at, marks in pattern.forbids
            if (near := self._room([*cells, at]))
        )
        path = tuple(map(self._by, changing))
        return (
            LaidMove(room, self._needs(pattern), forbids, self._runs(pattern), path)
            if room
            else None
        )

    def _runs(self, pattern: Pattern) -> tuple[tuple[int, int, str], ...]:
        """Return the parts of the text that a move replaces; cells with known marks join them."""
        after = {self._by(at): min(marks) for at, marks in pattern.needs if len(marks) == 1}
        after |= {self._by(at): mark for at, mark in pattern.writes}
        runs: list[tuple[int, int, str]] = []
        for by in sorted(self._by(at) for at, _ in pattern.writes):
            start, end, text = runs[-1] if runs else (by, by, "")
            gap = range(end, by + 1)
            if all(cell in after for cell in gap):
                runs[-1:] = [(start, by + 1, text + "".join(map(after.__getitem__, gap)))]
            else:
                runs.append((by, by + 1, after[by]))
        return tuple(runs)

    def _join(self, pattern: Pattern) -> Join | None:
        cells = [at for at, _ in pattern.needs]
        room = self._room(cells)
        if not room:
            return None
        written = sorted({self._by(at) for at, _ in pattern.writes})
        gains = {
            (self._by(at), number)
            for at, mark in pattern.writes
            for wanted, number in self._sets.items()
            if mark in wanted
        }
        looks: list[tuple[Offset, int | None]] = [(at, None) for at in cells]
        looks += [(at, self._number(marks)) for at, marks in pattern.forbids]
        links = tuple(
            (written[0], self._by(at), near, number)
            for at, number in looks
            if self._by(at) not in written and (near := self._room([*cells, at]))
        )
        chain = tuple((lower, upper - lower) for lower, upper in pairwise(written))
        return Join(room, self._needs(pattern), tuple(written), tuple(gains), chain, links)


def _united(sides: Iterable[Paths]) -> list[Pattern]:
    """Return the patterns of both players; those that need and change the same cells are one."""
    united: dict[tuple[object, ...], Pattern] = {}
    for pattern in (pattern for side in sides for pattern in side):
        key = pattern.needs, pattern.forbids, frozenset(at for at, _ in pattern.writes)
        known = united.setdefault(key, pattern)
        united[key] = known._replace(writes=(*known.writes, *pattern.writes))
    return list(united.values())


def _shifted(cells: int, by: int) -> int:
    return cells >> by if by >= 0 else cells << -by


def _looking(places: int, to: int, room: int, number: int | None, planes: Sequence[int]) -> int:
    """Return the places of a pattern at which a cell that it does not write matters."""
    places &= room
    return places if number is None else places & _shifted(planes[number], to)


def _connected(part: int, joined: Iterable[tuple[int, int]]) -> int:
    before = 0
    while before != part:
        before = part
        for distance, lower in joined:
            part |= (part & lower) << distance | (part >> distance & lower)
    return part
