"""A syntax tree to a value: a handle of the active engine."""

from __future__ import annotations

from collections.abc import Callable

from farstar._arguments import clip
from farstar.engine import Engine, Handle, state
from farstar.errors import NotationError
from farstar.values._operations import multiple, ordinal_sum
from farstar.values.tree import (
    Braces,
    Compact,
    HigherUp,
    Labelled,
    Miny,
    Multiple,
    Named,
    Negation,
    Node,
    OrdinalSum,
    PlusMinus,
    Sides,
    Sum,
    Symbol,
    Tiny,
    fault,
)

NamedReader = Callable[[Named], Handle]
"""Gives the value of a position ``Name(raw)``."""


def evaluate(node: Node, *, named: NamedReader | None = None, text: str | None = None) -> Handle:
    """Return the value of a syntax tree, on the active engine.

    `named` reads positions; without it every name but Tiny and Miny is a `NotationError`, which
    shows the `text`. The depth of the tree does not matter: the walk keeps its own stack.

    Examples
    --------
    >>> from farstar.values.syntax import parse
    >>> from farstar.engine import active
    >>> active().as_compact(evaluate(parse("{0|^*5}")))
    (0, 0, 2, 4)
    """
    engine = state.engine
    values: list[Handle] = []
    todo: list[tuple[Node, bool]] = [(node, False)]
    while todo:
        current, ready = todo.pop()
        if type(current) is Compact:
            values.append(engine.compact(*current))
            continue
        inside = children(current)
        if not inside:
            values.append(_leaf(current, engine, named, text))
        elif not ready:
            todo.append((current, True))
            todo.extend((child, False) for child in reversed(inside))
        else:
            inner = values[len(values) - len(inside) :]
            del values[len(values) - len(inside) :]
            values.append(_combine(current, inner, engine))
    return values.pop()


def children(node: Node) -> tuple[Node, ...]:
    """Return the parts of a node, which have to be evaluated first."""
    match node:
        case Compact() | HigherUp() | Named() | Symbol():
            return ()
        case Tiny(argument) | Miny(argument) | Negation(argument) | Multiple(_, argument):
            return (argument,)
        case Labelled(_, game):
            return (game,)
        case Sides(on, off):
            return on, off
        case Braces(left, right):
            return left + right
        case PlusMinus(options):
            return options
        case OrdinalSum(parts):
            return parts
        case Sum(terms):
            return tuple(term for _, term in terms)


def _leaf(node: Node, engine: Engine, named: NamedReader | None, text: str | None) -> Handle:
    match node:
        case HigherUp(order, sign, cumulative):
            return higher_up(order, sign, cumulative=cumulative)
        case Named():
            if named is not None:
                return named(node)
            raise fault(
                f"unknown name {node.name!r} in a value: expected one of Tiny, Miny",
                text,
                node.column,
            )
        case Symbol(name, column):
            raise fault(
                f"{clip(name, 20)!r} makes this a loopy game: expected a short one; "
                "farstar.Loopy reads loopy games",
                text,
                column,
            )
    return engine.construct((), ())


def _combine(node: Node, inner: list[Handle], engine: Engine) -> Handle:
    match node:
        case Tiny():
            return tiny(inner[0])
        case Miny():
            return engine.negate(tiny(inner[0]))
        case Labelled():
            return inner[0]
        case Sides():
            raise NotationError(
                "expected a short game, got one with two sides; farstar.Loopy reads loopy games"
            )
        case Negation():
            return engine.negate(inner[0])
        case Multiple(factor, _):
            return multiple(factor, inner[0])
        case PlusMinus():
            return engine.construct(inner, [engine.negate(g) for g in inner])
        case Braces(left, _):
            return engine.construct(inner[: len(left)], inner[len(left) :])
        case OrdinalSum():
            total = inner[0]
            for part in inner[1:]:
                total = ordinal_sum(total, part)
            return total
        case Sum(terms):
            return _sum(
                [g if s > 0 else engine.negate(g) for (s, _), g in zip(terms, inner, strict=True)]
            )
    raise AssertionError(f"not a node with children: {node!r}")


def _sum(summands: list[Handle]) -> Handle:
    """Add up: compact values first, then every other value as often as it occurs."""
    engine = state.engine
    total = engine.compact(0, 0, 0, 0)
    others: dict[Handle, int] = {}
    for g in summands:
        if engine.as_compact(g) is not None:
            total = engine.add(total, g)
        else:
            others[g] = others.get(g, 0) + 1
    for g, count in others.items():
        total = engine.add(total, multiple(count, g))
    return total


def tiny(g: Handle) -> Handle:
    """Return tiny-G, ``{0||0|-G}``."""
    engine = state.engine
    zero = engine.compact(0, 0, 0, 0)
    return engine.construct([zero], [engine.construct([zero], [engine.negate(g)])])


def higher_up(order: int, sign: int, *, cumulative: bool) -> Handle:
    """Return the up of order n, or the sum of those of order 1 to n; for sign -1 its negative.

    The sums are built one from the other, ``^[n] = {^[n-1]|*}``; then ``^<n> = {0|v[n-1]*}``.
    """
    engine = state.engine
    zero, star = engine.compact(0, 0, 0, 0), engine.compact(0, 0, 0, 1)
    total = engine.compact(0, 0, 1, 0)
    for _ in range(order - 1 if cumulative else order - 2):
        total = engine.construct([total], [star])
    if not cumulative and order > 1:
        total = engine.construct([zero], [engine.add(engine.negate(total), star)])
    return total if sign > 0 else engine.negate(total)
