"""Partizan Geography on K_n x K_m."""

from __future__ import annotations

from fractions import Fraction

import pytest

import farstar as fs
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.figures import draw_text, layout
from farstar.games import CompleteProduct, GeographyBoard
from farstar.papers.geography.theory import products
from farstar.papers.geography.theory.products import Columns


def test_two_rows_are_the_game_of_the_paper() -> None:
    for n in range(2, 9):
        assert CompleteProduct(n, 2).search_value() == GeographyBoard.start(n).value


@pytest.mark.long
def test_three_rows_by_search_and_by_theory() -> None:
    for n in (6, 7, 8):
        position = CompleteProduct(n, 3)
        assert position.value == position.search_value()


def test_boards_are_the_same_up_to_exchanges() -> None:
    board = CompleteProduct.board(".@.|##.|..#").columns
    assert CompleteProduct.board("..#|.@.|##.").columns == board
    assert CompleteProduct.board("@..|#.#|.#.").columns == board
    assert CompleteProduct.board(".@.|..#|##.").columns == board
    assert CompleteProduct.board("@..|...|###").columns != board


def test_options_of_columns_are_those_of_boards() -> None:
    for text in ("@..|...|...", ".@.|#..|..#", "#@.|...|.#."):
        position = CompleteProduct.board(text)
        for player, options in (
            (fs.Left, position.columns.left_options()),
            (fs.Right, position.columns.right_options()),
        ):
            moved = {move.after.columns for move in position.moves(player)}
            assert moved == set(options)


def test_native_values_are_those_of_the_search() -> None:
    boards = ["@..|...|...", ".@..|#..#|..#.", "#@.|...|.#.|#..", "@", ".|@", "@.", "...@.|....."]
    for text in boards:
        position = CompleteProduct.board(text)
        assert position.value == position.search_value(), text


def test_boards_that_are_too_large_for_the_native_search() -> None:
    board = ["#" * 32, "@." + "#" * 30]
    assert CompleteProduct.board("|".join(board)).value == 1


@pytest.mark.long
@pytest.mark.skipif("native" not in fs.engine.available(), reason="needs the native engine")
def test_means_of_four_and_five_rows() -> None:
    for n in (8, 9):
        low, _ = products.mean_bounds_of_four_rows(n)
        value = CompleteProduct(n, 4).value
        assert value.mean == value.temperature == low
    assert CompleteProduct(6, 5).value.mean == Fraction(3, 32)


def test_starts_up_to_symmetry() -> None:
    assert Columns.start(2, 2) == CompleteProduct(2, 2).columns
    with pytest.raises(IllegalPositionError):
        CompleteProduct(0, 3)
    with pytest.raises(BudgetExceeded):
        CompleteProduct(10**6, 3)
    with pytest.raises(IllegalPositionError):
        CompleteProduct.board("@@|..")


@pytest.mark.long
@pytest.mark.skipif("native" not in fs.engine.available(), reason="needs the native engine")
def test_seven_columns_and_five_rows() -> None:
    assert CompleteProduct(7, 5).value == fs.Value("{15/32*|0}")
    assert products.mean_bounds_of_four_rows(10) == (Fraction(85, 256),) * 2
    assert CompleteProduct(10, 4).value.mean == Fraction(85, 256)


@pytest.mark.long
@pytest.mark.skipif("native" not in fs.engine.available(), reason="needs the native engine")
def test_eleven_columns_and_four_rows() -> None:
    value = CompleteProduct(11, 4).value
    assert value.mean == value.temperature == products.mean_bounds_of_four_rows(11)[0]


@pytest.mark.parametrize(
    ("board", "name"),
    [
        (GeographyBoard("#..|.@."), "to row {}, column {}"),
        (CompleteProduct.board("..#|.@.|..."), "(1,1) -> ({},{})"),
    ],
    ids=str,
)
def test_moves_name_cells_by_the_numbers_of_the_drawing(board: fs.Position, name: str) -> None:
    """Rows and columns are numbered from 0, as in the paper."""
    diagram = board.diagram()
    assert diagram is not None
    top, *rows = draw_text(diagram)
    assert top.split() == ["012"]
    assert [row.split()[0] for row in rows] == list("012")[: len(rows)]
    words = {item.place: item.words for item in layout(diagram).items}
    moves = [*board.moves(fs.Left), *board.moves(fs.Right)]
    assert len(moves) >= 3
    for move in moves:
        ((row, column),) = move.path
        assert move.after.state[row][column] == "@"
        assert words[row, column].startswith(f"row {row}, column {column}, ")
        assert move.text == name.format(row, column)
