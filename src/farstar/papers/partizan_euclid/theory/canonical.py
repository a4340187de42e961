"""Canonical forms of Partizan Euclid positions without comparing games.

Put a letter in front of a normal word with state ``(a, b)`` (see `normal_form`).
The new position is ``G = {x|y}``, with ``x = b, y = a`` for ``l`` and ``x = a, y = b`` for ``r``,
and its canonical form is read off the state of the 30-state automaton:

======= =============================
action  canonical form of G
======= =============================
``0``   0
``K``   ``{x|y}``, both options kept
``U``   ``{0|y}``
``D``   ``{x|0}``
``B``   the canonical Right option of b
======= =============================

So the canonical form costs one construction a letter, and none of them needs a comparison. On
a long run of one letter the action settles, and whole runs are stored by their length: in a
`ValueTable` a form is ``(x, n, y)``, meaning ``{x|{x|...{x|y}}}`` with n pairs of braces. Equal
values get equal numbers, so equality of values is decided in time linear in the word.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from farstar._arguments import shown
from farstar.errors import BudgetExceeded
from farstar.papers.partizan_euclid.theory.normal_form import (
    ORBITS,
    TRANSITIONS,
    advance,
    normal_form,
)
from farstar.papers.partizan_euclid.theory.words import Letter, Word

__all__ = [
    "ACTIONS",
    "COMPLETION",
    "Action",
    "ConstructionStep",
    "Form",
    "ValueTable",
    "complete_automaton",
    "construction",
    "equal_values",
]

G = TypeVar("G")

Action: TypeAlias = Literal["0", "K", "U", "D", "B"]
"""How the canonical form of the next position is made; see the module."""

ACTIONS: tuple[str, ...] = (
    *("KK", "0K", "UK", ".K", "0K", "KK", "..", "0U", "DK", "UU"),
    *("KK", "KK", "UU", "0K", "UU", "KU", "BK", "UU", ".K", "UU"),
    *("UU", "KU", ".K", "UK", "KU", "UU", "BU", "KU", "UK", ".U"),
)
"""The actions for ``l`` and for ``r`` by state of the 30-state automaton; ``.`` where the letter
is refused."""

COMPLETION: dict[tuple[int, Letter], tuple[int, str]] = {
    (3, "l"): (0, "*"),
    (6, "l"): (25, "U"),
    (6, "r"): (17, "U"),
    (18, "l"): (10, "A"),
    (22, "l"): (11, "0"),
    (29, "l"): (28, "B"),
    (30, "l"): (2, "U"),
    (30, "r"): (1, "K"),
}
"""Where the refused letters lead: the state of the normal form of the longer word, and its action.

State 30 is that of ``l2re`` alone, which the 30-state automaton keeps in state 6 with the words
``l r X``, X in state 12 or 19. Two more actions occur: ``*`` for the value star, and ``A`` for the
canonical Left option of a. With these every word can be followed letter by letter without taking
it to normal form first, which is what bulk work does.
"""


def complete_automaton() -> list[tuple[int, str, int, str]]:
    """Return the automaton of normal forms with every letter allowed in every state.

    A row is ``(next, action)`` for ``l`` and then for ``r``. Row 0 is the state of ``e``.

    Examples
    --------
    >>> automaton = complete_automaton()
    >>> len(automaton), automaton[3]
    (31, (0, '*', 8, 'K'))
    """

    def step(state: int, letter: Letter) -> tuple[int, str]:
        if (state, letter) in COMPLETION:
            return COMPLETION[state, letter]
        target = TRANSITIONS[state][letter == "r"]
        if target is None:
            raise AssertionError(f"state {state} refuses {letter}")
        if (state, letter) == (4, "l"):  # l2re, the word in state 6 that behaves differently
            target = len(TRANSITIONS)
        return target, ACTIONS[state][letter == "r"]

    states = range(len(TRANSITIONS) + 1)
    return [(*step(state, "l"), *step(state, "r")) for state in states]


_STEP_LIMIT = 10_000_000


class ConstructionStep(NamedTuple):
    """Equal letters put in front one after the other, each with the same action."""

    letter: Letter
    length: int
    action: Action
    state: int
    """The state of the 30-state automaton before the first of them."""


class Form(NamedTuple):
    """The canonical form ``{left|{left|...{left|last}}}`` with `length` pairs of braces."""

    left: int
    length: int
    last: int


def construction(word: Word) -> Iterator[ConstructionStep]:
    """Yield how the canonical form of a word is made, from its ``e`` leftwards.

    The word is brought to normal form first. Start with ``(a, b) = (0, *)`` for ``e``; a letter
    ``l`` makes it ``(b, G)`` and a letter ``r`` makes it ``(a, G)``.

    Examples
    --------
    >>> [(step.letter, step.length, step.action) for step in construction(Word("lr100e"))]
    [('r', 100, 'K'), ('l', 1, 'K')]
    >>> [(step.letter, step.length, step.action) for step in construction(Word("l2re"))]
    [('r', 1, 'K'), ('l', 1, 'U'), ('l', 1, '0')]
    """
    state: int | None = 0
    for letter, length in reversed(normal_form(word).runs):
        left = length
        while left:
            assert state is not None  # no letter of a normal word is refused
            step = left if state in _STEADY[letter] else 1
            action, state_before = _action(state, letter), state
            state = advance(state, letter, step)
            left -= step
            yield ConstructionStep(letter, step, action, state_before)


def _action(state: int, letter: Letter) -> Action:
    # The table holds these five letters and the dot, which normal words never meet.
    return ACTIONS[state][letter == "r"]  # type: ignore[return-value]


def _steady(letter: Letter) -> set[int]:
    """Return the states where the letter may be repeated for ever with one and the same action."""
    return {
        path[0]
        for path, cycle in ORBITS[letter]
        if cycle is not None and len({_action(state, letter) for state in path}) == 1
    }


_STEADY: dict[Letter, set[int]] = {"l": _steady("l"), "r": _steady("r")}


class Builder(Protocol[G]):
    """Follows the construction of a word with values of some kind: games, or their numbers."""

    zero: G

    def nested(self, x: G, y: G, times: int, /) -> G:
        """Return ``{x|{x|...{x|y}}}`` with the given number of braces, canonical as it stands."""

    def lowered(self, b: G, times: int, /) -> tuple[G, G]:
        """Return the last two of b, ``{b|0}``, ``{{b|0}|0}``, ..."""

    def right_option(self, b: G, /) -> G:
        """Return the canonical Right option of a value that is not zero."""

    def put(self, step: ConstructionStep, a: G, b: G) -> tuple[G, G]:
        """Return Left's option and the position after the letters of a step."""
        letter, length, action, _ = step
        if letter == "r":
            # No r makes 0, or drops b.
            return a, self.nested(a if action == "K" else self.zero, b, length)
        if action == "U":
            # Two letters take (a, b) to ({0|a}, {0|b}).
            a, b = (self.nested(self.zero, x, length // 2) for x in (a, b))
            return (b, self.nested(self.zero, a, 1)) if length % 2 else (a, b)
        if action == "D":
            return self.lowered(b, length)
        if action == "0":
            return b, self.zero
        return b, self.right_option(b) if action == "B" else self.nested(b, a, 1)


class ValueTable(Builder[int]):
    """Numbers the values of Partizan Euclid positions: equal values, equal numbers.

    Zero has the number 0. A table belongs to one thread.

    Examples
    --------
    >>> table = ValueTable()
    >>> table.number(Word("llle")) == table.number(Word("e"))
    True
    >>> table.number(Word("lle"))
    0
    """

    zero = 0

    def __init__(self) -> None:
        self._forms: list[Form | None] = [None]
        self._numbers: dict[Form, int] = {}
        self._star = self.braces(0, 0)

    def __len__(self) -> int:
        return len(self._forms)

    def form(self, number: int) -> Form | None:
        """Return the form with this number; None for zero.

        Examples
        --------
        >>> table = ValueTable()
        >>> table.form(table.number(Word("r5e")))
        Form(left=0, length=6, last=0)
        """
        return self._forms[number]

    def braces(self, left: int, last: int, length: int = 1) -> int:
        """Return the number of ``{left|{left|...{left|last}}}``, taken to be canonical."""
        form = self._forms[last]
        if form is not None and form.left == left:
            # One form for each value: the run of braces is as long as it can be.
            length, last = length + form.length, form.last
        return self._number(Form(left, length, last))

    def _number(self, form: Form) -> int:
        number = self._numbers.get(form)
        if number is None:
            number = self._numbers[form] = len(self._forms)
            self._forms.append(form)
        return number

    def right_option(self, number: int, /) -> int:
        """Return the number of the canonical Right option of a value that is not zero."""
        form = self._forms[number]
        if form is None:
            raise ValueError("expected a value with a Right option, got zero")
        if form.length == 1:
            return form.last
        return self._number(Form(form.left, form.length - 1, form.last))

    def number(self, word: Word) -> int:
        """Return the number of the value of the position with this signature."""
        return self.state(word)[1]

    def state(self, word: Word) -> tuple[int, int]:
        """Return the numbers of Left's option and of the position.

        The empty word has no options; its state is given as ``(0, 0)``.

        Raises
        ------
        BudgetExceeded
            If a run of l's is so long that its forms cannot be listed.
        """
        if word.is_empty:
            return 0, 0
        a, b = 0, self._star
        for step in construction(word):
            a, b = self.put(step, a, b)
        return a, b

    def nested(self, x: int, y: int, times: int, /) -> int:
        """Return the number of ``{x|{x|...{x|y}}}``."""
        return self.braces(x, y, times) if times else y

    def lowered(self, b: int, times: int, /) -> tuple[int, int]:
        """Return the numbers of the last two of b, ``{b|0}``, ``{{b|0}|0}``, ..."""
        if times > _STEP_LIMIT:
            raise BudgetExceeded(
                f"expected at most {_STEP_LIMIT} repetitions of {{b|0}}, got {shown(times)}"
            )
        a = b
        for _ in range(times):
            a, b = b, self.braces(b, 0)
        return a, b


def equal_values(word: Word, other: Word) -> bool:
    """Return whether the positions with these signatures have equal values.

    Examples
    --------
    >>> equal_values(Word("rllre"), Word("le")), equal_values(Word("le"), Word("re"))
    (True, False)
    """
    table = ValueTable()
    return table.number(word) == table.number(other)
