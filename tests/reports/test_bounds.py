"""Bounds of boards that take too long: by counting how many moves a player can make in a row."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import farstar as fs
from farstar import reports
from farstar.reports._find import most_moves

WALK = "game Walk\ncells x/o .\nleft   x. -> .x\nright  .o -> o."
GAMES = {
    "Domineering": fs.Domineering("3x3"),
    "Snort": fs.Snort("2x3"),
    "Col": fs.Col("2x3"),
    "Konane": fs.Konane("xox.|ox.o|xoxo"),
    "Amazons": fs.Amazons("x..|..o"),
    "Toads and Frogs": fs.ToadsAndFrogs("TT..F"),
}


@cache
def in_a_row(game: Any, player: fs.Player) -> int:
    """Return how many moves a player makes at most if the other one never moves."""
    return max((1 + in_a_row(move.after, player) for move in game.moves(player)), default=0)


def followers(start: Any) -> set[Any]:
    found, waiting = {start}, [start]
    while waiting:
        game = waiting.pop()
        for player in (fs.Left, fs.Right):
            new = {move.after for move in game.moves(player)} - found
            found |= new
            waiting += new
    return found


@pytest.mark.parametrize("name", GAMES)
def test_no_player_makes_more_moves_and_no_value_is_larger(name: str) -> None:
    seen = 0
    for game in followers(GAMES[name]):
        left, right = (most_moves(game, player) for player in (fs.Left, fs.Right))
        for player, most in ((fs.Left, left), (fs.Right, right)):
            assert most is None or in_a_row(game, player) <= most
        assert left is None or game.value <= left
        assert right is None or -right <= game.value
        seen += left is not None and right is not None
    # Toads walk without replacing anything, so nothing is counted.
    assert bool(seen) == (name != "Toads and Frogs")


def test_counts_of_boards_and_where_there_is_none() -> None:
    assert [most_moves(fs.Domineering("20x20"), p) for p in (fs.Left, fs.Right)] == [200, 200]
    assert most_moves(fs.Amazons("x..|..o"), fs.Left) == 4
    assert most_moves(fs.rules(WALK)("x..o"), fs.Left) is None
    assert most_moves(fs.Nim(3), fs.Left) is None


@pytest.mark.parametrize("text", ["Domineering(20x20)", "Snort(8x8)"])
def test_a_board_that_is_too_large_is_bounded(text: str) -> None:
    known = reports.report(text, reports.Clock(patience=0.01))
    assert known.outcome is None
    assert known.value is None
    between = known.bounds["value"]
    assert between.low is not None
    assert between.high is not None
    # How close they are depends on what the search sees in its time; the board is its own negative.
    assert -200 <= between.low <= 0 <= between.high <= 200
