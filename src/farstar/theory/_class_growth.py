"""How the positions of each class grow, and how soon the outcome of a position is decided.

The class of a word is its state in the 17-state automaton. Read from its last digit to its first,
the continued fraction of a position moves the class: the letters of a digit c are an l and then c -
1 times r, of which a third one changes nothing. The classes 10 (R) and 13 (L) are never left. Each
of the other fifteen holds ``C_i N**delta`` of the positions (p, q), q < p <= N, with the exponent
delta of `growth_exponent`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from farstar.theory._decimals import precision, progression_sums
from farstar.theory._estimate import Estimate, rounded, wanted_digits
from farstar.theory._outcome_shares import growth_equation_root
from farstar.theory._transfer import (
    ALL,
    ONE,
    Collocation,
    Digits,
    Matrix,
    Vector,
    apply,
    apply_left,
    difference,
    dot,
    integral,
    minus,
    needed_nodes,
    needed_precision,
    noise,
    size,
    solve_fixed_point,
    times,
)
from farstar.theory.automata import far_star_automaton

_CLASSES = (Digits(1), Digits(2), Digits(3, 1))
"""The digits that the automaton can tell from each other."""

_LAST = (Digits(2), Digits(3), Digits(4, 1))
"""The last digits, which leave the words e, re and rr...e."""

Functions: TypeAlias = dict[int, Vector]
"""A function for each class."""

_MOST_VISITS = 8
"""Within two digits an undecided state is left for good with probability 1/4 or more."""


@lru_cache(maxsize=16, typed=True)
def digits_until_decided(*, digits: int = 20) -> Estimate:
    """Return how many digits, from the last one on, it takes on the average to know the outcome.

    For (p, q) with q/(p mod q) = [d0; ..., dn] the digits are read from dn to d0, until the player
    who wins is certain whatever the others are; dn and the deciding digit are counted. The mean
    is over all q < p, in the limit of large p.

    Notes
    -----
    With the operators of `outcome_shares` and plus signs, the densities v, e2, e0 of the states
    T0 + S1, T1 + S2, T2 + S0 solve ``e2 = L1 v``, ``e0 = L1 e2 + i``, ``v = j + L e0 + G e2``, and
    one more than the integral of their sum is the number of digits. A residual is an error in
    what enters a state; each part of it is seen at most 8 times on the average, because within
    two digits the outcome is decided with probability at least 1/4.

    Examples
    --------
    >>> print(digits_until_decided().value)
    4.22468987574399843276
    """
    wanted = wanted_digits(digits)
    nodes = needed_nodes(wanted + 1)
    with precision(needed_precision(nodes, wanted + 1)):
        line = Collocation(nodes, Decimal(2))
        every, one = line.matrix(ALL), line.matrix(ONE)
        larger = minus(every, one)
        density = line.constant(2)
        start_s = apply(line.matrix(Digits(2)), density)
        start_t = apply(line.matrix(Digits(3, 1)), density)
        tour = _plus(times(every, times(one, one)), times(larger, one))
        v = solve_fixed_point(tour, _sum(start_t, apply(every, start_s)))
        e2 = apply(one, v)
        e0 = _sum(apply(one, e2), start_s)
        back = _sum(apply(every, e0), apply(larger, e2))
        rest = size(difference(_sum(start_t, back), v))
        between = sum(
            (line.interpolation_error(f) for f in (v, e2, e0, e2, density, density)), Decimal(0)
        )
        scale = size(v) + size(e2) + size(e0) + 2
        error = _MOST_VISITS * (rest + between + 10 * scale * noise(nodes))
        return rounded(1 + integral(_sum(_sum(v, e2), e0)), error, wanted, proved=True)


def _sum(x: Vector, y: Vector) -> Vector:
    return [s + t for s, t in zip(x, y, strict=True)]


def _plus(a: Matrix, b: Matrix) -> Matrix:
    return [_sum(x, y) for x, y in zip(a, b, strict=True)]


def _steps() -> dict[int, tuple[int, int, int]]:
    """Return the classes after a digit 1, 2, or more, for each class that is ever left."""
    letters = far_star_automaton().transitions
    r = letters["r"]
    after = {i: (n, r[n], r[r[n]]) for i, n in enumerate(letters["l"])}
    return {i: targets for i, targets in after.items() if set(targets) != {i}}


class _Digit:
    """The operator of one more digit on functions of the classes."""

    def __init__(self, nodes: int, exponent: Decimal) -> None:
        self.line = Collocation(nodes, exponent)
        self._matrices = [self.line.matrix(digits) for digits in _CLASSES]
        self._steps = _steps()

    def constant(self) -> Functions:
        """Return the constant 1 for every class."""
        return {i: self.line.constant(1) for i in self._steps}

    def columns(self, f: Functions) -> Functions:
        """Return for each class what the classes after it give."""
        found = {i: [Decimal(0)] * self.line.nodes for i in f}
        for i, targets in self._steps.items():
            for matrix, target in zip(self._matrices, targets, strict=True):
                if target in f:
                    found[i] = _sum(found[i], apply(matrix, f[target]))
        return found

    def rows(self, g: Functions) -> Functions:
        """Return for each class what the classes before it give to it."""
        found = {i: [Decimal(0)] * self.line.nodes for i in g}
        for i, targets in self._steps.items():
            for matrix, target in zip(self._matrices, targets, strict=True):
                if target in g:
                    found[target] = _sum(found[target], apply_left(g[i], matrix))
        return found


def _fixed(step: Callable[[Functions], Functions], start: Functions, digits: int) -> Functions:
    """Return the functions that a step with the largest eigenvalue 1 keeps.

    Three l's lead back to the class where they began, so that the next eigenvalues are near the
    other two cube roots of unity; adding up two, three and four steps is rid of them.
    """
    f, small = start, Decimal(10) ** -digits
    for _ in range(20 + 2 * digits):
        second = step(step(f))
        third = step(second)
        fourth = step(third)
        added = {i: _sum(_sum(second[i], third[i]), fourth[i]) for i in f}
        largest = max((c for row in added.values() for c in row), key=abs)
        after = {i: [c / largest for c in row] for i, row in added.items()}
        change = max(size(difference(after[i], f[i])) for i in f)
        f = after
        if change < small:
            break
    return f


def _inner(g: Functions, f: Functions) -> Decimal:
    return sum((dot(g[i], f[i]) for i in g), Decimal(0))


def _constants(nodes: int, digits: int, w: Decimal) -> dict[int, Decimal]:
    """Return the residues at w of the Dirichlet series of all classes, over w."""
    digit = _Digit(nodes, w)
    line = digit.line
    right = _fixed(digit.columns, digit.constant(), digits)
    left = _fixed(digit.rows, digit.constant(), digits)
    h = Decimal(10) ** (-(digits + 8) // 2)
    above, below = (_inner(left, _Digit(nodes, w + x).columns(right)) for x in (h, -h))
    r = far_star_automaton().transitions["r"]
    starts = (0, r[0], r[r[0]])
    ends = sum(
        (dot(line.digit_row(d), right[i]) for d, i in zip(_LAST, starts, strict=True)), Decimal(0)
    )
    factor = -progression_sums(Decimal(1), 1, w, 1)[0] * ends * 2 * h / ((above - below) * w)
    # Where the word ends, the first quotient of p/q may still be anything.
    source = apply(line.matrix(ALL), line.constant(1))
    return {i: factor * dot(row, source) for i, row in left.items()}


@lru_cache(maxsize=16, typed=True)
def class_growth_constants(*, digits: int = 8) -> Mapping[int, Estimate]:
    """Return C_i: about C_i N**delta positions up to N are of class i, for i other than 10, 13.

    That these constants exist is proved, as for `growth_constant`, which is the sum of those of
    the classes with outcome P, and of those with outcome N. The classes tell the outcome beside
    a nim-heap too. The digits are *numerical*: the error is what a coarser computation differs
    by, with a factor of ten for safety.

    Examples
    --------
    >>> constants = class_growth_constants(digits=6)
    >>> print(constants[0].value, constants[5].value)
    0.112355 0.462993
    >>> print(sum(constants[i].value for i in (3, 7, 12, 15)))
    0.379069
    """
    wanted = wanted_digits(digits)
    exponent = growth_equation_root(wanted + 4)
    nodes = needed_nodes(wanted + 4) * 3 // 4
    coarse, fine = (_at(count, wanted, exponent) for count in (nodes - 5, nodes))
    return MappingProxyType(
        {
            i: rounded(
                c, 10 * abs(c - coarse[i]) + Decimal(10) ** (-wanted - 2), wanted, proved=False
            )
            for i, c in sorted(fine.items())
        }
    )


def _at(nodes: int, digits: int, exponent: Decimal) -> dict[int, Decimal]:
    with precision(needed_precision(nodes, 2 * digits + 8)):
        return _constants(nodes, digits + 3, exponent)
