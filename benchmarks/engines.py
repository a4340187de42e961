"""Time both engines on the same work: ``make bench``.

Every piece of work runs once, in a fresh process of each engine, so that no memory of earlier work
helps. The table gives seconds of one run on this machine; it is a rough comparison, not a claim.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction

import farstar as fs


def sum_of_switches() -> None:
    """Add seven switches of different sizes."""
    total = fs.Value(0)
    for n in range(1, 8):
        total += fs.Value(f"+-{Fraction(n * n + n, 2)}")


def compare_day_two() -> None:
    """Compare every two of the games born by day two."""
    games = fs.born_by_day(2)
    for g in games:
        for h in games:
            g.compare(h)


def add_day_two() -> None:
    """Add every two of the games born by day two."""
    games = fs.born_by_day(2)
    for g in games:
        for h in games:
            g + h


def thermographs() -> None:
    """Draw the thermographs of sums of hot games."""
    g = fs.Value("{9|3||1|-2}")
    for n in range(1, 9):
        (g + fs.Value(f"+-{n}")).thermograph()


def atomic_weights() -> None:
    """Find the atomic weights of sums of all-small games."""
    g = fs.Value("{^^*|0||*}")
    for n in range(1, 13):
        (n * g).atomic_weight()


WORK: list[Callable[[], None]] = [
    sum_of_switches,
    compare_day_two,
    add_day_two,
    thermographs,
    atomic_weights,
]


def measure() -> dict[str, float]:
    """Return the seconds that each piece of work takes with the active engine."""
    seconds = {}
    for work in WORK:
        start = time.perf_counter()
        work()
        seconds[work.__name__] = time.perf_counter() - start
    return seconds


def measure_with(engine: str) -> dict[str, float]:
    """Measure in a fresh process that uses `engine`."""
    done = subprocess.run(
        [sys.executable, __file__, "--measure"],
        env=os.environ | {"FARSTAR_ENGINE": engine},
        stdout=subprocess.PIPE,
        check=True,
        encoding="utf-8",
    )
    times: dict[str, float] = json.loads(done.stdout)
    return times


def main() -> None:
    """Print a table with one row for each piece of work."""
    engines = fs.engine.available()
    times = {engine: measure_with(engine) for engine in engines}
    print(f"{'seconds':<18}" + "".join(f"{engine:>12}" for engine in engines))
    for work in WORK:
        row = "".join(f"{times[engine][work.__name__]:>12.4f}" for engine in engines)
        print(f"{work.__name__:<18}{row}")


if __name__ == "__main__":
    if "--measure" in sys.argv:
        print(json.dumps(measure()))
    else:
        main()
