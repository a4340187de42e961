"""Euclid and Grossman's game: theory against the plain tables, normal and misère."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from math import isqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from tests.papers.euclid.euclid_brute import Brute

BOUND = 60


GAMES = {"Euclid": (fs.Euclid, 0), "Grossman": (fs.Grossman, 1)}


def is_square(m: int) -> bool:
    return isqrt(m) ** 2 == m


def is_at_most(k: int) -> Callable[[int], bool]:
    return lambda m: m <= k


SETS: dict[str, tuple[Any, Callable[[int], bool], int]] = {
    "all": (None, lambda m: True, BOUND),
    **{f"k={k}": (fs.up_to(k), is_at_most(k), BOUND) for k in range(1, 8)},
    "odd": (fs.odd, lambda m: m % 2 == 1, 70),
    "{1,3}": ({1, 3}, lambda m: m in (1, 3), 50),
    "{1,4}": ({1, 4}, lambda m: m in (1, 4), 50),
    "{2,3}": ([2, 3], lambda m: m in (2, 3), 50),
    "{5}": ((5,), lambda m: m == 5, 50),
    "squares": (is_square, is_square, 50),
    "k=2 by name": ("k=2", lambda m: m <= 2, 40),
}


def multipliers_of(moves: tuple[fs.Move, ...]) -> list[int]:
    """Return the multiplier of each move, read off the positions."""
    after_moves = []
    for move in moves:
        before, after = move.before.state, move.after.state
        small = min(before)
        after_moves.append((sum(before) - sum(after)) // small)
    return after_moves


@pytest.mark.parametrize("chosen", SETS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bound", [None, pytest.param(300, marks=pytest.mark.long)])
def test_theory_agrees_with_the_rules(game: str, chosen: str, bound: int | None) -> None:
    make, least = GAMES[game]
    given_set, allowed, usual = SETS[chosen]
    bound = bound or usual
    tables = Brute(bound, allowed, least=least)
    for (a, b), value in tables.grundy.items():
        g = make(a, b, multipliers=given_set)
        assert g.grundy == value, g
        assert (g.outcome == "N") == tables.wins[False][a, b], g
        assert (g.misere_outcome == "N") == tables.wins[True][a, b], g
        if b > bound // 2:
            continue
        for misere in (False, True):
            winning = multipliers_of(g.winning_moves(misere=misere))
            assert winning == tables.winning((a, b), misere), g


@pytest.mark.parametrize("chosen", SETS)
@pytest.mark.parametrize("game", GAMES)
def test_the_search_agrees_with_theory(game: str, chosen: str) -> None:
    make, least = GAMES[game]
    given_set, allowed, _ = SETS[chosen]
    tables = Brute(25, allowed, least=least)
    for (a, b), after in tables.moves.items():
        g = make(b, a, multipliers=given_set)
        assert g.search_grundy() == g.grundy == tables.grundy[a, b]
        assert g.search_outcome() == g.outcome
        assert g.search_misere_outcome() == g.misere_outcome
        assert [tuple(sorted(p.state)) for p in g.options()] == [*dict.fromkeys(after.values())]
        assert [*g.legal_multipliers()] == [*after]


@pytest.mark.parametrize("game", GAMES)
def test_the_search_goes_as_far_as_theory(game: str) -> None:
    make, least = GAMES[game]
    for b in range(1, BOUND + 1):
        for a in range(least, b + 1):
            g = make(a, b)
            assert g.search_grundy() == g.grundy


def test_every_theorem_gives_the_same_grundy_value() -> None:
    tables = Brute(BOUND, least=0)
    for (a, b), value in tables.grundy.items():
        g = fs.Euclid(b, a)
        for way in ("theorem-1", "corollary", "theorem-2", "theorem-3"):
            assert g.grundy_by(way) == value, (g, way)
    tables = Brute(BOUND, least=1)
    for (a, b), value in tables.grundy.items():
        assert fs.Grossman(b, a).grundy_by("nivasch") == value
        assert fs.Grossman(a, b).grundy_by("serial-nim") == value


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bound", [35, pytest.param(90, marks=pytest.mark.long)])
@pytest.mark.parametrize("k", [None, 1, 2, 3, 4, 5, 6, 7])
def test_length_is_that_of_every_game_the_winner_plays_to_win(
    game: str, k: int | None, bound: int
) -> None:
    make, least = GAMES[game]
    allowed = None if k is None else fs.up_to(k)
    tables = Brute(bound, lambda m: k is None or m <= k, least=least)
    for (a, b), lengths in tables.lengths[False].items():
        g = make(a, b, multipliers=allowed)
        assert {g.length} == lengths
        assert sum(1 for _ in g.line_of_play()) == g.length + 1
        if k is None:
            low, high = g.length_bounds
            assert low <= g.length <= high


def test_reverse_game() -> None:
    for b in range(2, 120):
        for a in range(1, b):
            g = fs.Grossman(a, b)
            back = g.reverse
            assert back.length == g.length - (g.outcome == "P")
            if g.continued_fraction[0] > 1:
                assert back.continued_fraction == g.continued_fraction[::-1]


def test_goals_say_who_wins_and_what_is_left() -> None:
    for k in (1, 2, 3, 5):
        for b in range(1, 60):
            for a in range(1, b + 1):
                for g in (
                    fs.Grossman(a, b, multipliers=fs.up_to(k)),
                    fs.Euclid(a, b, multipliers=fs.up_to(k)),
                ):
                    assert g.goals[0].wins == (g.outcome == "N")
                    assert (g.reduced_sequence.index(2) % 2 == 0) == (g.outcome == "N")


def test_multipliers_to_a_grundy_value() -> None:
    for chosen in ("all", "k=3", "odd", "{1,4}"):
        given_set, allowed, _ = SETS[chosen]
        tables = Brute(40, allowed, least=0)
        for (a, b), options in tables.moves.items():
            for value in range(5):
                expected = [m for m, after in options.items() if tables.grundy[after] == value]
                g = fs.Euclid(a, b, multipliers=given_set)
                assert [*g.multipliers_to_grundy(value)] == expected


def test_rows_and_twins() -> None:
    for b in range(1, 60):
        for a in range(b + 1):
            g = fs.Euclid(a, b)
            assert g.serial_nim().heaps == g.heaps == g.twin.heaps
            assert g.serial_nim().grundy == g.grundy == g.twin.grundy
            if a:
                assert fs.Grossman(a, b).serial_nim().grundy == fs.Grossman(a, b).grundy


def test_moves_are_steps_on_the_trees_and_in_the_plane() -> None:
    for b in range(1, 60):
        for a in range(1, b + 1):
            g = fs.Grossman(a, b)
            assert g.in_cone == (g.outcome == "P")
            assert g.direction == (None if a == b else "down")
            assert fs.Grossman(b, a).direction == (None if a == b else "left")
            for m in g.legal_multipliers():
                after = g.after(m)
                # The fraction b/a becomes (b - ma)/a, which may be below 1.
                path = fs.Grossman(a, b).stern_brocot_path.drop_first(m)
                runs = after.stern_brocot_path.runs
                if after.b >= after.a:
                    assert path.runs == runs
                else:
                    assert [r.steps for r in path.runs] == [r.steps for r in runs]
                assert g.calkin_wilf_path.climb(m).depth == after.calkin_wilf_path.depth


def test_continued_fractions() -> None:
    g = fs.Grossman(11, 8)
    assert g.continued_fraction == (1, 2, 1, 2)
    assert g.long_continued_fraction == (1, 2, 1, 1, 1)
    assert [*g.convergents()] == [(1, 1), (3, 2), (4, 3), (11, 8)]
    assert fs.Grossman(8, 11).continued_fraction == g.continued_fraction


def test_examples_of_the_papers() -> None:
    assert fs.Grossman(2, 9).length == 3
    assert fs.Grossman(11, 8).outcome == "P"
    assert fs.Grossman(459, 2393, multipliers=fs.up_to(2)).length == 17
    assert [m.text for m in fs.Grossman(459, 2393, multipliers={1, 2}).winning_moves()] == [
        "(459,2393) -> (459,1934)"
    ]


# Huge numbers.

HUGE = 10**10_000 + 12_345_678_901, 7**11_830 + 2


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "chosen", ["all", *(pytest.param(s, marks=pytest.mark.long) for s in ("k=3", "odd", "{1,4}"))]
)
def test_ten_thousand_digits(game: str, chosen: str) -> None:
    make, _ = GAMES[game]
    g = make(*HUGE, multipliers=SETS[chosen][0])
    won = g.outcome == "N"
    assert bool(g.grundy) == won
    moves = g.winning_moves(fs.Right)
    assert bool(moves) == won
    for move in moves[:2]:
        assert move.after.outcome == "P"
    if chosen in ("all", "k=3"):
        # Winner and loser alternate, so the parity of the length tells who moves last.
        assert (g.length % 2 == 1) == won
    why = g.explain()
    assert len(str(why)) < 10_000
    assert json.loads(json.dumps(why.to_dict()))["title"] == why.title
    assert repr(g).startswith(f"{game}(1000")


def test_an_enormous_quotient() -> None:
    g = fs.Euclid(7, 10**10_000)
    assert g.grundy == 10**10_000 // 7 - g.index % 2
    (move,) = g.winning_moves()
    assert move.after.outcome == "P"
    for listing in (g.options, g.moves, lambda: g.search_grundy()):
        with pytest.raises(fs.BudgetExceeded) as caught:
            listing()
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300
    with pytest.raises((fs.ValueOverflowError, fs.BudgetExceeded)) as refused:
        _ = g.value
    assert "nimber" in str(refused.value)
    odd = fs.Grossman(1, 10**100, multipliers=fs.odd)
    assert odd.outcome == "N"
    assert 10**99 + 1 in odd.winning_multipliers()
    with pytest.raises(fs.BudgetExceeded):
        odd.winning_moves()


def test_values_are_nimbers() -> None:
    assert fs.Euclid(9, 2).value == fs.Value("*4")
    assert fs.Euclid(10**9, 1).value == fs.Value("*1000000000")
    assert (fs.Euclid(9, 2) + fs.Grossman(9, 2)).outcome == "P"


@given(st.integers(1, 10**12), st.integers(1, 10**12), st.integers(1, 9))
def test_laws(a: int, b: int, k: int) -> None:
    for make in (fs.Euclid, fs.Grossman):
        g = make(a, b)
        assert g.grundy == make(b, a).grundy == make(k * a, k * b).grundy
        assert make(a, b, multipliers=fs.up_to(10**13)).grundy == g.grundy
        assert len(g.winning_moves()) == (g.outcome == "N")
        for move in g.winning_moves():
            assert move.after.grundy == 0
    # Misère Euclid has the winner of Grossman's game.
    assert fs.Euclid(a, b).misere_outcome == fs.Grossman(a, b).outcome
    assert fs.Grossman(a, b, multipliers=fs.odd).grundy == (sum(fs.Grossman(a, b).heaps) % 2)


def test_positions_are_values_of_their_own() -> None:
    for g in (fs.Euclid(9, 2), fs.Grossman(9, 2, multipliers={1, 2}), fs.Euclid(9, 0)):
        assert eval(repr(g), vars(fs)) == g
        assert pickle.loads(pickle.dumps(g)) == g
        assert hash(g) == hash(eval(repr(g), vars(fs)))
    assert fs.Euclid(9, 2) != fs.Grossman(9, 2)
    assert fs.Euclid(9, 2) != fs.Euclid(9, 2, multipliers={1, 2})
    assert fs.Grossman(9, 2, multipliers={2, 1}) == fs.Grossman(9, 2, multipliers=fs.up_to(2))
    assert str(fs.Grossman(459, 2393, multipliers={1, 2})) == "Grossman(459,2393; k=2)"
    with pytest.raises(AttributeError):
        fs.Euclid(9, 2).a = 3  # type: ignore[misc]


NAN = float("nan")
BAD_NUMBERS = [-1, 2.0, 2.5, True, False, "3", None, NAN, [3], 3j]


@pytest.mark.parametrize("bad", BAD_NUMBERS, ids=repr)
@pytest.mark.parametrize("game", GAMES)
def test_bad_numbers_are_refused_in_one_line(game: str, bad: object) -> None:
    make, _ = GAMES[game]
    for pair in ((bad, 5), (5, bad)):
        with pytest.raises(fs.IllegalPositionError) as caught:
            make(*pair)
        assert "\n" not in str(caught.value)
        assert str(caught.value).startswith("expected each number")


def test_zero_is_for_euclid_only() -> None:
    assert fs.Euclid(0, 5).outcome == "P"
    assert fs.Euclid(0, 5).misere_outcome == "N"
    assert fs.Euclid(0, 5).options() == fs.Euclid(0, 5).winning_moves() == ()
    for pair in ((0, 5), (5, 0), (0, 0)):
        with pytest.raises(fs.IllegalPositionError):
            fs.Grossman(*pair)
    with pytest.raises(fs.IllegalPositionError, match="two positive numbers"):
        _ = fs.Euclid(0, 5).continued_fraction


@pytest.mark.parametrize(
    "bad",
    [set(), [], {0}, {-1}, {1.5}, {True}, {"1"}, {NAN}, 3, 2.5, True, "", "k=0", "even", "{}"],
)
@pytest.mark.parametrize("game", GAMES)
def test_bad_multipliers_are_refused_in_one_line(game: str, bad: Any) -> None:
    make, _ = GAMES[game]
    with pytest.raises((fs.IllegalPositionError, fs.NotationError)) as caught:
        make(9, 2, multipliers=bad)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("expected ")


def test_what_a_set_of_multipliers_does_not_have() -> None:
    odd = fs.Grossman(9, 2, multipliers=fs.odd)
    for name in ("length_bounds", "goals", "reduced_sequence"):
        with pytest.raises(fs.IllegalPositionError, match="got odd"):
            getattr(odd, name)
    with pytest.raises(fs.IllegalPositionError, match="got odd"):
        odd.grundy_by("nivasch")
    with pytest.raises(fs.IllegalPositionError, match="one of the ways"):
        fs.Euclid(9, 2).grundy_by("magic")
    with pytest.raises(fs.IllegalPositionError, match="among k=4"):
        fs.Euclid(9, 2).after(5)


# Explanations.


def test_the_explanation_of_a_won_position() -> None:
    text = fs.Euclid(9, 2).explain().text()
    for part in (
        "[4, 2]",
        "place 0",
        "= 59 > 0",
        "4 - 0 = 4",
        "(9,2) -> (3,2)",
        "forced: to (1,2)",
    ):
        assert part in text


def test_the_explanation_of_a_lost_position() -> None:
    text = fs.Grossman(8, 11).explain().text()
    for part in ("[1, 2, 1, 2]", "heaps are 1, 2, 1, 1", "only move is to (8,3)", "lasts 4 moves"):
        assert part in text


def test_the_explanation_for_multipliers_up_to_k() -> None:
    why = fs.Grossman(459, 2393, multipliers=fs.up_to(2)).explain()
    steps = {step.title: step for step in why.steps}
    assert steps["Reduced sequence"].data["sequence"] == [2, 1, 1, 2, 2]
    assert [goal["case"] for goal in steps["Goals"].data["goals"]] == [*"cbacec"]
    assert "case (b)" in steps["Goals"].items[1]
    assert steps["Play"].data["length"] == 17


@pytest.mark.parametrize("chosen", SETS)
@pytest.mark.parametrize("game", GAMES)
def test_every_position_explains_itself(game: str, chosen: str) -> None:
    make, least = GAMES[game]
    for a, b in ((least, 5), (5, 5), (5, 8), (30, 7), (21, 34), (3, 100)):
        g = make(a, b, multipliers=SETS[chosen][0])
        why = g.explain()
        wins = "the player to move wins" if g.outcome == "N" else "the player who moved last wins"
        assert why.title.endswith(wins)
        titles = [step.title for step in why.steps]
        assert ("Winning move" in titles) == (g.outcome == "N")
        assert why.markdown()
        assert why.html()
        assert isinstance(why.to_dict()["steps"], list)
