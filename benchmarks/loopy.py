"""Loopy games: sides of a row of toads and frogs, a degree, and a row of Fox and Geese."""

from __future__ import annotations

from typing import Any

import farstar as fs
from benchmarks.tasks import Report, timed

FOUR_CYCLE = "a{0||||0|||a|*||*}"


def backsliding(lib: Any, animals: int) -> Report:
    """Both sides of a row of toads, two empty cells and as many frogs."""
    game = fs.BackslidingToadsAndFrogs("T" * animals + ".." + "F" * animals)
    game.ruleset.forget()
    seconds, value = timed(lambda: game.loopy_value)
    return seconds, [str(value)]


def degree(lib: Any, repetitions: int) -> Report:
    """Degree of the stopper with a loop of four moves, several times."""
    game = fs.Loopy(FOUR_CYCLE)
    seconds, results = timed(lambda: [game.degree() for _ in range(repetitions)])
    return seconds / repetitions, [str(results[0])]


def fox_and_geese(lib: Any, width: int) -> Report:
    """Every place of the fox before geese on the third row of a board with eight rows."""
    geese = ("G." * width)[:width]
    places = [(row, column) for row in (0, 1) for column in range(row, width, 2)]
    rows = [["." * width] * 2 + [geese] + ["." * width] * 5 for _ in places]
    for board, (row, column) in zip(rows, places, strict=True):
        board[row] = "." * column + "F" + "." * (width - column - 1)
    games = [fs.FoxAndGeese(board) for board in rows]
    games[0].ruleset.forget()
    seconds, values = timed(lambda: [game.loopy_value for game in games])
    return seconds, list(map(str, values))
