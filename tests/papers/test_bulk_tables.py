"""Tables and counts over pairs: the kernels against the plain definitions and the known numbers."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar import engine
from farstar.games import bulk
from farstar.impartial.number_sets import Multipliers
from farstar.papers.euclid import kernels as euclid_kernels
from farstar.papers.euclid.theory import euclid, grossman, restricted, serial_nim
from farstar.papers.partizan_euclid import kernels
from farstar.papers.partizan_euclid.theory.automata import outcome, paired_outcome_automaton

native = pytest.mark.skipif("native" not in engine.available(), reason="needs the native engine")

PLAIN = 100
"""Rows up to here are checked cell by cell against the closed forms of farstar.theory."""

GAMES: list[tuple[bulk.EuclidGame, Multipliers | None]] = [
    ("euclid", None),
    ("grossman", None),
    ("grossman", fs.up_to(1)),
    ("grossman", fs.up_to(2)),
    ("grossman", fs.up_to(7)),
    ("grossman", fs.up_to(10**12)),
]
BLOCKS = st.tuples(st.integers(0, 700), st.integers(0, 80)).map(lambda t: (t[0], t[0] + t[1]))


def rows_of(view: memoryview) -> list[list[int]]:
    """Return a view of two dimensions as lists."""
    return cast("list[list[int]]", view.tolist())


def test_outcomes_are_those_of_the_words(each_engine: str) -> None:
    table = bulk.partizan_euclid_outcomes(PLAIN)
    assert len(table) == PLAIN * (PLAIN - 1) // 2
    for p, q in table:
        assert table.outcome(p, q) == outcome(fs.PartizanEuclid(p, q).signature)


@pytest.mark.parametrize(("game", "multipliers"), GAMES)
def test_the_family_follows_its_closed_forms(
    each_engine: str, game: bulk.EuclidGame, multipliers: Multipliers | None
) -> None:
    limit = None if multipliers is None else multipliers.limit
    values = bulk.grundy_table(60, game, multipliers=multipliers)
    wins = bulk.winner_table(60, game, multipliers=multipliers)
    lengths = bulk.length_table(60, game, multipliers=multipliers)
    for b, a in values:
        if game == "euclid":
            expected = euclid.grundy(a, b), euclid.wins(a, b), euclid.length(a, b)
        else:
            expected = (
                restricted.grundy(a, b, multipliers),
                restricted.wins(a, b, multipliers),
                restricted.length(a, b, limit),
            )
        assert (values[b, a], bool(wins[b, a]), lengths[b, a]) == expected


@native
@given(
    BLOCKS,
    st.sampled_from(GAMES),
    st.integers(1, 3),
)
def test_a_block_is_part_of_the_whole(
    rows: tuple[int, int], family: tuple[bulk.EuclidGame, Multipliers | None], jobs: int
) -> None:
    game, multipliers = family
    for make in (bulk.winner_table, bulk.grundy_table, bulk.length_table):
        block = make(rows, game, multipliers=multipliers, jobs=jobs)
        assert block.rows == range(max(rows[0], 2), max(rows[0], rows[1], 2))
        for n in block.rows[:: max(1, len(block.rows) // 3)]:
            alone = make((n, n + 1), game, multipliers=multipliers)
            assert block.row(n).tolist() == alone.data.tolist()


@native
@given(BLOCKS, st.integers(1, 3))
def test_vectors_change_nothing(rows: tuple[int, int], jobs: int) -> None:
    automaton = paired_outcome_automaton().rows(0)
    wanted = bulk.partizan_euclid_outcomes(rows).rows
    plain, fast = (
        kernels.euclid_outcomes(wanted, automaton, threads=jobs, vectors=vectors)
        for vectors in (False, True)
    )
    assert plain == fast
    for k in (None, 1, 2, 9):
        plain, fast = (
            euclid_kernels.family_cells(
                "winners", grossman=True, limit=k, rows=wanted, threads=jobs, vectors=vectors
            )
            for vectors in (False, True)
        )
        assert plain == fast


@native
def test_far_rows_are_worked_out_cell_by_cell() -> None:
    # Beyond the size of the store; single cells along their quotients.
    p = 10**6 + 3
    row = bulk.partizan_euclid_outcomes((p, p + 1))
    wins = bulk.winner_table((p, p + 1), multipliers=fs.up_to(3))
    lengths = bulk.length_table((p, p + 1))
    for q in range(1, p, 40_009):
        assert row.outcome(p, q) == fs.PartizanEuclid(p, q).outcome
        assert wins[p, q] == restricted.wins(q, p, fs.up_to(3))
        assert lengths[p, q] == grossman.length(q, p)


@pytest.mark.parametrize(("game", "multipliers"), GAMES)
def test_counts_are_those_of_the_tables(
    each_engine: str, game: bulk.EuclidGame, multipliers: Multipliers | None
) -> None:
    for rows in (0, 1, 2, 3, 40, (30, 31), (17, 60)):
        wins = bulk.winner_table(rows, game, multipliers=multipliers)
        lengths = Counter(bulk.length_table(rows, game, multipliers=multipliers).data.tolist())
        values = Counter(bulk.grundy_table(rows, game, multipliers=multipliers).data.tolist())
        won = sum(wins.data)
        counts = bulk.winner_counts(rows, game, multipliers=multipliers)
        assert counts == (won, len(wins) - won)
        assert bulk.grundy_histogram(rows, game, multipliers=multipliers) == values
        totals = bulk.length_totals(rows, game, multipliers=multipliers)
        assert totals.histogram == lengths
        assert list(totals.histogram) == sorted(totals.histogram)
        moves = sum(length * count for length, count in lengths.items())
        assert (totals.positions, totals.moves) == (len(wins), moves)
        assert bulk.length_sum(rows, game, multipliers=multipliers) == moves


@native
@given(st.integers(0, 400), st.integers(1, 12), st.integers(0, 30))
def test_sums_do_not_depend_on_the_cut(bound: int, k: int, cut: int) -> None:
    table = bulk.length_table(bound, multipliers=fs.up_to(k))
    expected = sum(length % 2 for length in table.data), sum(table.data)
    sums = euclid_kernels.family_sums(
        grossman=True, limit=k, bound=bound, threads=2, cut=0 if cut == 1 else cut
    )
    assert sums == expected


@native
def test_winner_counts_by_parts_add_up() -> None:
    whole = bulk.winner_counts((100, 900), multipliers=fs.up_to(4))
    for parts in (1, 2, 7):
        pieces = [
            bulk.winner_counts((100, 900), multipliers=fs.up_to(4), part=i, parts=parts)
            for i in range(parts)
        ]
        assert tuple(map(sum, zip(*pieces, strict=True))) == whole


WINS_AT_100_000 = {
    1: 2499957336, 2: 2840645547, 3: 2953355798, 4: 3004577813, 5: 3032027985,
    6: 3048345542, 7: 3058778117, 8: 3065818377, 9: 3070779104, 10: 3074393019,
    11: 3077102338, 12: 3079181420, 13: 3080809971, 14: 3082107364, 15: 3083156362,
    16: 3084016934, 17: 3084728280, 18: 3085326074, 19: 3085831162, 20: 3086262163,
}  # fmt: skip
"""Wins among 1 <= a < b <= 10**5 by k, from a walk over the winning prefixes with floor sums."""


@native
@pytest.mark.parametrize("k", [1, 2, 3, 10, 20])
def test_win_counts_to_100_000(k: int) -> None:
    counts = bulk.winner_counts(100_000, multipliers=fs.up_to(k))
    assert counts.wins == WINS_AT_100_000[k]


@native
def test_win_probabilities_to_2000_and_10000() -> None:
    # Direct tables, rounded to six digits.
    shares = {1: 0.500493, 2: 0.568336, 3: 0.590760, 5: 0.606549, 10: 0.615016, None: 0.618152}
    for k, share in shares.items():
        allowed = None if k is None else fs.up_to(k)
        wins = sum(bulk.winner_table(2000, multipliers=allowed).data)
        assert bulk.winner_counts(2000, multipliers=allowed).wins == wins
        assert round(wins / (2000 * 1999 // 2), 6) == share
    for k, wins in {1: 25_002_106, 2: 28_404_596}.items():
        assert bulk.winner_counts(10_000, multipliers=fs.up_to(k)).wins == wins
    unrestricted = bulk.winner_counts(10_000)
    assert round(unrestricted.wins / sum(unrestricted), 6) == 0.618058


@native
def test_lengths_to_10000_and_a_million() -> None:
    totals = bulk.length_totals(2000)
    assert totals.moves == 15_556_770
    assert bulk.length_sum(10_000) == 482_897_778
    assert round(482_897_778 / (10_000 * 9_999 // 2), 4) == 9.6589
    assert bulk.length_sum(100_000) == 61_757_309_427


@native
@pytest.mark.long
def test_lengths_and_wins_to_a_million() -> None:
    assert bulk.length_sum(10**6, jobs=2) == 7_522_874_678_833
    wins = {2: 284_065_996_904, 3: 295_336_904_467, 20: 308_627_896_504}
    for k, count in wins.items():
        assert bulk.winner_counts(10**6, multipliers=fs.up_to(k), jobs=2).wins == count


@pytest.mark.long
@native
def test_the_outcome_table_of_10000_has_the_census() -> None:
    table = bulk.partizan_euclid_outcomes(10_000, jobs=2)
    counts = bulk.partizan_euclid_census(10_000)
    assert table.counts() == counts
    assert bulk.partizan_euclid_enumeration(10_000, jobs=2) == counts


@native
def test_parts_of_both_counts_add_up() -> None:
    whole = bulk.partizan_euclid_census(3_000)
    for count in (bulk.partizan_euclid_census, bulk.partizan_euclid_enumeration):
        parts = [count(3_000, part=i, parts=5) for i in range(5)]
        assert {o: sum(part[o] for part in parts) for o in whole} == whole


@pytest.mark.parametrize("letter", ["P", "N"])
def test_lists_are_what_the_table_says(each_engine: str, letter: str) -> None:
    for rows in ((2, 60), (45, 61), (3, 3)):
        table = bulk.partizan_euclid_outcomes(rows)
        expected = [[p, q] for p, q in table if table.outcome(p, q) == letter]
        assert rows_of(bulk.partizan_euclid_positions(rows, letter)) == expected


@native
def test_the_list_to_10000_is_as_long_as_the_census_says() -> None:
    positions = bulk.partizan_euclid_positions(10_000, jobs=2)
    assert positions.shape == (1_745_900, 2)
    assert positions.format == "I"


@native
@pytest.mark.parametrize("parts", [1, 3])
def test_counts_of_values_and_weights_are_those_of_the_tables(parts: int) -> None:
    pairs: list[tuple[Callable[..., dict[fs.Value, int]], bulk.Bulk]] = [
        (bulk.partizan_euclid_value_counts, bulk.partizan_euclid_values(400)),
        (bulk.partizan_euclid_atomic_weight_counts, bulk.partizan_euclid_atomic_weights(400)),
    ]
    for count, table in pairs:
        total: Counter[fs.Value] = Counter()
        for part in range(parts):
            total.update(count(400, part=part, parts=parts))
        assert total == table.counts()


@pytest.mark.long
@native
def test_distinct_weights_to_10000() -> None:
    counts = bulk.partizan_euclid_atomic_weight_counts(10_000)
    assert (len(counts), sum(counts.values())) == (99_003, 15_198_742)
    integers = sum(count for weight, count in counts.items() if weight.is_integer)
    assert round(integers / sum(counts.values()), 5) == 0.92806


def test_sweeps_are_means_and_temperatures(each_engine: str) -> None:
    for table in (
        bulk.partizan_euclid_atomic_weights(30),
        bulk.partizan_euclid_values(20),
        bulk.geography_values(3),
    ):
        sweep = table.thermal()
        assert rows_of(sweep.positions) == [list(position) for position in table]
        assert list(sweep.mean) == [value.mean for value in table.values()]
        assert list(sweep.temperature) == [value.temperature for value in table.values()]
    assert len(bulk.partizan_euclid_values(2).thermal().mean) == 0


@native
def test_numpy_reads_the_cells_without_copying() -> None:
    numpy = pytest.importorskip("numpy")
    table = bulk.grundy_table(50)
    cells = numpy.asarray(table.data)
    assert cells.dtype == numpy.uint32
    assert numpy.shares_memory(cells, numpy.frombuffer(table.data, dtype=numpy.uint32))


@native
def test_tables_keep_to_their_budget() -> None:
    with engine.budget(seconds=0.2), pytest.raises(fs.BudgetExceeded, match="time limit"):
        bulk.length_totals(10**6)
    with engine.budget(memory=10**6), pytest.raises(fs.BudgetExceeded, match="memory"):
        bulk.grundy_table(10_000)
    with pytest.raises(fs.BudgetExceeded, match="memory"):
        bulk.grundy_table(10**9)
    assert sum(bulk.winner_counts(10)) == 45


@pytest.mark.parametrize(
    "rows", [-1, True, "9", (3,), (1, 2, 3), (2, 2.5), (-1, 4)], ids=lambda rows: str(rows)
)
def test_rows_are_checked(rows: object) -> None:
    for make in (bulk.winner_table, bulk.partizan_euclid_outcomes, bulk.winner_counts):
        with pytest.raises(fs.IllegalPositionError, match="expected"):
            make(rows)  # type: ignore[arg-type]


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(fs.IllegalPositionError, match="multipliers up to some k"):
        bulk.winner_table(10, multipliers=fs.odd)
    with pytest.raises(fs.IllegalPositionError, match="all multipliers"):
        bulk.winner_table(10, "euclid", multipliers=fs.up_to(2))
    with pytest.raises(fs.IllegalPositionError, match="grossman or euclid"):
        bulk.winner_table(10, "wythoff")  # type: ignore[arg-type]
    with pytest.raises(fs.IllegalPositionError, match="below 3"):
        bulk.partizan_euclid_census(10, part=3, parts=3)
    with pytest.raises(fs.IllegalPositionError, match="P or N"):
        bulk.partizan_euclid_positions(10, "L")
    with pytest.raises(fs.BudgetExceeded, match="at most"):
        bulk.winner_table((2, 10**10))
    with pytest.raises(fs.BudgetExceeded, match="at most 150000000 such positions"):
        bulk.partizan_euclid_positions(10**6)
    with pytest.raises(KeyError, match="1 <= m < n"):
        bulk.winner_table(10)[5, 5]
    with pytest.raises(KeyError, match="expected a row"):
        bulk.winner_table(10).row(11)


def test_serial_nim_has_the_same_grundy_values() -> None:
    table = bulk.grundy_table(80, multipliers=fs.up_to(3))
    for b, a in table:
        row = grossman.heaps(a, b)
        assert table[b, a] == serial_nim.sequential_grundy(row, limit=3)
    assert isinstance(table.data.obj, bytearray | array)
