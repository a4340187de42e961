"""Take-and-break games on heaps: Kayles, Dawson's Kayles, Grundy's game, and any code.

A move takes some counters from a heap and may leave the rest in several heaps, as a code says. The
k-th digit after the point describes what may remain when k counters are taken; it is a sum of 1
(nothing), 2 (one heap), 4 (two heaps) and 8 (three heaps), where no heap is empty. A player who
cannot move loses, or wins in misère play.

Further digits and marks are those of CGSuite: letters up to Z, ``!`` if the heaps left must have
different sizes, ``?`` if they must not all be equal, ``=`` if they must be equal, ``*`` for any
number of heaps and ``{2+}`` for at least two; see `farstar.impartial.general_codes`.

*Kayles* is 0.77: a ball knocks over one pin or two adjacent pins of a row. *Dawson's Kayles* is
0.07: two adjacent pins only. In *Grundy's game*, 4!.0, a heap is split into two heaps of different
sizes. In the partizan game Left and Right have a code each.

References
----------
.. [1] R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52
   (1956) 514-526.
.. [2] P. M. Grundy, Mathematics and games, Eureka 2 (1939) 6-8.
.. [3] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapter 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from farstar._digits import to_text
from farstar._outcome import Player
from farstar.games._heaps import (
    HeapPosition,
    HeapRules,
    Heaps,
    ImpartialHeapPosition,
    ImpartialHeapRules,
    replaced,
)
from farstar.games.grundy_sequences import GrundyTable
from farstar.games.numbers import check_listable
from farstar.impartial.codes import DAWSONS_KAYLES, KAYLES, Code
from farstar.impartial.general_codes import AnyCode, GeneralCode, parse_code
from farstar.impartial.periods import Period
from farstar.rules import NUMBERS, Field, Position, Ruleset, Step, TextPart, diagrams
from farstar.rules.diagrams import Diagram

__all__ = ["DawsonsKayles", "GrundysGame", "Kayles", "PartizanTakeAndBreak", "TakeAndBreak"]


def from_both_ends(steps: Iterable[Step], rows: Heaps) -> Iterator[Step]:
    """Yield moves in rows of pins, each followed by its mirror image."""
    for step in steps:
        yield step
        # A split is after a pin, so that its mirror image is after the pin before.
        end = rows[step.path[0][0]] + (len(step.path) > 1)
        yield step._replace(path=tuple((row, end - pin) for row, pin in reversed(step.path)))


class RowRules(ImpartialHeapRules):
    """The rules of a game on rows of pins, with a table of Grundy values."""

    code: AnyCode

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

    def step(self, position: Heaps, place: int, left: tuple[int, ...]) -> Step:
        """Return the move that leaves `left` of a row."""
        return _step(position, place, left)

    def heap_rules(self, largest: int) -> tuple[list[str], list[str]] | None:
        """Return the rules as arithmetic, a rule for each way to take and to split."""
        code = self.code
        if isinstance(code, GeneralCode) or not code.is_finite:
            return None
        rules = [rule for taken in range(len(code.digits)) for rule in self._taking(code, taken)]
        return rules, rules

    def _taking(self, code: Code, taken: int) -> Iterator[str]:
        digit, rest = code.digit(taken), f"n-{taken}"
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
        return _parts(self.code, heap)

    def reason(self) -> str:
        """Return the period of the values, if it is proved."""
        period = self.table().known_period
        return f"The values have {period}." if period is not None and period.is_proved else ""


def _parts(code: AnyCode, heap: int) -> Iterator[tuple[int, ...]]:
    if code.parts != 1 or not code.is_finite:
        check_listable(heap)
    return code.moves(heap)


def _step(position: Heaps, place: int, left: tuple[int, ...]) -> Step:
    """Return the move that leaves `left` of a row.

    Its path is the first and the last pin that fall; if none does, the row is split after the pin
    in the path.
    """
    heap = position[place]
    after = replaced(position, position.index(heap), left)
    first, fallen = left[0] if left else 0, heap - sum(left)
    if fallen <= 0:
        return Step(after, ((place, first),))
    return Step(after, ((place, first + 1), (place, first + fallen)))


_CODE_FIELD = r"[0-9A-Z!?=*{},+]{1,12}\.[0-9A-Z!?=*{},+\[\]]{1,16}"


_HEAPS = re.compile(r"(?<!&)(?<!&[0-9])(?<!&[0-9]{2})(?<!&[0-9]{3});[^;.]*$")


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
        "code": Field("Code", "0.137", _CODE_FIELD),
        "heaps": Field("Heaps", "9,12", NUMBERS),
    }
    starts = {"TakeAndBreak(0.137; 9,12)": "N", "TakeAndBreak(0.6; 10)": "N"}
    theory = "The Grundy values of many codes are proved to be periodic; whether all are is open."

    def __init__(self, code: AnyCode) -> None:
        self.code = code

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with a code and heaps."""
        code, heaps = _code_and_heaps(text)
        numbers = heaps.integers()
        return code.placed(lambda: TakeAndBreak(code.text, *numbers))

    def text(self, position: Heaps) -> str:
        """Return the code, and after a semicolon the heaps."""
        return f"{self.code}; {super().text(position)}"


def _code_and_heaps(text: str) -> tuple[TextPart, TextPart]:
    """Return what is before and after the semicolon; that of a large digit does not count."""
    match = _HEAPS.search(text)
    place = match.start() if match else len(text)
    return TextPart(text, 0, place), TextPart(text, min(place + 1, len(text)))


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
    code = parse_code("4!.0")

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
        The code, such as ``"0.77"``, ``"0.3F"`` or ``"4!.0"``; digits in brackets are repeated
        for ever.
    *heaps : int
        The heaps; empty ones are left out.

    Examples
    --------
    >>> [fs.TakeAndBreak("0.137", n).grundy for n in range(10)]
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3]
    >>> str(fs.TakeAndBreak("0.137").period())
    'period 34 from 52 on (proved, 256 values)'
    >>> [fs.TakeAndBreak("{2+}=.0", n).grundy for n in range(10)]
    [0, 0, 1, 1, 1, 1, 2, 1, 1, 2]
    """

    __slots__ = ()
    _ruleset: RowRules

    def __init__(self, code: str | AnyCode, *heaps: int) -> None:
        super().__init__(TakeAndBreakRules(parse_code(code)), heaps)

    @property
    def code(self) -> AnyCode:
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


class GrundysGame(_Named, rules=GrundysGameRules):
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


class PartizanTakeAndBreakRules(HeapRules):
    """The rules of two codes."""

    name = "PartizanTakeAndBreak"
    title = "Partizan take and break"
    how_to_play = (
        "Left takes counters from a heap and may split the rest as her code allows, Right as his "
        "code does. A player who cannot move loses."
    )
    form = "Left's code | Right's code; heaps,..."
    template = "PartizanTakeAndBreak({left} | {right}; {heaps})"
    fields = {
        "left": Field("Left's code", "0.7", _CODE_FIELD),
        "right": Field("Right's code", "0.07", _CODE_FIELD),
        "heaps": Field("Heaps", "9", NUMBERS),
    }
    starts = {
        "PartizanTakeAndBreak(0.7 | 0.07; 6)": "L",
        "PartizanTakeAndBreak(0.37 | 0.73; 8)": "R",
    }
    theory = "These are the partizan octal games and their relatives; few of them are solved."

    def __init__(self, left_code: AnyCode, right_code: AnyCode) -> None:
        self.left_code = left_code
        self.right_code = right_code

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with two codes and heaps."""
        codes, heaps = _code_and_heaps(text)
        if codes.text.count("|") != 1:
            raise codes.fault("expected two codes with a bar between them such as 0.7 | 0.07; 9")
        left, right = codes.text.split("|")
        numbers = heaps.integers()
        return codes.placed(lambda: PartizanTakeAndBreak(left.strip(), right.strip(), *numbers))

    def left(self, position: Heaps) -> Iterator[Step]:
        """Return the moves that Left's code allows."""
        return _moves(position, self.left_code)

    def right(self, position: Heaps) -> Iterator[Step]:
        """Return the moves that Right's code allows."""
        return _moves(position, self.right_code)

    def diagram(self, position: Heaps) -> Diagram:
        """Return rows of pins."""
        return diagrams.Rows(position)

    def moves_with_paths(self, position: Heaps, player: Player) -> Iterator[Step]:
        """Return the moves of a player, and each of them from the other end."""
        moves = self.left(position) if player is Player.LEFT else self.right(position)
        return from_both_ends(moves, position)

    def text(self, position: Heaps) -> str:
        """Return the codes, and after a semicolon the heaps."""
        return f"{self.left_code} | {self.right_code}; {super().text(position)}"


def _moves(position: Heaps, code: AnyCode) -> Iterator[Step]:
    for place, heap in enumerate(position):
        for left in _parts(code, heap):
            yield _step(position, place, left)


class PartizanTakeAndBreak(HeapPosition, rules=PartizanTakeAndBreakRules):
    """Heaps of a take-and-break game in which Left and Right have a code each.

    Parameters
    ----------
    left, right : str or Code
        The codes, as for `TakeAndBreak`.
    *heaps : int
        The heaps; empty ones are left out.

    Examples
    --------
    >>> [fs.PartizanTakeAndBreak("0.3", "0.03", n).value for n in range(5)]
    [Value('0'), Value('1'), Value('{1|0}'), Value('0'), Value('1')]
    """

    __slots__ = ()
    _ruleset: PartizanTakeAndBreakRules

    def __init__(self, left: str | AnyCode, right: str | AnyCode, *heaps: int) -> None:
        super().__init__(PartizanTakeAndBreakRules(parse_code(left), parse_code(right)), heaps)

    def __repr__(self) -> str:
        rules = self._ruleset
        codes = (repr(str(code)) for code in (rules.left_code, rules.right_code))
        return f"PartizanTakeAndBreak({', '.join([*codes, *map(to_text, self.heaps)])})"
