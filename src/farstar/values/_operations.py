"""What is computed on handles of the active engine: walks, measures, multiples, cooling.

Numbers, multiples of up and nimbers are never walked: a closed formula answers for them.
"""

from __future__ import annotations

from farstar._lazy import TYPE_CHECKING
from farstar._outcome import Outcome
from farstar.engine import Dyadic, Handle, is_out_of_time, state
from farstar.errors import BudgetExceeded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    T = TypeVar("T")

MAX_WORK = 10_000_000
"""Options that one walk may look at before it gives up."""


def compact_birthday(numerator: int, exponent: int, up: int, star: int) -> int:
    """Return the birthday of a number plus ups plus a nimber, without walking down to zero.

    ``n.up + *m`` is ``{0 | (n-1).up + *(m^1)}``, except ``up* = {0,*|0}``; so `n` steps lead to a
    nimber, and never to less than a star. A number ``m/2**k`` between the integers a and a + 1
    (in absolute value) is born after a + 1 integers and k halvings.
    """
    size = abs(numerator) >> exponent
    number = size + exponent + 1 if exponent else size
    if up == 0:
        return number + star
    steps = abs(up)
    return number + steps + max(1, star ^ (steps & 1))


def _options(g: Handle) -> tuple[tuple[Handle, ...], tuple[Handle, ...]]:
    """Return the options of `g`, having refused what has too many followers to walk over."""
    parts = state.engine.as_compact(g)
    if parts is not None:
        # A compact value has one follower more than its birthday, and *m has m options a side.
        count = compact_birthday(*parts) + 1
        if count > MAX_WORK or parts[3] ** 2 > MAX_WORK:
            shown = count if count.bit_length() < 64 else f"more than 2**{count.bit_length() - 1}"
            raise BudgetExceeded(
                f"expected at most {MAX_WORK} steps over the followers of a value, "
                f"got one part with {shown} of them"
            )
    return state.engine.options(g)


def fold(
    root: Handle,
    leaf: Callable[[Handle], T | None],
    combine: Callable[[Handle, list[T], list[T]], T],
) -> T:
    """Compute a result for `root` from those of its options, each follower once.

    `leaf` gives the result of a follower directly, or None if its options are needed; `combine`
    gets a follower and the results of its Left and of its Right options.
    """
    memo: dict[Handle, T] = {}
    stack: list[tuple[Handle, tuple[tuple[Handle, ...], tuple[Handle, ...]] | None]]
    stack = [(root, None)]
    work, next_look = 0, _BETWEEN_LOOKS
    while stack:
        g, sides = stack.pop()
        if g in memo:
            continue
        if sides is None:
            done = leaf(g)
            if done is not None:
                memo[g] = done
                continue
            sides = _options(g)
            missing = [h for side in sides for h in side if h not in memo]
            work += len(missing) + 1
            if work >= next_look:
                next_look = _looked_at_limits(work)
            if missing:
                stack.append((g, sides))
                stack.extend((h, None) for h in missing)
                continue
        left, right = sides
        memo[g] = combine(g, [memo[h] for h in left], [memo[h] for h in right])
    return memo[root]


def followers(root: Handle) -> list[Handle]:
    """Return `root` and everything that can be reached from it, breadth first, each once."""
    seen = {root: None}
    queue = [root]
    work, next_look = 0, _BETWEEN_LOOKS
    for g in queue:
        for side in _options(g):
            work += len(side)
            for h in side:
                if h not in seen:
                    seen[h] = None
                    queue.append(h)
        if work >= next_look:
            next_look = _looked_at_limits(work)
    return queue


_BETWEEN_LOOKS = 10_000
"""Steps over followers between two looks at the limits."""


def _looked_at_limits(work: int) -> int:
    """Refuse more work than the budget allows; return when to look again."""
    if work > MAX_WORK:
        raise BudgetExceeded(f"expected at most {MAX_WORK} steps over the followers")
    if is_out_of_time():
        raise BudgetExceeded(f"out of time after {work} steps over the followers")
    return work + _BETWEEN_LOOKS


# Properties read off the canonical form.


def number(g: Handle) -> Dyadic | None:
    """Return `g` as a dyadic number, or None if it is not a number."""
    parts = state.engine.as_compact(g)
    if parts is None or parts[2] or parts[3]:
        return None
    return parts[0], parts[1]


def birthday(g: Handle) -> int:
    """Return the depth of the canonical form."""

    def leaf(h: Handle) -> int | None:
        parts = state.engine.as_compact(h)
        return None if parts is None else compact_birthday(*parts)

    return fold(g, leaf, lambda _, left, right: 1 + max((*left, *right)))


def follower_count(g: Handle) -> int:
    """Return how many different followers there are, `g` included."""
    parts = state.engine.as_compact(g)
    if parts is not None:
        return compact_birthday(*parts) + 1
    return len(followers(g))


def is_all_small(g: Handle) -> bool:
    """Return whether every follower but zero has options on both sides."""

    def leaf(h: Handle) -> bool | None:
        parts = state.engine.as_compact(h)
        return None if parts is None else parts[0] == 0

    # Only numbers have a side without options, and numbers are compact.
    return fold(g, leaf, lambda _, left, right: all(left) and all(right))


EVEN, ODD, NEITHER = 0, 1, 2


def temper(g: Handle) -> int:
    """Return `EVEN`, `ODD` or `NEITHER`."""

    def leaf(h: Handle) -> int | None:
        parts = state.engine.as_compact(h)
        if parts is None:
            return None
        _, _, up, star = parts
        return star if up == 0 and star < 2 else NEITHER

    def combine(_: Handle, left: list[int], right: list[int]) -> int:
        tempers = {*left, *right}
        if tempers == {EVEN}:
            return ODD
        return EVEN if tempers == {ODD} else NEITHER

    return fold(g, leaf, combine)


def parity(g: Handle) -> int:
    """Return `EVEN` if all play to the end has an even number of moves, `ODD` or `NEITHER`."""

    def leaf(h: Handle) -> int | None:
        parts = state.engine.as_compact(h)
        if parts is None:
            return None
        mantissa, exponent, up, star = parts
        if exponent or up or star > 1:
            return NEITHER
        # An integer is a chain of moves, and with a star there is one more.
        return (mantissa + star) % 2

    def combine(_: Handle, left: list[int], right: list[int]) -> int:
        kinds = {*left, *right}
        return {frozenset({EVEN}): ODD, frozenset({ODD}): EVEN}.get(frozenset(kinds), NEITHER)

    return fold(g, leaf, combine)


def misere_outcome(g: Handle) -> Outcome:
    """Return who wins the canonical form if a player who cannot move wins."""

    def leaf(h: Handle) -> Outcome | None:
        parts = state.engine.as_compact(h)
        return None if parts is None else _compact_misere(*parts)

    def combine(_: Handle, left: list[Outcome], right: list[Outcome]) -> Outcome:
        return Outcome.of(
            left_wins_first=any(o in (Outcome.L, Outcome.P) for o in left),
            right_wins_first=any(o in (Outcome.R, Outcome.P) for o in right),
        )

    return fold(g, leaf, combine)


def _compact_misere(numerator: int, exponent: int, up: int, star: int) -> Outcome:
    # With a number other than zero, play ends at that number, where its owner has to move.
    if numerator:
        return Outcome.R if numerator > 0 else Outcome.L
    if up == 0:
        return Outcome.P if star == 1 else Outcome.N
    if up < 0:
        return -_compact_misere(0, 0, -up, star)
    # From n.up + *m Left can only go to 0 and lose, except from up* = {0,*|0}.
    if up == 1 and star == 1:
        return Outcome.L
    if (up == 1 and star > 1) or (up == 2 and star == 0):
        return Outcome.P
    return Outcome.R


# Multiples, ordinal sums, incentives and the reduced canonical form.


def multiple(n: int, g: Handle) -> Handle:
    """Return the sum of `n` copies of `g`, by doubling; a negative `n` takes copies of -g."""
    engine = state.engine
    parts = engine.as_compact(g)
    if parts is not None:
        return _compact_multiple(n, *parts)
    if n < 0:
        n, g = -n, engine.negate(g)
    total = engine.compact(0, 0, 0, 0)
    while n:
        if n & 1:
            total = engine.add(total, g)
        n >>= 1
        if n:
            g = engine.add(g, g)
    return total


def _compact_multiple(n: int, numerator: int, exponent: int, up: int, star: int) -> Handle:
    numerator *= n
    if numerator == 0:
        exponent = 0
    while exponent and not numerator & 1:
        # Strip all the factors of two that the denominator can take at once.
        shift = min(exponent, (numerator & -numerator).bit_length() - 1)
        numerator >>= shift
        exponent -= shift
    return state.engine.compact(numerator, exponent, n * up, star if n & 1 else 0)


def ordinal_sum(base: Handle, top: Handle) -> Handle:
    """Return ``base : top``, for the canonical form of `base`.

    A move in `base` throws `top` away: ``G:H = {G^L, G:H^L | G^R, G:H^R}``.
    """
    engine = state.engine
    zero = engine.compact(0, 0, 0, 0)
    if base == zero:
        return top
    base_left, base_right = engine.options(base)

    def leaf(h: Handle) -> Handle | None:
        return base if h == zero else None

    def combine(_: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        return engine.construct([*base_left, *left], [*base_right, *right])

    return fold(top, leaf, combine)


def left_incentives(g: Handle) -> list[Handle]:
    """Return what Left gains by her moves, ``G^L - G``, the undominated ones."""
    engine = state.engine
    minus = engine.negate(g)
    return undominated(engine.add(h, minus) for h in engine.options(g)[0])


def right_incentives(g: Handle) -> list[Handle]:
    """Return what Right gains by his moves, ``G - G^R``, the undominated ones."""
    engine = state.engine
    return undominated(engine.add(g, engine.negate(h)) for h in engine.options(g)[1])


def undominated(games: Iterable[Handle]) -> list[Handle]:
    """Return the maximal elements, each once."""
    geq = state.engine.geq
    kept: list[Handle] = []
    for g in games:
        if not any(geq(h, g) for h in kept):
            kept = [h for h in kept if not geq(g, h)]
            kept.append(g)
    return kept


def reduced(g: Handle) -> Handle:
    """Return the reduced canonical form: the simplest game infinitesimally close to `g`.

    Heating by star wipes out infinitesimals up to a star on the numbers; the projection that
    forgets these stars then gives the reduced form.
    """
    engine = state.engine
    star = engine.compact(0, 0, 0, 1)

    def number_leaf(h: Handle) -> Handle | None:
        parts = engine.as_compact(h)
        return None if parts is None else engine.compact(parts[0], parts[1], 0, 0)

    def star_heat(_: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        return engine.construct(
            [engine.add(h, star) for h in left], [engine.add(h, star) for h in right]
        )

    def projection_leaf(h: Handle) -> Handle | None:
        parts = engine.as_compact(h)
        if parts is None or parts[2] or parts[3] > 1:
            return None
        return engine.compact(parts[0], parts[1], 0, 0)

    def project(_: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        return engine.construct(left, right)

    return fold(fold(g, number_leaf, star_heat), projection_leaf, project)


# Cooling, heating, overheating and freezing.


def less(x: Dyadic, y: Dyadic) -> bool:
    """Return whether the dyadic number `x` is below `y`."""
    return x[0] << y[1] < y[0] << x[1]


def temperature(g: Handle) -> Dyadic:
    """Return the temperature: where the mast of the thermograph begins."""
    tops = [wall[1][0] for wall in state.engine.thermograph(g) if wall[1]]
    if len(tops) == 2 and less(tops[0], tops[1]):
        return tops[1]
    return tops[0] if tops else (-1, 0)


def cool(g: Handle, t: Dyadic) -> Handle:
    """Return `g` cooled by ``t > -1``.

    Above its temperature a game is its mean; an integer is never changed; any other game is
    ``{cool(L) - t | cool(R) + t}``, at its temperature too: there it is a number plus an
    infinitesimal.
    """
    if t[0] == 0:
        return g
    engine = state.engine
    plus, minus = engine.compact(t[0], t[1], 0, 0), engine.compact(-t[0], t[1], 0, 0)

    def leaf(h: Handle) -> Handle | None:
        parts = engine.as_compact(h)
        if parts is not None and (t[0] > 0 or not (parts[1] or parts[2] or parts[3])):
            return engine.compact(parts[0], parts[1], 0, 0)
        if less(temperature(h), t):
            mean = engine.thermograph(h)[0][0]
            return engine.compact(mean[0], mean[1], 0, 0)
        return None

    def combine(_: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        return engine.construct(
            [engine.add(h, minus) for h in left], [engine.add(h, plus) for h in right]
        )

    return fold(g, leaf, combine)


def freeze(g: Handle) -> Handle:
    """Return `g` cooled by its temperature; a number stays as it is."""
    return g if number(g) is not None else cool(g, temperature(g))


def heat(g: Handle, t: Handle) -> Handle:
    """Return `g` heated by the game `t`: numbers stay, options are moved apart by `t`."""
    return _overheat(g, t, lambda h: None if number(h) is None else h)


def overheat(g: Handle, s: Handle, t: Handle) -> Handle:
    """Return `g` overheated from `s` to `t`: an integer n becomes n copies of `s`."""

    def leaf(h: Handle) -> Handle | None:
        x = number(h)
        return multiple(x[0], s) if x is not None and x[1] == 0 else None

    return _overheat(g, t, leaf)


def _overheat(g: Handle, t: Handle, leaf: Callable[[Handle], Handle | None]) -> Handle:
    engine = state.engine
    minus = engine.negate(t)

    def combine(_: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        return engine.construct(
            [engine.add(h, t) for h in left], [engine.add(h, minus) for h in right]
        )

    return fold(g, leaf, combine)
