"""How often the atomic weights of Partizan Euclid are integers, and how large they are.

Where Left wins for good, the weight follows a *lead* along the digits of q/t = [d0; ..., dn], from
the last to the first (`weights`). A digit c takes a lead x <= 2 to c - x, a larger
one to c - 2, or for c = 1 to X, where the weight is not an integer; from X it leads to c + 1. Leads
from 3 on need not be told apart, and every digit from 5 on leads to one of them, whatever was
before. So whether the weight is an integer depends on the digits d0, d1, ... up to the first that
is 5 or more, and who wins on the last digits; the two ends are independent in the limit.

The weight is a number but no integer where every lead before an X was 3 exactly; to know that, 3
and larger leads are told apart, and every digit from 6 on forgets what was before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from farstar.papers.euclid.theory.densities.decimals import (
    Estimate,
    from_two,
    precision,
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
    difference,
    integral,
    needed_nodes,
    needed_precision,
    noise,
    plus,
    size,
    solve_fixed_point,
)
from farstar.papers.partizan_euclid.theory.densities.outcome_shares import outcome_shares

State: TypeAlias = str
Flow: TypeAlias = Mapping[State, list[tuple[int, State]]]
"""For each state, from which others it is fed, each by the operator of one digit."""


class WeightShares(NamedTuple):
    """Limiting shares among the standard positions, q < p < 2q, and among all, q < p."""

    standard: Estimate
    every: Estimate


class _Leads(NamedTuple):
    """A machine of leads; the states that have no way back to themselves come first."""

    states: tuple[State, ...]
    step: Callable[[State, int], State]
    forgets: int
    """Every digit from this one on leads to one state."""
    large: State
    """That state."""
    wanted: State
    """The state whose share is looked for."""


def _lead(x: int, largest: int) -> State:
    return str(min(x, largest))


def _integer_step(state: State, digit: int) -> State:
    if state == "X":
        return _lead(digit + 1, 3)
    if state == "3":
        return "X" if digit == 1 else _lead(digit - 2, 3)
    return _lead(digit - int(state), 3)


def _number_step(state: State, digit: int) -> State:
    if state in ("number", "other"):
        # A lead of 3 behind a comb that is not a number leads to another such comb.
        return "3'" if state == "other" and digit == 2 else _lead(digit + 1, 4)
    if state in ("3", "3'", "4"):
        if digit == 1:
            return "number" if state == "3" else "other"
        return _lead(digit - 2, 4)
    return _lead(digit - int(state), 4)


_INTEGERS = _Leads(("-1", "X", "0", "1", "2", "3"), _integer_step, 5, "3", "X")
_NUMBERS = _Leads(
    ("-1", "number", "other", "3'", "0", "4", "3", "1", "2"), _number_step, 6, "4", "number"
)


def _solved(line: Collocation, flow: Flow, digits: int, sources: Mapping[State, Vector]) -> _Fed:
    """Return functions with f_s = source_s + sum of L_c f_t over what feeds s."""
    matrices = [line.matrix(Digits(c)) for c in range(1, digits)]
    n = line.nodes
    whole: Matrix = []
    for fed_by in flow.values():
        blocks = {state: [[Decimal(0)] * n for _ in range(n)] for state in flow}
        for digit, state in fed_by:
            blocks[state] = [
                plus(*rows) for rows in zip(blocks[state], matrices[digit - 1], strict=True)
            ]
        whole += [[entry for state in flow for entry in blocks[state][i]] for i in range(n)]
    none = [Decimal(0)] * n
    start = [entry for state in flow for entry in sources.get(state, none)]
    solution = solve_fixed_point(whole, start)
    rest = size(difference(plus(start, apply(whole, solution)), solution))
    parts = {state: solution[i * n : (i + 1) * n] for i, state in enumerate(flow)}
    return _Fed(parts, rest)


class _Fed(NamedTuple):
    functions: dict[State, Vector]
    rest: Decimal
    """A bound of what is wrong at the nodes."""


def _share(leads: _Leads, density: tuple[Digits, int], nodes: int) -> tuple[Decimal, Decimal]:
    """Return the share of a state, and a bound of its error.

    With U_s = [s is wanted] rho + the sum of L_c U_(s after c), over the digits that forget
    nothing, the share is the integral of the U of the large leads over what follows a digit that
    forgets. If the equations hold up to an error, the share is wrong by no more: errors travel
    like probabilities, and a digit that forgets comes at last with probability 1.
    """
    line = Collocation(nodes, Decimal(2))
    digits, constant = density
    rho = apply(line.matrix(digits), line.constant(constant))
    small = range(1, leads.forgets)
    flow = {s: [(c, leads.step(s, c)) for c in small] for s in leads.states}
    fed = _solved(line, flow, leads.forgets, {leads.wanted: rho})
    last = fed.functions[leads.large]
    share = integral(apply(line.matrix(Digits(leads.forgets, 1)), last))
    between = sum((line.interpolation_error(f) for f in fed.functions.values()), Decimal(0))
    scale = sum((size(f) for f in fed.functions.values()), Decimal(0)) + constant
    error = fed.rest + line.interpolation_error(line.constant(constant))
    # Every function is fed at most once by each digit, and one more is integrated.
    error += leads.forgets * (between + 10 * scale * noise(nodes))
    return share, error


_STANDARD = (ONE, 2)
"""The density 2/(1 + x)**2 of t/q for standard positions, as an image of a constant."""
_EVERY = (ALL, 1)
"""The density zeta(2, 1 + x) for all positions."""


def _in_left_region(leads: _Leads, digits: int) -> tuple[tuple[Decimal, Decimal], ...]:
    nodes = needed_nodes(digits)
    with precision(needed_precision(nodes, digits)):
        return tuple(_share(leads, density, nodes) for density in (_STANDARD, _EVERY))


@lru_cache(maxsize=16, typed=True)
def comb_weight_shares(*, digits: int = 17) -> WeightShares:
    """Return how often weights are not integers among the positions that Left wins.

    In the limit of large numbers, among the standard coprime positions and among all.

    Examples
    --------
    >>> print(comb_weight_shares().standard.value, comb_weight_shares().every.value)
    0.12682884543655864 0.15606204603261044
    """
    wanted = wanted_digits(digits)
    return WeightShares(
        *(rounded(*one, wanted, proved=True) for one in _in_left_region(_INTEGERS, wanted))
    )


@lru_cache(maxsize=16, typed=True)
def integer_weight_shares(*, digits: int = 17) -> WeightShares:
    """Return how often atomic weights are integers, in the limit of large numbers.

    Examples
    --------
    >>> print(integer_weight_shares().standard.value, integer_weight_shares().every.value)
    0.92742831991427182 0.91070103304008993
    """
    wanted = wanted_digits(digits)
    left = outcome_shares(digits=min(wanted + 3, 60)).left
    shares = _in_left_region(_INTEGERS, wanted)
    with precision(wanted + 60):
        return WeightShares(
            *(
                rounded(1 - left.value * share, error + left.error, wanted, proved=True)
                for share, error in shares
            )
        )


@lru_cache(maxsize=16, typed=True)
def fraction_weight_shares(*, digits: int = 15) -> WeightShares:
    """Return how often atomic weights are numbers but no integers, in the same limit.

    Examples
    --------
    >>> print(fraction_weight_shares(digits=6).standard.value)
    0.010477
    """
    wanted = wanted_digits(digits)
    left = outcome_shares(digits=min(wanted + 3, 60)).left
    shares = _in_left_region(_NUMBERS, wanted)
    with precision(wanted + 60):
        return WeightShares(
            *(
                rounded(left.value * share, error + left.error, wanted, proved=True)
                for share, error in shares
            )
        )


@lru_cache(maxsize=16, typed=True)
def weight_loss_per_digit(*, digits: int = 12) -> Estimate:
    """Return by how much the weight falls behind the sum of the digits, for each digit.

    Where Left wins, the weight is the sum of the digits less this number for each of them, up to
    what is small beside their number, for almost all positions. The digits are *numerical*.

    Notes
    -----
    A digit adds c less the lead before it (if that is at most 2), or c - 2; an X costs 1 in all
    instead. So the number is the mean of that loss, with digits as in the Gauss measure.

    Examples
    --------
    >>> print(weight_loss_per_digit(digits=6).value)
    0.915028
    """
    wanted = wanted_digits(digits)
    nodes = needed_nodes(wanted)
    coarse, fine = (_loss(count, wanted) for count in (nodes - 5, nodes))
    return from_two(coarse, fine, wanted)


def _loss(nodes: int, digits: int) -> Decimal:
    with precision(needed_precision(nodes, digits)):
        line = Collocation(nodes, Decimal(2))
        gauss = line.interpolated(lambda x: 1 / ((1 + x) * Decimal(2).ln()))
        flow: dict[State, list[tuple[int, State]]] = {s: [] for s in _INTEGERS.states}
        for state in _INTEGERS.states:
            for c in range(1, _INTEGERS.forgets):
                flow[_integer_step(state, c)].append((c, state))
        entering = apply(line.matrix(Digits(_INTEGERS.forgets, 1)), gauss)
        fed = _solved(line, flow, _INTEGERS.forgets, {"3": entering}).functions
        share = {state: integral(f) for state, f in fed.items()}
        caught = integral(apply(line.matrix(ONE), fed["3"]))
        return share["1"] + 2 * share["2"] - share["-1"] + 2 * share["3"] - caught
