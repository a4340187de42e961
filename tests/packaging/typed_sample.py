"""A program as a user would write it; type checkers read it against the installed package."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import farstar as fs


class Stairs(fs.Ruleset):
    """Left goes down one step, Right three."""

    def left(self, position: int) -> list[int]:
        return [position - 1] if position >= 1 else []

    def right(self, position: int) -> list[int]:
        return [position - 3] if position >= 3 else []


class Taking(fs.ImpartialRuleset):
    """Take one, two or three."""

    def moves(self, position: int) -> Iterable[int]:
        return [position - k for k in (1, 2, 3) if k <= position]


def hottest(values: Iterable[fs.Value]) -> fs.Value:
    return max(values, key=lambda v: v.temperature)


value: fs.Value = fs.Value("{3||2|1}") + 1 - fs.Value(Fraction(1, 2))
mean: Fraction = value.mean
outcome: fs.Outcome = value.outcome
options: tuple[fs.Value, ...] = value.left_options
same: bool = value == 3 or value <= fs.Value("*")
euclid = fs.PartizanEuclid(11, 8)
weight: fs.Value = euclid.atomic_weight()
total: fs.Sum = euclid + fs.GeographyA(3, 2, 1) - fs.Value("*2")
moves: tuple[fs.Move, ...] = tuple(total.winning_moves(fs.Left))
heap: int = Taking()(7).grundy
stairs: fs.Position = Stairs()(7)
text: str = str(stairs.explain())

print(hottest([value, stairs.value, weight]), mean, outcome, options, same, moves, heap, text)
