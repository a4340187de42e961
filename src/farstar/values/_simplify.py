"""A form brought to canonical form, step by step and with reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from farstar._outcome import Player
from farstar.engine import Handle, state
from farstar.errors import BudgetExceeded
from farstar.formulas import MarkedText
from farstar.values._form_graph import Graph, Key, Writer, check_time

if TYPE_CHECKING:
    from farstar.values._form import Form
    from farstar.values._value import Value

MAX_OPTIONS = 2_000
"""Different options of one player that are compared with each other."""

MAX_STEPS = 5_000
"""Steps that an explanation may have."""

_NAMES = {Player.LEFT: "Left", Player.RIGHT: "Right"}


class Domination(NamedTuple):
    """An option that its player never needs, because another option is at least as good."""

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
    def sentence(self) -> str:
        """The sentence, and what the step leaves."""
        if self.kind in ("inside", "canonical"):
            return self.text
        return f"{self.text} This leaves {self.after.brief(200)}."

    def to_dict(self) -> dict[str, Any]:
        """Return the step as plain data; forms are text, cut off where they are very long."""
        return {
            "kind": self.kind,
            "game": _brief(self.game),
            "player": None if self.player is None else _NAMES[self.player].lower(),
            "option": None if self.option is None else _brief(self.option),
            "other": None if self.other is None else _brief(self.other),
            "replacements": [_brief(form) for form in self.replacements],
            "after": _brief(self.after),
            "text": self.text,
        }


def _brief(form: Form) -> str:
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
        lines = [f"{number}. {step.sentence}" for number, step in enumerate(self.steps, start=1)]
        return "\n".join([self.form.brief(1000), *lines])

    def _repr_html_(self) -> str:
        from html import escape

        steps = "".join(f"<li>{escape(step.sentence)}</li>" for step in self.steps)
        return f"<section><h3>{escape(self.form.brief(1000))}</h3><ol>{steps}</ol></section>"

    def __repr__(self) -> str:
        return f"<Simplification of {self.form.brief()} in {len(self)} steps>"

    def to_dict(self) -> dict[str, Any]:
        """Return all steps as plain data."""
        return {"form": _brief(self.form), "steps": [step.to_dict() for step in self.steps]}


# What is dominated and what is reversible, on keys of a graph.


def at_least(player: Player, g: Handle, h: Handle) -> bool:
    """Return whether `g` is at least as good as `h` for `player`."""
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


_PLAYERS = (Player.LEFT, Player.RIGHT)
_TITLES = {
    "duplicate": "Repeated option",
    "dominated": "Dominated option",
    "reversible": "Reversible option",
    "inside": "Inside an option",
    "canonical": "Canonical form",
}


def simplify(form: Form) -> Simplification:
    """Return how `form` becomes canonical.

    First the options that are repeated or dominated go, then those that are reversible are
    replaced; then the same is done inside each option that is left. At each step the value of
    what is left is compared with that of the form.
    """
    return Simplification(form, _Steps(form).run())


class _Task:
    """A game whose options are being simplified."""

    def __init__(self, key: Key, sides: Sequence[Sequence[Key]], where: str) -> None:
        self.key = key
        self.sides = {player: list(side) for player, side in zip(_PLAYERS, sides, strict=True)}
        self.where = where
        self.waiting: Key | None = None


class _Steps:
    def __init__(self, form: Form) -> None:
        self._make = type(form)._of
        # A copy, which the games in between are added to.
        self.graph = form._graph.copy()
        self.writer = Writer(self.graph)
        self.classes = self.graph.classes({})
        for place in self.graph.names:
            # A canonical form is compared by its value.
            leaf = self.classes[place]
            if isinstance(leaf, tuple):
                self.graph.names[place] = self.writer.brief(leaf)
        self.root = form._key
        self.steps: list[SimplificationStep] = []

    def run(self) -> list[SimplificationStep]:
        """Simplify the root, and inside it whatever needs it, with a stack of its own."""
        tasks = [self._task(self.root, "")]
        done: dict[Key, Key] = {}
        while tasks:
            task = tasks[-1]
            if task.waiting is None:
                self._prune(task)
            inner = self._next_inside(task, done)
            if inner is not None:
                task.waiting = inner
                self._announce(task, inner)
                tasks.append(self._task(inner, "inside"))
                continue
            done[task.key] = self._finish(task)
            tasks.pop()
        return self.steps

    def _wrapped(self, key: Key) -> Form:
        return self._make(self.graph, key)

    def _task(self, key: Key, where: str) -> _Task:
        return _Task(key, self.graph.sides(key), where)

    # Pruning the options of one game

    def _prune(self, task: _Task) -> None:
        """Drop and replace options until none is repeated, dominated or reversible."""
        if not isinstance(task.key, int):
            return
        changed = True
        while changed:
            for player in _PLAYERS:
                self._drop_repeated(task, player)
            for player in _PLAYERS:
                self._drop_dominated(task, player)
            changed = any(self._bypass(task, player) for player in _PLAYERS)

    def _drop_repeated(self, task: _Task, player: Player) -> None:
        for key, times in Counter(task.sides[player]).items():
            if times == 1:
                continue
            game = self._form(task)
            first = task.sides[player].index(key)
            task.sides[player] = [
                k for place, k in enumerate(task.sides[player]) if k != key or place == first
            ]
            self._record(
                "duplicate",
                task,
                game,
                player,
                key,
                text=f"{_NAMES[player]}'s option `{self._brief(key)}` is written {times} times.",
            )

    def _drop_dominated(self, task: _Task, player: Player) -> None:
        sign = ">=" if player is Player.LEFT else "<="
        for key, by in dominations(self.graph, task.sides[player], player):
            game = self._form(task)
            task.sides[player].remove(key)
            option, other = self._brief(key), self._brief(by)
            self._record(
                "dominated",
                task,
                game,
                player,
                key,
                by,
                text=f"{_NAMES[player]}'s option `{option}` is dominated by `{other}`, "
                f"since `{self._measure(by)} {sign} {self._measure(key)}`.",
            )

    def _bypass(self, task: _Task, player: Player) -> bool:
        """Replace the first reversible option; tell whether there was one."""
        value = self.graph.value(task.key)
        for place, key in enumerate(task.sides[player]):
            answer = reversal(self.graph, key, value, player)
            if answer is None:
                continue
            game = self._form(task)
            replacements = self.graph.sides(answer)[0 if player is Player.LEFT else 1]
            rest = task.sides[player][:place] + task.sides[player][place + 1 :]
            new = [k for k in dict.fromkeys(replacements) if k not in rest]
            task.sides[player][place : place + 1] = new
            self._record(
                "reversible",
                task,
                game,
                player,
                key,
                answer,
                replacements,
                text=self._reversal_text(task, player, key, answer, replacements),
            )
            return True
        return False

    def _reversal_text(
        self, task: _Task, player: Player, key: Key, answer: Key, replacements: Sequence[Key]
    ) -> str:
        name, opponent = _NAMES[player], _NAMES[-player]
        sign = "<=" if player is Player.LEFT else ">="
        through = self._brief(answer)
        sentence = (
            f"{name}'s option `{self._brief(key)}` reverses through {opponent}'s answer "
            f"`{through}`, "
            f"since `{self._measure(answer)} {sign} {self._value(task.key)}`, "
            "the value of the game; "
        )
        if not replacements:
            return f"{sentence}{name} has no option in `{through}`, so nothing replaces it."
        texts = ", ".join(f"`{self._brief(k)}`" for k in replacements[:5])
        more = f" and {len(replacements) - 5} more" if len(replacements) > 5 else ""
        return f"{sentence}it is replaced by {name}'s options in `{through}`: {texts}{more}."

    # Inside

    def _next_inside(self, task: _Task, done: dict[Key, Key]) -> Key | None:
        """Put canonical forms for options that are known by now; return one that is not."""
        task.waiting = None
        for player in _PLAYERS:
            for place, key in enumerate(task.sides[player]):
                if not isinstance(key, int):
                    continue
                literally = self.classes[key] if key < len(self.classes) else None
                if isinstance(literally, tuple):
                    task.sides[player][place] = literally
                elif key in done:
                    task.sides[player][place] = done[key]
                else:
                    return key
        return None

    def _announce(self, task: _Task, inner: Key) -> None:
        player = next(p for p in _PLAYERS if inner in task.sides[p])
        self._record(
            "inside",
            task,
            self._form(task),
            player,
            inner,
            text=f"{_NAMES[player]}'s option `{self._brief(inner)}` is not canonical itself; "
            "it is simplified in the next steps.",
        )

    def _finish(self, task: _Task) -> Key:
        self._prune(task)
        value = self.graph.value(task.key)
        canonical: Key = (value,)
        left, right = self.graph.sides(canonical) if isinstance(task.key, int) else ((), ())
        if isinstance(task.key, int):
            assert {*left} == {*task.sides[Player.LEFT]}, "the Left options are canonical"
            assert {*right} == {*task.sides[Player.RIGHT]}, "the Right options are canonical"
        game = self._form(task)
        options = self.writer.brief(game._key, 200)
        name = self._value(task.key)
        text = f"No option of `{options}` is dominated or reversible: it is the canonical form"
        self._record(
            "canonical",
            task,
            game,
            text=f"{text}." if name == options else f"{text} of `{name}`.",
            after=canonical,
        )
        return canonical

    # Recording

    def _form(self, task: _Task) -> Form:
        if not isinstance(task.key, int):
            return self._wrapped(task.key)
        left, right = task.sides[Player.LEFT], task.sides[Player.RIGHT]
        return self._wrapped(self.graph.add(left, right))

    def _record(
        self,
        kind: str,
        task: _Task,
        game: Form,
        player: Player | None = None,
        option: Key | None = None,
        other: Key | None = None,
        replacements: Sequence[Key] = (),
        *,
        text: str,
        after: Key | None = None,
    ) -> None:
        left = self._form(task) if after is None else self._wrapped(after)
        if self.graph.value(left._key) != self.graph.value(task.key):
            raise AssertionError(f"a step has changed the value: {text}")
        if len(self.steps) >= MAX_STEPS:
            raise BudgetExceeded(f"expected a form that is simplified in {MAX_STEPS} steps")
        self.steps.append(
            SimplificationStep(
                kind,
                game,
                player,
                None if option is None else self._wrapped(option),
                None if other is None else self._wrapped(other),
                tuple(self._wrapped(k) for k in replacements),
                left,
                _TITLES[kind] + (" (inside an option)" if task.where else ""),
                MarkedText(text),
            )
        )

    def _brief(self, key: Key) -> str:
        return self.writer.brief(key)

    def _measure(self, key: Key) -> str:
        """Return what is compared: for a position its value, since its name does not show it."""
        if not isinstance(key, int) or key not in self.graph.names:
            return self._brief(key)
        return self.writer.brief((self.graph.value(key),))

    def _value(self, key: Key) -> str:
        handle: Handle = self.graph.value(key)
        return self.writer.brief((handle,), 200)
