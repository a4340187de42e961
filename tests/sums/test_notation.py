"""Moves as short text, and back."""

from __future__ import annotations

from random import Random

import pytest

import farstar as fs
from farstar import games
from farstar.expressions import read
from farstar.reports import unfolded
from farstar.sums.matches import Match
from farstar.sums.notation import parse_move, short_texts

STARTS = [text for name in games.GAMES for text in games.load(name).rules.starts]  # type: ignore[union-attr]

OTHERS = (
    "Nim(2,2) + Nim(2,2) - *3",
    "{1|0} + {2|-1} + ^",
    "Domineering(2x2) - Domineering(2x2) + E(5,3)",
    "Hackenbush(l(l;rl);eee:G) + Clobber(xo|ox)",
)


@pytest.mark.parametrize("text", [*STARTS, *OTHERS])
def test_every_move_of_a_random_game_is_read_back(text: str) -> None:
    for first in (fs.Left, fs.Right):
        match, random = Match(unfolded(read(text)), first), Random(text)
        for _ in range(40):
            if match.is_over:
                break
            legal = match.legal_moves
            keys = short_texts(legal)
            assert len(set(keys)) == len(keys)
            for move, key in random.sample(list(zip(legal, keys, strict=True)), min(5, len(legal))):
                assert "_" not in key
                assert parse_move(key, match).after == move.after
            match.play(random.choice(legal))


@pytest.mark.parametrize(
    ("text", "typed", "after"),
    [
        ("Nim(2000,1000)", "1000,1000", "Nim(1000,1000)"),
        ("Nim(2000,1000)", "(2000,1000) -> (1000, 1000)", "Nim(1000,1000)"),
        ("Nim(2)", "()", "Nim()"),
        ("Euclid(50000,7)", "6,7", "Euclid(6,7)"),
        ("Wythoff(300,500)", "to (300,486)", "Wythoff(300,486)"),
        ("Kayles(200)", "99,99", "Kayles(99,99)"),
        ("Euclid(100000000000000000000,3)", "7,3", "Euclid(7,3)"),
        ("Euclid(100000000000000000000,3) + *2", "1: 7,3", "Euclid(7,3) + *2"),
        ("Domineering(2x2)", "1,2 - 2,2", "Domineering(.#|.#)"),
        ("Clobber(xo|ox)", "1,1-1,2", "Clobber(.x|ox)"),
        ("Subtraction(17; 1,3,4)", "14", "Subtraction(14; {1,3,4})"),
        ("*3 + *3", "2:*", "*3 + *"),
    ],
)
def test_what_may_be_typed(text: str, typed: str, after: str) -> None:
    assert str(parse_move(typed, Match(unfolded(read(text)))).after) == after


@pytest.mark.parametrize(
    ("text", "typed", "message"),
    [
        ("Nim(3,5)", "9,9", "expected a move of Left, such as '5', got '9,9'"),
        ("Nim(3,5)", "#99", "got '#99'"),
        ("Nim(3,5)", "", "got ''"),
        ("Domineering(3x3)", "2,2", r"expected one move of Left, got '2,2', which fits 2: \(1,2\)"),
        ("Euclid(100000000000000000000,3)", "8,3", "got '8,3'"),
        ("Nim(3,5)", "x" * 5_000, "got 'xxx"),
    ],
)
def test_what_means_no_single_move(text: str, typed: str, message: str) -> None:
    with pytest.raises(fs.NotationError, match=message) as caught:
        parse_move(typed, Match(unfolded(read(text))))
    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 300
