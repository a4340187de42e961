"""Stairs: a counter on step n; Left moves it one step down, Right two steps.

A player who cannot move loses. The counter on step 0 has reached the ground.
"""

from __future__ import annotations

import farstar as fs
from farstar.games.numbers import NumberRules
from farstar.rules import Explanation, Field, Position, Reason
from farstar_stairs.theory import value_at

NUMBER = r"\d{1,6}"


class StairsRules(NumberRules):
    """The rules of Stairs."""

    name = "Stairs"
    count = 1
    how_to_play = "Left moves the counter one step down, Right two. A player who cannot move loses."
    form = "n"
    template = "Stairs({n})"
    fields = {"n": Field("Step", "7", NUMBER)}
    starts = {"Stairs(7)": "L", "Stairs(8)": "N"}
    theory = "The value depends on n modulo 3: 0, 1 and {1|0}."

    def check(self, position: object) -> tuple[int, ...]:
        """Return the step as a tuple."""
        match position:
            case (int(n),) | int(n) if n >= 0:
                return (n,)
        raise fs.IllegalPositionError(f"expected a step such as 7, got {position!r}")

    def left(self, position: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Move one step down."""
        return [(position[0] - 1,)] if position[0] >= 1 else []

    def right(self, position: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Move two steps down."""
        return [(position[0] - 2,)] if position[0] >= 2 else []

    def closed_form(self, position: tuple[int, ...]) -> fs.Value:
        """Return the value by the theorem in `farstar_stairs.paper`."""
        return value_at(position[0])


class Stairs(Position, rules=StairsRules):
    """A counter on step `n`."""

    __slots__ = ()

    def __init__(self, n: int) -> None:
        rules = StairsRules()
        super().__init__(rules, rules.check(n))

    @property
    def steps(self) -> int:
        """How many steps are below the counter."""
        return int(self.state[0])

    def explain(self) -> Explanation:
        """Explain who wins, in place of the reasons that every game has."""
        residue = f"{self.steps} is {self.steps % 3} modulo 3, so the value is `{self.value}`."
        return Explanation(f"`{self}`: {self.outcome}", (Reason("Residue", residue),))
