"""Laws on random graphs: native order against the reference, and the algebra of values."""

from __future__ import annotations

import itertools
from random import Random

import pytest

import farstar as fs
from farstar.engine import kernels
from farstar.loopy import Loopy
from farstar.loopy.evaluation import solve
from farstar.loopy.outcomes import loopy_nimbers

from .graphs import (
    Graph,
    are_equal,
    components,
    is_stopper,
    negative,
    of_graphs,
    plain_order,
    random_graph,
    total,
    trimmed,
)

needs_native = pytest.mark.skipif(
    "native" not in fs.engine.available(), reason="there is no native engine"
)


def graphs(seed: int, count: int, most: int = 7) -> list[Graph]:
    random = Random(seed)
    return [random_graph(random, most) for _ in range(count)]


@needs_native
@pytest.mark.parametrize("reading", ["stoppers", "on", "off"])
def test_native_order_is_that_of_the_reference(reading: str) -> None:
    games = graphs(1, 60)
    for g, h in itertools.pairwise(games):
        assert kernels.loopy_order(g, h, reading) == plain_order(g, h, reading), (g, h)
        assert kernels.loopy_order(g, g, reading) == plain_order(g, g, reading), g


def is_acyclic(graph: Graph) -> bool:
    """Tell whether no play is infinite, not even with passes of one player."""
    edges = [left + right for left, right in graph]
    part = components(edges)
    return all(part[v] != part[w] for v, targets in enumerate(edges) for w in targets)


def check_values(games: list[Graph]) -> int:
    """Check the laws of single values; return how many had two stoppers as sides."""
    sided = 0
    for graph in games:
        g = of_graphs(graph, graph)
        assert are_equal(g._sides()[0], graph, "on"), graph
        assert are_equal(g._sides()[1], graph, "off"), graph
        assert -(0 - g) == g
        assert -g == of_graphs(negative(graph), negative(graph))
        assert (-g).outcome is -g.outcome
        if is_acyclic(graph):
            assert g.is_short
        if is_stopper(graph):
            assert g.is_stopper
        if g.is_stopper_sided:
            sided += 1
            assert g.onside >= g.offside
            assert Loopy(str(g)) == g, graph
            for side in (g.onside, g.offside):
                assert of_graphs(side.graph(), side.graph())._sides() == side._sides()
        assert solve(graph, [0])[0] == g, graph
    return sided


def test_values_of_random_graphs() -> None:
    assert check_values(graphs(2, 150)) > 140


@pytest.mark.long
def test_values_of_many_random_graphs() -> None:
    assert check_values(graphs(3, 1500)) > 1400


def check_sums(games: list[Graph]) -> None:
    """Check that sums do not depend on how they are associated, and that order is kept."""
    values = [of_graphs(graph, graph) for graph in games]
    for g, h, k in zip(values, values[1:], values[2:], strict=False):
        assert g + h == h + g
        if all(x.is_stopper_sided for x in (g, h, k)):
            assert (g + h) + k == g + (h + k)
        if g >= h:
            assert g + k >= h + k
        if g >= h and h >= k:
            assert g >= k
        if g.is_stopper_sided:
            degree = g.degree()
            assert degree >= 0
            assert g.upsum(degree) >= g.onside


def test_sums_of_random_graphs() -> None:
    check_sums(graphs(4, 16, 4))


@pytest.mark.long
def test_sums_of_many_random_graphs() -> None:
    check_sums(graphs(5, 60, 5))


def test_short_games_are_values() -> None:
    random = Random(6)
    day = [fs.Value(n) for n in (0, 1, -1)] + [fs.Value("*")]
    for _ in range(40):
        left, right = (random.sample(day, random.randint(0, 2)) for _ in range(2))
        value = fs.Value.of(left, right)
        other = random.choice(day)
        day.append(value)
        assert Loopy(value) == value
        assert hash(Loopy(value)) == hash(value)
        rebuilt = Loopy.of(left, right)
        assert rebuilt.value is not None
        assert rebuilt == value
        graph = total(Loopy(value)._sides()[0], Loopy(other)._sides()[0])
        assert of_graphs(graph, graph).value == value + other


def test_fusing_too_early_changes_values() -> None:
    # The graph of on - 1: fused, as equal positions, it would have an alternating cycle.
    on_minus_one = total(Loopy("on").graph(), Loopy(-1).graph())
    assert is_stopper(on_minus_one)
    first, second = 0, on_minus_one[0][1][0]
    fused = tuple(
        (
            tuple(first if w == second else w for w in left),
            tuple(first if w == second else w for w in right),
        )
        for left, right in on_minus_one
    )
    assert not is_stopper(fused)
    assert of_graphs(on_minus_one, on_minus_one) == Loopy("on")
    assert of_graphs(fused, fused) != Loopy("on")


@pytest.mark.parametrize(
    ("one", "other"),
    [("over", "upon"), ("upon", "over"), ("upon", "*"), ("over - over", "0"), ("tis", "0"),
     ("dud", "dud"), ("on", "7"), ("^<on>", "Tiny(on)"), ("a{0||||0|||a|*||*}", "0")],
)  # fmt: skip
def test_strategies_prove_the_order(one: str, other: str) -> None:
    g, h = Loopy(one), Loopy(other)
    reason = g.why(h)
    assert reason.holds == (g >= h)
    assert reason.check()
    for strategy in reason.strategies:
        if strategy.replies:
            spoiled = dict(strategy.replies)
            spoiled.pop(next(iter(spoiled)))
            assert not type(strategy)(
                strategy.g, strategy.h, strategy.reading, strategy.holds, spoiled
            ).check()
        wrong = type(strategy)(
            strategy.g, strategy.h, strategy.reading, not strategy.holds, strategy.replies
        )
        assert not wrong.check() or strategy.g == strategy.h


def test_strategies_on_random_graphs() -> None:
    games = [of_graphs(graph, graph) for graph in graphs(7, 40, 5)]
    for g, h in itertools.pairwise(games):
        reason = g.why(h)
        assert reason.holds == (g >= h)
        assert reason.check()


def impartial_moves(random: Random) -> list[list[int]]:
    size = random.randint(2, 7)
    return [random.sample(range(size), random.randint(0, min(3, size))) for _ in range(size)]


def test_nimbers_with_loops_agree_with_the_values() -> None:
    random = Random(8)
    for _ in range(80):
        moves = impartial_moves(random)
        for v, nimber in enumerate(loopy_nimbers(moves)):
            rows = trimmed([(tuple(targets), tuple(targets)) for targets in moves], v)
            g = of_graphs(rows, rows)
            assert str(nimber.outcome) == str(g.outcome), (moves, v)
            if nimber.size is not None:
                assert g == fs.Value.of(*[list(map(_star, range(nimber.size)))] * 2), (moves, v)


def _star(n: int) -> fs.Value:
    return fs.Value(f"*{n}") if n else fs.Value(0)


def test_sums_of_nimbers_with_loops() -> None:
    random = Random(9)
    for _ in range(60):
        one, other = impartial_moves(random)[:5], impartial_moves(random)[:5]
        one = [[w for w in targets if w < len(one)] for targets in one]
        other = [[w for w in targets if w < len(other)] for targets in other]
        width = len(other)
        both = [
            [*(x * width + b for x in one[a]), *(a * width + y for y in other[b])]
            for a in range(len(one))
            for b in range(width)
        ]
        single, second, sums = map(loopy_nimbers, (one, other, both))
        for a, g in enumerate(single):
            for b, h in enumerate(second):
                total = sums[a * width + b]
                assert (total.size, total.outcome) == ((g + h).size, (g + h).outcome)
