"""``farstar bench``: how fast the engine is, next to other libraries."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import click

from farstar.cli._bench._suite import SUITES, Row, all_rows
from farstar.cli._common import Command, emit_json

_EXAMPLES = """\b
Examples:
  farstar bench
  farstar bench all --markdown --plot bench.svg
  farstar bench engine --no-peers
  farstar bench engine --quick --no-peers --json
  farstar bench sums
  farstar bench domineering --only domineering-5x5
  farstar bench bulk --only outcome-table
  farstar bench rules
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
@click.option("--markdown", is_flag=True, help="Print tables in Markdown.")
@click.option(
    "--plot", "picture", metavar="FILE", help="Draw ratios and growth: .svg, .pdf or .png."
)
@click.pass_context
def command(
    ctx: click.Context,
    suite: tuple[str, ...],
    as_json: bool,
    peers: bool,
    quick: bool,
    only: str | None,
    markdown: bool,
    picture: str | None,
) -> int:
    """Time the engine in CPU seconds, next to pycgt, cgt-py and ogdoad.

    SUITE is engine; partizan-euclid and geography: these games one by one; sums: deciding sums
    that no simple bound decides; bulk: listing and counting whole families; domineering: boards
    of Domineering, Clobber and Amazons; rules: games of five lines of Python; start-up; or all,
    which is what runs without SUITE. The other libraries are installed into a temporary
    environment, which is removed afterwards; where one is too slow for the whole work it gets
    less, and the ratio is that of the times for the same work. Every measurement has a process of
    its own, so that nothing is remembered from another; short ones are repeated, and the median
    counts. Answers are compared before times are. Some work is also done at half the size, a
    quarter, and so on, and the growth of the time is fitted by a power of the size.
    """
    rows = _rows(ctx, suite, only)
    if markdown and as_json:
        raise click.UsageError("expected --json or --markdown, got both", ctx)
    if picture is not None:
        _check_picture(ctx, picture)
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
        from farstar.cli._bench._report import show, show_markdown

        (show_markdown if markdown else show)(entries)
    if picture is not None:
        from farstar.cli._bench._plot import draw

        draw(entries, picture)
        _note(f"{picture}: ratios and growth")
    differing = [entry for entry in entries if entry["answers_agree"] is False]
    for entry in differing:
        _note(f"{entry['name']}: {entry['peer']} finds other values than Farstar")
    return 1 if differing else 0


def _rows(ctx: click.Context, suite: tuple[str, ...], only: str | None) -> tuple[Row, ...]:
    name = suite[0] if suite else "all"
    if len(suite) > 1 or name not in (*SUITES, "all"):
        known = ", ".join((*SUITES, "all"))
        raise click.UsageError(f"expected one suite among {known}, got {' '.join(suite)!r}", ctx)
    rows = all_rows() if name == "all" else SUITES[name]
    if only is None:
        return rows
    chosen = tuple(row for row in rows if row.name == only)
    if not chosen:
        known = ", ".join(row.name for row in rows)
        raise click.UsageError(f"expected the name of a row, got {only!r}; there are {known}", ctx)
    return chosen


def _check_picture(ctx: click.Context, name: str) -> None:
    """Refuse a bad name before an hour is spent, and where nothing can be drawn."""
    from farstar.cli._bench._plot import ENDINGS, load

    path = Path(name)
    if path.suffix.lower() not in ENDINGS:
        known = ", ".join(ENDINGS)
        raise click.UsageError(f"expected a file that ends in {known}, got {name!r}", ctx)
    if not path.parent.is_dir() or path.is_dir():
        raise click.UsageError(f"expected a file in a folder that is there, got {name!r}", ctx)
    load()


def _note(text: str) -> None:
    click.echo(text, err=True)
