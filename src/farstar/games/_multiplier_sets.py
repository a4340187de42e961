"""Games in which the moves come from a set of multipliers, or of takes.

They are rows of Serial Nim: a move with multiplier ``m`` takes ``m`` counters from the first heap.
So every position has a *Grossman pair*, a position of Grossman's game with the same game tree,
and the closed forms for restricted multipliers are about that pair.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import islice
from typing import Any, ClassVar, TypeVar

from farstar._digits import to_text
from farstar._outcome import Outcome, Player
from farstar.errors import BudgetExceeded
from farstar.games._numbers import NumberRules
from farstar.games._wording import number
from farstar.rules import ImpartialRuleset, Move, Path, Position, Ruleset, Step, TextPart
from farstar.theory import restricted
from farstar.theory.multipliers import Multipliers, as_multipliers, unrestricted

_MOST_LISTED = 1_000_000
_BITS_FREE = 1024
_MOST_SHARED = 64
_MOST_WRITTEN = 999

R = TypeVar("R", bound=Ruleset)

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

_shared: OrderedDict[Hashable, Any] = OrderedDict()


def shared_rules(make: Callable[[Multipliers], R], members: Multipliers) -> R:
    """Return the rules for a set: the same object each time, as long as few sets are in use."""
    if members.kind == "test":
        # A test need not be hashable, and it would be kept alive.
        return make(members)
    key = (make, members)
    rules: R | None = _shared.get(key)
    if rules is None:
        rules = _shared[key] = make(members)
        if len(_shared) > _MOST_SHARED:
            _shared.popitem(last=False)
    return rules


def listed(members: Multipliers, bits: int = 0) -> list[int]:
    """Return the members of a finite set in order, or refuse a list that is too long to keep.

    It is shorter if the numbers of each position have many bits.
    """
    most = _MOST_LISTED // (1 + bits // _BITS_FREE)
    bound = at_most(members)
    # Few numbers may pass a test, but every number would have to be tried.
    if bound > most:
        raise BudgetExceeded(
            f"expected at most {most} moves to list, got {number(bound)}: "
            "ask for winning moves instead"
        )
    return list(members)


def membership(members: Multipliers, number: str) -> str | None:
    """Return arithmetic that says that a number, itself arithmetic, belongs; None if there is none.

    Every number belongs if the text is empty.
    """
    if members.kind == "test" or max(members.most or 0, *members.members, 0) > _MOST_WRITTEN:
        return None
    ways = [f"{number} == {member}" for member in members.members]
    for first, step in members.progressions:
        if max(first, step) > _MOST_WRITTEN:
            return None
        ways.append(f"{number} >= {first} and ({number}-{first}) % {step} == 0")
    if members.kind == "odd":
        ways.append(f"{number} % 2 == 1")
    conditions = [f"({' or '.join(ways)})"] if ways else []
    if members.most is not None:
        conditions.append(f"{number} <= {members.most}")
    return " and ".join(conditions)


def at_most(members: Multipliers) -> int:
    """Return the number of members of a finite set, or an upper bound if there is a test."""
    if members.kind == "set" or members.most is None:
        return len(members.members)
    return (members.most + 1) // 2 if members.kind == "odd" else members.most


def least(members: Multipliers) -> int | None:
    """Return the least member of a finite set, or None if it is empty."""
    return next(iter(members), None)


def is_single(members: Multipliers) -> bool:
    """Return whether a finite set has exactly one member."""
    return len(list(islice(iter(members), 2))) == 1


def single(member: int | None) -> Multipliers:
    """Return the set of one number, or the empty set for None."""
    return Multipliers.of(() if member is None else (member,))


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
        chosen = listed(multipliers, max(bits, 0))
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
