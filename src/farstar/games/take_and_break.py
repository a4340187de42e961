"""Take-and-break games on heaps: Kayles, Dawson's Kayles, Grundy's game, and any code.

A move takes some counters from a heap and may leave the rest in several heaps, as a code says. The
k-th digit after the point describes what may remain when k counters are taken; it is a sum of 1
(nothing), 2 (one heap), 4 (two heaps) and 8 (three heaps), where no heap is empty. A player who
cannot move loses, or wins in misère play.

*Kayles* is 0.77: a ball knocks over one pin or two adjacent pins of a row. *Dawson's Kayles* is
0.07: two adjacent pins only. In *Grundy's game*, which has no code, a heap is split into two heaps
of different sizes.

References
----------
.. [1] R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52
   (1956) 514-526.
.. [2] P. M. Grundy, Mathematics and games, Eureka 2 (1939) 6-8.
.. [3] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from farstar._digits import to_text
from farstar._outcome import Player
from farstar.games._heaps import (
    Heaps,
    ImpartialHeapPosition,
    ImpartialHeapRules,
    replaced,
)
from farstar.games.grundy_sequences import GrundyTable
from farstar.games.numbers import check_listable
from farstar.impartial.codes import DAWSONS_KAYLES, KAYLES, Code
from farstar.impartial.periods import Period
from farstar.rules import NUMBERS, Field, Position, Ruleset, Step, TextPart, diagrams
from farstar.rules.diagrams import Diagram

__all__ = ["DawsonsKayles", "GrundysGame", "Kayles", "TakeAndBreak"]


def from_both_ends(steps: Iterable[Step], rows: Heaps) -> Iterator[Step]:
    """Yield moves in rows of pins, each followed by its mirror image."""
    for step in steps:
        yield step
        # A split is after a pin, so that its mirror image is after the pin before.
        end = rows[step.path[0][0]] + (len(step.path) > 1)
        yield step._replace(path=tuple((row, end - pin) for row, pin in reversed(step.path)))


class RowRules(ImpartialHeapRules):
    """The rules of a game on rows of pins, with a table of Grundy values."""

    code: Code | None = None

    def diagram(self, position: Heaps) -> Diagram:
        """Return rows of pins."""
        return diagrams.Rows(position)

    def moves_with_paths(self, position: Heaps, player: Player) -> Iterator[Step]:
        """Return the moves in every row, and each of them from the other end."""
        return from_both_ends(super().moves_with_paths(position, player), position)

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


class CodeRules(RowRules):
    """The rules of a game with a code."""

    form = "rows,..."
    code: Code

    def step(self, position: Heaps, place: int, left: tuple[int, ...]) -> Step:
        """Return the move that leaves `left` of a row.

        Its path is the first and the last pin that fall; if none does, the row is split after
        the pin in the path.
        """
        heap = position[place]
        after = replaced(position, position.index(heap), left)
        first, fallen = left[0] if left else 0, heap - sum(left)
        if not fallen:
            return Step(after, ((place, first),))
        return Step(after, ((place, first + 1), (place, first + fallen)))

    def heap_rules(self, largest: int) -> tuple[list[str], list[str]] | None:
        """Return the rules as arithmetic, a rule for each way to take and to split."""
        if not self.code.is_finite:
            return None
        rules = [rule for taken in range(len(self.code.digits)) for rule in self._taking(taken)]
        return rules, rules

    def _taking(self, taken: int) -> Iterator[str]:
        digit, rest = self.code.digit(taken), f"n-{taken}"
        if digit & 1:
            yield f"n -> 0 if n == {taken}"
        if digit & 2:
            yield f"n -> {rest} if n > {taken}"
        if digit & 4:
            yield f"n -> a, {rest}-a for a in range(1, {rest})"
        if digit & 8:
            loops = f"for a in range(1, {rest}) for b in range(1, {rest}-a)"
            yield f"n -> a, b, {rest}-a-b {loops}"

    def parts(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return the heaps that a move may leave."""
        if self.code.parts > 1 or not self.code.is_finite:
            check_listable(heap)
        return self.code.moves(heap)

    def reason(self) -> str:
        """Return the period of the values, if it is proved."""
        period = self.table().known_period
        return f"The values have {period}." if period is not None and period.is_proved else ""


class TakeAndBreakRules(CodeRules):
    """The rules that any code gives."""

    name = "TakeAndBreak"
    title = "Take and break"
    how_to_play = (
        "A player takes counters from a heap and may split the rest; an octal code such as 0.77 "
        "says what is allowed. A player who cannot move loses."
    )
    form = "code; heaps,..."
    template = "TakeAndBreak({code}; {heaps})"
    fields = {
        "code": Field("Code", "0.137", r"[0-9A-F]{1,4}\.[0-9A-F]{1,12}"),
        "heaps": Field("Heaps", "9,12", NUMBERS),
    }
    starts = {"TakeAndBreak(0.137; 9,12)": "N", "TakeAndBreak(0.6; 10)": "N"}
    theory = "The Grundy values of many codes are proved to be periodic; whether all are is open."

    def __init__(self, code: Code) -> None:
        self.code = code

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with a code and heaps."""
        parts = (
            TextPart(text).split(";") if text.count(";") == 1 else (TextPart(text), TextPart(""))
        )
        code, heaps = parts
        numbers = heaps.integers()
        return code.placed(lambda: TakeAndBreak(code.text, *numbers))

    def text(self, position: Heaps) -> str:
        """Return the code, and after a semicolon the heaps."""
        return f"{self.code}; {super().text(position)}"


class KaylesRules(CodeRules):
    """The rules of Kayles."""

    name = "Kayles"
    how_to_play = (
        "A player knocks over one pin or two adjacent pins of a row. A player who cannot move "
        "loses."
    )
    template = "Kayles({heaps})"
    fields = {"heaps": Field("Rows of pins", "9", NUMBERS)}
    starts = {"Kayles(9)": "N", "Kayles(5,7)": "N"}
    theory = "The Grundy values have period 12 from 71 on; the octal code is 0.77."
    code = KAYLES


class DawsonsKaylesRules(CodeRules):
    """The rules of Dawson's Kayles."""

    name = "DawsonsKayles"
    title = "Dawson's Kayles"
    how_to_play = "A player knocks over two adjacent pins of a row. A player who cannot move loses."
    template = "DawsonsKayles({heaps})"
    fields = {"heaps": Field("Rows of pins", "10", NUMBERS)}
    starts = {"DawsonsKayles(10)": "N", "DawsonsKayles(7,4)": "N"}
    theory = "The Grundy values have period 34 from 53 on; the octal code is 0.07."
    code = DAWSONS_KAYLES


class GrundysGameRules(RowRules):
    """The rules of Grundy's game."""

    name = "GrundysGame"
    title = "Grundy's game"
    how_to_play = (
        "A player splits a heap into two heaps of different sizes. A player who cannot move loses."
    )
    template = "GrundysGame({heaps})"
    fields = {"heaps": Field("Heaps", "9,10", NUMBERS)}
    starts = {"GrundysGame(9,10)": "N", "GrundysGame(13)": "N"}
    theory = "Whether the Grundy values are periodic is an open question."

    def step(self, position: Heaps, place: int, left: tuple[int, ...]) -> Step:
        """Return the move that splits a heap after its pin number ``left[0]``."""
        after = replaced(position, position.index(position[place]), left)
        return Step(after, ((place, left[0]),))

    def heap_rules(self, largest: int) -> tuple[list[str], list[str]]:
        """Return the rules as arithmetic."""
        rules = ["n -> a, n-a for a in range(1, n) if a+a < n"]
        return rules, rules

    def parts(self, heap: int) -> Iterable[tuple[int, ...]]:
        """Return the two unequal heaps that a heap may become."""
        check_listable(heap)
        return [(i, heap - i) for i in range(1, (heap + 1) // 2)]


class TakeAndBreak(ImpartialHeapPosition, rules=TakeAndBreakRules):
    """Heaps of a take-and-break game with any code.

    Parameters
    ----------
    code : str or Code
        The code, such as ``"0.77"`` or ``"0.3F"``; digits in brackets are repeated for ever.
    *heaps : int
        The heaps; empty ones are left out.

    Examples
    --------
    >>> [fs.TakeAndBreak("0.137", n).grundy for n in range(10)]
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3]
    >>> str(fs.TakeAndBreak("0.137").period())
    'period 34 from 52 on (proved, 256 values)'
    """

    __slots__ = ()
    _ruleset: CodeRules

    def __init__(self, code: str | Code, *heaps: int) -> None:
        super().__init__(TakeAndBreakRules(Code.parse(code)), heaps)

    @property
    def code(self) -> Code:
        """The code."""
        return self._ruleset.code

    def period(self, limit: int = 1 << 14) -> Period | None:
        """Return the period of the Grundy values of single heaps; None if none was observed.

        Parameters
        ----------
        limit : int
            How many heaps may be computed.
        """
        return self._ruleset.table().period(limit)

    def __repr__(self) -> str:
        return f"TakeAndBreak({', '.join([repr(str(self.code)), *map(to_text, self.heaps)])})"


_SHARED: Mapping[type[Ruleset], Ruleset] = {
    rules: rules() for rules in (KaylesRules, DawsonsKaylesRules, GrundysGameRules)
}
"""The rules that all positions of a game with a name of its own share."""


class _Named(TakeAndBreak):
    """A position of a game with a name of its own."""

    __slots__ = ()

    def __init__(self, *heaps: int) -> None:
        Position.__init__(self, _SHARED[self.rules], heaps)

    def __repr__(self) -> str:
        return ImpartialHeapPosition.__repr__(self)


class Kayles(_Named, rules=KaylesRules):
    """Rows of pins: a move knocks over one pin or two adjacent pins, and may split a row.

    Parameters
    ----------
    *heaps : int
        The lengths of the rows.

    Examples
    --------
    >>> fs.Kayles(5, 7, 9).grundy, fs.Kayles(10**100).grundy, str(fs.Kayles(5).genus)
    (2, 1, '4^146')
    >>> [move.text for move in fs.Kayles(5).winning_moves()]
    ['(5) -> (2,2)']
    """

    __slots__ = ()


class DawsonsKayles(_Named, rules=DawsonsKaylesRules):
    """Rows of pins, given by their lengths: a move knocks over two adjacent pins.

    Examples
    --------
    >>> [fs.DawsonsKayles(n).grundy for n in range(10)]
    [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]
    """

    __slots__ = ()


class GrundysGame(ImpartialHeapPosition, rules=GrundysGameRules):
    """Heaps of which one is split into two heaps of different sizes.

    Parameters
    ----------
    *heaps : int
        The heaps; empty ones are left out.

    Examples
    --------
    >>> [fs.GrundysGame(n).grundy for n in range(10)]
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1]
    """

    __slots__ = ()

    def __init__(self, *heaps: int) -> None:
        super().__init__(_SHARED[self.rules], heaps)
