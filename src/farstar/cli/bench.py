"""``farstar bench``: how fast this installation is."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

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
    from farstar.games import bulk

    # Two operations are about a game of a plugin.
    left_out = (
        () if hasattr(bulk, "partizan_euclid_values") else ("canonical-forms", "contested-sum")
    )
    times = {
        name: statistics.median(_seconds(function) for _ in range(_ROUNDS))
        for name, (_, function) in _OPERATIONS.items()
        if name not in left_out
    }
    if as_json:
        same = {"engine": engine.active().name, "peer": None, "peer_s": None, "ratio": None}
        emit_json(
            [
                {"schema": SCHEMA, "name": name, "work": _OPERATIONS[name][0], "ours_s": s, **same}
                for name, s in times.items()
            ]
        )
    else:
        for name, seconds in times.items():
            click.echo(f"{seconds * 1e3:10.2f} ms  {_OPERATIONS[name][0]}")
    return 0


def _seconds(function: Callable[[Any], object]) -> float:
    import farstar as fs

    fs.engine.collect()
    start = time.process_time()
    function(fs)
    return time.process_time() - start


def _canonical_forms(_: Any) -> object:
    from farstar.games import bulk

    return bulk.partizan_euclid_values(120)


def _hot_sum(fs: Any) -> object:
    terms = (fs.Value(f"{{{n}|||{n - 1}||{n - 2}|0}}") for n in range(1, 7))
    return sum(terms, fs.Value(0)).mean


def _switches(fs: Any) -> object:
    return sum((fs.Value(f"+-{n}") for n in range(1, 13)), fs.Value(0)).thermograph()


def _contested_sum(fs: Any) -> object:
    return fs.parse("E(91,89) - E(58,43) - E(100,93) - E(55,43) + E(81,46) + E(91,51)").outcome


def _board(fs: Any) -> object:
    board = fs.Domineering("4x5")
    board.ruleset.forget()
    return board.value


_OPERATIONS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "canonical-forms": (
        "the values of all coprime E(p,q), q<p<2q, p<=120",
        _canonical_forms,
    ),
    "hot-sum": ("sum of {n|||n-1||n-2|0}, n=1..6, and its mean", _hot_sum),
    "switches": ("thermograph of +-1 + +-2 + ... + +-12", _switches),
    "contested-sum": ("who wins a sum of six positions of Partizan Euclid", _contested_sum),
    "board": ("value of Domineering, 4x5", _board),
}
"""What is timed, by name: little enough that the reference engine ends as well."""
