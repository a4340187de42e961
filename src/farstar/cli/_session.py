"""A game at the prompt: what is shown, what may be typed, and what comes of it."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable
from pathlib import Path

import click

import farstar as fs
from farstar.cli._failures import Terminated, go_on
from farstar.cli._screen import STYLES, Screen, draw, move_text
from farstar.cli.common import writing
from farstar.reports import Transcript, misere_explanation, shorten
from farstar.sums import notation
from farstar.sums.matches import Match, wins
from farstar.sums.players import PLAYERS, PerfectPlayer, guess

_FEW, _MANY = 12, 500
"""Moves that are listed by themselves, and on demand."""

_HELP = """\
a number        make that move; its text will do as well, or what it leads to
hint            a good move
why             who wins and why
moves           all moves
show            the position again
undo            take back your last move
quit            end the game\
"""

_NUMBERS = re.compile(r"[A-Za-z]*\(?([0-9]{1,4000}(?:,[0-9]{1,4000})*)\)?", re.ASCII)
"""What may be typed where there are too many moves to list."""

_CELL = re.compile(r"[0-9]{1,9}", re.ASCII)
_COMMANDS = ("help", "hint", "why", "moves", "show", "undo", "quit")

_Limits = Callable[[], contextlib.AbstractContextManager[None]]


class Session:
    """One game between the user and an opponent, kept in the file `path` if there is one.

    The computer thinks within the `limits`.
    """

    def __init__(
        self, transcript: Transcript, screen: Screen, limits: _Limits, path: str | None = None
    ) -> None:
        self._transcript = transcript
        self._match = transcript.match
        self._screen = screen
        self._limits = limits
        self._path = path
        self._opponent = PLAYERS[transcript.opponent](transcript.seed)
        self._adviser = PerfectPlayer(transcript.seed)

    def run(self) -> None:
        """Play until somebody has won, or the user quits."""
        save(self._transcript, self._path)
        self._introduce()
        self._show()
        while True:
            try:
                if not self._go_on():
                    return
            except KeyboardInterrupt as interrupt:
                if not self._screen.asks:
                    raise
                _hear(interrupt)
                self._screen.line()
                self._screen.say("interrupted; quit or Ctrl-D ends the game")

    def _go_on(self) -> bool:
        """Let whoever is to move do so; return whether the game goes on."""
        if self._match.is_over:
            self._show_result()
            return self._ask_after_the_end()
        if self._match.to_move is self._transcript.side:
            return self._take_turn()
        self._answer()
        return True

    # What is shown.

    def _introduce(self) -> None:
        you, kind = self._transcript.you.title(), self._transcript.opponent
        starter = "you start" if self._match.first is self._transcript.side else "it starts"
        self._screen.say(f"You are {you} against a {kind} player; {starter}.")
        ending = "wins" if self._match.misere else "loses"
        self._screen.say(f"A player who cannot move {ending}. Type help for what else you can do.")

    def _show(self) -> None:
        """Show the position, and the moves of the user."""
        mover = name(self._match.to_move)
        self._screen.rule(f"{mover} to move", STYLES[mover])
        for line in draw(self._match.game, unicode=self._screen.unicode, width=self._screen.width):
            self._screen.line(line)
        if self._match.to_move is self._transcript.side and not self._match.is_over:
            self._list_moves(_FEW)

    def _list_moves(self, most: int) -> None:
        game, moves = self._match.game, self._match.known_moves
        if not self._match.is_listable:
            some = "these are some" if isinstance(game, fs.Sum) else "these win"
            if moves and not wins(game, self._match.to_move, misere=self._match.misere):
                some = "none wins; these are some"
            which = some if moves else "none wins"
            self._screen.say(f"Too many moves to list; {which}. Type where you want to go.")
        margin = len(str(min(len(moves), most)))
        for number, move in enumerate(moves[:most], start=1):
            self._screen.say(f"{number:>{margin + 1}}  {self._fit(move)}", indent=margin + 3)
        if len(moves) > most:
            more = "; type moves to see more" if most < _MANY else ""
            self._screen.say(f"{' ' * margin}   and {len(moves) - most:,} more{more}", "dim")

    def _fit(self, move: fs.Move) -> str:
        return move_text(move, max(50, self._screen.width - 8))

    def _show_result(self) -> None:
        if self._match.is_draw:
            self._screen.line()
            self._screen.say("The position came up for the third time: the game is a draw.")
            return
        winner = self._match.winner
        assert winner is not None
        stuck = name(self._match.to_move)
        result = "you win" if winner is self._transcript.side else f"{name(winner)} wins"
        self._screen.line()
        self._screen.say(f"{stuck} cannot move: {result}.", STYLES[name(winner)])
        if winner is not self._transcript.side:
            self._show_mistake()

    def _show_mistake(self) -> None:
        """Say where the user could have won last, if that is soon told."""
        side, moves = self._transcript.side, self._match.moves
        own = [place for place in mistakes(self._match) if moves[place].player is side]
        if own:
            last = max(own)
            move = self._fit(moves[last])
            self._screen.say(f"You could have won until move {last + 1}, {move}.")

    # What is typed.

    def _ask_after_the_end(self) -> bool:
        """Return whether the game goes on after all."""
        if not any(move.player is self._transcript.side for move in self._match.moves):
            return False
        while True:
            typed = self._screen.ask("undo, or Enter to leave> ")
            word = None if typed is None else _command(typed.lower())
            if not typed or word == "quit":
                return False
            if word == "undo":
                self._undo()
                return True
            self._screen.say(f"expected undo or nothing, got {typed[:40]!r}")

    def _take_turn(self) -> bool:
        """Read one line and do what it says; return whether the game goes on."""
        typed = self._screen.ask(f"{name(self._match.to_move)}> ")
        if typed is None:
            self._screen.say("Good bye.")
            return False
        word = _command(typed.lower())
        if word == "quit":
            self._screen.say("Good bye.")
            return False
        if word is not None:
            self._obey(word)
        elif typed:
            self._try(typed)
        return True

    def _obey(self, word: str) -> None:
        try:
            {
                "help": lambda: self._screen.line(_HELP),
                "hint": self._hint,
                "why": self._why,
                "moves": lambda: self._list_moves(_MANY),
                "show": self._show,
                "undo": self._undo,
            }[word]()
        except (fs.BudgetExceeded, fs.ValueOverflowError) as error:
            self._screen.say(f"not known: {shorten(str(error), 200)}")
        except KeyboardInterrupt as interrupt:
            _hear(interrupt)
            self._screen.say("interrupted")

    def _try(self, typed: str) -> None:
        fitting = matching(typed, self._match.known_moves) or self._named(typed)
        if len(fitting) == 1:
            self._make(fitting[0])
        elif fitting:
            self._screen.say(f"expected one move, got {typed[:40]!r}, which fits {len(fitting)}")
        else:
            count = len(self._match.known_moves)
            numbers = "1" if count == 1 else f"1 to {count:,}"
            which = f" ({numbers})" if count else ""
            self._screen.say(
                f"expected a move{which} or a command such as help, got {typed[:40]!r}"
            )

    def _named(self, typed: str) -> list[fs.Move]:
        """Return the move that was typed, where not all moves are listed.

        It is the move to these numbers, or the one with these cells on a long board.
        """
        numbers = _NUMBERS.fullmatch(_goal("".join(typed.split())))
        if self._match.is_listable:
            return []
        if numbers is None:
            cells = {int(n) for n in _CELL.findall(typed[:200])}
            return matching(typed, self._match.moves_near(sorted(cells)))
        return list(self._match.moves_to_numbers([int(n) for n in numbers[1].split(",")]))

    def _make(self, move: fs.Move) -> None:
        self._match.play(move)
        save(self._transcript, self._path)

    # What the computer does.

    def _answer(self) -> None:
        player = self._match.to_move
        note = ""
        try:
            with self._screen.busy(f"{name(player)} thinks"), self._limits():
                move = self._opponent.choose(self._match.game, player, misere=self._match.misere)
        except (fs.BudgetExceeded, fs.ValueOverflowError):
            move, note = self._guess(), " (a guess: the best move was not found in time)"
        except KeyboardInterrupt as interrupt:
            _hear(interrupt)
            move, note = self._guess(), " (a guess: it was interrupted)"
        self._make(move)
        self._screen.say(f"{name(player)} plays {self._fit(move)}{note}", STYLES[name(player)])
        self._show()

    def _guess(self) -> fs.Move:
        match = self._match
        seed = self._transcript.seed + len(match.moves)
        return guess(match.game, match.to_move, misere=match.misere, seed=seed)

    def _undo(self) -> None:
        side, moves = self._transcript.side, self._match.moves
        own = [place for place, move in enumerate(moves) if move.player is side]
        if not own:
            self._screen.say("there is no move of yours to take back")
            return
        self._match.undo(len(moves) - own[-1])
        save(self._transcript, self._path)
        self._show()

    def _hint(self) -> None:
        try:
            self._good_move()
        except (fs.BudgetExceeded, fs.ValueOverflowError):
            self._screen.say(f"Not found in time. A guess: {self._fit(self._guess())}")

    def _good_move(self) -> None:
        match = self._match
        # Asked first: inside the limits nobody could tell too many moves from too little time.
        is_listable = match.is_listable
        with self._screen.busy("thinking"), self._limits():
            good = wins(match.game, match.to_move, misere=match.misere)
            outcome = None if good or match.misere else match.game.outcome
            if outcome is not None and outcome.result(match.to_move, first=True) == "draw":
                move = self._adviser.choose(match.game, match.to_move)
                self._screen.say(f"Nothing wins; this holds the draw: {self._fit(move)}")
                return
            if not good and not is_listable:
                self._screen.say("Every move loses against a perfect player.")
                return
            move = self._adviser.choose(match.game, match.to_move, misere=match.misere)
        if good:
            self._screen.say(f"This wins: {self._fit(move)}")
        elif len(match.legal_moves) == 1:
            self._screen.say(f"The only move, {self._fit(move)}, loses.")
        else:
            self._screen.say("Every move loses against a perfect player.")
            self._screen.say(f"This is hard to answer: {self._fit(move)}")

    def _why(self) -> None:
        game, misere = self._match.game, self._match.misere
        with self._screen.busy("thinking"), self._limits():
            text = (misere_explanation(game) if misere else game.explain()).text()
        self._screen.paragraph(text)


def name(player: fs.Player) -> str:
    """Return how a player is called."""
    return player.name.title()


def _hear(interrupt: KeyboardInterrupt) -> None:
    """Go on after Ctrl-C; a request to end the program is passed on."""
    if isinstance(interrupt, Terminated):
        raise interrupt
    go_on()


def _command(word: str) -> str | None:
    """Return the command that is meant; its first letters will do.

    Examples
    --------
    >>> _command("?"), _command("hi"), _command("h"), _command("q"), _command("11")
    ('help', 'hint', 'help', 'quit', None)
    """
    if word == "?":
        return "help"
    fitting = [command for command in _COMMANDS if word and command.startswith(word)]
    return fitting[0] if fitting else None


def matching(typed: str, moves: tuple[fs.Move, ...]) -> list[fs.Move]:
    """Return the moves that a text can mean: a number, a move, or what it leads to."""
    if typed.isdecimal() and len(typed) < 10:
        place = int(typed) - 1
        return [moves[place]] if 0 <= place < len(moves) else []
    return notation.matching(typed, moves)


def _goal(text: str) -> str:
    """Return what a move leads to, as it is written at the end of its text."""
    return text.rpartition("->")[2] if "->" in text else text.rpartition("to ")[2]


# Games in files: one JSON object each.


def save(transcript: Transcript, path: str | None) -> None:
    """Write a transcript into a file, if there is to be one."""
    if path is None:
        return
    with writing(path):
        text = json.dumps(transcript.to_dict(), indent=1) + "\n"
        Path(path).write_text(text, encoding="utf-8")


def load(path: str) -> Transcript:
    """Return the transcript in a file, every move of it checked."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise _unreadable(path, str(error.strerror)) from None
    except (ValueError, RecursionError):
        raise _unreadable(path, "this is not JSON") from None
    try:
        return Transcript.from_dict(data)
    except (fs.NotationError, fs.IllegalPositionError) as error:
        raise _unreadable(path, str(error)) from None


def _unreadable(path: str, why: str) -> click.ClickException:
    return click.ClickException(f"expected a game saved by farstar play, got {path!r}: {why}")


def mistakes(match: Match) -> frozenset[int]:
    """Return the places of the moves that gave a win away, if that is soon told."""
    with contextlib.suppress(fs.BudgetExceeded), fs.engine.budget(seconds=5):
        return frozenset(match.mistakes())
    return frozenset()
