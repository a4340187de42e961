"""``farstar bench``: how fast the engine is, next to other libraries."""

from __future__ import annotations

import contextlib
from typing import Any

import click

from farstar.cli._bench._suite import SUITES, Row
from farstar.cli._common import Command, emit_json

_EXAMPLES = """\b
Examples:
  farstar bench
  farstar bench engine --no-peers
  farstar bench engine --quick --no-peers --json
  farstar bench sums
  farstar bench domineering --only domineering-5x5
  farstar bench bulk --only outcome-table
"""


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("suite", metavar="[SUITE]", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list with one entry a peer.")
@click.option(
    "--peers/--no-peers",
    default=True,
    help="Install and measure other libraries too, or leave them out.",
)
@click.option("--quick", is_flag=True, help="Try everything on a small scale.")
@click.option("--only", metavar="NAME", help="Measure only the row of this name.")
@click.pass_context
def command(
    ctx: click.Context,
    suite: tuple[str, ...],
    as_json: bool,
    peers: bool,
    quick: bool,
    only: str | None,
) -> int:
    """Time the engine in CPU seconds, next to pycgt, cgt-py and ogdoad.

    SUITE is engine; sums: deciding sums that no simple bound decides; bulk: listing and counting
    whole families; or domineering: boards of Domineering, Clobber and Amazons. The other libraries
    are installed into a temporary environment, which is removed afterwards; where one is too slow
    for the whole work it gets less, and the ratio is that of the times for the same work. Every
    measurement has a process of its own, so that nothing is remembered from another; short ones
    are repeated, and the median counts. Answers are compared before times are.
    """
    rows = _rows(ctx, suite, only)
    from farstar.cli._bench._measure import run_row
    from farstar.cli._bench._peers import installed_peers

    names = tuple(dict.fromkeys(name for row in rows for name in row.peers)) if peers else ()
    entries: list[dict[str, Any]] = []
    with contextlib.ExitStack() as stack:
        found, missing = stack.enter_context(installed_peers(names, _note))
        for row in rows:
            entries += run_row(
                row,
                quick=quick,
                peers=found,
                missing=missing,
                memory=ctx.meta.get("farstar.memory"),
                note=_note,
            )
    if as_json:
        emit_json(entries)
    else:
        from farstar.cli._bench._report import show

        show(entries)
    differing = [entry for entry in entries if entry["answers_agree"] is False]
    for entry in differing:
        _note(f"{entry['name']}: {entry['peer']} finds other values than Farstar")
    return 1 if differing else 0


def _rows(ctx: click.Context, suite: tuple[str, ...], only: str | None) -> tuple[Row, ...]:
    if len(suite) > 1 or (suite and suite[0] not in SUITES):
        known = ", ".join(SUITES)
        raise click.UsageError(f"expected one suite among {known}, got {' '.join(suite)!r}", ctx)
    rows = SUITES[suite[0] if suite else "engine"]
    if only is None:
        return rows
    chosen = tuple(row for row in rows if row.name == only)
    if not chosen:
        known = ", ".join(row.name for row in rows)
        raise click.UsageError(f"expected the name of a row, one of {known}, got {only!r}", ctx)
    return chosen


def _note(text: str) -> None:
    click.echo(text, err=True)
