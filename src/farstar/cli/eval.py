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

\b
Positions:
  E(11,8), E(lrlle)                   Partizan Euclid
  Euclid(9,2), Euclid(9,2; odd)       Euclid, which ends in a 0
  Grossman(9,2), Grossman(9,2; k=2)   Grossman's game
  SerialNim(3,1,2)                    Nim on the first of a row of heaps
  A(3,2,1), B(3,1,2), Board(5)        Partizan Geography on two rows
  ModularNim(7; 2,3)                  Kotzig's Nim on a ring
  CycleProduct(3,4), Geography(...)   Geography on a digraph
  PartizanGeography(...)              the same with arcs for Left and Right
  Domineering(..|.#), Domineering(4x4), Cram(3x4), Clobber(xo|ox),
  Konane(xo.xo.), Amazons(x..|..o), Col(..|.x), Col(cycle 5), Snort(path 4),
  ToadsAndFrogs(TT.F)                 boards, rows with bars between them
  TopplingDominoes(lre)               dominoes of Left, Right, either player
  Hackenbush(l(l;rl);eee:G)           edges of Left, Right, either player
  Cutcake(3,4), MaundyCake(4,6), Eatcake(4,6)
  Nim(3,5,7), Wythoff(3,5), Kayles(5,7), DawsonsKayles(7,9),
  GrundysGame(9,12), TakeAndBreak(0.137; 5,9), Subtraction(10; 1,3,4)
  PartizanSubtraction(12; 1,4 | 2,3)  takes of Left, then of Right
"""


@click.command(cls=Command, epilog=_EXAMPLES)
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
