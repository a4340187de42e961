"""``farstar bench``: how fast this installation is."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import click

from farstar.cli._common import Command, emit_json

SCHEMA = "farstar.bench/1"

_EXAMPLES = """\b
Examples:
  farstar bench
  farstar bench --json
"""

_ROUNDS = 3


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("nothing", metavar="", nargs=-1)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: a list with one entry per operation."
)
@click.pass_context
def command(ctx: click.Context, nothing: tuple[str, ...], as_json: bool) -> int:
    """Time a few operations of the engine on this machine, in CPU seconds.

    Each operation is run three times with an empty store, and the median is given. The repository
    has benchmarks against other libraries.
    """
    if nothing:
        raise click.UsageError(f"expected no argument, got {' '.join(nothing)!r}", ctx)
    from farstar import engine

    times = {
        name: statistics.median(_seconds(function) for _ in range(_ROUNDS))
        for name, (_, function) in _OPERATIONS.items()
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


def _seconds(function: Callable[[], object]) -> float:
    from farstar import engine

    engine.collect()
    start = time.process_time()
    function()
    return time.process_time() - start


def _canonical_forms() -> object:
    from farstar.games import bulk

    return bulk.partizan_euclid_values(120)


def _hot_sum() -> object:
    from farstar import Value

    return sum((Value(f"{{{n}|||{n - 1}||{n - 2}|0}}") for n in range(1, 7)), Value(0)).mean


def _switches() -> object:
    from farstar import Value

    return sum((Value(f"+-{n}") for n in range(1, 13)), Value(0)).thermograph()


def _contested_sum() -> object:
    from farstar import parse

    return parse("E(91,89) - E(58,43) - E(100,93) - E(55,43) + E(81,46) + E(91,51)").outcome


def _board() -> object:
    from farstar import Domineering

    board = Domineering("4x5")
    board.ruleset.forget()
    return board.value


_OPERATIONS = {
    "canonical-forms": ("the values of all coprime E(p,q), q<p<2q, p<=120", _canonical_forms),
    "hot-sum": ("sum of {n|||n-1||n-2|0}, n=1..6, and its mean", _hot_sum),
    "switches": ("thermograph of +-1 + +-2 + ... + +-12", _switches),
    "contested-sum": ("who wins a sum of six positions of Partizan Euclid", _contested_sum),
    "board": ("value of Domineering, 4x5", _board),
}
"""What is timed, by name: little enough that the reference engine ends as well."""
