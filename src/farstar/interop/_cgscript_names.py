"""The names of CGSuite and what they mean here: rulesets, methods, constants, and arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import farstar.games as games
from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import NotationError
from farstar.games.grundy_sequences import GrundyTable, grundy_sequence
from farstar.impartial.codes import Code
from farstar.impartial.general_codes import parse_code
from farstar.impartial.grundy import nim_product, nim_sum
from farstar.interop._cgscript_values import (
    DIAGONAL,
    ORTHOGONAL,
    Coordinates,
    Grid,
    Instance,
    ScriptClass,
    plain,
)
from farstar.loopy import Loopy
from farstar.misere import MisereValue
from farstar.rules import Position, cake_product
from farstar.sums import Sum
from farstar.values import Form, Thermograph, Value

_LARGEST_POWER = 100_000


# Arithmetic.


def _number(x: Any) -> Any:
    return int(x) if isinstance(x, Fraction) and x.denominator == 1 else x


def _is_number(x: Any) -> bool:
    return isinstance(x, int | Fraction) and not isinstance(x, bool)


def _game(x: Any) -> Any:
    """Return a number as a value, and everything else as it is."""
    return Value(x) if _is_number(x) else x


def arithmetic(sign: str, x: Any, y: Any) -> Any:
    """Return the value of an operator for two operands."""
    if sign in _COMPARISONS:
        return _COMPARISONS[sign](x, y)
    if _is_number(x) and _is_number(y):
        return _number(_numbers(sign, Fraction(x), Fraction(y)))
    if sign in ("+", "-"):
        return _sum(sign, x, y)
    if sign == "*":
        if isinstance(x, int) and not isinstance(y, str | list):
            return x * y
        if isinstance(y, int) and not isinstance(x, str | list):
            return y * x if not isinstance(x, Coordinates) else x * y
        return x * y
    if sign == ":":
        return _ordinal_sum(x, y)
    if sign == "&":
        return Loopy(f"{_game(x)} & {_game(y)}")
    if sign in ("/", "^", "%"):
        return {"/": lambda: x / y, "^": lambda: x**y, "%": lambda: x % y}[sign]()
    raise NotationError(f"expected operands for {sign}, got {x} and {y}")


def _numbers(sign: str, x: Fraction, y: Fraction) -> Fraction:
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
    if _is_transfinite(x) or _is_transfinite(y):
        return x + y if sign == "+" else x - y
    if isinstance(x, Form) or isinstance(y, Form):
        x, y = Form(_game(x)), Form(_game(y))
        return x + y if sign == "+" else x - y
    if isinstance(x, Loopy) or isinstance(y, Loopy):
        x, y = Loopy(_game(x)), Loopy(_game(y))
        return plain(x + y if sign == "+" else x - y)
    x, y = _game(x), _game(y)
    return x + y if sign == "+" else x - y


def _ordinal_sum(x: Any, y: Any) -> Any:
    if isinstance(x, Form):
        return x.ordinal_sum(_game(y))
    if isinstance(x, Loopy) or isinstance(y, Loopy):
        return plain(Loopy(_game(x)).ordinal_sum(_game(y)))
    return _value(x).ordinal_sum(_value(y))


def _comparable(x: Any, y: Any) -> tuple[Any, Any]:
    if (_is_number(x) and _is_number(y)) or _is_transfinite(x) or _is_transfinite(y):
        return x, y
    if isinstance(x, Loopy) or isinstance(y, Loopy):
        return Loopy(_game(x)), Loopy(_game(y))
    return _value(x), _value(y)


def _equal(x: Any, y: Any) -> bool:
    if _is_transfinite(x) or _is_transfinite(y):
        return bool(x == y)
    games_given = all(isinstance(z, Value | Loopy) or _is_number(z) for z in (x, y))
    if games_given:
        a, b = _comparable(x, y)
        return bool(a == b)
    return type(x) is type(y) and bool(x == y)


def _compared(test: Callable[[Any, Any], Any]) -> Callable[[Any, Any], bool]:
    def compare(x: Any, y: Any) -> bool:
        return bool(test(*_comparable(x, y)))

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


# Methods of games.


def _value(game: Any) -> Value:
    if _is_number(game):
        return Value(game)
    value: Value = game if isinstance(game, Value) else game.value
    return value


def _canonical(game: Any) -> Any:
    if isinstance(game, Position) and game.ruleset.may_loop:
        return plain(game.loopy_value)
    return game if isinstance(game, Loopy) else _value(game)


def _of_value(name: str) -> Callable[..., Any]:
    def ask(game: Any, *given: Any) -> Any:
        value = game if isinstance(game, Loopy) else _value(game)
        known = getattr(value, name)
        if given and not callable(known):
            raise TypeError(f"expected no arguments, got {len(given)}")
        result = known(*given) if callable(known) else known
        return _number(result) if isinstance(result, Fraction) else result

    return ask


def _options(player: Player) -> Callable[..., Any]:
    def ask(game: Any) -> list[Any]:
        if _is_number(game):
            game = Value(game)
        if isinstance(game, Position | Sum):
            return list(game.options(player))
        side = game.left_options if player is Left else game.right_options
        return list(side)

    return ask


def _sensible_lines(game: Any, player: Player) -> list[list[Any]]:
    if not isinstance(game, Position):
        raise NotationError(f"expected a position for .SensibleLines, got {game}"[:200])
    return [[move.after for move in line] for line in game.canonical_lines(player)]


def _form_or_value(name: str) -> Callable[..., Any]:
    def ask(game: Any, other: Any) -> Any:
        form = game if isinstance(game, Form) else Form(_value(game))
        return getattr(form, name)(other if isinstance(other, Form) else _value(other))

    return ask


def _outcome(game: Any) -> Any:
    return _value(game).outcome if _is_number(game) else game.outcome


def _power(name: str) -> Callable[..., Any]:
    def ask(game: Any, x: Any) -> Any:
        if isinstance(x, Loopy) and x == Loopy("on"):
            loopy = Loopy(_game(game))
            return plain(loopy.pow_on() if name == "pow" else loopy.pow_to_on())
        return getattr(_value(game), name)(x)

    return ask


_GAME_METHODS: Mapping[str, Callable[..., Any]] = {
    **{
        theirs: _of_value(ours)
        for theirs, ours in {
            "AtomicWeight": "atomic_weight",
            "Birthday": "birthday",
            "Companion": "companion",
            "Cool": "cool",
            "Degree": "degree",
            "FollowerCount": "follower_count",
            "Followers": "followers",
            "Freeze": "freeze",
            "Heat": "heat",
            "Incentives": "incentives",
            "IsAllSmall": "is_all_small",
            "IsAtomic": "is_atomic",
            "IsEvenTempered": "is_even_tempered",
            "IsInfinitesimal": "is_infinitesimal",
            "IsInteger": "is_integer",
            "IsNimber": "is_nimber",
            "IsNumber": "is_number",
            "IsNumberish": "is_number_ish",
            "IsOddTempered": "is_odd_tempered",
            "IsPlumtree": "is_plumtree",
            "IsUptimal": "is_uptimal",
            "IsZero": "is_zero",
            "LeftIncentives": "left_incentives",
            "LeftStop": "left_stop",
            "Mean": "mean",
            "NortonMultiply": "norton_product",
            "NortonProduct": "norton_product",
            "Offside": "offside",
            "Onside": "onside",
            "OrdinalProduct": "ordinal_product",
            "Overheat": "overheat",
            "ReducedCanonicalForm": "reduced",
            "RightIncentives": "right_incentives",
            "RightStop": "right_stop",
            "StopCount": "stop_count",
            "Subordinate": "subordinate",
            "Temperature": "temperature",
            "Thermograph": "thermograph",
            "Variety": "variety",
        }.items()
    },
    "CanonicalForm": _canonical,
    "ConjunctiveSum": _form_or_value("conjunctive_sum"),
    "ConwayProduct": _form_or_value("conway_product"),
    "GameValue": _canonical,
    "Genus": lambda game: game.genus,
    "LeftOptions": _options(Left),
    "MisereCanonicalForm": lambda game: MisereValue.of(game),
    "NimValue": lambda game: game.grundy if isinstance(game, Position) else _value(game).nim_value,
    "Options": lambda game, *who: _options(who[0] if who else Left)(game),
    "OutcomeClass": _outcome,
    "Pow": _power("pow"),
    "PowTo": _power("pow_to"),
    "RightOptions": _options(Right),
    "SelectiveSum": _form_or_value("selective_sum"),
    "SensibleLines": _sensible_lines,
}

_NUMBER_METHODS: Mapping[str, Callable[..., Any]] = {
    "Abs": abs,
    "Ceiling": math.ceil,
    "Denominator": lambda x: Fraction(x).denominator,
    "Div": lambda x, y: x // y,
    "Floor": math.floor,
    "IsEvil": lambda x: x.bit_count() % 2 == 0,
    "IsOdious": lambda x: x.bit_count() % 2 == 1,
    "IsTwoPower": lambda x: x > 0 and x & (x - 1) == 0,
    "Isqrt": math.isqrt,
    "Lb": lambda x: x.bit_length() - 1,
    "Max": max,
    "Min": min,
    "NimProduct": nim_product,
    "NimSum": nim_sum,
    "Numerator": lambda x: Fraction(x).numerator,
    "Reciprocal": lambda x: _number(1 / Fraction(x)),
    "Sign": lambda x: (x > 0) - (x < 0),
}


def _mex(items: list[Any]) -> int:
    least = 0
    while least in items:
        least += 1
    return least


_LIST_METHODS: Mapping[str, Callable[..., Any]] = {
    "Apply": lambda items, f: [f(item) for item in items],
    "Concat": lambda items, more: [*items, *more],
    "Contains": lambda items, item: item in items,
    "Count": lambda items, f: sum(1 for item in items if f(item) is True),
    "Exists": lambda items, f: any(f(item) is True for item in items),
    "Filter": lambda items, f: [item for item in items if f(item) is True],
    "ForAll": lambda items, f: all(f(item) is True for item in items),
    "Head": lambda items: items[0],
    "IsEmpty": lambda items: not items,
    "Last": lambda items: items[-1],
    "Length": len,
    "Max": lambda items: max(items),
    "Mex": _mex,
    "Min": lambda items: min(items),
    "PeriodicTable": lambda items, n: [items[i : i + n] for i in range(0, len(items), n)],
    "Reverse": lambda items: items[::-1],
    "Size": len,
    "Sorted": sorted,
    "Tail": lambda items: items[1:],
    "ToList": list,
    "ToSet": lambda items: list(dict.fromkeys(items)),
    "Union": lambda items, more: list(dict.fromkeys([*items, *more])),
}

_GRID_METHODS: Mapping[str, Callable[..., Any]] = {
    "ColCount": lambda grid: len(grid.rows[0]),
    "ColumnCount": lambda grid: len(grid.rows[0]),
    "Decomposition": Grid.decomposition,
    "FindAll": Grid.find_all,
    "Length": lambda grid: len(grid.rows[0]),
    "RowCount": lambda grid: len(grid.rows),
    "Updated": Grid.updated,
}

_MAP_METHODS: Mapping[str, Callable[..., Any]] = {
    "ContainsKey": lambda entries, key: key in entries,
    "Keys": lambda entries: list(entries),
    "Size": len,
    "Values": lambda entries: list(entries.values()),
}

_PLAYER_METHODS: Mapping[str, Callable[..., Any]] = {
    "Opponent": lambda player: -player,
    "Ordinal": lambda player: 1 if player is Left else 2,
    "Sign": lambda player: 1 if player is Left else -1,
}

_PAIR_METHODS: Mapping[str, Callable[..., Any]] = {
    "Col": lambda pair: pair.column,
    "Column": lambda pair: pair.column,
    "Row": lambda pair: pair.row,
    "Swap": lambda pair: Coordinates(pair.column, pair.row),
}


def call_method(
    owner: Any, name: str, given: tuple[Any, ...], named: Mapping[str, Any], *, is_call: bool
) -> Any:
    """Return a property of something, or the value of its method."""
    if name == "ToString":
        return str(owner)
    if isinstance(owner, Rules | ClassMethods):
        return owner.ask(name, *given, **named)
    if isinstance(owner, ScriptClass):
        return Instance(owner, ()).member(name, *given)
    if isinstance(owner, Instance):
        return owner.member(name, *given)
    state = owner.state if isinstance(owner, Position) else None
    if isinstance(state, Instance) and name not in ("Options", "Decomposition") and state.has(name):
        return state.member(name, *given)
    tables: list[Mapping[str, Callable[..., Any]]] = []
    if _is_number(owner):
        tables.append(_NUMBER_METHODS)
    for kind, table in _TABLES:
        if isinstance(owner, kind):
            tables.append(table)
    if _is_number(owner) or isinstance(owner, Value | Form | Loopy | Position | Sum):
        tables.append(_GAME_METHODS)
    for table in tables:
        if name in table:
            try:
                return _listed(table[name](owner, *given, **named))
            except TypeError:
                listed = ", ".join(map(str, given))
                raise NotationError(
                    f"expected other arguments for .{name}, got ({listed})"
                ) from None
    if name == "Plot" and isinstance(owner, Thermograph):
        # A notebook shows its picture.
        return owner
    raise NotationError(f"expected a property that is supported, got .{name} of {owner}"[:200])


def _listed(result: Any) -> Any:
    plain_tuple = isinstance(result, tuple) and not isinstance(result, Coordinates)
    return list(result) if plain_tuple else result


_TABLES: tuple[tuple[Any, Mapping[str, Callable[..., Any]]], ...] = (
    (Coordinates, _PAIR_METHODS),
    (list, _LIST_METHODS),
    (dict, _MAP_METHODS),
    (Grid, _GRID_METHODS),
    (Player, _PLAYER_METHODS),
)

TYPES: Mapping[str, Any] = {
    "Boolean": bool,
    "CanonicalShortGame": (Value, int, Fraction),
    "Collection": (list, dict),
    "Coordinates": Coordinates,
    "Game": (Value, Form, Loopy, Position, Sum, int, Fraction),
    "Grid": Grid,
    "Integer": int,
    "List": list,
    "Map": dict,
    "Player": Player,
    "Rational": (int, Fraction),
    "Set": list,
    "String": str,
}


# Rulesets.


@dataclass(frozen=True)
class Rules:
    """A ruleset of CGSuite: calling it makes a position."""

    name: str
    make: Callable[..., Any]
    code: Any = None
    """Its take-and-break code, if it has one."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.make(*given, **named)

    def ask(self, name: str, *given: Any, **named: Any) -> Any:
        """Return a property of the ruleset."""
        if name == "CakeProduct":
            return _cakes(self, *given, **named)
        if named:
            raise NotationError(f"expected no named arguments for .{name} of {self.name}")
        if name in ("NimValueSequence", "CheckPeriodicity", "Code", "code"):
            if self.code is None:
                raise NotationError(f"expected a game on heaps with a code, got {self.name}")
            if name in ("Code", "code"):
                return str(self.code)
            if name == "NimValueSequence":
                return self._sequence(*given)
            return GrundyTable(self.code).period(*given)
        raise NotationError(f"expected a property that is supported, got .{name} of {self.name}")

    def _sequence(self, most: int) -> list[int]:
        if hasattr(self.code, "turns"):
            return list(self.code.grundy_sequence(most + 1))
        return grundy_sequence(self.code, most + 1)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class ClassMethods:
    """A class of CGSuite of which only static members are supported."""

    name: str
    members: Mapping[str, Any]

    def ask(self, name: str, *given: Any) -> Any:
        """Return a member, or its value for some arguments."""
        if name not in self.members:
            raise NotationError(f"expected a member that is supported, got {self.name}.{name}")
        member = self.members[name]
        return member(*given) if callable(member) and given else member


def _board(kind: str, letters: str = "") -> Callable[..., Any]:
    def make(board: Any, *rest: Any) -> Any:
        game: Any = games.load(kind)
        if isinstance(board, Grid):
            if any(value for row in board.rows for value in row):
                raise NotationError("expected the board as text, or an empty grid")
            blank = next(iter(game.rules.alphabet))
            board = "|".join(blank * len(row) for row in board.rows)
        for old, new in zip("tf", letters, strict=False):
            board = board.replace(old, new)
        return game(board)

    return make


def _pair_game(kind: str, *more: Any) -> Callable[..., Any]:
    def make(pair: Any, *rest: Any) -> Any:
        game: Any = games.load(kind)
        both = pair if isinstance(pair, Coordinates) else (pair, *rest)
        return game(*both, *more)

    return make


def _heap_game(code: Any) -> Callable[..., Any]:
    def make(*heaps: int) -> Any:
        return games.TakeAndBreak(code, *heaps)

    return make


def _take_and_break(code: str) -> Rules:
    read = parse_code(code)
    return Rules(f'TakeAndBreak("{read}")', _heap_game(read), read)


def _subtraction(takes: Any, allbut: bool = False, digit: int = 3) -> Rules:
    return _take_and_break(str(Code.taking(list(takes), digit, all_but=allbut)))


def _partizan(left: Any, right: Any) -> Rules:
    def make(*heaps: int) -> Any:
        return games.PartizanTakeAndBreak(left, right, *heaps)

    return Rules(f"PartizanTakeAndBreak({left}, {right})", make)


def _turning(code: Any) -> Rules:
    text = str(code.code) if isinstance(code, Rules) else code
    rules = games.Turning(text, "h").code
    return Rules(f'Turning("{text}")', lambda coins: games.Turning(text, coins), rules)


def _spawning(code: str) -> Rules:
    rules = games.Spawning(code).code
    return Rules(f'Spawning("{code}")', lambda *heaps: games.Spawning(code, *heaps), rules)


def _cakes(left: Any = None, right: Any = None, twisted: Any = False) -> Rules:
    for rules in (left, right):
        if not isinstance(rules, Rules) or rules.code is None:
            raise NotationError(f"expected a game on heaps with a code, got {rules}"[:200])
    product = cake_product(left.make(), right.make(), turning=twisted is True)

    def make(sides: Any) -> Any:
        # A side of 0 is a piece there, which the other player may still cut.
        if not isinstance(sides, Coordinates) or min(sides) < 1:
            raise NotationError(f"expected rows and columns such as (3,4), got {sides}"[:200])
        return product(*sides)

    return Rules(f"GenCutcake({left}, {right})", make)


def _clobber(directions: Any = None, maxDistance: Any = 1) -> Rules:  # noqa: N803
    known = {len(ORTHOGONAL): "orthogonal", 8: "compass"}
    way = "orthogonal" if directions is None else known[len(directions)]
    if directions is not None and list(directions) == DIAGONAL:
        way = "diagonal"
    far = "any" if maxDistance == "inf" else maxDistance
    return Rules(
        "GenClobber", lambda board: games.GeneralisedClobber(board, directions=way, distance=far)
    )


def _named(name: str, code: str) -> Rules:
    game: Any = games.load(name)
    return Rules(name, game, parse_code(code))


def named_game(name: str) -> Any:
    """Return the ruleset with a name of CGSuite, or None."""
    if name in _RULESETS:
        return _RULESETS[name]()
    return Rules(name, _pair_game(name)) if name in games.GAMES else None


_BOARDS = (
    *("Domineering", "Clobber", "Kings", "Rooks", "Queens", "AntiClobber", "HotClobber", "Cram"),
    *("Amazons", "Konane", "TopplingDominoes", "Hackenbush", "ChildishHackenbush"),
    *("ToadsAndFrogs", "BackslidingToadsAndFrogs"),
)
_PAIRS = (
    *("Cutcake", "MaundyCake", "Eatcake", "TurnAndEatcake", "Wythoff"),
    *("FibonacciNim", "Mem"),
)


def _with_maker(name: str, maker: Callable[[str], Callable[..., Any]]) -> Rules:
    return Rules(name, maker(name))


def _jumping(jump: int) -> Rules:
    def make(board: str) -> Any:
        return games.GeneralisedToadsAndFrogs(board, jump)

    return Rules(f"GenToadsAndFrogs({jump})", make)


_RULESETS: Mapping[str, Callable[[], Any]] = {
    **{name: partial(_with_maker, name, _board) for name in _BOARDS},
    **{name: partial(_with_maker, name, _pair_game) for name in _PAIRS},
    "DawsonsKayles": lambda: _named("DawsonsKayles", "0.07"),
    "ElephantsAndRhinos": lambda: Rules("ElephantsAndRhinos", _board("ElephantsAndRhinos", "ER")),
    "GenClobber": lambda: _clobber,
    "GenCutcake": lambda: _cakes,
    "GenToadsAndFrogs": lambda: _jumping,
    "GenWythoff": lambda: lambda r: Rules(f"GenWythoff({r})", _pair_game("GeneralisedWythoff", r)),
    "GrundysGame": lambda: _named("GrundysGame", "4!.0"),
    "Kayles": lambda: _named("Kayles", "0.77"),
    "Nim": lambda: _named("Nim", "0.[3]"),
    "PartizanSplittles": lambda: (
        lambda left, right: _partizan(
            _subtraction(left, digit=7).code, _subtraction(right, digit=7).code
        )
    ),
    "PartizanSubtraction": lambda: (
        lambda left, right: _partizan(_subtraction(left).code, _subtraction(right).code)
    ),
    "PartizanTakeAndBreak": lambda: _partizan,
    "Spawning": lambda: _spawning,
    "Splittles": lambda: lambda takes, allbut=False: _subtraction(takes, allbut, 7),
    "Subtraction": lambda: _subtraction,
    "TakeAndBreak": lambda: _take_and_break,
    "TakeAway": lambda: lambda k: Rules(f"TakeAway({k})", _pair_game("TakeAway", k)),
    "Turning": lambda: _turning,
}


def _tiny(game: Any) -> Any:
    return Value(f"Tiny({_value(game)})") if not isinstance(game, Loopy) else plain(game.tiny())


def _miny(game: Any) -> Any:
    return Value(f"Miny({_value(game)})") if not isinstance(game, Loopy) else plain(game.miny())


def _omega() -> Any:
    from farstar.transfinite import Surreal

    return Surreal("omega")


def _is_transfinite(x: Any) -> bool:
    return type(x).__module__.startswith("farstar.transfinite")


class _Constants(dict[str, Any]):
    """Constants by name; omega is read when it is asked for."""

    def __contains__(self, name: object) -> bool:
        return name == "omega" or super().__contains__(name)

    def __missing__(self, name: str) -> Any:
        if name == "omega":
            return _omega()
        raise KeyError(name)


CONSTANTS = _Constants(
    {
        **{word: Loopy(word) for word in ("on", "off", "over", "under", "upon")},
        "Coordinates": ClassMethods(
            "Coordinates",
            {"Orthogonal": ORTHOGONAL, "Diagonal": DIAGONAL, "Compass": [*ORTHOGONAL, *DIAGONAL]},
        ),
        "Explorer": lambda game: game,
        "Grid": ClassMethods(
            "Grid",
            {
                "Empty": lambda rows, columns: Grid(((0,) * columns,) * rows),
                "Parse": Grid.parse,
            },
        ),
        "Left": Left,
        "Miny": _miny,
        "Nothing": None,
        "OutcomeClass": ClassMethods("OutcomeClass", {o.name: o for o in Outcome}),
        "Player": ClassMethods("Player", {"Left": Left, "Right": Right}),
        "Right": Right,
        "Strip": ClassMethods("Strip", {"Empty": lambda n: Grid(((0,) * n,), True)}),
        "Table": lambda rows: rows,
        "Tiny": _tiny,
        "inf": "inf",
    }
)
