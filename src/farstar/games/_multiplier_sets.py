"""Sets of multipliers or takes: their members if there are few, and their rules."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import islice
from typing import Any, TypeVar

from farstar.errors import BudgetExceeded
from farstar.games._wording import number
from farstar.rules import Ruleset
from farstar.theory.multipliers import Multipliers

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
    """Return the members of a finite set in order, unless there are too many.

    Parameters
    ----------
    members : Multipliers
        A set with a greatest member.
    bits : int
        How many bits the numbers of each position will have; large ones are listed less far.

    Raises
    ------
    BudgetExceeded
        If the list would be too long to keep.
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
