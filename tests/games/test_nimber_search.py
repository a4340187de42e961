"""Nimbers of impartial boards: by the core, by plain search, and as published."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

import farstar as fs
from farstar import engine
from farstar.errors import BudgetExceeded
from farstar.impartial.grundy import mex
from farstar.rules import Ruleset

pytestmark = pytest.mark.skipif(
    "native" not in engine.available(), reason="needs the native engine"
)

CRAM = fs.Cram("1x1").ruleset
CLOBBER = fs.rules.impartial(fs.Clobber)
PILLARS = fs.rules("game Pillars\ncells . x #\nboth .|.|. -> x|#|x  .x -> ##  unless near x")
NODE_KAYLES = fs.rules("game Node Kayles\nboard graph\ncells . x\nboth . -> x unless near x")
ARC_KAYLES = fs.rules("game Arc Kayles\nboard graph\ncells . x\nboth .. -> xx")


def random_board(rng: random.Random, marks: str, cells: int) -> str:
    rows = rng.choice([1, 2, 3])
    return "|".join("".join(rng.choices(marks, k=cells // rows)) for _ in range(rows))


def random_graph(rng: random.Random, size: int) -> str:
    edges = [f"{rng.randrange(i)}-{i}" for i in range(1, size) if rng.random() < 0.9]
    edges += ["0-" + str(size - 1)] if size > 2 and rng.random() < 0.5 else []
    return "." * size + "; " + ",".join(dict.fromkeys(edges))


@pytest.mark.parametrize(
    ("rules", "state", "rounds"),
    [
        (CRAM, lambda rng: random_board(rng, "...#", 12), 400),
        (CLOBBER, lambda rng: random_board(rng, "xxxooo.", 9), 300),
        (PILLARS, lambda rng: random_board(rng, "...x#", 12), 200),
        (NODE_KAYLES, lambda rng: random_graph(rng, rng.randrange(2, 9)), 100),
        (ARC_KAYLES, lambda rng: random_graph(rng, rng.randrange(2, 9)), 100),
    ],
    ids=["Cram", "Clobber", "Pillars", "Node Kayles", "Arc Kayles"],
)
def test_nimbers_agree_with_plain_search(
    rules: Ruleset, state: Callable[[random.Random], str], rounds: int
) -> None:
    rng = random.Random(31)
    for _ in range(rounds):
        position = rules(state(rng))
        assert position.is_impartial
        assert not position.moves() or rules.native_board(position.state) is not None
        nimber = position.search_grundy()
        heap = fs.star(rng.randrange(4))
        # Who wins is asked before the nimber is known.
        assert str((position + heap).outcome) == ("P" if heap.nim_value == nimber else "N")
        assert position.grundy == position.nim_value == position.value.nim_value == nimber
        winning = [move.after for move in position.winning_moves()]
        assert winning == [p for p in (m.after for m in position.moves()) if not p.search_grundy()]


def test_published_nimbers_of_cram() -> None:
    published = {"3x7": 1, "3x9": 1, "4x5": 2, "4x7": 3, "5x5": 0, "5x6": 2}
    assert {size: fs.Cram(size).grundy for size in published} == published


@pytest.mark.long
def test_larger_published_nimbers_of_cram() -> None:
    assert (fs.Cram("5x7").grundy, fs.Cram("4x9").grundy) == (1, 1)


def test_a_board_beside_a_heap() -> None:
    assert str((fs.Cram("4x7") + fs.star(3)).outcome) == "P"
    total = fs.Cram("4x7") + fs.Cram("4x5") + fs.star(1)
    assert str(total.outcome) == "P"
    assert total.grundy == 0


@cache
def nimber_of_word(word: str) -> int:
    """Return the nimber of a row of stones in impartial Clobber by its rules alone."""
    options = set()
    for i in range(len(word) - 1):
        if word[i] != word[i + 1]:
            for left, right in (
                (word[:i], word[i] + word[i + 2 :]),
                (word[:i] + word[i + 1], word[i + 2 :]),
            ):
                options.add(nimber_of_word(left) ^ nimber_of_word(right))
    return mex(options)


@pytest.mark.parametrize("unit", ["xo", "xxo"])
def test_rows_of_impartial_clobber_agree_with_a_recursion_on_words(unit: str) -> None:
    for n in range(1, 132 // len(unit)):
        board = unit * n
        assert (CLOBBER.native_board(board) is None) == (len(board) > 128)
        assert CLOBBER(board).grundy == nimber_of_word(board)


def test_out_of_budget_is_no_answer() -> None:
    with engine.budget(nodes=500):
        for question in (lambda: fs.Cram("7x7").grundy, lambda: fs.Cram("7x7").outcome):
            with pytest.raises(BudgetExceeded):
                question()
    assert fs.Cram("3x5").grundy == 1
