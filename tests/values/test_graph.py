"""Pickle, save and load: the graph, never the text."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import farstar as fs
from farstar import Value

TEXTS = ["0", "-3/8", "^3*2", "{3||2|1}", "+-{1,1*}", "2Tiny(2)", "^[3]*", "{0,*,{1|0}|-1}"]


def doubled(levels: int) -> Value:
    v = Value("{1|0}")
    for n in range(levels):
        v = Value.of([v + 3 * n + 5], [v - 3 * n - 5])
    return v


@pytest.mark.parametrize("text", TEXTS)
def test_round_trips(text: str, tmp_path: Path) -> None:
    v = Value(text)
    assert pickle.loads(pickle.dumps(v)) == v
    path = tmp_path / "value.json"
    v.save(path)
    assert fs.load(path) == fs.load(str(path)) == v
    assert [entry.name for entry in tmp_path.iterdir()] == ["value.json"]


def test_values_of_a_day(tmp_path: Path) -> None:
    day = fs.born_by_day(2)
    assert pickle.loads(pickle.dumps(day)) == day


@pytest.mark.long
def test_a_value_too_long_to_print(tmp_path: Path) -> None:
    v = doubled(20)
    with pytest.raises(fs.BudgetExceeded):
        str(v)
    assert pickle.loads(pickle.dumps(v)) == v
    v.save(tmp_path / "long.json")
    assert (tmp_path / "long.json").stat().st_size < 200_000
    assert fs.load(tmp_path / "long.json") == v


def test_a_deep_value(tmp_path: Path) -> None:
    v = Value("{1|0}")
    for n in range(1500):
        v = Value.of([v], [-n])
    assert pickle.loads(pickle.dumps(v)) == v
    v.save(tmp_path / "deep.json")
    assert fs.load(tmp_path / "deep.json") == v


def test_numbers_of_many_digits(tmp_path: Path) -> None:
    v = Value(Fraction(7**9000, 2**100)) + Value("*5")
    v.save(tmp_path / "big.json")
    assert fs.load(tmp_path / "big.json") == v
    assert pickle.loads(pickle.dumps(v)) == v


def test_another_process_reads_a_pickle(tmp_path: Path) -> None:
    (tmp_path / "pickle").write_bytes(pickle.dumps(Value("{3||2*|1^}")))
    program = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')))"
    arguments = [sys.executable, "-c", program, str(tmp_path / "pickle")]
    assert subprocess.check_output(arguments, text=True).strip() == "{3||2*|1^}"


def test_format(tmp_path: Path) -> None:
    Value("{3|2*}").save(tmp_path / "value.json")
    assert json.loads((tmp_path / "value.json").read_text()) == {
        "format": "farstar-value",
        "version": 1,
        "nodes": [["2", 0, "0", "1"], ["3", 0, "0", "0"], [[1], [0]]],
    }


def test_both_engines_read_the_same_file(tmp_path: Path) -> None:
    if len(fs.engine.available()) < 2:
        pytest.skip("only one engine here")
    path = tmp_path / "value.json"
    for text in TEXTS:
        Value(text).save(path)
        for name in fs.engine.available():
            with fs.engine.use(name):
                assert str(fs.load(path)) == str(Value(text))


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "value.json"
    Value("^").save(path)

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        Value("*").save(path)
    assert fs.load(path) == Value("^")
    assert [entry.name for entry in tmp_path.iterdir()] == ["value.json"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "target.json")
    Value("^").save(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert fs.load(tmp_path / "target.json") == Value("^")


GOOD: dict[str, Any] = {"format": "farstar-value", "version": 1, "nodes": [["0", 0, "0", "0"]]}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "JSON"),
        ("{", "JSON"),
        ("[" * 100_000, "JSON"),
        ("\x00\xff", "JSON"),
        (f'{{"format": {"9" * 5000}}}', "JSON"),
        ("[]", "farstar-value"),
        ('"x"', "farstar-value"),
        (json.dumps({**GOOD, "format": "other"}), "farstar-value"),
        (json.dumps({**GOOD, "version": 2}), "version 1, got 2"),
        (json.dumps({**GOOD, "nodes": []}), "not empty"),
        (json.dumps({**GOOD, "nodes": 7}), "list of nodes"),
        (json.dumps({**GOOD, "nodes": [7]}), "node 0"),
        (json.dumps({**GOOD, "nodes": [[1, 2, 3]]}), "2 or 4"),
        (json.dumps({**GOOD, "nodes": [[[0], []]]}), "earlier nodes, got 0"),
        (json.dumps({**GOOD, "nodes": [[[], []], [[-1], []]]}), "node 1.*got -1"),
        (json.dumps({**GOOD, "nodes": [[[], []], [[True], []]]}), "got True"),
        (json.dumps({**GOOD, "nodes": [[[], 3]]}), "list of options"),
        (json.dumps({**GOOD, "nodes": [[1, 0, "0", "0"]]}), "integer as text"),
        (json.dumps({**GOOD, "nodes": [["1_0", 0, "0", "0"]]}), "integer as text"),
        (json.dumps({**GOOD, "nodes": [["", 0, "0", "0"]]}), "integer as text"),
        (json.dumps({**GOOD, "nodes": [["1", 10**12, "0", "0"]]}), "exponent"),
        (json.dumps({**GOOD, "nodes": [["1", -1, "0", "0"]]}), "exponent"),
        (json.dumps({**GOOD, "nodes": [["2", 1, "0", "0"]]}), "lowest terms"),
        (json.dumps({**GOOD, "nodes": [["0", 0, "0", "-1"]]}), "not negative"),
    ],
)
def test_malformed_files(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(fs.NotationError, match=complaint) as caught:
        fs.load(path)
    message = str(caught.value)
    assert "broken.json: expected" in message or "broken.json: node" in message
    assert "\n" not in message
    assert len(message) < 400


def test_a_game_too_large_for_the_engine(tmp_path: Path) -> None:
    if fs.engine.active().name != "native":
        pytest.skip("only the native engine has bounds on compact values")
    path = tmp_path / "large.json"
    path.write_text(json.dumps({**GOOD, "nodes": [["0", 0, "0", "9" * 40]]}))
    with pytest.raises(fs.ValueOverflowError, match=r"large\.json: "):
        fs.load(path)


@settings(max_examples=300)
@given(st.data())
def test_damaged_files_are_read_or_refused(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "value.json")
        Value("{3,{5/2*|0}||2*|1^}").save(path)
        content = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(1, 3))):
            place = data.draw(st.integers(0, len(content) - 1))
            content[place] = data.draw(st.sampled_from(b'0123456789-",[]{}x\xff'))
        path.write_bytes(content)
        complaint = str(path)
        try:
            fs.load(path)
        except (fs.NotationError, fs.ValueOverflowError) as error:
            complaint = str(error)
        assert complaint.startswith(str(path))


def test_files_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.values._graph.MAX_BYTES", 20)
    Value("^").save(tmp_path / "value.json")
    with pytest.raises(fs.NotationError, match="at most 20 bytes"):
        fs.load(tmp_path / "value.json")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.json"):
        fs.load(tmp_path / "nowhere.json")


def test_a_graph_that_is_not_canonical_is_reduced(tmp_path: Path) -> None:
    star = [[0], [0]]
    nodes = [[[], []], star, [[0, 1], [0, 1]], [[2, 1], [1, 2]]]
    (tmp_path / "value.json").write_text(json.dumps({**GOOD, "nodes": nodes}))
    assert fs.load(tmp_path / "value.json") == 0
