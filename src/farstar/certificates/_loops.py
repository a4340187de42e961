"""Relations between games with loops: strategies in G - H for both readings of infinite play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from farstar.certificates import checker
from farstar.certificates._certificate import Certificate, sealed
from farstar.certificates._games import Component, Games, Rows, State
from farstar.certificates._strategies import state_of
from farstar.errors import BudgetExceeded
from farstar.loopy.strategies import Strategy, strategy

MOST_PAIRS = 10_000_000
"""Moves that the checker looks at to see that a strategy of Right allows no cycle."""

_HOLDS = {">=": (True, None), "<=": (None, True), "==": (True, True)} | {
    ">": (True, False), "<": (False, True), "||": (False, False)
}  # fmt: skip
"""Whether G >= H and H >= G must hold; None if it does not matter."""


def relation_with_loops(
    g: Sequence[tuple[Component, int]], relation: str, h: Sequence[tuple[Component, int]]
) -> Certificate:
    """Return a certificate that two sums with loops compare in this way.

    Raises
    ------
    ValueError
        If the relation does not hold.
    BudgetExceeded
        If the certificate would be too large.
    """
    games = Games(heaps=False)
    starts = [[games.component(part, sign) for part, sign in side] for side in (g, h)]
    graphs = [_graph(games, start) for start in starts]
    strategies = []
    for first, holds in enumerate(_HOLDS[relation]):
        if holds is not None:
            strategies += _shown(graphs[first], graphs[1 - first], "gh"[first], holds=holds)
    return sealed(
        {
            "games": games.games,
            "parts": games.parts,
            "g": starts[0],
            "h": starts[1],
            "claim": relation,
            "strategies": strategies,
        }
    )


def _graph(games: Games, start: list[int]) -> tuple[Rows, list[State]]:
    """Return the graph of a sum, and the sums that its vertices stand for."""

    def options(state: State) -> Iterable[Iterable[State]]:
        return [games.moves(state, player) for player in (checker.LEFT, checker.RIGHT)]

    return games.listed([state_of(start)], options)


def _shown(
    first: tuple[Rows, list[State]], second: tuple[Rows, list[State]], name: str, *, holds: bool
) -> list[dict[str, Any]]:
    """Return the strategies that show that the first sum is, or is not, at least the second."""
    (g, g_states), (h, h_states) = first, second
    graph, other = (tuple((tuple(row[0]), tuple(row[1])) for row in rows) for rows in (g, h))
    found = [strategy(graph, other, reading) for reading in ("off", "on")]
    wanted = [one for one in found if one.holds == holds]
    if (holds and len(wanted) < 2) or not wanted:
        raise ValueError("expected a relation that holds, got G and H that compare in another way")
    if not holds:
        wanted = wanted[:1]
        if len(wanted[0].replies) ** 2 > MOST_PAIRS:
            raise BudgetExceeded(f"expected at most {MOST_PAIRS} moves to look at, got more")
    return [_described(one, g_states, h_states, name) for one in wanted]


def _described(
    answer: Strategy, g_states: list[State], h_states: list[State], name: str
) -> dict[str, Any]:
    replies = []
    for (a, b, left), (x, y, _) in sorted(answer.replies.items()):
        before = [list(map(list, g_states[a])), list(map(list, h_states[b]))]
        side = _side(answer, (a, b), (x, y), left=left)
        after = h_states[y] if side else g_states[x]
        replies.append([before, side, list(map(list, after))])
    player = checker.LEFT if answer.holds else checker.RIGHT
    return {"greater": name, "reading": answer.reading, "player": player, "replies": replies}


def _side(answer: Strategy, before: tuple[int, int], after: tuple[int, int], *, left: bool) -> int:
    """Return where a reply was made: 0 for the first sum, 1 for the second.

    A reply that changes nothing may be one in either. Left prefers the sum where her moves count in
    this reading of infinite play, Right the other one.
    """
    if before != after:
        return int(before[0] == after[0])
    counts = int(answer.reading == "off")
    preferred = counts if answer.holds else 1 - counts
    row = (answer.g[before[0]], answer.h[before[1]])[preferred]
    options = row[0 if left == (preferred == 0) else 1]
    return preferred if before[preferred] in options else 1 - preferred
