"""Words and the games they describe: letters, or digits of a fraction or of a number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from farstar._arguments import integer, shown
from farstar.errors import NotationError
from farstar.learn._machine import Reading

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


def alphabet(
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
