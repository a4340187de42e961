"""What the certificate of a theorem says about single boards, of any length.

Each class reads a certificate that was checked, and says what it knows about a board whose marks
are those of the certificate: who wins, the Grundy value, the value. Nothing here searches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from farstar import engine
from farstar._outcome import Outcome, Player
from farstar.certificates import theorem_checker
from farstar.certificates.theorem_checker import Label, Transducer
from farstar.prove._game import NO_POSITION
from farstar.rules import meter
from farstar.values import Value, star, up

_LETTERS_BETWEEN_TICKS = 4096


class Facts(NamedTuple):
    """What is known about a position; None for what is not."""

    left_first: bool | None = None
    """Whether Left wins moving first."""
    right_first: bool | None = None
    grundy: int | None = None
    value: Value | None = None
    misere: Outcome | None = None

    @property
    def outcome(self) -> Outcome | None:
        """Who wins under normal play."""
        if self.left_first is None or self.right_first is None:
            return None
        return Outcome.of(left_wins_first=self.left_first, right_wins_first=self.right_first)

    def first_wins(self, player: Player, *, misere: bool) -> bool | None:
        """Return whether a player wins moving first."""
        if misere:
            return None if self.misere is None else self.misere.wins(player, first=True)
        return self.left_first if player is Player.LEFT else self.right_first

    def joined(self, other: Facts) -> Facts:
        """Return what both say together."""
        known: list[Any] = [a if a is not None else b for a, b in zip(self, other, strict=True)]
        return Facts(*known)


NOTHING = Facts()


class Edit(NamedTuple):
    """A move in a word: the letters from `start` on are replaced."""

    start: int
    text: str


class Answers(Protocol):
    """What one theorem says about boards."""

    @property
    def machines(self) -> Mapping[Player, Transducer]:
        """The moves of each player."""

    def facts(self, board: str) -> Facts:
        """Return what is known about a board."""

    def moves(self, board: str, player: Player) -> Iterator[Edit] | None:
        """Return the moves of a player; None for rings and for several rows."""

    def moves_to_lost(self, board: str, player: Player, *, misere: bool) -> Iterator[Edit] | None:
        """Return the moves after which the opponent, moving first, loses; None if not known."""


def answers_of(data: Any) -> Answers | None:
    """Return what a certificate says about boards; None if it is about something else."""
    makers: dict[str, Callable[[Any], Answers]] = {
        "bounds": Bounds,
        "invariant": Invariant,
        "moore": MooreMachine,
    }
    maker = makers.get(data["kind"])
    return None if maker is None else maker(data)


def _facts_of_outcome(outcome: Outcome) -> Facts:
    return Facts(outcome.wins(Player.LEFT, first=True), outcome.wins(Player.RIGHT, first=True))


def edits(
    machine: Transducer, letters: str, may_end: Callable[[int, str], bool] | None = None
) -> Iterator[Edit]:
    """Yield the moves in a word, each once: what changes, from the first letter to the last.

    Parameters
    ----------
    machine : Transducer
        The moves of a player; state 0 copies what stands before a rule, state 1 what stands after.
    letters : str
        The word.
    may_end : callable, optional
        Selects moves by the place after the rule and the letters written up to there.
    """
    number = str.maketrans({letter: chr(a) for a, letter in enumerate(machine.letters)})
    word = letters.translate(number).encode("latin-1")
    names, size, present = machine.letters, len(word), meter()
    seen: set[Edit] = set()
    for start in range(size):
        if start % _LETTERS_BETWEEN_TICKS == 0:
            present.charge(0)
        begun = [0, *(p for p in machine.initial if p)] if start == 0 else [0]
        for first in begun:
            waiting: list[tuple[int, str]] = [
                (q, names[b]) for b, q in machine.next[first][word[start]] if q != 0 or first != 0
            ]
            place = start + 1
            while waiting:
                going: list[tuple[int, str]] = []
                for state, written in waiting:
                    is_end = state == 1 or (place == size and state in machine.final)
                    if is_end and (may_end is None or may_end(start, written)):
                        edit = _trimmed(letters, start, written)
                        if edit not in seen:
                            seen.add(edit)
                            yield edit
                    if state > 1 and place < size:
                        going += [
                            (q, written + names[b]) for b, q in machine.next[state][word[place]]
                        ]
                waiting, place = going, place + 1
                if place % _LETTERS_BETWEEN_TICKS == 0:
                    present.charge(0)


def _trimmed(letters: str, start: int, written: str) -> Edit:
    """Return a move without the letters at its ends that stay."""
    first, end = 0, len(written)
    while first < end and written[first] == letters[start + first]:
        first += 1
    while end > first and written[end - 1] == letters[start + end - 1]:
        end -= 1
    return Edit(start + first, written[first:end])


class _Words:
    """Words of one row, with the moves of the certificate's rules."""

    def __init__(self, data: Any) -> None:
        self.data, self.rules = data, data["rules"]

    @cached_property
    def machines(self) -> dict[Player, Transducer]:
        sides = {Player.LEFT: "left", Player.RIGHT: "right"}
        return {
            player: theorem_checker.transducer(self.rules, side) for player, side in sides.items()
        }

    def facts(self, board: str) -> Facts:
        """Return what is known about a board."""
        raise NotImplementedError

    def moves(self, board: str, player: Player) -> Iterator[Edit] | None:
        """Return the moves of a player; None for rings and for several rows."""
        if self.rules["height"] > 1 or self.rules["ring"]:
            return None
        return edits(self.machines[player], board)

    def moves_to_lost(self, board: str, player: Player, *, misere: bool) -> Iterator[Edit] | None:
        """Return the moves that are known to win; each of them is judged by what it leaves."""
        if self.rules["height"] > 1 or self.rules["ring"]:
            return None
        return self._moves_that_win(board, player, misere=misere)

    def _moves_that_win(self, board: str, player: Player, *, misere: bool) -> Iterator[Edit]:
        for edit in edits(self.machines[player], board):
            after = board[: edit.start] + edit.text + board[edit.start + len(edit.text) :]
            if self.facts(after).first_wins(-player, misere=misere) is False:
                yield edit


# Moore machines.


class _Following(dict[str, int]):
    """The states that follow one state, found when they are needed."""

    def __init__(self, find: Callable[[str], int]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, letter: str) -> int:
        self[letter] = state = self._find(letter)
        return state


class MooreMachine(_Words):
    """The labels that an automaton gives.

    With a separator a state is that of the automaton on the last part, and the nim-sum of the
    labels of the parts before. Values of parts are added one by one, since there may be many sums.
    """

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        letters = theorem_checker.letters_of(self.rules)
        self._separator = data["parts"]
        read = [letter for letter in letters if letter != self._separator]
        self._column = {letter: i for i, letter in enumerate(read)}
        self._labels, self._next = data["machine"]["labels"], data["machine"]["next"]
        self._what = data["what"]
        self._values_by_engine: dict[str, list[Value]] = {}
        self._number: dict[tuple[int, int], int] = {}
        self._states: list[tuple[int, int]] = []
        self._rows: list[_Following] = []
        self._judged: tuple[Any, tuple[list[int], list[frozenset[int]]]] = None, ([], [])
        self._state(0, 0)

    def _state(self, before: int, last: int) -> int:
        key = (before, last)
        if key not in self._number:
            self._number[key] = number = len(self._states)
            self._states.append(key)
            self._rows.append(_Following(lambda letter: self._after(number, letter)))
        return self._number[key]

    def _after(self, state: int, letter: str) -> int:
        before, last = self._states[state]
        if letter == self._separator:
            return self._state(before ^ self._labels[last], 0)
        return self._state(before, self._next[last][self._column[letter]])

    def _label(self, state: int) -> Any:
        before, last = self._states[state]
        label = self._labels[last]
        return before ^ label if self._what == "grundy" and label != NO_POSITION else label

    @property
    def size(self) -> int:
        """The number of states that are known so far."""
        return len(self._states)

    def expand(self) -> None:
        """Find all states."""
        known = 0
        marks = [*self._column, *([self._separator] if self._separator else [])]
        while known < len(self._states):
            self._rows[known].update({letter: self._rows[known][letter] for letter in marks})
            known += 1

    def after(self, state: int, letter: str) -> int:
        """Return the state after a letter."""
        return self._rows[state][letter]

    def text_of_label(self, state: int) -> str:
        """Return the label of a state as text."""
        label = self._label(state)
        is_value = self._what == "value" and label != NO_POSITION
        return str(self._values[label] if is_value else label)

    def run(self, letters: list[str] | str, state: int = 0) -> int:
        """Return the state after some letters."""
        rows = self._rows
        for letter in letters:
            state = rows[state][letter]
        return state

    def facts(self, board: str) -> Facts:
        """Return what the label of a board says."""
        rows = board.split("|")
        letters = board if len(rows) == 1 else list(map("".join, zip(*rows, strict=True)))
        if self._what == "value" and self._separator:
            return self._sum_of_values(board.split(self._separator))
        return self._facts_of_label(self._label(self.run(letters)))

    def _facts_of_label(self, label: Any) -> Facts:
        if label == NO_POSITION:
            return NOTHING
        if self._what == "grundy":
            return Facts(label != 0, label != 0, grundy=label)
        if self._what == "misere":
            return Facts(misere=Outcome(label))
        if self._what == "outcome":
            return _facts_of_outcome(Outcome(label))
        value = self._values[label]
        return _facts_of_outcome(value.outcome)._replace(value=value)

    @property
    def _values(self) -> list[Value]:
        """The values of the labels, which belong to the active engine."""
        name = engine.active().name
        if name not in self._values_by_engine:
            self._values_by_engine[name] = self._make_values()
        return self._values_by_engine[name]

    def _make_values(self) -> list[Value]:
        values: list[Value] = []
        for left, right in self.data["forms"]:
            options = ([values[i] for i in side] for side in (left, right))
            values.append(Value.of(*options))
        return values

    def _sum_of_values(self, parts: list[str]) -> Facts:
        labels = Counter(self._labels[self._states[self.run(part)][1]] for part in parts)
        if NO_POSITION in labels:
            return NOTHING
        total = Value(0)
        for label, count in labels.items():
            total += count * self._values[label]
        return _facts_of_outcome(total.outcome)._replace(value=total)

    def moves_to_lost(self, board: str, player: Player, *, misere: bool) -> Iterator[Edit] | None:
        """Return the winning moves: the rest of the word after a rule is judged for all states."""
        if misere != (self._what == "misere"):
            return None
        is_word = self.rules["height"] == 1 and not self.rules["ring"]
        if not is_word or (self._what == "value" and self._separator):
            return super().moves_to_lost(board, player, misere=misere)
        return self._judged_moves(board, player, misere=misere)

    def _judged_moves(self, board: str, player: Player, *, misere: bool) -> Iterator[Edit]:
        rows = self._rows
        lost, sets = self._lost_after(board, -player, misere=misere)
        before = [0]

        def may_end(start: int, written: str) -> bool:
            while len(before) <= start:
                before.append(rows[before[-1]][board[len(before) - 1]])
            state = before[start]
            for letter in written:
                state = rows[state][letter]
            return state in sets[lost[start + len(written)]]

        yield from edits(self.machines[player], board, may_end)

    def _lost_after(
        self, board: str, opponent: Player, *, misere: bool
    ) -> tuple[list[int], list[frozenset[int]]]:
        """Return for each place a number, and for each number the states that are lost there.

        A state is lost if the opponent, moving first, loses when the word goes on as it does.
        """
        # Every state that an option may reach has to be there.
        self.expand()
        states = range(len(self._states))
        facts = [self._facts_of_label(self._label(state)) for state in states]
        wins = [facts[s].first_wins(opponent, misere=misere) for s in states]
        at_end = frozenset(s for s in states if wins[s] is False)
        if (board, at_end) != self._judged[0]:
            self._judged = (board, at_end), self._sets_of_states(board, at_end)
        return self._judged[1]

    def _sets_of_states(
        self, board: str, at_end: frozenset[int]
    ) -> tuple[list[int], list[frozenset[int]]]:
        states = range(len(self._states))
        number, sets, before = {at_end: 0}, [at_end], [_Following(lambda letter: find(0, letter))]

        def find(place: int, letter: str) -> int:
            here = sets[place]
            there = frozenset(s for s in states if self._rows[s][letter] in here)
            if there not in number:
                number[there] = new = len(sets)
                sets.append(there)
                before.append(_Following(lambda letter: find(new, letter)))
            return number[there]

        now, places = 0, [0]
        for letter in reversed(board):
            now = before[now][letter]
            places.append(now)
        places.reverse()
        return places, sets


# Bounds by numbers, ups and stars.


class Bounds(_Words):
    """Lower and upper bounds of sums of words of a family."""

    _MOST_REMEMBERED = 1000

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self._sides: dict[int, theorem_checker.Bounds] = {}
        for sign, name in ((1, "lower"), (-1, "upper")):
            if data[name] is not None:
                side = theorem_checker.Bounds(self.rules, data["word"], is_negative=sign < 0)
                side.read_table(data[name])
                self._sides[sign] = side
        self._dead = theorem_checker.dead_mark(self.rules)

    def facts(self, board: str) -> Facts:
        """Return what the bounds of the parts of a board add up to."""
        facts, bounds = NOTHING, []
        for sign, side in self._sides.items():
            total = self._total(side, board)
            if total is None:
                continue
            number, ups = Fraction(sign * total[0], 1 << side.exponent), total[1:]
            facts = facts.joined(_facts_of_bound(sign, number, ups))
            bounds.append((number, (sign * ups[0], sign * ups[1])))
        if len(bounds) == 2 and bounds[0][0] == bounds[1][0]:
            number = bounds[0][0]
            for e in (0, 1):
                if bounds[0][1][e] == bounds[1][1][e]:
                    value = Value(number) + up(bounds[0][1][e]) + star(e)
                    return facts._replace(value=value)
        return facts

    def _total(self, side: theorem_checker.Bounds, board: str) -> Label | None:
        """Return the label of the sum of the parts of a board; None if one is not in the family."""
        if len(side.known_labels) > self._MOST_REMEMBERED:
            side.known_labels.clear()
        total: Label = (0, 0, -2)
        for part in board.split(self._dead):
            is_known = part in side.known_labels or not side.has_moves(part)
            if not is_known and not _is_in_family(side, part):
                return None
            total = theorem_checker.sum_of_labels(total, side.label(part))
        return total


def _is_in_family(side: theorem_checker.Bounds, word: str) -> bool:
    """Return whether a word is a factor of the period between ends of a few letters."""
    size = len(side.period)
    if len(word) <= 2 * side.end:
        return True
    inside = word[side.end : len(word) - side.end]
    endless = side.period * (len(inside) // size + 2)
    return any(
        one == endless[start : start + len(one)]
        for one in ((inside, inside[::-1]) if side.is_symmetric else (inside,))
        for start in range(size)
    )


def _facts_of_bound(sign: int, number: Fraction, ups: tuple[int, int]) -> Facts:
    """Return who wins a game that is, times the sign, at least number + [j,e] for both e."""
    # Who wins for the player of the sign, moving first, and against the opponent who moves first.
    first: bool | None = None
    second: bool | None = None
    if sign * number > 0:
        first, second = True, False
    elif number == 0:
        # Down star is confused with 0, and [j,1] is at least 0 if j is at least 2.
        first = True if ups[0] >= 1 or ups[1] >= -1 else None
        second = False if ups[0] >= 0 or ups[1] >= 2 else None
    return Facts(first, second) if sign > 0 else Facts(second, first)


# Invariants.


class Invariant(_Words):
    """Words that a player wins moving second, and words with a move to one of them."""

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self._number = {a: i for i, a in enumerate(theorem_checker.letters_of(self.rules))}
        self._player = Player.LEFT if data["player"] == "left" else Player.RIGHT

    def facts(self, board: str) -> Facts:
        """Return whether the player of the invariant wins."""
        accepts, following = self.data["machine"]["accepts"], self.data["machine"]["next"]
        word = [self._number["".join(a)] for a in zip(*board.split("|"), strict=True)]
        machine = self.machines[self._player]
        state = 0
        reached = frozenset((p, 0) for p in machine.initial)
        steps: dict[tuple[frozenset[tuple[int, int]], int], frozenset[tuple[int, int]]] = {}
        for a in word:
            state = following[state][a]
            key = (reached, a)
            if key not in steps:
                steps[key] = frozenset(
                    (q, following[t][b]) for p, t in reached for b, q in machine.next[p][a]
                )
            reached = steps[key]
        second = bool(accepts[state])
        first = any(p in machine.final and accepts[t] for p, t in reached)
        own: bool | None = True if first else None
        other: bool | None = False if second else None
        if self.rules["left"] == self.rules["right"]:
            same = False if second else own
            return Facts(same, same)
        return Facts(own, other) if self._player is Player.LEFT else Facts(other, own)
