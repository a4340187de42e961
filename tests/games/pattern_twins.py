"""Plain Python rules for the examples of rules as patterns, and random positions for each.

Nothing here knows patterns: boards are lists of rows, and moves are loops over cells.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

import farstar as fs

Cells = list[list[str]]
Moves = Callable[[Cells, bool], Iterator[Cells]]
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
AROUND = [*STRAIGHT, (1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]


class BoardGame(fs.Ruleset):
    """A game on a board by a function that yields the boards after the moves of a player."""

    def __init__(self, moves: Moves) -> None:
        self._moves = moves

    def left(self, board: str) -> list[str]:
        return self._after(board, True)

    def right(self, board: str) -> list[str]:
        return self._after(board, False)

    def _after(self, board: str, is_left: bool) -> list[str]:
        cells = [list(row) for row in board.split("|")]
        return ["|".join(map("".join, after)) for after in self._moves(cells, is_left)]


class LoopyBoardGame(BoardGame):
    may_loop = True


class GraphGame(fs.Ruleset):
    """A game on a graph by a function of the marks and the neighbours."""

    def __init__(self, moves: Callable[[str, list[list[int]], bool], Iterator[str]]) -> None:
        self._moves = moves

    def left(self, state: Any) -> list[Any]:
        return self._after(state, True)

    def right(self, state: Any) -> list[Any]:
        return self._after(state, False)

    def _after(self, state: Any, is_left: bool) -> list[Any]:
        marks, edges = state
        near = [
            [w for edge in edges for w in edge if v in edge and w != v] for v in range(len(marks))
        ]
        return [(after, edges) for after in self._moves(marks, near, is_left)]


class HeapGame(fs.Ruleset):
    """A game on heaps by a function that yields what may be left of a heap."""

    def __init__(self, moves: Callable[[int, bool], Iterator[tuple[int, ...]]]) -> None:
        self._moves = moves

    def left(self, heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        return self._after(heaps, True)

    def right(self, heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        return self._after(heaps, False)

    def _after(self, heaps: tuple[int, ...], is_left: bool) -> list[tuple[int, ...]]:
        return [
            tuple(sorted((*heaps[:i], *(n for n in after if n), *heaps[i + 1 :])))
            for i, heap in enumerate(heaps)
            for after in self._moves(heap, is_left)
        ]


def _put(cells: Cells, *changes: tuple[int, int, str]) -> Cells:
    after = [list(row) for row in cells]
    for r, c, mark in changes:
        after[r][c] = mark
    return after


def _at(cells: Cells, r: int, c: int) -> str:
    return cells[r][c] if 0 <= r < len(cells) and 0 <= c < len(cells[0]) else ""


def _places(cells: Cells, mark: str) -> Iterator[tuple[int, int]]:
    for r, row in enumerate(cells):
        for c, one in enumerate(row):
            if one == mark:
                yield r, c


def taking(
    directions: list[tuple[int, int]],
    targets: Callable[[str, str], str],
    *,
    stays: bool = False,
    slides: bool = False,
) -> Moves:
    """Clobber and its relatives."""

    def moves(cells: Cells, is_left: bool) -> Iterator[Cells]:
        mine, other = ("x", "o") if is_left else ("o", "x")
        for r, c in _places(cells, mine):
            for dr, dc in directions:
                a, b = r + dr, c + dc
                while slides and _at(cells, a, b) == ".":
                    a, b = a + dr, b + dc
                if _at(cells, a, b) and _at(cells, a, b) in targets(mine, other):
                    yield (
                        _put(cells, (a, b, "."))
                        if stays
                        else _put(cells, (r, c, "."), (a, b, mine))
                    )

    return moves


def dominoes(left: str, right: str) -> Moves:
    """Domineering and Cram: the directions in which either player may place a domino."""

    def moves(cells: Cells, is_left: bool) -> Iterator[Cells]:
        ways = {"|": (1, 0), "-": (0, 1)}
        for r, c in _places(cells, "."):
            for dr, dc in (ways[way] for way in (left if is_left else right)):
                if _at(cells, r + dr, c + dc) == ".":
                    yield _put(cells, (r, c, "#"), (r + dr, c + dc, "#"))

    return moves


def strip_walkers(left: str, right: str, jumps: int, *, back: bool = False) -> Moves:
    """Toads and Frogs and its relatives, with jumps over so many of the other kind."""

    def moves(cells: Cells, is_left: bool) -> Iterator[Cells]:
        mine, other = (left, right) if is_left else (right, left)
        step = 1 if is_left else -1
        for r, c in _places(cells, mine):
            for distance in range(1, jumps + 2):
                between = [_at(cells, r, c + step * k) for k in range(1, distance)]
                if (
                    all(mark == other for mark in between)
                    and _at(cells, r, c + step * distance) == "."
                ):
                    yield _put(cells, (r, c, "."), (r, c + step * distance, mine))
            if back and _at(cells, r, c - step) == ".":
                yield _put(cells, (r, c, "."), (r, c - step, mine))

    return moves


def breathing(cells: Cells, is_left: bool) -> Iterator[Cells]:
    mine, other = ("x", "o") if is_left else ("o", "x")
    for r, c in _places(cells, "."):
        has_space = any(_at(cells, r + a, c + b) == "." for a, b in STRAIGHT)
        if has_space and all(_at(cells, r + a, c + b) != other for a, b in AROUND):
            yield _put(cells, (r, c, mine))


def snail(cells: Cells, is_left: bool) -> Iterator[Cells]:
    mine = "x" if is_left else "o"
    for r, c in _places(cells, mine):
        for dr, dc in STRAIGHT:
            path = [(r, c)]
            while _at(cells, path[-1][0] + dr, path[-1][1] + dc) == ".":
                path.append((path[-1][0] + dr, path[-1][1] + dc))
                yield _put(cells, *((a, b, "#") for a, b in path[:-1]), (*path[-1], mine))


def fission(cells: Cells, is_left: bool) -> Iterator[Cells]:
    dr, dc = (1, 0) if is_left else (0, 1)
    for r, c in _places(cells, "x"):
        if _at(cells, r + dr, c + dc) == "." == _at(cells, r - dr, c - dc):
            yield _put(cells, (r, c, "."), (r + dr, c + dc, "x"), (r - dr, c - dc, "x"))


def fox_and_geese(cells: Cells, is_left: bool) -> Iterator[Cells]:
    diagonals = [(a, b) for a, b in AROUND if a and b]
    for r, c in _places(cells, "G" if is_left else "F"):
        for dr, dc in diagonals:
            if (dr < 0 or not is_left) and _at(cells, r + dr, c + dc) == ".":
                yield _put(cells, (r, c, "."), (r + dr, c + dc, cells[r][c]))


def turning(least: int) -> Moves:
    """Turn up to two coins, at least so many, the rightmost from heads to tails."""

    def moves(cells: Cells, is_left: bool) -> Iterator[Cells]:
        flipped = {"H": "T", "T": "H"}
        for r, c in _places(cells, "H"):
            if least == 1:
                yield _put(cells, (r, c, "T"))
            for d in range(c):
                yield _put(cells, (r, c, "T"), (r, d, flipped[cells[r][d]]))

    return moves


def ring_kayles(cells: Cells, is_left: bool) -> Iterator[Cells]:
    (row,) = cells
    for c, mark in enumerate(row):
        if mark == ".":
            yield _put(cells, (0, c, "#"))
            d = (c + 1) % len(row)
            if d != c and row[d] == ".":
                yield _put(cells, (0, c, "#"), (0, d, "#"))


def _colouring(ban_mine: bool) -> Callable[[str, list[list[int]], bool], Iterator[str]]:
    def moves(marks: str, near: list[list[int]], is_left: bool) -> Iterator[str]:
        mine, other = ("x", "o") if is_left else ("o", "x")
        banned = mine if ban_mine else other
        for v, mark in enumerate(marks):
            if mark == "." and all(marks[w] != banned for w in near[v]):
                yield marks[:v] + mine + marks[v + 1 :]

    return moves


def _node_kayles(marks: str, near: list[list[int]], is_left: bool) -> Iterator[str]:
    yield from _colouring(True)(marks, near, True)


def _graph_clobber(marks: str, near: list[list[int]], is_left: bool) -> Iterator[str]:
    mine, other = ("x", "o") if is_left else ("o", "x")
    for v, mark in enumerate(marks):
        for w in near[v]:
            if mark == mine and marks[w] == other:
                after = list(marks)
                after[v], after[w] = ".", mine
                yield "".join(after)


def _splits(total: int) -> Iterator[tuple[int, ...]]:
    return ((a, total - a) for a in range(total // 2 + 1)) if total >= 0 else iter(())


def _subtraction(heap: int, is_left: bool) -> Iterator[tuple[int, ...]]:
    return ((heap - k,) for k in ((1, 3) if is_left else (2, 5)) if k <= heap)


class Twin(NamedTuple):
    """Rules to compare an example with, and a maker of random positions."""

    rules: Any
    position: Callable[[random.Random], Any]
    cheap: bool = True
    """Whether the plain rules alone are quick enough to find values."""
    compares_moves: bool = True


def board(marks: str, rows: int, columns: int) -> Callable[[random.Random], str]:
    def position(chance: random.Random) -> str:
        height, width = chance.randint(1, rows), chance.randint(1, columns)
        return "|".join("".join(chance.choices(marks, k=width)) for _ in range(height))

    return position


def a_graph(marks: str, most: int) -> Callable[[random.Random], Any]:
    def position(chance: random.Random) -> Any:
        vertices = chance.randint(1, most)
        pairs = combinations(range(vertices), 2)
        edges = tuple(pair for pair in pairs if chance.random() < 2.4 / vertices)
        return "".join(chance.choices(marks, k=vertices)), edges

    return position


def heaps(largest: int, most: int) -> Callable[[random.Random], tuple[int, ...]]:
    return lambda chance: tuple(
        sorted(chance.randint(1, largest) for _ in range(chance.randint(1, most)))
    )


def _fox_board(chance: random.Random) -> str:
    height, width = chance.randint(2, 4), chance.randint(2, 4)
    squares = [(r, c) for r in range(height) for c in range(width) if (r + c) % 2 == 0]
    cells = [["."] * width for _ in range(height)]
    places = chance.sample(squares, min(len(squares), chance.randint(1, 3)))
    for (r, c), mark in zip(places, "FGG", strict=False):
        cells[r][c] = mark
    return "|".join(map("".join, cells))


def _amazons_board(chance: random.Random) -> str:
    rows, columns = chance.choice([(1, 5), (2, 2), (2, 3), (3, 2), (1, 4)])
    cells = chance.choices(".#", (3, 1), k=rows * columns)
    for place, mark in zip(chance.sample(range(len(cells)), 2), "xo", strict=True):
        cells[place] = mark
    return "|".join("".join(cells[r * columns : (r + 1) * columns]) for r in range(rows))


def _other(mine: str, other: str) -> str:
    return other


def _clobber_like(moves: Moves, rows: int = 2, columns: int = 3, marks: str = "xo.") -> Twin:
    return Twin(BoardGame(moves), board(marks, rows, columns))


TWINS: dict[str, Twin] = {
    "domineering": Twin(BoardGame(dominoes("|", "-")), board("..#", 3, 4)),
    "cram": Twin(BoardGame(dominoes("|-", "|-")), board("..#", 3, 4)),
    "clobber": Twin(BoardGame(taking(STRAIGHT, _other)), board("xo.", 2, 4)),
    "konane": Twin(fs.Konane, board("xo.", 4, 4)),
    "toads-and-frogs": Twin(BoardGame(strip_walkers("T", "F", 1)), board("TF.", 1, 9)),
    "toppling-dominoes": Twin(fs.TopplingDominoes, board("lre.", 1, 9)),
    "amazons": Twin(fs.Amazons, _amazons_board),
    "col": Twin(fs.Col, board(".", 3, 3), compares_moves=False),
    "snort": Twin(fs.Snort, board(".", 3, 3), compares_moves=False),
    "backsliding-toads-and-frogs": Twin(
        LoopyBoardGame(strip_walkers("T", "F", 1, back=True)), board("TF.", 1, 5)
    ),
    "fox-and-geese": Twin(LoopyBoardGame(fox_and_geese), _fox_board),
    "kings-clobber": _clobber_like(taking(AROUND, _other)),
    "knights-clobber": _clobber_like(taking(KNIGHT, _other), 3, 3, "xo"),
    "cannibal-clobber": _clobber_like(taking(STRAIGHT, lambda mine, other: mine + other)),
    "anti-clobber": _clobber_like(taking(STRAIGHT, lambda mine, other: mine), 2, 4),
    "hot-clobber": _clobber_like(taking(STRAIGHT, _other, stays=True)),
    "generalised-clobber": _clobber_like(taking(AROUND, _other, slides=True)),
    "elephants-and-rhinos": Twin(BoardGame(strip_walkers("E", "R", 0)), board("ER.", 1, 8)),
    "generalised-toads-and-frogs": Twin(BoardGame(strip_walkers("T", "F", 2)), board("TF.", 1, 8)),
    "nogo-like": Twin(BoardGame(breathing), board("xo....", 2, 3)),
    "snail": Twin(BoardGame(snail), board("xo..", 2, 3)),
    "fission": Twin(BoardGame(fission), board(".x", 3, 3)),
    "turning-turtles": Twin(BoardGame(turning(1)), board("TH", 1, 6)),
    "twins": Twin(BoardGame(turning(2)), board("TH", 1, 7)),
    "ring-kayles": Twin(BoardGame(ring_kayles), board(".....#", 1, 7)),
    "impartial-clobber": Twin(fs.rules.impartial(fs.Clobber), board("xo.", 2, 3)),
    "nim": Twin(fs.Nim, heaps(9, 3)),
    "kayles": Twin(fs.Kayles, heaps(9, 3)),
    "grundys-game": Twin(fs.GrundysGame, heaps(9, 3)),
    "partizan-subtraction": Twin(HeapGame(_subtraction), heaps(9, 2)),
    "partizan-splittles": Twin(
        HeapGame(lambda heap, is_left: _splits(heap - (1 if is_left else 2))), heaps(5, 2)
    ),
    "graph-snort": Twin(GraphGame(_colouring(False)), a_graph("xo...", 5)),
    "graph-col": Twin(GraphGame(_colouring(True)), a_graph("xo...", 5)),
    "graph-clobber": Twin(GraphGame(_graph_clobber), a_graph("xo.", 6)),
    "node-kayles": Twin(GraphGame(_node_kayles), a_graph(".", 6)),
}
"""What each example is compared with."""
