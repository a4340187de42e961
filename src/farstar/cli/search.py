"""``farstar search``: look for a counterexample to a claim, or for a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from farstar.cli import _rulesets
from farstar.cli._survey_display import check_options, progress_and_advice
from farstar.cli.common import command_with_examples, emit_json, flag, setting
from farstar.cli.completion import files, folders, game_names, games
from farstar.tables.ranges import split

if TYPE_CHECKING:
    from farstar.surveys import SearchResult

SCHEMA = "farstar.search/1"


@command_with_examples("""\b
Example: the file claim.py holds
  import farstar as fs
  game = fs.PartizanEuclid
  ranges = {"p": range(3, 300), "q": range(2, 300)}
  where = "q < p < 2*q and gcd(p, q) == 1"
  def claim(position):
      "Nobody but the first player wins positions of value *."
      return str(position.outcome) == "N" or str(position.value) != "*"
\b
  farstar search --claim claim.py --jobs 2
  farstar search --claim claim.py p=3..1000 q=2..1000 --out searched
  farstar search --claim claim.py p=3..1000 q=2..1000 --out searched --resume
  farstar search --claim claim.py p=3..1000000 q=2..1000000 --sample 10000
\b
  farstar search 'value = {2|-1/2}' --in Domineering --cells 8
  farstar search 'temperature >= 0' --in Clobber --rules clobber.rules --cells 6
  farstar search --find 'value == {2|0}' 'A(x,y,z)' x=0..9 y=1..9 z=0..9
  farstar search --find 'temperature >= 1 and outcome == N' 'Domineering(a x b)' a=1..4 b=1..4
""")
@click.argument("words", metavar="[GAME] [RANGE...]", nargs=-1, shell_complete=games)
@setting("--claim", "FILE.py", "The file with the claim.", shell_complete=files)
@setting("--find", "CONDITION", "Find a position such as 'value == {2|-1}'.")
@setting(
    "--in", "inside", "GAME", "Look through all small positions of GAME.", shell_complete=game_names
)
@setting("--cells", "N", "With --in: their largest size, by default 8.", type=int)
@setting(
    "--atlas", "DIR", "With --in: a folder that 'farstar atlas' has made.", shell_complete=folders
)
@_rulesets.option
@setting("--where", "CONDITION", "Which points, such as 'q < p'.")
@setting("--out", "DIR", "Record progress in this folder.")
@flag("--resume", "Continue the search in that folder.")
@flag("--accept-changes", "Resume even though the program has changed; this is recorded.")
@setting("--jobs", "J", "Number of processes; 1 by default.", type=int, default=1)
@setting("--cluster", "ADDRESS", "A Dask scheduler, or 'local' for one here.")
@setting("--chunks", "C", "Number of chunks.", type=int)
@setting("--sample", "N", "Try N random points, then shrink the first counterexample.", type=int)
@setting("--seed", "S", "Seed for the random points.", type=int, default=0)
@flag("--json", "as_json", "Print JSON, one object.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    words: tuple[str, ...],
    claim: str | None,
    find: str | None,
    inside: str | None,
    cells: int | None,
    atlas: str | None,
    ruleset: str | None,
    out: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Try a claim on every point of its ranges, or a condition on every position of a game.

    With --claim, the file defines a function 'claim', of the variables by name or of one
    position, that returns whether it holds there; and, unless they are given here, 'ranges',
    'where' and, for claims about positions, 'game'. The exit code is 1 if there is a
    counterexample and 0 if there is none.

    --find looks for the first position of GAME that satisfies a condition. It compares 'value',
    'outcome', 'temperature' or any other invariant of 'farstar table' with games, numbers and
    variables. The exit code is 0 if there is one and 1 if there is none.

    --in shows the smallest position of that game whose value satisfies the condition, as 'farstar
    atlas look' does.

    Points are tried in order, the last variable changing fastest.
    """
    if inside is not None or cells is not None or atlas is not None:
        if inside is None or len(words) != 1 or claim is not None or find is not None:
            raise click.UsageError(
                "expected one condition with --in GAME, such as 'value = {2|-1}'"
            )
        return _look(words[0], inside, ruleset, cells or 8, atlas, as_json)
    _rulesets.load(ruleset)
    names, ranges = split(words)
    check_options(ctx, ranges, "game")
    if (claim is None) == (find is None):
        given = "neither" if claim is None else "both"
        raise click.UsageError(f"expected --claim FILE.py or --find CONDITION, got {given}")
    if find is not None and (len(names) != 1 or not ranges):
        given = repr(" ".join(names)[:60]) if names else "none"
        raise click.UsageError(
            "expected one game with ranges before --find, such as 'E(p,q)' p=1..50 q=1..50, got "
            f"{given}; among positions of any shape: search {find[:40]!r} --in GAME"
        )
    if claim is not None and names:
        raise click.UsageError(f"expected ranges such as p=3..50, got {names[0][:60]!r}")
    game = names[0] if names else None
    from farstar.surveys import search as run

    with progress_and_advice(find or claim or "", out) as (note, _):
        verdict = run(claim, game, find=find, out=out, progress=note, **options, **ranges)
    if as_json:
        emit_json(_report(verdict, find))
    else:
        _show(verdict, find)
    return int(verdict.holds == (find is not None))


def _look(
    condition: str, inside: str, ruleset: str | None, cells: int, folder: str | None, as_json: bool
) -> int:
    """Show the smallest position of a game that satisfies a condition."""
    from farstar.cli.atlas import find, show_rows

    game = None if ruleset else inside
    table = find(game, ruleset, cells, folder, build=False, until=condition)
    row = table.look(condition)
    return show_rows([] if row is None else [row], condition, table, cells, as_json)


def _report(verdict: SearchResult, find: str | None) -> dict[str, object]:
    failure = verdict.counterexample
    point = failure and {
        "point": dict(failure.point),
        "position": failure.position,
        "reason": failure.reason,
        "minimal": failure.is_minimal,
    }
    if find is None:
        facts = {"claim": verdict.claim, "holds": verdict.holds}
        return {"schema": SCHEMA, **facts, "cases": verdict.cases, "counterexample": point}
    facts = {"find": find, "found": not verdict.holds}
    return {"schema": SCHEMA, **facts, "cases": verdict.cases, "position": point}


def _show(verdict: SearchResult, find: str | None) -> None:
    failure = verdict.counterexample
    if failure is None and find is None:
        click.echo(f"no counterexample in {verdict.cases:,} cases: {verdict.claim}")
    elif failure is None:
        click.echo(f"none of {verdict.cases:,} positions satisfies {find}")
    elif find is None:
        click.echo(f"counterexample: {failure}\nto the claim: {verdict.claim}")
    else:
        click.echo(f"found: {failure}")
    if failure is not None and not failure.is_minimal:
        click.echo(
            "a lower one is possible: not every lower point could be tried before tries or time "
            "ran out",
            err=True,
        )
