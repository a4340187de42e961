"""Serial Nim and rows of subtraction games: theory against the plainest recursion."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs

Row = tuple[int, ...]


class Plain:
    """The game from its rules alone."""

    def __init__(self, allowed: Callable[[int], bool]) -> None:
        self.allowed = allowed
        self.values: dict[Row, int] = {}
        self.misere: dict[Row, bool] = {}

    def options(self, row: Row) -> list[Row]:
        if not row:
            return []
        left = [row[0] - m for m in range(1, row[0] + 1) if self.allowed(m)]
        return [(n, *row[1:]) if n else row[1:] for n in left]

    def grundy(self, row: Row) -> int:
        if row not in self.values:
            values = {self.grundy(after) for after in self.options(row)}
            self.values[row] = next(n for n in range(len(values) + 1) if n not in values)
        return self.values[row]

    def wins_misere(self, row: Row) -> bool:
        if row not in self.misere:
            options = self.options(row)
            self.misere[row] = not options or any(not self.wins_misere(p) for p in options)
        return self.misere[row]


def rows(most: int, length: int) -> Iterator[Row]:
    for n in range(length + 1):
        yield from itertools.product(range(1, most + 1), repeat=n)


SETS: dict[str, tuple[Any, Callable[[int], bool]]] = {
    "any": (None, lambda m: True),
    "k=1": (fs.up_to(1), lambda m: m <= 1),
    "k=2": ("k=2", lambda m: m <= 2),
    "k=3": ({1, 2, 3}, lambda m: m <= 3),
    "odd": (fs.odd, lambda m: m % 2 == 1),
    "{1,3}": ({1, 3}, lambda m: m in (1, 3)),
    "{2,3}": ({2, 3}, lambda m: m in (2, 3)),
    "even": (lambda m: m % 2 == 0, lambda m: m % 2 == 0),
}


@pytest.mark.parametrize(
    ("chosen", "most", "length"),
    [
        *(("any", 4, 6), ("k=2", 4, 6), *((chosen, 4, 4) for chosen in SETS)),
        *(pytest.param(chosen, 6, 6, marks=pytest.mark.long) for chosen in SETS),
    ],
)
def test_theory_agrees_with_the_rules(chosen: str, most: int, length: int) -> None:
    takes, allowed = SETS[chosen]
    plain = Plain(allowed)
    for row in rows(most, length):
        g = fs.SerialNim(*row, takes=takes)
        assert g.grundy == plain.grundy(row), g
        assert (g.outcome == "N") == (plain.grundy(row) != 0), g
        assert (g.misere_outcome == "N") == plain.wins_misere(row), g


@pytest.mark.parametrize("chosen", SETS)
def test_moves(chosen: str) -> None:
    takes, allowed = SETS[chosen]
    plain = Plain(allowed)
    for row in rows(5, 3):
        g = fs.SerialNim(*row, takes=takes)
        options = plain.options(row)
        assert sorted(p.state for p in g.options()) == sorted(options)
        winning = [after for after in options if not plain.grundy(after)]
        assert sorted(move.after.state for move in g.winning_moves()) == sorted(winning)
        winning = [after for after in options if not plain.wins_misere(after)]
        winning_rows = [move.after.state for move in g.winning_moves(fs.Right, misere=True)]
        assert sorted(winning_rows) == sorted(winning)


@pytest.mark.parametrize("chosen", SETS)
def test_the_search_agrees(chosen: str) -> None:
    for row in rows(4, 3):
        g = fs.SerialNim(*row, takes=SETS[chosen][0])
        assert g.search_grundy() == g.grundy
        assert g.search_outcome() == g.outcome
        assert g.search_misere_outcome() == g.misere_outcome


def test_one_heap_is_a_subtraction_game() -> None:
    values = [fs.SerialNim(n, takes={1, 3, 4}).grundy for n in range(1, 15)]
    assert values == [1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2, 0]


def test_length_counts_the_moves_of_the_winner_and_the_loser() -> None:
    for row in rows(4, 4):
        for takes in (None, "k=2"):
            g = place = fs.SerialNim(*row, takes=takes)
            moves = 0
            while place.heaps:
                after = place.winning_moves() or place.moves()
                place = after[0].after
                moves += 1
            assert g.length == moves
    with pytest.raises(fs.IllegalPositionError, match="got odd"):
        _ = fs.SerialNim(3, takes=fs.odd).length


@given(st.lists(st.integers(1, 10**30), max_size=40))
def test_large_rows(heaps: list[int]) -> None:
    g = fs.SerialNim(*heaps)
    assert fs.Grossman(*g.grossman_pair).grundy == g.grundy
    assert bool(g.winning_moves()) == (g.outcome == "N")
    for move in g.winning_moves():
        assert move.after.outcome == "P"


def test_huge_heaps_and_long_rows() -> None:
    huge = 10**10_000
    g = fs.SerialNim(huge, huge, huge + 1)
    assert g.grundy == huge - g.index % 2
    assert len(g.winning_moves()) == 1
    with pytest.raises(fs.BudgetExceeded):
        g.options()
    assert len(str(g.explain())) < 2000
    assert fs.SerialNim(*[1] * 20_001).outcome == "N"
    assert fs.SerialNim(*[1] * 20_001).length == 20_001


def test_text_round_trips() -> None:
    for g in (fs.SerialNim(), fs.SerialNim(3, 1, 2), fs.SerialNim(5, 4, takes=fs.up_to(2))):
        assert eval(repr(g), vars(fs)) == g
        assert pickle.loads(pickle.dumps(g)) == g
    assert str(fs.SerialNim(3, 1, 2)) == "SerialNim(3,1,2)"
    assert str(fs.SerialNim(5, 4, takes={1, 4})) == "SerialNim(5,4; {1,4})"
    assert [str(m) for m in fs.SerialNim(4, 2).winning_moves(fs.Left)] == ["Left: (4,2) -> (1,2)"]


@pytest.mark.parametrize("bad", [0, -1, 2.0, True, "3", None, float("nan"), [3]], ids=repr)
def test_bad_heaps_are_refused_in_one_line(bad: Any) -> None:
    with pytest.raises(fs.IllegalPositionError) as caught:
        fs.SerialNim(3, bad)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("expected each heap")


@pytest.mark.parametrize("bad", [set(), {0}, 3, True, "k=0"])
def test_bad_takes_are_refused(bad: Any) -> None:
    with pytest.raises((fs.IllegalPositionError, fs.NotationError)):
        fs.SerialNim(3, takes=bad)


@pytest.mark.parametrize("chosen", SETS)
def test_every_row_explains_itself(chosen: str) -> None:
    for row in [(), (1,), (1, 1), (4, 2), (1, 3, 2), (2,) * 30]:
        g = fs.SerialNim(*row, takes=SETS[chosen][0])
        why = g.explain()
        wins = "the player to move wins" if g.outcome == "N" else "the player who moved last wins"
        assert why.title.endswith(wins)
        assert ("Winning move" in [step.title for step in why.steps]) == (g.outcome == "N")
        assert why.html()
