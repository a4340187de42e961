"""Results of the literature that no other file here tests; docs/misere-facts.md lists all."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import farstar as fs
from farstar.misere import check_certificate

from .forms import STORE, Node

KAYLES = ["1", "2", "3", "1", "4^146", "3", "2", "1^13", "4^046", "2", "6^46", "4^046"]


def test_genera_of_kayles_and_of_grundys_game() -> None:
    assert [str(fs.Kayles(n).misere_value.genus) for n in range(1, 13)] == KAYLES
    assert str(fs.GrundysGame(22).misere_value.genus) == "3^1431"


@pytest.mark.parametrize(("code", "pairs"), [("0.77", 1417), ("0.144", 2804)])
def test_sizes_of_transition_algebras(code: str, pairs: int) -> None:
    assert check_certificate(fs.misere_quotient(code).certificate()).pairs == pairs


def test_generators_of_34() -> None:
    assert fs.misere_quotient("0.34").generators == (1, 4, 10)


@pytest.mark.parametrize("code", ["0.77", "0.75", "0.34", "0.123", "0.71", "0.144", "4.56"])
def test_kernels_are_the_groups_of_normal_play(code: str) -> None:
    q = fs.misere_quotient(code)
    values = q.kernel_values
    assert values is not None
    assert sorted(values.values()) == list(range(len(q.kernel)))
    one = next(name for name, value in values.items() if value == 0)
    table = {name: dict(zip(q.elements, row, strict=True)) for name, row in _rows(q)}
    for heap in range(1, 40):
        inside = q.elements[table[one][q.image(heap)]]
        assert values[inside] == fs.TakeAndBreak(code, heap).grundy


def _rows(q: fs.MisereQuotient) -> zip[tuple[str, tuple[int, ...]]]:
    return zip(q.elements, q.cayley_table, strict=True)


@pytest.mark.long
def test_all_forms_of_day_two_differ_among_all_games() -> None:
    """Siegel (Games of No Chance 4): under misère play no two of the 256 forms are equal.

    Games of day three, chosen at random, tell them apart; brute force decides every sum.
    """
    day_one = [STORE.make(a, b) for a in ([], [0]) for b in ([], [0])]
    sides = [side for size in range(5) for side in combinations(day_one, size)]
    forms = sorted({STORE.make(a, b) for a in sides for b in sides})
    assert len(forms) == 256
    chance = random.Random(1)
    alike = [forms]
    for x in forms:
        alike = [group for one in alike for group in _told_apart(one, x)]
    for _ in range(8000):
        left, right = (chance.sample(forms, chance.randrange(4)) for _ in range(2))
        alike = [group for one in alike for group in _told_apart(one, STORE.make(left, right))]
        if not alike:
            break
    assert alike == []


def _told_apart(forms: list[Node], x: Node) -> list[list[Node]]:
    """Return the groups of two forms or more that have the same outcome with X."""
    groups: dict[tuple[bool, bool], list[Node]] = {}
    for form in forms:
        wins = (STORE.wins_sum(form, x, is_left=True), STORE.wins_sum(form, x, is_left=False))
        groups.setdefault(wins, []).append(form)
    return [group for group in groups.values() if len(group) > 1]
