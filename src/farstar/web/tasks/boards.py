"""The boards of a game for the browser: a picture of each component, and the paths of its moves.

The browser knows no rules. A picture is SVG whose places have names (``data-cell``), and a path
says which places are clicked, in order, for a move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import (
    BudgetExceeded,
    IllegalPositionError,
    NotationError,
    ValueOverflowError,
)
from farstar.figures import Item, Mark, Scene, board_svg, layout
from farstar.rules import diagrams
from farstar.sums import SumMove
from farstar.sums.matches import Match

LONGEST_TEXT = 160
"""Characters of a position or a move that are shown."""

_LONGEST_BOARD = 28
"""Characters of a board that is written row by row."""

_MOST_BOARDS = 12
_MOST_PIECES = 60
"""Counters of a heap and pins of a row that are drawn one by one."""

_MOST_ITEMS = 1_700
_MOST_PATHS = 6_000
_MOST_LISTED = 60
_SECONDS = 2.0
"""For the places of the winning moves."""


def boards(match: Match, moves: Sequence[fs.Move], keys: Sequence[str]) -> list[dict[str, Any]]:
    """Return the components that are left, with some moves in them and their short texts.

    Examples
    --------
    >>> match = Match(fs.Euclid(9, 2))
    >>> (board,) = boards(match, match.legal_moves, ["7,2", "5,2", "3,2", "1,2"])
    >>> board["head"], board["paths"][0], board["svg"].count("data-cell")
    ('Euclid(9,2)', ('7,2', ['1']), 4)
    """
    terms = reports.signed_components(match.game)
    left = [
        n for n, (_, game) in enumerate(terms) if len(terms) == 1 or not reports.is_finished(game)
    ]
    played = _played(match)
    last = inner(match.moves[-1]) if match.moves else None
    named = list(zip(keys, moves, strict=True))
    drawings = []
    for place in left[:_MOST_BOARDS]:
        sign, component = terms[place]
        steps = [(key, inner(move)) for key, move in named if _place(move) == place]
        is_last = bool(played[place]) and last is played[place][-1]
        drawings.append(_board(component, sign, steps, played[place], is_last=is_last))
    return drawings


def short_name(game: Any) -> str:
    """Return the text of a game; a large board is called by its size.

    Examples
    --------
    >>> short_name(fs.Domineering("20x20")), short_name(fs.Nim(1, 2) + fs.Domineering("2x2"))
    ('Domineering(20x20)', 'Nim(1,2) + Domineering(..|..)')
    """
    terms = reports.signed_components(game)
    signs = ["-" if sign < 0 else "+" for sign, _ in terms]
    names = [_component_name(component) for _, component in terms]
    joined = " ".join(f"{sign} {name}" for sign, name in zip(signs, names, strict=True))
    return reports.shorten(joined.removeprefix("+ "), LONGEST_TEXT)


def _component_name(component: Any) -> str:
    text = reports.component_text(component)
    if len(text) <= _LONGEST_BOARD or not isinstance(component, fs.Position):
        return text
    diagram = component.diagram()
    if not isinstance(diagram, diagrams.Grid) or not diagram.rows:
        return text
    size = f"{len(diagram.rows)}x{len(diagram.rows[0])}"
    name = component.ruleset.name
    with suppress(NotationError, IllegalPositionError):
        if fs.parse(f"{name}({size})") == component:
            return f"{name}({size})"
    return f"{name}, {size.replace('x', ' × ')}"


def _place(move: fs.Move) -> int:
    """Return the number of the component in which a move is made."""
    return move.component if isinstance(move, SumMove) else 0


def inner(move: fs.Move) -> fs.Move:
    """Return a move as one of its component."""
    return move.move if isinstance(move, SumMove) else move


def _played(match: Match) -> list[list[fs.Move]]:
    """Return the moves so far in each component that is left."""
    played: list[list[fs.Move]] = [[] for _ in reports.signed_components(match.start)]
    for move in match.moves:
        played[_place(move)].append(inner(move))
        if isinstance(move.after, fs.Sum) and len(move.after.terms) < len(played):
            # A value of zero is not a component any more.
            del played[_place(move)]
    return played


def _board(
    component: Any,
    sign: int,
    steps: list[tuple[str, fs.Move]],
    played: list[fs.Move],
    *,
    is_last: bool,
) -> dict[str, Any]:
    """Return the drawing of a component, and which clicks mean which move."""
    position = reports.as_position(component)
    diagram = position.diagram()
    text = reports.component_text(component)
    laid = [(move.player.name.lower(), move.path) for move in played]
    last = played[-1] if is_last else None
    path = last.path if last is not None and diagram is not None and diagram.keeps_places else ()
    scene = scene_of(diagram, laid=laid, last=path)
    return {
        "head": f"{'−' if sign < 0 else ''}{short_name(component)}",
        "changed": sign < 0 and not reports.is_impartial(component),
        "svg": None if scene is None else svg(scene),
        "paths": [] if scene is None or diagram is None else _paths(position, scene, steps),
        "last": [_cell(place) for place in path],
        "before": None if last is None else _before(last),
        "shifts": scene is not None and diagram is not None and not diagram.keeps_places,
        "edit": _edit(position, diagram, text) if sign > 0 else None,
    }


def scene_of(
    diagram: diagrams.Diagram | None,
    *,
    laid: Any = (),
    last: Any = (),
    pieces: int = _MOST_PIECES,
    items: int = _MOST_ITEMS,
) -> Scene | None:
    """Return the scene of a diagram, None if there is none, or if it would be too large."""
    if diagram is None:
        return None
    try:
        scene = layout(diagram, laid=laid, last=last, most=pieces)
    except NotationError:
        return None
    return scene if len(scene.items) <= items else None


def svg(scene: Scene) -> str:
    """Return a scene whose places have names, for the stylesheet of the workbench."""
    return board_svg(scene, _named)


def _named(item: Item) -> Mark:
    x, y = item.middle
    cell = {"data-cell": _cell(item.place or ()), "data-x": f"{x:.1f}", "data-y": f"{y:.1f}"}
    return Mark(attributes=cell)


def _cell(place: Sequence[int]) -> str:
    return ",".join(map(str, place))


def _edit(
    position: fs.Position, diagram: diagrams.Diagram | None, text: str
) -> dict[str, Any] | None:
    """Return what can be set up, if the notation is the board."""
    name = position.ruleset.name
    if not isinstance(diagram, diagrams.Grid) or text != f"{name}({'|'.join(diagram.rows)})":
        return None
    marks = {mark: look.words for mark, look in diagram.looks.items()}
    token = next((m for m, look in diagram.looks.items() if look.shape == "token"), None)
    return {"name": name, "rows": list(diagram.rows), "marks": marks, "token": token}


def _paths(
    position: fs.Position, scene: Scene, steps: list[tuple[str, fs.Move]]
) -> list[tuple[str, list[str]]]:
    """Return the moves with the places to click for each, perhaps in several ways."""
    keys = {_state(move.after): key for key, move in reversed(steps)}
    cells = {_cell(item.place) for item in scene.items if item.place is not None}
    diagram = position.diagram()
    # What lies between two ends can be shown from either end.
    any_order = isinstance(diagram, diagrams.Rows) or getattr(diagram, "lays_dominoes", False)
    paths: dict[tuple[str, ...], str] = {}
    for _, move in steps[:1]:
        for step in position.ruleset.moves_with_paths(position.state, move.player):
            if not isinstance(step, fs.Step) or not step.path or _state(step.after) not in keys:
                continue
            path = tuple(map(_cell, step.path))
            if not cells.issuperset(path):
                continue
            for way in (path, path[::-1]) if any_order else (path,):
                paths.setdefault(way, keys[_state(step.after)])
            if len(paths) >= _MOST_PATHS:
                break
    return [(key, list(path)) for path, key in paths.items()]


def _state(after: Any) -> Any:
    return after.state if isinstance(after, fs.Position) else after


# The last move in games whose places change.


def _before(move: fs.Move) -> str | None:
    """Return a small picture of the position before a move, with what the move touches marked.

    None if places keep their meaning, so that the board itself can be marked, or if nothing can be
    drawn.
    """
    diagram = move.before.diagram() if isinstance(move.before, fs.Position) else None
    if diagram is None or diagram.keeps_places or not move.path:
        return None
    scene = scene_of(diagram, pieces=20, items=400)
    touches = _touched(diagram, [tuple(place) for place in move.path])
    return None if scene is None else _marked(scene, "moved", touches)


def _marked(scene: Scene, name: str, is_marked: Callable[[tuple[int, ...]], bool]) -> str:
    """Return a scene some places of which belong to a class of the stylesheet."""

    def mark(item: Item) -> Mark:
        return Mark((name,) if item.place is not None and is_marked(tuple(item.place)) else ())

    return board_svg(scene, mark)


def _touched(
    diagram: diagrams.Diagram, path: Sequence[tuple[int, ...]]
) -> Callable[[tuple[int, ...]], bool]:
    """Return which places a move along a path touches."""
    if isinstance(diagram, diagrams.Heaps):
        # A counter goes with all that lie on it.
        return lambda place: any(place[0] == heap and place[1] >= low for heap, low in path)
    if isinstance(diagram, diagrams.Rows):
        (row, first), (_, last) = path[0], path[-1]
        low, high = min(first, last), max(first, last)
        return lambda place: place[0] == row and low <= place[1] <= high
    return lambda place: place in path


# Winning moves.


def winning_boards(known: reports.Report) -> list[dict[str, Any]]:
    """Return for each player the board, and the winning moves: texts and paths.

    Only positions have boards; the list is empty where nothing can be drawn.
    """
    game = known.game
    if not isinstance(game, fs.Position):
        return []
    with suppress(BudgetExceeded, NotationError, ValueOverflowError):
        scene = scene_of(game.diagram(), items=900)
        if scene is None:
            return []
        # In an impartial game both boards would be the same.
        players = (fs.Left,) if game.is_impartial else (fs.Left, fs.Right)
        if known.outcome is None or known.left_wins_by is None or known.right_wins_by is None:
            return [{"player": "", "svg": svg(scene), "count": None, "moves": []}]
        with fs.engine.budget(seconds=_SECONDS):
            return [_winning_board(game, scene, p, known.wins_by(p) or ()) for p in players]
    return []


def _winning_board(
    game: fs.Position, scene: Scene, player: fs.Player, winning: Sequence[fs.Move]
) -> dict[str, Any]:
    listed = winning[:_MOST_LISTED]
    wanted = {_state(move.after) for move in listed}
    paths: dict[Any, list[str]] = {}
    for step in game.ruleset.moves_with_paths(game.state, player) if wanted else ():
        if isinstance(step, fs.Step) and _state(step.after) in wanted:
            paths.setdefault(_state(step.after), list(map(_cell, step.path)))
    return {
        "player": "Either player" if game.is_impartial else player.name.capitalize(),
        "svg": svg(scene),
        "count": len(winning),
        "moves": [
            {"text": reports.shorten(move.text, 80), "path": paths.get(_state(move.after), [])}
            for move in listed
        ],
    }
