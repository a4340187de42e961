"""The puzzle of a day: a contested sum with exactly one winning move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import farstar as fs

_PARTS = 3
_FEWEST_MOVES = 5
"""Moves among which the winning one is to be found."""


def _partizan_euclid(random: Random) -> str:
    q = random.randint(4, 13)
    return f"E({random.randint(q + 1, 3 * q)},{q})"


def _euclid(random: Random) -> str:
    b = random.randint(2, 6)
    return f"Euclid({random.randint(b + 1, 4 * b)},{b})"


def _serial_nim(random: Random) -> str:
    return f"SerialNim({','.join(str(random.randint(1, 4)) for _ in range(random.randint(1, 3)))})"


def _geography(random: Random) -> str:
    return f"A({random.randint(0, 3)},{random.randint(1, 4)},{random.randint(0, 3)})"


def _domineering(random: Random) -> str:
    rows, columns = random.choice(((2, 2), (2, 3), (3, 2), (3, 3)))
    cells = [[random.choice("....#") for _ in range(columns)] for _ in range(rows)]
    return f"Domineering({'|'.join(map(''.join, cells))})"


def _clobber(random: Random) -> str:
    columns = random.randint(2, 4)
    rows = ["".join(random.choice("xo.") for _ in range(columns)) for _ in range(2)]
    return f"Clobber({'|'.join(rows)})"


def _value(random: Random) -> str:
    return random.choice(("*", "*2", "*3", "^", "^*", "+-1", "+-1/2", "{1|0}", "{2|-1}", "{2|0}"))


_COOL: tuple[Callable[[Random], str], ...] = (_partizan_euclid, _euclid, _serial_nim, _clobber)
_HOT: tuple[Callable[[Random], str], ...] = (_geography, _domineering)


def puzzle(day: str) -> str:
    """Return the puzzle of a day, an expression: Left is to move, and one move wins.

    Parameters
    ----------
    day : str
        The date; equal dates make equal puzzles.

    Examples
    --------
    >>> game = fs.parse(puzzle("2026-11-16"))
    >>> str(game.outcome), len(game.winning_moves(fs.Left))
    ('N', 1)
    """
    random = Random(f"farstar puzzle {day}")
    while True:
        text = _candidate(random)
        game = fs.parse(text)
        if isinstance(game, fs.Sum) and _is_puzzle(game):
            return text


def _candidate(random: Random) -> str:
    kinds = random.sample(random.choice((_COOL, (*_HOT, *_COOL[:1]), (*_COOL, *_HOT))), _PARTS)
    if random.random() < 0.4:
        kinds[-1] = _value
    parts = [kind(random) for kind in kinds]
    signs = ["", *(random.choice((" + ", " + ", " - ")) for _ in parts[1:])]
    return "".join(sign + part for sign, part in zip(signs, parts, strict=True))


def _is_puzzle(game: fs.Sum) -> bool:
    """Return whether whoever moves wins, and Left by one of several moves only."""
    moves = {player: game.moves(player) for player in (fs.Left, fs.Right)}
    places = [{move.component for move in moves[player]} for player in moves]
    if len(game.terms) < _PARTS or any(len(components) < _PARTS for components in places):
        return False
    if len(moves[fs.Left]) < _FEWEST_MOVES or game.outcome is not fs.Outcome.N:
        return False
    winning = game.winning_moves(fs.Left)
    # A hot value would be too easy an answer.
    return len(winning) == 1 and not isinstance(winning[0].move.before, fs.Value)
