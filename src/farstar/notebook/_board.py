"""A board that is played on or set up by clicking, with its value beside it."""

from __future__ import annotations

from typing import Any, ClassVar

import traitlets

import farstar as fs
from farstar.errors import NotationError
from farstar.notebook import _edit
from farstar.notebook._widget import Widget, match_view, playable
from farstar.sums.matches import Match
from farstar.sums.notation import parse_move

MODES = ("left", "right", "edit")
_MOST_KEPT = 200
"""Positions to which one can go back."""


class Board(Widget):
    """A position on a board: click to move or to set it up; its outcome and value are shown.

    ``position`` is the position now; observe it to follow the clicks. Setting it changes the
    board.

    Parameters
    ----------
    game : Position, Sum, Value or str
        What is shown at first.
    mode : {"left", "right", "edit"}
        Whose moves a click makes, or that it changes the board. Moves alternate.

    Examples
    --------
    >>> from farstar.notebook import Board
    >>> board = Board(fs.Domineering("2x2"), mode="edit")
    >>> board.click("0,0")
    >>> board.position, board.value
    (Domineering('#.|..'), Value('*'))
    >>> board.back()
    >>> board.position
    Domineering('..|..')
    """

    kind: ClassVar[str] = "board"
    actions: ClassVar[tuple[str, ...]] = (
        *("click", "move", "back", "set_mode", "set_text", "set_number", "resize"),
    )

    position = traitlets.Any()
    """The position or sum that is shown."""

    mode = traitlets.Enum(MODES, "left")

    def __init__(self, game: Any, *, mode: str = "left") -> None:
        super().__init__()
        self._past: list[Any] = []
        self.set_mode(mode)
        self.position = playable(game)

    @property
    def value(self) -> fs.Value:
        """The value of the position."""
        value: fs.Value = self.position.value
        return value

    @property
    def outcome(self) -> fs.Outcome:
        """Who wins the position."""
        outcome: fs.Outcome = self.position.outcome
        return outcome

    @property
    def _player(self) -> fs.Player:
        """Whose moves are shown."""
        return fs.Right if self.mode == "right" else fs.Left

    @traitlets.validate("position")
    def _readable(self, proposal: Any) -> fs.Position | fs.Sum:
        return playable(proposal["value"])

    @traitlets.observe("position")
    def _changed(self, change: Any) -> None:
        old = change["old"]
        if isinstance(old, fs.Position | fs.Sum):
            self._past = [*self._past, old][-_MOST_KEPT:]
        self._show()

    @traitlets.observe("mode")
    def _mode_changed(self, _: Any) -> None:
        if self.position is not None:
            self._show()

    def _show(self) -> None:
        """Write down what the page shows."""
        game = self.position
        self.view = {
            "kind": self.kind,
            "mode": self.mode,
            **match_view(Match(game, self._player)),
            "can_go_back": bool(self._past),
            **(_set_up(game) if isinstance(game, fs.Position) else _NOTHING_TO_SET_UP),
        }

    # What the page asks for.

    def click(self, cell: str, mark: str = "", mode: str | None = None) -> None:
        """Change the place `cell`, such as "0,1", while the board is being set up.

        `mark` is what is put there; by default the second of the possible marks.
        """
        if (mode or self.mode) != "edit" or not isinstance(self.position, fs.Position):
            raise NotationError("expected a board that is being set up: choose Edit first")
        try:
            place = tuple(map(int, cell.split(",")))
        except ValueError:
            raise NotationError(f"expected a place such as 0,1, got {cell!r:.40}") from None
        known = list(_edit.marks(self.position))
        self.position = _edit.edit(self.position, place, mark or known[:2][-1] if known else mark)

    def move(self, key: str) -> None:
        """Make the move with a short text; then it is the other player's turn."""
        player = self._player
        self.position = parse_move(key, Match(self.position, player)).after
        self.mode = "left" if player is fs.Right else "right"

    def back(self) -> None:
        """Go back to the position before."""
        if not self._past:
            raise NotationError("expected a position to go back to: this is the first one")
        *past, self.position = self._past
        self._past = past
        self._show()

    def set_mode(self, mode: str) -> None:
        """Choose whose moves a click makes, or that it sets up the board."""
        if mode not in MODES:
            raise NotationError(f"expected one of {', '.join(MODES)}, got {mode!r:.40}")
        self.mode = mode

    def set_text(self, text: str) -> None:
        """Show the position with this notation."""
        self.position = playable(text)

    def set_number(self, which: int, number: int) -> None:
        """Change one of the numbers of the position, such as the size of a heap."""
        self.position = _edit.set_number(self.position, which, number)

    def resize(self, rows: int, columns: int) -> None:
        """Change the number of rows and columns."""
        self.position = _edit.resize(self.position, rows, columns)


_NOTHING_TO_SET_UP = {"marks": {}, "numbers": [], "can_add": False, "size": None}


def _set_up(position: fs.Position) -> dict[str, Any]:
    """Return what can be changed by clicking."""
    diagram, numbers = position.diagram(), _edit.numbers(position)
    rows = getattr(diagram, "rows", ()) if _edit.can_resize(position) else ()
    return {
        "marks": dict(_edit.marks(position)),
        "numbers": numbers if max(numbers, default=0) <= _edit.MOST else [],
        "can_add": _edit.can_add(position),
        "size": [len(rows), len(rows[0])] if rows else None,
    }
