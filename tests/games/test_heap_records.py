"""Long Grundy sequences: the definition, checkpoints, damage, kills, and proved periods."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar import engine
from farstar.errors import BudgetExceeded, IllegalPositionError, SurveyError
from farstar.games.heap_records import HeapRecord, RecordProgress
from farstar.impartial.codes import Code, grundys_game
from farstar.impartial.periods import period
from tests.running import report_of, run

native = pytest.mark.skipif(engine.active().name != "native", reason="needs the native engine")

_CODES = st.builds(
    lambda first, rest: f"{first}.{''.join(map(str, rest))}",
    st.sampled_from("04"),
    st.lists(st.integers(0, 7), min_size=1, max_size=5),
)


def _plain(code: str, length: int) -> list[int]:
    return grundys_game(length) if code == "grundy" else Code.parse(code).grundy_sequence(length)


def _listed(record: HeapRecord, length: int) -> list[int]:
    return [record[n] for n in range(length)]


@given(_CODES, st.integers(1, 1024), st.integers(0, 500))
def test_values_and_periods_are_those_of_the_definition(code: str, tile: int, cut: int) -> None:
    plain = _plain(code, 500)
    with HeapRecord(code, tile=tile) as record:
        record.extend(cut)
        assert record.period is not None or len(record) == cut
        proved = record.extend(500)
        assert _listed(record, 500) == plain
        expected = period(Code.parse(code), plain)
    if expected is not None and expected.is_proved:
        assert proved is not None
        assert (proved.preperiod, proved.period) == (expected.preperiod, expected.period)


@pytest.mark.parametrize("name", ["native", "reference"])
def test_engines_agree_on_all_facts(name: str) -> None:
    if name not in engine.available():
        pytest.skip("needs this engine")
    for code in ("0.77", "0.07", "0.051", "grundy", "0.3", "4.0"):
        with engine.use(name), HeapRecord(code) as record:
            record.extend(400)
            facts = record.facts()
            values = _listed(record, facts.heaps)
            assert values == _plain(code, facts.heaps)
            assert facts.digest == sha256(bytes(values)).hexdigest()
            top = max(values)
            assert facts.largest == (top, values.index(top))
            taken = 0 if code in ("grundy", "4.0") else 2
            odd = [
                ((x & facts.mask).bit_count() + (facts.by_place and n - taken)) % 2
                for n, x in enumerate(values)
            ]
            rare = [n for n in range(1, facts.heaps) if not odd[n]]
            assert facts.rare_heaps == tuple(rare)
            assert (facts.rare, facts.last_rare) == (len(rare), rare[-1] if rare else None)
            assert set(facts.rare_values) == {values[n] for n in rare}
        if code == "0.051":
            assert facts.by_place == (name == "native")


@native
def test_published_periods_are_found() -> None:
    # Winning Ways, volume 1, chapter 4; Gangolli and Plambeck for 0.156 and 0.356.
    published = {"0.165": (5181, 1550), "0.156": (3479, 349), "0.356": (7315, 142)}
    for code, (preperiod, length) in published.items():
        with HeapRecord(code) as record:
            proved = record.extend(20_000)
            assert proved is not None
            assert (proved.preperiod, proved.period) == (preperiod, length)
            assert len(record.audit(3)) == 3
            assert record[10**30] == record[preperiod + (10**30 - preperiod) % length]


@native
def test_values_of_more_bytes_follow_where_needed(tmp_path: Path) -> None:
    # Any number below 300 may be taken: G(n) = n mod 300.
    code = "0." + "3" * 299
    for folder in (None, tmp_path):
        with HeapRecord(code, folder) as record:
            record.extend(590)
            assert _listed(record, 590) == [n % 300 for n in range(590)]
            assert record.facts().width == 2
    with HeapRecord(code, tmp_path) as record:
        assert _listed(record, 590) == [n % 300 for n in range(590)]
    assert not (tmp_path / "values-1.bin").exists()


@native
def test_a_later_run_goes_on_where_an_earlier_one_stopped(tmp_path: Path) -> None:
    plain = _plain("grundy", 3000)
    for length in (0, 1, 700, 2999, 1500, 3000):
        with HeapRecord("grundy", tmp_path) as record:
            record.extend(length)
            assert len(record) >= length
    with HeapRecord("grundy", tmp_path) as record:
        assert _listed(record, 3000) == plain
        with pytest.raises(SurveyError, match="another process"), HeapRecord("grundy", tmp_path):
            pass
    with pytest.raises(SurveyError, match=r"a record of 0\.07, got one of grundy"):
        HeapRecord("0.07", tmp_path)


@native
def test_a_proved_period_is_proved_again_when_it_is_read(tmp_path: Path) -> None:
    with HeapRecord("0.165", tmp_path) as record:
        proved = record.extend(10**6)
    with HeapRecord("0.165", tmp_path) as record:
        assert proved is not None
        assert record.period == proved
        assert record.extend(10**6) == proved


@native
def test_damaged_checkpoints_are_refused(tmp_path: Path) -> None:
    with HeapRecord("grundy", tmp_path) as record:
        record.extend(5000)
    state, values = tmp_path / "record.json", tmp_path / "values-1.bin"
    good_state, good_values = state.read_bytes(), values.read_bytes()
    draw = Random(1)
    for _ in range(20):
        at = draw.randrange(5000)
        values.write_bytes(
            good_values[:at]
            + bytes([good_values[at] ^ 1 << draw.randrange(8)])
            + good_values[at + 1 :]
        )
        with pytest.raises(SurveyError, match="damaged"):
            HeapRecord("grundy", tmp_path)
    values.write_bytes(good_values[:4999])
    with pytest.raises(SurveyError, match="got fewer"):
        HeapRecord("grundy", tmp_path)
    values.write_bytes(good_values)
    changed = json.loads(good_state)
    changed["heaps"] = 4000
    for text in (json.dumps(changed).encode(), good_state[:-20], b"", b"[]", b"{}"):
        state.write_bytes(text)
        with pytest.raises(SurveyError, match="damaged"):
            HeapRecord("grundy", tmp_path)
    state.write_bytes(good_state)
    with HeapRecord("grundy", tmp_path) as record:
        assert len(record) == 5000


_CHILD = """
import sys
from farstar.games.heap_records import HeapRecord
with HeapRecord("grundy", sys.argv[1]) as record:
    record.extend(20_000)
    print("saved", flush=True)
    record.extend(10**12)
"""


@native
@pytest.mark.parametrize("number", ["SIGKILL", "SIGINT"])
def test_a_killed_process_loses_only_what_came_after_its_checkpoint(
    tmp_path: Path, number: str
) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    assert child.stdout.readline().strip() == b"saved"
    child.send_signal(getattr(signal, number))
    child.communicate()
    with HeapRecord("grundy", tmp_path) as record:
        assert len(record) >= 20_000
        record.audit(20)
        assert _listed(record, 3000) == _plain("grundy", 3000)


@native
def test_a_budget_keeps_what_is_known(tmp_path: Path) -> None:
    with HeapRecord("grundy", tmp_path) as record:
        with engine.budget(seconds=0), pytest.raises(BudgetExceeded):
            record.extend(10**9)
        known = len(record)
        record.extend(10**9, steps=10**7)
        assert known < len(record) < 10**9
        # Steps do not depend on the machine.
        assert len(record) == _heaps_after_steps(10**7)


def test_a_full_disk_keeps_what_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(os, "posix_fallocate"):
        pytest.skip("needs a way to ask for room on the disk")
    reserve = os.posix_fallocate

    def full_beyond(room: int) -> Callable[[int, int, int], None]:
        def reserve_less(file: int, first: int, size: int) -> None:
            if size > room:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            reserve(file, first, size)

        return reserve_less

    monkeypatch.setattr(os, "posix_fallocate", full_beyond(20_000))
    with (
        HeapRecord("0.16", tmp_path) as record,
        pytest.raises(BudgetExceeded, match=r"^no room on the disk for .* bytes: No space"),
    ):
        record.extend(100_000)
    monkeypatch.undo()
    with HeapRecord("0.16", tmp_path) as record:
        assert len(record) > 8192
        assert _listed(record, len(record)) == _plain("0.16", len(record))


def _heaps_after_steps(steps: int) -> int:
    with HeapRecord("grundy") as record:
        record.extend(10**9, steps=steps)
        return len(record)


@native
def test_progress_names_the_place_of_a_proof() -> None:
    seen: list[RecordProgress] = []
    with HeapRecord("0.356") as record:
        proved = record.extend(10**6, progress=seen.append)
        assert proved is not None
    assert [state.heaps for state in seen] == sorted(state.heaps for state in seen)
    assert seen[-1].heaps >= proved.checked


def test_other_games_and_lengths_are_refused() -> None:
    for code in ("0.8", "0.[3]", "0.3F"):
        with pytest.raises(IllegalPositionError, match="expected an octal code"):
            HeapRecord(code)
    with HeapRecord("0.07") as record:
        with pytest.raises(BudgetExceeded, match="expected at most"):
            record.extend(1 << 41)
        with pytest.raises(BudgetExceeded, match="expected a heap below 0"):
            record[0]
    with pytest.raises(SurveyError, match="closed"):
        len(record)


@native
def test_the_command_says_what_is_proved() -> None:
    report = report_of("octal", "0.77", "--json")
    assert report["schema"] == "farstar.octal/1"
    assert (report["proved"], report["preperiod"], report["period"]) == (True, 71, 12)
    assert report["statement"] == (
        "proved: G(n + 12) = G(n) for all n >= 71, because it holds for 71 <= n < 156"
    )
    shown = run("octal", "grundy", "--heaps", "5e3", "--audit", "2")
    assert shown.exit_code == 0
    assert "no period proved with 5,000 heaps" in shown.output
    assert "mask 126" in shown.output
    assert "2 heaps, by the definition" in shown.output


@pytest.mark.parametrize(
    ("words", "exit_code", "message"),
    [
        (("0.9",), 2, "octal code"),
        (("0.77", "--heaps", "many"), 2, "expected a number such as"),
        (("grundy", "--heaps", "2^60"), 3, "expected at most"),
    ],
)
def test_the_command_refuses_in_one_line(
    words: tuple[Any, ...], exit_code: int, message: str
) -> None:
    result = run("octal", *words)
    assert result.exit_code == exit_code
    assert message in result.output


@native
@pytest.mark.long
def test_all_codes_of_two_digits_with_every_tile() -> None:
    for first, *rest in product("04", range(8), range(8)):
        code = f"{first}.{''.join(map(str, rest))}"
        plain = _plain(code, 300)
        for tile in (1, 3, 64, 1024):
            with HeapRecord(code, tile=tile) as record:
                record.extend(300)
                assert _listed(record, 300) == plain, (code, tile)
