"""Coin-turning games: turn over some coins of a row, the last one from heads to tails.

A code says which coins may be turned: ``1-3`` one to three of them (Mock Turtles), ``2`` exactly
two (Twins), ``1+C`` any number of adjacent ones (Ruler), ``3E`` three that are equally spaced
(Turnips), ``4FS`` four that are symmetric and include the first one (Grunt);
`farstar.impartial.turning_codes` lists all forms. A player who cannot move loses.

*Turning* is played on a row of coins, ``h`` for heads and ``t`` for tails. In *Spawning* a head in
place n is a heap of n counters, and a move replaces a heap by heaps for the other coins turned. The
two are equal under normal play, since two equal heaps cancel.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2003), chapter 14.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from farstar._arguments import integer, shown
from farstar._digits import to_text
from farstar._outcome import Player
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.games._heaps import Heaps, ImpartialHeapPosition, ImpartialHeapRules, replaced
from farstar.games.grids import MOST_CELLS
from farstar.games.numbers import check_listable
from farstar.impartial.turning_codes import TurningCode
from farstar.rules import (
    NUMBERS,
    Field,
    ImpartialRuleset,
    Path,
    Position,
    Step,
    TextPart,
    diagrams,
    meter,
)
from farstar.rules.diagrams import Diagram, Look

__all__ = ["Spawning", "Turning"]

_LARGEST = 4096
_CODE = r"[0-9]{1,3}[-+0-9CESF()0-9,]{0,20}"
_HEADS = Look("stone", "heads", "both", "H")
_TAILS = Look("letter", "tails", "both", "T")


def _at_semicolon(text: str) -> tuple[TextPart, TextPart]:
    """Return the code and what comes after the semicolon, perhaps nothing."""
    place = text.find(";") if ";" in text else len(text)
    return TextPart(text, 0, place), TextPart(text, min(place + 1, len(text)))


class HeapValues:
    """The Grundy values of single heaps, computed on demand."""

    def __init__(self, code: TurningCode) -> None:
        self._code = code
        self._values: list[int] = []
        self._further = code.grundy_values()

    def __getitem__(self, heap: int) -> int:
        if heap > _LARGEST:
            raise BudgetExceeded(f"expected heaps of at most {_LARGEST}, got {shown(heap)}")
        while heap >= len(self._values):
            meter().tick()
            value = next(self._further, None)
            if value is None:
                # An error, such as too many sums, ended the generator: raise it again.
                self._further = self._code.grundy_values()
                self._values = []
                continue
            self._values.append(value)
        return self._values[heap]

    def first(self, length: int) -> list[int]:
        """Return the values of the heaps 0, 1, ..., `length` - 1."""
        if length:
            self[length - 1]
        return self._values[:length]


class SpawningRules(ImpartialHeapRules):
    """The rules of a coin-turning game on heaps."""

    name = "Spawning"
    how_to_play = (
        "A player replaces a heap by smaller heaps of different sizes, as the code says: as if a "
        "coin in that place and coins before it were turned. A player who cannot move loses."
    )
    form = "code; heaps,..."
    template = "Spawning({code}; {heaps})"
    fields = {
        "code": Field("Code", "1-3", _CODE),
        "heaps": Field("Heaps", "5,7", NUMBERS),
    }
    starts = {"Spawning(1-3; 5,7)": "N", "Spawning(3E; 7,8)": "P", "Spawning(1+C; 12)": "N"}
    theory = (
        "A position is worth the sum of its heaps. Mock Turtles has the odious numbers as values, "
        "Ruler the powers of two."
    )

    def __init__(self, code: TurningCode) -> None:
        self.code = code

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with a code and heaps."""
        code, heaps = _at_semicolon(text)
        numbers = heaps.integers()
        return code.placed(lambda: Spawning(code.text, *numbers))

    def parts(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return the heaps that a move may leave of one heap."""
        check_listable(heap)
        return self.code.moves(heap)

    def step(self, position: Heaps, place: int, left: tuple[int, ...]) -> Step:
        """Return the move that leaves `left` of a heap: what it leaves is the path."""
        after = replaced(position, position.index(position[place]), left)
        return Step(after, ((place, position[place]), *((place, heap) for heap in left)))

    def values(self) -> HeapValues:
        """Return the Grundy values of single heaps."""
        table = self._results().table("heaps")
        if "values" not in table:
            table["values"] = HeapValues(self.code)
        values: HeapValues = table["values"]
        return values

    def heap_grundy(self, heap: int) -> int:
        """Return the Grundy value of a heap, from a table."""
        return self.values()[heap]

    def text(self, position: Heaps) -> str:
        """Return the code, and after a semicolon the heaps."""
        return f"{self.code}; {super().text(position)}"


class Spawning(ImpartialHeapPosition, rules=SpawningRules):
    """Heaps of a coin-turning game: a heap of n is a head in place n.

    Parameters
    ----------
    code : str
        Which coins may be turned, such as ``"1-3"``, ``"1+S"`` or ``"1-3C(5)"``.
    *heaps : int
        The heaps; empty ones are left out.

    Examples
    --------
    >>> fs.Spawning("1-3", 5, 7).grundy, fs.Spawning("3E").grundy_sequence(10)
    (5, [0, 0, 0, 1, 0, 0, 1, 2, 2, 1])
    """

    __slots__ = ()
    _ruleset: SpawningRules

    def __init__(self, code: str | TurningCode, *heaps: int) -> None:
        super().__init__(SpawningRules(TurningCode.parse(code)), heaps)

    @property
    def code(self) -> TurningCode:
        """The code."""
        return self._ruleset.code

    def grundy_sequence(self, length: int) -> list[int]:
        """Return the Grundy values of the heaps 0, 1, ..., `length` - 1."""
        return self._ruleset.values().first(integer(length, 0, "the number of heaps"))

    def __repr__(self) -> str:
        return f"Spawning({', '.join([repr(str(self.code)), *map(to_text, self.heaps)])})"


class TurningRules(ImpartialRuleset):
    """The rules of a coin-turning game; a state is the row of coins."""

    name = "Turning"
    title = "Coin turning"
    how_to_play = (
        "A player turns over some coins of a row, the last one from heads to tails; the code says "
        "how many, and where. A player who cannot move loses."
    )
    form = "code; coins h and t"
    template = "Turning({code}; {coins})"
    fields = {
        "code": Field("Code", "1-3", _CODE),
        "coins": Field("Coins", "htthhhtth", "[htHT]{1,40}"),
    }
    starts = {
        "Turning(1-3; htththtth)": "N",
        "Turning(1+C; hthhtthh)": "N",
        "Turning(2; thth)": "N",
    }
    theory = "A row is worth the sum of the values of its heads: Lenstra's theory of coin turning."

    def __init__(self, code: TurningCode) -> None:
        self.code = code

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with a code and a row of coins."""
        code, coins = _at_semicolon(text)
        return code.placed(lambda: Turning(code.text, coins.text))

    def check(self, position: Any) -> str:
        """Return the coins as small letters."""
        if not isinstance(position, str) or not set(position.lower()) <= set("ht"):
            raise IllegalPositionError(
                f"expected coins h and t such as htth, got {shown(position)}"
            )
        if len(position) > MOST_CELLS:
            raise IllegalPositionError(f"expected at most {MOST_CELLS} coins, got {len(position)}")
        return position.lower()

    def key(self, position: str) -> str:
        """Return the coins up to the last head."""
        return position.rstrip("t")

    def moves(self, position: str) -> Iterator[Step]:
        """Return the rows after turning coins over."""
        coins = [coin == "h" for coin in position]
        for place, is_heads in enumerate(coins, 1):
            if not is_heads:
                continue
            for others in self.code.moves(place):
                turned = coins.copy()
                for coin in (*others, place):
                    turned[coin - 1] = not turned[coin - 1]
                after = "".join("h" if coin else "t" for coin in turned)
                yield Step(after, tuple((0, coin - 1) for coin in (*others, place)))

    def closed_grundy(self, position: str) -> int:
        """Return the sum without carry of the values of the heads."""
        values = SpawningRules(self.code).values()
        total = 0
        for place, coin in enumerate(position, 1):
            if coin == "h":
                total ^= values[place]
        return total

    def text(self, position: str) -> str:
        """Return the code, and after a semicolon the coins."""
        return f"{self.code}; {position}"

    def label(self, player: Player, before: str, after: str, path: Path = ()) -> str:
        """Return the places of the coins turned, counted from 1."""
        return f"turn {', '.join(str(place[1] + 1) for place in path)}"

    def diagram(self, position: str) -> Diagram:
        """Return the row of coins."""
        return diagrams.Grid((position or "t",), {"h": _HEADS, "t": _TAILS})


class Turning(Position, rules=TurningRules):
    """A row of coins: a move turns over some of them, the last one from heads to tails.

    Parameters
    ----------
    code : str
        Which coins may be turned, such as ``"1-3"``, ``"1+S"`` or ``"1-3C(5)"``.
    coins : str
        The coins from left to right, ``h`` for heads and ``t`` for tails.

    Examples
    --------
    >>> fs.Turning("1-3", "htththtth").grundy
    29
    >>> [move.text for move in fs.Turning("1+C", "ththt").winning_moves()]
    ['turn 1, 2, 3, 4']
    """

    __slots__ = ()
    _state: str
    _ruleset: TurningRules

    def __init__(self, code: str | TurningCode, coins: str) -> None:
        super().__init__(TurningRules(TurningCode.parse(code)), coins)

    @property
    def coins(self) -> str:
        """The row of coins."""
        return self._state

    @property
    def code(self) -> TurningCode:
        """The code."""
        return self._ruleset.code

    def __repr__(self) -> str:
        return f"Turning({str(self.code)!r}, {self.coins!r})"
