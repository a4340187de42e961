"""How far a survey or a search is: a bar on a terminal, a line a minute elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import ProgressColumn, Task

    from farstar.surveys import Progress


_MINUTE = 60.0
_TICK = 1.0


class ProgressLog:
    """Notes once a minute how far a survey is, for those who read it later.

    Parameters
    ----------
    title : str
        What the lines begin with.
    write : callable
        Takes a line.
    clock : callable
        Returns the time in seconds.

    Examples
    --------
    >>> from farstar.surveys import Progress
    >>> times = iter([0, 59, 60])
    >>> log = ProgressLog("census", print, lambda: next(times))
    >>> log.show(Progress(2, 10, 2000, 10000))
    >>> log.tick()
    >>> log.show(Progress(5, 10, 5000, 10000))
    >>> log.tick()
    census: 5 of 10 chunks, 50 %, 50 positions/s, 1:40 left
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
        rate = done / (now - self._began)
        return f"{state}, {_speed(rate, (last.all_positions - last.positions) / rate)}"


def _speed(rate: float, left: float) -> str:
    return f"{scaled(rate)} positions/s, {clock(left)} left"


@contextmanager
def kept_in(
    out: str | None, states: Sequence[Progress], instead: str | None = None
) -> Iterator[None]:
    """Say after an interruption how much a folder holds, and how to go on.

    After some failures --resume alone does not help; `instead` says what else may.
    """
    try:
        yield
    except BaseException as error:
        _say_what_stays(out, states, instead, error)
        raise


def _say_what_stays(
    out: str | None, states: Sequence[Progress], instead: str | None, error: BaseException
) -> None:
    from farstar.surveys import FailedPosition, UnrepeatableError

    if not states or out is None or isinstance(error, UnrepeatableError):
        return
    last = states[-1]
    if last.chunks == last.all_chunks:
        return
    advice = "the same command with --resume goes on from there"
    if isinstance(error, FailedPosition):
        advice = (
            "the same command fails there again: mend the program and go on with --resume "
            "--accept-changes" + (f", {instead}" if instead else "")
        )
    click.echo(f"{last.chunks} of {last.all_chunks} chunks are in {out!r}; {advice}", err=True)


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
    watcher.start()
    try:
        yield log.show
    finally:
        over.set()
        watcher.join()


@contextmanager
def _progress_bar(title: str) -> Iterator[Callable[[Progress], None]]:
    from rich.markup import escape

    with _bar() as bar:
        task = bar.add_task(escape(title), total=None, chunks="0", base=0)
        base: list[int] = []

        def show(progress: Progress) -> None:
            if not base:
                # What an earlier run did tells nothing about the speed of this one.
                bar.reset(task, total=progress.all_positions, completed=progress.positions)
                base.append(progress.positions)
            bar.update(
                task,
                completed=progress.positions,
                total=progress.all_positions,
                chunks=f"{progress.chunks}/{progress.all_chunks}",
                base=base[0],
            )

        yield show


def _bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TextColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.fields[chunks]} chunks"),
        _rate_column(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def _rate_column() -> ProgressColumn:
    from rich.progress import ProgressColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """Positions a second, and the time left at that rate."""

        def render(self, task: Task) -> Text:
            seconds = task.elapsed or 0.0
            done = task.completed - task.fields.get("base", 0)
            if not done or seconds <= 0:
                return Text("")
            rate = done / seconds
            left = ((task.total or task.completed) - task.completed) / rate
            return Text(_speed(rate, left))

    return Rate()


def scaled(number: float) -> str:
    """Return a number with a prefix.

    Examples
    --------
    >>> scaled(12), scaled(34_500), scaled(2.5e9)
    ('12', '34.5 k', '2.5 G')
    """
    for prefix, size in (("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.1f} {prefix}"
    return f"{number:.0f}"


def clock(seconds: float) -> str:
    """Return a time as hours, minutes and seconds.

    Examples
    --------
    >>> clock(75), clock(4000)
    ('1:15', '1:06:40')
    """
    whole = int(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    head = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"{head}:{whole % 60:02}"
