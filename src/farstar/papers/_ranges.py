"""The ranges of claims: how far a check goes, and through which cases."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from farstar.certificates import Certificate, Refused, load_certificate
from farstar.formulas import MarkedText
from farstar.papers import cases

Cases: TypeAlias = Iterator[str | None]
"""The cases that a check goes through: None for one that agrees, else what is wrong with it; its
formulas are marked, as in all texts here."""

Check: TypeAlias = Callable[[int], Cases]
"""Goes through all cases up to a bound."""

CaseCheck: TypeAlias = Callable[..., Cases | str | None]
"""Checks one case, by one comparison or several."""

Over: TypeAlias = Callable[[int], Iterable[Any]]
"""Yields the cases up to a bound, those of several numbers as tuples."""


@dataclass(frozen=True, slots=True)
class ForAll:
    """A certificate that proves a claim for all parameters."""

    path: Path
    note: str = ""
    """How the certificate states the claim, if that differs."""

    @property
    def digest(self) -> str:
        """The SHA-256 digest of the certificate."""
        return str(_certificate(self.path).data["digest"])

    def check(self) -> Cases:
        """Check the certificate: one case, which fails if it is refused."""
        try:
            _certificate(self.path).theorem()
        except Refused as refusal:
            yield f"the certificate `{self.path.name}`: refused ({refusal}), not accepted"
        else:
            yield None

    def __str__(self) -> str:
        note = f", {self.note}" if self.note else ""
        return f"proved for all parameters{note} (certificate {self.digest[:16]})"


@lru_cache(maxsize=16)
def _certificate(path: Path) -> Certificate:
    return load_certificate(path)


@dataclass(frozen=True, slots=True)
class Range:
    """How far a claim is checked, and how a wanted bound changes that.

    Examples
    --------
    >>> pairs = Range("`q < p <= {}`", 100)
    >>> pairs.text(pairs.bound(None)), pairs.bound(400)
    ('q < p <= 100', 400)
    >>> letters = Range("words of at most {} letters", 9, "letters")
    >>> letters.bound(400), letters.bound(50), letters.text(1)
    (11, 8, 'words of at most 1 letter')
    >>> Range("boards with 3 to {} columns").text(3)
    'boards with 3 columns'
    """

    template: str
    """The cases in words, with ``{}`` for the bound."""
    default: int = 0
    scale: Literal["numbers", "letters", "sizes", "fixed"] = "numbers"
    """How a wanted bound N is understood: as the bound itself; as one letter more each time N
    doubles; in proportion; or not at all."""
    least: int = 1
    """The smallest bound that makes sense: below it a counterexample could not be found."""
    over: Over | None = None
    """The cases up to a bound. If it is given, a check is called for one case after the other."""
    for_all: ForAll | None = None
    """The proof for all parameters, if there is one; then the range is compared besides."""

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
        """Return the cases in words, with the bound; a proof for all parameters comes first."""
        compared = self.template.format(bound)
        compared = re.sub(r"\b(\d+) to \1\b", r"\1", compared)
        compared = re.sub(r"\b1 (column|letter)s\b", r"1 \1", compared)
        if self.for_all is None:
            return MarkedText(compared)
        return MarkedText(f"{self.for_all}, and compared for {compared}")

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


# Ranges that several papers go through, case by case.


def pairs(default: int, least: int = 1) -> Range:
    """Return the range of the pairs ``a < b`` up to a bound, case by case."""
    return numbers("`a < b <= {}`", default, least, cases.pairs)


def coprime(default: int, least: int = 1) -> Range:
    """Return the range of the coprime pairs ``(p, q)``, ``q < p``, up to a bound, case by case."""
    return numbers("coprime `q < p <= {}`", default, least, cases.coprime_pairs)
