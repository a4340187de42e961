"""Conjectures about sequences: periods, linear recurrences and formulas, as the OEIS writes them.

Each guess is fitted to as few terms as possible and tested on all others. `spare` counts the terms
that a guess explains though it was not fitted to them; with too few of them there is no guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, zip_longest
from typing import Any, TypeAlias

from farstar import engine
from farstar._arguments import shown
from farstar.errors import BudgetExceeded, NotationError
from farstar.invariants import look_up
from farstar.learn._question import Oracle, answer_text, find_invariant
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
        The name of the sequence.
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


Term: TypeAlias = Fraction | str
"""A number, or the text of something that is none."""

_PRIME = 2**61 - 1
_LEAST_SPARE = 4
_MOST_ORDER = 200
_MOST_DEGREE = 20
_MOST_MODULUS = 24
_MOST_EXCEPTIONS = 12


def signed_sum(terms: Iterable[tuple[Fraction, str]]) -> str:
    """Return a sum of coefficients with names, or without one, as text.

    Examples
    --------
    >>> signed_sum([(Fraction(-1), "n^2"), (Fraction(0), "n"), (Fraction(1, 2), "")])
    '-n^2 + 1/2'
    """
    text = ""
    for coefficient, name in terms:
        if coefficient:
            size = str(abs(coefficient))
            body = size if not name else name if size == "1" else f"{size}*{name}"
            minus = coefficient < 0
            text += f" {'-' if minus else '+'} {body}" if text else f"{'-' if minus else ''}{body}"
    return text or "0"


@dataclass(frozen=True)
class Polynomial:
    """A polynomial in n.

    Examples
    --------
    >>> p = Polynomial((Fraction(1), Fraction(0), Fraction(1, 2)))
    >>> print(p, p(4), p.degree)
    1/2*n^2 + 1 9 2
    >>> print(Polynomial(()))
    0
    """

    coefficients: tuple[Fraction, ...]
    """Those of 1, n, n^2, ...; the last is not 0."""

    @property
    def degree(self) -> int:
        """The degree; -1 for the polynomial 0."""
        return len(self.coefficients) - 1

    def __call__(self, n: int) -> Fraction:
        """Return the value at n."""
        value = Fraction(0)
        for coefficient in reversed(self.coefficients):
            value = value * n + coefficient
        return value

    def __str__(self) -> str:
        powers = [f"n^{power}" for power in range(len(self.coefficients))]
        names = ["", "n", *powers[2:]][: len(powers)]
        return signed_sum(zip(reversed(self.coefficients), reversed(names), strict=True))


@dataclass(frozen=True)
class Periodicity:
    """The terms repeat, or repeat with the same amount added each time."""

    first: int
    """The index from which on this holds."""
    period: int
    saltus: Fraction
    """What is added after each period."""
    spare: int

    def __str__(self) -> str:
        added = f" + {self.saltus}" if self.saltus > 0 else f" - {-self.saltus}"
        tail = added if self.saltus else ""
        return f"a(n+{self.period}) = a(n){tail} for n >= {self.first}"


@dataclass(frozen=True)
class Recurrence:
    """A linear recurrence with constant coefficients."""

    first: int
    """The index from which on this holds."""
    coefficients: tuple[Fraction, ...]
    """Those of a(n-1), a(n-2), ..."""
    spare: int

    def __str__(self) -> str:
        terms = [(c, f"a(n-{i})") for i, c in enumerate(self.coefficients, start=1)]
        return f"a(n) = {signed_sum(terms)} for n >= {self.first}"


@dataclass(frozen=True)
class Formula:
    """A polynomial in n for each remainder of n modulo some number."""

    first: int
    """The index from which on this holds."""
    polynomials: tuple[Polynomial, ...]
    """The polynomial for n = 0, 1, 2, ... modulo their number."""
    spare: int

    def __str__(self) -> str:
        modulus = len(self.polynomials)
        if modulus == 1:
            text = f"a(n) = {self.polynomials[0]}"
        else:
            text = "a(n) = " + ", ".join(
                f"{polynomial} if n = {remainder} mod {modulus}"
                for remainder, polynomial in enumerate(self.polynomials)
            )
        return f"{text} for n >= {self.first}"


def periodicity(terms: Sequence[Term], offset: int) -> Periodicity | None:
    """Return the least period, with the terms before it; it must cover half of the terms."""
    count = len(terms)
    for period in range(1, count // 2):
        last, before = terms[-1], terms[-1 - period]
        saltus = Fraction(0)
        if last != before:
            if isinstance(last, str) or isinstance(before, str):
                continue
            saltus = last - before
        first = count - period
        while first > 0 and _rises(terms[first - 1], terms[first - 1 + period], saltus):
            first -= 1
        if 2 * first <= count and count - first >= 2 * period + 2:
            return Periodicity(first + offset, period, saltus, count - first - period)
    return None


def _rises(before: Term, after: Term, saltus: Fraction) -> bool:
    if isinstance(before, str) or isinstance(after, str):
        return not saltus and before == after
    return after == before + saltus


def recurrence(terms: Sequence[Fraction], offset: int) -> Recurrence | None:
    """Return the shortest linear recurrence, if enough terms confirm it.

    Its order is found modulo a large prime, its coefficients from the first terms as fractions,
    and all terms are tested.
    """
    if any(term.denominator % _PRIME == 0 for term in terms):
        return None
    # So many terms settle every order that is allowed.
    begun = terms[: 2 * _MOST_ORDER + _LEAST_SPARE]
    order = len(_massey([t.numerator * pow(t.denominator, -1, _PRIME) for t in begun], _PRIME))
    if order > _MOST_ORDER or len(begun) - 2 * order < _LEAST_SPARE:
        return None
    fitted = _massey(terms[: 2 * order], None)
    if len(fitted) != order or not all(
        terms[n] == sum(c * terms[n - i] for i, c in enumerate(fitted, start=1))
        for n in range(order, len(terms))
    ):
        return None
    spare = len(terms) - 2 * order
    return Recurrence(order + offset, tuple(Fraction(c) for c in fitted), spare)


def _massey(terms: Sequence[Any], prime: int | None) -> list[Any]:
    """Return the shortest recurrence of the terms, by the algorithm of Berlekamp and Massey.

    The terms are fractions, or integers modulo a prime.
    """

    def reduced(number: Any) -> Any:
        return number if prime is None else number % prime

    current: list[Any] = []
    previous: list[Any] = []
    failed, error_then = -1, None
    for i, term in enumerate(terms):
        error = reduced(term - sum(c * terms[i - 1 - j] for j, c in enumerate(current)))
        if not error:
            continue
        if error_then is None:
            current, failed, error_then = [0] * (i + 1), i, error
            continue
        scale = error / error_then if prime is None else error * pow(error_then, -1, prime)
        change = [0] * (i - failed - 1) + [scale] + [-scale * c for c in previous]
        summed = [reduced(a + b) for a, b in zip_longest(change, current, fillvalue=0)]
        if i - len(current) > failed - len(previous):
            previous, failed, error_then = current, i, error
        current = summed
    return current


def formula(terms: Sequence[Fraction], offset: int) -> Formula | None:
    """Return a polynomial for each remainder modulo the least number that will do.

    A few terms at the beginning may be exceptions.
    """
    count = len(terms)
    for modulus in range(1, min(_MOST_MODULUS, count // 4) + 1):
        for first in range(min(_MOST_EXCEPTIONS, count // 4) + 1):
            fitted = _fitted(terms[first:], offset + first, modulus)
            if fitted is not None:
                return Formula(offset + first, *fitted)
    return None


def _fitted(
    terms: Sequence[Fraction], first: int, modulus: int
) -> tuple[tuple[Polynomial, ...], int] | None:
    polynomials: list[Polynomial] = []
    spare = 0
    for remainder in range(modulus):
        start = (remainder - first) % modulus
        chosen = terms[start::modulus]
        # At least two terms must confirm each polynomial.
        most_degree = min(len(chosen) - 3, _MOST_DEGREE)
        begun = chosen[: most_degree + 3]
        polynomial = _interpolated(begun, first + start, modulus, most_degree)
        if polynomial is None or any(
            polynomial(first + start + i * modulus) != term
            for i, term in enumerate(chosen[len(begun) :], start=len(begun))
        ):
            return None
        polynomials.append(polynomial)
        spare += len(chosen) - 1 - polynomial.degree
    return (tuple(polynomials), spare) if spare >= _LEAST_SPARE else None


def _interpolated(
    terms: Sequence[Fraction], first: int, step: int, most_degree: int
) -> Polynomial | None:
    """Return the polynomial of least degree with these values at first, first + step, ...

    There is none if its degree would be too large.
    """
    differences: list[Fraction] = []
    row = list(terms)
    while any(row):
        if len(differences) > most_degree:
            return None
        differences.append(row[0])
        row = [b - a for a, b in pairwise(row)]
    # Newton's form, from the highest difference down: p -> p * (n - x_k) / ((k + 1) step) + d_k.
    coefficients: list[Fraction] = []
    for k in range(len(differences) - 1, -1, -1):
        point = first + k * step
        scale = Fraction(1, (k + 1) * step)
        raised = [Fraction(0), *coefficients]
        lowered = [*coefficients, Fraction(0)]
        coefficients = [(a - point * b) * scale for a, b in zip(raised, lowered, strict=True)] or [
            Fraction(0)
        ]
        coefficients[0] += differences[k]
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    return Polynomial(tuple(coefficients))
