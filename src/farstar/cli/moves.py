"""``farstar moves``: the winning moves of each player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from farstar.cli._batch import answer_all, read_noted
from farstar.cli._rulesets import knows_rules
from farstar.cli.common import choice, command_with_examples, emit_json, flag
from farstar.cli.completion import games

if TYPE_CHECKING:
    from farstar.reports import Plays

_MOST_SHOWN = 50


@command_with_examples("""\b
Examples:
  farstar moves 'E(11,8) + A(3,2,1) - *2'
  farstar moves --player right '{3||2|1} - +-1'
  farstar moves --misere '*2 + *2 + *'
  farstar moves --player left --line 'Domineering(4x4)'
  farstar moves --json 'Grossman(459,2393; k=2)'
""")
@click.argument("expression", metavar="EXPR", nargs=-1, shell_complete=games)
@flag("--json", "as_json", "Print JSON, one object per line.")
@choice("--player", "left right both", "Who moves first; both by default.", default="both")
@flag("--misere", "Misère play: a player who cannot move wins.")
@flag("--line", "Also show a whole game that the winner plays perfectly.")
@knows_rules
@click.pass_context
def command(
    ctx: click.Context,
    expression: tuple[str, ...],
    as_json: bool,
    player: str,
    misere: bool,
    line: bool,
) -> int:
    """List every winning move in EXPR, or say that there is none.

    A value is played as its canonical form, term by term. With - the expressions are read from
    standard input, one per line.
    """

    def answer(text: str) -> None:
        from farstar.reports import find_plays

        plays = find_plays(read_noted(text), player, misere=misere, line=line)
        if as_json:
            emit_json(plays.as_json())
        else:
            _show(plays)

    return answer_all(ctx, expression, answer, as_json=as_json)


def _show(plays: Plays) -> None:
    """Print the moves for people."""
    from farstar.reports import WHO_WINS, clip

    click.echo(clip(plays.expression))
    play = "misere play: " if plays.misere else ""
    click.echo(f"{play}{WHO_WINS[plays.outcome]} ({plays.outcome})")
    sides = plays.sides
    if plays.impartial and len(sides) == 2:
        _show_side("Either player", sides["left"])
        _show_line(sides["left"])
        return
    for name, side in sides.items():
        _show_side(name.capitalize(), side)
        _show_line(side)


def _show_side(name: str, side: dict[str, Any]) -> None:
    from farstar.reports import shorten

    winning, count = side["winning_moves"], side["moves"]
    if side["wins"] and count == 0:
        click.echo(f"{name}, moving first, wins: there is no move")
        return
    if side.get("draws"):
        drawing = side["drawing_moves"]
        click.echo(f"{name}, moving first, draws: no move wins, and these hold the draw")
        for move in drawing[:_MOST_SHOWN]:
            click.echo(f"  {shorten(move['text'], 200)}")
        return
    if not winning:
        lost = {0: "there is no move", 1: "the only move loses", None: "every move loses"}
        click.echo(f"{name}, moving first, loses: {lost.get(count, f'all {count} moves lose')}")
        return
    if count == 1:
        click.echo(f"{name}, moving first, wins: the only move wins")
    else:
        noun = "move" if len(winning) == 1 else "moves"
        of = f" {noun}" if count is None else f" of {count:,} moves"
        verb = "wins" if len(winning) == 1 else "win"
        if not side["are_all"]:
            of, verb = " of the winning moves", "are"
        click.echo(f"{name}, moving first, wins: {len(winning):,}{of} {verb}")
    for move in winning[:_MOST_SHOWN]:
        click.echo(f"  {shorten(move['text'], 200)}")
    if len(winning) > _MOST_SHOWN:
        click.echo(f"  and {len(winning) - _MOST_SHOWN:,} more; --json gives all")


def _show_line(side: dict[str, Any]) -> None:
    """Print the line of play of one side, if it was asked for."""
    from farstar.reports import shorten

    line = side.get("line")
    if not line:
        return
    click.echo("A line of play:")
    for number, move in enumerate(line[:_MOST_SHOWN], start=1):
        click.echo(f"  {number:>3}. {move['player'].capitalize()}: {shorten(move['text'], 200)}")
    if len(line) > _MOST_SHOWN:
        click.echo(f"  and {len(line) - _MOST_SHOWN:,} more; --json gives all")
