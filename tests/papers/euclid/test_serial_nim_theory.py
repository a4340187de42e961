"""Serial Nim: closed forms against plain dynamic programming."""

from __future__ import annotations

import itertools
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar.errors import IllegalPositionError
from farstar.papers.euclid.theory import serial_nim

LIMITS = (None, 1, 2, 3, 4)


def moves(row: tuple[int, ...], limit: int | None) -> list[tuple[int, tuple[int, ...]]]:
    """Return (take, row that remains) straight from the rules."""
    if not row:
        return []
    most = row[0] if limit is None else min(limit, row[0])
    return [
        (take, (row[0] - take, *row[1:]) if take < row[0] else row[1:])
        for take in range(1, most + 1)
    ]


@cache
def brute_grundy(row: tuple[int, ...], limit: int | None) -> int:
    seen = {brute_grundy(rest, limit) for _, rest in moves(row, limit)}
    return next(g for g in itertools.count() if g not in seen)


@cache
def brute_wins(row: tuple[int, ...], limit: int | None, misere: bool) -> bool:
    after = moves(row, limit)
    if not after:
        return misere
    return any(not brute_wins(rest, limit, misere) for _, rest in after)


@cache
def brute_lengths(row: tuple[int, ...], limit: int | None, misere: bool) -> frozenset[int]:
    """Return every length the game can have when the winner plays only winning moves."""
    after = moves(row, limit)
    if not after:
        return frozenset({0})
    if brute_wins(row, limit, misere):
        after = [(take, rest) for take, rest in after if not brute_wins(rest, limit, misere)]
    return frozenset(1 + n for _, rest in after for n in brute_lengths(rest, limit, misere))


def rows(largest: int, longest: int) -> list[tuple[int, ...]]:
    return [
        row
        for length in range(longest + 1)
        for row in itertools.product(range(1, largest + 1), repeat=length)
    ]


@pytest.mark.parametrize(
    "sizes", [[(4, 6)], pytest.param([(5, 6), (9, 4)], marks=pytest.mark.long)]
)
def test_grundy_is_the_first_heap_less_the_parity_of_the_index(
    sizes: list[tuple[int, int]],
) -> None:
    for row in (row for size in sizes for row in rows(*size)):
        assert serial_nim.grundy(row) == brute_grundy(row, None), row


@pytest.mark.parametrize("limit", LIMITS)
def test_limited_takes_have_the_stated_grundy_values(limit: int | None) -> None:
    for row in rows(7, 3) + rows(3, 6):
        assert serial_nim.sequential_grundy(row, limit=limit) == brute_grundy(row, limit), row


@pytest.mark.parametrize("limit", LIMITS)
def test_each_grundy_value_is_reached_by_the_stated_take_only(limit: int | None) -> None:
    for row in rows(7, 3):
        for value in range(9):
            takes = [t for t, rest in moves(row, limit) if brute_grundy(rest, limit) == value]
            take = serial_nim.take_to_grundy(row, value, limit=limit)
            assert takes == ([] if take is None else [take]), (row, value)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("more", [0, pytest.param(2, marks=pytest.mark.long)])
def test_winner_winning_take_and_length(more: int, limit: int | None, misere: bool) -> None:
    for row in rows(7 + more, 3) + rows(3 + more, 6):
        wins = brute_wins(row, limit, misere)
        assert serial_nim.wins(row, limit=limit, misere=misere) is wins, row
        takes = [t for t, rest in moves(row, limit) if not brute_wins(rest, limit, misere)]
        take = serial_nim.winning_take(row, limit=limit, misere=misere)
        assert takes == ([] if take is None else [take]), row
        length = serial_nim.length(row, limit=limit, misere=misere)
        assert brute_lengths(row, limit, misere) == {length}, row


@given(st.lists(st.integers(1, 10**30), max_size=12))
def test_the_two_grundy_formulas_agree(row: list[int]) -> None:
    assert serial_nim.grundy(row) == serial_nim.sequential_grundy(row)


@given(st.lists(st.integers(1, 10**30), min_size=1, max_size=8), st.booleans())
def test_a_winning_take_leaves_a_lost_row(row: list[int], misere: bool) -> None:
    take = serial_nim.winning_take(row, misere=misere)
    assert (take is not None) == serial_nim.wins(row, misere=misere)
    if take is not None:
        left = [row[0] - take, *row[1:]] if take < row[0] else row[1:]
        assert not serial_nim.wins(left, misere=misere)


def test_index_of_the_paper_reads_no_further_than_needed() -> None:
    assert serial_nim.index([1]) == 0
    assert serial_nim.index([2, 3, 1]) == 1
    assert serial_nim.index([2, 2, 1, 9]) == 1
    assert serial_nim.index([3, 3, 3, 3]) == 3
    assert serial_nim.index(itertools.chain([2, 2, 5], itertools.repeat(2))) == 2


@pytest.mark.parametrize("bad", [[0], [3, -1], [True], [1.5], [float("nan")], 7, "31", None])
def test_bad_rows_are_refused_in_one_line(bad: object) -> None:
    for function in (
        serial_nim.grundy,
        serial_nim.sequential_grundy,
        serial_nim.wins,
        serial_nim.winning_take,
        serial_nim.length,
    ):
        with pytest.raises(IllegalPositionError) as caught:
            function(bad)  # type: ignore[arg-type]
        assert "\n" not in str(caught.value)
    with pytest.raises(IllegalPositionError):
        serial_nim.wins([1], limit=0)
    with pytest.raises(IllegalPositionError):
        serial_nim.take_to_grundy([1], -1)
