"""Games, their store, and the machine that answers recursive questions about them.

Every recursive idea of this engine is a generator that *yields* a question (``yield geq(g, h)``)
and is sent the answer. :func:`run` asks the questions with a stack of its own and remembers every
answer, so that nothing depends on Python's recursion limit and the text reads like the definition.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import wraps
from typing import Any, NamedTuple, TypeAlias

from farstar.errors import BudgetExceeded


class Compact(NamedTuple):
    """The value ``number + up.(up) + *star``."""

    number: Fraction
    up: int
    star: int


class Game:
    """A game: its compact record, or else its Left and Right options."""

    __slots__ = ("compact", "left", "right")

    def __init__(
        self, compact: Compact | None, left: tuple[Game, ...] = (), right: tuple[Game, ...] = ()
    ) -> None:
        self.compact = compact
        self.left = left
        self.right = right

    @property
    def is_number(self) -> bool:
        """Whether the game is a number."""
        return self.compact is not None and self.compact[1:] == (0, 0)

    @property
    def integer(self) -> int | None:
        """The integer that the game is, if any."""
        if self.compact is None or not self.is_number or self.compact.number.denominator > 1:
            return None
        return self.compact.number.numerator


Question: TypeAlias = tuple[Any, ...]
Steps: TypeAlias = Generator[Question, Any, Any]
_GAME_BYTES, _ANSWER_BYTES = 400, 250
LEAST_GARBAGE = 64 << 20
"""The store is collected when it has doubled, but not before it has grown by so many bytes."""
_UNKNOWN = object()
games: dict[object, Game] = {}
answers: dict[Question, Any] = {}
lock = threading.RLock()


class _Budget(threading.local):
    """What this thread may still spend."""

    deadline: float | None = None
    nodes: int | None = None
    memory: int | None = None
    spent: int = 0

    def spend(self) -> None:
        """Count one question; raise `BudgetExceeded` if a bound is passed."""
        self.spent += 1
        if self.nodes is not None and self.spent > self.nodes:
            raise BudgetExceeded(f"expected to finish within {self.nodes} nodes, used them all")
        if self.memory is not None and bytes_held() > self.memory:
            raise BudgetExceeded(f"expected to fit in {self.memory} bytes, used them all")
        if self.deadline is not None and self.spent % 64 == 1 and time.monotonic() > self.deadline:
            raise BudgetExceeded("expected to finish before the time limit, ran out of time")


budget = _Budget()


def bytes_held() -> int:
    return _GAME_BYTES * len(games) + _ANSWER_BYTES * len(answers)


class _Store:
    """How far the store may grow, and whether it is in use."""

    due = LEAST_GARBAGE
    in_use = False


_store = _Store()


@contextmanager
def using(roots: Collection[Game]) -> Iterator[None]:
    """Use the store inside a ``with`` block, which holds the lock; collect before, if it is due.

    A signal handler that asks something in the middle of such a block collects nothing, since the
    games of the block are not among the roots yet.
    """
    outermost = not _store.in_use
    if outermost and bytes_held() >= _store.due:
        collect(roots, keep_answers=True)
    try:
        _store.in_use = True
        yield
    finally:
        _store.in_use = not outermost


def collect(roots: Collection[Game], *, keep_answers: bool) -> int:
    """Forget the games that no root needs, and the answers about them; return how many games."""
    if _store.in_use:
        return 0
    waiting = list(roots)
    needed = set(waiting)
    while waiting:
        game = waiting.pop()
        new = [o for o in (*game.left, *game.right) if o not in needed]
        waiting += new
        needed.update(new)
    # An interrupt may end this anywhere. So answers go first: one that is left over could lead to a
    # game that has gone, and that may have been made again by then.
    for asked, answer in list(answers.items()):
        if not (keep_answers and _all_needed(asked, needed) and _all_needed(answer, needed)):
            del answers[asked]
    gone = [key for key, game in games.items() if game not in needed]
    for key in gone:
        del games[key]
    _store.due = bytes_held() + max(LEAST_GARBAGE, bytes_held())
    return len(gone)


def _all_needed(x: object, needed: set[Game]) -> bool:
    """Tell whether all games in a question or an answer are needed."""
    if isinstance(x, Game):
        return x in needed
    return not isinstance(x, tuple | frozenset) or all(_all_needed(y, needed) for y in x)


def question(steps: Callable[..., Steps]) -> Callable[..., Question]:
    """Turn a generator function into one that returns a question for :func:`run`."""

    @wraps(steps)
    def ask(*arguments: object) -> Question:
        return (steps, *arguments)

    return ask


def run(asked: Question) -> Any:
    """Answer a question, and the questions that it leads to, on an explicit stack."""
    with lock:
        answer = answers.get(asked, _UNKNOWN)
        if answer is not _UNKNOWN:
            return answer
        budget.spend()
        stack: list[tuple[Question, Steps]] = [(asked, asked[0](*asked[1:]))]
        answer = None
        while stack:
            current, steps = stack[-1]
            try:
                asked = steps.send(answer)
            except StopIteration as done:
                answer = answers[current] = done.value
                stack.pop()
                continue
            answer = answers.get(asked, _UNKNOWN)
            if answer is _UNKNOWN:
                budget.spend()
                stack.append((asked, asked[0](*asked[1:])))
                answer = None
        return answer


def compact(number: Fraction | int, up: int = 0, star: int = 0) -> Game:
    """Return the game ``number + up.(up) + *star``."""
    key = Compact(Fraction(number), up, star)
    game = games.get(key)
    return games.setdefault(key, Game(key)) if game is None else game


def intern(left: Iterable[Game], right: Iterable[Game]) -> Game:
    """Return the canonical game with these options, which must be canonical and not compact."""
    key = (frozenset(left), frozenset(right))
    game = games.get(key)
    return games.setdefault(key, Game(None, *map(tuple, key))) if game is None else game


def left_of(g: Game) -> Iterable[Game]:
    """Return the Left options (of a nimber: one by one, since there may be many)."""
    return g.left if g.compact is None else _compact_left(*g.compact)


def right_of(g: Game) -> Iterable[Game]:
    """Return the Right options: what Left's would be in the negative, negated."""
    if g.compact is None:
        return g.right
    x, n, m = g.compact
    return (negate_compact(o) for o in _compact_left(-x, -n, m))


def _compact_left(x: Fraction, n: int, m: int) -> Iterator[Game]:
    """List the canonical Left options of ``x + n.up + *m``.

    ``*m`` has ``*0, ..., *(m-1)``; for n > 0, ``n.up + *m = {0 | (n-1).up + *(m xor 1)}``, except
    that ``up + *`` is ``{0, * | 0}``; an integer x > 0 has x - 1; p/2^k in lowest terms has
    (p-1)/2^k.
    """
    if n > 0:
        yield compact(x)
        if (n, m) == (1, 1):
            yield compact(x, 0, 1)
    elif n < 0:
        yield compact(x, n + 1, m ^ 1)
    elif m > 0:
        yield from (compact(x, 0, k) for k in range(m))
    elif x > 0 or x.denominator > 1:
        yield compact(x - Fraction(1, x.denominator))


def negate_compact(g: Game) -> Game:
    assert g.compact is not None
    return compact(-g.compact.number, -g.compact.up, g.compact.star)
