"""Who wins on boards whose values are out of reach."""

from __future__ import annotations

from typing import Any

import farstar as fs
from benchmarks.tasks import Report, timed
from farstar import engine


def _outcome(game: Any, size: str) -> Report:
    """Who wins on a starting board, with nothing remembered."""
    position = game(size)
    position.ruleset.forget()
    engine.collect()
    seconds, outcome = timed(lambda: position.outcome)
    return seconds, [str(outcome)]


def domineering(lib: Any, side: int) -> Report:
    """Domineering on a square."""
    return _outcome(fs.Domineering, f"{side}x{side}")


def clobber(lib: Any, columns: int) -> Report:
    """Clobber on four chequered rows."""
    return _outcome(fs.Clobber, f"4x{columns}")


def linear_clobber(lib: Any, cells: int) -> Report:
    """Clobber on a chequered row."""
    return _outcome(fs.Clobber, f"1x{cells}")


def cram(lib: Any, columns: int) -> Report:
    """Cram on five rows."""
    return _outcome(fs.Cram, f"5x{columns}")
