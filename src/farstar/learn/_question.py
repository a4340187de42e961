"""What is to be learned: which games the words are, and what is asked about each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from farstar import engine
from farstar._arguments import integer, nearest, shown
from farstar._digits import to_text
from farstar._outcome import Left, Right
from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError
from farstar.expressions import parse
from farstar.invariants import INVARIANTS, UNDEFINED, attribute, look_up
from farstar.learn._automata import Reading
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
        """Refuse a question to which the answer is "undefined" for every short word."""
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


End: TypeAlias = Literal["left", "right"]
"""The end of a word at which reading begins."""

Kind: TypeAlias = Literal["letters", "digits", "base"]

_MOST_LETTERS = 36
_PLACEHOLDERS: dict[Kind, tuple[str, ...]] = {
    "letters": ("{w}",),
    "digits": ("{p}", "{q}"),
    "base": ("{n}",),
}
_ADVICE = "such as 'E({w}e)' with letters, 'Euclid({p},{q})' with digits or 'Nim({n})' with a base"


@dataclass(frozen=True)
class Alphabet:
    """The letters of words, what they stand for, and the end at which reading begins."""

    kind: Kind
    letters: tuple[str, ...]
    start: End

    def in_order(self, word: Reading) -> Reading:
        """Return the letters from left to right; the same turns them into the order of reading."""
        return word if self.start == "left" else word[::-1]

    def written(self, word: Reading) -> str:
        """Return a word as it is written."""
        return ("" if self.kind == "letters" else ",").join(self.in_order(word))

    def reading(self, text: str) -> Reading:
        """Return the letters of a written word, in the order of reading."""
        parts = tuple(text) if self.kind == "letters" else tuple(filter(None, text.split(",")))
        for part in parts:
            if part not in self.letters:
                raise NotationError(
                    f"expected a word over {', '.join(self.letters)}, got {shown(text)}"
                )
        return self.in_order(parts)

    def word(self, number: int) -> Reading:
        """Return word number `number`, shorter words first."""
        letters: list[str] = []
        while number:
            number, place = divmod(number - 1, len(self.letters))
            letters.append(self.letters[place])
        return tuple(reversed(letters))

    def filled(self, template: str, word: Reading) -> str:
        """Return the expression that a word makes of a template."""
        ordered = self.in_order(word)
        if self.kind == "letters":
            return template.replace("{w}", "".join(ordered))
        digits = [int(letter) for letter in ordered]
        if self.kind == "digits":
            p, q = _continued_fraction(digits)
            return template.replace("{p}", str(p)).replace("{q}", str(q))
        number = 0
        for digit in digits:
            number = number * len(self.letters) + digit
        return template.replace("{n}", str(number))

    def check(self, template: str) -> None:
        """Refuse a template without the place where the word goes."""
        places = _PLACEHOLDERS[self.kind]
        if not all(place in template for place in places):
            raise NotationError(
                f"expected an expression with {' and '.join(places)} in it, {_ADVICE}, "
                f"got {shown(template)}"
            )


def _continued_fraction(digits: Sequence[int]) -> tuple[int, int]:
    """Return numerator and denominator; no digits at all are 1/0."""
    p, q = 1, 0
    for digit in reversed(digits):
        p, q = digit * p + q, p
    return p, q


def chosen_alphabet(
    letters: str | None, digits: Iterable[int] | None, base: int | None, start: End | None
) -> Alphabet:
    """Return the alphabet that is asked for: one of letters, digits and base."""
    given = [thing for thing in (letters, digits, base) if thing is not None]
    if len(given) != 1:
        raise NotationError(
            f"expected one of an alphabet, digits and a base, {_ADVICE}, got {len(given)} of them"
        )
    if start not in (None, "left", "right"):
        raise NotationError(f"expected reading to start left or right, got {shown(start)}")
    kind: Kind = "letters"
    if letters is not None:
        chosen = tuple(letters)
    elif digits is not None:
        kind, chosen = "digits", tuple(str(integer(digit, 1, "each digit")) for digit in digits)
    else:
        kind, chosen = "base", tuple(map(str, range(integer(base, 2, "the base"))))
    if not 1 <= len(chosen) <= _MOST_LETTERS or len(set(chosen)) < len(chosen):
        raise NotationError(
            f"expected 1 to {_MOST_LETTERS} different letters, got {shown(''.join(chosen))}"
        )
    return Alphabet(kind, chosen, start or ("right" if kind == "digits" else "left"))
