"""A kind of figures, and an automaton that can be plotted by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure

from farstar.errors import NotationError
from farstar.expressions import parse
from farstar.figures import AutomatonDiagram, Plan
from farstar_stairs.game import Stairs
from farstar_stairs.theory import VALUES


def staircase(things: Sequence[Any], *, colour: str = "black") -> Plan:
    """Plan the figure of one position: ``fs.plot("Stairs(7)", kind="staircase", colour="red")``."""
    (position,) = (parse(thing) if isinstance(thing, str) else thing for thing in things)
    if not isinstance(position, Stairs):
        raise NotationError(f"expected a position of Stairs for a staircase, got {position}")
    steps = range(position.steps + 1)

    def draw(canvas: Figure) -> None:
        axes = canvas.add_subplot()
        axes.step(steps, steps, where="post", color=colour)
        axes.plot([position.steps], [position.steps], "o", color=colour)

    return Plan(draw, (4, 4), f"The staircase of {position}.")


class StairsAutomaton:
    """Reads the number of the step, written as so many letters s, and finds the value."""

    transitions = {"s": (1, 2, 0)}

    def diagram(self) -> AutomatonDiagram:
        """Return what is drawn."""
        words = (("", 8.0), ("s", 8.0), ("ss", 8.0))
        caption = "The values of Stairs: a letter for each step."
        return AutomatonDiagram(VALUES, words, self.transitions, ("letter s",), caption)
