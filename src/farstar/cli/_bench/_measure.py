"""Runs the rows of a suite, each in processes of its own, and compares."""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import farstar as fs
from farstar.cli._bench import _race
from farstar.cli._bench._peers import Peer, clean_environment
from farstar.cli._bench._suite import SOURCE, Row, suite_of

SCHEMA = "farstar.bench/1"
_SHORT = 0.5
"""Seconds; what takes less is measured several times."""
_ROUNDS = 5
_PATIENCE = 900


@dataclass(frozen=True)
class Run:
    """What one library took for one piece of work."""

    seconds: float
    peak_bytes: int | None
    answers: tuple[str, ...]
    engine: str | None


class WorkFailed(RuntimeError):  # noqa: N818 - it reads as what happened
    """A library could not do the work."""


def run_row(
    row: Row,
    *,
    quick: bool,
    peers: dict[str, Peer],
    missing: dict[str, str],
    memory: int | None,
    note: Callable[[str], None],
) -> list[dict[str, Any]]:
    """Measure one row; return an entry for each peer, or a single one where there is none."""
    size = row.quick if quick else row.size
    note(f"{row.name}: {row.says.format(size)}")
    if row.native_only and fs.engine.active().name != "native":
        return [_entry(row, size, None, note="the native engine is not there: not measured")]
    try:
        return _measured(row, size, _Ours(row, memory), peers, missing, quick)
    except WorkFailed as error:
        return [_entry(row, size, None, note=f"could not do it: {error}")]


def _measured(
    row: Row,
    size: int,
    ours: _Ours,
    peers: dict[str, Peer],
    missing: dict[str, str],
    quick: bool,
) -> list[dict[str, Any]]:
    mine = ours.at(size)
    entries = []
    for name, full_size in row.peers.items():
        peer_size = row.quick if quick else full_size
        if name in missing:
            entries.append(_entry(row, size, mine, peer=name, note=_absent(missing[name])))
        elif name in peers:
            there = ours.at(peer_size)
            entries.append(_against(row, size, mine, peers[name], peer_size, there))
    told = "; ".join(mine.answers) if row.shows_answers else None
    entries = entries or [_entry(row, size, mine, note=told)]
    if row.doublings:
        series = [(n, ours.at(n).seconds) for n in row.sizes(size)]
        for entry in entries:
            entry |= {"series": series, "exponent": exponent(series)}
    # Other boards than the ones that were timed elsewhere say nothing about them.
    if not quick:
        entries += [_quote(row, size, mine, name, seconds) for name, seconds in row.quoted.items()]
    return entries


class _Ours:
    """What Farstar takes for a row, by size; measured when first asked for."""

    def __init__(self, row: Row, memory: int | None) -> None:
        self._row, self._memory = row, memory
        self._runs: dict[int, Run] = {}

    def at(self, size: int) -> Run:
        if size not in self._runs:
            self._runs[size] = ours_at(self._row, size, self._memory)
        return self._runs[size]


def exponent(series: Sequence[tuple[int, float]]) -> float | None:
    """Return the exponent of the power of the size that fits the times best.

    That is the slope of the line of least squares through the logarithms.

    Examples
    --------
    >>> exponent([(10, 0.5), (20, 2.0), (40, 8.0)])
    2.0
    """
    points = [(math.log(size), math.log(seconds)) for size, seconds in series if seconds > 0]
    if len({x for x, _ in points}) < 2:
        return None
    xs, ys = zip(*points, strict=True)
    return round(statistics.linear_regression(xs, ys).slope, 3)


def ours_at(row: Row, size: int, memory: int | None) -> Run:
    """Measure Farstar."""
    words = [row.work, str(size), *([] if memory is None else [str(memory)])]
    try:
        return _median([sys.executable, *_from_source(), "farstar", *words])
    except WorkFailed as error:
        if str(error).startswith("BudgetExceeded"):
            raise fs.BudgetExceeded(str(error).partition(": ")[2]) from None
        raise


def _from_source() -> list[str]:
    # As a module, so that the same Farstar is imported that runs now.
    return ["-m", "farstar.cli._bench._race"]


def _against(
    row: Row, size: int, ours: Run, peer: Peer, peer_size: int, ours_there: Run
) -> dict[str, Any]:
    try:
        theirs = _theirs_at(row, peer, peer_size)
        series = [
            (n, theirs.seconds if n == peer_size else _theirs_at(row, peer, n).seconds)
            for n in (row.sizes(peer_size) if row.doublings else [])
        ]
    except WorkFailed as error:
        return _entry(row, size, ours, peer=peer.name, note=f"could not do it: {error}")
    agree = answers_agree(ours_there.answers, theirs.answers)
    entry = _entry(row, size, ours, peer=peer.name)
    entry |= {
        "peer_version": peer.version,
        "peer_work": row.says.format(peer_size),
        "peer_s": theirs.seconds,
        "peer_peak_bytes": theirs.peak_bytes,
        "ours_at_peer_work_s": ours_there.seconds,
        "answers_compared": len(theirs.answers),
        "answers_agree": agree,
        "peer_series": series or None,
        "peer_exponent": exponent(series),
    }
    # A time is worth comparing only for the same answer.
    if agree:
        entry["ratio"] = theirs.seconds / max(ours_there.seconds, 1e-9)
    return entry


def _theirs_at(row: Row, peer: Peer, size: int) -> Run:
    words = [peer.name, row.work, str(size)]
    if peer.is_ours:
        return _median([str(peer.python), *_from_source(), *words])
    place = str(Path(_race.__file__))
    return _median([str(peer.python), "-I", place, *words], environment=clean_environment())


def _quote(row: Row, size: int, ours: Run, name: str, seconds: float) -> dict[str, Any]:
    entry = _entry(row, size, ours, peer=name, note=f"not measured in this run, but from {SOURCE}")
    # No ratio: the machines differ.
    return entry | {"peer_work": entry["work"], "peer_s": seconds, "measured": False}


def answers_agree(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Tell whether two libraries found the same games, however they write them.

    Examples
    --------
    >>> answers_agree(("{3||2|1}", "9/4"), ("{3|{2|1}}", "9/4"))
    True
    """
    return len(ours) == len(theirs) and all(
        a == b or _read(a) == _read(b) for a, b in zip(ours, theirs, strict=True)
    )


def _read(text: str) -> fs.Value | Fraction | str:
    try:
        return fs.Value(text)
    except fs.NotationError:
        return text


def _median(command: list[str], environment: dict[str, str] | None = None) -> Run:
    """Run `command` once, or several times if that is quick; return the median."""
    runs = [_run(command, environment)]
    if runs[0].seconds < _SHORT:
        runs += [_run(command, environment) for _ in range(_ROUNDS - 1)]
    middle = statistics.median_low(run.seconds for run in runs)
    return next(run for run in runs if run.seconds == middle)


def _run(command: list[str], environment: dict[str, str] | None) -> Run:
    try:
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise WorkFailed(f"it took more than {_PATIENCE} seconds") from None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise WorkFailed(f"exit code {done.returncode}: {last[:200]}")
    found = json.loads(done.stdout.splitlines()[-1])
    if "error" in found:
        raise WorkFailed(found["error"][:200])
    return Run(found["seconds"], found["peak_bytes"], tuple(found["answers"]), found["engine"])


def _absent(reason: str) -> str:
    return f"not measured: {reason}"


def _entry(
    row: Row, size: int, ours: Run | None, *, peer: str | None = None, note: str | None = None
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "suite": suite_of(row),
        "name": row.name,
        "work": row.says.format(size),
        "engine": None if ours is None else ours.engine,
        "ours_s": None if ours is None else ours.seconds,
        "ours_peak_bytes": None if ours is None else ours.peak_bytes,
        "peer": peer,
        "peer_version": None,
        "peer_work": None,
        "peer_s": None,
        "peer_peak_bytes": None,
        "ours_at_peer_work_s": None,
        "ratio": None,
        "answers_compared": None,
        "answers_agree": None,
        "target": row.target,
        "note": note,
        "series": None,
        "exponent": None,
        "peer_series": None,
        "peer_exponent": None,
        "measured": True,
    }
