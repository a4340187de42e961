"""Lines of play: legal, whole, and without a mistake of the winner."""

from __future__ import annotations

from typing import Any

import pytest

import farstar as fs
from farstar.errors import BudgetExceeded
from farstar.rules.native_search import first_accepted
from farstar.sums.lines import line_of_play
from farstar.sums.matches import Match, wins

GAMES: list[Any] = [
    fs.Domineering("3x4"),
    fs.Domineering("6x6"),
    fs.Clobber("3x4"),
    fs.Konane("4x4"),
    fs.SerialNim(3, 1, 2),
    fs.Nim(3, 5, 7),
    fs.PartizanEuclid(11, 8) + fs.GeographyA(3, 2, 1) - fs.Value("*2"),
    fs.Domineering("5x5") + fs.Clobber("2x5"),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("first", [fs.Left, fs.Right])
def test_the_player_who_should_win_wins(game: Any, first: fs.Player) -> None:
    line = line_of_play(game, first)
    assert line.is_over
    assert line.winner is (first if wins(game, first) else -first)
    # Every move is legal, and the winner never gives the win away.
    again = Match(game, first)
    for move in line.moves:
        again.play(move)
    assert again.winner is line.winner
    assert again.mistakes() == ()


def test_misere_play() -> None:
    game = fs.Nim(1, 2, 3)
    line = line_of_play(game, misere=True)
    assert line.is_over
    assert line.winner is (fs.Left if wins(game, fs.Left, misere=True) else fs.Right)


def test_loops_end_in_a_draw_or_in_the_given_number_of_moves() -> None:
    class Carousel(fs.ImpartialRuleset):
        may_loop = True

        def moves(self, n: int) -> list[int]:
            return [(n + 1) % 3]

    assert line_of_play(Carousel()(0)).is_draw
    assert len(line_of_play(Carousel()(0), most=2).moves) == 2


def test_games_with_too_many_moves_to_list() -> None:
    line = line_of_play(fs.Euclid(10**20, 3))
    assert line.is_over
    assert line.winner is fs.Left
    lost = line_of_play(fs.Euclid(10**20 + 3, 10**20 - 1), most=1)
    assert len(lost.moves) == 1


def test_bad_input_and_budgets() -> None:
    with pytest.raises(TypeError, match="expected a Position or a Sum"):
        line_of_play(fs.Value("^"))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected a number of moves from 0, got -1"):
        line_of_play(fs.Nim(3), most=-1)
    with fs.engine.budget(nodes=2000), pytest.raises(BudgetExceeded):
        line_of_play(fs.Clobber("8x8"))


def test_patience_grows_and_the_last_needs_no_test() -> None:
    asked: list[str] = []

    def accepts(text: str) -> bool:
        asked.append(text)
        if text == "hard":
            _ = fs.Clobber("8x8").value
        return text == "good"

    assert first_accepted(["hard", "bad", "good"], accepts) == "good"
    assert first_accepted(["bad", "hard"], accepts) == "hard"
    assert asked == ["hard", "bad", "good", "bad"]
