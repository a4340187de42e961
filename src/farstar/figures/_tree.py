"""Game trees; those of Partizan Euclid with the spine marked, position by position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from farstar.errors import BudgetExceeded, NotationError
from farstar.figures import style as look
from farstar.figures._figure import Plan
from farstar.figures._game_graph import Node, branches, check_size, game_graph, label
from farstar.rules import Position

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_MOST_NODES = 400
_MOST_LEAVES = 30
"""A tree of Partizan Euclid with more than this shows its spine and what leads off it."""


def tree(things: Sequence[Any], *, depth: int | None = None, spine: bool | None = None) -> Plan:
    """Plan the game tree of a position or value, with its spine marked in Partizan Euclid.

    If such a tree is too wide, moves off the spine are shown, but not what follows them.
    """
    if len(things) != 1:
        raise NotationError(f"expected one game for a tree, got {len(things)}")
    if depth is not None and depth < 0:
        raise NotationError(f"expected a depth of at least 0, got {depth!r}")
    game = things[0]
    has_spine = isinstance(game, Position) and game.game.picture == "tree"
    marked = has_spine if spine is None else spine
    if marked and not has_spine:
        raise NotationError(f"expected Partizan Euclid for a spine, got {game}")
    if not marked:
        return game_graph(game, depth)
    nodes, folded = _grown(game, depth)
    _place(nodes)

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        look.bare(axes)
        axes.set_aspect("auto")
        _draw_branches(axes, nodes)
        _draw_nodes(axes, nodes)
        _legend(axes)

    leaves = _leaves(nodes)
    deepest = max(node.distance for node in nodes)
    widest = max(len(label(node.game)) for node in nodes)
    size = (max(3.4, leaves * (0.32 + 0.078 * widest)), 1.3 + 0.85 * deepest)
    whole = not any(node.is_cut for node in nodes)
    part = "Game tree" if whole else f"The first {deepest} moves of the game tree"
    caption = f"{part} of {look.ascii_text(game)}, its spine marked."
    if folded:
        caption = f"The spine of {look.ascii_text(game)} and the moves that leave it."
    return Plan(draw, size, caption)


def _leaves(nodes: list[Node]) -> int:
    return sum(not node.branches for node in nodes)


def _grown(game: Any, depth: int | None) -> tuple[list[Node], bool]:
    """Return the nodes, and whether the tree is folded up to its spine."""
    spine = set(game.spine)
    if depth is not None:
        return _grow(game, depth, spine), False
    try:
        nodes = _grow(game, depth, spine)
        if _leaves(nodes) <= _MOST_LEAVES:
            return nodes, False
    except BudgetExceeded:
        pass
    return _grow(game, depth, spine, folded=True), True


def _grow(game: Any, depth: int | None, spine: set[Any], *, folded: bool = False) -> list[Node]:
    """Return the nodes, parents before children; folded, only the spine goes on."""
    nodes = [Node(game, 0, on_spine=game in spine)]
    for node in nodes:
        options = branches(node.game)
        if (depth is not None and node.distance >= depth) or (folded and not node.on_spine):
            node.is_cut = bool(options)
            continue
        for side, option in options:
            follows = node.on_spine and option in spine
            child = Node(option, node.distance + 1, on_spine=follows)
            node.branches.append((side, child))
            nodes.append(child)
        check_size(game, len(nodes), _MOST_NODES)
    return nodes


def _place(nodes: list[Node]) -> None:
    """Give leaves their own columns, in order, and put parents above the middle of theirs."""
    column = 0
    stack: list[tuple[Node, bool]] = [(nodes[0], False)]
    while stack:
        node, ready = stack.pop()
        if not node.branches:
            node.x = float(column)
            column += 1
        elif ready:
            xs = [child.x for _, child in node.branches]
            node.x = (xs[0] + xs[-1]) / 2
        else:
            stack.append((node, True))
            stack += [(child, False) for _, child in reversed(node.branches)]


def _draw_branches(axes: Axes, nodes: list[Node]) -> None:
    for node in nodes:
        for side, child in node.branches:
            colour, stroke = look.SIDES[side]
            thick = child.on_spine
            axes.plot(
                [node.x, child.x],
                [-node.distance, -child.distance],
                color=colour,
                linestyle=stroke,
                linewidth=3.6 if thick else 1.5,
                zorder=2 if thick else 1,
            )


def _draw_nodes(axes: Axes, nodes: list[Node]) -> None:
    for node in nodes:
        edge = look.INK if node.on_spine else "#c9c3b5"
        axes.annotate(
            label(node.game) + (" …" if node.is_cut else ""),
            (node.x, -node.distance),
            ha="center",
            va="center",
            fontsize=9,
            zorder=5,
            bbox={
                "boxstyle": "round,pad=0.32",
                "facecolor": look.PAPER,
                "edgecolor": edge,
                "linewidth": 1.3 if node.on_spine else 0.8,
            },
        )
    xs = [node.x for node in nodes]
    deepest = max(node.distance for node in nodes)
    axes.set_xlim(min(xs) - 0.6, max(xs) + 0.6)
    axes.set_ylim(-deepest - 0.45, 0.45)


def _legend(axes: Axes) -> None:
    from matplotlib.lines import Line2D

    spine = Line2D([], [], color=look.INK, linewidth=3.6, label="spine")
    axes.legend(
        handles=[*look.legend_lines(left="Left moves", right="Right moves"), spine],
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        ncols=3,
        handlelength=2.6,
        columnspacing=1.6,
    )
