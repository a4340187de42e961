"""Running CGScript, the language of CGSuite, as far as it is read here.

Numbers are integers and fractions, games are the values, forms, positions and sums of Farstar, and
lists, sets and maps are those of Python; grids and coordinates are small classes of their own. A
class that extends a game becomes a ruleset.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from farstar._arguments import clip
from farstar.engine import is_out_of_time
from farstar.errors import BudgetExceeded, FarstarError, NotationError
from farstar.interop._cgscript_collections import (
    MapEntry,
    Mutable,
    ScriptRange,
    ScriptSet,
    Table,
    lookup,
    require_room,
    written,
)
from farstar.interop._cgscript_compounds import Compound, is_form
from farstar.interop._cgscript_graphs import ScriptGraph, Vertex
from farstar.interop._cgscript_methods import System, as_game, call_method, is_a, is_class
from farstar.interop._cgscript_names import CONSTANTS, arithmetic
from farstar.interop._cgscript_rulesets import named_game
from farstar.interop._cgscript_syntax import Node, Parameter, Parser, fault
from farstar.interop._cgscript_values import (
    MISSING,
    Coordinates,
    Enumeration,
    Grid,
    ScriptClass,
    matched,
    plain,
)
from farstar.loopy import Loopy
from farstar.misere import MisereValue
from farstar.transfinite import Nimber, Surreal
from farstar.values import Form, Value
from farstar.values import star as star_of

_MOST_STEPS = 2_000_000
_SHOWN = re.compile(
    r"\b(?:Value|Loopy|Surreal|SurrealFraction|Nimber|MisereValue)\((['\"])(.*?)\1\)"
)
_MAKERS = frozenset({"list", "set", "map", "collect", "call", "binary", "dot"})
"""What can make a collection, a text or a number that is too large."""

_MOST_CALLS = 150


class Stop(Exception):  # noqa: N818 - no error
    """Leaves a function or a loop."""

    def __init__(self, kind: str, value: Any = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.value = value


@dataclass
class Scope:
    """Names with their values; a name that is not here is looked for around it."""

    names: dict[str, Any] = field(default_factory=dict)
    around: Scope | None = None
    this: Any = None
    fixed: frozenset[str] = frozenset()
    """Names of members of an object that nothing may change."""

    def find(self, name: str) -> Scope | None:
        """Return the scope that has a name."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope
            scope = scope.around
        return None


@dataclass(frozen=True, eq=False)
class Function:
    """A function of a program."""

    parameters: tuple[Parameter, ...]
    body: tuple[Node, ...]
    scope: Scope
    machine: Machine
    text: str = "function"
    """The function as it is written."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        inner = Scope(around=self.scope, this=self.scope.this)
        for parameter, value in matched(self.parameters, given, named):
            if value is MISSING:
                assert parameter.default is not None
                value = self.machine.value(parameter.default, inner)
            inner.names[parameter.name] = value
        return self.machine.called(self.body, inner)

    def __str__(self) -> str:
        return self.text


class Machine:
    """Runs programs, one after another; names given by ``:=`` stay."""

    def __init__(self) -> None:
        self.printed: list[str] = []
        self.top = Scope({"System": System(self.printed)})
        self.steps = 0
        self.calls = 0

    def run(self, text: str) -> Iterator[tuple[Node, str, Any]]:
        """Yield each statement with its text and its value."""
        parser = Parser(text)
        while parser.next.kind != "end":
            if parser.accept(";"):
                continue
            start = parser.next.start
            statement = parser.statement()
            last = parser.tokens[parser.at - 1]
            if not (parser.peek(";") or parser.next.kind == "end" or parser.next.line > last.line):
                raise fault(last.line, f"expected ; or a new line, got {parser.next.text!r}")
            written = text[start : last.end]
            try:
                result = self.value(statement, self.top)
            except RecursionError:
                message = "expected a program that is nested less deeply"
                raise fault(statement.line, message) from None
            yield statement, written, result

    def called(self, body: tuple[Node, ...], scope: Scope) -> Any:
        """Return the value of the body of a function."""
        self.calls += 1
        if self.calls > _MOST_CALLS:
            self.calls = 0
            raise NotationError(f"expected at most {_MOST_CALLS} nested calls")
        try:
            value = self.block(body, scope)
        except Stop as stop:
            if stop.kind != "return":
                raise
            value = stop.value
        self.calls -= 1
        return value

    def block(self, statements: tuple[Node, ...], scope: Scope) -> Any:
        """Return the value of the last statement."""
        value = None
        for statement in statements:
            value = self.value(statement, scope)
        return value

    def step(self, line: int) -> None:
        """Count a step; raise `BudgetExceeded` after too many, or at the end of the time."""
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise BudgetExceeded(f"line {line}: the program passed its {_MOST_STEPS} steps")
        if self.steps % 64 == 0 and is_out_of_time():
            raise BudgetExceeded(f"line {line}: the program ran out of time")

    def value(self, node: Node, scope: Scope) -> Any:
        """Return the value of a statement or an expression; errors name the line."""
        self.step(node.line)
        try:
            found: Any = getattr(self, f"_{node.kind}")(node, scope)
            if node.kind in _MAKERS:
                require_room(found)
            return found
        except BudgetExceeded as error:
            if str(error).startswith("line "):
                raise
            raise BudgetExceeded(f"line {node.line}: {error}") from None
        except NotationError as error:
            if error.message.startswith("line "):
                raise
            raise fault(node.line, _SHOWN.sub(r"\2", error.message)) from None
        except FarstarError as error:
            raise fault(node.line, _SHOWN.sub(r"\2", f"{error}")) from None
        except (TypeError, ValueError, ArithmeticError, AttributeError, LookupError) as error:
            raise fault(node.line, _SHOWN.sub(r"\2", f"{error}")) from None

    # Literals.

    def _number(self, node: Node, scope: Scope) -> Any:
        return int(node.parts[0])

    def _string(self, node: Node, scope: Scope) -> Any:
        return node.parts[0]

    def _constant(self, node: Node, scope: Scope) -> Any:
        constants = {"true": True, "false": False, "nil": None}
        if node.parts[0] == "pass":
            raise fault(node.line, "expected 'pass' only inside braces")
        return constants[node.parts[0]]

    def _form(self, node: Node, scope: Scope) -> Form:
        return Form(node.parts[0])

    def _loopy(self, node: Node, scope: Scope) -> Any:
        return plain(Loopy(node.parts[0]))

    def _arrows(self, node: Node, scope: Scope) -> Any:
        ups, star = (self.value(part, scope) for part in node.parts)
        if isinstance(star, Surreal) and ups == 0:
            return Nimber(star)
        if not isinstance(ups, int) or not isinstance(star, int) or star < 0:
            message = "expected whole numbers of ups, and a nimber >= 0"
            shown = star if ups == 0 else (ups, star)
            raise fault(node.line, f"{message}, got {clip(written(shown))}")
        up, down = Value("^"), Value("v")
        return (ups * up if ups >= 0 else -ups * down) + star_of(star)

    def _misere(self, node: Node, scope: Scope) -> Any:
        def written(items: Any) -> str:
            inner = (f"{written(i) if isinstance(i, list | tuple) else i}" for i in items)
            return f"[{','.join(inner)}]"

        return MisereValue(f"*{written(self.value(node.parts[0], scope))}")

    def _game(self, node: Node, scope: Scope) -> Any:
        sides: list[list[Any]] = [[], []]
        for side, nodes in zip(sides, node.parts, strict=True):
            for option in nodes:
                value = self.value(option, scope)
                # A collection stands for the options in it.
                side += value if isinstance(value, list) else [value]
        flat = [option for side in sides for option in side]
        if any(map(is_form, flat)):
            return Compound("{", tuple([as_game(option) for option in side] for side in sides))
        if any(isinstance(option, Loopy) for option in flat):
            return plain(Loopy.of(*([_as_loopy(o) for o in side] for side in sides)))
        return Value.of(*([_as_value(option, node.line) for option in side] for side in sides))

    def _list(self, node: Node, scope: Scope) -> list[Any]:
        return [self.value(part, scope) for part in node.parts]

    def _set(self, node: Node, scope: Scope) -> Any:
        items: list[Any] = []
        for part in node.parts:
            value = self.value(part, scope)
            items += value if part.kind == "collect" else [value]
        if any(part.kind == "collect" and part.parts[2][0].kind == "pair" for part in node.parts):
            return dict(items)
        return ScriptSet(items)

    def _map(self, node: Node, scope: Scope) -> dict[Any, Any]:
        entries: list[Any] = []
        for part in node.parts:
            value = self.value(part, scope)
            entries += value if part.kind == "collect" else [value]
        return dict(entries)

    def _pair(self, node: Node, scope: Scope) -> Any:
        return Coordinates(*(self.value(part, scope) for part in node.parts))

    def _group(self, node: Node, scope: Scope) -> Any:
        return self.value(node.parts[0], scope)

    def _lambda(self, node: Node, scope: Scope) -> Function:
        parameters, body, text = node.parts
        return Function(parameters, (body,), scope, self, text)

    # Names and calls.

    def _name(self, node: Node, scope: Scope) -> Any:
        name = node.parts[0]
        if name == "this":
            return scope.this
        found = scope.find(name)
        if found is not None:
            value = found.names[name]
            # A method without parameters is a property.
            return value() if isinstance(value, Method) and not value.parameters else value
        if name in CONSTANTS:
            return CONSTANTS[name]
        game = named_game(name)
        if game is None:
            raise fault(node.line, f"expected a name that is defined or supported, got {name!r}")
        return game

    def _dot(self, node: Node, scope: Scope) -> Any:
        owner, name = node.parts
        # The packages of CGSuite only say where a name is.
        if _is_packaged(node, scope):
            return self._packaged(name, node.line)
        return call_method(self.value(owner, scope), name, (), {})

    def _packaged(self, name: str, line: int) -> Any:
        game = CONSTANTS[name] if name in CONSTANTS else named_game(name)
        if game is None:
            raise fault(line, f"expected a game or class that is supported, got {name!r}")
        return game

    def _call(self, node: Node, scope: Scope) -> Any:
        function, arguments, named = node.parts
        given = tuple(self.value(argument, scope) for argument in arguments)
        options = {name: self.value(value, scope) for name, value in named}
        if function.kind == "dot" and not _is_packaged(function, scope):
            owner = self.value(function.parts[0], scope)
            return call_method(owner, function.parts[1], given, options)
        if function.kind == "name":
            found = scope.find(function.parts[0])
            target = found.names[function.parts[0]] if found else self._name(function, scope)
        else:
            target = self.value(function, scope)
        if not callable(target):
            raise fault(node.line, f"expected a function or a ruleset before (...), got {target}")
        if not isinstance(target, Function | ScriptClass):
            _check_arguments(target, given, options, node.line)
        return target(*given, **options)

    def _index(self, node: Node, scope: Scope) -> Any:
        owner, place = (self.value(part, scope) for part in node.parts)
        if isinstance(owner, Grid | Mutable | ScriptGraph | Vertex):
            return owner[place]
        if isinstance(owner, dict):
            return lookup(owner, place)
        if isinstance(owner, list | tuple | str):
            if not isinstance(place, int) or not 1 <= place <= len(owner):
                raise fault(node.line, f"expected a place from 1 to {len(owner)}, got {place}")
            return owner[place - 1]
        raise fault(node.line, f"expected a list, a map or a grid before [...], got {owner}")

    # Operators.

    def _unary(self, node: Node, scope: Scope) -> Any:
        sign, part = node.parts
        value = self.value(part, scope)
        if sign == "+":
            return value
        unusual = isinstance(value, bool | str | list | dict) or value is None
        if unusual and not (sign == "+-" and isinstance(value, ScriptSet)):
            raise fault(node.line, f"expected a number or game after {sign}, got {written(value)}")
        return -value if sign == "-" else _plus_minus(value, node.line)

    def _binary(self, node: Node, scope: Scope) -> Any:
        sign, left, right = node.parts
        if sign in ("and", "or"):
            first = self._truth(left, scope)
            return self._truth(right, scope) if first == (sign == "and") else first
        x, y = self.value(left, scope), self.value(right, scope)
        if sign == "+-":
            return arithmetic("+", x, _plus_minus(y, node.line))
        return arithmetic(sign, x, y)

    def _not(self, node: Node, scope: Scope) -> bool:
        return not self._truth(node.parts[0], scope)

    def _is(self, node: Node, scope: Scope) -> bool:
        return _is_of(self.value(node.parts[0], scope), node.parts[1], scope)

    def _as(self, node: Node, scope: Scope) -> Any:
        value, name = self.value(node.parts[0], scope), node.parts[1]
        if not _is_of(value, name, scope):
            message = f"expected a value as {name}, got {clip(written(value))}"
            raise fault(node.line, message)
        return value

    def _steps(self, node: Node, scope: Scope) -> list[Any]:
        start, end, *by = (self.value(part, scope) for part in node.parts)
        step = by[0] if by else 1
        if not all(isinstance(n, int) for n in (start, end, step)) or not step:
            raise fault(node.line, "expected whole numbers in a range, and a step other than 0")
        if abs(end - start) > _MOST_STEPS:
            raise fault(node.line, f"expected a range of at most {_MOST_STEPS} numbers")
        return ScriptRange(start, end, *by)

    def _truth(self, node: Node, scope: Scope) -> bool:
        value = self.value(node, scope)
        if not isinstance(value, bool):
            raise fault(node.line, f"expected true or false, got {value}")
        return value

    # Statements.

    def _var(self, node: Node, scope: Scope) -> Any:
        name, value, _ = node.parts
        scope.names[name] = None if value is None else self.value(value, scope)
        return scope.names[name]

    def _import(self, node: Node, scope: Scope) -> None:
        # Names need no package here; only a name that nothing has is an error.
        name = node.parts[0]
        if scope.find(name) is None and not is_class(name):
            self._packaged(name, node.line)

    def _enum(self, node: Node, scope: Scope) -> Any:
        scope.names[node.parts[0]] = found = Enumeration.of(node, scope, self)
        return found

    def _assign(self, node: Node, scope: Scope) -> Any:
        target, value = node.parts
        result = self.value(value, scope)
        if target.kind == "index":
            owner, key = (self.value(part, scope) for part in target.parts)
            if not isinstance(owner, Mutable):
                raise fault(node.line, "expected grids and lists to stay as they are: use Updated")
            owner[key] = result
            return result
        name = target.parts[0]
        if is_class(name) and scope.find(name) is None:
            raise fault(node.line, f"expected another name than {name!r}, which is a class")
        place = scope.find(name) or scope
        if name in place.fixed:
            message = f"expected {name!r} to stay as it is: neither it nor its class is mutable"
            raise fault(node.line, message)
        place.names[name] = result
        return result

    def _def(self, node: Node, scope: Scope) -> Any:
        name, parameters, body = node.parts
        scope.names[name] = Function(parameters or (), body, scope, self, name)
        return scope.names[name]

    def _class(self, node: Node, scope: Scope) -> Any:
        script_class = ScriptClass.of(node, scope, self)
        scope.names[node.parts[0]] = script_class
        return script_class

    def _return(self, node: Node, scope: Scope) -> Any:
        raise Stop("return", None if node.parts[0] is None else self.value(node.parts[0], scope))

    def _break(self, node: Node, scope: Scope) -> Any:
        raise Stop("break")

    def _continue(self, node: Node, scope: Scope) -> Any:
        raise Stop("continue")

    def _error(self, node: Node, scope: Scope) -> Any:
        raise NotationError(str(self.value(node.parts[0], scope)))

    def _begin(self, node: Node, scope: Scope) -> Any:
        return self.block(node.parts, Scope(around=scope, this=scope.this))

    def _if(self, node: Node, scope: Scope) -> Any:
        branches, otherwise = node.parts
        for condition, body in branches:
            if self._truth(condition, scope):
                return self.block(body, scope)
        return self.block(otherwise, scope)

    def _collect(self, node: Node, scope: Scope) -> Any:
        kind, loops, body = node.parts
        values: list[Any] = []
        inner = Scope(around=scope, this=scope.this)
        try:
            for _ in self._turns(loops, 0, inner):
                try:
                    value = self.block(
                        body, inner if kind != "do" else Scope({}, inner, inner.this)
                    )
                except Stop as stop:
                    if stop.kind != "continue":
                        raise
                    continue
                if kind != "do":
                    values.append(value)
        except Stop as stop:
            if stop.kind != "break":
                raise
        if kind == "do":
            return None
        if kind == "set":
            return ScriptSet(values)
        if kind == "table":
            return Table(values)
        if kind == "sum":
            total: Any = 0
            for place, value in enumerate(values):
                total = arithmetic("+", total, value) if place else value
            return total
        return values

    def _turns(self, loops: tuple[Node, ...], place: int, scope: Scope) -> Iterator[None]:
        if place == len(loops):
            yield
            return
        name, source = loops[place].parts
        for value in self._range(name, source, scope):
            self.step(loops[place].line)
            if name is not None:
                scope.names[name] = value
            if "while" in source and not self._truth(source["while"], scope):
                return
            if "where" in source and not self._truth(source["where"], scope):
                continue
            yield from self._turns(loops, place + 1, scope)

    def _range(self, name: str | None, source: Mapping[str, Node], scope: Scope) -> Iterator[Any]:
        if "is" in source:
            yield self.value(source["is"], scope)
            return
        if "in" in source:
            items = self.value(source["in"], scope)
            if isinstance(items, dict):
                items = [MapEntry(key, value) for key, value in items.items()]
            yield from items
            return
        if "from" not in source and "to" not in source and name is None:
            while True:
                yield None
        found = scope.find(name) if name is not None and "from" not in source else None
        if "from" in source:
            at = self.value(source["from"], scope)
        elif found is not None and name is not None:
            at = found.names[name]
        else:
            raise NotationError("expected 'from' or 'in' in the loop")
        step = self.value(source["by"], scope) if "by" in source else 1
        downward = arithmetic("<", step, 0)
        while True:
            if "to" in source:
                end = self.value(source["to"], scope)
                if not arithmetic(">=" if downward else "<=", at, end):
                    return
            yield at
            at = arithmetic("+", at, step)


class Method(Function):
    """A function that belongs to an object."""


_PACKAGES = frozenset({"game", "cgsuite", "examples"})
_INNER = frozenset({"grid", "heap", "strip", "graph", "misere", "util", "lang", "variant", "ui"})


def _is_packaged(node: Node, scope: Scope) -> bool:
    """Return whether a dotted name is that of a game or class in a package."""
    owner = node.parts[0]
    if owner.kind == "dot" and owner.parts[1] in _INNER:
        owner = owner.parts[0]
    name = owner.parts[0] if owner.kind == "name" else None
    return name in _PACKAGES and scope.find(name) is None and node.parts[1] not in _INNER


def _is_of(value: Any, name: str, scope: Scope) -> bool:
    """Return whether a value is of a class of CGSuite or of the program."""
    found = scope.find(name)
    if found is None:
        return is_a(value, name)
    of = getattr(getattr(value, "state", value), "of", None)
    return of is found.names[name] or name in getattr(of, "bases", ())


def _check_arguments(target: Any, given: Any, named: Any, line: int) -> None:
    """Raise an error if a function of ours does not take these arguments."""
    try:
        inspect.signature(target).bind(*given, **named)
    except TypeError:
        listed = [*map(written, given), *(f"{key} => {written(x)}" for key, x in named.items())]
        message = f"expected other arguments, got ({', '.join(listed)})"
        raise fault(line, clip(message)) from None
    except ValueError:
        # Some built-in functions have no signature; they check their arguments themselves.
        return


def _as_loopy(option: Any) -> Any:
    return option if isinstance(option, Loopy) else Loopy(_as_value(option, 0))


def _as_value(option: Any, line: int) -> Value:
    if isinstance(option, Value):
        return option
    if isinstance(option, bool) or not isinstance(option, int | Fraction):
        value = getattr(option, "value", None)
        if isinstance(value, Value):
            return value
        raise fault(line, f"expected a game as an option, got {clip(written(option))}")
    return Value(option)


def _plus_minus(value: Any, line: int) -> Any:
    games = value if isinstance(value, list) else [value]
    if any(isinstance(game, Loopy) for game in games):
        options = [_as_loopy(game) for game in games]
        return plain(Loopy.of(options, [-game for game in options]))
    if isinstance(value, list):
        games = [_as_value(option, line) for option in value]
        return Value.of(games, [-game for game in games])
    game = _as_value(value, line)
    return Value.of([game], [-game])
