"""Who wins a position of a game that is being played, and which moves changed that."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, TypeAlias

import farstar as fs
from farstar import reports
from farstar.errors import BudgetExceeded, FarstarError
from farstar.sums.matches import Match

MatchResult: TypeAlias = str
"""Who wins with best play: ``left``, ``right`` or ``draw``."""

_VALUE_SECONDS = 0.25
_VALUE_NODES = 200_000
_LONGEST_VALUE = 28


def side(player: fs.Player) -> str:
    """Return the name of a player in plain data."""
    return player.name.lower()


def verdict(game: Any, player: fs.Player, *, misere: bool) -> MatchResult:
    """Return who wins if `player` moves first and both play best."""
    outcome = game.misere_outcome if misere else game.outcome
    if outcome.wins(player, first=True):
        return side(player)
    if outcome.result(player, first=True) == "draw":
        return "draw"
    return side(-player)


def ending(match: Match) -> MatchResult | None:
    """Return how a game has ended, None while it goes on."""
    if match.is_draw:
        return "draw"
    return None if match.winner is None else side(match.winner)


def verdicts(match: Match, seconds: float) -> list[MatchResult | None]:
    """Return who wins after each number of moves, None where that was not found in time.

    The last positions come first: they are the smallest, and matter most.
    """
    positions = [match.start, *(move.after for move in match.moves)]
    players = [match.first if n % 2 == 0 else -match.first for n in range(len(positions))]
    answers: list[MatchResult | None] = [None] * len(positions)
    answers[-1] = ending(match)
    with suppress(BudgetExceeded), fs.engine.budget(seconds=seconds):
        for n in reversed(range(len(positions))):
            if answers[n] is None:
                answers[n] = _verdict_if_known(positions[n], players[n], match.misere)
    return answers


def _verdict_if_known(game: Any, player: fs.Player, misere: bool) -> MatchResult | None:
    try:
        return verdict(game, player, misere=misere)
    except BudgetExceeded:
        raise
    except FarstarError:
        return None


def turning_points(match: Match, answers: list[MatchResult | None]) -> list[dict[str, Any]]:
    """Return the moves that made the result worse for the player who made them."""
    points = []
    for place, move in enumerate(match.moves):
        before, after = (_rank(answers[place + n], move.player) for n in (0, 1))
        if before is not None and after is not None and after < before:
            points.append(
                {
                    "place": place,
                    "player": side(move.player),
                    "before": _RESULTS[before],
                    "after": _RESULTS[after],
                }
            )
    return points


_RESULTS = ("loss", "draw", "win")


def _rank(answer: MatchResult | None, player: fs.Player) -> int | None:
    if answer is None:
        return None
    return 1 if answer == "draw" else 2 if answer == side(player) else 0


def facts(game: Any) -> dict[str, str | None]:
    """Return the value, the mean and the temperature of a position if they are cheap."""
    known = reports.glance(
        game, seconds=_VALUE_SECONDS, nodes=_VALUE_NODES, longest=_LONGEST_VALUE
    ).to_data()
    return {name: known[name] for name in ("value", "mean", "temperature")}
