"""Diagrams of automata: learned ones, and those that plugins name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any, TypeAlias

from farstar._arguments import clip
from farstar.errors import NotationError
from farstar.figures import style as look
from farstar.figures._figure import Plan
from farstar.learn import Conjecture, Machine
from farstar.plugins import load_reference, merged

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_MOST_STATES = 60
"""A diagram with more states than this could not be read."""

_LONG_LABEL = 9


@dataclass(frozen=True)
class AutomatonDiagram:
    """What is drawn of an automaton, whatever it is about."""

    labels: tuple[str, ...]
    """What is written into each state, in one line or two."""
    words: tuple[tuple[str, float], ...]
    """The shortest word of each state, and the size of its font."""
    transitions: Mapping[str, tuple[int, ...]]
    legend: tuple[str, ...]
    """What the letters mean, one text for each letter."""
    caption: str
    places: tuple[tuple[float, float], ...] = ()
    """Where the states are drawn; by default they are spread out."""


def automaton(things: Sequence[Any]) -> Plan:
    """Plan the diagram of an automaton: a learned one, one with a `diagram`, or its name."""
    if len(things) != 1:
        raise NotationError(f"expected one automaton, got {things!r}")
    thing = _named(things[0]) if isinstance(things[0], str) else things[0]
    if isinstance(thing, Conjecture):
        diagram = _learned(thing)
    elif isinstance(thing, Machine):
        diagram = _proved(thing)
    elif is_automaton(thing):
        diagram = thing.diagram()
    else:
        raise NotationError(f"expected one automaton, got {things!r}")
    places = diagram.places or spread(diagram.transitions)

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        look.bare(axes)
        _draw_arrows(axes, diagram.transitions, places)
        for number, place in enumerate(places):
            _draw_state(axes, number, diagram, place)
        axes.set_xlim(min(xs) - 1.6, max(xs) + 1.6)
        axes.set_ylim(min(ys) - 1.5, max(ys) + 1.5)
        _legend(axes, diagram)

    xs, ys = zip(*places, strict=True)
    size = ((max(xs) - min(xs)) * 0.75 + 2.0, (max(ys) - min(ys)) * 0.75 + 2.2)
    return Plan(draw, size, diagram.caption)


def is_automaton(thing: object) -> bool:
    """Return whether something is an automaton that can be drawn."""
    return isinstance(thing, Conjecture | Machine) or (
        hasattr(thing, "transitions") and hasattr(thing, "diagram")
    )


def _named(name: str) -> Any:
    """Return the automaton with a name."""
    automata = merged("automata")
    if name not in automata:
        raise NotationError(f"expected an automaton, {' or '.join(automata)}, got {name!r}")
    return load_reference(automata[name])()


def _learned(conjecture: Conjecture) -> AutomatonDiagram:
    if len(conjecture) > _MOST_STATES:
        raise NotationError(
            f"expected an automaton of at most {_MOST_STATES} states to draw, got {conjecture!r}"
        )
    letters = conjecture.machine.letters
    return AutomatonDiagram(
        tuple(_label(answer) for answer in conjecture.machine.answers),
        tuple(map(_sized, map(conjecture.question.written, conjecture.machine.words))),
        conjecture.machine.transitions,
        tuple(f"letter {letter}" for letter in letters),
        f"A conjecture: the automaton with {len(conjecture)} states that gives the "
        f"{conjecture.question.text}, reading from the {conjecture.question.alphabet.start}; each "
        f"state has its answer, its number and its shortest word. Tested: {conjecture.tested}.",
    )


def _proved(machine: Machine) -> AutomatonDiagram:
    """Return the diagram of the automaton of a theorem."""
    if len(machine) > _MOST_STATES:
        raise NotationError(
            f"expected an automaton of at most {_MOST_STATES} states to draw, got {len(machine)}"
        )
    return AutomatonDiagram(
        tuple(map(_label, machine.answers)),
        tuple(map(_sized, map("".join, machine.words))),
        machine.transitions,
        tuple(f"letter {letter}" for letter in machine.letters),
        f"An automaton with {len(machine)} states that reads words from the left; each state has "
        "its label, its number and its shortest word.",
    )


def _sized(word: str) -> tuple[str, float]:
    size = 7.4 if len(word) <= 5 else 6.4 if len(word) <= 9 else 5.2
    return _unset(clip(word, 14)) or "λ", size


def _unset(text: str) -> str:
    """Return a text that matplotlib does not take for a formula."""
    return text.replace("$", r"\$")


def _label(answer: str) -> str:
    """Return an answer in two lines if it is a long pair, cut off where it is too long."""
    first, comma, second = answer.partition(", ")
    if comma and len(answer) <= _LONG_LABEL - 3:
        return f"({answer})"
    return "\n".join(_unset(clip(line, _LONG_LABEL)) for line in (first, second) if line)


def _draw_state(axes: Axes, number: int, diagram: AutomatonDiagram, place: Point) -> None:
    from matplotlib.patches import Circle

    x, y = place
    label, (word, size) = diagram.labels[number], diagram.words[number]
    start = number == 0
    axes.add_patch(
        Circle(
            place,
            RADIUS,
            facecolor=look.FILL if start else look.PAPER,
            edgecolor=look.INK,
            linewidth=2.0 if start else 1.1,
            zorder=3,
            gid=f"state-{number}",  # pages light a state by it
        )
    )
    small = "\n" in label or len(label) > _LONG_LABEL - 2
    look.write(axes, x, y + 0.12, label, 8.0 if small else 9.5, linespacing=1.05, zorder=4)
    look.write(axes, x, y - 0.32, f"{number}: {word}", size, zorder=4)


def _draw_arrows(
    axes: Axes, transitions: Mapping[str, tuple[int, ...]], places: Sequence[Point]
) -> None:
    arrows = {(i, j) for targets in transitions.values() for i, j in enumerate(targets)}
    centre = (
        sum(x for x, _ in places) / len(places),
        sum(y for _, y in places) / len(places),
    )
    for i, j in sorted(arrows):
        letters = [letter for letter, targets in transitions.items() if targets[i] == j]
        side = "both"
        if len(transitions) == 2 and len(letters) == 1:
            side = "left" if letters[0] == next(iter(transitions)) else "right"
        if i == j:
            taken = [places[a if b == i else b] for a, b in arrows if i in (a, b) and a != b]
            angle = _free_angle(places[i], taken, centre)
            _draw_loop(axes, places[i], ", ".join(letters), angle, side)
        else:
            others = [place for k, place in enumerate(places) if k not in (i, j)]
            bent = bend(places[i], places[j], others, 0.16 if (j, i) in arrows else 0.0)
            _draw_arrow(axes, places[i], places[j], ", ".join(letters), bent, side)


def _draw_arrow(axes: Axes, start: Point, end: Point, letters: str, bent: float, side: str) -> None:
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = hypot(dx, dy)
    ux, uy = dx / far, dy / far
    tail = (start[0] + ux * RADIUS, start[1] + uy * RADIUS)
    tip = (end[0] - ux * (RADIUS + 0.03), end[1] - uy * (RADIUS + 0.03))
    look.draw_arrow(axes, tail, tip, look.SIDES[side], bend=bent)
    away = bent * far / 2
    place = ((start[0] + end[0]) / 2 + uy * away, (start[1] + end[1]) / 2 - ux * away)
    _letter(axes, place, letters, side)


def _draw_loop(axes: Axes, place: Point, letters: str, angle: float, side: str) -> None:
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path

    def around(far: float, turn: float) -> Point:
        return place[0] + far * cos(angle + turn), place[1] + far * sin(angle + turn)

    corners = [
        around(RADIUS, 0.45),
        around(RADIUS + 0.85, 0.55),
        around(RADIUS + 0.85, -0.55),
        around(RADIUS + 0.03, -0.45),
    ]
    colour, stroke = look.SIDES[side]
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
    _letter(axes, around(RADIUS + 0.62, 0.0), letters, side)


def _free_angle(place: Point, taken: Sequence[Point], centre: Point) -> float:
    """Return the direction in which a loop is furthest from the other arrows, and outside."""
    angles = [atan2(y - place[1], x - place[0]) for x, y in taken]
    outward = atan2(place[1] - centre[1], place[0] - centre[0])

    def room(angle: float) -> float:
        gaps = [abs((angle - a + pi) % (2 * pi) - pi) for a in angles]
        return min(gaps, default=pi) - 0.15 * abs((angle - outward + pi) % (2 * pi) - pi)

    return max((2 * pi * i / 48 for i in range(48)), key=lambda a: (round(room(a), 9), -a))


def _letter(axes: Axes, place: Point, letters: str, side: str) -> None:
    box = {"boxstyle": "round,pad=0.12", "facecolor": look.PAPER, "edgecolor": "none"}
    colour = look.SIDES[side][0]
    look.write(axes, *place, letters, 9.5, fontstyle="italic", color=colour, zorder=5, bbox=box)


def _legend(axes: Axes, diagram: AutomatonDiagram) -> None:
    """Explain the colours, which only two letters have."""
    if len(diagram.transitions) == 2:
        first, second = diagram.legend
        handles = look.legend_lines(left=first, right=second, both="either")
        below = (0.5, 0.02)
        axes.legend(
            handles=handles, loc="upper center", bbox_to_anchor=below, ncols=3, handlelength=2.6
        )


# Where states are drawn, and how arrows keep clear of them.


Point: TypeAlias = tuple[float, float]

RADIUS = 0.6
"""The radius of a state."""

_STEP = 2.7
"""The wanted distance of states that an arrow joins."""

_ROUNDS = 400
_CLEAR = RADIUS + 0.12
_BENDS = (0.0, 0.16, -0.16, 0.3, -0.3, 0.45, -0.45)


def spread(transitions: Mapping[str, Sequence[int]]) -> list[Point]:
    """Return places whose distances are near to those in the graph.

    Each state moves in turn to where its distances from all others fit best, beginning on a
    circle; this never makes the sum of the weighted squared errors larger.
    """
    distance = _distances(transitions)
    count = len(distance)
    if count == 1:
        return [(0.0, 0.0)]
    radius = max(1.6, count * 0.32)
    angles = [pi / 2 - 2 * pi * i / count for i in range(count)]
    places = [(radius * cos(a), radius * sin(a)) for a in angles]
    for _ in range(_ROUNDS):
        for i in range(count):
            places[i] = _pulled(i, places, distance[i])
    return [(round(x, 2), round(y, 2)) for x, y in places]


def _pulled(i: int, places: Sequence[Point], distance: Sequence[int]) -> Point:
    x = y = total = 0.0
    for j, (other_x, other_y) in enumerate(places):
        if i == j:
            continue
        wanted = _STEP * distance[j]
        weight = wanted**-2
        dx, dy = places[i][0] - other_x, places[i][1] - other_y
        scale = wanted / max(hypot(dx, dy), 1e-6)
        x += weight * (other_x + dx * scale)
        y += weight * (other_y + dy * scale)
        total += weight
    return x / total, y / total


def _distances(transitions: Mapping[str, Sequence[int]]) -> list[list[int]]:
    """Return how many arrows, in either direction, lead from each state to each other."""
    count = len(next(iter(transitions.values())))
    beside: list[set[int]] = [set() for _ in range(count)]
    for targets in transitions.values():
        for i, j in enumerate(targets):
            beside[i].add(j)
            beside[j].add(i)
    rows = []
    for start in range(count):
        row = {start: 0}
        for i in (queue := [start]):
            for j in sorted(beside[i] - row.keys()):
                row[j] = row[i] + 1
                queue.append(j)
        # All states are reached from the first one, so none is missing.
        rows.append([row[j] for j in range(count)])
    return rows


def bend(start: Point, end: Point, others: Iterable[Point], usual: float) -> float:
    """Return how far an arrow bends to keep clear of other states: as usual, if that will do."""
    obstacles = list(others)

    def clearance(bent: float) -> float:
        points = [_curve_point(start, end, bent, t / 8) for t in range(1, 8)]
        return min(
            (hypot(x - a, y - b) for x, y in points for a, b in obstacles), default=float("inf")
        )

    best = usual
    for bent in (usual, *_BENDS):
        if usual and bent == 0.0:
            # Straight arrows in both directions would cover each other.
            continue
        if clearance(bent) >= _CLEAR:
            return bent
        if clearance(bent) > clearance(best) + 1e-9:
            best = bent
    return best


def _curve_point(start: Point, end: Point, bent: float, t: float) -> Point:
    """Return a point of an arrow: of the parabola that matplotlib calls ``arc3``."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    middle = ((start[0] + end[0]) / 2 + bent * dy, (start[1] + end[1]) / 2 - bent * dx)
    u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t**2
    return (
        u * start[0] + v * middle[0] + w * end[0],
        u * start[1] + v * middle[1] + w * end[1],
    )
