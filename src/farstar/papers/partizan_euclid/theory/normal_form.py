"""Normal forms of words: when two words can stand for each other behind every prefix.

Behind a word stands its *state* ``(a, b)``: the value of Left's option and the value of the
position (see `automata`). Equal states stay equal whatever is put in front, so
words with equal states may replace each other at the end of any word without changing its value.

Every word has exactly one *normal form* with the same state, and it is a shortest such word. The
normal words are those that a 30-state automaton accepts, reading from ``e`` leftwards. Ten rules
take any word to its normal form; ``W[q]`` means "W, a normal word in state q":

=== ======================================================================
R1  ``l W[3]`` -> ``e``
R2  ``lllre`` -> ``re``; ``rllre`` -> ``le``
R3  ``llr X`` -> ``rll X`` and ``rlr X`` -> ``lll X``, X in state 12 or 19
R4  ``lll W[10]`` -> ``W``
R5  ``lllll U[5]`` -> ``ll U``
R6  ``lllll S[21]`` -> ``lllr S``
R7  ``lll r^m ll Z`` -> ``lll r^(m+1) Z``
R8  ``lll r^m lrl S`` -> ``lll r^(m+1) S``, S in state 21, 26 or 27
R9  ``lll r^m lrl r^i e`` -> ``lll r^(m+i-1) lrlr e``
R10 ``lll r^m lrl r^i lll U[5]`` -> ``lll r^(m+i+2) l U``
=== ======================================================================

R7 to R10 apply where the left side without its first letter is a word in state 29. No finite
list of rules with bounded windows would do: the runs ``r^m`` have any length.

Everything here takes a run at a time, so it needs about as many steps as the word has runs.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from farstar._arguments import integer
from farstar.papers.partizan_euclid.theory.words import Letter, Run, Word

__all__ = [
    "TRANSITIONS",
    "NormalFormStep",
    "is_normal",
    "normal_form",
    "normal_form_steps",
    "normal_word_counts",
    "same_state",
    "state_number",
]

TRANSITIONS: tuple[tuple[int | None, int | None], ...] = (
    (1, 2),
    (3, 1),
    (4, 5),
    (None, 8),
    (6, 9),
    (7, 10),
    (None, None),
    (11, 14),
    (8, 8),
    (12, 15),
    (13, 10),
    (16, 1),
    (17, 20),
    (18, 14),
    (19, 15),
    (12, 21),
    (22, 5),
    (19, 24),
    (None, 1),
    (17, 25),
    (6, 15),
    (23, 21),
    (None, 14),
    (26, 14),
    (12, 27),
    (6, 24),
    (28, 24),
    (28, 27),
    (29, 14),
    (None, 24),
)
"""The next state after ``l`` and after ``r``, by state; None where the word is not normal."""


class _Node(NamedTuple):
    """The first run of a normal word, with the rest of it: a stack that is never changed."""

    letter: Letter
    length: int
    state: int
    """The state of the word that begins with this run."""
    rest: _Node | None
    """The rest of the word; None is the word e."""


_Stack: TypeAlias = _Node | None


def _orbit(index: int, start: int) -> tuple[tuple[int, ...], int | None]:
    """Return the states met by repeating a letter, and where the cycle begins (None: refused)."""
    path = [start]
    while (target := TRANSITIONS[path[-1]][index]) is not None and target not in path:
        path.append(target)
    return tuple(path), None if target is None else path.index(target)


ORBITS: dict[Letter, tuple[tuple[tuple[int, ...], int | None], ...]] = {
    "l": tuple(_orbit(0, state) for state in range(len(TRANSITIONS))),
    "r": tuple(_orbit(1, state) for state in range(len(TRANSITIONS))),
}


def advance(state: int, letter: Letter, length: int) -> int | None:
    """Return the state after a run in front, or None if the word stops being normal."""
    path, cycle = ORBITS[letter][state]
    if length < len(path):
        return path[length]
    return None if cycle is None else path[cycle + (length - cycle) % (len(path) - cycle)]


def state_number(word: Word) -> int | None:
    """Return the state in which the 30-state automaton ends, or None if the word is not normal.

    Examples
    --------
    >>> state_number(Word("l2r3e")), state_number(Word("l3e"))
    (18, None)
    """
    state: int | None = None if word.is_empty else 0
    for run in reversed(word.runs):
        if state is not None:
            state = advance(state, run.letter, run.length)
    return state


def is_normal(word: Word) -> bool:
    """Return whether a word is its own normal form (as the empty word is).

    Examples
    --------
    >>> is_normal(Word("llrre")), is_normal(Word("lllre"))
    (True, False)
    """
    return word.is_empty or state_number(word) is not None


class NormalFormStep:
    """One use of a rule on the part of the word that has been read, from its end leftwards."""

    __slots__ = ("_after", "_before", "rule", "times")

    def __init__(
        self,
        rule: str,
        times: int,
        before: tuple[int, _Stack],
        after: tuple[int, _Stack],
        letter: Letter = "l",
    ) -> None:
        self.rule = rule
        self.times = times
        # Words are made only when asked for, or many steps would cost quadratic time.
        self._before: tuple[Letter, int, _Stack] = (letter, *before)
        self._after = after

    @property
    def before(self) -> Word:
        """The word before the rule was used."""
        return _word(self._before[2], self._before[:2])

    @property
    def after(self) -> Word:
        """The word afterwards."""
        return _word(self._after[1], ("l", self._after[0]))

    def __repr__(self) -> str:
        return f"<{self.rule}: {self.before} -> {self.after}>"


def _word(stack: _Stack, first: tuple[Letter, int] = ("l", 0)) -> Word:
    """Return a normal word, with a run in front that need not suit it."""
    runs = [first]
    while stack is not None:
        runs.append((stack.letter, stack.length))
        stack = stack.rest
    return Word.from_runs(runs)


def _state(stack: _Stack) -> int:
    return 0 if stack is None else stack.state


def _push(stack: _Stack, letter: Letter, length: int) -> _Stack:
    """Put a run in front of a normal word; the result must be normal."""
    if not length:
        return stack
    if stack is not None and stack.letter == letter:
        length, stack = length + stack.length, stack.rest
    state = advance(_state(stack), letter, length)
    if state is None:
        raise AssertionError(f"{letter}{length} in front of {_word(stack)} is not normal")
    return _Node(letter, length, state, stack)


def _pop(stack: _Stack, letter: Letter, length: int) -> _Stack:
    """Take letters from the front of a normal word; they must be there."""
    if stack is None or stack.letter != letter or stack.length < length:
        raise AssertionError(f"expected {letter}{length} in front of {_word(stack)}")
    return _push(stack.rest, letter, stack.length - length)


class _Normaliser:
    """Reads a word from its end, keeps the normal form of what it has read, and notes the rules."""

    def __init__(self) -> None:
        self.stack: _Stack = None
        self.steps: list[NormalFormStep] = []

    def put(self, run: Run) -> None:
        if run.letter == "l":
            self._put_l(run.length)
        else:
            self._put_r(run.length)

    def _note(
        self, rule: str, before: tuple[int, _Stack], after: tuple[int, _Stack], times: int = 1
    ) -> None:
        self.steps.append(NormalFormStep(rule, times, before, after))

    def _put_r(self, length: int) -> None:
        """Put ``r^length`` in front. Only state 6 refuses an r, and only the first one."""
        stack = self.stack
        if stack is not None and stack.state == 6:
            if stack.length == 2:
                rule, self.stack = "R2", _push(None, "l", 1)
            else:
                rule, self.stack = "R3", _push(_pop(stack.rest, "r", 1), "l", 3)
            self.steps.append(NormalFormStep(rule, 1, (1, stack), (0, self.stack), letter="r"))
            length -= 1
        self.stack = _push(self.stack, "r", length)

    def _put_l(self, length: int) -> None:
        """Put ``l^length`` in front, together with the l's that are there already."""
        stack = self.stack
        if stack is not None and stack.letter == "l":
            length, stack = length + stack.length, stack.rest
        self.stack = stack
        if advance(_state(stack), "l", length) is None:
            length = self._reduce_l(length)
        self.stack = _push(self.stack, "l", length)

    def _reduce_l(self, length: int) -> int:
        """Apply rules until the stack accepts the l's that remain; return how many do."""
        state = _state(self.stack)
        if state == 1:
            self._note("R1", (2, self.stack), (0, None))
            self.stack = None
            length -= 2
            state = 0
        if state == 27:
            self._fold()
            state = _state(self.stack)
        if state in _PERIODS:
            rule, least, period = _PERIODS[state]
            times = (length - least) // period
            if times > 0:
                kept = length - times * period
                self._note(rule, (length, self.stack), (kept, self.stack), times)
                length = kept
        elif state in (20, 25):
            length = self._pass_r(length)
        elif state == 21:
            length = self._trade(length)
        return length

    def _pass_r(self, length: int) -> int:
        """R3 on ``l^length r X``: each pair of l's passes the r."""
        before = (length, self.stack)
        times, length = divmod(length, 2)
        if times:
            x = _push(_pop(self.stack, "r", 1), "l", 2 * times)
            self.stack = _push(x, "r", 1)
            self._note("R3", before, (length, self.stack), times)
        return length

    def _trade(self, length: int) -> int:
        """R6 on ``l^length S``, S in state 21: beyond lll each pair of l's becomes an r."""
        times = (length - 3) // 2
        if times > 0:
            before = (length, self.stack)
            length -= 2 * times
            self.stack = _push(self.stack, "r", times)
            self._note("R6", before, (length, self.stack), times)
        return length

    def _fold(self) -> None:
        """Use R7 to R10 on ``lll S``, S in state 27, until S is in state 21."""
        while self.stack is not None and self.stack.state == 27:
            before, length = self.stack, self.stack.length
            rest = before.rest
            times = 1
            if rest is not None and rest.length >= 2:
                # Far from both ends of the run of l's, R7 leads back to state 27.
                rule, times = "R7", max(1, rest.length // 2 - 2)
                self.stack = _push(_pop(rest, "l", 2 * times), "r", length + times)
            else:
                rule = self._unfold(length, _pop(_pop(_pop(rest, "l", 1), "r", 1), "l", 1))
            self._note(rule, (3, before), (3, self.stack), times)

    def _unfold(self, length: int, s: _Stack) -> str:
        """Use R8, R9 or R10 on ``lll r^length lrl S``; return which."""
        if _state(s) in (21, 26, 27):
            self.stack = _push(s, "r", length + 1)
            return "R8"
        i = s.length if s is not None and s.letter == "r" else 0
        s = _pop(s, "r", i) if i else s
        if s is None:
            tail = _push(_push(_push(_push(None, "r", 1), "l", 1), "r", 1), "l", 1)
            self.stack = _push(tail, "r", length + i - 1)
            return "R9"
        self.stack = _push(_push(_pop(s, "l", 3), "l", 1), "r", length + i + 2)
        return "R10"


_PERIODS = {0: ("R1", 0, 3), 2: ("R2", 0, 3), 5: ("R5", 2, 3), 10: ("R4", 0, 3)}
"""States S where ``l^(n + period) S -> l^n S`` for every n from the least one on."""


def _normalise(word: Word) -> _Normaliser:
    normaliser = _Normaliser()
    for run in reversed(word.runs):
        normaliser.put(run)
    return normaliser


def normal_form(word: Word) -> Word:
    """Return the shortest word with the same state.

    Examples
    --------
    >>> normal_form(Word("l5r3e")), normal_form(Word("lrrl3e"))
    (Word('l2r3e'), Word('lr2e'))
    """
    return word if word.is_empty else _word(_normalise(word).stack)


def normal_form_steps(word: Word) -> list[NormalFormStep]:
    """Return the rules that lead to the normal form, in the order in which they are used.

    The word is read from its end leftwards; each step shows the part read so far.

    Examples
    --------
    >>> normal_form_steps(Word("lrrl3e"))
    [<R1: l3e -> e>]
    """
    return _normalise(word).steps


def same_state(word: Word, other: Word) -> bool:
    """Return whether two words may replace each other behind every prefix.

    This asks that Left's options and the positions are equal in value; the values alone may be
    equal without it (see `canonical.equal_values`).

    Examples
    --------
    >>> same_state(Word("rllre"), Word("le")), same_state(Word("lle"), Word("llre"))
    (True, False)
    """
    return normal_form(word) == normal_form(other)


def normal_word_counts(longest: int) -> list[int]:
    """Return how many normal words have 0, 1, ..., `longest` letters before their e.

    As many states are new at each length. Their share of all words tends to 17/60.

    Examples
    --------
    >>> normal_word_counts(10)
    [1, 2, 4, 7, 11, 21, 40, 74, 140, 269, 517]
    >>> round(normal_word_counts(200)[-1] / 2**200 - 17 / 60, 6)
    0.0
    """
    counts = [0] * len(TRANSITIONS)
    counts[0] = 1
    totals = [1]
    for _ in range(integer(longest, 0, "a length")):
        after = [0] * len(counts)
        for source, targets in enumerate(TRANSITIONS):
            for target in targets:
                if target is not None:
                    after[target] += counts[source]
        counts = after
        totals.append(sum(counts))
    return totals
