"""Folders that come from somebody else: damaged, changed, or made to do harm."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.surveys import _manifest, _store
from farstar.surveys._manifest import MalformedError, Manifest, read_entry, read_manifest
from farstar.surveys._store import checksum
from tests.running import run

from .conftest import contents


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished survey; nobody may change it."""
    out = tmp_path_factory.mktemp("hostile") / "out"
    fs.survey(
        "E(p,q)",
        p=range(2, 20),
        q=range(1, 20),
        where="q < p",
        show="outcome, mean",
        out=out,
        chunks=5,
    )
    return out


@pytest.fixture
def folder(sample: Path, tmp_path: Path) -> Path:
    """A copy of it to spoil."""
    return shutil.copytree(sample, tmp_path / "copy")


def resumed(folder: Path) -> Result:
    """Resume that survey."""
    words = ["survey", "E(p,q)", "p=2..19", "q=1..19", "--where", "q < p"]
    return run(*words, "--show", "outcome, mean", "--out", folder, "--resume")


# Damage.


def test_every_flipped_bit_is_noticed(folder: Path) -> None:
    chance = Random(1)
    count = "select count(*), sum(p), sum(q), max(outcome), max(mean) from survey"
    assert run("query", folder, count).exit_code == 0
    for _ in range(150):
        chunk = folder / "data" / f"block={chance.randrange(5)}" / "chunk.parquet"
        data = bytearray(chunk.read_bytes())
        place = chance.randrange(len(data))
        data[place] ^= 1 << chance.randrange(8)
        whole = chunk.read_bytes()
        chunk.write_bytes(data)
        refused = run("query", folder, count)
        assert refused.exit_code == 2
        assert "missing or has changed: resume the survey" in refused.stderr
        chunk.write_bytes(whole)
    assert run("query", folder, count).exit_code == 0


def test_files_that_change_under_an_open_survey(folder: Path) -> None:
    survey = fs.Survey.open(folder)
    chunk = survey.files[3]
    data = chunk.read_bytes()
    chunk.write_bytes(data[:50] + bytes([data[50] ^ 8]) + data[51:])
    reads: list[Callable[[], object]] = [
        survey.to_polars,
        survey.scan,
        survey.check,
        lambda: survey.sql("select 1"),
    ]
    for read in reads:
        with pytest.raises(fs.SurveyError, match="has changed: resume the survey"):
            read()
    assert survey.damaged() == ["data/block=3/chunk.parquet"]
    assert len(fs.Survey.open(folder, verify=False)) == len(survey)
    chunk.write_bytes(data[:-1])
    with pytest.raises(fs.SurveyError, match="missing or has changed"):
        fs.Survey.open(folder, verify=False)


def test_checksums_are_remembered_by_what_a_change_leaves_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    file = tmp_path / "file"
    file.write_bytes(b"one")
    os.utime(file, ns=(10**18, 10**18))
    reads: list[Path] = []

    def counting(path: Path, mode: str) -> Any:
        reads.append(path)
        return path.open(mode)

    monkeypatch.setattr(_store, "open", counting, raising=False)
    # Whatever was written in this century counts as new, however slow the machine is.
    monkeypatch.setattr(_store, "_SETTLED", time.time_ns() - 10**18 - 1)
    first = checksum(file)
    assert (checksum(file), len(reads)) == (first, 1)
    file.write_bytes(b"two")
    os.utime(file, ns=(10**18, 10**18))
    # The size and the time of change are as before; the time of the change of status is not.
    assert checksum(file) == hashlib.sha256(b"two").hexdigest()
    # A file that has just been written to is read every time.
    file.write_bytes(b"now")
    before = len(reads)
    assert checksum(file) == checksum(file) == hashlib.sha256(b"now").hexdigest()
    assert len(reads) == before + 2


def test_reading_changes_nothing(folder: Path) -> None:
    before = contents(folder)
    folder.chmod(0o555)
    try:
        assert run("query", folder, "select count(*) from survey").exit_code == 0
        assert run("survey", "--check", folder).exit_code == 0
    finally:
        folder.chmod(0o755)
    assert contents(folder) == before


def test_check(folder: Path, tmp_path: Path) -> None:
    sound = run("survey", "--check", folder)
    assert sound.exit_code == 0
    assert "5 of 5 chunks are done, all sound" in sound.stdout
    assert json.loads(run("survey", "--check", folder, "--json").stdout)["damaged"] == []
    (folder / "data" / "block=1" / "chunk.parquet").unlink()
    with open(folder / "data" / "block=4" / "chunk.parquet", "ab") as file:
        file.write(b"x")
    damaged = run("survey", "--check", folder)
    assert damaged.exit_code == 1
    assert damaged.stdout.splitlines() == [
        "damaged: data/block=1/chunk.parquet",
        "damaged: data/block=4/chunk.parquet",
    ]
    report = json.loads(run("survey", "--check", folder, "--json").stdout)
    assert (report["checked"], len(report["damaged"])) == (5, 2)
    assert run("survey", "--check", tmp_path / "nowhere").exit_code == 2
    assert run("survey", "--check", folder, "more").exit_code == 2
    assert run("query", folder, "--no-verify", "select 1").exit_code == 2
    text = (folder / "manifest.json").read_text()
    (folder / "manifest.json").write_text(text.replace('"complete": true', '"complete": false'))
    assert run("survey", "--check", folder).exit_code == 2


def test_no_verify_reads_what_is_there(folder: Path) -> None:
    chunk = folder / "data" / "block=2" / "chunk.parquet"
    frame = pl.read_parquet(chunk).with_columns(mean=pl.lit(7.0))
    frame.write_parquet(chunk)
    forged(folder, lambda data: data["chunks"][2].update(bytes=chunk.stat().st_size))
    assert run("query", folder, "select 1").exit_code == 2
    count = "select count(*) from survey where mean = 7"
    changed = run("query", folder, "--no-verify", "--csv", count)
    assert (changed.exit_code, changed.stdout.split()[1]) == (0, str(frame.height))


# Attacks.


def forged(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change a manifest and make its digest right again, as somebody who knows the form can."""
    manifest = folder / "manifest.json"
    data = json.loads(manifest.read_text())
    change(data)
    data["digest"] = _digest_of(data)
    manifest.write_text(json.dumps(data))


def _digest_of(data: dict[str, Any]) -> str:
    return _manifest._digest({n: data[n] for n in data if n not in ("schema", "digest")})


def renamed(folder: Path, old: str, new: str) -> None:
    """Give a column another name, in the manifest and in every chunk."""

    def change(data: dict[str, Any]) -> None:
        columns = data["plan"]["columns"]
        data["plan"]["columns"] = {new if n == old else n: kind for n, kind in columns.items()}
        for entry, chunk in zip(data["chunks"], data["plan"]["chunks"], strict=True):
            file = folder / chunk["file"]
            names = {old: new, f"{old}_exact": f"{new}_exact"}
            pl.read_parquet(file, hive_partitioning=False).rename(names).write_parquet(file)
            content = file.read_bytes()
            entry["bytes"] = len(content)
            entry["sha256"] = hashlib.sha256(content).hexdigest()

    forged(folder, change)


@pytest.mark.parametrize(
    "name",
    [
        "mean\"::bigint as x, (copy (select 1) to 'OUT')",
        "mean\" as x from read_csv('SECRET'); copy (select 1) to 'OUT'; select 1 as \"mean",
        "mean'); copy (select 42) to 'OUT'; --",
        '"',
        "''",
        "a b; drop view survey",
    ],
)
def test_names_of_columns_are_names(name: str, folder: Path, tmp_path: Path) -> None:
    secret, target = tmp_path / "secret.csv", tmp_path / "stolen.csv"
    secret.write_text("password\nswordfish\n")
    name = name.replace("SECRET", str(secret)).replace("OUT", str(target))
    name = name[:200]
    renamed(folder, "mean", name)
    before = sorted(tmp_path.rglob("*"))
    done = run("query", folder, "--json", "select * from survey limit 1")
    assert done.exit_code == 0, done.output
    columns = ["p", "q", "outcome", name, f"{name}_exact", "block"]
    assert json.loads(done.stdout)["columns"] == columns
    assert "swordfish" not in done.output
    assert fs.Survey.open(folder).to_polars().columns == columns
    assert sorted(tmp_path.rglob("*")) == before


def test_an_empty_survey_with_bad_names(tmp_path: Path) -> None:
    out, target = tmp_path / "out", tmp_path / "stolen"
    fs.survey("*n", n=range(0), show="mean", out=out)
    evil = f"x\" where false; copy (select 1) to '{target}'; --"

    def change(data: dict[str, Any]) -> None:
        data["plan"]["columns"] = {evil: "String"}
        data["plan"]["chunks"] = data["chunks"] = []

    forged(out, change)
    assert run("query", out, "select count(*) as n from survey", "--csv").stdout == "n\n0\n"
    assert not target.exists()


KEYS = ["0/../../../X", "../../X", "/etc", "0\x00", -1, 2**70, 1.5, True, None, [0], "0"]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("resume", [False, True])
def test_partition_keys_are_small_numbers(key: Any, resume: bool, folder: Path) -> None:
    def change(data: dict[str, Any]) -> None:
        chunk = data["plan"]["chunks"][1]
        chunk["keys"]["block"] = key
        chunk["file"] = f"data/block={key}/chunk.parquet"
        if resume:
            data["complete"], data["chunks"] = False, []

    forged(folder, change)
    around = sorted(path for path in folder.parent.rglob("*"))
    refused = resumed(folder) if resume else run("query", folder, "select 1")
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1
    after = {path for path in folder.parent.rglob("*") if path.name != ".lock"}
    assert after == {path for path in around if path.name != ".lock"}


@pytest.mark.parametrize(
    "names", [["../x"], ["p"], ["P"], ["Block"], ["a'b"], ["b", "c", "d", "e", "f"], []]
)
def test_names_of_partition_keys(names: list[str], folder: Path) -> None:
    def change(data: dict[str, Any]) -> None:
        for chunk in data["plan"]["chunks"]:
            chunk["keys"] = dict.fromkeys(names, chunk["number"])
            where = "/".join(f"{name}={chunk['number']}" for name in names)
            chunk["file"] = f"data/{where}/chunk.parquet"

    forged(folder, change)
    assert run("query", folder, "select 1").exit_code == 2


def link(path: Path, target: Path) -> None:
    if path.is_dir():
        shutil.move(path, target)
    else:
        target.write_bytes(path.read_bytes() if path.exists() else b"")
        path.unlink(missing_ok=True)
    path.symlink_to(target)


@pytest.mark.parametrize(
    "name",
    ["manifest.json", "data", "data/block=1", "data/block=1/chunk.parquet"],
)
def test_links_are_not_followed(name: str, folder: Path, tmp_path: Path) -> None:
    link(folder / name, tmp_path / "elsewhere")
    before = contents(tmp_path)
    refused = run("query", folder, "select 1")
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1
    done = resumed(folder)
    assert "Traceback" not in done.stderr
    after = contents(tmp_path)
    outside = {path for path in before if path.startswith("elsewhere")}
    assert {path: after.get(path) for path in outside} == {path: before[path] for path in outside}
    if done.exit_code == 0:
        # A link in place of a chunk is replaced by the chunk.
        assert not (folder / name).is_symlink()
        assert run("query", folder, "select 1").exit_code == 0


@pytest.mark.parametrize("name", [".lock", "journal.jsonl", ".new-manifest.json"])
def test_nothing_is_written_through_links(name: str, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("dear to somebody")
    (folder / "data" / "block=1" / "chunk.parquet").unlink()
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(target)
    done = resumed(folder)
    assert done.exit_code in (0, 2)
    assert "Traceback" not in done.stderr
    assert target.read_text() == "dear to somebody"


def test_chunks_with_other_columns(folder: Path) -> None:
    def change(data: dict[str, Any]) -> None:
        entry, chunk = data["chunks"][1], data["plan"]["chunks"][1]
        file = folder / chunk["file"]
        pl.DataFrame({"p": ["x"], "other": [1]}).write_parquet(file)
        content = file.read_bytes()
        entry |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}

    forged(folder, change)
    refused = run("query", folder, "select sum(p), max(mean) from survey")
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1
    with pytest.raises(fs.SurveyError, match="missing or has changed"):
        fs.Survey.open(folder)
    with pytest.raises(fs.SurveyError, match="expected chunks with the columns of the plan"):
        fs.Survey.open(folder, verify=False).to_polars()


def test_a_chunk_that_is_no_parquet(folder: Path) -> None:
    def change(data: dict[str, Any]) -> None:
        content = b"PAR1" + bytes(200) + b"PAR1"
        (folder / data["plan"]["chunks"][0]["file"]).write_bytes(content)
        data["chunks"][0] |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}

    forged(folder, change)
    refused = run("query", folder, "select count(*) from survey")
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1


def test_ready_surveys_with_other_parameters(tmp_path: Path) -> None:
    out = tmp_path / "out"
    fs.survey("grossman-winners", bound=50, k=[1, 2], out=out)
    for parameters in ({}, {"bound": 50}, {"bound": 50, "k": "many"}, {"bound": [], "k": [1]}):
        forged(out, lambda data, given=parameters: data["plan"].update(parameters=given))  # type: ignore[misc]
        with pytest.raises(fs.SurveyError, match="expected the parameters and columns of"):
            fs.Survey.open(out).summary()


def test_a_title_is_compared_when_the_survey_is_resumed(folder: Path) -> None:
    """Nothing in the rows tells whether it is true, as the page on surveys says."""
    forged(folder, lambda data: data["plan"].update(name="Clobber(position)"))
    assert run("survey", "--check", folder).exit_code == 0
    done = resumed(folder)
    assert done.exit_code == 2
    assert "Clobber(position)" in done.stderr


def test_a_cut_that_nobody_asked_for(tmp_path: Path) -> None:
    """The arguments of chunks are worked out again, and never taken from the folder."""
    out = tmp_path / "out"
    fs.survey("partizan-euclid-outcomes", bound=50, chunks=3, out=out)

    def change(data: dict[str, Any]) -> None:
        data["plan"]["chunks"][1]["arguments"] = {"first": 0, "last": 10**15}
        data["complete"], data["chunks"] = False, []

    forged(out, change)
    with pytest.raises(fs.SurveyError, match="it is cut into other chunks"):
        fs.survey("partizan-euclid-outcomes", bound=50, out=out, resume=True)


# Manifests at random.

JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    10**30,
    0.5,
    "",
    "x" * 300,
    "../../etc/passwd",
    "\x00",
    [],
    [[]],
    {},
    {"number": 0},
    "9" * 5000,
]


def mutate(data: Any, chance: Random) -> None:
    """Change, remove or add one thing somewhere."""
    while True:
        if not isinstance(data, dict | list) or not data:
            return
        place = chance.choice(list(data)) if isinstance(data, dict) else chance.randrange(len(data))
        if isinstance(data[place], dict | list) and data[place] and chance.random() < 0.8:
            data = data[place]
            continue
        action = chance.randrange(4)
        if action == 0:
            del data[place]
        elif action == 1 and isinstance(data, dict):
            data[chance.choice(["extra", "", "number", "file"])] = deepcopy(chance.choice(JUNK))
        elif action == 2 and isinstance(data, list):
            data.append(deepcopy(data[place]))
        else:
            data[place] = deepcopy(chance.choice(JUNK))
        return


def reading(text: bytes) -> tuple[Manifest | None, str]:
    """Return the manifest, or why it is refused."""
    try:
        return read_manifest(text), ""
    except MalformedError as error:
        return None, str(error)


@given(st.integers(0, 10**9), st.booleans())
def test_mutated_manifests(sample: Path, seed: int, with_digest: bool) -> None:
    """Whatever is changed, a manifest is read as it was meant or refused in one line."""
    chance = Random(seed)
    data = json.loads((sample / "manifest.json").read_text())
    for _ in range(chance.randint(1, 3)):
        mutate(data, chance)
    if with_digest:
        data["digest"] = _digest_of(data)
    manifest, refusal = reading(json.dumps(data).encode())
    if manifest is None:
        assert refusal
        assert len(refusal.splitlines()) == 1
        assert len(refusal) < 500
        return
    for i, chunk in enumerate(manifest.plan.chunks):
        assert (chunk.number, chunk.file) == (i, f"data/block={chunk.keys['block']}/chunk.parquet")
    assert set(manifest.plan.columns.values()) <= _manifest.COLUMN_TYPES
    assert read_manifest(_manifest.write_manifest(manifest)) == manifest


@given(st.integers(0, 10**9))
def test_mutated_folders(sample: Path, tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    """Commands on such a folder answer, or say in one line why not."""
    chance = Random(seed)
    folder = tmp_path_factory.mktemp("mutated") / "copy"
    shutil.copytree(sample, folder)

    def change(data: dict[str, Any]) -> None:
        for _ in range(chance.randint(1, 2)):
            mutate(data, chance)

    try:
        forged(folder, change)
        count = "select count(*) from survey"
        for words in (["query", folder, count], ["survey", "--check", folder]):
            done = run(*words)
            assert done.exit_code in (0, 1, 2), done.output
            assert done.exit_code != 2 or len(done.stderr.splitlines()) == 1
    finally:
        shutil.rmtree(folder.parent)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"[" * 200_000,
        b'{"schema": "farstar.manifest/3", "plan": ' + b'{"a":' * 100_000,
        b'{"schema": "farstar.manifest/3", "complete": ' + b"9" * 10_000 + b"}",
        b'{"schema": "farstar.manifest/3", "complete": NaN}',
        b'{"schema": "farstar.manifest/3", "complete": true, "complete": true}',
        b'{"schema": ["farstar.manifest/3"]}',
        b'{"schema": "farstar.manifest/1"}',
    ],
)
def test_manifests_that_are_none(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_bytes(text)
    for words in (["query", tmp_path, "select 1"], ["survey", "--check", tmp_path]):
        refused = run(*words)
        assert refused.exit_code == 2
        assert len(refused.stderr.splitlines()) == 1
    resumed = run("survey", "partizan-euclid-census", "--bound", 50, "--out", tmp_path, "--resume")
    assert resumed.exit_code == 2


def test_an_older_manifest_is_refused_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"schema": "farstar.manifest/1", "complete": true}')
    with pytest.raises(fs.SurveyError, match="made by another version of Farstar"):
        fs.Survey.open(tmp_path)


def test_manifests_that_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "manifest.json")
    with pytest.raises(fs.SurveyError, match="it is not a regular file"):
        fs.Survey.open(tmp_path)
    (tmp_path / "manifest.json").unlink()
    (tmp_path / "manifest.json").mkdir()
    with pytest.raises(fs.SurveyError, match="expected a manifest"):
        fs.Survey.open(tmp_path)


@given(st.binary(max_size=200) | st.sampled_from([b"[" * 100_000, b"9" * 6000, b'{"number": "0"}']))
def test_lines_of_a_journal(sample: Path, line: bytes) -> None:
    manifest = read_manifest((sample / "manifest.json").read_bytes())
    assert read_entry(line, manifest) is None
    good = _manifest.write_entry(manifest.entries[3]).encode()
    assert read_entry(good, manifest) == manifest.entries[3]


def test_a_forged_journal(folder: Path) -> None:
    def change(data: dict[str, Any]) -> None:
        entries = data["chunks"]
        data["complete"], data["chunks"] = False, []
        lines = [
            entries[0],
            entries[0],
            {**entries[1], "number": 99},
            {**entries[1], "number": -1},
            {**entries[1], "number": True},
            {**entries[1], "rows": 10**30},
            {**entries[1], "program": 1},
            {**entries[1], "sha256": "0" * 63},
            entries[2],
        ]
        signed = [{**line, "digest": _manifest._digest(line)} for line in lines]
        # Changed without making the digest right again.
        signed += [{**signed[0], "rows": 7}, {**signed[-1], "sha256": "0" * 64}]
        text = "\n".join(map(json.dumps, signed)) + "\n" + "[" * 100_000
        (folder / "journal.jsonl").write_text(text)

    forged(folder, change)
    assert fs.Survey.open(folder).chunks == (2, 5)
    done = resumed(folder)
    assert done.exit_code == 0
    assert "2 of them from before" in done.stderr


@pytest.mark.parametrize(
    "change",
    [{"rows": 1}, {"rows": 10**9}, {"failed": 1}, {"illegal": 10**6}, {"rows": 0, "illegal": 0}],
)
def test_forged_counts_are_noticed(change: dict[str, int], folder: Path) -> None:
    """The checksum of a file is right, but not what the manifest says about its rows."""
    honest = len(fs.Survey.open(folder))
    forged(folder, lambda data: data["chunks"][1].update(change))
    done = run("survey", "--check", folder)
    assert done.exit_code == 1
    assert "data/block=1/chunk.parquet" in done.output
    with pytest.raises(fs.SurveyError, match="missing or has changed"):
        fs.Survey.open(folder)
    assert resumed(folder).exit_code == 0
    assert run("survey", "--check", folder).exit_code == 0
    assert len(fs.Survey.open(folder)) == honest


def test_forged_counts_of_errors(tmp_path: Path) -> None:
    def inverse(g: fs.Value) -> float:
        return 1 / g.birthday

    out = tmp_path / "out"
    fs.survey("*n", n=range(4), show=inverse, on_error="record", out=out)
    assert run("survey", "--check", out).exit_code == 0
    forged(out, lambda data: data["chunks"][0].update(failed=0))
    assert run("survey", "--check", out).exit_code == 1
    forged(out, lambda data: data["chunks"][0].update(failed=2))
    assert run("survey", "--check", out).exit_code == 1


def test_forged_types_of_columns(folder: Path) -> None:
    forged(folder, lambda data: data["plan"]["columns"].update(outcome="Int64"))
    assert run("survey", "--check", folder).exit_code == 1
