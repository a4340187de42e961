"""How the positions of each class grow.

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

from farstar.theory.automata import far_star_automaton
from farstar.theory.densities._decimals import precision, progression_sums
from farstar.theory.densities._estimate import Estimate, from_two, wanted_digits
from farstar.theory.densities._outcome_shares import growth_equation_root
from farstar.theory.densities._transfer import (
    ALL,
    Collocation,
    Digits,
    Vector,
    apply,
    apply_left,
    difference,
    dot,
    needed_nodes,
    needed_precision,
    plus,
    size,
)

_CLASSES = (Digits(1), Digits(2), Digits(3, 1))
"""The digits that the automaton can tell from each other."""

_LAST = (Digits(2), Digits(3), Digits(4, 1))
"""The last digits, which leave the words e, re and rr...e."""

Functions: TypeAlias = dict[int, Vector]
"""A function for each class."""


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
        result = {i: [Decimal(0)] * self.line.nodes for i in f}
        for i, targets in self._steps.items():
            for matrix, target in zip(self._matrices, targets, strict=True):
                if target in f:
                    result[i] = plus(result[i], apply(matrix, f[target]))
        return result

    def rows(self, g: Functions) -> Functions:
        """Return for each class what the classes before it give to it."""
        result = {i: [Decimal(0)] * self.line.nodes for i in g}
        for i, targets in self._steps.items():
            for matrix, target in zip(self._matrices, targets, strict=True):
                if target in g:
                    result[target] = plus(result[target], apply_left(g[i], matrix))
        return result


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
        added = {i: plus(second[i], third[i], fourth[i]) for i in f}
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
    return MappingProxyType({i: from_two(coarse[i], fine[i], wanted) for i in sorted(fine)})


def _at(nodes: int, digits: int, exponent: Decimal) -> dict[int, Decimal]:
    with precision(needed_precision(nodes, 2 * digits + 8)):
        return _constants(nodes, digits + 3, exponent)
