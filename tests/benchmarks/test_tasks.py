"""The pieces of work of the benchmark: that each runs, on what it says."""

from __future__ import annotations

import doctest
from itertools import product
from math import gcd
from random import Random
from types import ModuleType

import pytest

import farstar as fs
from benchmarks import libraries, measure, report, sums, sums_scaling, tasks
from benchmarks.cases import CASES
from benchmarks.peers import PACKAGES, TWIN
from farstar.papers.partizan_euclid.theory import hardness, intervals
from tests.running import python

native = pytest.mark.skipif(
    fs.engine.active().name != "native", reason="the native engine is measured"
)


def test_cases_have_known_peers_and_sizes() -> None:
    for case in CASES.values():
        assert set(case.peers) <= {*PACKAGES, TWIN.name} <= set(libraries.LIBRARIES)
        assert "{}" not in case.says.format(case.size)
        assert 0 < case.quick <= case.size
        assert case.sizes(case.size)[-1] == case.size


def test_other_libraries_are_timed_where_farstar_is_not_installed() -> None:
    program = "import sys; sys.modules['farstar'] = None; import benchmarks.cases, benchmarks.tasks"
    done = python("-c", program, cwd=measure.ROOT)
    assert done.returncode == 0, done.stderr


@native
@pytest.mark.parametrize("name", CASES)
def test_every_piece_of_work_runs(name: str) -> None:
    case = CASES[name]
    assert tasks.run("farstar", case.task, case.quick)["answers"]


@pytest.mark.parametrize("module", [measure, report, tasks], ids=lambda module: module.__name__)
def test_examples_in_docstrings(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0


def test_known_answers() -> None:
    assert tasks.run("farstar", tasks.hot_sum, 5)["answers"] == ["43/4"]
    assert tasks.run("farstar", tasks.switches, 4)["answers"] == ["+-{10|8||6|4|||4|2||0|-2}"]


def euclid_value(p: int, q: int) -> fs.Value:
    """Return E(p, q) by its rules alone."""
    t = p % q
    return fs.Value.of([euclid_value(q, t)], [euclid_value(q, q - t)]) if t else fs.Value(0)


def test_positions_are_partizan_euclid() -> None:
    table = libraries.one_by_one(libraries.Farstar(), 30)
    assert set(table) == {
        (p, q) for p in range(31) for q in range(2, p) if p < 2 * q and gcd(p, q) == 1
    }
    for (p, q), value in table.items():
        assert value == euclid_value(p, q)


@native
def test_the_batch_agrees_with_one_by_one() -> None:
    lib = libraries.Farstar()
    table, fresh = lib.euclid(60), libraries.one_by_one(lib, 60)
    assert len(table) == len(fresh)
    assert all(table[pair] == value._handle for pair, value in fresh.items())


def test_moves_on_two_rows_are_those_of_the_games() -> None:
    games = {"A": fs.GeographyA, "B": fs.GeographyB}
    for kind, x, y, z in product("AB", range(4), range(4), range(4)):
        if (y if kind == "A" else x) == 0:
            continue
        g = games[kind](x, y, z)
        for moves, player in (
            (libraries.left_on_two_rows, fs.Left),
            (libraries.right_on_two_rows, fs.Right),
        ):
            ours = {tuple(h.state) for h in g.options(player)}
            assert set(moves((kind, x, y, z))) == ours


def test_sums_of_partizan_euclid_are_contested() -> None:
    for seed in range(30):
        total = sums.euclid_sum(Random(seed), 4, bound=100)
        low = high = 0
        for term in total.terms:
            assert isinstance(term.component, fs.PartizanEuclid)
            numbers = intervals.thresholds(term.component.signature)
            numbers = numbers if term.sign > 0 else -numbers
            low, high = low + numbers.weight_floor, high + numbers.weight_ceiling
        assert len(total.terms) == 4
        assert not low >= 2
        assert not high <= -2


def test_weights_leave_open_sums_open() -> None:
    total = sums.MAKERS["open-1e2"](Random(1), 6)
    weights = sum((term.sign * term.component.atomic_weight() for term in total.terms), fs.Value(0))
    left, right = weights <= 0 and not weights <= -2, weights >= 0 and not weights >= 2
    assert left or right


def test_subset_sums_are_reduced_from_switches() -> None:
    total = sums.MAKERS["subset-sums"](Random(1), 6)
    *plus, minus = [
        term.component.state for term in total.terms if isinstance(term.component, fs.Position)
    ]
    instance = hardness.from_euclid(hardness.EuclidSum(tuple(plus), minus))
    assert {2 * switch.a - switch.b for switch in instance.switches} == {8 * 10**6}
    wins = hardness.left_stop(instance.switches) >= instance.target
    assert total.outcome.wins(fs.Left, first=True) is wins


def test_growth_is_fitted() -> None:
    assert sums_scaling.growth([8, 10, 12, 14], [0.1, 0.4, 1.6, float("inf")]) == pytest.approx(2)


@pytest.mark.parametrize("kind", ["geography", "domineering"])
def test_hot_sums_are_contested(kind: str) -> None:
    for seed in range(10):
        total = sums.MAKERS[kind](Random(seed), 4)
        values = [term.sign * getattr(g := term.component, "value", g) for term in total.terms]
        assert sum(min(v.left_stop, v.right_stop) for v in values) <= 0
        assert sum(max(v.left_stop, v.right_stop) for v in values) >= 0
        assert total.decide().outcome is total.value.outcome


def test_the_spread_of_many_sums() -> None:
    said = sums.spread("domineering", 3, 1)
    assert said.startswith("domineering, 3 sums from seed 1: median ")
