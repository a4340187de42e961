"""Puzzles in the terminal."""

from __future__ import annotations

import pytest

import farstar as fs
from farstar.web.puzzles import level_of, puzzle, themes
from tests.running import run


def test_single_games_come_first() -> None:
    names = [line.split()[0] for line in run("puzzle", "--list").stdout.splitlines()]
    assert sorted(names) == sorted(themes())
    counts = [min(themes()[name].counts) for name in names]
    assert counts == sorted(counts)
    assert run("puzzle").stdout == run("puzzle", "--list").stdout


@pytest.mark.parametrize("name", ["heaps-1", "dominoes-2", "misere-1", "toads-1"])
def test_the_answer_is_the_only_move_that_wins(name: str) -> None:
    given = puzzle(name)
    game = fs.parse(given.expression)
    assert isinstance(game, fs.Position | fs.Sum)
    moves = game.moves(fs.Left)
    good = [
        number
        for number, move in enumerate(moves, 1)
        if not move.after.winning_moves(fs.Right, misere=given.misere)
    ]
    assert len(good) == 1
    bad = next(number for number in range(1, len(moves) + 1) if number not in good)
    done = run("puzzle", name, text=f"{bad}\nhint\nnonsense\n{good[0]}\n")
    assert done.exit_code == 0, done.output
    assert "No: Right answers" in done.stdout
    assert "Not " in done.stdout
    assert "got 'nonsense'" in done.stdout
    assert f"Right: {moves[good[0] - 1].text} wins." in done.stdout
    assert run("puzzle", name, text="give up\n").exit_code == 1
    assert run("puzzle", name, text="").exit_code == 1


def test_levels_are_numbers_of_moves() -> None:
    done = run("puzzle", "stones", "--level", 3, text="quit\n")
    assert done.exit_code == 1
    assert ", level 3; normal play." in done.stdout
    assert level_of(puzzle("stones-16")) == 3
    assert (
        "expected a level that toads has (1), got 5" in run("puzzle", "toads", "--level", 5).stderr
    )


@pytest.mark.parametrize("words", [["nonsense"], ["heaps-99"], ["heaps-1", "--level", "2"]])
def test_bad_names(words: list[str]) -> None:
    assert run("puzzle", *words).exit_code == 2
