"""What is to be learned: which games the words are, and what is asked about each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias

from farstar import engine
from farstar._arguments import nearest, shown
from farstar._digits import to_text
from farstar._outcome import Left, Right
from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError
from farstar.expressions import parse
from farstar.invariants import INVARIANTS, UNDEFINED, attribute, look_up
from farstar.learn._machine import Reading
from farstar.learn._words import Alphabet, End
from farstar.learn._words import alphabet as chosen_alphabet
from farstar.rules import Position

Oracle: TypeAlias = str | Callable[[Any], object]
"""The name of an invariant, or a function of a game."""

Options: TypeAlias = Literal["", "left", "right"]

_SHORT_NAMES = {"weight": "atomic weight", "integrality": "atomic weight.is_integer"}
_LONGEST_ANSWER = 200


class Question:
    """A question about words: the game that each word is, and what is asked about it.

    Parameters
    ----------
    what : str, optional
        An expression with ``{w}`` where the word goes, such as ``"E({w}e)"``; with ``{p}`` and
        ``{q}`` for the fraction whose continued fraction the word is; or with ``{n}`` for the
        number whose digits it is. Without it the oracle is a function of the written word.
    alphabet, digits, base
        One of them: the letters; the digits of continued fractions; the base of the numbers.
    oracle : str or callable
        The name of an invariant, such as ``"outcome"``; with a dot, a property of it, such as
        ``"atomic weight.is_integer"``; ``"weight"`` and ``"integrality"`` for short; or a
        function.
    beside : sequence of str
        Games to add: the same is asked about the sum with each of them.
    options : str
        ``"left"`` or ``"right"``: the same is asked about the options of this player.
    start : str, optional
        The end of the word at which reading begins: by default ``"left"``, for digits of continued
        fractions ``"right"``.
    by_search : bool
        Ask about the value found by search, without the closed forms of the game.

    Examples
    --------
    >>> paired = Question("E({w}e)", alphabet="lr", options="left", start="right")
    >>> paired.ask(("l", "l")), paired.written(("r", "l"))
    ('R, P', 'lr')
    >>> Question("E({w}e)", alphabet="lr", oracle="integrality").ask(tuple("lrrr"))
    'no'
    """

    def __init__(
        self,
        what: str | None = None,
        *,
        alphabet: str | None = None,
        digits: Iterable[int] | None = None,
        base: int | None = None,
        oracle: Oracle = "outcome",
        beside: Sequence[str] = (),
        options: Options = "",
        start: End | None = None,
        by_search: bool = False,
    ) -> None:
        self.what = what
        self.alphabet: Alphabet = chosen_alphabet(alphabet, digits, base, start)
        self.oracle = oracle
        self.beside = tuple(beside)
        self.options: Options = options
        self.by_search = by_search
        if what is None and not callable(oracle):
            raise NotationError(
                f"expected a game or a function of words, got the oracle {oracle!r} alone"
            )
        if what is not None:
            self.alphabet.check(what)
        if options not in ("", "left", "right"):
            raise NotationError(f"expected options of left or right, got {shown(options)}")
        self._find = oracle if callable(oracle) else find_invariant(oracle)
        self._added = [parse(text) for text in self.beside]
        self._answers: dict[Reading, str] = {}
        self._refuse_nonsense()

    def _refuse_nonsense(self) -> None:
        """Words that are no positions get the answer "undefined", but not all of them may be."""
        if self.what is None:
            return
        failures = []
        letters = len(self.alphabet.letters)
        for number in range(1, 1 + letters + letters**2):
            text = self.alphabet.filled(self.what, self.word(number))
            try:
                parse(text)
            except (NotationError, IllegalPositionError) as error:
                failures.append(f"{shown(text)}: {error}")
            else:
                return
        raise NotationError(f"expected an expression that words make a game, got {failures[-1]}")

    @property
    def asked(self) -> int:
        """How many different words the oracle was asked about."""
        return len(self._answers)

    @property
    def text(self) -> str:
        """What is asked, in words."""
        name = getattr(self.oracle, "__name__", "function") if callable(self.oracle) else ""
        about = f"{name or self.oracle} of {self.what or 'the word'}"
        if self.beside:
            about += f", also with {', '.join(self.beside)} added"
        if self.options:
            about += f", and the same of {self.options.capitalize()}'s options"
        return about

    def written(self, word: Reading) -> str:
        """Return a word as it is written."""
        return self.alphabet.written(word)

    def word(self, number: int) -> Reading:
        """Return word number `number`, shorter words first."""
        return self.alphabet.word(number)

    def ask(self, word: Reading) -> str:
        """Return the oracle's answer for a word, as text; it is asked once for each word."""
        answer = self._answers.get(word)
        if answer is None:
            answer = self._answers[word] = self._asked_now(word)
        return answer

    def _asked_now(self, word: Reading) -> str:
        if self.what is None:
            return answer_text(self._find(self.written(word)))
        text = self.alphabet.filled(self.what, word)
        try:
            game: Any = parse(text)
        except (NotationError, IllegalPositionError):
            return "undefined"
        if engine.is_out_of_time():
            raise BudgetExceeded(f"out of time at {shown(text)}")
        groups = [self._about(game)]
        if self.options:
            player = Left if self.options == "left" else Right
            answers = {self._about(option) for option in game.options(player)}
            groups.insert(0, "/".join(sorted(answers)) or "none")
        return ", ".join(groups)

    def _about(self, game: Any) -> str:
        if self.by_search and isinstance(game, Position):
            game = game.search_value()
        games = [game, *(game + added for added in self._added)]
        answers = [answer_text(look_up(self._find, one)) for one in games]
        return ("" if all(len(answer) == 1 for answer in answers) else " ").join(answers)


def answer_text(answer: object) -> str:
    """Return an answer as text."""
    if answer is UNDEFINED:
        return "undefined"
    if answer is None:
        return "none"
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    text = to_text(answer) if isinstance(answer, int) else str(answer)
    if len(text) > _LONGEST_ANSWER:
        raise NotationError(
            f"expected answers of at most {_LONGEST_ANSWER} characters, got {shown(text)}"
        )
    return text


def find_invariant(name: str) -> Callable[[Any], object]:
    """Return the function that finds an invariant, or a property of one."""
    name = _SHORT_NAMES.get(name, name).replace("_", " ").strip()
    if name in INVARIANTS:
        return INVARIANTS[name]
    whole, dot, part = name.rpartition(".")
    if dot and whole in INVARIANTS:
        first, second = INVARIANTS[whole], attribute(part.replace(" ", "_"))
        return lambda game: second(first(game))
    known = [*INVARIANTS, *_SHORT_NAMES]
    hint = nearest(name, known, "farstar table --help lists the invariants")
    raise NotationError(f"expected an invariant, got {name!r}{hint}")
