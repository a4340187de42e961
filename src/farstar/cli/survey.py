"""``farstar survey``: compute many positions, resumably, on one core or on a cluster."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

import click

from farstar.cli._common import Command, emit_json
from farstar.cli._ranges import split
from farstar.cli._survey_display import progress_bar

if TYPE_CHECKING:
    from farstar.surveys import Progress, Survey

SCHEMA = "farstar.survey/1"

_SETTING = re.compile(r"([a-z]+)=([A-Za-z]+)")

_EXAMPLES = """\b
Examples:
  farstar survey --list
  farstar survey partizan-euclid-census --bound 100000 --jobs 2
  farstar survey partizan-euclid-outcomes only=P --bound 10000 --out p-positions
  farstar survey grossman-winners k=1..10 --bound 100000 --json
  farstar survey 'E(p,q) + *n' p=2..90 q=1..90 n=0..3 --where 'q < p' --show outcome --out sums
  farstar survey mygame.py n=0..10000 --show 'grundy, outcome' --jobs 4 --out mygame
  farstar survey grossman-lengths --bound 100000 --cluster tcp://scheduler:8786 --out lengths
\b
After an interruption the same command with --resume goes on where it stopped.
"""


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("words", metavar="NAME | GAME | FILE.py [RANGE...]", nargs=-1)
@click.option("--list", "as_list", is_flag=True, help="List the ready surveys.")
@click.option("--bound", metavar="N", type=int, help="For a ready survey: how far.")
@click.option(
    "--show", metavar="WHAT", help="For a game: what to note, as farstar table --help lists it."
)
@click.option("--where", metavar="CONDITION", help="For a game: which positions, such as 'q < p'.")
@click.option("--out", metavar="DIR", help="Write the rows to this folder.")
@click.option("--resume", is_flag=True, help="Go on with the survey in that folder.")
@click.option("--jobs", metavar="J", type=int, default=1, help="Processes; 1 by default.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, or 'local' for one here.")
@click.option("--chunks", metavar="C", type=int, help="Cut into so many chunks.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object.")
@click.pass_context
def command(
    ctx: click.Context,
    words: tuple[str, ...],
    as_list: bool,
    bound: int | None,
    show: str | None,
    where: str | None,
    out: str | None,
    resume: bool,
    jobs: int,
    cluster: str | None,
    chunks: int | None,
    as_json: bool,
) -> int:
    """Compute a ready survey, or any invariant of any game over ranges of positions.

    The work is cut into chunks; each is written whole or not at all, so that an interrupted
    survey can be resumed. With --out the rows stay in a folder of Parquet files, for
    'farstar query', Polars or DuckDB; without it only the summary is printed.
    """
    if as_list:
        return _list(as_json)
    rest, ranges = split(words)
    names, settings = _settings(rest)
    if resume and out is None:
        raise click.UsageError("expected --out with --resume, to say what to resume", ctx)
    if len(names) != 1:
        raise click.UsageError(
            "expected the name of a survey (--list shows them), a game with ranges, or a file, "
            f"got {' '.join(names)[:80]!r}",
            ctx,
        )
    began = time.perf_counter()
    survey, state = _run(
        names[0],
        out,
        resume,
        bound=bound,
        show=show,
        where=where,
        jobs=jobs,
        cluster=cluster,
        chunks=chunks,
        **{**settings, **ranges},
    )
    seconds = time.perf_counter() - began
    if as_json:
        emit_json(_report(survey, out, seconds))
    else:
        _show(survey, out, state, seconds)
    return 0


def _settings(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """Return the words that are none and the settings, such as ``only=P``, among them."""
    rest, found = list[str](), dict[str, str]()
    for word in words:
        match = _SETTING.fullmatch(word)
        if match is None:
            rest.append(word)
        elif match[1] in found:
            raise click.UsageError(
                f"expected {match[1]} once, got {found[match[1]]} and {match[2]}"
            )
        else:
            found[match[1]] = match[2]
    return rest, found


def _run(
    name: str, out: str | None, resume: bool, **options: Any
) -> tuple[Survey, tuple[Progress, Progress]]:
    """Make the survey; return it with how far it was at first and at last."""
    from farstar import surveys

    states: list[Progress] = []
    try:
        with progress_bar(name) as show:

            def note(progress: Progress) -> None:
                states[1:] = [progress]
                show(progress)

            made = surveys.survey(name, out=out, resume=resume, progress=note, **options)
    except BaseException:
        _say_what_stays(states, out)
        raise
    return made, (states[0], states[-1])


def _say_what_stays(states: list[Progress], out: str | None) -> None:
    if states and out is not None and states[-1].chunks < states[-1].all_chunks:
        last = states[-1]
        click.echo(
            f"{last.chunks} of {last.all_chunks} chunks are in {out!r}; "
            "the same command with --resume goes on from there",
            err=True,
        )


def _report(survey: Survey, out: str | None, seconds: float) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "survey": survey.name,
        "parameters": survey.parameters,
        "rows": len(survey),
        "chunks": survey.chunks[1],
        "versions": survey.versions,
        "out": out,
        "seconds": round(seconds, 3),
        **survey.summary(),
    }


def _show(
    survey: Survey, out: str | None, states: tuple[Progress, Progress], seconds: float
) -> None:
    first, last = states
    for name, found in survey.summary().items():
        _show_one(name.replace("_", " "), found)
    kept = f", {first.chunks} of them from before" if first.chunks else ""
    again = f", {first.redone} found damaged and done again" if first.redone else ""
    chunks = "1 chunk" if last.all_chunks == 1 else f"{last.all_chunks} chunks"
    click.echo(
        f"{survey.name}: {len(survey):,} rows in {chunks}{kept}{again}, "
        f"{seconds:.1f} s" + (f", in {out!r}" if out else ""),
        err=True,
    )


def _show_one(name: str, found: object) -> None:
    if isinstance(found, list) and found and isinstance(found[0], dict):
        from farstar.tables import Table

        rows = tuple(tuple(_cell(cell) for cell in row.values()) for row in found)
        click.echo(Table(tuple(found[0]), rows).text().strip("\n"))
    elif isinstance(found, dict):
        click.echo(f"{name}: " + ", ".join(f"{key} {_cell(cell)}" for key, cell in found.items()))
    elif isinstance(found, list):
        click.echo(f"{name}: " + " ".join(str(_cell(cell)) for cell in found))
    else:
        click.echo(f"{name}: {_cell(found)}")


def _cell(cell: object) -> object:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if cell is None:
        return "all"
    return cell


def _list(as_json: bool) -> int:
    from farstar.surveys import studies

    found = studies().values()
    if as_json:
        emit_json(
            {
                "schema": SCHEMA,
                "surveys": [
                    {
                        "name": study.name,
                        "title": study.title,
                        "bound": {"default": study.default, "most": study.most},
                        "options": dict(study.options),
                        "columns": dict(study.columns),
                    }
                    for study in found
                ],
            }
        )
        return 0
    for study in found:
        click.echo(study.name)
        click.echo(f"    {study.title}")
        click.echo(
            f"    --bound N: {study.meaning} N; {study.default:,} if left out, "
            f"at most {study.most:,}"
        )
        for name, meaning in study.options.items():
            click.echo(f"    {name}=...: {meaning}")
    return 0
