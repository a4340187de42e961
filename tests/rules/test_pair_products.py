"""Acrostic, cake and direct products against plain recursions over pairs of heaps."""

from __future__ import annotations

import pickle
from functools import cache
from itertools import combinations
from typing import Any

import pytest

import farstar as fs
from farstar.impartial.grundy import mex, nim_product
from farstar.rules import acrostic_product, cake_product, direct_product


def nim(n: int) -> list[list[int]]:
    return [[k] if k else [] for k in range(n)]


def kayles(n: int) -> list[list[int]]:
    splits = [(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)]
    return [[part for part in split if part] for split in splits]


def ruler(n: int) -> list[list[int]]:
    return [list(range(k, n)) for k in range(1, n + 1)]


def turtles(n: int) -> list[list[int]]:
    return [list(others) for k in range(3) for others in combinations(range(1, n), k)]


def even_parts(n: int) -> list[list[int]]:
    return [[n // k] * k for k in range(2, n + 1) if n % k == 0]


GAMES: dict[str, tuple[Any, Any]] = {
    "nim": (fs.Nim, nim),
    "kayles": (fs.Kayles, kayles),
    "ruler": (fs.Spawning("1+C"), ruler),
    "turtles": (fs.Spawning("1-3"), turtles),
    "equal parts": (fs.TakeAndBreak("{2+}=.0"), even_parts),
}
PAIRS = [(one, other) for one in GAMES for other in GAMES]


def grundy_of_pairs(one: Any, other: Any, *, direct: bool) -> Any:
    """The Grundy value of a pair of heaps by the definition, with no other help."""

    @cache
    def value(x: int, y: int) -> int:
        if direct:
            options = [
                [(a, y) for a in rows]
                + [(x, b) for b in left]
                + [(a, b) for a in rows for b in left]
                for rows in one(x)
                for left in other(y)
            ]
        else:
            options = [[(a, y) for a in rows] for rows in one(x)]
            options += [[(x, b) for b in left] for left in other(y)]
        totals = set()
        for option in options:
            total = 0
            for pair in option:
                total ^= value(*pair)
            totals.add(total)
        return int(mex(totals))

    return value


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_impartial_products_by_definition(one: str, other: str) -> None:
    (first, plain), (second, plain_too) = GAMES[one], GAMES[other]
    acrostic, direct = acrostic_product(first, second), direct_product(first, second)
    by_definition = grundy_of_pairs(plain, plain_too, direct=False)
    in_both = grundy_of_pairs(plain, plain_too, direct=True)
    for x in range(1, 7):
        for y in range(1, 7):
            assert acrostic(x, y).grundy == acrostic(x, y).search_grundy() == by_definition(x, y)
            assert direct(x, y).grundy == direct(x, y).search_grundy() == in_both(x, y)


def test_the_tartan_theorem() -> None:
    mock = fs.Spawning("1-3")
    values = mock.grundy_sequence(200)
    board = direct_product(mock, fs.Nim)
    for x, y in ((3, 5), (100, 77), (199, 10**9)):
        assert board(x, y).grundy == nim_product(values[x], y)
    assert board((2, 9), (3, 4)).grundy == nim_product(values[2] ^ values[9], 3 ^ 4)


def test_acrostic_nim_is_one_more_than_nim() -> None:
    # Any pair can be taken away whole; apart from that, it is Nim with one counter less in each.
    board = acrostic_product(fs.Nim, fs.Nim)
    for x in range(1, 10):
        for y in range(1, 10):
            assert board(x, y).grundy == 1 + ((x - 1) ^ (y - 1))


def test_a_move_of_the_direct_product_turns_a_rectangle() -> None:
    rugs = direct_product(fs.Spawning("1+C"), fs.Spawning("1+C"))
    texts = {str(option) for option in rugs(1, 2).options()}
    assert str(rugs(1, 2)) == "DirectProduct(1+C; 1 & 1+C; 2)"
    assert texts == {"DirectProduct(nothing)", "DirectProduct(1+C; 1 & 1+C; 1)"}


CAKES = {
    fs.Cutcake: ("4.0", False),
    fs.MaundyCake: ("{2+}=.0", False),
    fs.Eatcake: ("0.7", False),
    fs.TurnAndEatcake: ("0.7", True),
}


@pytest.mark.parametrize("kind", CAKES)
def test_cakes_are_products(kind: Any) -> None:
    code, turning = CAKES[kind]
    game = fs.TakeAndBreak(code)
    cakes = cake_product(game, game, turning=turning)
    for m in range(1, 7):
        for n in range(1, 7):
            assert cakes(m, n).value == kind(m, n).value


def test_cakes_by_definition() -> None:
    def piece(m: int, n: int, turning: bool) -> fs.Value:
        rows, columns = (n, m) if turning else (m, n)
        return fs.Value.of(
            left=[whole([(rows, k) for k in left], turning) for left in kayles(columns)],
            right=[whole([(k, columns) for k in left], turning) for left in nim(rows)],
        )

    def whole(pieces: list[tuple[int, int]], turning: bool) -> fs.Value:
        total = fs.Value(0)
        for m, n in pieces:
            total += piece(m, n, turning)
        return total

    for turning in (False, True):
        cakes = cake_product(fs.Kayles, fs.Nim, turning=turning)
        for m in range(1, 5):
            for n in range(1, 5):
                assert cakes(m, n).value == piece(m, n, turning)


def test_twisted_maundy_cake_as_in_cgsuite() -> None:
    maundy = fs.TakeAndBreak("{2+}=.0")
    cakes = cake_product(maundy, maundy, turning=True)
    facts = ["1", "{8|-2}", "{8|-3}", "{8|-6}", "{8|-5}", "{8|-6,{-4|-14}}", "{10|-7}", "+-12"]
    assert [cakes(8, n).value for n in range(1, 9)] == [fs.Value(fact) for fact in facts]


def test_travel_and_empty_heaps() -> None:
    rules = cake_product(fs.Kayles, fs.Nim, turning=True)
    for thing in (rules, rules(2, 3), direct_product(fs.Nim, fs.Kayles)((1, 2), 3)):
        assert pickle.loads(pickle.dumps(thing)) == thing
    assert rules != cake_product(fs.Kayles, fs.Nim)
    assert rules(0, 5).value == 0
    assert not rules(0, 5).options(fs.Right)


def test_mistakes() -> None:
    with pytest.raises(TypeError, match="an impartial game that ends, got Clobber"):
        direct_product(fs.Clobber, fs.Nim)
    with pytest.raises(TypeError, match="expected a ruleset"):
        acrostic_product(fs.Nim, 3)  # type: ignore[arg-type]
    with pytest.raises(fs.IllegalPositionError, match="two states"):
        direct_product(fs.Nim, fs.Nim)(1, 2, 3)
    with pytest.raises(fs.FarstarError):
        cake_product(fs.Nim, fs.Turning("1-3", "h"), turning=True)("hh", 2)
    with pytest.raises(fs.NotationError, match="made in Python"):
        type(direct_product(fs.Nim, fs.Nim)).read("1 & 2")
