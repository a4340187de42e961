"""How far a survey or a search is: a bar with its rate and the time that is left."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import ProgressColumn, Task

    from farstar.surveys import Progress


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[Progress], None]]:
    """Show progress on standard error while the block runs, if somebody watches."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
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
            return Text(f"{scaled(rate)} positions/s, {clock(left)} left")

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
