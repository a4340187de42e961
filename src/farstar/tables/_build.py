"""Builds tables: computes the requested invariants over ranges of positions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, TypeAlias

from farstar._arguments import clip
from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError
from farstar.formulas import MarkedText
from farstar.invariants import caption as name_all
from farstar.invariants import look_up
from farstar.rules import ImpartialRuleset, Position, Ruleset, instance_of, meter
from farstar.sums import Sum
from farstar.tables._cells import Invariant, Show, read_show, written
from farstar.tables._condition import Condition
from farstar.tables._table import Axes, Table
from farstar.tables._template import unassigned
from farstar.tables.batches import Lookup, call_of, lookups, reader
from farstar.values import Value

Game: TypeAlias = "Callable[..., Any] | Ruleset | str"
"""What maps numbers to a position: a class of positions, a ruleset, or an expression."""

Games: TypeAlias = "Sequence[Position | Sum | Value | str]"
"""Games that are listed one by one."""

Span: TypeAlias = "Iterable[Any] | int"
"""The values of an argument, or a single number."""

Row: TypeAlias = tuple[tuple[Any, ...], tuple[object, ...]]
"""A point, and its cells."""

_MOST_CELLS = 2_000_000


def table(
    game: Game | Games,
    /,
    *ranges: Span,
    show: Show = "value",
    where: Callable[..., bool] | str | None = None,
    caption: str | None = None,
    grid: bool | None = None,
    **named: Span,
) -> Table:
    """Return a table of invariants, over all positions in given ranges.

    Two ranges and one invariant make a grid, with the first range downwards; everything else makes
    a list with a row for each position. Illegal positions, and those excluded by `where`, are empty
    cells of a grid and are left out of a list.

    Parameters
    ----------
    game : callable, Ruleset, str or list
        What makes a position: a class such as ``fs.Euclid``, a ruleset, any function that returns
        a position, a sum or a value, or an expression that contains variables, ``"E(p,q) + *2"``.
        A list of games, or of texts that `farstar.parse` reads, makes a row of each.
    *ranges : iterable
        The arguments, one range for each; a single number is allowed too.
    show : str, callable, list or dict
        What to show: ``"outcome"``, ``"mean, temperature"``, any attribute of the positions, a
        function of a position, a list of these, or a dictionary of them by their headings.
    where : callable or str, optional
        Which positions to show: a function of the arguments, or a condition on their names such
        as ``"q < p < 2*q and gcd(p, q) == 1"``.
    caption : str, optional
        The caption; by default it names the game, the invariants and the ranges.
    grid : bool, optional
        Force a grid or a list.
    **named : iterable
        Ranges by the names of the arguments or variables.

    Raises
    ------
    NotationError
        If an invariant or the expression cannot be read.
    IllegalPositionError
        If there is no legal position at all.
    BudgetExceeded
        If there are too many positions.

    Examples
    --------
    >>> print(fs.table(fs.GeographyA, 0, range(1, 5), 0, show="value, mean, temperature"))
    Value, mean, temperature of GeographyA(x, y, z) for x = 0, y = 1..4, z = 0
    x  y  z  value    mean  temperature
    -----------------------------------
    0  1  0     -1      -1           -1
    0  2  0  *           0            0
    0  3  0  {1/2|0}   1/4          1/4
    0  4  0  {1*|0}    1/2          1/2
    >>> fs.table([fs.Domineering("2x2"), "E(11,8) + *"], show="value, outcome")
    Value, outcome of 2 games
    game                value  outcome
    ----------------------------------
    Domineering(..|..)  +-1    N
    E(11,8) + *         vv     R
    """
    game = instance_of(game)
    if not (isinstance(game, str | Ruleset) or callable(game)):
        return _list_of_games(game, ranges or named, read_show(show), where, caption, grid)
    variables = _variables(game, ranges, named)
    invariants = read_show(show)
    size = prod(len(values) for values in variables.values())
    if size > _MOST_CELLS:
        raise BudgetExceeded(f"expected at most {_MOST_CELLS} positions, got {size}")
    as_grid = len(variables) == 2 and len(invariants) == 1 if grid is None else grid
    if as_grid and (len(variables) != 2 or len(invariants) != 1):
        raise NotationError(
            "expected two ranges and one invariant for a grid, "
            f"got {len(variables)} ranges and {len(invariants)} invariants"
        )
    make = _maker(game, list(variables), positional=len(ranges))
    chosen = Condition(where, list(variables)) if isinstance(where, str) else where
    call = call_of(game, list(variables), len(ranges))
    batches = lookups(call, variables, invariants.values())
    if batches is None:
        points = _one_by_one(make, variables, chosen, list(invariants.values()))
    else:
        points = _at_once(batches, variables, chosen)
    title = _caption(game, list(invariants), variables) if caption is None else caption
    if as_grid:
        return _grid(
            variables, {point: cells[0] for point, cells in points}, next(iter(invariants)), title
        )
    rows = tuple((*point, *cells) for point, cells in points)
    return Table((*variables, *invariants), rows, title, stubs=len(variables))


def _list_of_games(
    games: Games,
    ranges: object,
    invariants: Mapping[str, Invariant],
    where: Callable[..., bool] | str | None,
    caption: str | None,
    grid: bool | None,
) -> Table:
    """Return a list with a row for each of several games."""
    if ranges or grid or isinstance(where, str):
        raise NotationError("expected a list of games without ranges, conditions or a grid")
    from farstar.expressions import parse

    if not isinstance(games, Iterable):
        raise NotationError(f"expected a game, a ruleset or an expression, got {clip(repr(games))}")
    positions = [parse(game) if isinstance(game, str) else game for game in games]
    for game in positions:
        if not isinstance(game, Position | Sum | Value):
            raise NotationError(f"expected a list of games, got {clip(repr(game))} in it")
    chosen = [game for game in positions if where is None or where(game)]
    tick = meter().tick
    rows = []
    for game in chosen:
        tick()
        rows.append((game, *(look_up(what, game) for what in invariants.values())))
    words = name_all(list(invariants))
    title = f"{words[0].upper()}{words[1:]} of {len(rows)} games" if caption is None else caption
    return Table(("game", *invariants), tuple(rows), title, stubs=1)


def _grid(
    variables: dict[str, Sequence[Any]],
    cells: dict[tuple[Any, ...], object],
    invariant: str,
    caption: str,
) -> Table:
    (down, rows), (across, columns) = variables.items()
    return Table(
        (f"{down} \\ {across}", *columns),
        tuple((r, *(cells.get((r, c)) for c in columns)) for r in rows),
        caption,
        stubs=1,
        axes=Axes(down, across, invariant),
    )


def _points(
    variables: dict[str, Sequence[Any]], where: Callable[..., bool] | None
) -> Iterator[tuple[Any, ...]]:
    """Yield the points that are selected, and count each for budgets and progress."""
    tick = meter().tick
    for point in product(*variables.values()):
        tick()
        if where is None or where(*point):
            yield point


def _at_once(
    batches: Sequence[Lookup],
    variables: dict[str, Sequence[Any]],
    where: Callable[..., bool] | None,
) -> Iterator[Row]:
    if len(batches) == 1:
        lookup = batches[0]
        return ((point, (lookup(*point),)) for point in _points(variables, where))
    return (
        (point, tuple(lookup(*point) for lookup in batches)) for point in _points(variables, where)
    )


def _one_by_one(
    make: Callable[..., Any],
    variables: dict[str, Sequence[Any]],
    where: Callable[..., bool] | None,
    invariants: Sequence[Invariant],
) -> Iterator[Row]:
    """Yield the points with their cells, except illegal positions."""
    refused: IllegalPositionError | None = None
    legal = False
    for point in _points(variables, where):
        try:
            position = make(*point)
        except IllegalPositionError as error:
            refused = refused or error
            continue
        legal = True
        yield point, tuple(look_up(what, position) for what in invariants)
    if refused is not None and not legal:
        raise refused


def _variables(
    game: Game, ranges: Sequence[Span], named: dict[str, Span]
) -> dict[str, Sequence[Any]]:
    """Return the values of each variable, in the order in which they are given."""
    names = [] if isinstance(game, str) else argument_names(game, len(ranges))
    if isinstance(game, str) and ranges:
        raise NotationError(
            f"expected ranges with names for {game!r}, such as n=range(5), "
            f"got {len(ranges)} without"
        )
    given = {**dict(zip(names, ranges, strict=True)), **named}
    if isinstance(game, str) and not given:
        free = unassigned(game, [])
        which = "a range for each variable" if not free else f"a range for {' and '.join(free)}"
        example = ", ".join(f"{name}=range(5)" for name in free or ["n"])
        raise NotationError(f"expected {which} of {game!r}, such as {example}, got none")
    if not given:
        raise NotationError(
            "expected a range for each argument of the game, such as range(5), got none"
        )
    if len(given) != len(ranges) + len(named):
        raise NotationError(f"expected a range for each argument, once, got {', '.join(given)!r}")
    return {name: _values(name, values) for name, values in given.items()}


def _values(name: str, values: object) -> Sequence[Any]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        return [values]
    if isinstance(values, range) and len(values) > _MOST_CELLS:
        raise BudgetExceeded(f"expected at most {_MOST_CELLS} positions, got {len(values)}")
    checked = []
    for value in values:
        checked.append(value)
        if len(checked) > _MOST_CELLS:
            raise BudgetExceeded(f"expected at most {_MOST_CELLS} values of {name}, got more")
    return checked


def argument_names(game: Callable[..., Any] | Ruleset, count: int) -> list[str]:
    """Return the names of the arguments; ``x1``, ``x2``, ... if they have none."""
    if isinstance(game, Ruleset):
        method = game.moves if isinstance(game, ImpartialRuleset) else game.left
        names = parameters(method) if count == 1 else []
    else:
        names = parameters(game)
        chosen = list(getattr(game, "rules", Ruleset).fields)
        # A board can also be given by its size.
        if len(names) < count == len(chosen):
            names = chosen
    return names[:count] if len(names) >= count else [f"x{i}" for i in range(1, count + 1)]


def parameters(function: Callable[..., Any]) -> list[str]:
    try:
        all_parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [parameter.name for parameter in all_parameters if parameter.kind in kinds]


def _maker(game: Game, names: list[str], positional: int) -> Callable[..., Any]:
    if isinstance(game, str):
        return reader(game, names)
    if not callable(game):
        raise NotationError(f"expected a game, a ruleset or an expression, got {game!r}")
    call: Callable[..., Any] = game
    keywords = names[positional:]
    if not keywords:
        return call
    places = _places(game, keywords, positional)
    if places is not None:
        return lambda *point: call(*point[:positional], *(point[place] for place in places))
    return lambda *point: call(
        *point[:positional], **dict(zip(keywords, point[positional:], strict=True))
    )


def _places(
    game: Callable[..., Any] | Ruleset, names: list[str], positional: int
) -> list[int] | None:
    """Return the order of ranges with names if the game takes any number of arguments.

    Such games, as ``fs.Nim`` and boards of a given size, do not name their arguments.
    """
    try:
        arguments = inspect.signature(game).parameters.values()
    except (TypeError, ValueError):
        return None
    kinds = {argument.kind for argument in arguments}
    starred = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    known = [argument.name for argument in arguments if argument.kind not in starred]
    if inspect.Parameter.VAR_KEYWORD in kinds or set(names) <= set(known):
        return None
    if inspect.Parameter.VAR_POSITIONAL in kinds and not set(names) & set(known):
        fields = list(getattr(game, "rules", Ruleset).fields)
        ordered = fields if set(fields) == set(names) else names
        return [positional + names.index(name) for name in ordered]
    raise NotationError(
        f"expected ranges for {', '.join(known[positional:])}, got {', '.join(names)}"
    )


def _caption(game: Game, headings: list[str], variables: dict[str, Sequence[Any]]) -> str:
    ranges = ", ".join(f"{name} = {_range_text(values)}" for name, values in variables.items())
    text = f"{name_all(headings)} of `{game_text(game, list(variables))}` for `{ranges}`"
    return MarkedText(text[0].upper() + text[1:])


def game_text(game: Game, names: list[str]) -> str:
    if isinstance(game, str):
        return game
    name = game.name if isinstance(game, Ruleset) else getattr(game, "__name__", repr(game))
    return f"{name}({', '.join(names)})"


def _range_text(values: Sequence[Any]) -> str:
    if not values:
        return "nothing"
    numbers = all(type(value) is int for value in values)
    if numbers and len(values) > 1 and list(values) == list(range(values[0], values[-1] + 1)):
        return f"{written(values[0])}..{written(values[-1])}"
    texts = [written(value) for value in values]
    return ", ".join(texts) if len(texts) <= 6 else f"{', '.join(texts[:3])}, ..., {texts[-1]}"
