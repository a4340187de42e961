"""Sums of forms, each a game on pairs of positions; and the value of their Conway product."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, product
from typing import TypeAlias

from farstar.engine import Handle, state
from farstar.errors import BudgetExceeded
from farstar.values._form_graph import MAX_NODES, Graph, Key, check_time, explore
from farstar.values._operations import number

Pair: TypeAlias = tuple[Key, "Key | None"]
"""Positions in both components; None in the second where it is gone."""

Rule: TypeAlias = Callable[
    [Pair, "tuple[Key, ...]", "tuple[Key, ...]"], Iterable[tuple[Key, "Key | None"]]
]
"""The moves of one player from a pair, given the moves in each component."""


def disjunctive(pair: Pair, first: tuple[Key, ...], second: tuple[Key, ...]) -> Iterable[Pair]:
    """Move in one component."""
    g, h = pair
    return chain(((a, h) for a in first), ((g, b) for b in second))


def conjunctive(pair: Pair, first: tuple[Key, ...], second: tuple[Key, ...]) -> Iterable[Pair]:
    """Move in both components; a player who cannot move in one of them cannot move."""
    return product(first, second)


def selective(pair: Pair, first: tuple[Key, ...], second: tuple[Key, ...]) -> Iterable[Pair]:
    """Move in one component or in both."""
    return chain(disjunctive(pair, first, second), product(first, second))


def ordinal(pair: Pair, first: tuple[Key, ...], second: tuple[Key, ...]) -> Iterable[Pair]:
    """Move in the second component, or in the first, which ends the second."""
    g, _ = pair
    return chain(((a, None) for a in first), ((g, b) for b in second))


def combined(g: Graph, g_key: Key, h: Graph, h_key: Key, rule: Rule) -> tuple[Graph, Key]:
    """Return the form of a sum under `rule`."""

    def moves(pair: Pair) -> tuple[Iterable[Pair], Iterable[Pair]]:
        first = g.sides(pair[0])
        second = h.sides(pair[1]) if pair[1] is not None else ((), ())
        return rule(pair, first[0], second[0]), rule(pair, first[1], second[1])

    def leaf(pair: Pair) -> Key | None:
        # A base that stands alone, in the ordinal sum, is what it was.
        a, b = pair
        return a if b is None and not isinstance(a, int) else None

    start: Pair = (g_key, h_key)
    return explore(start, moves, leaf)


def conway_product(g: Graph, g_key: Key, h: Graph, h_key: Key) -> Handle:
    """Return the value of the Conway product of two forms, from those of their positions."""
    engine = state.engine
    known: dict[tuple[Key, Key], Handle] = {}
    stack = [(g_key, h_key)]
    while stack:
        pair = stack[-1]
        if pair in known:
            stack.pop()
            continue
        done = _product_of_numbers(*pair)
        if done is not None:
            known[pair] = done
            continue
        x, y = pair
        xs, ys = g.sides(x), h.sides(y)
        wanted = chain(
            ((a, y) for side in xs for a in side),
            ((x, b) for side in ys for b in side),
            ((a, b) for mine in xs for a in mine for other in ys for b in other),
        )
        missing = [p for p in wanted if p not in known]
        if missing:
            if len(known) + len(stack) + len(missing) > MAX_NODES:
                raise BudgetExceeded(f"expected a product of at most {MAX_NODES} pairs")
            stack.extend(missing)
            continue
        check_time()

        def term(a: Key, b: Key, pair: tuple[Key, Key] = pair) -> Handle:
            both = engine.add(known[a, pair[1]], known[pair[0], b])
            return engine.add(both, engine.negate(known[a, b]))

        known[pair] = engine.construct(
            [term(a, b) for i in (0, 1) for a in xs[i] for b in ys[i]],
            [term(a, b) for i in (0, 1) for a in xs[i] for b in ys[1 - i]],
        )
    return known[g_key, h_key]


def _product_of_numbers(x: Key, y: Key) -> Handle | None:
    """Return the product of two canonical numbers, which is that of the numbers."""
    if isinstance(x, int) or isinstance(y, int):
        return None
    a, b = number(x[0]), number(y[0])
    if a is None or b is None:
        return None
    numerator, exponent = a[0] * b[0], a[1] + b[1]
    # Lowest terms: both were, so only an integer factor can have twos to give.
    while exponent and numerator % 2 == 0:
        numerator, exponent = numerator // 2, exponent - 1
    return state.engine.compact(numerator, exponent if numerator else 0, 0, 0)
