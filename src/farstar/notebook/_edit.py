"""Setting up a position by clicking: what a click on a place changes, for every kind of diagram.

An edit makes a new state and leaves it to the ruleset to accept or to refuse it. Rulesets are not
asked what their states mean: a state is edited only if it is, part by part, what the diagram shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import farstar as fs
from farstar.errors import FarstarError, IllegalPositionError, NotationError
from farstar.rules import Place, diagrams

MOST = 60
"""The largest size of a heap, a row or a side that can be set by clicking."""

MOST_ROWS, MOST_COLUMNS = 10, 16

_COLOURS = {"l": "Left's edge", "r": "Right's edge", "e": "anybody's edge"}
_EDGE_MARKS = {**_COLOURS, "cut": "no edge", "grow": "one more edge above it"}
_TOKEN_MARKS = {"token": "the token", "taken": "taken or open"}
_VERTEX_MARKS = {
    ".": "open",
    "x": "Left's",
    "o": "Right's",
    "l": "Left's only",
    "r": "Right's only",
}


def marks(position: fs.Position) -> Mapping[str, str]:
    """Return what a click can put on a place, with a description; empty if it can put nothing."""
    diagram, state = position.diagram(), position.state
    match diagram:
        case diagrams.Grid() if _grid_rows(position) is not None:
            return {mark: look.words for mark, look in diagram.looks.items()}
        case diagrams.Edges() if _has_colours(state):
            return _EDGE_MARKS
        case diagrams.Graph() if _is_token_graph(diagram, state):
            return _TOKEN_MARKS
        case diagrams.Graph() if _has_vertex_marks(diagram, state):
            known = _VERTEX_MARKS.items()
            return {mark: words for mark, words in known if _accepts(position, mark)}
        case diagrams.Heaps() | diagrams.Rows() if numbers(position) == list(diagram.sizes):
            return {"size": "the size of the heap or row"}
    return {}


def edit(position: fs.Position, place: Place, mark: str) -> fs.Position:
    """Return the position after a click on a place, which puts one of the `marks` there.

    If the mark is there already, the place is cleared.

    Examples
    --------
    >>> edit(fs.Domineering("2x2"), (0, 1), "#"), edit(fs.Nim(3, 5), (1, 2), "size")
    (Domineering('.#|..'), Nim(3, 2))
    """
    known = marks(position)
    if mark not in known:
        expected = ", ".join(known) or "a game whose board can be set up by clicking"
        raise NotationError(f"expected {expected}, got {mark!r:.40}")
    try:
        state = _edited(position, place, mark)
    except (IndexError, ValueError, TypeError) as error:
        if isinstance(error, FarstarError):
            raise
        raise NotationError(f"expected a place of the board, got {place!r:.60}") from None
    try:
        return _with_state(position, state)
    except IllegalPositionError:
        moved = _moved_piece(position, place, mark)
        if moved is None:
            raise
        return _with_state(position, moved)


def _moved_piece(position: fs.Position, place: Place, mark: str) -> Any:
    """Return the state where the only piece of its kind has moved to a place, if it is that."""
    diagram, rows = position.diagram(), _grid_rows(position)
    if not isinstance(diagram, diagrams.Grid) or rows is None or "".join(rows).count(mark) != 1:
        return None
    emptied = [line.replace(mark, _blank(diagram)) for line in rows]
    row, column = place
    emptied[row] = emptied[row][:column] + mark + emptied[row][column + 1 :]
    return _like(position.state, emptied)


def _edited(position: fs.Position, place: Place, mark: str) -> Any:
    diagram, state = position.diagram(), position.state
    if min(place) < 0:
        raise IndexError(place)
    match diagram:
        case diagrams.Grid():
            return _like(state, _marked_rows(diagram, place, mark))
        case diagrams.Edges():
            return _marked_edges(state, place[0], mark)
        case diagrams.Graph() if mark in _TOKEN_MARKS:
            return _moved_token(state, place[0], mark, len(diagram.labels))
        case diagrams.Graph():
            text, vertex = state[0], place[0]
            put = "." if text[vertex] == mark else mark
            return (text[:vertex] + put + text[vertex + 1 :], *state[1:])
        case diagrams.Heaps() | diagrams.Rows():
            sizes = list(diagram.sizes)
            which, height = place
            # A click on the top counter takes it away; otherwise one could never get to nothing.
            sizes[which] = height - 1 if sizes[which] == height else height
            return tuple(sizes)
    raise TypeError(diagram)


def _with_state(position: fs.Position, state: Any) -> fs.Position:
    """Return the position of the same game with another state, which the ruleset checks."""
    rules = position.ruleset
    return rules.wrap(fs.Position(rules, state).state)


def _grid_rows(position: fs.Position) -> tuple[str, ...] | None:
    """Return the rows of a board if the state consists of them."""
    diagram = position.diagram()
    if isinstance(diagram, diagrams.Grid) and position.state in (
        diagram.rows,
        "|".join(diagram.rows),
    ):
        return diagram.rows
    return None


def _like(state: Any, rows: list[str]) -> Any:
    return "|".join(rows) if isinstance(state, str) else tuple(rows)


def _marked_rows(diagram: diagrams.Grid, place: Place, mark: str) -> list[str]:
    """Return the rows with a mark at a place; there is never more than one token."""
    row, column = place
    rows = list(diagram.rows)
    token = next((m for m, look in diagram.looks.items() if look.shape == "token"), None)
    blank = _blank(diagram)
    old = rows[row][column]
    if old == token:
        return rows
    if mark == token:
        rows = [line.replace(mark, blank) for line in rows]
    put = blank if old == mark else mark
    rows[row] = rows[row][:column] + put + rows[row][column + 1 :]
    return rows


def _blank(diagram: diagrams.Grid) -> str:
    """Return the mark of an empty cell, or the first mark where no cell is ever empty."""
    empty = (mark for mark, look in diagram.looks.items() if look.shape == "empty")
    return next(empty, next(iter(diagram.looks)))


def _has_colours(state: Any) -> bool:
    return isinstance(state, tuple) and all(
        isinstance(edge, tuple) and len(edge) == 3 and edge[2] in _COLOURS for edge in state
    )


def _marked_edges(state: Any, number: int, mark: str) -> Any:
    a, b, _ = state[number]
    before, after = state[:number], state[number + 1 :]
    if mark == "cut":
        return before + after
    if mark == "grow":
        top = 1 + max(max(edge[:2]) for edge in state)
        return (*state, (b, top, "l"))
    return (*before, (a, b, mark), *after)


def _is_token_graph(diagram: diagrams.Graph, state: Any) -> bool:
    """Return whether a state is the token's vertex and a number whose bits are open vertices."""
    return (
        diagram.token is not None
        and isinstance(state, tuple)
        and len(state) == 2
        and state[0] == diagram.token
        and isinstance(state[1], int)
        and state[1] >> len(diagram.labels) == 0
    )


def _moved_token(state: tuple[int, int], vertex: int, mark: str, count: int) -> tuple[int, int]:
    token, is_open = state
    if vertex >= count:
        raise IndexError(vertex)
    if vertex == token:
        return state
    if mark == "taken":
        return token, is_open ^ (1 << vertex)
    return vertex, (is_open | 1 << token) & ~(1 << vertex)


def _has_vertex_marks(diagram: diagrams.Graph, state: Any) -> bool:
    return (
        isinstance(state, tuple)
        and bool(state)
        and isinstance(state[0], str)
        and len(state[0]) == len(diagram.labels)
    )


def _accepts(position: fs.Position, mark: str) -> bool:
    text, *rest = position.state
    try:
        _with_state(position, (mark + "." * (len(text) - 1), *rest))
    except FarstarError:
        return False
    return True


def numbers(position: fs.Position) -> list[int]:
    """Return the numbers that make up a position, such as its sizes; empty if other things do.

    Examples
    --------
    >>> numbers(fs.Nim(3, 5)), numbers(fs.Cutcake(4, 9)), numbers(fs.GeographyA(3, 2, 1))
    ([3, 5], [4, 9], [3, 2, 1])
    """
    diagram, state = position.diagram(), position.state
    if diagram is None or isinstance(diagram, diagrams.Graph | diagrams.Edges):
        return []
    return list(_integers(state)) if isinstance(state, tuple) and _is_numeric(state) else []


def _is_numeric(state: Any) -> bool:
    """Return whether a state is whole numbers, in tuples, or in a tuple with names."""
    if isinstance(state, tuple):
        return all(_is_numeric(part) or hasattr(state, "_fields") for part in state)
    return isinstance(state, int) and not isinstance(state, bool)


def _integers(state: Any) -> Iterator[int]:
    for part in state:
        if isinstance(part, tuple):
            yield from _integers(part)
        elif isinstance(part, int):
            yield part


def set_number(position: fs.Position, which: int, number: int) -> fs.Position:
    """Return the position with another number; one more than there are adds a heap or a row."""
    known = numbers(position)
    if not 0 <= which < len(known) + can_add(position) or not 0 <= number <= MOST:
        raise NotationError(f"expected a number from 0 to {MOST} of the position, got {number}")
    if which == len(known):
        return _with_state(position, (*position.state, number))
    known[which] = number
    return _with_state(position, _rebuilt(position.state, iter(known)))


def can_add(position: fs.Position) -> bool:
    """Return whether a heap or a row can be added."""
    diagram = position.diagram()
    is_list = isinstance(diagram, diagrams.Heaps | diagrams.Rows)
    return is_list and position.state == getattr(diagram, "sizes", None)


def _rebuilt(state: Any, fresh: Iterator[int]) -> Any:
    parts = [
        _rebuilt(part, fresh)
        if isinstance(part, tuple)
        else next(fresh)
        if isinstance(part, int)
        else part
        for part in state
    ]
    make: Callable[..., Any] = getattr(type(state), "_make", tuple)
    return make(parts)


def can_resize(position: fs.Position) -> bool:
    """Return whether rows and columns can be added: the board is the state, and has no token."""
    diagram = position.diagram()
    return (
        isinstance(diagram, diagrams.Grid)
        and _grid_rows(position) is not None
        and not any(look.shape == "token" for look in diagram.looks.values())
    )


def resize(position: fs.Position, rows: int, columns: int) -> fs.Position:
    """Return the position on a board of another size; new cells are empty."""
    diagram = position.diagram()
    if not isinstance(diagram, diagrams.Grid) or not can_resize(position):
        raise NotationError(f"expected a board whose size can be changed, got {position}")
    if not (1 <= rows <= MOST_ROWS and 1 <= columns <= MOST_COLUMNS):
        raise IllegalPositionError(
            f"expected at most {MOST_ROWS} rows and {MOST_COLUMNS} columns, got {rows} x {columns}"
        )
    blank = _blank(diagram)
    lines = [line[:columns].ljust(columns, blank) for line in diagram.rows[:rows]]
    lines += [blank * columns] * (rows - len(lines))
    return _with_state(position, _like(position.state, lines))
