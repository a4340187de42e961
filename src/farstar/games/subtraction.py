"""Subtraction games: take a number of counters that belongs to a set.

In ``Subtraction`` both players take numbers from one set; in ``PartizanSubtraction`` Left and Right
have a set each. A player who cannot move loses. For a finite set the Grundy values of single heaps
are eventually periodic, which gives the values of all larger heaps.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapter 4.
.. [2] A. S. Fraenkel, A. Kotzig, Partizan octal games: partizan subtraction games, Internat. J.
   Game Theory 16 (1987) 145-154.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from farstar._digits import to_text
from farstar._outcome import Outcome
from farstar.games._heaps import (
    HeapPosition,
    HeapRules,
    Heaps,
    ImpartialHeapPosition,
    ImpartialHeapRules,
    taken_down,
)
from farstar.games.grundy_sequences import GrundyTable
from farstar.games.numbers import list_members, shared_rules
from farstar.impartial.codes import Code
from farstar.impartial.grundy import mex
from farstar.impartial.number_sets import HeapTable, Multipliers, MultipliersLike, as_multipliers
from farstar.impartial.periods import Period
from farstar.rules import NUMBERS, CitedTheorem, Field, Position, Step, TextPart, clip
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.prove.heaps_in_use import HeapTheorem

__all__ = ["PartizanSubtraction", "Subtraction"]

_LARGEST_WRITTEN = 1000
"""The largest heap whose takes are written out in a certificate."""

_LARGEST_IN_CODE = 100


class SubtractionRules(ImpartialHeapRules):
    """The rules of a subtraction game."""

    name = "Subtraction"
    how_to_play = (
        "A player takes counters from one heap; only the given numbers may be taken. A player who "
        "cannot move loses."
    )
    form = "heaps,...; takes"
    template = "Subtraction({heaps}; {takes})"
    fields = {
        "heaps": Field("Heaps", "17", NUMBERS),
        "takes": Field("Numbers that may be taken", "1,3,4", NUMBERS),
    }
    starts = {"Subtraction(17; 1,3,4)": "N", "Subtraction(10,12; 1,2,3)": "N"}
    theory = "For a finite set of takes the Grundy values of heaps are periodic."

    def __init__(self, takes: Multipliers) -> None:
        self.takes = takes

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with these heaps and takes."""
        heaps, takes = _after_semicolon(text, "heaps, a semicolon and takes such as 10; 1,3,4")
        numbers = heaps.integers()
        return takes.placed(lambda: Subtraction(*numbers, takes=_set(takes.text)))

    def heap_rules(self, largest: int) -> tuple[list[str], list[str]] | None:
        """Return the rules as arithmetic."""
        rules = _takes_as_text(self.takes, largest)
        return None if rules is None else (rules, rules)

    def parts(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return the heap after each take, the smallest take first."""
        return ((heap - take,) for take in list_members(self.takes.within(heap), heap.bit_length()))

    @property
    def code(self) -> Code | None:
        """The code of the game, with a digit 3 for each take; None for large or infinite sets."""
        largest = self.takes.members[-1] if self.takes.kind == "set" else self.takes.most
        if largest is None or largest > _LARGEST_IN_CODE:
            return None
        return Code((0, *(3 if take in self.takes else 0 for take in range(1, largest + 1))))

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


class Subtraction(ImpartialHeapPosition, rules=SubtractionRules):
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
    >>> [fs.Subtraction(n, takes={1, 3, 4}).grundy for n in range(8)]
    [0, 1, 0, 1, 2, 3, 2, 0]
    >>> fs.Subtraction(10**50, 7, takes={1, 3, 4}).grundy
    0
    """

    __slots__ = ()
    _ruleset: SubtractionRules

    def __init__(self, *heaps: int, takes: MultipliersLike) -> None:
        super().__init__(shared_rules(SubtractionRules, as_multipliers(takes, "take")), heaps)

    @property
    def takes(self) -> Multipliers:
        """How many counters a move may take."""
        return self._ruleset.takes

    @property
    def code(self) -> Code | None:
        """The code of the game, with a digit 3 for each take; None for large or infinite sets.

        Examples
        --------
        >>> str(fs.Subtraction(9, takes={2, 3, 7}).code)
        '0.0330003'
        """
        return self._ruleset.code

    def period(self, limit: int = 1 << 14) -> Period | None:
        """Return the period of the Grundy values of single heaps; None if none was found.

        Parameters
        ----------
        limit : int
            How many heaps may be computed.

        Examples
        --------
        >>> str(fs.Subtraction(9, takes={2, 3, 7}).period())
        'period 5 from the start (proved, 256 values)'
        """
        code = self.code
        return None if code is None else GrundyTable(code).period(limit)

    def __repr__(self) -> str:
        takes = f"takes={str(self.takes)!r}"
        return f"Subtraction({', '.join([*map(to_text, self.heaps), takes])})"


class PartizanSubtractionRules(HeapRules):
    """The rules of a subtraction game in which the players have different sets."""

    misere_universe = "dead-ending"
    name = "PartizanSubtraction"
    title = "Partizan subtraction"
    how_to_play = (
        "A player takes counters from one heap; Left and Right have different lists of numbers "
        "that they may take. A player who cannot move loses."
    )
    form = "heaps,...; Left's takes | Right's takes"
    template = "PartizanSubtraction({heaps}; {left} | {right})"
    fields = {
        "heaps": Field("Heaps", "12,7", NUMBERS),
        "left": Field("Left's numbers", "1,4", NUMBERS),
        "right": Field("Right's numbers", "2,3", NUMBERS),
    }
    starts = {"PartizanSubtraction(9,8; 1,4 | 2,3)": "N", "PartizanSubtraction(8; 1,4 | 2,3)": "N"}
    theory = "Some pairs of sets have values by theorems for all sizes; no general rule is known."

    def __init__(self, left_takes: Multipliers, right_takes: Multipliers) -> None:
        self.left_takes = left_takes
        self.right_takes = right_takes

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with these heaps, and the takes of Left and Right."""
        wanted = "heaps, a semicolon, Left's takes, a bar and Right's takes such as 12; 1,4 | 2,3"
        heaps, takes = _after_semicolon(text, wanted)
        if takes.text.count("|") != 1:
            raise takes.fault(f"expected {wanted}, got {clip(text.strip(), 40)!r}")
        numbers = heaps.integers()
        left, right = map(_set, takes.text.split("|"))
        return takes.placed(lambda: PartizanSubtraction(*numbers, left=left, right=right))

    def heap_rules(self, largest: int) -> tuple[list[str], list[str]] | None:
        """Return the rules as arithmetic."""
        left = _takes_as_text(self.left_takes, largest)
        right = _takes_as_text(self.right_takes, largest)
        return None if left is None or right is None else (left, right)

    def left(self, position: Heaps) -> Iterator[Step]:
        """Return the takes of Left."""
        return _taken(position, self.left_takes)

    def right(self, position: Heaps) -> Iterator[Step]:
        """Return the takes of Right."""
        return _taken(position, self.right_takes)

    # What theorems for all sizes say.

    def _theorem(self) -> HeapTheorem | None:
        """Return the theorem about heaps with these takes, if there is one."""
        from farstar.prove.heaps_in_use import heap_theorem

        sides = self.left_takes, self.right_takes
        if any(takes.most is None or takes.most > _LARGEST_IN_CODE for takes in sides):
            return None
        left, right = map(tuple, sides)
        return heap_theorem(left, right)

    def closed_form(self, position: Heaps) -> Value | None:
        """Return the value by a theorem."""
        theorem = self._theorem()
        if theorem is None:
            return None
        total = Value(0)
        for heap in position:
            value = theorem.facts(heap).value
            if value is None:
                return None
            total += value
        return total

    def closed_outcome(self, position: Heaps) -> Outcome | None:
        """Return who wins by a theorem."""
        theorem = self._theorem()
        if theorem is None:
            return None
        signs = {theorem.facts(heap).sign for heap in position} - {0}
        if len(signs) < 2 and None not in signs:
            return Outcome.P if not signs else Outcome.L if 1 in signs else Outcome.R
        value = self.closed_form(position)
        return None if value is None else value.outcome

    def theorem(self, position: Heaps, *, misere: bool = False) -> CitedTheorem | None:
        """Return the theorem that answers for heaps."""
        theorem = self._theorem()
        if theorem is None or misere or not position or self.closed_outcome(position) is None:
            return None
        return theorem.cited(position)

    def details(self, position: Heaps) -> dict[str, Any]:
        """Return the theorem, if there is one."""
        theorem = self.theorem(position)
        return {} if theorem is None else {"theorem": str(theorem)}

    def text(self, position: Heaps) -> str:
        """Return the heaps, and after a semicolon the takes of Left and Right."""
        return f"{super().text(position)}; {self.left_takes} | {self.right_takes}"


def _takes_as_text(takes: Multipliers, largest: int) -> list[str] | None:
    """Return the rule of a set of takes, the same for all heaps if the set is small; or None."""
    if largest > _LARGEST_WRITTEN:
        return None
    if takes.most is None or takes.most > _LARGEST_WRITTEN:
        takes = takes.within(largest)
    members = "".join(f"{take}, " for take in takes)
    return [f"n -> n-k for k in ({members}) if k <= n"] if members else []


def _taken(heaps: Heaps, takes: Multipliers) -> Iterator[Step]:
    for place, heap in enumerate(heaps):
        for take in list_members(takes.within(heap), heap.bit_length()):
            yield taken_down(heaps, place, heap - take)


def _after_semicolon(text: str, wanted: str) -> tuple[TextPart, TextPart]:
    parts = TextPart(text).split(";")
    if len(parts) != 2 or not parts[1].text:
        raise TextPart(text).fault(f"expected {wanted}, got {clip(text.strip(), 40)!r}")
    return parts[0], parts[1]


def _set(text: str) -> str:
    """Return a set as text; braces may be left out."""
    bare = text.strip()
    return f"{{{bare}}}" if bare[:1].isdigit() else bare


class PartizanSubtraction(HeapPosition, rules=PartizanSubtractionRules):
    """Heaps from which Left and Right may take different numbers of counters.

    Parameters
    ----------
    *heaps : int
        The heaps; empty ones are left out.
    left, right : iterable of int, str or Multipliers
        How many counters each player may take.

    Examples
    --------
    >>> [fs.PartizanSubtraction(n, left={1, 4}, right={2, 3}).value for n in (4, 8, 12)]
    [Value('1/2'), Value('{1/2|0}'), Value('Miny(1/2)')]
    """

    __slots__ = ()
    _ruleset: PartizanSubtractionRules

    def __init__(self, *heaps: int, left: MultipliersLike, right: MultipliersLike) -> None:
        takes = (as_multipliers(given, "take") for given in (left, right))
        rules = PartizanSubtractionRules(*takes)
        super().__init__(rules, heaps)

    def __repr__(self) -> str:
        rules = self._ruleset
        takes = f"left={str(rules.left_takes)!r}, right={str(rules.right_takes)!r}"
        return f"PartizanSubtraction({', '.join([*map(to_text, self.heaps), takes])})"
