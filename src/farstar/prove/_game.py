"""Games on words: their moves as transducers, and an oracle for the labels of single words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from farstar import engine
from farstar._arguments import shown
from farstar.certificates import theorem_checker
from farstar.errors import BudgetExceeded, NotationError
from farstar.games.patterns import WordRules, pattern_rules, word_rules
from farstar.prove._theorem import give_up
from farstar.rules import Ruleset
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.learn import Machine

Word: TypeAlias = tuple[int, ...]
"""A word; its letters are numbers."""
Label: TypeAlias = str | int | Value
Parts: TypeAlias = tuple[str, ...]
"""Words between separators, sorted, each with one character a letter."""
What: TypeAlias = Literal["outcome", "misere", "grundy", "value"]

NO_POSITION = "?"
"""The label of words that are not positions."""


def is_position(label: object) -> bool:
    """Return whether a label is that of a position; values cannot be compared with text."""
    return not isinstance(label, str) or label != NO_POSITION


def look_at_the_clock() -> None:
    """Stop if the time of the budget is over."""
    if engine.is_out_of_time():
        raise BudgetExceeded("the time limit has passed")


class WordGame:
    """A game on boards of one height and every length, made of rules written as patterns."""

    def __init__(self, rules: Ruleset | str, *, height: int = 1) -> None:
        source = rules if isinstance(rules, str) else getattr(rules, "source", None)
        if not isinstance(source, str):
            raise NotationError(f"expected rules written as patterns, got {shown(rules)}")
        self.ruleset: Any = pattern_rules(source)
        self.rules: WordRules = word_rules(source, height=height)
        self.data = self.rules.to_dict()
        try:
            self.machines = [theorem_checker.transducer(self.data, s) for s in ("left", "right")]
        except theorem_checker.Refused as error:
            raise NotationError(f"expected rules within the limits of a proof: {error}") from None
        self.letters = self.machines[0].letters
        self.is_impartial = self.rules.left == self.rules.right

    @cached_property
    def rank(self) -> list[dict[str, Any]]:
        """Weights that fall with every move; there is no proof without."""
        from farstar.prove._rank import find_rank

        rank = find_rank(self.machines)
        if rank is None:
            give_up("no weight of letters or pairs was found that falls with every move")
        return rank

    @cached_property
    def separators(self) -> frozenset[int]:
        """The letters that separate independent parts, on strips."""
        found = set()
        for a, letter in enumerate(self.letters):
            try:
                theorem_checker.check_separator(self.data, letter)
            except theorem_checker.Refused:
                continue
            found.add(a)
        return frozenset(found)

    def options(self, word: Word) -> tuple[set[Word], set[Word]]:
        """Return the words that Left and Right move to."""
        left = self.machines[0].options(word)
        return left, left if self.is_impartial else self.machines[1].options(word)

    def text(self, word: Word) -> str:
        """Return the board that a word is."""
        rows = range(self.rules.height)
        return "|".join("".join(self.letters[a][r] for a in word) for r in rows)

    def word(self, text: str) -> Word:
        """Return the word of a board.

        Raises
        ------
        NotationError
            If it has other marks, or another height.
        """
        rows = text.split("|")
        marks = set(self.rules.marks)
        is_board = len(rows) == self.rules.height and len({*map(len, rows)}) == 1
        if not is_board or set("".join(rows)) - marks:
            raise NotationError(
                f"expected a board of {self.rules.height} rows with the marks "
                f"{' '.join(self.rules.marks)}, got {shown(text)}"
            )
        number = {letter: a for a, letter in enumerate(self.letters)}
        return tuple(number["".join(column)] for column in zip(*rows, strict=True))


def label_of_options(what: What, left: frozenset[Any], right: frozenset[Any]) -> Label:
    """Return the label of a position whose options have these labels."""
    if what == "grundy":
        least = 0
        while least in left:
            least += 1
        return least
    if what == "value":
        return Value.of(left=list(left), right=list(right))
    left_wins = any(x in ("L", "P") for x in left) or (what == "misere" and not left)
    right_wins = any(x in ("R", "P") for x in right) or (what == "misere" and not right)
    return ("N" if right_wins else "L") if left_wins else ("R" if right_wins else "P")


def zero_of(what: What) -> Label:
    """Return the label of a position without moves."""
    return label_of_options(what, frozenset(), frozenset())


def sum_of(what: What, first: Any, second: Any) -> Any:
    """Return the label of a sum."""
    return first ^ second if what == "grundy" else first + second


def name_of(word: Word) -> str:
    """Return a word as text, one character a letter: texts are copied faster than tuples."""
    return "".join(map(chr, word))


def split_at(name: str, separators: set[str]) -> Parts:
    """Return the parts of a word between separators, sorted and without empty ones."""
    first = min(separators)
    for other in separators:
        name = name.replace(other, first)
    return tuple(sorted(part for part in name.split(first) if part))


def options_in_parts(game: WordGame, name: str, separators: set[str]) -> list[set[Parts]]:
    """Return the parts that each option of Left and of Right leaves."""
    sides = []
    for machine in game.machines[: 1 if game.is_impartial else 2]:
        edges, reached = machine.next, {(p, "") for p in machine.initial}
        for a in map(ord, name):
            reached = {(q, after + chr(b)) for p, after in reached for b, q in edges[p][a]}
        final = machine.final
        sides.append({split_at(after, separators) for p, after in reached if p in final})
    return sides * (2 // len(sides))


class MisereSums:
    """Misère outcomes of words that are sums of parts: of all parts in any order at once."""

    def __init__(self, game: WordGame) -> None:
        self._game = game
        self._separators = {chr(a) for a in game.separators}
        self._options: dict[str, list[set[Parts]]] = {}
        self._wins: dict[tuple[Parts, int], bool] = {}

    def outcome(self, word: Word) -> str:
        """Return who wins, by all the ways in which the parts can be played."""
        parts = self._with_moves(split_at(name_of(word), self._separators))
        left, right = (self._is_won(parts, player) for player in (0, 1))
        return ("N" if right else "L") if left else ("R" if right else "P")

    def _options_of(self, part: str) -> list[set[Parts]]:
        if part not in self._options:
            self._options[part] = options_in_parts(self._game, part, self._separators)
        return self._options[part]

    def _with_moves(self, parts: Iterable[str]) -> Parts:
        return tuple(sorted(part for part in parts if any(self._options_of(part))))

    def _after(self, parts: Parts, player: int) -> list[Parts]:
        """Return what the moves of a player leave."""
        after = set()
        for i, part in enumerate(parts):
            if i and part == parts[i - 1]:
                continue
            for option in self._options_of(part)[player]:
                after.add(self._with_moves((*parts[:i], *parts[i + 1 :], *option)))
        return sorted(after)

    def _is_won(self, parts: Parts, player: int) -> bool:
        """Return whether a player wins, moving first."""
        waiting = [(parts, player, self._after(parts, player))]
        while waiting:
            look_at_the_clock()
            now, mover, options = waiting[-1]
            # A player who cannot move wins. Options that the opponent wins are dropped.
            while options and self._wins.get((options[-1], 1 - mover)) and len(options) > 1:
                options.pop()
            answer = self._wins.get((options[-1], 1 - mover)) if options else False
            if answer is None:
                after = options[-1]
                waiting.append((after, 1 - mover, self._after(after, 1 - mover)))
                continue
            self._wins[now, mover] = not answer
            waiting.pop()
        return self._wins[parts, player]


class Oracle:
    """Labels of single words: by the engine, or by their parts if there is a separator."""

    def __init__(
        self, game: WordGame, what: What, separator: int | None, is_position: Callable[[Word], bool]
    ) -> None:
        self.game, self.what, self.separator = game, what, separator
        self._is_position = is_position
        self._known: dict[Word, Label] = {(): zero_of(what)}
        self._labels_of_parts: dict[str, Label] = {}
        self._sums = MisereSums(game) if what == "misere" and game.separators else None

    def first_match(self, machine: Machine, answer: str) -> tuple[str, ...] | None:
        """Return a word that the theorem is about and that gets an answer, if there is one."""
        positions = self._is_position
        return positions.first_match(machine, answer) if isinstance(positions, Positions) else None

    def label(self, word: Word) -> Label:
        """Return the label of a word without separators."""
        if not self._is_position(word):
            return NO_POSITION
        if word not in self._known:
            look_at_the_clock()
            if self.separator is None:
                self._known[word] = self._by_engine(word)
            else:
                self._find_by_parts(word)
        return self._known[word]

    def _by_engine(self, word: Word) -> Label:
        from farstar.prove.in_use import without_theorems

        if self._sums is not None:
            return self._sums.outcome(word)
        # A theorem that is known already must not answer for its own proof.
        with without_theorems():
            return self._searched(word)

    def _searched(self, word: Word) -> Label:
        position = self.game.ruleset(self.game.text(word))
        if self.what == "grundy":
            return int(position.grundy)
        if self.what == "value":
            return (
                Value(position.value) if not isinstance(position.value, Value) else position.value
            )
        return str(position.outcome if self.what == "outcome" else position.misere_outcome)

    def parts(self, word: Word) -> list[Word]:
        """Return the words between separators, without empty ones."""
        parts: list[Word] = []
        start = 0
        for i, a in enumerate((*word, self.separator)):
            if a == self.separator:
                parts.append(word[start:i])
                start = i + 1
        return [part for part in parts if part]

    def _find_by_parts(self, word: Word) -> None:
        """Find the labels of a word and of all parts that it can leave, options first."""
        waiting = [(name_of(word), self._options_in_parts(name_of(word)))]
        while waiting:
            look_at_the_clock()
            now, sides = waiting[-1]
            unknown = {
                part
                for side in sides
                for parts in side
                for part in parts
                if part not in self._labels_of_parts
            }
            if unknown:
                waiting += [(part, self._options_in_parts(part)) for part in sorted(unknown)]
                continue
            left, right = (frozenset(map(self._total, side)) for side in sides)
            self._labels_of_parts[now] = label_of_options(self.what, left, right)
            waiting.pop()
        self._known[word] = self._labels_of_parts[name_of(word)]

    def _options_in_parts(self, name: str) -> list[set[Parts]]:
        return options_in_parts(self.game, name, {chr(self.separator or 0)})

    def _total(self, parts: Iterable[str]) -> Any:
        total: Any = zero_of(self.what)
        for part in parts:
            total = sum_of(self.what, total, self._labels_of_parts[part])
        return total


class Positions:
    """The words that match an expression, and if `is_closed` is false all that arises from them."""

    MOST_WORDS = 200_000

    def __init__(self, game: WordGame, text: str, *, is_closed: bool) -> None:
        marks = game.rules.marks
        try:
            self._expression = theorem_checker.Expression(text, marks)
        except theorem_checker.Refused as error:
            raise NotationError(
                f"expected an expression such as [xo]*, got {shown(text)}: {error}"
            ) from None
        except RecursionError:
            raise NotationError(
                f"expected an expression with fewer nested groups, got {shown(text)}"
            ) from None
        self._game, self._is_closed = game, is_closed
        self._reached: dict[int, set[Word]] = {}

    def __call__(self, word: Word) -> bool:
        if self._is_closed:
            return self._expression.matches("".join(self._game.letters[a] for a in word))
        if len(word) not in self._reached:
            self._reached[len(word)] = self._reach(len(word))
        return word in self._reached[len(word)]

    def first_match(self, machine: Machine, answer: str) -> tuple[str, ...] | None:
        """Return a word that matches the expression and gets an answer, if there is one."""
        start = (0, frozenset([-1]))
        came: dict[Any, tuple[str, ...]] = {start: ()}
        waiting = [start]
        for here in waiting:
            state, places = here
            if machine.answers[state] == answer and self._expression.is_end(places):
                return came[here]
            for letter, following in machine.transitions.items():
                after = following[state], self._expression.after(places, letter)
                if after not in came:
                    came[after] = (*came[here], letter)
                    waiting.append(after)
        return None

    def _reach(self, length: int) -> set[Word]:
        waiting = list(self._words(length))
        seen = {*waiting}
        for word in waiting:
            look_at_the_clock()
            for options in self._game.options(word):
                for after in options - seen:
                    seen.add(after)
                    waiting.append(after)
            if len(seen) > self.MOST_WORDS:
                give_up(f"more than {self.MOST_WORDS} words of {length} letters arise")
        return seen

    def _words(self, length: int) -> Iterator[Word]:
        """Yield the words of a length that match."""
        layer: list[tuple[Word, frozenset[int]]] = [((), frozenset([-1]))]
        for _ in range(length):
            layer = [
                ((*word, a), after)
                for word, places in layer
                for a, letter in enumerate(self._game.letters)
                if (after := self._expression.after(places, letter))
            ]
            if len(layer) > self.MOST_WORDS:
                give_up(f"more than {self.MOST_WORDS} words of {length} letters match")
        for word, places in layer:
            if self._expression.is_end(places):
                yield word
