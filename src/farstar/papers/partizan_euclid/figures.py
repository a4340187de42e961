"""Figures of Partizan Euclid: the automata that read its words, and game trees with the spine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from farstar._digits import to_text
from farstar.errors import BudgetExceeded
from farstar.figures import AutomatonDiagram, Plan, game_trees
from farstar.figures import style as look
from farstar.figures.game_trees import Node, branches, check_size, label, one_game
from farstar.papers.partizan_euclid.theory.automata import (
    Automaton,
    State,
    far_star_automaton,
    paired_outcome_automaton,
)
from farstar.papers.partizan_euclid.theory.words import Word

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_EIGHT: tuple[tuple[float, float], ...] = (
    (-1.0, 1.75),
    (-1.0, -1.75),
    (1.0, 1.75),
    (-2.05, 0.0),
    (2.05, 0.0),
    (-4.0, 0.0),
    (1.0, -1.75),
    (4.0, 0.0),
)
"""The states of the paired outcomes: the 6-cycle, and both sinks outside."""

_SEVENTEEN: tuple[tuple[float, float], ...] = (
    (-1.15, 1.8),
    (-1.15, -1.8),
    (1.15, 1.8),
    (-2.3, 0.0),
    (2.3, 0.0),
    (1.75, 3.75),
    (-4.45, 0.0),
    (1.15, -1.8),
    (4.45, 0.0),
    (4.15, 3.75),
    (-5.6, 2.1),
    (6.6, 0.0),
    (2.95, 5.6),
    (6.1, 2.2),
    (0.5, 5.6),
    (-1.6, 4.3),
    (-3.9, 3.6),
)


def _places(machine: Automaton) -> tuple[tuple[float, float], ...]:
    """Return where the states of a well-known automaton are drawn."""
    for known, places in ((paired_outcome_automaton(), _EIGHT), (far_star_automaton(), _SEVENTEEN)):
        if machine.transitions == known.transitions:
            return places
    return ()


def automaton_diagram(machine: Automaton) -> AutomatonDiagram:
    """Return the diagram of an automaton, placed by hand if it is one of the well-known two."""
    heaps = len(machine.states[0].value)
    what = (
        "paired outcomes (that of Left's option, that of the position)"
        if heaps == 1
        else f"outcomes of Left's option and of the position plus each heap *0 to *{heaps - 1}"
    )
    caption = (
        f"The automaton with {len(machine.states)} states that reads a word of Partizan Euclid "
        f"from its e leftwards; a state is the {what}, with its number and its shortest word."
    )
    return AutomatonDiagram(
        tuple(map(_pair, machine.states)),
        tuple(
            (word_text(state.word), 6.4 if len(str(state.word)) > 5 else 7.4)
            for state in machine.states
        ),
        {"l": machine.transitions["l"], "r": machine.transitions["r"]},
        ("letter l in front", "letter r in front"),
        caption,
        _places(machine),
    )


def _pair(state: State) -> str:
    left, value = "".join(state.left), "".join(state.value)
    return f"{left}\n{value}" if len(state.value) > 1 else f"({left}, {value})"


def word_text(word: Word) -> str:
    """Return a word as mathematics, runs as powers."""
    if word.is_empty:
        return "λ"
    runs = (
        run.letter if run.length == 1 else f"{run.letter}^{{{to_text(run.length)}}}"
        for run in word.runs
    )
    return f"$\\mathit{{{''.join(runs)}e}}$"


# Game trees, in which every position has a place of its own.

_MOST_NODES = 400
_MOST_LEAVES = 30
"""A tree with more than this shows its spine and what leads off it."""


def tree(things: Sequence[Any], *, depth: int | None = None, spine: bool | None = None) -> Plan:
    """Plan the game tree of a position, with its spine marked unless `spine` is false.

    If such a tree is too wide, moves off the spine are shown, but not what follows them.
    """
    if spine is False:
        return game_trees.tree(things, depth=depth)
    game = one_game(things, depth)
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
    nodes = [Node(game, 0, is_marked=game in spine)]
    for node in nodes:
        options = branches(node.game)
        if (depth is not None and node.distance >= depth) or (folded and not node.is_marked):
            node.is_cut = bool(options)
            continue
        for side, option in options:
            follows = node.is_marked and option in spine
            child = Node(option, node.distance + 1, is_marked=follows)
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
            thick = child.is_marked
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
        edge = look.INK if node.is_marked else "#c9c3b5"
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
                "linewidth": 1.3 if node.is_marked else 0.8,
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
