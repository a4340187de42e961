"""Whole families of positions: how fast they are listed and counted."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import farstar as fs
from farstar.engine import kernels
from farstar.games import bulk

ROUNDS = 5
"""A table is made this often; the fastest counts."""
THREADS = 2

Report = tuple[float, list[str]]


def census(bound: int) -> Report:
    """Count the outcomes of Partizan Euclid, whole subtrees at once."""
    seconds, counts = _once(lambda: bulk.partizan_euclid_census(bound))
    return seconds, [f"{outcome} {count:,}" for outcome, count in counts.items()]


def enumeration(bound: int) -> Report:
    """Count them word by word."""
    seconds, _ = _once(lambda: bulk.partizan_euclid_enumeration(bound))
    return seconds, [_rate(bound, seconds)]


def outcome_table(bound: int) -> Report:
    """List them on two cores: the seconds are those of each of two threads, side by side."""
    size = bound * (bound - 1) // 2
    work = partial(bulk.partizan_euclid_outcomes, bound, jobs=THREADS)
    seconds = min(_once(work)[0] for _ in range(ROUNDS)) / THREADS
    writing = min(kernels.write_seconds(size, threads=THREADS) for _ in range(ROUNDS))
    speed, share = size / max(writing, 1e-9), writing / max(seconds, 1e-9)
    return seconds, [
        _rate(bound, seconds),
        f"memory is written at {speed / 1e9:.1f} GB/s, of which this is {share:.0%}",
        "with vector instructions" if kernels.has_vectors() else "without vector instructions",
    ]


def lambda_table(bound: int) -> Report:
    """List the winners of Grossman's game with the multipliers up to 3, on one core."""
    seconds = min(
        _once(lambda: bulk.winner_table(bound, multipliers=fs.up_to(3)))[0] for _ in range(ROUNDS)
    )
    return seconds, [_rate(bound, seconds)]


def winners(bound: int) -> Report:
    """Count them for the multipliers up to 2."""
    seconds, counts = _once(lambda: bulk.winner_counts(bound, multipliers=fs.up_to(2)))
    return seconds, [f"{counts.wins:,} won"]


def lengths(bound: int) -> Report:
    """Make the histogram of the optimal lengths of Grossman's game."""
    seconds, totals = _once(lambda: bulk.length_totals(bound))
    return seconds, [_rate(bound, seconds), f"mean length {totals.mean:.4f}"]


def grundy(bound: int) -> Report:
    """Make the histogram of the Grundy values of Euclid."""
    seconds, _ = _once(lambda: bulk.grundy_histogram(bound, "euclid"))
    return seconds, [_rate(bound, seconds)]


def weights(bound: int) -> Report:
    """Count the atomic weights of Partizan Euclid."""
    seconds, counts = _once(lambda: bulk.partizan_euclid_atomic_weight_counts(bound))
    return seconds, [f"{len(counts):,} different among {sum(counts.values()):,}"]


WORK: dict[str, Callable[[int], Report]] = {
    "census": census,
    "enumeration": enumeration,
    "outcome-table": outcome_table,
    "lambda-table": lambda_table,
    "winners": winners,
    "lengths": lengths,
    "grundy": grundy,
    "weights": weights,
}
"""What is measured, by its bound."""


def _once(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def _rate(bound: int, seconds: float) -> str:
    rate = bound * (bound - 1) / 2 / max(seconds, 1e-9)
    return f"{rate / 1e9:.2f} billion positions/s"
