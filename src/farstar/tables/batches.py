"""Large tables in one call, for games whose positions name a `Batch`.

The provider of a batch is asked once for a whole table. It gets the name of the invariant and the
largest value of each argument, and returns a function from the arguments to the cell, or None if
it is better to compute positions one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple, TypeAlias, TypeVar

from farstar import games, invariants
from farstar.expressions import is_registered
from farstar.invariants import INVARIANTS, look_up
from farstar.plugins import load_reference
from farstar.rules import Position
from farstar.sums import Sum
from farstar.tables._cells import Invariant
from farstar.tables._template import Template
from farstar.values import Value

T = TypeVar("T")

Lookup: TypeAlias = Callable[..., object]
"""Returns the cell for the arguments of a position."""

Provider: TypeAlias = Callable[[str, Sequence[int], int], "Lookup | None"]
"""Takes an invariant, the largest value of each argument, and how many cells are needed."""


class Batch(NamedTuple):
    """How a game fills a large table; `Position.batch` names it."""

    provider: Provider
    least: tuple[int, ...]
    """The least legal value of each argument."""


LEAST_CELLS = 1_000
"""Smaller tables are not worth a batch."""

WASTE = 8
"""A batch may compute this many times more cells than are needed."""

_CALL = re.compile(r"\s*([A-Za-z]\w*)\s*\(([^()]*)\)\s*", re.ASCII)
_PLUS_OR_MINUS = re.compile(r"\s([+-])\s")
_NIMBER_OR_INTEGER = re.compile(r"\s*(\*?)([A-Za-z0-9]{1,18})\s*", re.ASCII)
_WHOLE = re.compile(r"[0-9]{1,18}", re.ASCII)


class Call(NamedTuple):
    """A game with its arguments, each a number or the name of a variable."""

    game: type[Position]
    arguments: tuple[int | str, ...]


def lookups(
    call: Call | None, variables: Mapping[str, Sequence[Any]], requested: Iterable[Invariant]
) -> list[Lookup] | None:
    """Return a function from the variables to the cells for each of the requested invariants.

    None if it is better to compute the cells one by one.
    """
    cells = prod(map(len, variables.values()))
    if call is None or cells < LEAST_CELLS or not call.game.batch:
        return None
    provider, least = _batch(call.game)
    values = [
        variables[argument] if isinstance(argument, str) else [argument]
        for argument in call.arguments
    ]
    if len(values) != len(least) or set(call.arguments) - set(variables) - set(_fixed(call)):
        return None
    if not all(_legal(column, low) for column, low in zip(values, least, strict=True)):
        return None
    largest = [max(column) for column in values]
    functions = []
    for invariant in requested:
        lookup = None
        if isinstance(invariant, invariants.Invariant):
            lookup = provider(invariant.name, largest, cells)
        if lookup is None:
            return None
        functions.append(by_variables(lookup, call, list(variables)))
    return functions


def _fixed(call: Call) -> list[int]:
    return [argument for argument in call.arguments if isinstance(argument, int)]


def _legal(values: Sequence[Any], least: int) -> bool:
    return all(type(value) is int and value >= least for value in values)


def by_variables(function: Callable[..., T], call: Call, names: Sequence[str]) -> Callable[..., T]:
    """Return a function of the arguments of a call as one of the variables in their order."""
    if list(call.arguments) == list(names):
        return function
    places = [(names.index(x), 0) if isinstance(x, str) else (None, x) for x in call.arguments]

    def reordered(*point: Any) -> T:
        return function(*(fixed if place is None else point[place] for place, fixed in places))

    return reordered


def call_of(game: object, names: Sequence[str], positional: int) -> Call | None:
    """Return the game and its arguments, if it is a class or a plain expression such as E(p,q)."""
    if isinstance(game, type) and issubclass(game, Position) and game.batch:
        least = _batch(game).least
        # Ranges given by name may come in another order than the arguments.
        if len(names) == len(least) and (positional == len(names) or _in_order(game, names)):
            return Call(game, tuple(names))
        return None
    match = _CALL.fullmatch(game) if isinstance(game, str) else None
    kind = None if match is None else games.load(match[1])
    if match is None or kind is None or not kind.batch or is_registered(match[1]):
        return None
    parts = [part.strip() for part in match[2].split(",")]
    if not all(part in names or _WHOLE.fullmatch(part) for part in parts):
        return None
    return Call(kind, tuple(part if part in names else int(part) for part in parts))


def reader(expression: str, names: Sequence[str]) -> Callable[..., Any]:
    """Return a function from the values of variables to the game that an expression is.

    Positions such as ``E(p,q)`` are made without writing and reading their texts.
    """
    # It also refuses names that are no variables of the expression.
    template = Template(expression, names)
    first, *rest = _PLUS_OR_MINUS.split(expression)
    signs = [1, *(1 if sign == "+" else -1 for sign in rest[::2])]
    makers = [_term_reader(text, names) for text in (first, *rest[1::2])]
    if None in makers or not any(call_of(text, names, 0) for text in (first, *rest[1::2])):
        return template
    terms = [(sign, make) for sign, make in zip(signs, makers, strict=True) if make is not None]
    if len(terms) == 1:
        return terms[0][1]

    def total(*point: Any) -> Any:
        if not all(type(value) is int and value >= 0 for value in point):
            return template(*point)
        return Sum(*(make(*point) if sign > 0 else -make(*point) for sign, make in terms))

    return total


def _term_reader(text: str, names: Sequence[str]) -> Callable[..., Any] | None:
    """Return a function for a position, or for a nimber or an integer; None for anything else."""
    call = call_of(text, names, 0)
    if call is not None:
        return by_variables(call.game, call, names)
    match = _NIMBER_OR_INTEGER.fullmatch(text)
    if match is None or not (match[2] in names or match[2].isdigit()):
        return None
    star, word = match[1], match[2]
    return lambda *point: Value(f"{star}{point[names.index(word)] if word in names else word}")


def _in_order(game: type[Position], names: Sequence[str]) -> bool:
    from inspect import signature

    return list(signature(game).parameters)[: len(names)] == list(names)


def _batch(game: type[Position]) -> Batch:
    batch: Batch = load_reference(game.batch)
    return batch


def reading(name: str) -> Callable[[Value], object]:
    """Return an invariant of values, with a cache."""
    known: dict[Value, object] = {}
    invariant = INVARIANTS[name]

    def look_up_once(value: Value) -> object:
        if value not in known:
            known[value] = look_up(invariant, value)
        return known[value]

    return look_up_once
