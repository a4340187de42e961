"""Sums to be decided: twenty contested ones from a fixed seed, of which the worst counts.

A sum of Partizan Euclid positions is contested if the bounds on its atomic weight, floors and
ceilings added up, do not put a player two ahead; a sum of hot positions, of Geography or of
Domineering, if its stops, added up, leave open who wins. The sums of Partizan Euclid called *open*
are those that the weights do not even decide if they are compared as games. Two kinds are hard on
purpose: *subset-sums*, and *formulas*, sums without minus signs that are made from random
quantified formulas with as many clauses as the sum is said to have parts.

Other seeds are tried by ``python -m benchmarks.sums euclid-1e4 300 7``: 300 sums from seed 7, with
the median, the 99th percentile and the worst of the CPU seconds. With a limit in CPU seconds,
``python -m benchmarks.sums euclid-1e4 100 7 10`` takes as many parts as we want to reach, or as a
fifth argument says, stops each search after so long, and says how many sums were not decided.
Without any argument 20 sums of every kind get 10 s each, as at the end of ``make bench``.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from math import gcd
from random import Random
from typing import Any

import farstar as fs
from benchmarks.tasks import SEED, Report, timed
from farstar.papers.partizan_euclid.theory import hardness, intervals, quantified
from farstar.papers.partizan_euclid.theory.weights import weight
from farstar.sums.weight_sums import WeightSum

SMALL = (
    "Domineering(3x3)", "Clobber(2x4)", "ToadsAndFrogs(TT..FF)", "Col(2x3)", "Snort(2x3)",
    "Konane(xoxo.|oxox.)", "Amazons(x..|..o)", "Hackenbush(bbrbr)", "TopplingDominoes(lrlerrl)",
    "Cutcake(3,5)", "Kayles(9)", "PartizanSubtraction(11;1,4|2,3)",
)  # fmt: skip
"""One game of each other family, for mixed sums."""


def euclid_sum(rng: Random, parts: int, *, bound: int) -> fs.Sum:
    """Return a contested sum of standard positions with `p` up to `bound`."""
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


def open_sum(rng: Random, parts: int, *, bound: int) -> fs.Sum:
    """Return such a sum in which the weights, compared as games, leave open who wins."""
    while True:
        positions = [(rng.choice((1, -1)), _position(rng, bound)) for _ in range(parts)]
        if None in WeightSum((sign, weight(g.signature)) for sign, g in positions).decide():
            return fs.Sum(*[g if sign > 0 else -g for sign, g in positions])


def subset_sum(rng: Random, parts: int, *, bound: int) -> fs.Sum:
    """Return the sum into which `hardness` turns a hard sum of switches.

    The switches {2t + s|{2s|0}} all have the temperature t and the mean t + s; the numbers s are
    random, at most `bound`. A move of Left's leaves 2t + s and a move of Right's {2s|0}. So what
    Left reaches is known but for an alternating sum of those numbers s in which Right has moved, a
    subset that both players choose in turn. Left wins if that sum is at least 0.
    """
    heat = 2 * bound
    numbers = [rng.randint(1, bound) for _ in range(parts - 1)]
    switches = tuple(hardness.Switch(2 * heat + s, 2 * s, 0) for s in numbers)
    target = len(numbers) * heat + sum(numbers) + len(numbers) % 2 * heat
    plus, minus = hardness.to_euclid(hardness.Instance(switches, target))
    return fs.Sum(*[fs.PartizanEuclid(*pair) for pair in plus], -fs.PartizanEuclid(*minus))


def formula_sum(rng: Random, clauses: int) -> fs.Sum:
    """Return the plain sum into which `quantified` turns a random formula.

    It has as many variables as clauses, two at least, with quantifiers in turns; a clause has two
    literals. Such formulas themselves are easy; the sums do not show that.
    """
    names = [f"x{number}" for number in range(max(2, clauses))]
    prefix = tuple((number % 2 == 1, name) for number, name in enumerate(names))
    matrix = tuple(
        tuple((name, rng.random() < 0.5) for name in rng.sample(names, 2)) for _ in range(clauses)
    )
    instance = quantified.to_instance(quantified.Formula(prefix, matrix))
    return fs.Sum(*[fs.PartizanEuclid(*pair) for pair in quantified.to_positions(instance)])


def geography_sum(rng: Random, parts: int, *, bound: int) -> fs.Sum:
    """Return a contested sum of positions with `x`, `y` and `z` up to `bound`.

    An integer brings the mean close to zero.
    """
    while True:
        numbers = [[rng.randint(0, bound) for _ in range(3)] for _ in range(parts)]
        positions = [fs.GeographyA(x, max(y, 1), z) for x, y, z in numbers]
        total = fs.Sum(*[g if rng.random() < 0.5 else -g for g in positions])
        total = total - round(total.mean)
        if is_open(total):
            return total


def domineering_sum(rng: Random, parts: int, *, size: int) -> fs.Sum:
    """Return a contested sum of square boards of which about every sixth cell is covered."""
    while True:
        boards = [
            ["".join(rng.choices("#.", (1, 5), k=size)) for _ in range(size)] for _ in range(parts)
        ]
        total = fs.Sum(*[g if rng.random() < 0.5 else -g for g in map(fs.Domineering, boards)])
        if is_open(total):
            return total


def is_open(total: fs.Sum) -> bool:
    """Tell whether the stops, added up, leave open who wins."""
    stops = [
        (term.sign * term.component.left_stop, term.sign * term.component.right_stop)
        for term in total.terms
    ]
    return sum(map(min, stops)) <= 0 <= sum(map(max, stops))


def mixed_sum(rng: Random, parts: int) -> fs.Sum:
    """Return a contested sum of all families; an integer brings the mean close to zero."""
    while True:
        games: list[Any] = []
        for _ in range(parts):
            kind = rng.randrange(4)
            if kind == 0:
                games.append(_position(rng, 100))
            elif kind == 1:
                games.append(fs.GeographyA(rng.randint(0, 9), rng.randint(1, 9), rng.randint(0, 9)))
            else:
                games.append(fs.parse(rng.choice(SMALL)))
        total = fs.Sum(*[g if rng.random() < 0.5 else -g for g in games])
        total = total - round(total.mean)
        if is_open(total):
            return total


MAKERS: dict[str, Callable[[Random, int], fs.Sum]] = {
    "euclid-1e2": partial(euclid_sum, bound=10**2),
    "euclid-1e4": partial(euclid_sum, bound=10**4),
    "euclid-1e6": partial(euclid_sum, bound=10**6),
    "euclid-1e9": partial(euclid_sum, bound=10**9),
    "geography": partial(geography_sum, bound=30),
    "domineering": partial(domineering_sum, size=4),
    "mixed": mixed_sum,
    "open-1e2": partial(open_sum, bound=10**2),
    "open-1e4": partial(open_sum, bound=10**4),
    "open-1e6": partial(open_sum, bound=10**6),
    "open-1e9": partial(open_sum, bound=10**9),
    "subset-sums": partial(subset_sum, bound=10**6),
    "formulas": formula_sum,
}
"""What makes a sum of so many parts."""

PARTS = {"euclid-1e2": 16, "euclid-1e4": 10, "euclid-1e9": 5, "geography": 20, "domineering": 6}
"""How many parts are measured."""

REACH = {
    "euclid-1e2": 40, "euclid-1e4": 24, "euclid-1e6": 12, "euclid-1e9": 8,
    "geography": 40, "domineering": 10, "mixed": 20,
    "open-1e2": 40, "open-1e4": 24, "open-1e6": 12, "open-1e9": 8, "subset-sums": 10,
    "formulas": 4,
}  # fmt: skip
"""How many parts we want to reach."""


def decided(
    kind: str, parts: int, count: int, seed: int
) -> Iterator[tuple[float, fs.Sum, fs.Outcome]]:
    """Decide so many sums, each as if it were the first; yield the CPU seconds and the outcome."""
    rng = Random(seed)
    for _ in range(count):
        total = MAKERS[kind](rng, parts)
        # Making the sum has found out something about its components.
        for term in total.terms:
            if isinstance(term.component, fs.Position):
                term.component.ruleset.forget()
        fs.engine.collect()
        seconds, outcome = timed(partial(getattr, total, "outcome"))
        yield seconds, total, outcome


def worst(kind: str, parts: int) -> Report:
    """Return the CPU seconds of the slowest decision, and all outcomes."""
    sums = list(decided(kind, parts, 20, SEED))
    return max(seconds for seconds, _, _ in sums), [str(outcome) for _, _, outcome in sums]


def spread(kind: str, count: int, seed: int) -> str:
    """Return how the CPU seconds of many sums are spread, and which sum took longest."""
    sums = sorted(decided(kind, PARTS[kind], count, seed), key=lambda decision: decision[0])
    median, most, (worst, total, _) = sums[count // 2][0], sums[count * 99 // 100][0], sums[-1]
    return (
        f"{kind}, {count} sums from seed {seed}: median {median:.4f} s, 99 % {most:.3f} s, "
        f"worst {worst:.3f} s: {total}"
    )


def times(kind: str, parts: int, count: int, seed: int, limit: float) -> list[float]:
    """Return the CPU seconds of many sums, sorted; those that the limit ended are infinite."""

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGPROF, stop)
    rng, seconds = Random(seed), []
    for _ in range(count):
        total = MAKERS[kind](rng, parts)
        for term in total.terms:
            if isinstance(term.component, fs.Position):
                term.component.ruleset.forget()
        fs.engine.collect()
        signal.setitimer(signal.ITIMER_PROF, limit)
        try:
            seconds.append(timed(partial(getattr, total, "outcome"))[0])
        except (TimeoutError, fs.BudgetExceeded):
            seconds.append(float("inf"))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    return sorted(seconds)


def reach(kind: str, parts: int, count: int, seed: int, limit: float) -> str:
    """Return how the CPU seconds of large sums are spread, and how many were not decided."""
    seconds = times(kind, parts, count, seed, limit)
    late = [sum(one > bound for one in seconds) for bound in (1, limit)]
    return (
        f"{kind}, {count} sums of {parts} parts from seed {seed}: "
        f"median {seconds[count // 2]:.4f} s, 90 % {seconds[count * 9 // 10]:.3f} s, "
        f"worst {seconds[-1]:.2f} s; "
        f"not decided within 1 s: {late[0]}, within {limit:g} s: {late[1]}"
    )


def reaches(count: int = 20, seed: int = 7, limit: float = 10) -> Iterator[str]:
    """Yield how far each kind of sum is within reach."""
    for kind, parts in REACH.items():
        yield reach(kind, parts, count, seed, limit)


def main(words: list[str]) -> None:
    """Measure what the command line asks for."""
    if not words:
        for line in reaches():
            print(line, flush=True)
        return
    kind, count, seed, *more = words
    if more:
        parts = int(more[1]) if len(more) > 1 else REACH[kind]
        print(reach(kind, parts, int(count), int(seed), float(more[0])))
    else:
        print(spread(kind, int(count), int(seed)))


if __name__ == "__main__":
    main(sys.argv[1:])
