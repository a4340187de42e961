"""``farstar play``: a game against the computer."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import click

from farstar.cli._rulesets import knows_rules
from farstar.cli.common import Command, choice, flag, setting
from farstar.cli.completion import files, games

if TYPE_CHECKING:
    from farstar.reports import Transcript

_EXAMPLES = """\b
Examples:
  farstar play 'Euclid(21,8)'
  farstar play 'E(11,8) + ^^ + *2' --side right --first opponent
  farstar play 'A(3,12,4) + A(7,12,1) - A(9,15,6)' --opponent thermal
  farstar play '*3 + *4 + *5' --misere --save nim.json
  farstar play --replay nim.json
  echo 1 | farstar play 'E(5,3)'
"""


_PATIENCE = 3.0
"""Seconds that a thought may take unless --time-limit says otherwise."""


class _PlayCommand(Command):
    """A command whose limits hold for each thought of the computer, not for the whole game."""

    def invoke(self, ctx: click.Context) -> Any:
        seconds = ctx.params.pop("time_limit")
        memory = ctx.params.pop("memory_limit")
        ctx.meta["farstar.thinking"] = (seconds, memory)
        return click.Command.invoke(self, ctx)


@click.command(cls=_PlayCommand, epilog=_EXAMPLES)
@click.argument("expression", metavar="EXPR", nargs=-1, shell_complete=games)
@choice(
    "--opponent",
    "perfect expert club novice random thermal",
    "Never loses a won game (perfect, the default), errs more and more often (expert, club, "
    "novice), makes random moves (random), or moves where it is hottest (thermal).",
)
@choice("--side", "left right", "Your side; Left by default.")
@choice("--first", "you opponent", "Who starts; you by default.")
@flag("--misere", "Misère play: a player who cannot move wins.")
@setting("--seed", "N", "Seed that makes the opponent's choices repeatable.", type=int)
@setting("--save", "FILE", "Save the game to a JSON file after every move.", shell_complete=files)
@setting("--replay", "FILE", "Show a saved game instead of playing EXPR.", shell_complete=files)
@knows_rules
@click.pass_context
def command(
    ctx: click.Context,
    expression: tuple[str, ...],
    opponent: str | None,
    side: str | None,
    first: str | None,
    misere: bool,
    seed: int | None,
    save: str | None,
    replay: str | None,
) -> int:
    """Play EXPR, a position, a value or a sum of them, against the computer.

    At the prompt, type the number or the text of a move, or one of help, hint, why, moves, show,
    undo, quit. If the input is not a terminal, it is read line by line. A value is played as its
    canonical form.

    The computer thinks for at most three seconds per move, or --time-limit. If that is not enough
    it guesses, and says so. Ctrl-C makes it guess at once, and otherwise returns to the prompt.
    """
    if replay is not None:
        given = (*expression, opponent, side, first, seed, save, misere or None)
        if any(option is not None for option in given):
            raise click.UsageError("expected --replay FILE alone, got more")
        return _replay(replay)
    if len(expression) != 1:
        raise click.UsageError(
            f"expected one game such as 'Euclid(21,8)', got {' '.join(expression)[:80]!r}"
        )
    if misere and opponent == "thermal":
        raise click.UsageError(
            "expected --opponent perfect or random with --misere, got thermal: temperatures say "
            "nothing about misere play"
        )
    you = side or "left"
    starter = you if first != "opponent" else {"left": "right", "right": "left"}[you]
    transcript = _begin(expression[0], you, starter, opponent or "perfect", seed, misere=misere)
    _play(transcript, save, *ctx.meta["farstar.thinking"])
    return 0


def _begin(
    text: str, you: str, first: str, opponent: str, seed: int | None, *, misere: bool
) -> Transcript:
    from random import randrange

    from farstar.expressions import read
    from farstar.reports import SIDES, Transcript, unfolded
    from farstar.sums.matches import Match

    expression = read(text)
    match = Match(unfolded(expression), SIDES[first], misere=misere)
    chosen = randrange(2**32) if seed is None else seed
    return Transcript(expression.normalised, you, opponent, chosen, match)


def _play(
    transcript: Transcript, path: str | None, seconds: float | None, memory: int | None
) -> None:
    from farstar.cli._screen import Screen
    from farstar.cli._session import Session
    from farstar.reports import limits

    def thinking() -> AbstractContextManager[None]:
        return limits(_PATIENCE if seconds is None else seconds, memory)

    Session(transcript, Screen(), thinking, path).run()


def _replay(path: str) -> int:
    """Show a saved game from its beginning to its end."""
    from farstar.cli._screen import STYLES, Screen, draw, move_text
    from farstar.cli._session import load, mistakes, name
    from farstar.reports import shorten

    transcript = load(path)
    match, screen = transcript.match, Screen()
    kind = ", misere play" if match.misere else ""
    screen.say(f"{shorten(transcript.expression, 200)}{kind}")
    other = name(-transcript.side)
    screen.say(f"{name(transcript.side)} was you, {other} the {transcript.opponent} player.")
    for line in draw(match.start, unicode=screen.unicode, width=screen.width):
        screen.line(line)
    bad = mistakes(match)
    for place, move in enumerate(match.moves):
        mover = name(move.player)
        note = "  (gives the win away)" if place in bad else ""
        screen.rule(f"{place + 1}. {mover} plays {move_text(move, 50)}{note}", STYLES[mover])
        for line in draw(move.after, unicode=screen.unicode, width=screen.width):
            screen.line(line)
    screen.line()
    winner = match.winner
    if match.is_draw:
        screen.say("The position came up for the third time: the game is a draw.")
    elif winner is None:
        screen.say(f"The game was left here, {name(match.to_move)} to move.")
    else:
        screen.say(f"{name(match.to_move)} cannot move: {name(winner)} wins.")
    return 0
