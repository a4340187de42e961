"""Who can force what where play may go on for ever, and how soon: by retrograde analysis."""

from __future__ import annotations

from collections import deque
from typing import Any, Literal, TypeAlias

from farstar._outcome import Player
from farstar.rules._ask_ruleset import State, options
from farstar.rules._loopy_search import refuse_count
from farstar.rules._meter import meter
from farstar.rules._ruleset import Ruleset

Forced: TypeAlias = tuple[Literal["win", "draw", "loss"], int]
"""What the player to move can force, and in how many moves the game is then over; 0 for a draw."""

_DRAW: Forced = ("draw", 0)


def forced(rules: Ruleset, state: State, player: Player) -> Forced:
    """Return what `player`, who is to move, can force.

    A player who cannot move has lost. From there results go back to the positions before: a move
    to a loss of the opponent wins, and only wins of the opponent lose. What remains is a draw.
    """
    table: dict[Any, Forced] = rules._results().table("forced")
    if (state, player) not in table:
        _analyse(rules, state, player, table)
    return table[state, player]


def _analyse(rules: Ruleset, root: State, mover: Player, table: dict[Any, Forced]) -> None:
    tick = meter().tick
    before: dict[Any, list[Any]] = {(root, mover): []}
    unknown: dict[Any, int] = {}
    ends: deque[Any] = deque()
    todo = [(root, mover)]
    results: dict[Any, Forced] = {}
    while todo:
        at = state, player = todo.pop()
        tick()
        moves = options(rules, state, player)
        unknown[at] = len(moves)
        if not moves:
            results[at] = ("loss", 0)
            ends.append(at)
        for after in moves:
            to = (after, -player)
            if to not in before:
                refuse_count(rules, len(before))
                before[to] = []
                todo.append(to)
            before[to].append(at)
    while ends:
        at = ends.popleft()
        result, distance = results[at]
        for earlier in before[at]:
            if earlier in results:
                continue
            unknown[earlier] -= 1
            if result == "loss":
                results[earlier] = ("win", distance + 1)
                ends.append(earlier)
            elif unknown[earlier] == 0:
                results[earlier] = ("loss", distance + 1)
                ends.append(earlier)
    for at in before:
        table[at] = results.get(at, _DRAW)
