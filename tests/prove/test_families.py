"""Theorems about families of games: proved, refused, and compared with brute force."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import seal, theorem_checker
from farstar.certificates.theorem_checker import (
    TRUE,
    Budget,
    Families,
    Refused,
    all_hold,
    assume,
    at_least_zero,
    constant,
    one_holds,
    plus,
    refute,
    substitute,
    with_values,
)
from farstar.errors import BudgetExceeded, NotationError
from farstar.prove._family_text import read_families
from farstar.prove._linear import Solution, refuted
from farstar.prove.in_use import LIBRARY, file_of

NAMES = ["geography", "subtraction", "toads-and-frogs", "toads-two-blanks"]


def example(name: str) -> tuple[str, str]:
    package = "farstar.papers.geography" if name == "geography" else LIBRARY
    paths = (f"families/{name}.{kind}" for kind in ("families", "lemmas"))
    families, lemmas = (file_of(package, path).read_text(encoding="utf-8") for path in paths)
    return families, lemmas


@cache
def theorem(name: str) -> fs.prove.Theorem:
    result = fs.prove.family(*example(name))
    assert isinstance(result, fs.prove.Theorem), result
    return result


def system_of(data: Any) -> Families:
    return Families(data, Budget())


# Plain brute force: values from the options, and claims tried one by one.


class Plain:
    """The games of a certificate, from the definitions of the families alone."""

    def __init__(self, data: Any) -> None:
        self.system = system_of(data)
        self.known: dict[Any, fs.Value] = {}

    def options(self, member: Any, side: int) -> list[Any]:
        family = self.system.families[member[1]]
        values = dict(zip(family.parameters, member[2], strict=True))
        return [
            theorem_checker.term_with_values(option, values)
            for guard, option in (family.right if side else family.left)
            if with_values(guard, values) == TRUE
        ]

    def value(self, term: Any) -> fs.Value:
        if term[0] == "number":
            return fs.Value(term[1][0])
        if term[0] == "up":
            size = term[1][0]
            total = fs.Value("*") if term[2] else fs.Value(0)
            for _ in range(abs(size)):
                total += fs.Value("^") if size > 0 else -fs.Value("^")
            return total
        if term[0] == "form":
            left, right = ([self.value(option) for option in side] for side in term[1:])
            return fs.Value.of(left=left, right=right)
        if term not in self.known:
            sides = [[self.value(x) for x in self.options(term, side)] for side in (0, 1)]
            self.known[term] = fs.Value.of(left=sides[0], right=sides[1])
        return self.known[term]

    def counterexample(self, numbers: range) -> str | None:
        """Return a claim that is false for some parameters in a range."""
        for claim in self.system.claims:
            for chosen in product(numbers, repeat=len(claim.variables)):
                values = {
                    name: constant(n) for name, n in zip(claim.variables, chosen, strict=True)
                }
                terms = [
                    theorem_checker.term_with_values(term, values)
                    for term in (claim.first, claim.second)
                ]
                given = [with_values(claim.condition, values)]
                given += [self.system.in_domain(t) for t in terms if t[0] == "family"]
                if all(condition == TRUE for condition in given) and not (
                    self.value(terms[0]) >= self.value(terms[1])
                ):
                    return f"{theorem_checker.claim_text(claim)} at {chosen}"
        return None


# The theorems.


@pytest.mark.parametrize(
    ("name", "claims", "obligations"),
    [
        ("geography", 14, 46),
        ("subtraction", 20, 93),
        ("toads-and-frogs", 8, 22),
        ("toads-two-blanks", 20, 56),
    ],
)
def test_theorems(name: str, claims: int, obligations: int) -> None:
    proved = theorem(name)
    assert proved.statement.startswith(f"{claims} claims for all parameters: ")
    assert len(proved.certificate().data["proofs"]) == obligations
    assert proved.certificate().check() == theorem_checker.claim_lines(
        system_of(proved.certificate().data).claims
    )
    assert Plain(proved.certificate().data).counterexample(range(-1, 4)) is None


def test_geography_has_the_moves_and_values_of_the_ruleset() -> None:
    """All x, z <= 4 and y <= 5: options by the rules, values by search."""
    plain = Plain(theorem("geography").certificate().data)
    kinds = {"A": fs.GeographyA, "B": fs.GeographyB}
    checked = 0
    for kind, x, y, z in product("AB", range(5), range(6), range(5)):
        member = ("family", kind, tuple(map(constant, (x, y, z))))
        if plain.system.in_domain(member) != TRUE:
            with pytest.raises(fs.errors.IllegalPositionError):
                kinds[kind](x, y, z)
            continue
        checked += 1
        position = kinds[kind](x, y, z)
        for side, moves in enumerate((position.left_options, position.right_options)):
            texts = sorted(map(theorem_checker.term_text, plain.options(member, side)))
            assert texts == sorted(map(str, moves))
        assert theorem("geography").value(f"{kind}({x},{y},{z})") == position.search_value()
    assert checked == 245


def test_toads_and_frogs_has_the_moves_and_values_of_the_ruleset() -> None:
    """All i <= 5, j <= 4, with 0 to 2 toads that never move."""
    proved = theorem("toads-and-frogs")
    plain = Plain(proved.certificate().data)

    def row(term: Any, more: int) -> str:
        i, j = (form[0] for form in term[2])
        middle = "." + "T" * j + "F" if term[1] == "D" else "F" + "T" * j + "."
        return str("T" * i + middle + "T" * more)

    for kind, i, j, more in product("DE", range(6), range(5), range(3)):
        member = ("family", kind, (constant(i), constant(j)))
        position: Any = fs.parse(f"ToadsAndFrogs({row(member, more)})")
        for side, moves in enumerate((position.left_options, position.right_options)):
            values = sorted(str(plain.value(option)) for option in plain.options(member, side))
            assert values == sorted(str(move.search_value()) for move in moves)
        assert proved.value(f"{kind}({i},{j})") == position.search_value()


def test_toads_and_frogs_with_two_blanks_has_the_moves_and_values_of_the_ruleset() -> None:
    """All i, j, k <= 3, with 0 or 1 toad that never moves."""
    proved = theorem("toads-two-blanks")
    plain = Plain(proved.certificate().data)
    rows = {"P": "{}.{}.{}F", "Q": "{}.{}F{}.", "R": "{}F{}.{}."}
    for kind, i, j, k in product(rows, range(4), range(4), range(4)):
        row, numbers = rows[kind], (i, j, k)
        member = ("family", kind, tuple(map(constant, numbers)))
        for more in ("", "T"):
            text = row.format(*("T" * n for n in numbers)) + more
            position: Any = fs.parse(f"ToadsAndFrogs({text})")
            for side, moves in enumerate((position.left_options, position.right_options)):
                values = sorted(str(plain.value(option)) for option in plain.options(member, side))
                assert values == sorted(str(move.search_value()) for move in moves), text
            name = f"{kind}({','.join(map(str, numbers))})"
            assert proved.value(name) == position.search_value(), text


def test_subtraction_has_the_moves_and_values_of_the_rules() -> None:
    """All heaps below 60."""
    proved = theorem("subtraction")
    plain = Plain(proved.certificate().data)
    text = "game T\nboard heaps\nleft n -> n-1 | n-2\nright n -> n-1 | n-3"
    rules: Any = fs.rules(text)
    for heap in range(60):
        member = ("family", "V" + "abcdef"[heap % 6], (constant(heap // 6),))
        for side, taken in enumerate(((1, 2), (1, 3))):
            heaps = {
                6 * option[2][0][0] + "abcdef".index(option[1][1])
                for option in plain.options(member, side)
            }
            assert heaps == {heap - n for n in taken if heap >= n}
        assert proved.value(theorem_checker.term_text(member)) == rules(heap).search_value()


def test_values_of_members() -> None:
    proved = theorem("toads-and-frogs")
    assert proved.value("D(12,0)") == fs.Value("{{10|1}|0}")
    for text, message in [
        ("D(-1,0)", "expected parameters in the domain"),
        ("D(i,0)", "expected numbers for the parameters"),
        ("D(1)", "expected 2 parameters of D"),
        (7, "expected a member of a family as text, got 7"),
    ]:
        with pytest.raises(NotationError, match=message):
            proved.value(text)


# Refusals.


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        # Case (A) as the paper prints it, without the exception at A(0,1,0).
        (
            "lemma A(x,y,z) = {x+y-2 | y+z-1} if z >= y-2 and x > y-2 and not (x = 0 and y = 1 "
            "and z = 0)",
            "lemma A(x,y,z) = {x+y-2 | y+z-1} if z >= y-2 and x > y-2",
            "x = 0, y = 1, z = 0",
        ),
        # A wrong leaf in case (B).
        ("{x+y-2 | x+z} if z", "{x+y-1 | x+z} if z", "x = 0, y = 2, z = 0"),
        ("value B(x,y,z) = x+min(y,z)-1", "lemma B(x,y,z) <= x+min(y,z)-2", None),
    ],
)
def test_geography_misprinted(old: str, new: str, place: str | None) -> None:
    families, lemmas = example("geography")
    assert old in lemmas
    result = fs.prove.family(families, lemmas.replace(old, new))
    assert isinstance(result, fs.prove.NotProved)
    assert result.counterexample is not None
    assert "the induction fails for" in result.reason
    if place is not None:
        assert result.counterexample == place


def test_a_bound_that_is_too_strong() -> None:
    families, lemmas = example("geography")
    result = fs.prove.family(families, lemmas + "lemma B(x,y,z) <= x+min(y,z)-2")
    assert isinstance(result, fs.prove.NotProved)
    assert result.counterexample == "x = 1, y = 0, z = 0"


@pytest.mark.parametrize(
    ("family", "what"),
    [
        ("family H(n) if n >= 0 rank n\nleft H(n)", "the rank falls from H(n) to H(n)"),
        ("family H(n) if n >= 0 rank n\nleft H(n-1)", "the option H(n-1) of H(n) lies in its"),
        ("family H(n) rank n\nleft H(n-1) if n >= 1", "the rank of H(n) is not negative"),
        ("family H(n) if n >= 0 rank n\nleft {|H(n-1)} if n >= 0", "the option H(n-1)"),
    ],
)
def test_play_must_end_in_the_domain(family: str, what: str) -> None:
    result = fs.prove.family(family, "lemma H(n) >= -5")
    assert isinstance(result, fs.prove.NotProved)
    assert what in result.reason


def test_a_claim_must_not_leave_the_domain() -> None:
    heap = "family H(n) if n >= 0 rank n\nleft H(n-1) if n >= 1"
    result = fs.prove.family(heap, "lemma H(n) = n\nlemma H(n) = {H(n-1)|}")
    assert isinstance(result, fs.prove.NotProved)
    assert result.reason.startswith("the induction fails for n = 0: H(n-1) lies in its domain")
    assert fs.prove.family(heap, "lemma H(n) = n\nlemma H(n) = {H(n-1)|} if n >= 1")


def test_values_do_not_prove_themselves() -> None:
    """An equation that replaces options is proved like every other claim."""
    heap = "family H(n) if n >= 0 rank n\nleft H(n-1) if n >= 1"
    assert fs.prove.family(heap, "value H(n) = n")
    for wrong in ("value H(n) = n+1", "value H(n) = 0", "value H(n) = 2n", "value H(n) = H(n+1)"):
        assert not fs.prove.family(heap, wrong)
    for text in ("value H(n) >= n", "value n = H(n)", "value H(n) <= n"):
        with pytest.raises(NotationError, match="expected an equation for a member"):
            fs.prove.family(heap, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a line that begins with family"),
        ("family H(n) rank n", "expected a line that begins with lemma"),
        ("left 0", "expected a family before its options"),
        ("family h(n) rank n", "expected a family with its parameters"),
        ("family H(n) if n >= 0", "expected if or rank"),
        ("family H(n,n) rank n", "expected different parameters"),
        ("family H(n) rank min(n,0)", "expected a rank without min and max"),
        ("family H(n) rank n\nfamily H(n) rank n", "expected each family once, got H again"),
        ("family H(n) rank n\nlemma H(n) >= n if n", "expected a comparison such as x >= 1"),
        ("family H(n) rank n\nlemma H(n) ; 0", "line 2, column 12: expected a term"),
        ("family H(n) rank n\nlemma H(n) > 0", "expected >=, <= or ="),
        ("family H(n) rank n\nlemma H(n) >= (n", "expected )"),
        ("family H(n) rank n\nlemma H(n) >= 99999999", "expected a number up to 1000000"),
        ("family H(n) rank n\nlemma K(n) >= 0", "expected a number, a parameter, min or max"),
        ("family H(n) rank n\nvalue H(3) = 3", "a value must be for all parameters"),
        ("game H", "expected family, left, right, lemma or value, got 'game'"),
    ],
)
def test_texts_that_cannot_be_read(text: str, message: str) -> None:
    import re

    with pytest.raises(NotationError, match=re.escape(message)):
        fs.prove.family(text)


# Linear arithmetic, against trying all numbers.


def random_formula(random: Random, depth: int) -> Any:
    if depth == 0 or random.random() < 0.3:
        factors = [(name, random.randint(-3, 3)) for name in "xyz"]
        return at_least_zero(plus(constant(random.randint(-4, 4)), (0, factors)))
    parts = [random_formula(random, depth - 1) for _ in range(random.randint(1, 4))]
    return (all_hold if random.random() < 0.5 else one_holds)(parts)


def check_random_formulas(seed: int, count: int) -> None:
    """Each is refuted, and false for all numbers from -4 to 4, or true for the numbers given."""
    random = Random(seed)
    box = all_hold(at_least_zero((4, ((name, sign),))) for name in "xyz" for sign in (1, -1))
    kinds = set()
    for _ in range(count):
        formula = all_hold([*(random_formula(random, depth) for depth in (3, 3, 3, 2)), box])
        result = refuted(formula)
        kinds.add(type(result))
        if isinstance(result, Solution):
            values = {name: constant(n) for name, n in result.numbers.items()}
            assert with_values(formula, values) == TRUE
            continue
        atoms: list[Any] = []
        choices: list[Any] = []
        assume(formula, atoms, choices)
        refute(result, atoms, choices, Budget())
        for numbers in product(range(-4, 5), repeat=3):
            values = {name: constant(n) for name, n in zip("xyz", numbers, strict=True)}
            assert with_values(formula, values) != TRUE
    assert len(kinds) == 2


def test_random_formulas() -> None:
    check_random_formulas(seed=1, count=20)


@pytest.mark.long
def test_many_random_formulas() -> None:
    check_random_formulas(seed=2, count=1000)


def test_no_answer_is_not_an_answer() -> None:
    """2x = 2y + 1 has solutions with fractions only, and no bound on them."""
    odd = all_hold(
        at_least_zero((sign * 1, (("x", 2 * sign), ("y", -2 * sign)))) for sign in (1, -1)
    )
    with pytest.raises(BudgetExceeded, match="no answer after"):
        refuted(odd)


# False statements.


def check(data: dict[str, Any]) -> theorem_checker.Statement:
    return theorem_checker.check(seal({"kind": "families", **data}).data)


def changed_numbers(data: Any, random: Random, fields: tuple[str, ...]) -> Any:
    """Return a certificate with one of the numbers in some fields changed."""
    copy = deepcopy(data)
    places: list[tuple[Any, Any]] = []

    def collect(thing: Any) -> None:
        items = thing.items() if isinstance(thing, dict) else enumerate(thing)
        for key, inside in items:
            if isinstance(inside, int):
                places.append((thing, key))
            elif not isinstance(inside, str):
                collect(inside)

    for field in fields:
        collect(copy[field])
    place, key = random.choice(places)
    place[key] += random.choice([-2, -1, 1, 2])
    return copy


def check_false_claims(name: str, numbers: range, seed: int, count: int) -> tuple[int, int]:
    """Change thresholds, leaves, guards and options: false claims are not proved.

    Return how many of the changed statements are false, and how many are proved.
    """
    random = Random(seed)
    data = {k: theorem(name).certificate().data[k] for k in ("claims", "families", "values")}
    proofs = theorem(name).certificate().data["proofs"]
    false = proved = 0
    for _ in range(count):
        changed = changed_numbers(data, random, ("claims", "families"))
        try:
            obligations = system_of(changed).obligations()
        except Refused:
            continue
        results = []
        try:
            for _, formula in obligations:
                results.append(refuted(formula))
                if isinstance(results[-1], Solution):
                    break
        except BudgetExceeded:
            continue
        # Whatever the prover says, the checker must not take the old refutations for false claims.
        if not isinstance(results[-1], Solution):
            proved += 1
            check({**changed, "proofs": results})
            found = Plain(changed).counterexample(numbers)
            assert found is None, found
            continue
        false += 1
        with pytest.raises(Refused):
            check({**changed, "proofs": proofs})
    return false, proved


def test_false_claims() -> None:
    refused, proved = check_false_claims("toads-and-frogs", range(-1, 3), seed=1, count=40)
    assert refused > 10
    assert proved


@pytest.mark.long
def test_many_false_claims() -> None:
    assert min(check_false_claims("toads-and-frogs", range(-3, 5), seed=2, count=500)) > 50
    assert min(check_false_claims("geography", range(-1, 4), seed=3, count=80)) > 10
    assert min(check_false_claims("subtraction", range(-2, 5), seed=4, count=250)) > 10


def random_conjecture(random: Random) -> str:
    """Return a family of heaps with random moves, and random claims about it."""
    lines = ["family H(n) if n >= 0 rank n"]
    for player in ("left", "right"):
        for taken in random.sample(range(1, 4), random.randint(0, 2)):
            least = taken + random.randint(0, 1)
            lines.append(f"{player} H(n-{taken}) if n >= {least}")
        if random.random() < 0.3:
            lines.append(f"{player} {random.choice(['0', '*', 'n', '-1', 'n.up', '{n|0}'])}")
    for _ in range(random.randint(1, 3)):
        word = random.choice(["lemma", "lemma", "value"])
        sign = "=" if word == "value" else random.choice([">=", "<=", "="])
        size = f"{random.choice(['n', '2n', '', '-n'])}{random.randint(-2, 2):+d}"
        leaf = random.choice(["{}", "({}).up", "({}).up*"]).format(size.lstrip("+"))
        condition = random.choice(["", f" if n >= {random.randint(1, 3)}", " if n <= 2"])
        lines.append(f"{word} H(n) {sign} {leaf}{condition}")
        if random.random() < 0.3:
            lines.append(f"lemma H(n) {random.choice(['>=', '<='])} H(m) if n >= m")
        if random.random() < 0.3:
            lines.append("lemma H(n) >= m if m <= -n")
            lines.append("lemma H(n) <= m if m >= n")
    return "\n".join(lines)


def check_random_conjectures(seed: int, count: int) -> tuple[int, int]:
    """What is proved holds for all n up to 8; return how many are false, and how many proved."""
    random = Random(seed)
    false = proved = 0
    for _ in range(count):
        text = random_conjecture(random)
        found = Plain(read_families(text)).counterexample(range(9))
        false += found is not None
        try:
            result = fs.prove.family(text)
        except BudgetExceeded:
            continue
        if result:
            proved += 1
            assert found is None, f"{text}: {found}"
    return false, proved


def test_random_conjectures() -> None:
    false, proved = check_random_conjectures(seed=7, count=60)
    assert false > 15
    assert proved


@pytest.mark.long
def test_many_random_conjectures() -> None:
    false, proved = check_random_conjectures(seed=2, count=4000)
    assert false > 2000
    assert proved > 50


def check_mutants(name: str, numbers: range, seed: int, count: int) -> int:
    """Change any number of a certificate: it is refused, or what it says is true."""
    random = Random(seed)
    data = theorem(name).certificate().data
    fields = ("claims", "families", "proofs", "values")
    refused = 0
    for _ in range(count):
        mutant = changed_numbers({field: data[field] for field in fields}, random, fields)
        try:
            check(mutant)
        except Refused:
            refused += 1
            continue
        found = Plain(mutant).counterexample(numbers)
        assert found is None, found
    return refused


def test_mutants_of_certificates() -> None:
    assert check_mutants("toads-and-frogs", range(-1, 3), seed=1, count=60) > 30
    assert check_mutants("geography", range(2), seed=2, count=10) > 4


@pytest.mark.long
def test_many_mutants_of_certificates() -> None:
    assert check_mutants("toads-and-frogs", range(-2, 5), seed=3, count=1200) > 800
    assert check_mutants("subtraction", range(-2, 5), seed=4, count=600) > 300
    assert check_mutants("geography", range(-1, 4), seed=5, count=120) > 70


def test_certificates_out_of_shape() -> None:
    whole = theorem("toads-and-frogs").certificate().data
    data = {field: whole[field] for field in ("claims", "families", "proofs", "values")}
    claim, family = data["claims"][0], data["families"][0]
    shapes: list[tuple[dict[str, Any], str]] = [
        ({"claims": []}, "there must be claims"),
        ({"proofs": data["proofs"][1:]}, "a refutation for each of the 22 obligations"),
        ({"proofs": [["sum", []], *data["proofs"][1:]]}, "add up to a negative number"),
        ({"proofs": [["sum", [[0, 0]]], *data["proofs"][1:]]}, "multipliers must be positive"),
        ({"proofs": [["sum", [[99, 1]]], *data["proofs"][1:]]}, "name inequalities at hand"),
        ({"proofs": [["or", 9, []], *data["proofs"][1:]]}, "name a disjunction at hand"),
        ({"proofs": [["cut", [0, []], []], *data["proofs"][1:]]}, "two cases"),
        ({"proofs": [["guess"], *data["proofs"][1:]]}, "unknown step"),
        ({"values": [0]}, "followed by its converse"),
        ({"values": [99]}, "one of the claims"),
        ({"families": [family, family]}, "different names"),
        ({"families": [{**family, "parameters": ["i", "i"]}]}, "different names"),
        ({"families": [family]}, "unknown family"),
        ({"claims": [{**claim, "if": [">=", [0, [["k", 1]]]]}]}, "unknown parameters"),
        ({"claims": [{**claim, "if": ["xor", []]}]}, "a formula must be"),
        ({"claims": [{**claim, "first": ["pile", 3]}]}, "unknown term"),
        ({"claims": [{**claim, "first": ["up", [0, []], 2]}]}, "no star, 0, or one, 1"),
    ]
    for changes, message in shapes:
        with pytest.raises(Refused, match=message):
            check({**data, **changes})
    with pytest.raises(theorem_checker.OutOfBudget):
        theorem_checker.check(whole, Budget(20))


def test_reading_agrees_with_plain_arithmetic() -> None:
    """min, max, not, or and chains, tried for all x, y from -3 to 3."""
    cases: list[tuple[str, Callable[[int, int], bool]]] = [
        ("x <= min(y,2) or not (x = y)", lambda x, y: x <= min(y, 2) or x != y),
        ("max(x,y)-2min(x,0) > 1", lambda x, y: max(x, y) - 2 * min(x, 0) > 1),
        ("-1 <= x < y != 2", lambda x, y: -1 <= x < y != 2),
        ("x = 1 and y = 2 or x > y", lambda x, y: (x == 1 and y == 2) or x > y),
        ("min(x,y,1) >= max(-x,y-1)", lambda x, y: min(x, y, 1) >= max(-x, y - 1)),
    ]
    for condition, holds in cases:
        data = read_families(f"family H(x,y) if {condition} rank x\nlemma H(x,y) >= 0")
        domain = system_of(data).families["H"].domain
        for x, y in product(range(-3, 4), repeat=2):
            values = {"x": constant(x), "y": constant(y)}
            assert (with_values(domain, values) == TRUE) == holds(x, y), (condition, x, y)
    assert substitute((1, (("x", 2),)), {"x": (1, (("y", 3),))}) == (3, (("y", 6),))
