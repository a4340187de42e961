"""What patterns mean: the examples of the definition, and random rules against the interpreter."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import farstar as fs
from tests.drills import pattern_chaos
from tests.rules import pattern_interpreter


def rules(text: str) -> Any:
    return fs.rules(text)


def after(text: str, position: Any, player: fs.Player = fs.Left) -> set[Any]:
    """Return the states after the moves of a player, which the interpreter finds as well."""
    options = {option.state for option in rules(text)(position).options(player)}
    state = rules(text)(position).state
    side = 0 if player is fs.Left else 1
    assert options == pattern_interpreter.read(text).moves(state, side)
    return options


@pytest.mark.parametrize(
    ("text", "board", "value"),
    [
        ("cells . #\nboth ?.+ -> =#+", "..", "*2"),
        ("cells . #\nleft ?.+? -> =#+=\nright . -> #", "..", "^"),
        ("cells x .\nleft x$$ -> .==", "x", "1"),
        ("cells x .\nleft x?$ -> .==", "x", "1"),
        ("cells x .\nleft $?x -> ==.", "x", "1"),
        ("cells x .\nleft x?$ -> .==", "x..", "0"),
        ("cells x .\nleft x?$ -> .==", ".x.", "1"),
        ("cells . #\nboth ??.+?? -> ==#+==", "..", "*2"),
        ("cells . #\nboth $$.+$ -> ==#+=", "..", "*"),
        ("cells . #\nboth $+.+$+ -> =+#+=+", "..", "*"),
        ("cells x .\nleft x|$|$ -> .|=|=", "x|.", "0"),
        ("cells x .\nleft x|$|$ -> .|=|=", ".|x", "1"),
        ("cells x .\nleft $??|??x|??? -> ===|==.|===", "x.|..", "1"),
        ("cells x . #\nleft ?+x|???x -> =+#|====", "...x|x...", "1"),
        ("cells x . #\nleft x?+ -> #=+ then ??????# -> ======. rows", "x", "1"),
        ("cells x . #\nleft x|?* -> #|=* both then $+ -> =+ then ?+ -> =+ all", "x", "0"),
    ],
)
def test_patterns_that_hang_over_the_edge(text: str, board: str, value: str) -> None:
    position = rules(text)(board)
    assert position.value == position.search_value() == fs.Value(value)


def test_a_rule_needs_a_cell_on_the_board() -> None:
    assert after("cells x .\nleft $$ -> ==", "x") == set()
    assert after("cells x .\nleft $? -> ==", "x") == {"x"}
    assert after("cells x .\nleft $|?$ -> =|==", "x.") == {"x."}
    assert after("cells x .\nleft ?+$ -> =+=  x -> .", "x") == {"x", "."}


@pytest.mark.parametrize("written", ["?", "$", "[$x]", "[x$]"])
def test_nothing_is_written_outside(written: str) -> None:
    with pytest.raises(fs.NotationError, match="expected a mark before the arrow where 'x'"):
        rules(f"cells x .\nleft .{written} -> .x")


def test_a_rule_that_changes_nothing_is_a_pass() -> None:
    assert after("cells x .\nleft x -> x", "x.") == {"x."}
    assert after("cells x .\nleft [x.] -> x", "x.") == {"x.", "xx"}
    assert after("cells x .\nleft x. -> .x then .x -> =.", "x.") == set()
    assert after("cells x .\nleft x. -> .x rows then x. -> .x rows", "x.") == {"x."}
    assert str(rules("cells x .\nleft x -> x")("x").loopy_value) == "on"
    assert after("board graph\ncells x .\nleft x. -> x=", ("x.", ((0, 1),))) == {("x.", ((0, 1),))}
    assert after("board ring\ncells x .\nleft x -> =", "x") == {"x"}


STONES = "cells x .\nleft x. -> .x {}"


def test_near_counts_what_the_pattern_does_not_name() -> None:
    """A stone that moves is not its own neighbour; a cell of ? is like any other."""
    assert after(STONES.format("unless near x"), "x..") == {".x."}
    assert after(STONES.format("unless near x"), "x.x") == set()
    assert after("cells x .\nleft x.? -> .x= unless near x", "x.x") == set()
    assert after("cells x .\nleft x.[.x] -> .x= unless near x", "x.x") == {".xx"}
    assert after("cells x .\nleft x.? -> .x= if near x", "x.x") == {".xx"}


@pytest.mark.parametrize("board", ["ring", "graph"])
def test_near_is_the_same_on_rings_and_graphs(board: str) -> None:
    """Three cells that all meet: each named cell is out, and each ? is in."""
    start = "board {}\ncells x .\nleft {}"
    triangle = ((0, 1), (0, 2), (1, 2))

    def marks_after(rule: str, marks: str) -> set[str]:
        position = marks if board == "ring" else (marks, triangle)
        # On a graph a pattern lies along paths in every way; on a ring a word says so.
        reached = after(start.format(board, rule) + " rows" * (board == "ring"), position)
        return {state if board == "ring" else state[0] for state in reached}

    assert marks_after("x.. -> .xx unless near x", "x..") == {".xx"}
    assert marks_after("x.. -> .xx if near x", "x..") == set()
    assert marks_after("x. -> .x if near x", "xx.") == {".xx", "x.x"}
    assert marks_after("x.? -> .x= if near x", "xx.") == {".xx", "x.x"}
    assert marks_after("x.? -> .x= unless near x", "xx.") == set()
    assert marks_after("x?? -> .== unless near x", "x..") == {"..."}


def test_a_pattern_has_no_cell_twice() -> None:
    for pattern in ("x?? -> .==", "x?+ -> .=+"):
        assert after(f"board ring\ncells x .\nleft {pattern}", "x") == set()
    assert after("board ring\ncells x .\nleft x?? -> .==", "x.") == set()
    assert after("board ring\ncells x .\nleft x?? -> .==", "x..") == {"..."}
    assert after("board graph\ncells x .\nleft x?? -> .==", ("x.", ((0, 1),))) == set()


def test_steps_go_round_a_ring() -> None:
    text = "board ring\ncells x . #\nleft x. -> #x then x. -> .x"
    assert after(text, "x.") == set()
    assert after(text.replace("x. -> .x", "x# -> .x"), "x.") == {"x."}


CORNER = "cells x .\nleft x.|?. -> .=|=x {}"


@pytest.mark.parametrize(
    ("word", "corners"),
    [("", "d"), ("rows", "cd"), ("columns", "bd"), ("both", "abcd"), ("all", "abcd")],
)
def test_images_of_several_rows(word: str, corners: str) -> None:
    reached = after(CORNER.format(word), "...|.x.|...")
    places = {0: "a", 2: "b", 8: "c", 10: "d"}
    assert {places[board.index("x")] for board in reached} == set(corners)


def test_letters_that_cancel_out_on_heaps() -> None:
    position = rules("board heaps\nboth n+1 -> a+b-a")(4)
    assert {option.state for option in position.options(fs.Left)} == {(3,), (1, 2)}
    assert position.value == position.search_value()


def test_heaps_that_may_grow_may_loop() -> None:
    grows = rules("board heaps\nboth n -> 2n | n-1")
    assert grows.may_loop
    assert not rules("board heaps\nboth n -> 2 | 2n-6 if 2 < n < 6").may_loop
    assert not rules("board heaps\nboth n -> a+b, 2a -> a, n -> n-1+n-2").may_loop


@pytest.mark.parametrize(
    ("text", "position", "plain"),
    [
        ("cells x .\nleft x$$ -> .==", "x.", ["x$$ -> .=="]),
        ("cells . #\nboth ?.+ -> =#+", "..", [". -> #", ".. -> ##"]),
        ("cells x .\nleft $? -> ==", "x.", ["$[.x] -> =="]),
        (
            "board ring\ncells x .\nleft x? -> .= unless near x",
            "x.",
            ["$x[^x]$ -> =.==", "$[^x]x$ -> ==.="],
        ),
        (
            "board graph\ncells x .\nleft x? -> .= unless near x",
            "path 2",
            ["$x.$ -> =.==", "$.x$ -> ==.="],
        ),
    ],
)
def test_certificates_have_the_same_rules(text: str, position: str, plain: list[str]) -> None:
    certificate = fs.certify(rules(text)(position))
    assert certificate.data["games"][0]["left"] == plain
    certificate.check()


def test_a_circumflex_does_not_mean_none_of_these() -> None:
    plain = rules("cells ^ x .\nleft [^x] -> .").plain_rules("^x")
    assert plain["left"] == ["[x^] -> ."]


def test_heaps_that_stay_as_they_are_are_no_move_in_certificates() -> None:
    position = rules("board heaps\nboth n -> a+b, n -> n-1+1")(4)
    certificate = fs.certify(position)
    assert "heaps" in certificate.data["games"][0]
    certificate.check()


def test_loops_on_long_boards_only() -> None:
    """Up to seven b the number of a falls; with eight of each the move can be undone."""
    text = "cells a b\nleft aaaaaaaab+ -> bbbbbbbba+\nright b+aaaaaaaa -> a+bbbbbbbb"
    assert rules(text).may_loop
    assert "b" * 8 + "a" * 8 in after(text, "a" * 8 + "b" * 8)
    assert "a" * 8 + "b" * 8 in after(text, "b" * 8 + "a" * 8, fs.Right)
    assert rules("board graph\ncells x y z\nleft (xy)+ -> =+z+  z -> x").may_loop


@pytest.mark.parametrize(
    "lines",
    [
        "cells x .\nleft x.+ -> .+x",
        "cells x . #\nleft x.+ -> .+x lines then x.*. -> x=*#",
        "cells x . #\nleft [x.]+x -> #+#",
        "cells x o . #\nleft x[.o]*# -> #=*#",
        "cells l r e .\nleft [$.][lre]+l -> =.+. rows",
        "board graph\ncells x . #\nleft x.+ -> #.+",
    ],
)
def test_games_that_end_on_boards_of_every_size(lines: str) -> None:
    assert not rules(lines).may_loop


def test_random_rules_agree_with_the_interpreter() -> None:
    done: Counter[str] = Counter()
    for number in range(15):
        wrong = pattern_chaos.run(Random(f"test:{number}"), done)
        assert wrong is None, wrong
    assert done["rulesets"] == 15
    assert done["values"] > 10
    assert done["games that may loop"] > 10


@pytest.mark.long
def test_many_random_rules_agree_with_the_interpreter() -> None:
    done: Counter[str] = Counter()
    for number in range(15, 120):
        wrong = pattern_chaos.run(Random(f"test:{number}"), done)
        assert wrong is None, wrong


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("left oo?o|???$ -> ..==|==== all\nright o -> .", "o|.|o|o"),
        ("left oo?o|???$ -> ..==|==== all\nright o -> .", "o|o|o|o|o"),
        ("left oo?? -> ..== columns then o$ -> == both\nright o -> .", ".|o|.|o|o"),
        ("left o+?+ -> .+=+ columns then [o$]$|$ -> ==|= both\nright o -> .", "o.|o.|o.|o.|o."),
    ],
)
def test_the_outside_is_seen_round_a_corner(text: str, board: str) -> None:
    position = rules(f"cells x/o .\n{text}")(board)
    assert position.value == position.search_value()
