"""The driver: hands chunks to a runner, writes what comes back, and can stop anywhere."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass

from farstar.errors import BudgetExceeded, SurveyError
from farstar.surveys._plan import Plan
from farstar.surveys._runners import Runner
from farstar.surveys._store import Entry, Store
from farstar.surveys._work import Work

_FULL = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True)
class Progress:
    """How far a survey is."""

    chunks: int
    all_chunks: int
    positions: int
    all_positions: int
    redone: int = 0
    """Chunks that were recorded and found missing, cut short or changed."""


Report = Callable[[Progress], object]


def drive(
    store: Store, plan: Plan, work: Work, runner: Runner, *, resume: bool, report: Report
) -> None:
    """Compute what is missing of a survey.

    Raises
    ------
    SurveyError
        If the folder holds a survey and `resume` is false, or another survey, or if another
        process works on it.
    BudgetExceeded
        If the disk is full. As after any other interruption, what is done stays.
    """
    with _explained(store), ExitStack() as held:
        if not store.manifest.exists():
            # Nothing is begun that could not go on.
            held.enter_context(runner.connected())
        held.enter_context(store.writing())
        entries, redone = _take_up(store, plan, resume=resume)
        missing = [chunk for chunk in plan.chunks if chunk.number not in entries]
        every, done = plan.positions, sum(plan.chunks[number].positions for number in entries)

        def tell() -> None:
            report(Progress(len(entries), len(plan.chunks), done, every, redone))

        tell()
        with closing(runner.run(work, missing)) as answers:
            for chunk, answer in answers:
                _check_versions(plan.versions, answer.versions)
                entries[chunk.number] = store.put(chunk, answer.data, answer.rows)
                done += chunk.positions
                tell()
        store.finish(plan, entries)


def _take_up(store: Store, plan: Plan, *, resume: bool) -> tuple[dict[int, Entry], int]:
    """Return what is done of a plan, and how many chunks are to be done again."""
    if not store.manifest.exists():
        store.begin(plan)
        return {}, 0
    if not resume:
        raise SurveyError(
            f"expected a new folder, got {str(store.path)!r}, which holds a survey: "
            "resume it, or choose another"
        )
    before, recorded, complete = store.load()
    if before != plan:
        raise SurveyError(
            f"expected to resume the survey in {str(store.path)!r}, got another one: "
            f"{_difference(before, plan)}"
        )
    entries = store.sound(plan, recorded)
    if not complete or len(entries) < len(plan.chunks):
        store.keep(plan, entries)
    return entries, len(recorded) - len(entries)


def _difference(before: Plan, now: Plan) -> str:
    """Say what two plans do not share."""
    for what in ("name", "parameters", "columns", "versions", "source"):
        old, new = getattr(before, what), getattr(now, what)
        if old != new:
            return "the file has changed" if what == "source" else f"{what} {old} there, {new} here"
    return f"{len(before.chunks)} chunks there, {len(now.chunks)} here"


def _check_versions(wanted: Mapping[str, str], found: Mapping[str, str]) -> None:
    if dict(wanted) != dict(found):
        raise SurveyError(f"expected workers with {_listed(wanted)}, got one with {_listed(found)}")


def _listed(versions: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())


@contextmanager
def _explained(store: Store) -> Iterator[None]:
    """Turn failures of the disk into one line."""
    try:
        yield
    except OSError as error:
        reason = f"{error.strerror or error} in {str(store.path)!r}"
        if error.errno in _FULL:
            raise BudgetExceeded(
                f"out of space: {reason}; what is done stays and can be resumed"
            ) from error
        raise SurveyError(f"expected a folder that can be written, got: {reason}") from error
