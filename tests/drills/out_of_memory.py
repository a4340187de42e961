"""Lets the system refuse memory, and looks at how the native engine takes it.

``python tests/drills/out_of_memory.py --count 40 --seed 1`` starts processes whose address space is
bounded a little above what they have already, at random. Each tries everything that the core
offers, in random order, at sizes that do not fit: every call must either answer or raise
`BudgetExceeded`, and after each the engine must still be right.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import farstar as fs
from farstar.engine import kernels as engine_kernels
from farstar.engine import rulesets
from farstar.games import bulk
from farstar.papers.partizan_euclid import kernels

MEBIBYTES = (2, 4, 8, 16, 32, 48, 96, 192)
"""How much more memory a process may have than at the start."""


def hot_sum(size: int) -> object:
    total = fs.Value(0)
    for n in range(1, size):
        total = total + fs.Value.of([n], [fs.Value.of([n - 1], [fs.Value.of([n - 2], [-n])])])
    return total.mean


def ladder(depth: int) -> fs.Value:
    g = fs.Value(0)
    for n in range(1, depth):
        g = fs.Value.of([n * n], [g])
    return g


def long_sum(depth: int) -> object:
    return ladder(depth) + (-2 * ladder(depth // 7))


def large_numbers(size: int) -> object:
    return [fs.Value(1 << n) - fs.Value(1) for n in range(0, 40 * size, 40)][-1] > 0


def thermograph(depth: int) -> object:
    return ladder(depth).thermograph()


def atomic_weight(size: int) -> object:
    g = fs.Value("*")
    for n in range(size):
        g = fs.Value.of([g, f"^{n}*{n % 7 + 2}"], [f"v{n}"])
    return g.atomic_weight()


def nimber_options(size: int) -> object:
    return [len(fs.Value(f"*{n}").left_options) for n in range(size, size + 2)]


def many_options(size: int) -> object:
    options = [fs.Value.of([n], [-n]) for n in range(1, size)]
    return fs.Value.of(options, [-size])


def operators(size: int) -> object:
    held = [fs.Value.of([n], [-2 * n]) for n in range(1, size)]
    return [-g + n < g for n, g in enumerate(held)][-1]


def contested_sum(size: int) -> object:
    rng = random.Random(size)
    total = fs.PartizanEuclid(11, 8) + fs.Value("*")
    for _ in range(size):
        total = total + fs.PartizanEuclid(rng.randrange(60, 120), rng.randrange(30, 60))
    return total.outcome


OPERATIONS: dict[Callable[[int], object], int] = {
    hot_sum: 8,
    long_sum: 500,
    large_numbers: 800,
    thermograph: 2_000,
    atomic_weight: 300,
    nimber_options: 60_000,
    many_options: 3_000,
    operators: 30_000,
    contested_sum: 12,
    lambda n: fs.Domineering(f"{n}x{n}").ruleset.native(["|".join(["." * n] * n)]): 5,
    lambda n: fs.Clobber("xo").ruleset.native(["xo" * n + "|" + "ox" * n + "|" + "xo" * n]): 3,
    lambda n: rulesets.values("amazons", ["x" + "." * n + "|o" + "." * n]): 5,
    lambda n: bulk.partizan_euclid_values(n)._table.counts(): 3_000,
    lambda n: bulk.partizan_euclid_atomic_weights(n)._table.counts(): 6_000,
    lambda n: kernels.euclid_growth(n): 13,
    lambda n: bulk.partizan_euclid_values(n).thermal(): 1_500,
    lambda n: bulk.geography_values(n): 120,
    lambda n: bulk.partizan_euclid_census(n, jobs=2): 20_000,
    lambda n: bulk.partizan_euclid_enumeration(n): 3_000,
    lambda n: bulk.partizan_euclid_outcomes(n, jobs=2): 12_000,
    lambda n: bulk.partizan_euclid_positions(n, "P"): 10_000,
    lambda n: bulk.winner_table(n, "grossman"): 12_000,
    lambda n: bulk.grundy_table(n, "euclid", jobs=2): 8_000,
    lambda n: bulk.length_table(n, "grossman"): 8_000,
    lambda n: bulk.grundy_histogram(n, "euclid"): 8_000,
    lambda n: bulk.winner_counts(n): 100_000,
    lambda n: engine_kernels.grundy_sequence((0, 7, 7), n): 30_000_000,
}
"""What is tried, and at which size; as a rule these need tens or hundreds of MiB."""


def is_right() -> bool:
    """Tell whether the engine still knows a few things."""
    g, h = fs.Value("{3||2|1}"), fs.Value.of([1], [-1])
    return g + h - h == g and h + h == 0 and (g > 0) and g.mean == fs.Value("9/4").mean


def address_space() -> int:
    """Return the bytes of address space that this process has."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * 4096


def starve(seed: str, mebibytes: int, most: int) -> tuple[int, int]:
    """Bound the address space and try so many things; return how many were answered and refused."""
    for operation in OPERATIONS:  # what has to be imported is imported first
        operation(3)
    assert is_right()
    order = list(OPERATIONS.items())
    random.Random(seed).shuffle(order)
    del order[most:]
    fs.engine.collect()
    bound = address_space() + (mebibytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    answered = refused = 0
    for operation, size in order:
        try:
            operation(size)
            answered += 1
        except fs.BudgetExceeded:
            refused += 1
        except MemoryError as error:
            # Where it is code in Python that finds no memory, Python says so itself, in no words.
            if error.args:
                raise
            refused += 1
        try:
            assert is_right(), f"wrong after {operation.__name__}({size})"
        except fs.BudgetExceeded as error:
            raise AssertionError(f"no room after {operation.__name__}({size})") from error
    return answered, refused


def start(seed: str, mebibytes: int, most: int) -> tuple[int, int]:
    """Do so in a process of its own."""
    command = [sys.executable, __file__, "--most", str(most), "--worker", seed, str(mebibytes)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command[1:])}: exit {done.returncode}\n{done.stderr}")
    answered, refused = map(int, done.stdout.split())
    return answered, refused


def main() -> int:
    """Start some processes, and say how they fared."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=16, help="processes to start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=len(OPERATIONS), help="calls of each process")
    parser.add_argument("--worker", nargs=2, metavar=("SEED", "MIB"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        print(*starve(options.worker[0], int(options.worker[1]), options.most))
        return 0
    answered = refused = 0
    for number in range(options.count):
        mebibytes = MEBIBYTES[number % len(MEBIBYTES)]
        more = start(f"{options.seed}:{number}", mebibytes, options.most)
        answered, refused = answered + more[0], refused + more[1]
    print(f"{options.count} processes, {answered} calls answered and {refused} refused, none wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
