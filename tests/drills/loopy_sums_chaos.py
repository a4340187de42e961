"""Random sums of games that may loop, against retrograde analysis of the whole sum.

``python tests/drills/loopy_sums_chaos.py --seconds 600 --seed 1`` adds up random games on graphs,
positions of every built-in game that may loop, values, and their negatives. Who wins, draws and
loses, the winning and the drawing moves, and the misère outcome must be those of the plain analysis
in ``tests/sums/plain_loops.py``; the same sum as text must have the same outcome; and a perfect
player must achieve what can be forced.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

import farstar as fs
from tests.sums.plain_loops import Part, check, play, position_part, random_sum, value_part

MOST_POSITIONS = 36
"""Followers of a position of a built-in game that is added to another; larger ones are added to a
value only."""

VALUES = ("1", "-1/2", "*", "*2", "^", "{1|0}", "+-1")


def random_position(random: Random) -> fs.Position:
    """Return a small position of a built-in game that may loop."""
    kind = random.randrange(5)
    if kind == 0:
        row = "".join(random.choice("TF.") for _ in range(random.randint(2, 5)))
        return fs.BackslidingToadsAndFrogs(row)
    if kind == 1:
        cells = list("." * random.randint(3, 5))
        cells[random.randrange(len(cells))] = "O"
        cells[random.randrange(len(cells))] = "B"
        return fs.Phutball("".join(cells))
    if kind == 2:
        return fs.SurdEuclid(f"sqrt({random.choice((2, 3, 5, 6, 7))})", random.randint(1, 3))
    if kind == 3:
        squares = [(r, c) for r in range(3) for c in range(4) if (r + c) % 2 == 0]
        fox, *geese = random.sample(squares, random.randint(2, 3))
        pieces = {fox: "F", **dict.fromkeys(geese, "G")}
        rows = ("".join(pieces.get((r, c), ".") for c in range(4)) for r in range(3))
        return fs.FoxAndGeese("|".join(rows))
    corner = random.sample(range(4), 2)
    middle = "".join("D" if i == corner[0] else "H" if i == corner[1] else "." for i in range(4))
    return fs.HareAndHounds(f"#...#|{middle}.|#...#")


def random_built_in_sum(random: Random) -> tuple[fs.Sum, list[Part]] | None:
    """Return a sum of two positions, of a position, its negative and a value, or with one value."""
    g, h = random_position(random), random_position(random)
    own = position_part(g)
    if own is None:
        return None
    value = fs.Value(random.choice(VALUES))
    if len(own.moves) > MOST_POSITIONS:
        return g + value, [own, value_part(value)]
    other = position_part(h, sign=-1, most=MOST_POSITIONS)
    if other is not None and random.random() < 0.5:
        return g - h, [own, other]
    return g - g + value, [own, own._replace(sign=-1), value_part(value)]


def check_text(total: fs.Sum) -> None:
    """Compare a sum with what its text stands for."""
    parsed = fs.parse(str(total))
    assert isinstance(parsed, fs.Sum)
    assert parsed.outcome == total.outcome, str(total)


def main() -> int:
    """Try sums until the time is up."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--seconds", type=float, default=60.0)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    random = Random(asked.seed)
    end = time.monotonic() + asked.seconds
    results: Counter[tuple[str, str]] = Counter()
    played = built_in = 0
    while time.monotonic() < end:
        if random.random() < 0.95:
            total, parts = random_sum(random)
        else:
            made = random_built_in_sum(random)
            if made is None:
                continue
            total, parts = made
            check_text(total)
            built_in += 1
        if not total.may_loop:
            continue
        results[check(total, parts)] += 1
        if random.random() < 0.2:
            play(total, parts, random.randrange(1000))
            played += 1
    counts = ", ".join(f"{left}/{right} {count}" for (left, right), count in results.most_common())
    print(
        f"{results.total()} sums, {built_in} of them of built-in games, {played} played; what Left "
        f"and Right can force by moving first: {counts}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
