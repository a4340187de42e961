"""Sums of atomic weights, compared by their own theory.

The weights of Partizan Euclid are integers and combs ``[M0, ..., Mk; N] = {M0|{M1|...{Mk|N}}}``,
``M0 >= ... >= Mk >= N - 1``. Where a comb ends in a number such as ``{N-1|N}``, that number becomes
its end; less its end, the comb is ``[m0, ..., mk; 0]`` with ``m0 >= ... >= mk >= 0``. So a sum W of
weights and their negatives is a number c plus such combs. To find out who wins W, the moves in c
can be left out, since no move in a comb costs a player more than an infinitesimal: the players move
in the combs until none is left; then Left wins if c > 0, or if c = 0 and Right is to move.

* **Switches** ``{m|0}``. Two equal ones add up to m, and the larger of two is the better move for
  both players. So a sum of numbers and switches takes no longer than sorting them.
* **Combs.** Comparing their sums is PSPACE-complete, so no fast method can be expected for all of
  them. Each lies between numbers, ``m1 <= G``, and but for infinitesimals between switches,
  ``{m0|m2} <= G <= {m0|m1}``. What these bounds leave open is searched, without the moves that
  another one dominates.

What W says about the sum S of all-small games with these weights: if Left wins W moving first, she
wins S moving first, and if W >= 2, she wins S moving second. Proofs: section 5 of
``docs/weights.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias

from farstar._arguments import shown
from farstar._digits import to_text
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.sums.intervals import Decision

__all__ = ["Comb", "Weight", "WeightSum"]

_Part: TypeAlias = tuple[int, tuple[int, ...]]
"""A sign and the teeth ``m0 >= ... >= mk >= 0`` of a comb that ends in 0."""
_Parts: TypeAlias = tuple[_Part, ...]

_MOST_THRESHOLDS = 3
"""So many ways of replacing combs by switches and numbers are tried for each sum."""


class Comb(NamedTuple):
    """The game ``{M0|{M1|...{Mk|N}}}`` of integers, a weight that is not an integer.

    Examples
    --------
    >>> comb = Comb((8, 8), 5)
    >>> print(comb, Comb((3,), 3), Comb((4, 4), 5).number)
    {8|{8|5}} {3|3} 17/4
    """

    teeth: tuple[int, ...]
    """M0, ..., Mk, the Left options from the outside in."""
    end: int
    """N, the last Right option."""

    def __str__(self) -> str:
        head = "|{".join(map(to_text, self.teeth))
        return "{" + head + "|" + to_text(self.end) + "}" * len(self.teeth)

    @property
    def number(self) -> Fraction | None:
        """The number equal to this game, or None if it is not a number."""
        if any(tooth != self.end - 1 for tooth in self.teeth):
            return None
        return self.end - 1 + Fraction(1, 2 ** len(self.teeth))


Weight: TypeAlias = int | Comb
"""An atomic weight: an integer, or a comb of integers."""


class WeightSum:
    """A sum of weights, each with a sign, and who wins it.

    Parameters
    ----------
    terms : iterable of (sign, weight)
        Each sign is 1 or -1; a weight is an integer, another number, or a comb with
        ``M0 >= ... >= Mk >= N - 1``.
    charge : callable
        Is called with 1 for each sum that is searched, and may raise an error.

    Examples
    --------
    >>> total = WeightSum([(1, Comb((9,), 2)), (-1, Comb((8, 8), 5)), (1, 1)])
    >>> total.left_wins_first(), total.left_wins_second()
    (True, False)
    >>> total.left_wins_first(less=3), total.left_wins_second(less=-6)
    (False, True)
    """

    def __init__(
        self,
        terms: Iterable[tuple[int, Weight | Fraction]],
        charge: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.is_open = False
        """Whether the last decision lacked steps."""
        self._charge = charge
        signed = [(sign, *_as_comb(weight)) for sign, weight in terms]
        self._unit = lcm(*(Fraction(end).denominator for _, _, end in signed))
        self._steps = 0
        self._least: dict[tuple[_Parts, bool], tuple[int, int]] = {}
        parts: list[_Part] = []
        number = 0
        for sign, teeth, end in signed:
            scaled = int(end * self._unit)
            part, more = _normal(sign, tuple(m * self._unit - scaled for m in teeth))
            number += sign * scaled + more + _put(parts, part)
        self._parts = tuple(sorted(parts))
        self._number = number

    def left_wins_first(self, less: int = 0, *, steps: int = 10_000) -> bool:
        """Return whether Left, moving first, wins the sum less an integer.

        Raises
        ------
        BudgetExceeded
            If more than `steps` sums would have to be searched.
        """
        self._steps = steps
        return self._left_wins(self._parts, True, self._number - less * self._unit)

    def left_wins_second(self, less: int = 0, *, steps: int = 10_000) -> bool:
        """Return whether the sum is at least an integer: Left, moving second, wins the difference.

        Raises
        ------
        BudgetExceeded
            If more than `steps` sums would have to be searched.
        """
        self._steps = steps
        return self._left_wins(self._parts, False, self._number - less * self._unit)

    def decide(self, *, steps: int = 10_000) -> Decision:
        """Return what the sum of the weights says about the sum of the all-small games themselves.

        What would take more than `steps` sums for one question is left open; what has been found
        out is kept for the next time.

        Examples
        --------
        >>> WeightSum([(1, Comb((9,), 2)), (-1, 4)]).decide()
        Decision(left_wins_first=True, right_wins_first=True)
        >>> WeightSum([(1, Comb((9,), 2)), (1, 1)]).decide()
        Decision(left_wins_first=True, right_wins_first=False)
        """

        def ask(question: Callable[..., bool], less: int) -> bool | None:
            try:
                return question(less, steps=steps)
            except _OutOfSteps:
                self.is_open = True
                return None

        self.is_open = False
        left = ask(self.left_wins_first, 0)
        if left is False:
            left = False if ask(self.left_wins_first, -2) is False else None
        right = ask(self.left_wins_second, 0)
        if right is True:
            right = True if ask(self.left_wins_second, 2) else None
        return Decision(left, None if right is None else not right)

    def _left_wins(self, parts: _Parts, left_moves: bool, number: int) -> bool:
        """Search for the winner of combs plus a number."""
        result = self._known(parts, left_moves, number)
        stack: list[_Frame] = []
        if result is None:
            stack.append(self._frame(parts, left_moves, number))
        while stack:
            frame = stack[-1]
            if result is None or result is not frame.left_moves:
                after = next(frame.moves, None)
                if after is not None:
                    parts, more = after
                    number = frame.number + more
                    result = self._known(parts, not frame.left_moves, number)
                    if result is None:
                        stack.append(self._frame(parts, not frame.left_moves, number))
                    continue
                result = not frame.left_moves
            stack.pop()
            low, high = self._least[frame.parts, frame.left_moves]
            bounds = (low, frame.number) if result else (frame.number, high)
            self._least[frame.parts, frame.left_moves] = bounds
        assert result is not None
        return result

    def _known(self, parts: _Parts, left_moves: bool, number: int) -> bool | None:
        """Return who wins if earlier searches or bounds tell."""
        bounds = self._least.get((parts, left_moves))
        if bounds is None:
            bounds = self._least[parts, left_moves] = _least_bounds(parts, left_moves)
        if number <= bounds[0]:
            return False
        return True if number >= bounds[1] else None

    def _frame(self, parts: _Parts, left_moves: bool, number: int) -> _Frame:
        if self._steps <= 0:
            raise _OutOfSteps("out of budget: the sum of weights has too many combs")
        self._steps -= 1
        self._charge(1)
        return _Frame(parts, left_moves, number, _moves(parts, left_moves))


class _OutOfSteps(BudgetExceeded):
    """The steps for one question are used up, as opposed to the user's budget."""


class _Frame(NamedTuple):
    """A sum that is being searched, and the moves that have not been tried."""

    parts: _Parts
    left_moves: bool
    number: int
    moves: Iterator[tuple[_Parts, int]]


def _as_comb(weight: Weight | Fraction) -> tuple[tuple[int, ...], Fraction | int]:
    """Return the teeth and the end, which is a number below all teeth but infinitesimally."""
    if not isinstance(weight, Comb):
        return (), weight
    teeth, end = weight
    if any(m < n for m, n in zip(teeth, (*teeth[1:], end - 1), strict=True)):
        raise IllegalPositionError(
            f"expected a comb whose teeth fall to its end or 1 less, got {shown(weight)}"
        )
    numbers = teeth.count(end - 1)
    if not numbers:
        return teeth, end
    return teeth[: len(teeth) - numbers], end - 1 + Fraction(1, 2**numbers)


def _normal(sign: int, teeth: tuple[int, ...]) -> tuple[_Part | None, int]:
    """Return a comb as a part and a number; switches are positive, as -{m|0} = {m|0} - m."""
    if not teeth:
        return None, 0
    if len(teeth) == 1:
        return (1, teeth), 0 if sign > 0 else -teeth[0]
    return (sign, teeth), 0


def _put(parts: list[_Part], part: _Part | None) -> int:
    """Add a part to others or cancel it against one; return the number that this leaves."""
    if part is None:
        return 0
    sign, teeth = part
    if len(teeth) == 1:
        if part in parts:
            parts.remove(part)
            return teeth[0]
    elif (-sign, teeth) in parts:
        parts.remove((-sign, teeth))
        return 0
    parts.append(part)
    return 0


def _moves(parts: _Parts, left_moves: bool) -> Iterator[tuple[_Parts, int]]:
    """Yield the sums after the moves that no other move dominates, the hottest first."""
    best: list[_Part] = []
    for part in dict.fromkeys(parts):
        if not any(_dominates(other, part, left_moves) for other in best):
            best = [other for other in best if not _dominates(part, other, left_moves)]
            best.append(part)
    best.sort(key=_heat, reverse=True)
    for part in best:
        sign, teeth = part
        rest = list(parts)
        rest.remove(part)
        if (sign > 0) is left_moves:
            yield tuple(rest), sign * teeth[0]
            continue
        after, number = _normal(sign, teeth[1:])
        number += _put(rest, after)
        rest.sort()
        yield tuple(rest), number


def _heat(part: _Part) -> int:
    """Return four times the temperature, from the first three teeth."""
    m0, m1, m2 = (*part[1], 0, 0)[:3]
    return min(4 * (m0 - m1), 2 * (m0 - m1) + m1 - m2) if len(part[1]) > 1 else 2 * m0


def _dominates(part: _Part, other: _Part, left_moves: bool) -> bool:
    """Return whether a move in one part is known to be at least as good as one in another."""
    (sign, teeth), (its_sign, its_teeth) = part, other
    if len(teeth) == 1:
        return teeth[0] > its_teeth[0] or teeth == its_teeth
    takes_tooth = (sign > 0) is left_moves
    if len(its_teeth) == 1:
        m0, m1, m2 = (*teeth, 0)[:3]
        size = its_teeth[0]
        return m0 - m1 > size or (
            not takes_tooth and (m1 - m2 > size or (len(teeth) == 2 and m1 >= size))
        )
    if sign != its_sign or len(teeth) != len(its_teeth):
        return False
    gap = teeth[0] - its_teeth[0]
    if takes_tooth:
        return gap >= 0 and all(gap >= m - n for m, n in zip(teeth, its_teeth, strict=True))
    return len(teeth) == 2 and gap >= teeth[1] - its_teeth[1] >= 0


def _least_bounds(parts: _Parts, left_moves: bool) -> tuple[int, int]:
    """Return a number with which Left loses, and one with which she wins."""
    thresholds = sorted({teeth[1] for _, teeth in parts if len(teeth) > 1})
    tried = [0] if not thresholds else thresholds[:: -(-len(thresholds) // _MOST_THRESHOLDS)]
    if thresholds:
        tried.append(thresholds[-1] + 1)
    return (
        -min(_secured(parts, -1, not left_moves, threshold) for threshold in tried),
        min(_secured(parts, 1, left_moves, threshold) for threshold in tried),
    )


def _secured(parts: _Parts, side: int, moves_first: bool, threshold: int) -> int:
    """Return a number that is enough for one player to win, 1 standing for Left and -1 for Right.

    From the player's own view each part is replaced by a number or a switch that is at most as
    good. Of the player's own combs, those with a threat of at least the threshold are answered.
    """
    number, sizes, is_exact = 0, [], True
    for sign, teeth in parts:
        m0, m1, m2 = (*teeth, 0, 0)[:3]
        if len(teeth) == 1:
            sizes.append(m0)
            number -= 0 if side > 0 else m0
        elif sign != side:
            sizes.append(m0 - m1)
            number -= m0
            is_exact = False
        elif m1 >= threshold:
            number += m1
        else:
            sizes.append(m0 - m2)
            number += m2
            is_exact = is_exact and len(teeth) > 2
    sizes.sort(reverse=True)
    number += sum(sizes[0 if moves_first else 1 :: 2])
    moves_last = (len(sizes) % 2 == 1) is moves_first
    return -number if is_exact and moves_last else 1 - number
