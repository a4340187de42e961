"""Conversions to and from SageMath: exact numbers, and graphs of games.

Sage has no type of combinatorial games. What is converted are the numbers (stops, means,
temperatures, and values that are numbers) and the graph of a game.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from farstar.errors import MissingExtraError, NotationError
from farstar.interop._graphs import MOST, json_graph
from farstar.values import Value

_MISSING = "expected SageMath: run this inside Sage, or pass {} yourself"


def sage_number(x: Value | Fraction | int, ring: Callable[[Any], Any] | None = None) -> Any:
    """Return an exact number as an element of Sage's ``QQ``.

    Parameters
    ----------
    x : Value, Fraction or int
        The number; a value must be one.
    ring : callable, optional
        What makes a number of Sage; by default ``QQ``.

    Examples
    --------
    >>> sage_number(fs.Value("3/8"), ring=lambda x: ("QQ", x))
    ('QQ', '3/8')
    """
    if isinstance(x, Value):
        if not x.is_number:
            raise NotationError(f"expected a value that is a number, got {x!r:.80}")
        x = x.mean
    if ring is None:
        try:
            from sage.rings.rational_field import QQ
        except ImportError:
            raise MissingExtraError(_MISSING.format("ring=QQ")) from None
        ring = QQ
    # Sage reads the text of a fraction exactly, whatever it knows about Python's Fraction.
    return ring(str(Fraction(x)))


def from_sage(x: Any) -> Value:
    """Return an integer or a dyadic rational of Sage as a value.

    Nested pairs of lists, ``[[Left options], [Right options]]``, are games.

    Examples
    --------
    >>> from_sage([[2], [[[1], [0]]]])
    Value('{2||1|0}')
    """
    if isinstance(x, list | tuple):
        if len(x) != 2 or not all(isinstance(side, list | tuple) for side in x):
            raise NotationError(f"expected a pair of lists of options, got {x!r:.60}")
        left, right = ([from_sage(option) for option in side] for side in x)
        return Value.of(left=left, right=right)
    if isinstance(x, bool):
        raise NotationError(f"expected a rational number of Sage, got {x!r}")
    if isinstance(x, int | Fraction):
        return Value(x)
    parts = [getattr(x, name, None) for name in ("numerator", "denominator")]
    if not all(callable(part) for part in parts):
        raise NotationError(f"expected a rational number of Sage, got {x!r:.60}")
    numerator, denominator = (int(part()) for part in parts if part is not None)
    return Value(Fraction(numerator, denominator))


def sage_graph(
    game: Any,
    *,
    depth: int | None = None,
    most: int = MOST,
    digraph: Callable[..., Any] | None = None,
) -> Any:
    """Return the graph of a game as a ``DiGraph`` of Sage.

    Vertices are numbers, 0 is the game itself; the label of an edge is the letter of the player.
    The text of a vertex is the object that Sage keeps with it: ``graph.get_vertex(0)``.

    Parameters
    ----------
    game : Value, Position or Sum
        The game.
    depth, most : int
        As for `json_graph`.
    digraph : callable, optional
        What makes a graph of Sage; by default ``DiGraph``.
    """
    if digraph is None:
        try:
            from sage.graphs.digraph import DiGraph
        except ImportError:
            raise MissingExtraError(_MISSING.format("digraph=DiGraph")) from None
        digraph = DiGraph
    data = json_graph(game, depth=depth, most=most)
    vertices = [node["id"] for node in data["nodes"]]
    edges = [(edge["source"], edge["target"], edge["key"]) for edge in data["edges"]]
    graph = digraph([vertices, edges], format="vertices_and_edges", multiedges=True, loops=True)
    graph.set_vertices({node["id"]: node["text"] for node in data["nodes"]})
    return graph
