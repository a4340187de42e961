"""The cases that a check goes through: how far, and what is said about each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from farstar.formulas import MarkedText

Cases: TypeAlias = Iterator[str | None]
"""The cases that a check goes through: None for one that agrees, else what is wrong with it; its
formulas are marked, as in all texts here."""

Check: TypeAlias = Callable[[int], Cases]
"""Goes through all cases up to a bound."""

CaseCheck: TypeAlias = Callable[..., Cases | str | None]
"""Looks at one case, from one or several sides."""

Over: TypeAlias = Callable[[int], Iterable[Any]]
"""Yields the cases up to a bound, those of several numbers as tuples."""


@dataclass(frozen=True, slots=True)
class Range:
    """How far a claim is checked, and how a wanted bound changes that.

    Examples
    --------
    >>> pairs = Range("`q < p <= {}`", 100)
    >>> pairs.text(pairs.bound(None)), pairs.bound(400)
    ('q < p <= 100', 400)
    >>> letters = Range("words of at most {} letters", 9, "letters")
    >>> letters.bound(400), letters.bound(50)
    (11, 8)
    """

    template: str
    """What is gone through, with ``{}`` for the bound."""
    default: int = 0
    scale: Literal["numbers", "letters", "sizes", "fixed"] = "numbers"
    """How a wanted bound N is understood: as the bound itself; as one letter more each time N
    doubles; in proportion; or not at all."""
    least: int = 1
    """The smallest bound that makes sense: below it a counterexample could not be found."""
    over: Over | None = None
    """The cases up to a bound. If it is given, a check is called for one case after the other."""

    def bound(self, wanted: int | None) -> int:
        """Return the bound to check up to, if `wanted` was asked for (None: the default)."""
        if wanted is None or self.scale == "fixed":
            return self.default
        if self.scale == "numbers":
            scaled = wanted
        elif self.scale == "letters":
            # 100 is the size at which the default number of letters is right.
            scaled = self.default + (wanted // 100).bit_length() - 1
            if wanted < 100:
                scaled = self.default - (100 // max(wanted, 1)).bit_length() + 1
        else:
            scaled = self.default * wanted // 100
        return max(scaled, self.least)

    def text(self, bound: int) -> str:
        """Return what is gone through, with the bound."""
        return MarkedText(self.template.format(bound))

    def check(self, check: CaseCheck) -> Check:
        """Return a check that goes through all cases up to a bound."""
        over = self.over or (lambda bound: (bound,))

        def every_case(bound: int) -> Cases:
            for case in over(bound):
                faults = check(*case) if isinstance(case, tuple) else check(case)
                if faults is None or isinstance(faults, str):
                    yield faults
                else:
                    yield from faults

        return every_case


def numbers(template: str, default: int, least: int = 1, over: Over | None = None) -> Range:
    """Return a range where a wanted bound is the bound itself."""
    return Range(template, default, "numbers", least, over)


def letters(template: str, default: int, least: int = 1, over: Over | None = None) -> Range:
    """Return a range over words."""
    return Range(template, default, "letters", least, over)


def sizes(template: str, default: int, least: int = 1, over: Over | None = None) -> Range:
    """Return a range that grows in proportion to a wanted bound of 100."""
    return Range(template, default, "sizes", least, over)


def fixed(template: str) -> Range:
    """Return a range that a wanted bound does not change."""
    return Range(template, 0, "fixed", 0)


def numbers_from(least: int) -> Over:
    """Return the function that yields the numbers from `least` up to a bound."""
    return lambda bound: range(least, bound + 1)


def same(where: object, actual: object, claimed: object) -> str | None:
    """Return None if `actual` is what was `claimed`, else a line that says what was found.

    What is no number, nor a text of several words, is a formula.

    Examples
    --------
    >>> same("`E(5,3)`", "down", "up"), same("heaps of `13/5`", 3, 4)
    ('`E(5,3)`: `down`, not `up`', 'heaps of `13/5`: 3, not 4')
    >>> same("`E(5,3)` is won", False, True), same("E(5,3)", "down", "down")
    ('`E(5,3)` is won: no, not yes', None)
    """
    return None if actual == claimed else f"{where}: {_marked(actual)}, not {_marked(claimed)}"


def _marked(thing: object) -> str:
    if isinstance(thing, bool):
        return "yes" if thing else "no"
    is_plain = isinstance(thing, int | float) or (isinstance(thing, str) and " " in thing)
    return str(thing) if is_plain else f"`{thing}`"


def true(where: object, fact: bool) -> str | None:
    """Return None if the fact is one, else where it is not."""
    return None if fact else str(where)
