"""``python -m benchmarks.solver``: the tables of docs/solver.md, each in one run.

Each board is searched in a process of its own, so that nothing is remembered from another. For
outcomes, the nodes and CPU seconds are those of both questions: who wins if Left starts, and if
Right starts. For nimbers they are those of the nimber. Strategies are certificates, each written
and checked. ``--only nimbers`` prints one table only.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import farstar as fs
from benchmarks.report import table
from benchmarks.tasks import timed
from farstar import _core
from farstar.certificates import check_strategy, write_strategy
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
    ("Domineering", "4x18", ""),
    ("Domineering", "5x14", ""),
    ("Domineering", "7x10", "solved by 2002 [2]"),
    ("Domineering", "8x9", "solved by 2000 [1]"),
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
    ("Col", "5x6", ""),
    ("Col", "6x6", ""),
    ("Col", "5x7", ""),
    ("Snort", "5x6", ""),
    ("Snort", "6x6", ""),
    ("Snort", "6x7", ""),
    ("Clobber", "3x10", ""),
)
"""Game, board, and what the literature says; the numbers refer to the page."""

PLAIN = "plain search in Python"
UNFOLDED = "without symmetry and small components"
WHOLE_GROUPS = "without shortening groups"
NIMBERS = (
    ("Cram", "4x5", "2 [4-6]", PLAIN),
    ("Cram", "5x5", "0 [4-6]", UNFOLDED),
    ("Cram", "5x6", "2 [4-6]", UNFOLDED),
    ("Cram", "4x7", "3 [4-6]", UNFOLDED),
    ("Cram", "5x7", "1 [4-6]", UNFOLDED),
    ("Cram", "4x9", "1 [4-6]", UNFOLDED),
    ("Cram", "5x8", "1 [4-6]", UNFOLDED),
    ("Cram", "5x9", "1 [5-6]", "none"),
    ("impartial Clobber", "1x64", "", "plain recursion on words"),
    ("impartial Clobber", "4x5", "", "none"),
    ("impartial NoGo", "1x19", "3 [7]", WHOLE_GROUPS),
    ("impartial NoGo", "1x22", "3 [7]", "none"),
)
"""Game, board, the published nimber, and what else found the same."""


def position_of(game: str, size: str) -> fs.Position:
    """Return the starting position of a game of one of the tables."""
    name = game.removeprefix("impartial ")
    start: fs.Position = getattr(fs, name)(size)
    return start if name == game else fs.rules.impartial(type(start))(start.state)


def nimber_row(game: str, size: str) -> list[str]:
    """Find a nimber; return it with nodes and CPU seconds as text."""
    position = position_of(game, size)
    before = _core.stats()["steps"]
    seconds, nimber = timed(lambda: position.grundy)
    return [str(nimber), f"{_core.stats()['steps'] - before:,}", f"{seconds:.2f}"]


def outcome_row(game: str, size: str) -> list[str]:
    """Search a board; return outcome, nodes and CPU seconds as text."""
    position = position_of(game, size)
    board = position.ruleset.native_board(position.state)
    seconds, wins = timed(
        lambda: [rulesets.wins([(1, board)], left_moves=left) for left in (True, False)]
    )
    outcome = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
    return [outcome[wins[0], wins[1]], f"{rulesets.sums_searched():,}", f"{seconds:.2f}"]


STRATEGIES = (
    ("Domineering", "5x5"),
    ("Domineering", "6x6"),
    ("Clobber", "4x4"),
    ("Clobber", "4x5"),
    ("Cram", "4x5"),
    ("Konane", "4x6"),
    ("Konane", "5x6"),
)
"""Game and board of each certificate."""


def strategy_row(game: str, size: str) -> list[str]:
    """Write a certificate and check it; return what it proves, its size and CPU seconds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.strategy"
        writing, strategy = timed(lambda: write_strategy(position_of(game, size), path))
        checking, proof = timed(lambda: check_strategy(path))
    proved = proof.outcome if proof.nimber is None else f"nimber {proof.nimber}"
    counts = [f"{count:,}" for count in (proof.sums, proof.replies, strategy.size)]
    return [proved, *counts, f"{writing:.1f}", f"{checking:.1f}"]


TABLES = {
    "outcomes": ("game | board | outcome | nodes | CPU seconds | literature", "lllrrl"),
    "nimbers": ("game | board | nimber | nodes | CPU seconds | published | witness", "llrrrll"),
    "strategies": (
        "game | board | proved | sums | replies | bytes | seconds to write | to check",
        "lllrrrrr",
    ),
}
"""The header of each table, and how its columns are aligned."""


def rows_of(kind: str) -> tuple[tuple[str, ...], ...]:
    """Return game, board and remarks for each row of a table."""
    every: dict[str, tuple[tuple[str, ...], ...]] = {
        "outcomes": BOARDS,
        "nimbers": NIMBERS,
        "strategies": STRATEGIES,
    }
    return every[kind]


def main(words: Sequence[str] | None = None) -> int:
    """Print the tables, or the figures of one board."""
    parser = argparse.ArgumentParser("python -m benchmarks.solver", description=__doc__)
    parser.add_argument("board", nargs="*", metavar="GAME SIZE", help="search only this board")
    parser.add_argument("--only", choices=TABLES, help="print only this table")
    asked = parser.parse_args(words)
    kinds = [asked.only] if asked.only else list(TABLES)
    if asked.board:
        known = [kind for kind in kinds if tuple(asked.board) in {r[:2] for r in rows_of(kind)}]
        if not known:
            parser.error(f"expected a board of the table such as Clobber 4x6, got {asked.board!r}")
        rows_by_kind = {
            "outcomes": outcome_row,
            "nimbers": nimber_row,
            "strategies": strategy_row,
        }
        figures = rows_by_kind[known[0]]
        print(*figures(*asked.board), sep="\t")
        return 0
    for kind in kinds:
        rows = []
        for game, size, *remarks in rows_of(kind):
            command = [sys.executable, "-m", "benchmarks.solver", "--only", kind, game, size]
            printed = subprocess.check_output(command, encoding="utf-8")
            rows.append([game, size, *printed.strip().split("\t"), *remarks])
            print(*rows[-1], file=sys.stderr, flush=True)
        print(*table(*TABLES[kind], rows), sep="\n")
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
