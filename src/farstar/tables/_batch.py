"""Large tables in one call: the games and invariants with a table in `farstar.games.bulk`.

A *provider* is asked once for a whole table. It gets the name of the invariant and the largest
value of each argument, and returns a function from the arguments to the cell, or None if it is
better to compute positions one by one. `PROVIDERS` is the only list of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd, prod
from typing import Any, NamedTuple, TypeAlias, TypeVar

from farstar import invariants
from farstar._outcome import Outcome
from farstar.games import Euclid, GeographyA, GeographyB, Grossman, PartizanEuclid, bulk
from farstar.invariants import INVARIANTS, look_up
from farstar.rules import Position
from farstar.tables._invariants import Invariant
from farstar.theory import geography
from farstar.values import Value

T = TypeVar("T")

Lookup: TypeAlias = Callable[..., object]
"""Returns the cell for the arguments of a position."""

Provider: TypeAlias = Callable[[str, Sequence[int], int], "Lookup | None"]
"""Takes an invariant, the largest value of each argument, and how many cells are needed."""

LEAST_CELLS = 1_000
"""Smaller tables are not worth a batch."""

_WASTE = 8
"""A batch may compute this many times more cells than are needed."""

_CALL = re.compile(r"\s*([A-Za-z]\w*)\s*\(([^()]*)\)\s*", re.ASCII)
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
    if call is None or cells < LEAST_CELLS or call.game not in PROVIDERS:
        return None
    provider, least = PROVIDERS[call.game]
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
    if isinstance(game, type) and game in PROVIDERS:
        least = PROVIDERS[game][1]
        # Ranges given by name may come in another order than the arguments.
        if len(names) == len(least) and (positional == len(names) or _in_order(game, names)):
            return Call(game, tuple(names))
        return None
    match = _CALL.fullmatch(game) if isinstance(game, str) else None
    kind = None if match is None else _KINDS.get(match[1])
    if match is None or kind is None:
        return None
    parts = [part.strip() for part in match[2].split(",")]
    if not all(part in names or _WHOLE.fullmatch(part) for part in parts):
        return None
    return Call(kind, tuple(part if part in names else int(part) for part in parts))


def _in_order(game: type[Position], names: Sequence[str]) -> bool:
    from inspect import signature

    return list(signature(game).parameters)[: len(names)] == list(names)


def _starts(largest: int) -> list[int]:
    """Return where each row of a triangular table begins, less 1."""
    return [(n - 1) * (n - 2) // 2 - 1 if n > 1 else -1 for n in range(largest + 1)]


def _partizan_euclid(name: str, largest: Sequence[int], cells: int) -> Lookup | None:
    p, q = largest
    # E(p, q) with p < q is E(p + q, q).
    top = max(p, q + min(p, q - 1))
    if top * q > _WASTE * cells:
        return None
    if name == "outcome":
        return _partizan_euclid_outcomes(top)
    standard = q + min(p, q - 1)
    if name in ("atomic weight", "mean atomic weight"):
        weights = bulk.partizan_euclid_atomic_weights(standard)
        if name == "atomic weight":
            return _reduced_pairs(weights, lambda weight: weight)
        return _reduced_pairs(weights, lambda weight: weight.mean)
    if INVARIANTS[name].by_value:
        return _reduced_pairs(bulk.partizan_euclid_values(standard), _of_value(name))
    return None


def _partizan_euclid_outcomes(top: int) -> Lookup:
    data = bulk.partizan_euclid_outcomes(top).data
    starts = _starts(top)
    letters = {ord(str(outcome)): outcome for outcome in Outcome}

    def cell(p: int, q: int) -> Outcome:
        if p == q:
            return Outcome.P
        return letters[data[starts[p if p > q else p + q] + q]]

    return cell


def _of_value(name: str) -> Callable[[Value], object]:
    """Return an invariant of values, with a cache."""
    known: dict[Value, object] = {}
    invariant = INVARIANTS[name]

    def found(value: Value) -> object:
        if value not in known:
            known[value] = look_up(invariant, value)
        return known[value]

    return found


def _reduced_pairs(table: bulk.Bulk, read: Callable[[Value], object]) -> Lookup:
    """Return cells that depend on q and p mod q only, up to a common factor."""
    zero = read(Value(0))
    rows: dict[int, list[object]] = {}

    def row(q: int) -> list[object]:
        cells = [zero]
        for t in range(1, q):
            # A pair with a common factor stands in a row further up.
            if (factor := gcd(q, t)) > 1:
                cells.append(cell(t // factor, q // factor))
            elif (q + t, q) in table:
                cells.append(read(table[q + t, q]))
            else:
                break
        rows[q] = cells
        return cells

    def cell(p: int, q: int) -> object:
        known = rows.get(q)
        return (row(q) if known is None else known)[p % q]

    return cell


def _euclid_family(game: type[Euclid | Grossman]) -> Provider:
    kind: Any = "euclid" if game is Euclid else "grossman"

    def provider(name: str, largest: Sequence[int], cells: int) -> Lookup | None:
        top = max(largest)
        if name not in ("grundy", "outcome", "length") or top * top > _WASTE * cells:
            return None
        read: Callable[[int], object] = int
        if name == "grundy":
            data = bulk.grundy_table(top, kind).data
        elif name == "outcome":
            data = bulk.winner_table(top, kind).data
            read = (Outcome.P, Outcome.N).__getitem__
        else:
            data = bulk.length_table(top, kind).data
        starts = _starts(top)
        equal = look_up(INVARIANTS[name], game(1, 1))
        ended = look_up(INVARIANTS[name], game(0, 1)) if game is Euclid else None

        def cell(a: int, b: int) -> object:
            if a > b:
                a, b = b, a
            if a == b or not a:
                return equal if a else ended
            return read(data[starts[b] + a])

        return cell

    return provider


def _two_rows(kind: Any) -> Provider:
    closed: dict[str, Callable[[geography.Position], Outcome | Fraction]] = {
        "outcome": geography.outcome,
        "mean": geography.mean,
        "temperature": geography.temperature,
    }

    def provider(name: str, largest: Sequence[int], cells: int) -> Lookup | None:
        if name in closed:
            formula = closed[name]
            return lambda x, y, z: formula(geography.Position(kind, x, y, z))
        bound = max(largest)
        if kind == "A" and INVARIANTS[name].by_value and (bound + 1) ** 3 <= _WASTE * cells:
            table, read = bulk.geography_values(bound), _of_value(name)
            return lambda x, y, z: read(table[x, y, z])
        return None

    return provider


PROVIDERS: Mapping[type, tuple[Provider, tuple[int, ...]]] = {
    PartizanEuclid: (_partizan_euclid, (1, 1)),
    Euclid: (_euclid_family(Euclid), (0, 0)),
    Grossman: (_euclid_family(Grossman), (1, 1)),
    GeographyA: (_two_rows("A"), (0, 1, 0)),
    GeographyB: (_two_rows("B"), (1, 0, 0)),
}
"""For each game the provider, and the least legal value of each argument."""

_KINDS: Mapping[str, type[Position]] = {
    "E": PartizanEuclid,
    "A": GeographyA,
    "B": GeographyB,
    **{kind.__name__: kind for kind in PROVIDERS},
}
