"""The page Play: any game against the computer, on boards to click."""

from __future__ import annotations

import json
from datetime import date
from functools import partial
from random import randrange
from typing import Any

from nicegui import ui

import farstar
from farstar.web import shell
from farstar.web.pages import _play_panels as panels
from farstar.web.pages._play_boards import Marks, draw
from farstar.web.pages._play_clicks import Clicks
from farstar.web.pages._play_editor import Editor
from farstar.web.pages._play_forms import GAMES
from farstar.web.pages._play_state import Game
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.workbench import TaskError

_HEAD = f'<script src="/static/play.js?v={farstar.__version__}"></script>'
_LONGEST_TRANSCRIPT = 500_000


def register() -> None:
    """Make the page known."""

    @ui.page("/play", title="Play · Farstar")
    def page(
        e: str = "",
        side: str = "left",
        first: str = "you",
        opponent: str = "perfect",
        ending: str = "normal",
        puzzle: str = "",
    ) -> None:
        ui.add_head_html(_HEAD)
        with shell.frame("Play"):
            shell.lead(
                "Play any game against the computer: click on the board, or choose a move from "
                "the list. Ask for a hint, see which moves win, and why."
            )
            text = e or next(iter(GAMES.values())).example
            play = _Play(Game.chosen(text, side, first, opponent, ending, randrange(2**32)))
            if puzzle and not e:
                play.begin_puzzle(_day(puzzle))
            else:
                play.begin()


def _day(text: str) -> str:
    """Return a date in its usual form; today if the text is not a date."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return date.today().isoformat()


class _Play:
    """The contents of one page."""

    def __init__(self, game: Game) -> None:
        self._client = ui.context.client
        self._game = game
        self._wanted = game
        self._view: dict[str, Any] | None = None
        self._clicks: list[Clicks] = []
        self._winning: frozenset[int] | None = None
        self._colours = False
        self._hint: int | None = None
        self._editor: Editor | None = None
        self._puzzle: str | None = None
        self._solved: bool | None = None
        self._guessed = False
        self._mistakes: frozenset[int] = frozenset()
        self._verdict = ""
        self._choices = panels.Choices(game, self._choose, self.begin, self._begin_today)
        self._looking = shell.Work("Looking at the position")
        self._table = panels.Table(
            {
                "Undo": self._undo,
                "Redo": self._redo,
                "Hint": self._ask_hint,
                "Show who wins": self._toggle_colours,
                "Why?": self._ask_why,
                "Swap sides": self._swap,
                "Set up the board": self._edit,
            },
            self._answer,
        )
        with self._table.working:
            self._thinking = shell.Work("The opponent thinks")
            self._asking = shell.Work("Thinking")
            self._colouring = shell.Work("Finding out who wins")
        with self._table.editing:
            self._editing = panels.EditorPanel(self._change_editor, self._end_editing)
        self._record = panels.Record(self._save, self._open)
        self._reviewing = shell.Work("Looking for mistakes")
        ui.on("farstar-play", lambda event: self._click(event.args))
        ui.on("farstar-play-load", lambda event: self._load(event.args))

    # Beginning.

    def begin(self) -> None:
        """Begin a new game with the current choices."""
        game = self._choices.game(randrange(2**32))
        if game.misere and game.opponent == "thermal":
            self._choices.say(
                "Temperatures say nothing about misère play: choose a perfect or a random opponent."
            )
            return
        self._puzzle = None
        self._show(game)

    def _choose(self) -> None:
        """Begin a new game if this one has hardly begun."""
        if self._view is None or not self._game.can_undo:
            self.begin()
        else:
            self._table.say("Press New game to begin with these choices.")

    def _begin_today(self) -> None:
        self.begin_puzzle(date.today().isoformat())

    def begin_puzzle(self, day: str) -> None:
        """Ask for the puzzle of a day, and begin it."""
        self._asking.start("play.puzzle", partial(self._start_puzzle, day), self._fail, day=day)

    def _start_puzzle(self, day: str, text: str) -> None:
        self._puzzle = day
        game = Game(text, seed=randrange(2**32))
        self._choices.show(game)
        self._show(game)

    # Showing.

    def _show(self, game: Game) -> None:
        """Open a game; it becomes the current one if it can be read."""
        self._wanted = game
        self._thinking.cancel()
        self._colouring.cancel()
        self._looking.start(
            "play.view", partial(self._shown, game), self._not_shown, **game.arguments()
        )

    def _not_shown(self, error: TaskError) -> None:
        """Keep the current game."""
        self._wanted = self._game
        if error.kind != "Cancelled":
            self._choices.say(error.message)

    def _fail(self, error: TaskError) -> None:
        if error.kind != "Cancelled" and self._view is None:
            self._choices.say(error.message)
        elif error.kind != "Cancelled":
            self._table.say(error.message, fault=True)

    def _shown(self, game: Game, view: dict[str, Any]) -> None:
        is_new = game.at == 0
        self._game, self._view, self._winning, self._hint = game, view, None, None
        self._editor, self._mistakes, self._verdict = None, frozenset(), ""
        if is_new:
            self._solved, self._guessed = None, False
        self._clicks = [Clicks.of(board["paths"]) for board in view["boards"]]
        self._choices.say("")
        with self._client:
            self._table.say("")
            self._table.clear_why()
            self._table.wait_for_opponent(waiting=False)
            self._render()
            if is_new:
                address = f"/play?puzzle={self._puzzle}" if self._puzzle else game.address
                ui.run_javascript(f"farstar.setAddress({json.dumps(address)})")
        if view["winner"] is not None or (self._puzzle and game.at == 1):
            self._review(game)
        if view["winner"] is not None:
            return
        if not game.is_yours:
            self._answer()
        elif self._colours:
            self._colour()

    def _render(self) -> None:
        """Redraw everything."""
        game, view = self._game, self._view
        if view is None:
            return
        self._table.show(game, view, self._notes())
        self._table.enable("Undo", game.can_undo)
        self._table.enable("Redo", game.can_redo)
        turn = view["winner"] is None and game.is_yours
        self._table.enable("Hint", turn)
        self._table.press("Show who wins", self._colours)
        boards = view["boards"]
        can_edit = len(boards) == 1 and Editor.of(boards[0]) is not None
        self._table.reveal("Set up the board", can_edit)
        self._table.press("Set up the board", self._editor is not None)
        self._editing.show(self._editor)
        self._draw(turn)
        lists_moves = turn and self._editor is None
        self._table.list_moves(view, lists_moves, self._winning, self._hint, game.you)
        self._record.show(game, view, self._mistakes)
        ui.run_javascript("farstarPlay.shown()")

    def _notes(self) -> list[str]:
        """Return further notes on the game."""
        notes = []
        if self._puzzle:
            notes.append(panels.puzzle_note(self._puzzle, self._solved))
        if self._guessed:
            notes.append("The opponent ran out of time and guessed.")
        if self._verdict:
            notes.append(self._verdict)
        return notes

    def _draw(self, turn: bool) -> None:
        if self._view is None:
            return
        if self._editor is not None:
            marks = Marks(Clicks(()), editing=True)
            self._table.boards.content = draw(self._editor.board(), 0, marks)
            return
        pictures = [
            draw(
                board,
                place,
                Marks(
                    self._clicks[place],
                    self._view["moves"],
                    turn,
                    self._winning,
                    self._hint,
                ),
            )
            for place, board in enumerate(self._view["boards"])
        ]
        self._table.boards.content = "".join(pictures) or "<p>Nothing is left.</p>"

    # Playing.

    def _click(self, given: Any) -> None:
        if not isinstance(given, dict) or self._view is None:
            return
        if self._editor is not None:
            self._change_editor(self._editor.clicked(str(given.get("cell"))))
            return
        if not self._game.is_yours or self._view["winner"] is not None:
            return
        if isinstance(given.get("move"), int):
            self._play(given["move"])
            return
        place = given.get("place")
        if not isinstance(place, int) or not 0 <= place < len(self._clicks):
            return
        changed, move = self._clicks[place].click(str(given.get("cell")))
        self._clicks = [
            changed if at == place else Clicks(clicks.paths)
            for at, clicks in enumerate(self._clicks)
        ]
        if move is None:
            self._draw(True)
            ui.run_javascript("farstarPlay.shown()")
        else:
            self._play(move)

    def _play(self, move: int) -> None:
        # A second click before the first one is shown does nothing.
        if self._wanted is self._game and 0 <= move < (self._view or {"count": 0})["count"]:
            self._guessed = False
            self._show(self._game.played(move))

    def _answer(self) -> None:
        """Let the opponent move."""
        game = self._game
        if game.is_yours or self._view is None or self._view["winner"] is not None:
            return
        self._table.wait_for_opponent(waiting=False)
        self._thinking.start(
            "play.reply",
            partial(self._answered, game),
            partial(self._not_answered, game),
            opponent=game.opponent,
            seed=game.seed,
            **game.arguments(),
        )

    def _answered(self, game: Game, answer: dict[str, Any]) -> None:
        if game is not self._game or game is not self._wanted:
            return
        self._show(game.played(answer["move"]))
        self._guessed = answer["guessed"]

    def _not_answered(self, game: Game, error: TaskError) -> None:
        if game is self._wanted:
            self._table.say(f"The opponent has not moved: {error.message}.", fault=True)
            self._table.wait_for_opponent(waiting=True)

    def _undo(self) -> None:
        if self._game.can_undo:
            self._show(self._game.undone())

    def _redo(self) -> None:
        if self._game.can_redo:
            self._show(self._game.redone())

    def _swap(self) -> None:
        if self._view is not None:
            self._show(self._game.swapped())

    # Asking.

    def _ask_hint(self) -> None:
        game = self._game
        if self._view is None or self._view["winner"] is not None or not game.is_yours:
            return
        self._asking.start(
            "play.hint", partial(self._hinted, game), self._fail, seed=game.seed, **game.arguments()
        )

    def _hinted(self, game: Game, hint: dict[str, Any]) -> None:
        if game is not self._game:
            return
        self._hint = hint["move"]
        with self._client:
            self._render()
            self._table.say(panels.advice(hint))

    def _toggle_colours(self) -> None:
        self._colours = not self._colours
        self._table.press("Show who wins", self._colours)
        if self._colours:
            self._colour()
        else:
            self._colouring.cancel()
            self._winning = None
            self._render()

    def _colour(self) -> None:
        game = self._game
        if self._view is None or self._view["winner"] is not None or not game.is_yours:
            return
        self._colouring.start(
            "play.verdicts", partial(self._coloured, game), self._fail, **game.arguments()
        )

    def _coloured(self, game: Game, winning: list[int]) -> None:
        if game is self._game and self._colours:
            self._winning = frozenset(winning)
            with self._client:
                self._render()

    def _ask_why(self) -> None:
        if self._view is not None:
            game = self._game
            self._asking.start(
                "play.why", partial(self._explained, game), self._fail, **game.arguments()
            )

    def _explained(self, game: Game, explanation: dict[str, Any]) -> None:
        if game is self._game:
            self._table.show_why(explanation)

    def _review(self, game: Game) -> None:
        """Look for mistakes, at the end of a game and after the first move in a puzzle."""
        self._reviewing.start(
            "play.review", partial(self._reviewed, game), self._ignore, **game.arguments()
        )

    def _reviewed(self, game: Game, review: dict[str, Any]) -> None:
        mistakes = review["mistakes"]
        stands = self._game.line[: self._game.at]
        if self._puzzle and stands[:1] == game.line[:1]:
            self._solved = 0 not in mistakes
        if game is self._game:
            self._mistakes = frozenset(mistakes)
            self._verdict = panels.verdict(game, self._view, review)
        if self._view is not None:
            self._table.show(self._game, self._view, self._notes())
            self._record.show(self._game, self._view, self._mistakes)

    def _ignore(self, error: TaskError) -> None:
        """Ignore an error in something optional."""

    # Setting up.

    def _edit(self) -> None:
        if self._view is None or len(self._view["boards"]) != 1:
            return
        editor = None if self._editor else Editor.of(self._view["boards"][0])
        self._change_editor(editor)

    def _change_editor(self, editor: Editor | None) -> None:
        self._editor = editor
        self._render()

    def _end_editing(self) -> None:
        if self._editor is not None:
            self._choices.fill(self._editor.text)
            self.begin()

    # Transcripts.

    def _save(self) -> None:
        game = self._game
        if self._view is None:
            return
        self._asking.start(
            "play.save",
            lambda text: ui.download.content(text, "game.json"),
            self._fail,
            you=game.you,
            opponent=game.opponent,
            seed=game.seed,
            **game.arguments(),
        )

    def _open(self) -> None:
        ui.run_javascript("farstarPlay.open()")

    def _load(self, text: Any) -> None:
        if isinstance(text, str) and len(text) <= _LONGEST_TRANSCRIPT:
            self._asking.start("play.load", self._loaded, self._fail, text=text)

    def _loaded(self, transcript: dict[str, Any]) -> None:
        self._puzzle = None
        names = ("you", "first", "opponent", "misere", "seed")
        line = tuple(transcript["moves"])
        game = Game(
            transcript["expression"][:LONGEST_EXPRESSION],
            **{name: transcript[name] for name in names},
            line=line,
            at=len(line),
        )
        self._choices.show(game)
        self._show(game)
