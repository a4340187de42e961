"""Diagrams of the automata that read the words of Partizan Euclid."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any, TypeAlias

from farstar.errors import NotationError
from farstar.figures import _style as look
from farstar.figures._figure import Plan
from farstar.theory.automata import Automaton, State

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

Place: TypeAlias = tuple[float, float]

_EIGHT: list[Place] = [
    (-1.0, 1.75),
    (-1.0, -1.75),
    (1.0, 1.75),
    (-2.05, 0.0),
    (2.05, 0.0),
    (-4.0, 0.0),
    (1.0, -1.75),
    (4.0, 0.0),
]
"""The states of the paired outcomes: the 6-cycle, and both sinks outside."""

_SEVENTEEN: list[Place] = [
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
]

_RADIUS = 0.6


def automaton(things: Sequence[Any]) -> Plan:
    """Plan the diagram of an automaton."""
    if len(things) != 1 or not isinstance(things[0], Automaton):
        raise NotationError(f"expected one automaton, got {things!r}")
    machine = things[0]
    places = _places(len(machine.states))

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        look.bare(axes)
        _draw_arrows(axes, machine, places)
        for state, place in zip(machine.states, places, strict=True):
            _draw_state(axes, state, place)
        _frame(axes, places)
        _legend(axes)

    xs, ys = zip(*places, strict=True)
    size = ((max(xs) - min(xs)) * 0.75 + 2.0, (max(ys) - min(ys)) * 0.75 + 2.2)
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
    return Plan(draw, size, caption)


def _places(count: int) -> list[Place]:
    known = {len(_EIGHT): _EIGHT, len(_SEVENTEEN): _SEVENTEEN}
    if count in known:
        return known[count]
    radius = max(2.0, count * 0.32)
    angles = [pi / 2 - 2 * pi * i / count for i in range(count)]
    return [(radius * cos(a), radius * sin(a)) for a in angles]


def _draw_state(axes: Axes, state: State, place: Place) -> None:
    from matplotlib.patches import Circle

    x, y = place
    start = state.number == 0
    axes.add_patch(
        Circle(
            place,
            _RADIUS,
            facecolor=look.FILL if start else look.PAPER,
            edgecolor=look.INK,
            linewidth=2.0 if start else 1.1,
            zorder=3,
            gid=f"state-{state.number}",  # pages light a state by it
        )
    )
    pair = f"({''.join(state.left)}, {''.join(state.value)})"
    small = len(state.value) > 1
    middle = f"{''.join(state.left)}\n{''.join(state.value)}" if small else pair
    axes.text(
        x,
        y + 0.12,
        middle,
        ha="center",
        va="center",
        fontsize=8.0 if small else 9.5,
        linespacing=1.05,
        zorder=4,
    )
    below = f"{state.number}: {look.word_text(state.word)}"
    size = 6.4 if len(str(state.word)) > 5 else 7.4
    axes.text(x, y - 0.32, below, ha="center", va="center", fontsize=size, zorder=4)


def _draw_arrows(axes: Axes, machine: Automaton, places: Sequence[Place]) -> None:
    left, right = machine.transitions["l"], machine.transitions["r"]
    arrows = {
        *((i, j) for i, j in enumerate(left)),
        *((i, j) for i, j in enumerate(right)),
    }
    centre = (
        sum(x for x, _ in places) / len(places),
        sum(y for _, y in places) / len(places),
    )
    for i, j in sorted(arrows):
        letters = ("l" if left[i] == j else "") + ("r" if right[i] == j else "")
        if i == j:
            taken = [places[a if b == i else b] for a, b in arrows if i in (a, b) and a != b]
            _draw_loop(axes, places[i], letters, _free_angle(places[i], taken, centre))
        else:
            bend = 0.16 if (j, i) in arrows else 0.0
            _draw_arrow(axes, places[i], places[j], letters, bend)


def _looks(letters: str) -> tuple[str, Any]:
    if letters == "l":
        return look.LEFT, "-"
    if letters == "r":
        return look.RIGHT, look.DASHES
    return look.INK, "-"


def _draw_arrow(axes: Axes, start: Place, end: Place, letters: str, bend: float) -> None:
    from matplotlib.patches import FancyArrowPatch

    colour, stroke = _looks(letters)
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = hypot(dx, dy)
    ux, uy = dx / far, dy / far
    tail = (start[0] + ux * _RADIUS, start[1] + uy * _RADIUS)
    tip = (end[0] - ux * (_RADIUS + 0.03), end[1] - uy * (_RADIUS + 0.03))
    axes.add_patch(
        FancyArrowPatch(
            tail,
            tip,
            connectionstyle=f"arc3,rad={bend}",
            arrowstyle="-|>,head_length=5,head_width=2.6",
            color=colour,
            linestyle=stroke,
            linewidth=1.5,
            shrinkA=0,
            shrinkB=0,
            zorder=2,
        )
    )
    away = bend * far / 2
    place = ((start[0] + end[0]) / 2 + uy * away, (start[1] + end[1]) / 2 - ux * away)
    _letter(axes, place, letters, colour)


def _draw_loop(axes: Axes, place: Place, letters: str, angle: float) -> None:
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path

    colour, stroke = _looks(letters)

    def around(far: float, turn: float) -> Place:
        return place[0] + far * cos(angle + turn), place[1] + far * sin(angle + turn)

    corners = [
        around(_RADIUS, 0.45),
        around(_RADIUS + 0.85, 0.55),
        around(_RADIUS + 0.85, -0.55),
        around(_RADIUS + 0.03, -0.45),
    ]
    axes.add_patch(
        FancyArrowPatch(
            path=Path(corners, [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4]),
            arrowstyle="-|>,head_length=5,head_width=2.6",
            facecolor=colour,
            edgecolor=colour,
            fill=False,
            linestyle=stroke,
            linewidth=1.5,
            zorder=2,
        )
    )
    _letter(axes, around(_RADIUS + 0.62, 0.0), letters, colour)


def _free_angle(place: Place, taken: Sequence[Place], centre: Place) -> float:
    """Return the direction in which a loop is furthest from the other arrows, and outside."""
    angles = [atan2(y - place[1], x - place[0]) for x, y in taken]
    outward = atan2(place[1] - centre[1], place[0] - centre[0])

    def room(angle: float) -> float:
        gaps = [abs((angle - a + pi) % (2 * pi) - pi) for a in angles]
        return min(gaps, default=pi) - 0.15 * abs((angle - outward + pi) % (2 * pi) - pi)

    return max((2 * pi * i / 48 for i in range(48)), key=lambda a: (round(room(a), 9), -a))


def _letter(axes: Axes, place: Place, letters: str, colour: str) -> None:
    axes.text(
        *place,
        ", ".join(letters),
        ha="center",
        va="center",
        fontsize=9.5,
        fontstyle="italic",
        color=colour,
        zorder=5,
        bbox={"boxstyle": "round,pad=0.12", "facecolor": look.PAPER, "edgecolor": "none"},
    )


def _frame(axes: Axes, places: Sequence[Place]) -> None:
    xs, ys = zip(*places, strict=True)
    axes.set_xlim(min(xs) - 1.6, max(xs) + 1.6)
    axes.set_ylim(min(ys) - 1.5, max(ys) + 1.5)


def _legend(axes: Axes) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=look.LEFT, linewidth=1.5, label="letter l in front"),
        Line2D(
            [],
            [],
            color=look.RIGHT,
            linewidth=1.5,
            linestyle=look.DASHES,
            label="letter r in front",
        ),
        Line2D([], [], color=look.INK, linewidth=1.5, label="either"),
    ]
    axes.legend(
        handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0.02), ncols=3, handlelength=2.6
    )
