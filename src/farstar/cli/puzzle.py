"""``farstar puzzle``: find the only move that wins, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from farstar.cli.common import command_with_examples, flag, say, setting

if TYPE_CHECKING:
    from farstar import Move, Position, Sum
    from farstar.cli._screen import Screen
    from farstar.web.puzzles import Puzzle

_HELP = "a number or the text of a move; hint, show, give up or quit"


@command_with_examples("""\b
Examples:
  farstar puzzle --list
  farstar puzzle heaps
  farstar puzzle stones --level 3
  farstar puzzle dominoes-7
  farstar puzzle 2026-11-18
""")
@click.argument("name", metavar="[THEME|NAME|DATE]", required=False)
@setting("--level", "L", "From 1 (few moves to choose from) to 5.", type=click.IntRange(1, 5))
@flag("--list", "as_list", "List the themes, those of single games first.")
def command(name: str | None, level: int | None, as_list: bool) -> int:
    """Show a position in which exactly one move of Left wins, and ask for it.

    A theme has 48 puzzles, which are the same for everybody; with --level the first of that
    difficulty is taken. Without a name the themes are listed. The exit code is 1 if the move was
    not found.
    """
    from farstar.web import puzzles

    if as_list or name is None:
        for key, theme in sorted(puzzles.themes().items(), key=lambda item: min(item[1].counts)):
            say(f"{key:<12}{theme.title}: {theme.words}", 12)
        return 0
    if name in puzzles.themes():
        return _ask(_of_level(name, level))
    if level is not None:
        raise click.UsageError(f"expected a theme with --level, got {name[:40]!r}")
    return _ask(puzzles.puzzle(name))


def _of_level(theme: str, level: int | None) -> Puzzle:
    """Return the first puzzle of a theme that has a level."""
    from farstar.web.puzzles import NUMBERED, level_of, puzzle

    levels = set()
    for number in range(1, NUMBERED + 1):
        candidate = puzzle(f"{theme}-{number}")
        levels.add(level_of(candidate))
        if level is None or level in levels:
            return candidate
    known = ", ".join(map(str, sorted(levels)))
    raise click.UsageError(f"expected a level that {theme} has ({known}), got {level}")


def _game(puzzle: Puzzle) -> Position | Sum:
    from farstar.expressions import read
    from farstar.reports import unfolded

    return unfolded(read(puzzle.expression))


def _ask(puzzle: Puzzle) -> int:
    from farstar.cli._screen import Screen
    from farstar.web.puzzles import level_of

    screen, game = Screen(), _game(puzzle)
    (answer,) = game.winning_moves("left", misere=puzzle.misere)
    play = "misère play: a player who cannot move wins" if puzzle.misere else "normal play"
    screen.say(f"{puzzle.title} ({puzzle.name}), level {level_of(puzzle)}; {play}.")
    screen.say("Left is to move. Exactly one move wins: which one?")
    moves = game.moves("left")
    _show(screen, game, moves)
    while True:
        typed = screen.ask("move> ")
        if typed is None or typed in ("quit", "q"):
            return 1
        if typed == "give up":
            screen.say(f"It is {answer.text}.")
            _explain(screen, game, puzzle.misere)
            return 1
        if typed == "show":
            _show(screen, game, moves)
        elif typed == "hint":
            half = [move for move in moves if move != answer][: len(moves) // 2]
            screen.say(f"Not {'; not '.join(str(move.text) for move in half)}.")
        elif _judge(screen, typed, moves, answer, puzzle.misere):
            _explain(screen, game, puzzle.misere)
            return 0


def _show(screen: Screen, game: Position | Sum, moves: tuple[Move, ...]) -> None:
    from farstar.cli._screen import draw, move_text

    for line in draw(game, unicode=screen.unicode, width=screen.width):
        screen.line(line)
    for number, move in enumerate(moves, 1):
        screen.say(f"{number:>3}  {move_text(move, screen.width - 8)}", indent=5)


def _judge(screen: Screen, typed: str, moves: tuple[Move, ...], answer: Move, misere: bool) -> bool:
    """Say what becomes of a move; return whether it wins."""
    from farstar.cli._session import matching

    fitting = matching(typed, moves)
    if len(fitting) != 1:
        screen.say(f"expected {_HELP}, got {typed[:40]!r}")
        return False
    if fitting[0].after == answer.after:
        screen.say(f"Right: {answer.text} wins.")
        return True
    reply = fitting[0].after.winning_moves("right", misere=misere)[0]
    screen.say(f"No: Right answers {reply.text} and wins. Try again.")
    return False


def _explain(screen: Screen, game: Position | Sum, misere: bool) -> None:
    from farstar.reports import misere_explanation

    why = misere_explanation(game) if misere else game.explain()
    screen.paragraph(why.text())
