"""Games of the reference engine: their store, canonical forms, sums, order, stops and negatives.

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
from math import floor
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
"""The store is collected when it has doubled and has grown by at least this many bytes."""
_UNKNOWN = object()
games: dict[object, Game] = {}
answers: dict[Question, Any] = {}
lock = threading.RLock()


class _Budget(threading.local):
    """What remains of this thread's budget."""

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
    # An interrupt may end this anywhere, so answers are removed first: one left behind could refer
    # to a game that was removed and has since been created again.
    for asked, answer in list(answers.items()):
        if not (keep_answers and _all_needed(asked, needed) and _all_needed(answer, needed)):
            del answers[asked]
    gone = [key for key, game in games.items() if game not in needed]
    for key in gone:
        del games[key]
    _store.due = bytes_held() + max(LEAST_GARBAGE, bytes_held())
    return len(gone)


def _all_needed(x: object, needed: set[Game]) -> bool:
    """Return whether all games in a question or an answer are needed."""
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
    """Return the Left options; those of a nimber one by one, since there may be many."""
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


@question
def add(g: Game, h: Game) -> Steps:
    """Return g + h: move in g or in h, but not in a number if the other game is not a number."""
    if g.compact is not None and h.compact is not None:
        (x, n, m), (y, k, j) = g.compact, h.compact
        return compact(x + y, n + k, m ^ j)
    left, right = set(), set()
    for mine, other in ((g, h), (h, g)):
        if not mine.is_number:
            for option in left_of(mine):
                left.add((yield add(option, other)))
            for option in right_of(mine):
                right.add((yield add(option, other)))
    return (yield construct(frozenset(left), frozenset(right)))


@question
def construct(left: frozenset[Game], right: frozenset[Game]) -> Steps:
    """Return the canonical form of ``{left | right}``, whose options are canonical.

    A number if one fits between the sides; else bypass reversible options and drop dominated ones.
    All tests are made against one form of the game, since every form has the same value.
    """
    number = yield number_between(left, right)
    if number is not None:
        return compact(number)
    nimber = _nimber(left, right)
    if nimber is not None:
        return nimber
    best_left = yield undominated(left, 1)
    best_right = yield undominated(right, -1)
    form = Game(None, tuple(best_left), tuple(best_right))
    best_left = yield undominated((yield irreversible(form, 1)), 1)
    best_right = yield undominated((yield irreversible(form, -1)), -1)
    return _recognise(best_left, best_right) or intern(best_left, best_right)


@question
def number_between(left: frozenset[Game], right: frozenset[Game]) -> Steps:
    """Return the simplest number x with L <| x <| R for all options L and R, if there is one.

    A number x satisfies L <| x if it is above the Right stop of L, and it may equal the stop when
    not L >= x; likewise for R.
    """
    low, low_fits = yield number_bound(left, 1)
    high, high_fits = yield number_bound(right, -1)
    if low is None or high is None or low < high or (low == high and low_fits and high_fits):
        return simplest(low, low_fits, high, high_fits)
    return None


@question
def number_bound(options: frozenset[Game], sign: int) -> Steps:
    """Return the largest Right stop (sign 1) or least Left stop (-1), and whether it fits itself.

    Without options there is no bound: None.
    """
    if not options:
        return None, True
    reached = {}
    for option in options:
        reached[option] = (yield stops(option))[1 if sign > 0 else 0]
    bound = max(reached.values()) if sign > 0 else min(reached.values())
    for option, stop in reached.items():
        if stop == bound and (yield at_least(sign, option, compact(bound))):
            return bound, False
    return bound, True


def simplest(
    low: Fraction | None, low_fits: bool, high: Fraction | None, high_fits: bool
) -> Fraction:
    """Return the simplest number of an interval that is not empty: least denominator, then size."""
    above = low is None or low < 0 or (low == 0 and low_fits)
    below = high is None or high > 0 or (high == 0 and high_fits)
    if above and below:
        return Fraction(0)
    if low is None or not below:
        assert high is not None
        return -simplest(-high, high_fits, None if low is None else -low, low_fits)

    def least(k: int) -> Fraction:
        """Return the least multiple of 2**-k above the lower end."""
        scaled = low * (1 << k)
        on_end = low_fits and scaled.denominator == 1
        return Fraction(floor(scaled) + (0 if on_end else 1), 1 << k)

    def fits(k: int) -> bool:
        return high is None or least(k) < high or (high_fits and least(k) == high)

    # Multiples of 2**-k are multiples of 2**-(k+1), so what fits for one k fits for larger ones.
    too_few, enough = -1, 0 if high is None else (high - low).denominator.bit_length()
    enough = max(enough, low.denominator.bit_length())
    while enough - too_few > 1:
        k = (too_few + enough) // 2
        too_few, enough = (too_few, k) if fits(k) else (k, enough)
    return least(enough)


def _nimber(left: frozenset[Game], right: frozenset[Game]) -> Game | None:
    """Return x + *m if all options are x + nimbers and m is the least one missing on either side.

    The difference with x + *m is 0: a move to *k with k > m is answered by *k -> *m, any other by
    its copy in the other part.
    """
    x = next(iter(left)).compact
    if x is None or any(o.compact is None or o.compact[:2] != (x.number, 0) for o in left | right):
        return None
    stars = [{o.compact.star for o in side if o.compact is not None} for side in (left, right)]
    m = _mex(stars[0])
    return compact(x.number, 0, m) if m == _mex(stars[1]) else None


def _mex(numbers: set[int]) -> int:
    return next(n for n in range(len(numbers) + 1) if n not in numbers)


def _best_compacts(options: Iterable[Game], sign: int) -> list[Game]:
    """Return the undominated ones of compact options.

    The largest number wins, then n.up + *m dominates all (n-1).up + *k but k = m xor 1, and all
    below that.
    """
    records = [o.compact for o in options if o.compact is not None]
    if not records:
        return []
    x = max(sign * c.number for c in records)
    records = [c for c in records if sign * c.number == x]
    n = max(sign * c.up for c in records)
    stars = {c.star for c in records if sign * c.up == n}
    return [
        compact(*c)
        for c in records
        if sign * c.up == n or (sign * c.up == n - 1 and stars == {c.star ^ 1})
    ]


@question
def undominated(options: frozenset[Game], sign: int) -> Steps:
    """Return the options that no other is at least as good as, for Left (sign 1) or Right (-1).

    An option can be beaten only by one whose two stops are both as good, so they are met in the
    order of their stops. All are canonical and differ, so no two of them beat each other.
    """
    groups: dict[tuple[Fraction, Fraction], list[Game]] = {}
    for option in (*_best_compacts(options, sign), *(o for o in options if o.compact is None)):
        left, right = yield stops(option)
        groups.setdefault((sign * left, sign * right), []).append(option)
    kept: list[Game] = []
    top = None
    for rank in sorted(groups, reverse=True):
        rivals = groups[rank] if top is None or rank[1] > top else kept + groups[rank]
        not_compact = [r for r in rivals if r.compact is None]
        for option in groups[rank]:
            for other in rivals if option.compact is None else not_compact:
                if other is not option and (yield at_least(sign, other, option)):
                    break
            else:
                kept.append(option)
        top = rank[1] if top is None else max(top, rank[1])
    return frozenset(kept)


@question
def irreversible(form: Game, sign: int) -> Steps:
    """Return the options of one player, with every reversible one bypassed.

    A Left option is reversible through a Right option H of its own if H <= the whole game; Left's
    options from H replace it, and they are tested in turn.
    """
    mine, yours = (left_of, right_of) if sign > 0 else (right_of, left_of)
    waiting = list(mine(form))
    seen = set(waiting)
    kept = []
    while waiting:
        option = waiting.pop()
        for reply in yours(option):
            if (yield at_least(sign, form, reply)):
                new = [o for o in mine(reply) if o not in seen]
                waiting += new
                seen.update(new)
                break
        else:
            kept.append(option)
    return frozenset(kept)


def _recognise(left: frozenset[Game], right: frozenset[Game]) -> Game | None:
    """Return the compact game with these canonical options, if there is one.

    The options of x + n.up + *m suggest x, n and m; the suggestion is then compared.
    """
    one_left, one_right = next(iter(left)).compact, next(iter(right)).compact
    if one_left is None or one_right is None or one_left.number != one_right.number:
        return None
    x = one_left.number
    candidates = [(0, len(left)), (1, 1), (-1, 1)]
    candidates.append((one_right.up + 1, one_right.star ^ 1))
    candidates.append((one_left.up - 1, one_left.star ^ 1))
    for up, star in candidates:
        guess = compact(x, up, star)
        if left == frozenset(left_of(guess)) and right == frozenset(right_of(guess)):
            return guess
    return None


def _compact_geq(g: Compact, h: Compact) -> bool:
    """Compare: numbers first; n.up + *m >= 0 iff n >= 0 (m = 0), 2 (m = 1), 1 (m >= 2)."""
    if g.number != h.number:
        return g.number > h.number
    star = g.star ^ h.star
    return g.up - h.up >= (0 if star == 0 else 2 if star == 1 else 1)


@question
def geq(g: Game, h: Game) -> Steps:
    """Return whether g >= h: no Left option of h is >= g, and no Right option of g is <= h.

    Stops decide most cases. If one of the two is a number and the other is not, nobody needs to
    move in the number (number avoidance).
    """
    if g is h:
        return True
    if g.compact is not None and h.compact is not None:
        return _compact_geq(g.compact, h.compact)
    g_left, g_right = yield stops(g)
    h_left, h_right = yield stops(h)
    if g_right > h_left:
        return True
    if g_left < h_left or g_right < h_right:
        return False
    for option in () if h.is_number else left_of(h):
        if (yield geq(option, g)):
            return False
    for option in () if g.is_number else right_of(g):
        if (yield geq(h, option)):
            return False
    return True


@question
def stops(g: Game) -> Steps:
    """Return the numbers reached when Left, and when Right, moves first and both play well."""
    if g.compact is not None:
        return g.compact.number, g.compact.number
    left, right = [], []
    for option in g.left:
        left.append((yield stops(option))[1])
    for option in g.right:
        right.append((yield stops(option))[0])
    return max(left), min(right)


@question
def negate(g: Game) -> Steps:
    """Return -g: the two players change places."""
    if g.compact is not None:
        return negate_compact(g)
    left, right = [], []
    for option in g.right:
        left.append((yield negate(option)))
    for option in g.left:
        right.append((yield negate(option)))
    return intern(left, right)


def at_least(sign: int, g: Game, h: Game) -> Question:
    """Ask whether g is as good as h for Left (sign 1) or for Right (sign -1)."""
    return geq(g, h) if sign > 0 else geq(h, g)
