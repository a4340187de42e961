"""Values and atomic weights along the word: an action table says which options are canonical.

The native engine has a kernel that builds one game for each letter and compares none. If there is
no kernel, or the word is too long for it, the games are built here, and runs that only add ups or
downs are handled in one step, since multiples of up are compact in the engine.
"""

from __future__ import annotations

from farstar._arguments import shown
from farstar.engine import Engine, Handle, kernels
from farstar.engine import state as engine_state
from farstar.errors import BudgetExceeded
from farstar.theory.canonical import Builder, complete_automaton, construction
from farstar.theory.weights import Weight, weight
from farstar.theory.words import Word
from farstar.values import Value, wrap

MOST_GAMES = 2_000_000
"""How many games one value may consist of, not counting multiples of up."""

MOST_STEPS = 10_000
"""How many steps of the construction may lie outside the Right region.

There the engine, which checks every form that it is handed, compares deep games to do so, and
the time grows with the square of the number of steps. The kernel is not bound by this.
"""

MOST_UPS = 2**62
"""The engine counts ups in a machine word."""

CLASS_WEIGHTS: dict[int, int] = {
    **dict.fromkeys((0, 3, 4, 7, 12, 14, 15), 0),
    **dict.fromkeys((1, 16), -1),
    **dict.fromkeys((2, 8), 1),
    6: -2,
}
"""The atomic weight of every position of a class, where it is one and the same."""

_RIGHT_REGION = 8
"""The state of the 30-state automaton that is never left."""


def value(word: Word) -> Value:
    """Return the value of the position with this signature, unless it is too large to be built.

    Examples
    --------
    >>> value(Word("rlle")), value(Word("r7e")), value(Word(""))
    (Value('vv*'), Value('^7'), Value('0'))
    """
    return wrap(_Builder(engine_state.engine).build(word))


def atomic_weight(word: Word) -> Value:
    """Return the atomic weight of the position with this signature."""
    return as_value(weight(word))


def as_value(weight: Weight) -> Value:
    """Return a weight as a value."""
    if isinstance(weight, int):
        return Value(weight)
    value = Value(weight.end)
    for tooth in reversed(weight.teeth):
        value = Value.of(left=[tooth], right=[value])
    return value


class _Builder(Builder[Handle]):
    """Holds the pair ``(a, b)``, Left's option and the position, of the word read so far."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.zero = engine.compact(0, 0, 0, 0)
        self.made = 0

    def build(self, word: Word) -> Handle:
        if word.is_empty:
            return self.zero
        a, b = self.zero, self.engine.compact(0, 0, 0, 1)
        steps = list(construction(word))
        if kernels.available() and sum(step.length for step in steps) <= MOST_GAMES:
            runs = [(step.letter, step.length) for step in steps]
            return kernels.euclid_form(runs, complete_automaton())
        slow = sum(step.state != _RIGHT_REGION for step in steps)
        if slow > MOST_STEPS:
            raise BudgetExceeded(
                f"expected a word with at most {MOST_STEPS} steps to its value, got {slow}"
            )
        for step in steps:
            a, b = self.put(step, a, b)
        return b

    def right_option(self, b: Handle, /) -> Handle:
        return self.engine.options(b)[1][0]

    def braces(self, x: Handle, y: Handle) -> Handle:
        """Return ``{x|y}``, which is canonical as it stands."""
        self.made += 1
        return self.engine.construct((x,), (y,))

    def nested(self, x: Handle, y: Handle, times: int, /) -> Handle:
        """Return ``{x|{x|...{x|y}}}`` with the given number of braces."""
        if x == self.zero and times:
            raised = self.shifted(y, times, 1)
            if raised is not None:
                return raised
        self.reserve(times)
        for _ in range(times):
            y = self.braces(x, y)
        return y

    def lowered(self, b: Handle, times: int, /) -> tuple[Handle, Handle]:
        """Return the last two of b, ``{b|0}``, ``{{b|0}|0}``, ..."""
        lowest, before = self.shifted(b, times, -1), self.shifted(b, times - 1, -1)
        if before is not None and lowest is not None:
            return before, lowest
        self.reserve(times)
        a = b
        for _ in range(times):
            a, b = b, self.braces(b, self.zero)
        return a, b

    def shifted(self, g: Handle, times: int, sign: int) -> Handle | None:
        """Return `g` with `times` more ups (or downs) and stars, if it is such a sum itself.

        ``{0|n.up + *m}`` is ``(n + 1).up + *(m xor 1)`` for n > 0, and ``{0|*}`` is up.
        """
        record = self.engine.as_compact(g)
        if record is None or record[0] != 0 or record[3] > 1:
            return None
        ups, star = sign * record[2], record[3]
        if ups < 0 or (ups == 0 and star == 0):
            return None
        if ups + times >= MOST_UPS:
            raise BudgetExceeded(
                f"expected a value with fewer than 2^62 ups, got one with {shown(ups + times)}"
            )
        return self.engine.compact(0, 0, sign * (ups + times), star ^ (times & 1))

    def reserve(self, games: int) -> None:
        """Refuse more games than can be built in reasonable time."""
        if self.made + games > MOST_GAMES:
            raise BudgetExceeded(
                f"expected a value made of at most {MOST_GAMES} games, "
                f"got one of {shown(self.made + games)}"
            )
