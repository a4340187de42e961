"""How often each outcome of Partizan Euclid occurs in the limit, and how each class grows.

The word of (p, q), t = p mod q, is read off the continued fraction q/t = [d0, ..., dn]; the paired
outcomes take it from the last digit to the first, and see only whether a digit is 1 and whether
the last one is 2. So there is a machine on digits with six states that are left for good sooner or
later, S0, S1, S2, T0, T1, T2 with outcomes N, R, P, L, N, P, and two final ones, L and R:

===== ========= ===========
state digit 1   digit >= 2
===== ========= ===========
S0    S1        S1
S1    S2        R for ever
S2    S0        T0
T0    T1        L for ever
T1    T2        S1
T2    T0        T0
===== ========= ===========

It starts in S0 after a last digit 2 and in T0 after a larger one. For p -> infinity the reversed
fractions fill (0, 1/2) evenly, twice over, so the shares of L and R among the q < p tend to the
probabilities that the machine ends in L or R on the digits of a random number in (0, 1/2).

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
from typing import Literal, NamedTuple, TypeAlias

from farstar._arguments import integer
from farstar._outcome import Outcome
from farstar.papers.euclid.theory.densities.decimals import (
    Estimate,
    from_two,
    precision,
    progression_sums,
    rounded,
    wanted_digits,
)
from farstar.papers.euclid.theory.densities.transfer import (
    ALL,
    ONE,
    Collocation,
    Digits,
    Matrix,
    Vector,
    apply,
    apply_left,
    difference,
    dominant,
    dot,
    integral,
    minus,
    needed_nodes,
    needed_precision,
    noise,
    plus,
    size,
    solve_fixed_point,
    times,
)
from farstar.papers.partizan_euclid.theory.automata import far_star_automaton

_NEAR = Decimal("1.66582")
"""Where Newton's method for the growth exponent starts; what it finds does not depend on it."""


_MOST_VISITS = 8
"""Within two digits an undecided state is left for good with probability 1/4 or more."""


class Shares(NamedTuple):
    """The limiting shares of the positions that Left or Right wins, whoever begins."""

    left: Estimate
    right: Estimate


@lru_cache(maxsize=16, typed=True)
def outcome_shares(*, digits: int = 20) -> Shares:
    """Return the limiting shares of the outcomes L and R of Partizan Euclid.

    They hold for all (p, q) with q < p <= N as N grows, and for the q < p of every single large
    p. The outcomes P and N have density zero. Adding a nim-heap changes none of these limits.

    Notes
    -----
    Let L, L1 and G be the transfer operators of all digits, of the digit 1 and of the others. The
    differences w, d2, d0 of the densities in the states T0 - S1, T1 - S2, T2 - S0, summed over
    all times, solve ``d2 = L1 w``, ``d0 = L1 d2 - i``, ``w = j + L d0 - G d2``, where i and j are
    the densities with which the machine starts in S0 and T0. The difference of the shares is the
    integral of ``G w``. If polynomials solve the three equations up to residuals, the integral is
    wrong by at most the sum of the three largest residuals, because errors travel through
    the machine like probabilities and leave it with total probability 1. The residuals are
    bounded as for the win probabilities: at the nodes, between them, and for rounding.

    Examples
    --------
    >>> print(outcome_shares().left.value, outcome_shares().right.value)
    0.57220169304489521458 0.42779830695510478542
    """
    wanted = wanted_digits(digits)
    nodes = needed_nodes(wanted)
    with precision(needed_precision(nodes, wanted)):
        flow = _flow(nodes, -1)
        w = flow.states[0]
        surplus = integral(difference(w, flow.states[1]))
        error = (flow.error + flow.line.interpolation_error(w)) / 2
        return Shares(
            rounded((1 + surplus) / 2, error, wanted, proved=True),
            rounded((1 - surplus) / 2, error, wanted, proved=True),
        )


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
        flow = _flow(nodes, 1)
        total = 1 + integral(plus(*flow.states))
        return rounded(total, _MOST_VISITS * flow.error, wanted, proved=True)


class _Flow(NamedTuple):
    """Polynomials that solve the three equations of the undecided states, or nearly so."""

    line: Collocation
    states: tuple[Vector, Vector, Vector]
    """Those of T0 and S1, of T1 and S2, and of T2 and S0."""
    error: Decimal
    """A bound of the three residuals together."""


def _flow(nodes: int, sign: Literal[1, -1]) -> _Flow:
    """Solve ``e2 = L1 v``, ``e0 = L1 e2 + sign i``, ``v = j + L e0 + sign G e2``."""
    line = Collocation(nodes, Decimal(2))
    every, one = line.matrix(ALL), line.matrix(ONE)
    signed = [[sign * entry for entry in row] for row in minus(every, one)]
    density = line.constant(2)
    start_s = [sign * entry for entry in apply(line.matrix(Digits(2)), density)]
    start_t = apply(line.matrix(Digits(3, 1)), density)
    tour = [
        plus(*rows) for rows in zip(times(every, times(one, one)), times(signed, one), strict=True)
    ]
    v = solve_fixed_point(tour, plus(start_t, apply(every, start_s)))
    e2 = apply(one, v)
    e0 = plus(apply(one, e2), start_s)
    rest = size(difference(plus(start_t, apply(every, e0), apply(signed, e2)), v))
    # e2 and e0 solve their equations at the nodes; both starts are interpolated images too.
    between = plus(*([line.interpolation_error(f)] for f in (v, e2, e0, e2, density, density)))[0]
    scale = size(v) + size(e2) + size(e0) + 2
    return _Flow(line, (v, e2, e0), rest + between + 10 * scale * noise(nodes))


class _Machine(NamedTuple):
    """The operators of the undecided states for one exponent."""

    line: Collocation
    every: Matrix
    one: Matrix

    @classmethod
    def at(cls, nodes: int, exponent: Decimal) -> _Machine:
        line = Collocation(nodes, exponent)
        return cls(line, line.matrix(ALL), line.matrix(ONE))

    def stages(self, f: Vector) -> tuple[Vector, Vector, Vector]:
        """Return L1 f, L1 L1 f and L L1 L1 f + G L1 f."""
        once = apply(self.one, f)
        twice = apply(self.one, once)
        return once, twice, difference(apply(self.every, plus(twice, once)), twice)

    def backwards(self) -> Matrix:
        """Return L1 L1 L + L1 G, which has the same eigenvalues."""
        inner = times(self.one, self.every)
        return times(
            self.one, [plus(*rows) for rows in zip(inner, minus(self.every, self.one), strict=True)]
        )

    def eigenvalue(self, digits: int) -> tuple[Decimal, Vector]:
        """Return the largest eigenvalue and its function, with mean coefficient 1."""
        return dominant(lambda f: self.stages(f)[2], self.line.constant(1), digits)


def _slope(nodes: int, w: Decimal, step: Decimal, digits: int) -> Decimal:
    """Return how fast the eigenvalue falls with the exponent, from two values around it."""
    above, below = (_Machine.at(nodes, w + h).eigenvalue(digits)[0] for h in (step, -step))
    return (above - below) / (2 * step)


@lru_cache(maxsize=16)
def growth_equation_root(digits: int) -> Decimal:
    """Return the exponent with eigenvalue 1, by Newton's method with ever more digits."""
    before = digits // 2 + 2 if digits > 10 else digits
    w = growth_equation_root(before) if digits > 10 else _NEAR
    rough, fine = needed_nodes(before), needed_nodes(digits)
    with precision(needed_precision(rough, 3 * before // 2)):
        slope = _slope(rough, w, Decimal(10) ** (-before // 2 - 1), 3 * before // 2)
    with precision(needed_precision(fine, digits)):
        return w + (1 - _Machine.at(fine, w).eigenvalue(digits)[0]) / slope


@lru_cache(maxsize=16, typed=True)
def growth_exponent(*, digits: int = 20) -> Estimate:
    """Return delta: the numbers of P- and of N-positions up to N grow like N**delta.

    Notes
    -----
    With the operators of exponent w in place of 2 let ``T = L L1 L1 + G L1``, one tour through the
    undecided states. The numbers grow like ``C N**delta``, delta being the w for which the largest
    eigenvalue of T is 1 (proof sketched: "Number of P- and N-positions"; a Dirichlet series, whose
    only pole of largest real part it is). The status of the `Estimate` is about the digits of this
    w: their error bound has a full proof. T is positive; so if f is a positive function with ``|T f
    - f| <= epsilon f``, then at this w the eigenvalue is between ``1 - epsilon`` and ``1 +
    epsilon``. A tour reads at least two digits, of which the denominator is at least 3, so w + h
    multiplies ``T f`` by at most ``3**-h``, and the w looked for is no further away than ``-ln(1 -
    epsilon) / ln 3``. The epsilon is bounded through the stages of T, at the nodes, between them,
    and for rounding; f is at least its mean coefficient less all others.

    Examples
    --------
    >>> growth_exponent(digits=16).value
    Decimal('1.6658162101069459')
    """
    wanted = wanted_digits(digits)
    w = growth_equation_root(wanted)
    nodes = needed_nodes(wanted)
    with precision(needed_precision(nodes, wanted)):
        machine = _Machine.at(nodes, w)
        line = machine.line
        f = machine.eigenvalue(wanted)[1]
        once, twice, back = machine.stages(f)
        whole = 1 + 1 / (w - 1)
        # L1 has norm 1, L at most `whole`, G one less.
        rest = size(difference(back, f)) + (
            line.interpolation_error(f) * (2 * whole - 1)
            + line.interpolation_error(once) * whole
            + line.interpolation_error(once)
            + line.interpolation_error(twice)
        )
        rest += 10 * whole * (size(f) + size(once) + size(twice)) * noise(nodes)
        least = 2 * f[0] - size(f)
        if least <= 0:
            raise AssertionError("the eigenfunction could not be shown to be positive")
        epsilon = rest / least
        error = epsilon / (1 - epsilon) / Decimal(3).ln()
        return rounded(w, error, wanted, proved=True)


def _power(matrix: Matrix, start: Vector, digits: int, *, left: bool) -> Vector:
    """Return an eigenvector of the largest eigenvalue, on either side."""
    vector = start
    for _ in range(20 + 2 * digits):
        image = apply_left(vector, matrix) if left else apply(matrix, vector)
        largest = max(image, key=abs)
        vector = [c / largest for c in image]
    return vector


def _constant(nodes: int, digits: int, w: Decimal) -> Decimal:
    """Return the residue of the Dirichlet series at w, over w."""
    machine = _Machine.at(nodes, w)
    line = machine.line
    matrix = machine.backwards()
    right = _power(matrix, line.constant(1), digits, left=False)
    left = _power(matrix, line.constant(1), digits, left=True)
    weight = dot(left, right)
    h = Decimal(10) ** (-(digits + 6) // 2)
    above, below = (_Machine.at(nodes, w + x).backwards() for x in (h, -h))
    slope = dot(left, apply(minus(above, below), right)) / (2 * h * weight)
    first = apply(machine.one, apply(machine.every, line.constant(1)))
    source = plus(first, apply(machine.one, first))
    factor = -dot(left, source) / (weight * slope)
    half = [factor * c / 2 for c in right]
    # The sum over last digits: 2 leads to S0, from where all goes on to S1, and others to T0.
    ends = 2**-w * dot(line.point_row(Decimal("0.5")), apply(machine.every, half))
    ends += dot(line.digit_row(Digits(3, 1)), half)
    return progression_sums(Decimal(1), 1, w, 1)[0] * ends / w


@lru_cache(maxsize=16, typed=True)
def growth_constant(*, digits: int = 15) -> Estimate:
    """Return C: there are about C N**delta P-positions up to N, and as many N-positions.

    The constant exists and is the same for both (proof sketched: "Number of P- and N-positions").
    Its digits are *numerical*: the
    residue of a Dirichlet series, from the eigenvectors of the tour through the undecided states
    and the slope of its eigenvalue; the error is what a coarser computation differs by, with a
    factor of ten for safety, and is not proved.

    Examples
    --------
    >>> growth_constant(digits=12).value
    Decimal('0.379068820947')
    """
    wanted = wanted_digits(digits)
    exponent = growth_equation_root(wanted + 4)
    nodes = needed_nodes(wanted + 4) * 3 // 4
    constants = []
    for count in (nodes - 5, nodes):
        with precision(needed_precision(count, 2 * wanted + 8)):
            constants.append(_constant(count, wanted + 4, exponent))
    coarse, fine = constants
    return from_two(coarse, fine, wanted)


def predicted_census(bound: int) -> dict[Outcome, int]:
    """Return about how many positions (p, q), q < p <= bound, have each outcome.

    With ``c = C bound**delta`` these are c for P, ``c - bound`` for N, and the shares of ``bound
    (bound + 1) / 2`` less c for L and R. The leading terms are theorems (proved: "Shares of L and
    R") (proof sketched: "Number of P- and N-positions"); the second ones are what exact counts up
    to a million show, where they are right to 10**-8 (L, R) and 2 * 10**-6 (P, N).

    Examples
    --------
    >>> {str(outcome): count for outcome, count in predicted_census(10**5).items()}
    {'P': 80872173, 'L': 2780164902, 'R': 2058140751, 'N': 80772173}
    """
    n = integer(bound, 2, "a bound")
    left, right = outcome_shares()
    with precision(40 + 2 * len(str(n))):
        undecided = (
            growth_constant(digits=12).value * Decimal(n) ** growth_exponent(digits=16).value
        )
        pairs = Decimal(n * (n + 1) // 2)
        return {
            Outcome.P: round(undecided),
            Outcome.L: round(left.value * pairs - undecided),
            Outcome.R: round(right.value * pairs - undecided),
            Outcome.N: max(round(undecided - n), 0),
        }


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

    These constants exist (proof sketched: "Number of positions of each class"), as does
    `growth_constant`, which is the sum of those of the classes with outcome P, and of those with
    outcome N. The classes tell the outcome beside a nim-heap too. The digits are *numerical*: the
    error is what a coarser computation differs by, with a factor of ten for safety.

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
    coarse, fine = (_constants_at(count, wanted, exponent) for count in (nodes - 5, nodes))
    return MappingProxyType({i: from_two(coarse[i], fine[i], wanted) for i in sorted(fine)})


def _constants_at(nodes: int, digits: int, exponent: Decimal) -> dict[int, Decimal]:
    with precision(needed_precision(nodes, 2 * digits + 8)):
        return _constants(nodes, digits + 3, exponent)
