"""Sums of heaps are played by the misère quotient of their game."""

from __future__ import annotations

from itertools import combinations_with_replacement

import farstar as fs


def test_large_sums_need_no_search() -> None:
    with fs.engine.budget(nodes=50_000):
        total = fs.Kayles(30) + fs.Kayles(31) - fs.Kayles(77)
        assert total.misere_outcome == fs.Kayles(30, 31, 77).misere_outcome
        moves = total.winning_moves(fs.Left, misere=True)
    assert moves
    assert all(move.after.misere_outcome == "P" for move in moves)


def test_small_sums_agree_with_play() -> None:
    for heaps in combinations_with_replacement(range(1, 9), 3):
        total = fs.Sum(*map(fs.Kayles, heaps))
        wins = any(
            move.after.misere_outcome == "P" for move in total.moves(fs.Left)
        ) or not total.moves(fs.Left)
        assert (total.misere_outcome == "N") == wins


def test_games_of_different_rules_are_not_joined() -> None:
    total = fs.Kayles(3) + fs.Nim(2)
    assert total.misere_outcome == (
        "N" if any(move.after.misere_outcome == "P" for move in total.moves(fs.Left)) else "P"
    )
