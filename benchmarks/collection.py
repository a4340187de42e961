"""``python -m benchmarks.collection``: what collecting garbage costs, case by case.

Every case is run in turn with collections as they are and without any, each time in a new process.
``--instructions`` counts the instructions of a run by valgrind instead, which other work on the
machine does not disturb, and takes about fifty times as long.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Sequence

from benchmarks.cases import CASES, Case
from benchmarks.measure import ROOT, run_once
from benchmarks.peers import OURS, Peer

KEEPS = Peer("never collects", OURS.version, OURS.python)
USUAL = (
    "euclid-1000", "thermographs-500", "hot-sum", "switches", "heating", "euclid-outcomes",
    "euclid-weights", "geography-values", "euclid-1e2", "euclid-1e4", "domineering",
    "domineering-5x5", "domineering-5x6", "clobber-4x4", "amazons-2x7", "rules-toads",
    "rules-domineering", "backsliding", "transient-sums", "kept-values",
)  # fmt: skip
"""The cases that make games, without those that take minutes."""


def seconds(case: Case, peer: Peer) -> float:
    """Return the CPU seconds of one run."""
    return run_once(peer, case.size, case).seconds


def instructions(case: Case, peer: Peer) -> float:
    """Return how many millions of instructions one process executes."""
    worker = [peer.python, "-m", "benchmarks.tasks", peer.name, case.name, str(case.size)]
    count = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*count, *worker],
        cwd=ROOT,
        # Without it the order of sets, and so the work, is another one in each process.
        env=os.environ | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    (number,) = re.findall(r"I\s+refs:\s+([\d,]+)", done.stderr)
    return int(number.replace(",", "")) / 1e6


def main(words: Sequence[str] | None = None) -> int:
    """Measure, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "cases", nargs="*", default=USUAL, metavar="CASE", help="rows of the benchmark"
    )
    parser.add_argument("--rounds", type=int, default=3, help="runs of each kind; the least counts")
    parser.add_argument("--instructions", action="store_true", help="count instructions")
    asked = parser.parse_args(words)
    measure, unit = (instructions, "M instructions") if asked.instructions else (seconds, "CPU s")
    print(f"| case | collecting, {unit} | never collecting | ratio |\n| --- | --- | --- | --- |")
    for name in asked.cases:
        runs: dict[Peer, list[float]] = {OURS: [], KEEPS: []}
        for _ in range(asked.rounds):
            for peer, figures in runs.items():
                figures.append(measure(CASES[name], peer))
        ours, keeps = (min(figures) for figures in runs.values())
        print(f"| {name} | {ours:.4g} | {keeps:.4g} | {ours / keeps:.3f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
