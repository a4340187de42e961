"""Matches: turns, ends, taking back, mistakes and records."""

from __future__ import annotations

import pytest

import farstar as fs
from farstar.sums.matches import Match, wins
from farstar.sums.players import PerfectPlayer, RandomPlayer


def test_turns_and_the_winner() -> None:
    match = Match(fs.SerialNim(2), fs.Right)
    assert (match.to_move, match.winner, match.is_over) == (fs.Right, None, False)
    match.play(match.legal_moves[0])
    assert (match.to_move, match.first, match.start) == (fs.Left, fs.Right, fs.SerialNim(2))
    match.play(match.legal_moves[0])
    assert (match.game, match.to_move) == (fs.SerialNim(), fs.Right)
    assert (match.is_over, match.winner) == (True, fs.Left)


def test_misere_play_is_won_by_who_cannot_move() -> None:
    match = Match(fs.SerialNim(1), misere=True)
    match.play(match.legal_moves[0])
    assert match.winner is fs.Right


def test_only_moves_of_the_player_to_move() -> None:
    match = Match(fs.GeographyA(3, 2, 1))
    (move,) = fs.GeographyA(3, 2, 1).moves(fs.Right)
    with pytest.raises(fs.IllegalPositionError, match=r"expected a move of Left in A\(3,2,1\)"):
        match.play(move)
    with pytest.raises(fs.IllegalPositionError):
        match.play(fs.Move(fs.Left, "anywhere", match.game, fs.GeographyA(9, 9, 9)))
    assert match.moves == ()


def test_undo() -> None:
    match = Match(fs.SerialNim(3))
    for _ in range(2):
        match.play(match.legal_moves[0])
    match.undo()
    assert (match.game, match.to_move) == (fs.SerialNim(2), fs.Right)
    with pytest.raises(ValueError, match="expected at most 1 moves to undo, got 2"):
        match.undo(2)
    match.undo(0)
    assert len(match.moves) == 1


@pytest.mark.parametrize("misere", [False, True])
def test_mistakes_are_won_games_given_away(misere: bool) -> None:
    for first in fs.Euclid(12, 5).moves(fs.Left):
        match = Match(fs.Euclid(12, 5), misere=misere)
        match.play(first)
        good = first in fs.Euclid(12, 5).winning_moves(fs.Left, misere=misere)
        could = wins(fs.Euclid(12, 5), fs.Left, misere=misere)
        assert match.mistakes() == (() if good or not could else (0,))


def test_records_can_be_replayed() -> None:
    start = fs.Euclid(9, 2) + fs.SerialNim(2, 2) - fs.GeographyA(1, 1, 1)
    match = Match(start, fs.Right)
    while not match.is_over:
        match.play(match.legal_moves[-1])
    again = Match(start, fs.Right)
    again.replay(match.record())
    assert (again.moves, again.winner) == (match.moves, match.winner)


@pytest.mark.parametrize(
    ("name", "text"), [("player", "right"), ("text", "(9,2) -> (4,2)"), ("after", "Euclid(1,1)")]
)
def test_records_are_checked(name: str, text: str) -> None:
    entry = {"player": "left", "text": "(9,2) -> (5,2)", "after": "Euclid(5,2)"}
    match = Match(fs.Euclid(9, 2))
    with pytest.raises(fs.IllegalPositionError, match="expected move 1 to be a move of left"):
        match.replay([entry | {name: text}])
    match.replay([entry])
    assert match.game == fs.Euclid(5, 2)


@pytest.mark.parametrize(
    ("start", "count"),
    [
        (fs.Euclid(10**20, 3), 1),
        (fs.Euclid(10**20, 3) + fs.PartizanEuclid(11, 8), 1),
        (fs.Euclid(10**20, 3) + fs.Value("*5"), 6),
    ],
)
def test_games_with_too_many_moves_to_list(start: fs.Position | fs.Sum, count: int) -> None:
    match = Match(start)
    assert not match.is_listable
    assert len(match.known_moves) == count
    (move,) = match.moves_to_numbers([7, 3])
    assert not match.moves_to_numbers([9, 2])
    assert not match.moves_to_numbers([1, 2, 3])
    match.play(move)
    match.play(PerfectPlayer(seed=1).choose(match.game, fs.Right))
    again = Match(start)
    again.replay(match.record())
    assert again.moves == match.moves


@pytest.mark.parametrize("player", fs.Player)
def test_players_where_there_are_too_many_moves_to_list(player: fs.Player) -> None:
    total = fs.Euclid(10**20, 3) + fs.PartizanEuclid(11, 8)
    for kind in (PerfectPlayer, RandomPlayer):
        move = kind(seed=3).choose(total, player)
        assert move.player is player
        if kind is PerfectPlayer and wins(total, player):
            assert not wins(move.after, -player)
