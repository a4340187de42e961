"""The page on one-row Clobber: its tables pass the finite check that it describes, done here."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "clobber.md").read_text("utf-8").replace("−", "-")
Label = tuple[int, int]
SHORT = {"xxo": (9, 1, 48, 638), "oox": (6, -1, 36, 470)}
"""Of each period: m, the growth of 6 letters, N, and the number of claims, as the page says."""


def labels_of(period: str) -> dict[str, Label]:
    """Read a table of the page."""
    text = PAGE.partition(f"period {period} |\n")[2].partition("\n\n")[0]
    found = re.findall(r"([xo]+) \((-?\d+),(-?\d+)\)", text)
    return {word: (int(j), int(k)) for word, j, k in found}


class Check:
    """The finite check of the page, written from its text."""

    def __init__(self, period: str, table: dict[str, Label]) -> None:
        self.period, self.table = period, table
        self.m, self.growth, self.longest, _ = SHORT[period]

    def words(self, length: int) -> Iterator[str]:
        if length == 1:
            return
        found = {
            a + (self.period * length)[start : start + length - 2] + b
            for start, a, b in product(range(3), "xo", "xo")
        }
        yield from sorted({min(w, w[::-1]) for w in found if "xo" in w or "ox" in w})

    def label(self, word: str) -> Label:
        if "xo" not in word and "ox" not in word:
            return 0, -2
        times = 0
        while len(word) >= self.m + 6:
            word, times = word[0] + word[7:], times + 1
        j, k = self.table[min(word, word[::-1])]
        return j + times * self.growth, k + times * self.growth

    def total(self, words: list[str]) -> Label:
        j, k = 0, -2
        for one, other in map(self.label, words):
            j, k = max(j + one, k + other), max(j + other, k + one)
        return j, k

    @staticmethod
    def moves(words: list[str], stone: str) -> Iterator[list[str]]:
        for place, word in enumerate(words):
            for i in range(len(word) - 1):
                if word[i] != word[i + 1]:
                    rest = words[:place] + words[place + 1 :]
                    if word[i] == stone:  # it moves to the right
                        yield [*rest, word[:i], stone + word[i + 2 :]]
                    else:
                        yield [*rest, word[:i] + stone, word[i + 2 :]]

    def is_known(self, words: list[str], j: int, e: int) -> bool:
        label = self.total(words)
        return label[e] >= j or label[1 - e] >= j + 2

    def answers_right(self, word: str, j: int, e: int) -> bool:
        return all(
            self.is_known(x, j - 1, 1 - e)
            or any(self.is_known(y, j, e) for y in self.moves(x, "x"))
            for x in self.moves([word], "o")
        )

    def has_options(self, word: str, j: int, e: int) -> bool:
        options = list(self.moves([word], "x"))
        if (j, e) == (0, 0):
            return True
        if j <= -1:
            return any(self.is_known(y, j + 1, 1 - e) for y in options)
        if not any(self.is_known(y, 0, 0) for y in options):
            return False
        return (j, e) != (1, 1) or (
            self.answers_right(word, 0, 0) or any(self.is_known(y, 0, 1) for y in options)
        )

    def claims(self) -> int:
        """Return how many claims there are, or 0 if one fails."""
        count = 0
        for length in range(2, self.longest + 1):
            for word in self.words(length):
                label, verified = self.label(word), []
                for e, j in enumerate(label):
                    is_good = self.answers_right(word, j, e) and self.has_options(word, j, e)
                    if length > self.longest - 6:
                        is_good = is_good and (j >= 2 if self.growth > 0 else j <= -1)
                    verified.append(is_good)
                for e in (0, 1):
                    if not verified[e] and not (verified[1 - e] and label[e] <= label[1 - e] - 2):
                        return 0
                    count += 1
        return count


@pytest.mark.parametrize("period", SHORT)
def test_the_tables_pass_the_check(period: str) -> None:
    table = labels_of(period)
    assert Check(period, table).claims() == SHORT[period][-1]
    assert f"{SHORT[period][-1]} for {period}" in PAGE or f"{SHORT[period][-1]} claims" in PAGE
    assert {len(word) for word in table} == set(range(2, SHORT[period][0] + 6))


@pytest.mark.parametrize("period", SHORT)
def test_raised_labels_fail(period: str) -> None:
    chance, table = Random(period), labels_of(period)
    for word in chance.sample(sorted(table), 12):
        j, k = table[word]
        # A claim that follows from the other one may be raised up to that.
        raised = (max(j, k - 2) + 1, k) if chance.random() < 0.5 else (j, max(k, j - 2) + 1)
        assert Check(period, table | {word: raised}).claims() == 0, (word, raised)


def test_the_powers_have_the_labels_of_the_theorem() -> None:
    lower, upper = (Check(period, labels_of(period)) for period in SHORT)
    for n in range(1, 60):
        assert lower.label("xxo" * n)[0] == -(-n // 2)
        assert upper.label("oox" * n)[0] == -n // 2


def test_the_page_is_the_one_that_is_generated() -> None:
    done = subprocess.run(
        [sys.executable, str(DOCS / "clobber.py")], capture_output=True, text=True, check=True
    )
    assert done.stdout == (DOCS / "clobber.md").read_text("utf-8")
