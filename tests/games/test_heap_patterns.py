"""Rules on heaps: the core against the same rules in plain Python."""

from __future__ import annotations

import random

import pytest

import farstar as fs
from farstar.games.patterns import pattern_rules
from farstar.games.patterns._heaps import ImpartialHeapPatterns, PartizanHeapPatterns, _Table

RULES = [
    "n -> a", "n -> n-1 | n-3", "n+1 -> a+b, n+2 -> a+b", "n -> a+b if 0 < a < b",
    "2a -> a, n -> n-1", "a+b+2 -> a+b if a != b", "3a+2b -> a | b if a >= 1",
    "n -> a+b+c if a <= b <= c", "n+4 -> a+a", "n -> a-1 if a > 2", "2a+1 -> a+a+a",
    "a+b -> a if b = 2", "n -> n-2+1", "a+2b+3c -> c if a < b", "n -> a+b-1 if a > b", "n -> 0",
    "5 -> 2+2", "n -> n", "n -> n+1", "n -> 2n-9",
]  # fmt: skip


def partizan(left: str, right: str) -> PartizanHeapPatterns:
    rules = pattern_rules(f"game Heaps\nboard heaps\nleft {left}\nright {right}")
    assert isinstance(rules, PartizanHeapPatterns)
    return rules


@pytest.mark.parametrize("text", RULES)
def test_grundy_values_by_the_core_and_by_python(text: str) -> None:
    rules = pattern_rules(f"game Heaps\nboard heaps\nboth {text}")
    assert isinstance(rules, ImpartialHeapPatterns)
    native: list[int] = []
    plain: list[int] = []
    rules._extend(30, plain)
    rules._extend_natively(12, native)
    assert native == plain[:13]
    rules._extend_natively(30, native)  # goes on from what is known
    assert native == plain


def test_values_by_the_core_and_by_python() -> None:
    chance = random.Random(5)
    for _ in range(25):
        left, right = chance.sample(RULES, 2)
        rules = partizan(left, right)
        native, plain = _Table(rules), _Table(rules)
        native._values, plain._values = [], []
        plain._extend(14)
        native._extend_natively(6)
        native._extend_natively(14)
        assert native._values == plain._values, (left, right)


def test_the_reference_engine_finds_the_same() -> None:
    def values() -> list[str]:
        rules = partizan("n -> n-1 | n-3", "n+1 -> a+b if a < b")
        return [str(rules(n).value) for n in range(12)]

    native = values()
    with fs.engine.use("reference"):
        assert values() == native


@pytest.mark.parametrize(
    ("text", "heap", "after"),
    [
        ("n -> a+1", 3, [(1, 2)]),
        ("n+1 -> a+1", 3, [(1, 1)]),
        ("n -> a+2b", 4, [(2, 2)]),
        ("n -> n+a", 4, []),
        ("n -> a-1", 4, [(), (1,), (2,), (3,)]),
        ("n -> 2a", 4, [(), (2,)]),
        ("a+b -> a", 3, [(), (1,), (2,)]),
    ],
)
def test_the_heaps_left_add_up_to_the_letter(
    text: str, heap: int, after: list[tuple[int, ...]]
) -> None:
    rules = fs.rules(f"game Heaps\nboard heaps\nboth {text}")
    left = [f"Heaps({','.join(map(str, heaps))})" for heaps in after]
    assert sorted(str(move.after) for move in rules(heap).moves(fs.Left)) == left


def test_a_rule_with_too_many_ways_ends() -> None:
    rules = pattern_rules("game Heaps\nboard heaps\nboth n -> a+b+c if a < b < c")
    assert isinstance(rules, ImpartialHeapPatterns)
    with pytest.raises(fs.BudgetExceeded, match="ways to apply a rule"):
        rules._extend_natively(3000, [0] * 3000)
    with pytest.raises(fs.BudgetExceeded), fs.engine.budget(nodes=1000):
        rules._extend_natively(400, [])
    assert rules(12).value == rules(12).search_value()
