"""Claims about families of games that are proposed from data, and kept if they can be proved.

All members with small parameters are computed. For a family and a kind of bound, such as numbers n,
it is then known for which parameters the member is at least n. A decision tree over linear
inequalities describes these parameters; each of its branches is a candidate for a claim. All
candidates are tried together. If the induction fails for one, with parameters as a counterexample,
then either the candidate is false there, and the tree is grown again with this case added, or the
other claims do not suffice, and the candidate is dropped. What remains proves itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from farstar.certificates import theorem_checker
from farstar.certificates.theorem_checker import (
    TRUE,
    Families,
    all_hold,
    at_least_zero,
    constant,
    negated,
    term_with_values,
    with_values,
)
from farstar.certificates.theorem_work import TheoremWork
from farstar.errors import BudgetExceeded
from farstar.prove._family_text import as_data
from farstar.prove._game import look_at_the_clock
from farstar.prove._linear import Solution, refuted
from farstar.values import Value, star, up

Case: TypeAlias = tuple[int, ...]
"""Values of the variables of a claim."""
Data: TypeAlias = dict[str, Any]

_MOST_MEMBERS = 400
_MOST_CASES = 12_000
_MOST_VARIABLES = 4
_FURTHEST = 8
"""How far constants in conditions go beyond 0."""
_MOST_BRANCHES = 12
_MOST_REFITS = 12
_LARGEST_CHECKED = 40
"""The largest parameter for which a counterexample is played out."""


class Members:
    """Values of members of families, from their options alone."""

    def __init__(self, system: Families) -> None:
        self._system = system
        self._known: dict[Any, Value] = {}

    def in_domain(self, name: str, numbers: Case) -> bool:
        """Return whether there is such a member."""
        return bool(self._system.in_domain(_member(name, numbers)) == TRUE)

    def value(self, term: Any) -> Value:
        """Return the value of a term without variables."""
        if term[0] == "number":
            return Value(term[1][0])
        if term[0] == "up":
            return up(term[1][0]) + star(term[2])
        if term[0] == "mixed":
            return Value(term[1][0]) + up(term[2][0]) + star(term[3])
        if term not in self._known:
            look_at_the_clock()
            if term[0] == "form":
                options = [list(side) for side in term[1:]]
            else:
                family = self._system.families[term[1]]
                values = dict(zip(family.parameters, term[2], strict=True))
                options = [
                    [
                        term_with_values(option, values)
                        for guard, option in side
                        if with_values(guard, values) == TRUE
                    ]
                    for side in (family.left, family.right)
                ]
            left, right = ([self.value(option) for option in side] for side in options)
            self._known[term] = Value.of(left=left, right=right)
        return self._known[term]

    def small(self, name: str, bound: int) -> list[Case]:
        """Return the parameters from -1 up to a bound for which there are members."""
        count = len(self._system.families[name].parameters)
        if (bound + 2) ** count > _MOST_CASES:
            bound = int(_MOST_CASES ** (1 / count)) - 2
        every = product(range(-1, bound + 1), repeat=count)
        return [numbers for numbers in every if self.in_domain(name, numbers)][:_MOST_MEMBERS]


def _member(name: str, numbers: Iterable[int]) -> Any:
    return "family", name, tuple(map(constant, numbers))


# Decision trees over linear inequalities.


class Atom(NamedTuple):
    """A linear inequality form >= 0, and the cases in which it holds, as the bits of a number."""

    form: Any
    cases: int


def _forms(variables: list[str], leaf: str | None) -> Iterator[dict[str, int]]:
    """Yield sums of variables to compare with constants, simple ones first."""
    others = [name for name in variables if name != leaf]
    for name in others:
        yield {name: 1}
    for i, first in enumerate(others):
        for second in others[i + 1 :]:
            yield {first: 1, second: -1}
    if leaf is not None:
        factors = (0, -1, 1, -2, 2) if len(others) <= 2 else (0, -1, 1)
        for chosen in sorted(product(factors, repeat=len(others)), key=lambda c: sum(map(abs, c))):
            yield {leaf: 1, **dict(zip(others, chosen, strict=True))}


def _atoms(variables: list[str], leaf: str | None, cases: list[Case]) -> list[Atom]:
    atoms = []
    place = {name: i for i, name in enumerate(variables)}
    for form in _forms(variables, leaf):
        sums = [sum(factor * case[place[name]] for name, factor in form.items()) for case in cases]
        for least in range(max(min(sums) + 1, -_FURTHEST), min(max(sums), _FURTHEST) + 1):
            bits = sum(1 << i for i, total in enumerate(sums) if total >= least)
            factors = tuple(sorted((name, factor) for name, factor in form.items() if factor))
            atoms.append(Atom((-least, factors), bits))
    return atoms


def branches(variables: list[str], leaf: str | None, truth: dict[Case, bool]) -> list[Any] | None:
    """Return conditions that hold exactly in the cases that are true; None if there is no tree.

    Examples
    --------
    >>> truth = {(x, y): x >= y + 1 for x in range(5) for y in range(5)}
    >>> branches(["x", "y"], None, truth)
    [('>=', (-1, (('x', 1), ('y', -1))))]
    """
    cases = list(truth)
    if not cases:
        return None
    atoms = _atoms(variables, leaf, cases)
    wanted = sum(1 << i for i, case in enumerate(cases) if truth[case])
    every = (1 << len(cases)) - 1
    found: list[list[Atom]] = []

    def grow(here: int, conditions: list[Atom]) -> bool:
        good = here & wanted
        if not good:
            return True
        if good == here:
            found.append(conditions)
            return len(found) <= _MOST_BRANCHES
        best, score = None, _impurity(here, wanted)
        for atom in atoms:
            inside, outside = here & atom.cases, here & ~atom.cases
            if inside and outside:
                now = _impurity(inside, wanted) + _impurity(outside, wanted)
                if now < score:
                    best, score = atom, now
        if best is None:
            return False
        constant_part, factors = best.form
        opposite = (-1 - constant_part, tuple((name, -factor) for name, factor in factors))
        negation = Atom(opposite, every & ~best.cases)
        return grow(here & best.cases, [*conditions, best]) and grow(
            here & negation.cases, [*conditions, negation]
        )

    if not grow(every, []):
        return None
    return _simplified(found, every, wanted)


def _simplified(found: list[list[Atom]], every: int, wanted: int) -> list[Any]:
    """Return branches without the inequalities that no case needs, and without needless ones."""
    kept: list[tuple[int, list[Atom]]] = []
    for branch in found:
        needed = list(branch)
        for atom in branch:
            rest = [other for other in needed if other is not atom]
            if not _covered(rest, every) & ~wanted:
                needed = rest
        kept.append((_covered(needed, every), needed))
    kept.sort(key=lambda entry: (-entry[0].bit_count(), len(entry[1])))
    seen, conditions = 0, []
    for cases, branch in kept:
        if cases & ~seen:
            conditions.append(all_hold(at_least_zero(atom.form) for atom in branch))
            seen |= cases
    return conditions


def _covered(atoms: list[Atom], every: int) -> int:
    for atom in atoms:
        every &= atom.cases
    return every


def _impurity(cases: int, wanted: int) -> float:
    total, good = cases.bit_count(), (cases & wanted).bit_count()
    return good * (total - good) / total if total else 0.0


# Candidates.


class Question(NamedTuple):
    """A claim first >= second with a condition that is to be found."""

    first: Any
    second: Any
    variables: list[str]
    leaf: str | None
    cases: dict[Case, bool]
    """In which cases it is true, of those that were played out."""


class Candidates:
    """The questions about families, their answers so far, and the claims made of these."""

    def __init__(self, data: Data, bound: int) -> None:
        self._data = data
        self.system = Families({**data, "claims": [], "values": []}, TheoremWork())
        self._members = Members(self.system)
        self._bound = bound
        self._numbers = self._numbers_below_ups()
        self.questions = [*self._about_leaves(), *self._about_pairs()]
        self.refits = [0] * len(self.questions)
        self.claims: list[tuple[int, Data]] = []
        for number in range(len(self.questions)):
            self._add_claims(number)
        self.claims += [(-1, claim) for claim in self._equations()]

    def _names(self, family: str, mark: str) -> list[str]:
        return [f"{name}{mark}" for name in self.system.families[family].parameters]

    def _about_leaves(self) -> Iterator[Question]:
        numbers = sorted(self._numbers)
        for name in self.system.families:
            names = self._names(name, "")
            leaf = next(x for x in ("n", "j", "leaf") if x not in names)
            member = "family", name, tuple((0, ((x, 1),)) for x in names)
            size = (0, ((leaf, 1),))
            leaves: list[Any] = [("number", size), ("up", size, 0), ("up", size, 1)]
            for number in numbers:
                leaves += [("mixed", constant(number), size, e) for e in (0, 1)]
            for term in leaves:
                for first, second in ((member, term), (term, member)):
                    yield self._question(first, second, [*names, leaf], leaf)

    def _numbers_below_ups(self) -> set[int]:
        """Return the integers other than 0 to which members add several multiples of up."""
        ups: dict[int, set[int]] = {}
        for name in self.system.families:
            for case in self._members.small(name, self._bound):
                found = _number_and_ups(self._members.value(_member(name, case)))
                if found is not None:
                    ups.setdefault(found[0], set()).add(found[1])
        return {number for number, sizes in ups.items() if number and len(sizes) > 2}

    def _about_pairs(self) -> Iterator[Question]:
        for one, other in product(self.system.families, repeat=2):
            first, second = self._names(one, ""), self._names(other, "_")
            if len(first) + len(second) <= _MOST_VARIABLES:
                terms = [
                    ("family", name, tuple((0, ((x, 1),)) for x in names))
                    for name, names in ((one, first), (other, second))
                ]
                yield self._question(terms[0], terms[1], [*first, *second], None)

    def _question(self, first: Any, second: Any, variables: list[str], leaf: Any) -> Question:
        sides = [
            self._members.small(term[1], self._bound if leaf else min(self._bound, 7))
            if term[0] == "family"
            else [(n,) for n in range(-2 * self._bound - 2, 2 * self._bound + 3)]
            for term in (first, second)
        ]
        question = Question(first, second, variables, leaf, {})
        # A leaf stands last among the variables, on whichever side of the claim it is.
        turned = leaf is not None and first[0] != "family"
        for one, other in product(*sides):
            case = (*other, *one) if turned else (*one, *other)
            question.cases[case] = self.is_true(question, case)
        return question

    def is_true(self, question: Question, case: Case) -> bool:
        """Return whether the claim is true in a case, by play."""
        values = {x: constant(n) for x, n in zip(question.variables, case, strict=True)}
        first, second = (
            self._members.value(term_with_values(term, values))
            for term in (question.first, question.second)
        )
        return bool(first >= second)

    def _add_claims(self, number: int) -> None:
        question = self.questions[number]
        conditions = branches(question.variables, question.leaf, question.cases)
        for condition in conditions or []:
            self.claims.append(
                (number, _claim(question.variables, condition, question.first, question.second))
            )

    def refine(self, place: int, counterexample: dict[str, int]) -> None:
        """Drop a claim; if it is false in a case, grow the tree of its question again."""
        number, _ = self.claims[place]
        if number < 0:
            # An equation is two claims, which go together.
            first = place - (place - self._first_equation()) % 2
            del self.claims[first : first + 2]
            return
        question = self.questions[number]
        case = tuple(counterexample.get(name, 0) for name in question.variables)
        is_new = case not in question.cases and self.refits[number] < _MOST_REFITS
        is_small = max(map(abs, case), default=0) <= _LARGEST_CHECKED
        if not (is_new and is_small and self._in_domains(question, case)):
            del self.claims[place]
            return
        question.cases[case] = self.is_true(question, case)
        if question.cases[case]:
            del self.claims[place]
            return
        self.refits[number] += 1
        self.claims = [entry for entry in self.claims if entry[0] != number]
        equations = self._first_equation()
        kept, self.claims = self.claims[equations:], self.claims[:equations]
        self._add_claims(number)
        self.claims += kept

    def _first_equation(self) -> int:
        return sum(number >= 0 for number, _ in self.claims)

    def _in_domains(self, question: Question, case: Case) -> bool:
        values = {x: constant(n) for x, n in zip(question.variables, case, strict=True)}
        terms = [term_with_values(term, values) for term in (question.first, question.second)]
        return all(self.system.in_domain(t) == TRUE for t in terms if t[0] == "family")

    def _equations(self) -> Iterator[Data]:
        """Yield equations of members with terms whose leaves are linear, and their converses."""
        single = {
            self._members.value(_member(name, case)): (name, case[0])
            for name, family in self.system.families.items()
            if len(family.parameters) == 1
            for case in self._members.small(name, self._bound)
        }
        known = Terms(self._numbers, single)
        for name in self.system.families:
            names = self._names(name, "")
            cases = self._members.small(name, self._bound)
            terms = {case: known.term(self._members.value(_member(name, case))) for case in cases}
            shapes: dict[Any, list[Case]] = {}
            for case, term in terms.items():
                if term is not None:
                    shapes.setdefault(_shape(term), []).append(case)
            member = "family", name, tuple((0, ((x, 1),)) for x in names)
            for group in shapes.values():
                truth = {case: case in set(group) for case in cases}
                for condition in branches(names, None, truth) or []:
                    inside = [case for case in group if _holds(condition, names, case)]
                    fitted = _linear_term([terms[case] for case in inside], names, inside)
                    if fitted is not None:
                        yield _claim(names, condition, member, fitted)
                        yield _claim(names, condition, fitted, member)

    def document(self) -> Data:
        """Return families and claims as a certificate has them."""
        return {**self._data, "claims": [claim for _, claim in self.claims], "values": []}


def _claim(variables: list[str], condition: Any, first: Any, second: Any) -> Data:
    return {
        "variables": sorted(variables),
        "if": as_data(condition),
        "first": as_data(first),
        "second": as_data(second),
    }


def _holds(condition: Any, names: list[str], case: Case) -> bool:
    values = {x: constant(n) for x, n in zip(names, case, strict=True)}
    return bool(with_values(condition, values) == TRUE)


# Values as terms.


def _number_and_ups(value: Value) -> tuple[int, int, int] | None:
    """Return a value as an integer, a multiple of up, and a star or none, if it is such a sum."""
    if value.left_stop != value.right_stop or not Value(value.left_stop).is_integer:
        return None
    number = int(value.left_stop)
    rest = value - number
    for e in (0, 1):
        for ups in range(-_LARGEST_CHECKED, _LARGEST_CHECKED + 1):
            if rest == up(ups) + star(e):
                return number, ups, e
    return None


class Terms:
    """Values as terms of numbers, ups, members as options, and forms."""

    def __init__(self, numbers: set[int], single: dict[Value, tuple[str, int]]) -> None:
        self._numbers = numbers
        """Integers to which multiples of up may be added."""
        self._single = single
        """Members with one parameter by their values."""
        self._known: dict[tuple[Value, int], Any] = {}

    def term(self, value: Value, depth: int = 3) -> Any:
        """Return the term of a value; None if it is too deep."""
        key = value, depth
        if key not in self._known:
            self._known[key] = self._term(value, depth)
        return self._known[key]

    def _term(self, value: Value, depth: int) -> Any:
        if value.is_integer:
            return "number", int(value)
        sum_of_two = _number_and_ups(value)
        if sum_of_two is not None:
            number, ups, e = sum_of_two
            if not number:
                return "up", ups, e
            if number in self._numbers:
                return "mixed", ups, e, number
        if depth < 3 and value in self._single:
            name, parameter = self._single[value]
            return "family", parameter, name
        if not depth:
            return None
        sides = [
            tuple(sorted((self.term(x, depth - 1) for x in side), key=str))
            for side in (value.left_options, value.right_options)
        ]
        return None if any(None in side for side in sides) else ("form", *sides)


def _shape(term: Any) -> Any:
    """Return a term without its numbers."""
    if term[0] == "form":
        return "form", tuple(map(_shape, term[1])), tuple(map(_shape, term[2]))
    return term[0], term[2:]


def _linear_term(terms: list[Any], names: list[str], cases: list[Case]) -> Any:
    """Return the term with linear leaves that agrees with all of these; None if there is none."""
    if terms[0][0] == "form":
        sides = []
        for side in (1, 2):
            options = [
                _linear_term([term[side][i] for term in terms], names, cases)
                for i in range(len(terms[0][side]))
            ]
            if None in options:
                return None
            sides.append(tuple(options))
        return "form", *sides
    form = _linear([term[1] for term in terms], names, cases)
    if form is None:
        return None
    if terms[0][0] == "family":
        return "family", terms[0][2], (form,)
    if terms[0][0] == "mixed":
        return "mixed", constant(terms[0][3]), form, terms[0][2]
    return terms[0][0], form, *terms[0][2:]


def _linear(numbers: list[int], names: list[str], cases: list[Case]) -> Any:
    """Return the combination of parameters with small factors that has these values."""
    for factors in sorted(product(range(-3, 4), repeat=len(names)), key=lambda f: sum(map(abs, f))):
        rests = {
            number - sum(f * x for f, x in zip(factors, case, strict=True))
            for number, case in zip(numbers, cases, strict=True)
        }
        if len(rests) == 1:
            kept = tuple(sorted((x, f) for x, f in zip(names, factors, strict=True) if f))
            return rests.pop(), kept
    return None


def fitted(data: Data, bound: int, tell: Callable[[str], None] | None = None) -> Data:
    """Return families with claims that were proposed from data and prove each other.

    Parameters
    ----------
    data : dict
        The families, as a certificate has them.
    bound : int
        Members with parameters up to this number are played out.
    tell : callable, optional
        Called with a line for every claim that is dropped or refined.
    """
    candidates = Candidates(data, bound)
    known: dict[Any, Any] = {}
    while candidates.claims:
        system = Families(candidates.document(), TheoremWork())
        failed = _first_failure(system, known)
        if failed is None:
            break
        place, solution = failed
        if tell is not None:
            tell(theorem_checker.claim_text(system.claims[place]))
        candidates.refine(place, solution)
    return candidates.document()


def _first_failure(system: Families, known: dict[Any, Any]) -> tuple[int, dict[str, int]] | None:
    """Return the number of a claim that does not follow from the others, and where it fails."""
    for place, claim in enumerate(system.claims):
        look_at_the_clock()
        terms = (claim.first, claim.second)
        given = [claim.condition, *(system.in_domain(t) for t in terms if t[0] == "family")]
        inside = [
            system.in_domain(member)
            for term in terms
            for member in theorem_checker.members(term, inside=True)
        ]
        formula = all_hold([*given, negated(all_hold([*inside, system.opened(*terms)]))])
        if formula not in known:
            try:
                known[formula] = refuted(formula)
            except BudgetExceeded:
                look_at_the_clock()
                known[formula] = Solution({})
        if isinstance(known[formula], Solution):
            return place, known[formula].numbers
    return None
