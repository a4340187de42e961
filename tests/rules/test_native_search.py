"""The native search of who wins agrees with values and with the rules in Python."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar import engine
from farstar.engine import rulesets
from farstar.errors import BudgetExceeded
from farstar.games.patterns import pattern_rules
from farstar.rules import Position
from farstar.rules.native_search import bounds_of_board, first_to_finish
from tests.rules.games import board, every, some
from tests.running import python

pytestmark = pytest.mark.skipif(
    "native" not in engine.available(), reason="needs the native engine"
)

CLOBBER = "game Clob\ncells x/o .\nleft xo -> .x both\nright = swap of left"
TOADS = "game Toads\ncells T F .\nleft T. -> .T  TF. -> .FT\nright .F -> F.  .TF -> FT."
NOGO = "game Apart\ncells x/o .\nleft . -> x unless near o\nright = swap of left"


@pytest.fixture(autouse=True)
def native() -> Iterator[None]:
    with engine.use("native"):
        yield


def searched(g: Position) -> tuple[bool, bool]:
    native_board = g.ruleset.native_board(g.state)
    assert native_board is not None
    return tuple(  # type: ignore[return-value]
        rulesets.wins([(1, native_board)], left_moves=left) for left in (True, False)
    )


def by_value(g: Any) -> tuple[bool, bool]:
    outcome = g.value.outcome
    return outcome.wins(fs.Left, first=True), outcome.wins(fs.Right, first=True)


FAMILIES: list[tuple[Callable[[str], Position], list[str]]] = [
    (fs.Domineering, [*every(".#", 3, 3), *some("...#", 4, 5, 60), "4x5", "5x5", "2x9"]),
    (fs.Cram, [*every(".#", 2, 4), *some("....#", 4, 4, 60), "3x5", "2x8", "1x20"]),
    (fs.Clobber, [*every("xo.", 2, 3), *some("xxoo.", 3, 4, 60), "3x4", "1x14", "2x7"]),
    (fs.Konane, [*every("xo.", 1, 6), *some("xxoo.", 3, 4, 60), *some("xo.", 2, 6, 60), "4x4"]),
    (fs.Amazons, [*every("xo.#", 2, 2), *some("xo....#", 3, 3, 40), *some("xo....", 2, 4, 20)]),
    (fs.Col, [*every(".xl", 2, 3), *some("......xolr#", 4, 4, 60), "4x4", "1x14"]),
    (fs.Snort, [*every(".xr", 2, 3), *some("......xolr#", 4, 4, 60), "3x4", "1x12"]),
    (pattern_rules(CLOBBER), [*some("xxoo.", 3, 4, 60), *every("xo.", 1, 6)]),
    (pattern_rules(TOADS), [*every("TF.", 1, 7)]),
    (pattern_rules(NOGO), [*every("xo.", 2, 3), *some("xo....", 3, 3, 40)]),
]


@pytest.mark.parametrize(("game", "texts"), FAMILIES)
def test_the_search_agrees_with_the_value(
    game: Callable[[str], Position], texts: list[str]
) -> None:
    for text in texts:
        g = game(text)
        assert searched(g) == by_value(g), text


@pytest.mark.parametrize(
    ("game", "alphabet"),
    [(fs.Cram, ".#"), (fs.Konane, "xo."), (fs.Col, "...xolr#"), (fs.Snort, "...xolr#")],
)
def test_new_twins_agree_with_the_rules(game: Any, alphabet: str) -> None:
    for text in [*every(alphabet[-3:], 2, 3), *some(alphabet, 3, 4, 40)]:
        g = game(text)
        assert g.value == g.search_value(), text
        assert g.outcome == g.search_outcome(), text


@pytest.mark.parametrize("game", [fs.Col, fs.Snort])
def test_colours_agree_with_their_patterns(game: Any) -> None:
    """Patterns have planes for colours and marks, and split otherwise."""
    by_patterns = pattern_rules(f"game P\n{game.rules.patterns}")
    boards = [*some("......xolr#", 4, 5, 40), ".....|.....|.....|....."]
    for text in boards:
        assert searched(game(text)) == searched(by_patterns(text)), text


SUMMANDS = st.one_of(
    st.text(".#", min_size=9, max_size=9).map(lambda t: fs.Domineering(board(t, 3))),
    st.text("xo.", min_size=8, max_size=8).map(lambda t: fs.Clobber(board(t, 4))),
    st.text("xo.", min_size=8, max_size=8).map(lambda t: fs.Konane(board(t, 4))),
    st.text(".#", min_size=8, max_size=8).map(lambda t: fs.Cram(board(t, 4))),
    st.text("TF.", min_size=6, max_size=6).map(pattern_rules(TOADS)),
    st.sampled_from(["1", "-1/2", "^", "*2", "+-1", "{2|-1}", "{1||0|-3}"]).map(fs.Value),
)


@given(st.lists(st.tuples(st.sampled_from([1, -1]), SUMMANDS), min_size=1, max_size=4))
def test_sums_of_boards_and_values(terms: list[tuple[int, Any]]) -> None:
    total = sum((sign * g for sign, g in terms), start=fs.sums.Sum())
    summands = [
        (sign, g.ruleset.native_board(g.state) if isinstance(g, Position) else g._handle)
        for sign, g in terms
    ]
    assert (
        rulesets.wins(summands, left_moves=True),
        rulesets.wins(summands, left_moves=False),
    ) == by_value(total)


def test_large_boards_have_outcomes_and_winning_moves() -> None:
    g = fs.Domineering("6x6")
    assert str(g.outcome) == "N"
    move = g.winning_moves(fs.Left)[0]
    assert not move.after.outcome.wins(fs.Right, first=True)
    assert str(fs.Clobber("1x40").outcome) == "N"
    assert str(fs.Cram("5x5").outcome) == "P"
    assert [str(game("5x5").outcome) for game in (fs.Col, fs.Snort)] == ["P", "N"]
    # The values of a long strip are found sooner than a search would end.
    assert str(fs.Cram("1x60").outcome) == "N"


@pytest.mark.long
def test_the_largest_board_of_domineering_in_the_tables() -> None:
    assert searched(fs.Domineering("7x9")) == (False, True)


def test_a_sum_of_large_impartial_boards() -> None:
    total = fs.Cram("5x5") + fs.Cram("4x5") + fs.star(1)
    assert total.outcome is total.value.outcome
    assert "Outcome" in str(total.explain())


@pytest.mark.long
def test_a_sum_of_large_boards_is_decided_by_its_boards() -> None:
    total = fs.Domineering("6x6") + fs.Value("*")
    # In a process of its own: the values that this one knows may decide the sum sooner.
    explained = python(
        "-m", "farstar", "explain", "--time-limit", "600", "Domineering(6x6) + *", check=True
    ).stdout
    assert "a search through the boards decides" in " ".join(explained.split())
    for player in (fs.Left, fs.Right):
        if total.outcome.wins(player, first=True):
            move = total.best_move(player)
            assert move is not None
            assert not move.after.outcome.wins(-player, first=True)


def test_equal_boards_cancel() -> None:
    large = fs.Domineering("8x8").ruleset.native_board(fs.Domineering("8x8").state)
    turned = fs.Domineering("7x8").ruleset.native_board(fs.Domineering("7x8").state)
    upright = fs.Domineering("8x7").ruleset.native_board(fs.Domineering("8x7").state)
    assert not rulesets.wins([(1, large), (-1, large)], left_moves=True)
    assert not rulesets.wins([(1, turned), (1, upright)], left_moves=False)


def test_hostile_sizes_end_in_a_budget() -> None:
    for g in (fs.Clobber("8x8"), fs.Amazons("x......|.......|.......|.......|......o")):
        with engine.budget(nodes=30_000), pytest.raises(BudgetExceeded):
            _ = g.outcome
        with engine.budget(seconds=0.05), pytest.raises(BudgetExceeded):
            g.winning_moves(fs.Left)
    for large, taken in (("10x12", True), ("12x12", False)):
        clobber = fs.Clobber(large)
        assert (clobber.ruleset.native_board(clobber.state) is not None) == taken
        with engine.budget(nodes=3_000), pytest.raises(BudgetExceeded):
            _ = clobber.outcome


# Each line: the bound beyond what was in use, what the engine counts beyond it afterwards, and by
# how much the process has grown at most.
BOUNDED = """
from pathlib import Path
import farstar as fs

def peak():
    (line,) = [x for x in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in x]
    return 1024 * int(line.split()[1])

assert fs.Clobber("2x3").outcome  # what is loaded at first is no growth
before = peak()
for allowed in (100_000, 300_000, 1_000_000, 4_000_000):
    bound = fs.engine.stats()["bytes"] + allowed
    try:
        with fs.engine.budget(memory=bound):
            fs.Clobber("6x8").outcome
    except fs.BudgetExceeded:
        print(allowed, fs.engine.stats()["bytes"] - bound, peak() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system has no /proc")
def test_memory_is_bounded() -> None:
    """In a process of its own, since games that were made before would decide what is left to do.

    A search notices only now and then that it has passed its bound. What it has made by then may
    stay, so that slightly more than the bound can be in use afterwards.
    """
    out = subprocess.check_output([sys.executable, "-c", BOUNDED], text=True)
    rows = [[int(word) for word in line.split()] for line in out.splitlines()]
    assert len(rows) == 4, "a bound was not reached"
    for allowed, beyond, growth in rows:
        assert beyond < 1_000_000
        assert growth < allowed + 8_000_000


def test_answers_survive_collections() -> None:
    g = fs.Domineering("6x6")
    answers = []
    for _ in range(3):
        answers.append([move.text for move in g.winning_moves(fs.Left)])
        g.ruleset.forget()
        engine.collect()
    assert answers[0]
    assert answers[0] == answers[1] == answers[2]


def test_tasks_take_turns() -> None:
    turns: list[str] = []

    def endless() -> str:
        turns.append("endless")
        while True:
            _ = fs.Clobber("8x8").value

    def long() -> str:
        turns.append("long")
        if len(turns) < 4:
            _ = fs.Clobber("8x8").value
        return "done"

    assert first_to_finish(endless, long) == "done"
    assert turns == ["endless", "long"] * 2
    with engine.budget(nodes=10_000), pytest.raises(BudgetExceeded):
        first_to_finish(endless)


@cache
def plainly_wins(text: str, mine: str) -> bool:
    """Whether a player of Cannibal Clobber wins by moving first, by the rules and nothing else."""
    other = "o" if mine == "x" else "x"
    for i, mark in enumerate(text):
        for j in (i - 1, i + 1) if mark == mine else ():
            if 0 <= j < len(text) and text[j] != ".":
                cells = list(text)
                cells[i], cells[j] = ".", mine
                if not plainly_wins("".join(cells), other):
                    return True
    return False


def test_cannibal_clobber_on_a_row() -> None:
    cannibal = pattern_rules(
        "game Cannibal\ncells x/o .\nleft xo -> .x both  xx -> .x both\nright = swap of left"
    )
    outcomes = ""
    for n in range(1, 38):
        text = ("xo" * 20)[:n]
        outcome = cannibal(text).outcome
        if n <= 14:
            plain = plainly_wins(text, "x"), plainly_wins(text, "o")
            assert plain == tuple(outcome.wins(p, first=True) for p in (fs.Left, fs.Right))
        outcomes += str(outcome)
    assert outcomes == "PNNNNN" * 2 + "LNNNNN" * 4 + "L"
    # Canonical forms are a second witness; those of 4, 10, 16, ... stones are simple.
    for n in range(1, 29):
        g = cannibal(("xo" * 20)[:n])
        assert searched(g) == by_value(g), n
        assert (g.value == fs.Value("+-1")) == (n % 6 == 4), n
    # Some values here are infinitesimal without an atomic weight.
    assert str(cannibal(["xoxoxoxoxox", "oxoxoxoxoxo"]).outcome) in "LRNP"


@pytest.mark.parametrize("summands", [[1], [(2, None)], [(1, "..")], [(1, 2, 3)]])
def test_bad_summands_are_refused(summands: Any) -> None:
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        rulesets.wins(summands, left_moves=True)


def test_integers_below_and_above_a_board_are_bounds_of_its_value() -> None:
    generator = random.Random(4)
    close = 0
    for _ in range(30):
        cells = "".join(generator.choice("xo..") for _ in range(12))
        stones = "|".join(cells[i : i + 4] for i in (0, 4, 8))
        for position in (
            fs.Konane(stones),
            fs.Domineering(stones.replace("o", "#").replace("x", ".")),
        ):
            low, high = bounds_of_board(position, 12)
            assert low <= position.value <= high
            assert not low + 1 <= position.value
            assert not position.value <= high - 1
            close += high - low <= 1
    assert close > 20


@pytest.mark.parametrize("game", [fs.Amazons, fs.Col, fs.NoGo, fs.Snort])
def test_every_game_on_boards_has_integers_below_and_above(game: Any) -> None:
    for text in [*some("xo....", 2, 4, 20), "...|..."]:
        try:
            position = game(text)
        except fs.errors.IllegalPositionError:
            continue  # in NoGo every group needs an empty neighbour
        low, high = bounds_of_board(position, 20)
        assert low <= position.value <= high, text
        assert not low + 1 <= position.value, text
        assert not position.value <= high - 1, text
    large = "|".join(["x.....", *["......"] * 4, ".....o"])
    low, high = bounds_of_board(game(large), len(large))
    assert -36 <= low <= 0 <= high <= 36
