"""How far a table over ranges has come, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import prod


@contextmanager
def progress_bar(ranges: Mapping[str, Sequence[int]]) -> Iterator[None]:
    """Show on a terminal how far a table has come, once it takes more than a moment."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    import farstar as fs

    columns = TextColumn("positions"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("positions", total=prod(map(len, ranges.values())), visible=False)
        with fs.progress(lambda count: bar.update(task, completed=count, visible=True)):
            yield
