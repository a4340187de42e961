"""``farstar compare``: how two games compare."""

from __future__ import annotations

import click

from farstar.cli._batch import read_noted
from farstar.cli._rulesets import knows_rules
from farstar.cli.common import command_with_examples, emit_json, flag
from farstar.cli.completion import games


@command_with_examples("""\b
Examples:
  farstar compare '{1|0}' '1/2'
  farstar compare 'E(11,8) + ^' 'A(3,2,1) - 3'
  farstar compare --json '^' '*'
""")
@click.argument("games", metavar="G H", nargs=-1, shell_complete=games)
@flag("--json", "as_json", "Print JSON, one object.")
@knows_rules
@click.pass_context
def command(ctx: click.Context, games: tuple[str, ...], as_json: bool) -> int:
    """Say whether G is greater than H (>), less (<), equal (=) or confused (||).

    The winner of the difference G - H decides: Left if G is greater, Right if it is less, the
    second player if they are equal, the first player if they are confused. The values of large sums
    are not computed for this. 'farstar eval' answers questions such as 'G >= H' with true or false.
    """
    if len(games) != 2:
        raise click.UsageError(f"expected two games, got {len(games)}")
    from farstar import reports

    left, right = map(read_noted, games)
    clock = reports.Clock(ctx.meta.get("farstar.deadline"))
    comparison = reports.compare(left, right, clock)
    if as_json:
        emit_json(comparison.as_json())
    else:
        click.echo(reports.clip(str(comparison)))
        click.echo(comparison.reason)
    return 0
