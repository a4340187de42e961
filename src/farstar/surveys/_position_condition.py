"""Conditions on positions, such as ``value == {2|-1} and temperature > p``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from farstar.errors import FarstarError
from farstar.invariants import INVARIANTS, UNDEFINED, look_up
from farstar.tables import SIGNS, Comparisons, Invariant, Template, number_reader, read_show

_NUMBER = re.compile(r"(-?[0-9]+)(?:/([0-9]+))?", re.ASCII)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-]+[A-Za-z0-9]+)*", re.ASCII)
_WORDS = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_OUTCOMES = ("L", "N", "P", "R")


class _Case(NamedTuple):
    """What a condition is asked about."""

    position: Any
    point: Mapping[str, Any]
    """The values of the variables."""


_Reader: TypeAlias = Callable[[_Case], Any]


class PositionCondition(Comparisons):
    """A condition on a position: comparisons of its invariants.

    What is compared are invariants as `fs.table` shows them, variables, sums, products, remainders
    and greatest common divisors of these, games in their usual notation, the outcomes L, N, P and
    R, and texts in quotation marks. A comparison is false where an invariant is not defined. The
    user's `own` invariants go by name.
    """

    def __init__(
        self, text: str, variables: Sequence[str], own: Mapping[str, Invariant] | None = None
    ) -> None:
        self._own = dict(own or {})
        super().__init__(text, variables)

    def __call__(self, position: Any, point: Mapping[str, Any]) -> bool:
        """Return whether the condition holds for a position and the values of the variables."""
        return bool(self.holds(_Case(position, point)))

    def expected(self) -> str:
        """Return what error messages say after "expected a condition"."""
        return "such as 'value == {2|-1}' or 'temperature > 1 and outcome == N'"

    def side(self, text: str) -> _Reader:
        """Return what works out a number, an invariant, a game or a text."""
        if _is_wrapped(text):
            return self.side(text[1:-1].strip())
        if text[0] in "'\"" and text[-1] == text[0] and len(text) > 1:
            return _constant(text[1:-1])
        if text in self.names:
            return lambda at: at.point[text]
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

    def _formula(self, text: str) -> _Reader | None:
        """Return what works out sums and products of variables and invariants; None for a game."""
        used = [
            name
            for name in dict.fromkeys(_WORDS.findall(text))
            if name in self.names or name in self._own or _is_invariant(name)
        ]
        work_out = number_reader(text, used)
        if work_out is None:
            return None
        readers = [self.side(name) for name in used]

        def formula(at: _Case) -> Any:
            values = [reader(at) for reader in readers]
            if any(value is UNDEFINED or value is None for value in values):
                return UNDEFINED
            try:
                return work_out(values)
            except TypeError as error:
                raise self.unread(f"{text!r} cannot be worked out: {error}") from None

        return formula

    def _game(self, text: str) -> _Reader:
        """Return the value of a game, which may have variables in it; or else an attribute."""
        words = set(_WORDS.findall(text))
        names = [name for name in self.names if name in words]
        try:
            template = Template(text, names)
            if names:
                return lambda at: _value(template(*[at.point[name] for name in names]))
            return _constant(_value(template()))
        except FarstarError as error:
            if _NAME.fullmatch(text) is None:
                raise self.unread(f"{text!r} is not a game: {error}") from None
        return _invariant(*read_show(text).values())

    def sign(self, text: str) -> Callable[[Any, Any], bool]:
        """Return what compares two sides; false where one of them is not defined."""

        def compared(left: Any, right: Any) -> bool:
            if any(side is UNDEFINED or side is None for side in (left, right)):
                return False
            if isinstance(left, str) or isinstance(right, str):
                if text not in ("==", "=", "!="):
                    raise self.unread(
                        f"texts are equal or not, and nothing else: {left} {text} {right}"
                    )
                left, right = str(left), str(right)
            try:
                return bool(SIGNS[text](left, right))
            except TypeError as error:
                raise self.unread(f"{left} and {right} cannot be compared: {error}") from None

        return compared


def _is_wrapped(text: str) -> bool:
    """Return whether the first parenthesis closes at the end, around something."""
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return letter == ")" and 1 < i == len(text) - 1
    return False


def _constant(what: Any) -> _Reader:
    return lambda at: what


def _invariant(invariant: Invariant) -> _Reader:
    return lambda at: look_up(invariant, at.position)


def _is_invariant(text: str) -> bool:
    return " ".join(re.split(r"[ _-]+", text)) in INVARIANTS


def _value(game: Any) -> Any:
    return getattr(game, "value", game)
