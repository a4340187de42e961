"""The panels of the page Play: what is chosen, the table with the boards, the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from farstar.formulas import MarkedText, source_of, to_html
from farstar.rules import Field
from farstar.web import shell
from farstar.web.pages._play_editor import Editor
from farstar.web.pages._play_forms import GAMES, recognised
from farstar.web.pages._play_state import (
    ENDINGS,
    OPPONENTS,
    SIDES,
    STARTERS,
    Game,
)
from farstar.web.settings import LONGEST_EXPRESSION

Action = Callable[[], Any]

_OWN = "own"


class Choices:
    """The card with what is played and how.

    Parameters
    ----------
    game : Game
        What is chosen at first.
    on_choice, on_begin, on_puzzle : callable
        Called when a choice was changed, and when a new game or the puzzle is asked for.
    """

    def __init__(self, game: Game, on_choice: Action, on_begin: Action, on_puzzle: Action) -> None:
        self._on_choice, self._on_begin = on_choice, on_begin
        self._text = game.e
        self._name = (recognised(game.e) or (_OWN,))[0]
        self._values: dict[str, str] = {}
        self._chosen = {
            "side": game.you,
            "starter": "you" if game.first == game.you else "opponent",
            "opponent": game.opponent,
            "ending": "misere" if game.misere else "normal",
        }
        with shell.card():
            with ui.element("div").classes("row"):
                names = {**{name: name for name in GAMES}, _OWN: "My own expression"}
                self._known = shell.select("Game", names, self._name, self._pick)
                self._field = shell.text_field(
                    "Position or sum",
                    game.e,
                    on_input=self._type,
                    on_enter=self._enter,
                    delay=0,
                    longest=LONGEST_EXPRESSION,
                    classes="grow expression",
                )
            self._parameters = ui.element("div").classes("row")
            self._parameters.props('role="group" aria-label="Size of the game"')
            self._parameters.set_visibility(False)
            with ui.element("div").classes("row"):
                self._selects = {
                    key: shell.select(label, texts, self._chosen[key], partial(self._set, key))
                    for key, label, texts in (
                        ("side", "You play", SIDES),
                        ("starter", "Who starts", STARTERS),
                        ("opponent", "Opponent", OPPONENTS),
                        ("ending", "Ending", ENDINGS),
                    )
                }
            with ui.element("div").classes("row"):
                shell.button("New game", on_begin)
                shell.button("Puzzle of the day", on_puzzle, quiet=True)
                shell.markup(
                    '<button type="button" class="quiet" '
                    'onclick="farstar.copy(location.href)">Copy link</button>'
                )
            self._said = shell.markup("").classes("fault").props('role="status"')
        self._recognise()

    def game(self, seed: int) -> Game:
        """Return a new game with what is chosen."""
        chosen = self._chosen
        return Game.chosen(
            self._text,
            chosen["side"],
            chosen["starter"],
            chosen["opponent"],
            chosen["ending"],
            seed,
        )

    def say(self, fault: str) -> None:
        """Say what is wrong with the choice."""
        self._said.content = escape(fault)

    def fill(self, text: str) -> None:
        """Put an expression into the field."""
        self._text = text
        shell.fill(self._field, text)
        self._recognise()

    def _recognise(self) -> None:
        """Show which game the expression is, and what can be chosen of it."""
        name, values = recognised(self._text) or (_OWN, {})
        if (name, values) == (self._name, self._values):
            return
        if name != self._name:
            shell.fill(self._known, name)
        self._name, self._values = name, values
        self._parameters.clear()
        fields = GAMES[name].fields if values else {}
        self._parameters.set_visibility(bool(fields))
        with self._parameters:
            for key, field in fields.items():
                self._parameter(key, field)

    def _parameter(self, key: str, field: Field) -> None:
        value = self._values[key]
        if field.choices is not None:
            shell.select(field.label, dict(field.choices), value, partial(self._choose, key))
            return
        field_element = shell.text_field(
            field.label,
            value,
            on_input=partial(self._change, key),
            on_enter=partial(self._change_and_begin, key),
            delay=0,
            longest=60,
            classes="short",
        )
        field_element.props("inputmode=numeric")

    def _change(self, key: str, value: str) -> None:
        """Note a parameter; the expression says the same."""
        if key in self._values:
            self._values = {**self._values, key: value}
            self._text = GAMES[self._name].text(self._values)
            shell.fill(self._field, self._text)

    def _choose(self, key: str, value: str) -> None:
        self._change(key, value)
        self._on_choice()

    def _change_and_begin(self, key: str, value: str) -> None:
        self._change(key, value)
        self._on_begin()

    def show(self, game: Game) -> None:
        """Show the choices of a game that came from elsewhere."""
        self.fill(game.e)
        self._chosen = {
            "side": game.you,
            "starter": "you" if game.first == game.you else "opponent",
            "opponent": game.opponent,
            "ending": "misere" if game.misere else "normal",
        }
        for key, select in self._selects.items():
            shell.fill(select, self._chosen[key])

    def _pick(self, name: str) -> None:
        if name in GAMES:
            self.fill(GAMES[name].example)
            self._on_begin()

    def _type(self, text: str) -> None:
        self._text = text

    def _enter(self, text: str) -> None:
        self._text = text
        self._recognise()
        self._on_begin()

    def _set(self, key: str, choice: str) -> None:
        self._chosen[key] = choice
        self._on_choice()


class Table:
    """The card with the boards, the moves and the buttons.

    Parameters
    ----------
    actions : dict of callables
        The buttons by name.
    on_wait : callable
        Called when the opponent is asked again.
    """

    def __init__(self, actions: dict[str, Action], on_wait: Action) -> None:
        with ui.element("section").classes("card table") as self._card:
            self._status = shell.markup("").props('role="status"')
            self.boards = shell.markup("").classes("boards")
            self.editing = ui.element("div")
            self._said = shell.markup("", "p").classes("hint").props('role="status"')
            self.working = ui.element("div")
            self._again = shell.button("Let the opponent move", on_wait)
            self._again.set_visibility(False)
            self._moves = shell.markup("").classes("choices")
            with (
                ui.element("div").classes("row tools").props('role="group" aria-label="This game"')
            ):
                self._buttons = {
                    name: shell.button(name, action, quiet=True) for name, action in actions.items()
                }
            self._why = shell.markup("").classes("why").props('aria-live="polite"')
        self._card.set_visibility(False)

    def show(self, game: Game, view: dict[str, Any], notes: list[str]) -> None:
        """Say whose turn it is, what was played last, and what else there is to know."""
        self._card.set_visibility(True)
        told = MarkedText(" ".join([_last_move(game, view["record"]), *notes]))
        self._status.content = (
            f'<h2 class="{_mood(game, view)}">{escape(status(game, view))}</h2>'
            f'<p class="told">{to_html(told)}</p>'
        )

    def say(self, words: str, *, fault: bool = False) -> None:
        """Show a message about the game; `fault` marks it as an error."""
        kind = ' class="bad"' if fault else ""
        self._said.content = f"<span{kind}>{to_html(words)}</span>" if words else ""

    def wait_for_opponent(self, *, waiting: bool) -> None:
        """Offer to ask the opponent again, or take the offer away."""
        self._again.set_visibility(waiting)

    def enable(self, name: str, enabled: bool) -> None:
        """Make a button work, or not."""
        button = self._buttons[name]
        if enabled:
            button.props.pop("disabled", None)
        else:
            button.props["disabled"] = True
        button.update()

    def press(self, name: str, pressed: bool) -> None:
        """Show a button as pressed, or not."""
        self._buttons[name].props["aria-pressed"] = "true" if pressed else "false"
        self._buttons[name].update()

    def reveal(self, name: str, visible: bool) -> None:
        """Show a button, or not."""
        self._buttons[name].set_visibility(visible)

    def list_moves(
        self,
        view: dict[str, Any],
        turn: bool,
        winning: frozenset[int] | None,
        hint: int | None,
        you: str,
    ) -> None:
        """List the user's moves as buttons."""
        if not turn:
            self._moves.content = ""
            return
        groups, number = [], 0
        for start, count in view["groups"]:
            items = "".join(
                f"<li>{_move_button(n, view['moves'][n], start, winning, hint)}</li>"
                for n in range(number, number + count)
            )
            head = f'<p class="soft" aria-hidden="true">{to_html(start)}</p>' if start else ""
            groups.append(f'{head}<ul class="move-list">{items}</ul>')
            number += count
        more = view["count"] - len(view["moves"])
        rest = f'<p class="soft">{more:,} more moves are not listed.</p>' if more > 0 else ""
        self._moves.content = (
            f"<h3>Your moves as {you.title()}</h3>"
            f'<div class="move-groups">{"".join(groups)}</div>{rest}'
        )

    def show_why(self, explanation: dict[str, Any]) -> None:
        """Show an explanation."""
        self._why.content = (
            f"<h3>Why: {to_html(explanation['title'])}</h3>{shell.explanation(explanation)}"
        )

    def clear_why(self) -> None:
        """Remove the explanation, which was about another position."""
        self._why.content = ""


def _last_move(game: Game, record: list[dict[str, str]]) -> str:
    if not record:
        ending = "wins" if game.misere else "loses"
        return f"You are {game.you.title()}. A player who cannot move {ending}."
    last = record[-1]
    who = "You" if last["player"] == game.you else last["player"].title()
    return f"{who} played {source_of(last['text'])}."


def _mood(game: Game, view: dict[str, Any]) -> str:
    """Return the style of the result."""
    return {None: "", "draw": "", game.you: "good"}.get(view["winner"], "bad")


def status(game: Game, view: dict[str, Any]) -> str:
    """Return whose turn it is, or who has won."""
    if view["winner"] == "draw":
        return "The position came up for the third time: a draw"
    if view["winner"] is not None:
        who = view["to_move"].title()
        stuck = f"{'You' if view['to_move'] == game.you else who} cannot move"
        return f"{stuck}: {'you win' if view['winner'] == game.you else 'you lose'}"
    side = view["to_move"].title()
    return f"Your turn, {side}" if game.is_yours else f"{side} is to move"


def puzzle_note(day: str, solved: bool | None) -> str:
    """Return the task of the puzzle, or whether the user solved it."""
    if solved is None:
        return f"The puzzle of {day}: exactly one of your moves wins. Which?"
    if solved:
        return "Solved: that was the only winning move."
    return "That was not it: undo and try again, or see whether the opponent stays perfect."


def verdict(game: Game, view: dict[str, Any] | None, review: dict[str, Any]) -> str:
    """Return a comment on a game that is over."""
    if view is None or view["winner"] is None or not review["is_complete"]:
        return ""
    own = [place for place in review["mistakes"] if game.mover(place) == game.you]
    if view["winner"] == game.you or (view["winner"] == "draw" and not own):
        return "" if own else "You made no mistake."
    if own:
        return "You could have won: the moves that gave away the win are marked below."
    starts = "you start" if game.first == game.you else "the opponent starts"
    return f"You made no mistake: if {starts}, a perfect opponent wins this game."


def advice(hint: dict[str, Any]) -> str:
    """Return a hint in words."""
    move = source_of(hint["text"])
    if hint["wins"]:
        return MarkedText(f"This wins: {move}")
    if hint.get("draws"):
        return MarkedText(f"No move wins, and this holds the draw: {move}")
    if hint["count"] == 1:
        return MarkedText(f"The only move, {move}, loses.")
    told = f"Every move loses against a perfect player. This is hard to answer: {move}"
    return MarkedText(told)


def _move_button(
    number: int, text: str, start: str, winning: frozenset[int] | None, hint: int | None
) -> str:
    """Return the button of a move; how it starts is written once for all of its component."""
    classes = ["quiet", "small", "move"]
    sign = ""
    if winning is not None:
        wins = number in winning
        classes.append("wins" if wins else "loses")
        sign = f'<span class="sign">{"✓ wins" if wins else "✗ loses"}</span>'
    if number == hint:
        classes.append("hinted")
    rest = MarkedText(source_of(text).removeprefix(source_of(start)))
    return (
        f'<button type="button" class="{" ".join(classes)}" data-move="{number}">'
        f'<span class="hidden">{escape(start)}</span>'
        f"<span>{to_html(rest)}</span>{sign}</button>"
    )


class Record:
    """The card with the moves so far, and the transcript."""

    def __init__(self, on_save: Action, on_open: Action) -> None:
        with shell.card("Moves so far") as self._card:
            self._list = shell.markup("")
            with ui.element("div").classes("row"):
                shell.button("Save transcript", on_save, quiet=True)
                shell.button("Open transcript", on_open, quiet=True)
                shell.markup(
                    '<input type="file" id="play-file" accept=".json,application/json" '
                    'class="hidden" tabindex="-1" aria-label="A game that was saved">'
                )
            shell.markup(
                "The file is the one that <code>farstar play --save</code> writes and "
                "<code>--replay</code> shows.",
                "p",
            ).classes("soft after")

    def show(
        self, game: Game, view: dict[str, Any], mistakes: frozenset[int] = frozenset()
    ) -> None:
        """List the moves; `mistakes` are the places of those that gave a win away."""
        if not view["record"]:
            self._list.content = '<p class="soft">None yet.</p>'
            return
        items = "".join(
            f'<li><span class="{move["player"]}">{move["player"].title()}'
            f"{' (you)' if move['player'] == game.you else ''}</span> "
            f"<span>{to_html(move['text'])}</span>"
            f"{'<span class=bad> gave away the win</span>' if place in mistakes else ''}</li>"
            for place, move in enumerate(view["record"])
        )
        self._list.content = f'<ol class="record">{items}</ol>'


class EditorPanel:
    """What there is to set up a board."""

    def __init__(self, on_change: Callable[[Editor | None], Any], on_end: Action) -> None:
        self._on_change, self._on_end = on_change, on_end
        self._editor: Editor | None = None
        self._built: tuple[str, ...] | None = None
        self._place = ui.element("div").classes("editor")
        self._place.set_visibility(False)

    def show(self, editor: Editor | None) -> None:
        """Show the panel for a board, or nothing."""
        self._editor = editor
        self._place.set_visibility(editor is not None)
        if editor is None:
            self._built = None
            return
        if self._built == tuple(editor.alphabet):
            return
        self._built = tuple(editor.alphabet)
        self._place.clear()
        with self._place, ui.element("div").classes("row"):
            marks = {mark: f"{mark}  {words}" for mark, words in editor.alphabet.items()}
            shell.select("A click puts", marks, editor.mark, self._mark)
            sizes = {"Columns": (0, 1)} if editor.token else {"Rows": (1, 0), "Columns": (0, 1)}
            for name, (rows, columns) in sizes.items():
                for sign, by, verb in (("−", -1, "fewer"), ("+", 1, "more")):
                    shell.button(
                        f"{sign} {name.lower()}",
                        partial(self._grow, by * rows, by * columns),
                        quiet=True,
                        name=f"{verb} {name.lower()}",
                    )
            shell.button("Play this board", self._on_end)

    def _mark(self, mark: str) -> None:
        editor = self._editor
        if editor is not None and mark in editor.alphabet:
            self._editor = replace(editor, mark=mark)
            self._on_change(self._editor)

    def _grow(self, rows: int, columns: int) -> None:
        if self._editor is not None:
            self._on_change(self._editor.grown(rows, columns))
