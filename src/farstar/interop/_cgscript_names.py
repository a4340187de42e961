"""The constants and operators of CGSuite."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from farstar._arguments import clip
from farstar._outcome import Left, Outcome, Right
from farstar.errors import NotationError
from farstar.interop._cgscript_collections import (
    COLLECTION_METHODS,
    Infinity,
    Mutable,
    Table,
    same,
    written,
)
from farstar.interop._cgscript_compounds import (
    Compound,
    added,
    as_form,
    copies,
    is_form,
    negative,
)
from farstar.interop._cgscript_graphs import GRAPH_MAKERS, parse_graph
from farstar.interop._cgscript_methods import Members, as_game, as_value, is_number, number
from farstar.interop._cgscript_values import (
    DIAGONAL,
    ORTHOGONAL,
    SYMMETRIES,
    Coordinates,
    Grid,
    plain,
)
from farstar.loopy import Loopy
from farstar.transfinite import Nimber, Surreal, SurrealFraction
from farstar.values import Value

_LARGEST_POWER = 100_000

# Operators.


def arithmetic(sign: str, x: Any, y: Any) -> Any:
    """Return the value of an operator for two operands."""
    try:
        result = _arithmetic(sign, x, y)
    except (TypeError, AttributeError):
        # What Python says of operands of the wrong kind names classes that nobody has typed.
        raise _wrong_operands(sign, x, y) from None
    # A quotient with finitely many terms is a number like others.
    whole = result.finite if isinstance(result, SurrealFraction) else result
    if isinstance(whole, Surreal) and whole.is_rational:
        return number(whole.number)
    return result if whole is None else whole


def _wrong_operands(sign: str, x: Any, y: Any) -> NotationError:
    shown = [clip(written(z)) for z in (x, y)]
    return NotationError(f"expected operands for {sign}, got {shown[0]} and {shown[1]}")


def _arithmetic(sign: str, x: Any, y: Any) -> Any:
    if type(x) is int and type(y) is int and sign in _FOR_INTEGERS:
        return _FOR_INTEGERS[sign](x, y)
    if sign in _COMPARISONS:
        return _COMPARISONS[sign](x, y)
    if isinstance(x, bool) or isinstance(y, bool):
        raise _wrong_operands(sign, x, y)
    if sign in ("*", "/", "%", "^"):
        # A sum such as *+* is a number.
        x, y = _plain(x), _plain(y)
    if is_number(x) and is_number(y):
        return number(_numbers(sign, Fraction(x), Fraction(y)))
    if sign in ("+", "-"):
        return _sum(sign, x, y)
    if sign == "*":
        for times, form in ((x, y), (y, x)):
            if isinstance(times, int) and is_form(form):
                return copies(times, form)
        if isinstance(x, int) and not isinstance(y, str | list):
            return plain(x * y)
        if isinstance(y, int) and not isinstance(x, str | list):
            return plain(y * x) if not isinstance(x, Coordinates) else x * y
        return x * y
    if sign == ":":
        return _ordinal_sum(x, y)
    if sign == "&" and all(isinstance(as_game(z), Value | Loopy) for z in (x, y)):
        return Loopy(f"{as_game(x)} & {as_game(y)}")
    kinds = Surreal | Fraction | int
    if sign == "/" and isinstance(x, kinds) and isinstance(y, kinds):
        return SurrealFraction(x, y)
    if sign in ("/", "^", "%") and not isinstance(x, str):
        return {"/": lambda: x / y, "^": lambda: x**y, "%": lambda: x % y}[sign]()
    raise _wrong_operands(sign, x, y)


_FOR_INTEGERS: Mapping[str, Callable[[int, int], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
"""What integers need no fractions or games for."""


def _plain(x: Any) -> Any:
    return number(x.number) if isinstance(x, Value) and x.is_number else x


def _numbers(sign: str, x: Fraction, y: Fraction) -> Any:
    if y == 0 and sign == "/" and x != 0:
        return Infinity(1 if x > 0 else -1)
    if sign in ("/", "%") and y == 0:
        raise NotationError("expected a divisor other than 0")
    if sign == "+":
        return x + y
    if sign == "-":
        return x - y
    if sign == "*":
        return x * y
    if sign == "/":
        return x / y
    if sign == "%":
        return x % y
    if sign == "^":
        if y.denominator != 1 or abs(y) > _LARGEST_POWER:
            raise NotationError(f"expected a whole exponent up to {_LARGEST_POWER}, got {y}")
        return x ** int(y)
    if sign == ":":
        return Value(x).ordinal_sum(Value(y)).number
    raise NotationError(f"expected an operator for numbers, got {sign!r}")


def _sum(sign: str, x: Any, y: Any) -> Any:
    if isinstance(x, str) or isinstance(y, str):
        if sign == "+" and isinstance(x, str) and isinstance(y, str):
            return x + y
        raise NotationError(f"expected two strings, got {x} and {y}")
    if isinstance(x, list) and isinstance(y, list) and sign == "+":
        return x + y
    if isinstance(x, Coordinates):
        return x + y if sign == "+" else x - y
    if isinstance(x, Nimber) or isinstance(y, Nimber):
        heaps = [z if isinstance(z, Nimber) else Nimber(as_value(z).nim_value) for z in (x, y)]
        return heaps[0] + heaps[1]
    if _is_transfinite(x) or _is_transfinite(y):
        return x + y if sign == "+" else x - y
    if is_form(x) or is_form(y):
        return added(as_game(x), as_game(y) if sign == "+" else negative(as_game(y)))
    if isinstance(x, Loopy) or isinstance(y, Loopy):
        x, y = Loopy(as_game(x)), Loopy(as_game(y))
        return plain(x + y if sign == "+" else x - y)
    x, y = as_game(x), as_game(y)
    return x + y if sign == "+" else x - y


def _ordinal_sum(x: Any, y: Any) -> Any:
    if isinstance(y, Loopy):
        base = as_form(x) if is_form(x) else Loopy(as_game(x))
        return _loopy_ordinal_sum(base, y)
    if is_form(x) or is_form(y):
        return Compound(":", (as_game(x), as_game(y)))
    if isinstance(x, Loopy):
        return plain(x.ordinal_sum(as_game(y)))
    return as_value(x).ordinal_sum(as_value(y))


def _loopy_ordinal_sum(base: Any, exponent: Loopy) -> Any:
    """Return G : H for a loopy H; a form G has the options that are written."""
    if isinstance(base, Loopy):
        return plain(base.ordinal_sum(exponent))
    sides = ([option.value for option in side] for side in (base.left_options, base.right_options))
    left, right = sides
    # A number would be a value; text that is no value names a vertex.
    names = [f"vertex {place}" for place in range(len(exponent.graph()))]
    moves = {
        names[place]: (
            [*left, *(names[v] for v in lefts)],
            [*right, *(names[v] for v in rights)],
        )
        for place, (lefts, rights) in enumerate(exponent.graph())
    }
    return plain(Loopy.from_graph(moves, names[0]))


def _is_transfinite(x: Any) -> bool:
    return isinstance(x, Surreal | SurrealFraction | Nimber)


def _comparable(x: Any, y: Any) -> tuple[Any, Any]:
    if isinstance(x, Infinity) or isinstance(y, Infinity):
        # Beside an infinite number only its sign matters.
        return tuple(z.sign if isinstance(z, Infinity) else 0 for z in (x, y))  # type: ignore[return-value]
    if (is_number(x) and is_number(y)) or _is_transfinite(x) or _is_transfinite(y):
        return x, y
    if isinstance(x, Coordinates) and isinstance(y, Coordinates):
        return x, y
    if isinstance(x, Loopy) or isinstance(y, Loopy):
        return Loopy(as_game(x)), Loopy(as_game(y))
    return as_value(x), as_value(y)


def _equal(x: Any, y: Any) -> bool:
    if all(isinstance(z, Value | Loopy) or is_number(z) for z in (x, y)):
        a, b = _comparable(x, y)
        return bool(a == b)
    return same(x, y)


def _compared(test: Callable[[Any, Any], Any]) -> Callable[[Any, Any], bool]:
    def compare(x: Any, y: Any) -> bool:
        if isinstance(x, bool) or isinstance(y, bool):
            raise NotationError("expected numbers, games or coordinates to compare")
        a, b = _comparable(x, y)
        if isinstance(a, Coordinates):
            # Both coordinates are compared.
            return all(bool(test(p, q)) for p, q in zip(a, b, strict=True))
        return bool(test(a, b))

    return compare


_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": _equal,
    "===": _equal,
    "!=": lambda x, y: not _equal(x, y),
    "!==": lambda x, y: not _equal(x, y),
    "<=": _compared(lambda x, y: x <= y),
    ">=": _compared(lambda x, y: x >= y),
    "<": _compared(lambda x, y: x <= y and x != y),
    ">": _compared(lambda x, y: x >= y and x != y),
    "<|": _compared(lambda x, y: not x >= y),
    "|>": _compared(lambda x, y: not x <= y),
    "<>": _compared(lambda x, y: not x <= y and not x >= y),
}


# Constants.


def _tiny(game: Any) -> Any:
    return Value(f"Tiny({as_value(game)})") if not isinstance(game, Loopy) else plain(game.tiny())


def _miny(game: Any) -> Any:
    return Value(f"Miny({as_value(game)})") if not isinstance(game, Loopy) else plain(game.miny())


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise NotationError(f"expected an integer, got {text!r}") from None


def _empty_grid(rows: int, columns: int) -> Grid:
    for count in (rows, columns):
        if not 0 <= count <= 1000:
            raise NotationError(f"expected 0 to 1000 rows and columns, got {count}")
    return Grid(((0,) * columns,) * rows)


def _empty_strip(length: int) -> Grid:
    if not 0 <= length <= 100_000:
        raise NotationError(f"expected 0 to 100000 places, got {length}")
    return Grid(((0,) * length,), True)


CONSTANTS: Mapping[str, Any] = {
    **{word: Loopy(word) for word in ("on", "off", "over", "under", "upon", "dud")},
    **{word: partial(Mutable, word) for word in ("MutableList", "MutableMap", "MutableSet")},
    **{name: COLLECTION_METHODS[name] for name in ("Max", "Mex", "Min", "Sum")},
    "Color": Members("Color", {"Blue": "l", "Green": "e", "Red": "r"}),
    "Coordinates": Members(
        "Coordinates",
        {"Compass": [*ORTHOGONAL, *DIAGONAL], "Diagonal": DIAGONAL, "Orthogonal": ORTHOGONAL},
    ),
    "DirectedGraph": Members(
        "DirectedGraph",
        {"Parse": partial(parse_graph, directed=True)},
        partial(parse_graph, directed=True),
    ),
    "Explorer": lambda game: game,
    "Graph": Members("Graph", GRAPH_MAKERS, parse_graph),
    "Grid": Members("Grid", {"Empty": _empty_grid, "Parse": Grid.parse}),
    "Integer": Members("Integer", {"Parse": _integer}),
    "Left": Left,
    "Miny": _miny,
    "Nothing": None,
    "OutcomeClass": Members("OutcomeClass", {o.name: o for o in Outcome}),
    "Player": Members("Player", {"Left": Left, "Right": Right}),
    "Right": Right,
    "Strip": Members(
        "Strip",
        {
            "Empty": _empty_strip,
            "Parse": partial(Grid.parse, is_strip=True),
        },
    ),
    "Symmetry": Members("Symmetry", {name: name for name in SYMMETRIES}),
    "Table": Table,
    "Tiny": _tiny,
    "inf": Infinity(1),
    "omega": Surreal("omega"),
}
