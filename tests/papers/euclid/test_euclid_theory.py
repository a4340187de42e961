"""Euclid and Grossman's game: closed forms against plain dynamic programming."""

from __future__ import annotations

from itertools import pairwise
from math import gcd
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar.errors import IllegalPositionError
from farstar.papers.euclid.theory import cone, euclid, grossman, serial_nim
from tests.papers.euclid.euclid_brute import Brute, Pair

BOUNDS = [100, pytest.param(200, marks=pytest.mark.long)]


@pytest.fixture(scope="module", params=BOUNDS)
def cole_davie(request: pytest.FixtureRequest) -> Brute:
    return Brute(request.param, least=0)


@pytest.fixture(scope="module", params=BOUNDS)
def grossmans(request: pytest.FixtureRequest) -> Brute:
    return Brute(request.param)


def test_the_grundy_value_of_euclid_by_all_four_formulas(cole_davie: Brute) -> None:
    for (a, b), value in cole_davie.grundy.items():
        assert euclid.grundy(a, b) == euclid.grundy(b, a) == value, (a, b)
        assert euclid.grundy_by_ratio(a, b) == value, (a, b)
        assert euclid.grundy_by_twin(a, b) == value, (a, b)
        assert euclid.grundy_by_grossman(a, b) == value, (a, b)
        assert serial_nim.grundy(euclid.heaps(a, b)) == value, (a, b)


def test_the_grundy_value_of_grossmans_game(grossmans: Brute) -> None:
    for (a, b), value in grossmans.grundy.items():
        assert grossman.grundy(a, b) == grossman.grundy(b, a) == value, (a, b)
        assert grossman.grundy_by_quotients(a, b) == value, (a, b)


@pytest.mark.parametrize("misere", [False, True])
def test_winner_winning_move_and_length_of_euclid(cole_davie: Brute, misere: bool) -> None:
    for (a, b), wins in cole_davie.wins[misere].items():
        assert euclid.wins(a, b, misere=misere) is wins, (a, b)
        assert euclid.length(a, b, misere=misere) in cole_davie.lengths[misere][a, b], (a, b)
        assert len(cole_davie.lengths[misere][a, b]) == 1, (a, b)
        m = euclid.winning_multiplier(b, a, misere=misere)
        assert cole_davie.winning((a, b), misere) == ([] if m is None else [m]), (a, b)


@pytest.mark.long
@pytest.mark.parametrize("misere", [False, True])
def test_winner_winning_move_and_length_of_grossmans_game(grossmans: Brute, misere: bool) -> None:
    for (a, b), wins in grossmans.wins[misere].items():
        assert grossman.wins(a, b, misere=misere) is wins, (a, b)
        assert grossmans.lengths[misere][a, b] == {grossman.length(a, b, misere=misere)}, (a, b)
        m = grossman.winning_multiplier(b, a, misere=misere)
        assert grossmans.winning((a, b), misere) == ([] if m is None else [m]), (a, b)


def test_where_normal_and_misere_play_differ(cole_davie: Brute, grossmans: Brute) -> None:
    for a, b in cole_davie.wins[False]:
        differ = euclid.wins(a, b) != euclid.wins(a, b, misere=True)
        assert differ == (a in (0, b)), (a, b)
    fibonacci = {(1, 1), (1, 2), (2, 3), (3, 5), (5, 8), (8, 13), (13, 21), (21, 34), (34, 55)}
    fibonacci |= {(55, 89), (89, 144)}
    for a, b in grossmans.wins[False]:
        g = gcd(a, b)
        expected = (a // g, b // g) in fibonacci
        assert (grossmans.wins[False][a, b] != grossmans.wins[True][a, b]) == expected, (a, b)
        assert grossman.is_fibonacci(a, b) is expected, (a, b)


def test_misere_euclid_is_grossmans_game_and_one_move_more(grossmans: Brute) -> None:
    for a, b in grossmans.wins[False]:
        assert euclid.wins(a, b, misere=True) is grossman.wins(a, b)
        assert euclid.length(a, b, misere=True) == grossman.length(a, b) + 1


@pytest.mark.parametrize("least", [0, 1])
def test_each_grundy_value_is_reached_by_one_multiplier_at_most(least: int) -> None:
    game = Brute(40, least=least)
    theory = grossman if least else euclid
    for (a, b), moves in game.moves.items():
        assert theory.largest_multiplier(a, b) == len(moves)
        for value in range(12):
            reaching = [m for m, after in moves.items() if game.grundy[after] == value]
            m = theory.multiplier_to_grundy(a, b, value)
            assert reaching == ([] if m is None else [m]), (a, b, value)


def test_theorem_2_of_lengyel_and_its_bounds(grossmans: Brute) -> None:
    for a, b in grossmans.moves:
        if a == b:
            continue
        row = euclid.heaps(a, b)
        n = len(row) - 1
        extra = sum(row[k] >= 2 and _exceeds_phi_by_parity(row[k + 1 :]) for k in range(n))
        assert grossman.length(a, b) == n + 1 + extra, (a, b)
        low, high = grossman.length_bounds(a, b)
        assert low <= grossman.length(a, b) <= high
        lowest = set(row[0::2]) <= {1} or set(row[1::2]) <= {1}
        assert (grossman.length(a, b) == low) == lowest, (a, b)
        assert (grossman.length(a, b) == high) == (min(row) >= 2), (a, b)
    assert grossman.length_bounds(7, 7) == (0, 0)


def _exceeds_phi_by_parity(row: tuple[int, ...]) -> bool:
    return next(i for i, digit in enumerate(row) if digit != 1) % 2 == 0


def test_the_reverse_game(grossmans: Brute) -> None:
    assert grossman.reverse(7, 18) == (5, 18)
    for a, b in grossmans.moves:
        if a == b or gcd(a, b) > 1:
            continue
        c, d = grossman.reverse(a, b)
        assert d == b
        assert gcd(c, d) == 1
        row = euclid.heaps(a, b)
        if row[0] > 1:
            assert euclid.heaps(c, d) == row[::-1], (a, b)
        second = not grossman.wins(a, b)
        assert grossman.length(c, d) == grossman.length(a, b) - second, (a, b)


def test_examples_of_the_papers() -> None:
    assert grossman.length(9, 2) == 3
    assert grossman.length(11, 8) == 4
    assert grossman.length(5, 13) == 5
    assert grossman.length(12, 43) == 7
    assert [euclid.grundy(2, b) for b in range(10)] == [0, 2, 1, 0, 2, 1, 3, 3, 4, 4]
    assert [grossman.grundy(3, b) for b in range(1, 10)] == [2, 0, 0, 0, 1, 1, 1, 2, 2]


def test_the_cone_holds_the_lost_positions(grossmans: Brute) -> None:
    for (a, b), wins in grossmans.wins[False].items():
        assert cone.contains(a, b) is cone.contains(b, a) is (not wins)
        step = cone.winning_step(b, a)
        m = grossman.winning_multiplier(a, b)
        assert step == (None if m is None else (b - m * a, a)), (a, b)
    for x in range(1, 201):
        inside = [y for y in range(1, 500) if cone.contains(x, y)]
        assert list(cone.column(x)) == inside
        assert len(inside) == x


def test_the_line_of_play_is_a_game_of_the_stated_length(grossmans: Brute) -> None:
    for a, b in grossmans.moves:
        points = list(cone.line_of_play(b, a))
        assert points[0] == (b, a)
        assert points[-1][0] == points[-1][1] == gcd(a, b)
        assert len(points) - 1 == grossman.length(a, b), (a, b)
        for before, after in pairwise(points):
            pair = min(before), max(before)
            assert (min(after), max(after)) in grossmans.moves[pair].values()


@given(st.integers(1, 10**60), st.integers(1, 10**60))
def test_huge_positions_agree_with_each_other(a: int, b: int) -> None:
    value = euclid.grundy(a, b)
    assert value == euclid.grundy_by_ratio(a, b) == euclid.grundy_by_grossman(a, b)
    assert value == euclid.grundy_by_twin(a, b)
    assert (value > 0) == euclid.wins(a, b)
    assert grossman.grundy(a, b) == grossman.grundy_by_quotients(a, b)
    for misere in (False, True):
        assert grossman.wins(a, b, misere=misere) == serial_nim.wins(
            grossman.heaps(a, b), misere=misere
        )
        m = grossman.winning_multiplier(a, b, misere=misere)
        assert m == serial_nim.winning_take(grossman.heaps(a, b), misere=misere)
        m = euclid.winning_multiplier(a, b, misere=misere)
        assert m == serial_nim.winning_take(euclid.heaps(a, b), misere=misere)


@pytest.mark.parametrize("kind", ["random", "fibonacci", "power"])
def test_ten_thousand_digits(kind: str) -> None:
    a, b = _huge(kind)
    for misere in (False, True):
        for theory in (euclid, grossman):
            assert theory.grundy(a, b) >= 0
            m = theory.winning_multiplier(a, b, misere=misere)
            assert (m is not None) == theory.wins(a, b, misere=misere)
            assert theory.length(a, b, misere=misere) > 0


def _huge(kind: str) -> Pair:
    if kind == "random":
        random = Random(7)
        return random.randrange(10**9999, 10**10000), random.randrange(10**9999, 10**10000)
    if kind == "power":
        return 3**7, 10**10000 + 1
    a, b = 1, 1
    for _ in range(47_845):
        a, b = b, a + b
    return a, b


@pytest.mark.parametrize(
    "bad", [-1, True, 1.0, float("nan"), "3", None, pytest.param(-(10**5000), id="huge")]
)
def test_bad_numbers_are_refused_in_one_line(bad: object) -> None:
    for function in (
        euclid.grundy,
        euclid.grundy_by_ratio,
        euclid.grundy_by_twin,
        euclid.grundy_by_grossman,
        euclid.wins,
        euclid.winning_multiplier,
        euclid.length,
        euclid.heaps,
        euclid.index,
        grossman.grundy,
        grossman.wins,
        grossman.winning_multiplier,
        grossman.length,
        grossman.length_bounds,
        grossman.reverse,
        grossman.is_fibonacci,
        cone.contains,
        cone.direction,
        cone.exceeds,
        cone.line_of_play,
        cone.winning_step,
    ):
        for pair in ((bad, 3), (3, bad)):
            with pytest.raises(IllegalPositionError, match="expected") as caught:
                function(*pair)
            assert "\n" not in str(caught.value)
            assert len(str(caught.value)) < 200


def test_grossmans_game_has_no_zero() -> None:
    for function in (grossman.grundy, grossman.wins, grossman.length, cone.contains):
        with pytest.raises(IllegalPositionError, match="at least 1, got 0"):
            function(0, 3)


@pytest.mark.long
def test_euclid_family_further() -> None:
    for least, theory in ((0, euclid), (1, grossman)):
        game = Brute(600, least=least)
        for a, b in game.moves:
            assert theory.grundy(a, b) == game.grundy[a, b], (a, b)
            for misere in (False, True):
                assert theory.wins(a, b, misere=misere) is game.wins[misere][a, b], (a, b)
                assert {theory.length(a, b, misere=misere)} == game.lengths[misere][a, b], (a, b)
