"""Labels of all words by an automaton that is learned and proved in one loop.

An automaton is learned from the labels of single words. Then it reads a word and all options of
that word at once, and in every state that is reached its label of the word is compared with what
its labels of the options give. If they always agree, the automaton is right for every word, by
induction along moves. Otherwise there is a word for which they disagree; then that word, one of its
options or a part of one is labelled wrongly, and the automaton learns from it. So the proof itself
finds the counterexamples, and no words need to be tested.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from farstar._arguments import integer, shown
from farstar.errors import BudgetExceeded, NotationError
from farstar.learn import Machine, ObservationTable
from farstar.prove._game import (
    NO_POSITION,
    Label,
    Oracle,
    Positions,
    What,
    Word,
    WordGame,
    is_position,
    label_of_options,
    look_at_the_clock,
    sum_of,
    zero_of,
)
from farstar.prove._theorem import NotProved, Theorem, Unproved, answers, give_up
from farstar.rules import Ruleset
from farstar.values import Value

_WHATS = ("outcome", "misere", "grundy", "value")
_NAMES = {
    "outcome": "outcome",
    "misere": "misère outcome",
    "grundy": "Grundy value",
    "value": "value",
}
MOST_STATES = 400
MOST_PRODUCT = 400_000


@answers
def outcomes(
    rules: Ruleset | str,
    *,
    what: What = "outcome",
    parts: str = "",
    height: int = 1,
    words: str = "",
    states: int = MOST_STATES,
    automaton: Machine | None = None,
) -> Theorem | NotProved:
    r"""Prove an automaton that labels the words of every length.

    Parameters
    ----------
    rules : Ruleset or str
        Rules written as patterns, for strips, rings or boards of fixed height.
    what : str
        The label: ``"outcome"``, ``"misere"`` for the misère outcome, ``"grundy"`` or ``"value"``.
    parts : str
        A mark that separates independent parts; the label of a word is the sum of those of its
        parts. For Grundy values and values.
    height : int
        The number of rows of the boards.
    words : str
        An expression such as ``"[xo]*"``: only the words that match and what arises from them.
    states : int
        Give up beyond this many states.
    automaton : Machine, optional
        The automaton to prove, if it is known. Its answers are the labels as text, and ``?`` for
        words that the theorem is not about. Without it one is learned.

    Raises
    ------
    NotationError
        If the rules cannot be translated, or the question has no meaning for them.

    Examples
    --------
    >>> strip = fs.rules("board strip\ncells . #\nleft .. -> ##\nright ... -> ###")
    >>> theorem = fs.prove.outcomes(strip)
    >>> theorem.statement
    'the outcome of every word over {., #} is the label that an automaton with 21 states gives it'
    >>> theorem.value("." * 1000)
    'L'
    """
    game = WordGame(rules, height=integer(height, 1, "the height"))
    separator = _checked(game, what, parts, words)
    if automaton is not None:
        machine, oracle = _given(game, what, separator, words, automaton)
    else:
        machine, oracle = _machine(game, what, separator, words, integer(states, 1, "states"))
    return _theorem(game, what, parts, words, machine, oracle)


def _checked(game: WordGame, what: What, parts: str, words: str) -> int | None:
    """Return the separator, if the question makes sense."""
    if what not in _WHATS:
        raise NotationError(f"expected one of {', '.join(_WHATS)}, got {shown(what)}")
    if what == "grundy" and not game.is_impartial:
        raise NotationError("expected the same rules for both players for Grundy values")
    if words and game.rules.height > 1:
        raise NotationError("expected an expression for words only on boards of one row")
    if not parts:
        return None
    if words and not Positions(game, words, is_closed=True)(()):
        raise NotationError(
            f"expected an expression that matches the empty word with parts, got {shown(words)}"
        )
    if what not in ("grundy", "value"):
        raise NotationError(f"expected grundy or value with parts, which can be added, got {what}")
    from farstar.certificates import theorem_checker

    try:
        theorem_checker.check_separator(game.data, parts)
    except theorem_checker.Refused as refusal:
        raise NotationError(f"expected a separator of independent parts: {refusal}") from None
    return game.letters.index(parts)


class Proved(NamedTuple):
    """An automaton with the meaning of its labels."""

    machine: Machine
    labels: dict[str, Label]


def _machine(
    game: WordGame, what: What, separator: int | None, words: str, most: int
) -> tuple[Proved, Oracle]:
    """Return an automaton that is right for every word; otherwise give up."""
    game.rank  # noqa: B018 - no rank, no proof: say so before learning
    everything: Callable[[Word], bool] = lambda _: True  # noqa: E731
    if not words:
        return _learn(game, Oracle(game, what, separator, everything), most)
    try:
        closed = Positions(game, words, is_closed=True)
        return _learn(game, Oracle(game, what, separator, closed), most)
    except LeavesWords as move:
        if separator is not None:
            give_up(str(move), move.word)
    arising = Positions(game, words, is_closed=False)
    return _learn(game, Oracle(game, what, separator, arising), most)


def _given(
    game: WordGame, what: What, separator: int | None, words: str, machine: Machine
) -> tuple[Proved, Oracle]:
    """Return an automaton of the caller, if it is right for every word; otherwise give up."""
    letters = [a for a in range(len(game.letters)) if a != separator]
    expected = [game.letters[a] for a in letters]
    if sorted(machine.transitions) != sorted(expected):
        raise NotationError(f"expected an automaton that reads {' '.join(expected)}")
    labels = {text: _label_of(text, what) for text in machine.answers}
    game.rank  # noqa: B018 - no rank, no proof
    positions: Callable[[Word], bool] = lambda _: True  # noqa: E731
    if words:
        positions = Positions(game, words, is_closed=True)
    oracle = Oracle(game, what, separator, positions)
    product = Product(game, oracle, machine, [labels[text] for text in machine.answers])
    wrong = product.first_wrong_word(letters)
    if wrong is not None:
        text = game.text(wrong)
        give_up(f"the label of {text!r} is not what the labels of its options give", text)
    missing = oracle.first_match(machine, NO_POSITION)
    if missing is not None:
        text = "".join(missing)
        give_up(f"the automaton has no label for {text!r}", text)
    return Proved(machine, labels), oracle


def _label_of(text: str, what: What) -> Label:
    """Return the label that an answer of an automaton names."""
    if text == NO_POSITION or (what in ("outcome", "misere") and text in ("L", "R", "N", "P")):
        return text
    if what == "value":
        return Value(text)
    if what == "grundy" and text.isdecimal() and len(text) < 10:
        return int(text)
    raise NotationError(f"expected an automaton with labels of the kind {what}, got {shown(text)}")


class LeavesWords(Exception):  # noqa: N818 - it is no error, but a reason to look further
    """A move leads from a word that matches to one that does not."""

    def __init__(self, word: str, after: str) -> None:
        super().__init__(f"the move from {word!r} to {after!r} leaves the words that match")
        self.word = word


def _learn(game: WordGame, oracle: Oracle, most: int) -> tuple[Proved, Oracle]:
    letters = [a for a in range(len(game.letters)) if a != oracle.separator]
    number = {game.letters[a]: a for a in letters}
    labels: dict[str, Label] = {}

    def ask(reading: Sequence[str]) -> str:
        label = oracle.label(tuple(number[x] for x in reading))
        text = str(label)
        labels[text] = label
        return text

    table = ObservationTable([game.letters[a] for a in letters], ask, most)
    while True:
        try:
            machine = table.close()
        except BudgetExceeded as error:
            if "states are needed" not in str(error):
                raise
            give_up(f"more than {most} states are needed: perhaps no finite automaton is enough")
        product = Product(game, oracle, machine, [labels[text] for text in machine.answers])
        wrong = product.first_wrong_word(letters)
        if wrong is not None:
            table.refine(machine, _mislabelled(game, oracle, machine, wrong))
            continue
        missing = oracle.first_match(machine, NO_POSITION)
        if missing is None:
            return Proved(machine.renumbered(), labels), oracle
        table.refine(machine, missing)


def _mislabelled(game: WordGame, oracle: Oracle, machine: Machine, word: Word) -> tuple[str, ...]:
    """Return a word that the automaton labels wrongly: this one, an option, or a part of one."""
    sides = game.options(word)
    for candidate in (word, *sorted(sides[0] | sides[1])):
        parts = [candidate] if oracle.separator is None else oracle.parts(candidate)
        for part in parts:
            reading = tuple(game.letters[a] for a in part)
            if machine.answer(reading) != str(oracle.label(part)):
                return reading
    for after in sorted(sides[0] | sides[1]):
        parts = [after] if oracle.separator is None else oracle.parts(after)
        if not all(is_position(oracle.label(part)) for part in parts):
            raise LeavesWords(game.text(word), game.text(after))
    raise Unproved(f"these rules cannot be translated: moves of {game.text(word)!r} would change")


class Product:
    """An automaton on a word and all its options; sets of states have numbers."""

    def __init__(
        self, game: WordGame, oracle: Oracle, machine: Machine, labels: Sequence[Label]
    ) -> None:
        self._game, self._oracle, self._labels = game, oracle, labels
        following = [machine.transitions.get(letter) for letter in game.letters]
        self._following = [row or () for row in following]
        self._sets: dict[frozenset[Any], int] = {}
        self._members: list[frozenset[Any]] = []
        self._steps: dict[tuple[int, int, int], int] = {}
        self._option_labels: dict[tuple[int, int], frozenset[Any]] = {}
        self._combined: dict[tuple[frozenset[Any], frozenset[Any]], Label] = {}

    def _number(self, members: frozenset[Any]) -> int:
        if members not in self._sets:
            self._sets[members] = len(self._members)
            self._members.append(members)
        return self._sets[members]

    def _plus(self, g: Any, t: int) -> Any:
        if not is_position(g) or not is_position(self._labels[t]):
            return NO_POSITION
        return sum_of(self._oracle.what, g, self._labels[t])

    def _step(self, side: int, options: int, a: int) -> int:
        key = (side, options, a)
        known = self._steps.get(key)
        if known is not None:
            return known
        edges, separator, following = (
            self._game.machines[side].next,
            self._oracle.separator,
            self._following,
        )
        after = set()
        for p, g, t in self._members[options]:
            for b, q in edges[p][a]:
                if b == separator:
                    after.add((q, self._plus(g, t), 0))
                else:
                    after.add((q, g, following[b][t]))
        self._steps[key] = number = self._number(frozenset(after))
        return number

    def _labels_of(self, side: int, options: int) -> frozenset[Any]:
        key = (side, options)
        if key not in self._option_labels:
            final = self._game.machines[side].final
            self._option_labels[key] = frozenset(
                self._labels[t] if self._oracle.separator is None else self._plus(g, t)
                for p, g, t in self._members[options]
                if p in final
            )
        return self._option_labels[key]

    def _is_consistent(self, state: int, left: int, right: int) -> bool:
        label = self._labels[state]
        if not is_position(label):
            return True
        sides = (
            self._labels_of(0, left),
            self._labels_of(0, left) if self._game.is_impartial else self._labels_of(1, right),
        )
        if NO_POSITION in sides[0] or NO_POSITION in sides[1]:
            return False
        if sides not in self._combined:
            self._combined[sides] = label_of_options(self._oracle.what, *sides)
        return self._combined[sides] == label

    def first_wrong_word(self, letters: Sequence[int]) -> Word | None:
        """Return a shortest word whose label is not what its options give, if there is one."""
        zero = None if self._oracle.separator is None else zero_of(self._oracle.what)
        left, right = (
            self._number(frozenset((p, zero, 0) for p in machine.initial))
            for machine in self._game.machines
        )
        both = not self._game.is_impartial
        start = (0, left, right if both else left)
        came: dict[tuple[int, int, int], tuple[Any, int]] = {start: (None, -1)}
        waiting = [start]
        for here in waiting:
            look_at_the_clock()
            state, left, right = here
            if not self._is_consistent(state, left, right):
                return _way_to(came, here)
            for a in letters:
                after_left = self._step(0, left, a)
                after = (
                    self._following[a][state],
                    after_left,
                    self._step(1, right, a) if both else after_left,
                )
                if after not in came:
                    came[after] = (here, a)
                    waiting.append(after)
            if len(waiting) > MOST_PRODUCT:
                give_up(f"the proof needs more than {MOST_PRODUCT} states")
        return None


def _way_to(came: dict[Any, tuple[Any, int]], here: Any) -> Word:
    letters: list[int] = []
    while came[here][0] is not None:
        here, a = came[here]
        letters.append(a)
    return tuple(reversed(letters))


def _theorem(
    game: WordGame, what: What, parts: str, words: str, proved: Proved, oracle: Oracle
) -> Theorem:
    machine, labels = proved
    forms, numbers = _forms([v for v in labels.values() if isinstance(v, Value)])
    read = [letter for letter in game.letters if letter != parts]

    def certified(text: str) -> str | int:
        label = labels[text]
        return numbers[label] if isinstance(label, Value) else label

    data = {
        "kind": "moore",
        "rules": game.data,
        "rank": game.rank,
        "what": what,
        "parts": parts,
        "words": words,
        "forms": forms,
        "machine": {
            "labels": [certified(text) for text in machine.answers],
            "next": [
                [machine.transitions[letter][s] for letter in read] for s in range(len(machine))
            ],
        },
    }

    def value(board: str) -> Any:
        total: Any = None
        word = game.word(board)
        for part in [word] if oracle.separator is None else oracle.parts(word):
            label = labels[machine.answer([game.letters[a] for a in part])]
            if not is_position(label):
                raise NotationError(f"expected a position of the theorem, got {shown(board)}")
            total = label if total is None else sum_of(what, total, label)
        return zero_of(what) if total is None else total

    marks = r"\{" + ", ".join(read) + r"\}"
    latex = (
        rf"\text{{The {_NAMES[what]} of every word over }}{marks}"
        rf"\text{{ is given by an automaton with {len(machine)} states.}}"
    )
    return Theorem(data, method="Moore machine", latex=f"${latex}$", automaton=machine, value=value)


def _forms(values: Sequence[Value]) -> tuple[list[list[list[int]]], dict[Value, int]]:
    """Return canonical forms, options first, and the number of each value."""
    rows: list[list[list[int]]] = []
    numbers: dict[Value, int] = {}
    waiting = list(values)
    while waiting:
        value = waiting[-1]
        options = [*value.left_options, *value.right_options]
        unknown = [option for option in options if option not in numbers]
        if unknown:
            waiting += unknown
            continue
        waiting.pop()
        if value not in numbers:
            numbers[value] = len(rows)
            rows.append(
                [
                    sorted(numbers[x] for x in side)
                    for side in (value.left_options, value.right_options)
                ]
            )
    return rows, numbers
