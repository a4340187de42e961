"""Ups and stars on both sides of a position, and what they say about sums.

For a position ``g`` and ``j = 0, 1, 2`` let ``lower[j]`` be the largest ``n`` with
``g >= n.up + *j`` and ``upper[j]`` the smallest ``n`` with ``g <= n.up + *j``; the star ``*2``
stands for every larger one. These six numbers of ``{x|y}`` follow from those of ``x`` and ``y``,
because every option of ``n.up + *j`` is again of this kind.

They settle many sums. If lower numbers of the summands add up to ``n``, those of an even number of
summands being starred, then the sum is at least ``n.up``; with an odd number of stars, at least
``n.up + *``. And ``lower[2] + 1`` is the floor of the atomic weight, so that a total of 2 wins for
Left. Where the numbers alone leave a question open, they may settle it after every first move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from farstar._outcome import Outcome

__all__ = [
    "ZERO",
    "Decision",
    "Profile",
    "Thresholds",
    "braces",
    "decide",
    "decide_with_one_ply",
    "star_options",
    "with_star",
]


class Thresholds(NamedTuple):
    """Between which multiples of up, with no star, a star, or a far star, a position lies."""

    lower: tuple[int, int, int]
    """The largest n with ``g >= n.up + *j``, for j = 0, 1, 2."""
    upper: tuple[int, int, int]
    """The smallest n with ``g <= n.up + *j``, for j = 0, 1, 2."""

    def __neg__(self) -> Thresholds:
        a, b, c = self.lower
        d, e, f = self.upper
        return Thresholds((-d, -e, -f), (-a, -b, -c))

    @property
    def weight_floor(self) -> int:
        """The largest integer that is at most the atomic weight."""
        return self.lower[2] + 1

    @property
    def weight_ceiling(self) -> int:
        """The smallest integer that is at least the atomic weight."""
        return self.upper[2] - 1


ZERO = Thresholds((0, -2, -1), (0, 2, 1))
"""The numbers of zero: ``n.up`` is positive for n > 0, ``n.up + *`` for n > 1."""


class Profile(NamedTuple):
    """The numbers of a position and of its two options (None where there is no move)."""

    value: Thresholds
    left: Thresholds | None
    right: Thresholds | None


class Decision(NamedTuple):
    """Who wins, as far as it is known; None means that it is not."""

    left_wins_first: bool | None
    right_wins_first: bool | None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, if both questions are settled."""
        if self.left_wins_first is None or self.right_wins_first is None:
            return None
        return Outcome.of(
            left_wins_first=self.left_wins_first, right_wins_first=self.right_wins_first
        )


def star_options(n: int, j: int) -> list[tuple[int, int]]:
    """Return the canonical Left options of ``n.up + *j`` as pairs of the same kind.

    Mirror both pairs for the Right options. The star 2 is far, so 3 is written 2 again.

    Examples
    --------
    >>> star_options(3, 0), star_options(1, 1), star_options(-2, 1), star_options(0, 2)
    ([(0, 0)], [(0, 0), (0, 1)], [(-1, 0)], [(0, 0), (0, 1)])
    """
    if n >= 1:
        return [(0, 0), (0, 1)] if (n, j) == (1, 1) else [(0, 0)]
    if n == 0:
        return [(0, i) for i in range(j)]
    return [(n + 1, with_star(j))]


def with_star(j: int) -> int:
    """Return the star of ``*j + *``; a far star stays one."""
    return j if j == 2 else 1 - j


class BraceOrder:
    """Compares ``{x|y}`` with ``n.up + *j``, straight from the definition of the order."""

    def __init__(self, x: Thresholds, y: Thresholds) -> None:
        self.least = x.lower
        self.most = y.upper

    def geq(self, n: int, j: int) -> bool:
        """Return whether ``{x|y} >= n.up + *j``: neither has Right a good move nor has U's Left."""
        return n < self.most[j] and not any(self.leq(*u) for u in star_options(n, j))

    def leq(self, n: int, j: int) -> bool:
        return n > self.least[j] and not any(self.geq(-m, i) for m, i in star_options(-n, j))


def braces(x: Thresholds, y: Thresholds) -> Thresholds:
    """Return the numbers of ``{x|y}`` from those of ``x`` and ``y``.

    Examples
    --------
    >>> braces(ZERO, ZERO)
    Thresholds(lower=(-2, 0, -1), upper=(2, 0, 1))
    """
    at_most_zero, at_least_zero = x.lower[0] < 0, y.upper[0] > 0
    if at_most_zero:
        return ZERO if at_least_zero else -braces(-y, -x)
    game = BraceOrder(x, y)
    l0, l1, l2 = (_lower(game, y.upper[j] - 1, j) for j in range(3))
    lower = (l0, l1, l2)
    upper = []
    for j in range(3):
        n = x.lower[j] + 1
        if at_least_zero:
            # The value is positive, so only n >= 1 will do, and then the Right option of n.up + *j
            # must not be below it.
            n = max(n, lower[with_star(j)] + 2, 1)
        else:
            while not game.leq(n, j):
                n += 1
        upper.append(n)
    u0, u1, u2 = upper
    return Thresholds(lower, (u0, u1, u2))


def _lower(game: BraceOrder, n: int, j: int) -> int:
    """Return the largest number that suits a game which is not <= 0, `n` or below."""
    # For n >= 2, and for up and up + *2, Left's only move in n.up + *j is to 0, which fails.
    if n >= 2 or (n == 1 and j != 1):
        return n
    while not game.geq(n, j):
        n -= 1
    return n


class _Facts(NamedTuple):
    """What the numbers prove about a sum; False means "not proved"."""

    geq: bool
    """Left wins moving second."""
    not_leq: bool
    """Left wins moving first."""


def _left_facts(summands: Sequence[Thresholds]) -> _Facts:
    weight = sum(one.weight_floor for one in summands)
    even, odd = _best_sums(one.lower for one in summands)
    # n.up is >= 0 for n >= 0 and > 0 for n >= 1; n.up + * is >= 0 for n >= 2 and not <= 0 for
    # n >= -1; a weight of 2 wins, a weight of 1 wins moving first.
    return _Facts(
        geq=weight >= 2 or even >= 0 or (odd is not None and odd >= 2),
        not_leq=weight >= 1 or even >= 1 or (odd is not None and odd >= -1),
    )


def _best_sums(numbers: Iterable[tuple[int, int, int]]) -> tuple[int, int | None]:
    """Return the largest sums of plain or starred numbers with an even, an odd number of stars."""
    even, odd = 0, None
    for plain, starred, _ in numbers:
        if odd is None:
            even, odd = even + plain, even + starred
        else:
            even, odd = max(even + plain, odd + starred), max(odd + plain, even + starred)
    return even, odd


def _decision(left: _Facts, right: _Facts) -> Decision:
    return Decision(
        left_wins_first=True if left.not_leq else False if right.geq else None,
        right_wins_first=True if right.not_leq else False if left.geq else None,
    )


def decide(summands: Iterable[Thresholds]) -> Decision:
    """Return what the numbers of the summands say about who wins their sum.

    Examples
    --------
    >>> star, up = braces(ZERO, ZERO), braces(ZERO, braces(ZERO, ZERO))
    >>> decide([up, up]).outcome, decide([star, star]).outcome
    (<Outcome.L: 'L'>, <Outcome.P: 'P'>)
    """
    terms = list(summands)
    return _decision(_left_facts(terms), _left_facts([-one for one in terms]))


def decide_with_one_ply(summands: Iterable[Profile]) -> Decision:
    """Return what the numbers say about a sum if one move is also looked ahead.

    Examples
    --------
    >>> star, up = braces(ZERO, ZERO), braces(ZERO, braces(ZERO, ZERO))
    >>> decide_with_one_ply([Profile(star, ZERO, ZERO), Profile(up, ZERO, star)])
    Decision(left_wins_first=True, right_wins_first=True)
    """
    terms = list(summands)
    turned = [_mirrored(one) for one in terms]
    return _decision(_left_facts_with_ply(terms), _left_facts_with_ply(turned))


def _mirrored(one: Profile) -> Profile:
    return Profile(
        -one.value,
        None if one.right is None else -one.right,
        None if one.left is None else -one.left,
    )


def _left_facts_with_ply(summands: Sequence[Profile]) -> _Facts:
    facts = _left_facts([one.value for one in summands])
    return _Facts(
        geq=facts.geq
        or all(
            _left_facts(after).not_leq
            for after in _moves(summands, [one.right for one in summands])
        ),
        not_leq=facts.not_leq
        or any(
            _left_facts(after).geq for after in _moves(summands, [one.left for one in summands])
        ),
    )


def _moves(
    summands: Sequence[Profile], options: Sequence[Thresholds | None]
) -> Iterator[list[Thresholds]]:
    """Yield the numbers of the summands after each move of one player."""
    values = [one.value for one in summands]
    for i, option in enumerate(options):
        if option is not None:
            yield [*values[:i], option, *values[i + 1 :]]
