"""Games that are being played, from the plain data of an address.

A game is its expression, who began, whether it is misère play, and the moves so far as short text
(`farstar.sums.notation`). The workers keep no state but a cache.
"""

from __future__ import annotations

from collections.abc import Sequence

import farstar as fs
from farstar import reports
from farstar.errors import NotationError
from farstar.sums.matches import Match
from farstar.sums.notation import parse_move
from farstar.web.tasks._own_rules import read_expression

MOST_PLAYED = 1_000
"""Moves of a game."""

_LONGEST_KEY = 4_000
_REMEMBERED = 64

_lines: dict[tuple[object, ...], tuple[fs.Move, ...]] = {}
"""The moves of some games, so that a long game is not replayed for each move."""


def opened(
    expression: str, first: str, misere: bool, moves: Sequence[str], rules: str = ""
) -> Match:
    """Return a match after some moves.

    Raises
    ------
    NotationError
        If something cannot be read, or a move is not legal.
    """
    _check(first, moves)
    match = Match(
        reports.unfolded(read_expression(expression, rules)), reports.SIDES[first], misere=misere
    )
    wanted = tuple(moves)
    name = (rules, expression, first, misere)
    count = next((n for n in range(len(wanted), 0, -1) if (*name, wanted[:n]) in _lines), 0)
    for move in _lines.get((*name, wanted[:count]), ()):
        match.append(move)
    for number, key in enumerate(wanted[count:], count + 1):
        if match.is_over:
            raise NotationError(f"expected at most {number - 1} moves, got {len(wanted)}")
        match.append(_parsed(key, number, match))
    while len(_lines) >= _REMEMBERED:
        del _lines[next(iter(_lines))]
    _lines[*name, wanted] = match.moves
    return match


def _parsed(key: str, number: int, match: Match) -> fs.Move:
    try:
        return parse_move(key, match)
    except NotationError as error:
        raise NotationError(f"move {number}: {error.message}") from None


def _check(first: str, moves: Sequence[str]) -> None:
    if first not in reports.SIDES:
        raise NotationError(f"expected left or right to begin, got {first[:40]!r}")
    if len(moves) > MOST_PLAYED:
        raise NotationError(f"expected at most {MOST_PLAYED} moves, got {len(moves)}")
    longest = max(map(len, moves), default=0)
    if longest > _LONGEST_KEY:
        raise NotationError(f"expected at most {_LONGEST_KEY} characters in a move, got {longest}")
