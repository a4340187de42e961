"""How far a survey or a search is: a bar on a terminal, a line a minute elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from farstar.surveys import Progress


_MINUTE = 60.0
_TICK = 1.0


class ProgressLog:
    """Notes once a minute how far a survey is, for those who read it later.

    Lines begin with the `title` and go to `write`; `clock` returns the time in seconds.
    """

    def __init__(
        self,
        title: str,
        write: Callable[[str], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._title = title
        self._write = write
        self._clock = clock
        self._began = self._last = clock()
        self._first: Progress | None = None
        self._progress: Progress | None = None

    def show(self, progress: Progress) -> None:
        """Take note of how far it is."""
        # What an earlier run did tells nothing about the speed of this one.
        self._first = self._first or progress
        self._progress = progress

    def tick(self) -> None:
        """Write a line, if the last one is a minute old."""
        now = self._clock()
        if now - self._last >= _MINUTE:
            self._last = now
            self._write(f"{self._title}: {self._state(now)}")

    def _state(self, now: float) -> str:
        if self._first is None or self._progress is None:
            return "not begun"
        last = self._progress
        share = 100 * last.positions // max(last.all_positions, 1)
        state = f"{last.chunks} of {last.all_chunks} chunks, {share} %"
        done = last.positions - self._first.positions
        if not done:
            return state
        return f"{state}, {_speed(done, now - self._began, last.all_positions - last.positions)}"


def _speed(done: float, seconds: float, left: float) -> str:
    """Return the positions a second, and the time left at that rate."""
    rate = done / seconds
    return f"{scaled(rate)} positions/s, {clock(left / rate)} left"


def check_options(ctx: click.Context, variables: Iterable[str], *taken: str) -> None:
    """Refuse options that make no sense together, and variables that are called like options."""
    if ctx.params["resume"] and ctx.params["out"] is None:
        raise click.UsageError("expected --out with --resume, to say what to resume")
    if ctx.params["accept_changes"] and not ctx.params["resume"]:
        raise click.UsageError("expected --accept-changes with --resume, got it alone")
    options = {*ctx.params, "progress", *taken} - {"words", "checked"}
    for name in sorted(options.intersection(variables)):
        raise click.UsageError(f"expected another name than {name!r} for a variable")


@contextmanager
def progress_and_advice(
    title: str, out: str | None, instead: str = ""
) -> Iterator[tuple[Callable[[Progress], None], list[Progress]]]:
    """Show progress, and say after an interruption how much a folder holds and how to go on.

    Yields what is told of the progress, and the list of the first state and the last. After some
    failures --resume alone does not help; `instead` says what else may.
    """
    states: list[Progress] = []
    try:
        with progress_shown(title) as show:

            def note(progress: Progress) -> None:
                states[1:] = [progress]
                show(progress)

            yield note, states
    except BaseException as error:
        from farstar.surveys import FailedPosition, UnrepeatableError

        last = states[-1] if states and not isinstance(error, UnrepeatableError) else None
        if out is not None and last is not None and last.chunks < last.all_chunks:
            advice = "the same command with --resume goes on from there"
            if isinstance(error, FailedPosition):
                advice = (
                    "the same command fails there again: fix the program and resume with "
                    f"--resume --accept-changes{instead}"
                )
            done = f"{last.chunks} of {last.all_chunks} chunks"
            click.echo(f"{done} are in {out!r}; {advice}", err=True)
        raise


@contextmanager
def progress_shown(title: str) -> Iterator[Callable[[Progress], None]]:
    """Show progress on standard error while the block runs."""
    with _progress_bar(title) if sys.stderr.isatty() else _progress_log(title) as show:
        yield show


@contextmanager
def _progress_log(title: str) -> Iterator[Callable[[Progress], None]]:
    log = ProgressLog(title, lambda line: click.echo(line, err=True))
    over = threading.Event()

    def watch() -> None:
        while not over.wait(_TICK):
            log.tick()

    # A chunk may take longer than a minute, and then nothing else would speak.
    watcher = threading.Thread(target=watch, daemon=True)
    with suppress(RuntimeError):  # a system without threads: then only chunks are logged
        watcher.start()
    try:
        yield log.show
    finally:
        over.set()
        if watcher.ident is not None:
            watcher.join()


@contextmanager
def _progress_bar(title: str) -> Iterator[Callable[[Progress], None]]:
    from rich import progress as rich_progress
    from rich.console import Console
    from rich.markup import escape

    with rich_progress.Progress(
        rich_progress.TextColumn("{task.description}"),
        rich_progress.BarColumn(bar_width=24),
        rich_progress.TextColumn("{task.percentage:>3.0f}%"),
        rich_progress.TextColumn("{task.fields[chunks]} chunks"),
        rich_progress.TextColumn("{task.fields[speed]}"),
        rich_progress.TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task(escape(title), total=None, chunks="0", speed="")
        base: list[int] = []

        def show(progress: Progress) -> None:
            total = progress.all_positions
            if not base:
                # What an earlier run did tells nothing about the speed of this one.
                bar.reset(task, total=total, completed=progress.positions)
                base.append(progress.positions)
            done, seconds = progress.positions - base[0], bar.tasks[0].elapsed
            bar.update(
                task,
                completed=progress.positions,
                total=total,
                chunks=f"{progress.chunks}/{progress.all_chunks}",
                speed=_speed(done, seconds, total - progress.positions) if done and seconds else "",
            )

        yield show


def scaled(number: float) -> str:
    """Return a number with a prefix."""
    for prefix, size in (("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.1f} {prefix}"
    return f"{number:.0f}"


def clock(seconds: float) -> str:
    """Return a time as hours, minutes and seconds."""
    whole = int(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    head = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"{head}:{whole % 60:02}"
