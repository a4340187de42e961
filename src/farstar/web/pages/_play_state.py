"""A game on the page Play: what was chosen, and the moves so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from farstar.web import shell
from farstar.web.settings import LONGEST_EXPRESSION

_OTHER = {"left": "right", "right": "left"}

SIDES = {"left": "Left", "right": "Right"}
STARTERS = {"you": "You", "opponent": "The opponent"}
OPPONENTS = {
    "perfect": "Perfect: never loses a won game",
    "thermal": "Thermal: moves in the hottest part",
    "random": "Random: makes random moves",
}
ENDINGS = {"normal": "Normal: no move, you lose", "misere": "Misère: no move, you win"}


@dataclass(frozen=True)
class Game:
    """A game between the user and an opponent; each change makes a new one.

    Examples
    --------
    >>> game = Game("Nim(3,5)").played(2).played(0)
    >>> game.arguments()["moves"], game.to_move, game.undone().at, game.undone().redone().at
    ([2, 0], 'left', 0, 2)
    """

    e: str
    you: str = "left"
    first: str = "left"
    """Who moves first, by side."""
    opponent: str = "perfect"
    misere: bool = False
    seed: int = 1
    line: tuple[int, ...] = ()
    """The moves, also those that were taken back."""
    at: int = 0
    """How many of the moves stand."""

    @classmethod
    def chosen(cls, e: str, side: str, starter: str, opponent: str, ending: str, seed: int) -> Game:
        """Return a new game; what is not among the choices becomes the usual one."""
        you = side if side in SIDES else "left"
        first = _OTHER[you] if starter == "opponent" else you
        return cls(
            e[:LONGEST_EXPRESSION],
            you,
            first,
            opponent if opponent in OPPONENTS else "perfect",
            ending == "misere",
            seed,
        )

    @property
    def to_move(self) -> str:
        """Whose turn it is, by side."""
        return self.mover(self.at)

    @property
    def is_yours(self) -> bool:
        """Whether it is the user's turn."""
        return self.to_move == self.you

    def mover(self, place: int) -> str:
        """Return who makes the move at a place."""
        return self.first if place % 2 == 0 else _OTHER[self.first]

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of the tasks."""
        return {
            "expression": self.e,
            "first": self.first,
            "misere": self.misere,
            "moves": list(self.line[: self.at]),
        }

    def played(self, move: int) -> Game:
        """Return the game after a move."""
        return replace(self, line=(*self.line[: self.at], move), at=self.at + 1)

    @property
    def can_undo(self) -> bool:
        """Whether the user has made a move."""
        return any(self.mover(place) == self.you for place in range(self.at))

    def undone(self) -> Game:
        """Return the game before the user's last move."""
        own = [place for place in range(self.at) if self.mover(place) == self.you]
        return replace(self, at=own[-1]) if own else self

    @property
    def can_redo(self) -> bool:
        """Whether moves were taken back."""
        return self.at < len(self.line)

    def redone(self) -> Game:
        """Return the game with the user's next move and the answer to it."""
        at = self.at
        while at < len(self.line):
            at += 1
            if self.mover(at) == self.you:
                break
        return replace(self, at=at)

    def swapped(self) -> Game:
        """Return the game with the user on the other side."""
        return replace(self, you=_OTHER[self.you])

    @property
    def address(self) -> str:
        """The address of the page with this game at its beginning."""
        chosen = {
            "side": self.you,
            "first": "you" if self.first == self.you else "opponent",
            "opponent": self.opponent,
            "ending": "misere" if self.misere else "normal",
        }
        usual = {"side": "left", "first": "you", "opponent": "perfect", "ending": "normal"}
        rest = {name: text for name, text in chosen.items() if text != usual[name]}
        return shell.address(self.e, "Play") + (f"&{urlencode(rest)}" if rest else "")
