"""``farstar survey``: compute many positions, resumably, on one core or on a cluster."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

import click

from farstar.cli import _families, _rulesets
from farstar.cli._survey_display import check_options, progress_and_advice
from farstar.cli.common import choice, command_with_examples, emit_json, flag, say, setting
from farstar.cli.completion import folders, invariants, surveys
from farstar.tables.ranges import split

if TYPE_CHECKING:
    from farstar.surveys import Progress, Survey

SCHEMA = "farstar.survey/1"

_COUNTS = {"illegal": "illegal positions left out", "failed": "positions that failed"}
"""What is said only where there are any."""

# Text, or sets such as {1,4}/{1,3..}/odd/k=2; numbers are ranges.
_SETTING = re.compile(r"([a-z]+)=([A-Za-z]+|[A-Za-z{][A-Za-z0-9{},./=\s]*)", re.ASCII)


@command_with_examples("""\b
Examples:
  farstar survey --list
  farstar survey partizan-euclid-census --bound 100000 --jobs 2
  farstar survey partizan-euclid-outcomes only=P --bound 10000 --out p-positions
  farstar survey grossman-winners k=1..10 --bound 100000 --json
  farstar survey grossman-winners 'multipliers={1,4}/{1,3..}/odd' --bound 100000
  farstar survey 'E(p,q) + *n' p=2..90 q=1..90 n=0..3 --where 'q < p' --show outcome --out sums
  farstar survey Domineering --boards 3x4 --show 'value, temperature' --out boards
  farstar survey --rules clobber.rules --strips 12 --show 'value, outcome' --jobs 2 --out strips
  farstar survey --rules mygame.py:Game --heaps 50x2 --show grundy
  farstar survey --misere 'Kayles(n)' n=1..40 --show 'outcome, genus' --out kayles
  farstar survey mygame.py n=0..10000 --show 'grundy, outcome' --jobs 4 --out mygame
  farstar survey grossman-lengths --bound 100000 --cluster tcp://scheduler:8786 --out lengths
  farstar survey --check lengths
\b
After an interruption the same command with --resume continues where it stopped. After a failure at
a position the same command would fail again: correct the rules and use --resume --accept-changes,
or run the survey again with --on-error record.
""")
@click.argument(
    "words", metavar="NAME | GAME | FILE.py [RANGE...]", nargs=-1, shell_complete=surveys
)
@flag("--list", "as_list", "List the built-in surveys.")
@setting(
    "--check",
    "checked",
    "DIR",
    "Check the files of a survey against their checksums.",
    shell_complete=folders,
)
@setting("--bound", "N", "Built-in surveys: the bound.", type=int)
@_rulesets.option
@_families.options
@setting(
    "--show",
    "WHAT",
    "For a game: the invariants to record (see farstar table --help).",
    shell_complete=invariants,
)
@flag("--misere", "For a game: misère play; --show may name outcome, value, genus and position.")
@setting("--where", "CONDITION", "For a game: only these positions, such as 'q < p'.")
@setting("--types", "NAME=TYPE,...", "For a game: column types (int, float, fraction, bool, str).")
@choice(
    "--on-error",
    "stop record",
    "For a game: what to do if a position fails; 'record' fills the column error.",
    default="stop",
)
@setting("--position-limit", "NODES", "For a game: budget for each position, in nodes.", type=int)
@setting("--out", "DIR", "Write the rows to this folder.", shell_complete=folders)
@flag("--resume", "Continue the survey in that folder.")
@flag("--accept-changes", "Resume even though the program has changed; this is recorded.")
@setting("--jobs", "J", "Number of processes; 1 by default.", type=int, default=1)
@setting("--cluster", "ADDRESS", "A Dask scheduler, or 'local' for one here.")
@setting("--chunks", "C", "Number of chunks.", type=int)
@flag("--json", "as_json", "Print JSON, one object.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    words: tuple[str, ...],
    as_list: bool,
    checked: str | None,
    out: str | None,
    types: str | None,
    ruleset: str | None,
    as_json: bool,
    misere: bool,
    **options: Any,
) -> int:
    """Run a built-in survey, or compute any invariant of any game over ranges of positions.

    The work is divided into chunks, each written completely or not at all, so an interrupted survey
    can be resumed. With --out the rows are kept in a folder of Parquet files, for 'farstar query',
    Polars or DuckDB; without it only the summary is printed.
    """
    if as_list:
        return _list(as_json)
    if checked is not None:
        if words:
            raise click.UsageError(f"expected --check DIR alone, got {words[0][:60]!r}")
        return _check(checked, as_json)
    rest, ranges = split(words)
    names, settings = _settings(rest)
    family = _families.pop_options(options)
    what: Any = names[0] if names else None
    if family and (ruleset is None) == (len(names) == 1) and not ranges:
        what = _rulesets.game(what if ruleset is None else ruleset)
        ranges = {_families.NAME: _families.positions(family, _rulesets.loaded(what))}
    elif family or len(names) != 1:
        given = repr(" ".join(names)[:80]) if names else "none"
        raise click.UsageError(
            "expected the name of a survey (--list shows them), a game with ranges, a game or "
            "--rules with --boards, --strips or --heaps, or a file, "
            f"got {given}"
        )
    elif ruleset is not None:
        _rulesets.load(ruleset)
    check_options(ctx, {**settings, **ranges})
    if misere:
        from farstar.tables import misere_show

        options["show"] = misere_show(options["show"] or "outcome")
    if types is not None:
        options["types"] = _types(types)
    from farstar.surveys import survey as run

    asked: dict[str, Any] = {**options, **settings, **ranges}
    began = time.perf_counter()
    record = ", or begin anew in another folder with --on-error record"
    with progress_and_advice(str(what), out, record) as (note, states):
        survey = run(what, out=out, progress=note, **asked)
    seconds = time.perf_counter() - began
    if as_json:
        emit_json(_report(survey, out, seconds))
    else:
        _show(survey, out, states, seconds)
    return 0


def _settings(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """Return the words that are none and the settings, such as ``only=P``, among them."""
    rest, settings = list[str](), dict[str, str]()
    for word in words:
        match = _SETTING.fullmatch(word)
        if match is None:
            rest.append(word)
        elif match[1] in settings:
            raise click.UsageError(
                f"expected {match[1]} once, got {settings[match[1]]} and {match[2]}"
            )
        else:
            settings[match[1]] = match[2]
    return rest, settings


def _types(text: str) -> dict[str, str]:
    """Return the types that ``weight=int, name=str`` declares."""
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(equals for _, equals, _ in pairs):
        raise click.UsageError(f"expected types such as weight=int, got {text[:80]!r}")
    return {name.strip(): kind.strip() for name, _, kind in pairs}


def _check(folder: str, as_json: bool) -> int:
    """Compare every chunk with its checksum; return 1 if one is damaged."""
    from farstar import surveys

    survey, damaged = surveys.Survey.inspect(folder)
    done, every = survey.chunks
    if as_json:
        facts = {"survey": survey.name, "complete": survey.is_complete, "chunks": every}
        emit_json({"schema": SCHEMA, **facts, "checked": done, "damaged": damaged})
    else:
        for file in damaged:
            click.echo(f"damaged: {file}")
        state = "all sound" if not damaged else f"{len(damaged)} damaged: --resume makes them again"
        click.echo(f"{survey.name}: {done} of {every} chunks are done, {state}", err=bool(damaged))
    return 1 if damaged else 0


def _report(survey: Survey, out: str | None, seconds: float) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "survey": survey.name,
        "parameters": survey.parameters,
        "rows": len(survey),
        "illegal": survey.illegal,
        "failed": survey.failed,
        "chunks": survey.chunks[1],
        "changes": len(survey.history) - 1,
        "versions": survey.versions,
        "out": out,
        "seconds": round(seconds, 3),
        **survey.summary(),
    }


def _show(survey: Survey, out: str | None, states: list[Progress], seconds: float) -> None:
    first, last = states[0], states[-1]
    for name, answer in survey.summary().items():
        if name not in _COUNTS or answer:
            _show_one(_COUNTS.get(name, name.replace("_", " ")), answer)
    kept = f", {first.chunks} of them from before" if first.chunks else ""
    again = f", {first.redone} found damaged and done again" if first.redone else ""
    chunks = "1 chunk" if last.all_chunks == 1 else f"{last.all_chunks} chunks"
    click.echo(
        f"{survey.name}: {len(survey):,} rows in {chunks}{kept}{again}, "
        f"{seconds:.1f} s" + (f", in {out!r}" if out else ""),
        err=True,
    )
    note_history(survey)


def note_history(survey: Survey) -> None:
    """Say that a survey holds rows of several programs, if it does."""
    *earlier, _ = survey.history
    kept = sum(len(program["chunks"]) for program in earlier)
    if kept:
        click.echo(
            f"note: {kept} of {survey.chunks[1]} chunks were computed before the program was "
            "changed, and kept by --accept-changes",
            err=True,
        )


def _show_one(name: str, answer: object) -> None:
    if isinstance(answer, list) and answer and isinstance(answer[0], dict):
        from farstar.tables import Table

        rows = tuple(tuple(_cell(cell) for cell in row.values()) for row in answer)
        click.echo(Table(tuple(answer[0]), rows).text().strip("\n"))
    elif isinstance(answer, dict):
        click.echo(f"{name}: " + ", ".join(f"{key} {_cell(cell)}" for key, cell in answer.items()))
    elif isinstance(answer, list):
        click.echo(f"{name}: " + " ".join(str(_cell(cell)) for cell in answer))
    else:
        click.echo(f"{name}: {_cell(answer)}")


def _cell(cell: object) -> object:
    words = {True: "yes", False: "no", None: "all"}
    return words[cell] if cell is None or isinstance(cell, bool) else cell


def _list(as_json: bool) -> int:
    from farstar.surveys import studies

    if as_json:
        records = [
            {
                "name": study.name,
                "title": study.title,
                "bound": {"default": study.default, "most": study.most},
                "options": dict(study.options),
                "columns": dict(study.columns),
            }
            for study in studies().values()
        ]
        emit_json({"schema": SCHEMA, "surveys": records})
        return 0
    for study in studies().values():
        click.echo(study.name)
        say(f"    {study.title}", 4)
        say(
            f"    --bound N: {study.meaning} N; {study.default:,} if left out, "
            f"at most {study.most:,}",
            6,
        )
        for name, meaning in study.options.items():
            say(f"    {name}=...: {meaning}", 6)
    return 0
