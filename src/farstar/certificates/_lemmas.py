"""Sums of many parts: a lemma about each part, and what follows from the lemmas by theory."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from farstar.certificates._certificate import Certificate
from farstar.certificates._games import Component, Games
from farstar.certificates._strategies import (
    MOST_REPLIES,
    Prove,
    Values,
    claimed,
    proof,
    state_of,
    value_claimed,
    weights_of,
)
from farstar.errors import BudgetExceeded
from farstar.values import Value

MOST_SUMS = 20_000
"""Sums of positions up to which a sum needs no lemmas."""

MOST_TERMS = 1_000
"""Components of a sum that are not cancelled by others."""


class Term(NamedTuple):
    """A form in a sum: which lemma it is of, its value, and how many times it is there."""

    lemma: int
    value: Value
    times: int


class TheoremUsed(NamedTuple):
    """A theorem about a sum: its name, its numbers, the weights it needs, and the outcome."""

    theory: str
    numbers: list[Any]
    weights: list[Any]
    outcome: str


def is_large(games: Games, start: Sequence[int]) -> bool:
    """Return whether a sum has too many positions for one strategy without lemmas."""
    sizes = (len(games.rows[games.parts[part][0]]) for part in start)
    return len(start) > 1 and math.prod(sizes) > MOST_SUMS


def by_lemmas(
    components: Sequence[tuple[Component, int]], relation: str | None, prove: Prove
) -> Certificate:
    """Return a certificate of a sum with a lemma for each component.

    Raises
    ------
    ValueError
        If the relation of the sum to zero does not hold.
    BudgetExceeded
        If the certificate would be too large.
    """
    counts: Counter[tuple[type, Component]] = Counter()
    for component, sign in components:
        counts[type(component), component] += sign
    lemmas: list[dict[str, Any]] = []
    terms = []
    for (_, component), count in counts.items():
        if count:
            value = _add_lemma(lemmas, [(component, 1)], [None])
            terms.append(Term(len(lemmas) - 1, value, count))
    theorems = (_nim_sum, _numbers, _stops, _two_ahead) if prove == "outcome" else ()
    for theorem in theorems:
        step = theorem(terms)
        if step is not None:
            return Certificate.sealed(
                {
                    "lemmas": lemmas,
                    "sum": [[term.lemma, term.times] for term in terms],
                    "theory": step.theory,
                    "numbers": step.numbers,
                    "weights": step.weights,
                    "claim": claimed(step.outcome, relation),
                }
            )
    return _by_strategies(lemmas, terms, relation, prove)


def _add_lemma(
    lemmas: list[dict[str, Any]], parts: list[tuple[Component, int]], uses: list[int | None]
) -> Value:
    """Add a lemma that a sum has the value that it has, and return this value."""
    games = Games()
    start = [games.component(component, sign) for component, sign in parts]
    value = Values(games).total(state_of(start))
    start.append(games.component(value, -1))
    certificate = proof(games, start, "P", Values(games))
    lemmas.append({"certificate": certificate.data, "uses": uses})
    replies = sum(Certificate(lemma["certificate"]).replies for lemma in lemmas)
    if replies > MOST_REPLIES:
        raise BudgetExceeded(f"expected a certificate of at most {MOST_REPLIES} replies, got more")
    return value


def _nim_sum(terms: Sequence[Term]) -> TheoremUsed | None:
    if not all(term.value.is_nimber for term in terms):
        return None
    sizes = [term.value.nim_value for term in terms]
    total = 0
    for term, size in zip(terms, sizes, strict=True):
        total ^= size * (term.times % 2)
    return TheoremUsed("nim-sum", sizes, [], "N" if total else "P")


def _numbers(terms: Sequence[Term]) -> TheoremUsed | None:
    if not all(term.value.is_number for term in terms):
        return None
    total = sum((term.times * term.value.mean for term in terms), Fraction(0))
    outcome = "L" if total > 0 else "R" if total < 0 else "P"
    return TheoremUsed("numbers", [[str(term.value.mean)] * 2 for term in terms], [], outcome)


def _stops(terms: Sequence[Term]) -> TheoremUsed | None:
    bounds = [(term.value.right_stop, term.value.left_stop) for term in terms]
    low, high = _total(terms, bounds)
    if low <= 0 <= high:
        return None
    numbers = [[str(right), str(left)] for right, left in bounds]
    return TheoremUsed("stops", numbers, [], "L" if low > 0 else "R")


def _two_ahead(terms: Sequence[Term]) -> TheoremUsed | None:
    if not all(term.value.is_all_small for term in terms):
        return None
    bounds = [_integers_around(term.value.atomic_weight()) for term in terms]
    low, high = _total(terms, bounds)
    if low < 2 and high > -2:
        return None
    weights = [weights_of(Games(), term.value) for term in terms]
    return TheoremUsed(
        "two-ahead", [list(pair) for pair in bounds], weights, "L" if low >= 2 else "R"
    )


def _total(terms: Sequence[Term], bounds: Sequence[tuple[Any, Any]]) -> tuple[Any, Any]:
    low = sum(t.times * pair[t.times < 0] for t, pair in zip(terms, bounds, strict=True))
    high = sum(t.times * pair[t.times > 0] for t, pair in zip(terms, bounds, strict=True))
    return low, high


def _integers_around(weight: Value) -> tuple[int, int]:
    """Return the greatest integer below a weight and the least one above it."""
    low, high = math.floor(weight.right_stop), math.ceil(weight.left_stop)
    while not weight >= low:
        low -= 1
    while not weight <= high:
        high += 1
    return low, high


def _by_strategies(
    lemmas: list[dict[str, Any]], terms: Sequence[Term], relation: str | None, prove: Prove
) -> Certificate:
    """Return a certificate by strategies for the sum of the forms, the smallest added first."""
    if sum(abs(term.times) for term in terms) > MOST_TERMS:
        raise BudgetExceeded(f"expected a sum of at most {MOST_TERMS} parts, got more")
    forms: list[tuple[int, int, int, Value]] = []
    for term in terms:
        size, sign = len(Games().form([term.value])[0]), 1 if term.times > 0 else -1
        forms += [(size, term.lemma, sign, term.value)] * abs(term.times)
    while True:
        forms.sort(key=lambda form: form[:3])
        parts, uses = _parts(forms)
        is_small = prove == "outcome" and math.prod(size for size, *_ in forms) <= MOST_SUMS
        if len(forms) == 1 or is_small:
            break
        parts, uses = _parts(forms[:2])
        value = _add_lemma(lemmas, parts, uses)
        forms[:2] = [(len(Games().form([value])[0]), len(lemmas) - 1, 1, value)]
    games = Games()
    start = [games.component(component, sign) for component, sign in parts]
    total = Values(games).total(state_of(start))
    claim = claimed(str(total.outcome), relation)
    values: dict[str, Any] = {}
    if prove != "outcome":
        claim, values = "P", {prove: value_claimed(games, total, prove)}
        start.append(games.component(total, -1))
        uses.append(None)
    conclusion = proof(games, start, claim, Values(games), values=values)
    steps = [*lemmas, {"certificate": conclusion.data, "uses": uses}]
    return Certificate.sealed(
        {
            "lemmas": steps,
            "sum": [],
            "theory": "strategies",
            "numbers": [],
            "weights": [],
            "claim": claim,
        }
    )


def _parts(
    forms: Sequence[tuple[int, int, int, Value]],
) -> tuple[list[tuple[Component, int]], list[int | None]]:
    return [(value, sign) for _, _, sign, value in forms], [lemma for _, lemma, *_ in forms]
