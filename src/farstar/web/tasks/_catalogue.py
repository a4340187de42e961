"""The games of the page Play: their rules in a sentence with a picture, and first positions.

Every first position is one that the visitor wins against a perfect opponent: where that needs it,
the visitor plays Right, or the opponent begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import farstar as fs
from farstar import games
from farstar.errors import NotationError
from farstar.formulas import MarkedText, to_html
from farstar.rules import Ruleset
from farstar.web.tasks.boards import scene_of, svg

_SUM = "Domineering(2x3) + ToadsAndFrogs(TT.F) - Hackenbush(lrl) + Nim(3,2)"
_SUM_TITLE = "A sum of several"

WAYS = (("left", "left"), ("left", "right"), ("right", "right"), ("right", "left"))
"""Which side the visitor may play, and who moves first, the most usual first."""

_RESULTS = {
    "L": {("left", "left"), ("left", "right")},
    "R": {("right", "right"), ("right", "left")},
    "N": {("left", "left"), ("right", "right")},
    "P": {("left", "right"), ("right", "left")},
}
"""The ways in which the visitor wins, by outcome."""


@cache
def catalogue() -> list[dict[str, Any]]:
    """Return the games with their first positions."""
    return [*map(_game, games.GAMES), _sums()]


def _game(name: str) -> dict[str, Any]:
    rules = rules_of(name)
    return {
        "name": name,
        "title": rules.title,
        "rules": to_html(MarkedText(rules.how_to_play)),
        "form": f"{name}(…): {rules.form}",
        "starts": [start for text in rules.starts for start in _start(text, rules.starts[text])],
        "template": rules.template,
        "fields": [
            {
                "name": key,
                "label": field.label,
                "pattern": field.pattern,
                "choices": [list(pair) for pair in (field.choices or {}).items()],
            }
            for key, field in rules.fields.items()
        ],
        "loops": rules.may_loop,
    }


def _sums() -> dict[str, Any]:
    return {
        "name": "Sum",
        "title": _SUM_TITLE,
        "rules": "A player moves in one of the games. A player who cannot move anywhere loses.",
        "form": "any positions and values, joined by + and −",
        "starts": [{"e": _SUM, "side": "left", "first": "you"}],
        "template": "",
        "fields": [],
        "loops": False,
    }


def rules_of(name: str) -> type[Ruleset]:
    """Return the description of a built-in game."""
    kind = games.load(name)
    if kind is None:
        raise NotationError(f"expected the name of a game, got {name[:40]!r}")
    return kind.rules


def _start(text: str, outcome: str) -> Iterator[dict[str, str]]:
    """Yield a first position as the visitor can win it, if at all."""
    ways = _RESULTS.get(outcome) or _loopy_ways(text)
    for side, first in WAYS:
        if (side, first) in ways:
            yield {"e": text, "side": side, "first": "you" if side == first else "opponent"}
            return


def _loopy_ways(text: str) -> set[tuple[str, str]]:
    """Return the ways in which the visitor wins a game that may also be drawn."""
    outcome: Any = fs.parse(text).outcome
    players = {"left": fs.Left, "right": fs.Right}
    return {
        (side, first) for side, first in WAYS if outcome.wins(players[side], first=side == first)
    }


@cache
def pictures(name: str) -> list[dict[str, str]]:
    """Return a move of each player as pictures: the position before it, and after it."""
    rules = rules_of(name)
    start = fs.parse(next(iter(rules.starts)))
    position = start.terms[0].component if isinstance(start, fs.Sum) else start
    if not isinstance(position, fs.Position):
        return []
    players = (fs.Left,) if position.is_impartial else (fs.Left, fs.Right)
    moves = [_example(position, player) for player in players]
    return [picture for move in moves if move is not None for picture in _picture(move)]


def _example(position: fs.Position, player: fs.Player) -> fs.Move | None:
    """Return a move that shows the rules: one that the opponent does not have, if there is any."""
    moves = position.moves(player)
    theirs = set() if position.is_impartial else set(position.options(-player))
    own = [move for move in moves if move.after not in theirs] or list(moves)
    return own[len(own) // 3] if own else None


def _picture(move: fs.Move) -> Iterator[dict[str, str]]:
    after = move.after.diagram()
    last = move.path if after is not None and after.keeps_places else ()
    scenes = (
        scene_of(move.before.diagram()),
        scene_of(after, laid=[(move.player.name.lower(), move.path)], last=last),
    )
    if scenes[0] is None or scenes[1] is None:
        return
    caption = "A move" if move.before.is_impartial else f"A move of {move.player.name.title()}"
    yield {"caption": caption, "before": svg(scenes[0]), "after": svg(scenes[1])}
