"""The notation of transfinite numbers: ``omega^2+3``, ``omega/2``, ``*(omega+1)``.

It is not that of short values, in which ``^`` is the game up and ``2*3`` a sum: here ``^`` is a
power and ``*`` a product, except at the beginning of a term, where it makes a nimber.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from farstar._digits import from_text, to_text
from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError
from farstar.transfinite._surreal import Ordinal, Surreal, WiderNumber, from_terms

if TYPE_CHECKING:
    from farstar.transfinite._fraction import SurrealFraction
    from farstar.transfinite._nimber import Nimber

_MOST_NESTED = 50
"""Parentheses, signs and powers are nested at most so deeply."""

_TOKEN = re.compile(r"\s*(?:(\d+)|(omega|w|ω)(?![a-zA-Z])|([-+*/^()]))", re.IGNORECASE | re.ASCII)

_OTHER_SIGNS = str.maketrans({"−": "-", "–": "-", "·": "*", "⋅": "*", "×": "*"})


def parse(text: str) -> Surreal | SurrealFraction | Nimber:
    """Read a surreal number, a quotient of two, or a nimber.

    Parameters
    ----------
    text : str
        Sums, differences, products, quotients and powers of rational numbers and ``omega``, which
        may also be written ``w`` or ``ω``; a ``*`` before an ordinal makes a nimber.

    Raises
    ------
    NotationError
        If the text cannot be read; the error gives the column.

    Examples
    --------
    >>> from farstar import transfinite
    >>> transfinite.parse("(omega+1)^2 - 1/2"), transfinite.parse("*omega + *3")
    (Surreal('omega^2+2omega+1/2'), Nimber('omega+3'))
    >>> transfinite.parse("omega/(omega+1)")
    SurrealFraction('omega', 'omega+1')
    """
    return _Reader(text).whole()


def read_number(text: str) -> Surreal:
    """Read a surreal number."""
    number = read_quotient(text)
    if not isinstance(number, Surreal):
        raise NotationError(
            f"expected a number with finitely many terms, got {str(number)!r}; "
            "use fs.SurrealFraction",
            text,
            0,
        )
    return number


def read_quotient(text: str) -> Surreal | SurrealFraction:
    """Read a surreal number, or a quotient with infinitely many terms."""
    number = parse(text)
    if not isinstance(number, Surreal | WiderNumber):
        raise NotationError(f"expected a number, got the nimber {str(number)!r}", text, 0)
    return number


class _Token(NamedTuple):
    text: str
    column: int


class _Reader:
    """Reads one expression from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.place = 0
        self.depth = 0

    def whole(self) -> Surreal | SurrealFraction | Nimber:
        number: Surreal | SurrealFraction | Nimber = self._sum()
        if self._next is not None:
            self._fail("expected an operator or the end")
        finite = number.finite if isinstance(number, WiderNumber) else None
        return number if finite is None else finite

    @property
    def _next(self) -> str | None:
        return self.tokens[self.place].text if self.place < len(self.tokens) else None

    def _takes(self, *texts: str) -> str | None:
        """Return the next token, and go past it, if it is one of these."""
        token = self._next
        if token is None or token not in texts:
            return None
        self.place += 1
        return token

    def _fail(self, expected: str, place: int | None = None) -> None:
        place = self.place if place is None else place
        if place < len(self.tokens):
            token = self.tokens[place]
            column, got = token.column, repr(token.text)
        else:
            column, got = len(self.text), "the end"
        raise NotationError(f"column {column + 1}: {expected}, got {got}", self.text, column)

    def _sum(self) -> Any:
        total = self._signed_term()
        while sign := self._takes("+", "-"):
            start = self.place
            term = self._term()
            is_number = isinstance(total, Surreal | WiderNumber)
            if is_number is not isinstance(term, Surreal | WiderNumber):
                self._fail("expected only numbers or only nimbers in a sum", start)
            total = total + term if sign == "+" or not is_number else total - term
        return total

    def _signed_term(self) -> Any:
        sign = 1
        while token := self._takes("+", "-"):
            sign = -sign if token == "-" else sign
        term = self._term()
        return term if sign > 0 else -term

    def _term(self) -> Any:
        if self._takes("*"):
            return self._nimber()
        product = self._power()
        while True:
            start = self.place
            operator = self._takes("*", "/")
            # Without a sign only a power of omega or a parenthesis may follow.
            if not operator and (self._next is None or self._next not in {"omega", "("}):
                return product
            factor = self._power()
            try:
                product = _quotient(product, factor) if operator == "/" else product * factor
            except IllegalPositionError as error:
                column = self.tokens[start + 1].column
                raise NotationError(f"column {column + 1}: {error}", self.text, column) from None

    def _nimber(self) -> Nimber:
        from farstar.transfinite._nimber import Nimber

        start = self.place
        heap = self._power() if self._next is not None and self._next not in "+-*/^)" else 1
        if not isinstance(heap, Ordinal | int):
            self._fail("expected an ordinal after '*'", start)
        return Nimber(heap)

    def _power(self) -> Any:
        base = self._atom()
        if not self._takes("^"):
            return base
        start = self.place
        with _Nested(self):
            negative = self._takes("-") is not None
            exponent = self._power()
        try:
            return _raised(base, -exponent if negative else exponent)
        except IllegalPositionError as error:
            self._fail(str(error), start)
        raise AssertionError

    def _atom(self) -> Any:
        if self._takes("omega"):
            return OMEGA
        start = self.place
        if self._takes("("):
            with _Nested(self):
                inner = self._sum()
            if not self._takes(")"):
                self._fail("expected ')'")
            if not isinstance(inner, Surreal | WiderNumber):
                self._fail("expected a number in parentheses", start)
            return inner
        token = self._next
        if token is None or not token[0].isdigit():
            self._fail("expected a number, omega or '('")
        assert token is not None
        self.place += 1
        return Surreal(from_text(token))


def _quotient(x: Any, y: Any) -> Any:
    """Return the quotient of two numbers, whether it has finitely many terms or not."""
    try:
        return x / y
    except IllegalPositionError:
        if not y:
            raise
    from farstar.transfinite._fraction import SurrealFraction

    return SurrealFraction(x, y)


def _raised(base: Any, exponent: Any) -> Any:
    """Return a power of a number."""
    if not isinstance(exponent, Surreal):
        raise IllegalPositionError("expected an exponent with finitely many terms")
    if isinstance(base, Surreal):
        try:
            return base**exponent
        except IllegalPositionError:
            if not (base and exponent.is_rational and exponent < 0):
                raise
            # A negative power of a number with several terms has infinitely many.
            return _quotient(Surreal(1), base**-exponent)
    if not exponent.is_rational or exponent.number.denominator != 1:
        raise IllegalPositionError(f"expected an integer as exponent of {base}")
    return base ** int(exponent.number)


class _Nested:
    """Counts how deeply the reader is nested."""

    def __init__(self, reader: _Reader) -> None:
        self.reader = reader

    def __enter__(self) -> None:
        self.reader.depth += 1
        if self.reader.depth > _MOST_NESTED:
            raise BudgetExceeded(
                f"expected powers and parentheses nested at most {_MOST_NESTED} deep"
            )

    def __exit__(self, *error: object) -> None:
        self.reader.depth -= 1


def _tokens(text: str) -> list[_Token]:
    tokens = []
    plain = text.translate(_OTHER_SIGNS)
    place = 0
    end = len(plain.rstrip())
    while place < end:
        found = _TOKEN.match(plain, place)
        if found is None:
            column = place + len(plain[place:]) - len(plain[place:].lstrip())
            raise NotationError(
                f"column {column + 1}: expected a number, omega, an operator or a parenthesis, "
                f"got {text[column]!r}",
                text,
                column,
            )
        digits, name, sign = found.groups()
        word = digits or sign or "omega"
        tokens.append(_Token(word, found.end() - len(digits or name or sign)))
        place = found.end()
    return tokens


class Style(NamedTuple):
    """How numbers are written."""

    omega: str
    is_latex: bool = False


ASCII = Style("omega")
UNICODE = Style("ω")
LATEX = Style(r"\omega", is_latex=True)


def written(number: Surreal, style: Style) -> str:
    """Return a number as text."""
    text = ""
    for exponent, coefficient in number.terms:
        sign = "-" if coefficient < 0 else "+" if text else ""
        text += sign + _term(exponent, abs(coefficient), style)
    return text or "0"


def _term(exponent: Surreal, coefficient: Fraction, style: Style) -> str:
    above, below = to_text(coefficient.numerator), to_text(coefficient.denominator)
    is_whole = coefficient.denominator == 1
    if not exponent:
        if is_whole:
            return above
        return rf"\frac{{{above}}}{{{below}}}" if style.is_latex else f"{above}/{below}"
    power = style.omega + _exponent(exponent, style)
    if coefficient == 1:
        return power
    if is_whole:
        return above + power
    if style.is_latex:
        return rf"\frac{{{above}}}{{{below}}}{power}"
    return f"{'' if above == '1' else above}{power}/{below}"


def _exponent(exponent: Surreal, style: Style) -> str:
    if exponent == 1:
        return ""
    inner = written(exponent, style)
    if style.is_latex:
        return f"^{{{inner}}}"
    is_bare = exponent.is_ordinal and (exponent.is_rational or exponent == OMEGA)
    return f"^{inner}" if is_bare else f"^({inner})"


OMEGA = from_terms([(Surreal(1), Fraction(1))])
