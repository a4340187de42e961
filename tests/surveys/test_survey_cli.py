"""``farstar survey``, ``query`` and ``search``."""

from __future__ import annotations

import io
import json
import re
import sys
import threading
import time
from pathlib import Path

import pytest

from farstar.cli._survey_display import ProgressLog, clock, progress_shown, scaled
from farstar.surveys import Progress
from tests.running import run

from .conftest import contents

CENSUS = "partizan-euclid-census"


def test_the_census_as_json() -> None:
    done = run("survey", CENSUS, "--bound", 1000, "--json")
    assert done.exit_code == 0
    report = json.loads(done.stdout)
    assert report["schema"] == "farstar.survey/1"
    assert report["counts"] == {"P": 37737, "L": 248676, "R": 176382, "N": 36705}
    assert report["parameters"] == {"bound": 1000}
    assert (report["survey"], report["chunks"], report["out"]) == (CENSUS, 1, None)


def test_the_list() -> None:
    names = [
        entry["name"] for entry in json.loads(run("survey", "--list", "--json").stdout)["surveys"]
    ]
    assert CENSUS in names
    text = run("survey", "--list").stdout
    assert all(name in text for name in names)


@pytest.mark.parametrize("command", ["survey", "query", "search"])
def test_help_has_examples(command: str) -> None:
    done = run(command, "--help")
    assert done.exit_code == 0
    assert f"farstar {command}" in done.stdout


def test_out_and_resume(tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = run("survey", CENSUS, "--bound", 300, "--chunks", 3, "--out", out)
    assert first.exit_code == 0
    assert "counts: P" in first.stdout
    assert "12 rows in 3 chunks" in first.stderr
    before = contents(out)
    again = run("survey", CENSUS, "--bound", 300, "--chunks", 3, "--out", out)
    assert again.exit_code == 2
    assert "resume it" in again.stderr
    resumed = run("survey", CENSUS, "--bound", 300, "--chunks", 3, "--out", out, "--resume")
    assert resumed.exit_code == 0
    assert "3 of them from before" in resumed.stderr
    assert contents(out) == before
    other = run("survey", CENSUS, "--bound", 301, "--chunks", 3, "--out", out, "--resume")
    assert other.exit_code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected the name of a survey"),
        (["no-such-survey"], "expected a survey, one of"),
        (
            ["partizan-euclid-censu", "--bound", "100"],
            f"did you mean {CENSUS}? farstar survey --li",
        ),
        (["grossman-winner", "k=1..3"], "did you mean grossman-winners?"),
        (["E(p,q)", "--bound", "3"], "expected ranges for 'E(p,q)', got a bound"),
        ([CENSUS, "--bound", "0"], "expected a bound from 2"),
        ([CENSUS, "--bound", "many"], "many"),
        ([CENSUS, "--jobs", "0"], "expected the number of jobs"),
        ([CENSUS, "--resume"], "expected --out with --resume"),
        ([CENSUS, "p=3..5"], "expected parameters bound"),
        (["none.py", "n=1..3"], "expected a Python file"),
        (["*n", "n=3..1"], "expected a range that rises"),
        (["*jobs", "jobs=1..3"], "expected another name than 'jobs' for a variable"),
        (["*n", "n=1..3", "--accept-changes"], "expected --accept-changes with --resume"),
        (["*n", "n=1..3", "--types", "value"], "expected types such as weight=int"),
        (["*n", "n=1..3", "--types", "value=object"], "to be int, float, fraction, bool or str"),
        (["*n", "n=1..3", "--position-limit", "0"], "expected the number of nodes"),
        ([CENSUS, "--on-error", "record"], "expected a bound for partizan-euclid-census"),
        ([CENSUS, "two"], "expected the name of a survey"),
        (["partizan-euclid-outcomes", "only=P", "only=N"], "expected only once, got P and N"),
    ],
)
def test_bad_input(words: list[str], message: str) -> None:
    done = run("survey", *words)
    assert done.exit_code == 2, done.output
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_settings_and_ranges() -> None:
    done = run("survey", "partizan-euclid-outcomes", "only=P", "--bound", 20, "--json")
    assert json.loads(done.stdout)["parameters"] == {"bound": 20, "only": "P"}
    done = run("survey", "grossman-winners", "k=1..3", "--bound", 50)
    assert [line.split()[0] for line in done.stdout.splitlines()[2:]] == ["1", "2", "3"]
    done = run("survey", "euclid-grundy", "game=grossman", "--bound", 20, "--json")
    assert json.loads(done.stdout)["parameters"]["game"] == "grossman"


def test_queries(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(
        "survey",
        "E(p,q)",
        "p=2..9",
        "q=1..9",
        "--where",
        "q < p",
        "--show",
        "outcome",
        "--out",
        out,
    )
    done = run("query", out, "select p, count(*) as n from survey group by p order by p limit 2")
    assert done.stdout.split("\n") == ["p  n", "----", "2  1", "3  2", ""]
    done = run("query", out, "--csv", "select p, q from survey where p = 3")
    assert done.stdout == "p,q\n3,1\n3,2\n"
    done = run("query", out, "--b-file", "select p, count(*) from survey group by p order by p")
    assert done.stdout.splitlines()[-1] == "9 8"
    done = run("query", out, "--json", "select max(p) as top from survey")
    assert json.loads(done.stdout) == {
        "schema": "farstar.query/1",
        "columns": ["top"],
        "rows": [[9]],
    }
    assert run("query", out, "drop view survey").exit_code == 2
    assert run("query", tmp_path / "nowhere", "select 1").exit_code == 2
    assert run("query", out, "--csv", "--json", "select 1").exit_code == 2


def test_searches(tmp_path: Path) -> None:
    file = tmp_path / "claim.py"
    file.write_text(
        "ranges = {'n': range(2, 100)}\n"
        "def claim(n):\n"
        "    'Two to the n, less two, is a multiple of n only for primes.'\n"
        "    prime = all(n % d for d in range(2, n))\n"
        "    return (2**n - 2) % n != 0 or prime\n"
    )
    holds = run("search", "--claim", file)
    assert holds.exit_code == 0
    assert holds.stdout.startswith("no counterexample in 98 cases: Two to the n")
    fails = run("search", "--claim", file, "n=2..1000")
    assert fails.exit_code == 1
    assert fails.stdout.startswith("counterexample: n=341\n")
    data = json.loads(run("search", "--claim", file, "n=2..1000", "--json").stdout)
    assert data["counterexample"] == {
        "point": {"n": 341},
        "position": None,
        "reason": None,
        "minimal": True,
    }
    assert not data["holds"]
    assert run("search", "--claim", tmp_path / "none.py").exit_code == 2
    assert run("search", "--claim", file, "what").exit_code == 2
    file.write_text("ranges = {'a': range(3)}\ndef claim(b):\n    return True\n")
    assert "got one about b: b without a range" in run("search", "--claim", file).stderr
    assert run("search").exit_code == 2


def test_positions_are_found() -> None:
    there = run("search", "--find", "value == {1|-1}", "{n|-n}", "n=0..5")
    assert (there.exit_code, there.stdout) == (0, "found: +-1 (n=1)\n")
    none = run("search", "--find", "value == {2|-1}", "{n|-n}", "n=0..5")
    assert (none.exit_code, none.stdout) == (1, "none of 6 positions satisfies value == {2|-1}\n")
    data = json.loads(run("search", "--find", "mean > 1", "n", "n=0..5", "--json").stdout)
    assert data == {
        "schema": "farstar.search/1",
        "find": "mean > 1",
        "found": True,
        "cases": 3,
        "position": {"point": {"n": 2}, "position": "2", "reason": None, "minimal": True},
    }
    sampled = run("search", "--find", "mean > 3", "n", "n=0..50", "--sample", "20")
    assert sampled.stdout == "found: 4 (n=4)\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--find", "value == 0"], "expected one game with ranges before --find"),
        (
            ["--find", "value == 0", "E(p,q)", "E(q,p)"],
            "expected one game with ranges before --find",
        ),
        (["--find", "value == 0", "--claim", "c.py", "E(p,q)"], "or --find CONDITION, got both"),
        (["E(p,q)"], "or --find CONDITION, got neither"),
        (["--find", "value == 0", "E(p,q)", "p=1..3", "--resume"], "expected --out with --resume"),
        (["--find", "value == 0", "n", "jobs=1..3"], "expected another name than 'jobs'"),
        (["--find", "value == 0", "n", "n=1..3", "--chunks", "0"], "expected the number of chunks"),
        (["--find", "value == (", "n", "n=1..3"], "expected a condition such as"),
    ],
)
def test_bad_searches(words: list[str], message: str) -> None:
    done = run("search", *words)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_search_can_be_resumed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ("search", "--find", "mean == 70", "n", "n=0..99", "--out", out, "--chunks", "10")
    assert run(*words).stdout == "found: 70 (n=70)\n"
    before = contents(out)
    again = run(*words)
    assert again.exit_code == 2
    assert "resume it" in again.stderr
    (out / "data/block=2/chunk.parquet").unlink()
    assert run(*words, "--resume").stdout == "found: 70 (n=70)\n"
    assert contents(out) == before


# Progress without a terminal.


def test_a_line_a_minute() -> None:
    now, lines = [1000.0], list[str]()
    log = ProgressLog("heaps", lines.append, lambda: now[0])
    for seconds, chunks in (
        (30, None),
        (60, None),
        (90, 2),
        (119, 2),
        (121, 4),
        (185, 4),
        (300, 8),
    ):
        now[0] = 1000.0 + seconds
        if chunks is not None:
            log.show(Progress(chunks, 8, 100 * chunks, 800))
        log.tick()
    assert lines == [
        "heaps: not begun",
        "heaps: 4 of 8 chunks, 50 %, 2 positions/s, 4:02 left",
        "heaps: 4 of 8 chunks, 50 %, 1 positions/s, 6:10 left",
        "heaps: 8 of 8 chunks, 100 %, 2 positions/s, 0:00 left",
    ]


def test_the_log_is_written_while_a_chunk_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """From a thread of its own, to standard error; here a minute is over at once."""
    written = threading.Event()
    lines = list[str]()

    def write(line: str, err: bool) -> None:
        assert err
        lines.append(line)
        written.set()

    monkeypatch.setattr("click.echo", write)
    monkeypatch.setattr("farstar.cli._survey_display._TICK", 0.001)
    monkeypatch.setattr("farstar.cli._survey_display._MINUTE", 0.0)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_shown("heaps") as show:
        show(Progress(1, 8, 100, 800))
        written.clear()
        assert written.wait(600)
    assert lines[-1] == "heaps: 1 of 8 chunks, 12 %"


def test_numbers_of_the_bar() -> None:
    assert [scaled(x) for x in (0, 999, 1500, 3e6, 4.25e12)] == [
        "0",
        "999",
        "1.5 k",
        "3.0 M",
        "4.2 T",
    ]
    assert [clock(x) for x in (0, 59.9, 61, 3600)] == ["0:00", "0:59", "1:01", "1:00:00"]


def test_the_bar_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with progress_shown("a [survey]") as show:
        show(Progress(0, 4, 0, 4000))
        show(Progress(1, 4, 1000, 4000))
        time.sleep(0.1)
        show(Progress(3, 4, 3000, 4000))
    text = screen.getvalue()
    assert "a [survey]" in text
    assert "3/4 chunks" in text
    assert re.search(r"positions/s, \d+:\d\d left", text)
