"""The moves of a game, and its text, as trees show them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from farstar._outcome import Left, Right
from farstar.figures import _style as look
from farstar.loopy import Loopy
from farstar.rules import Position
from farstar.values import Value

Side: TypeAlias = Literal["left", "right", "both"]


def branches(game: Any) -> list[tuple[Side, Any]]:
    """Return who may move where; numbers are not expanded."""
    left: tuple[Any, ...]
    right: tuple[Any, ...]
    if isinstance(game, Value | Loopy):
        if _is_number(game):
            return []
        left, right = game.left_options, game.right_options
    elif game.is_impartial:
        return [("both", option) for option in game.options(Left)]
    else:
        left, right = game.options(Left), game.options(Right)
    return [*(("left", g) for g in left), *(("right", g) for g in right)]


def _is_number(game: Value | Loopy) -> bool:
    if isinstance(game, Loopy):
        return game.is_short and game.value.is_number
    return game.is_number


def label(game: Any) -> str:
    """Return a game as a short text."""
    if isinstance(game, Value | Loopy):
        return look.value_text(game, 16 if isinstance(game, Value) else 24)
    if isinstance(game, Position):
        text = game.ruleset.text(game.state)
        return f"({text})" if isinstance(game.state, tuple) and "(" not in text else text
    return str(game)
