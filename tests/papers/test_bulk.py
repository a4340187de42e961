"""The kernels against the rules, the general engine and the reference engine."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, isqrt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import farstar as fs
from farstar import engine
from farstar.games import bulk
from farstar.papers.partizan_euclid import kernels
from farstar.papers.partizan_euclid.theory.automata import paired_outcome_automaton

native = pytest.mark.skipif("native" not in engine.available(), reason="needs the native engine")


@native
def test_values_without_comparisons_are_those_of_the_general_engine() -> None:
    table = bulk.partizan_euclid_values(500)
    general = kernels.euclid_values(500)
    assert len(table) == len(general) == sum(1 for _ in table)
    assert all(table._table[at] == general[at] for at in table)


@native
def test_weights_along_the_words_are_those_of_the_canonical_forms() -> None:
    values = bulk.partizan_euclid_values(300)
    weights = bulk.partizan_euclid_atomic_weights(300)
    assert [at for at in values if values[at].atomic_weight() != weights[at]] == []


def test_values_follow_the_rules(each_engine: str) -> None:
    table = bulk.partizan_euclid_values(60)
    for p, q in table:
        assert table[p, q] == fs.PartizanEuclid(p, q).search_value()


@pytest.mark.parametrize(
    "make",
    [
        bulk.partizan_euclid_values,
        bulk.partizan_euclid_atomic_weights,
        bulk.geography_values,
    ],
)
@native
def test_both_engines_make_the_same_tables(make: object) -> None:
    assert callable(make)
    results = {}
    for name in engine.available():
        with engine.use(name):
            table = make(12)
            counts = {str(value): count for value, count in table.counts().items()}
            results[name] = {at: str(table[at]) for at in table}, counts, len(table)
    assert results["native"] == results["reference"]
    assert results["native"][2] == len(results["native"][0])


@native
def test_geography_follows_the_rules() -> None:
    table = bulk.geography_values(6)
    for x, y, z in table:
        assert table[x, y, z] == fs.GeographyA(x, y, z).search_value()


@native
def test_distinct_weights_to_2000() -> None:
    counts = bulk.partizan_euclid_atomic_weights(2000).counts()
    assert sum(counts.values()) == len(bulk.partizan_euclid_values(2000))
    integers = sum(count for value, count in counts.items() if value.is_integer)
    assert 0.9 < integers / sum(counts.values()) < 0.95


@pytest.mark.parametrize("position", [(4, 2), (8, 3), (2, 1), (101, 100), (5,), "55", None])
def test_positions_outside_are_refused(position: object) -> None:
    table = bulk.partizan_euclid_values(100)
    with pytest.raises(KeyError, match="expected coprime"):
        table[position]  # type: ignore[index]


@pytest.mark.parametrize("bound", [-1, True, 2.5, "9", None])
def test_bounds_are_checked(bound: object) -> None:
    with pytest.raises(fs.IllegalPositionError, match="expected a bound"):
        bulk.partizan_euclid_values(bound)  # type: ignore[arg-type]


def test_an_enormous_table_is_refused() -> None:
    if kernels.available():
        for bound in (10**6, 10**30):
            with pytest.raises(fs.BudgetExceeded, match="table too large"):
                bulk.partizan_euclid_values(bound)
            with pytest.raises(fs.BudgetExceeded, match="table too large"):
                bulk.geography_values(bound)


def test_small_bounds_are_empty() -> None:
    assert dict(bulk.partizan_euclid_values(2)) == {}
    assert dict(bulk.geography_values(0)) == {}


def plain_census(bound: int) -> dict[str, int]:
    """Count by the rules alone: a table of who wins (q, t) moving first."""
    first: dict[tuple[int, int], tuple[bool, bool]] = {}

    def wins(p: int, q: int) -> tuple[bool, bool]:
        rest = p % q
        if rest == 0:
            return False, False
        if (q, rest) not in first:
            # Left wins by moving to where Right, moving first, loses; and the other way round.
            first[q, rest] = not wins(q, rest)[1], not wins(q, q - rest)[0]
        return first[q, rest]

    names = {(False, False): "P", (True, False): "L", (False, True): "R", (True, True): "N"}
    counts = dict.fromkeys("PLRN", 0)
    for p in range(2, bound + 1):
        for q in range(1, p):
            counts[names[wins(p, q)]] += 1
    return counts


@pytest.mark.parametrize("bound", [0, 1, 2, 3, 4, 5, 17, 150])
def test_the_census_agrees_with_the_rules(each_engine: str, bound: int) -> None:
    counts = bulk.partizan_euclid_census(bound)
    assert {str(outcome): n for outcome, n in counts.items()} == plain_census(bound)


@native
def test_the_census_of_ten_thousand() -> None:
    counts = bulk.partizan_euclid_census(10_000, jobs=2)
    expected = {"P": 1_745_900, "L": 26_866_655, "R": 19_646_312, "N": 1_736_133}
    assert {str(outcome): n for outcome, n in counts.items()} == expected
    assert sum(expected.values()) == 10_000 * 9_999 // 2


@native
def test_parts_of_the_census_add_up() -> None:
    automaton = paired_outcome_automaton().rows(0)
    whole = kernels.euclid_census(5_000, automaton)
    parts = [kernels.euclid_census(5_000, automaton, part=i, parts=7) for i in range(7)]
    assert {letter: sum(part[letter] for part in parts) for letter in "PLRN"} == whole


@native
def test_the_census_keeps_to_its_time() -> None:
    with engine.budget(seconds=0.3), pytest.raises(fs.BudgetExceeded, match="time limit"):
        bulk.partizan_euclid_census(10**8)
    assert sum(bulk.partizan_euclid_census(10).values()) == 45


def test_the_census_refuses_more_than_a_billion() -> None:
    with pytest.raises(fs.BudgetExceeded, match="at most 1000000000"):
        bulk.partizan_euclid_census(10**9 + 1)


def subtree_plainly(bound: int, q: int, t: int) -> int:
    """Walk the subtree: p = g(kq + t) reduces to (q, t), and its children are two."""
    count, todo = 0, [(q, t)]
    while todo:
        q, t = todo.pop()
        if q + t <= bound:
            count += sum(bound // p for p in range(q + t, bound + 1, q))
            todo += [(q + t, q), (q + t, t)]
    return count


def floor_sum(n: int, m: int, a: int, b: int) -> int:
    """Return the sum of (a*i + b) // m over i < n, in integers of any size."""
    if n == 0:
        return 0
    whole = (a // m) * (n * (n - 1) // 2) + (b // m) * n
    a, b = a % m, b % m
    top = (a * n + b) // m
    return whole + (top * n - floor_sum(top, a, m, m - b + a - 1) if top else 0)


def subtree_in_integers(bound: int, q: int, t: int) -> int:
    """Count the pairs X, Y >= 1 with Xq + Yt <= bound, each twice, but once where X divides Y."""
    rows = (bound - t) // q
    lattice = floor_sum(rows, t, q, bound - rows * q)
    # X divides Y = gX: then X(q + gt) <= bound, and p = q + gt runs through a progression.
    edge, p, divided = isqrt(bound * t), q + t, 0
    while p <= min(edge, bound):
        divided += bound // p
        p += t
    divided += sum((bound // g - p) // t + 1 for g in range(1, bound // p + 1))
    return 2 * lattice - divided


@native
@given(st.integers(3, 400), st.integers(2, 60), st.integers(1, 59))
def test_subtrees_are_counted_at_once(bound: int, q: int, t: int) -> None:
    if t >= q or gcd(q, t) > 1 or q + t > bound:
        return
    expected = subtree_plainly(bound, q, t)
    assert subtree_in_integers(bound, q, t) == expected
    assert kernels.euclid_subtree(bound, q, t) == expected


@native
@given(
    st.integers(10**9 - 10**4, 10**9),
    st.one_of(st.integers(2, 100), st.integers(2, 5 * 10**8 - 10**4)),
    st.integers(1, 10**9),
)
@example(10**9, 2, 1)
@example(10**9, 3, 2)
@example(10**9, 10**9 - 1, 1)
@example(10**9, 5 * 10**8, 5 * 10**8 - 1)
@example(10**9, 31_623, 31_622)
def test_subtrees_near_a_billion_do_not_overflow(bound: int, q: int, t: int) -> None:
    t = 1 + t % (q - 1)
    if gcd(q, t) > 1 or q + t > bound:
        return
    assert kernels.euclid_subtree(bound, q, t) == subtree_in_integers(bound, q, t)


@native
@pytest.mark.parametrize("depth", [1, 3, 6])
@pytest.mark.parametrize("bound", [1000, 10**9 - 1, 10**9])
def test_a_census_of_a_billion_adds_up(bound: int, depth: int) -> None:
    """With an automaton that stops after a few letters, so that the rest is counted at once."""
    automaton = [(i + 1, i + 1, "N") for i in range(depth)] + [(depth, depth, "L")]
    counts = kernels.euclid_census(bound, automaton)
    assert sum(counts.values()) == bound * (bound - 1) // 2
    over = sum(bound // n for n in range(1, isqrt(bound) + 1)) * 2 - isqrt(bound) ** 2 - bound
    assert (counts["P"], counts["R"]) == (over, 0)
    level = [(2, 1)]
    for _ in range(depth):
        level = [pair for q, t in level for pair in ((q + t, q), (q + t, t))]
    assert counts["L"] == sum(subtree_in_integers(bound, q, t) for q, t in level)


@native
def test_a_census_beyond_a_billion_is_refused_by_the_kernel_too() -> None:
    automaton = paired_outcome_automaton().rows(0)
    with pytest.raises(ValueError, match=r"at most 10\^9"):
        kernels.euclid_census(10**9 + 1, automaton)
    with pytest.raises(ValueError, match=r"at most 10\^9"):
        kernels.euclid_subtree(10**9 + 1, 3, 2)
    for q, t in ((2, 0), (2, 2), (600, 500)):
        with pytest.raises(ValueError, match="0 < t < q"):
            kernels.euclid_subtree(1000, q, t)


@pytest.mark.parametrize(
    ("occurrences", "table"),
    [
        (bulk.partizan_euclid_value_occurrences, bulk.partizan_euclid_values),
        (bulk.partizan_euclid_atomic_weight_occurrences, bulk.partizan_euclid_atomic_weights),
    ],
)
def test_occurrences_are_those_of_the_tables(
    occurrences: Callable[[int], list[bulk.Occurrence]],
    table: Callable[[int], bulk.Bulk],
    each_engine: str,
) -> None:
    values = table(40)
    first: dict[fs.Value, tuple[int, ...]] = {}
    for position, value in values.items():
        first.setdefault(value, position)
    listing = occurrences(40)
    assert [(v.value, v.first) for v in listing] == list(first.items())
    assert {v.value: v.positions for v in listing} == values.counts()
    assert occurrences(2) == []
