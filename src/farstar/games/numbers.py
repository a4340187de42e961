"""The common base of the games whose states are tuples of integers, and sets of numbers in them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import islice
from typing import Any, ClassVar, TypeVar

from farstar._arguments import shown
from farstar._digits import to_text
from farstar._outcome import Player
from farstar.errors import BudgetExceeded
from farstar.formulas import MarkedText
from farstar.games.wording import number
from farstar.impartial.number_sets import Multipliers
from farstar.rules import Path, Position, Ruleset, TextPart

MOST_LISTED = 1_000_000
"""If there are more moves than this, they are not listed."""

_BITS_FREE = 1024
_MOST_SHARED = 64
_MOST_WRITTEN = 999

R = TypeVar("R", bound=Ruleset)


class NumberRules(Ruleset):
    """The rules of a game whose state is a tuple of integers."""

    count: ClassVar[int | None] = None
    """How many numbers there are; None for any number of them."""

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with these numbers."""
        part = TextPart(text)
        numbers = cls.numbers(part)
        return part.placed(lambda: cls()(numbers))

    @classmethod
    def numbers(cls, part: TextPart) -> tuple[int, ...]:
        """Return the numbers in a part of a text."""
        return part.integers() if cls.count is None else part.exactly(cls.count)

    def text(self, position: tuple[int, ...]) -> str:
        """Return the numbers with commas between them."""
        return ",".join(map(to_text, position))

    def label(
        self, player: Player, before: tuple[int, ...], after: tuple[int, ...], path: Path = ()
    ) -> str:
        """Return a move as ``(3,5) -> (3,1,2)``."""
        states = (f"({','.join(map(to_text, state))})" for state in (before, after))
        return MarkedText(f"`{' -> '.join(states)}`")


def check_listable(heap: int, what: str = "heaps") -> None:
    """Refuse to list the moves of a heap that has too many."""
    if heap > MOST_LISTED:
        raise BudgetExceeded(
            f"expected {what} of at most {MOST_LISTED} to list their moves, got {shown(heap)}"
        )


# Sets of numbers: rules that are shared, lists of moves, and sets as arithmetic.

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


def list_members(members: Multipliers, bits: int = 0) -> list[int]:
    """Return the members of a finite set in order, or refuse a list that is too long to keep.

    It is shorter if the numbers of each position have many bits.
    """
    most = MOST_LISTED // (1 + bits // _BITS_FREE)
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
