"""``farstar eval``: the value of a game, who wins, and why."""

from __future__ import annotations

import click

from farstar.cli._batch import OUT_OF_BUDGET, answer_all
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

    An answer takes about two seconds, and as long again with --explain: who wins comes first, then
    what theory tells, then the value, and what is not found in time is left out. --time-limit
    allows more. Where it is not even known who wins, the exit code is 3.
    """
    load(ruleset)

    def answer(text: str) -> int:
        from farstar import reports
        from farstar.expressions import read

        expression = read(text)
        facts = reports.find_facts(expression, reports.Clock(ctx.meta.get("farstar.deadline")))
        code = 0 if facts.outcome is not None else OUT_OF_BUDGET
        if as_json:
            emit_json(reports.facts_report(facts))
            return code
        from farstar.cli._show import show

        show(facts, expression, unicode=unicode, explain=explain, thermograph=thermograph)
        return code

    return answer_all(ctx, expression, answer, as_json=as_json)
