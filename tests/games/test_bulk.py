"""The kernels against the rules, the general engine and the reference engine."""

from __future__ import annotations

import pytest

import farstar as fs
from farstar import engine
from farstar.engine import kernels
from farstar.games import bulk
from farstar.games.bulk._partizan_euclid import automaton_rows
from farstar.theory.automata import paired_outcome_automaton

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
    found = {}
    for name in engine.available():
        with engine.use(name):
            table = make(12)
            counts = {str(value): count for value, count in table.counts().items()}
            found[name] = {at: str(table[at]) for at in table}, counts, len(table)
    assert found["native"] == found["reference"]
    assert found["native"][2] == len(found["native"][0])


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
    found = dict.fromkeys("PLRN", 0)
    for p in range(2, bound + 1):
        for q in range(1, p):
            found[names[wins(p, q)]] += 1
    return found


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
    automaton = automaton_rows(paired_outcome_automaton(), 0)
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
