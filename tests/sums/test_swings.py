"""Multiples of the swing {^^*|0}, which bound sums of infinitesimals."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

import farstar as fs
from farstar import engine
from farstar.sums._problem import SolverCache

native = pytest.mark.skipif(engine.active().name != "native", reason="asks the native search")


def _swings(most: int) -> list[fs.Value]:
    """Return 0 and multiples of {^^*|0}."""
    multiples = [fs.Value(0), fs.Value("{^^*|0}")]
    while len(multiples) <= most:
        multiples.append(fs.Value.of(left=[0], right=[multiples[-1]]))
    return multiples


def test_multiples_of_a_swing() -> None:
    multiples = _swings(8)
    for m, n in combinations(range(5), 2):
        assert multiples[m] + multiples[n] == multiples[m + n]


def test_swings_against_uptimals() -> None:
    """Left wins x + nS moving first if and only if she wins x + (n+1)S moving second."""
    rng = Random(4)
    powers = [fs.up(1)]
    while len(powers) < 7:
        powers.append(fs.Value.of(left=[0], right=[fs.star(1) - sum(powers, fs.Value(0))]))
    multiples = _swings(7)
    seconds = Counter[bool]()
    for _ in range(600):
        n = rng.randint(-7, 6)
        # Near the bound n.(up + up^2 + ...), from which the first powers do not differ.
        level = rng.randrange(7)
        near = [-n] * level + [-n + rng.randint(-3, 3)]
        near += [rng.choice((0, -n)) + rng.randint(-4, 4) for _ in range(level, 6)]
        x = sum(
            (c * power for c, power in zip(near, powers, strict=True)), fs.star(rng.randint(0, 1))
        )
        moved, waited = (x + multiples[m] if m >= 0 else x - multiples[-m] for m in (n, n + 1))
        assert (not moved <= 0) == (waited >= 0), (n, near)
        seconds[waited >= 0] += 1
    assert min(seconds[True], seconds[False]) > 100


@native
def test_sums_with_swings_agree_with_their_values() -> None:
    rng = Random(6)
    tails = [fs.Value(text) for text in ("{^^*|0}", "{0|vv*}", "{^3|0}", "{0|v*}", "^*", "*2")]
    multiples = _swings(8)
    for _ in range(150):
        parts = [rng.choice((1, -1)) * rng.choice(multiples)]
        for _ in range(rng.randint(1, 3)):
            g = rng.choice(tails)
            for _ in range(rng.randint(0, 7)):
                other = rng.choice((fs.Value(0), fs.Value(0), rng.choice(tails)))
                is_left = rng.random() < 0.5
                g = fs.Value.of(left=[other if is_left else g], right=[g if is_left else other])
            parts.append(g)
        if not all(part.is_all_small for part in parts):
            continue
        total = sum(parts, fs.Value(0))
        ups = fs.up(rng.randint(-1, 1) - int(total.atomic_weight().mean)) + fs.star(
            rng.randint(0, 1)
        )
        cache = SolverCache(engine.active())
        node = cache.summands.node([part._handle for part in (*parts, ups)])
        for player in fs.Player:
            wins = cache.wins(node, player, 100)
            assert wins is (total + ups).outcome.wins(player, first=True)
