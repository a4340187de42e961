"""Native twins of rulesets agree with the rules in Python, and keep to budgets."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar import engine
from farstar.engine import Handle, rulesets
from farstar.games.amazons import Amazons
from farstar.games.clobber import Clobber
from farstar.games.domineering import Domineering
from farstar.rules import Position
from tests.rules.games import board, every, some

pytestmark = pytest.mark.skipif(
    "native" not in engine.available(), reason="needs the native engine"
)

LARGE = "|".join(["......."] * 7)
"""A board that is never finished within these tests."""


@pytest.fixture(autouse=True)
def native() -> Iterator[None]:
    with engine.use("native"):
        engine.collect()
        yield


def rows_of(text: str) -> list[str]:
    return text.split("|")


def transposed(text: str) -> str:
    return "|".join(map("".join, zip(*rows_of(text), strict=True)))


def flipped(text: str) -> str:
    return "|".join(reversed(rows_of(text)))


def exchanged(text: str) -> str:
    return text.translate(str.maketrans("xo", "ox"))


BOARDS: list[tuple[type[Position], list[str]]] = [
    (Domineering, [*every(".#", 3, 3), *every(".#", 1, 7), *every(".#", 5, 2)]),
    (Domineering, [*some(".....#", 4, 4, 20), *some("...#", 3, 6, 20), "4x5", "1x20", "9x2"]),
    (Clobber, [*every("xo.", 2, 3), *every("xo.", 1, 6), *some("xxoo.", 3, 4, 8)]),
    (Amazons, [*every("xo.#", 2, 2), *every("xo.#", 1, 4), *some("xo...##", 3, 3, 20)]),
    (Amazons, [*some("xo......", 2, 4, 10), "x....", "x.x|...|.#."]),
]
MORE_BOARDS: list[tuple[type[Position], list[str]]] = [
    (Domineering, [*some(".....#", 4, 4, 40), *some("...#", 3, 6, 40)]),
    (Clobber, [*some("xxoo.", 3, 4, 15)]),
    (Amazons, [*some("xo...##", 3, 3, 40), *some("xo......", 2, 4, 20)]),
]


@pytest.mark.parametrize(
    ("game", "boards"),
    [*BOARDS, *(pytest.param(*more, marks=pytest.mark.long) for more in MORE_BOARDS)],
)
def test_the_twin_agrees_with_the_rules(game: Any, boards: list[str]) -> None:
    for text in boards:
        g = game(text)
        assert g.value == g.search_value(), text


@pytest.mark.parametrize("game", [Domineering, Clobber, Amazons])
def test_outcomes_and_winning_moves_follow(game: Any) -> None:
    for text in some(".#" if game is Domineering else "xo.", 3, 3, 20):
        g = game(text)
        assert g.outcome == g.search_outcome()
        for player in (fs.Left, fs.Right):
            won = {move.after for move in g.winning_moves(player)}
            assert won == {
                h for h in g.options(player) if not h.search_outcome().wins(-player, first=True)
            }


@given(st.text(".#", min_size=12, max_size=12))
def test_a_turn_of_domineering_negates(cells: str) -> None:
    text = board(cells, 4)
    images = [text, flipped(text), transposed(text), transposed(flipped(text))]
    values = [Domineering(image).value for image in images]
    assert values[0] == values[1] == -values[2] == -values[3]


@pytest.mark.parametrize("game", [Clobber, Amazons])
@given(cells=st.text("xo.", min_size=9, max_size=9))
def test_symmetries_preserve_and_colours_negate(game: Any, cells: str) -> None:
    text = board(cells, 3)
    value = game(text).value
    for image in (flipped(text), transposed(text), transposed(flipped(text))):
        assert game(image).value == value
        assert game(exchanged(image)).value == -value


def test_known_values() -> None:
    assert str(Domineering("4x4").value) == "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}"
    assert Domineering("5x5").value == 0
    assert [str(Clobber(text).value) for text in ("xo", "xxo", "xxxo")] == ["*", "^", "^^*"]
    # Regions of one player, of which the second has a cell that cannot be used.
    assert Amazons("x....").value == 4
    assert Amazons(".x#|##.|..#").value == 3


def test_a_board_too_large_is_left_to_the_rules() -> None:
    assert rulesets.values("konane", ["." * 64, "." * 65])[1] is None
    assert Domineering("2x2").ruleset.native(["." * 128, "." * 129])[1] is None
    wide = "..#" * 23
    assert Domineering(wide).value == -23
    assert Domineering(f"{wide}|{'#' * 69}").value == -23
    assert Clobber("xo." * 23).value == fs.Value("*")
    assert Domineering("..#" * 50).value == -50


def test_patterns_with_few_marks_take_128_cells() -> None:
    solver = rulesets.pattern_solver("xo", [([(0, 0, 1)], [], [(0, 0, -1)])], [], [])
    assert solver.most_cells == rulesets.MOST_WIDE_CELLS == 128
    for cells in (64, 65, 128):
        (value,) = solver.values(["x" * cells])
        assert value is not None
        assert engine.active().as_compact(value) == (cells, 0, 0, 0)
    with pytest.raises(ValueError, match="at most 128 cells"):
        solver.board("x" * 129)
    many = rulesets.pattern_solver("abcde", [([(0, 0, 1)], [], [(0, 0, -1)])], [], [])
    assert many.most_cells == 64
    with pytest.raises(ValueError, match="at most 64 cells"):
        many.board("a" * 65)


def test_wide_boards_agree_with_their_parts() -> None:
    chance = random.Random(128)
    for _ in range(30):
        # Two boards of 4 by 9 cells beside each other, with a column of holes between them.
        left, right = (
            ["".join(chance.choice("..#") for _ in range(9)) for _ in range(4)] for _ in range(2)
        )
        whole = "|".join(f"{a}#{b}" for a, b in zip(left, right, strict=True))
        parts = "|".join(left), "|".join(right)
        assert len(whole.replace("|", "")) == 76
        first, second = map(Domineering, parts)
        assert Domineering(whole).value == first.value + second.value
        assert Domineering(whole).outcome is (first.value + second.value).outcome
        assert fs.Cram(whole).grundy == fs.Cram(parts[0]).grundy ^ fs.Cram(parts[1]).grundy


def test_outcomes_of_domineering_on_more_than_64_cells() -> None:
    # Two rows of 4n columns are at most 0, by a theorem; so are 3 rows of many, as published.
    assert [str(Domineering(size).outcome) for size in ("2x36", "3x24", "5x13")] == ["R"] * 3
    # Whoever turns the board exchanges the players.
    assert str(Domineering("13x5").outcome) == "L"


@pytest.mark.parametrize("text", ["", "..|.", "|", "..|..|", "...|.|.", "..y"])
def test_bad_boards_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        rulesets.values("konane", [text])
    with pytest.raises(ValueError, match="expected"):
        Domineering(text)


def test_the_reference_engine_searches() -> None:
    with engine.use("reference"):
        assert not rulesets.available()
        assert str(Domineering("2x3").value) == "{2|-1/2}"


def test_the_brute_force_never_asks_the_twin() -> None:
    class Wrong(fs.Ruleset):
        def left(self, n: int) -> list[int]:
            return [n - 1] if n else []

        def right(self, n: int) -> list[int]:
            return []

        def native(self, positions: Sequence[int]) -> list[Handle | None]:
            minus_one = engine.active().compact(-1, 0, 0, 0)
            return [minus_one if n < 5 else None for n in positions]

    g = Wrong()(3)
    assert (g.value, str(g.outcome)) == (fs.Value(-1), "R")
    assert (g.search_value(), str(g.search_outcome())) == (fs.Value(3), "L")
    # Where the twin has no answer the rules go on, and ask it again.
    assert (Wrong()(6).value, Wrong()(6).search_value()) == (fs.Value(1), fs.Value(6))


def test_the_twin_of_an_impartial_game_gives_nimbers() -> None:
    class Heap(fs.ImpartialRuleset):
        def moves(self, n: int) -> range:
            return range(n)

        def native(self, positions: Sequence[int]) -> list[Handle | None]:
            return [engine.active().compact(n < 0, 0, 0, abs(n)) for n in positions]

    assert (Heap()(1000).grundy, str(Heap()(1000).value)) == (1000, "*1000")
    with pytest.raises(TypeError, match="nimbers"):
        _ = Heap()(-1).grundy


@pytest.mark.parametrize(
    ("position", "question"),
    [(Domineering(LARGE), "value"), (Clobber("7x7"), "value"), (Clobber("7x8"), "outcome")],
)
def test_budgets_hold(position: Position, question: str) -> None:
    with engine.budget(seconds=0.2), pytest.raises(fs.BudgetExceeded, match="time"):
        getattr(position, question)
    with engine.budget(nodes=50_000), pytest.raises(fs.BudgetExceeded, match="too many games"):
        getattr(position, question)
    assert Domineering("2x2").value == fs.Value("+-1")


def test_what_is_remembered_counts_as_memory_and_can_be_forgotten() -> None:
    engine.collect()
    before = engine.stats()["bytes"]
    _ = Clobber("xoxo|oxox|xoxo|oxox").value
    assert engine.stats()["bytes"] > before
    bound = before + 2_000_000
    with engine.budget(memory=bound), pytest.raises(fs.BudgetExceeded, match="memory"):
        _ = Domineering(LARGE).value
    assert engine.stats()["bytes"] < bound
    _ = Domineering("4x4").value
    engine.collect()
    assert engine.stats()["bytes"] <= before + 100_000
    assert Domineering("4x4").value == Domineering("4x4").search_value()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
def test_ctrl_c_stops_the_twin() -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with engine.budget(memory=10**9), pytest.raises(KeyboardInterrupt):
            _ = Domineering(LARGE).value
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert Domineering("3x3").value == fs.Value("+-1")


RECTANGLES = {
    "2x2": "N", "2x3": "N", "2x4": "R", "2x5": "L", "2x6": "N", "2x7": "N", "2x8": "R", "2x9": "L",
    "3x3": "N", "3x4": "R", "3x5": "R", "4x4": "N", "4x5": "L", "4x6": "N", "5x5": "P",
}  # fmt: skip
"""Who wins Domineering on small rectangles, as published by Breuker, Uiterwijk and van den Herik
(Solving 8x8 Domineering, Theoret. Comput. Sci. 230 (2000) 195-206)."""


def test_published_outcomes_of_domineering() -> None:
    assert {size: str(Domineering(size).outcome) for size in RECTANGLES} == RECTANGLES


@pytest.mark.long
def test_six_rows_of_six() -> None:
    with engine.budget(memory=10**9):
        g = Domineering("6x6")
        assert str(g.outcome) == "N"
        assert g.value == -g.value
