"""Properties and methods of the objects of CGSuite, and their classes."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from farstar._arguments import clip
from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import FarstarError, NotationError
from farstar.impartial.grundy import nim_product, nim_sum, ugly_product
from farstar.interop._cgscript_collections import (
    COLLECTION_METHODS,
    ENTRY_METHODS,
    MAP_METHODS,
    STRING_METHODS,
    ClassName,
    Infinity,
    MapEntry,
    Mutable,
    ScriptSet,
    Table,
    require_room,
    written,
)
from farstar.interop._cgscript_compounds import Compound, as_form, is_form
from farstar.interop._cgscript_graphs import Edge, ScriptGraph, Vertex
from farstar.interop._cgscript_rulesets import VARIANTS, Periodicity, Rules, named_game
from farstar.interop._cgscript_values import (
    Coordinates,
    Enumeration,
    EnumValue,
    Grid,
    Instance,
    ScriptClass,
    plain,
)
from farstar.loopy import Loopy
from farstar.misere import MisereValue
from farstar.rules import ImpartialRuleset, Position
from farstar.sums import Sum
from farstar.transfinite import Nimber, Ordinal, Surreal, SurrealFraction
from farstar.values import Form, Thermograph, Value


def is_number(x: Any) -> bool:
    """Return whether something is an integer or a fraction."""
    return isinstance(x, int | Fraction) and not isinstance(x, bool)


def number(x: Any) -> Any:
    """Return a fraction as an integer if it is one."""
    return int(x) if isinstance(x, Fraction) and x.denominator == 1 else x


def as_game(x: Any) -> Any:
    """Return a number as a value, and everything else as it is."""
    return Value(x) if is_number(x) else x


def as_value(game: Any) -> Value:
    """Return the value of a number or game."""
    if is_number(game):
        return Value(game)
    value: Value = game if isinstance(game, Value) else game.value
    return value


# Games.


def _canonical(game: Any) -> Value:
    if isinstance(game, Loopy):
        return game.value
    return as_value(game)


def _game_value(game: Any) -> Any:
    if isinstance(game, Position) and game.ruleset.may_loop:
        return plain(game.loopy_value)
    return game if isinstance(game, Loopy) else as_value(game)


_MISSING = object()


def _of_value(name: str) -> Callable[..., Any]:
    def ask(game: Any, *given: Any) -> Any:
        value = game if isinstance(game, Loopy) else as_value(game)
        known = getattr(value, name, _MISSING)
        if known is _MISSING:
            raise NotationError(f"expected a game that has a {name.replace('_', ' ')}, got {value}")
        if given and not callable(known):
            raise TypeError(f"expected no arguments, got {len(given)}")
        if not given and callable(known) and _wants_arguments(known):
            return known
        result = known(*given) if callable(known) else known
        return number(result) if isinstance(result, Fraction) else plain(result)

    return ask


def _wants_arguments(function: Callable[..., Any]) -> bool:
    parameters = inspect.signature(function).parameters.values()
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return any(p.default is inspect.Parameter.empty and p.kind in kinds for p in parameters)


def _incentives(name: str) -> Callable[[Any], ScriptSet]:
    return lambda game: ScriptSet(getattr(as_value(game), name)())


def _uptimal_expansion(game: Any) -> Any:
    expansion = as_value(game).uptimal_expansion()
    if expansion is None:
        raise NotationError(f"expected an uptimal for .UptimalExpansion, got {game}"[:200])
    return expansion


def _is_even(game: Any) -> bool:
    return bool(as_value(game).is_even)


def _is_odd(game: Any) -> bool:
    return bool(as_value(game).is_odd)


def _subordinate(game: Any, base: Any) -> Any:
    value = game if isinstance(game, Loopy) else as_value(game)
    result = value.subordinate(as_form(base) if is_form(base) else as_game(base))
    if result is None:
        raise NotationError(f"expected a base that {game} can be subordinated to, got {base}")
    return plain(result)


def _options(player: Player) -> Callable[..., Any]:
    def ask(game: Any) -> list[Any]:
        game = game.form if isinstance(game, Compound) else as_game(game)
        if isinstance(game, Position | Sum):
            return list(game.options(player))
        side = game.left_options if player is Left else game.right_options
        return ScriptSet(plain(option) for option in side)

    return ask


def _all_options(game: Any, *who: Player) -> list[Any]:
    if who:
        one: list[Any] = _options(who[0])(game)
        return one
    left: list[Any] = _options(Left)(game)
    if isinstance(game, Position) and isinstance(game.ruleset, ImpartialRuleset):
        return left
    both = [*_options(Left)(game), *_options(Right)(game)]
    return both if isinstance(game, Position | Sum) else ScriptSet(both)


def _sensible_lines(game: Any, player: Player) -> list[list[Any]]:
    if not isinstance(game, Position):
        raise NotationError(f"expected a position for .SensibleLines, got {game}"[:200])
    return [[move.after for move in line] for line in game.canonical_lines(player)]


def _sensible_options(game: Any, player: Player) -> ScriptSet:
    """Return the options that are at least as good as an option of the canonical form."""
    value = _game_value(game)
    canonical = value.left_options if player is Left else value.right_options

    def matters(option: Any) -> bool:
        mine = _game_value(option)
        pairs = ((mine, k) if player is Left else (k, mine) for k in canonical)
        return any(bool(Loopy(x) >= Loopy(y)) for x, y in pairs)

    return ScriptSet(option for option in _options(player)(game) if matters(option))


def _product(name: str) -> Callable[..., Any]:
    def ask(game: Any, other: Any) -> Any:
        given = (game, other)
        if any(isinstance(x, Nimber) for x in given) and name == "ConwayProduct":
            return _nimber(game) * _nimber(other)
        made = Compound(name, (as_game(game), as_game(other)))
        # Products of nimbers and of integers with values are values.
        keeps = any(map(is_form, given)) or name != "ConwayProduct"
        return made if keeps else made.value

    return ask


def _nimber(x: Any) -> Nimber:
    if isinstance(x, Nimber):
        return x
    return Nimber(as_value(x).nim_value)


def _outcome(game: Any) -> Any:
    return as_value(game).outcome if is_number(game) else game.outcome


def _power(name: str) -> Callable[..., Any]:
    def ask(game: Any, x: Any) -> Any:
        if not isinstance(x, Loopy):
            return getattr(as_value(game), name)(x)
        if x == Loopy("on"):
            loopy = Loopy(as_game(game))
            return plain(loopy.pow_on() if name == "pow" else loopy.pow_to_on())
        base = as_value(game)
        if name == "pow_to":
            return plain(_power_to(base, x))
        # As for numbers: {0 | H - G to the powers up to x - 1}.
        base.pow(1)
        return plain(Loopy.of([0], [base.right_options[0] - _power_to(base, x - 1)]))

    return ask


def _power_to(base: Value, x: Loopy) -> Loopy:
    """Return the sum of the powers of ``{0|H}`` up to n over or n under."""
    least = as_value(plain(x.strong_left_stop)).number
    is_over = x == Loopy("over") + least
    if least < 0 or not (is_over or (least > 0 and x == Loopy("under") + least)):
        raise NotationError(f"expected a number, n over, n under or on as the power, got {x}")
    below, (h,) = base.pow_to(least), base.right_options
    left, right = ([below], [h, "x"]) if is_over else (["x"], [h, below])
    return Loopy.from_graph({"x": (left, right)}, "x")


def _stop(game: Any, player: Player) -> Any:
    if not isinstance(game, Loopy):
        return _strong_stop(game, player)
    return _plain_number(game.left_stop if player is Left else game.right_stop)


def _strong_stop(game: Any, player: Player) -> Any:
    value = game if isinstance(game, Loopy) else as_value(game)
    if not isinstance(value, Loopy):
        return number(value.left_stop if player is Left else value.right_stop)
    return _plain_number(value.strong_left_stop if player is Left else value.strong_right_stop)


def _plain_number(stop: Any) -> Any:
    stop = plain(stop)
    if isinstance(stop, Value) and stop.is_number:
        stop = stop.number
    return number(stop)


def _loopy_kind(name: str, short: bool) -> Callable[[Any], bool]:
    """Return a test of loopy games whose answer for short ones is `short`."""

    def ask(game: Any) -> bool:
        if isinstance(game, Loopy):
            return bool(getattr(game, name))
        as_value(game)
        return short

    return ask


def _of_loopy(name: str) -> Callable[..., Any]:
    def ask(game: Any, *given: Any) -> Any:
        known = getattr(Loopy(as_game(game)), name)
        return plain(known(*(Loopy(as_game(x)) for x in given)) if callable(known) else known)

    return ask


def _is_idempotent(game: Any) -> bool:
    if isinstance(game, Loopy):
        return bool(game.is_idempotent)
    return as_value(game).is_zero


def _is_number_tiny(game: Any) -> bool:
    """Return whether a game is a number, or a number plus a tiny or a miny, of any game."""
    if not isinstance(game, Loopy):
        value = as_value(game)
        return value.is_number or _is_number_and_tiny(Loopy(value))
    return game.is_stopper and (_is_number_and_tiny(game) or _is_number_and_tiny(-game))


def _is_number_and_tiny(game: Loopy) -> bool:
    """Return whether a game is ``{x||x|y}`` with a number x > y, or the same for minies."""
    for own in (game, -game):
        near, far = own.left_options, own.right_options
        if len(near) == len(far) == 1 and near[0].is_short and near[0].value.is_number:
            threat = far[0]
            if list(threat.left_options) == list(near) and len(threat.right_options) == 1:
                return bool(threat.right_options[0] < near[0])
    return False


def _is_pseudonumber(game: Any) -> bool:
    return game.is_pseudonumber if isinstance(game, Loopy) else as_value(game).is_number


def _never_for_loopy(name: str) -> Callable[[Any], bool]:
    def ask(game: Any) -> bool:
        return False if isinstance(game, Loopy) else bool(getattr(as_value(game), name))

    return ask


def _is_numberish(game: Any) -> bool:
    if not isinstance(game, Loopy):
        return as_value(game).is_number_ish
    if not game.is_stopper:
        if not game.is_stopper_sided:
            return False
        sides = (plain(game.onside), plain(game.offside))
        first, second = (_strong_stop(side, Left) for side in sides)
        return all(map(_is_numberish, sides)) and bool(first == second)
    stops = (game.strong_left_stop, game.strong_right_stop)
    return bool(stops[0] == stops[1]) and bool(stops[0].is_short)


def _misere(game: Any) -> MisereValue:
    return game if isinstance(game, MisereValue) else MisereValue.of(as_game(game))


def _decomposition(game: Any) -> list[Any]:
    parts = game.ruleset.components(game.state) if isinstance(game, Position) else None
    return [game] if parts is None else [game.ruleset.wrap(part) for part in parts]


def _followers(game: Any) -> list[Any]:
    if isinstance(game, Position):
        return [game.ruleset.wrap(state) for state in _reachable(game)]
    return list(as_game(game).followers())


def _reachable(game: Position) -> list[Any]:
    seen = {game.state: None}
    waiting = [game]
    while waiting:
        position = waiting.pop()
        for player in (Left, Right):
            for option in position.options(player):
                if option.state not in seen:
                    seen[option.state] = None
                    waiting.append(option)
    return list(seen)


class GenusText:
    """A genus as CGSuite writes it: short for heaps, and for games that are tame or half tame."""

    def __init__(self, game: MisereValue) -> None:
        self.genus = game.genus
        value = self.genus.value
        exponent = self.genus.exponent
        digits = "".join(map(str, exponent))
        if any(n > 9 for n in (value, *exponent)):
            digits = f"({','.join(map(str, exponent))})"
        first = str(exponent[0]) if exponent[0] < 10 else f"({exponent[0]})"
        is_short = game.is_generally_tame or game.is_half_tame
        self.text = f"{value}^{first if is_short else digits}"
        if game.is_nim_heap:
            self.text = str(value)

    def __str__(self) -> str:
        return self.text


def _genus(game: Any) -> GenusText:
    return GenusText(_misere(game))


def _nim_value(game: Any) -> int:
    if isinstance(game, Position):
        return game.grundy
    return as_value(game).nim_value


GAME_METHODS: Mapping[str, Callable[..., Any]] = {
    **{
        theirs: _of_value(ours)
        for theirs, ours in {
            "AtomicWeight": "atomic_weight",
            "Birthday": "birthday",
            "Companion": "companion",
            "Cool": "cool",
            "Degree": "degree",
            "FollowerCount": "follower_count",
            "Freeze": "freeze",
            "Heat": "heat",
            "IsAllSmall": "is_all_small",
            "IsAtomic": "is_atomic",
            "IsEvenTempered": "is_even_tempered",
            "IsInfinitesimal": "is_infinitesimal",
            "IsOddTempered": "is_odd_tempered",
            "Mean": "mean",
            "NortonMultiply": "norton_product",
            "NortonProduct": "norton_product",
            "Overheat": "overheat",
            "ReducedCanonicalForm": "reduced",
            "StopCount": "stop_count",
            "Temperature": "temperature",
            "Thermograph": "thermograph",
            "Variety": "variety",
        }.items()
    },
    **{
        theirs: _of_loopy(ours)
        for theirs, ours in {
            "Downsum": "downsum",
            "DownsumVariety": "downsum_variety",
            "Miny": "miny",
            "Offside": "offside",
            "Onside": "onside",
            "Tiny": "tiny",
            "Upsum": "upsum",
            "UpsumVariety": "upsum_variety",
        }.items()
    },
    **VARIANTS,
    "CanonicalForm": _canonical,
    "ConjunctiveSum": _product("ConjunctiveSum"),
    "ConwayProduct": _product("ConwayProduct"),
    "Decomposition": _decomposition,
    "Followers": _followers,
    "GameValue": _game_value,
    "Genus": _genus,
    "GridString": lambda game: game.board,
    "Incentives": _incentives("incentives"),
    "IsDyadic": lambda game: True,
    "IsEven": lambda game: _is_even(game),
    "IsIdempotent": _is_idempotent,
    "IsInteger": _never_for_loopy("is_integer"),
    "IsLoopfree": lambda game: not isinstance(game, Loopy),
    "IsNimber": _never_for_loopy("is_nimber"),
    "IsNumber": _never_for_loopy("is_number"),
    "IsNumberTiny": _is_number_tiny,
    "IsNumberish": _is_numberish,
    "IsOdd": lambda game: _is_odd(game),
    "IsOrdinal": lambda game: _never_for_loopy("is_integer")(game) and as_value(game) >= 0,
    "IsPlumtree": _loopy_kind("is_plumtree", short=True),
    "IsPseudonumber": _is_pseudonumber,
    "IsStopper": _loopy_kind("is_stopper", short=True),
    "IsStopperSided": _loopy_kind("is_stopper_sided", short=True),
    "IsUptimal": _never_for_loopy("is_uptimal"),
    "IsZero": _never_for_loopy("is_zero"),
    "LeftIncentives": _incentives("left_incentives"),
    "LeftOptions": _options(Left),
    "LeftStop": lambda game: _stop(game, Left),
    "MisereCanonicalForm": _misere,
    "MisereNimValue": lambda game: _misere(game).misere_nim_value,
    "NimValue": _nim_value,
    "Options": _all_options,
    "OrdinalProduct": _product("OrdinalProduct"),
    "OutcomeClass": _outcome,
    "Pow": _power("pow"),
    "PowTo": _power("pow_to"),
    "RightIncentives": _incentives("right_incentives"),
    "RightOptions": _options(Right),
    "RightStop": lambda game: _stop(game, Right),
    "SelectiveSum": _product("SelectiveSum"),
    "SensibleLeftOptions": lambda game: _sensible_options(game, Left),
    "SensibleLines": _sensible_lines,
    "SensibleOptions": _sensible_options,
    "SensibleRightOptions": lambda game: _sensible_options(game, Right),
    "Stop": _stop,
    "Subordinate": _subordinate,
    "StrongStop": _strong_stop,
    "UptimalExpansion": _uptimal_expansion,
}


# Misère games.


def _linked(game: MisereValue, other: MisereValue) -> MisereValue:
    link = game.link(other)
    if link is None:
        raise NotationError(f"expected linked games, got {game} and {other}")
    return link


MISERE_METHODS: Mapping[str, Callable[..., Any]] = {
    "Birthday": lambda game: game.birthday,
    "Distinguisher": lambda game, other: game.distinguisher(other),
    "Genus": _genus,
    "IsEven": lambda game: game.is_even,
    "IsExtraverted": lambda game: game.is_extraverted,
    "IsGenerallyRestive": lambda game: game.is_generally_restive,
    "IsGenerallyTame": lambda game: game.is_generally_tame,
    "IsHalfTame": lambda game: game.is_half_tame,
    "IsIntroverted": lambda game: game.is_introverted,
    "IsLinkedTo": lambda game, other: game.link(other) is not None,
    "IsNimHeap": lambda game: game.is_nim_heap,
    "IsOdd": lambda game: not game.is_even,
    "IsPrime": lambda game: game.is_prime,
    "IsRestive": lambda game: game.is_restive,
    "IsRestless": lambda game: game.is_restless,
    "IsTame": lambda game: game.is_tame,
    "IsTameable": lambda game: game.is_tameable,
    "Link": _linked,
    "Mate": lambda game: game.mate,
    "MisereMinus": lambda game, other: game - other,
    "MisereNimValue": lambda game: game.misere_nim_value,
    "MisereOutcomeClass": lambda game: game.outcome,
    "NimValue": lambda game: game.nim_value,
    "Options": lambda game: list(game.options),
    "Partitions": lambda game: [list(parts) for parts in game.partitions()],
    "Parts": lambda game: list(game.parts()),
}


# Numbers.


def _positive(x: int, name: str) -> int:
    if x <= 0:
        raise NotationError(f"expected an integer above 0 for .{name}, got {x}")
    return x


def _square_root(x: int) -> int:
    if x < 0:
        raise NotationError(f"expected an integer of at least 0 for .Isqrt, got {x}")
    return math.isqrt(x)


def _ruleset_of(position: Position) -> Any:
    """Return the ruleset of a position; a class of the program at the top is in no object."""
    if isinstance(position.state, Instance):
        return None
    found = named_game(position.ruleset.name.split("(")[0])
    return found if isinstance(found, Rules) else Rules(position.ruleset.name, position.ruleset)


def _number_birthday(x: Any) -> Any:
    denominator = Fraction(x).denominator
    return Value(x).birthday if denominator & (denominator - 1) == 0 else Surreal(x).birthday


def _quotient(x: int, y: int) -> int:
    if y == 0:
        raise NotationError("expected a divisor other than 0")
    return int(Fraction(x, y))


NUMBER_METHODS: Mapping[str, Callable[..., Any]] = {
    "Abs": abs,
    "Birthday": _number_birthday,
    "Ceiling": math.ceil,
    "Denominator": lambda x: Fraction(x).denominator,
    "Div": _quotient,
    "Floor": math.floor,
    "Gcd": math.gcd,
    "IsDyadic": lambda x: Fraction(x).denominator.bit_count() == 1,
    "IsEven": lambda x: x % 2 == 0,
    "IsEvil": lambda x: x.bit_count() % 2 == 0,
    "IsOdd": lambda x: x % 2 == 1,
    "IsOdious": lambda x: x.bit_count() % 2 == 1,
    "IsOrdinal": lambda x: Fraction(x).denominator == 1 and x >= 0,
    "IsSmallInteger": lambda x: -(2**31) <= x < 2**31,
    "IsTwoPower": lambda x: x > 0 and x & (x - 1) == 0,
    "Isqrt": _square_root,
    "Lb": lambda x: _positive(x, "Lb").bit_length() - 1,
    "Max": max,
    "Min": min,
    "NimProduct": nim_product,
    "NimSum": nim_sum,
    "Numerator": lambda x: Fraction(x).numerator,
    "OmegaPower": lambda x: Surreal("omega") ** Surreal(x),
    "OutcomeClass": lambda x: Outcome.P if x == 0 else Outcome.L if x > 0 else Outcome.R,
    "Reciprocal": lambda x: number(1 / Fraction(x)) if x else Infinity(1),
    "Sign": lambda x: (x > 0) - (x < 0),
    "ToNimber": lambda x: Value(f"*{x}"),
    "UglyProduct": ugly_product,
}


def _no_number(x: Infinity) -> Any:
    raise NotationError(f"expected a finite number, got {x}")


INFINITY_METHODS: Mapping[str, Callable[..., Any]] = {
    "Abs": lambda x: Infinity(1),
    "Birthday": _no_number,
    "Ceiling": _no_number,
    "Denominator": lambda x: 0,
    "Floor": _no_number,
    "IsDyadic": lambda x: False,
    "Max": lambda x, y: x if x.sign > 0 else y,
    "Min": lambda x, y: y if x.sign > 0 else x,
    "Numerator": lambda x: x.sign,
    "OutcomeClass": lambda x: Outcome.L if x.sign > 0 else Outcome.R,
    "Reciprocal": lambda x: 0,
    "Sign": lambda x: x.sign,
}


def _as_heap(x: Any) -> Nimber:
    return Nimber(Ordinal(x))


def _finite(x: SurrealFraction) -> Any:
    whole = x.finite
    return x if whole is None else whole


def _no_birthday(x: SurrealFraction) -> Any:
    raise NotationError(f"expected a number with finitely many terms for .Birthday, got {x}"[:200])


FRACTION_METHODS: Mapping[str, Callable[..., Any]] = {
    "Abs": abs,
    "Birthday": _no_birthday,
    "Denominator": lambda x: x.denominator,
    "IsOrdinal": lambda x: False,
    "Max": lambda x, y: x if x >= y else y,
    "Min": lambda x, y: y if x >= y else x,
    "Numerator": lambda x: x.numerator,
    "OutcomeClass": lambda x: x.outcome,
    "Reciprocal": lambda x: _finite(1 / x),
    "Sign": lambda x: x.sign,
}

TRANSFINITE_METHODS: Mapping[str, Callable[..., Any]] = {
    "Abs": lambda x: -x if x.sign < 0 else x,
    "Birthday": lambda x: x.birthday,
    "Denominator": lambda x: SurrealFraction(x).denominator,
    "IsOrdinal": lambda x: x.is_ordinal,
    "Max": lambda x, y: x if x >= y else y,
    "Min": lambda x, y: y if x >= y else x,
    "NimProduct": lambda x, y: (_as_heap(x) * _as_heap(y)).heap,
    "NimSum": lambda x, y: (_as_heap(x) + _as_heap(y)).heap,
    "Numerator": lambda x: SurrealFraction(x).numerator,
    "OmegaPower": lambda x: Surreal("omega") ** x,
    "OutcomeClass": lambda x: x.outcome,
    "Reciprocal": lambda x: _finite(SurrealFraction(1, x)),
    "Sign": lambda x: x.sign,
    "ToNimber": _as_heap,
}


# Other objects.

GRID_METHODS: Mapping[str, Callable[..., Any]] = {
    "ColCount": lambda grid: len(grid.rows[0]),
    "ColumnCount": lambda grid: len(grid.rows[0]),
    "Decomposition": Grid.decomposition,
    "FindAll": Grid.find_all,
    "IsInBounds": lambda grid, place: grid[place] is not None,
    "Length": lambda grid: len(grid.rows[0]),
    "Permuted": Grid.permuted,
    "RowCount": lambda grid: len(grid.rows),
    "Subgrid": Grid.part,
    "Substrip": lambda strip, start, end: strip.part((1, start), (1, end)),
    "SymmetryInvariant": Grid.invariant,
    "ToString": Grid.text,
    "Updated": Grid.updated,
    "UpdatedRange": Grid.updated_range,
}

PLAYER_METHODS: Mapping[str, Callable[..., Any]] = {
    "Opponent": lambda player: -player,
    "Ordinal": lambda player: 1 if player is Left else 2,
    "Sign": lambda player: 1 if player is Left else -1,
}

PAIR_METHODS: Mapping[str, Callable[..., Any]] = {
    "Col": lambda pair: pair.column,
    "Column": lambda pair: pair.column,
    "Row": lambda pair: pair.row,
    "Swap": lambda pair: Coordinates(pair.column, pair.row),
}


class Trajectory:
    """A wall of a thermograph as CGSuite writes it: mast, critical temperatures and slopes."""

    def __init__(self, wall: Any) -> None:
        self.wall = wall

    def __str__(self) -> str:
        temperatures = written([number(t) for t in self.wall.critical_temperatures])
        slopes = written([number(s) for s in self.wall.slopes])
        return f"Trajectory({written(number(self.wall.mast))},{temperatures},{slopes})"


def _wall(thermograph: Thermograph, player: Player) -> Trajectory:
    return Trajectory(thermograph.left_wall if player is Left else thermograph.right_wall)


THERMOGRAPH_METHODS: Mapping[str, Callable[..., Any]] = {
    # A notebook shows the picture of what a command returns.
    "Plot": lambda thermograph: thermograph,
    "Wall": _wall,
}

_TABLES: tuple[tuple[Any, Mapping[str, Callable[..., Any]]], ...] = (
    (Infinity, INFINITY_METHODS),
    (Coordinates, PAIR_METHODS),
    (MisereValue, MISERE_METHODS),
    (Surreal, TRANSFINITE_METHODS),
    (SurrealFraction, FRACTION_METHODS),
    (list, COLLECTION_METHODS),
    (dict, MAP_METHODS),
    (MapEntry, ENTRY_METHODS),
    (str, STRING_METHODS),
    (Grid, GRID_METHODS),
    (Player, PLAYER_METHODS),
    (Thermograph, THERMOGRAPH_METHODS),
)
_GAMES = (Value, Form, Compound, Loopy, Position, Sum)


class Members:
    """A class of CGSuite of which only static members are supported."""

    def __init__(
        self, name: str, members: Mapping[str, Any], make: Callable[..., Any] | None = None
    ) -> None:
        self.name = name
        self.members = members
        self.make = make

    def __call__(self, *given: Any, **named: Any) -> Any:
        if self.make is None:
            raise NotationError(f"expected a member of {self.name}, such as {self.name}.Parse")
        return self.make(*given, **named)

    def ask(self, name: str, *given: Any, **named: Any) -> Any:
        """Return a member, or its value for some arguments."""
        if name not in self.members:
            raise NotationError(f"expected a member that is supported, got {self.name}.{name}")
        member = self.members[name]
        return member(*given, **named) if callable(member) and (given or named) else member

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class System:
    """What a program may ask of the system: to print."""

    printed: list[str]

    def ask(self, name: str, *given: Any) -> None:
        """Print what is given."""
        if name != "Print":
            raise NotationError(f"expected System.Print, got System.{name}")
        self.printed.append(" ".join(x if isinstance(x, str) else written(x) for x in given))
        require_room(self.printed)


_ASKED = (
    *(Rules, Members, ScriptGraph, Vertex, Edge, Mutable, Periodicity),
    *(Enumeration, EnumValue, System),
)


def call_method(owner: Any, name: str, given: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
    """Return a property of something, or the value of its method."""
    try:
        return _answer(owner, name, given, named)
    except FarstarError:
        raise
    except (TypeError, ValueError, ArithmeticError, AttributeError, LookupError) as error:
        if str(error).startswith("expected"):
            raise
        # What Python says would name our classes and functions.
        shown = clip(written(owner))
        if given or named:
            listed = ", ".join(
                [*map(written, given), *(f"{k} => {written(x)}" for k, x in named.items())]
            )
            message = f"expected other arguments for .{name} of {shown}, got ({clip(listed)})"
        elif isinstance(error, TypeError):
            message = f"expected arguments for .{name} of {shown}, got none"
        else:
            message = f"expected a property that is supported, got .{name} of {shown}"
        raise NotationError(message) from error


def _answer(owner: Any, name: str, given: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
    if name == "Class":
        return class_name(owner)
    if name == "EnclosingObject":
        return _ruleset_of(owner) if isinstance(owner, Position) else None
    if isinstance(owner, _ASKED):
        return owner.ask(name, *given, **named)
    if name == "ToString" and not given and not isinstance(owner, Grid | Instance | ScriptClass):
        return owner if isinstance(owner, str) else written(owner)
    if name == "ToOutput" and not given:
        return owner
    if isinstance(owner, ScriptClass):
        return Instance(owner, ()).member(name, *given)
    if isinstance(owner, Instance):
        return owner.member(name, *given)
    state = owner.state if isinstance(owner, Position) else None
    if isinstance(state, Instance) and name not in ("Options", "Decomposition") and state.has(name):
        return state.member(name, *given)
    for table in _tables(owner):
        if name in table:
            return _called(table[name], owner, name, given, named)
    if name == "IntensityPlot" and isinstance(owner, Table):
        return owner
    shown = clip(written(owner))
    raise NotationError(f"expected a property that is supported, got .{name} of {shown}")


def _tables(owner: Any) -> list[Mapping[str, Callable[..., Any]]]:
    tables = [table for kind, table in _TABLES if isinstance(owner, kind)]
    if is_number(owner):
        tables += [NUMBER_METHODS, GAME_METHODS]
    elif isinstance(owner, Value) and owner.is_number:
        # Computed numbers are values here.
        tables += [GAME_METHODS, {k: partial(_of_number, f) for k, f in NUMBER_METHODS.items()}]
    elif isinstance(owner, (*_GAMES, Nimber)):
        tables.append(GAME_METHODS)
    return tables


def _of_number(method: Callable[..., Any], value: Value, *given: Any) -> Any:
    return method(number(value.number), *given)


def _called(
    method: Callable[..., Any], owner: Any, name: str, given: tuple[Any, ...], named: Any
) -> Any:
    if not given and not named and _lacks_arguments(method, owner):
        # A method without its arguments is a function.
        return partial(method, owner)
    try:
        result = method(owner, *given, **named)
    except FarstarError:
        raise
    except TypeError:
        listed = ", ".join(map(written, given))
        raise NotationError(f"expected other arguments for .{name}, got ({listed})") from None
    plain_tuple = type(result) is tuple
    return list(result) if plain_tuple else result


def _lacks_arguments(method: Callable[..., Any], owner: Any) -> bool:
    try:
        inspect.signature(method).bind(owner)
    except TypeError:
        return True
    except ValueError:
        # Some built-in functions have no signature.
        return False
    return False


# Classes.


def class_name(x: Any) -> ClassName:
    """Return the class that an object has in CGSuite."""
    return ClassName(_class(x))


def _class(x: Any) -> str:
    if isinstance(x, bool):
        return "cgsuite.lang.Boolean"
    x = x.number if isinstance(x, Value) and x.is_number else x
    if is_number(x):
        if x == 0:
            return "game.Zero"
        denominator = Fraction(x).denominator
        small = "Integer" if denominator == 1 else "DyadicRational"
        return f"game.{small if denominator.bit_count() == 1 else 'Rational'}"
    if isinstance(x, Value):
        kinds = "Nimber" if x.is_nimber else "Uptimal" if x.is_uptimal else "CanonicalShortGame"
        return f"game.{kinds}"
    if isinstance(x, Loopy):
        if x.is_stopper:
            return f"game.{'Pseudonumber' if x.is_pseudonumber else 'CanonicalStopper'}"
        return f"game.{'StopperSidedValue' if x.is_stopper_sided else 'SidedValue'}"
    if isinstance(x, Surreal):
        return f"game.{'GeneralizedOrdinal' if x.is_generalised_ordinal else 'SurrealNumber'}"
    if isinstance(x, EnumValue | Instance):
        return x.of.name
    if isinstance(x, Rules):
        return _rules_class(x.name.split("(")[0])
    if isinstance(x, SurrealFraction):
        return "game.SurrealNumber"
    if isinstance(x, Position):
        return f"{_rules_class(x.ruleset.name)}.Position"
    return next((name for kind, name in _CLASSES if isinstance(x, kind)), "cgsuite.lang.Object")


_CLASSES: tuple[tuple[Any, str], ...] = (
    (type(None), "cgsuite.lang.Nothing"),
    (str, "cgsuite.lang.String"),
    (ScriptSet, "cgsuite.lang.Set"),
    (Table, "cgsuite.util.Table"),
    (list, "cgsuite.lang.List"),
    (dict, "cgsuite.lang.Map"),
    (Infinity, "game.Rational"),
    (Coordinates, "cgsuite.lang.Coordinates"),
    (Grid, "cgsuite.util.Grid"),
    (Player, "game.Player"),
    (Outcome, "game.OutcomeClass"),
    (Nimber, "game.TransfiniteNimber"),
    (MisereValue, "game.misere.MisereCanonicalGame"),
    (Thermograph, "cgsuite.util.Thermograph"),
    (ScriptGraph, "cgsuite.util.Graph"),
    (Form, "game.ExplicitGame"),
    (Compound, "game.CompoundGame"),
    (Sum, "game.CompoundGame"),
)

_NUMBERS = ("Zero", "Integer", "DyadicRational", "Rational")
_SHORT = ("Zero", "Integer", "DyadicRational", "Nimber", "Uptimal", "CanonicalShortGame")
_STOPPERS = (*_SHORT, "Pseudonumber", "CanonicalStopper")
_ABOVE: Mapping[str, tuple[str, ...]] = {
    "CanonicalShortGame": _SHORT,
    "CanonicalStopper": _STOPPERS,
    "DyadicRational": _NUMBERS[:3],
    "GeneralizedOrdinal": ("Zero", "Integer", "GeneralizedOrdinal"),
    "Integer": _NUMBERS[:2],
    "Nimber": ("Zero", "Nimber"),
    "NormalValue": (*_STOPPERS, "StopperSidedValue", "SidedValue", *_NUMBERS, "SurrealNumber"),
    "Pseudonumber": (*_NUMBERS[:3], "Pseudonumber"),
    "Rational": _NUMBERS,
    "SidedValue": (*_STOPPERS, "StopperSidedValue", "SidedValue"),
    "StopperSidedValue": (*_STOPPERS, "StopperSidedValue"),
    "SurrealNumber": (*_NUMBERS, "GeneralizedOrdinal", "SurrealNumber"),
    "Uptimal": (*_NUMBERS[:3], "Nimber", "Uptimal"),
}
_KINDS: Mapping[str, Any] = {
    "Boolean": bool,
    "Collection": (list, dict),
    "Coordinates": Coordinates,
    "Function": Callable,
    "Game": (*_GAMES, int, Fraction),
    "Graph": ScriptGraph,
    "Grid": Grid,
    "HeapRuleset": Rules,
    "List": list,
    "Map": dict,
    "MisereCanonicalGame": MisereValue,
    "MutableList": Mutable,
    "OutcomeClass": Outcome,
    "Player": Player,
    "Procedure": Callable,
    "Ruleset": Rules,
    "Set": ScriptSet,
    "Strip": Grid,
    "String": str,
    "Table": Table,
    "TransfiniteNimber": Nimber,
}


def is_a(x: Any, name: str) -> bool:
    """Return whether an object is of a class of CGSuite, by its name."""
    if name in _ABOVE:
        return _class(x).removeprefix("game.") in _ABOVE[name]
    if name == "Object":
        return True
    if name == "ImpartialGame":
        is_impartial = isinstance(x, Position) and isinstance(x.ruleset, ImpartialRuleset)
        return is_impartial or _class(x).removeprefix("game.") in _ABOVE["Nimber"]
    if name in ("Function", "Procedure"):
        return callable(x)
    if name == "HeapRuleset":
        return isinstance(x, Rules) and x.heap_options is not None
    if name == "Strip":
        return isinstance(x, Grid) and x.is_strip
    if name not in _KINDS:
        raise NotationError(f"expected a class that is supported, got {name!r}")
    return isinstance(x, _KINDS[name]) and not (name == "Game" and isinstance(x, bool))


def is_class(name: str) -> bool:
    """Return whether a name is that of a class of CGSuite that is known here."""
    return name in _ABOVE or name in _KINDS or name in ("Object", "ImpartialGame", "Nimber")


def check_type(parameter: Any, value: Any) -> None:
    """Raise an error if an argument is not of the type of its parameter; other types are free."""
    name = parameter.type
    if name is not None and is_class(name) and not is_a(value, name):
        kind = _class(value).rsplit(".", 1)[-1]
        raise NotationError(
            f"expected {parameter.name} as {name}, got {clip(written(value))} ({kind})"
        )


_PACKAGES: Mapping[str, tuple[str, ...]] = {
    "graph": (
        *("ArcKayles", "ChildishHackenbush", "Col", "Fjords", "GenArcKayles", "GenCol"),
        *("Hackenbush", "NodeKayles", "PartizanArcKayles", "Snort"),
    ),
    "grid": (
        *("Amazons", "AntiClobber", "Clobber", "Cram", "Domineering", "Fission", "FoxAndGeese"),
        *("GenClobber", "GenFoxAndGeese", "HotClobber", "Kings", "Konane", "NoGo", "Queens"),
        "Rooks",
    ),
    "strip": (
        *("BackslidingToadsAndFrogs", "ClearThePond", "ElephantsAndRhinos", "GenToadsAndFrogs"),
        *("ToadsAndFrogs", "TopplingDominoes", "Turning"),
    ),
}


def _rules_class(name: str) -> str:
    package = next((key for key, names in _PACKAGES.items() if name in names), "heap")
    return f"game.{package}.{name}"
