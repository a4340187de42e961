"""Types of columns: by what is declared, never by looking at samples.

A survey of a billion positions must not fail, or change, because of what its first positions
happen to give. The type of a column comes from the first of these that says something:

1. the user's own declaration, ``types={"weight": int}``;
2. for a function, the annotation of what it returns;
3. for a named invariant, its entry in `farstar.invariants`;
4. for another attribute of positions, its annotation in the class of the positions.

Everything else is text, and so are exact rational numbers.
"""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from farstar._arguments import shown
from farstar.errors import SurveyError
from farstar.invariants import INVARIANTS
from farstar.rules import Position, Ruleset
from farstar.surveys._manifest import COLUMN_TYPES, LONGEST_NAME
from farstar.surveys._positions import Positions
from farstar.tables import Invariant
from farstar.values import Value

Types: TypeAlias = "Mapping[str, type | str]"
"""Types of columns by their headings: ``int``, ``float``, ``bool``, ``str`` or Polars names."""

TEXT = "String"

_OF_CLASSES = {bool: "Boolean", int: "Int64", float: "Float64"}
_OF_NAMES = {kind.__name__: column for kind, column in _OF_CLASSES.items()}


def column(heading: str) -> str:
    """Return the name of a column that SQL needs no quotes for.

    Examples
    --------
    >>> column("mean atomic weight")
    'mean_atomic_weight'
    """
    return heading.replace(" ", "_")


def refuse_repetition(names: Sequence[str]) -> None:
    """Refuse names of columns that SQL could not tell apart, and such as are too long."""
    seen = set[str]()
    for name in names:
        if name.lower() in seen:
            raise SurveyError(
                f"expected columns with different names, got {name!r} twice: give what to show "
                "as a dictionary of new names, such as {'outcome of g': 'outcome'}"
            )
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise SurveyError(f"expected the name of a column, got {shown(name)}")
        seen.add(name.lower())


def read_types(given: Types) -> dict[str, str]:
    """Return declared types as Polars calls them, by the names of columns."""
    read = {}
    for name, kind in given.items():
        known = kind if isinstance(kind, str) else _OF_CLASSES.get(kind, "")
        known = TEXT if kind in (str, "str") else _OF_NAMES.get(known, known)
        if known not in COLUMN_TYPES:
            raise SurveyError(
                f"expected the type of {name!r} to be int, float, bool or str, got {shown(kind)}"
            )
        read[column(str(name))] = known
    return read


def type_of_cell(cell: Any) -> str:
    """Return the type of a column in which a cell is itself, and not written as text."""
    if isinstance(cell, bool):
        return "Boolean"
    if isinstance(cell, int):
        return "Int64" if -(2**63) <= cell < 2**63 else TEXT
    return "Float64" if isinstance(cell, float) else TEXT


def type_of_range(values: Sequence[Any]) -> str:
    """Return the type of the column of a variable, from all values of its range."""
    if isinstance(values, Positions):
        return TEXT
    ends = (values[0], values[-1]) if isinstance(values, range) and values else values
    kinds = {type_of_cell(value) for value in ends}
    return kinds.pop() if len(kinds) == 1 else TEXT


def type_of_shown(asked: str | Invariant, game: Any) -> str:
    """Return the type of the column of an invariant, a function or an attribute of a game."""
    if not isinstance(asked, str):
        return _type_of_function(asked)
    name = " ".join(asked.replace("_", " ").replace("-", " ").split())
    if name in INVARIANTS:
        return INVARIANTS[name].kind
    attribute = name.replace(" ", "_")
    kinds = {_type_of_attribute(kind, attribute) for kind in _classes(game)} - {None}
    return str(kinds.pop()) if len(kinds) == 1 else TEXT


def _classes(game: Any) -> tuple[type, ...]:
    """Return the classes of the positions that a game may have."""
    if isinstance(game, type):
        return (game,)
    if isinstance(game, Ruleset):
        return (Position,)
    from farstar.sums import Sum

    return (Value, Position, Sum)


def _type_of_attribute(kind: type, name: str) -> str | None:
    member = inspect.getattr_static(kind, name, None)
    if isinstance(member, property):
        member = member.fget
    return None if member is None else _type_of_function(member)


def _type_of_function(function: Any) -> str:
    while isinstance(function, functools.partial | functools.cached_property):
        function = function.func
    if not isinstance(function, types.FunctionType | types.MethodType):
        function = inspect.getattr_static(type(function), "__call__", function)
    try:
        kind = typing.get_type_hints(function).get("return")
    except Exception:  # an annotation may be any program
        kind = getattr(function, "__annotations__", {}).get("return")
    return _type_of_annotation(kind)


def _type_of_annotation(kind: Any) -> str:
    if isinstance(kind, str):
        return _OF_NAMES.get(kind, TEXT)
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        others = [part for part in typing.get_args(kind) if part is not type(None)]
        return _type_of_annotation(others[0]) if len(others) == 1 else TEXT
    return _OF_CLASSES.get(kind, TEXT) if isinstance(kind, type) else TEXT
