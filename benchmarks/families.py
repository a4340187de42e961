"""Whole families of positions: how fast they are listed and counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import farstar as fs
from benchmarks.tasks import Report, timed
from farstar.engine import kernels
from farstar.games import bulk

T = TypeVar("T")
ROUNDS = 5
"""A table is made this often; the fastest counts."""
THREADS = 2


def best(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the fastest of some rounds."""
    return min(timed(work)[0] for _ in range(ROUNDS))


def rate(bound: int, seconds: float) -> str:
    """Return how many positions q < p <= bound are done in a second."""
    return f"{bound * (bound - 1) / 2e9 / max(seconds, 1e-9):.2f} billion positions/s"


def outcome_table(bound: int) -> Report:
    """List outcomes on two cores: the seconds are those of each of two threads, side by side."""
    seconds = best(lambda: bulk.partizan_euclid_outcomes(bound, jobs=THREADS)) / THREADS
    size = bound * (bound - 1) // 2
    writing = min(kernels.write_seconds(size, threads=THREADS) for _ in range(ROUNDS))
    speed, share = size / max(writing, 1e-9), writing / max(seconds, 1e-9)
    return seconds, [
        rate(bound, seconds),
        f"memory is written at {speed / 1e9:.1f} GB/s, of which this is {share:.0%}",
        "with vector instructions" if kernels.has_vectors() else "without vector instructions",
    ]


def winner_table(bound: int) -> Report:
    """List the winners of Grossman's game with the multipliers up to 3, on one core."""
    seconds = best(lambda: bulk.winner_table(bound, multipliers=fs.up_to(3)))
    return seconds, [rate(bound, seconds)]


def far_rows(first: int) -> Report:
    """List outcomes in 32 rows so far out that there is no store; compare with near rows."""
    count, bound = 32, 20_000
    seconds = best(lambda: bulk.partizan_euclid_outcomes((first, first + count)))
    share = seconds / (count * first)
    near = best(lambda: bulk.partizan_euclid_outcomes(bound)) / (bound * bound / 2)
    return seconds, [
        f"{share * 1e9:.1f} ns a cell, {share / near:.0f} times that of rows up to {bound:,}"
    ]


def counting(
    count: Callable[[int], T], say: Callable[[T], list[str]], *, has_rate: bool = False
) -> Callable[[int], Report]:
    """Return the work of counting once, and what is said of the counts."""

    def work(bound: int) -> Report:
        seconds, counts = timed(lambda: count(bound))
        return seconds, [*([rate(bound, seconds)] if has_rate else []), *say(counts)]

    return work


FAMILIES: dict[str, Callable[[int], Report]] = {
    "census": counting(
        bulk.partizan_euclid_census,
        lambda counts: [f"{outcome} {count:,}" for outcome, count in counts.items()],
    ),
    "enumeration": counting(bulk.partizan_euclid_enumeration, lambda _: [], has_rate=True),
    "outcome-table": outcome_table,
    "far-rows": far_rows,
    "winner-table": winner_table,
    "winners": counting(
        lambda bound: bulk.winner_counts(bound, multipliers=fs.up_to(2)),
        lambda counts: [f"{counts.wins:,} won"],
    ),
    "lengths": counting(
        bulk.length_totals,
        lambda totals: [f"mean length {totals.mean:.4f}"],
        has_rate=True,
    ),
    "grundy": counting(
        lambda bound: bulk.grundy_histogram(bound, "euclid"), lambda _: [], has_rate=True
    ),
    "weights": counting(
        bulk.partizan_euclid_atomic_weight_counts,
        lambda counts: [f"{len(counts):,} different among {sum(counts.values()):,}"],
    ),
}
"""What is measured, by its bound."""
