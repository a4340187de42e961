"""Game trees whose equal positions are merged, with boards, values and outcomes in the nodes.

A game may plan trees of its own (`Ruleset.planners`) from the same nodes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from farstar._outcome import Left, Outcome, Right
from farstar.errors import BudgetExceeded, NotationError
from farstar.figures import style as look
from farstar.figures._figure import Plan
from farstar.figures._layout import layout
from farstar.figures._print import INCH, POINT, draw_shape, value_if_cheap
from farstar.figures._scene import Scene
from farstar.loopy import Loopy
from farstar.rules import Position
from farstar.values import Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

Side: TypeAlias = Literal["left", "right", "both"]

_MOST_NODES = 150
_PAGE = (7.2, 9.6)
"""The width and height, in inches, into which a tree is made to fit."""

_SMALLEST = 0.3
"""How much a tree may be made smaller; below that nothing could be read."""

# Lengths in pixels, as in scenes.
_LETTER, _LINE, _FONT = 10.6, 25.0, 18.0
_PAD, _GAP, _RISE = 7.0, 18.0, 46.0
_LEGEND = 0.34
"""The height of the legend, in inches: it is not made smaller."""


@dataclass
class Node:
    """A position with its place in the picture."""

    game: Any
    distance: int
    is_marked: bool = False
    branches: list[tuple[Side, Node]] = field(default_factory=list)
    is_cut: bool = False
    """Whether there are moves that are not shown."""
    level: int = 0
    scene: Scene | None = None
    lines: list[str] = field(default_factory=list)
    x: float = 0.0
    y: float = 0.0

    @property
    def width(self) -> float:
        """The width of the box."""
        text = max((len(line) for line in self.lines), default=0) * _LETTER
        return 2 * _PAD + max(text, self.scene.width if self.scene else 0.0)

    @property
    def height(self) -> float:
        """The height of the box."""
        return 2 * _PAD + _LINE * len(self.lines) + (self.scene.height if self.scene else 0.0)


def tree(things: Sequence[Any], *, depth: int | None = None) -> Plan:
    """Plan the tree of a position or value in which equal positions are drawn once."""
    game = one_game(things, depth)
    nodes = _grow(game, depth)
    _set_levels(nodes)
    for node in nodes:
        _describe(node)
    levels = _ordered_levels(nodes)
    width, height = _place(levels)
    scale = min(1.0, _PAGE[0] / (width * INCH), (_PAGE[1] - _LEGEND) / (height * INCH))
    if scale < _SMALLEST:
        raise BudgetExceeded(
            f"expected a tree that fits a page (a depth shows the top), got {len(nodes)} "
            f"positions after {look.ascii_text(game)}"
        )

    height += _LEGEND / (INCH * scale)

    def draw(canvas: Canvas) -> None:
        axes = look.pixels(canvas, width, height)
        may_loop = any(child.level <= node.level for node in nodes for _, child in node.branches)
        draw_move = _draw_arrow if may_loop else _draw_line
        for node in nodes:
            for side, child in node.branches:
                draw_move(axes, node, child, side, scale)
        for node in nodes:
            _draw_node(axes, node, scale)
        _legend(axes, nodes)

    part = "Game tree"
    if any(node.is_cut for node in nodes):
        part = f"The first {max(node.distance for node in nodes)} moves of the game tree"
    caption = f"{part} of {look.ascii_text(game)}; equal positions are drawn once."
    return Plan(draw, (width * INCH * scale, height * INCH * scale), caption)


def one_game(things: Sequence[Any], depth: int | None) -> Any:
    """Return the game whose tree is wanted, to a depth that makes sense."""
    if len(things) != 1:
        raise NotationError(f"expected one game for a tree, got {len(things)}")
    if depth is not None and depth < 0:
        raise NotationError(f"expected a depth of at least 0, got {depth!r}")
    return things[0]


def branches(game: Any) -> list[tuple[Side, Any]]:
    """Return who may move where; numbers are not expanded."""
    left: tuple[Any, ...]
    right: tuple[Any, ...]
    if isinstance(game, Value | Loopy):
        if _is_number(game):
            return []
        left, right = game.left_options, game.right_options
    elif game.is_impartial:
        return [("both", option) for option in game.options(Left)]
    else:
        left, right = game.options(Left), game.options(Right)
    return [*(("left", g) for g in left), *(("right", g) for g in right)]


def _is_number(game: Value | Loopy) -> bool:
    if isinstance(game, Loopy):
        return game.is_short and game.value.is_number
    return game.is_number


def label(game: Any) -> str:
    """Return a game as a short text."""
    if isinstance(game, Value | Loopy):
        return look.value_text(game, 16 if isinstance(game, Value) else 24)
    if isinstance(game, Position):
        text = game.ruleset.text(game.state)
        return f"({text})" if isinstance(game.state, tuple) and "(" not in text else text
    return str(game)


def _grow(game: Any, depth: int | None) -> list[Node]:
    """Return one node for each position, by the number of moves that lead to it."""
    root = Node(game, 0)
    known: dict[Any, Node] = {game: root}
    waiting = deque([root])
    while waiting:
        node = waiting.popleft()
        options = branches(node.game)
        if depth is not None and node.distance >= depth:
            node.is_cut = bool(options)
            continue
        for side, option in options:
            child = known.get(option)
            if child is None:
                child = known[option] = Node(option, node.distance + 1)
                waiting.append(child)
            if not any(s == side and c is child for s, c in node.branches):
                node.branches.append((side, child))
        check_size(game, len(known), _MOST_NODES)
    return list(known.values())


def check_size(game: Any, count: int, most: int) -> None:
    """Refuse a tree with too many nodes."""
    if count > most:
        raise BudgetExceeded(
            f"expected a tree of at most {most} positions (a depth shows the top), got more at "
            f"{look.ascii_text(game)}"
        )


def _set_levels(nodes: list[Node]) -> None:
    """Put every position below all that lead to it; where play may loop, by its distance."""
    above = {id(node): 0 for node in nodes}
    for node in nodes:
        for _, child in node.branches:
            above[id(child)] += 1
    ready = [node for node in nodes if not above[id(node)]]
    for node in ready:  # it grows
        for _, child in node.branches:
            child.level = max(child.level, node.level + 1)
            above[id(child)] -= 1
            if not above[id(child)]:
                ready.append(child)
    if len(ready) < len(nodes):
        for node in nodes:
            node.level = node.distance


def _describe(node: Node) -> None:
    """Choose what stands in a node: a board or its text, the value, the outcome."""
    game = node.game
    if isinstance(game, Value | Loopy):
        node.lines = [f"{label(game)} ({game.outcome})"]
    else:
        value, outcome = value_if_cheap(game), _outcome(game)
        node.scene = _scene(game)
        facts = [] if value is None else [look.value_text(value, 14)]
        if node.scene is None:
            facts = [label(game), *(f"= {fact}" for fact in facts)]
        node.lines = facts or [""]
        node.lines[-1] += f" ({outcome})" if outcome is not None else ""
    if node.is_cut:
        node.lines.append("…")


def _outcome(game: Any) -> Outcome | None:
    try:
        outcome: Outcome = game.outcome
    except BudgetExceeded:
        return None
    return outcome


def _scene(game: Any) -> Scene | None:
    diagram = game.diagram() if isinstance(game, Position) else None
    try:
        return None if diagram is None else layout(diagram, most=6)
    except NotationError:
        return None


def _ordered_levels(nodes: list[Node]) -> list[list[Node]]:
    """Return the nodes level by level, each near what leads to it and what follows."""
    levels: list[list[Node]] = [[] for _ in range(1 + max(node.level for node in nodes))]
    for node in nodes:
        levels[node.level].append(node)
    parents: dict[int, list[Node]] = {id(node): [] for node in nodes}
    for node in nodes:
        for _, child in node.branches:
            parents[id(child)].append(node)
    for level in levels:
        _spread(level)
    for sweep in range(6):
        rows = levels[1:] if sweep % 2 == 0 else levels[-2::-1]
        for level in rows:
            for node in level:
                children = [child for _, child in node.branches]
                others = parents[id(node)] if sweep % 2 == 0 else children
                if others:
                    node.x = sum(other.x for other in others) / len(others)
            level.sort(key=lambda node: node.x)
            _spread(level)
    return levels


def _spread(level: list[Node]) -> None:
    """Put the nodes of a level side by side around 0, in their order."""
    total = sum(node.width for node in level) + _GAP * (len(level) - 1)
    left = -total / 2
    for node in level:
        node.x = left + node.width / 2
        left += node.width + _GAP


def _place(levels: list[list[Node]]) -> tuple[float, float]:
    """Give the nodes their final places; return width and height of the picture."""
    widths = [
        max(n.x + n.width / 2 for n in row) - min(n.x - n.width / 2 for n in row) for row in levels
    ]
    width = max(230.0, *widths) + 2 * _PAD
    top = _PAD
    for row in levels:
        tallest = max(node.height for node in row)
        for node in row:
            node.x += width / 2
            node.y = top + tallest / 2
        top += tallest + _RISE
    return width, top - _RISE + _PAD


_SHIFTS = {"left": -4.0, "right": 4.0, "both": 0.0}
"""Put the moves of both players side by side."""


def _draw_line(axes: Axes, node: Node, child: Node, side: Side, scale: float) -> None:
    """Draw a move downwards."""
    colour, stroke = look.SIDES[side]
    xs = [node.x + _SHIFTS[side], child.x + _SHIFTS[side]]
    ys = [node.y + node.height / 2, child.y - child.height / 2]
    axes.plot(xs, ys, color=colour, linestyle=stroke, linewidth=1.6 * scale, zorder=1)


def _draw_arrow(axes: Axes, node: Node, child: Node, side: Side, scale: float) -> None:
    """Draw a move in any direction; those that go back stand beside the others."""
    start, end, bend = _ends(node, child, _SHIFTS[side])
    style: dict[str, Any] = {
        "head": "-|>",
        "mutation_scale": 14 * scale,
        "width": 1.6 * scale,
        "zorder": 1,
    }
    look.draw_arrow(axes, start, end, look.SIDES[side], bend=bend, **style)


def _ends(
    node: Node, child: Node, shift: float
) -> tuple[tuple[float, float], tuple[float, float], float]:
    """Return where an arrow begins and ends, and how much it is bent."""
    out, inward = node.height / 2, child.height / 2
    if child.level > node.level:
        return (node.x + shift, node.y + out), (child.x + shift, child.y - inward), 0.0
    if child.level < node.level:
        aside = 4 * shift + (node.width if shift > 0 else -node.width) / 8
        start, end = (node.x + aside, node.y - out), (child.x + aside, child.y + inward)
        return start, end, 0.0
    if child is node:
        x = node.x + (node.width / 2 if shift > 0 else -node.width / 2)
        bend = 1.6 if shift > 0 else -1.6
        return (x, node.y + 0.4 * out), (x, node.y - 0.4 * out), bend
    right = 1 if child.x > node.x else -1
    start = (node.x + right * node.width / 2, node.y + 2 * shift)
    return start, (child.x - right * child.width / 2, child.y + 2 * shift), 0.2


def _draw_node(axes: Axes, node: Node, scale: float) -> None:
    from matplotlib.patches import FancyBboxPatch

    left, top = node.x - node.width / 2, node.y - node.height / 2
    axes.add_patch(
        FancyBboxPatch(
            (left, top),
            node.width,
            node.height,
            boxstyle="round,pad=0,rounding_size=6",
            facecolor=look.PAPER,
            edgecolor=look.SOFT,
            linewidth=0.9 * scale,
            zorder=2,
        )
    )
    line = top + _PAD
    if node.scene is not None:
        x = node.x - node.scene.width / 2
        for shape in node.scene.shapes():
            draw_shape(axes, shape, x, line, scale)
        line += node.scene.height
    for text in node.lines:
        size = _FONT * POINT * scale
        look.write(axes, node.x, line + _LINE / 2, text.strip(), size, zorder=6)
        line += _LINE


def _legend(axes: Axes, nodes: list[Node]) -> None:
    sides = {side for node in nodes for side, _ in node.branches}
    if sides & {"left", "right"}:
        handles = look.legend_lines(left="Left moves", right="Right moves")
        axes.legend(handles=handles, loc="lower center", ncols=2, handlelength=2.6, fontsize=7)
