"""Makes values that nobody keeps, millions of them, and looks at the memory meanwhile.

``python tests/drills/constant_memory.py --count 10000000`` does so in several ways, one after the
other: sums, numbers, thermographs, boards, positions of a ruleset in Python, sums of games, text.
The bytes that the engine reports and the memory of the process must stay within a bound that does
not depend on the count. ``--engine reference`` does the same with the reference engine, and
``--garbage`` says how many MiB of garbage may come together, so that a short run is worth
something.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from pathlib import Path

import farstar as fs
from farstar.engine import rulesets
from farstar.rules import _memo

LOOK_EVERY = 2_000
"""Values between two looks at the memory."""


class Subtract(fs.Ruleset):
    """Left takes one, two or five counters, Right one, three or four; heaps have a name."""

    def left(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        return [(position[0], position[1] - n) for n in (1, 2, 5) if n <= position[1]]

    def right(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        return [(position[0], position[1] - n) for n in (1, 3, 4) if n <= position[1]]


def transient_sums(rng: random.Random) -> None:
    n = rng.randrange(10**9)
    hot = fs.Value.of([fs.Value.of([n + 3], [n])], [-n])
    assert hot + fs.Value.of([2 * n], ["*"]) - hot == fs.Value.of([2 * n], ["*"])


def transient_numbers(rng: random.Random) -> None:
    assert fs.Value(rng.randrange(10**12)) + rng.randrange(10**12) > -1


def transient_thermographs(rng: random.Random) -> None:
    a, b, c = (rng.randrange(10**6) for _ in range(3))
    g = fs.Value.of([fs.Value.of([a + b], [a - c])], [fs.Value.of([-a], [-a - b])])
    assert -g.mean == (-g).mean


def transient_weights(rng: random.Random) -> None:
    ups, star = rng.randrange(2, 10**6), rng.randrange(2, 1 << 20)
    g = fs.Value.of([0], [fs.Value(f"v{ups}*{star}")])
    assert g.atomic_weight() == g.atomic_weight() + 0


def transient_boards(rng: random.Random) -> None:
    board = "|".join("".join(rng.choice("...#") for _ in range(4)) for _ in range(4))
    (g,) = fs.Domineering(board).ruleset.native([board])
    assert g is not None


def transient_positions(rng: random.Random) -> None:
    name = rng.randrange(10**9)
    assert Subtract()((name, 20)).value == Subtract()((name, 20)).search_value()


def transient_total(rng: random.Random) -> None:
    total = fs.PartizanEuclid(rng.randrange(3, 10**6), rng.randrange(2, 10**6))
    assert (total + fs.Value(f"*{rng.randrange(9)}")).outcome in "LRNP"


def transient_texts(rng: random.Random) -> None:
    n = rng.randrange(10**9)
    text = f"{{{n + 5}||{n + 3}|{-n}}}"
    assert str(fs.Value(text)) == text


KINDS: list[Callable[[random.Random], None]] = [
    transient_sums,
    transient_numbers,
    transient_thermographs,
    transient_weights,
    transient_positions,
    transient_total,
    transient_texts,
]


def resident() -> int:
    """Return the bytes of memory that this process has."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


def kinds() -> list[Callable[[random.Random], None]]:
    """Return what can be tried with the active engine."""
    return [*KINDS, transient_boards] if rulesets.available() else KINDS


def let_garbage_grow(mebibytes: int) -> None:
    """Let so much garbage come together before it is collected, and remember accordingly."""
    _memo.MAX_ENTRIES = mebibytes * 16_000  # about 200 bytes each
    if fs.engine.active().name == "native":
        from farstar import _core

        _core.set_least_garbage(mebibytes << 20)
    else:
        from farstar.engine import _reference_forms as store

        store.LEAST_GARBAGE = mebibytes << 20
        fs.engine.collect()


def run(count: int, seed: int, mebibytes: int) -> str:
    """Make so many values; return what memory they took, or raise if that was too much."""
    rng = random.Random(seed)
    let_garbage_grow(mebibytes)
    for kind in kinds():  # what is loaded at first is no growth
        for _ in range(20):
            kind(rng)
    fs.engine.collect()
    most_bytes = 2 * mebibytes + 10 << 20
    most_growth = 8 * mebibytes + 60 << 20
    start, most, peak = resident(), 0, 0
    share = -(-count // len(kinds()))
    for kind in kinds():
        for n in range(share):
            kind(rng)
            if n % LOOK_EVERY == 0 or n == share - 1:
                held, grown = fs.engine.stats()["bytes"], resident() - start
                assert held < most_bytes, f"{kind.__name__}: the engine holds {held} bytes"
                assert grown < most_growth, f"{kind.__name__}: {grown} bytes more in memory"
                most, peak = max(most, held), max(peak, grown)
    return (
        f"{share * len(kinds())} values in {len(kinds())} ways; the engine held at most "
        f"{most >> 20} MiB, and the process grew by at most {peak >> 20} MiB"
    )


def main() -> int:
    """Make many values, and say how much memory that took."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=fs.engine.available())
    parser.add_argument("--garbage", type=int, default=64, metavar="MIB")
    options = parser.parse_args()
    with fs.engine.use(options.engine or fs.engine.active().name):
        print(run(options.count, options.seed, options.garbage))
    return 0


if __name__ == "__main__":
    sys.exit(main())
