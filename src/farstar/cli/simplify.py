"""``farstar simplify``: a game brought to canonical form, step by step."""

from __future__ import annotations

import click

from farstar.cli._batch import answer_all, show_steps, style_option
from farstar.cli._rulesets import knows_rules
from farstar.cli.common import command_with_examples, emit_json, flag
from farstar.cli.completion import games


@command_with_examples("""\b
Examples:
  farstar simplify '{0,*,-1|-1,{1|-2},{2|0}}'
  farstar simplify '{-5|7}'
  farstar simplify --format markdown '{1/4,*|1}'
  farstar simplify 'A(2,1,1)'
  farstar simplify --json '{0,-1|1}'
""")
@click.argument("game", metavar="GAME", nargs=-1, shell_complete=games)
@flag("--json", "as_json", "Print JSON, one object per line.")
@style_option
@flag("--quiet", "Print only the canonical form.")
@knows_rules
@click.pass_context
def command(
    ctx: click.Context,
    game: tuple[str, ...],
    as_json: bool,
    style: str,
    quiet: bool,
) -> int:
    """Bring GAME to canonical form, and give the reason for each step.

    GAME is taken as it is written; a position or a sum is taken with all its moves. The steps show
    which options are dominated and by what, which are reversible and through what, and what
    replaces them. Every step is checked to keep the value. With - the games are read from standard
    input, one per line.
    """
    if as_json and (style != "text" or quiet):
        other = "--quiet" if quiet else f"--format {style}"
        raise click.UsageError(f"expected --json or other output, got both: {other}")

    def answer(text: str) -> None:
        from farstar import reports

        if as_json:
            emit_json(reports.simplify_report(text))
            return
        if quiet:
            click.echo(reports.canonical_text(text))
            return
        show_steps(reports.simplification(text), style)

    return answer_all(ctx, game, answer, as_json=as_json)
