"""`plot`: which picture suits which thing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from farstar.errors import NotationError
from farstar.figures import _cakes, _graphs
from farstar.figures._automaton import automaton
from farstar.figures._board import board
from farstar.figures._cakes import GAMES as GAMES_WITH_CAKES
from farstar.figures._cakes import cakes
from farstar.figures._data import TableLike, heat_map, scatter
from farstar.figures._euclid import cone, moves, squares
from farstar.figures._figure import Figure, Plan
from farstar.figures._graphs import GAMES as GAMES_ON_GRAPHS
from farstar.figures._graphs import graph
from farstar.figures._grid import grid
from farstar.figures._hackenbush import hackenbush
from farstar.figures._heaps import GAMES as GAMES_ON_HEAPS
from farstar.figures._heaps import heaps
from farstar.figures._thermograph import scaffolds, thermograph
from farstar.figures._tree import tree
from farstar.games import (
    Euclid,
    GeographyBoard,
    GridPosition,
    Grossman,
    Hackenbush,
    PartizanEuclid,
)
from farstar.rules import Position
from farstar.sums import Sum
from farstar.theory.automata import Automaton
from farstar.values import Thermograph, Value


def _any_board(things: Sequence[Any]) -> Plan:
    """Plan the boards of one game: on a grid or graph, cakes, of Hackenbush, or of Geography."""
    if isinstance(things[0], GridPosition):
        return grid(things)
    if isinstance(things[0], GAMES_WITH_CAKES):
        return cakes(things)
    if isinstance(things[0], GAMES_ON_GRAPHS):
        return graph(things)
    return hackenbush(things) if isinstance(things[0], Hackenbush) else board(things)


KINDS: Mapping[str, Callable[..., Plan]] = {
    "automaton": automaton,
    "board": _any_board,
    "cone": cone,
    "heaps": heaps,
    "heat map": heat_map,
    "moves": moves,
    "scaffolds": scaffolds,
    "scatter": scatter,
    "squares": squares,
    "thermograph": thermograph,
    "tree": tree,
}
"""The kinds of figures, by their names."""


def plot(*things: Any, kind: str | None = None, **options: Any) -> Figure:
    """Return a figure of games or of a table.

    Parameters
    ----------
    *things : Value, Thermograph, Position, Sum, Table or Automaton
        What to draw; several games are drawn together in one thermograph.
    kind : str, optional
        One of the `KINDS`. By default a table becomes a heat map or a scatter plot, an automaton
        its diagram, Partizan Euclid a tree, Euclid and Grossman's game a rectangle cut into
        squares, boards, heaps, cakes, graphs to colour and Hackenbush pictures themselves, and
        every other game a thermograph.
    **options
        What the kind takes: ``bottom`` (thermograph: the lowest temperature), ``depth`` and
        ``spine`` (tree), ``numbers`` and ``limits`` (heat map), ``x``, ``y``, ``colour``,
        ``x_limits``, ``y_limits``, ``x_label``, ``y_label``, ``levels``, ``join``,
        ``logarithmic`` and ``note`` (scatter), ``bound`` (cone and moves), ``play`` (cone).

    Raises
    ------
    NotationError
        If the kind or an option is not known, or does not suit the things.
    MissingExtraError
        If matplotlib is not installed.

    Examples
    --------
    >>> import farstar as fs
    >>> fs.plot(fs.Value("{3||2|1}"), fs.Value("+-1")).caption
    'Thermographs of {3||2|1}: mean 9/4, temperature 3/4; +-1: mean 0, temperature 1.'
    >>> fs.plot(fs.PartizanEuclid(11, 8)).caption
    'Game tree of E(11,8), its spine marked.'
    """
    if not things:
        raise NotationError("expected something to draw, such as a game or a table, got nothing")
    wanted = _default_kind(things) if kind is None else " ".join(_words(kind))
    if wanted not in KINDS:
        raise NotationError(f"expected a kind of figure, one of {', '.join(KINDS)}, got {kind!r}")
    try:
        plan = KINDS[wanted](things, **options)
    except TypeError as error:
        if "unexpected keyword argument" not in str(error):
            raise
        raise NotationError(f"expected options of {wanted!r}, got {_names(options)}") from None
    return Figure(plan)


def _words(kind: str) -> list[str]:
    return str(kind).replace("-", " ").replace("_", " ").split()


def _names(options: Mapping[str, Any]) -> str:
    return ", ".join(map(repr, options))


def _default_kind(things: Sequence[Any]) -> str:
    first = things[0]
    if isinstance(first, TableLike):
        return "scatter" if first.axes is None else "heat map"
    if isinstance(first, Automaton):
        return "automaton"
    if isinstance(first, GeographyBoard | GridPosition | Hackenbush):
        return "board"
    if isinstance(first, GAMES_WITH_CAKES) and all(
        isinstance(thing, GAMES_WITH_CAKES) and _cakes.fits(thing) for thing in things
    ):
        return "board"
    if len(things) == 1 and isinstance(first, GAMES_ON_GRAPHS) and _graphs.fits(first):
        return "board"
    if all(isinstance(thing, GAMES_ON_HEAPS) for thing in things):
        return "heaps"
    if len(things) == 1 and isinstance(first, PartizanEuclid):
        return "tree"
    if len(things) == 1 and isinstance(first, Euclid | Grossman):
        return "squares"
    if all(isinstance(thing, Value | Thermograph | Position | Sum) for thing in things):
        return "thermograph"
    raise NotationError(f"expected games, a table or an automaton to draw, got {first!r}")
