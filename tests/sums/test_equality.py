"""``==`` between games: it is sound with hashes, and never false by accident."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from operator import eq, ge, gt, le, lt, ne

import pytest

import farstar as fs

BOARD = fs.Domineering("2x2")
GAMES: list[object] = [
    BOARD,
    BOARD - BOARD,
    fs.Value("+-1"),
    fs.Loopy("over"),
    fs.Form("{1|-1}"),
    fs.MisereValue("*2"),
    fs.Misere("dicot").value("*"),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("other", ["0", 0.5])
@pytest.mark.parametrize("compare", [eq, ne])
def test_no_game_is_compared_with_text_or_a_float(
    game: object, other: object, compare: Callable[[object, object], bool]
) -> None:
    for sides in ((game, other), (other, game)):
        with pytest.raises(TypeError, match=r"^expected .* next to ==, got .*: .*$"):
            compare(*sides)


@pytest.mark.parametrize("game", [BOARD, BOARD - BOARD, fs.Value("^"), fs.Loopy("over")])
@pytest.mark.parametrize("compare", [lt, le, gt, ge])
def test_the_order_refuses_text_and_floats_and_says_what_to_write(
    game: object, compare: Callable[[object, object], bool]
) -> None:
    for sides in ((game, "0"), ("0", game)):
        with pytest.raises(fs.ComparisonError, match=r"next to [<>]=?, got '0'.*\.compare\('0'\)$"):
            compare(*sides)
    with pytest.raises(fs.ComparisonError, match=r"the float 0\.5: use an int or a Fraction$"):
        compare(game, 0.5)
    with pytest.raises(TypeError, match="not supported between"):
        compare(game, [0])


def test_numbers_and_nimbers_beyond_the_short_games() -> None:
    for number in (fs.Surreal("omega"), fs.Ordinal(3), fs.SurrealFraction(1, "omega+1")):
        for compare in (eq, ne, lt):
            with pytest.raises(fs.ComparisonError, match=r"write number\.compare\('3'\)$"):
                compare(number, "3")
    for other in (3, fs.Value("*3"), "*3"):
        with pytest.raises(fs.ComparisonError, match="expected another nimber next to =="):
            eq(fs.Nimber(3), other)


@pytest.mark.parametrize("other", [0, Fraction(1, 3), fs.Value(0), fs.Loopy("over")])
@pytest.mark.parametrize("game", [BOARD, BOARD - BOARD])
def test_positions_and_sums_are_not_compared_with_values(game: object, other: object) -> None:
    for sides in ((game, other), (other, game)):
        with pytest.raises(TypeError, match=r"to compare values write \w+\.is_equal_to\("):
            eq(*sides)


def test_a_position_is_not_compared_with_a_sum() -> None:
    with pytest.raises(TypeError, match="expected another sum next to ==, got Domineering"):
        eq(BOARD + 0, BOARD)
    with pytest.raises(TypeError, match="expected another position next to ==, got Sum"):
        eq(BOARD, BOARD + 0)


def test_other_objects_are_just_different() -> None:
    others: list[object] = [None, (1,), [], b"0", True]
    for game, other in product(GAMES, others):
        assert game != other
        assert other != game


def test_a_sum_of_positions_and_values_is_compared_term_by_term() -> None:
    nim, star = fs.Nim(1), fs.star(1)
    assert fs.Sum(nim, star) == fs.Sum(star, nim)
    assert fs.Sum(nim) != fs.Sum(star)
    assert len({fs.Sum(nim), fs.Sum(star), fs.Sum(nim) + 0}) == 2
    assert fs.Sum(nim).is_equal_to(fs.Sum(star))


def test_what_is_equal_has_one_hash() -> None:
    numbers = [Fraction(0), Fraction(1), Fraction(1, 2)]
    values = [*map(fs.Value, numbers), fs.Value("^"), fs.Loopy(1), fs.Loopy("over")]
    positions = [fs.Domineering("2x1"), fs.Domineering(2, 1), fs.Domineering("1x2")]
    sums = [fs.Domineering("2x1") + fs.star(1), fs.star(1) + fs.Domineering("2x1")]
    for group in ([*numbers, *values], positions, sums):
        for g, h in product(group, group):
            assert g != h or hash(g) == hash(h)
    assert pickle.loads(pickle.dumps(positions[0])) == positions[1]
    assert pickle.loads(pickle.dumps(sums[0])) == sums[1]


def test_is_equal_to_is_equality_of_values() -> None:
    boards = [fs.Domineering(f"{m}x{n}") for m, n in product(range(1, 4), repeat=2)]
    for g, h in product(boards, boards):
        assert g.is_equal_to(h) == (g - h).is_equal_to(0) == (g.value == h.value)
        assert g.is_equal_to(h.value) == g.value.is_equal_to(str(h.value)) == g.is_equal_to(h + 0)
    assert fs.Loopy("over").is_equal_to("over")
    with pytest.raises(TypeError, match="expected a Position, a Sum, a Value or a number"):
        boards[0].is_equal_to(None)
