"""Proofs by program: the finite parts of the theorems on normal and canonical forms.

The canonical form of a Partizan Euclid position is read off an automaton, one action a letter, and
ten rules take every word to its normal form (see `canonical` and `normal_form`). Both are
infinitely many statements. Here they are reduced to finitely many, which are inferred again from
nothing but the state of the word e:

- `invariant` finds facts about the order of ``a``, ``b`` and their options that hold for all normal
  words, and with them the canonical form after each letter;
- `rule_obligations` puts both sides of each rule in front of symbols.

If something cannot be proved, `prove` raises an error that names it.

Facts for all normal words. A *kind* of normal words is a state of the automaton of normal forms,
with the last seven letters put in front. From the facts of the word e, those of every kind are
inferred letter by letter; where two words lead to one kind, only what holds for both is kept, until
nothing changes. What is left holds for e and is preserved by every letter, so it holds for all
normal words. The region of Right (state 8) is left out: it is closed, and has a proof by hand.

The ten rules. A rule replaces one beginning of a word by another; the rest is any normal word in a
given state of the automaton. Its state ``(a, b)`` is taken as two letters, or as 0 where the
induction has shown that it is 0, and both beginnings are put in front of it letter by letter: the
actions of the automaton, proved by the induction, give the results. If both results are the same
pair of forms, the rule keeps the state of every such word. Runs ``r^m`` are tried up to
`LONGEST_RUN`. There the automaton stays in one state and each further r puts one more ``{0|.}``
around b on both sides, so longer runs agree as well.

>>> from farstar.theory import certificates
>>> certificate = certificates.prove()
>>> certificate.kinds, len(certificate.obligations)
(268, 152)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from farstar.errors import CertificateError
from farstar.papers.partizan_euclid.theory.canonical import complete_automaton
from farstar.papers.partizan_euclid.theory.induction_facts import (
    NO_OPTIONS,
    PLACES,
    STAR,
    ZERO,
    A,
    AfterLetter,
    B,
    Facts,
    G,
    Shape,
    first_facts,
)
from farstar.papers.partizan_euclid.theory.normal_form import TRANSITIONS
from farstar.papers.partizan_euclid.theory.words import Letter

__all__ = [
    "InductionProof",
    "Invariant",
    "Obligation",
    "Rule",
    "invariant",
    "obligations",
    "prove",
    "rule_obligations",
    "rules",
]

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
                after = AfterLetter(self.kinds[kind], letter).after(action)
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
                proved = all(AfterLetter(facts, letter).proves(action) for facts in cases)
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
            orders = [AfterLetter(facts, "r").order for facts in self._facts_of(state)]
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


Term: TypeAlias = "int | str | tuple[Term, Term]"
"""A form with symbols: 0, a letter, or ``{x|y}`` as a pair."""

LONGEST_RUN = 4
_STEADY = (10, 21, 27)
"""The states in which the long runs of r end, and stay."""


class Rule(NamedTuple):
    """A beginning, and another that may replace it in front of words in a state."""

    name: str
    state: int
    old: str
    new: str
    from_e: bool = False
    """Whether the new beginning stands in front of e instead."""

    def __str__(self) -> str:
        rest = "e" if self.state == 0 else f"W[{self.state}]"
        return f"{self.name}: {self.old} {rest} -> {self.new} {'e' if self.from_e else rest}"


class Symbols(NamedTuple):
    """The state of the automaton, and ``(a, b)`` with symbols in it."""

    number: int
    a: Term
    b: Term


def rules() -> Iterator[Rule]:
    """Yield the rules, those with runs for each short run."""
    yield Rule("R1", 1, "ll", "", from_e=True)
    yield Rule("R2", 0, "lllr", "r")
    yield Rule("R2", 0, "rllr", "l")
    for state in (12, 19):
        yield Rule("R3", state, "llr", "rll")
        yield Rule("R3", state, "rlr", "lll")
    yield Rule("R4", 10, "lll", "")
    yield Rule("R5", 5, "lllll", "ll")
    yield Rule("R6", 21, "lllll", "lllr")
    for m in range(2, LONGEST_RUN + 1):
        front = "lll" + "r" * m
        for state in (9, 12, 14, 15, 17, 19, 21, 24, 26, 27):
            yield Rule("R7", state, f"{front}ll", f"{front}r")
        for state in (21, 26, 27):
            yield Rule("R8", state, f"{front}lrl", f"{front}r")
        for i in range(LONGEST_RUN + 1):
            run = "r" * i
            if i >= 2:
                yield Rule("R9", 0, f"{front}lrl{run}", f"{front}{run[1:]}lrlr")
            yield Rule("R10", 5, f"{front}lrl{run}lll", f"{front}rr{run}l")


def rule_obligations(facts: Invariant) -> Iterator[Obligation]:
    """Yield that each rule keeps the state, and that the rules cover every refused letter.

    Examples
    --------
    >>> all(one.proved for one in rule_obligations(invariant()))
    True
    """
    automaton = facts.automaton
    for state in _STEADY:
        start = _start(facts, state)
        yield Obligation(
            f"state {state}: r leads back to it and puts {{0|.}} around b",
            _put(automaton, start, "r") == Symbols(state, start.a, (0, start.b)),
        )
    applicable = [rule for rule in rules() if _applies(rule)]
    for rule in applicable:
        start = _start(facts, rule.state)
        old = _put(automaton, start, rule.old)
        new = _put(automaton, _start(facts, 0) if rule.from_e else start, rule.new)
        yield Obligation(str(rule), old is not None and old == new)
    patterns = {(rule.state, rule.old) for rule in applicable}
    for state, letter in product(range(len(TRANSITIONS)), "lr"):
        if TRANSITIONS[state][letter == "r"] is None:
            yield Obligation(
                f"state {state}, {letter} in front: some rule applies",
                _is_covered(state, letter, patterns),
            )


def _applies(rule: Rule) -> bool:
    """Return whether the old beginning, but for its first letter, makes a normal word."""
    state: int | None = rule.state
    for letter in reversed(rule.old[1:]):
        state = None if state is None else TRANSITIONS[state][letter == "r"]
    return state is not None and TRANSITIONS[state][rule.old[0] == "r"] is None


def _start(facts: Invariant, state: int) -> Symbols:
    if state == 0:
        return Symbols(0, 0, (0, 0))
    zero, thin = facts.shapes(state)
    a: Term = 0 if "a" in zero else "a"
    b: Term = 0 if "b" in zero else "b"
    if "b" in thin:
        b = 0 if "bL" in zero else "bL", 0 if "bR" in zero else "bR"
    return Symbols(state, a, b)


def _put(automaton: Automaton, start: Symbols, letters: str) -> Symbols | None:
    """Put letters in front; None if a form cannot be told, or a refused letter is not the last."""
    at = start
    for place, letter in enumerate(reversed(letters)):
        number, a, b = at
        known = number < len(TRANSITIONS) and TRANSITIONS[number][letter == "r"] is not None
        if not known and place + 1 < len(letters):
            return None
        row = automaton[number]
        target, action = row[:2] if letter == "l" else row[2:]
        x, y = (b, a) if letter == "l" else (a, b)
        term: Term
        match action, a, b:
            case "0", _, _:
                term = 0
            case "*", _, _:
                term = (0, 0)
            case "K", _, _:
                term = (x, y)
            case "U", _, _:
                term = (0, y)
            case "A", (left, _), _:
                term = left
            case "B", _, (_, right):
                term = right
            case _:
                return None
        at = Symbols(target, x if letter == "l" else a, term)
    return at


def _is_covered(state: int, letter: str, patterns: set[tuple[int, str]]) -> bool:
    """Return whether every word that starts with a refused letter starts as some rule does."""
    waiting = [(state, letter)]
    while waiting:
        at, front = waiting.pop()
        if (at, front) in patterns:
            continue
        before = [
            (source, front + put)
            for source, targets in enumerate(TRANSITIONS)
            for put, target in zip("lr", targets, strict=True)
            # One r that leads a steady state back to itself stands for any number of them.
            if target == at and not (source == at and front.endswith("r"))
        ]
        if not before or len(front) > 6 * LONGEST_RUN:
            return False
        waiting.extend(before)
    return True


class InductionProof(NamedTuple):
    """What was proved, and from how much."""

    obligations: tuple[Obligation, ...]
    kinds: int
    """How many kinds of normal words the induction tells apart."""
    facts: int
    """How many facts about the order it carries along."""


def obligations(automaton: Automaton | None = None) -> Iterator[Obligation]:
    """Yield everything that has to be proved, each proved or not.

    Parameters
    ----------
    automaton : sequence, optional
        Another automaton than `canonical.complete_automaton`.

    Examples
    --------
    >>> print(next(obligations()))
    state 0, l in front: K: proved
    """
    facts = invariant(automaton)
    yield from facts.obligations()
    yield from rule_obligations(facts)


def prove(automaton: Automaton | None = None) -> InductionProof:
    """Prove the canonical forms and the rules.

    Parameters
    ----------
    automaton : sequence, optional
        Another automaton than `canonical.complete_automaton`.

    Raises
    ------
    CertificateError
        If something is not proved; it names the first such thing.

    Examples
    --------
    >>> prove().facts > 100_000
    True
    >>> from farstar.papers.partizan_euclid.theory.canonical import complete_automaton
    >>> broken = complete_automaton()
    >>> broken[9] = (12, "K", 15, "U")
    >>> prove(broken)
    Traceback (most recent call last):
        ...
    farstar.errors.CertificateError: not proved: state 9, l in front: K
    """
    proofs = tuple(obligations(automaton))
    for one in proofs:
        if not one.proved:
            raise CertificateError(f"not proved: {one.statement}")
    facts = invariant(automaton)
    return InductionProof(proofs, len(facts.kinds), len(facts))
