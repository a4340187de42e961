"""``farstar play`` with moves from a pipe, and its transcripts."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import psutil
import pytest
from click.testing import CliRunner, Result

import farstar as fs
from farstar.cli._screen import Screen, draw
from farstar.cli._session import Session, matching
from farstar.cli.play import _begin
from farstar.figures import draw_text
from farstar.rules.diagrams import Rectangle
from farstar.sums.players import PerfectPlayer, guess
from tests.running import run

from ..waiting import until


def play(*words: str, text: str = "") -> Result:
    """Play with these lines as input."""
    return run("play", *words, text=text)


def saved(path: Path) -> dict[str, Any]:
    transcript: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return transcript


# A whole game.


def test_a_won_game() -> None:
    done = play("Euclid(9,2)", "--seed", "1", text="3\n2\n")
    assert done.exit_code == 0, done.output
    assert "You are Left against a perfect player; you start." in done.output
    assert "Right plays (3,2) -> (1,2)" in done.output
    assert "Right cannot move: you win." in done.output


def test_a_lost_game_and_the_mistake_in_it() -> None:
    done = play("Euclid(9,2)", "--seed", "1", text="3\n1\n")
    assert "Left cannot move: Right wins." in done.output
    assert "You could have won until move 3, (1,2) -> (1,1)." in done.output


def test_the_other_side_and_the_other_starter() -> None:
    done = play("A(3,2,1)", "--side", "right", "--first", "opponent", "--seed", "1")
    assert done.exit_code == 0
    assert "You are Right against a perfect player; it starts." in done.output
    assert "Left plays A(3,2,1) -> " in done.output


def test_misere_play() -> None:
    done = play("*2 + *", "--misere", text="in *2: to 0\n")
    assert "A player who cannot move wins." in done.output
    assert "Left cannot move: you win." in done.output


def test_a_game_without_moves() -> None:
    done = play("0")
    assert (done.exit_code, "Left cannot move: Right wins." in done.output) == (0, True)


@pytest.mark.parametrize("opponent", ["perfect", "thermal", "random"])
@pytest.mark.parametrize("expression", ["E(11,8) + {3||2|1} - *2", "-Board(3) + *2", "+-1"])
def test_every_opponent_ends_every_game(opponent: str, expression: str) -> None:
    done = play(expression, "--opponent", opponent, "--seed", "4", text="1\n" * 40)
    assert done.exit_code == 0, done.output
    assert " cannot move: " in done.output


def test_equal_seeds_play_alike() -> None:
    words = ("Euclid(55,13) + SerialNim(5,4)", "--opponent", "random", "--seed")
    games = [play(*words, seed, text="1\n" * 60).output for seed in ("3", "3", "4")]
    assert games[0] == games[1] != games[2]


# At the prompt.


def test_bad_input_gets_one_line_and_another_chance() -> None:
    done = play("Euclid(9,2)", text="\n0\n5\n-1\nfoo\n(9,2) -> (9,1)\n²\n99999999999\nquit\n")
    assert done.exit_code == 0
    lines = done.output.splitlines()
    faults = [line for line in lines if line.startswith("expected a move (1 to 4) or a command")]
    assert len(faults) == 7
    assert lines[-2:] == ["Left> quit", "Good bye."]


def test_the_end_of_the_input_is_polite() -> None:
    done = play("Euclid(9,2)")
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "Good bye.")


@pytest.mark.parametrize("typed", ["3", "(9,2)->(3,2)", "3,2", "(3, 2)", "euclid(3,2)"])
def test_ways_to_write_a_move(typed: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("Euclid(9,2)", "--save", str(path), text=f"{typed}\n")
    assert saved(path)["moves"][0]["text"] == "(9,2) -> (3,2)"


def test_a_text_that_fits_several_moves() -> None:
    done = play("*2 + *3", text="*\n")
    assert "expected one move, got '*', which fits 2" in done.output


def test_a_move_in_either_of_two_equal_components_is_the_same() -> None:
    done = play("*2 + *2", "--seed", "1", text="*\n")
    assert "Right plays in *2: to *" in done.output
    assert " 1  in *2 no. 1: to 0" in done.output
    assert " 3  in *2 no. 2: to 0" in done.output
    assert "*2 no. 2\n  oo" in done.output


@pytest.mark.parametrize("typed", ["(1,2)-(2,2)", "1,2", "in Domineering(2x3): (1,2)-(2,2)"])
def test_any_unambiguous_text_is_a_move(typed: str) -> None:
    game = fs.parse("Domineering(2x3) + *")
    assert isinstance(game, fs.Sum)
    first = matching(typed.replace("2x3", "...|..."), game.moves("L"))
    assert [move.text for move in first] == ["in Domineering(...|...): (1,2)-(2,2)"]


# The computer answers in time.


def session(expression: str, lines: str, nodes: int) -> str:
    """Play with a budget of nodes for each thought, so that no clock decides."""
    transcript = _begin(expression, "left", "left", "perfect", 1, misere=False)

    def answer() -> None:
        Session(transcript, Screen(), lambda: fs.engine.budget(nodes=nodes)).run()

    return CliRunner().invoke(click.command()(answer), [], input=lines).output


def test_a_computer_that_runs_out_of_its_budget_guesses_and_says_so() -> None:
    printed = session("Domineering(8x8)", "1\nhint\nwhy\nquit\n", 50)
    assert "(a guess: the best move was not found in time)" in printed
    assert "Not found in time. A guess: (" in printed
    assert "not known: " in printed
    assert printed.endswith("Good bye.\n")


def test_a_computer_with_enough_budget_does_not_guess() -> None:
    printed = session("Domineering(3x3)", "1\nquit\n", 10**6)
    assert "Right plays (" in printed
    assert "guess" not in printed


def test_a_guess_keeps_most_moves() -> None:
    # Of the moves on two rows of three the middle one leaves Right no move.
    assert guess(fs.Domineering("2x3"), fs.Left).text == "(1,2)-(2,2)"
    assert guess(fs.Domineering("2x3"), fs.Left, misere=True).text != "(1,2)-(2,2)"
    with pytest.raises(ValueError, match="Left can move"):
        guess(fs.Domineering("1x3"), fs.Left)


def test_ctrl_c_while_the_computer_thinks_makes_it_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> fs.Move:
        raise KeyboardInterrupt

    monkeypatch.setattr(PerfectPlayer, "choose", interrupted)
    printed = session("Domineering(4x4)", "1\nhint\nquit\n", 10**6)
    assert "(a guess: it was interrupted)" in printed
    assert "Left> hint\ninterrupted\n" in printed
    assert printed.endswith("Good bye.\n")


def test_hints() -> None:
    assert "This wins: (9,2) -> (3,2)" in play("Euclid(9,2)", text="hint\n").output
    lost = play("*2 + *2", text="hint\n").output
    assert "Every move loses against a perfect player." in lost
    assert "This is hard to answer: in *2 no. " in lost
    assert "The only move, (11,8) -> (8,3), loses." in play("E(11,8)", text="hint\n").output


def test_why() -> None:
    assert "1. Quotients: " in play("Euclid(9,2)", text="why\n").output
    assert "Method" in play("E(11,8) + *2", text="w\n").output
    misere = play("SerialNim(3)", "--misere", text="why\n").output
    assert "SerialNim(3) under misère play\n1. Outcome: the first player wins (N)\n" in misere
    assert "2. Either player to move: 1 of 3 moves wins\n" in misere


def test_long_lists_are_cut_and_shown_on_demand() -> None:
    done = play("Euclid(99,2)", text="moves\nq\n")
    assert " 37 more; type moves to see more" in done.output
    assert " 49  (99,2) -> (1,2)" in done.output


def test_help_and_show() -> None:
    done = play("Euclid(9,2)", text="?\nshow\n")
    assert "take back your last move" in done.output
    assert done.output.count("Left to move") == 2


def test_undo(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = play("Euclid(9,2)", "--save", str(path), text="undo\n1\nundo\n3\n")
    assert "there is no move of yours to take back" in done.output
    texts = [move["text"] for move in saved(path)["moves"]]
    assert texts == ["(9,2) -> (3,2)", "(3,2) -> (1,2)"]


def test_undo_keeps_the_opponents_first_move(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("Euclid(21,8)", "--first", "opponent", "--save", str(path), text="1\nundo\nquit\n")
    (move,) = saved(path)["moves"]
    assert move["player"] == "right"


def test_undo_after_the_end() -> None:
    done = play("Euclid(9,2)", "--seed", "1", text="3\n1\nwhat\nundo\n2\n")
    assert "expected undo or nothing, got 'what'" in done.output
    assert done.output.index("Right wins.") < done.output.index("you win.")


def test_limits_hold_for_each_thought() -> None:
    huge = f"E({10**401 + 1},{7 * 10**400 + 3}) + E({10**300 + 7},{6 * 10**299 + 1}) + *"
    done = play(huge, "--time-limit", "0.2", text="why\nhint\nquit\n")
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "Good bye.")


# Transcripts.


def test_transcripts_are_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("Euclid(9,2)", "--seed", "1", "--save", str(path), text="3\n1\n")
    transcript = saved(path)
    assert transcript["schema"] == "farstar.play/1"
    names = ("expression", "misere", "you", "first", "opponent", "seed", "winner")
    assert [transcript[name] for name in names] == [
        *("Euclid(9,2)", False, "left", "left", "perfect", 1, "right")
    ]
    done = play("--replay", str(path))
    assert done.exit_code == 0
    assert "3. Left plays (1,2) -> (1,1)  (gives the win away)" in done.output
    assert done.output.splitlines()[-1] == "Left cannot move: Right wins."


@pytest.mark.parametrize("expression", ["*2 + *3 - {1|-1}", "E(11,8) - A(3,2,1) + ^", "Board(3)"])
@pytest.mark.parametrize("side", ["left", "right"])
def test_any_game_is_replayed(expression: str, side: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    words = (expression, "--side", side, "--opponent", "random", "--seed", "2")
    play(*words, "--save", str(path), text="1\n1\n")
    done = play("--replay", str(path))
    assert done.exit_code == 0, done.output
    for number, move in enumerate(saved(path)["moves"], start=1):
        assert f"{number}. {move['player'].title()} plays {move['text']}" in done.output


def test_a_game_that_was_left(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("Euclid(9,2)", "--misere", "--save", str(path), text="quit\n")
    assert saved(path)["winner"] is None
    assert "The game was left here, Left to move." in play("--replay", str(path)).output


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"schema": "farstar.eval/1"}, "its schema is not farstar.play/1"),
        ({"expression": 7}, "its member 'expression' is '7'"),
        ({"expression": "Euclid(9"}, "column"),
        ({"opponent": ["perfect"]}, "its member 'opponent'"),
        ({"you": "me"}, "its member 'you' is 'me'"),
        ({"moves": [1]}, "its member 'moves'"),
        ({"first": "right"}, "expected move 1 to be a move of right"),
    ],
)
def test_bad_transcripts(change: dict[str, Any], why: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("Euclid(9,2)", "--save", str(path), text="3\n")
    path.write_text(json.dumps(saved(path) | change), encoding="utf-8")
    done = play("--replay", str(path))
    assert done.exit_code == 2
    assert "expected a game saved by farstar play, got " in done.stderr
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("data", [b"", b"[]", b"null", b"\xff\xfe", b"[" * 100_000])
def test_files_that_are_no_transcripts(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(data)
    assert play("--replay", str(path)).exit_code == 2


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    assert play("--replay", str(tmp_path / "none.json")).exit_code == 2
    done = play("Euclid(9,2)", "--save", str(tmp_path), text="1\n")
    assert done.exit_code == 2
    assert "expected a file that can be written" in done.stderr


# Arguments.


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "expected one game"),
        (("*", "*2"), "expected one game"),
        (("*", "--misere", "--opponent", "thermal"), "expected --opponent perfect or random"),
        (("*", "--replay", "x.json"), "expected --replay FILE alone"),
        (("--replay", "x.json", "--misere"), "expected --replay FILE alone"),
        (("Euclid(9,-2)",), "column"),
    ],
)
def test_bad_arguments(words: tuple[str, ...], why: str) -> None:
    done = play(*words)
    assert done.exit_code == 2
    assert why in done.stderr


def test_help_has_examples() -> None:
    done = play("--help")
    assert done.exit_code == 0
    assert "farstar play --replay nim.json" in done.output


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_an_interrupt_ends_the_game_and_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    words = [sys.executable, "-m", "farstar", "play", "Euclid(9,2)", "--save", str(path)]
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        process.stdin.write("3\n")
        process.stdin.flush()
        until(lambda: path.exists() and '"(3,2) -> ' in path.read_text(encoding="utf-8"))
        wait_for_its_prompt(process)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert (process.returncode, errors.strip()) == (130, "farstar play: interrupted")
    assert len(saved(path)["moves"]) == 2


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_in_a_terminal() -> None:
    with in_terminal("Euclid(9,2)") as (process, screen):
        output = read_until(screen, b"Left> ")
        os.write(screen, b"3\n")
        output += read_until(screen, b"Left> ")
        wait_for_its_prompt(process)
        os.write(screen, b"\x03")
        output += read_until(screen, b"Left> ")
        os.write(screen, b"\x04")
        output += read_until(screen, None)
        assert process.wait() == 0
    text = output.decode()
    assert "│   2   │" in text
    assert "\x1b[" in text
    assert "Right plays (3,2) -> (1,2)" in text
    assert text.index("interrupted; quit or Ctrl-D ends the game") < text.index("Good bye.")


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_in_a_narrow_terminal() -> None:
    with in_terminal("E(11,8) - Euclid(9,2) + Board(12)", columns=40) as (_, screen):
        output = read_until(screen, b"Left> ").decode()
    lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", output).splitlines()
    assert max(map(len, lines)) <= 40
    assert "A player who cannot move loses. Type" in lines
    assert "  11 = 2 * 8 - 5 for Right" in lines


@contextmanager
def in_terminal(*words: str, columns: int = 80) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Play in a terminal of its own; whatever happens, nothing is left running."""
    import fcntl
    import pty
    import struct
    import termios

    screen, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = os.environ | {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    for name in ("NO_COLOR", "COLUMNS", "LINES"):
        environment.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "-m", "farstar", "play", *words],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=environment,
        # Ctrl-C reaches only what the terminal controls, wherever the tests themselves are run.
        preexec_fn=lambda: _take_terminal(terminal),
    )
    os.close(terminal)
    try:
        yield process, screen
    finally:
        process.kill()
        process.wait()
        os.close(screen)


def _take_terminal(terminal: int) -> None:
    import fcntl
    import termios

    # A shell starts what it runs in the background with SIGINT ignored, and children inherit that.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)


def wait_for_its_prompt(process: subprocess.Popen[Any]) -> None:
    """Wait until a program that asks has begun to wait for its input.

    Python hears of a signal between its prompt and its reading only when something is typed.
    """
    until(lambda: psutil.Process(process.pid).status() == psutil.STATUS_SLEEPING)


def read_until(screen: int, end: bytes | None) -> bytes:
    """Read what a program shows up to `end`, or all of it."""
    output = b""
    while end is None or not output.endswith(end):
        try:
            part = os.read(screen, 1024)
        except OSError:
            # That is how Linux says that the program has gone.
            part = b""
        if not part:
            assert end is None, output
            break
        output += part
    return output


# Drawings.


@pytest.mark.parametrize("unicode", [False, True])
def test_squares_are_square_and_fit(unicode: bool) -> None:
    for a in range(1, 40):
        for b in range(1, 40):
            lines = draw_text(Rectangle(a, b), width=61, rows=12, unicode=unicode)
            assert len({len(line) for line in lines}) <= 1
            assert len(lines) <= 13
            assert all(len(line) <= 61 for line in lines)


def test_thin_rectangles_are_not_drawn() -> None:
    assert draw_text(Rectangle(10**50, 1)) == []


def test_huge_numbers_fit_the_screen() -> None:
    for text in (f"E({10**900 + 1},{7 * 10**899})", f"Euclid({3 * 10**900},{2 * 10**900 + 1})"):
        game = fs.parse(text)
        assert isinstance(game, fs.Position)
        assert max(map(len, draw(game))) <= 78


@pytest.mark.parametrize("width", [30, 40, 60, 80])
@pytest.mark.parametrize(
    "text",
    [
        *("E(89,55)", "Euclid(1000,7) - E(11,8)", "SerialNim(3,1,2) + *3 - Grossman(17,5)"),
        *("A(9,9,20) - B(1,2,3)", "Board(50)", "ModularNim(55; 2,3)", "CycleProduct(4,5)"),
        *("{3||2|1} + E(377,233)", f"Euclid({10**60},{10**59 + 1})"),
    ],
)
def test_drawings_fit_the_width(text: str, width: int) -> None:
    game = fs.parse(text)
    assert not isinstance(game, fs.Loopy)
    lines = draw(fs.Sum(game), width=width)
    assert max(map(len, lines)) <= width


def test_many_components_are_named_only() -> None:
    game = fs.parse(" + ".join(["SerialNim(3)"] * 7) + " - E(3,2)")
    assert isinstance(game, fs.Sum)
    heaps = [f"SerialNim(3) no. {number}" for number in range(1, 8)]
    assert draw(game) == [*heaps, "-E(3,2)  (sides changed)"]
    assert draw(5 * game)[29:] == ["SerialNim(3) no. 27", "and 10 more components"]


def test_graphs_are_named_by_token_and_place() -> None:
    done = play("SerialNim() + CycleProduct(3,3) + SerialNim(1)", text="1\n")
    assert "  (0, 0) (0, 1) (0, 2) (1, 0) " in done.output
    assert "\n  @      .      .      .   " in done.output
    # A component without moves is not shown, and so it does not count.
    assert " 1  in component 1: (0, 0) -> (0, 1)" in done.output


def test_boards_are_drawn() -> None:
    assert draw(fs.GeographyA(2, 1, 1)) == ["A(2,1,1)", "    0123", "  0 ..@#", "  1 ##.."]
    assert draw(fs.GeographyB(2, 1, 1)) == ["B(2,1,1)", "    0123", "  0 @..#", "  1 ##.."]
    # Reading the drawing back gives the position.
    for x, y, z in ((2, 1, 1), (0, 3, 2), (1, 2, 0), (3, 1, 4)):
        for position in (fs.GeographyA(x, y, z), fs.GeographyB(x + 1, y, z)):
            rows = [line.split()[1] for line in draw(position)[2:]]
            assert fs.GeographyBoard(*rows).position == position


def test_heaps_rings_and_finished_components() -> None:
    game = fs.parse("SerialNim(3,1) + *2 + Euclid(4,0) - Board(2)")
    assert isinstance(game, fs.Sum)
    assert draw(game) == [
        *("SerialNim(3,1)", "  ooo o", "*2", "  oo"),
        *("-GeographyBoard(@.|..)  (sides changed)", "    01", "  0 @.", "  1 .."),
    ]
    assert draw(fs.ModularNim(5, {1, 2}, 2, visited=[0]))[1:] == ["  01234", "  #.@.."]
    assert draw(fs.ToadsAndFrogs("T.F"))[1:] == ["  123", "  T.F"]
    assert draw(fs.Cutcake((1, 2), (2, 3)))[1:] == ["  oo ooo", "     ooo"]
    assert draw(fs.Domineering("..|.#"))[1:] == ["    12", "  1 ..", "  2 .#"]


# Too many moves.


def test_too_many_moves_to_list() -> None:
    many = "Euclid(100000000000000000000,3)"
    done = play(many, "--seed", "1", text="hint\nmoves\n8,3\n7,3\n")
    assert done.exit_code == 0, done.output
    assert "Too many moves to list; these win. Type where you want to go." in done.output
    assert "1  (100000000000000000000,3) -> (4,3)" in done.output
    assert "This wins: (100000000000000000000,3) -> (4,3)" in done.output
    assert "expected a move (1) or a command such as help, got '8,3'" in done.output
    assert "Right plays (7,3) -> (4,3)" in done.output
    won = play(many, "--seed", "1", text="(4,3)\n1\n")
    assert "Right plays (4,3) -> (1,3)" in won.output
    assert play(f"{many} + *5", "--seed", "1", text="hint\n1\n").exit_code == 0


def test_too_many_moves_and_none_wins() -> None:
    game = "SerialNim(10000000000000000000) + SerialNim(10000000000000000000)"
    done = play(game, text="hint\nnonsense\nquit\n")
    assert done.exit_code == 0, done.output
    assert "Too many moves to list; none wins" in done.output
    assert "Every move loses against a perfect player." in done.output
    assert "expected a move or a command such as help, got 'nonsense'" in done.output
