"""The driver: hands chunks to a runner, writes what comes back, and can stop anywhere."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Protocol

from farstar.errors import BudgetExceeded, SurveyError
from farstar.surveys._plan import Chunk, Plan
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


class Watcher(Protocol):
    """Reads the chunks as they come, and may find that the later ones are not needed."""

    @property
    def last(self) -> int | None:
        """The last chunk that is needed, or None as long as all are."""

    def note(self, number: int, data: bytes) -> None:
        """Read the rows of a chunk."""


def drive(
    store: Store,
    plan: Plan,
    work: Work,
    runner: Runner,
    *,
    resume: bool,
    report: Report,
    watcher: Watcher | None = None,
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
        every, done = plan.positions, sum(plan.chunks[number].positions for number in entries)

        def tell() -> None:
            report(Progress(len(entries), len(plan.chunks), done, every, redone))

        tell()
        if watcher is not None:
            for number in entries:
                watcher.note(number, (store.path / plan.chunks[number].file).read_bytes())
        if len(entries) < len(plan.chunks) and not _is_enough(watcher, entries):
            with closing(runner.run(work, _missing(plan, entries, watcher))) as answers:
                for chunk, answer in answers:
                    _check_versions(plan.versions, answer.versions)
                    entries[chunk.number] = store.put(chunk, answer.data, answer.rows)
                    done += chunk.positions
                    tell()
                    if watcher is not None:
                        watcher.note(chunk.number, answer.data)
                    if _is_enough(watcher, entries):
                        break
        if len(entries) == len(plan.chunks) and _last(watcher) in (None, len(plan.chunks) - 1):
            store.finish(plan, entries)
        else:
            _forget_later(store, plan, entries, _last(watcher))


def _missing(plan: Plan, entries: Mapping[int, Entry], watcher: Watcher | None) -> Iterator[Chunk]:
    """Yield what is to be computed; what is needed is found out only meanwhile."""
    before = set(entries)
    for chunk in plan.chunks:
        last = _last(watcher)
        if last is not None and chunk.number > last:
            return
        if chunk.number not in before:
            yield chunk


def _last(watcher: Watcher | None) -> int | None:
    return None if watcher is None else watcher.last


def _is_enough(watcher: Watcher | None, entries: Mapping[int, Entry]) -> bool:
    last = _last(watcher)
    return last is not None and all(number in entries for number in range(last))


def _forget_later(store: Store, plan: Plan, entries: Mapping[int, Entry], last: int | None) -> None:
    """Remove the chunks after the last one that is needed, so that a folder depends on no luck."""
    needed = {number: entry for number, entry in entries.items() if last is None or number <= last}
    store.keep(plan, needed)
    for chunk in plan.chunks:
        if chunk.number not in needed:
            path = store.path / chunk.file
            path.unlink(missing_ok=True)
            with suppress(OSError):
                path.parent.rmdir()


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
