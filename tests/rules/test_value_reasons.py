"""Why a board has its value: the options, and what became of them."""

from __future__ import annotations

import re

import pytest

import farstar as fs

BOARDS = [
    *("Domineering(2x3)", "Domineering(3x3)", "Clobber(xoxo)", "ToadsAndFrogs(TT.FF)"),
    *("Clobber(xxo)", "Domineering(1x4)"),
]


def _items(text: str) -> list[str]:
    position = fs.parse(text)
    assert isinstance(position, fs.Position)
    (step,) = [step for step in position.explain().steps if step.title == "Value"]
    return [str(item).replace("`", "") for item in step.items]


@pytest.mark.parametrize("text", BOARDS)
def test_all_options_are_named_with_their_values(text: str) -> None:
    position = fs.parse(text)
    assert isinstance(position, fs.Position)
    items = _items(text)
    for player in fs.Player:
        values = [move.after.search_value() for move in position.moves(player)]
        (named,) = [i for i in items if i.startswith(f"{player.name.title()} can")] or [""]
        assert all(str(value) in named for value in values)
        for value in values:
            count = values.count(value)
            assert (f"{value} ({count} moves)" in named) == (count > 1)


@pytest.mark.parametrize("text", BOARDS)
def test_what_is_dominated_is_dominated(text: str) -> None:
    found = 0
    for item in _items(text):
        match = re.fullmatch(r".* option (.*) is dominated by (.*), since (.*) (.=) (.*)\.", item)
        if match is not None:
            found += 1
            small, large = fs.Value(match[1]), fs.Value(match[2])
            is_left = item.startswith("Left")
            assert small <= large if is_left else small >= large
    assert found or "3" not in text


def test_the_last_step_names_the_value() -> None:
    for text in BOARDS:
        assert str(fs.parse(text).value) in _items(text)[-1]


def test_an_impartial_board_has_the_least_missing_number() -> None:
    for n in range(1, 5):
        position = fs.Cram(2, n)
        options = {option.search_grundy() for option in position.options()}
        missing = next(k for k in range(99) if k not in options)
        assert _items(f"Cram(2x{n})")[0].endswith(f"the least number missing is {missing}")


def test_a_large_board_has_no_reasons_but_an_answer() -> None:
    explanation = fs.Domineering("1x9").explain()
    assert explanation.steps[1].title == "Value"
