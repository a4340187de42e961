"""Searches of boards that survive their process: results, resuming, kills, damage, full disks."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

import farstar as fs
from farstar import engine
from farstar.certificates import check_strategy
from farstar.certificates.board_search import BoardSearch, SearchProgress
from farstar.cli.solve import StateLine
from farstar.errors import BudgetExceeded, FarstarError, SurveyError
from farstar.impartial.codes import Code
from farstar.rules import Position
from tests.running import report_of, run
from tests.waiting import until

pytestmark = pytest.mark.skipif(
    engine.active().name != "native", reason="asks the native engine about boards"
)

_ROOM_FOR = 21  # bytes of an answer


def _plain_winner(position: Position, left: bool, known: dict[tuple[str, bool], bool]) -> bool:
    """Say whether a player wins by moving first, by the moves alone."""
    key = str(position.state), left
    if key not in known:
        moves = position.options(fs.Left if left else fs.Right)
        known[key] = any(not _plain_winner(after, not left, known) for after in moves)
    return known[key]


def _plain_nimber(position: Position, known: dict[str, int]) -> int:
    key = str(position.state)
    if key not in known:
        seen = {_plain_nimber(after, known) for after in position.options(fs.Left)}
        known[key] = next(n for n in range(len(seen) + 1) if n not in seen)
    return known[key]


def _random_board(draw: Random, marks: str, rows: int, columns: int) -> str:
    return "|".join("".join(draw.choices(marks, k=columns)) for _ in range(rows))


@pytest.mark.parametrize("nodes", [1, 12])
def test_outcomes_are_those_of_plain_play(nodes: int) -> None:
    draw = Random(31 + nodes)
    for rules, marks in ((fs.Domineering, "...#"), (fs.Clobber, "xoxo."), (fs.Konane, "xoxo.")):
        known: dict[tuple[str, bool], bool] = {}
        for _ in range(12):
            position = rules(_random_board(draw, marks, 3, 4))
            wins = _plain_winner(position, True, known), _plain_winner(position, False, known)
            names = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
            with BoardSearch(position, nodes=nodes) as search:
                assert str(search.run()) == names[wins]


def test_nimbers_are_those_of_plain_recursion() -> None:
    draw = Random(5)
    for start in (fs.Cram("1x1"), fs.rules.impartial(fs.Clobber)("x")):
        known: dict[str, int] = {}
        marks = "...#" if start.ruleset.name == "Cram" else "xo."
        for _ in range(10):
            position = start.ruleset(_random_board(draw, marks, 3, 5))
            with BoardSearch(position, nodes=3) as search:
                assert search.run() == _plain_nimber(position, known)


def test_known_boards_whatever_the_nodes_and_processes(tmp_path: Path) -> None:
    for board, nimber, ways in (
        ("4x4", 0, ((30, 1), (10**6, 1))),
        ("4x5", 2, ((90, 1), (90, 2))),
        ("3x7", 1, ((90, 1),)),
    ):
        for nodes, jobs in ways:
            folder = tmp_path / f"{board}-{nodes}-{jobs}"
            with BoardSearch(fs.Cram(board), folder, nodes=nodes, jobs=jobs) as search:
                assert search.run() == nimber
                assert search.run() == nimber  # nothing is left to ask


def test_a_later_search_goes_on_from_every_answer(tmp_path: Path) -> None:
    class EnoughError(Exception):
        pass

    def stop(progress: SearchProgress) -> None:
        assert 0 <= progress.share < 1
        if progress.asked >= 12:
            raise EnoughError

    runs = asked = 0
    while True:
        with BoardSearch(fs.Cram("4x5"), tmp_path, nodes=90) as search:
            before = search.answers
            assert search.resumed == before
            try:
                nimber = search.run(stop)
                break
            except EnoughError:
                assert search.answers >= before
                runs, asked = runs + 1, asked + search.asked
    assert (nimber, runs > 2) == (2, True)
    with BoardSearch(fs.Cram("4x5"), tmp_path) as search:
        assert (search.run(), search.asked) == (2, 0)
        with pytest.raises(SurveyError, match="another process"):
            BoardSearch(fs.Cram("4x5"), tmp_path)
    with pytest.raises(SurveyError, match=r"a search of Cram\(\.\.\.\|.*, got Cram\("):
        BoardSearch(fs.Cram("3x3"), tmp_path)


def test_a_part_of_an_answer_is_left_out_and_damage_is_refused(tmp_path: Path) -> None:
    with BoardSearch(fs.Clobber("3x3"), tmp_path, nodes=20) as search:
        outcome = search.run()
        assert search.answers
    file = tmp_path / "answers.bin"
    good = file.read_bytes()
    assert len(good) % _ROOM_FOR == 0
    for size in (0, 1, len(good) - 1, len(good) - _ROOM_FOR, len(good) // 2):
        file.write_bytes(good[:size])
        with BoardSearch(fs.Clobber("3x3"), tmp_path, nodes=20) as search:
            assert search.resumed <= size // _ROOM_FOR
            assert size < len(good) - _ROOM_FOR or search.resumed > 0
            assert search.run() == outcome
    draw = Random(2)
    for _ in range(20):
        bad = bytearray(good)
        bad[draw.randrange(len(bad))] ^= 1 << draw.randrange(8)
        file.write_bytes(bad)
        with pytest.raises(SurveyError, match="damaged one at byte"):
            BoardSearch(fs.Clobber("3x3"), tmp_path)
    file.write_bytes(good)
    claim = tmp_path / "search.json"
    text = claim.read_text()
    for other in ("", "[]", "{}", text[:-9], json.dumps({**json.loads(text), "rules": "0" * 32})):
        claim.write_text(other)
        with pytest.raises(SurveyError, match="expected a search of Clobber"):
            BoardSearch(fs.Clobber("3x3"), tmp_path)


_CHILD = """
import sys
import farstar as fs
from farstar.certificates.board_search import BoardSearch
if __name__ == "__main__":
    jobs = int(sys.argv[2])
    with BoardSearch(fs.Cram("5x6"), sys.argv[1], nodes=300, jobs=jobs) as search:
        search.run(lambda p: p.answers > 20 and print(p.answers, flush=True))
"""


@pytest.mark.parametrize(("number", "jobs"), [("SIGKILL", 1), ("SIGKILL", 2), ("SIGINT", 1)])
def test_a_killed_search_loses_no_answer(tmp_path: Path, number: str, jobs: int) -> None:
    script = tmp_path / "child.py"
    script.write_text(_CHILD)
    folder = tmp_path / "answers"
    child = subprocess.Popen(
        [sys.executable, str(script), str(folder), str(jobs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert child.stdout is not None
    said = int(child.stdout.readline())
    child.send_signal(getattr(signal, number))
    child.communicate()
    with BoardSearch(fs.Cram("5x6"), folder) as search:
        assert search.resumed >= said
        assert search.run() == 2


def test_a_full_disk_keeps_what_is_known(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    lines = f"""
import resource, sys
import farstar as fs
from farstar.certificates.board_search import BoardSearch
from farstar.errors import BudgetExceeded
search = BoardSearch(fs.Clobber("3x4"), sys.argv[1], nodes=40)
resource.setrlimit(resource.RLIMIT_FSIZE, ({60 * _ROOM_FOR + 5}, resource.RLIM_INFINITY))
for _ in range(2):
    try:
        search.run()
    except BudgetExceeded as error:
        print(error)
"""
    assert resource.RLIMIT_FSIZE is not None
    done = subprocess.run(
        [sys.executable, "-c", lines, str(tmp_path)], capture_output=True, text=True, check=True
    )
    said = done.stdout.splitlines()
    assert len(said) == 2
    assert all(
        line.startswith(f"no room on the disk for {61 * _ROOM_FOR:,} bytes: ") for line in said
    )
    with BoardSearch(fs.Clobber("3x4"), tmp_path, nodes=40) as search:
        assert 0 < search.resumed <= 60
        assert str(search.run()) == "P"


def test_results_come_with_certificates_that_are_checked(tmp_path: Path) -> None:
    for position, nodes in ((fs.Cram("4x5"), 90), (fs.Clobber("3x4"), 30), (fs.Konane("4x4"), 5)):
        folder, file = tmp_path / position.ruleset.name, tmp_path / "board.strategy"
        with BoardSearch(position, folder, nodes=nodes) as search:
            strategy = search.write_strategy(file)
        proof = check_strategy(file)
        with BoardSearch(position, folder, nodes=nodes) as search:
            assert search.run() in (proof.nimber, proof.outcome)
            # All that the writer wants to know is known now.
            assert search.write_strategy(file).digest == strategy.digest
            assert search.asked == 0


def test_a_budget_of_time_keeps_what_is_known(tmp_path: Path) -> None:
    for jobs in (1, 2):
        with BoardSearch(fs.Cram("4x5"), tmp_path / str(jobs), nodes=40, jobs=jobs) as search:
            with engine.budget(seconds=0), pytest.raises(BudgetExceeded, match="time"):
                search.run()
            assert not search.answers
            assert search.run() == 2


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(FarstarError, match="rules are patterns"):
        BoardSearch(fs.NoGo("2x2"))
    with pytest.raises(FarstarError, match="without loops"):
        BoardSearch(fs.FoxAndGeese("F...|....|G.G."))
    with pytest.raises(ValueError, match="processes"):
        BoardSearch(fs.Cram("2x2"), jobs=0)
    for large in (fs.Cram("12x12"), fs.Konane("5x13")):
        with pytest.raises(FarstarError, match="expected a board of at most 64 cells, or of 128"):
            BoardSearch(large)


def test_boards_of_more_than_64_cells(tmp_path: Path) -> None:
    # Cram on one row is the octal game 0.07.
    row = Code.parse("0.07").grundy_sequence(66)[65]
    with BoardSearch(fs.Cram("1x65"), tmp_path, nodes=20) as search:
        assert search.run() == row == 5
        search.write_strategy(tmp_path / "row")
    proof = check_strategy(tmp_path / "row")
    assert proof.nimber == row
    assert proof.board == "." * 65
    # Holes on every second line leave Left's dominoes alone.
    with BoardSearch(fs.Domineering("|".join([".#.#.#."] * 18))) as search:
        assert search.run() == "L"


def test_the_command_resumes_and_says_what_it_found(tmp_path: Path) -> None:
    words = ["solve", "Cram(4x5)", "--nodes", "60", "--save", str(tmp_path)]
    first = run(*words)
    assert (first.exit_code, first.stdout) == (0, "Cram(.....|.....|.....|.....): nimber 2\n")
    report = report_of(*words, "--json")
    assert report["schema"] == "farstar.solve/1"
    assert (report["nimber"], report["outcome"], report["questions"]) == (2, None, 0)
    assert report["resumed"] == report["answers"] > 0
    assert (
        run("solve", "Domineering(4x4)").stdout == "Domineering(....|....|....|....): outcome N\n"
    )


def test_progress_is_said_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    times = iter(range(0, 10_000, 11))
    with BoardSearch(fs.Cram("4x5"), nodes=90) as search:
        state = StateLine("Cram(4x5)", search, clock=lambda: float(next(times)))
        assert state.line() == "Cram(4x5): 0 answers, 0 questions"
        search.run(state.show)
    lines = capsys.readouterr().err.splitlines()
    assert 0 < len(lines) < search.asked
    assert all(re.match(r"Cram\(4x5\): \d+ answers, \d+ questions; is the nim", x) for x in lines)
    assert any("moves decided on the way down: 0 of 10" in line for line in lines)
    assert all(line.endswith("% if every move has to be searched") for line in lines)


def test_an_interrupted_command_prints_its_state(tmp_path: Path) -> None:
    words = ["solve", "Cram(7x8)", "--nodes", "1000", "--save", str(tmp_path)]
    file = tmp_path / "answers.bin"
    child = subprocess.Popen(
        [sys.executable, "-m", "farstar", *words], stderr=subprocess.PIPE, text=True
    )
    until(lambda: file.exists() and file.stat().st_size > 0)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate()
    assert child.returncode == 130
    assert re.match(r"Cram\(7x8\): \d+ answers, \d+ questions", errors)
    assert errors.endswith("farstar solve: interrupted\n")


def test_the_command_writes_a_certificate(tmp_path: Path) -> None:
    file = tmp_path / "konane.strategy"
    report = report_of("solve", "Konane(4x4)", "--json", "--certificate", file)
    assert (report["outcome"], report["nimber"]) == ("P", None)
    assert report["certificate"] == sha256(file.read_bytes()).hexdigest()
    assert run("check", file).exit_code == 0


def test_the_command_says_what_is_kept_when_time_is_over(tmp_path: Path) -> None:
    words = ["solve", "Cram(7x8)", "--nodes", "1000", "--save", str(tmp_path)]
    late = run(*words, "--time-limit", "0.5")
    assert late.exit_code == 3
    assert "answers are known; the answers are kept in" in late.stderr
    assert run("solve", "3 + *").exit_code == 2
    assert run("solve", "Cram(3x3)", "--jobs", "0").exit_code == 2
