"""Hackenbush: cut an edge of a picture on the ground; what is cut off disappears.

Edges are blue ``l`` (Left's), red ``r`` (Right's) or green ``e`` (either player's). A move cuts one
edge that the player may cut; edges that are no longer connected to the ground fall. A player who
cannot move loses.

Parts that meet only on the ground are components. Trees follow from the colon principle, green
graphs from the fusion principle; a stalk of blue and red edges is a number by Berlekamp's rule.
Other graphs are searched.

The text of a picture grows from the ground: ``lrl`` is a stalk, ``l(l;rl)`` a tree, ``eee:G`` an
arch back to the ground; parts on the ground are separated by semicolons, and ``:A`` names a place
where edges meet again.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapters 1, 3 and 7.
.. [2] E. R. Berlekamp, The Hackenbush number system for compression of numerical data, Inform. and
   Control 26 (1974) 134-140.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from farstar._arguments import shown
from farstar._outcome import Player
from farstar._walk import reached
from farstar.errors import IllegalPositionError
from farstar.games import _hackenbush_text as pictures
from farstar.games._hackenbush_text import Edge, Picture
from farstar.games._hackenbush_values import closed_value
from farstar.games._sided import SidedRules
from farstar.rules import Explanation, Path, Position, Reason, Step, TextPart, clip
from farstar.rules.diagrams import Edges, Owner
from farstar.values import Value

__all__ = ["Hackenbush"]


class HackenbushRules(SidedRules):
    """The rules of Hackenbush; a state is the tuple of edges."""

    misere_universe = "dead-ending"

    name = "Hackenbush"
    sides = ("le", "re")
    how_to_play = (
        "Left cuts a blue or green edge, Right a red or green one; edges that are no longer "
        "connected to the ground disappear. A player who cannot move loses."
    )
    form = "edges l r e, branches (...;...), names :A"
    starts = {
        "Hackenbush(l(l;r);r(r;l);e)": "N",
        "Hackenbush(lr;rl;ee)": "N",
        "Hackenbush(l(l;rl);eee:G)": "L",
    }
    theory = (
        "Trees and green graphs are solved, and stalks of blue and red edges are numbers "
        "(Berlekamp's rule). Pictures with cycles of blue and red edges are NP-hard."
    )

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with this picture."""
        part = TextPart(text)
        return part.placed(lambda: _RULES(part.text))

    def check(self, position: Any) -> Picture:
        """Return the edges in normal form."""
        if isinstance(position, str):
            return pictures.read(position)
        if not isinstance(position, Iterable):
            raise IllegalPositionError(f"expected a picture such as l(l;rl), got {shown(position)}")
        return pictures.picture(position)

    def moves_of(self, position: Picture, mine: str, yours: str) -> Iterator[Step]:
        """Return the cuts of an edge of these colours."""
        for place, edge in enumerate(position):
            if edge[2] in mine:
                rest = position[:place] + position[place + 1 :]
                yield Step(pictures.grounded(rest), ((place,),))

    def components(self, position: Picture) -> list[Picture]:
        """Return the parts that meet only on the ground."""
        above = _parts_above_ground(position)
        parts: dict[int, list[Edge]] = {}
        for place, edge in enumerate(position):
            # A loop on the ground is a part of its own.
            parts.setdefault(above.get(edge[1], -1 - place), []).append(edge)
        return [_renamed(part) for part in parts.values()]

    def closed_form(self, position: Picture) -> Value | None:
        """Return the value of a forest or of a green graph."""
        return closed_value(position)

    def text(self, position: Picture) -> str:
        """Return the picture as text."""
        return pictures.write(position)

    def diagram(self, position: Picture) -> Edges:
        """Return the picture."""
        owners = {"l": "left", "r": "right", "e": "both"}
        return Edges(
            tuple((u, v) for u, v, _ in position),
            tuple(cast("Owner", owners[colour]) for _, _, colour in position),
        )

    def label(self, player: Player, before: Picture, after: Picture, path: Path = ()) -> str:
        """Return what is left."""
        return f"to {pictures.write(after) or 'nothing'}"


def _parts_above_ground(edges: Picture) -> dict[int, int]:
    """Return a part number for each vertex; those connected without the ground have the same."""
    near = pictures.neighbours(edges)
    part: dict[int, int] = {}
    for start in near:
        if start and start not in part:
            above = reached([start], lambda vertex: filter(None, near[vertex]))
            part |= dict.fromkeys(above, start)
    return part


def _renamed(edges: list[Edge]) -> Picture:
    """Return the edges with vertices 0, 1, 2, ..., so that like parts are more often equal."""
    names = {0: 0}
    for u, v, _ in edges:
        names.setdefault(u, len(names))
        names.setdefault(v, len(names))
    renamed = [(names[u], names[v], colour) for u, v, colour in edges]
    return tuple(sorted((min(u, v), max(u, v), colour) for u, v, colour in renamed))


_RULES = HackenbushRules()
_SHOWN_PARTS = 12
_SHOWN_TEXT = 120


class Hackenbush(Position, rules=HackenbushRules):
    """A picture of blue, red and green edges on the ground.

    Parameters
    ----------
    picture : str or iterable of (int, int, str)
        The picture as text, or its edges: two vertices and a colour, ``l``, ``r`` or ``e``.
        Vertex 0 is the ground. What is not connected to the ground is left out.

    Raises
    ------
    IllegalPositionError
        If it cannot be read, or has too many edges.

    Examples
    --------
    >>> fs.Hackenbush("lrl").value, fs.Hackenbush("l(l;rl)").value, fs.Hackenbush("el").value
    (Value('3/4'), Value('3/2'), Value('^*'))
    >>> fs.Hackenbush("l:A;r:A;:Ae").value
    Value('*')
    >>> fs.Hackenbush([(0, 1, "e"), (1, 2, "e"), (0, 2, "e")])
    Hackenbush('eee:G')
    """

    __slots__ = ()
    _state: Picture

    def __init__(self, picture: str | Iterable[Edge]) -> None:
        super().__init__(_RULES, picture)

    @property
    def edges(self) -> Picture:
        """The edges: two vertices, the smaller one first, and a colour; vertex 0 is the ground."""
        return self._state

    def explain(self) -> Explanation:
        """Explain who wins, and why: the value of each part on the ground, and the moves.

        Examples
        --------
        >>> print(fs.Hackenbush("lrl;ee").explain().steps[0].items)
        ('lrl is 3/4', 'ee is *2')
        """
        general = super().explain()
        return Explanation(general.title, (self._theory(), *general.steps))

    def _theory(self) -> Reason:
        parts = _RULES.components(self.edges)
        values = [_RULES.closed_form(part) for part in parts]
        items = [
            f"`{clip(_RULES.text(part), _SHOWN_TEXT)}` is `{clip(str(value), _SHOWN_TEXT)}`"
            for part, value in zip(parts[:_SHOWN_PARTS], values, strict=False)
            if value is not None
        ]
        text = (
            "Parts that meet only on the ground form a sum. A tree is evaluated from its leaves: "
            "an edge with something on it is the ordinal sum of the two. In a green graph the "
            "vertices of a cycle may be fused."
        )
        if None in values:
            text += " Cycles with blue or red edges have no such theory and are searched."
        return Reason("Picture", text, tuple(items))

    def __repr__(self) -> str:
        return f"Hackenbush({pictures.write(self._state)!r})"
