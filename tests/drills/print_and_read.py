"""Prints random values in every notation and reads them back, on both engines.

``python tests/drills/print_and_read.py --seconds 600 --seed 1`` (or ``--count``) grows families of
values from each other, so that they share followers in many ways, and checks of each that

* ``str`` reads back as the same value and is as long as its layout says;
* both engines print the same text (the reference engine, which is slow, is asked now and then);
* in turn, ``unicode`` reads back, ``repr`` shows ``str``, LaTeX is balanced, MathML is well-formed.

A failure names the family by its seed, which ``--family`` runs again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from xml.etree import ElementTree

import farstar as fs
from farstar.values.printing import Layout

NUMBERS = ("0", "0", "1", "-1", "2", "3", "4", "-3", "1/2", "-5/8", "7/4")
SMALL = ("*", "*2", "*3", "^", "v", "^*", "^^*3", "v*2", "^<2>", "v[2]", "^<3>*2", "^[2]*")
MIXED = ("1^", "-2*", "1/2v<2>", "3*2")
HOT = ("+-1", "{2|1}", "{4|3}", "{3||2|1}", "+-{2|1}", "+-(1*)", "{1|-1/2}", "{4||3|1}")
TINY = ("Tiny(1)", "Miny(2)", "Tiny({2|1})", "1Miny(2)", "Tiny(2)")
ATOMS = (*NUMBERS, *SMALL, *MIXED, *HOT, *TINY)
FAMILY = 24
"""Values in a family, besides its atoms."""
MOST_FOLLOWERS = 120
"""Larger values stay out of the family, so that a family takes milliseconds."""
LONGEST = 5_000
"""Longer texts are left out."""
SELDOM = 8
"""The reference engine prints one value in so many."""


def family(seed: str) -> list[fs.Value]:
    """Return values that are built from each other, reproducibly, in the active engine."""
    rng = random.Random(seed)
    pool = [fs.Value(text) for text in rng.sample(ATOMS, rng.randint(3, 6))]
    values: list[fs.Value] = []
    while len(values) < FAMILY:
        value = _grown(rng, pool)
        values.append(value)
        if value.follower_count <= MOST_FOLLOWERS:
            pool.append(value)
    return values


def _grown(rng: random.Random, pool: list[fs.Value]) -> fs.Value:
    kind = rng.random()
    if kind < 0.75:
        # Mostly from the latest, so that values become deep.
        recent = pool[-6:] if rng.random() < 0.7 else pool
        sides = [[rng.choice(recent) for _ in range(rng.choice((1, 1, 1, 2, 2, 3)))] for _ in "LR"]
        if rng.random() < 0.1:
            sides[1] = [-g for g in sides[0]]
        return fs.Value.of(*sides)
    g, small = rng.choice(pool), fs.Value(rng.choice(ATOMS))
    if kind < 0.80:
        return -g
    if kind < 0.86:
        return g + small
    if kind < 0.90:
        return g.heat(small)
    if kind < 0.93:
        return g.overheat(small, rng.choice((1, 2)))
    if kind < 0.96 and small > 0:
        return g.norton_product(small)
    return g.ordinal_sum(small)


def check(g: fs.Value, turn: int) -> str | None:
    """Print `g`, also in the notation whose turn it is, and read it back.

    Return its text, or None if that is too long to be worth the time.
    """
    try:
        length = Layout(g._handle, LONGEST).length
    except fs.BudgetExceeded:
        return None
    text = str(g)
    assert text.isascii(), text
    assert len(text) == length, f"{text} should have {length} characters"
    assert fs.Value(text) == g, f"{text} reads back as {fs.Value(text)}"
    match turn % 4:
        case 0:
            arrows = g.unicode()
            assert fs.Value(arrows) == g, f"{arrows} reads back as {fs.Value(arrows)}"
        case 1:
            assert repr(g) == f"Value({text!r})"
        case 2:
            for formula in (g.latex(), g.latex(macros=True)):
                assert formula.count(r"\left") == formula.count(r"\right"), formula
                bare = formula.replace(r"\{", "").replace(r"\}", "")
                assert bare.count("{") == bare.count("}"), formula
        case 3:
            assert ElementTree.fromstring(g.mathml()).tag == "math"
    return text


def check_family(seed: str) -> int:
    """Check a family on the native engine and part of it on the other; return how many values."""
    texts = [check(g, turn) for turn, g in enumerate(family(seed))]
    for name in fs.engine.available()[1:]:
        with fs.engine.use(name):
            for turn in range(number_of(seed) % SELDOM, FAMILY, SELDOM):
                text = texts[turn]
                if text is not None:
                    printed = check(fs.Value(text), turn // SELDOM)
                    assert printed == text, f"{name} prints {text} as {printed}"
    return len(texts) - texts.count(None)


def number_of(seed: str) -> int:
    """Return a number by which families differ; that of Python changes from run to run."""
    return sum(map(ord, seed))


def main() -> int:
    """Run for a while, and say how much was tried."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--count", type=int, help="values to check, however long that takes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", help="the seed of one family, to run it alone")
    options = parser.parse_args()
    if options.family is not None:
        print(f"{check_family(options.family)} values printed and read back")
        return 0
    end = time.monotonic() + options.seconds
    checked = number = 0
    while checked < options.count if options.count is not None else time.monotonic() < end:
        seed = f"{options.seed}:{number}"
        try:
            checked += check_family(seed)
        except Exception:
            print(f"failed: --family {seed}", file=sys.stderr)
            raise
        number += 1
    print(f"{checked} values of {number} families from seed {options.seed} printed and read back")
    return 0


if __name__ == "__main__":
    sys.exit(main())
