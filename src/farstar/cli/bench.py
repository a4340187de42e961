"""``farstar bench``: how fast this installation is."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import click

from farstar.cli.common import command_with_examples, emit_json, flag

SCHEMA = "farstar.bench/1"

_ROUNDS = 3


@command_with_examples("""\b
Examples:
  farstar bench
  farstar bench --json
""")
@click.argument("nothing", metavar="", nargs=-1)
@flag("--json", "as_json", "Print JSON: a list with one entry per operation.")
def command(nothing: tuple[str, ...], as_json: bool) -> int:
    """Time a few operations of the engine on this machine, in CPU seconds.

    Each operation is run three times with an empty store, and the median is given. The repository
    has benchmarks against other libraries.
    """
    if nothing:
        raise click.UsageError(f"expected no argument, got {' '.join(nothing)!r}")
    from farstar import engine

    operations = _operations()
    times = {
        name: statistics.median(_seconds(function) for _ in range(_ROUNDS))
        for name, (_, function) in operations.items()
    }
    if as_json:
        same = {"engine": engine.active().name, "peer": None, "peer_s": None, "ratio": None}
        emit_json(
            [
                {"schema": SCHEMA, "name": name, "work": operations[name][0], "ours_s": s, **same}
                for name, s in times.items()
            ]
        )
    else:
        for name, seconds in times.items():
            click.echo(f"{seconds * 1e3:10.2f} ms  {operations[name][0]}")
    return 0


def _operations() -> dict[str, tuple[str, Callable[[], object]]]:
    """Return what is timed, by name, those of plugins last."""
    from farstar.plugins import load_reference, merged

    plugged = merged("benchmarks").items()
    added = {name: (work, load_reference(function)) for name, (function, work) in plugged}
    return _OPERATIONS | added | _OPERATIONS


def _seconds(function: Callable[[], object]) -> float:
    from farstar import engine

    engine.collect()
    start = time.process_time()
    function()
    return time.process_time() - start


def _hot_sum() -> object:
    import farstar as fs

    terms = (fs.Value(f"{{{n}|||{n - 1}||{n - 2}|0}}") for n in range(1, 7))
    return sum(terms, fs.Value(0)).mean


def _switches() -> object:
    import farstar as fs

    return sum((fs.Value(f"+-{n}") for n in range(1, 13)), fs.Value(0)).thermograph()


def _board() -> object:
    import farstar as fs

    board = fs.Domineering("4x5")
    board.ruleset.forget()
    return board.value


_OPERATIONS: dict[str, tuple[str, Callable[[], object]]] = {
    "hot-sum": ("sum of {n|||n-1||n-2|0}, n=1..6, and its mean", _hot_sum),
    "switches": ("thermograph of +-1 + +-2 + ... + +-12", _switches),
    "board": ("value of Domineering, 4x5", _board),
}
"""What is timed, by name: little enough that the reference engine ends as well."""
