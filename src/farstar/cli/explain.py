"""``farstar explain``: step by step why a player wins."""

from __future__ import annotations

import click

from farstar.cli._batch import OUT_OF_BUDGET, answer_all, read_noted, show_steps, style_option
from farstar.cli._rulesets import knows_rules
from farstar.cli.common import command_with_examples, emit_json, flag
from farstar.cli.completion import games


@command_with_examples("""\b
Examples:
  farstar explain 'E(11,8)'
  farstar explain 'Grossman(459,2393; k=2)'
  farstar explain --format html 'A(3,2,1)' > why.html
  farstar explain --json 'E(lrlle) + *2'
""")
@click.argument("expression", metavar="POSITION", nargs=-1, shell_complete=games)
@flag("--json", "as_json", "Print JSON, one object per line.")
@style_option
@knows_rules
@click.pass_context
def command(ctx: click.Context, expression: tuple[str, ...], as_json: bool, style: str) -> int:
    """Explain who wins POSITION (a position, a value or a sum), and why.

    A position is explained by the theory of its game: its word and the rules applied to it, its
    continued fraction, the case of a theorem. With - the expressions are read from standard input,
    one per line.

    An answer takes about two seconds, or four if the game is hard; --time-limit allows more. If the
    winner is not known by then, the exit code is 3.
    """
    if as_json and style != "text":
        raise click.UsageError(f"expected --json or --format, got both: --format {style}")

    def answer(text: str) -> int:
        from farstar import reports
        from farstar.cli._show import give_hints

        deadline = ctx.meta.get("farstar.deadline")
        if as_json:
            answer = reports.explain_report(read_noted(text), deadline)
            emit_json(answer)
            return OUT_OF_BUDGET if answer["outcome"] is None else 0
        known, why = reports.explained(read_noted(text), deadline)
        show_steps(why, style)
        give_hints(known)
        return OUT_OF_BUDGET if known.outcome is None else 0

    return answer_all(ctx, expression, answer, as_json=as_json)
