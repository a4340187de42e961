"""Thousands of facts computed with an independent program, checked under both engines.

The facts are in ``tests/data/oracles.json``: rows of operation, category, input and expected text,
all in the notation that Farstar reads and prints. Inputs are expressions, pairs of them, or
positions of a game. A position is asked twice: for the value that a search finds, and for what it
says itself, by theory or by native rules.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.games import GridPosition
from farstar.games.grundy_sequences import grundy_sequence

# In one process, which searches each position once.
pytestmark = pytest.mark.xdist_group("oracles")

Fact = tuple[Any, str]
FACTS = json.loads((Path(__file__).parents[1] / "data" / "oracles.json").read_text("utf-8"))
HALF = Fraction(1, 2)

LARGEST_BOARD = {"native": 100, "reference": 16}
"""Most cells of a board; large ones take the native rules."""
LARGEST_SEARCH = 20
"""Most cells of a board that is searched."""


def _set(values: Iterable[fs.Value]) -> str:
    return "{" + ",".join(map(str, values)) + "}"


def _yes(answer: bool) -> str:
    return "true" if answer else "false"


def _thermograph(v: Any) -> str:
    walls = (v.thermograph().left_wall, v.thermograph().right_wall)
    parts = [
        f"{w.mast},[{','.join(map(str, w.critical_temperatures))}],[{','.join(map(str, w.slopes))}]"
        for w in walls
    ]
    return f"Thermograph({','.join(parts)})"


def _atomic_weight(v: Any) -> str:
    try:
        return str(v.atomic_weight())
    except fs.NotAtomicError:
        return "!!not atomic"


UNARY: dict[str, Callable[[Any], str]] = {
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


OWN = ("AtomicWeight", "Mean", "OutcomeClass", "Temperature", "Thermograph")
"""What a position knows without its value."""


def _domineering(text: str) -> fs.Position:
    size = text.removesuffix(" empty")
    return fs.Domineering(size)


def _clobber(text: str) -> fs.Position:
    match = re.fullmatch(r"xo alternating 1x(\d+)", text)
    return fs.Clobber.start(1, int(match[1])) if match else fs.Clobber(text)


def _partizan_subtraction(text: str) -> fs.Position:
    match = re.fullmatch(r"L=\[(.*)\] R=\[(.*)\] n=(\d+)", text)
    assert match is not None
    return fs.PartizanSubtraction(int(match[3]), left=f"{{{match[1]}}}", right=f"{{{match[2]}}}")


def _cake(kind: Any) -> Callable[[str], fs.Position]:
    return lambda text: kind(*map(int, re.findall(r"\d+", text)))


GAMES: dict[str, Callable[[Any], fs.Position]] = {
    "clobber": _clobber,
    "col": fs.GraphCol,
    "cutcake": _cake(fs.Cutcake),
    "domineering": _domineering,
    "eatcake": _cake(fs.Eatcake),
    "hackenbush": fs.Hackenbush,
    "hackenbush-stalk": fs.Hackenbush,
    "maundycake": _cake(fs.MaundyCake),
    "partizan-euclid": lambda pair: fs.PartizanEuclid(*pair),
    "partizan-subtraction": _partizan_subtraction,
    "snort": fs.GraphSnort,
    "toads-and-frogs": fs.ToadsAndFrogs,
    "toppling-dominoes": fs.TopplingDominoes,
}


def _grouped() -> dict[tuple[str, str], list[Fact]]:
    """Sort the facts that concern values by operation and category."""
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for operation, category, given, expected in FACTS:
        name = operation.removeprefix("CanonicalForm.")
        readable = category.startswith("random-") or category in GAMES
        if readable and (name in UNARY or name in BINARY):
            groups[name, category].append((given, expected))
    return dict(groups)


GROUPS = _grouped()


def _answers(name: str, category: str, given: Any, engine_name: str) -> set[str]:
    """Return what is answered, the same in every way; nothing if that would take too long."""
    if name in BINARY:
        return {BINARY[name](*map(fs.Value, given))}
    if category.startswith("random-"):
        return {UNARY[name](fs.Value(given))}
    position = GAMES[category](given)
    cells = position.height * position.width if isinstance(position, GridPosition) else 0
    if cells > LARGEST_BOARD[engine_name]:
        return set()
    answers = {UNARY[name](position if name in OWN else position.value)}
    if cells <= LARGEST_SEARCH:
        answers.add(UNARY[name](position.search_value()))
    return answers


def _cases() -> Iterator[Any]:
    """Every group under every engine; the reference engine takes long for games and products."""
    for engine_name in fs.engine.available():
        for name, category in GROUPS:
            slow = engine_name == "reference" and (category in GAMES or name == "ConwayProduct")
            marks = [pytest.mark.long] * slow
            identity = f"{engine_name}-{name}-{category}"
            yield pytest.param(engine_name, name, category, marks=marks, id=identity)


@pytest.mark.parametrize(("each_engine", "name", "category"), [*_cases()], indirect=["each_engine"])
def test_facts(name: str, category: str, each_engine: fs.engine.Engine) -> None:
    wrong = []
    checked = 0
    facts = GROUPS[name, category]
    if name == "ConwayProduct" and each_engine.name == "reference":
        # A few of these products have hundreds of options.
        facts = [fact for fact in facts if len(fact[1]) < 20]
    for given, expected in facts:
        answers = _answers(name, category, given, each_engine.name)
        checked += bool(answers)
        if answers - {expected}:
            wrong.append(f"{name} of {given!r}: expected {expected}, got {answers}")
    assert not wrong, f"{len(wrong)} of {checked} facts differ\n" + "\n".join(wrong)
    assert checked >= min(len(GROUPS[name, category]), 3)


def test_the_facts_are_all_there() -> None:
    assert len(FACTS) == 8027
    assert sum(map(len, GROUPS.values())) > 7900
    assert {name for name, _ in GROUPS} == {*UNARY, *BINARY}


def _rows(name: str, operation: str) -> list[tuple[Any, str]]:
    return [(given, expected) for op, n, given, expected in FACTS if (n, op) == (name, operation)]


def test_sequences_of_take_and_break_games() -> None:
    rows = _rows("heap", "NimValueSequence(60)")
    assert len(rows) == 6
    for code, expected in rows:
        assert grundy_sequence(code, 61)[1:] == json.loads(expected)


def test_periods_of_take_and_break_games() -> None:
    rows = _rows("heap", "CheckPeriodicity(1500)")
    assert len(rows) == 6
    for code, expected in rows:
        period = fs.TakeAndBreak(code).period(1500)
        if expected == "Nothing":
            # The other program has no proof for codes without end, which Nim has here.
            assert period is None or code == "0.[3]"
            continue
        assert period is not None
        assert period.is_proved
        text = (
            f"Period => {period.period}, Preperiod => {period.preperiod}, Saltus => {period.saltus}"
        )
        assert expected == f"Periodicity({text})"


def test_genera() -> None:
    rows = _rows("misere", "Genus")
    assert len(rows) == 9
    for text, expected in rows:
        name, heap = text.split()
        assert str(getattr(fs, name)(int(heap)).genus) == expected, text


def test_rows_of_wythoffs_game() -> None:
    rows = _rows("wythoff", "NimValueRow")
    assert len(rows) == 3
    for row, expected in rows:
        assert [fs.Wythoff(row, n).grundy for n in range(21)] == json.loads(expected)
