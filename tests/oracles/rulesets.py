"""The rules of some games, as plainly as possible, to compare values of positions with known ones.

Every generator here gives the Left and the Right options of a position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeAlias

import farstar as fs

Position: TypeAlias = Any
Sides: TypeAlias = tuple[Iterable[Position], Iterable[Position]]
Rules: TypeAlias = Callable[[Position], Sides]


def value_of(position: Hashable, rules: Rules, known: dict[Hashable, fs.Value]) -> fs.Value:
    """Return the value of a position; an option that is a tuple of positions is their sum."""
    if position not in known:
        left, right = ([total(option, rules, known) for option in side] for side in rules(position))
        known[position] = fs.Value.of(left, right)
    return known[position]


def total(option: Position, rules: Rules, known: dict[Hashable, fs.Value]) -> fs.Value:
    parts = option if isinstance(option, list) else [option]
    return sum((value_of(part, rules, known) for part in parts), fs.Value(0))


def partizan_euclid(position: tuple[int, int]) -> Sides:
    """(p, q): with t = p mod q, Left goes to (q, t) and Right to (q, q - t); t = 0 ends it."""
    p, q = position
    t = p % q
    return ([(q, t)], [(q, q - t)]) if t else ([], [])


def toads_and_frogs(row: str) -> Sides:
    """A toad (Left) moves right, a frog (Right) left: a step, or a jump over one of the others."""
    left = [
        row[:i] + new + row[i + len(old) :]
        for old, new in (("t.", ".t"), ("tf.", ".ft"))
        for i in range(len(row))
        if row.startswith(old, i)
    ]
    right = [
        row[:i] + new + row[i + len(old) :]
        for old, new in ((".f", "f."), (".tf", "ft."))
        for i in range(len(row))
        if row.startswith(old, i)
    ]
    return left, right


def toppling_dominoes(row: str) -> Sides:
    """Topple a domino of one's colour or a green one, with all on one side of it."""

    def after(colours: str) -> list[str]:
        mine = [i for i, colour in enumerate(row) if colour in colours]
        return [row[:i] for i in mine] + [row[i + 1 :] for i in mine]

    return after("le"), after("re")


def hackenbush_stalk(stalk: str) -> Sides:
    """Cut an edge of one's colour or a green one; all above it falls."""
    left = [stalk[:i] for i, colour in enumerate(stalk) if colour in "le"]
    right = [stalk[:i] for i, colour in enumerate(stalk) if colour in "re"]
    return left, right


def partizan_subtraction(position: tuple[tuple[int, ...], tuple[int, ...], int]) -> Sides:
    """Take a number of the own set from the heap."""
    left, right, heap = position
    return (
        [(left, right, heap - n) for n in left if n <= heap],
        [(left, right, heap - n) for n in right if n <= heap],
    )


def clobber(board: str) -> Sides:
    """Move a stone onto a neighbouring stone of the other player, which disappears."""
    width = board.find("|") + 1 or len(board) + 1
    sides = []
    for mine, yours in ("xo", "ox"):
        sides.append(
            [
                _changed(board, {i: ".", i + step: mine})
                for i in range(len(board))
                for step in (1, -1, width, -width)
                if board[i] == mine and 0 <= i + step < len(board) and board[i + step] == yours
            ]
        )
    return sides[0], sides[1]


def domineering(board: str) -> Sides:
    """Left fills two free squares one above the other, Right two side by side."""
    width = board.find("|") + 1 or len(board) + 1
    left, right = (
        [
            _pieces(_changed(board, {i: "#", i + step: "#"}))
            for i in range(len(board) - step)
            if board[i] == board[i + step] == "."
        ]
        for step in (width, 1)
    )
    return left, right


def _pieces(board: str) -> list[str]:
    """Split a board into its connected parts: each with all other squares filled."""
    width = board.find("|") + 1 or len(board) + 1
    free = {i for i, square in enumerate(board) if square == "."}
    pieces = []
    while free:
        waiting = [free.pop()]
        piece = set(waiting)
        while waiting:
            i = waiting.pop()
            near = {i + 1, i - 1, i + width, i - width} & free
            free -= near
            piece |= near
            waiting += near
        rest = {i: "#" for i, square in enumerate(board) if square == "." and i not in piece}
        pieces.append(_cropped(_changed(board, rest)))
    return pieces


def _cropped(board: str) -> str:
    """Drop edges that are filled and turn it half round, so that more boards are the same."""
    rows = board.split("|")
    for _ in range(4):
        while rows and set(rows[0]) <= {"#"}:
            rows = rows[1:]
        rows = ["".join(column) for column in zip(*rows, strict=True)][::-1]
    cropped = "|".join(rows)
    return min(cropped, cropped[::-1])


def _changed(board: str, squares: dict[int, str]) -> str:
    return "".join(squares.get(i, square) for i, square in enumerate(board))


def cutcake(size: tuple[int, int]) -> Sides:
    """Cut a cake of m rows and n columns: Left vertically, Right horizontally."""
    m, n = size
    left = [[(m, k), (m, n - k)] for k in range(1, n)]
    right = [[(k, n), (m - k, n)] for k in range(1, m)]
    return left, right


def maundy_cake(size: tuple[int, int]) -> Sides:
    """Cut into any number of equal parts: Left vertically, Right horizontally."""
    m, n = size
    left = [[(m, n // k)] * k for k in range(2, n + 1) if n % k == 0]
    right = [[(m // k, n)] * k for k in range(2, m + 1) if m % k == 0]
    return left, right


def eatcake(size: tuple[int, int]) -> Sides:
    """Cut as in Cutcake, after eating one column (Left) or one row (Right)."""
    m, n = size
    left = [_whole((m, k), (m, n - 1 - k)) for k in range(n)]
    right = [_whole((k, n), (m - 1 - k, n)) for k in range(m)]
    return left, right


def _whole(*sizes: tuple[int, int]) -> list[tuple[int, int]]:
    return [size for size in sizes if min(size) > 0]


def col(graph: tuple[str, str]) -> Sides:
    """Colour a vertex (Left x, Right o), never like a neighbour."""
    return _coloured(graph, unlike=True)


def snort(graph: tuple[str, str]) -> Sides:
    """Colour a vertex (Left x, Right o), never unlike a neighbour."""
    return _coloured(graph, unlike=False)


def _coloured(graph: tuple[str, str], *, unlike: bool) -> Sides:
    kind, colours = graph
    n = len(colours)

    def near(i: int) -> set[str]:
        joined = {
            "path": [j for j in (i - 1, i + 1) if 0 <= j < n],
            "cycle": [(i - 1) % n, (i + 1) % n],
            "clique": [j for j in range(n) if j != i],
        }[kind]
        return {colours[j] for j in joined}

    left, right = (
        [
            (kind, _changed(colours, {i: mine}))
            for i in range(n)
            if colours[i] == "." and (mine if unlike else yours) not in near(i)
        ]
        for mine, yours in ("xo", "ox")
    )
    return left, right


def _graph(text: str) -> tuple[str, str]:
    """Read 'path 7', 'cycle 3' and 'clique 3'."""
    kind, size = text.split()
    return kind, "." * int(size)


def _board(text: str) -> str:
    """Read '3x4 empty' and 'xo alternating 1x9' as well as boards."""
    if match := re.fullmatch(r"(\d+)x(\d+) empty", text):
        return "|".join(["." * int(match[2])] * int(match[1]))
    if match := re.fullmatch(r"xo alternating 1x(\d+)", text):
        return ("xo" * int(match[1]))[: int(match[1])]
    return text


def _heap(text: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Read 'L=[1, 2] R=[3] n=9'."""
    left, right, heap = re.fullmatch(r"L=\[(.*)\] R=\[(.*)\] n=(\d+)", text).groups()  # type: ignore[union-attr]
    return tuple(map(int, left.split(","))), tuple(map(int, right.split(","))), int(heap)


def _size(text: str) -> tuple[int, int]:
    m, n = re.findall(r"\d+", text)
    return int(m), int(n)


RULESETS: dict[str, tuple[Callable[[Any], Hashable], Rules]] = {
    "partizan-euclid": (tuple, partizan_euclid),
    "toads-and-frogs": (str, toads_and_frogs),
    "toppling-dominoes": (str, toppling_dominoes),
    "hackenbush-stalk": (str, hackenbush_stalk),
    "partizan-subtraction": (_heap, partizan_subtraction),
    "clobber": (_board, clobber),
    "domineering": (_board, domineering),
    "cutcake": (_size, cutcake),
    "maundycake": (_size, maundy_cake),
    "eatcake": (_size, eatcake),
    "col": (_graph, col),
    "snort": (_graph, snort),
}
"""How to read the positions of a category, and its rules."""
