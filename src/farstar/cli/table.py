"""``farstar table``: any invariant over ranges of positions."""

from __future__ import annotations

import sys
import textwrap
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from farstar.cli._ranges import progress_bar
from farstar.cli._rulesets import load
from farstar.cli._rulesets import option as ruleset_option
from farstar.cli.common import Command, flag, save, save_text, setting
from farstar.cli.completion import files, formats, games, invariants
from farstar.tables.ranges import split

if TYPE_CHECKING:
    from farstar import Table

_EXAMPLES = """\b
Examples:
  farstar table 'E(p,q)' p=10..15 q=11..20 --where 'p < q' --show atomic-weight
  farstar table 'Euclid(a,b)' a=0..9 b=0..9 --show grundy --format latex
  farstar table 'A(0,n,0)' n=1..7 --show value,mean,temperature
  farstar table 'E(k+1,k)' k=2..9 --show value,word
  farstar table '{n|-n} + *' n=1..5 --show value,outcome --out switches.csv
  farstar table 'Kayles(n)' n=0..20 --show grundy --ruleset kayles.py:Kayles
  farstar table --misere 'Kayles(n)' n=1..12 --show outcome,genus,value
"""


class _TableCommand(Command):
    """A command whose help lists the invariants."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from farstar.invariants import INVARIANTS

        super().format_epilog(ctx, formatter)
        with formatter.section("Invariants"):
            formatter.write_dl([(i.name, i.description) for i in INVARIANTS.values()])


@click.command(cls=_TableCommand, epilog=_EXAMPLES)
@click.argument("words", metavar="EXPR NAME=RANGE...", nargs=-1, shell_complete=games)
@setting(
    "--show",
    "NAMES",
    "Invariants from the list below, or any attributes of the positions, with commas between "
    "them; value by default.",
    shell_complete=invariants,
)
@setting("--where", "CONDITION", "Only positions that satisfy this condition.")
@setting(
    "--format",
    "form",
    "FORMAT",
    "text (the default), markdown, latex, latex-macros (for the package combgames-symbols), "
    "csv, html, json or parquet.",
    default="text",
    shell_complete=formats,
)
@flag("--json", "as_json", "Same as --format json.")
@flag("--unicode", "In text, write values with arrows and other symbols.")
@flag("--two-column", "In LaTeX, for a paper in two columns: floats, and no overfull line.")
@flag("--long", "as_list", "One row for each position.")
@flag("--misere", "Misère play: --show may name outcome (the default), value, genus and position.")
@setting("--caption", "TEXT", "Caption of the table.")
@setting("--label", "NAME", "Label of the table for \\ref in LaTeX.", default="")
@setting("--out", "FILE", "Write to a file; its suffix chooses the format.", shell_complete=files)
@ruleset_option
def command(
    words: tuple[str, ...],
    show: str | None,
    where: str | None,
    form: str,
    as_json: bool,
    unicode: bool,
    two_column: bool,
    as_list: bool,
    misere: bool,
    caption: str | None,
    label: str,
    out: str | None,
    ruleset: str | None,
) -> int:
    """Tabulate invariants of EXPR, an expression in which the NAMEs are variables.

    A RANGE is a number, 3..8, 3..8..2 (with a step), or several of these separated by commas. Two
    ranges and one invariant give a grid; anything else gives a list.
    """
    import farstar as fs
    from farstar.tables import FORMATS, misere_show

    name = load(ruleset)
    expressions, ranges = split(words)
    if name is not None and not expressions:
        expressions = [f"{name}({','.join(ranges)})"]
    if len(expressions) != 1 or not ranges:
        raise click.UsageError(
            "expected an expression and ranges, such as 'E(p,q)' p=1..5 q=1..5, "
            f"got {' '.join(words)[:80]!r}"
        )
    wanted = "json" if as_json else form
    formats_known = (*FORMATS, "parquet")
    if wanted not in formats_known:
        raise click.UsageError(
            f"expected a format, one of {', '.join(formats_known)}, got {form[:40]!r}"
        )
    if wanted == "parquet" and out is None and sys.stdout.isatty():
        raise click.UsageError("expected a file for Parquet, such as --out table.parquet")
    grid = False if as_list else None
    names = misere_show(show or "outcome") if misere else show or "value"
    with progress_bar(ranges):
        table = fs.table(
            expressions[0], show=names, where=where, caption=caption, grid=grid, **ranges
        ).with_label(label)
    if two_column:
        if wanted not in ("latex", "latex-macros") and not (out or "").endswith(".tex"):
            raise click.UsageError("expected --format latex or --out FILE.tex with --two-column")
        text = table.latex(macros=wanted == "latex-macros", two_column=True)
        if out is None:
            click.echo(text)
        else:
            save_text(text, out, table.caption)
    elif out is not None:
        save(table, out)
    elif wanted == "text":
        _show(table, unicode=unicode)
    elif wanted == "parquet":
        click.echo(table.parquet(), nl=False)
    else:
        click.echo(table.write(wanted).rstrip("\n"))
    return 0


def _show(table: Table, *, unicode: bool) -> None:
    if sys.stdout.isatty():
        from farstar.cli._show import writes_arrows

        width = get_terminal_size().columns
        lines = table.text(unicode=writes_arrows(), width=width).splitlines()
        if table.caption:
            click.echo("\n".join(textwrap.wrap(lines.pop(0), width)))
        cut = (line if len(line) <= width else f"{line[: width - 3]}..." for line in lines)
        click.echo("\n".join(cut))
        if any(len(line) > width for line in lines):
            click.echo("note: wide cells are cut off here; --out table.csv keeps them", err=True)
    else:
        click.echo(table.text(unicode=unicode))
