"""The board of a position, with the winning moves of both players marked."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import BudgetExceeded, NotationError, ValueOverflowError
from farstar.figures import Item, Mark, board_svg, layout

_MOST_PIECES = 60
_MOST_ITEMS = 900
_MOST_LISTED = 60
_SECONDS = 2.0


def winning_boards(game: Any) -> list[dict[str, Any]]:
    """Return for each player the board, with the places of the winning moves, and their texts.

    Only positions have boards; the list is empty where nothing can be drawn.
    """
    if not isinstance(game, fs.Position):
        return []
    with suppress(BudgetExceeded, NotationError, ValueOverflowError):
        diagram = game.diagram()
        scene = None if diagram is None else layout(diagram, most=_MOST_PIECES)
        if scene is None or len(scene.items) > _MOST_ITEMS:
            return []
        with fs.engine.budget(seconds=_SECONDS):
            # In an impartial game both boards would be the same.
            players = (fs.Left,) if game.is_impartial else (fs.Left, fs.Right)
            return [_board(game, scene, player) for player in players]
    return []


def _board(game: fs.Position, scene: Any, player: fs.Player) -> dict[str, Any]:
    winning = game.winning_moves(player)
    after = {_state(move.after) for move in winning}
    places = {
        tuple(place)
        for step in game.ruleset.moves_with_paths(game.state, player)
        if isinstance(step, fs.Step) and _state(step.after) in after
        for place in step.path
    }

    def mark(item: Item) -> Mark:
        is_winning = item.place is not None and tuple(item.place) in places
        return Mark(("wins",) if is_winning else ())

    return {
        "player": "Either player" if game.is_impartial else player.name.capitalize(),
        "svg": board_svg(scene, mark),
        "count": len(winning),
        "moves": [reports.shorten(move.text, 80) for move in winning[:_MOST_LISTED]],
    }


def _state(after: Any) -> Any:
    return after.state if isinstance(after, fs.Position) else after
