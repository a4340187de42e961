"""Sums of Partizan Euclid with minus signs."""

from __future__ import annotations

from functools import cache
from random import Random

from farstar.papers import _brute as brute
from farstar.papers._cases import Cases, same, sizes
from farstar.papers._claim import compared
from farstar.papers.beyond._states import proved
from farstar.theory import hardness, weights
from farstar.theory.continued_fractions import continued_fraction
from farstar.theory.hardness import Instance, Switch
from farstar.theory.weights import Comb
from farstar.theory.words import Word


@proved("Positions of weight `{a|{b|c}}`", sizes("`c <= 11`, `a - b` and `b - c` below {}", 6, 2))
@compared("weights of words")
def _positions(bound: int) -> Cases:
    """For `a >= b >= c - 1` and `c >= 6`, `p/q = [1; 1, a-b+2, 1, b-c+6, c-2]` has the atomic
    weight `{a|{b|c}}`; `E(m+3, m+2)` has weight `m`."""
    for c in range(6, 12):
        for b in range(c - 1, c - 1 + bound):
            for a in range(b, b + bound):
                p, q = weights.word_of_weight(Comb((a, b), c)).pair
                digits = (1, 1, a - b + 2, 1, b - c + 6, c - 2)
                yield same(f"`{p}/{q}`", continued_fraction(p, q), digits)
                brute.ASKED.note("weight", "E({},{})", p, q)
                weight = weights.weight(Word.from_position(p, q))
                yield same(f"aw `E({p},{q})`", weight, Comb((a, b), c))
    for m in range(7 * bound):
        brute.ASKED.note("weight", "E({},{})", m + 3, m + 2)
        yield same(f"aw `E({m + 3},{m + 2})`", weights.weight(Word.from_position(m + 3, m + 2)), m)


@cache
def _wins(positions: tuple[tuple[int, int, int], ...], is_left: bool) -> bool:
    """Tell whether a player wins moving first in a sum of (q, t, sign), by the rules."""
    for i, (q, t, sign) in enumerate(positions):
        if i and positions[i - 1] == positions[i]:
            continue
        # A minus sign lets the players change places.
        over = t if is_left == (sign > 0) else q - t
        rest = [*positions[:i], *positions[i + 1 :]]
        if q % over:
            rest.append((over, q % over, sign))
        if not _wins(tuple(sorted(rest)), not is_left):
            return True
    return False


@proved("Sums with minus signs are hard", sizes("{} small instances", 14, 3))
@compared("sums played out by the rules; the way back")
def _reduction(bound: int) -> Cases:
    """Left, moving first, wins `g_1 + ... + g_k - h` exactly if she reaches the target in the sum
    of the switches `{a|{b|c}}` that these positions were made from. Given Moews' theorem that the
    latter is NP-hard, so is the former, for numbers in binary."""
    random = Random(1)
    for number in range(bound):
        switches = []
        for _ in range(2):
            c = random.randint(-1, 0)
            switches.append(Switch(c + 2, c + 1, c))
        # Just in reach, or just out of it.
        target = hardness.left_stop(tuple(switches)) + number % 2
        instance, answer = Instance(tuple(switches), target), number % 2 == 0
        positions = hardness.to_euclid(instance)
        played = [(q, p % q, 1) for p, q in positions.plus]
        p, q = positions.minus
        played.append((q, p % q, -1))
        plus = " + ".join(f"E({a},{b})" for a, b in positions.plus)
        brute.ASKED.note("sum", "{} - E({},{})", plus, p, q)
        yield same(f"{instance}", _wins(tuple(sorted(played)), True), answer)
        back = hardness.from_euclid(positions)
        yield same(f"{instance}", hardness.left_stop(back.switches) >= back.target, answer)
        _wins.cache_clear()
    for _ in range(20 * bound):
        numbers = sorted((random.randint(-(10**30), 10**30) for _ in range(3)), reverse=True)
        one = Instance((Switch(*numbers), Switch(3, 2, 1)), random.randint(-(10**30), 10**30))
        back = hardness.from_euclid(hardness.to_euclid(one))
        low = sum(switch.c for switch in one.switches)
        yield same(f"{one}", back.target, one.target - low)
        moved = hardness.left_stop(back.switches) + low
        yield same(f"{one}", moved, hardness.left_stop(one.switches))
