"""Geography on K_n x K_3 as families: moves are those of the rules, and claims are true."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import theorem_checker
from farstar.certificates.theorem_checker import TRUE, Families, constant
from farstar.certificates.theorem_work import TheoremWork
from farstar.papers.geography.theory.products import Columns
from farstar.prove.in_use import file_of

TYPES = ("0", "1", "2", "01", "02", "12", "012")
OWN = (0, 0b010, 0b110)
DATA: Any = fs.prove.known("geography-three-rows").certificate.data


def mask(rows: str) -> int:
    return sum(1 << int(row) for row in rows)


def columns(own: int, counts: tuple[int, ...]) -> Columns:
    others = [mask(rows) for rows, n in zip(TYPES, counts, strict=True) for _ in range(n)]
    return Columns.of(3, 0, OWN[own], tuple(others))


def small(most: int) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of columns of each type, with at most so many columns."""
    return (counts for counts in product(range(most + 1), repeat=7) if sum(counts) <= most)


@cache
def value(position: Columns) -> fs.Value:
    sides = position.left_options(), position.right_options()
    left, right = ([value(option) for option in side] for side in sides)
    return fs.Value.of(left=left, right=right)


@pytest.mark.parametrize("own", range(3))
def test_moves_are_those_of_the_rules(own: int) -> None:
    system = Families(DATA, TheoremWork())
    compared = 0
    for counts in small(4):
        position = columns(own, counts)
        member = ("family", f"T{own}", tuple(map(constant, counts)))
        for side, options in enumerate((position.left_options(), position.right_options())):
            reached = {
                columns(int(option[1][1]), tuple(form[0] for form in option[2]))
                for guard, option in system.options(member, side)
                if guard == TRUE
            }
            assert reached == set(options), (own, counts, side)
            compared += 1
    assert compared > 600


def test_more_columns_never_lower_a_value() -> None:
    for own in range(3):
        for counts in small(3):
            for place in range(7):
                more = tuple(n + (i == place) for i, n in enumerate(counts))
                assert value(columns(own, more)) >= value(columns(own, counts))


def test_upper_bounds() -> None:
    for a, b, g, h, f in product(range(3), repeat=5):
        if a + b + g + h + f <= 5:
            unpaired = fs.Value(a + b)
            assert value(columns(0, (a, b, g, h, 0, 0, f))) <= unpaired
            assert value(columns(0, (a, g, b, 0, h, 0, f))) <= unpaired
            assert value(columns(1, (a, g, b, 0, h, 0, f))) <= unpaired
            assert value(columns(1, (a, b, g, h, 0, 0, f))) <= unpaired + 1
    for j, f in product(range(4), range(5)):
        assert value(columns(2, (0, 0, 0, 0, 0, j, f))) <= fs.Value(1 - Fraction(1, 2**f))
    for n in range(2, 9):
        start = fs.CompleteProduct(n, 3).value
        bound = fs.Value.of(left=[fs.Value(1 - Fraction(4, 2**n))], right=[0])
        assert start <= bound
        assert (start == bound) == (n >= 6)


def test_false_bounds_are_refused() -> None:
    """Each bound is best possible in its form: one less is not proved."""
    families, lemmas = (
        file_of("farstar.papers.geography", f"families/geography-three-rows.{kind}").read_text(
            "utf-8"
        )
        for kind in ("families", "lemmas")
    )
    for true, false in (
        ("if n >= a+b\n", "if n >= a+b-1\n"),
        ("if n >= a+b+1", "if n >= a+b"),
        ("<= n if n >= 1", "<= n if n >= 0"),
        ("<= N(f)", "<= N(f-1) if f >= 1"),
        ("c012 >= d012", "c012 >= d012-1"),
        ("{N(f-1) | 0}", "{N(f-1) | -1}"),
    ):
        assert true in lemmas
        assert not fs.prove.family(families, lemmas.replace(true, false, 1)), false


def test_one_number_of_the_certificate_changed() -> None:
    """Formulas and options with another number are refused by the stand-alone checker."""
    for place in range(len(DATA["claims"]) - 4, len(DATA["claims"])):
        claims = [dict(claim) for claim in DATA["claims"]]
        claims[place]["if"] = ["and", []]
        if claims[place] == DATA["claims"][place]:
            continue
        forged = {k: v for k, v in DATA.items() if k not in ("digest", "version")}
        with pytest.raises(theorem_checker.Refused):
            theorem_checker.check(fs.certificates.seal({**forged, "claims": claims}).data)
