"""The folder of a survey: whole files, damage that is noticed, one writer."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.surveys import Progress
from farstar.surveys._manifest import even_blocks, triangular_blocks
from farstar.surveys._store import Store

from .conftest import CHUNKS, Stop, contents, stop_after

Same = Callable[[Path], bool]


@given(st.integers(1, 500), st.integers(1, 60), st.integers(1, 5))
def test_triangular_blocks_partition(last: int, count: int, first: int) -> None:
    blocks = triangular_blocks(max(last, first), count, first)
    covered = [n for a, b in blocks for n in range(a, b + 1)]
    assert covered == list(range(first, max(last, first) + 1))
    assert len(blocks) <= count


@given(st.integers(1, 500), st.integers(1, 60))
def test_even_blocks_partition(size: int, count: int) -> None:
    blocks = even_blocks(size, count)
    assert [n for a, b in blocks for n in range(a, b)] == list(range(size))


@pytest.fixture
def finished(gated_file: Path, tmp_path: Path) -> Path:
    out = tmp_path / "out"
    fs.survey(gated_file, out=out, chunks=CHUNKS)
    return out


def test_two_runs_give_the_same_bytes(finished: Path, same_as_undisturbed: Same) -> None:
    assert same_as_undisturbed(finished)


def test_resuming_a_finished_survey_changes_nothing(
    gated_file: Path, finished: Path, same_as_undisturbed: Same
) -> None:
    times = {path: path.stat().st_mtime_ns for path in finished.rglob("*.parquet")}
    fs.survey(gated_file, out=finished, resume=True)
    assert same_as_undisturbed(finished)
    assert {path: path.stat().st_mtime_ns for path in times} == times


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "remove", "swap"])
def test_damage_is_noticed_and_repaired(
    damage: str, gated_file: Path, finished: Path, same_as_undisturbed: Same
) -> None:
    chunk = finished / "data" / "block=7" / "chunk.parquet"
    data = chunk.read_bytes()
    if damage == "flip":
        chunk.write_bytes(data[:40] + bytes([data[40] ^ 1]) + data[41:])
    elif damage == "cut":
        chunk.write_bytes(data[:-7])
    elif damage == "empty":
        chunk.write_bytes(b"")
    elif damage == "remove":
        chunk.unlink()
    else:
        chunk.write_bytes((chunk.parents[1] / "block=8" / "chunk.parquet").read_bytes())
    with pytest.raises(fs.SurveyError, match="resume the survey"):
        fs.Survey.open(finished).check()
    states: list[Progress] = []
    fs.survey(gated_file, out=finished, resume=True, progress=states.append)
    assert (states[0].chunks, states[0].redone) == (CHUNKS - 1, 1)
    assert same_as_undisturbed(finished)
    fs.Survey.open(finished).check()


def interrupted(file: Path, out: Path, after: int) -> None:
    with pytest.raises(Stop):
        fs.survey(file, out=out, chunks=CHUNKS, progress=stop_after(after))


@pytest.mark.parametrize("after", [0, 1, 11, CHUNKS])
def test_stopping_anywhere(
    after: int, gated_file: Path, tmp_path: Path, same_as_undisturbed: Same
) -> None:
    out = tmp_path / "out"
    interrupted(gated_file, out, after)
    opened = fs.Survey.open(out)
    assert opened.chunks == (after, CHUNKS)
    assert not opened.is_complete
    assert opened.to_polars().height == len(opened) == 2 * after
    with pytest.raises(fs.SurveyError, match="expected a finished survey"):
        opened.summary()
    fs.survey(gated_file, out=out, resume=True)
    assert same_as_undisturbed(out)


def test_a_torn_journal_and_leftovers_do_no_harm(
    gated_file: Path, tmp_path: Path, same_as_undisturbed: Same
) -> None:
    out = tmp_path / "out"
    interrupted(gated_file, out, 5)
    journal = out / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-30])
    (out / ".new-manifest.json").write_bytes(b"{")
    (out / "data" / "block=2" / ".new-chunk.parquet").write_bytes(b"PAR1")
    # A chunk that was renamed but not yet recorded.
    stray = out / "data" / "block=9"
    stray.mkdir()
    (stray / "chunk.parquet").write_bytes(b"half a chunk")
    assert fs.Survey.open(out).chunks[0] == 4
    fs.survey(gated_file, out=out, resume=True)
    assert same_as_undisturbed(out)


def test_a_journal_with_a_flipped_bit(
    gated_file: Path, tmp_path: Path, same_as_undisturbed: Same
) -> None:
    """A checksum in it that was changed is not believed, neither is a number of rows."""
    out = tmp_path / "out"
    interrupted(gated_file, out, 5)
    journal = out / "journal.jsonl"
    text = journal.read_text()
    first = text.index('"sha256": "') + len('"sha256": "')
    text = text[:first] + ("1" if text[first] == "0" else "0") + text[first + 1 :]
    journal.write_text(text.replace('"number": 1, "rows": 2', '"number": 1, "rows": 3'))
    assert fs.Survey.open(out).chunks[0] == 3
    fs.survey(gated_file, out=out, resume=True)
    assert same_as_undisturbed(out)


@pytest.mark.parametrize("when", range(1, 60, 9))
def test_a_disk_that_fills_up_at_any_write(
    when: int,
    gated_file: Path,
    tmp_path: Path,
    same_as_undisturbed: Same,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out, calls = tmp_path / "out", 0
    fsync = os.fsync

    def full(descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls == when:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(fs.BudgetExceeded, match="out of space"):
            fs.survey(gated_file, out=out, chunks=CHUNKS)
    fs.survey(gated_file, out=out, resume=True, chunks=CHUNKS)
    assert same_as_undisturbed(out)


def test_a_second_writer_is_refused(gated_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    refused = []

    def intrude(progress: Progress) -> None:
        if progress.chunks == 2:
            with pytest.raises(fs.SurveyError, match="another process is writing there"):
                fs.survey(gated_file, out=out, resume=True, chunks=CHUNKS)
            refused.append(progress)

    fs.survey(gated_file, out=out, chunks=CHUNKS, progress=intrude)
    assert len(refused) == 1


def test_what_cannot_be_resumed(gated_file: Path, finished: Path, tmp_path: Path) -> None:
    with pytest.raises(fs.SurveyError, match="which holds a survey"):
        fs.survey(gated_file, out=finished)
    with pytest.raises(fs.SurveyError, match=r"parameters .* there, .* here"):
        fs.survey(gated_file, out=finished, resume=True, n=range(9))
    with pytest.raises(fs.SurveyError, match="24 chunks there, 3 here"):
        fs.survey(gated_file, out=finished, resume=True, chunks=3)
    with pytest.raises(fs.SurveyError, match="name "):
        fs.survey("partizan-euclid-census", bound=50, out=finished, resume=True)
    changed = tmp_path / "gated.py"
    changed.write_text(gated_file.read_text() + "\n# edited\n")
    with pytest.raises(fs.SurveyError, match=r"the file has changed \(gated.py\)"):
        fs.survey(changed, out=finished, resume=True)
    store = Store(finished)
    plan = store.load().plan
    program = replace(plan.program, versions={**plan.program.versions, "polars": "0.1"})
    store.finish(replace(store.load(), plan=replace(plan, program=program)))
    with pytest.raises(fs.SurveyError, match=r"versions polars 0\.1 there, polars .* here"):
        fs.survey(gated_file, out=finished, resume=True)


def test_folders_that_are_none_of_ours(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("dear to somebody")
    with pytest.raises(fs.SurveyError, match=r"with 'thesis.tex' in it"):
        fs.survey("partizan-euclid-census", bound=50, out=tmp_path)
    with pytest.raises(fs.SurveyError, match="expected a folder, got the file"):
        fs.survey("partizan-euclid-census", bound=50, out=tmp_path / "thesis.tex")
    with pytest.raises(fs.SurveyError, match="no manifest"):
        fs.Survey.open(tmp_path)
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(fs.SurveyError, match="expected a manifest of"):
        fs.Survey.open(tmp_path)
    (tmp_path / "manifest.json").write_text("not JSON")
    with pytest.raises(fs.SurveyError, match="which is damaged: no JSON"):
        fs.Survey.open(tmp_path)
    with pytest.raises(fs.SurveyError, match="no such folder"):
        fs.Survey.open(tmp_path / "nowhere")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("small") / "out"
    fs.survey("partizan-euclid-census", bound=50, chunks=3, out=out)
    return out


@pytest.mark.parametrize(
    ("place", "new"),
    [
        (("plan",), None),
        (("digest",), "0" * 64),
        (("complete",), None),
        (("chunks",), None),
        (("chunks",), 5),
        (("chunks", 0), {}),
        (("chunks", 0, "number"), 99),
        (("chunks", 1, "rows"), 5),
        (("chunks", 2, "sha256"), "0" * 64),
        (("plan", "chunks"), []),
        (("plan", "chunks", 1, "keys"), 5),
        (("plan", "parameters", "bound"), 51),
    ],
)
def test_a_damaged_manifest_is_noticed(
    place: tuple[str | int, ...], new: object, small: Path, tmp_path: Path
) -> None:
    """Whatever was changed or, where `new` is None, removed."""
    out = tmp_path / "out"
    shutil.copytree(small, out)
    manifest = out / "manifest.json"
    data = thing = json.loads(manifest.read_text())
    for step in place[:-1]:
        thing = thing[step]
    thing[place[-1]] = new
    if new is None:
        del thing[place[-1]]
    manifest.write_text(json.dumps(data))
    with pytest.raises(fs.SurveyError, match="which is damaged"):
        fs.Survey.open(out)
    with pytest.raises(fs.SurveyError, match="run the survey again in a new folder"):
        fs.survey("partizan-euclid-census", bound=50, out=out, resume=True)


def test_a_survey_is_resumed_as_it_was_cut(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(small, out)
    (out / "data" / "part=1" / "chunk.parquet").unlink()
    assert fs.survey("partizan-euclid-census", bound=50, out=out, resume=True).chunks == (3, 3)
    assert contents(out) == contents(small)


def test_nothing_tells_where_or_when_it_was_made(finished: Path, tmp_path: Path) -> None:
    text = b"\n".join(contents(finished).values())
    for secret in (str(tmp_path), str(Path.home()), socket.gethostname()):
        assert secret.encode() not in text
    assert not re.search(rb"20\d\d-\d\d-\d\d", text)
    manifest = json.loads((finished / "manifest.json").read_text())
    assert manifest["complete"]
    versions = manifest["plan"]["program"]["versions"]
    assert set(versions) == {"farstar", "program", "engine", "python", "polars"}
    assert len(manifest["chunks"]) == CHUNKS
    assert all(len(entry["sha256"]) == 64 for entry in manifest["chunks"])
