"""Lines of play to the options of the canonical form, against their definition."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import farstar as fs


def all_lines(position: Any, player: fs.Player, option: fs.Value) -> set[tuple[Any, ...]]:
    """All lines to an option of the canonical form, by the definition."""
    whole = position.search_value()
    lines = set()

    def as_good(one: fs.Value, other: fs.Value, who: fs.Player) -> bool:
        return one >= other if who is fs.Left else one <= other

    def go(line: tuple[Any, ...], mover: fs.Player) -> None:
        bound = option if mover is player else whole
        for after in (line[-1] if line else position).options(mover):
            value = after.search_value()
            if as_good(value, bound, mover):
                if mover is player and value == option:
                    lines.add((*line, after))
                else:
                    go((*line, after), -mover)

    go((), player)
    return lines


def check(position: Any) -> int:
    """Check both players' lines, and return the length of the longest one."""
    longest = 0
    for player in (fs.Left, fs.Right):
        value = position.search_value()
        options = value.left_options if player is fs.Left else value.right_options
        found = position.canonical_lines(player)
        assert len(found) == len(options)
        for line, option in zip(found, options, strict=True):
            places = tuple(move.after for move in line)
            assert places in all_lines(position, player, option)
            befores = [move.before for move in line]
            assert befores == [position, *places[:-1]]
            assert [move.player for move in line] == [player, -player] * (len(line) // 2) + [player]
            longest = max(longest, len(line))
    return longest


def test_lines_of_toads_and_frogs() -> None:
    lengths = {check(fs.ToadsAndFrogs("".join(row))) for row in product("TF.", repeat=5)}
    assert lengths == {0, 1, 3}


def test_lines_of_other_boards() -> None:
    chance = random.Random(35)
    for _ in range(40):
        check(fs.Clobber("|".join("".join(chance.choices("xo.", k=3)) for _ in range(2))))
        check(fs.Domineering("|".join("".join(chance.choices("#..", k=3)) for _ in range(3))))
    for heaps in ((5,), (3, 4), (2, 2, 3)):
        check(fs.Kayles(*heaps))


def test_lines_with_several_answers() -> None:
    assert check(fs.ToadsAndFrogs("TT.F.TF")) == 5
    assert check(fs.ToadsAndFrogs("TT..TFF")) == 7


def test_players() -> None:
    assert [str(line[0].after) for line in fs.Nim(3).canonical_lines()] == [
        "Nim()",
        "Nim(1)",
        "Nim(2)",
    ]
    assert fs.Domineering("1x1").canonical_lines(fs.Left) == ()
    with pytest.raises(TypeError):
        fs.Clobber("xo").canonical_lines()
