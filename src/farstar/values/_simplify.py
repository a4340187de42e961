"""A form brought to canonical form, step by step and with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from farstar._outcome import Player
from farstar.engine import Handle, state
from farstar.errors import BudgetExceeded
from farstar.values._form_graph import Graph, Key, check_time

if TYPE_CHECKING:
    from farstar.values._form import Form
    from farstar.values._value import Value

MAX_OPTIONS = 2_000
"""Different options of one player that are compared with each other."""

MAX_STEPS = 5_000
"""Steps that an explanation may have."""

_NAMES = {Player.LEFT: "Left", Player.RIGHT: "Right"}


class Domination(NamedTuple):
    """An option that its player never needs, since another one is at least as good."""

    player: Player
    """Whose option it is."""

    option: Form
    """The option."""

    by: Form
    """An option that is not dominated itself."""


class Reversal(NamedTuple):
    """An option that the opponent answers by a move that leaves them no worse off than before."""

    player: Player
    """Whose option it is."""

    option: Form
    """The option."""

    through: Form
    """The opponent's answer: for Left's option at most, for Right's at least the game itself."""

    replacements: tuple[Form, ...]
    """What may stand instead of the option: the player's options after that answer."""


@dataclass(frozen=True, slots=True)
class SimplificationStep:
    """One step: what is done, why, and what is left."""

    kind: str
    """``"duplicate"``, ``"dominated"``, ``"reversible"``, ``"inside"`` or ``"canonical"``."""

    game: Form
    """The game before this step; an option of an option, maybe."""

    player: Player | None
    """Whose option is concerned."""

    option: Form | None
    """The option that is dropped or replaced."""

    other: Form | None
    """The option that dominates it, or the answer that it reverses through."""

    replacements: tuple[Form, ...]
    """What stands instead of a reversible option."""

    after: Form
    """The game after this step, which has the same value."""

    title: str
    """A few words."""

    text: str
    """Why, in a sentence; long forms are cut off."""

    @property
    def told(self) -> str:
        """The sentence, and what the step leaves."""
        if self.kind in ("inside", "canonical"):
            return self.text
        return f"{self.text} This leaves {self.after.brief(200)}."

    def to_dict(self) -> dict[str, Any]:
        """Return the step as plain data; forms are text, cut off where they are very long."""
        return {
            "kind": self.kind,
            "game": _shown(self.game),
            "player": None if self.player is None else _NAMES[self.player].lower(),
            "option": None if self.option is None else _shown(self.option),
            "other": None if self.other is None else _shown(self.other),
            "replacements": [_shown(form) for form in self.replacements],
            "after": _shown(self.after),
            "text": self.text,
        }


def _shown(form: Form) -> str:
    return form.brief(1000)


class Simplification:
    """How a form becomes canonical: the steps, in order."""

    __slots__ = ("form", "steps")

    form: Form
    """What was simplified."""

    steps: tuple[SimplificationStep, ...]
    """The steps; the last one names the canonical form."""

    def __init__(self, form: Form, steps: Sequence[SimplificationStep]) -> None:
        self.form = form
        self.steps = tuple(steps)

    @property
    def canonical(self) -> Form:
        """The canonical form."""
        return self.steps[-1].after

    @property
    def value(self) -> Value:
        """The value, which no step changes."""
        return self.form.value

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[SimplificationStep]:
        return iter(self.steps)

    def __str__(self) -> str:
        lines = [f"{number}. {step.told}" for number, step in enumerate(self.steps, start=1)]
        return "\n".join([self.form.brief(1000), *lines])

    def _repr_html_(self) -> str:
        from html import escape

        steps = "".join(f"<li>{escape(step.told)}</li>" for step in self.steps)
        return f"<section><h3>{escape(self.form.brief(1000))}</h3><ol>{steps}</ol></section>"

    def __repr__(self) -> str:
        return f"<Simplification of {self.form.brief()} in {len(self)} steps>"

    def to_dict(self) -> dict[str, Any]:
        """Return all steps as plain data."""
        return {"form": _shown(self.form), "steps": [step.to_dict() for step in self.steps]}


# What is dominated and what is reversible, on keys of a graph.


def at_least(player: Player, g: Handle, h: Handle) -> bool:
    """Tell whether `g` is at least as good as `h` for `player`."""
    return state.engine.geq(g, h) if player is Player.LEFT else state.engine.geq(h, g)


def dominations(graph: Graph, keys: Sequence[Key], player: Player) -> list[tuple[Key, Key]]:
    """Return each dominated option with an undominated one that dominates it.

    Of equal options the first one stays.
    """
    options = list(dict.fromkeys(keys))
    if len(options) > MAX_OPTIONS:
        raise BudgetExceeded(
            f"expected at most {MAX_OPTIONS} different options to compare, got {len(options)}"
        )
    best: list[Key] = []
    for key in options:
        check_time()
        value = graph.value(key)
        if not any(at_least(player, graph.value(k), value) for k in best):
            best = [k for k in best if not at_least(player, value, graph.value(k))] + [key]
    kept = set(best)
    return [
        (key, next(k for k in best if at_least(player, graph.value(k), graph.value(key))))
        for key in options
        if key not in kept
    ]


def reversal(graph: Graph, key: Key, game: Handle, player: Player) -> Key | None:
    """Return the first answer of the opponent through which the option `key` reverses."""
    check_time()
    for answer in graph.sides(key)[1 if player is Player.LEFT else 0]:
        if at_least(-player, graph.value(answer), game):
            return answer
    return None
