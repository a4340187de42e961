"""The native search of who wins, in turns with the values of the boards.

A search needs no values of large boards, but the values of some boards are found sooner, such as
those of long strips that split into parts of few kinds. Nobody knows beforehand. So both take
turns, each time with more patience, and both remember what they have found out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from farstar._outcome import Left, Player, Right
from farstar.engine import Handle, budget, is_out_of_time, rulesets
from farstar.engine import state as engine_state
from farstar.errors import BudgetExceeded
from farstar.rules._move import Storage

T = TypeVar("T")

_FIRST_ROUND = 2000
"""How many steps of the engine the first turns may take."""
_GROWTH = 4


def native_wins(summands: Sequence[tuple[int, Any]], player: Player) -> bool:
    """Return whether `player` wins a sum of boards and values by moving first, by a search.

    A summand has a sign and a board or a handle, as for `farstar.engine.rulesets.wins`.
    """
    return rulesets.wins(summands, left_moves=player is Left)


def has_board(position: Storage) -> bool:
    """Return whether the native search knows the board of a position."""
    if engine_state.engine.name != "native":
        return False
    return position._ruleset.native_board(position._state) is not None


def handle_wins(g: Handle, player: Player) -> bool:
    """Return whether `player` wins a value by moving first."""
    engine = engine_state.engine
    zero = engine.compact(0, 0, 0, 0)
    return not (engine.geq(zero, g) if player is Left else engine.geq(g, zero))


def first_to_finish(*tasks: Callable[[], T]) -> T:
    """Return the result of the task that finishes first if they take turns on the engine.

    A turn is a number of steps, which grows from round to round; a task begins again with each
    turn. A task that does not fit into memory is given up, except for the last one.

    Examples
    --------
    >>> first_to_finish(lambda: "this", lambda: "that")
    'this'
    """
    waiting = list(tasks)
    steps = _FIRST_ROUND
    while True:
        for task in tuple(waiting):
            try:
                return _within(steps, task)
            except _OutOfTurn:
                pass
            except BudgetExceeded:
                if is_out_of_time() or engine_state.engine.nodes_left() == 0 or len(waiting) == 1:
                    raise
                waiting.remove(task)
        steps *= _GROWTH


def first_accepted(candidates: Iterable[T], accepts: Callable[[T], bool]) -> T:
    """Return a candidate that is accepted, where the tests of some take much longer than others.

    All are tested with little patience before any is tested with more. One must be accepted; so
    the last one that is left needs no test.

    Examples
    --------
    >>> first_accepted(range(10), lambda n: n * n > 50)
    8
    """
    waiting = list(candidates)
    steps = _FIRST_ROUND
    while True:
        for candidate in tuple(waiting):
            if len(waiting) == 1:
                return waiting[0]
            try:
                if _within(steps, partial(accepts, candidate)):
                    return candidate
            except _OutOfTurn:
                continue
            waiting.remove(candidate)
        steps *= _GROWTH


def bounds_of_board(position: Storage, most: int) -> tuple[int, int]:
    """Return integers that are at most and at least the value of a board, as close as is found.

    G >= n if Right loses G - n by moving first, which is often seen long before the outcome of G.
    All questions are asked with little patience before any is asked with more; none takes more than
    a few thousand steps, and one that does leaves its bound as it is.

    Parameters
    ----------
    position : Position
        A board for which `has_board` holds.
    most : int
        A bound on how many moves a player can make.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     assert bounds_of_board(fs.Domineering("2x5"), 10) == (0, 1)
    """
    board = position._ruleset.native_board(position._state)
    engine = engine_state.engine

    def is_at_least(sign: int, n: int, steps: int) -> bool:
        loser = Left if sign < 0 else Right
        summands = [(1, board), (1, engine.compact(-sign * n, 0, 0, 0))]
        try:
            return not _within(steps, partial(native_wins, summands, loser))
        except (_OutOfTurn, BudgetExceeded):
            return False

    def greatest(sign: int, low: int, high: int, steps: int) -> int:
        """Return the largest n from `low` to `high` that is found with sign * G >= n."""
        stride = 1  # small numbers are seen at once
        while low < high:
            n = min(low + stride, high)
            if is_at_least(sign, n, steps):
                low, stride = n, 2 * stride
            else:
                high, stride = n - 1, max(stride // 2, 1)
        return low

    least = {1: -most, -1: -most}
    for steps in (_FIRST_ROUND // 20, _FIRST_ROUND, _FIRST_ROUND * _GROWTH):
        for sign in least:
            least[sign] = greatest(sign, least[sign], -least[-sign], steps)
    return least[1], -least[-1]


class _OutOfTurn(Exception):  # noqa: N818 - nothing is wrong
    """Raised when a task has used up its turn."""


def _within(steps: int, task: Callable[[], T]) -> T:
    """Return the result of a task, or raise `_OutOfTurn` if it takes more than so many steps."""
    engine = engine_state.engine
    with budget(nodes=steps):
        try:
            return task()
        except BudgetExceeded as error:
            if engine.nodes_left():
                raise
            refusal = error
    if engine.nodes_left() == 0:
        raise refusal
    raise _OutOfTurn
