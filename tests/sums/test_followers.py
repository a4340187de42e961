"""Positions and sums answer what values answer, by the same names."""

from __future__ import annotations

from itertools import product

import pytest

import farstar as fs
from farstar import engine

NAMES = ["is_zero", "is_number", "is_integer", "is_nimber", "is_infinitesimal", "is_all_small"]


def test_positions_have_the_properties_of_their_values() -> None:
    games: list[fs.Position | fs.Sum] = [
        fs.Domineering(m, n) for m, n in product(range(1, 4), repeat=2)
    ]
    games += [fs.Clobber("xxo"), fs.Clobber("xoxo"), fs.Domineering("2x2") + fs.star(1)]
    for game, name in product(games, [*NAMES, "is_hot"]):
        assert getattr(game, name) == getattr(game.value, name), (game, name)
        assert game.cool(1) == game.value.cool(1)
        assert game.heat(1) == game.value.heat(1)


def test_followers_are_what_play_can_reach() -> None:
    def reached(game: fs.Position) -> set[fs.Position]:
        options = {*game.left_options, *game.right_options}
        return {game}.union(*(reached(option) for option in options))

    for game in (fs.Nim(1, 2, 3), fs.Domineering("2x3"), fs.Clobber("xoxo")):
        assert set(game.followers()) == reached(game)
        assert len(game.followers()) == len(set(game.followers()))
        assert game.followers()[0] == game
    total = fs.Nim(1) + fs.Domineering("2x1")
    assert len(total.followers()) == 4


def test_followers_respect_a_budget() -> None:
    with engine.budget(seconds=0), pytest.raises(fs.BudgetExceeded):
        fs.Nim(5, 6, 7).followers()
