"""`plot` chooses the picture that suits its arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from farstar._arguments import nearest
from farstar.errors import NotationError
from farstar.figures._automaton import automaton
from farstar.figures._data import heat_map, scatter
from farstar.figures._euclid import cone, moves
from farstar.figures._figure import Figure, Plan
from farstar.figures._fraction_trees import calkin_wilf, stern_brocot
from farstar.figures._print import board, can_draw, heaps, squares
from farstar.figures._thermograph import scaffolds, thermograph
from farstar.figures._tree import tree
from farstar.learn import Conjecture
from farstar.loopy import Loopy
from farstar.rules import Position
from farstar.rules.diagrams import Cakes, Graph, Heaps, Rectangle, Rows
from farstar.sums import Sum
from farstar.tables import Table
from farstar.theory.automata import Automaton
from farstar.values import Thermograph, Value

KINDS: Mapping[str, Callable[..., Plan]] = {
    "automaton": automaton,
    "board": board,
    "calkin wilf": calkin_wilf,
    "cone": cone,
    "heaps": heaps,
    "heat map": heat_map,
    "moves": moves,
    "scaffolds": scaffolds,
    "scatter": scatter,
    "squares": squares,
    "stern brocot": stern_brocot,
    "thermograph": thermograph,
    "tree": tree,
}
"""The kinds of figures, by their names."""

_SHEETS = {"board", "heaps", "squares"}
"""The kinds that show diagrams, which can be combined on one sheet."""


def plot(*things: Any, kind: str | None = None, **options: Any) -> Figure:
    """Return a figure of games or of a table.

    Parameters
    ----------
    *things : Value, Loopy, Thermograph, Position, Sum, Table, Automaton, Conjecture or Fraction
        What to draw; several games are drawn together in one thermograph.
    kind : str, optional
        One of the `KINDS`. By default a table becomes a heat map or a scatter plot, an automaton
        its diagram, a position what its ruleset names as its `picture` or else its diagram, such
        as a board or heaps, and every other game a thermograph.
    **options
        Options of the kind: ``bottom`` (thermograph: the lowest temperature), ``depth`` (all
        trees), ``spine`` (tree), ``numbers``, ``limits`` and ``upwards`` (heat map), ``x``, ``y``,
        ``colour``, ``x_limits``, ``y_limits``, ``x_label``, ``y_label``, ``levels``, ``join``,
        ``logarithmic`` and ``note`` (scatter), ``bound`` (cone and moves), ``play`` (cone).

    Raises
    ------
    NotationError
        If the kind or an option is unknown, or does not suit the arguments.
    MissingExtraError
        If matplotlib is not installed.

    Examples
    --------
    >>> fs.plot(fs.Value("{3||2|1}"), fs.Value("+-1")).caption
    'Thermographs of {3||2|1}: mean 9/4, temperature 3/4; +-1: mean 0, temperature 1.'
    >>> fs.plot(fs.PartizanEuclid(11, 8)).caption
    'Game tree of E(11,8), its spine marked.'
    """
    if not things:
        raise NotationError("expected something to draw, such as a game or a table, got nothing")
    words = str(kind).replace("-", " ").replace("_", " ").split()
    wanted = _default_kind(things) if kind is None else " ".join(words)
    if wanted not in KINDS:
        hint = nearest(wanted, KINDS, f"kinds are {', '.join(KINDS)}")
        raise NotationError(f"expected a kind of figure, got {kind!r}{hint}")
    try:
        plan = KINDS[wanted](things, **options)
    except TypeError as error:
        if "unexpected keyword argument" not in str(error):
            raise
        names = ", ".join(map(repr, options))
        raise NotationError(f"expected options of {wanted!r}, got {names}") from None
    return Figure(plan)


def _default_kind(things: Sequence[Any]) -> str:
    first = things[0]
    if isinstance(first, Table):
        return "scatter" if first.axes is None else "heat map"
    if isinstance(first, Automaton | Conjecture):
        return "automaton"
    if isinstance(first, Loopy):
        return "tree"
    pictures = {_picture(thing) for thing in things}
    if pictures <= _SHEETS:
        return pictures.pop() if len(pictures) == 1 else "board"
    if len(things) == 1 and "" not in pictures:
        return pictures.pop()
    if all(isinstance(thing, Value | Thermograph | Position | Sum) for thing in things):
        return "thermograph"
    raise NotationError(f"expected games, a table or an automaton to draw, got {first!r}")


def _picture(thing: Any) -> str:
    """Return the default kind of figure of a position; empty for a thermograph."""
    if not isinstance(thing, Position):
        return ""
    if thing.game.picture:
        return thing.game.picture
    match thing.diagram():
        case None:
            return ""
        case Heaps() | Rows():
            return "heaps"
        case Rectangle():
            return "squares"
        case Cakes() | Graph():
            return "board" if can_draw(thing) else ""
    return "board"
