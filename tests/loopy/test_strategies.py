"""The strategies of `Loopy.why`, walked by a checker that shares nothing with Farstar's own."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

import farstar as fs

from .graphs import of_graphs, random_graph

TEXTS = [
    "over", "upon", "on", "dud", "tis", "^<on>", "{0|{dud|},*}", "Tiny(on)", "a{0||||0|||a|*||*}",
    "{over|under}", "0", "*", "1/2", "{on|off}", "a{0,{1|1,{*,{1*|1*,a}|*}}|0}",
]  # fmt: skip


def is_proof(strategy: Any) -> bool:
    """Tell whether a strategy is never stuck, and wins every infinite play."""
    wanted = {"on": {"g"}, "off": {"h"}, "stoppers": {"g", "h"}}[strategy.reading]
    g, h, left_holds = strategy.g, strategy.h, strategy.holds
    edges: dict[Any, list[tuple[bool, Any]]] = {}
    todo = [(0, 0, False)]
    while todo:
        at = a, b, left = todo.pop()
        if at in edges:
            continue
        moves = [("g", (x, b, not left)) for x in g[a][not left]]
        moves += [("h", (a, y, not left)) for y in h[b][left]]
        if left == left_holds:
            moves = [move for move in moves if move[1] == strategy.replies[at]]
            if not moves:
                return False
        edges[at] = [(where in wanted, to) for where, to in moves]
        todo += [to for _, to in moves]

    def comes_back(start: Any, end: Any, *, any_move: bool) -> bool:
        seen, todo = {start}, [start]
        while todo:
            for counts, to in edges[todo.pop()]:
                if (any_move or not counts) and to not in seen:
                    seen.add(to)
                    todo.append(to)
        return end in seen

    # Left needs infinitely many moves that count, so a cycle without one refutes her; a cycle with
    # one refutes Right.
    return not any(
        comes_back(to, at, any_move=not left_holds)
        for at, moves in edges.items()
        for counts, to in moves
        if counts != left_holds
    )


@pytest.mark.parametrize("text", TEXTS)
def test_named_games(text: str) -> None:
    g = fs.Loopy(text)
    for other in TEXTS:
        reason = g.why(other)
        assert reason.holds == (g >= fs.Loopy(other))
        assert all(map(is_proof, reason.strategies)), (text, other)


def test_random_games() -> None:
    random = Random(19)
    graphs = [random_graph(random, 4) for _ in range(40)]
    games = [of_graphs(graph, graph) for graph in graphs]
    for g, h in itertools.pairwise(games):
        reason = g.why(h)
        assert reason.holds == (g >= h)
        assert all(map(is_proof, reason.strategies))


def test_a_spoiled_strategy_is_no_proof() -> None:
    (strategy,) = fs.Loopy("over").why("upon").strategies
    for at in strategy.replies:
        replies = {**strategy.replies, at: (-1, -1, False)}
        spoiled = type(strategy)(strategy.g, strategy.h, strategy.reading, strategy.holds, replies)
        assert not is_proof(spoiled)
