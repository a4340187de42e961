"""Sums of Partizan Euclid from sums of switches, and back.

An *instance* is a sum T of games ``{a|{b|c}}`` of integers, ``a >= b >= c``, and a target: does
Left, moving first in T and playing for the highest number, reach it? `to_euclid` turns an instance
into positions ``g1, ..., gk`` and ``h`` of Partizan Euclid such that Left, moving first, wins the
sum ``g1 + ... + gk - h`` exactly if the answer is yes; the numbers have about as many digits as
those of the instance. `from_euclid` goes back. The module `quantified` makes instances from
formulas, and sums without minus signs. Proofs: ``docs/hardness.md``.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

from farstar._arguments import integer, shown
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.papers.partizan_euclid.theory.weights import weight, word_of_weight
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.sums.weight_sums import Comb

__all__ = ["EuclidSum", "Instance", "Switch", "from_euclid", "left_stop", "to_euclid"]

Pair: TypeAlias = tuple[int, int]

_LEAST_END = 6
_MOST_SWITCHES = 14


class Switch(NamedTuple):
    """The game ``{a|{b|c}}``, ``a >= b >= c``."""

    a: int
    b: int
    c: int


class Instance(NamedTuple):
    """A sum of switches, and the number that Left, moving first, wants to reach in it."""

    switches: tuple[Switch, ...]
    target: int = 0


class EuclidSum(NamedTuple):
    """The sum of some positions ``(p, q)`` of Partizan Euclid, less one."""

    plus: tuple[Pair, ...]
    minus: Pair


def to_euclid(instance: Instance) -> EuclidSum:
    """Return a sum that Left, moving first, wins exactly if she reaches the target.

    Examples
    --------
    >>> to_euclid(Instance((Switch(2, 1, 0),), target=1))
    EuclidSum(plus=((667, 356),), minus=(12, 11))
    """
    plus, taken = shifted(instance, least=0)
    return EuclidSum(plus, (taken + 3, taken + 2))


def shifted(instance: Instance, least: int) -> tuple[tuple[Pair, ...], int]:
    """Return positions with four times the switches as weights, shifted, and a weight to take away.

    The weights, less the one taken away, are 4(T - target) + 1, where T is the sum of the
    switches. The weight taken away is `least` or more.
    """
    target = integer(instance.target, -(10**100_000), "the target")
    by = []
    for switch in instance.switches:
        if not switch.a >= switch.b >= switch.c:
            raise IllegalPositionError(f"expected a >= b >= c in a switch, got {shown(switch)}")
        by.append(max(_LEAST_END - 4 * switch[2], 1))
    if not by:
        raise IllegalPositionError("expected at least one switch, got none")
    by[0] += max(0, least - (sum(by) - 1 + 4 * target))
    plus = []
    for (a, b, c), shift in zip(instance.switches, by, strict=True):
        comb = Comb((4 * a + shift, 4 * b + shift), 4 * c + shift)
        plus.append(word_of_weight(comb).pair)
    return tuple(plus), sum(by) - 1 + 4 * target


def from_euclid(euclid_sum: EuclidSum) -> Instance:
    """Return an instance with the same answer; that of `to_euclid`, but for integers moved.

    Each switch comes with an end 0, and the target takes up the difference.

    Examples
    --------
    >>> from_euclid(to_euclid(Instance((Switch(5, 4, 3),), target=4)))
    Instance(switches=(Switch(a=2, b=1, c=0),), target=1)
    """
    taken = weight(Word.from_position(*euclid_sum.minus))
    if not isinstance(taken, int):
        raise IllegalPositionError(
            f"expected a sum made by to_euclid, got {shown(euclid_sum.minus)} taken away"
        )
    return switches_of(euclid_sum.plus, taken)


def switches_of(plus: tuple[Pair, ...], taken: int) -> Instance:
    """Return an instance whose answer is that of positions, with a weight that is taken away."""
    switches, ends = [], 0
    for pair in plus:
        comb = weight(Word.from_position(*pair))
        if not isinstance(comb, Comb) or len(comb.teeth) != 2:
            raise IllegalPositionError(
                f"expected positions whose weights are {{a|{{b|c}}}}, got {shown(pair)}"
            )
        (a, b), c = comb
        if (a - c) % 4 or (b - c) % 4:
            raise IllegalPositionError(
                f"expected weights {{a|{{b|c}}}} that differ by multiples of 4, got {shown(pair)}"
            )
        switches.append(Switch((a - c) // 4, (b - c) // 4, 0))
        ends += c
    if (taken + 1 - ends) % 4:
        raise IllegalPositionError(
            f"expected the weights to add up to 1 modulo 4, got {shown(ends - taken)}"
        )
    return Instance(tuple(switches), (taken + 1 - ends) // 4)


def left_stop(switches: tuple[Switch, ...]) -> int:
    """Return the number that Left reaches moving first in the sum, by trying everything.

    Examples
    --------
    >>> left_stop((Switch(2, 1, 0),)), left_stop((Switch(2, 1, 0), Switch(9, 4, -5)))
    (2, 10)
    """
    if len(switches) > _MOST_SWITCHES:
        raise BudgetExceeded(f"expected at most {_MOST_SWITCHES} switches, got {len(switches)}")

    @cache
    def stop(fresh: int, turned: int, is_left: bool) -> int:
        # Bits of the switches nobody has touched, and of those that Right has turned to {b|c}.
        if not fresh and not turned:
            return 0
        results = []
        for i, (a, b, c) in enumerate(switches):
            bit = 1 << i
            if fresh & bit:
                if is_left:
                    results.append(a + stop(fresh ^ bit, turned, False))
                else:
                    results.append(stop(fresh ^ bit, turned | bit, True))
            elif turned & bit:
                results.append((b if is_left else c) + stop(fresh, turned ^ bit, not is_left))
        return max(results) if is_left else min(results)

    return stop((1 << len(switches)) - 1, 0, True)
