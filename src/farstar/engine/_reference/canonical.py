"""Sums and canonical forms; order, stops and negatives."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor

from farstar.engine._reference.store import (
    Compact,
    Game,
    Question,
    Steps,
    compact,
    intern,
    left_of,
    negate_compact,
    question,
    right_of,
)


@question
def add(g: Game, h: Game) -> Steps:
    """Return g + h: move in g or in h, but never in a number beside a game that is not one."""
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

    # Multiples of 2**-k are multiples of 2**-(k+1): what fits once fits ever after.
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
