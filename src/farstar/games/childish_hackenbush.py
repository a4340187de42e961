"""Childish Hackenbush: Hackenbush in which cutting a blue or red edge must not make others fall.

A move cuts one edge that the player may cut, blue ``l`` for Left, red ``r`` for Right, green ``e``
for either. A blue or red edge may be cut only if all other edges stay connected to the ground;
after a green one is cut what is no longer connected falls, as in Hackenbush. A player who cannot
move loses. Pictures are written as in `farstar.games.hackenbush`, and parts that meet only on the
ground are components. Unlike in Hackenbush, blue and red pictures may be hot.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapter 8.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from farstar.games.hackenbush import (
    Edge,
    HackenbushRules,
    Picture,
    grounded,
    picture_text,
)
from farstar.rules import Position, Step, TextPart

__all__ = ["ChildishHackenbush"]


class ChildishHackenbushRules(HackenbushRules):
    """The rules of Childish Hackenbush; a state is the tuple of edges."""

    misere_universe = ""
    name = "ChildishHackenbush"
    title = "Childish Hackenbush"
    how_to_play = (
        "Left cuts a blue edge, Right a red one, if no other edge loses its connection to the "
        "ground; either cuts a green one, and what is cut off falls. A player who cannot move "
        "loses."
    )
    starts = {
        "ChildishHackenbush(lr;l(l;rl);eee:G)": "L",
        "ChildishHackenbush(l6r4:G)": "N",
    }
    theory = "A player can cut only leaves and edges of cycles; arches of blue and red may be hot."

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with this picture."""
        part = TextPart(text)
        return part.placed(lambda: _RULES(part.text))

    def moves_of(self, position: Picture, mine: str, yours: str) -> Iterator[Step]:
        """Return the cuts of an edge of these colours; only a green cut makes others fall."""
        for place, edge in enumerate(position):
            if edge[2] in mine:
                rest = position[:place] + position[place + 1 :]
                left = grounded(rest)
                if edge[2] == "e" or len(left) == len(rest):
                    yield Step(left, ((place,),))

    def closed_form(self, position: Picture) -> None:
        """Return None: the theory of Hackenbush does not apply."""


_RULES = ChildishHackenbushRules()


class ChildishHackenbush(Position, rules=ChildishHackenbushRules):
    """A picture of edges on the ground; cutting blue and red ones must not make others fall.

    Parameters
    ----------
    picture : str or iterable of (int, int, str)
        The picture, as for `Hackenbush`.

    Examples
    --------
    >>> fs.ChildishHackenbush("l(l;rl)").value, fs.ChildishHackenbush("l6r4:G").value
    (Value('2'), Value('{4|-2}'))
    """

    __slots__ = ()
    _state: Picture

    def __init__(self, picture: str | Iterable[Edge]) -> None:
        super().__init__(_RULES, picture)

    @property
    def edges(self) -> Picture:
        """The edges: two vertices, the smaller one first, and a colour; vertex 0 is the ground."""
        return self._state

    def __repr__(self) -> str:
        return f"ChildishHackenbush({picture_text(self._state)!r})"
