"""Claims that are proposed from data: what is found, that it is true, and what is refused."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import theorem_checker
from farstar.certificates.theorem_checker import TRUE, constant, with_values
from farstar.prove import NotProved, Theorem
from farstar.prove._fit import branches
from tests.prove.games import changed, is_accepted
from tests.prove.test_families import Plain, example


def heaps(left: tuple[int, ...], right: tuple[int, ...], period: int) -> str:
    """Return heaps from which the players take so many counters, by remainders."""
    lines = []
    for rest in range(period):
        lines.append(f"family V{rest}(k) if k >= 0 rank {period}k+{rest}")
        for side, numbers in (("left", left), ("right", right)):
            for number in numbers:
                times, after = divmod(rest - number, period)
                guard = f" if k >= {-times}" if times else ""
                lines.append(f"{side} V{after}(k-{-times}){guard}")
    return "\n".join(lines)


def fitted(text: str, bound: int) -> Theorem:
    theorem = fs.prove.family(text, fit=bound)
    assert isinstance(theorem, Theorem), theorem
    return theorem


HEAPS: dict[str, tuple[tuple[int, ...], tuple[int, ...], int, list[str]]] = {
    "L{1} R{1,2}": ((1,), (1, 2), 2, ["V0(k) = (-2k+1).up if k >= 1", "V1(k) = (-2k).up*"]),
    "L{2,3} R{1}": (
        (2, 3),
        (1,),
        2,
        ["V0(k) = (2k-5).up if k >= 3", "V1(k) = (2k-4).up* if k >= 2"],
    ),
    "L{1,3} R{2}": (
        (1, 3),
        (2,),
        4,
        ["V0(k) = 1 plus (2k-4).up* if k >= 2", "V2(k) = 1 plus (2k-3).up if k >= 2"],
    ),
}
SLOW: dict[str, tuple[tuple[int, ...], tuple[int, ...], int, list[str]]] = {
    "L{1,2} R{1,3}": (
        (1, 2),
        (1, 3),
        6,
        ["V0(k) = (2k).up if k >= 1", "V2(k) = (2k+1).up", "V5(k) = (2k+2).up*"],
    ),
    "L{1,2} R{3}": (
        (1, 2),
        (3,),
        6,
        ["V0(k) = 2 plus (2k-3).up if k >= 2", "V3(k) = 2 plus (2k-2).up* if k >= 1"],
    ),
    "L{1,4} R{2,3}": (
        (1, 4),
        (2, 3),
        8,
        ["V3(k) = (-2k+2).up* if k >= 1", "V7(k) = (-2k+1).up if k >= 1"],
    ),
}


@pytest.mark.parametrize(
    "name", [*HEAPS, *(pytest.param(name, marks=pytest.mark.long) for name in SLOW)]
)
def test_arithmetic_periodic_heaps(name: str) -> None:
    left, right, period, equations = (HEAPS | SLOW)[name]
    theorem = fitted(heaps(left, right, period), 7)
    assert set(equations) <= set(theorem.certificate().check())
    values: list[fs.Value] = []
    for n in range(6 * period):
        options = [[values[n - k] for k in side if k <= n] for side in (left, right)]
        values.append(fs.Value.of(left=options[0], right=options[1]))
        assert theorem.value(f"V{n % period}({n // period})") == values[n]


def test_toads_and_frogs_are_found_without_lemmas() -> None:
    theorem = fitted(example("toads-and-frogs")[0], 5)
    assert "D(i,j) = {{i-2 | 1} | 0} if j <= 0 and i >= 2" in theorem.certificate().check()
    assert Plain(theorem.certificate().data).counterexample(range(-1, 4)) is None


def random_family(chance: Random) -> str:
    """Return a random family of one or two parameters in which play ends."""
    lines = ["family F(x,y) if x >= 0 and y >= 0 rank x+y"]
    moves = ["F(x-1,y) if x >= 1", "F(x,y-1) if y >= 1", "F(x-1,y-1) if x >= 1 and y >= 1"]
    moves += [
        "F(x-2,y) if x >= 2",
        "0 if x >= 1",
        "F(0,y-1) if y >= 1",
        "1 if y >= 2",
        "* if x = 1",
    ]
    for side in ("left", "right"):
        lines += [f"{side} {move}" for move in chance.sample(moves, chance.choice([1, 2]))]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "seed", [*range(1), *(pytest.param(s, marks=pytest.mark.long) for s in range(1, 12))]
)
def test_what_is_found_about_random_families_is_true(seed: int) -> None:
    chance = Random(seed)
    text = random_family(chance)
    answer = fs.prove.family(text, fit=3)
    if isinstance(answer, Theorem):
        plain = Plain(answer.certificate().data)
        for claim in plain.system.claims:
            for _ in range(12):
                values = {name: constant(chance.randrange(-2, 7)) for name in claim.variables}
                terms = [
                    theorem_checker.term_with_values(term, values)
                    for term in (claim.first, claim.second)
                ]
                given = [with_values(claim.condition, values)]
                given += [plain.system.in_domain(t) for t in terms if t[0] == "family"]
                if all(condition == TRUE for condition in given):
                    assert plain.value(terms[0]) >= plain.value(terms[1]), (text, claim)


def test_numbers_plus_ups_are_compared_as_values_are() -> None:
    """The order and the options of leaves agree with those of values."""
    system = Plain(fitted(heaps((1,), (2,), 3), 3).certificate().data).system

    def value(term: Any) -> fs.Value:
        q, j, e = theorem_checker.number_and_ups(term)
        return fs.Value(q[0]) + fs.up(j[0]) + fs.star(e)

    leaves: list[Any] = [
        ("mixed", constant(q), constant(j), e)
        for q, j, e in product((-1, 0, 1), range(-3, 4), (0, 1))
    ]
    leaves += [("number", constant(n)) for n in (-1, 0, 1)]
    leaves += [("up", constant(j), e) for j, e in product(range(-2, 3), (0, 1))]
    for g, h in product(leaves, repeat=2):
        assert (system.leaves_in_order(g, h) == TRUE) == (value(g) >= value(h)), (g, h)
    for g in leaves:
        left, right = (
            [value(option) for guard, option in system.options(g, side) if guard == TRUE]
            for side in (0, 1)
        )
        assert fs.Value.of(left=left, right=right) == value(g), g


def test_changed_numbers_plus_ups_are_refused() -> None:
    certificate = fitted(heaps(*HEAPS["L{1,3} R{2}"][:3]), 7).certificate()
    places = [
        (i, side)
        for i, claim in enumerate(certificate.data["claims"])
        for side in ("first", "second")
        if claim[side][0] == "mixed" and claim["if"] != ["and", []]
    ]
    assert places
    for i, side in Random(2).sample(places, 3):
        # Every bound is the best one for its condition, so that a better one is refused.
        number = certificate.data["claims"][i][side][1][0]
        better = number + (1 if side == "second" else -1)
        assert not is_accepted(changed(certificate, ["claims", i, side, 1, 0], better))


def test_decision_trees_describe_all_cases() -> None:
    chance = Random(7)
    for _ in range(30):
        truth: dict[tuple[int, ...], bool] = {
            (x, y): x >= y + chance.choice([0, 1]) or y >= 4 for x, y in product(range(6), repeat=2)
        }
        conditions = branches(["x", "y"], None, truth)
        assert conditions is not None
        for (x, y), wanted in truth.items():
            values = {"x": constant(x), "y": constant(y)}
            holds = any(with_values(condition, values) == TRUE for condition in conditions)
            assert holds == wanted


def test_lemmas_and_fit_exclude_each_other() -> None:
    families, lemmas = example("toads-and-frogs")
    with pytest.raises(fs.NotationError, match="without lemmas"):
        fs.prove.family(families, lemmas, fit=3)
    with pytest.raises(fs.errors.IllegalPositionError, match="largest parameter"):
        fs.prove.family(families, fit=0)


def test_nothing_is_found_where_nothing_holds() -> None:
    answer = fs.prove.family("family F(x) if x >= 5 rank x\nleft F(x-1) if x >= 6", fit=3)
    assert isinstance(answer, NotProved)
