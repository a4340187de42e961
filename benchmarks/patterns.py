"""Rules as patterns against five lines of Python, and against the native twins, in one run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import farstar as fs
from benchmarks.tasks import Report, timed
from farstar import engine
from farstar.surveys import Atlas, words

TOADS = "game Toads\ncells T/F .\nleft T. -> .T  TF. -> .FT\nright = mirror of left"
KONANE = "game Konane\ncells x/o .\nleft x(o.)+ -> (..)+x both\nright = swap of left"


class Toads(fs.Ruleset):
    """Toads and Frogs in five lines of Python."""

    def left(self, s: str) -> list[str]:
        """Return the moves of a toad."""
        return self._after(s, (("T.", ".T"), ("TF.", ".FT")))

    def right(self, s: str) -> list[str]:
        """Return the moves of a frog."""
        return self._after(s, ((".F", "F."), (".TF", "FT.")))

    def _after(self, s: str, changes: tuple[tuple[str, str], ...]) -> list[str]:
        return [
            s[:i] + new + s[i + len(old) :]
            for old, new in changes
            for i in range(len(s))
            if s.startswith(old, i)
        ]


def _ratio(work: Callable[[], object], other: Callable[[], object], name: str) -> Report:
    """Time two ways of finding the same, each from nothing."""
    engine.collect()
    seconds, result = timed(work)
    engine.collect()
    peer, expected = timed(other)
    if str(result) != str(expected):
        raise ValueError(f"expected {expected}, got {result}")
    return seconds, [f"{name}: {peer:.3f} s, {peer / seconds:.2f} times as long"]


def toads(lib: Any, animals: int) -> Report:
    """Solve a row of toads and frogs with two empty cells, against five lines of Python."""
    row = "T" * animals + ".." + "F" * animals
    by_patterns, by_python = fs.rules(TOADS), Toads()
    _ = by_patterns("T.F").value  # compiles the rules
    by_python.forget()
    return _ratio(lambda: by_patterns(row).value, lambda: by_python(row).value, "Python rules")


def konane(lib: Any, side: int) -> Report:
    """Solve the starting board of Konane on a square, against the native twin."""
    rules = fs.rules(KONANE)
    board = fs.Konane(f"{side}x{side}").board
    _ = rules(board).ruleset.native_board(board)  # compiles the rules
    return _ratio(lambda: rules(board).value, lambda: fs.Konane(board).value, "native twin")


def survey(lib: Any, cells: int) -> Report:
    """Find outcomes and temperatures of all rows of toads, against five lines of Python."""

    def rows(game: Any, longest: int = cells) -> object:
        table = fs.survey(game, position=words("TF.", longest), show="outcome, temperature")
        counted = table.sql("select outcome, count(*) from survey group by 1 order by 1")
        return len(table), counted.rows

    by_patterns, by_python = fs.rules(TOADS), Toads()
    rows(by_patterns, 2)  # loads Polars and DuckDB
    by_python.forget()
    return _ratio(lambda: rows(by_patterns), lambda: rows(by_python), "Python rules")


def atlas(lib: Any, cells: int) -> Report:
    """List all positions of Domineering up to a size, and keep the smallest of each value."""
    engine.collect()
    seconds, table = timed(lambda: Atlas.build("Domineering", cells))
    return seconds, [f"{len(table)} values"]
