"""Sums to be decided: twenty contested ones from a fixed seed, of which the worst counts.

A sum of Partizan Euclid positions is contested if the bounds on its atomic weight, floors and
ceilings added up, do not put a player two ahead; a sum of hot positions, of Geography or of
Domineering, if its stops, added up, leave open who wins.

Other seeds are tried by ``python -m farstar.cli._bench._sums euclid-1e4 300 7``: 300 sums from seed
7, with the median, the 99th percentile and the worst of the CPU seconds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import gcd
from random import Random

import farstar as fs
from farstar.sums import Term
from farstar.theory import intervals

SUMS = 20
SEED = 20130412


def worst_of(make: Callable[[Random], fs.Sum]) -> tuple[float, list[str]]:
    """Return the CPU seconds of the slowest decision, and all outcomes."""
    found = list(decided(make, SUMS, SEED))
    return max(seconds for seconds, _, _ in found), [str(outcome) for _, _, outcome in found]


def decided(
    make: Callable[[Random], fs.Sum], count: int, seed: int
) -> Iterator[tuple[float, fs.Sum, fs.Outcome]]:
    """Decide so many sums, each as if it were the first; yield the CPU seconds and the outcome."""
    rng = Random(seed)
    for _ in range(count):
        total = make(rng)
        _forget(total)
        start = time.process_time()
        outcome = total.outcome
        yield time.process_time() - start, total, outcome


def _forget(total: fs.Sum) -> None:
    """Forget what making the sum has found out about its components."""
    for term in total.terms:
        if isinstance(term.component, fs.Position):
            term.component.ruleset.forget()
    fs.engine.collect()


def euclid_sum(rng: Random, parts: int, bound: int) -> fs.Sum:
    """Return a contested sum of standard positions with `p` up to `bound`.

    Examples
    --------
    >>> str(euclid_sum(Random(1), 2, 20).outcome) in "LRNP"
    True
    """
    while True:
        positions = [(rng.choice((1, -1)), _position(rng, bound)) for _ in range(parts)]
        numbers = [intervals.thresholds(g.signature) for _, g in positions]
        signed = [n if sign > 0 else -n for n, (sign, _) in zip(numbers, positions, strict=True)]
        low = sum(n.weight_floor for n in signed)
        high = sum(n.weight_ceiling for n in signed)
        if low < 2 and high > -2:
            return fs.Sum(*[g if sign > 0 else -g for sign, g in positions])


def _position(rng: Random, bound: int) -> fs.PartizanEuclid:
    while True:
        p = rng.randint(bound // 2, bound)
        q = rng.randint(p // 2 + 1, p - 1)
        if gcd(p, q) == 1:
            return fs.PartizanEuclid(p, q)


def geography_sum(rng: Random, parts: int, bound: int) -> fs.Sum:
    """Return a contested sum of positions with `x`, `y` and `z` up to `bound`.

    An integer brings the mean close to zero.

    Examples
    --------
    >>> abs(geography_sum(Random(1), 3, 5).mean) <= 1
    True
    """
    while True:
        numbers = [[rng.randint(0, bound) for _ in range(3)] for _ in range(parts)]
        positions = [fs.GeographyA(x, max(y, 1), z) for x, y, z in numbers]
        total = fs.Sum(*[g if rng.random() < 0.5 else -g for g in positions])
        total = total - round(total.mean)
        if _is_open(total):
            return total


def domineering_sum(rng: Random, parts: int, size: int) -> fs.Sum:
    """Return a contested sum of square boards of which about every sixth cell is covered.

    Examples
    --------
    >>> total = domineering_sum(Random(1), 2, 3)
    >>> [(term.component.height, term.component.width) for term in total.terms]
    [(3, 3), (3, 3)]
    """
    while True:
        boards = [_board(rng, size) for _ in range(parts)]
        total = fs.Sum(*[g if rng.random() < 0.5 else -g for g in boards])
        if _is_open(total):
            return total


def _board(rng: Random, size: int) -> fs.Domineering:
    rows = ["".join("#" if rng.random() < 1 / 6 else "." for _ in range(size)) for _ in range(size)]
    return fs.Domineering(rows)


def _is_open(total: fs.Sum) -> bool:
    """Tell whether the stops, added up, leave open who wins."""
    low = sum(min(_stops(term)) for term in total.terms)
    high = sum(max(_stops(term)) for term in total.terms)
    return low <= 0 <= high


def _stops(term: Term) -> tuple[Fraction, Fraction]:
    g = term.component
    return term.sign * g.left_stop, term.sign * g.right_stop


MAKERS: dict[str, Callable[[Random, int], fs.Sum]] = {
    "euclid-1e2": lambda rng, parts: euclid_sum(rng, parts, 10**2),
    "euclid-1e4": lambda rng, parts: euclid_sum(rng, parts, 10**4),
    "euclid-1e9": lambda rng, parts: euclid_sum(rng, parts, 10**9),
    "geography": lambda rng, parts: geography_sum(rng, parts, 30),
    "domineering": lambda rng, parts: domineering_sum(rng, parts, 4),
}
"""What makes a sum of so many parts."""

PARTS = {"euclid-1e2": 16, "euclid-1e4": 10, "euclid-1e9": 5, "geography": 20, "domineering": 6}
"""How many parts are measured."""


def _work(make: Callable[[Random, int], fs.Sum]) -> Callable[[int], tuple[float, list[str]]]:
    return lambda parts: worst_of(lambda rng: make(rng, parts))


WORK: dict[str, Callable[[int], tuple[float, list[str]]]] = {
    name: _work(make) for name, make in MAKERS.items()
}
"""What is measured, by the number of parts."""


def spread(name: str, count: int, seed: int) -> str:
    """Return how the CPU seconds of many sums are spread, and which sum took longest.

    Examples
    --------
    >>> spread("domineering", 3, 1).startswith("domineering, 3 sums from seed 1: median ")
    True
    """
    make, parts = MAKERS[name], PARTS[name]
    found = list(decided(lambda rng: make(rng, parts), count, seed))
    times = sorted(seconds for seconds, _, _ in found)
    worst = max(found, key=lambda entry: entry[0])[1]
    return (
        f"{name}, {count} sums from seed {seed}: median {times[count // 2]:.4f} s, "
        f"99 % {times[count * 99 // 100]:.3f} s, worst {times[-1]:.3f} s: {worst}"
    )


if __name__ == "__main__":
    print(spread(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
