"""Partizan Geography on two rows: formulas against brute force on numbers and on boards."""

from __future__ import annotations

import itertools
import pickle
from fractions import Fraction
from typing import Any

import pytest

import farstar as fs

Cell = tuple[int, int]


def boards(n: int) -> list[fs.GeographyBoard]:
    """Return all positions with n columns, reachable or not."""
    positions = []
    for closed in itertools.product((".", "#"), repeat=2 * n):
        for place in range(2 * n):
            if closed[place] == "#":
                continue
            cells = [*closed]
            cells[place] = "@"
            positions.append(fs.GeographyBoard("".join(cells[:n]), "".join(cells[n:])))
    return positions


def check_numbers(bound: int) -> None:
    for x, y, z in itertools.product(range(bound + 1), repeat=3):
        for make, least in ((fs.GeographyA, y), (fs.GeographyB, x)):
            if not least:
                continue
            g = make(x, y, z)
            value = g.search_value()
            assert g.value == value, g
            assert g.outcome == value.outcome, g
            assert g.mean == value.mean, g
            assert g.temperature == value.temperature, g
            assert g.misere_outcome == g.search_misere_outcome(), g


def test_formulas_agree_with_brute_force() -> None:
    check_numbers(15)


@pytest.mark.long
def test_formulas_agree_with_brute_force_further_out() -> None:
    check_numbers(26)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_every_board_is_the_a_or_b_that_it_is_said_to_be(n: int) -> None:
    for g in boards(n):
        value = g.search_value()
        assert g.value == g.position.value == value, g
        assert g.outcome == g.search_outcome() == value.outcome, g
        assert g.misere_outcome == g.search_misere_outcome(), g


def test_boards_as_graphs() -> None:
    for g in boards(3):
        graph = g.graph()
        assert graph.value == g.value
        assert graph.outcome == g.outcome
        assert graph.misere_outcome == g.misere_outcome == g.position.misere_outcome
        assert len(graph.options(fs.Left)) == len(g.options(fs.Left))


def test_there_and_back() -> None:
    for x, y, z in itertools.product(range(6), repeat=3):
        if y:
            assert fs.GeographyA(x, y, z).board().position == fs.GeographyA(x, y, z)
        if x:
            assert fs.GeographyB(x, y, z).board().position == fs.GeographyB(x, y, z)


def test_moves_of_the_board_are_moves_of_the_numbers() -> None:
    for g in boards(4):
        for player in fs.Player:
            options: Any = g.options(player)
            on_board = {h.position for h in options}
            assert on_board == set(g.position.options(player)), g


def test_start_positions() -> None:
    means = ["-1", "0", "1/4", "1/2", "5/8", "3/4", "13/16"]
    for n, mean in enumerate(means, start=1):
        g = fs.GeographyBoard.start(n)
        assert g.position == fs.GeographyA(0, n, 0)
        assert g.mean == g.value.mean == Fraction(mean)
        assert g.temperature == g.value.temperature
    assert fs.GeographyBoard.start(1).value == -1
    assert fs.GeographyBoard.start(5).value == fs.Value("{3/2|1||0}")


def test_winning_moves() -> None:
    for x, y, z in itertools.product(range(5), repeat=3):
        if not y:
            continue
        g = fs.GeographyA(x, y, z)
        for player in fs.Player:
            winning = {move.after for move in g.winning_moves(player)}
            expected = {
                h for h in g.options(player) if not h.search_outcome().wins(-player, first=True)
            }
            assert winning == expected


def test_left_moves_compared() -> None:
    for x, y, z in itertools.product(range(9), repeat=3):
        if not y:
            continue
        g = fs.GeographyA(x, y, z)
        options = g.options(fs.Left)
        if len(options) == 2:
            to_b, to_a = options
            assert g.left_comparison == to_b.value.compare(to_a.value)
        else:
            assert g.left_comparison is None
        values = [h.value for h in options]
        best = [h for h in options if not any(v > h.value for v in values)]
        assert [*g.best_left_options()] == best


def test_large_numbers() -> None:
    big = 10**1000
    g = fs.GeographyA(big, 3, big + 7)
    assert (g.outcome, g.misere_outcome) == ("L", "R")
    assert g.mean == g.y + g.x - 1
    assert len(g.winning_moves(fs.Left)) == 2
    assert fs.GeographyB(big, big, 5).form.core == big + 4
    assert fs.GeographyA(0, 2000, 0).value.mean == fs.GeographyA(0, 2000, 0).mean
    for refused in (lambda: fs.GeographyA(0, big, 0).value, lambda: g.board()):
        with pytest.raises(fs.BudgetExceeded) as caught:
            refused()
        assert len(str(caught.value)) < 300
    with pytest.raises(fs.ValueOverflowError):
        _ = fs.GeographyA(0, big, 0).mean
    assert len(str(fs.GeographyA(7, big, 0).explain())) < 5000


def test_text_round_trips() -> None:
    for g in (fs.GeographyA(3, 2, 1), fs.GeographyB(3, 1, 2), fs.GeographyBoard("@.#|#..")):
        assert eval(repr(g), vars(fs)) == g
        assert pickle.loads(pickle.dumps(g)) == g
    assert str(fs.GeographyA(3, 2, 1)) == "A(3,2,1)"
    assert str(fs.GeographyB(3, 1, 2)) == "B(3,1,2)"
    assert str(fs.GeographyBoard("@.#", "#..")) == "GeographyBoard(@.#|#..)"
    assert fs.GeographyA(1, 1, 1) != fs.GeographyB(1, 1, 1)
    move = fs.GeographyA(3, 2, 1).moves(fs.Right)[0]
    assert str(move) == "Right: A(3,2,1) -> B(2,1,3)"


NAN = float("nan")


@pytest.mark.parametrize("bad", [-1, 1.0, True, "1", None, NAN, [1]], ids=repr)
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("make", [fs.GeographyA, fs.GeographyB])
def test_bad_numbers_are_refused_in_one_line(make: type, place: int, bad: object) -> None:
    numbers: list[object] = [2, 2, 2]
    numbers[place] = bad
    with pytest.raises(fs.IllegalPositionError) as caught:
        make(*numbers)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"expected {'xyz'[place]} in ")


def test_the_token_needs_its_place() -> None:
    for bad in (lambda: fs.GeographyA(3, 0, 2), lambda: fs.GeographyB(0, 3, 2)):
        with pytest.raises(fs.IllegalPositionError, match="at least 1"):
            bad()


@pytest.mark.parametrize(
    "bad",
    [("..", ".."), ("@.", "@."), ("@", ".."), ("@x", ".."), ("", ""), ("@..",), ("@|.|.",),
     (3,), (None,), (NAN,), (True,), (["@", "."],), ("@.", 3), ("|",)],
)  # fmt: skip
def test_bad_boards_are_refused_in_one_line(bad: tuple[Any, ...]) -> None:
    with pytest.raises(fs.IllegalPositionError) as caught:
        fs.GeographyBoard(*bad)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("expected ")


@pytest.mark.parametrize("bad", [0, -1, 2.5, True, "3", None, NAN])
def test_bad_sizes_are_refused(bad: Any) -> None:
    with pytest.raises(fs.IllegalPositionError, match="number of columns"):
        fs.GeographyBoard.start(bad)


def test_every_case_explains_itself() -> None:
    cases = {}
    for x, y, z in itertools.product(range(9), repeat=3):
        if not y:
            continue
        g = fs.GeographyA(x, y, z)
        why = g.explain()
        steps = {step.title: step for step in why.steps}
        cases[g.case] = why
        assert steps["Case"].data["case"] == g.case
        assert steps["Winning moves"].data["outcome"] == str(g.outcome)
        # The text names the value that the formula gives.
        assert f"The value is {g.form}." in steps["Value"].text
    assert set(cases) == {"A", "B", "C", "D(i)", "D(ii)"}
    assert all(why.html() and why.markdown() for why in cases.values())


def test_the_explanation_fills_in_the_numbers() -> None:
    text = fs.GeographyA(17, 17, 9).explain().text()
    for part in ("case (C)", "k = floor((y - z - 1) / 2) = 3", "confused", "B(17,16,10), value 26"):
        assert part in text
    text = fs.GeographyBoard.start(5).explain().text()
    assert "the board is A(0,5,0)" in text
    assert "3 + min(2, 1) - 1 = 3" in fs.GeographyB(3, 2, 1).explain().text()
