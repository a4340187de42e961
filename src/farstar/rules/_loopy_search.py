"""Games that may loop: values, Grundy values, and who can force what how soon."""

from __future__ import annotations

from collections import deque
from typing import Any, Literal, TypeAlias

from farstar._outcome import Player
from farstar.engine import state as engine_state
from farstar.errors import BudgetExceeded
from farstar.loopy import Loopy
from farstar.loopy.evaluation import solve
from farstar.loopy.outcomes import LoopyNimber, loopy_nimbers
from farstar.rules._ask_ruleset import State, components, legal_states
from farstar.rules._meter import meter
from farstar.rules._ruleset import Ruleset
from farstar.values import wrap

MAX_POSITIONS = 200_000
"""Positions that one search looks at."""

Forced: TypeAlias = tuple[Literal["win", "draw", "loss"], int]
"""What the player to move can force, and in how many moves the game is then over; 0 for a draw."""

_DRAW: Forced = ("draw", 0)


def loopy_value(rules: Ruleset, root: State) -> Loopy:
    """Return the value of a position of a game that may loop.

    What can be reached is listed first. Positions that fall into components count as their sum;
    the rest is solved by strongly connected parts, followers first. What is asked for and its
    options are remembered.
    """
    if not rules.may_loop:
        from farstar.rules import _search

        return Loopy(wrap(_search.value(rules, root, closed=True)))
    table: dict[Any, Loopy] = rules._results().table("loopy", engine_state.engine.name)
    key = rules.key(root)
    if key not in table:
        _solve(rules, root, table, set())
    return table[key]


def _solve(rules: Ruleset, root: State, table: dict[Any, Loopy], inside: set[Any]) -> None:
    """Note the values of a position and of its options."""
    tick = meter().tick
    place = {rules.key(root): 0}
    states = [root]
    graph: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    known: dict[int, Loopy] = {}
    splits = type(rules).components is not Ruleset.components
    inside.add(rules.key(root))
    while len(graph) < len(states):
        v = len(graph)
        state = states[v]
        key = rules.key(state)
        if key in table:
            known[v] = table[key]
            graph.append(((), ()))
            continue
        tick()
        form = rules.closed_loopy(state)
        if form is not None:
            known[v] = form
            graph.append(((), ()))
            continue
        parts = components(rules, state) if splits else None
        if parts is not None and not any(rules.key(part) in inside for part in parts):
            total = Loopy(0)
            for part in parts:
                if rules.key(part) not in table:
                    _solve(rules, part, table, inside)
                total = total + table[rules.key(part)]
            known[v] = total
            graph.append(((), ()))
            continue
        sides = []
        for player in (Player.LEFT, Player.RIGHT):
            targets = []
            for after in legal_states(rules, state, player):
                after_key = rules.key(after)
                if after_key not in place:
                    refuse_count(rules, len(states))
                    place[after_key] = len(states)
                    states.append(after)
                targets.append(place[after_key])
            sides.append(tuple(dict.fromkeys(targets)))
        graph.append((sides[0], sides[1]))
    inside.discard(rules.key(root))
    wanted = {0, *graph[0][0], *graph[0][1]}
    values = solve(tuple(graph), wanted, known)
    for v, value in values.items():
        table[rules.key(states[v])] = value


def loopy_grundy(rules: Ruleset, root: State) -> LoopyNimber:
    """Return the value of Smith and Fraenkel of an impartial position."""
    table: dict[Any, LoopyNimber] = rules._results().table("loopy grundy")
    if root not in table:
        tick = meter().tick
        place: dict[Any, int] = {root: 0}
        states = [root]
        moves: list[list[int]] = []
        while len(moves) < len(states):
            tick()
            targets = legal_states(rules, states[len(moves)], Player.LEFT)
            for state in targets:
                if state not in place:
                    refuse_count(rules, len(states))
                    place[state] = len(states)
                    states.append(state)
            moves.append([place[state] for state in targets])
        table.update(zip(states, loopy_nimbers(moves), strict=True))
    return table[root]


def refuse_count(rules: Ruleset, count: int) -> None:
    """Raise `BudgetExceeded` if there are too many positions."""
    if count >= MAX_POSITIONS:
        raise BudgetExceeded(
            f"expected at most {MAX_POSITIONS} positions of {rules.name} within reach, got more"
        )


def forced(rules: Ruleset, state: State, player: Player, *, misere: bool = False) -> Forced:
    """Return what `player`, who is to move, can force.

    A player who cannot move has lost, or under misère play has won. From there results go back to
    the positions before: a move to a loss of the opponent wins, and only wins of the opponent
    lose. What remains is a draw.
    """
    table: dict[Any, Forced] = rules._results().table("forced", misere)
    if (state, player) not in table:
        _analyse(rules, state, player, table, at_end=("win", 0) if misere else ("loss", 0))
    return table[state, player]


def _analyse(
    rules: Ruleset, root: State, mover: Player, table: dict[Any, Forced], at_end: Forced
) -> None:
    """Note what can be forced from a position and from all that can be reached in play."""
    tick = meter().tick
    before: dict[Any, list[Any]] = {(root, mover): []}
    unknown: dict[Any, int] = {}
    ends: deque[Any] = deque()
    todo = [(root, mover)]
    results: dict[Any, Forced] = {}
    while todo:
        at = state, player = todo.pop()
        tick()
        moves = legal_states(rules, state, player)
        unknown[at] = len(moves)
        if not moves:
            results[at] = at_end
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
