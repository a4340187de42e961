"""Conjectures about sequences: period, recurrence, formula, as the OEIS writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from farstar import engine
from farstar._arguments import shown
from farstar.errors import BudgetExceeded, NotationError
from farstar.invariants import look_up
from farstar.learn._question import Oracle, answer_text, find_invariant
from farstar.learn._recurrence import (
    Formula,
    Periodicity,
    Recurrence,
    Term,
    formula,
    periodicity,
    recurrence,
)
from farstar.tables import Template
from farstar.values import Value

_MOST_TERMS = 100_000
_LEAST_TERMS = 6
_LINE = 75
_PLACEHOLDER = "A000000"


@dataclass(frozen=True)
class SequenceConjecture:
    """What can be guessed about a sequence from its terms.

    `farstar.learn.sequence` makes one.

    Examples
    --------
    >>> from farstar import learn
    >>> print(learn.sequence([0, 1, 1, 2, 3, 5, 8, 13, 21, 34]))
    10 terms, n = 0..9
    recurrence: a(n) = a(n-1) + a(n-2) for n >= 2 (6 terms confirm it)
    Guessed from these terms, not proved.
    """

    terms: tuple[Term, ...]
    offset: int
    """The index of the first term."""
    name: str
    period: Periodicity | None
    recurrence: Recurrence | None
    formula: Formula | None

    @property
    def guesses(self) -> dict[str, Periodicity | Recurrence | Formula]:
        """The guesses by their kinds, ``period``, ``recurrence`` and ``formula``."""
        kinds = {"period": self.period, "recurrence": self.recurrence, "formula": self.formula}
        return {kind: guess for kind, guess in kinds.items() if guess is not None}

    def __str__(self) -> str:
        last = self.offset + len(self.terms) - 1
        lines = [f"{len(self.terms)} terms, n = {self.offset}..{last}"]
        for kind, guess in self.guesses.items():
            confirm = "term confirms" if guess.spare == 1 else "terms confirm"
            lines.append(f"{kind}: {guess} ({guess.spare} {confirm} it)")
        if self.guesses:
            lines.append("Guessed from these terms, not proved.")
        else:
            lines.append("No period, linear recurrence or polynomial fits these terms.")
        return "\n".join(lines)

    def _need_integers(self) -> tuple[int, ...]:
        for term in self.terms:
            if not isinstance(term, Fraction) or term.denominator != 1:
                raise NotationError(f"expected integers, which the OEIS lists, got {term}")
        return tuple(int(term) for term in self.terms)

    def oeis(self) -> str:
        """Return the sequence in the format of the OEIS, the guesses marked as conjectures.

        Raises
        ------
        NotationError
            If a term is no integer.

        Examples
        --------
        >>> from farstar import learn
        >>> print(learn.sequence([n * n for n in range(10)], name="Squares").oeis())
        %I A000000
        %S A000000 0,1,4,9,16,25,36,49,64,81
        %N A000000 Squares
        %F A000000 Conjecture: a(n) = 3*a(n-1) - 3*a(n-2) + a(n-3) for n >= 3.
        %F A000000 Conjecture: a(n) = n^2 for n >= 0.
        %K A000000 nonn
        %O A000000 0,3
        """
        numbers = self._need_integers()
        rows = _rows(numbers)
        lines = [f"%I {_PLACEHOLDER}"]
        lines += [f"%{tag} {_PLACEHOLDER} {row}" for tag, row in zip("STU", rows, strict=False)]
        lines.append(f"%N {_PLACEHOLDER} {self.name or 'A sequence'}")
        lines += [f"%F {_PLACEHOLDER} Conjecture: {guess}." for guess in self.guesses.values()]
        sign = "sign" if any(n < 0 for n in numbers) else "nonn"
        large = next((i for i, n in enumerate(numbers, start=1) if abs(n) > 1), 1)
        lines += [f"%K {_PLACEHOLDER} {sign}", f"%O {_PLACEHOLDER} {self.offset},{large}"]
        return "\n".join(lines)

    def b_file(self) -> str:
        """Return the b-file: a line with n and a(n) for each term.

        Examples
        --------
        >>> from farstar import learn
        >>> print(learn.sequence([0, 1, 4, 9, 16, 25], start=1).b_file().splitlines()[:2])
        ['1 0', '2 1']
        """
        numbers = self._need_integers()
        return "".join(f"{n} {term}\n" for n, term in enumerate(numbers, start=self.offset))

    def to_dict(self) -> dict[str, object]:
        """Return the conjecture as JSON knows it."""
        return {
            "name": self.name,
            "offset": self.offset,
            "terms": [str(term) for term in self.terms],
            "guesses": {
                kind: {"text": str(guess), "first": guess.first, "confirmed_by": guess.spare}
                for kind, guess in self.guesses.items()
            },
            "is_proved": False,
        }


def _rows(numbers: Sequence[int]) -> list[str]:
    """Return at most three lines of terms."""
    rows = [""]
    for i, number in enumerate(numbers):
        text = f"{number}," if i + 1 < len(numbers) else str(number)
        if rows[-1] and len(rows[-1]) + len(text) > _LINE:
            if len(rows) == 3:
                break
            rows.append("")
        rows[-1] += text
    return rows


def sequence(
    what: str | Iterable[Any],
    *,
    oracle: Oracle = "grundy",
    start: int = 0,
    name: str = "",
    **ranges: Sequence[int],
) -> SequenceConjecture:
    """Guess a period, a linear recurrence and a formula for a sequence.

    Parameters
    ----------
    what : str or iterable
        The terms: numbers, or anything else, of which only a period is sought. Or an expression
        with one variable, such as ``"Kayles(n)"``.
    oracle : str or callable
        For an expression, which invariant the terms are, or a function of the game.
    start : int
        The index of the first term, if terms are given.
    name : str
        What the sequence is called.
    **ranges
        For an expression, the range of its variable: consecutive integers.

    Raises
    ------
    NotationError
        If there are fewer than 6 terms, or the range is not one of consecutive integers.

    Examples
    --------
    >>> from farstar import learn
    >>> kayles = learn.sequence("Kayles(n)", n=range(200))
    >>> print(kayles.period)
    a(n+12) = a(n) for n >= 71
    >>> triangle = learn.sequence([0, 1, 3, 6, 10, 15, 21, 28])
    >>> print(triangle.formula)
    a(n) = 1/2*n^2 + 1/2*n for n >= 0
    """
    if isinstance(what, str):
        terms, start = _terms_of(what, oracle, ranges)
        called = oracle if isinstance(oracle, str) else getattr(oracle, "__name__", "function")
        name = name or f"The {called} of {what}"
    elif ranges:
        raise NotationError(f"expected ranges only with an expression, got {', '.join(ranges)}")
    else:
        terms = [_term(one) for one in what]
    if not _LEAST_TERMS <= len(terms) <= _MOST_TERMS:
        raise NotationError(
            f"expected {_LEAST_TERMS} to {_MOST_TERMS} terms of a sequence, got {len(terms)}"
        )
    numbers = [term for term in terms if isinstance(term, Fraction)]
    is_numeric = len(numbers) == len(terms)
    return SequenceConjecture(
        tuple(terms),
        start,
        name,
        periodicity(terms, start),
        recurrence(numbers, start) if is_numeric else None,
        formula(numbers, start) if is_numeric else None,
    )


def _terms_of(
    what: str, oracle: Oracle, ranges: dict[str, Sequence[int]]
) -> tuple[list[Term], int]:
    if len(ranges) != 1:
        raise NotationError(
            f"expected one range such as n=0..100 for the terms of {shown(what)}, got {len(ranges)}"
        )
    (variable, values), *_ = ranges.items()
    numbers = list(values)
    if not numbers or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise NotationError(f"expected consecutive integers for {variable}, got {shown(values)}")
    template = Template(what, [variable])
    find = oracle if callable(oracle) else find_invariant(oracle)
    terms: list[Term] = []
    for number in numbers:
        terms.append(_term(look_up(find, template(number))))
        if engine.is_out_of_time():
            raise BudgetExceeded(f"out of time after {variable} = {number}")
    return terms, numbers[0]


def _term(thing: object) -> Term:
    """Return a term as a number if it is one, else as text."""
    if isinstance(thing, Value) and thing.is_number:
        thing = thing.number
    if isinstance(thing, int | Fraction) and not isinstance(thing, bool):
        return Fraction(thing)
    return answer_text(thing)
