"""The order in which a form is simplified, and the sentences that say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from farstar._outcome import Player
from farstar.engine import Handle
from farstar.errors import BudgetExceeded
from farstar.values._form import Form
from farstar.values._form_graph import Key
from farstar.values._form_text import Writer
from farstar.values._simplify import (
    _NAMES,
    MAX_STEPS,
    Simplification,
    SimplificationStep,
    dominations,
    reversal,
)

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
        # A copy, which the games in between are added to.
        self.graph = form._graph.copy()
        self.writer = Writer(self.graph)
        self.classes = self.graph.classes({})
        for place in self.graph.names:
            # What is canonical already is best known by its value.
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
                text=f"{_NAMES[player]}'s option {self._brief(key)} is written {times} times.",
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
                text=f"{_NAMES[player]}'s option {option} is dominated by {other}, "
                f"since {self._measure(by)} {sign} {self._measure(key)}.",
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
            f"{name}'s option {self._brief(key)} reverses through {opponent}'s answer {through}, "
            f"since {self._measure(answer)} {sign} {self._value(task.key)}, "
            "the value of the game; "
        )
        if not replacements:
            return f"{sentence}{name} has no option in {through}, so nothing replaces it."
        texts = ", ".join(self._brief(k) for k in replacements[:5])
        more = f" and {len(replacements) - 5} more" if len(replacements) > 5 else ""
        return f"{sentence}it is replaced by {name}'s options in {through}: {texts}{more}."

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
            text=f"{_NAMES[player]}'s option {self._brief(inner)} is not canonical itself; "
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
        text = f"No option of {options} is dominated or reversible: it is the canonical form"
        self._record(
            "canonical",
            task,
            game,
            text=f"{text}." if name == options else f"{text} of {name}.",
            after=canonical,
        )
        return canonical

    # Recording

    def _form(self, task: _Task) -> Form:
        if not isinstance(task.key, int):
            return Form._of(self.graph, task.key)
        left, right = task.sides[Player.LEFT], task.sides[Player.RIGHT]
        return Form._of(self.graph, self.graph.add(left, right))

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
        left = self._form(task) if after is None else Form._of(self.graph, after)
        if self.graph.value(left._key) != self.graph.value(task.key):
            raise AssertionError(f"a step has changed the value: {text}")
        if len(self.steps) >= MAX_STEPS:
            raise BudgetExceeded(f"expected a form that is simplified in {MAX_STEPS} steps")
        self.steps.append(
            SimplificationStep(
                kind,
                game,
                player,
                None if option is None else Form._of(self.graph, option),
                None if other is None else Form._of(self.graph, other),
                tuple(Form._of(self.graph, k) for k in replacements),
                left,
                _TITLES[kind] + (" (inside an option)" if task.where else ""),
                text,
            )
        )

    def _brief(self, key: Key) -> str:
        return self.writer.brief(key)

    def _measure(self, key: Key) -> str:
        """Return what is compared: of a position its value, which its name does not tell."""
        if not isinstance(key, int) or key not in self.graph.names:
            return self._brief(key)
        return self.writer.brief((self.graph.value(key),))

    def _value(self, key: Key) -> str:
        handle: Handle = self.graph.value(key)
        return self.writer.brief((handle,), 200)
