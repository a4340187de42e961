"""Winning moves of sums and the best of losing ones, against plain asking."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random

import pytest

import farstar as fs
from farstar import engine
from farstar.sums import Undecided
from farstar.sums.choosing import Chooser

from .test_solver import euclid_sum, native, random_sum
from .test_sum import Nim

MULTIPLIERS = (None, fs.up_to(2), fs.odd, {1, 3}, {2, 5})


@pytest.mark.parametrize("multipliers", MULTIPLIERS)
@pytest.mark.parametrize("game", [fs.Euclid, fs.Grossman])
def test_moves_to_a_grundy_value(game: type[fs.Euclid], multipliers: object) -> None:
    for a in range(1, 18):
        for b in range(1, 18):
            g = game(a, b, multipliers=multipliers)  # type: ignore[arg-type]
            check_moves_to_grundy(g)


@pytest.mark.parametrize("takes", MULTIPLIERS)
def test_takes_to_a_grundy_value(takes: object) -> None:
    rng = Random(1)
    rows = [[rng.randint(1, 7) for _ in range(rng.randint(0, 4))] for _ in range(150)]
    for row in rows:
        check_moves_to_grundy(fs.SerialNim(*row, takes=takes))  # type: ignore[arg-type]


def test_takes_of_nim_to_a_grundy_value() -> None:
    for heaps in combinations_with_replacement(range(6), 3):
        check_moves_to_grundy(fs.Nim(*heaps))
    total = fs.Nim(10**30, 5) + fs.Nim(3)
    (move,) = total.winning_moves()
    assert move.after.grundy == 0


def check_moves_to_grundy(g: fs.Position) -> None:
    (term,) = fs.Sum(g).terms
    plain = [(move.after.search_grundy(), move) for move in g.moves(fs.Right)]
    for grundy in range(9):
        expected = tuple(move for value, move in plain if value == grundy)
        assert term.moves_to_grundy(fs.Right, grundy) == expected, (g, grundy)


def test_nimbers_are_not_listed() -> None:
    (term,) = fs.Sum(fs.Value("*1000000000")).terms
    (move,) = term.moves_to_grundy(fs.Left, 999)
    assert (move.text, move.after) == ("to *999", fs.Value("*999"))
    assert term.moves_to_grundy(fs.Left, 10**9) == ()


def test_winning_moves_where_moves_are_too_many_to_list() -> None:
    total = fs.Euclid(10**20, 3) + fs.SerialNim(10**30, 7) - fs.Value("*5")
    with pytest.raises(fs.BudgetExceeded, match="moves to list"):
        total.moves()
    (move,) = total.winning_moves()
    assert move.component == 1
    assert move.after.grundy == 0
    assert total.best_move() == move
    assert move.text in total.explain().text()


def test_impartial_sums_against_plain_listing() -> None:
    rng = Random(8)
    for _ in range(200):
        total = fs.Sum()
        for _ in range(rng.randint(1, 4)):
            a, b = rng.randint(0, 20), rng.randint(1, 20)
            part = rng.choice((fs.Euclid(a, b), fs.SerialNim(a + 1, b), Nim()(a % 7)))
            total = total + part if rng.random() < 0.5 else total - part
        total += fs.Value(f"*{rng.randint(0, 5)}")
        expected = [move for move in total.moves() if move.after.grundy == 0]
        assert list(total.winning_moves()) == expected, str(total)


def test_an_explanation_without_the_moves() -> None:
    total = fs.Euclid(10**20, 3) + fs.PartizanEuclid(11, 8)
    with pytest.raises(fs.BudgetExceeded):
        total.winning_moves(fs.Right)
    steps = {step.title: step for step in total.explain().steps}
    assert steps["Right to move"].text == "wins; there are too many moves to list"
    assert steps["Right to move"].data["winning_moves"] is None
    assert steps["Left to move"].text == "no move wins"


@native
def test_winning_moves_found_before_the_budget_ended() -> None:
    rng, partial = Random(4), 0
    while not partial:
        total = euclid_sum(rng, 6, 10**4)
        errors = [undecided(total, nodes) for nodes in (50, 400)]
        winning = total.winning_moves(fs.Left)
        for error in filter(None, errors):
            assert set(error.winning) <= set(winning)
            assert error.verdict.left_wins_first in (None, bool(winning))
            if error.winning:
                assert "winning moves found so far: " in str(error)
                assert pickle.loads(pickle.dumps(error)).winning == error.winning
                partial += 1


def undecided(total: fs.Sum, nodes: int) -> Undecided | None:
    try:
        with engine.budget(nodes=nodes):
            total.winning_moves(fs.Left)
    except Undecided as error:
        return error
    return None


def test_misere_play_of_a_single_component_needs_no_search() -> None:
    g = fs.Euclid(10**20 + 1, 3)
    (move,) = g.winning_moves(misere=True)
    total = fs.Sum(-g)
    assert total.misere_outcome is g.misere_outcome
    (winning,) = total.winning_moves(misere=True)
    assert (winning.component, winning.move.after) == (0, move.after)


@pytest.mark.parametrize("misere", [False, True])
def test_the_best_move(misere: bool) -> None:
    rng, lost = Random(12), 0
    for _ in range(40):
        total = fs.Sum(*[Nim()(rng.randint(0, 4)) for _ in range(3)])
        total += fs.PartizanEuclid(rng.randint(1, 12), rng.randint(1, 12))
        for player in fs.Player:
            winning = total.winning_moves(player, misere=misere)
            best = total.best_move(player, misere=misere)
            if winning:
                assert best == winning[0]
                assert Chooser(misere=misere).winning_move(total, player, Random(0)) in winning
                continue
            moves = total.moves(player)
            if not moves:
                assert best is None
                continue
            lost += 1
            assert best is not None

            def ease(move: fs.Move) -> tuple[Fraction, int]:
                answers = move.after.moves(-move.player)
                if not answers:
                    return Fraction(1), 0
                winning = move.after.winning_moves(-move.player, misere=misere)
                return Fraction(len(winning), len(answers)), -len(answers)

            assert best == min(moves, key=ease)
    assert lost > 5


@native
def test_winning_moves_of_mixed_sums() -> None:
    rng = Random(77)
    for _ in range(60):
        total = random_sum(rng, most=4)
        for player in fs.Player:
            expected = [
                move
                for move in total.moves(player)
                if not move.after.value.outcome.wins(-player, first=True)
            ]
            assert list(total.winning_moves(player)) == expected, str(total)
            best = total.best_move(player)
            if expected:
                assert best == expected[0]
            else:
                assert (best is None) == (not total.moves(player))
