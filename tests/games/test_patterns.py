"""Rules as patterns against hand-written or plain Python rules, and against themselves."""

from __future__ import annotations

import pickle
import random
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.engine import rulesets
from farstar.games.patterns import pattern_rules
from farstar.games.patterns._analysis import falls_always
from tests.games.pattern_twins import TWINS
from tests.running import run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "rules"


def example(name: str) -> Any:
    return pattern_rules((EXAMPLES / f"{name}.rules").read_text())


def states_after(position: fs.Position, player: Any) -> set[Any]:
    after = [move.after.state for move in position.moves(player)]
    return {tuple(sorted(s)) if s and isinstance(s[0], int) else s for s in after}


def compare(name: str, positions: int) -> None:
    twin = TWINS[name]
    rules, chance = example(name), random.Random(name)
    for _ in range(positions):
        state = twin.position(chance)
        mine = rules(state)
        theirs = twin.rules(*state) if name in ("nim", "kayles", "grundys-game") else None
        theirs = twin.rules(state) if theirs is None else theirs
        assert mine.outcome == theirs.outcome, state
        if rules.may_loop:
            assert mine.loopy_value == theirs.loopy_value, state
        else:
            assert mine.value == theirs.value, state
        for player in (fs.Left, fs.Right):
            after = states_after(mine, player)
            assert len(after) <= len(list(mine.moves(player)))
            if twin.compares_moves:
                assert after == states_after(theirs, player), state


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] * (name == "amazons")) for name in TWINS],
)
def test_examples_agree_with_other_rules(name: str) -> None:
    compare(name, 8 if name == "amazons" else 25)


@pytest.mark.long
@pytest.mark.parametrize("name", TWINS)
def test_examples_agree_with_other_rules_on_thousands_of_positions(name: str) -> None:
    compare(name, 2000)


@pytest.mark.parametrize(
    ("name", "game"),
    {
        "domineering": fs.Domineering,
        "cram": fs.Cram,
        "clobber": fs.Clobber,
        "toads-and-frogs": fs.ToadsAndFrogs,
        "backsliding-toads-and-frogs": fs.BackslidingToadsAndFrogs,
    }.items(),
)
def test_games_defined_by_patterns_agree_with_plain_rules(name: str, game: Any) -> None:
    twin, chance = TWINS[name], random.Random(f"game {name}")
    for _ in range(25):
        state = twin.position(chance)
        mine, plain = game(state), twin.rules(state)
        assert mine.outcome == plain.outcome, state
        assert mine.loopy_value == plain.loopy_value, state
        for player in (fs.Left, fs.Right):
            assert states_after(mine, player) == states_after(plain, player), state


def test_every_example_is_tested() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.rules")} == set(TWINS)


class _Bare:
    """The rules alone: nothing is split, turned or left to the core."""

    def components(self, position: Any) -> None:
        return None

    def key(self, position: Any) -> Any:
        return position

    def closed_form(self, position: Any) -> None:
        return None


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.long] * (name == "amazons"))
        for name in TWINS
        if name != "fox-and-geese"
    ],
)
def test_splitting_and_symmetry_change_nothing(name: str) -> None:
    rules, chance = example(name), random.Random(f"bare {name}")
    if rules.may_loop:
        return
    bare: Any = type(f"Bare{rules.name}", (_Bare, type(rules)), {})()
    for _ in range(3 if name == "amazons" else 8):
        state = TWINS[name].position(chance)
        mine = rules(state)
        assert mine.value == mine.search_value() == bare(state).search_value(), state


def test_the_core_takes_every_game_that_ends() -> None:
    if not rulesets.available():
        return
    chance = random.Random(5)
    for name, twin in TWINS.items():
        rules = example(name)
        if rules.may_loop or rules.written.board == "heaps":
            continue
        assert any(rules.native([rules(twin.position(chance)).state])[0] for _ in range(20)), name


def test_boards_of_several_sizes_in_one_call() -> None:
    rules = example("toppling-dominoes")
    boards = ["lre", "l", "rrl|lle", "." * 70, "elle"]
    values = rules.native(boards)
    assert values[3] is None
    for board, value in zip(boards, values, strict=True):
        if value is not None:
            assert rules(board).search_value() == rules(board).value


@pytest.mark.long
def test_long_rows_reach_over_both_edges() -> None:
    rules = example("toppling-dominoes")
    for n in (7, 8, 9, 16):
        assert rules("l" * n).value == n
        assert len(list(rules("l" * n).moves(fs.Left))) == 2 * n - 1


def test_turning_turtles_is_nim() -> None:
    rules = example("turning-turtles")
    assert rules.is_impartial
    assert rules("HTHHT").grundy == 1 ^ 3 ^ 4


def test_symmetries_are_found() -> None:
    assert len(example("clobber").symmetries) == 16
    toads = example("toads-and-frogs").symmetries
    assert [(s.turn, s.negative) for s in toads] == [(0, False), (1, True), (2, False), (3, True)]
    assert {s.negative for s in example("domineering").symmetries[4:]} == {True}


def test_symmetries_of_long_boards_are_their_own() -> None:
    """Rules that look symmetric on short boards, and are not on longer ones."""
    shots = "  ".join(f"o{'.' * n}x -> o{'.' * n}#" for n in range(1, 7))
    rules = pattern_rules(f"cells x o . #\nleft x.+o -> #.+o  {shots}")
    for board in ("x" + "." * 9 + "o", "o" + "." * 9 + "x", "o...x", "x...o"):
        assert rules(board).value == rules(board).search_value() == int(board != "o.........x")


def test_parts_share_their_scenery() -> None:
    col = example("col")
    parts = col.components(".x.")
    assert parts == [".x", "x."]
    assert set(example("domineering").components("..#.|..#.") or []) == {".|.", "..|.."}


def test_rings() -> None:
    kayles = example("ring-kayles")
    for n in range(1, 9):
        # The first move opens the ring.
        rest = {fs.Kayles(n - k).grundy for k in (1, 2) if k <= n}
        mex = next(i for i in range(9) if i not in rest)
        assert kayles("." * n).grundy == (mex if n > 1 else 1)


def test_steps_of_one_move() -> None:
    rules = pattern_rules(
        "cells x/o . #\nleft x. -> #x both then x. -> x# both\nright = swap of left"
    )
    after = {move.after.state for move in rules("x..|...").moves(fs.Left)}
    # To the right: the arrow may go on or down, but not back; down: only to the right.
    assert after == {"#x#|...", "#x.|.#.", "#..|x#."}


@pytest.mark.long
def test_steps_that_make_too_many_patterns_are_refused() -> None:
    with pytest.raises(fs.NotationError, match="at most 10000 patterns"):
        pattern_rules("cells x .\nleft " + "x.+ -> .+x lines then " * 3 + "x.+ -> .+x lines")


def test_steps_that_come_back_are_a_pass() -> None:
    rules = pattern_rules("cells x .\nleft x. -> .x rows then x. -> .x rows")
    assert {move.after.state for move in rules("x..").moves(fs.Left)} == {"..x", "x.."}
    assert [move.after.state for move in rules("x.").moves(fs.Left)] == ["x."]
    assert rules.may_loop
    assert str(rules("x.").loopy_value) == "on"


def test_marks_beyond_ascii() -> None:
    plain = example("clobber")
    stones = pattern_rules("cells ●/○ ·\nleft ●○ -> ·● both\nright = swap of left")
    for board in ("xo|ox", "xxo.o", "xox|oxo"):
        other = board.translate(str.maketrans("xo.", "●○·"))
        assert stones(other).value == plain(board).value


def test_loops_have_loopy_values() -> None:
    rules = pattern_rules("cells x .\nboth x. -> .x rows\n")
    assert rules.may_loop
    assert str(rules("x.").loopy_value) == "dud"
    with pytest.raises(fs.LoopyError):
        _ = rules("x.").value
    assert rules("xx").value == 0


@pytest.mark.parametrize("name", ["clobber", "kayles", "partizan-subtraction", "graph-snort"])
def test_rules_travel(name: str) -> None:
    rules = example(name)
    position = rules(TWINS[name].position(random.Random(1)))
    assert pickle.loads(pickle.dumps(rules)) == rules
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.value == position.value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cells x .\nleft x. -> .y", "line 2, column 13: expected one of the marks x ., got 'y'"),
        ("cells x .\nleft x. -> .", "as many cells after the arrow"),
        ("cells x .\nleft x. -> .x sideways", "line 2, column 15: expected rows, columns"),
        ("cells x .\nleft x. ->", "expected what comes instead"),
        ("cells x .\nleft", "expected a rule"),
        ("cells x .", "expected a rule"),
        ("left x. -> .x", "expected a line with the marks first"),
        ("cells xy .\nleft x -> .", "expected a mark of one character, got 'xy'"),
        ("cells x .\njump x. -> .x", "line 2, column 1: expected game, cells, board"),
        ("cells x .\nleft ?x -> xx", "line 2, column 12: expected a mark before the arrow"),
        ("cells x .\nleft [$x]. -> x.", "line 2, column 15: expected a mark before the arrow"),
        ("cells x + .", "line 1, column 9: expected a mark that has no meaning in patterns"),
        ("cells x/o . x", "line 1, column 13: expected each mark once, got 'x' again"),
        ("cells x/x .", "line 1, column 9: expected each mark once"),
        ("variant twisted\nvariant dicotic", "line 2, column 1: expected one line with a variant"),
        ("cells x .\nleft x+?xx -> .==.+", "expected a mark before the arrow"),
        ("cells x .\nleft (x.)+ -> x.+", "as many cells"),
        ("cells x .\nleft (x. -> .x", "expected a group"),
        ("cells x .\nleft x. -> .x unless x", "expected unless near"),
        ("cells x .\nright = upside down", "expected right = left"),
        ("board heaps\nleft n -> n-1\nright = swap of left", "on heaps there is no mirror"),
        ("cells x .\nleft x|. -> .|x diagonals", "one row"),
        ("cells x .\nleft x. -> .x then", "line 2, column 15: expected a rule after then"),
        ("cells x .\nleft x. -> .x\nright = left\nright x. -> .x", "not both"),
        ("cells x .\nleft x. -> .x\nboard ring", "line 3, column 1: expected the board before"),
        ("board moon", "line 1, column 7: expected board grid, strip, ring, graph or heaps"),
        ("variant odd", "expected variant impartial, dicotic or twisted"),
        ("board graph\ncells x .\nleft x. -> .x rows", "along paths of the graph"),
        ("x" * 30_000, "at most 20000 characters"),
        ("cells x .\nleft " + "x. -> .x " * 201, "at most 200 rules"),
        ("cells " + " ".join(map(chr, range(0x4E00, 0x4E30))), "at most 32 marks"),
    ],
)
def test_mistakes_have_a_place(text: str, message: str) -> None:
    with pytest.raises(fs.NotationError) as error:
        pattern_rules(text)
    assert message in str(error.value)
    assert "\n" not in error.value.message


def test_the_name_of_the_module_reads_rules() -> None:
    file = EXAMPLES / "cram.rules"
    assert fs.rules(file.read_text()) == example("cram")
    assert fs.rules(path=file) == example("cram")


def test_on_the_command_line(tmp_path: Path) -> None:
    file = str(EXAMPLES / "kings-clobber.rules")
    done = run("eval", "KingsClobber(3x3)", "--rules", file)
    assert ["value", "^"] in [line.split() for line in done.output.splitlines()]
    broken = tmp_path / "broken.rules"
    broken.write_text("cells x .\nleft x. -> .y\n")
    done = run("eval", "Game(x.)", "--rules", broken)
    assert done.exit_code == 2
    assert "line 2, column 13" in done.output


def test_weights_that_fall_are_found_exactly_if_there_are_any() -> None:
    """All sets of up to three changes of two features, against all small weights."""
    sizes = range(-2, 3)
    changes = [{("x", 0): a, (".", 0): b} for a, b in product(sizes, sizes)]
    for count in (1, 2, 3):
        for chosen in combinations(changes, count):
            exists = any(
                all(v * change["x", 0] + w * change[".", 0] < 0 for change in chosen)
                for v, w in product(range(-9, 10), repeat=2)
            )
            plain = [{key: n for key, n in change.items() if n} for change in chosen]
            assert falls_always(plain) == exists, chosen
