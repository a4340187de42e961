"""Games for other libraries: networkx and D3, SageMath, and the data frames of pandas and Polars.

The graph of a game has its positions, or its followers, as nodes, and the moves between them as
edges. Sage has no type of combinatorial games. What is converted are the numbers (stops, means,
temperatures, and values that are numbers) and the graph of a game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from farstar._outcome import Left, Right
from farstar.errors import BudgetExceeded, MissingExtraError, NotationError, NotAtomicError
from farstar.expressions import parse
from farstar.formulas import escape_latex
from farstar.rules import Position
from farstar.sums import Sum
from farstar.values import Value

if TYPE_CHECKING:
    import networkx


MOST = 10_000
"""Nodes of a graph unless more are allowed."""


def json_graph(game: Any, *, depth: int | None = None, most: int = MOST) -> dict[str, Any]:
    """Return the graph of a game as plain data, in the node-link format of networkx and D3.

    Parameters
    ----------
    game : Value, Position or Sum
        The game; node 0 is the game itself.
    depth : int, optional
        How many moves are followed; by default all of them.
    most : int
        How many nodes there may be.

    Raises
    ------
    BudgetExceeded
        If there are more nodes.

    Examples
    --------
    >>> graph = json_graph(fs.Value("{1|*}"))
    >>> [node["value"] for node in graph["nodes"]]
    ['{1|*}', '1', '*', '0']
    >>> graph["edges"][0]
    {'source': 0, 'target': 1, 'key': 'L', 'player': 'left'}
    """
    if not isinstance(game, Value | Position | Sum):
        raise NotationError(f"expected a value, a position or a sum, got {game!r:.60}")
    numbers: dict[Any, int] = {game: 0}
    distance = [0]
    edges: list[dict[str, Any]] = []
    waiting = deque([game])
    while waiting:
        here = waiting.popleft()
        source = numbers[here]
        if depth is not None and distance[source] >= depth:
            continue
        for player in (Left, Right):
            for after in _options(here, player):
                if after not in numbers:
                    if len(numbers) >= most:
                        raise BudgetExceeded(f"expected a graph of at most {most} nodes")
                    numbers[after] = len(numbers)
                    distance.append(distance[source] + 1)
                    waiting.append(after)
                edges.append(
                    {
                        "source": source,
                        "target": numbers[after],
                        "key": player.value,
                        "player": player.name.lower(),
                    }
                )
    nodes = [{"id": number, **_described(node)} for node, number in numbers.items()]
    return {"directed": True, "multigraph": True, "graph": {}, "nodes": nodes, "edges": edges}


def _options(game: Any, player: Any) -> tuple[Any, ...]:
    if isinstance(game, Value):
        return game.left_options if player is Left else game.right_options
    options: tuple[Any, ...] = game.options(player)
    return options


def _described(game: Any) -> dict[str, str | None]:
    """Return the text, the value and the outcome of a node; a text that is too long is None."""
    value = game if isinstance(game, Value) else game.value
    text: str | None
    try:
        text = str(value)
    except BudgetExceeded:
        text = None
    return {
        "text": text if isinstance(game, Value) else str(game),
        "value": text,
        "outcome": str(value.outcome),
    }


def networkx_graph(
    game: Any, *, depth: int | None = None, most: int = MOST
) -> networkx.MultiDiGraph[Any]:
    """Return the graph of a game as a `networkx.MultiDiGraph`.

    Nodes are numbers with the attributes ``text``, ``value`` and ``outcome``; the key of an edge is
    the letter of the player who moves.

    Raises
    ------
    MissingExtraError
        If networkx is not installed.

    Examples
    --------
    >>> graph = networkx_graph(fs.Nim(1, 1))
    >>> graph.number_of_nodes(), graph.has_edge(0, 1, key="L"), graph.nodes[0]["outcome"]
    (3, True, 'P')
    """
    try:
        import networkx
    except ImportError:
        raise MissingExtraError("expected networkx to be installed: pip install networkx") from None
    data = json_graph(game, depth=depth, most=most)
    graph: networkx.MultiDiGraph[Any] = networkx.MultiDiGraph()
    for node in data["nodes"]:
        graph.add_node(node["id"], **{key: node[key] for key in ("text", "value", "outcome")})
    for edge in data["edges"]:
        graph.add_edge(edge["source"], edge["target"], key=edge["key"], player=edge["player"])
    return graph


def tikz(game: Any, *, depth: int | None = None, most: int = 60) -> str:
    r"""Return the graph of a game as a picture of TikZ: blue moves of Left, dashed ones of Right.

    Nodes stand in layers by their distance from the game; those of positions show the position and
    its value.

    Examples
    --------
    >>> print(tikz(fs.Value("*")))
    % needs \usepackage{tikz}
    \begin{tikzpicture}[game/.style={draw, rounded corners, align=center, font=\small},
        left move/.style={blue!70!black, thick, bend right=12},
        right move/.style={orange!85!black, thick, dashed, bend left=12}]
      \node[game] (n0) at (0.00,0.0) {${\ast}$};
      \node[game] (n1) at (0.00,-1.8) {$0$};
      \draw[left move] (n0) to (n1);
      \draw[right move] (n0) to (n1);
    \end{tikzpicture}
    """
    data = json_graph(game, depth=depth, most=most)
    layer = {0: 0}
    for edge in data["edges"]:
        layer.setdefault(edge["target"], layer[edge["source"]] + 1)
    rows: dict[int, list[int]] = {}
    for number, at in layer.items():
        rows.setdefault(at, []).append(number)
    place = {
        number: ((at - (len(row) - 1) / 2) * 2.6, -1.8 * y)
        for y, row in rows.items()
        for at, number in enumerate(row)
    }
    is_value = isinstance(game, Value)
    nodes = [
        f"  \\node[game] (n{node['id']}) at "
        f"({place[node['id']][0]:.2f},{place[node['id']][1] or 0.0:.1f}) "
        f"{{{_label(node, is_value)}}};"
        for node in data["nodes"]
    ]
    edges = [
        f"  \\draw[{edge['player']} move] (n{edge['source']}) to (n{edge['target']});"
        for edge in data["edges"]
    ]
    return "\n".join(
        [
            r"% needs \usepackage{tikz}",
            r"\begin{tikzpicture}[game/.style={draw, rounded corners, align=center, font=\small},",
            r"    left move/.style={blue!70!black, thick, bend right=12},",
            r"    right move/.style={orange!85!black, thick, dashed, bend left=12}]",
            *nodes,
            *edges,
            r"\end{tikzpicture}",
        ]
    )


def _label(node: dict[str, Any], is_value: bool) -> str:
    formula = "$\\cdots$" if node["value"] is None else f"${Value(node['value']).latex()}$"
    if is_value:
        return formula
    return f"\\texttt{{{escape_latex(node['text'])}}}\\\\{formula}"


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


COLUMNS = ("value", "outcome", "mean", "temperature")


def frame(games: Iterable[Any], library: Any, columns: Sequence[str] = COLUMNS) -> Any:
    """Return a data frame with a row for each game.

    Parameters
    ----------
    games : iterable of Value, Position, Sum or str
        The games; their text is the first column.
    library : module
        ``pandas`` or ``polars``, or anything else with a ``DataFrame`` that takes columns.
    columns : sequence of str
        Attributes of games, such as ``left_stop``, or methods without arguments, such as
        ``atomic_weight``. Whole numbers and truth values stay what they are; everything else is
        exact text. A cell is None if a game has no such value.

    Examples
    --------
    >>> import polars
    >>> frame([fs.Nim(3, 5), "{3||2|1}"], polars)["mean"].to_list()
    ['0', '9/4']
    """
    read = [parse(game) if isinstance(game, str) else game for game in games]
    data: dict[str, list[Any]] = {"game": [str(game) for game in read]}
    for name in columns:
        data[name] = [_cell(game, name) for game in read]
    return library.DataFrame(data)


def _cell(game: Any, name: str) -> bool | int | str | None:
    if isinstance(game, Value) and name == "value":
        return str(game)
    # A position may lack an attribute that its value has.
    owner = game if hasattr(type(game), name) or isinstance(game, Value) else game.value
    if name.startswith("_") or not hasattr(type(owner), name):
        raise NotationError(f"expected the name of an attribute of a game, got {name!r:.60}")
    entry = getattr(owner, name)
    try:
        entry = entry() if callable(entry) else entry
    except NotAtomicError:
        return None
    return entry if isinstance(entry, bool | int) else str(entry)


def values_of(column: Iterable[Any]) -> list[Value | None]:
    """Return the values in a column of any data frame: texts, whole numbers and fractions.

    A missing entry stays None.

    Examples
    --------
    >>> import polars
    >>> values_of(polars.Series(["*2", "{1|0}", None]))
    [Value('*2'), Value('{1|0}'), None]
    """
    return [_value(entry, place) for place, entry in enumerate(column)]


def _value(entry: Any, place: int) -> Value | None:
    # Missing numbers are NaN in pandas, which differs from itself.
    if entry is None or entry != entry:
        return None
    if isinstance(entry, str | int | Fraction | Value):
        return Value(entry)
    raise NotationError(f"row {place}: expected the text of a value or a number, got {entry!r:.60}")
