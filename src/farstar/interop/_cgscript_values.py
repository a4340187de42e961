"""What programs of CGScript work with besides games: coordinates, grids, and classes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from farstar._outcome import Left, Player, Right
from farstar.errors import NotationError
from farstar.loopy import Loopy
from farstar.rules import ImpartialRuleset, Position, Ruleset
from farstar.values import Value


def plain(game: Any) -> Any:
    """Return a loopy value as a short one if it is."""
    return game.value if isinstance(game, Loopy) and game.is_short else game


class Coordinates(tuple[Any, Any]):
    """A row and a column, counted from 1."""

    __slots__ = ()

    def __new__(cls, row: Any, column: Any) -> Coordinates:
        """Return the pair of a row and a column."""
        return super().__new__(cls, (row, column))

    @property
    def row(self) -> Any:
        """The first number."""
        return self[0]

    @property
    def column(self) -> Any:
        """The second number."""
        return self[1]

    def __add__(self, other: Any) -> Coordinates:
        return Coordinates(self.row + other[0], self.column + other[1])

    def __sub__(self, other: Any) -> Coordinates:
        return Coordinates(self.row - other[0], self.column - other[1])

    def __neg__(self) -> Coordinates:
        return Coordinates(-self.row, -self.column)

    def __mul__(self, times: Any) -> Coordinates:
        return Coordinates(self.row * times, self.column * times)

    def __rmul__(self, times: Any) -> Coordinates:
        return Coordinates(self.row * times, self.column * times)

    def __str__(self) -> str:
        return f"({self.row},{self.column})"


ORTHOGONAL = [Coordinates(*d) for d in ((-1, 0), (0, 1), (1, 0), (0, -1))]
DIAGONAL = [Coordinates(*d) for d in ((-1, 1), (1, 1), (1, -1), (-1, -1))]


@dataclass(frozen=True)
class Grid:
    """Rows of small integers; a strip has one row."""

    rows: tuple[tuple[int, ...], ...]
    is_strip: bool = False

    @classmethod
    def parse(cls, text: str, marks: str, *, is_strip: bool = False) -> Grid:
        """Return the grid of a text; the place of a character in `marks` is its value."""
        rows = []
        for row in text.split("|"):
            unknown = next((mark for mark in row if mark not in marks), None)
            if unknown is not None:
                raise NotationError(f"expected a board made of {marks!r}, got {unknown!r}")
            rows.append(tuple(marks.index(mark) for mark in row))
        if len(set(map(len, rows))) > 1:
            raise NotationError(f"expected rows of one length, got {text!r}")
        return cls(tuple(rows), is_strip)

    def text(self, marks: str) -> str:
        """Return the grid as text."""
        return "|".join("".join(marks[value] for value in row) for row in self.rows)

    def _place(self, place: Any) -> tuple[int, int]:
        return (1, place) if isinstance(place, int) else (place[0], place[1])

    def __getitem__(self, place: Any) -> int | None:
        row, column = self._place(place)
        inside = 1 <= row <= len(self.rows) and 1 <= column <= len(self.rows[0])
        return self.rows[row - 1][column - 1] if inside else None

    def updated(self, *change: Any) -> Grid:
        """Return a grid with other values: a map of them, or one place and its value."""
        changes: Mapping[Any, int] = change[0] if len(change) == 1 else {change[0]: change[1]}
        rows = [list(row) for row in self.rows]
        for place, value in changes.items():
            row, column = self._place(place)
            if self[place] is None:
                raise NotationError(f"expected a place of the grid, got {place}")
            if not -128 <= value <= 127:
                raise NotationError(f"expected a value from -128 to 127, got {value}")
            rows[row - 1][column - 1] = value
        return Grid(tuple(map(tuple, rows)), self.is_strip)

    def updated_range(self, start: int, end: int, value: int) -> Grid:
        """Return a strip with one value in all places from `start` to `end`."""
        places = range(max(start, 1), min(end, len(self.rows[0])) + 1)
        return self.updated(dict.fromkeys(places, value))

    def part(self, start: Any, end: Any) -> Grid:
        """Return the grid between two corners."""
        rows = self.rows[max(start[0], 1) - 1 : max(end[0], 0)]
        columns = slice(max(start[1], 1) - 1, max(end[1], 0))
        cut = tuple(row[columns] for row in rows if row[columns])
        return Grid(cut or ((),), self.is_strip)

    def permuted(self, symmetry: str) -> Grid:
        """Return the image of the grid under a symmetry of the square."""
        rows = list(self.rows)
        for step in SYMMETRIES[symmetry]:
            rows = rows[::-1] if step == "flip" else list(zip(*rows, strict=True))
        return Grid(tuple(map(tuple, rows)), self.is_strip)

    def invariant(self, symmetries: Iterable[str]) -> Grid:
        """Return the least image of the grid under some symmetries."""
        return min((self.permuted(name) for name in symmetries), key=lambda grid: grid.rows)

    def __str__(self) -> str:
        rows = [f"[{','.join(map(str, row))}]" for row in self.rows if row]
        if self.is_strip:
            return f"Strip({rows[0] if rows else '[]'})"
        return f"Grid([{','.join(rows)}])"

    def find_all(self, value: int) -> list[Any]:
        """Return the places of a value."""
        places = [
            Coordinates(r, c)
            for r, row in enumerate(self.rows, 1)
            for c, entry in enumerate(row, 1)
            if entry == value
        ]
        return [place.column for place in places] if self.is_strip else list(places)

    def decomposition(self, empty: int, directions: Iterable[Any] = ORTHOGONAL) -> list[Grid]:
        """Return the connected parts of the places whose value is not `empty`."""
        ways = list(directions)
        waiting = {
            (r, c)
            for r, row in enumerate(self.rows, 1)
            for c, entry in enumerate(row, 1)
            if entry != empty
        }
        parts = []
        while waiting:
            part, queue = set(), [min(waiting)]
            waiting.discard(queue[0])
            while queue:
                here = queue.pop()
                part.add(here)
                for way in ways:
                    there = (here[0] + way[0], here[1] + way[1])
                    if there in waiting:
                        waiting.discard(there)
                        queue.append(there)
            top, low = min(r for r, _ in part), max(r for r, _ in part)
            left, right = min(c for _, c in part), max(c for _, c in part)
            rows = tuple(
                tuple(
                    self.rows[r - 1][c - 1] if (r, c) in part else empty
                    for c in range(left, right + 1)
                )
                for r in range(top, low + 1)
            )
            parts.append(Grid(rows, self.is_strip))
        return parts


SYMMETRIES: Mapping[str, tuple[str, ...]] = {
    "Identity": (),
    "Inversion": ("flip", "turn", "flip", "turn"),
    "HorizontalFlip": ("turn", "flip", "turn"),
    "VerticalFlip": ("flip",),
    "Transpose": ("turn",),
    "AntiTranspose": ("flip", "turn", "flip"),
    "ClockwiseRotation": ("turn", "flip"),
    "AnticlockwiseRotation": ("flip", "turn"),
}
"""Each symmetry of the square, as flips of the rows and exchanges of rows and columns."""

GRID_BASES = frozenset({"GridGame", "GridRuleset", "StripGame", "StripRuleset"})
GAME_BASES = GRID_BASES | {"Game", "ImpartialGame", "Ruleset", "HeapRuleset", "CoordinateRuleset"}


@dataclass(frozen=True, eq=False)
class ScriptClass:
    """A class of a program; calling it makes an object, or a position if it is a game."""

    name: str
    parameters: tuple[Any, ...]
    bases: tuple[str, ...]
    """The classes that it extends, and those that these extend."""

    members: Mapping[str, Any]
    """The members by their names, those of classes that it extends too."""

    scope: Any
    machine: Any
    is_mutable: bool = False
    bound: Mapping[str, Any] | None = None
    """The parameters of a ruleset, once they are given."""

    @classmethod
    def of(cls, node: Any, scope: Any, machine: Any) -> ScriptClass:
        """Return the class that a node declares."""
        name, parameters, bases, members, modifiers = node.parts
        above: list[str] = []
        inherited: dict[str, Any] = {}
        for base in bases:
            above.append(base)
            found = scope.find(base)
            if found is not None and isinstance(found.names[base], ScriptClass):
                parent = found.names[base]
                above += parent.bases
                inherited.update(parent.members)
                parameters = parameters or parent.parameters
            elif base not in GAME_BASES:
                raise NotationError(
                    f"expected a class that is supported after extends, got {base!r}"
                )
        known = {**inherited, **{member.parts[0]: member for member in members}}
        changes = "mutable" in modifiers
        return cls(name, parameters, tuple(above), known, scope, machine, changes)

    @property
    def position(self) -> ScriptClass:
        """The class of the positions: this one, or the class Position inside it."""
        inner = self.members.get("Position")
        return ScriptClass.of(inner, self.scope, self.machine) if inner is not None else self

    @property
    def is_impartial(self) -> bool:
        """Whether both players have the same options."""
        return "ImpartialGame" in (*self.bases, *self.position.bases)

    @property
    def has_board(self) -> bool:
        """Whether a position is a grid or a strip."""
        return bool(GRID_BASES & {*self.bases, *self.position.bases})

    @property
    def is_strip(self) -> bool:
        """Whether a position is a strip."""
        return bool({"StripGame", "StripRuleset"} & {*self.bases, *self.position.bases})

    def marks(self) -> str:
        """Return the characters of a board."""
        for owner in (self, self.position):
            if "CharMap" in owner.members:
                return str(Instance(self, ()).member("CharMap"))
        return ".xo#"

    def __call__(self, *given: Any, **named: Any) -> Any:
        if self.position is not self and self.parameters and self.bound is None:
            return self._with_parameters(given, named)
        if self.has_board:
            if len(given) != 1 or named:
                raise NotationError(f"expected one board for {self.name}")
            board = given[0]
            if isinstance(board, str):
                board = Grid.parse(board, self.marks(), is_strip=self.is_strip)
            values = [board]
        else:
            values = [value for _, value in self._arguments(self.position, given, named)]
        kind = Changing if self.is_mutable else Instance
        made = kind(self, tuple(map(_hashable, values)))
        return made.as_position() if self.is_game else made

    def _with_parameters(self, given: Sequence[Any], named: Mapping[str, Any]) -> ScriptClass:
        """Return the ruleset with its parameters."""
        from farstar.interop._cgscript_collections import written

        bound = dict(self._arguments(self, given, named))
        name = f"{self.name}({','.join(map(written, bound.values()))})"
        return replace(self, name=name, bound=bound)

    def _arguments(
        self, owner: ScriptClass, given: Sequence[Any], named: Mapping[str, Any]
    ) -> Iterator[tuple[str, Any]]:
        for parameter, value in matched(owner.parameters, given, named):
            if value is MISSING:
                value = self.machine.value(parameter.default, self.scope)
            yield parameter.name, value

    @property
    def is_game(self) -> bool:
        """Whether objects of the class are positions."""
        return "Options" in self.position.members

    def __str__(self) -> str:
        return self.name


def _hashable(value: Any) -> Hashable:
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


@dataclass(frozen=True)
class Instance:
    """An object of a class: the class and its arguments."""

    of: ScriptClass
    arguments: tuple[Any, ...]

    def _scope(self) -> Any:
        kind = self.of.position
        outer = type(self.of.scope)(around=self.of.scope, this=self)
        names = outer.names
        parameters = [parameter.name for parameter in kind.parameters or self.of.parameters]
        if self.of.has_board and not parameters:
            parameters = ["strip" if self.of.is_strip else "grid"]
        names.update(self.of.bound or {})
        for name, value in zip(parameters, self.arguments, strict=False):
            names[name] = list(value) if type(value) is tuple else value
        names["Position"] = self.of
        for owner in (self.of, kind):
            for name, member in owner.members.items():
                if member.kind == "var":
                    self.of.machine.value(member, outer)
                elif member.kind == "def":
                    names[name] = _bound(member, outer, self.of.machine)
        changing = {
            name
            for name, member in self.of.members.items()
            if self.of.is_mutable and member.kind == "var" and member.parts[2]
        }
        outer.fixed = frozenset(names) - changing
        return outer

    def member(self, name: str, *given: Any) -> Any:
        """Return a property, or the value of a method."""
        scope = self._scope()
        if name not in scope.names:
            raise NotationError(
                f"expected a member of {self.of.name} that is supported, got {name!r}"
            )
        value = scope.names[name]
        return value(*given) if callable(value) else value

    def has(self, name: str) -> bool:
        """Return whether the class defines a name."""
        return name in self.of.members or name in self.of.position.members

    def options(self, player: Player) -> list[Any]:
        """Return what a player can move to."""
        method = self.of.position.members["Options"]
        names = [parameter.name for parameter in method.parts[1] or ()]
        given: list[Any] = []
        if names and names[0] in ("grid", "strip", "coord", "heapSize"):
            given.append(self.arguments[0])
        if len(names) > len(given):
            given.append(player)
        return [_state(option) for option in self.member("Options", *given)]

    def as_position(self) -> Position:
        """Return the position with this state."""
        kind = _ImpartialScript if self.of.is_impartial else _Script
        return kind(self.of)(self)

    def __add__(self, other: Any) -> Several:
        return Several((self, *_parts(other)))

    def __radd__(self, other: Any) -> Several:
        return Several((*_parts(other), self))

    def __str__(self) -> str:
        inner = ",".join(map(str, self.arguments))
        if self.arguments and isinstance(self.arguments[0], Grid):
            inner = f'"{self.arguments[0].text(self.of.marks())}"'
        return f"{self.of.name}({inner})"


@dataclass(frozen=True, eq=False)
class Changing(Instance):
    """An object of a mutable class, whose mutable variables keep what methods give them."""

    def _scope(self) -> Any:
        kept = self.__dict__.get("_kept")
        if kept is None:
            kept = super()._scope()
            object.__setattr__(self, "_kept", kept)
        return kept


@dataclass(frozen=True, eq=False)
class Enumeration:
    """A class with a few objects that have names."""

    name: str
    constants: tuple[str, ...]
    members: Mapping[str, Any]
    scope: Any
    machine: Any

    @classmethod
    def of(cls, node: Any, scope: Any, machine: Any) -> Enumeration:
        """Return the class that a node declares."""
        name, constants, members = node.parts
        known = {member.parts[0]: member for member in members}
        return cls(name, constants, known, scope, machine)

    def ask(self, name: str) -> EnumValue:
        """Return the object with a name."""
        if name not in self.constants:
            listed = ", ".join(self.constants)
            raise NotationError(f"expected one of {listed} after {self.name}, got {name!r}")
        return EnumValue(self, name)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class EnumValue:
    """One of the objects of an enumerated class."""

    of: Enumeration
    name: str

    def ask(self, name: str, *given: Any, **named: Any) -> Any:
        """Return a property, or the value of a method."""
        if name == "Ordinal":
            return 1 + self.of.constants.index(self.name)
        if name == "ToString":
            return self.name
        scope = type(self.of.scope)(around=self.of.scope, this=self)
        for known, member in self.of.members.items():
            if member.kind == "var":
                self.of.machine.value(member, scope)
            else:
                scope.names[known] = _bound(member, scope, self.of.machine)
        if name not in scope.names:
            raise NotationError(
                f"expected a member of {self.of.name} that is supported, got {name!r}"
            )
        value = scope.names[name]
        return value(*given, **named) if callable(value) else value

    def __str__(self) -> str:
        return self.name


MISSING = object()
"""Stands for an argument that is not given, where the parameter has a default."""


def matched(
    parameters: Sequence[Any], given: Sequence[Any], named: Mapping[str, Any]
) -> Iterator[tuple[Any, Any]]:
    """Yield each parameter with its argument, or `MISSING`; check the arguments and their types."""
    from farstar.interop._cgscript_methods import check_type

    if len(given) > len(parameters):
        raise NotationError(f"expected at most {len(parameters)} arguments, got {len(given)}")
    names = [parameter.name for parameter in parameters]
    for name in named:
        if name not in names:
            raise NotationError(f"expected a parameter called {name}, got none")
        if name in names[: len(given)]:
            raise NotationError(f"expected one argument for {name}, got two")
    for place, parameter in enumerate(parameters):
        if place < len(given) or parameter.name in named:
            value = given[place] if place < len(given) else named[parameter.name]
            check_type(parameter, value)
            yield parameter, value
        elif parameter.default is None:
            raise NotationError(f"expected an argument for {parameter.name}")
        else:
            yield parameter, MISSING


def _bound(member: Any, scope: Any, machine: Any) -> Any:
    from farstar.interop._cgscript import Method

    name, parameters, body = member.parts
    return Method(parameters or (), body, scope, machine, name)


@dataclass(frozen=True)
class Several:
    """A sum of objects."""

    parts: tuple[Instance, ...]

    def __add__(self, other: Any) -> Several:
        if isinstance(other, int | Value) and other == 0:
            return self
        return Several((*self.parts, *_parts(other)))

    __radd__ = __add__


def _parts(option: Any) -> tuple[Instance, ...]:
    if isinstance(option, Position):
        option = option.state
    if isinstance(option, Several):
        return option.parts
    if isinstance(option, Instance):
        return (option,)
    if isinstance(option, int | Value) and option == 0:
        return ()
    raise NotationError(f"expected a position of the class as an option, got {option}")


def _state(option: Any) -> Hashable:
    terms = getattr(option, "terms", None)
    if terms is not None:
        parts = tuple(part for term in terms for part in _parts(term.component))
    else:
        parts = _parts(option)
    return parts[0] if len(parts) == 1 else Several(parts)


class _Script(Ruleset):
    """The rules that a class of a program gives."""

    name = "CGScript"

    def __init__(self, of: ScriptClass) -> None:
        self.of = of

    def left(self, position: Any) -> Iterable[Hashable]:
        return self._options(position, Left)

    def right(self, position: Any) -> Iterable[Hashable]:
        return self._options(position, Right)

    def _options(self, position: Any, player: Player) -> Iterator[Hashable]:
        if isinstance(position, Instance):
            yield from position.options(player)
            return
        for place, part in enumerate(position.parts):
            for option in part.options(player):
                rest = (*position.parts[:place], *_parts(option), *position.parts[place + 1 :])
                yield Several(rest)

    def components(self, position: Any) -> Iterable[Hashable] | None:
        if isinstance(position, Several):
            return list(position.parts)
        if position.has("Decomposition"):
            return [_state(part) for part in position.member("Decomposition")]
        return None

    def check(self, position: Any) -> Hashable:
        return _state(position)

    def text(self, position: Any) -> str:
        parts = position.parts if isinstance(position, Several) else (position,)
        return " + ".join(map(str, parts))


class _ImpartialScript(_Script, ImpartialRuleset):
    """The rules of a class whose games are impartial."""

    def moves(self, position: Any) -> Iterable[Hashable]:
        return self._options(position, Left)

    left = ImpartialRuleset.left
    right = ImpartialRuleset.right
