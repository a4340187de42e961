"""The reference engine: canonical forms in plain Python, short enough to be read and checked.

A *game* is ``{left | right}``; it is *canonical* when no option is dominated or reversible, and two
games are equal in value exactly when their canonical forms are identical [1]_. Canonical forms are
interned, so equal values are one object. Numbers, multiples of up and nimbers are *compact*:
``x + n.up + *m`` is a record of ``x``, ``n`` and ``m``, never a chain of options.

Canonical forms, sums and their order are in ``_reference_forms``. This file has thermographs,
atomic weights and the engine itself. A wall of a thermograph is its corners (temperature, value)
from temperature -1 up; above the last corner it is constant.

References
----------
.. [1] E. Berlekamp, J. Conway, R. Guy, *Winning Ways for Your Mathematical Plays*; A. Siegel,
   *Combinatorial Game Theory*, chapters II.2 (canonical forms), II.3 (numbers), II.5
   (temperature), II.7 (atomic weight).
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from farstar.engine._active import Dyadic, Wall
from farstar.engine._reference_forms import (
    Game,
    Question,
    Steps,
    add,
    answers,
    budget,
    bytes_held,
    collect,
    compact,
    construct,
    games,
    geq,
    left_of,
    lock,
    negate,
    number_bound,
    question,
    right_of,
    run,
    stops,
    using,
)
from farstar.errors import BudgetExceeded, NotAtomicError

Points: TypeAlias = tuple[tuple[Fraction, Fraction], ...]


@question
def thermograph(g: Game) -> Steps:
    """Return the Left and the Right wall.

    The Left scaffold at temperature t is the highest Right wall of a Left option, less t; the
    Right scaffold is the lowest Left wall of a Right option, plus t. They meet for good at the
    temperature of the game, with the mast above. An integer is all mast.
    """
    if g.compact is not None:
        x, n, m = g.compact
        if n == m == 0 and x.denominator == 1:
            mast: Points = ((Fraction(-1), x),)
            return mast, mast
        # From three ups or *2 on, the options have the same walls as one step before.
        g = compact(x, max(-3, min(n, 3)), min(m, 2))
    left: list[Points] = []
    right: list[Points] = []
    for option in left_of(g):
        left.append(_tilt((yield thermograph(option))[1], 1))
    for option in right_of(g):
        right.append(_tilt((yield thermograph(option))[0], -1))
    return _walls(_highest(left), _highest(right))


def _tilt(wall: Points, sign: int) -> Points:
    """Return sign * wall - t: a scaffold, or a Right scaffold upside down."""
    return tuple((t, sign * v - t) for t, v in wall)


def _value(scaffold: Points, t: Fraction) -> Fraction:
    """Return the value at t; above its last corner a scaffold falls with slope -1."""
    i = bisect_right(scaffold, t, key=lambda corner: corner[0]) - 1
    (t0, v0) = scaffold[i]
    if i + 1 == len(scaffold):
        return v0 - (t - t0)
    t1, v1 = scaffold[i + 1]
    return v0 + (v1 - v0) * (t - t0) / (t1 - t0)


def _highest(scaffolds: list[Points]) -> Points:
    """Return the pointwise maximum."""
    best = scaffolds[0]
    for other in scaffolds[1:]:
        if other == best:
            continue
        corners: list[tuple[Fraction, Fraction]] = []
        before = Fraction(0)
        for t in sorted({t for t, _ in best + other}):
            a, b = _value(best, t), _value(other, t)
            if before * (a - b) < 0:
                last = corners[-1][0]
                crossing = last + (t - last) * before / (before - (a - b))
                corners.append((crossing, _value(best, crossing)))
            corners.append((t, max(a, b)))
            before = a - b
        best = _without_straight_corners(corners)
    return best


def _walls(left: Points, minus_right: Points) -> tuple[Points, Points]:
    """Cut two scaffolds (the Right one upside down) where they meet for good."""
    temperatures = sorted({t for t, _ in left + minus_right})
    gaps = [_value(left, t) + _value(minus_right, t) for t in temperatures]
    i = max(i for i, gap in enumerate(gaps) if gap > 0)
    fall = Fraction(2)
    if i + 1 < len(gaps):
        fall = (gaps[i] - gaps[i + 1]) / (temperatures[i + 1] - temperatures[i])
    top = temperatures[i] + gaps[i] / fall
    left_wall = (*(c for c in left if c[0] < top), (top, _value(left, top)))
    right_wall = (*(c for c in minus_right if c[0] < top), (top, _value(minus_right, top)))
    upright = tuple((t, -v) for t, v in right_wall)
    return _without_straight_corners(left_wall), _without_straight_corners(upright)


def _without_straight_corners(corners: Sequence[tuple[Fraction, Fraction]]) -> Points:
    """Drop the corners between two pieces of equal slope."""
    kept: list[tuple[Fraction, Fraction]] = []
    for t, v in corners:
        if len(kept) > 1 and _slope(kept[-2], kept[-1]) == _slope(kept[-1], (t, v)):
            kept.pop()
        kept.append((t, v))
    return tuple(kept)


def _slope(low: tuple[Fraction, Fraction], high: tuple[Fraction, Fraction]) -> Fraction:
    return (high[1] - low[1]) / (high[0] - low[0])


def as_wall(corners: Points) -> Wall:
    """Write a wall as mast value, temperatures from the top down, slopes from the mast down."""
    pieces = [int(_slope(*pair)) for pair in pairwise(corners)]
    temperatures = [t for t, _ in corners[1:]]
    if pieces and pieces[-1] == 0:
        pieces.pop()
        temperatures.pop()
    return (
        dyadic(corners[-1][1]),
        tuple(dyadic(t) for t in reversed(temperatures)),
        (0, *reversed(pieces)),
    )


def dyadic(x: Fraction) -> Dyadic:
    """Return the numerator of a number, and the exponent of its denominator."""
    return x.numerator, x.denominator.bit_length() - 1


@question
def weight(g: Game) -> Steps:
    """Return the atomic weight of an all-small game by the recursion of Winning Ways.

    It is ``{aw(L) - 2 | aw(R) + 2}`` over the options, unless that is an integer. Then compare g
    with a far star: if confused, 0; above it, the greatest integer <| every aw(R) + 2; below it,
    the least integer |> every aw(L) - 2.

    A number has no weight unless it is 0. Here it counts as 0, which makes the result a candidate
    that :func:`atomic_weight` has to check.
    """
    if g.compact is not None:
        return compact(g.compact.up)
    left, right = set(), set()
    for option in g.left:
        left.add((yield add((yield weight(option)), compact(-2))))
    for option in g.right:
        right.add((yield add((yield weight(option)), compact(2))))
    candidate: Game = yield construct(frozenset(left), frozenset(right))
    if candidate.integer is None:
        return candidate
    star = compact(0, 0, (yield far_star(g)))
    if (yield geq(g, star)):
        return (yield outermost_integer(frozenset(right), -1))
    if (yield geq(star, g)):
        return (yield outermost_integer(frozenset(left), 1))
    return compact(0)


@question
def outermost_integer(games: frozenset[Game], sign: int) -> Steps:
    """Return the least integer |> all games (sign 1), or the greatest <| all of them (-1)."""
    bound, fits = yield number_bound(games, sign)
    n = ceil(sign * bound)
    return compact(sign * (n if fits or n != sign * bound else n + 1))


@question
def far_star(g: Game) -> Steps:
    """Return a power of two above every nimber that g can lead to."""
    if g.compact is not None:
        return 2 << g.compact.star.bit_length()
    largest = 2
    for option in (*g.left, *g.right):
        largest = max(largest, (yield far_star(option)))
    return largest


@question
def times_up(w: Game) -> Steps:
    """Return w.up, the Norton product: n.up for an integer, else built from w's options.

    The incentives of up are down and up + *, of which the second is best, so that
    ``w.up = {w^L.up + up + up + * | w^R.up - up - up - *}``.
    """
    if w.integer is not None:
        return compact(0, w.integer, 0)
    left, right = set(), set()
    for option in left_of(w):
        left.add((yield add((yield times_up(option)), compact(0, 2, 1))))
    for option in right_of(w):
        right.add((yield add((yield times_up(option)), compact(0, -2, 1))))
    return (yield construct(frozenset(left), frozenset(right)))


@question
def is_all_small(g: Game) -> Steps:
    """Return whether every follower of g in which one player can move is one where both can."""
    if g.compact is not None:
        return g.compact.number == 0
    for option in (*g.left, *g.right):
        if not (yield is_all_small(option)):
            return False
    return True


@question
def atomic_weight(g: Game) -> Steps:
    """Return the atomic weight, or None.

    In an all-small game the recursion is right. In any other its result w is right if g - w.up
    stays within up + * + kite on both sides, where the kite is ``*N : -1``, with *N a far star.
    """
    if any((yield stops(g))):
        return None
    w = yield weight(g)
    if (yield is_all_small(g)):
        return w
    star = compact(0, 0, (yield far_star(g)))
    below = frozenset(left_of(star))
    kite = yield construct(below, below | {star})
    bound = yield add(compact(0, 1, 1), kite)
    rest = yield add(g, (yield negate((yield times_up(w)))))
    if (yield geq(bound, rest)) and (yield geq(rest, (yield negate(bound)))):
        return w
    return None


_LARGEST_LISTED_NIMBER = 1 << 20


class Handle:
    """What the engine hands out: it keeps its game, and there is one for each game."""

    __slots__ = ("__weakref__", "game")

    def __init__(self, game: Game) -> None:
        self.game = game


def _game(handle: Handle) -> Game:
    try:
        return handle.game
    except AttributeError:
        raise TypeError(
            "expected a value of the reference engine, which is active, got one of the native "
            "engine: pass its text or a saved graph"
        ) from None


_handles: WeakValueDictionary[Game, Handle] = WeakValueDictionary()


class ReferenceEngine:
    """The :class:`~farstar.engine.Engine` in plain Python."""

    name = "reference"

    def _pin(self, game: Game) -> Handle:
        """Return the handle of a game; the lock must be held since the game was found."""
        handle = _handles.get(game)
        if handle is None:
            handle = _handles[game] = Handle(game)
        return handle

    def _ask(self, question: Question) -> Handle:
        with lock, using(_handles):
            return self._pin(run(question))

    def _ask_plainly(self, question: Question) -> Any:
        with lock, using(_handles):
            return run(question)

    def compact(self, numerator: int, exponent: int, up: int, star: int, /) -> Handle:
        """Return the value ``numerator/2**exponent + up.(up) + *star``."""
        if exponent < 0:
            raise ValueError(f"expected an exponent that is not negative, got {exponent!r}")
        if star < 0:
            raise ValueError(f"expected a nimber that is not negative, got {star!r}")
        with lock, using(_handles):
            return self._pin(compact(Fraction(numerator, 1 << exponent), up, star))

    def as_compact(self, g: Handle, /) -> tuple[int, int, int, int] | None:
        """Return ``(numerator, exponent, up, star)`` if `g` is number + ups + nimber, else None."""
        record = _game(g).compact
        return None if record is None else (*dyadic(record.number), record.up, record.star)

    def construct(self, left: Sequence[Handle], right: Sequence[Handle], /) -> Handle:
        """Return the canonical form of ``{left | right}``."""
        sides = (frozenset(_game(o) for o in side) for side in (left, right))
        return self._ask(construct(*sides))

    def construct_known(
        self, table: dict[Any, Handle], left: list[Any], right: list[Any], /
    ) -> Handle | list[Any]:
        """Return the canonical form of ``{left | right}`` by what `table` has for these keys."""
        missing = [key for key in (*left, *right) if key not in table]
        return missing or self.construct([table[k] for k in left], [table[k] for k in right])

    def options(self, g: Handle, /) -> tuple[tuple[Handle, ...], tuple[Handle, ...]]:
        """Return the canonical Left and Right options."""
        record = _game(g).compact
        if record is not None and record.star > _LARGEST_LISTED_NIMBER and record.up == 0:
            raise BudgetExceeded(
                f"expected a nimber up to *{_LARGEST_LISTED_NIMBER} to list the options of, "
                f"got one of {record.star.bit_length()} bits"
            )
        with lock, using(_handles):
            left, right = (tuple(map(self._pin, of(_game(g)))) for of in (left_of, right_of))
        return left, right

    def negate(self, g: Handle, /) -> Handle:
        """Return ``-g``."""
        return self._ask(negate(_game(g)))

    def add(self, g: Handle, h: Handle, /) -> Handle:
        """Return ``g + h``."""
        return self._ask(add(_game(g), _game(h)))

    def geq(self, g: Handle, h: Handle, /) -> bool:
        """Return whether ``g >= h``."""
        return bool(self._ask_plainly(geq(_game(g), _game(h))))

    def stops(self, g: Handle, /) -> tuple[Dyadic, Dyadic]:
        """Return the Left and the Right stop."""
        left, right = self._ask_plainly(stops(_game(g)))
        return dyadic(left), dyadic(right)

    def thermograph(self, g: Handle, /) -> tuple[Wall, Wall]:
        """Return the Left and the Right wall, from temperature -1 up."""
        left, right = self._ask_plainly(thermograph(_game(g)))
        return as_wall(left), as_wall(right)

    def atomic_weight(self, g: Handle, /) -> Handle:
        """Return the atomic weight; raises `NotAtomicError` if there is none."""
        with lock, using(_handles):
            weight = run(atomic_weight(_game(g)))
            if weight is None:
                raise NotAtomicError("expected a game that has an atomic weight, this one has none")
            return self._pin(weight)

    def set_budget(self, seconds: float | None, nodes: int | None, memory: int | None, /) -> None:
        """Bound the work of this thread from now on (None: no bound)."""
        budget.deadline = None if seconds is None else time.monotonic() + seconds
        budget.nodes, budget.memory, budget.spent = nodes, memory, 0

    def nodes_left(self) -> int | None:
        """Return how many nodes the budget of this thread has left, None without a bound."""
        return None if budget.nodes is None else max(0, budget.nodes - budget.spent)

    def size(self) -> tuple[int, int]:
        """Return how many games the store holds, and its estimated bytes."""
        return len(games), bytes_held()

    def stats(self) -> dict[str, int]:
        """Return counters: games and answers in the store, their estimated bytes, live handles."""
        with lock, using(_handles):
            return {
                "games": len(games),
                "answers": len(answers),
                "bytes": bytes_held(),
                "pinned": len(_handles),
            }

    def collect(self) -> int:
        """Forget every answer, and every game that no live handle needs; return how many games."""
        with lock:
            return collect(_handles, keep_answers=False)
