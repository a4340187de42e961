"""Nimbers of impartial Clobber on periodic rows: the same by words and by boards."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

import farstar as fs
from farstar import engine
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.games.clobber_rows import power_nimbers


def _by_words(word: str, known: dict[str, int]) -> int:
    """Return the nimber of a row by reading every move off its text."""
    if word not in known:
        seen = set()
        for at, (one, other) in enumerate(pairwise(word)):
            if one != other:
                before, behind = word[:at], word[at + 2 :]
                seen.add(_by_words(before, known) ^ _by_words(one + behind, known))
                seen.add(_by_words(before + other, known) ^ _by_words(behind, known))
        known[word] = next(n for n in range(len(seen) + 1) if n not in seen)
    return known[word]


def test_all_short_periods_agree_with_words() -> None:
    known: dict[str, int] = {}
    for size in range(1, 6):
        most = 24 // size
        for stones in product("xo", repeat=size):
            period = "".join(stones)
            words = [_by_words(period * n, known) for n in range(1, most + 1)]
            assert power_nimbers(period, most) == words


def test_long_rows_agree_with_words() -> None:
    known: dict[str, int] = {}
    for period, most in (("xo", 60), ("xxo", 40), ("xxoxo", 12)):
        words = [_by_words(period * n, known) for n in range(1, most + 1)]
        assert power_nimbers(period, most) == words


def test_rows_agree_with_the_search_of_boards() -> None:
    clobber = fs.rules.impartial(fs.Clobber)
    for period, most in (("xo", 12), ("xxo", 8), ("xxoo", 5)):
        assert power_nimbers(period, most) == [
            clobber(period * n).grundy for n in range(1, most + 1)
        ]


def test_what_is_not_a_row_is_refused() -> None:
    assert power_nimbers("x", 3) == [0, 0, 0]
    assert power_nimbers("xo", 0) == []
    for wrong in ("", "x.o", "xO"):
        with pytest.raises(IllegalPositionError, match="expected stones x and o"):
            power_nimbers(wrong, 3)
    with pytest.raises(ValueError, match="number of periods"):
        power_nimbers("xo", -1)
    with engine.budget(nodes=100), pytest.raises(BudgetExceeded):
        power_nimbers("xo", 1000)
