"""``farstar eval``: the value of a game, who wins, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from farstar.cli._batch import OUT_OF_BUDGET, answer_all, statement_noted
from farstar.cli._rulesets import knows_rules
from farstar.cli.common import Command, emit_json, flag, setting
from farstar.cli.completion import games, invariants
from farstar.errors import NotationError

if TYPE_CHECKING:
    from farstar.expressions import Expression
    from farstar.reports import Clock, Comparison, Report

_EXAMPLES = """\b
Examples:
  farstar eval '{3||2|1} + ^*2 - +-1'
  farstar eval --explain 'E(11,8) + {3||2|1} - *2'
  farstar eval --thermograph 'A(1,5,3)'
  farstar eval --json 'Grossman(459,2393; k=2)'
  farstar eval --show mean,temperature '{3||2|1}'
  farstar eval --quiet 'Domineering(4x4)'
  farstar eval '{1|-1} + * >= ^'
  farstar eval --misere 'Kayles(5,7) + *2'
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
@click.argument("expression", metavar="EXPR", nargs=-1, shell_complete=games)
@flag("--json", "as_json", "Print JSON, one object per line.")
@flag("--explain", "Add a short explanation of who wins, and why.")
@flag("--thermograph", "Draw the thermograph.")
@setting(
    "--show",
    "NAMES",
    "Print only these invariants, separated by commas, as in farstar table.",
    shell_complete=invariants,
)
@flag("--quiet", "Print only the value, or the invariants of --show, without labels.")
@flag("--unicode", "Write values with arrows and other symbols.")
@flag("--misere", "Misère play: a player who cannot move wins.")
@knows_rules
@click.pass_context
def command(
    ctx: click.Context,
    expression: tuple[str, ...],
    as_json: bool,
    explain: bool,
    thermograph: bool,
    show: str | None,
    quiet: bool,
    unicode: bool,
    misere: bool,
) -> int:
    """Evaluate EXPR, a game or a sum of games: its value, who wins, and more.

    Put EXPR in quotes, so that the shell does not interpret it. With - the expressions are read
    from standard input, one per line; empty lines and lines that begin with # are skipped, and a
    line that cannot be read is reported and skipped.

    An answer takes about two seconds, or twice as long with --explain. The winner is determined
    first, then what theory gives, then the value; whatever is not ready in time is left out.
    --time-limit allows more time. If not even the winner is known by then, the exit code is 3.

    EXPR may also be a relation between two games, with <, <=, >, >=, ==, != or || (confused). The
    answer is true or false, and the exit code is 1 if it is false.

    With --misere a player who cannot move wins. An impartial game then has a misère value such as
    *[2#0], and a partizan game a simple form modulo dicots or dead-ending games.
    """
    if misere and (thermograph or show):
        raise click.UsageError(
            "expected --misere without --thermograph and --show, got both; "
            "--show 'misere outcome, misere value, genus' needs no --misere"
        )
    if as_json and (show or quiet):
        raise click.UsageError("expected --json or other output, got both")

    def answer(text: str) -> int:
        from farstar import reports

        statement = statement_noted(text)
        expression, clock = statement.left, reports.Clock(ctx.meta.get("farstar.deadline"))
        if misere and statement.right is not None:
            raise click.UsageError(f"expected one game with --misere, got the relation {text!r}")
        if statement.right is not None:
            comparison = reports.compare(expression, statement.right, clock, statement.relation)
            _show_comparison(comparison, as_json=as_json, quiet=quiet)
            return 0 if comparison.holds else 1
        if not misere and (show is not None or quiet):
            _show_some(expression, show or "value", clock, quiet=quiet, unicode=unicode)
            return 0
        report = reports.report(expression, clock, misere=misere)
        if as_json:
            emit_json(reports.report_json(report))
        elif quiet:
            value = report.row("value")
            click.echo("none" if value is None else value.text())
        else:
            from farstar.cli._show import show as show_report

            why = reports.explanation(report) if explain else None
            show_report(report, why, unicode=unicode, thermograph=thermograph)
        return 0 if report.outcome is not None else OUT_OF_BUDGET

    return answer_all(ctx, expression, answer, as_json=as_json)


def _show_comparison(comparison: Comparison, *, as_json: bool, quiet: bool) -> None:
    """Print whether a relation holds."""
    from farstar.reports import clip

    if as_json:
        emit_json(comparison.as_json())
        return
    click.echo("true" if comparison.holds else "false")
    if not quiet:
        click.echo(f"{clip(str(comparison))}: {comparison.reason}")


def _show_some(
    expression: Expression, show: str, clock: Clock, *, quiet: bool, unicode: bool
) -> None:
    """Print some invariants, a line for each."""
    from farstar.invariants import Undefined, look_up
    from farstar.reports import clip, report
    from farstar.tables import read_show, written

    wanted = read_show(show)
    width = max(map(len, wanted))
    known = None if expression.number is None else report(expression, clock)
    for name, invariant in wanted.items():
        if known is not None:
            text = _of_number(known, name, unicode=unicode)
        else:
            with clock.share(subject=f"{name} is "):
                cell = look_up(invariant, expression.game)
            is_none = isinstance(cell, Undefined) or cell in (None, ())
            text = "none" if is_none else written(cell, "unicode" if unicode else "ascii")
        click.echo(clip(text if quiet else f"{name:<{width}}  {text}"))


def _of_number(known: Report, name: str, *, unicode: bool) -> str:
    """Return what a report on a transfinite number says in one row."""
    row = known.row(name)
    if row is None:
        raise NotationError(f"expected an invariant of a transfinite number, got {name!r}")
    return str(known.outcome) if name == "outcome" else row.text(unicode=unicode)
