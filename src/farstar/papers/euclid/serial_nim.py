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

from collections.abc import Mapping
from typing import Any, ClassVar

from farstar._arguments import integers
from farstar._digits import to_text
from farstar._outcome import Outcome, Player
from farstar.errors import IllegalPositionError
from farstar.games.numbers import (
    NumberRules,
    is_single,
    least,
    list_members,
    membership,
    shared_rules,
    single,
)
from farstar.games.wording import count, number, numbers
from farstar.impartial.number_sets import Multipliers, MultipliersLike, as_multipliers, unrestricted
from farstar.papers.euclid.explanations import (
    first_choice,
    grossman_pair,
    parity,
    plain,
    plain_number,
    residues,
    subtraction,
)
from farstar.papers.euclid.theory import restricted, serial_nim
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

__all__ = ["SerialNim"]


CHOICES = {
    "": "any",
    "; k=1": "1 alone",
    "; k=2": "1 and 2",
    "; k=3": "1 to 3",
    "; k=4": "1 to 4",
    "; k=5": "1 to 5",
    "; odd": "odd ones",
}
"""Sets of multipliers to choose from, as they are written and as people read them."""


class MultiplierRules(NumberRules, ImpartialRuleset):
    """The rules of a game with a set of multipliers, which says what moves are allowed."""

    noun: ClassVar[str] = "multiplier"
    """What a member of the set is called."""

    def __init__(self, multipliers: Multipliers = unrestricted) -> None:
        self.multipliers = multipliers

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with these numbers and, optionally, a set."""
        wanted = f"a set of {cls.noun}s such as k=2, odd or {{1,4}}"
        part, rest = TextPart(text).before_semicolon(wanted)
        allowed = unrestricted
        if rest is not None:
            given = rest
            allowed = given.placed(lambda: as_multipliers(given.text, cls.noun))
        numbers = cls.numbers(part)
        return part.placed(lambda: shared_rules(cls, allowed)(numbers))

    def text(self, position: tuple[int, ...]) -> str:
        """Return the numbers and, after a semicolon, the set unless everything is allowed."""
        numbers = super().text(position)
        return numbers if self.multipliers.is_unrestricted else f"{numbers}; {self.multipliers}"

    def legal(self, position: Any) -> Multipliers:
        """Return the multipliers that are legal in a position, as a description."""
        raise NotImplementedError

    def after(self, position: Any, multiplier: int) -> tuple[int, ...]:
        """Return the state after a move."""
        raise NotImplementedError

    def path(self, position: Any, multiplier: int) -> Path:
        """Return the places that a move touches."""
        return ((multiplier,),)

    def moves(self, position: Any) -> list[Step]:
        """Return the legal moves, the least multiplier first."""
        return self.after_each(position, self.legal(position))

    def after_each(self, position: Any, multipliers: Multipliers) -> list[Step]:
        """Return these moves, unless there are too many."""
        bits = 64 * (len(position) - 2) + max(position, default=0).bit_length()
        chosen = list_members(multipliers, max(bits, 0))
        return [Step(self.after(position, m), self.path(position, m)) for m in chosen]

    def grossman_pair(self, position: Any) -> tuple[int, int]:
        """Return the position of Grossman's game that has the same moves throughout."""
        raise NotImplementedError

    def closed_grundy(self, position: Any) -> int:
        """Return the Grundy value by theory."""
        return restricted.grundy(*self.grossman_pair(position), self.multipliers)

    def to_grundy(self, position: Any, grundy: int) -> Multipliers:
        """Return by theory the multipliers that lead to this Grundy value."""
        pair = self.grossman_pair(position)
        return restricted.multipliers_to_grundy(*pair, grundy, self.multipliers)

    def closed_moves_to(self, position: Any, grundy: int) -> list[Step]:
        """Return by theory the moves to positions with this Grundy value."""
        return self.after_each(position, self.to_grundy(position, grundy))

    def closed_outcome(self, position: Any) -> Outcome:
        """Return the outcome by theory."""
        return Outcome.N if self.wins(position, misere=False) else Outcome.P

    def closed_misere_outcome(self, position: Any) -> Outcome:
        """Return the misère outcome by theory."""
        return Outcome.N if self.wins(position, misere=True) else Outcome.P

    def wins(self, position: Any, *, misere: bool) -> bool:
        """Return by theory whether the player to move wins."""
        return restricted.wins(*self.grossman_pair(position), self.multipliers, misere=misere)

    def winning_multipliers(self, position: Any, *, misere: bool) -> Multipliers:
        """Return by theory the multipliers that win."""
        pair = self.grossman_pair(position)
        return restricted.winning_multipliers(*pair, self.multipliers, misere=misere)


class MultiplierPosition(Position):
    """A position of such a game."""

    __slots__ = ()
    _ruleset: MultiplierRules
    _state: tuple[int, ...]

    @property
    def grossman_pair(self) -> tuple[int, int]:
        """The position of Grossman's game that has the same moves throughout.

        Examples
        --------
        >>> fs.Euclid(3, 7).grossman_pair, fs.SerialNim(4, 1).grossman_pair
        ((4, 9), (2, 9))
        """
        return self._ruleset.grossman_pair(self._state)

    def winning_moves(
        self, player: Player | str | None = None, *, misere: bool = False
    ) -> tuple[Move, ...]:
        """Return every winning move, the least multiplier first; nothing is searched."""
        who, rules = self._player(player), self._ruleset
        winning = rules.winning_multipliers(self._state, misere=misere)
        return tuple(self._move(who, step) for step in rules.after_each(self._state, winning))

    def __repr__(self) -> str:
        parts, allowed = [to_text(number) for number in self._state], self._ruleset.multipliers
        if not allowed.is_unrestricted:
            # A test has no text of its own; its name evaluates where the function is in scope.
            name = str(allowed) if allowed.kind == "test" else repr(str(allowed))
            parts.append(f"{self._ruleset.noun}s={name}")
        return f"{type(self).__name__}({', '.join(parts)})"


Row = tuple[int, ...]

_LETTERS = "abcdefgh"
"""Names of the heaps in rules as text."""


class SerialNimRules(MultiplierRules):
    """The rules of Serial Nim; a state is the tuple of heaps."""

    noun = "take"
    name = "SerialNim"
    title = "Serial Nim"
    how_to_play = (
        "The heaps form a row, and a player takes counters from the first heap that is not empty. "
        "A player who cannot move loses."
    )
    form = "heaps,..., optionally followed by ; k=2, odd or {1,4}"
    template = "SerialNim({heaps})"
    fields = {"heaps": Field("Heaps", "4,1,3,2", NUMBERS)}
    starts = {"SerialNim(4,1,3,2)": "N", "SerialNim(2,2,3,1)": "N"}
    theory = (
        "The first heap larger than 1 decides who wins if any number may be taken; Grundy values "
        "are known for all rows."
    )

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
            way = membership(self.multipliers, f"({letter}-k)")
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
        return self.multipliers.within(row[0] if row else 0)

    def after(self, row: Row, counters: int) -> Row:
        """Return the row after a move."""
        left = row[0] - counters
        return (left, *row[1:]) if left else row[1:]

    def path(self, row: Row, counters: int) -> Path:
        """Return the lowest counter that is taken."""
        return ((0, row[0] - counters + 1),)

    def grossman_pair(self, row: Row) -> tuple[int, int]:
        """Return the position of Grossman's game that has the same moves throughout."""
        return grossman_pair(row)

    def closed_grundy(self, position: Row) -> int:
        """Return the Grundy value by theory."""
        if self.multipliers.is_unrestricted:
            return serial_nim.grundy(position)
        if self.multipliers.kind == "all":
            return serial_nim.sequential_grundy(position, limit=self.multipliers.limit)
        return super().closed_grundy(position)

    def to_grundy(self, position: Row, grundy: int) -> Multipliers:
        """Return by theory the takes that lead to this Grundy value."""
        if self.multipliers.kind != "all":
            return super().to_grundy(position, grundy)
        return single(serial_nim.take_to_grundy(position, grundy, limit=self.multipliers.limit))

    def wins(self, position: Row, *, misere: bool) -> bool:
        """Return by theory whether the player to move wins."""
        if self.multipliers.kind != "all":
            return super().wins(position, misere=misere)
        return serial_nim.wins(position, limit=self.multipliers.limit, misere=misere)

    def winning_multipliers(self, position: Row, *, misere: bool) -> Multipliers:
        """Return by theory how many counters may be taken to win."""
        if self.multipliers.kind != "all":
            return super().winning_multipliers(position, misere=misere)
        limit = self.multipliers.limit
        return single(serial_nim.winning_take(position, limit=limit, misere=misere))


class SerialNim(MultiplierPosition, rules=SerialNimRules):
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
    def heaps(self) -> Row:
        """The heaps, leftmost first."""
        return self._state

    @property
    def takes(self) -> Multipliers:
        """How many counters a move may take."""
        return self._ruleset.multipliers

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
        return self._ruleset.winning_multipliers(self.heaps, misere=misere)

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
        after = self._ruleset.after(self.heaps, first)
        text = f"Take {count(first, 'counter')}, which leaves the heaps {numbers(after) or 'none'}."
        if not is_single(winning):
            text += f" The winning takes are {winning}."
        return Reason("Winning move", text, (), {"takes": str(winning), "after": plain(after)})
