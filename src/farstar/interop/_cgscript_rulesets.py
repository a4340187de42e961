"""The rulesets of CGSuite: those that Farstar has, and those that functions describe."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

import farstar.games as games
from farstar._outcome import Left, Player, Right
from farstar.errors import NotationError
from farstar.games.fox_and_geese import FoxAndGeeseRules, fox_and_geese_values
from farstar.games.grundy_sequences import GrundyTable, grundy_sequence
from farstar.impartial.codes import Code
from farstar.impartial.general_codes import parse_code
from farstar.impartial.grundy import mex
from farstar.interop._cgscript_collections import Infinity, Table, Unquoted, written
from farstar.interop._cgscript_graphs import ScriptGraph, parse_graph
from farstar.interop._cgscript_values import DIAGONAL, ORTHOGONAL, Coordinates, Grid, plain
from farstar.plugins import load_reference, merged
from farstar.rules import (
    ImpartialRuleset,
    Position,
    Ruleset,
    cake_product,
    dicotic,
    impartial,
)
from farstar.values import Value

_LARGEST_HEAP = 100_000

HeapOptions = Callable[[int], Iterable[Iterable[int]]]
"""For each heap the options: lists of the heaps that are left."""


@dataclass(frozen=True)
class Rules:
    """A ruleset of CGSuite: calling it makes a position."""

    name: str
    make: Callable[..., Any]
    code: Any = None
    """Its take-and-break code, if it has one."""

    heap_options: HeapOptions | None = None
    """The options of a heap, if it is an impartial game on heaps."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.make(*given, **named)

    def ask(self, name: str, *given: Any, **named: Any) -> Any:
        """Return a property of the ruleset."""
        if name == "CakeProduct":
            return _cakes(self, *given, **named)
        if name in VARIANTS:
            variant = Rules(f"{self.name}.{name}", self._variant(VARIANTS[name]))
            return variant(*given, **named) if given else variant
        if named:
            raise NotationError(f"expected no named arguments for .{name} of {self.name}")
        if name == "NimValueTable":
            rows, columns = given
            return Table(
                [self.make(Coordinates(m, n)).grundy for n in range(columns + 1)]
                for m in range(rows + 1)
            )
        if name == "ValuesTable":
            return _fox_values(self, *given)
        if name in ("Code", "code") and self.code is not None:
            return str(self.code)
        if name in ("NimValueSequence", "CheckPeriodicity", "HeapNimValue", "HeapOptions"):
            if self.heap_options is None:
                raise NotationError(f"expected an impartial game on heaps, got {self.name}")
            if name == "HeapOptions":
                return [list(option) for option in self.heap_options(*given)]
            if name == "HeapNimValue":
                return self._sequence(*given)[-1]
            return self._sequence(*given) if name == "NimValueSequence" else self._period(*given)
        raise NotationError(f"expected a property that is supported, got .{name} of {self.name}")

    def _variant(self, change: Callable[[Any], Position]) -> Callable[..., Position]:
        return lambda *given, **named: change(self.make(*given, **named))

    def _sequence(self, most: Any) -> list[int]:
        if not isinstance(most, int) or not 0 <= most <= _LARGEST_HEAP:
            raise NotationError(f"expected a heap from 0 to {_LARGEST_HEAP}, got {most}")
        if hasattr(self.code, "turns"):
            return list(self.code.grundy_sequence(most + 1))
        if self.code is not None:
            return grundy_sequence(self.code, most + 1)
        values: list[int] = []
        for heap in range(most + 1):
            values.append(mex(_nim_sum(values, option) for option in self._checked(heap)))
        return values

    def _checked(self, heap: int) -> Iterator[list[int]]:
        assert self.heap_options is not None
        for option in self.heap_options(heap):
            heaps: list[Any] = list(option)
            if any(not isinstance(h, int) or not 0 <= h < heap for h in heaps):
                raise NotationError(f"expected heaps smaller than {heap}, got {written(heaps)}")
            yield heaps

    def _period(self, most: int) -> Any:
        found = None if self.code is None else GrundyTable(self.code).period(most)
        return Periodicity(found.period, found.preperiod, found.saltus) if found else None

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Periodicity:
    """The period of a sequence of nim values."""

    period: int
    preperiod: int
    saltus: int

    def ask(self, name: str) -> int:
        """Return one of the numbers."""
        if name not in ("Period", "Preperiod", "Saltus"):
            raise NotationError(f"expected Period, Preperiod or Saltus, got .{name}")
        number: int = getattr(self, name.lower())
        return number

    def __str__(self) -> str:
        numbers = f"Period => {self.period}, Preperiod => {self.preperiod}, Saltus => {self.saltus}"
        return f"Periodicity({numbers})"


def _nim_sum(values: list[int], heaps: list[int]) -> int:
    total = 0
    for heap in heaps:
        total ^= values[heap]
    return total


# Rulesets that functions describe.


class FunctionRules(Ruleset):
    """A game whose options are given by a function of the state and the player."""

    def __init__(self, name: str, options: Callable[[Any, Player], Iterable[Any]]) -> None:
        self.described = name
        self.options = options

    def left(self, position: Any) -> Iterable[Hashable]:
        """Return what Left can move to."""
        return list(self.options(position, Left))

    def right(self, position: Any) -> Iterable[Hashable]:
        """Return what Right can move to."""
        return list(self.options(position, Right))

    def components(self, position: Any) -> Iterable[Hashable] | None:
        """Return the heaps or pieces, if the state is made of them."""
        if isinstance(position, _Pieces):
            return [_Pieces([piece]) for piece in position]
        heaps = type(position) is tuple and all(isinstance(heap, int) for heap in position)
        return [(heap,) for heap in position] if heaps else None

    def text(self, position: Any) -> str:
        """Return the state."""
        heaps = type(position) is tuple and len(position) == 1
        return written(position[0] if heaps else position)


class ImpartialFunctionRules(FunctionRules, ImpartialRuleset):
    """A game whose options are given by a function of the state."""

    def moves(self, position: Any) -> Iterable[Hashable]:
        """Return what a player can move to."""
        return list(self.options(position, Left))

    left = ImpartialRuleset.left
    right = ImpartialRuleset.right


def _of_heaps(options: HeapOptions) -> Callable[[Any, Player], Iterator[Any]]:
    """Return the options of several heaps, each of which may be split."""

    def moves(position: tuple[int, ...], player: Player) -> Iterator[Any]:
        for place, heap in enumerate(position):
            rest = (*position[:place], *position[place + 1 :])
            for option in options(heap):
                yield tuple(sorted((*rest, *option)))

    return moves


def _heap_rules(name: str, options: HeapOptions) -> Rules:
    rules = ImpartialFunctionRules(name, _of_heaps(options))
    return Rules(name, lambda *heaps: rules(tuple(sorted(heaps))), heap_options=options)


def _partizan_heap_rules(left: Any, right: Any) -> Rules:
    for rules in (left, right):
        if not isinstance(rules, Rules) or rules.heap_options is None:
            raise NotationError(f"expected impartial games on heaps, got {rules}"[:200])

    def moves(position: tuple[int, ...], player: Player) -> Iterator[Any]:
        return _of_heaps((left if player is Left else right).heap_options)(position, player)

    name = f"PartizanHeapRuleset({left}, {right})"
    partizan = FunctionRules(name, moves)
    return Rules(name, lambda *heaps: partizan(tuple(sorted(heaps))))


def _coordinate_rules(name: str, options: Callable[[Coordinates], Iterable[Any]]) -> Rules:
    rules = ImpartialFunctionRules(name, lambda pair, player: options(pair))
    return Rules(name, lambda pair: rules(pair))


def _partizan_coordinates(left: Any, right: Any) -> Rules:
    def moves(pair: Any, player: Player) -> Iterable[Any]:
        if not isinstance(left, Rules) or not isinstance(right, Rules):
            raise NotationError("expected two rulesets on coordinates")
        position = (left if player is Left else right).make(pair)
        return [option.state for option in position.options(Left)]

    name = f"PartizanCoordinateRuleset({left}, {right})"
    return Rules(name, FunctionRules(name, moves))


def _mem(predicate: Any) -> Rules:
    def options(pair: Coordinates) -> Iterator[Coordinates]:
        for taken in range(1, pair.row + 1):
            if predicate(pair.column, taken) is True:
                yield Coordinates(pair.row - taken, taken)

    return _coordinate_rules("GenMem", options)


def _functional_coordinates(function: Any) -> Rules:
    return _coordinate_rules("FunctionalCoordinateRuleset", function)


# Variants.


class CanonicalRules(Ruleset):
    """Play on a value: a move leads to an option of its canonical form."""

    def left(self, position: Value) -> tuple[Value, ...]:
        """Return the Left options."""
        return position.left_options

    def right(self, position: Value) -> tuple[Value, ...]:
        """Return the Right options."""
        return position.right_options

    def text(self, position: Value) -> str:
        """Return the canonical form."""
        return str(position)


def _position(game: Any) -> Position:
    """Return a position, or a number or value as a position."""
    if isinstance(game, Position):
        return game
    if isinstance(game, int | Fraction) and not isinstance(game, bool):
        return CanonicalRules()(Value(game))
    if isinstance(game, Value):
        return CanonicalRules()(game)
    raise NotationError(f"expected a position or a value, got {game}")


def _impartial_variant(game: Any) -> Position:
    position = _position(game)
    return impartial(position.ruleset)(position.state)


def _dicotic_variant(game: Any) -> Position:
    position = _position(game)
    return dicotic(position.ruleset)(position.state)


class TwistedRules(Ruleset):
    """A game whose players change sides after each move; a state says who they are now."""

    def __init__(self, base: Ruleset) -> None:
        self.base = base

    def left(self, position: Any) -> Iterator[Hashable]:
        """Return what Left can move to."""
        return self._options(position, Left)

    def right(self, position: Any) -> Iterator[Hashable]:
        """Return what Right can move to."""
        return self._options(position, Right)

    def _options(self, position: Any, player: Player) -> Iterator[Hashable]:
        state, is_changed = position
        for option in self.base.wrap(state).options(-player if is_changed else player):
            yield option.state, not is_changed

    def text(self, position: Any) -> str:
        """Return the state, and whether the players have changed sides."""
        state, is_changed = position
        return self.base.text(state) + (", sides changed" if is_changed else "")


def _twisted_variant(game: Any) -> Position:
    position = _position(game)
    return TwistedRules(position.ruleset)((position.state, False))


VARIANTS: Mapping[str, Callable[[Any], Position]] = {
    "DicoticVariant": _dicotic_variant,
    "ImpartialVariant": _impartial_variant,
    "TwistedVariant": _twisted_variant,
}


# Boards.


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


_STONES = {0: "empty", 1: "own", 2: "opponent"}


def _clobber(
    directions: Any = None,
    maxDistance: Any = 1,  # noqa: N803 - a name of CGSuite
    clobbered: Any = None,
    leftBehind: Any = None,  # noqa: N803
) -> Rules:
    known = {len(ORTHOGONAL): "orthogonal", 8: "compass"}
    way = "orthogonal" if directions is None else known[len(directions)]
    if directions is not None and list(directions) == DIAGONAL:
        way = "diagonal"
    far = "any" if isinstance(maxDistance, Infinity) else maxDistance
    options = {
        "directions": way,
        "distance": far,
        "takes": "+".join(_stones(clobbered or {Left: [2], Right: [1]}, "clobbered")),
        "leaves": _stones(leftBehind or {Left: 0, Right: 0}, "leftBehind")[0],
    }
    return Rules("GenClobber", lambda board: games.GeneralisedClobber(board, **options))


def _stones(of_players: Any, name: str) -> list[str]:
    """Return the stones that an option names, as both players see them."""
    seen = []
    for player, names in ((Left, {0: 0, 1: 1, 2: 2}), (Right, {0: 0, 1: 2, 2: 1})):
        stones = of_players[player]
        seen.append({names[s] for s in (stones if isinstance(stones, list) else [stones])})
    if seen[0] != seen[1]:
        raise NotationError(f"expected the same {name} for both players, got {written(of_players)}")
    return [_STONES[stone] for stone in sorted(seen[0])]


def _jumping(maxJump: int = 1, backsliding: bool = False) -> Rules:  # noqa: N803 - CGSuite's
    name = f"GenToadsAndFrogs({maxJump})"
    if backsliding:
        if maxJump != 1:
            raise NotationError(f"expected a jump over one piece with backsliding, got {maxJump}")
        return Rules(name, _board("BackslidingToadsAndFrogs"))
    return Rules(name, lambda board: games.GeneralisedToadsAndFrogs(board, maxJump))


def _fission_options(position: Grid, player: Player) -> Iterator[Grid]:
    down, right = (1, 0) if player is Left else (0, 1)
    for row, column in position.find_all(1):
        first, second = (row - down, column - right), (row + down, column + right)
        if position[first] == position[second] == 0:
            yield position.updated({(row, column): 0, first: 1, second: 1})


def _fission(board: Any) -> Position:
    grid = board if isinstance(board, Grid) else Grid.parse(board, ".x#")
    return FunctionRules("Fission", _fission_options)(grid)


def _pond_options(position: Grid, player: Player) -> Iterator[Grid]:
    mine, step = (1, 1) if player is Left else (2, -1)
    for place in position.find_all(mine):
        to = place + step
        while position[to]:
            to += step
        gone = {place: 0}
        yield position.updated(gone if position[to] is None else {**gone, to: mine})


def _pond(strip: Any) -> Position:
    grid = strip if isinstance(strip, Grid) else Grid.parse(strip, ".xo", is_strip=True)
    return FunctionRules("ClearThePond", _pond_options)(grid)


class _FarFox(FoxAndGeeseRules):
    """Fox and Geese with a fox that goes several squares."""

    fox_range: ClassVar[int] = 3


def _fox_rules(width: int, height: int, geese: int, fox_range: int) -> FoxAndGeeseRules:
    """Return rules that look values up in the table of all positions, if the core makes one."""
    base = FoxAndGeeseRules if fox_range == 1 else _FarFox
    members: dict[str, Any] = {"fox_range": fox_range}
    if fox_range < 3:
        values = fox_and_geese_values(height, width, geese=geese, ceylonese=fox_range == 2)

        def closed_loopy(self: Any, position: str) -> Any:
            rows = position.split("|")
            found = {
                mark: [
                    (r, c)
                    for r, row in enumerate(rows, 1)
                    for c, m in enumerate(row, 1)
                    if m == mark
                ]
                for mark in "GF"
            }
            return values[tuple(found["G"]), found["F"][0]]

        members["closed_loopy"] = closed_loopy
    rules: FoxAndGeeseRules = type("_FoxRules", (base,), members)()
    return rules


def _fox_and_geese(boardWidth: int = 8, foxRange: int = 1) -> Rules:  # noqa: N803 - CGSuite's
    if foxRange < 1:
        raise NotationError(f"expected foxRange >= 1, got {foxRange}")

    def is_square(pair: Any) -> bool:
        inside = isinstance(pair, Coordinates) and pair.row >= 1 and 1 <= pair.column <= boardWidth
        return inside and (pair.row + pair.column) % 2 == 0

    def make(geese: Any, fox: Any) -> Any:
        for pair in (*geese, fox):
            if not is_square(pair):
                raise NotationError(f"expected a square with even row + column, got {pair}")
        # The board has no last row; below the geese the fox may go on for ever.
        height = max(pair.row for pair in (*geese, fox)) + foxRange + 1
        marks = {**dict.fromkeys(geese, "G"), fox: "F"}
        rows = [
            "".join(marks.get(Coordinates(r, c), ".") for c in range(1, boardWidth + 1))
            for r in range(1, height + 1)
        ]
        return _fox_rules(boardWidth, height, len(geese), foxRange)("|".join(rows))

    return Rules(f"GenFoxAndGeese({boardWidth}, {foxRange})", make)


def _fox_values(rules: Rules, geese: Any) -> Table:
    if "FoxAndGeese" not in rules.name:
        raise NotationError(f"expected Fox and Geese before .ValuesTable, got {rules}")
    width = int(rules.name.split("(")[1].split(",")[0])
    last = max(goose.row for goose in geese)

    def value(pair: Coordinates) -> Any:
        if pair in geese:
            return Unquoted("X")
        if (pair.row + pair.column) % 2:
            return Unquoted("")
        return plain(rules.make(geese, pair).loopy_value)

    return Table(
        [value(Coordinates(row, column)) for column in range(1, width + 1)]
        for row in range(last, 0, -1)
    )


# Graphs.


_TINTS = {"L": Left, "R": Right}


def _as_graph(graph: Any, vertex_labels: Any = None, edge_labels: Any = None) -> ScriptGraph:
    if isinstance(graph, ScriptGraph):
        return graph
    return parse_graph(graph, vertexLabels=vertex_labels, edgeLabels=edge_labels)


def _pairs(graph: ScriptGraph) -> list[tuple[int, int]]:
    return sorted({(e.start - 1, e.end - 1) for e in graph.edges})


def _colouring(kind: str, marks: Mapping[Any, str]) -> Rules:
    def make(graph: Any) -> Any:
        game: Any = games.load(kind)
        read = _as_graph(graph, _TINTS)
        text = "".join(marks[label] for label in read.labels)
        return game(f"{text}; {','.join(f'{u}-{v}' for u, v in _pairs(read))}")

    return Rules(kind, make)


def _general_colouring(left: Any, right: Any) -> Rules:
    def options(graph: ScriptGraph, player: Player) -> Iterator[ScriptGraph]:
        allowed = left if player is Left else right
        for vertex, label in enumerate(graph.labels, 1):
            if label not in allowed:
                continue
            near = graph.neighbours(vertex)
            tinted = {v: player for v in near if graph.labels[v - 1] is None}
            blocked = {v for v in near if graph.labels[v - 1] is -player}
            yield graph.relabelled(tinted).delete(blocked | {vertex})

    rules = FunctionRules("GenCol", options)
    return Rules("GenCol", lambda graph: rules(_as_graph(graph, _TINTS)))


def _graph_kayles(kind: str) -> Rules:
    def weight(text: str) -> int:
        if not text.isdecimal():
            raise NotationError(f"expected a weight, got {text!r}")
        return int(text)

    def mark(label: Any) -> str:
        if label is None or label == 1:
            return "."
        if not isinstance(label, int) or not 0 <= label <= 9:
            raise NotationError(f"expected weights up to 9, got {written(label)}")
        return str(label) if label else "x"

    def make(graph: Any) -> Any:
        game: Any = games.load(kind)
        read = _as_graph(graph, weight)
        return game("".join(map(mark, read.labels)), _pairs(read))

    return Rules(kind, make)


_COLOURS = {"l": "l", "r": "r", "e": "e"}


def _coloured_edges(graph: ScriptGraph) -> list[tuple[int, int, str]]:
    if any(edge.label not in _COLOURS for edge in graph.edges):
        raise NotationError("expected edges of the colours l, r and e")
    return [(edge.start - 1, edge.end - 1, edge.label) for edge in graph.edges]


def _partizan_arc_kayles(graph: Any) -> Any:
    read = _as_graph(graph, None, _COLOURS)
    return games.PartizanArcKayles("." * len(read.labels), _coloured_edges(read))


def _hackenbush(kind: str) -> Rules:
    def make(graph: Any) -> Any:
        game: Any = games.load(kind)
        return game(_coloured_edges(_as_graph(graph, None, _COLOURS)))

    return Rules(kind, make)


# Heaps.


def _pair_game(kind: str, *more: Any) -> Callable[..., Any]:
    def make(pair: Any, *rest: Any) -> Any:
        game: Any = games.load(kind)
        both = pair if isinstance(pair, Coordinates) else (pair, *rest)
        return game(*both, *more)

    return make


def _code_rules(name: str, make: Callable[..., Any], code: Any) -> Rules:
    return Rules(name, make, code, lambda heap: _distinct(code.moves(heap)))


def _distinct(options: Iterable[tuple[int, ...]]) -> Iterable[tuple[int, ...]]:
    # A heap of size 0 is none.
    return dict.fromkeys(tuple(sorted(h for h in option if h)) for option in options)


def _take_and_break(code: str) -> Rules:
    read = parse_code(code)
    return _code_rules(
        f'TakeAndBreak("{read}")', lambda *heaps: games.TakeAndBreak(read, *heaps), read
    )


def _subtraction(takes: Any, allbut: bool = False, digit: int = 3) -> Rules:
    return _take_and_break(str(Code.taking(list(takes), digit, all_but=allbut)))


def _partizan_subtraction(left: Any, right: Any, allbut: bool = False, digit: int = 3) -> Rules:
    codes = (_subtraction(takes, allbut, digit).code for takes in (left, right))
    return _partizan(*codes)


def _partizan(left: Any, right: Any) -> Rules:
    def make(*heaps: int) -> Any:
        return games.PartizanTakeAndBreak(left, right, *heaps)

    return Rules(f"PartizanTakeAndBreak({left}, {right})", make)


def _without_parentheses(code: str) -> str:
    """Return a coin-turning code as it is written today: 1+(C) is 1+C, and 3(5) is 3C(5).

    What was in the parentheses held for all numbers before them.
    """
    inner = re.fullmatch(r"([0-9,+-]+)\((\w+)\)", code)
    if inner is None:
        return code
    coins, letters = inner.groups()
    numbers = re.fullmatch(r"1(,[0-9]+)+", coins)
    if numbers:
        last = coins.rsplit(",", 1)[1]
        if coins == ",".join(map(str, range(1, int(last) + 1))):
            coins = f"1-{last}"
    ending = f"C({letters})" if letters.isdecimal() else letters
    return ",".join(f"{part}{ending}" for part in coins.split(","))


def _turning(code: Any) -> Rules:
    text = str(code.code) if isinstance(code, Rules) else _without_parentheses(code)
    rules = games.Turning(text, "h").code
    return Rules(f'Turning("{text}")', lambda coins: games.Turning(text, coins), rules)


def _spawning(code: str) -> Rules:
    code = _without_parentheses(code)
    rules = games.Spawning(code).code

    def options(heap: int) -> Iterable[tuple[int, ...]]:
        moves = games.Spawning(code, heap).options(Left)
        return _distinct(option.state for option in moves)

    return Rules(f'Spawning("{code}")', lambda *heaps: games.Spawning(code, *heaps), rules, options)


def _cakes(left: Any = None, right: Any = None, twisted: Any = False) -> Rules:
    for rules in (left, right):
        if not isinstance(rules, Rules) or rules.heap_options is None:
            raise NotationError(f"expected impartial games on heaps, got {rules}"[:200])
    if left.code is not None and right.code is not None:
        product = cake_product(left.make(), right.make(), turning=twisted is True)
    thin = FunctionRules("Cake", partial(_cake_options, left, right, twisted is True))

    def make(sides: Any) -> Any:
        if not isinstance(sides, Coordinates) or min(sides) < 0:
            raise NotationError(f"expected rows and columns such as (3,4), got {sides}"[:200])
        if left.code is not None and right.code is not None and min(sides) > 0:
            return product(*sides)
        # A heap of size 0 is no component of ours; there it is a side of a piece.
        return thin(_Pieces([tuple(sides)]))

    return Rules(f"GenCutcake({left}, {right})", make)


class _Pieces(tuple[tuple[int, int], ...]):
    """The pieces of a cake: their rows and columns."""

    __slots__ = ()


def _cake_options(
    left: Rules, right: Rules, twisted: bool, pieces: _Pieces, player: Player
) -> Iterator[_Pieces]:
    rules = left if player is Left else right
    assert rules.heap_options is not None
    for place, (rows, columns) in enumerate(pieces):
        if twisted:
            # A player turns the piece by a quarter before the move.
            rows, columns = columns, rows
        for option in rules.heap_options(columns if player is Left else rows):
            cut = [(rows, part) if player is Left else (part, columns) for part in option]
            yield _Pieces(sorted((*pieces[:place], *cut, *pieces[place + 1 :])))


def _cake_game(kind: str, code: str, twisted: bool = False) -> Rules:
    """Return a cake that Farstar has; sides of 0 are played by the rules of its code."""
    own = _pair_game(kind)
    general = _cakes(_take_and_break(code), _take_and_break(code), twisted)
    return Rules(kind, lambda sides: own(sides) if min(sides) > 0 else general.make(sides))


def _named(name: str, code: str) -> Rules:
    game: Any = games.load(name)
    return _code_rules(name, game, parse_code(code))


# Names.


def named_game(name: str) -> Any:
    """Return the ruleset with a name of CGSuite, or None."""
    if name in _RULESETS:
        return _RULESETS[name]()
    added = merged("cgsuite")
    if name in added:
        return Rules(name, load_reference(added[name]))
    return Rules(name, _pair_game(name)) if name in games.GAMES else None


_BOARDS = (
    *("Domineering", "Clobber", "Kings", "Rooks", "Queens", "AntiClobber", "HotClobber", "Cram"),
    *("Amazons", "Konane", "TopplingDominoes", "ToadsAndFrogs", "BackslidingToadsAndFrogs"),
)
_PAIRS = ("FibonacciNim", "Mem", "Wythoff")


def _with_maker(name: str, maker: Callable[[str], Callable[..., Any]]) -> Rules:
    return Rules(name, maker(name))


def _general_wythoff(r: Any) -> Rules:
    if callable(r):
        return _functional_coordinates(partial(_wythoff_options, r))
    return Rules(f"GenWythoff({r})", _pair_game("GeneralisedWythoff", r))


def _wythoff_options(most: Callable[[int], Any], pair: Coordinates) -> Iterator[Coordinates]:
    """Yield moves in one heap, and those in both: k and l tokens, where k <= l < most(k)."""
    m, n = pair
    yield from (Coordinates(k, n) for k in range(m))
    yield from (Coordinates(m, k) for k in range(n))
    for k in range(1, m + 1):
        for other in range(1, n + 1):
            if max(k, other) < most(min(k, other)):
                yield Coordinates(m - k, n - other)


_RULESETS: Mapping[str, Callable[[], Any]] = {
    **{name: partial(_with_maker, name, _board) for name in _BOARDS},
    **{name: partial(_with_maker, name, _pair_game) for name in _PAIRS},
    "ArcKayles": lambda: _graph_kayles("ArcKayles"),
    "CeyloneseFoxAndGeese": lambda: _fox_and_geese(foxRange=2),
    "ChildishHackenbush": lambda: _hackenbush("ChildishHackenbush"),
    "ClearThePond": lambda: Rules("ClearThePond", _pond),
    "Col": lambda: _colouring("Col", {None: ".", Left: "r", Right: "l"}),
    "Cutcake": lambda: _cake_game("Cutcake", "4.0"),
    "DawsonsKayles": lambda: _named("DawsonsKayles", "0.07"),
    "Eatcake": lambda: _cake_game("Eatcake", "0.7"),
    "ElephantsAndRhinos": lambda: Rules("ElephantsAndRhinos", _board("ElephantsAndRhinos", "ER")),
    "Fission": lambda: Rules("Fission", _fission),
    "Fjords": lambda: _general_colouring([Left], [Right]),
    "FoxAndGeese": _fox_and_geese,
    "FunctionalCoordinateRuleset": lambda: _functional_coordinates,
    "FunctionalHeapRuleset": lambda: partial(_heap_rules, "FunctionalHeapRuleset"),
    "GenArcKayles": lambda: lambda weighted=False: _graph_kayles("ArcKayles"),
    "GenClobber": lambda: _clobber,
    "GenCol": lambda: _general_colouring,
    "GenCutcake": lambda: _cakes,
    "GenFoxAndGeese": lambda: _fox_and_geese,
    "GenMem": lambda: _mem,
    "GenToadsAndFrogs": lambda: _jumping,
    "GenWythoff": lambda: _general_wythoff,
    "GrundysGame": lambda: _named("GrundysGame", "4!.0"),
    "Hackenbush": lambda: _hackenbush("Hackenbush"),
    "Kayles": lambda: _named("Kayles", "0.77"),
    "MaundyCake": lambda: _cake_game("MaundyCake", "{2+}=.0"),
    "Nim": lambda: _named("Nim", "0.[3]"),
    "NodeKayles": lambda: _graph_kayles("NodeKayles"),
    "PartizanArcKayles": lambda: Rules("PartizanArcKayles", _partizan_arc_kayles),
    "PartizanCoordinateRuleset": lambda: _partizan_coordinates,
    "PartizanHeapRuleset": lambda: _partizan_heap_rules,
    "PartizanSplittles": lambda: partial(_partizan_subtraction, digit=7),
    "PartizanSubtraction": lambda: _partizan_subtraction,
    "PartizanTakeAndBreak": lambda: _partizan,
    "Snort": lambda: _colouring("Snort", {None: ".", Left: "l", Right: "r"}),
    "Spawning": lambda: _spawning,
    "Splittles": lambda: partial(_subtraction, digit=7),
    "Subtraction": lambda: _subtraction,
    "TakeAndBreak": lambda: _take_and_break,
    "TakeAway": lambda: lambda k: Rules(f"TakeAway({k})", _pair_game("TakeAway", k)),
    "TurnAndEatcake": lambda: _cake_game("TurnAndEatcake", "0.7", twisted=True),
    "Turning": lambda: _turning,
}
