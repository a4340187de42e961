"""Facts about the classic games computed with an independent program, asked of our classes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.games import GridPosition
from farstar.games.grundy_sequences import grundy_sequence

FACTS = json.loads((Path(__file__).parents[1] / "data" / "oracles.json").read_text("utf-8"))


# Large boards take the native rules.
LARGEST_BOARD = 100 if fs.engine.active().name == "native" else 15


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


GAMES: dict[str, Callable[[str], fs.Position]] = {
    "clobber": _clobber,
    "col": fs.GraphCol,
    "cutcake": _cake(fs.Cutcake),
    "domineering": _domineering,
    "eatcake": _cake(fs.Eatcake),
    "hackenbush": fs.Hackenbush,
    "hackenbush-stalk": fs.Hackenbush,
    "maundycake": _cake(fs.MaundyCake),
    "partizan-subtraction": _partizan_subtraction,
    "snort": fs.GraphSnort,
    "toads-and-frogs": fs.ToadsAndFrogs,
    "toppling-dominoes": fs.TopplingDominoes,
}


def _atomic_weight(g: fs.Position) -> str:
    try:
        return str(g.atomic_weight())
    except fs.NotAtomicError:
        return "!!not atomic"


def _walls(g: fs.Position) -> str:
    walls = (g.thermograph().left_wall, g.thermograph().right_wall)
    parts = [
        f"{w.mast},[{','.join(map(str, w.critical_temperatures))}],[{','.join(map(str, w.slopes))}]"
        for w in walls
    ]
    return f"Thermograph({','.join(parts)})"


ANSWERS: dict[str, Callable[[fs.Position], str]] = {
    "AtomicWeight": _atomic_weight,
    "CanonicalForm": lambda g: str(g.value),
    "Mean": lambda g: str(g.mean),
    "OutcomeClass": lambda g: str(g.outcome),
    "ReducedCanonicalForm": lambda g: str(g.value.reduced()),
    "Temperature": lambda g: str(g.temperature),
    "Thermograph": _walls,
}


@pytest.mark.parametrize("game", GAMES)
def test_values(game: str) -> None:
    rows = [(op, text, expected) for op, name, text, expected in FACTS if name == game]
    assert rows
    for operation, text, expected in rows:
        answer = ANSWERS[operation.removeprefix("CanonicalForm.")]
        position = GAMES[game](text)
        if isinstance(position, GridPosition) and len(position.board) > LARGEST_BOARD:
            continue
        assert answer(position) == expected, (game, operation, text)


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
