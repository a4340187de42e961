"""The measuring loop: who takes part in a case takes turns, each in processes of its own."""

from __future__ import annotations

import json
import math
import statistics
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import farstar as fs
from benchmarks.cases import Case
from benchmarks.peers import OURS, Peer

SCHEMA = "farstar.bench/1"
ROOT = Path(__file__).resolve().parents[1]
SHORT = 0.5
"""Seconds; what takes less is measured several times."""
ROUNDS = 5
PATIENCE = 900
SOURCE = "the project's own runs of those programs on another machine"
NOTHING_YET = (
    "ours_s", "ours_peak_bytes", "peer", "peer_version", "peer_work", "peer_s", "peer_peak_bytes",
    "ours_at_peer_work_s", "ratio", "answers_compared", "answers_agree", "target", "note",
    "series", "exponent", "peer_series", "peer_exponent",
)  # fmt: skip

Entry = dict[str, Any]
Job = tuple[Peer, int]
"""Who does the work, and its size."""


@dataclass(frozen=True)
class Run:
    """What one library took for one piece of work."""

    seconds: float
    peak_bytes: int | None
    answers: tuple[str, ...]


class WorkFailed(RuntimeError):  # noqa: N818 - it reads as what happened
    """A library could not do the work."""


def run_once(peer: Peer, size: int, case: Case) -> Run:
    """Do the work in a process of its own."""
    try:
        done = subprocess.run(
            [peer.python, "-m", "benchmarks.tasks", peer.name, case.name, str(size)],
            cwd=ROOT,
            env=peer.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise WorkFailed(f"it took more than {PATIENCE} seconds") from None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise WorkFailed(f"exit code {done.returncode}: {last[:200]}")
    report = json.loads(done.stdout.splitlines()[-1])
    if "error" in report:
        raise WorkFailed(report["error"])
    return Run(report["seconds"], report["peak_bytes"], tuple(report["answers"]))


def take_turns(case: Case, jobs: Iterable[Job]) -> dict[Job, Run | WorkFailed]:
    """Do every job, the short ones several times in turn; return the median run of each."""
    runs: dict[Job, list[Run]] = {job: [] for job in jobs}
    failures: dict[Job, WorkFailed] = {}
    for _ in range(ROUNDS):
        for job, earlier in runs.items():
            if job not in failures and not (earlier and earlier[0].seconds >= SHORT):
                try:
                    earlier.append(run_once(*job, case))
                except WorkFailed as error:
                    failures[job] = error
    return {job: failures.get(job) or _median(done) for job, done in runs.items()}


def _median(runs: list[Run]) -> Run:
    return sorted(runs, key=lambda run: run.seconds)[(len(runs) - 1) // 2]


def measure(
    case: Case, peers: Mapping[str, Peer], note: Callable[[str], None], *, quick: bool = False
) -> list[Entry]:
    """Measure one case; return an entry for each peer, or a single one where there is none."""
    size = case.quick if quick else case.size
    note(f"{case.name}: {case.says.format(size)}")
    chosen = {peers[name]: n for name, n in case.peers.items() if name in peers}
    if quick:
        chosen = dict.fromkeys(chosen, size)
    jobs = [(OURS, n) for n in (*case.sizes(size), *chosen.values())]
    jobs += [(peer, m) for peer, n in chosen.items() if not peer.missing for m in case.sizes(n)]
    runs = take_turns(case, dict.fromkeys(jobs))
    ours = runs[OURS, size]
    if isinstance(ours, WorkFailed):
        return [entry(case, size, note=f"could not do it: {ours}")]
    base = entry(
        case,
        size,
        ours_s=ours.seconds,
        ours_peak_bytes=ours.peak_bytes,
        note="; ".join(ours.answers) if case.shows_answers else None,
        **_growth(case, runs, OURS, size),
    )
    entries = [base | _against(case, peer, n, runs) for peer, n in chosen.items()] or [base]
    # Boards of other sizes than those that were timed elsewhere say nothing about them.
    for name, seconds in {} if quick else case.quoted.items():
        # No ratio: the machines differ.
        entries.append(
            base
            | {"peer": name, "peer_work": base["work"], "peer_s": seconds, "measured": False}
            | {"note": f"not measured in this run, but taken from {SOURCE}"}
        )
    return entries


def entry(case: Case, size: int, **fields: object) -> Entry:
    """Return an entry of the report, with null where nothing is said."""
    return {
        "schema": SCHEMA,
        "suite": case.suite,
        "name": case.name,
        "work": case.says.format(size),
        "engine": fs.engine.active().name,
        **dict.fromkeys(NOTHING_YET),
        "target": case.target,
        "measured": True,
        **fields,
    }


def _growth(
    case: Case, runs: Mapping[Job, Run | WorkFailed], who: Peer, size: int, prefix: str = ""
) -> Entry:
    """Return the series of a library, and the power of the size that fits it."""
    if not case.halvings:
        return {}
    timed = [(n, runs[who, n]) for n in case.sizes(size)]
    series = [(n, run.seconds) for n, run in timed if isinstance(run, Run)]
    return {f"{prefix}series": series, f"{prefix}exponent": exponent(series)}


def _against(case: Case, peer: Peer, size: int, runs: Mapping[Job, Run | WorkFailed]) -> Entry:
    """Return what an entry says about a peer."""
    fields: Entry = {"peer": peer.name, "peer_version": peer.version}
    if peer.missing:
        return fields | {"note": f"not measured: {peer.missing}"}
    ours, theirs = runs[OURS, size], runs[peer, size]
    if isinstance(ours, WorkFailed) or isinstance(theirs, WorkFailed):
        failure = theirs if isinstance(theirs, WorkFailed) else ours
        return fields | {"note": f"could not do it: {failure}"}
    agree = answers_agree(ours.answers, theirs.answers)
    return fields | {
        "peer_work": case.says.format(size),
        "peer_s": theirs.seconds,
        "peer_peak_bytes": theirs.peak_bytes,
        "ours_at_peer_work_s": ours.seconds,
        "answers_compared": len(theirs.answers),
        "answers_agree": agree,
        # A time is worth comparing only for the same answer.
        "ratio": theirs.seconds / max(ours.seconds, 1e-9) if agree else None,
        **_growth(case, runs, peer, size, "peer_"),
    }


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


def answers_agree(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Tell whether two libraries found the same games, however they write them.

    Examples
    --------
    >>> answers_agree(("{3||2|1}", "9/4"), ("{3|{2|1}}", "9/4"))
    True
    """
    return len(ours) == len(theirs) and all(
        a == b or _read(a) == _read(b) for a, b in zip(ours, theirs, strict=True)
    )


def _read(text: str) -> fs.Value | str:
    try:
        return fs.Value(text)
    except fs.NotationError:
        return text
