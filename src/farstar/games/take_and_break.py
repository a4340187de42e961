"""Take-and-break games on heaps: Kayles, Dawson's Kayles, Grundy's game, and any code.

A move takes some counters from a heap and may leave the rest in several heaps; a code says which
takes leave how many heaps. The digit at place k after the point is about taking k counters: its
part 1 allows to leave nothing, 2 to leave one heap, 4 two heaps, 8 three heaps, none of them empty.
A player who cannot move loses, in misère play wins.

*Kayles* is 0.77: a ball knocks over one pin, or two neighbours, of a row. *Dawson's Kayles* is
0.07: two neighbours only. In *Grundy's game*, which has no code, a heap is split into two heaps of
different sizes.

References
----------
.. [1] R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52
   (1956) 514-526.
.. [2] P. M. Grundy, Mathematics and games, Eureka 2 (1939) 6-8.
.. [3] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from farstar._digits import to_text
from farstar.games._heaps import HeapPosition, Heaps, ImpartialHeapRules, check_listable
from farstar.games.grundy_sequences import GrundyTable
from farstar.rules import Position
from farstar.theory.impartial_codes import DAWSONS_KAYLES, KAYLES, Code
from farstar.theory.impartial_periods import Period

__all__ = ["DawsonsKayles", "GrundysGame", "Kayles", "TakeAndBreak"]


class TakeAndBreakRules(ImpartialHeapRules):
    """The rules that a code gives.

    Parameters
    ----------
    code : Code
        The code.
    """

    name: ClassVar[str] = "TakeAndBreak"

    def __init__(self, code: Code) -> None:
        self.code = code

    def parts(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return the heaps that a move may leave."""
        if self.code.parts > 1 or not self.code.is_finite:
            check_listable(heap)
        return self.code.moves(heap)

    def reason(self) -> str:
        """Return the period of the values, if it is proved."""
        found = self.table().known_period
        return f"The values have {found}." if found is not None and found.is_proved else ""

    def table(self) -> GrundyTable:
        """Return the Grundy values of single heaps."""
        table = self._results().table("heaps")
        if "values" not in table:
            table["values"] = GrundyTable(self.code)
        values: GrundyTable = table["values"]
        return values

    def heap_grundy(self, heap: int) -> int:
        """Return the Grundy value of a heap: from a table, or by its period."""
        return self.table()[heap]

    def text(self, position: Heaps) -> str:
        """Return the code, and after a semicolon the heaps."""
        return f"{self.code}; {super().text(position)}"

    def wrap(self, state: Heaps) -> Position:
        """Return the position as a `TakeAndBreak`."""
        return TakeAndBreak._of(self, state)


class NamedRules(TakeAndBreakRules):
    """The rules of a game that has a name besides its code."""

    def text(self, position: Heaps) -> str:
        """Return the heaps; the name tells the code."""
        return ImpartialHeapRules.text(self, position)


class KaylesRules(NamedRules):
    """The rules of Kayles."""

    name: ClassVar[str] = "Kayles"

    def __init__(self) -> None:
        super().__init__(KAYLES)

    def wrap(self, state: Heaps) -> Position:
        """Return the position as a `Kayles`."""
        return Kayles._of(self, state)


class DawsonsKaylesRules(NamedRules):
    """The rules of Dawson's Kayles."""

    name: ClassVar[str] = "DawsonsKayles"

    def __init__(self) -> None:
        super().__init__(DAWSONS_KAYLES)

    def wrap(self, state: Heaps) -> Position:
        """Return the position as a `DawsonsKayles`."""
        return DawsonsKayles._of(self, state)


class GrundysGameRules(ImpartialHeapRules):
    """The rules of Grundy's game."""

    name: ClassVar[str] = "GrundysGame"

    def parts(self, heap: int) -> Iterable[tuple[int, ...]]:
        """Return the two unequal heaps that a heap may become."""
        check_listable(heap)
        return [(i, heap - i) for i in range(1, (heap + 1) // 2)]

    def heap_grundy(self, heap: int) -> int:
        """Return the Grundy value of a heap from a table."""
        table = self._results().table("heaps")
        if "values" not in table:
            table["values"] = GrundyTable(None)
        values: GrundyTable = table["values"]
        return values[heap]

    def wrap(self, state: Heaps) -> Position:
        """Return the position as a `GrundysGame`."""
        return GrundysGame._of(self, state)


class TakeAndBreak(HeapPosition):
    """Heaps of a take-and-break game with any code.

    Parameters
    ----------
    code : str or Code
        The code, such as ``"0.77"`` or ``"0.3F"``; digits in brackets are repeated for ever.
    *heaps : int
        The heaps; empty ones are left out.

    Examples
    --------
    >>> import farstar as fs
    >>> [fs.TakeAndBreak("0.137", n).grundy for n in range(10)]
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3]
    >>> str(fs.TakeAndBreak("0.137").period())
    'period 34 from 52 on (proved, 256 values)'
    """

    __slots__ = ()

    def __init__(self, code: str | Code, *heaps: int) -> None:
        super().__init__(TakeAndBreakRules(Code.parse(code)), heaps)

    @property
    def code(self) -> Code:
        """The code."""
        return self._code_rules.code

    @property
    def _code_rules(self) -> TakeAndBreakRules:
        rules = self._ruleset
        assert isinstance(rules, TakeAndBreakRules)
        return rules

    def period(self, limit: int = 1 << 14) -> Period | None:
        """Return how the Grundy values of single heaps repeat; None if it does not show.

        Parameters
        ----------
        limit : int
            How many heaps may be worked out for it.
        """
        return self._code_rules.table().period(limit)

    def __repr__(self) -> str:
        return f"TakeAndBreak({', '.join([repr(str(self.code)), *map(to_text, self.heaps)])})"


_KAYLES = KaylesRules()
_DAWSONS_KAYLES = DawsonsKaylesRules()
_GRUNDYS_GAME = GrundysGameRules()


class _Named(TakeAndBreak):
    """A position of a game that has a name besides its code."""

    __slots__ = ()

    def __repr__(self) -> str:
        return HeapPosition.__repr__(self)


class Kayles(_Named):
    """Rows of pins: a move knocks over one pin or two neighbours, which may part a row.

    Parameters
    ----------
    *heaps : int
        The lengths of the rows.

    Examples
    --------
    >>> import farstar as fs
    >>> fs.Kayles(5, 7, 9).grundy, fs.Kayles(10**100).grundy, str(fs.Kayles(5).genus)
    (2, 1, '4^146')
    >>> [move.text for move in fs.Kayles(5).winning_moves()]
    ['(5) -> (2,2)']
    """

    __slots__ = ()

    def __init__(self, *heaps: int) -> None:
        Position.__init__(self, _KAYLES, heaps)


class DawsonsKayles(_Named):
    """Rows of pins: a move knocks over two neighbours.

    Parameters
    ----------
    *heaps : int
        The lengths of the rows.

    Examples
    --------
    >>> import farstar as fs
    >>> [fs.DawsonsKayles(n).grundy for n in range(10)]
    [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]
    """

    __slots__ = ()

    def __init__(self, *heaps: int) -> None:
        Position.__init__(self, _DAWSONS_KAYLES, heaps)


class GrundysGame(HeapPosition):
    """Heaps of which one is split into two heaps of different sizes.

    Parameters
    ----------
    *heaps : int
        The heaps; empty ones are left out.

    Examples
    --------
    >>> import farstar as fs
    >>> [fs.GrundysGame(n).grundy for n in range(10)]
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1]
    """

    __slots__ = ()

    def __init__(self, *heaps: int) -> None:
        super().__init__(_GRUNDYS_GAME, heaps)
