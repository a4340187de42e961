"""Codes of take-and-break and of coin-turning games: facts of CGSuite, and plain definitions."""

from __future__ import annotations

from functools import reduce
from itertools import combinations, pairwise
from operator import xor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import farstar as fs
from farstar.games.grundy_sequences import grundy_sequence
from farstar.impartial.codes import Code
from farstar.impartial.general_codes import parse_code
from farstar.impartial.grundy import mex
from farstar.impartial.turning_codes import TurningCode

NORMAL_FORMS = {
    "04.30": "4.3",
    "04.00[00]": "4.0",
    "00.00[00]": "0.0",
    "0.{1,2!}": "0.6!",
    "0.{0!,2!,3!}": "0.D!",
    "0.{0!,2!,3}": "0.{0,2!,3}",
    "0.{0!,2!,3!+}": "0.{0,2+}!",
    "0.{0!,2,3!+}": "0.{0,2,3!+}",
    "0.{0!,3+}": "0.{0,3+}",
    "0.{0,2!,4!+}": "0.{0,2,4+}!",
    "0.{0!,2!,4+}": "0.{0,2!,4+}",
    "0.{0!,2!,4?+}": "0.{0,2!,4?+}",
    "0.{0!,2?,4?+}": "0.{0,2,4+}?",
    "0.{0!,2=,4?+}": "0.{0,2=,4?+}",
    "0.{0!,2=,3?,4?+}": "0.{0,2=,3?+}",
    "0.{0!,2?,3?,4?+}": "0.{0,2+}?",
    "0.{0,1!,2,3,4+}": "0.*",
    "0.{0,1,2!,3!,4!+}": "0.*!",
}
"""What CGSuite 2 writes for these codes."""

SPLITS = {
    ("0.3", 9): "8",
    ("0.77", 9): "8  1,7  2,6  3,5  4,4  7  1,6  2,5  3,4",
    ("4!.0", 8): "1,7  2,6  3,5",
    ("0.3F?", 9): "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3",
    ("0.3F!", 9): "8  7  1,6  2,5  3,4  1,2,4",
    ("0.3f?", 11): "10  9  1,8  2,7  3,6  4,5  1,1,7  1,2,6  1,3,5  1,4,4  2,2,5  2,3,4",
    ("0.*?3", 7): "6  1,5  2,4  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2  5",
    ("0.*!3", 7): "6  1,5  2,4  1,2,3  5",
    ("0.[3]", 7): "6  5  4  3  2  1  -",
    ("0.3[1]", 7): "6  -",
    ("0.7[03]", 7): "6  1,5  2,4  3,3  4  2  -",
    ("80.0", 7): "1,1,6  1,2,5  1,3,4  2,2,4  2,3,3",
    ("0.*=", 11): "10  5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1",
    ("{2+}=.0", 10): "5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1",
    ("0.{0,1,3+}", 1): "-",
    ("0.{1,3+}", 1): "",
    ("0.{2,3?+}", 7): "1,5  2,4  3,3  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2",
}
"""The moves of a heap that CGSuite 2 lists, in the same order."""

TURNING: dict[str, tuple[int, list[int]]] = {
    "1-3": (191, [0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35, 37, 38]),
    "3": (171, [0, 0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35]),
    "1+C": (20, [0, 1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16, 1, 2, 1, 4]),
    "1-3C(5)": (11, [0, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8]),
    "3C(5)": (6, [0, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4]),
    "1-5C": (5, [0, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4]),
    "3E": (9, [0, 0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4]),
    "4FS": (9, [0, 0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]),
    "1+S": (2046, [0, 1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11, 64, 31, 128, 10, 256, 5, 512, 28]),
}
"""For each code the number of moves of a heap of 20, and the values of the heaps 0 to 20."""


def by_definition(code: Any, length: int) -> list[int]:
    values: list[int] = []
    for heap in range(length):
        moves = code.moves(heap) if heap else []
        values.append(mex({reduce(xor, (values[part] for part in left), 0) for left in moves}))
    return values


@pytest.mark.parametrize(("text", "normal"), NORMAL_FORMS.items())
def test_codes_have_the_normal_form_of_cgsuite(text: str, normal: str) -> None:
    assert str(parse_code(text)) == normal == str(parse_code(normal))


@pytest.mark.parametrize(("code", "heap"), SPLITS)
def test_moves_are_those_of_cgsuite(code: str, heap: int) -> None:
    moves = parse_code(code).moves(heap)
    assert "  ".join(",".join(map(str, m)) or "-" for m in moves) == SPLITS[code, heap]


PLAIN_DIGITS = st.sampled_from([*"0123456789ABCDFGHZ*", "{2+}", "{0,3+}", "&100;"])
MARKED = st.one_of(
    st.builds("".join, st.tuples(PLAIN_DIGITS, st.sampled_from(["", "", "!", "?", "="]))),
    st.sampled_from(["{1,2!,4?+}", "{2=,3}"]),
)
CODES = st.builds(
    lambda first, digits, again: f"{first}.{''.join(digits)}" + (f"[{again}]" if again else ""),
    st.sampled_from(["0", "4", "4!", "8=", "{2+}?", "{3+}0", "80", "G0"]),
    st.lists(MARKED, max_size=3),
    st.one_of(st.none(), MARKED),
)


@settings(max_examples=60)
@given(CODES)
def test_random_codes_by_their_sums_and_by_their_moves(text: str) -> None:
    code = parse_code(text)
    assert code.grundy_sequence(14) == by_definition(code, 14)
    assert str(parse_code(str(code))) == str(code)


@pytest.mark.parametrize("bad", ["4", "X.1", "40.0", "{0+}.0", "0.{64}", "0.[", "0.{}", "0.{2!}!"])
def test_bad_codes_are_refused_in_one_line(bad: str) -> None:
    with pytest.raises(fs.IllegalPositionError, match=r"^expected .*got "):
        parse_code(bad)


def test_grundys_game_by_its_code_is_as_fast_as_by_its_name() -> None:
    assert grundy_sequence("4!.0", 3000) == grundy_sequence("grundy", 3000)
    assert str(fs.GrundysGame(9).code) == "4!.0"
    assert fs.GrundysGame(9).period(300) is None


def test_codes_of_subtraction_games() -> None:
    assert str(Code.taking([2, 3, 7])) == "0.0330003"
    assert str(Code.taking([2, 3, 7], all_but=True)) == "0.3003330[3]"
    assert str(Code.taking([1], 7)) == "0.7"
    game = fs.Subtraction(20, takes={2, 3, 7})
    assert str(game.code) == "0.0330003"
    period = game.period(2000)
    assert period is not None
    assert (period.period, period.preperiod, period.saltus, period.is_proved) == (5, 0, 0, True)
    all_but = fs.TakeAndBreak("0.3003330[3]").period(2000)
    assert all_but is not None
    assert (all_but.period, all_but.saltus, all_but.is_proved) == (4, 2, True)


@pytest.mark.parametrize("code", TURNING)
def test_coin_turning_as_in_cgsuite(code: str) -> None:
    moves, values = TURNING[code]
    read = TurningCode.parse(code)
    assert len(list(read.moves(20))) == moves
    assert read.grundy_sequence(21) == fs.Spawning(code).grundy_sequence(21) == values


RANGES = st.builds(
    lambda least, more, letters: f"{least}{more}{letters}",
    st.integers(1, 3),
    st.sampled_from(["", "+", "-4"]),
    st.sampled_from(["", "C", "E", "S", "F", "FS", "FE", "C(4)", "SC(5)", "FC(4)", "EC(6)"]),
)


@settings(max_examples=60)
@given(st.lists(RANGES, min_size=1, max_size=2))
def test_random_turning_codes_by_their_sums_and_by_their_moves(ranges: list[str]) -> None:
    code = TurningCode.parse(",".join(ranges))
    assert code.grundy_sequence(10) == by_definition(code, 10)
    assert str(TurningCode.parse(str(code))) == str(code)


@settings(max_examples=60)
@given(RANGES, st.integers(1, 9))
def test_the_moves_of_a_range_are_what_its_letters_say(text: str, place: int) -> None:
    (turn,) = TurningCode.parse(text).turns
    coins = [
        (*some, place)
        for count in range(turn.least, place + 1 if turn.most is None else turn.most + 1)
        for some in combinations(range(1, place), count - 1)
    ]
    if turn.spacing:
        pattern = {"C": is_adjacent, "E": is_even, "S": is_symmetric}[turn.spacing]
        coins = [some for some in coins if pattern(some)]
    if turn.within is not None:
        coins = [some for some in coins if some[-1] - some[0] < turn.within]
    if turn.with_first:
        coins = [some for some in coins if some[0] == 1]
    assert sorted(turn.others(place)) == sorted(some[:-1] for some in coins)


def is_adjacent(places: tuple[int, ...]) -> bool:
    return places[-1] - places[0] == len(places) - 1


def is_even(places: tuple[int, ...]) -> bool:
    return len({b - a for a, b in pairwise(places)}) < 2


def is_symmetric(places: tuple[int, ...]) -> bool:
    return {places[0] + places[-1] - place for place in places} == set(places)


@settings(max_examples=30)
@given(RANGES, st.text("ht", min_size=1, max_size=6))
def test_rows_of_coins_are_worth_their_heads(code: str, coins: str) -> None:
    row = fs.Turning(code, coins)
    assert row.grundy == row.search_grundy()
    heads = [place for place, coin in enumerate(coins, 1) if coin == "h"]
    assert row.grundy == fs.Spawning(code, *heads).grundy


def test_a_row_of_cgsuite() -> None:
    assert fs.Turning("1-3", "htththtth").grundy == 29


@pytest.mark.parametrize("bad", ["", "0", "3-1", "1-", "1X", "C", "1+C(", "1;2"])
def test_bad_turning_codes_are_refused_in_one_line(bad: str) -> None:
    with pytest.raises(fs.IllegalPositionError, match=r"^expected .*got "):
        TurningCode.parse(bad)
