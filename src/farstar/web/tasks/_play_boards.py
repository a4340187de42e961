"""Components of a game as boards: what is drawn, and which clicks mean which move.

A board is plain data. Its cells have names, and a move is a path of one or more cells that are
clicked one after the other; several paths may mean the same move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import farstar as fs
from farstar.games import GridPosition
from farstar.reports import shorten
from farstar.web.tasks._play_pieces import Board, Drawn, Path, Paths, Step, pieces

_MOST_CELLS = 400
_MOST_SQUARES = 40
_MOST_COLUMNS = 60
_MOST_PLACES = 60
_WIDEST = 40
"""Columns of a grid."""

_LONGEST_TEXT = 160
_LONGEST_LABEL = 10


def describe(component: Any, sign: int, steps: list[Step]) -> Board:
    """Return the board of a component, with the moves that can be made by clicking on it.

    Examples
    --------
    >>> board = describe(fs.Nim(2), 1, list(enumerate(fs.Nim(2).moves(fs.Left))))
    >>> board["kind"], board["paths"]
    ('heaps', [(1, ('h0-2',)), (0, ('h0-1',))])
    """
    kind, data, paths = _board(component, steps)
    return {
        "kind": kind,
        "head": f"{'−' if sign < 0 else ''}{shorten(text_of(component), _LONGEST_TEXT)}",
        "changed": sign < 0 and not _is_impartial(component),
        "data": data,
        "paths": paths,
    }


def text_of(component: Any) -> str:
    """Return how a component is written, shortened where that is too long."""
    try:
        return str(component)
    except fs.BudgetExceeded:
        return repr(component)


def _is_impartial(component: Any) -> bool:
    return component.is_nimber if isinstance(component, fs.Value) else component.is_impartial


def _board(component: Any, steps: list[Step]) -> Drawn:
    """Choose how a component is drawn."""
    if isinstance(component, fs.PartizanEuclid) and _fits(component.p, component.q):
        data: Board = {"large": component.p, "small": component.q}
        names = {fs.Left: "rest", fs.Right: "missing"}
        return "partizan", data, [(number, (names[move.player],)) for number, move in steps]
    if isinstance(component, fs.Euclid | fs.Grossman) and _fits(component.large, component.small):
        return "squares", *_squares(component, steps)
    if isinstance(component, fs.GeographyBoard) and component.columns <= _MOST_COLUMNS:
        return (
            "track",
            {"rows": component.rows, "edit": True},
            [(number, (_cell(*move.after.token),)) for number, move in steps],
        )
    if isinstance(component, fs.GeographyA | fs.GeographyB):
        return _two_rows(component, steps)
    if isinstance(component, GridPosition):
        return _grid(component, steps)
    if isinstance(component, fs.ModularNim | fs.Geography | fs.PartizanGeography):
        return _ring(component, steps)
    if isinstance(component, fs.GraphCol | fs.GraphSnort):
        return _graph(component, steps)
    if isinstance(component, fs.Wythoff):
        return _wythoff(component, steps)
    return pieces(component, steps)


def _cell(row: int, column: int) -> str:
    return f"r{row}c{column}"


def _fits(large: int, small: int) -> bool:
    """Tell whether a rectangle can be drawn."""
    return 0 < small < 10**15 and large <= _MOST_SQUARES * small and small <= _MOST_SQUARES * large


def _squares(component: fs.Euclid | fs.Grossman, steps: list[Step]) -> tuple[Board, Paths]:
    large, small = component.large, component.small
    paths: Paths = [
        (number, (f"k{(large + small - _size(move)) // small}",)) for number, move in steps
    ]
    return {"large": large, "small": small}, paths


def _size(move: fs.Move) -> int:
    after = move.after
    size: int = after.a + after.b
    return size


def _two_rows(component: fs.GeographyA | fs.GeographyB, steps: list[Step]) -> Drawn:
    """Draw A(x,y,z) or B(x,y,z) as a board that it stands for."""
    if component.x + component.y + component.z > _MOST_COLUMNS:
        return "text", {}, []
    board = component.board()
    numbers = {(move.player, move.after): number for number, move in steps}
    paths: Paths = [
        (numbers[player, option.position], (_cell(*option.token),))
        for player in {move.player for _, move in steps}
        for option in board.options(player)
        if isinstance(option, fs.GeographyBoard) and (player, option.position) in numbers
    ]
    return "track", {"rows": board.rows, "edit": False}, paths


def _grid(component: GridPosition, steps: list[Step]) -> Drawn:
    if component.height * component.width > _MOST_CELLS or component.width > _WIDEST:
        return "text", {}, []
    data = {
        "name": component.ruleset.name,
        "rows": list(component.rows),
        "alphabet": component.alphabet(),
        "edit": True,
    }
    return (
        "grid",
        data,
        [(number, path) for number, move in steps for path in grid_paths(component, move.after)],
    )


def grid_paths(before: GridPosition, after: GridPosition) -> Iterator[Path]:
    """Yield the clicks that mean a move: from where to where, or the cells that are covered.

    Examples
    --------
    >>> move = fs.Amazons("x..|..o").moves(fs.Left)[1]
    >>> move.text, list(grid_paths(move.before, move.after))
    ('(1,1) to (1,2), burns (1,1)', [('r0c0', 'r0c1', 'r0c0')])
    >>> move = fs.Konane("xo.").moves(fs.Left)[0]
    >>> list(grid_paths(move.before, move.after))
    [('r0c0', 'r0c2')]
    >>> move = fs.Domineering("2x2").moves(fs.Left)[0]
    >>> list(grid_paths(move.before, move.after))
    [('r0c0', 'r1c0'), ('r1c0', 'r0c0')]
    """
    changes = before.changes(after)
    marks = {c.before for c in changes} - {".", "#"}
    goal = next((c for c in changes if c.after in marks), None)
    if goal is not None:
        start = next(c for c in changes if c.before == goal.after)
        burnt = [c for c in changes if c.after == "#"]
        yield tuple(_cell(*c.cell) for c in (start, goal, *burnt))
        return
    cells = [_cell(*c.cell) for c in changes]
    if len(cells) == 1 and isinstance(before, fs.TopplingDominoes):
        # The first click says where the dominoes begin to fall, the second one where they end.
        yield cells[0], cells[0]
    elif len(cells) == 1:
        yield (cells[0],)
    else:
        yield cells[0], cells[-1]
        yield cells[-1], cells[0]


def _ring(component: Any, steps: list[Step]) -> Drawn:
    """Put the vertices of Geography on a ring, with the ways that the token may go."""
    names = {vertex: place for place, vertex in enumerate(component.vertices)}
    labels = [str(vertex) for vertex in names]
    if len(labels) > _MOST_PLACES or max(map(len, labels)) > _LONGEST_LABEL:
        return "text", {}, []
    visited = set(component.visited)
    states = ["visited" if vertex in visited else "open" for vertex in names]
    token = names[component.token]
    states[token] = "the token"
    data = {"labels": labels, "states": states, "token": token, "lines": []}
    return "ring", data, [(n, (f"p{names[move.after.token]}",)) for n, move in steps]


_STATES = {
    ".": "open",
    "x": "of Left",
    "o": "of Right",
    "l": "open to Left",
    "r": "open to Right",
    "#": "closed",
}


def _graph(component: fs.GraphCol | fs.GraphSnort, steps: list[Step]) -> Drawn:
    """Put the vertices of a graph to be coloured on a ring."""
    marks = component.marks
    if not 1 < len(marks) <= _MOST_PLACES:
        return "text", {}, []
    data = {
        "labels": [str(place) for place in range(len(marks))],
        "states": [_STATES[mark] for mark in marks],
        "token": None,
        "lines": [list(edge) for edge in component.edges],
    }
    paths: Paths = []
    for number, move in steps:
        new = enumerate(zip(marks, move.after.marks, strict=True))
        paths.append((number, (f"p{next(place for place, (a, b) in new if a != b)}",)))
    return "ring", data, paths


def _wythoff(component: fs.Wythoff, steps: list[Step]) -> Drawn:
    """Draw two heaps as the place of a queen that goes home to the corner."""
    a, b = component.heaps
    if max(a, b) >= _WIDEST or (a + 1) * (b + 1) > _MOST_CELLS:
        return "text", {}, []
    goals: dict[Path, int] = {}
    for number, move in steps:
        for place in (move.after.heaps, move.after.heaps[::-1]):
            if _is_queens(component.heaps, place):
                goals[(_cell(*place),)] = number
    return "queen", {"place": [a, b]}, [(number, path) for path, number in goals.items()]


def _is_queens(start: tuple[int, ...], goal: tuple[int, ...]) -> bool:
    """Tell whether a queen goes from `start` to `goal`, towards the corner."""
    down, left = start[0] - goal[0], start[1] - goal[1]
    return min(down, left) >= 0 and (not down or not left or down == left)
