"""The search in the native core: it searches the sums whose numbers fit into machine words."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from farstar._outcome import Left, Player
from farstar.engine import bounds
from farstar.sums._numbers import UNBOUNDED
from farstar.sums._summands import UNIT_BITS, WEIGHT_UNITS, Constant, Node, Summand

_MOST_GAMES = 60_000
_MOST_PARTS = 128
_MOST_UPS = 2**30
_MOST_STAR = 2**10
_MOST_NUMBER = 2 ** (22 + UNIT_BITS)
_FAR = 2**38
"""Ups that stand for no bound: more than those of so many parts."""

_TURNS = 500, 16_000
"""The fewest and the most sums that are searched in each reading before the budget is checked."""
_TWO_THREADS = 4_000
"""Turns from here on use two threads."""

_ANY = 2**63 - 1
"""A number of bytes that means no bound."""

_UNFIT = -2


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
            and all(self._make_known(part) for part in node.parts)
        )

    def is_narrow(self, part: Summand) -> bool:
        """Return whether the bounds on a part hardly differ, so that it need not be moved in."""
        return self._make_known(part) and self._search.is_narrow(self._numbers[part])

    def wins(self, node: Node, player: Player, limit: int) -> bool | None:
        """Return whether `player` wins by moving first; None after about `limit` sums.

        With a limit of 0, only the bounds are asked. A search with a budget of nodes uses one
        thread, so that it always ends after the same number of them.
        """
        parts = [self._numbers[part] for part in node.parts]
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

    def _make_known(self, root: Summand) -> bool:
        """Assign numbers to a game and its followers; return whether they all fit the core."""
        numbers = self._numbers
        waiting = [root]
        while waiting:
            part = waiting[-1]
            if part in numbers:
                waiting.pop()
                continue
            if len(numbers) > _MOST_GAMES:
                numbers[part] = _UNFIT
                continue
            ahead = [
                after.part
                for after in itertools.chain(*part.after_moves)
                if after.part is not None and after.part not in numbers
            ]
            if ahead:
                waiting += ahead
            else:
                numbers[part] = self._number(part)
        return numbers[root] != _UNFIT

    def _number(self, part: Summand) -> int:
        moves: list[list[Any]] = [[], []]
        for side, listed in zip(part.after_moves, moves, strict=True):
            for after, constant in side:
                number = -1 if after is None else self._numbers[after]
                if number == _UNFIT or not _is_small(constant):
                    return _UNFIT
                listed.append((number, *constant))
        number = self._add_hot(part, *moves) if part.is_hot else self._add(part, *moves)
        if number != _UNFIT and part.opposite is not None:
            its_number = number if part.opposite is part else self._numbers.get(part.opposite)
            if its_number is not None and its_number != _UNFIT:
                self._search.set_opposite(number, its_number)
        return number

    def _add(self, part: Summand, *moves: list[Any]) -> int:
        limits = [*part.sorted_bounds, *part.weight_walls]
        if min(limits) >= -_MOST_UPS and max(limits) <= _MOST_UPS:
            return int(self._search.add(limits, *moves))
        if any(_MOST_UPS < abs(n) < UNBOUNDED // 2 for n in part.sorted_bounds):
            return _UNFIT
        far = [_FAR] * 8 + [_FAR * WEIGHT_UNITS] * 4
        least = [max(-most, min(most, n)) for n, most in zip(limits, far, strict=True)]
        return int(self._search.add(least, *moves))

    def _add_hot(self, part: Summand, *moves: list[Any]) -> int:
        for mast, corners, _ in part.walls:
            if not all(isinstance(n, int) and abs(n) <= _MOST_NUMBER for n in (mast, *corners)):
                return _UNFIT
        return int(self._search.add_hot(*part.walls, *moves))


def _is_small(constant: Constant) -> bool:
    """Return whether the core can take a constant."""
    number, up, star = constant
    return (
        isinstance(number, int)
        and abs(number) <= _MOST_NUMBER
        and abs(up) <= _MOST_UPS
        and star <= _MOST_STAR
    )
