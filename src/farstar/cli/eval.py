"""``farstar eval``: the value of a game, who wins, and why."""

from __future__ import annotations

import click

from farstar.cli._batch import answer_all
from farstar.cli._common import Command, emit_json
from farstar.cli._rulesets import load
from farstar.cli._rulesets import option as ruleset_option

_EXAMPLES = """\b
Examples:
  farstar eval '{3||2|1} + ^*2 - +-1'
  farstar eval --explain 'E(11,8) + {3||2|1} - *2'
  farstar eval --thermograph 'A(1,5,3)'
  farstar eval --json 'Grossman(459,2393; k=2)'
  printf '*2 + *3\\nE(lrlle)\\n' | farstar eval --json -
"""


class _EvalCommand(Command):
    """A command whose help lists the games."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from farstar.games import GAMES, load

        rules = [kind.rules for kind in map(load, GAMES) if kind is not None]
        lines = [f"  {next(iter(r.starts)):<34}  {r.title}" for r in rules]
        self.epilog = "\n".join([_EXAMPLES, "\b\nGames, with a position of each:", *lines])
        super().format_epilog(ctx, formatter)


@click.command(cls=_EvalCommand, epilog=_EXAMPLES)
@click.argument("expression", metavar="EXPR", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")
@click.option("--explain", is_flag=True, help="Say why, in a few sentences.")
@click.option("--thermograph", is_flag=True, help="Draw the thermograph.")
@click.option("--unicode", is_flag=True, help="Write values with arrows and the like.")
@ruleset_option
@click.pass_context
def command(
    ctx: click.Context,
    expression: tuple[str, ...],
    as_json: bool,
    explain: bool,
    thermograph: bool,
    unicode: bool,
    ruleset: str | None,
) -> int:
    """Work out the value of EXPR, a game or a sum of games, and who wins.

    Quote EXPR, so that the shell leaves it alone. With - the expressions are read from standard
    input, one a line; empty lines and lines that begin with # are skipped, and a line that cannot
    be read is reported and passed over.

    What theory tells about a position comes first; its value is left out where it would take
    more than about two seconds, and --time-limit allows more.
    """
    deadline = ctx.meta.get("farstar.deadline")
    load(ruleset)

    def answer(text: str) -> None:
        from farstar import reports
        from farstar.expressions import read

        facts = reports.find_facts(read(text), deadline)
        if as_json:
            emit_json(reports.facts_report(facts))
            return
        from farstar.cli._show import show

        show(facts, unicode=unicode, explain=explain, thermograph=thermograph, deadline=deadline)

    return answer_all(ctx, expression, answer, as_json=as_json)
