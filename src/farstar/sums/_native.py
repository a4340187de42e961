"""The same search in the native core, for sums of all-small games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from farstar._outcome import Left, Player
from farstar.sums._summands import AfterMove, Node, Summand

_MOST_GAMES = 20_000
_MOST_PARTS = 128
_MOST_UPS = 2**40
_MOST_STAR = 2**10
_CHUNK = 50_000
"""Sums that are searched before the budget is checked again."""

_ANY = 2**63 - 1
"""A number of bytes that means no bound."""

_UNFIT = -2


class NativeSearch:
    """Decides sums of all-small games with few followers, and returns None for others.

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
        value, up, star = node.constant
        if value or abs(up) > _MOST_UPS or star > _MOST_STAR or len(node.parts) > _MOST_PARTS:
            return False
        return all(self._make_known(part) for part in node.parts)

    def wins(self, node: Node, player: Player, limit: int) -> bool | None:
        """Return whether `player` wins by moving first; None after `limit` sums."""
        parts = [self._numbers[part] for part in node.parts]
        _, up, star = node.constant
        while limit > 0:
            before = self.nodes
            room = self._room()
            most = _ANY if room is None else max(0, self.bytes + room)
            answer = self._search.wins(parts, up, star, player is Left, min(limit, _CHUNK), most)
            spent = self.nodes - before
            self._charge(spent)
            if answer >= 0:
                return bool(answer)
            limit -= max(spent, 1)
        return None

    def _make_known(self, root: Summand) -> bool:
        """Assign numbers to a game and its followers; return whether they all fit the core."""
        numbers = self._numbers
        waiting = [root]
        while waiting:
            part = waiting[-1]
            if part in numbers:
                waiting.pop()
                continue
            if part.is_hot or len(numbers) > _MOST_GAMES:
                numbers[part] = _UNFIT
                continue
            ahead = [
                after.part
                for after in (*part.left, *part.right)
                if after.part is not None and after.part not in numbers
            ]
            if ahead:
                waiting += ahead
            else:
                numbers[part] = self._number(part)
        return numbers[root] != _UNFIT

    def _number(self, part: Summand) -> int:
        moves = [[self._move(option) for option in side] for side in (part.left, part.right)]
        if None in moves[0] or None in moves[1] or max(map(abs, part.sorted_bounds)) > _MOST_UPS:
            return _UNFIT
        bounds = (*part.sorted_bounds, *part.weight_walls)
        number = int(self._search.add(bounds, *moves))
        if part.opposite is not None:
            its_number = number if part.opposite is part else self._numbers.get(part.opposite)
            if its_number is not None and its_number != _UNFIT:
                self._search.set_opposite(number, its_number)
        return number

    def _move(self, after: AfterMove) -> tuple[int, int, int] | None:
        value, up, star = after.constant
        if value or star > _MOST_STAR or abs(up) > _MOST_UPS:
            return None
        if after.part is None:
            return -1, up, star
        number = self._numbers[after.part]
        return None if number == _UNFIT else (number, up, star)
