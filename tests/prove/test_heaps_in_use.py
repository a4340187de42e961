"""Heaps that a theorem about families is about answer by it; the answers are those of a search."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import Refused, seal
from farstar.errors import CertificateError
from farstar.prove import _library, heaps_in_use

GAMES = {
    "take-12-13": ((1, 2), (1, 3)),
    "take-13-2": ((1, 3), (2,)),
    "take-12-3": ((1, 2), (3,)),
    "take-23-1": ((2, 3), (1,)),
}
NUMBERS_OF_ITS_OWN = ((1,), (2,))


def heap(name: str, *heaps: int) -> fs.PartizanSubtraction:
    left, right = GAMES[name]
    return fs.PartizanSubtraction(*heaps, left=left, right=right)


@pytest.mark.parametrize("name", GAMES)
def test_all_small_heaps(name: str) -> None:
    """Theorems and search agree, and theorems know who wins nearly every heap."""
    answered = 0
    for n in range(1, 61):
        position = heap(name, n)
        rules, state = position.ruleset, position.state
        outcome, value = rules.closed_outcome(state), rules.closed_form(state)
        if outcome is not None:
            assert outcome is position.search_outcome(), n
            theorem = rules.theorem(state)
            assert theorem is not None
            assert theorem.name == name
            answered += 1
        assert value is None or value == position.search_value(), n
    assert answered > 50


@pytest.mark.parametrize("name", GAMES)
def test_several_heaps(name: str) -> None:
    for heaps in itertools.combinations_with_replacement(range(1, 11), 2):
        position = heap(name, *heaps)
        outcome = position.ruleset.closed_outcome(position.state)
        value = position.ruleset.closed_form(position.state)
        assert outcome is None or outcome is position.search_outcome(), heaps
        assert value is None or value == position.search_value(), heaps


def test_a_heap_of_a_million() -> None:
    assert heap("take-13-2", 1_000_002).value == 1 + fs.up(499_997)
    assert heap("take-12-13", 1_000_001).value == fs.up(333_334) + fs.star(1)
    # The value of this one is nested a hundred thousand times; who wins is known all the same.
    assert str(heap("take-12-13", 10**6).outcome) == "L"
    assert str(heap("take-13-2", 10**6, 10**6 + 1).outcome) == "L"
    assert [move.text for move in heap("take-13-2", 10**6).winning_moves(fs.Left)] == [
        "(1000000) -> (999999)",
        "(1000000) -> (999997)",
    ]
    text = str(heap("take-13-2", 1_000_000).explain())
    assert "By a theorem: V0(k) = 1 plus (2k-4).up* if k >= 2" in text
    with fs.prove.without_theorems():
        assert heap("take-13-2", 10**6).ruleset.theorem((10**6,)) is None


def test_sets_that_are_written_otherwise() -> None:
    for left in ({3, 1}, "{1,3}", [1, 3, 3]):
        position = fs.PartizanSubtraction(100, left=left, right={2})
        assert position.ruleset.theorem((100,)) is not None
    for left, right in (({1, 3}, {2, 4}), ({1}, {2}), ("odd", {2})):
        position = fs.PartizanSubtraction(100, left=left, right=right)
        assert position.ruleset.theorem((100,)) is None


def question(left: tuple[int, ...], right: tuple[int, ...], period: int) -> Any:
    return _library._taking_from_a_heap(left, right, period).arguments[0]


def test_a_theorem_of_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """Left takes 1 and Right 2: found by a fit, and used once it is checked."""
    monkeypatch.setattr(heaps_in_use, "own_heap_theorems", {})
    monkeypatch.setattr(fs.prove._using, "own_heap_theorems", heaps_in_use.own_heap_theorems)
    left, right = NUMBERS_OF_ITS_OWN
    theorem = fs.prove.family(question(left, right, 3), fit=6)
    assert isinstance(theorem, fs.prove.Theorem)
    position = fs.PartizanSubtraction(10**6, left=left, right=right)
    assert position.ruleset.closed_outcome(position.state) is None
    fs.prove.use(theorem)
    for n in range(1, 40):
        small = fs.PartizanSubtraction(n, left=left, right=right)
        outcome, value = small.ruleset.closed_outcome((n,)), small.ruleset.closed_form((n,))
        assert outcome is None or outcome is small.search_outcome(), n
        assert value is None or value == small.search_value(), n
    assert position.outcome is fs.PartizanSubtraction(40, left=left, right=right).search_outcome()
    forged = copy.deepcopy(dict(theorem.certificate().data))
    del forged["digest"], forged["version"]
    forged["claims"][0]["if"] = ["and", []]
    with pytest.raises(Refused):
        seal(forged).theorem()
    with pytest.raises(CertificateError, match="expected a certificate that proves"):
        fs.prove.use(seal(forged))


@pytest.mark.parametrize("change", ["guard", "option", "domain", "rank", "missing", "more"])
def test_families_that_are_no_heaps(change: str) -> None:
    """A theorem about families whose moves differ anywhere is not used for heaps."""
    data: Any = copy.deepcopy(dict(fs.prove.known("take-13-2").certificate.data))
    heaps = heaps_in_use.heaps_of(data)
    assert heaps is not None
    assert heaps.takes == ((1, 3), (2,))
    family = data["families"][1]
    if change == "guard":
        family["left"][1]["if"] = [">=", [-2, [["k", 1]]]]
    elif change == "option":
        family["left"][0]["to"][1] = "V2"
    elif change == "domain":
        family["domain"] = [">=", [1, [["k", 1]]]]
    elif change == "rank":
        family["rank"] = [0, [["k", 4]]]
    elif change == "missing":
        del family["right"][0]
    else:
        family["right"].append(family["right"][0])
    assert heaps_in_use.heaps_of(data) is None
