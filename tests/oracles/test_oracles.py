"""Thousands of facts computed with an independent program, checked under both engines.

The facts are in ``tests/data/oracles.json``: rows of operation, category, input and expected text,
all in the notation that Farstar reads and prints. Inputs are expressions, pairs of them, or
positions of a game, whose rules are in ``rulesets.py``.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import farstar as fs

from .rulesets import RULESETS, value_of

# In one process, which searches each position once.
pytestmark = pytest.mark.xdist_group("oracles")

Fact = tuple[Any, str]
FACTS = json.loads((Path(__file__).parents[1] / "data" / "oracles.json").read_text("utf-8"))
HALF = Fraction(1, 2)

LARGEST_BOARD = {"native": 20, "reference": 16}
"""Most squares of an empty Domineering board; its rules are slow here under any engine."""


def _set(values: Iterable[fs.Value]) -> str:
    return "{" + ",".join(map(str, values)) + "}"


def _yes(answer: bool) -> str:
    return "true" if answer else "false"


def _thermograph(v: fs.Value) -> str:
    walls = (v.thermograph().left_wall, v.thermograph().right_wall)
    parts = [
        f"{w.mast},[{','.join(map(str, w.critical_temperatures))}],[{','.join(map(str, w.slopes))}]"
        for w in walls
    ]
    return f"Thermograph({','.join(parts)})"


def _atomic_weight(v: fs.Value) -> str:
    try:
        return str(v.atomic_weight())
    except fs.NotAtomicError:
        return "!!not atomic"


UNARY: dict[str, Callable[[fs.Value], str]] = {
    "AtomicWeight": _atomic_weight,
    "Birthday": lambda v: str(v.birthday),
    "CanonicalForm": str,
    "Companion": lambda v: str(v.companion()),
    "Cool(1)": lambda v: str(v.cool(1)),
    "Cool(1/2)": lambda v: str(v.cool(HALF)),
    "FollowerCount": lambda v: str(v.follower_count),
    "Freeze": lambda v: str(v.freeze()),
    "Heat(*)": lambda v: str(v.heat("*")),
    "Heat(1)": lambda v: str(v.heat(1)),
    "Heat(1/2)": lambda v: str(v.heat(HALF)),
    "Incentives": lambda v: _set(v.incentives()),
    "IsAllSmall": lambda v: _yes(v.is_all_small),
    "IsAtomic": lambda v: _yes(v.is_atomic),
    "IsEvenTempered": lambda v: _yes(v.is_even_tempered),
    "IsInfinitesimal": lambda v: _yes(v.is_infinitesimal),
    "IsNumberish": lambda v: _yes(v.is_number_ish),
    "IsOddTempered": lambda v: _yes(v.is_odd_tempered),
    "IsUptimal": lambda v: _yes(v.is_uptimal),
    "LeftIncentives": lambda v: _set(v.left_incentives()),
    "LeftOptions": lambda v: _set(v.left_options),
    "LeftStop": lambda v: str(v.left_stop),
    "Mean": lambda v: str(v.mean),
    "MisereOutcomeClass": lambda v: str(v.misere_outcome),
    "Negative": lambda v: str(-v),
    "OutcomeClass": lambda v: str(v.outcome),
    "Overheat(1,1)": lambda v: str(v.overheat(1, 1)),
    "ReducedCanonicalForm": lambda v: str(v.reduced()),
    "RightIncentives": lambda v: _set(v.right_incentives()),
    "RightOptions": lambda v: _set(v.right_options),
    "RightStop": lambda v: str(v.right_stop),
    "StopCount": lambda v: str(v.stop_count),
    "Temperature": lambda v: str(v.temperature),
    "Thermograph": _thermograph,
}
BINARY: dict[str, Callable[[fs.Value, fs.Value], str]] = {
    "AtomicWeight(NortonProduct)": lambda v, w: str(v.norton_product(w).atomic_weight()),
    "Confused": lambda v, w: _yes(v.is_confused_with(w)),
    "ConwayProduct": lambda v, w: str(fs.Form(v).conway_product(w)),
    "Difference": lambda v, w: str(v - w),
    "Equal": lambda v, w: _yes(v == w),
    "Geq": lambda v, w: _yes(v >= w),
    "Leq": lambda v, w: _yes(v <= w),
    "NortonProduct": lambda v, w: str(v.norton_product(w)),
    "OrdinalSum": lambda v, w: str(v.ordinal_sum(w)),
    "Sum": lambda v, w: str(v + w),
}


def _grouped() -> dict[tuple[str, str], list[Fact]]:
    """Sort the facts that concern values by operation and category."""
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for operation, category, given, expected in FACTS:
        name = operation.removeprefix("CanonicalForm.")
        readable = category.startswith("random-") or category in RULESETS
        if readable and (name in UNARY or name in BINARY):
            groups[name, category].append((given, expected))
    return dict(groups)


GROUPS = _grouped()
KNOWN: dict[tuple[str, str], dict[Hashable, fs.Value]] = defaultdict(dict)
"""The values of positions that were searched already, by engine and game."""


def _too_large(given: Any, engine_name: str) -> bool:
    if match := re.fullmatch(r"(\d+)x(\d+) empty", str(given)):
        return int(match[1]) * int(match[2]) > LARGEST_BOARD[engine_name]
    return False


def _answer(name: str, category: str, given: Any, known: dict[Hashable, fs.Value]) -> str:
    if name in BINARY:
        return BINARY[name](*map(fs.Value, given))
    if category.startswith("random-"):
        return UNARY[name](fs.Value(given))
    read, rules = RULESETS[category]
    return UNARY[name](value_of(read(given), rules, known))


def _cases() -> Iterator[Any]:
    """Every group under every engine; the reference engine takes long for games and products."""
    for engine_name in fs.engine.available():
        for name, category in GROUPS:
            slow = engine_name == "reference" and (category in RULESETS or name == "ConwayProduct")
            marks = [pytest.mark.long] * slow
            identity = f"{engine_name}-{name}-{category}"
            yield pytest.param(engine_name, name, category, marks=marks, id=identity)


@pytest.mark.parametrize(("each_engine", "name", "category"), [*_cases()], indirect=["each_engine"])
def test_facts(name: str, category: str, each_engine: fs.engine.Engine) -> None:
    known = KNOWN[each_engine.name, category]
    wrong = []
    checked = 0
    facts = GROUPS[name, category]
    if name == "ConwayProduct" and each_engine.name == "reference":
        # A few of these products have hundreds of options.
        facts = [fact for fact in facts if len(fact[1]) < 20]
    for given, expected in facts:
        if _too_large(given, each_engine.name):
            continue
        checked += 1
        got = _answer(name, category, given, known)
        if got != expected:
            wrong.append(f"{name} of {given!r}: expected {expected}, got {got}")
    assert not wrong, f"{len(wrong)} of {checked} facts differ\n" + "\n".join(wrong)
    assert checked >= min(len(GROUPS[name, category]), 3)


def test_the_facts_are_all_there() -> None:
    assert len(FACTS) == 8027
    assert sum(map(len, GROUPS.values())) > 7000
    assert {name for name, _ in GROUPS} == {*UNARY, *BINARY}
