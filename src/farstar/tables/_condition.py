"""Conditions such as ``q < p < 2*q and gcd(p, q) == 1``.

They may come from a command line, so they are read and worked out here, never by ``eval``.
The conditions on positions in `farstar.surveys` are the same with games and invariants.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from farstar.errors import NotationError
from farstar.invariants import UNDEFINED
from farstar.tables._template import LONGEST, number_reader

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
SIGNS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
}

Reader: TypeAlias = Callable[[Any], Any]
"""Works out a part of a condition for whatever the condition is about."""

_Token: TypeAlias = tuple[str, str]


class Comparisons:
    """A text of comparisons, which ``and``, ``or``, ``not`` and parentheses may join.

    A comparison in which a number would be divided by zero is false. Subclasses say what may be
    compared.
    """

    def __init__(self, text: str, names: Sequence[str]) -> None:
        self.text = text
        self.names = tuple(names)
        if len(text) > LONGEST:
            raise NotationError(
                f"expected a condition of at most {LONGEST} characters, got {text[:LONGEST]!r}"
            )
        self._tokens: list[_Token] = [
            (str(match.lastgroup), match[0]) for match in _TOKEN.finditer(text.strip())
        ]
        self._next = 0
        self.holds = self._disjunction()
        if self._next < len(self._tokens):
            raise self.unread(f"{self._tokens[self._next][1]!r} where it should end")

    def expected(self) -> str:
        """Return what error messages say after "expected a condition"."""
        raise NotImplementedError

    def side(self, text: str) -> Reader:
        """Return what works out one side of a comparison."""
        raise NotImplementedError

    def sign(self, text: str) -> Callable[[Any, Any], Any]:
        """Return what compares two sides."""
        return SIGNS[text]

    def unread(self, given: str) -> NotationError:
        """Return the error for a text that is no condition."""
        return NotationError(f"expected a condition {self.expected()}, got {self.text!r}: {given}")

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
        whole = self._conjunction()
        while self._accept("or"):
            whole = _either(whole, self._conjunction())
        return whole

    def _conjunction(self) -> Reader:
        whole = self._negation()
        while self._accept("and"):
            whole = _both(whole, self._negation())
        return whole

    def _negation(self) -> Reader:
        if self._accept("not"):
            inner = self._negation()
            return lambda at: not inner(at)
        if self._peek() == ("open", "(") and self._is_group():
            self._next += 1
            inner = self._disjunction()
            if self._peek() != ("close", ")"):
                raise self.unread("a parenthesis is not closed")
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
        sides = [self.side(text) for text in texts]
        if not signs:
            return self._truth(sides[0], texts[0])
        first, *others = sides
        steps = list(zip(map(self.sign, signs), others, strict=True))

        def compared(at: Any) -> bool:
            try:
                left = first(at)
                for holds, side in steps:
                    right = side(at)
                    if not holds(left, right):
                        return False
                    left = right
            except ZeroDivisionError:
                return False
            return True

        return compared

    def _truth(self, side: Reader, text: str) -> Reader:
        """Return the condition that a number or a truth value is by itself."""

        def truth(at: Any) -> bool:
            try:
                answer = side(at)
            except ZeroDivisionError:
                return False
            if answer is UNDEFINED:
                return False
            if not isinstance(answer, int):
                raise self.unread(f"{text!r} is neither true nor false: compare it")
            return bool(answer)

        return truth

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
            raise self.unread("something to compare is missing")
        return text


def _either(first: Reader, second: Reader) -> Reader:
    return lambda at: first(at) or second(at)


def _both(first: Reader, second: Reader) -> Reader:
    return lambda at: first(at) and second(at)


class Condition(Comparisons):
    """A condition on named integers: comparisons of sums, products, remainders and gcds.

    Raises
    ------
    NotationError
        If the text cannot be read, or contains other names.

    Examples
    --------
    >>> coprime = Condition("q < p < 2*q and gcd(p, q) == 1", ["p", "q"])
    >>> coprime(11, 8), coprime(12, 8), coprime(11, 3)
    (True, False, False)
    """

    def __call__(self, *point: Any) -> bool:
        """Return whether the condition holds for these values."""
        return bool(self.holds(point))

    def expected(self) -> str:
        """Return what error messages say after "expected a condition"."""
        return f"on {', '.join(self.names)} such as 'q < p'"

    def side(self, text: str) -> Reader:
        """Return what works out a number."""
        reader = number_reader(text, self.names)
        if reader is None:
            raise self.unread(f"{text!r} is not made of whole numbers and these variables")
        return reader
