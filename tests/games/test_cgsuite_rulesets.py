"""Rulesets of CGSuite: the values that its tests state, and plain brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import farstar as fs
from farstar.impartial.grundy import mex

VALUES: dict[str, list[str]] = {
    "PartizanTakeAndBreak(0.303 | 0.033; 6)": ["{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}"],
    "ChildishHackenbush(l(l;rl))": ["2"],
    "ChildishHackenbush(l6r4:G)": ["{4|-2}"],
    "ChildishHackenbush(r(l:T;r(l:T;r(l:T;r(l:T;rl:T)))))": ["15/16"],
    "ChildishHackenbush((e:B;e:Bllllllrrr:B))": ["{0|^[4]*||vv}"],
    "GeneralisedClobber(xoxo|oox.|xxx.; diagonal)": ["{0,v*|vv}"],
    "Kings(xox|ox.)": ["{^^*|*,v[2]}"],
    "Rooks(xox|ox.)": ["{^^*|0,*}"],
    "Queens(xox|ox.)": ["^"],
    "AntiClobber(xoxo|oo..)": ["{*|-1}"],
    "GeneralisedToadsAndFrogs(TTTT..FFF; 2)": ["{1/2*|v}"],
    "ElephantsAndRhinos(EEEE..RRR)": ["1"],
}


@pytest.mark.parametrize("text", VALUES)
def test_values_that_cgsuite_states(text: str) -> None:
    game: Any = fs.parse(text)
    assert [str(game.value)] == VALUES[text]
    assert game.value == game.search_value()


def test_an_atomic_weight_that_cgsuite_states() -> None:
    lollipop = fs.ChildishHackenbush("(e:B;e:B;e:Blllllllllrr:B)")
    assert str(lollipop.atomic_weight()) == "3/2"


ROWS: dict[str, tuple[Callable[[int], Any], list[int]]] = {
    "Wythoff": (
        lambda n: fs.GeneralisedWythoff(10, n, 1),
        [10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14, 18, 7, 6, 2, 3, 1, 4, 5, 23, 28],
    ),
    "r = 2": (
        lambda n: fs.GeneralisedWythoff(10, n, 2),
        [10, 11, 12, 13, 0, 14, 9, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 15, 28, 29, 30],
    ),
    "Fibonacci Nim": (lambda n: fs.FibonacciNim(10, n), [0, 2, 2, 2, *[5] * 17]),
    "Take-away 3": (lambda n: fs.TakeAway(10, n, 3), [0, 2, 2, *[6] * 18]),
    "Mem": (lambda n: fs.Mem(10, n), [3, 3, 3, 3, 2, 2, 1, 1, 1, 1, 1, *[0] * 10]),
    "j != m": (lambda n: fs.Mem(10, n, "j != m"), [6, 6, 6, 4, 6, 6, 3, *[6] * 14]),
}
"""The Grundy values of the row 10 of coordinate games, for the columns 0 to 20."""


@pytest.mark.parametrize("name", ROWS)
def test_rows_of_coordinate_games(name: str) -> None:
    make, values = ROWS[name]
    assert [make(n).grundy for n in range(21)] == values


def test_turn_and_eatcake_as_in_cgsuite() -> None:
    wanted = ["v", "0", "v", "0", "v<3>", "0", "v", "0"]
    assert [str(fs.TurnAndEatcake(8, n).value) for n in range(1, 9)] == wanted
    assert len(fs.TurnAndEatcake(8, 8).options(fs.Left)) == 4


@cache
def turned_cake(m: int, n: int) -> fs.Value:
    left = [turned(n, k) + turned(n, m - 1 - k) for k in range(m)]
    right = [turned(k, m) + turned(n - 1 - k, m) for k in range(n)]
    return fs.Value.of(left, right)


def turned(m: int, n: int) -> fs.Value:
    return turned_cake(m, n) if m and n else fs.Value(0)


def test_turn_and_eatcake_by_the_rules() -> None:
    for m, n in product(range(1, 6), repeat=2):
        assert fs.TurnAndEatcake(m, n).value == turned_cake(m, n)


def test_cold_pairs_and_fibonacci_nim_against_search() -> None:
    for r, a, b in product((1, 2, 3, 5), range(9), range(9)):
        pair = fs.GeneralisedWythoff(a, b, r)
        assert pair.outcome == pair.search_outcome()
    for heap, memory in product(range(26), range(10)):
        game = fs.FibonacciNim(heap, memory)
        assert game.outcome == game.search_outcome()


# Clobber and its variants on small boards, by their rules.

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
COMPASS = (*ORTHOGONAL, (1, 1), (1, -1), (-1, 1), (-1, -1))
VARIANTS: dict[str, tuple[Any, str, str, int]] = {
    "Kings": (COMPASS, "y", ".", 1),
    "Rooks": (ORTHOGONAL, "y", ".", 9),
    "Queens": (COMPASS, "y", ".", 9),
    "AntiClobber": (ORTHOGONAL, ".", "y", 1),
    "HotClobber": (ORTHOGONAL, "xy", ".", 1),
}
"""Directions, what may be taken and what is left (x is one's own stone, y the other), distance."""


def clobbered(name: str, board: str, mine: str, yours: str) -> Iterator[str]:
    directions, takes, leaves, distance = VARIANTS[name]
    marks = {"x": mine, "y": yours, ".": "."}
    rows = board.split("|")
    for r, c in product(range(len(rows)), range(len(rows[0]))):
        if rows[r][c] != mine:
            continue
        for (dr, dc), k in product(directions, range(1, distance + 1)):
            if not (0 <= r + k * dr < len(rows) and 0 <= c + k * dc < len(rows[0])):
                continue
            between = [rows[r + i * dr][c + i * dc] for i in range(1, k)]
            target = rows[r + k * dr][c + k * dc]
            if set(between) <= {"."} and target in [marks[mark] for mark in takes]:
                cells = [list(row) for row in rows]
                cells[r][c], cells[r + k * dr][c + k * dc] = marks[leaves], mine
                yield "|".join(map("".join, cells))


@cache
def clobber_value(name: str, board: str) -> fs.Value:
    return fs.Value.of(
        [clobber_value(name, after) for after in clobbered(name, board, "x", "o")],
        [clobber_value(name, after) for after in clobbered(name, board, "o", "x")],
    )


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=25)
@given(rows=st.lists(st.text("xo.", min_size=3, max_size=3), min_size=1, max_size=2))
def test_variants_of_clobber_by_their_rules(name: str, rows: list[str]) -> None:
    game = getattr(fs, name)("|".join(rows))
    assert game.value == game.search_value() == clobber_value(name, game.board)


def test_options_with_which_play_never_ends_are_refused() -> None:
    with pytest.raises(fs.IllegalPositionError, match="play ends"):
        fs.GeneralisedClobber("xo.", takes="empty")


# Graphs and orders.

EDGES = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda e: e[0] < e[1]))


@settings(max_examples=30)
@given(EDGES)
def test_kayles_on_graphs_by_their_rules(edges: set[tuple[int, int]]) -> None:
    def node(left: frozenset[int]) -> int:
        gone = ({v, *(a + b - v for a, b in edges if v in (a, b))} for v in left)
        return mex([node(left - some) for some in gone])

    def arc(left: frozenset[int]) -> int:
        return mex([arc(left - {a, b}) for a, b in edges if {a, b} <= left])

    every = frozenset(range(5))
    assert fs.NodeKayles(".....", edges).grundy == node(every)
    assert fs.ArcKayles(".....", edges).grundy == arc(every)
    green = [(a, b, "e") for a, b in edges]
    assert fs.PartizanArcKayles(".....", green).value == fs.Value(f"*{arc(every)}")


@settings(max_examples=20)
@given(EDGES, st.text("lre", min_size=10, max_size=10))
def test_partizan_arc_kayles_by_its_rules(edges: set[tuple[int, int]], colours: str) -> None:
    coloured = [(a, b, c) for (a, b), c in zip(sorted(edges), colours, strict=False)]

    def value(left: frozenset[int]) -> fs.Value:
        sides = (
            [value(left - {a, b}) for a, b, c in coloured if c in mine and {a, b} <= left]
            for mine in ("le", "re")
        )
        return fs.Value.of(*sides)

    assert fs.PartizanArcKayles(".....", coloured).value == value(frozenset(range(5)))


def test_weights_are_copies_of_moves() -> None:
    assert [fs.ArcKayles(f"{n}9; 0-1").grundy for n in range(2, 9)] == [n % 2 for n in range(2, 9)]
    assert fs.ArcKayles("2.2", [(0, 1), (1, 2)]).grundy == 1


def test_chomp_is_a_poset_game() -> None:
    for rows in product(range(1, 5), range(5), range(4)):
        if rows[0] < rows[1] or rows[1] < rows[2]:
            continue
        bar = fs.Chomp(*rows)
        cells = [(r, c) for r in range(3) for c in range(rows[r])][1:]
        pairs = [
            (i, j)
            for (i, a), (j, b) in product(enumerate(cells), repeat=2)
            if i != j and a[0] <= b[0] and a[1] <= b[1]
        ]
        assert bar.outcome == bar.search_outcome()
        assert bar.grundy == bar.search_grundy()
        if cells:
            assert bar.grundy == fs.PosetGame("." * len(cells), pairs).grundy


def test_orders_without_relations_are_sums_and_chains_are_heaps() -> None:
    assert fs.PosetGame("...").grundy == 1
    assert fs.PosetGame("....; 0<1,1<2,2<3").grundy == 4
    with pytest.raises(fs.IllegalPositionError, match="cycle"):
        fs.PosetGame("..; 0<1,1<0")
