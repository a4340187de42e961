"""``farstar atlas``: the smallest position of every value of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from farstar.cli import _rulesets
from farstar.cli._survey_display import progress_shown
from farstar.cli.common import command_with_examples, emit_json, flag, setting
from farstar.cli.completion import folders, game_names

if TYPE_CHECKING:
    from farstar.surveys import Atlas, AtlasRow

SCHEMA = "farstar.atlas/1"


@command_with_examples("""\b
Examples:
  farstar atlas build Domineering --cells 9 --out atlas
  farstar atlas build Domineering --cells 14 --jobs 2 --out atlas
  farstar atlas look 'value = {2|-1/2}' --in Domineering --cells 9 --out atlas
  farstar atlas look 'temperature >= 1 and outcome == N' --in Domineering --cells 8 --all
  farstar atlas build --rules clobber.rules --cells 8 --out atlas
\b
For Domineering, Cram, Col and Snort a size counts free cells, in one region or several; for
other games it counts the cells of a rectangular board. Without --out nothing is kept, and 'look'
builds what it needs. After an interruption 'build' with the same --out resumes where it stopped.
""")
@click.argument("verb", type=click.Choice(["build", "look"]))
@click.argument("text", metavar="[GAME | CONDITION]", required=False, shell_complete=game_names)
@setting("--in", "game", "GAME", "The game to look in.", shell_complete=game_names)
@setting("--cells", "N", "The largest size; 8 by default.", type=int, default=8)
@setting("--out", "DIR", "The folder of the atlas, in Parquet files.", shell_complete=folders)
@setting("--jobs", "J", "Number of processes; 1 by default.", type=int, default=1)
@flag("--all", "every", "Show all positions, not only the smallest.")
@flag("--json", "as_json", "Print JSON, one object.")
@_rulesets.option
def command(
    verb: str,
    text: str | None,
    game: str | None,
    cells: int,
    out: str | None,
    jobs: int,
    every: bool,
    as_json: bool,
    ruleset: str | None,
) -> int:
    """Find the smallest position of every value of a game, or look one up.

    'build' lists all positions of GAME up to a size and keeps the smallest of each value. 'look'
    shows the smallest position that satisfies a condition on its value; the exit code is 1 if
    there is none.
    """
    named = game if verb == "look" else text
    if (named is None) == (ruleset is None) or (verb == "look" and text is None):
        raise click.UsageError(
            "expected build GAME, or look CONDITION --in GAME, with --rules instead of a game"
        )
    until = None if verb == "build" or every else text
    atlas = find(named, ruleset, cells, out, build=verb == "build", jobs=jobs, until=until)
    if verb == "build":
        _show_built(atlas, out, as_json)
        return 0
    rows = list(atlas.all(text or "")) if every else [atlas.look(text or "")]
    return show_rows([row for row in rows if row is not None], text or "", atlas, cells, as_json)


def find(
    named: str | None,
    ruleset: str | None,
    cells: int,
    out: str | None,
    *,
    build: bool,
    jobs: int = 1,
    until: str | None = None,
) -> Atlas:
    """Return the atlas of a game: from a folder if there is one, or built now."""
    from farstar.surveys import Atlas

    thing = _rulesets.game(named if ruleset is None else ruleset)  # type: ignore[arg-type]
    if out is not None and not build:
        return Atlas.load(out, thing, cells)
    with progress_shown("atlas") as show:
        return Atlas.build(thing, cells, until=until, out=out, jobs=jobs, progress=show)


def _show_built(atlas: Atlas, out: str | None, as_json: bool) -> None:
    hottest = [(row.cells, row.position, row.value) for row in atlas.hottest()]
    if as_json:
        rows = [{"cells": n, "position": board, "value": str(value)} for n, board, value in hottest]
        emit_json(
            {
                "schema": SCHEMA,
                "game": atlas.rules.name,
                "cells": atlas.cells,
                "values": len(atlas),
                "out": out,
                "hottest": rows,
            }
        )
        return
    kept = f", in {out!r}" if out else ""
    click.echo(f"{atlas.rules.name}: {len(atlas):,} values up to {atlas.cells} cells{kept}")
    from farstar.tables import Table

    cells = tuple((n, board, str(v), str(v.temperature)) for n, board, v in hottest)
    headings = ("cells", "hottest position", "value", "temperature")
    click.echo(Table(headings, cells).text().strip("\n"))


def show_rows(rows: list[AtlasRow], condition: str, atlas: Atlas, cells: int, as_json: bool) -> int:
    """Print the rows that were found; return 1 if there are none."""
    if as_json:
        records = [
            {"cells": row.cells, "position": row.position, "value": str(row.value)} for row in rows
        ]
        facts = {"game": atlas.rules.name, "cells": cells, "condition": condition}
        emit_json({"schema": SCHEMA, **facts, "rows": records})
    elif not rows:
        click.echo(
            f"none of the {len(atlas):,} values of {atlas.rules.name} up to {cells} cells "
            f"satisfies {condition}"
        )
    for row in () if as_json else rows:
        click.echo(f"{atlas.rules.name}({row.position}), {row.cells} cells: {row.value}")
    return 0 if rows else 1
