"""Partizan Geography on two rows: closed forms against canonical forms from the rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import cast

import pytest

from farstar import Outcome, Relation
from farstar.engine import Engine, Handle
from farstar.engine.reference import ReferenceEngine
from farstar.errors import (
    BudgetExceeded,
    IllegalPositionError,
    NotationError,
    ValueOverflowError,
)
from farstar.papers.geography.theory import products
from farstar.papers.geography.theory import two_rows as geography
from farstar.papers.geography.theory.two_rows import NestedForm, Position

ENGINE = cast(Engine, ReferenceEngine())


@cache
def brute(kind: str, x: int, y: int, z: int) -> Handle:
    """Return the value from the moves of Lemma 1, written out once more."""
    left: list[Handle] = []
    right: list[Handle] = []
    if kind == "B":
        if x > 1:
            left.append(brute("B", x - 1, y, z))
        if y > 0:
            left.append(brute("A", x - 1, y, z))
    else:
        if x > 0:
            left.append(brute("B", x, y - 1, z + 1))
        if y > 1:
            left.append(brute("A", x, y - 1, z + 1))
        right.append(brute("B", z + 1, y - 1, x))
    return ENGINE.construct(left, right)


def number(value: Fraction | int) -> Handle:
    exact = Fraction(value)
    return ENGINE.compact(exact.numerator, exact.denominator.bit_length() - 1, 0, 0)


def built(form: NestedForm) -> Handle:
    """Return the value that a nested form describes."""
    core = form.core
    game = (
        number(core)
        if isinstance(core, Fraction)
        else ENGINE.construct([number(core[0])], [number(core[1])])
    )
    for left, right in form.layers():
        options = [game] if left is None else [number(left), game]
        game = ENGINE.construct(options, [number(right)])
    return game


def triples(most: int) -> Iterator[tuple[int, int, int]]:
    numbers = range(most + 1)
    return itertools.product(numbers, numbers, numbers)


def check_value(position: Position) -> None:
    game = brute(*position)
    assert built(geography.value(position)) == game, position
    above = ENGINE.geq(game, number(0))
    below = ENGINE.geq(number(0), game)
    expected = {
        (True, True): Outcome.P,
        (True, False): Outcome.L,
        (False, True): Outcome.R,
        (False, False): Outcome.N,
    }
    assert geography.outcome(position) is expected[above, below], position


def check_mean_and_temperature(position: Position) -> None:
    walls = ENGINE.thermograph(brute(*position))
    (top, exponent), _, _ = walls[0]
    assert geography.mean(position) == Fraction(top, 1 << exponent), position
    bends = [Fraction(n, 1 << e) for _, temperatures, _ in walls for n, e in temperatures]
    # An integer has no bend above -1, which is its temperature.
    assert geography.temperature(position) == max(bends, default=Fraction(-1)), position


def positions(most: int) -> Iterator[Position]:
    for x, y, z in triples(most):
        if y:
            yield Position("A", x, y, z)
        if x:
            yield Position("B", x, y, z)


@pytest.mark.parametrize("most", [12, pytest.param(22, marks=pytest.mark.long)])
def test_values_and_outcomes(most: int) -> None:
    for position in positions(most):
        check_value(position)


@pytest.mark.parametrize("most", [10, pytest.param(18, marks=pytest.mark.long)])
def test_means_and_temperatures(most: int) -> None:
    for position in positions(most):
        check_mean_and_temperature(position)


def test_lefts_two_moves_compare_as_stated() -> None:
    signs = {
        (True, True): Relation.EQUAL,
        (True, False): Relation.GREATER,
        (False, True): Relation.LESS,
        (False, False): Relation.CONFUSED,
    }
    for x, y, z in triples(12):
        if y == 0:
            continue
        relation = geography.compare_left_moves(x, y, z)
        if x == 0 or y == 1:
            assert relation is None
            assert len(geography.left_moves(Position("A", x, y, z))) < 2
            continue
        to_b, to_a = brute("B", x, y - 1, z + 1), brute("A", x, y - 1, z + 1)
        expected = signs[ENGINE.geq(to_b, to_a), ENGINE.geq(to_a, to_b)]
        assert relation is expected, (x, y, z)
        best = geography.best_left_moves(x, y, z)
        beaten = {Relation.GREATER: "A", Relation.LESS: "B"}.get(expected)
        assert [move.kind for move in best] == [kind for kind in "BA" if kind != beaten]


def test_lemma_1_on_every_reachable_board() -> None:
    """Play the game itself on boards of up to four columns."""
    for n in range(1, 5):
        seen: set[tuple[frozenset[tuple[int, int]], tuple[int, int]]] = set()
        stack = [(frozenset({(0, 0)}), (0, 0))]
        while stack:
            visited, token = stack.pop()
            if (visited, token) in seen:
                continue
            seen.add((visited, token))
            after = {}
            for player in ("left", "right"):
                after[player] = {
                    (visited | {cell}, cell)
                    for cell in itertools.product(range(2), range(n))
                    if cell not in visited and cell[player == "right"] == token[player == "right"]
                }
                stack += after[player]
            position = of_board(visited, token, n)
            for player, moves in (
                ("left", geography.left_moves(position)),
                ("right", geography.right_moves(position)),
            ):
                assert {of_board(v, t, n) for v, t in after[player]} == set(moves), position


def of_board(visited: frozenset[tuple[int, int]], token: tuple[int, int], n: int) -> Position:
    row, column = token
    own = [(row, i) not in visited for i in range(n)]
    other = [(1 - row, i) not in visited for i in range(n)]
    return geography.from_board(own, other, column)


@pytest.mark.parametrize("n", range(1, 12))
def test_starting_boards(n: int) -> None:
    position = geography.start(n)
    k = (n - 1) // 2
    heat = 1 - Fraction(1, 2**k) if n % 2 == 0 else 1 - Fraction(3, 2 ** (k + 1))
    expected = Fraction(-1) if n == 1 else heat
    assert geography.mean(position) == geography.temperature(position) == expected
    assert built(geography.value(position)) == brute(*position)


def test_table_and_examples_of_the_paper() -> None:
    texts = [str(geography.value(geography.start(n))) for n in range(1, 8)]
    assert texts == [
        "-1", "*", "{1/2|0}", "{1*|0}", "{{3/2|1}|0}", "{{2*|1}|0}", "{{{5/2|2}|1}|0}",
    ]  # fmt: skip
    assert str(geography.value_of_a(17, 17, 9)) == "{26,{27,{28,{29|25}|25}|25}|25}"
    assert str(geography.value_of_a(5, 10, 3)) == "{{{21/2|10}|9}|8}"
    assert str(geography.value_of_a(12, 15, 3)) == "{{{17,{18,{19,{20|17}|17}|17}|17}|16}|15}"
    heats = [geography.temperature(Position("A", *p)) for p in ((3, 12, 4), (7, 12, 1), (9, 15, 6))]
    assert heats == [Fraction(7, 8), Fraction(15, 16), Fraction(29, 32)]


def test_corrections_to_the_paper() -> None:
    assert geography.value_of_b(1, 1, 0) == 0
    assert str(geography.value_of_a(0, 1, 0)) == "-1"
    assert str(geography.value_of_a(0, 1, 2)) == "0"
    assert geography.compare_left_moves(1, 3, 1) is Relation.EQUAL
    moves = geography.left_moves(Position("A", 3, 2, 1)) + geography.right_moves(
        Position("A", 3, 2, 1)
    )
    assert [str(move) for move in moves] == ["B(3,1,2)", "A(3,1,2)", "B(2,1,3)"]


def test_huge_boards_cost_nothing() -> None:
    huge = 10**100
    form = geography.value_of_a(0, huge, 0)
    assert form.depth == huge // 2 - 1
    assert geography.outcome(geography.start(huge)) is Outcome.N
    assert geography.value_of_b(huge, huge, 3) == huge + 2
    assert geography.mean(Position("A", 3 * huge, huge, 1)) == huge + Fraction(2 * huge + 1, 2)
    with pytest.raises(BudgetExceeded, match="layers to print"):
        str(form)
    with pytest.raises(ValueOverflowError, match="power of two"):
        geography.mean(geography.start(huge))


@pytest.mark.parametrize("bad", [-1, True, 1.0, float("nan"), "1", None])
def test_bad_positions_are_refused_in_one_line(bad: object) -> None:
    for place in range(3):
        triple: list[object] = [2, 2, 2]
        triple[place] = bad
        for function in (
            geography.value_of_a,
            geography.value_of_b,
            geography.case,
            geography.compare_left_moves,
            geography.best_left_moves,
        ):
            with pytest.raises(IllegalPositionError, match=r"expected [xyz] in") as caught:
                function(*triple)  # type: ignore[arg-type]
            assert "\n" not in str(caught.value)


def test_more_bad_positions() -> None:
    with pytest.raises(IllegalPositionError, match="y in A"):
        geography.value(Position("A", 1, 0, 1))
    with pytest.raises(IllegalPositionError, match="x in B"):
        geography.value(Position("B", 0, 1, 1))
    with pytest.raises(IllegalPositionError, match="kind A or B"):
        geography.value(Position("C", 1, 1, 1))  # type: ignore[arg-type]
    with pytest.raises(IllegalPositionError, match="the number of columns"):
        geography.start(0)
    with pytest.raises(IllegalPositionError, match="rows of one length"):
        geography.from_board([True], [True, True], 0)
    with pytest.raises(IllegalPositionError, match="token in one of 2 columns"):
        geography.from_board([True, True], [True, True], 2)


def test_bounds_of_four_rows_are_sums_of_powers() -> None:
    for n in range(8, 40):
        low, high = products.mean_bounds_of_four_rows(n)
        powers = [Fraction(1, 4**i) for i in range(1, (n - 1) // 2 + 1)]
        assert high == sum(powers)
        assert low == (high if n % 2 == 0 else sum(powers[:-1]))
        assert low <= high < Fraction(1, 3)


def test_notation_1_is_printed_and_read() -> None:
    """The three examples of the paper, and all positions up to 8 there and back."""
    shown = {
        (17, 17, 9): "<26+i,<29|25>|25>^2_i=0",
        (5, 10, 3): "<<21/2>|8+i>^2_i=0",
        (12, 15, 3): "<<<17+i,<20|17>|17>^2_i=0>|15+j>^1_j=0",
    }
    for numbers, text in shown.items():
        assert geography.value_of_a(*numbers).angle_notation == text
    for x, y, z in itertools.product(range(9), repeat=3):
        if y:
            form = geography.value_of_a(x, y, z)
            again = NestedForm.from_angle_notation(form.angle_notation)
            assert (str(again), again.core) == (str(form), form.core)
    for text in ("", "<1|2", "<2+i,<1>|3>^2_j=0", "{1|2}", "<<1>|2+i>^x_i=0"):
        with pytest.raises(NotationError, match="expected a form such as"):
            NestedForm.from_angle_notation(text)
