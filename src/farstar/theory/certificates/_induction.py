"""The induction behind the canonical forms: facts for all normal words, by program.

A *kind* of normal words is a state of the automaton of normal forms, with the last seven letters
put in front. From the facts of the word e, those of every kind are inferred letter by letter;
where two words lead to one kind, only what holds for both is kept, until nothing changes. What is
left holds for e and is preserved by every letter, so it holds for all normal words. The region of
Right (state 8) is left out: it is closed, and has a proof by hand.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from farstar.theory.canonical import complete_automaton
from farstar.theory.certificates._facts import (
    PLACES,
    STAR,
    ZERO,
    A,
    B,
    Facts,
    G,
    Step,
    first_facts,
)
from farstar.theory.certificates._order import NO_OPTIONS, Shape
from farstar.theory.normal_form import TRANSITIONS
from farstar.theory.words import Letter

Automaton: TypeAlias = Sequence[tuple[int, str, int, str]]
"""For each state the next state and the action after l, and those after r."""

Kind: TypeAlias = tuple[int, str]
"""A state, and the last letters put in front."""

WINDOW = 7
RIGHT_REGION = 8
_LETTERS: tuple[Letter, Letter] = ("l", "r")

_LESS = (9, 14, 15, 17, 20, 21, 24, 25, 26, 27, 29)
_CONFUSED = (12, 19, 23, 28)
_STAYS_CONFUSED = (14, 15, 20, 21, 24, 25, 27)


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something that has to be proved, and whether it is."""

    statement: str
    proved: bool

    def __str__(self) -> str:
        return f"{self.statement}: {'proved' if self.proved else 'not proved'}"


class Invariant:
    """Facts that hold for all normal words, by kind.

    Parameters
    ----------
    automaton : sequence
        The completed automaton with its actions.

    Examples
    --------
    >>> proof = invariant()
    >>> len(proof.kinds), all(one.proved for one in proof.obligations())
    (268, True)
    """

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        self.kinds: dict[Kind, Facts] = {(0, ""): first_facts()}
        self._close()

    def __len__(self) -> int:
        return sum(len(facts) for facts in self.kinds.values())

    def _close(self) -> None:
        waiting: deque[Kind] = deque(self.kinds)
        queued = set(waiting)
        while waiting:
            kind = waiting.popleft()
            queued.discard(kind)
            for letter in _LETTERS:
                target = self._next(kind, letter)
                if target is None:
                    continue
                action = self._action(kind[0], letter)
                after = Step(self.kinds[kind], letter).after(action)
                known = self.kinds.get(target)
                after = after if known is None else known.common(after)
                if after != known:
                    self.kinds[target] = after
                    if target not in queued:
                        queued.add(target)
                        waiting.append(target)

    def _next(self, kind: Kind, letter: Letter) -> Kind | None:
        """Return the kind of the longer word, None if it is not normal or in Right's region."""
        state, window = kind
        # State 30 is that of l2re alone, which no normal word extends.
        refused = state >= len(TRANSITIONS) or TRANSITIONS[state][letter == "r"] is None
        row = self.automaton[state]
        target = row[0] if letter == "l" else row[2]
        if refused or target == RIGHT_REGION:
            return None
        return target, (letter + window)[:WINDOW]

    def _action(self, state: int, letter: Letter) -> str:
        row = self.automaton[state]
        return row[1] if letter == "l" else row[3]

    def _facts_of(self, state: int) -> list[Facts]:
        return [facts for (number, _), facts in self.kinds.items() if number == state]

    def shapes(self, state: int) -> tuple[set[str], set[str]]:
        """Return which of a, b and their options are 0, and which have options, in a state.

        Only what is so for all normal words in the state is listed.

        Examples
        --------
        >>> zero, with_options = invariant().shapes(5)
        >>> sorted(zero), sorted(with_options)
        (['a', 'bL'], ['b', 'bR'])
        """
        shapes_of: list[list[Shape]] = [list(facts.shapes) for facts in self._facts_of(state)]
        zero, with_options = set(), set()
        for name in ("a", "b", "aL", "aR", "bL", "bR"):
            forms = [shapes[PLACES[name]] for shapes in shapes_of]
            if forms and all(shape is NO_OPTIONS for shape in forms):
                zero.add(name)
            if forms and all(isinstance(shape, tuple) for shape in forms):
                with_options.add(name)
        return zero, with_options

    def obligations(self) -> Iterator[Obligation]:
        """Yield what the theorem on canonical forms states, each proved or not."""
        for state in range(len(self.automaton)):
            if state == RIGHT_REGION:
                continue
            cases = self._facts_of(state)
            for letter in _LETTERS:
                action = self._action(state, letter)
                proved = all(Step(facts, letter).proves(action) for facts in cases)
                statement = f"state {state}, {letter} in front: {action}"
                yield Obligation(statement, proved and bool(cases))
        yield from self._relations()

    def _relations(self) -> Iterator[Obligation]:
        for state in (*_LESS, *_CONFUSED):
            cases = self._facts_of(state)
            sign = "<" if state in _LESS else "||"
            proved = all(_holds(facts, A, sign, B) for facts in cases)
            positive = all(_holds(facts, ZERO, "<", side) for facts in cases for side in (A, B))
            yield Obligation(f"state {state}: a {sign} b, and both > 0", proved and positive)
        for state in _STAYS_CONFUSED:
            orders = [Step(facts, "r").order for facts in self._facts_of(state)]
            proved = all(order.is_beyond(G, B) and order.is_beyond(B, G) for order in orders)
            yield Obligation(f"state {state}: {{a|b}} || b", proved)
        for facts in self._facts_of(0):
            yield Obligation("state 0: b = *", _holds(facts, B, "=", STAR))


def _holds(facts: Facts, x: int, sign: str, y: int) -> bool:
    below, above = facts.at_least[y] >> x & 1 == 1, facts.at_least[x] >> y & 1 == 1
    if sign == "=":
        return below and above
    if sign == "<":
        return below and facts.beyond[y] >> x & 1 == 1
    return facts.beyond[x] >> y & 1 == 1 and facts.beyond[y] >> x & 1 == 1


def invariant(automaton: Automaton | None = None) -> Invariant:
    """Return the facts for an automaton, by default `complete_automaton`.

    They are found once for each automaton.

    Examples
    --------
    >>> len(invariant()) > 100_000
    True
    """
    chosen = complete_automaton() if automaton is None else automaton
    return _invariant(tuple(chosen), TRANSITIONS)


@lru_cache(maxsize=4)
def _invariant(
    automaton: tuple[tuple[int, str, int, str], ...],
    transitions: tuple[tuple[int | None, int | None], ...],
) -> Invariant:
    return Invariant(automaton)
