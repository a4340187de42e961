"""Serial Nim: a row of heaps, of which only the first non-empty one may be reduced.

A move takes counters from the leftmost heap that is not empty: any number of them, or a number
from the set ``takes``; then each heap is a subtraction game, and a heap from which nothing may be
taken ends the game. A player who cannot move loses, or wins in misère play. Without ``takes`` this
is the sequential sum of nim-heaps.

A position is the row of heaps, leftmost first, without the empty ones; ``SerialNim()`` is over.

References
----------
.. [1] K. T. Tan, An easy Nim type game, Menemui Mat. 1 (1979) 30-34.
.. [2] W. Stromquist, D. Ullman, Sequential compounds of combinatorial games, Theoret. Comput.
   Sci. 119 (1993) 311-321.
.. [3] L. Levine, Fractal sequences and restricted Nim, Ars Combin. 80 (2006).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from farstar._arguments import integers
from farstar._digits import to_text
from farstar._outcome import Outcome, Player
from farstar.errors import IllegalPositionError
from farstar.formulas import MarkedText
from farstar.games._multiplier_sets import is_single, least, listed, membership, shared_rules
from farstar.games._row_explain import (
    first_choice,
    grossman_pair,
    parity,
    plain,
    plain_number,
    residues,
    subtraction,
)
from farstar.games._wording import count, number, numbers
from farstar.rules import (
    NUMBERS,
    Explanation,
    Field,
    ImpartialRuleset,
    Move,
    Path,
    Position,
    Reason,
    Step,
    TextPart,
    diagrams,
)
from farstar.theory import restricted, serial_nim
from farstar.theory.multipliers import (
    Multipliers,
    MultipliersLike,
    as_multipliers,
    unrestricted,
)

__all__ = ["SerialNim"]

Row = tuple[int, ...]

_LETTERS = "abcdefgh"
"""Names of the heaps in rules as text."""


class SerialNimRules(ImpartialRuleset):
    """The rules of Serial Nim; a state is the tuple of heaps.

    Parameters
    ----------
    takes : Multipliers
        How many counters a move may take.
    """

    name: ClassVar[str] = "SerialNim"
    title: ClassVar[str] = "Serial Nim"
    how_to_play: ClassVar[str] = (
        "The heaps form a row, and a player takes counters from the first heap that is not empty. "
        "A player who cannot move loses."
    )
    form: ClassVar[str] = "heaps,..., optionally followed by ; k=2, odd or {1,4}"
    template: ClassVar[str] = "SerialNim({heaps})"
    fields: ClassVar[Mapping[str, Field]] = {"heaps": Field("Heaps", "4,1,3,2", NUMBERS)}
    starts: ClassVar[Mapping[str, str]] = {"SerialNim(4,1,3,2)": "N", "SerialNim(2,2,3,1)": "N"}
    theory: ClassVar[str] = (
        "The first heap larger than 1 decides who wins if any number may be taken; Grundy values "
        "are known for all rows."
    )

    def __init__(self, takes: Multipliers = unrestricted) -> None:
        self.takes = takes

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with these heaps and, optionally, takes."""
        heaps, rest = TextPart(text).before_semicolon("a set of takes such as k=2, odd or {1,4}")
        takes = None if rest is None else rest.placed(lambda: SerialNim(takes=rest.text).takes)
        numbers = heaps.integers()
        return heaps.placed(lambda: SerialNim(*numbers, takes=takes))

    def diagram(self, position: Row) -> diagrams.Heaps:
        """Return the heaps, of which only the first may be touched."""
        return diagrams.Heaps(position, only_first=True)

    def check(self, position: Any) -> Row:
        """Return the row if every heap is a positive integer."""
        return integers(position, 1, "each heap")

    def plain_rules(self, position: Row) -> Mapping[str, Any] | None:
        """Return the row as one heap of eight numbers, the moves as arithmetic."""
        empty = len(_LETTERS) - len(position)
        rules = []
        for i, letter in enumerate(_LETTERS):
            way = membership(self.takes, f"({letter}-k)")
            if empty < 0 or way is None:
                return None
            after = ["0"] * i + ["k", *_LETTERS[i + 1 :]]
            conditions = [f"{'+'.join(_LETTERS[:i])} == 0"] * (i > 0) + [way] * (way != "")
            test = f" if {' and '.join(conditions)}" if conditions else ""
            rules.append(
                f"{', '.join(_LETTERS)} -> ({', '.join(after)}) for k in range({letter}){test}"
            )
        heaps = [[*(0 for _ in range(empty)), *position]] if position else []
        return {"heaps": heaps, "left": rules, "right": rules}

    def legal(self, row: Row) -> Multipliers:
        """Return how many counters may be taken, as a description."""
        return self.takes.within(row[0] if row else 0)

    def take(self, row: Row, counters: int) -> Row:
        """Return the row after a move."""
        left = row[0] - counters
        return (left, *row[1:]) if left else row[1:]

    def moves(self, position: Row) -> Iterable[Step]:
        """Return the legal moves, the smallest take first."""
        return self.after_each(position, self.legal(position))

    def after_each(self, row: Row, takes: Multipliers) -> list[Step]:
        """Return these moves, unless there are too many."""
        bits = 64 * len(row) + (row[0].bit_length() if row else 0)
        return [Step(self.take(row, m), ((0, row[0] - m + 1),)) for m in listed(takes, bits)]

    def closed_grundy(self, position: Row) -> int:
        """Return the Grundy value by theory."""
        if self.takes.is_unrestricted:
            return serial_nim.grundy(position)
        if self.takes.kind == "all":
            return serial_nim.sequential_grundy(position, limit=self.takes.limit)
        return restricted.grundy(*grossman_pair(position), self.takes)

    def closed_moves_to(self, position: Row, grundy: int) -> list[Step]:
        """Return by theory the moves to rows with this Grundy value."""
        if self.takes.kind == "all":
            only = serial_nim.take_to_grundy(position, grundy, limit=self.takes.limit)
            chosen = Multipliers.of(() if only is None else (only,))
        else:
            pair = grossman_pair(position)
            chosen = restricted.multipliers_to_grundy(*pair, grundy, self.takes)
        return self.after_each(position, chosen)

    def closed_outcome(self, position: Row) -> Outcome:
        """Return the outcome by theory."""
        return self._outcome(position, misere=False)

    def closed_misere_outcome(self, position: Row) -> Outcome:
        """Return the misère outcome by theory."""
        return self._outcome(position, misere=True)

    def _outcome(self, row: Row, *, misere: bool) -> Outcome:
        if self.takes.kind == "all":
            won = serial_nim.wins(row, limit=self.takes.limit, misere=misere)
        else:
            won = restricted.wins(*grossman_pair(row), self.takes, misere=misere)
        return Outcome.N if won else Outcome.P

    def winning_takes(self, row: Row, *, misere: bool) -> Multipliers:
        """Return by theory how many counters may be taken to win."""
        if self.takes.kind != "all":
            return restricted.winning_multipliers(*grossman_pair(row), self.takes, misere=misere)
        only = serial_nim.winning_take(row, limit=self.takes.limit, misere=misere)
        return Multipliers.of(() if only is None else (only,))

    def text(self, position: Row) -> str:
        """Return the heaps and, after a semicolon, the takes unless all are allowed."""
        heaps = ",".join(map(to_text, position))
        return heaps if self.takes.is_unrestricted else f"{heaps}; {self.takes}"

    def label(self, player: Player, before: Row, after: Row, path: Path = ()) -> str:
        """Return a move as ``(3,1,2) -> (1,1,2)``."""
        rows = (f"({','.join(map(to_text, row))})" for row in (before, after))
        return MarkedText(f"`{' -> '.join(rows)}`")


class SerialNim(Position, rules=SerialNimRules):
    """A row of heaps of which only the first may be reduced.

    Parameters
    ----------
    *heaps : int
        The heaps, each at least 1, leftmost first.
    takes : optional
        How many counters a move may take: None for any number, a set of positive integers,
        ``up_to(k)``, ``odd``, a function that says which, or text such as ``"k=2"``.

    Raises
    ------
    IllegalPositionError
        If a heap is not a positive integer, or no take is allowed.

    Examples
    --------
    >>> g = fs.SerialNim(4, 1, 2)
    >>> g.grundy, str(g.outcome), [move.text for move in g.winning_moves()]
    (4, 'N', ['(4,1,2) -> (1,2)'])
    >>> fs.SerialNim(7, takes={1, 3, 4}).grundy
    0
    """

    __slots__ = ()

    def __init__(self, *heaps: int, takes: MultipliersLike = None) -> None:
        super().__init__(shared_rules(SerialNimRules, as_multipliers(takes, "take")), heaps)

    @property
    def _rules(self) -> SerialNimRules:
        rules = self._ruleset
        assert isinstance(rules, SerialNimRules)
        return rules

    @property
    def heaps(self) -> Row:
        """The heaps, leftmost first."""
        row: Row = self._state
        return row

    @property
    def takes(self) -> Multipliers:
        """How many counters a move may take."""
        return self._rules.takes

    @property
    def index(self) -> int:
        """The largest i with a0 = ... = a(i-1) <= ai; its parity gives the Grundy value.

        Examples
        --------
        >>> fs.SerialNim(2, 2, 3, 1).index
        2
        """
        return serial_nim.index(self.heaps)

    @property
    def grossman_pair(self) -> tuple[int, int]:
        """The position of Grossman's game that has the same moves throughout.

        Examples
        --------
        >>> fs.SerialNim(4, 1).grossman_pair
        (2, 9)
        """
        return grossman_pair(self.heaps)

    @property
    def length(self) -> int:
        """How many moves the game lasts when the winner plays to win, takes being up to k.

        Examples
        --------
        >>> fs.SerialNim(4, 1, 1, 1).length, fs.SerialNim(7, takes=fs.up_to(2)).length
        (5, 5)
        """
        if self.takes.kind == "all":
            return serial_nim.length(self.heaps, limit=self.takes.limit)
        raise IllegalPositionError(
            f"expected any take, or those up to k, for a length of play, got {self.takes}"
        )

    def winning_takes(self, *, misere: bool = False) -> Multipliers:
        """Return how many counters may be taken to win, as a description.

        Examples
        --------
        >>> fs.SerialNim(4, 2).winning_takes()
        Multipliers.parse('{3}')
        """
        return self._rules.winning_takes(self.heaps, misere=misere)

    def winning_moves(
        self, player: Player | str | None = None, *, misere: bool = False
    ) -> tuple[Move, ...]:
        """Return every winning move, the smallest take first; nothing is searched."""
        who = self._player(player)
        rules = self._rules
        steps = rules.after_each(self.heaps, self.winning_takes(misere=misere))
        return tuple(self._move(who, step) for step in steps)

    def explain(self) -> Explanation:
        """Explain who wins, and why: heap by heap, and the winning move.

        Examples
        --------
        >>> why = fs.SerialNim(1, 3, 2).explain()
        >>> why.title
        'SerialNim(1,3,2): the player who moved last wins'
        >>> why.steps[1].text
        'The index I is 1; the Grundy value is a0 - (I mod 2) = 1 - 1 = 0.'
        """
        verdict = "the player to move wins" if self.grundy else "the player who moved last wins"
        title = f"`SerialNim({numbers(self.heaps)})`: {verdict}".replace(", ", ",")
        if not self.heaps:
            return Explanation(title, (Reason("The end", "There is no heap left."),))
        return Explanation(title, (self._reason(), self._grundy_step(), self._move_step()))

    def _reason(self) -> Reason:
        if self.takes.is_unrestricted:
            return first_choice(self.heaps)
        if self.takes.is_odd:
            return parity(self.heaps)
        if self.takes.limit is not None:
            return residues(self.heaps, self.takes.limit)
        return subtraction(self.heaps, self.takes)

    def _grundy_step(self) -> Reason:
        value = self.grundy
        text = f"Folding the heaps from the last to the first gives {number(value)}."
        if self.takes.is_unrestricted:
            place = self.index
            text = (
                f"The index I is {place}; the Grundy value is `a0 - (I mod 2) = "
                f"{number(self.heaps[0])} - {place % 2} = {number(value)}`."
            )
        return Reason("Grundy value", text, (), {"grundy": plain_number(value)})

    def _move_step(self) -> Reason:
        winning = self.winning_takes()
        first = least(winning)
        if first is None:
            return Reason("No winning move", "The opponent has an answer to every take.")
        after = self._rules.take(self.heaps, first)
        text = f"Take {count(first, 'counter')}, which leaves the heaps {numbers(after) or 'none'}."
        if not is_single(winning):
            text += f" The winning takes are {winning}."
        return Reason("Winning move", text, (), {"takes": str(winning), "after": plain(after)})

    def __repr__(self) -> str:
        parts = [to_text(heap) for heap in self.heaps]
        if not self.takes.is_unrestricted:
            name = str(self.takes)
            parts.append(f"takes={name if self.takes.kind == 'test' else repr(name)}")
        return f"SerialNim({', '.join(parts)})"
