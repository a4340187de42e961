"""Conditions on positions, such as ``value == {2|-1} and temperature > p``.

They may come from a command line, so they are read and worked out here, never by ``eval``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

from farstar.errors import FarstarError, NotationError
from farstar.invariants import INVARIANTS, UNDEFINED, look_up
from farstar.tables import Invariant, Template, arithmetic, read_show

_LONGEST = 200
_TOKEN = re.compile(
    r"""
    (?P<text>'[^']*'|"[^"]*")          # a text in quotation marks
    |(?P<game>[\^v↑↓]<[0-9]+>)         # ups and downs of higher order are written with < and >
    |(?P<sign><=|>=|==|!=|<|>|=)
    |(?P<word>\b(?:and|or|not)\b)
    |(?P<open>[({\[])
    |(?P<close>[)}\]])
    |(?P<rest>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_SIGNS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
}
_NUMBER = re.compile(r"(-?[0-9]+)(?:/([0-9]+))?", re.ASCII)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-]+[A-Za-z0-9]+)*", re.ASCII)
_WORDS = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_OUTCOMES = ("L", "N", "P", "R")

Point: TypeAlias = "Mapping[str, Any]"
Reader: TypeAlias = Callable[[Any, Point], Any]
"""Works out a part of a condition for a position and the values of the variables."""

_Token: TypeAlias = tuple[str, str]


class PositionCondition:
    """A condition on a position: comparisons of its invariants.

    What is compared are invariants as `fs.table` shows them, variables, sums, products, remainders
    and greatest common divisors of these, games in their usual notation, the outcomes L, N, P and
    R, and texts in quotation marks; so every `Condition` on variables is one on positions too. A
    comparison is false where an invariant is not defined. Comparisons may be joined by ``and``,
    ``or``, ``not`` and parentheses. The user's `own` invariants go by name.
    """

    def __init__(
        self, text: str, variables: Sequence[str], own: Mapping[str, Invariant] | None = None
    ) -> None:
        self.text = text
        self._variables = tuple(variables)
        self._own = dict(own or {})
        if len(text) > _LONGEST:
            raise NotationError(
                f"expected a condition of at most {_LONGEST} characters, got {text[:_LONGEST]!r}"
            )
        self._tokens: list[_Token] = [
            (str(match.lastgroup), match[0]) for match in _TOKEN.finditer(text.strip())
        ]
        self._next = 0
        self._work_out = self._disjunction()
        if self._next < len(self._tokens):
            raise self._unread(f"{self._tokens[self._next][1]!r} where it should end")

    def __call__(self, position: Any, point: Point) -> bool:
        """Return whether the condition holds for a position and the values of the variables."""
        return bool(self._work_out(position, point))

    def _unread(self, given: str) -> NotationError:
        return NotationError(
            f"expected a condition such as 'value == {{2|-1}}' or 'temperature > 1 and "
            f"outcome == N', got {self.text!r}: {given}"
        )

    # Reading; the text is short, so the recursion is shallow.

    def _peek(self) -> _Token:
        while self._next < len(self._tokens) and self._tokens[self._next][1].isspace():
            self._next += 1
        return self._tokens[self._next] if self._next < len(self._tokens) else ("end", "")

    def _accept(self, word: str) -> bool:
        if self._peek() == ("word", word):
            self._next += 1
            return True
        return False

    def _disjunction(self) -> Reader:
        parts = [self._conjunction()]
        while self._accept("or"):
            parts.append(self._conjunction())
        return parts[0] if len(parts) == 1 else lambda g, at: any(part(g, at) for part in parts)

    def _conjunction(self) -> Reader:
        parts = [self._negation()]
        while self._accept("and"):
            parts.append(self._negation())
        return parts[0] if len(parts) == 1 else lambda g, at: all(part(g, at) for part in parts)

    def _negation(self) -> Reader:
        if self._accept("not"):
            inner = self._negation()
            return lambda g, at: not inner(g, at)
        if self._peek() == ("open", "(") and self._is_group():
            self._next += 1
            inner = self._disjunction()
            if self._peek() != ("close", ")"):
                raise self._unread("a parenthesis is not closed")
            self._next += 1
            return inner
        return self._comparison()

    def _is_group(self) -> bool:
        """Return whether the parenthesis that comes next is around a condition, not in a game."""
        depth = 0
        for kind, _ in self._tokens[self._next :]:
            depth += (kind == "open") - (kind == "close")
            if depth == 0:
                return False
            if kind in ("sign", "word"):
                return True
        return False

    def _comparison(self) -> Reader:
        texts, signs = [self._side_text()], list[str]()
        while self._peek()[0] == "sign":
            signs.append(self._peek()[1])
            self._next += 1
            texts.append(self._side_text())
        sides = [self._side(text) for text in texts]
        if not signs:
            return self._truth(sides[0], texts[0])

        def compared(position: Any, point: Point) -> bool:
            results = [side(position, point) for side in sides]
            return all(
                self._compare(sign, left, right)
                for sign, (left, right) in zip(signs, pairwise(results), strict=True)
            )

        return compared

    def _side_text(self) -> str:
        """Return what stands up to the next sign or word outside of brackets."""
        begin, depth = self._next, 0
        while self._next < len(self._tokens):
            kind, _ = self._tokens[self._next]
            if depth == 0 and kind in ("sign", "word", "close"):
                break
            depth += (kind == "open") - (kind == "close")
            self._next += 1
        text = "".join(token for _, token in self._tokens[begin : self._next]).strip()
        if not text:
            raise self._unread("something to compare is missing")
        return text

    # Sides of comparisons.

    def _side(self, text: str) -> Reader:
        if _is_wrapped(text):
            return self._side(text[1:-1].strip())
        if text[0] in "'\"" and text[-1] == text[0] and len(text) > 1:
            return _constant(text[1:-1])
        if text in self._variables:
            return lambda _, point: point[text]
        if text in self._own:
            return _invariant(self._own[text])
        if text in _OUTCOMES:
            return _constant(text)
        number = _NUMBER.fullmatch(text)
        if number is not None and number[2] != "0":
            return _constant(Fraction(int(number[1]), int(number[2] or 1)))
        if _is_invariant(text):
            return _invariant(*read_show(text).values())
        return self._formula(text) or self._game(text)

    def _formula(self, text: str) -> Reader | None:
        """Return what works out sums and products of variables and invariants; None for a game."""
        used = [
            name
            for name in dict.fromkeys(_WORDS.findall(text))
            if name in self._variables or name in self._own or _is_invariant(name)
        ]
        work_out = arithmetic(text, used) if used else None
        if work_out is None:
            return None
        readers = [self._side(name) for name in used]

        def formula(position: Any, point: Point) -> Any:
            values = [reader(position, point) for reader in readers]
            if any(value is UNDEFINED or value is None for value in values):
                return UNDEFINED
            try:
                return work_out(values)
            except ZeroDivisionError:
                return UNDEFINED
            except TypeError as error:
                raise self._unread(f"{text!r} cannot be worked out: {error}") from None

        return formula

    def _game(self, text: str) -> Reader:
        """Return the value of a game, which may have variables in it; or else an attribute."""
        words = set(_WORDS.findall(text))
        names = [name for name in self._variables if name in words]
        try:
            template = Template(text, names)
            if names:
                return lambda _, point: _value(template(*[point[name] for name in names]))
            return _constant(_value(template()))
        except FarstarError as error:
            if _NAME.fullmatch(text) is None:
                raise self._unread(f"{text!r} is not a game: {error}") from None
        return _invariant(*read_show(text).values())

    # Comparing.

    def _truth(self, side: Reader, text: str) -> Reader:
        def truth(position: Any, point: Point) -> bool:
            answer = side(position, point)
            if answer is UNDEFINED:
                return False
            if not isinstance(answer, bool):
                raise self._unread(f"{text!r} is neither true nor false: compare it")
            return answer

        return truth

    def _compare(self, sign: str, left: Any, right: Any) -> bool:
        if any(side is UNDEFINED or side is None for side in (left, right)):
            return False
        if isinstance(left, str) or isinstance(right, str):
            if sign not in ("==", "=", "!="):
                raise self._unread(
                    f"texts are equal or not, and nothing else: {left} {sign} {right}"
                )
            left, right = str(left), str(right)
        try:
            return bool(_SIGNS[sign](left, right))
        except TypeError as error:
            raise self._unread(f"{left} and {right} cannot be compared: {error}") from None


def _is_wrapped(text: str) -> bool:
    """Return whether the first parenthesis closes at the end, around something."""
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return letter == ")" and 1 < i == len(text) - 1
    return False


def _constant(what: Any) -> Reader:
    return lambda _, __: what


def _invariant(invariant: Invariant) -> Reader:
    return lambda position, _: look_up(invariant, position)


def _is_invariant(text: str) -> bool:
    return " ".join(re.split(r"[ _-]+", text)) in INVARIANTS


def _value(game: Any) -> Any:
    return getattr(game, "value", game)
