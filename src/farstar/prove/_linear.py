"""Refuting formulas of linear arithmetic over the integers, with multipliers to check.

A formula consists of inequalities ``e >= 0``, where ``e`` is linear with integer coefficients,
joined by "and" and "or". The search keeps a solution of the inequalities at hand, by the simplex
method for bounds that come and go [1]_. While the solution violates a disjunction, the search
divides it into its cases; a solution with a fraction is excluded by dividing at that fraction.
Inequalities without a solution give multipliers by Farkas's lemma: the row of the tableau that
cannot be satisfied.

References
----------
.. [1] B. Dutertre, L. de Moura, A fast linear-arithmetic solver for DPLL(T), in: Computer Aided
   Verification, LNCS 4144, Springer (2006) 81-94.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, lcm
from typing import Any, NamedTuple, TypeAlias

from farstar import engine
from farstar.certificates.theorem_checker import assume, at_least_zero, negated
from farstar.errors import BudgetExceeded

Combination: TypeAlias = tuple[int, tuple[tuple[str, int], ...]]
"""A number, and factors of variables."""
Refutation: TypeAlias = list[Any]
"""A tree, as the checker reads it."""

MOST_STEPS = 20_000
MOST_DEPTH = 150
"""After so many nodes of one tree, or at this depth, the search stops."""


class Solution(NamedTuple):
    """Integers that satisfy a formula."""

    numbers: dict[str, int]

    def __str__(self) -> str:
        return ", ".join(f"{name} = {number}" for name, number in sorted(self.numbers.items()))


class Simplex:
    """Lower bounds on linear forms, and numbers that satisfy them.

    Columns are the variables, which have no bounds, and the forms that were seen, each with the
    largest lower bound at hand. Some columns are *basic*: their rows express them by the others.
    """

    def __init__(self) -> None:
        self._columns: dict[Any, int] = {}
        self._rows: dict[int, dict[int, Fraction]] = {}
        self._values: list[Fraction] = []
        self._bounds: list[tuple[int, int] | None] = []
        """The bound of each column, and the number of the inequality that it comes from."""
        self._trail: list[tuple[int, tuple[int, int] | None]] = []

    def _column(self, key: Any) -> int:
        if key not in self._columns:
            self._columns[key] = len(self._values)
            self._values.append(Fraction(0))
            self._bounds.append(None)
        return self._columns[key]

    def _form(self, factors: tuple[tuple[str, int], ...]) -> int:
        """Return the column of a form; a new one becomes basic."""
        if factors in self._columns:
            return self._columns[factors]
        row: dict[int, Fraction] = {}
        for name, factor in factors:
            place = self._column(name)
            inside = self._rows.get(place, {place: Fraction(1)})
            for other, value in inside.items():
                row[other] = row.get(other, Fraction(0)) + factor * value
        column = self._column(factors)
        self._rows[column] = {other: value for other, value in row.items() if value}
        self._values[column] = sum(
            (value * self._values[other] for other, value in self._rows[column].items()),
            Fraction(0),
        )
        return column

    def mark(self) -> int:
        """Return a place to go back to."""
        return len(self._trail)

    def back(self, mark: int) -> None:
        """Drop the bounds that were added since a place."""
        while len(self._trail) > mark:
            column, bound = self._trail.pop()
            self._bounds[column] = bound

    def add(self, form: Combination, number: int) -> None:
        """Demand that a combination, inequality number `number`, is not negative."""
        column = self._form(form[1])
        known = self._bounds[column]
        if known is not None and known[0] >= -form[0]:
            return
        self._trail.append((column, known))
        self._bounds[column] = -form[0], number
        if column not in self._rows and self._values[column] < -form[0]:
            self._move(column, Fraction(-form[0]))

    def _move(self, column: int, value: Fraction) -> None:
        change = value - self._values[column]
        self._values[column] = value
        for basic, row in self._rows.items():
            if column in row:
                self._values[basic] += row[column] * change

    def conflict(self) -> list[tuple[int, int]] | None:
        """Return multipliers of inequalities that contradict each other; None if none do."""
        while True:
            # The first column that can change: so the same tableau never comes back.
            violated = [c for c in self._rows if self._is_below(c)]
            if not violated:
                return None
            basic = min(violated)
            row = self._rows[basic]
            usable = [c for c, value in row.items() if value > 0 or self._can_fall(c)]
            if not usable:
                return self._multipliers(basic)
            self._pivot(basic, min(usable))

    def _is_below(self, column: int) -> bool:
        bound = self._bounds[column]
        return bound is not None and self._values[column] < bound[0]

    def _can_fall(self, column: int) -> bool:
        bound = self._bounds[column]
        return bound is None or self._values[column] > bound[0]

    def _multipliers(self, basic: int) -> list[tuple[int, int]]:
        parts = {basic: Fraction(1)} | {c: -value for c, value in self._rows[basic].items()}
        scale = lcm(*(value.denominator for value in parts.values()))
        found = []
        for column, value in parts.items():
            bound = self._bounds[column]
            if bound is None:
                raise AssertionError("a column without a bound blocks nothing")
            found.append((bound[1], int(value * scale)))
        return found

    def _pivot(self, basic: int, entering: int) -> None:
        """Raise a basic column to its bound, and exchange it with another one."""
        bound = self._bounds[basic]
        if bound is None:
            raise AssertionError("only a column with a bound is too small")
        row = self._rows[basic]
        change = (bound[0] - self._values[basic]) / row[entering]
        self._move(entering, self._values[entering] + change)
        del self._rows[basic]
        factor = row.pop(entering)
        solved = {column: -value / factor for column, value in row.items()}
        solved[basic] = 1 / factor
        for other in self._rows.values():
            if entering in other:
                times = other.pop(entering)
                for column, value in solved.items():
                    total = other.get(column, Fraction(0)) + times * value
                    if total:
                        other[column] = total
                    else:
                        other.pop(column, None)
        self._rows[entering] = solved

    def solution(self, names: list[str]) -> dict[str, Fraction]:
        """Return numbers that satisfy the inequalities."""
        return {name: self._values[self._column(name)] for name in names}


class _Search:
    """Looks for a refutation, or for integers that satisfy the formula."""

    def __init__(self, formula: Any) -> None:
        self._names = sorted(_variables(formula))
        self._simplex = Simplex()
        self._steps = self._depth = 0
        self._atoms: list[Combination] = []
        self._choices: list[Any] = []
        self._divided_here: set[int] = set()
        """The disjunctions that are divided already, above the present node."""
        assume(formula, self._atoms, self._choices)

    def run(self) -> Refutation | Solution:
        return self._node(0)

    def _node(self, first_new: int) -> Refutation | Solution:
        """Refute the inequalities and disjunctions at hand."""
        self._steps += 1
        if self._steps > MOST_STEPS or self._depth > MOST_DEPTH or engine.is_out_of_time():
            raise BudgetExceeded(f"no answer after {self._steps} steps of linear arithmetic")
        for number in range(first_new, len(self._atoms)):
            form = self._atoms[number]
            if form[1]:
                self._simplex.add(form, number)
            elif form[0] < 0:
                return ["sum", [[number, 1]]]
        multipliers = self._simplex.conflict()
        if multipliers is not None:
            return ["sum", [list(pair) for pair in sorted(multipliers)]]
        numbers = self._simplex.solution(self._names)
        violated = [
            (len(parts), place)
            for place, parts in enumerate(self._choices)
            if place not in self._divided_here and not any(_holds(part, numbers) for part in parts)
        ]
        if violated:
            _, place = min(violated)
            self._divided_here.add(place)
            result = self._divided(["or", place], self._choices[place])
            self._divided_here.remove(place)
            return result
        for name, value in numbers.items():
            if value.denominator > 1:
                least = -floor(value) - 1
                case = at_least_zero((least, ((name, 1),)))
                data = [least, [[name, 1]]]
                return self._divided(["cut", data], (case, negated(case)))
        return Solution({name: int(value) for name, value in numbers.items()})

    def _divided(self, head: list[Any], cases: Any) -> Refutation | Solution:
        children = []
        self._depth += 1
        for case in cases:
            atoms, choices, mark = len(self._atoms), len(self._choices), self._simplex.mark()
            assume(case, self._atoms, self._choices)
            child = self._node(atoms)
            if isinstance(child, Solution):
                return child
            children.append(child)
            del self._atoms[atoms:]
            del self._choices[choices:]
            self._simplex.back(mark)
        self._depth -= 1
        return [*head, children]


def _variables(formula: Any) -> set[str]:
    kind, inside = formula
    if kind == ">=":
        return {name for name, _ in inside[1]}
    return {name for part in inside for name in _variables(part)}


def _holds(formula: Any, numbers: dict[str, Fraction]) -> bool:
    kind, inside = formula
    if kind == ">=":
        total = inside[0] + sum((factor * numbers[x] for x, factor in inside[1]), Fraction(0))
        return bool(total >= 0)
    if kind == "and":
        return all(_holds(part, numbers) for part in inside)
    return any(_holds(part, numbers) for part in inside)


def refuted(formula: Any) -> Refutation | Solution:
    """Return a refutation of a formula, or integers that satisfy it.

    Raises
    ------
    BudgetExceeded
        If neither is found in time.

    Examples
    --------
    >>> x, y = ("x", 1), ("y", 1)
    >>> refuted(("and", ((">=", (0, (x,))), (">=", (-1, (("x", -1),))))))
    ['sum', [[0, 1], [1, 1]]]
    >>> refuted((">=", (-3, (x, y))))
    Solution(numbers={'x': 3, 'y': 0})
    """
    return _Search(formula).run()
