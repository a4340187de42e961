"""Runners, who compute the chunks, and the driver, which writes what comes back.

A runner takes a function and chunks, and yields each chunk with what the function made of its
arguments, in the order in which they are done. There is one interface, from a laptop to a cluster.
A runner asks for chunks as it can use them, so it may be given more of them than fit in memory, and
closing it stops all its work. The driver can stop anywhere, and go on later.
"""

from __future__ import annotations

import errno
import hashlib
import importlib
import pickle
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping
from contextlib import (
    AbstractContextManager,
    ExitStack,
    closing,
    contextmanager,
    nullcontext,
    suppress,
)
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias, TypeVar

from farstar import _processes
from farstar._arguments import shown
from farstar._processes import ADVICE, NOT_LOADED
from farstar.errors import BudgetExceeded, SurveyError
from farstar.surveys._identity import UNKNOWN
from farstar.surveys._libraries import versions
from farstar.surveys._manifest import Chunk, Manifest, Plan, Program
from farstar.surveys._store import Store, is_folder_within, read_all
from farstar.surveys._work import ChunkFile, Question, UnrepeatableError, Work, portable

R = TypeVar("R")

Function: TypeAlias = Callable[[Mapping[str, Any]], R]
Results: TypeAlias = Generator[tuple[Chunk, R], None, None]


class Runner(Protocol):
    """Who computes the chunks."""

    def connected(self) -> AbstractContextManager[object]:
        """Hold what a run needs, such as a connection, so that a run in the block can begin."""

    def run(self, work: Function[R], chunks: Iterable[Chunk]) -> Results[R]:
        """Yield each chunk with its result, as they are done."""


class Serial:
    """One chunk after the other, in this process."""

    def connected(self) -> AbstractContextManager[object]:
        """Do nothing: this process is always available."""
        return nullcontext()

    def run(self, work: Function[R], chunks: Iterable[Chunk]) -> Results[R]:
        """Yield each chunk with its result, in order."""
        for chunk in chunks:
            try:
                result = work(chunk.arguments)
            except Exception as error:
                raise portable(error) from error
            yield chunk, result


class ProcessPool(Serial):
    """Several processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, work: Function[R], chunks: Iterable[Chunk]) -> Results[R]:
        """Yield each chunk with its result, as they are done."""
        tasks = ((chunk, dict(chunk.arguments)) for chunk in chunks)
        pool = _processes.ProcessPool(self.jobs, packed(work), tasks, SurveyError)
        with closing(pool.results()) as results:
            yield from results


def choose(jobs: int, cluster: str | None) -> Runner:
    """Return the runner for a number of processes, or for the Dask cluster at an address.

    With one job everything happens in this process; the address ``local`` stands for a cluster of
    `jobs` processes on this machine.
    """
    if cluster is not None:
        from farstar.surveys._cluster import Cluster

        return Cluster(cluster, jobs)
    return Serial() if jobs == 1 else ProcessPool(jobs)


def packed(work: object) -> bytes:
    """Return work as bytes; with cloudpickle installed, functions of a notebook can be sent too."""
    try:
        pickler: Any = importlib.import_module("cloudpickle")
    except ImportError:
        pickler = pickle
    try:
        return bytes(pickler.dumps(work))
    except Exception as error:
        raise SurveyError(f"{NOT_LOADED}, got {error}: {ADVICE}") from None


# The driver.


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

    illegal: int = 0
    """Points that were left out because the rules know no position there."""

    failed: int = 0
    """Points whose rows hold an error."""


Report = Callable[[Progress], object]


class Watcher:
    """Reads the chunks as they come, and may find that the later ones are not needed."""

    last: int | None = None
    """The last chunk that is needed, or None as long as all are."""

    def note(self, number: int, data: bytes) -> None:
        """Read the rows of a chunk."""

    def wanted(self, chunks: Iterable[Chunk], done: Container[int]) -> Iterator[Chunk]:
        """Yield what is to be computed; how far is found out only meanwhile."""
        for chunk in chunks:
            if self.last is not None and chunk.number > self.last:
                return
            if chunk.number not in done:
                yield chunk

    def is_enough(self, done: Container[int]) -> bool:
        """Return whether every chunk up to the last that is needed is done."""
        return self.last is not None and all(number in done for number in range(self.last))


def planned(asked: Question, wanted: int | None = None, *, is_kept: bool = True) -> Plan:
    """Return the plan of a question, in this many chunks or as many as the question chooses."""
    # Before the first position is tried: a program may change what it depends on.
    identity = asked.identity() if is_kept else UNKNOWN
    chunks = tuple(asked.chunks(wanted))
    program = Program(versions(), *identity, asked.texts())
    # The number of chunks says how those of a game were cut; studies may cut in other ways.
    cut = wanted if asked.kind == "ready" else None
    return Plan(
        asked.kind, asked.named(), asked.parameters(), dict(asked.columns), chunks, cut, program
    )


def drive(
    asked: Question,
    store: Store,
    runner: Runner,
    *,
    chunks: int | None = None,
    resume: bool,
    accept_changes: bool = False,
    is_kept: bool = True,
    report: Report,
    watcher: Watcher | None = None,
) -> Manifest:
    """Compute what a folder does not have of an answer yet, and return the manifest of the whole.

    With a `watcher`, only as far as it is needed. After any interruption what is done stays.
    """
    if chunks is None and resume and store.manifest.exists():
        chunks = store.load().plan.cut_again
    plan = planned(asked, chunks, is_kept=is_kept)
    work = Work.of(asked, plan.program)
    is_watched, watcher = watcher is not None, watcher or Watcher()
    with _explained(store), ExitStack() as held:
        if not store.manifest.exists():
            # Nothing is begun that could not go on.
            held.enter_context(runner.connected())
        held.enter_context(store.writing())
        manifest = _recorded_so_far(store, plan, resume=resume, accept_changes=accept_changes)
        plan, recorded = manifest.plan, manifest.entries
        entries = store.sound(plan, recorded)
        progress = Progress(
            len(entries),
            len(plan.chunks),
            sum(plan.chunks[number].positions for number in entries),
            plan.positions,
            len(recorded) - len(entries),
            sum(entry.illegal for entry in entries.values()),
            sum(entry.failed for entry in entries.values()),
        )
        for number, entry in entries.items() if is_watched else ():
            watcher.note(number, read_all(store.path / plan.chunks[number].file, entry.bytes))
        is_whole = len(entries) == len(plan.chunks)
        if not is_whole:
            # What is damaged stays recorded: it must come out as it was.
            store.begin(manifest)
        report(progress)
        if not is_whole and not watcher.is_enough(entries):
            missing = watcher.wanted(plan.chunks, frozenset(entries))
            with closing(runner.run(work, missing)) as answers:
                for chunk, file in answers:
                    if not accept_changes:
                        _check_repetition(chunk, file, manifest)
                    entry = store.put(chunk, file, len(manifest.earlier))
                    entries[chunk.number] = entry
                    progress = replace(
                        progress,
                        chunks=len(entries),
                        positions=progress.positions + chunk.positions,
                        illegal=progress.illegal + entry.illegal,
                        failed=progress.failed + entry.failed,
                    )
                    report(progress)
                    watcher.note(chunk.number, file.data)
                    if watcher.is_enough(entries):
                        break
        if watcher.last is not None and watcher.last < len(plan.chunks) - 1:
            return _forget_later(store, replace(manifest, entries=entries), watcher.last)
        finished = replace(manifest, entries=entries, is_complete=True)
        if not is_whole or not manifest.is_complete:
            store.finish(finished)
        return finished


def _forget_later(store: Store, manifest: Manifest, last: int) -> Manifest:
    """Remove the chunks that are not needed, so that a folder does not depend on who was faster."""
    needed = {number: entry for number, entry in manifest.entries.items() if number <= last}
    kept = replace(manifest, entries=needed, is_complete=False)
    store.begin(kept)
    for chunk in manifest.plan.chunks[last + 1 :]:
        path = store.path / chunk.file
        if is_folder_within(store.path, path.parent):
            path.unlink(missing_ok=True)
            with suppress(OSError):
                path.parent.rmdir()
    return kept


def _recorded_so_far(store: Store, plan: Plan, *, resume: bool, accept_changes: bool) -> Manifest:
    """Return the manifest to continue: that of the folder, sound or not, or a new one."""
    if not store.manifest.exists():
        return Manifest(plan)
    if not resume:
        raise SurveyError(
            f"expected a new folder, got {str(store.path)!r}, which holds a survey: "
            "resume it, or choose another"
        )
    manifest = store.load()
    question = _difference(manifest.plan, plan)
    if question is not None:
        raise SurveyError(
            f"expected to resume the survey in {str(store.path)!r}, got another one: {question}"
        )
    change = manifest.plan.program.difference(plan.program)
    if change is None:
        return manifest
    if not accept_changes:
        raise SurveyError(
            f"expected to resume the survey in {str(store.path)!r} with the program that began "
            f"it, got another one: {change}; to keep the chunks that are done, resume with "
            "--accept-changes (accept_changes=True)"
        )
    earlier = (*manifest.earlier, manifest.plan.program)
    return Manifest(plan, earlier, manifest.entries)


def _difference(before: Plan, now: Plan) -> str | None:
    """Return what two questions do not share, None if they are the same."""
    for what in ("name", "kind", "parameters", "columns"):
        old, new = getattr(before, what), getattr(now, what)
        if old != new and isinstance(old, Mapping):
            names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
            name = names[0] if names else "in another order"
            return f"{what} {name} {shown(old.get(name))} there, {shown(new.get(name))} here"
        if old != new:
            return f"{what} {shown(old)} there, {shown(new)} here"
    if len(before.chunks) != len(now.chunks):
        return f"{len(before.chunks)} chunks there, {len(now.chunks)} here"
    return None if before.chunks == now.chunks else "it is cut into other chunks"


def _check_repetition(chunk: Chunk, file: ChunkFile, manifest: Manifest) -> None:
    """Refuse a chunk that is computed again and does not come out as it was recorded."""
    recorded = manifest.entries.get(chunk.number)
    if recorded is None or hashlib.sha256(file.data).hexdigest() == recorded.sha256:
        return
    reason = "the program is not deterministic, or it has changed in a way that cannot be seen"
    if recorded.program < len(manifest.earlier):
        reason = "it was computed before the program was changed"
    raise UnrepeatableError(
        f"expected chunk {chunk.number} to give the recorded rows again, got other rows: {reason}; "
        "run the survey again in a new folder, or take the new rows with --resume "
        "--accept-changes (accept_changes=True)"
    )


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
