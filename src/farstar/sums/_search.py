"""Searching a sum, in Python or in the native core, and adding some of its components.

The core searches the sums whose numbers fit into machine words. The plain search is for engines
without one, and serves as a check. The bounds on the sum of two components are usually much closer
than the sum of their bounds; so components with wide bounds are added first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from farstar._outcome import Left, Player
from farstar.engine import Handle, bounds, budget, is_out_of_time
from farstar.errors import BudgetExceeded
from farstar.sums._summands import (
    UNIT_BITS,
    Constant,
    Node,
    Summand,
    Summands,
    judge_by_bounds,
    ups_options,
)

_ENTRY_BYTES = 400
"""The bytes of a cached sum: its parts, its constant and its entry in the table."""


class Search:
    """Tries all moves of a sum, unless the bounds tell who wins, and caches all results."""

    def __init__(self, summands: Summands, charge: Callable[[int], None]) -> None:
        self.summands = summands
        self.charge = charge
        self.nodes = 0
        self._known: dict[tuple[Node, Player], bool] = {}

    @property
    def bytes(self) -> int:
        """The approximate number of bytes of the cache."""
        return _ENTRY_BYTES * len(self._known)

    def wins(self, root: Node, player: Player, limit: int) -> bool | None:
        """Return whether `player` wins by moving first; None after `limit` sums."""
        limit += self.nodes
        stack: list[tuple[Node, Player, Iterator[Node]]] = []
        wins = self._look(root, player)
        move, mover = root, player
        while stack or wins is None:
            if wins is None:
                if self.nodes >= limit:
                    return None
                self.nodes += 1
                self.charge(1)
                stack.append((move, mover, self._moves(move, mover)))
            node, mover, moves = stack[-1]
            # A move wins if the opponent, who moves next, does not.
            after = None if wins is False else next(moves, None)
            if wins is False or after is None:
                wins = self._known[node, mover] = wins is False
                stack.pop()
            else:
                move, mover = after, -mover
                wins = self._look(move, mover)
        return wins

    def _look(self, node: Node, player: Player) -> bool | None:
        """Return the result from the cache or from the bounds."""
        wins = self._known.get((node, player))
        if wins is None:
            seen = judge_by_bounds(node)
            loses = seen.at_most_zero if player is Left else seen.at_least_zero
            wins = None if loses is None else not loses
        return wins

    def _moves(self, node: Node, player: Player) -> Iterator[Node]:
        """Return the sums after each move, those in the hottest components first."""
        places = sorted(range(len(node.parts)), key=lambda place: -node.parts[place].spread)
        for place in places:
            part = node.parts[place]
            for option in part.after_moves[player is not Left]:
                yield self.summands.after(node, place, option)
        # Nobody needs to move in a number, and the moves in *n are those to smaller nimbers.
        value, up, star = node.constant
        sign = 1 if player is Left else -1
        shifts = ups_options(sign * up, star) if up else [(0, smaller) for smaller in range(star)]
        for n, m in shifts:
            yield Node(node.parts, Constant(value, sign * n, m))


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
        """Return the number of a game in the core; a new game is added with its followers."""
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


_COUNTED = 5_000
"""Followers are counted up to here."""

_FAILURES = 1
"""A round ends after this many pairs that were too expensive."""


class Merger:
    """Adds parts of sums; an expensive pair is tried again only with a larger budget.

    Parts that are narrow are not added to others as long as two are left that are not.
    """

    def __init__(self, summands: Summands, is_narrow: Callable[[Handle], bool]) -> None:
        self.summands = summands
        self.is_narrow = is_narrow
        self._sizes: dict[Handle, int] = {}
        self._refused: dict[tuple[Handle, Handle], int] = {}

    def merged(self, node: Node, steps: int) -> Node:
        """Return the same sum in fewer parts.

        Two parts are added if that takes the engine at most `steps` steps.
        """
        values = [part.handle for part in node.parts]
        failures = 0
        while failures < _FAILURES:
            wide = [g for g in values if not self.is_narrow(g)]
            pair = self._smallest(wide if len(wide) > 1 else values, steps)
            if pair is None:
                break
            total = self._add(*pair, steps)
            if total is None:
                failures += 1
            else:
                for g in pair:
                    values.remove(g)
                values.append(total)
        if len(values) == len(node.parts):
            return node
        return self.summands.node([*values, self.summands.handle(node)])

    def _smallest(self, values: list[Handle], steps: int) -> tuple[Handle, Handle] | None:
        """Return the two values with the fewest followers that were not refused as many steps."""
        pairs = [
            (g, h) for g, h in combinations(values, 2) if self._refused.get((g, h), -1) < steps
        ]
        sizes = [self.size(g) * self.size(h) for g, h in pairs]
        return pairs[sizes.index(min(sizes))] if pairs else None

    def _add(self, g: Handle, h: Handle, steps: int) -> Handle | None:
        engine = self.summands.engine
        try:
            with budget(nodes=steps):
                return engine.add(g, h)
        except BudgetExceeded:
            refuse_if_out_of_time()
            self._refused[g, h] = self._refused[h, g] = steps
            return None

    def size(self, g: Handle) -> int:
        """Return the number of followers, or `_COUNTED` if there are more."""
        count = self._sizes.get(g)
        if count is None:
            engine = self.summands.engine
            seen, waiting = {g}, [g]
            while waiting and len(seen) < _COUNTED:
                h = waiting.pop()
                if engine.as_compact(h) is None:
                    left, right = engine.options(h)
                    for option in (*left, *right):
                        if option not in seen:
                            seen.add(option)
                            waiting.append(option)
            count = self._sizes[g] = min(len(seen), _COUNTED)
        return count


def refuse_if_out_of_time() -> None:
    """Raise `BudgetExceeded` if it was the user's own budget that ran out."""
    if is_out_of_time():
        raise BudgetExceeded("the sum ran out of time")
