"""The graph of a game: its positions, or its followers, and the moves between them."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from farstar._outcome import Left, Right
from farstar.errors import BudgetExceeded, MissingExtraError, NotationError
from farstar.rules import Position
from farstar.sums import Sum
from farstar.values import Value

if TYPE_CHECKING:
    import networkx

MOST = 10_000
"""Nodes of a graph unless more are allowed."""

_SPECIAL = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}


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
    text = "".join(
        _SPECIAL.get(sign, f"\\{sign}" if sign in "{}$&#_%" else sign) for sign in node["text"]
    )
    return f"\\texttt{{{text}}}\\\\{formula}"
