"""Families of games and claims about them, as text.

::

    family D(i,j) if i >= 0 and j >= 0 rank 2i+j+1
    left  D(i-1,j+1) if i >= 1
    right E(i,j) if j <= 1
    lemma D(i,j) >= n if j >= 2 and n <= i

A family has parameters, which are integers, a condition on them, and a rank that falls with every
move. Terms are members of families, numbers and multiples of up (``j.up``, ``(j+1).up*``) that are
linear in the parameters, also with min and max, their sums (``1 plus j.up``), and forms such as
``{i-2|1}``. A line that begins
with ``value`` instead of ``lemma`` is an equation, such as ``value H(n) = n``; what stands on its
right side replaces the option on its left side.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Any, TypeAlias

from farstar.certificates.theorem_checker import (
    FALSE,
    TRUE,
    all_hold,
    at_least,
    constant,
    equal,
    negated,
    one_holds,
    plus,
)
from farstar.errors import NotationError
from farstar.games.patterns import Line, LineReader, lines

Cases: TypeAlias = list[tuple[Any, Any]]
"""Conditions that exclude each other, each with what holds under it."""

_TOKEN = re.compile(r"\s*(\d+|[A-Za-z]\w*|\.up\*?|<=|>=|!=|[-<>=+*(){}|,])")
_SIGNS = ("<=", ">=", "<", ">", "=", "!=")
_WORDS = ("if", "and", "or", "not", "rank", "min", "max", "plus")
_LARGEST = 10**6
_MOST_LINES = 400


class _Reader(LineReader):
    """Reads terms and conditions."""

    token = _TOKEN
    expected = "a term or a condition"

    def __init__(self, line: Line, families: dict[str, int]) -> None:
        column, word = line.words[0]
        last, end = line.words[-1]
        super().__init__(line, column + len(word), last + len(end))
        self.families = families

    # Numbers.

    def expression(self) -> Cases:
        """Read a sum such as ``x+min(y,z)-1``."""
        sign = -1 if self.skip("-") else 1
        cases = _scaled(self.summand(), sign)
        while self.peek() in ("+", "-"):
            sign = 1 if self.expect("a sign", "+", "-") == "+" else -1
            cases = _added(cases, _scaled(self.summand(), sign))
        return cases

    def summand(self) -> Cases:
        factor = 1
        if self.peek().isdecimal():
            if len(self.peek()) > 7 or int(self.peek()) > _LARGEST:
                self.fail(f"a number up to {_LARGEST}")
            factor = int(self.peek())
            self.place += 1
            if not self.is_variable() and self.peek() not in ("min", "max"):
                return [(TRUE, constant(factor))]
        if self.is_variable():
            self.place += 1
            return _scaled([(TRUE, (0, ((self.tokens[self.place - 1][1], 1),)))], factor)
        word = self.peek()
        if not self.skip("min", "max"):
            self.fail("a number, a parameter, min or max")
        self.expect("(", "(")
        cases = self.expression()
        while self.skip(","):
            cases = _extreme(cases, self.expression(), smallest=word == "min")
        self.expect(")", ")")
        return _scaled(cases, factor)

    def is_variable(self) -> bool:
        token = self.peek()
        return token[:1].islower() and token not in _WORDS

    # Conditions.

    def condition(self) -> Any:
        parts = [self.conjunction()]
        while self.skip("or"):
            parts.append(self.conjunction())
        return one_holds(parts)

    def conjunction(self) -> Any:
        parts = [self.factor()]
        while self.skip("and"):
            parts.append(self.factor())
        return all_hold(parts)

    def factor(self) -> Any:
        if self.skip("not"):
            return negated(self.factor())
        if self.skip("("):
            inside = self.condition()
            self.expect(")", ")")
            return inside
        first = self.expression()
        parts = []
        while True:
            sign = self.expect("a comparison such as x >= 1", *_SIGNS)
            second = self.expression()
            parts.append(
                one_holds(
                    all_hold([g, h, _compared(x, sign, y)])
                    for (g, x), (h, y) in product(first, second)
                )
            )
            if self.peek() not in _SIGNS:
                return all_hold(parts)
            first = second

    # Terms.

    def term(self) -> Cases:
        if self.peek() in self.families:
            return self.member()
        if self.skip("{"):
            sides = [self.options("|"), self.options("}")]
            return [
                (all_hold([g, h]), ("form", left, right))
                for (g, left), (h, right) in product(*sides)
            ]
        cases = self.leaf()
        if cases[0][1][0] == "number" and self.skip("plus"):
            ups = self.leaf()
            if ups[0][1][0] != "up":
                self.fail("a multiple of up after plus, as in 1 plus j.up")
            return [
                (all_hold([g, h]), ("mixed", x[1], *y[1:]))
                for (g, x), (h, y) in product(cases, ups)
            ]
        return cases

    def leaf(self) -> Cases:
        if self.skip("*"):
            return [(TRUE, ("up", constant(0), 1))]
        in_parentheses = self.skip("(")
        cases = self.expression()
        if in_parentheses:
            self.expect(")", ")")
            if not self.peek().startswith(".up"):
                self.fail(".up or .up* after parentheses")
        if self.peek().startswith(".up"):
            star = int(self.expect(".up", ".up", ".up*") == ".up*")
            return [(guard, ("up", form, star)) for guard, form in cases]
        return [(guard, ("number", form)) for guard, form in cases]

    def member(self) -> Cases:
        name = self.expect("a family", *self.families)
        self.expect("(", "(")
        arguments = [self.expression()]
        while self.skip(","):
            arguments.append(self.expression())
        self.expect(")", ")")
        if len(arguments) != self.families[name]:
            self.fail(f"{self.families[name]} parameters of {name}")
        return [
            (all_hold(g for g, _ in cases), ("family", name, tuple(form for _, form in cases)))
            for cases in product(*arguments)
        ]

    def options(self, end: str) -> Cases:
        terms: list[Cases] = []
        if not self.skip(end):
            terms.append(self.term())
            while self.skip(","):
                terms.append(self.term())
            self.expect(f", or {end}", end)
        return [
            (all_hold(g for g, _ in cases), tuple(term for _, term in cases))
            for cases in product(*terms)
        ]

    def optional_condition(self) -> Any:
        condition = self.condition() if self.skip("if") else TRUE
        if self.peek():
            self.fail("the end of the line")
        return condition


def _scaled(cases: Cases, factor: int) -> Cases:
    return [(guard, plus(constant(0), form, factor)) for guard, form in cases]


def _added(first: Cases, second: Cases) -> Cases:
    return [(all_hold([g, h]), plus(x, y)) for (g, x), (h, y) in product(first, second)]


def _extreme(first: Cases, second: Cases, *, smallest: bool) -> Cases:
    cases = []
    for (g, x), (h, y) in product(first, second):
        is_first = at_least(y, x) if smallest else at_least(x, y)
        cases += [(all_hold([g, h, is_first]), x), (all_hold([g, h, negated(is_first)]), y)]
    return cases


def _compared(x: Any, sign: str, y: Any) -> Any:
    if sign in ("<=", ">"):
        at_most = at_least(y, x)
        return at_most if sign == "<=" else negated(at_most)
    if sign in (">=", "<"):
        not_less = at_least(x, y)
        return not_less if sign == ">=" else negated(not_less)
    return equal(x, y) if sign == "=" else negated(equal(x, y))


def read_families(text: str, *, needs_claims: bool = True) -> dict[str, Any]:
    """Return the families and claims of a text, as a certificate contains them.

    Raises
    ------
    NotationError
        If a line cannot be read; the error gives the line and the column.
    """
    kept = list(lines(text))
    if len(kept) > _MOST_LINES:
        raise NotationError(f"expected at most {_MOST_LINES} lines, got {len(kept)}")
    sizes = _names_of_families(kept)
    families: list[dict[str, Any]] = []
    claims: list[dict[str, Any]] = []
    values: list[int] = []
    for line in kept:
        column, word = line.words[0]
        reader = _Reader(line, sizes)
        if word == "family":
            families.append(_family(reader))
        elif word in ("left", "right"):
            if not families:
                line.fail(column, "expected a family before its options")
            cases = reader.term()
            condition = reader.optional_condition()
            for guard, term in cases:
                whole = all_hold([guard, condition])
                if whole != FALSE:
                    option = {"if": as_data(whole), "to": as_data(term)}
                    families[-1][word].append(option)
        elif word in ("lemma", "value"):
            more = _claims(reader)
            if word == "value":
                if not _are_values(more):
                    line.fail(column, "expected an equation for a member, as in value H(n) = n")
                values += range(len(claims), len(claims) + len(more), 2)
            claims += more
        else:
            line.fail(column, f"expected family, left, right, lemma or value, got {word!r}")
    if not families or (needs_claims and not claims):
        missing = "lemma" if families else "family"
        raise NotationError(f"expected a line that begins with {missing}, got none")
    return {"claims": claims, "families": families, "values": values}


def _names_of_families(kept: list[Line]) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for line in kept:
        if line.words[0][1] == "family":
            match = re.match(r"\s*family\s+([A-Z]\w*)\s*\(([^)]*)\)", line.text)
            if match is None:
                line.fail(0, "expected a family with its parameters, as in family A(x,y,z)")
            if match[1] in sizes:
                line.fail(0, f"expected each family once, got {match[1]} again")
            sizes[match[1]] = match[2].count(",") + 1
    return sizes


def _family(reader: _Reader) -> dict[str, Any]:
    ((_, (_, name, arguments)),) = reader.member()
    parameters = [form[1][0][0] for form in arguments if form[1]]
    if len(set(parameters)) < len(arguments):
        reader.fail("different parameters of the family")
    domain = reader.condition() if reader.skip("if") else TRUE
    reader.expect("if or rank, as in rank x+y", "rank")
    ranks = reader.expression()
    if len(ranks) > 1 or reader.peek():
        reader.fail("a rank without min and max at the end")
    return {
        "name": name,
        "parameters": parameters,
        "domain": as_data(domain),
        "rank": as_data(ranks[0][1]),
        "left": [],
        "right": [],
    }


def _claims(reader: _Reader) -> list[dict[str, Any]]:
    first = reader.term()
    sign = reader.expect(">=, <= or =", ">=", "<=", "=")
    second = reader.term()
    condition = reader.optional_condition()
    claims = []
    for (g, x), (h, y) in product(first, second):
        whole = all_hold([condition, g, h])
        if whole == FALSE:
            continue
        for greater, smaller in ((x, y), (y, x)):
            if (greater is x and sign == "<=") or (greater is y and sign == ">="):
                continue
            claims.append(
                {
                    "variables": sorted(_variables((whole, greater, smaller))),
                    "if": as_data(whole),
                    "first": as_data(greater),
                    "second": as_data(smaller),
                }
            )
    return claims


def _are_values(claims: list[dict[str, Any]]) -> bool:
    """Return whether claims are equations for members of families, each with its converse."""
    pairs = zip(claims[::2], claims[1::2], strict=False)
    return len(claims) % 2 == 0 and all(
        claim["first"] == converse["second"] and claim["first"][0] == "family"
        for claim, converse in pairs
    )


def _variables(data: Any) -> set[str]:
    """Return the parameters in formulas and terms: they stand in pairs with their factors."""
    if not isinstance(data, tuple):
        return set()
    if len(data) == 2 and isinstance(data[0], str) and isinstance(data[1], int):
        return {data[0]}
    return {name for part in data for name in _variables(part)}


def as_data(thing: Any) -> Any:
    """Return a formula or term as lists, as it stands in a certificate."""
    return [as_data(part) for part in thing] if isinstance(thing, tuple) else thing
