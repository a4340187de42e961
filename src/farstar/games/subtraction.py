"""Subtraction games: take a number of counters from a set, the same for both players or not.

In ``Subtraction`` both players take numbers from one set; in ``PartizanSubtraction`` Left and Right
have a set each. A player who cannot move loses. For a finite set the Grundy values of single heaps
are periodic from some heap on, and so are larger heaps known.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapter 4.
.. [2] A. S. Fraenkel, A. Kotzig, Partizan octal games: partizan subtraction games, Internat. J.
   Game Theory 16 (1987) 145-154.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from farstar._digits import to_text
from farstar.games._heaps import HeapPosition, HeapRules, Heaps, ImpartialHeapRules, replaced
from farstar.games._multiplier_sets import listed, shared_rules
from farstar.rules import Position
from farstar.theory._subtraction import HeapTable
from farstar.theory.impartial import mex
from farstar.theory.multipliers import Multipliers, MultipliersLike, as_multipliers

__all__ = ["PartizanSubtraction", "Subtraction"]


class SubtractionRules(ImpartialHeapRules):
    """The rules of a subtraction game.

    Parameters
    ----------
    takes : Multipliers
        How many counters a move may take.
    """

    name: ClassVar[str] = "Subtraction"

    def __init__(self, takes: Multipliers) -> None:
        self.takes = takes

    def parts(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return the heap after each take, the smallest take first."""
        return ((heap - take,) for take in listed(self.takes.within(heap), heap.bit_length()))

    def heap_grundy(self, heap: int) -> int:
        """Return the Grundy value of a heap: from a table, or by its period."""
        if self.takes.kind == "all" and self.takes.most is None:
            return heap
        if self.takes.kind == "all" and self.takes.most is not None:
            return heap % (self.takes.most + 1)
        table = self._results().table("heaps")
        if "values" not in table:
            table["values"] = HeapTable(self.takes, 0, mex)
        values: HeapTable = table["values"]
        return values[heap]

    def text(self, position: Heaps) -> str:
        """Return the heaps, and after a semicolon the takes."""
        return f"{super().text(position)}; {self.takes}"

    def wrap(self, state: Heaps) -> Position:
        """Return the position as a `Subtraction`."""
        return Subtraction._of(self, state)


class Subtraction(HeapPosition):
    """Heaps from which certain numbers of counters may be taken.

    Parameters
    ----------
    *heaps : int
        The heaps; empty ones are left out.
    takes : iterable of int, str or Multipliers
        How many counters a move may take: a set of positive integers, ``up_to(k)``, ``odd``, a
        function that says which, or text such as ``"k=2"``.

    Examples
    --------
    >>> import farstar as fs
    >>> [fs.Subtraction(n, takes={1, 3, 4}).grundy for n in range(8)]
    [0, 1, 0, 1, 2, 3, 2, 0]
    >>> fs.Subtraction(10**50, 7, takes={1, 3, 4}).grundy
    0
    """

    __slots__ = ()

    def __init__(self, *heaps: int, takes: MultipliersLike) -> None:
        super().__init__(shared_rules(SubtractionRules, as_multipliers(takes, "take")), heaps)

    @property
    def takes(self) -> Multipliers:
        """How many counters a move may take."""
        rules = self._ruleset
        assert isinstance(rules, SubtractionRules)
        return rules.takes

    def __repr__(self) -> str:
        takes = f"takes={str(self.takes)!r}"
        return f"Subtraction({', '.join([*map(to_text, self.heaps), takes])})"


class PartizanSubtractionRules(HeapRules):
    """The rules of a subtraction game in which the players have different sets.

    Parameters
    ----------
    left_takes, right_takes : Multipliers
        How many counters each player may take.
    """

    name: ClassVar[str] = "PartizanSubtraction"

    def __init__(self, left_takes: Multipliers, right_takes: Multipliers) -> None:
        self.left_takes = left_takes
        self.right_takes = right_takes

    def left(self, position: Heaps) -> Iterator[Heaps]:
        """Return the heaps after a take of Left."""
        return _taken(position, self.left_takes)

    def right(self, position: Heaps) -> Iterator[Heaps]:
        """Return the heaps after a take of Right."""
        return _taken(position, self.right_takes)

    def text(self, position: Heaps) -> str:
        """Return the heaps, and after a semicolon the takes of Left and Right."""
        return f"{super().text(position)}; {self.left_takes} | {self.right_takes}"

    def wrap(self, state: Heaps) -> Position:
        """Return the position as a `PartizanSubtraction`."""
        return PartizanSubtraction._of(self, state)


def _taken(heaps: Heaps, takes: Multipliers) -> Iterator[Heaps]:
    for place, heap in enumerate(heaps):
        for take in listed(takes.within(heap), heap.bit_length()):
            yield replaced(heaps, place, (heap - take,))


class PartizanSubtraction(Position):
    """Heaps from which Left and Right may take different numbers of counters.

    Parameters
    ----------
    *heaps : int
        The heaps; empty ones are left out.
    left, right : iterable of int, str or Multipliers
        How many counters each player may take.

    Examples
    --------
    >>> import farstar as fs
    >>> [fs.PartizanSubtraction(n, left={1, 4}, right={2, 3}).value for n in (4, 8, 12)]
    [Value('1/2'), Value('{1/2|0}'), Value('Miny(1/2)')]
    """

    __slots__ = ()

    def __init__(self, *heaps: int, left: MultipliersLike, right: MultipliersLike) -> None:
        takes = (as_multipliers(given, "take") for given in (left, right))
        rules = PartizanSubtractionRules(*takes)
        super().__init__(rules, heaps)

    @property
    def heaps(self) -> Heaps:
        """The heaps that are not empty."""
        heaps: Heaps = self._state
        return heaps

    def __repr__(self) -> str:
        rules: Any = self._ruleset
        takes = f"left={str(rules.left_takes)!r}, right={str(rules.right_takes)!r}"
        return f"PartizanSubtraction({', '.join([*map(to_text, self.heaps), takes])})"
