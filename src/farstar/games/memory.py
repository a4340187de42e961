"""Games that remember the last move: Mem, Take-away and Fibonacci Nim.

There is one heap, and a memory: how many counters the last move took. A move takes a positive
number j of counters, and j is then remembered; a relation between j and the memory says which j are
allowed. A player who cannot move loses.

In *Mem* a player takes at least as many as the last one did. In *Take-away* at most a multiple of
the last number, in *Fibonacci Nim* at most twice that. `Mem` takes any relation.

In Fibonacci Nim write the heap as a sum of different Fibonacci numbers, no two of them neighbours
(Zeckendorf). The player to move loses exactly if the least of them is more than twice the memory.

References
----------
.. [1] M. J. Whinihan, Fibonacci Nim, Fibonacci Quart. 1 (1963) 9-13.
.. [2] A. J. Schwenk, Take-away games, Fibonacci Quart. 8 (1970) 225-234.
.. [3] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2003), chapter 15.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, TypeAlias

from farstar._arguments import integers, shown
from farstar._digits import to_text
from farstar._outcome import Outcome, Player
from farstar.errors import IllegalPositionError
from farstar.games.numbers import NumberRules, check_listable
from farstar.rules import Field, ImpartialRuleset, Path, Position, Step, TextPart, diagrams
from farstar.rules.diagrams import Diagram

__all__ = ["FibonacciNim", "Mem", "TakeAway"]

State: TypeAlias = tuple[int, int]
"""The heap and the memory."""

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "==": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}
_RELATION = re.compile(r"j\s*(<=|>=|!=|==|<|>)\s*(?:([0-9]{1,6}(?:/[0-9]{1,6})?)\s*\*\s*)?m")
_FACTOR = re.compile(r"[0-9]{1,6}(?:/[0-9]{1,6})?")


class MemRules(NumberRules, ImpartialRuleset):
    """The rules of a game with a memory; a state is the heap and the memory."""

    name = "Mem"
    how_to_play = (
        "A player takes counters from the heap, at least as many as the last move took, or as "
        "another relation says. A player who cannot move loses."
    )
    form = "heap,memory; relation such as j >= m"
    template = "Mem({heap},{memory})"
    fields = {"heap": Field("Heap", "10"), "memory": Field("Last number taken", "2")}
    starts = {"Mem(10,3)": "N", "Mem(12,2)": "N", "Mem(10,3; j != m)": "N"}
    theory = "Nobody may take less than before, so play is short; the values grow like a root."

    def __init__(self, relation: str = "j >= m") -> None:
        match = _RELATION.fullmatch(str(relation).strip())
        if match is None or match[2] == "0" or (match[2] or "").endswith("/0"):
            raise IllegalPositionError(
                f"expected a relation such as j >= m, j != m or j <= 2*m, got {shown(relation)}"
            )
        factor = f"{Fraction(match[2])}*" if match[2] and Fraction(match[2]) != 1 else ""
        self.relation = f"j {match[1]} {factor}m"
        self._compare = _COMPARE[match[1]]
        self._factor = Fraction(match[2] or 1)

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with a heap, a memory and perhaps a relation."""
        numbers, relation = TextPart(text).before_semicolon("a relation such as j >= m")
        state = numbers.exactly(2)
        rules = (relation.text,) if relation is not None else ()
        return TextPart(text).placed(lambda: cls(*rules)(state))

    def allows(self, memory: int, taken: int) -> bool:
        """Return whether so many counters may be taken."""
        return self._compare(taken, self._factor * memory)

    def check(self, position: Any) -> State:
        """Return the heap and the memory."""
        heap, *rest = integers(position, 0, "the heap and the memory")
        if len(rest) != 1:
            raise IllegalPositionError(f"expected a heap and a memory, got {shown(position)}")
        return heap, rest[0]

    def moves(self, position: State) -> Iterator[Step]:
        """Return the heap and the memory after each move."""
        heap, memory = position
        check_listable(heap)
        for taken in range(1, heap + 1):
            if self.allows(memory, taken):
                yield Step((heap - taken, taken), ((0, heap - taken + 1),))

    def text(self, position: tuple[int, ...]) -> str:
        """Return the heap and the memory, and the relation if it is not that of Mem."""
        relation = "" if self.relation == "j >= m" else f"; {self.relation}"
        return super().text(position) + relation

    def label(
        self, player: Player, before: tuple[int, ...], after: tuple[int, ...], path: Path = ()
    ) -> str:
        """Return how many counters are taken."""
        return f"take {to_text(after[1])}"

    def diagram(self, position: State) -> Diagram:
        """Return the heap."""
        return diagrams.Heaps(position[:1])

    def notes(self, position: State) -> list[str]:
        """Return the last number taken."""
        return [f"the last move took {to_text(position[1])}"]


class TakeAwayRules(MemRules):
    """The rules of Take-away."""

    name = "TakeAway"
    title = "Take-away"
    how_to_play = (
        "A player takes at most a given multiple of what the last move took. A player who cannot "
        "move loses."
    )
    form = "heap,memory; factor"
    template = "TakeAway({heap},{memory}; {factor})"
    fields = {
        "heap": Field("Heap", "17"),
        "memory": Field("Last number taken", "2"),
        "factor": Field("Factor", "3", _FACTOR.pattern),
    }
    starts = {"TakeAway(17,2; 3)": "N", "TakeAway(12,3; 1)": "P"}
    theory = (
        "The heaps that a first player loses form a sequence with a linear recurrence (Schwenk)."
    )

    def __init__(self, factor: int | Fraction | str = 2) -> None:
        if _FACTOR.fullmatch(str(factor)) is None:
            raise IllegalPositionError(f"expected a positive factor such as 2, got {shown(factor)}")
        super().__init__(f"j <= {factor}*m")

    @property
    def factor(self) -> Fraction:
        """The greatest multiple of the memory that may be taken."""
        return self._factor

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with a heap, a memory and a factor."""
        numbers, factor = TextPart(text).before_semicolon("a factor such as 2")
        if factor is None:
            raise numbers.fault("expected a semicolon and a factor after the heap and the memory")
        heap, memory = numbers.exactly(2)
        return factor.placed(lambda: TakeAway(heap, memory, factor.text))

    def text(self, position: tuple[int, ...]) -> str:
        """Return the heap, the memory and the factor."""
        return f"{NumberRules.text(self, position)}; {self._factor}"


class FibonacciNimRules(MemRules):
    """The rules of Fibonacci Nim."""

    name = "FibonacciNim"
    title = "Fibonacci Nim"
    how_to_play = (
        "A player takes at most twice as many counters as the last move took. A player who cannot "
        "move loses."
    )
    form = "heap,memory"
    template = "FibonacciNim({heap},{memory})"
    starts = {"FibonacciNim(20,1)": "N", "FibonacciNim(21,10)": "P"}
    theory = (
        "The player to move loses exactly if the least Fibonacci number in the Zeckendorf sum of "
        "the heap is more than twice the last number taken (Whinihan)."
    )

    def __init__(self) -> None:
        super().__init__("j <= 2*m")

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with a heap and a memory."""
        part = TextPart(text)
        state = part.exactly(2)
        return part.placed(lambda: cls()(state))

    def closed_outcome(self, position: State) -> Outcome:
        """Return the outcome by the Zeckendorf sum of the heap."""
        heap, memory = position
        return Outcome.N if heap and least_fibonacci(heap) <= 2 * memory else Outcome.P

    def text(self, position: tuple[int, ...]) -> str:
        """Return the heap and the memory."""
        return NumberRules.text(self, position)


def least_fibonacci(number: int) -> int:
    """Return the least Fibonacci number in the Zeckendorf sum of a positive number.

    Examples
    --------
    >>> [least_fibonacci(n) for n in range(1, 12)]
    [1, 2, 3, 1, 5, 1, 2, 8, 1, 2, 3]
    """
    numbers = [1, 2]
    while numbers[-1] < number:
        numbers.append(numbers[-1] + numbers[-2])
    for fibonacci in reversed(numbers):
        if fibonacci == number:
            return fibonacci
        if fibonacci < number:
            number -= fibonacci
    raise AssertionError(number)


class Mem(Position, rules=MemRules):
    """A heap from which a player takes at least as many counters as the last move took.

    Parameters
    ----------
    heap, memory : int
        The heap, and how many counters the last move took.
    relation : str
        Which numbers j may be taken, where m is the memory, such as ``"j != m"`` or
        ``"j <= 3/2*m"``.

    Examples
    --------
    >>> [fs.Mem(10, m).grundy for m in (0, 3, 4, 6, 11)]
    [3, 3, 2, 1, 0]
    >>> fs.Mem(10, 3, "j != m").grundy
    4
    """

    __slots__ = ()
    _state: State
    _ruleset: MemRules

    def __init__(self, heap: int, memory: int, relation: str = "j >= m") -> None:
        super().__init__(MemRules(relation), (heap, memory))

    @property
    def heap(self) -> int:
        """The counters that are left."""
        return self._state[0]

    @property
    def memory(self) -> int:
        """How many counters the last move took."""
        return self._state[1]

    def __repr__(self) -> str:
        relation = self._ruleset.relation
        more = "" if relation == "j >= m" else f", {relation!r}"
        return f"Mem({to_text(self.heap)}, {to_text(self.memory)}{more})"


class TakeAway(Mem, rules=TakeAwayRules):
    """A heap from which a player takes at most a multiple of what the last move took.

    Parameters
    ----------
    heap, memory : int
        The heap, and how many counters the last move took.
    factor : int, Fraction or str
        The multiple.

    Examples
    --------
    >>> [fs.TakeAway(10, m, 3).grundy for m in (0, 1, 2, 3)]
    [0, 2, 2, 6]
    """

    __slots__ = ()
    _ruleset: TakeAwayRules

    def __init__(self, heap: int, memory: int, factor: int | Fraction | str) -> None:
        Position.__init__(self, TakeAwayRules(str(factor)), (heap, memory))

    def __repr__(self) -> str:
        factor = self._ruleset.factor
        written = str(factor) if factor.denominator == 1 else repr(str(factor))
        return f"TakeAway({to_text(self.heap)}, {to_text(self.memory)}, {written})"


class FibonacciNim(Mem, rules=FibonacciNimRules):
    """A heap from which a player takes at most twice as many counters as the last move took.

    Parameters
    ----------
    heap, memory : int
        The heap, and how many counters the last move took.

    Examples
    --------
    >>> fs.FibonacciNim(10, 1).grundy, str(fs.FibonacciNim(10**30, 10**9).outcome)
    (2, 'N')
    """

    __slots__ = ()

    def __init__(self, heap: int, memory: int) -> None:
        Position.__init__(self, FibonacciNimRules(), (heap, memory))

    def __repr__(self) -> str:
        return f"FibonacciNim({to_text(self.heap)}, {to_text(self.memory)})"
