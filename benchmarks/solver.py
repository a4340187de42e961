"""``python -m benchmarks.solver``: the table of docs/solver.md in one run.

Each board is searched in a process of its own, so that nothing is remembered from another. The
nodes and CPU seconds are those of both questions: who wins if Left starts, and if Right starts.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence

import farstar as fs
from benchmarks.report import table
from benchmarks.tasks import timed
from farstar.engine import rulesets

BREUKER = "solved by 2000 [1]"
LINEAR = "N for all even lengths but 6 [3]"
BOARDS = (
    ("Domineering", "5x5", f"P, {BREUKER}"),
    ("Domineering", "6x6", f"N, {BREUKER}"),
    ("Domineering", "7x7", f"N, {BREUKER}"),
    ("Domineering", "8x8", f"N, {BREUKER}"),
    ("Domineering", "6x8", BREUKER),
    ("Domineering", "7x9", BREUKER),
    ("Domineering", "6x10", "solved by 2002 [2]"),
    ("Domineering", "4x13", ""),
    ("Domineering", "4x15", ""),
    ("Domineering", "4x16", ""),
    ("Clobber", "4x5", ""),
    ("Clobber", "3x8", ""),
    ("Clobber", "4x6", ""),
    ("Clobber", "1x40", LINEAR),
    ("Clobber", "1x60", LINEAR),
    ("Cram", "5x5", "solved by 2009 [4]"),
    ("Cram", "5x7", "solved by 2009 [4]"),
    ("Konane", "4x6", ""),
    ("Konane", "5x6", ""),
    ("Konane", "6x6", ""),
    ("Clobber", "3x10", ""),
)
"""Game, board, and what the literature says; the numbers refer to the page."""


def row(game: str, size: str) -> list[str]:
    """Search a board; return outcome, nodes and CPU seconds as text."""
    position = getattr(fs, game)(size)
    board = position.ruleset.native_board(position.state)
    seconds, wins = timed(
        lambda: [rulesets.wins([(1, board)], left_moves=left) for left in (True, False)]
    )
    outcome = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
    return [outcome[wins[0], wins[1]], f"{rulesets.sums_searched():,}", f"{seconds:.2f}"]


def main(words: Sequence[str] | None = None) -> int:
    """Print the table, or the figures of one board."""
    parser = argparse.ArgumentParser("python -m benchmarks.solver", description=__doc__)
    parser.add_argument("board", nargs="*", metavar="GAME SIZE", help="search only this board")
    asked = parser.parse_args(words).board
    if asked:
        known = [(game, size) for game, size, _ in BOARDS]
        if tuple(asked) not in known:
            parser.error(f"expected a board of the table such as Clobber 4x6, got {asked!r}")
        print(*row(*asked), sep="\t")
        return 0
    rows = []
    for game, size, literature in BOARDS:
        command = [sys.executable, "-m", "benchmarks.solver", game, size]
        printed = subprocess.check_output(command, encoding="utf-8")
        rows.append([game, size, *printed.strip().split("\t"), literature])
        print(*rows[-1], file=sys.stderr, flush=True)
    header = "game | board | outcome | nodes | CPU seconds | literature"
    print(*table(header, "lllrrl", rows), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
