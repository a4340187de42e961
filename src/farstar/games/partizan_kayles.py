"""Partizan Kayles: rows of pins; Left knocks over one pin, Right two adjacent pins.

The pins on both sides of the gap are separate rows afterwards. A player who cannot move loses, and
under misère play wins. Left can move as long as a pin stands, and Right as long as two adjacent
pins do; so a player who cannot move never can again, and the game is dead-ending.

Under misère play, and in sums of such rows only, a row of one pin and a row of two pins cancel:
together they may be left out. A single pin is won by Right, a row of two by the second player, so
the inverse of a game need not be its conjugate.

References
----------
.. [1] R. Milley, Partizan Kayles and misère invertibility, INTEGERS 15 (2015) G3.
"""

from __future__ import annotations

from collections.abc import Iterator

from farstar.games._heaps import HeapPosition, HeapRules, Heaps, replaced
from farstar.games.grids import SidedRules
from farstar.games.numbers import check_listable
from farstar.rules import NUMBERS, Field, Step, diagrams
from farstar.rules.diagrams import Diagram

__all__ = ["PartizanKayles"]


class PartizanKaylesRules(SidedRules, HeapRules):
    """The rules of Partizan Kayles."""

    misere_universe = "dead-ending"
    name = "PartizanKayles"
    sides = (1, 2)
    title = "Partizan Kayles"
    how_to_play = (
        "Left knocks over one pin of a row, Right two adjacent pins. A player who cannot move "
        "loses."
    )
    form = "rows,..."
    template = "PartizanKayles({heaps})"
    fields = {"heaps": Field("Rows of pins", "7", NUMBERS)}
    starts = {"PartizanKayles(7)": "L", "PartizanKayles(2,2,3)": "L"}
    theory = "Under misère play a row of one pin and a row of two pins cancel in sums of such rows."

    def diagram(self, position: Heaps) -> Diagram:
        """Return rows of pins."""
        return diagrams.Rows(position)

    def moves_of(self, position: Heaps, mine: int, yours: int) -> Iterator[Step]:
        """Return the moves that knock over so many pins; the first and the last are the path."""
        for place, row in enumerate(position):
            check_listable(row, "rows")
            for before in range(row - mine + 1):
                after = replaced(position, place, (before, row - mine - before))
                yield Step(after, ((place, before + 1), (place, before + mine)))


class PartizanKayles(HeapPosition, rules=PartizanKaylesRules):
    """Rows of pins; Left knocks over one pin, Right two adjacent pins.

    Parameters
    ----------
    *rows : int
        The lengths of the rows; empty ones are left out.

    Examples
    --------
    >>> [fs.PartizanKayles(n).value for n in range(4)]
    [Value('0'), Value('1'), Value('{1|0}'), Value('{2|1}')]
    >>> "".join(str(fs.PartizanKayles(n).misere_outcome) for n in range(8))
    'NRPNRPNR'
    """

    __slots__ = ()

    def __init__(self, *rows: int) -> None:
        super().__init__(PartizanKaylesRules(), rows)
