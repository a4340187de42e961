"""Strategies on large boards: who wins and nimbers, checked by a file of its own."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import zlib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import farstar as fs
from farstar.certificates import Refused, board_checker, check_strategy, checker, write_strategy
from farstar.certificates.board_checker import Boards, Rules, Sum, Walls
from farstar.cli import cli
from farstar.errors import FarstarError

BOARDS = [
    fs.Domineering("4x4"),
    fs.Domineering("2x7"),
    fs.Domineering("..#..|.....|.#...|....."),
    fs.Clobber("3x4"),
    fs.Clobber("xx.o|oxxo|.oxo"),
    fs.Konane("4x5"),
    fs.Konane("xo.x|.xo.|xo.o"),
]


def opened(path: Path) -> tuple[dict[str, Any], bytes]:
    """Return the header of a strategy, and its sums."""
    data = zlib.decompress(path.read_bytes()[len(board_checker.MAGIC) :])
    header, _, sums = data.partition(b"\n")
    return json.loads(header), sums


def closed(path: Path, header: dict[str, Any], sums: bytes) -> Path:
    path.write_bytes(
        board_checker.MAGIC + zlib.compress(json.dumps(header).encode() + b"\n" + sums)
    )
    return path


@pytest.mark.parametrize("position", BOARDS, ids=str)
def test_a_strategy_proves_the_outcome_of_the_canonical_form(
    position: fs.Position, tmp_path: Path
) -> None:
    strategy = write_strategy(position, tmp_path / "file")
    proof = check_strategy(strategy.path)
    assert proof.outcome == str(position.value.outcome)
    assert (proof.sums, proof.replies) == (strategy.sums, strategy.replies)


@pytest.mark.parametrize(
    "position",
    [fs.Cram("4x5"), fs.Cram("..#.|....|.#..|...."), fs.rules.impartial(fs.Clobber)("xoxo|oxox")],
    ids=str,
)
def test_a_strategy_proves_the_nimber_and_no_other(position: fs.Position, tmp_path: Path) -> None:
    path = write_strategy(position, tmp_path / "file").path
    nimber = next(n for n in range(16) if position.value == fs.star(n))
    assert check_strategy(path).nimber == nimber
    header, sums = opened(path)
    for other in range(5):
        header["claim"]["heap"] = other
        closed(path, header, sums)
        if other != nimber:
            with pytest.raises(Refused):
                check_strategy(path)
    with_wrong_heap = write_strategy(position, tmp_path / "other", nimber=nimber + 1)
    proof = check_strategy(with_wrong_heap.path)
    assert proof.outcome == "N"
    assert proof.nimber is None


def test_random_boards_agree_with_canonical_forms(tmp_path: Path) -> None:
    generator = random.Random(31)
    for _ in range(8):
        cells = "".join(generator.choice("xo.") for _ in range(12))
        stones = "|".join(cells[i : i + 4] for i in (0, 4, 8))
        free = stones.replace("x", ".").replace("o", "#")
        for position in (fs.Clobber(stones), fs.Konane(stones), fs.Domineering(free)):
            path = write_strategy(position, tmp_path / "file").path
            assert check_strategy(path).outcome == str(position.value.outcome), position


def test_bounds_of_boards_hold_for_their_canonical_forms() -> None:
    """A lower bound never exceeds the value, and cooled stops are those of the thermograph."""
    from farstar.certificates._boards import rule_data

    generator = random.Random(7)
    seen = 0
    for _ in range(25):
        cells = "".join(generator.choice("...#") for _ in range(12))
        position = fs.Domineering("|".join(cells[i : i + 4] for i in (0, 4, 8)))
        rules = Rules(rule_data(position))
        for most in (4, 12):
            boards = Boards(rules, 0)
            walls = Walls(boards, most)
            total = boards.of_board(*rules.read_board(str(position.state)))
            bounds = walls._of_sum(total)
            value = position.value
            unit = board_checker.UNIT
            assert fs.Value(Fraction(bounds.number, unit)) <= value
            for i, temperature in enumerate(board_checker.TEMPERATURES):
                cooled = value.cool(Fraction(temperature, unit)) if temperature else value
                assert bounds.right[i] <= cooled.right_stop * unit
                assert bounds.left[i] <= cooled.left_stop * unit
                seen += bounds.right[i] == cooled.right_stop * unit
    assert seen > 150


def test_changed_files_are_refused(tmp_path: Path) -> None:
    """Whatever byte is changed, nothing false is accepted."""
    path = write_strategy(fs.Clobber("3x3"), tmp_path / "file").path
    header, sums = opened(path)
    outcome = check_strategy(path).outcome
    generator = random.Random(1)
    refused = 0
    for _ in range(40):
        changed = bytearray(sums)
        changed[generator.randrange(len(sums))] ^= 1 << generator.randrange(8)
        closed(path, header, bytes(changed))
        try:
            assert check_strategy(path).outcome == outcome
        except Refused:
            refused += 1
    assert refused > 25
    for cut in range(0, len(sums), len(sums) // 5):
        with pytest.raises(Refused):
            check_strategy(closed(path, header, sums[:cut]))
    with pytest.raises(Refused):
        check_strategy(closed(path, header, sums + b"\0"))


def test_a_lost_game_cannot_be_claimed(tmp_path: Path) -> None:
    path = write_strategy(fs.Clobber("2x3"), tmp_path / "file").path
    header, sums = opened(path)
    assert header["claim"]["start"] == {"left": None, "right": None}
    for left, right in ((0, 0), (None, 0), (0, None)):
        header["claim"]["start"] = {"left": left, "right": right}
        with pytest.raises(Refused, match="every sum that a reply leads to"):
            check_strategy(closed(path, header, sums))


def test_other_rules_under_a_known_name_are_refused(tmp_path: Path) -> None:
    path = write_strategy(fs.Clobber("2x3"), tmp_path / "file").path
    header, sums = opened(path)
    header["rules"]["left"] = header["rules"]["left"][:2]
    header["rules"]["right"] = header["rules"]["right"][:2]
    with pytest.raises(Refused):
        check_strategy(closed(path, header, sums))
    endless, _ = opened(write_strategy(fs.Clobber("2x3"), path).path)
    endless["rules"]["weights"] = {"x": 0, "o": 0}
    with pytest.raises(Refused, match="make the weight smaller"):
        check_strategy(closed(path, endless, sums))


def printed_game(line: str) -> tuple[dict[str, Any], str]:
    """Return the rules and the board of a line that is printed, and the label."""
    game, _, called = line.strip().removesuffix(" by the file").partition(", called ")
    return json.loads(game), json.loads(called)


@pytest.mark.parametrize(
    "position",
    [
        fs.Domineering("..#|...|.#."),
        fs.Clobber("xox|o.o"),
        fs.Konane("xo.x|.xo."),
        fs.Konane("x.o.o.x"),
        fs.rules.impartial(fs.Clobber)("xoxo|o.ox"),
        fs.rules("game Q\ncells x/o .\nleft x[.o]?o -> .x=. rows\nright = swap of left")(
            "x.oxo.xo"
        ),
    ],
    ids=str,
)
def test_the_printed_rules_are_those_that_were_checked(
    position: fs.Position, tmp_path: Path
) -> None:
    """Plain play by what is printed, and by nothing else, gives the result that is printed."""
    proof = check_strategy(write_strategy(position, tmp_path / "file").path)
    head, line, last = proof.lines
    game, label = printed_game(line)
    assert label == position.ruleset.name
    assert last == f'the same rules as the game of Farstar: "{label}"' or label == "Q"
    rules = checker.BoardRules(game["left"], game["right"], checker.Budget())

    def wins(board: str, side: int) -> bool:
        return any(not wins(after, 1 - side) for after in rules.moves(board)[side])

    outcomes = {(1, 1): "N", (1, 0): "L", (0, 1): "R", (0, 0): "P"}
    outcome = outcomes[wins(game["board"], 0), wins(game["board"], 1)]
    assert proof.outcome == ("P" if proof.nimber is not None else outcome)
    if proof.nimber is None:
        assert head == f"{outcome}: {checker.MEANINGS[outcome]}, in the game"
    else:
        assert head == f"nimber {proof.nimber} of the game"
        assert (proof.nimber == 0) == (outcome == "P")


@pytest.mark.parametrize(
    "label", ["Chess", "clobber!", "Clobber(3x3)", "1*Domineering(8x8)+Clobber"]
)
def test_a_label_is_what_the_file_calls_the_game(label: str, tmp_path: Path) -> None:
    header, sums = opened(write_strategy(fs.Clobber("2x3"), tmp_path / "file").path)
    header["game"] = label
    proof = check_strategy(closed(tmp_path / "file", header, sums))
    head, line, last = proof.lines
    assert head == "P: the player who does not start wins, in the game"
    assert printed_game(line)[1] == label
    assert last == f"a name that Farstar does not know: {json.dumps(label)}"


def test_a_name_of_ours_is_not_for_other_boards(tmp_path: Path) -> None:
    header, sums = opened(write_strategy(fs.Clobber("2x3"), tmp_path / "file").path)
    for name in ("Domineering", "Konane", "Amazons", "ImpartialClobber"):
        header["game"] = name
        with pytest.raises(Refused, match=r"expected (a board|the rules) of"):
            check_strategy(closed(tmp_path / "file", header, sums))


def test_what_cannot_be_printed_as_it_was_checked_is_refused(tmp_path: Path) -> None:
    path = write_strategy(fs.Clobber("2x3"), tmp_path / "file").path
    text, sums = json.dumps(opened(path)[0]), opened(path)[1]
    first_cell = '[0, 0, "x"]'
    for old, new in (
        ('"game": "Clobber"', '"game": ""'),
        ('"game": "Clobber"', '"game": "  "'),
        ('"game": "Clobber"', '"game": {"Clobber": 1}'),
        ('"game": "Clobber"', '"game": "Clobber\\nproved: N"'),
        ('"game": "Clobber"', '"game": "\\u202eClobber"'),
        ('"game": "Clobber"', '"game": "Clobber", "comment": 1'),
        ('"marks": "ox"', '"marks": "ox?"'),
        ('"marks": "ox"', '"marks": ["o", "x"]'),
        ('"marks": "ox"', '"marks": "ox", "comment": "Domineering"'),
        (first_cell, '[0, 0, ["x"]]'),
        (first_cell, '[0, 0, ""]'),
        ('[0, 0, "."]', '[0, 0, "=="]'),
        ('[0, 0, "."]', '[0, 0, "="]'),
        ('[0, 0, "."]', '[0, 0, " "]'),
        ('"board": "xox|oxo"', '"board": "xox|ox?"'),
        ('"board": "xox|oxo"', '"board": "xox|ox\\u200b"'),
        ('"heap": 0', '"heap": 0, "comment": 1'),
        ('"heap": 0', '"heap": false'),
        ('"small_cells": 0', '"small_cells": 13'),
        ('"left": null', '"left": null, "both": null'),
    ):
        assert old in text
        header = json.loads(text.replace(old, new))
        with pytest.raises(Refused, match="expected"):
            check_strategy(closed(path, header, sums))


def test_the_checker_forgets_and_finds_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_strategy(fs.Domineering("4x4"), tmp_path / "file").path
    expected = check_strategy(path)
    monkeypatch.setattr(board_checker, "MOST_REMEMBERED", 3)
    assert check_strategy(path) == expected


def test_the_checker_runs_without_farstar(tmp_path: Path) -> None:
    strategy = write_strategy(fs.Cram("4x5"), tmp_path / "file")
    checker = strategy.save_checker()
    run = [sys.executable, "-I", "-S", str(checker), str(strategy.path)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("proved: nimber 2 of the game\n")
    assert 'called "Cram" by the file\nchecked: ' in done.stdout
    strategy.path.write_bytes(strategy.path.read_bytes()[:-9])
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("refused: ")


def test_rules_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(FarstarError, match="expected a board of a game whose rules are patterns"):
        write_strategy(fs.NoGo("2x2"), tmp_path / "file")
    with pytest.raises(ValueError, match="expected no nimber for a partizan game"):
        write_strategy(fs.Clobber("2x2"), tmp_path / "file", nimber=1)
    assert list(tmp_path.iterdir()) == []


def test_commands(tmp_path: Path) -> None:
    runner = CliRunner()
    path = str(tmp_path / "clobber.strategy")
    words = ["certify", "Clobber(3x3)", "--prove", "strategy", "--out", path]
    done = runner.invoke(cli, words)
    assert done.exit_code == 0
    assert done.output.startswith("Clobber on the board xox|oxo|xox has")
    done = runner.invoke(cli, ["check", path])
    assert done.exit_code == 0
    assert done.output.startswith("proved: N: the player who starts wins, in the game\n")
    assert 'the same rules as the game of Farstar: "Clobber"\n' in done.output
    done = runner.invoke(cli, words[:-2])
    assert done.exit_code == 2
    assert "expected --out FILE for a strategy" in done.output
    done = runner.invoke(cli, ["certify", "^", *words[2:]])
    assert done.exit_code == 2
    assert "expected one position for a strategy" in done.output


def test_sums_cancel() -> None:
    rules = Rules({"marks": "x", "weights": {"x": 1}, "left": [], "right": []})
    assert Boards(rules, 0).of_board(1, 1, b"\1") == Sum(())
