"""A survey is resumed only with the question and the program that began it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.surveys import UnrepeatableError
from farstar.surveys._libraries import package_digest
from tests.running import python, run

from .conftest import Stop, contents, stop_after


class Sub(fs.ImpartialRuleset):
    """Take one of several numbers from a heap."""

    def __init__(self, takes: tuple[int, ...]) -> None:
        self.takes = takes

    def moves(self, heap: int) -> list[int]:
        return [heap - k for k in self.takes if k <= heap]


def survey(game: Any, out: Path, **options: Any) -> fs.Survey:
    return fs.survey(game, range(60), show="grundy", out=out, chunks=6, **options)


def test_other_arguments_are_another_question(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(Stop):
        survey(Sub((1, 3, 4)), out, progress=stop_after(3))
    with pytest.raises(fs.SurveyError, match=r"game\.\w+ has changed; to keep the chunks"):
        survey(Sub((2, 5, 7, 9)), out, resume=True)
    finished = survey(Sub((1, 3, 4)), out, resume=True)
    assert finished.to_polars()["grundy"].to_list() == [Sub((1, 3, 4))(n).grundy for n in range(60)]


def game_with(text: str, **names: Any) -> Any:
    """Return a function as a notebook has it, together with the globals that it uses."""
    around: dict[str, Any] = {"__name__": "__main__", "fs": fs, **names}
    exec(compile(text, "<notebook>", "exec", dont_inherit=True), around)
    return around["game"]


HELPED = "def game(heap):\n    return helper(heap) + DEPTH\n"


def helper_one(heap: int) -> fs.Value:
    return fs.Value(f"*{heap % 3}")


def helper_two(heap: int) -> fs.Value:
    return fs.Value(f"*{heap % 4}")


@pytest.mark.parametrize(
    ("text", "names", "part"),
    [
        (HELPED, {"helper": helper_two, "DEPTH": 0}, "game.helper"),
        (HELPED, {"helper": helper_one, "DEPTH": 1}, "game.DEPTH"),
        (HELPED.replace("+", "-"), {"helper": helper_one, "DEPTH": 0}, "game"),
    ],
)
def test_other_globals_are_another_question(
    text: str, names: dict[str, Any], part: str, tmp_path: Path
) -> None:
    out, first = tmp_path / "out", {"helper": helper_one, "DEPTH": 0}
    options: dict[str, Any] = {"out": out, "chunks": 4, "heap": range(20)}
    with pytest.raises(Stop):
        fs.survey(game_with(HELPED, **first), progress=stop_after(2), **options)
    with pytest.raises(fs.SurveyError, match=f"{part} has changed"):
        fs.survey(game_with(text, **names), resume=True, **options)
    assert fs.survey(game_with(HELPED, **first), resume=True, **options).is_complete


def test_other_columns_and_conditions(tmp_path: Path) -> None:
    out = tmp_path / "out"
    fs.survey("*n", n=range(9), show=lambda g: "1", where=lambda n: n > 2, out=out, chunks=2)
    options: dict[str, Any] = {"out": out, "n": range(9), "resume": True}
    with pytest.raises(fs.SurveyError, match="show has changed"):
        fs.survey("*n", show=lambda g: "2", where=lambda n: n > 2, **options)
    with pytest.raises(fs.SurveyError, match="where has changed"):
        fs.survey("*n", show=lambda g: "1", where=lambda n: n > 3, **options)
    with pytest.raises(fs.SurveyError, match="parameters on_error 'stop' there, 'record' here"):
        fs.survey("*n", show=lambda g: "1", where=lambda n: n > 2, on_error="record", **options)
    fs.survey("*n", show=lambda g: "1", where=lambda n: n > 2, **options)


def test_a_game_that_expressions_learned(tmp_path: Path) -> None:
    def register(step: int) -> None:
        fs.expressions.register(Sub((1, step)), "Steps")

    out = tmp_path / "out"
    register(3)
    fs.survey("Steps(n)", n=range(9), out=out)
    register(4)
    with pytest.raises(fs.SurveyError, match=r"notations\S* has changed"):
        fs.survey("Steps(n)", n=range(9), out=out, resume=True)
    register(3)
    fs.survey("Steps(n)", n=range(9), out=out, resume=True)


@pytest.mark.long
def test_a_changed_library_under_one_version(tmp_path: Path) -> None:
    """A copy of Farstar with one more line is another program, though it has the same version."""
    package, out = tmp_path / "lib" / "farstar", tmp_path / "out"
    here = Path(fs.__file__).parent
    shutil.copytree(here, package, ignore=shutil.ignore_patterns("__pycache__", "static"))

    words = ["-m", "farstar", "survey", "partizan-euclid-census", "--bound", "100"]
    words += ["--chunks", "3", "--out"]

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        return python(*words, out, *options, env={"PYTHONPATH": str(package.parent), "PATH": ""})

    assert run().returncode == 0
    with open(package / "theory" / "words.py", "a", encoding="utf-8") as file:
        file.write("# changed\n")
    refused = run("--resume")
    assert refused.returncode == 2
    assert "versions program" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert run("--resume", "--accept-changes").returncode == 0


@pytest.mark.long
def test_workers_must_have_the_same_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package_digest()
    monkeypatch.setattr("farstar.surveys._libraries.package_digest", lambda: "f" * 64)
    with pytest.raises(fs.SurveyError, match=r"expected workers with .* got one with"):
        fs.survey("partizan-euclid-census", bound=50, chunks=2, jobs=2)


def test_what_is_sent_to_workers_is_recognised(tmp_path: Path) -> None:
    step, memo = 3, dict[int, str]()

    def helper(heap: int) -> list[int]:
        return [heap - k for k in (1, step) if k <= heap]

    class Local(fs.ImpartialRuleset):
        def moves(self, heap: int) -> list[int]:
            return helper(heap)

    def text(g: Any) -> str:
        return memo.setdefault(g.grundy, f"*{g.grundy}")

    options: dict[str, Any] = {"show": [text, "grundy"], "chunks": 4}
    serial = fs.survey(Local(), range(20), out=tmp_path / "serial", **options)
    memo.clear()
    pool = fs.survey(Local(), range(20), out=tmp_path / "pool", jobs=2, **options)
    assert contents(tmp_path / "pool") == contents(tmp_path / "serial")
    assert pool.to_polars().equals(serial.to_polars())


MODULE = """
import farstar as fs
from travelling_helper import taken

class Travelling(fs.ImpartialRuleset):
    def moves(self, heap):
        return [heap - k for k in taken(heap) if k <= heap]
"""


@pytest.mark.long
def test_workers_must_have_the_same_modules(tmp_path: Path) -> None:
    """A worker that finds another module under the same name is noticed."""
    for folder, takes in (("here", (1, 3)), ("there", (1, 4))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "travelling_game.py").write_text(MODULE)
        (tmp_path / folder / "travelling_helper.py").write_text(
            f"def taken(heap):\n    return {takes}\n"
        )
    script = tmp_path / "script.py"
    script.write_text(
        "import os, sys\n"
        "folder, out, workers = sys.argv[1:]\n"
        "if __name__ == '__main__':\n"
        "    sys.path.insert(0, folder)\n"
        "    import farstar as fs\n"
        "    from travelling_game import Travelling\n"
        "    game = Travelling()\n"
        "    sys.path.remove(folder)\n"
        "    sys.path.insert(0, workers)\n"
        "    fs.survey(game, range(20), show='grundy', out=out, chunks=4, jobs=2)\n"
    )

    def run(out: str, workers: str) -> subprocess.CompletedProcess[str]:
        return python(script, *(str(tmp_path / name) for name in ("here", out, workers)))

    assert run("good", "here").returncode == 0
    bad = run("bad", "there")
    assert bad.returncode == 1
    assert "got one that differs in game." in bad.stderr


# Chunks that are computed again.


def test_a_chunk_that_is_computed_again_must_come_out_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No digest sees the environment, but the checksum of the chunk does."""

    def noise(g: fs.Value) -> str:
        return os.environ["SURVEY_NOISE"]

    out = tmp_path / "out"
    options: dict[str, Any] = {"n": range(12), "out": out, "chunks": 4, "show": noise}
    monkeypatch.setenv("SURVEY_NOISE", "low")
    fs.survey("*n", **options)
    before = contents(out)
    (out / "data" / "block=2" / "chunk.parquet").unlink()
    monkeypatch.setenv("SURVEY_NOISE", "high")
    for _ in range(2):
        # The record of a damaged chunk is kept: a second attempt is refused as well.
        with pytest.raises(UnrepeatableError, match="chunk 2 to give the recorded rows again"):
            fs.survey("*n", resume=True, **options)
    monkeypatch.setenv("SURVEY_NOISE", "low")
    fs.survey("*n", resume=True, **options)
    assert contents(out) == before
    (out / "data" / "block=2" / "chunk.parquet").unlink()
    monkeypatch.setenv("SURVEY_NOISE", "high")
    accepted = fs.survey("*n", resume=True, accept_changes=True, **options)
    assert accepted.to_polars()["noise"].to_list() == ["low"] * 6 + ["high"] * 3 + ["low"] * 3


# Changes that the user accepts.

RULES = """
import farstar as fs
class Halves(fs.ImpartialRuleset):
    def moves(self, n):
        if n == 13:
            raise RuntimeError("thirteen")
        return [n // 2, n // 3] if n else []
show = "grundy"
"""


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long)])
def test_mended_rules(jobs: int, tmp_path: Path) -> None:
    file, out = tmp_path / "halves.py", tmp_path / "out"
    file.write_text(RULES)
    words = ["survey", file, "n=0..19", "--chunks", 5, "--out", out]
    failed = run(*words, "--jobs", jobs)
    assert failed.exit_code == 2
    assert "RuntimeError at n=13: thirteen" in failed.stderr
    assert "the same command fails there again: fix the program" in failed.stderr
    assert "--resume goes on from there" not in failed.stderr
    again = run(*words, "--resume")
    assert "RuntimeError at n=13: thirteen" in again.stderr
    file.write_text(RULES.replace("n == 13", "n == 10**6"))
    refused = run(*words, "--resume")
    assert refused.exit_code == 2
    assert "the file has changed (halves.py)" in refused.stderr
    done = run(*words, "--resume", "--accept-changes")
    assert done.exit_code == 0
    assert "3 of 5 chunks were computed before the program was changed" in done.stderr
    survey = fs.Survey.open(out)
    earlier, present = survey.history
    assert (earlier["chunks"], present["chunks"]) == ([0, 1, 2], [3, 4])
    assert earlier["source"] == {"halves.py": RULES}
    assert earlier["digest"] != present["digest"]
    assert "3 of 5 chunks were computed" in run("query", out, "select 1").stderr
    report = json.loads(run(*words, "--resume", "--json").stdout)
    assert report["changes"] == 1
    # The history is part of what the manifest vouches for.
    data = json.loads((out / "manifest.json").read_text())
    data["earlier"] = []
    for entry in data["chunks"]:
        entry["program"] = 0
    (out / "manifest.json").write_text(json.dumps(data))
    with pytest.raises(fs.SurveyError, match="which is damaged"):
        fs.Survey.open(out)


def test_changes_are_accepted_only_where_they_can_be(tmp_path: Path) -> None:
    out = tmp_path / "out"
    survey(Sub((1, 3)), out)
    with pytest.raises(fs.SurveyError, match="expected accept_changes together with resume"):
        survey(Sub((1, 4)), tmp_path / "other", accept_changes=True)
    with pytest.raises(fs.SurveyError, match="parameters show"):
        fs.survey(
            Sub((1, 4)),
            range(60),
            show="outcome",
            out=out,
            chunks=6,
            resume=True,
            accept_changes=True,
        )
    accepted = survey(Sub((1, 4)), out, resume=True, accept_changes=True)
    assert [program["chunks"] for program in accepted.history] == [list(range(6)), []]
    # A chunk of the earlier program cannot be made again by the later one.
    (out / "data" / "block=3" / "chunk.parquet").unlink()
    with pytest.raises(fs.SurveyError, match="it was computed before the program was changed"):
        survey(Sub((1, 4)), out, resume=True)
    accepted = survey(Sub((1, 4)), out, resume=True, accept_changes=True)
    assert [program["chunks"] for program in accepted.history] == [[0, 1, 2, 4, 5], [3]]
