"""3-Euclid: Grossman's game with three numbers.

A position is three positive integers. A move reduces one of them by a positive multiple of one of
the others; the result must stay positive. At ``(a, a, a)`` there is no move, and a player who
cannot move loses, or wins in misère play.

The rules are those of the abstract of [1]_; its theorems, which are about special cases, are not
used. No closed form is known for all positions; they are searched. Only the ratios of
the three numbers matter.

References
----------
.. [1] D. Collins, T. Lengyel, The game of 3-Euclid, Discrete Math. 308 (2008) 1130-1136.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Any

from farstar._arguments import integers
from farstar.errors import IllegalPositionError
from farstar.games.numbers import NumberRules, check_listable
from farstar.rules import Field, ImpartialRuleset, Position, Step, diagrams

__all__ = ["ThreeEuclid"]

Triple = tuple[int, int, int]


class ThreeEuclidRules(NumberRules, ImpartialRuleset):
    """The rules of 3-Euclid; a state is the three numbers in order."""

    name = "ThreeEuclid"
    title = "3-Euclid"
    how_to_play = (
        "A player subtracts from one of the three numbers a positive multiple of another; all "
        "numbers must stay positive. A player who cannot move loses."
    )
    form = "a,b,c"
    count = 3
    template = "ThreeEuclid({a},{b},{c})"
    fields = {
        "a": Field("First number", "4"),
        "b": Field("Second number", "7"),
        "c": Field("Third number", "9"),
    }
    starts = {"ThreeEuclid(4,7,9)": "N", "ThreeEuclid(5,8,13)": "N"}
    theory = (
        "Only the ratios of the three numbers matter. No closed form is known; positions are "
        "searched."
    )

    def check(self, position: Any) -> Triple:
        """Return the three numbers in order."""
        numbers = sorted(integers(position, 1, "each number"))
        if len(numbers) != 3:
            raise IllegalPositionError(f"expected three numbers, got {len(numbers)}")
        return numbers[0], numbers[1], numbers[2]

    def key(self, position: Triple) -> Triple:
        """Return the numbers over their greatest common divisor."""
        a, b, c = position
        unit = gcd(a, b, c)
        return a // unit, b // unit, c // unit

    def moves(self, position: Triple) -> Iterator[Step]:
        """Return the triples after a move, with the lowest counter that is taken."""
        check_listable(position[2] // position[0], "quotients")
        for i, number in enumerate(position):
            if number in position[:i]:
                continue
            others = [*position[:i], *position[i + 1 :]]
            rests = {rest for other in others for rest in range(number - other, 0, -other)}
            for rest in sorted(rests, reverse=True):
                a, b, c = sorted((*others, rest))
                yield Step((a, b, c), ((i, rest + 1),))

    def diagram(self, position: Triple) -> diagrams.Heaps:
        """Return three heaps."""
        return diagrams.Heaps(position)

    label = ImpartialRuleset.label


_RULES = ThreeEuclidRules()


class ThreeEuclid(Position, rules=ThreeEuclidRules):
    """Three numbers: subtract a multiple of one from another, keeping all of them positive.

    Parameters
    ----------
    a, b, c : int
        The numbers, in any order, positive.

    Examples
    --------
    >>> fs.ThreeEuclid(4, 7, 9).grundy, str(fs.ThreeEuclid(4, 7, 9).misere_outcome)
    (1, 'P')
    """

    __slots__ = ()
    _state: Triple

    def __init__(self, a: int, b: int, c: int) -> None:
        super().__init__(_RULES, (a, b, c))

    @property
    def numbers(self) -> Triple:
        """The three numbers in order."""
        return self._state
