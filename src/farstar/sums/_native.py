"""The search in the native core: it searches the sums whose numbers fit into machine words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from farstar._outcome import Left, Player
from farstar.engine import bounds
from farstar.sums._summands import UNIT_BITS, Constant, Node, Summand

_MOST_PARTS = 128
_MOST_UPS = 2**30
_MOST_STAR = 2**10
_MOST_NUMBER = 2 ** (22 + UNIT_BITS)

_TURNS = 500, 16_000
"""The fewest and the most sums that are searched in each reading before the budget is checked."""
_TWO_THREADS = 4_000
"""Turns from here on use two threads."""

_ANY = 2**63 - 1
"""A number of bytes that means no bound."""

_UNFIT = -2
"""The number of a game that does not fit the core."""


class NativeSearch:
    """Decides sums of games that fit the core.

    Parameters
    ----------
    search : farstar._core.SumSearch
        The search of the core.
    charge : callable
        Takes the number of sums searched; raises `BudgetExceeded` if there are too many.
    room : callable
        Returns how many more bytes may be used, None if there is no bound.
    """

    def __init__(
        self, search: Any, charge: Callable[[int], None], room: Callable[[], int | None]
    ) -> None:
        self._search = search
        self._charge = charge
        self._room = room
        self._numbers: dict[Summand, int] = {}

    @property
    def nodes(self) -> int:
        """The number of sums searched."""
        return int(self._search.nodes)

    @property
    def bytes(self) -> int:
        """The bytes used by the cache."""
        return int(self._search.bytes)

    def fits(self, node: Node) -> bool:
        """Return whether the core can search a sum, and pass its games to the core."""
        return (
            len(node.parts) <= _MOST_PARTS
            and _is_small(node.constant)
            and all(self._number(part) != _UNFIT for part in node.parts)
        )

    def is_narrow(self, part: Summand) -> bool:
        """Return whether the bounds on a part hardly differ, so that it need not be moved in."""
        number = self._number(part)
        return number != _UNFIT and bool(self._search.is_narrow(number))

    def refine(self) -> bool:
        """Find closer bounds on all games, once; return whether any have changed."""
        return bool(self._search.refine())

    def wins(self, node: Node, player: Player, limit: int) -> bool | None:
        """Return whether `player` wins by moving first; None after about `limit` sums.

        With a limit of 0, only the bounds are asked. A search with a budget of nodes uses one
        thread, so that it always ends after the same number of them.
        """
        parts = [self._number(part) for part in node.parts]
        question = (parts, *node.constant, player is Left)
        shortest, longest = _TURNS
        turn = min(limit, max(shortest, min(longest, limit // 6)))
        while True:
            before = self.nodes
            room = self._room()
            most = _ANY if room is None else max(0, self.bytes + room)
            threads = 2 if turn >= _TWO_THREADS and bounds()[1] is None else 1
            answer = self._search.wins(*question, turn, most, threads)
            spent = self.nodes - before
            self._charge(spent)
            if answer >= 0:
                return bool(answer)
            limit -= max(spent, 1)
            if limit <= 0:
                return None
            turn = min(limit, turn)

    def _number(self, part: Summand) -> int:
        """Return the number of a game in the core, which gets to know it and its followers."""
        number = self._numbers.get(part)
        if number is None:
            number = self._numbers[part] = int(self._search.load(part.handle))
        return number


def _is_small(constant: Constant) -> bool:
    """Return whether the core can take a constant."""
    number, up, star = constant
    return (
        isinstance(number, int)
        and abs(number) <= _MOST_NUMBER
        and abs(up) <= _MOST_UPS
        and star <= _MOST_STAR
    )
