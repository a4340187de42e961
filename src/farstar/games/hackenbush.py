"""Hackenbush: cut an edge of a picture on the ground; what is cut off disappears.

Edges are blue ``l`` (Left's), red ``r`` (Right's) or green ``e`` (either player's). A move cuts one
edge that the player may cut; edges that are no longer connected to the ground fall. A player who
cannot move loses.

Parts that meet only on the ground are components. Trees follow from the colon principle, green
graphs from the fusion principle; a stalk of blue and red edges is a number by Berlekamp's rule.
Other graphs are searched.

The text of a picture grows from the ground: each letter is an edge on top of the one before, and
``l3`` is short for ``lll``. Branches are in parentheses, separated by semicolons, and so are the
parts on the ground, without parentheses. ``:A`` names the place that has been reached, or joins it
to the place that already has this name; ``:G`` is the ground. A name is a capital letter, perhaps
with a number. Blue, red and green edges may also be written ``b``, ``r`` and ``g``. So ``lrl`` is a
stalk, ``l(l;rl)`` a tree, ``eee:G`` an arch, and ``l:A;r:A`` has two legs that meet.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapters 1, 3 and 7.
.. [2] E. R. Berlekamp, The Hackenbush number system for compression of numerical data, Inform. and
   Control 26 (1974) 134-140.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, TypeAlias, cast

from farstar._arguments import integer, shown
from farstar._outcome import Player
from farstar._walk import reached
from farstar.errors import IllegalPositionError
from farstar.games.grids import SidedRules
from farstar.rules import Explanation, Path, Position, Reason, Step, TextPart, clip
from farstar.rules.diagrams import Edges, Owner
from farstar.values import Value

__all__ = ["Hackenbush"]

Edge: TypeAlias = tuple[int, int, str]
"""Two vertices, the smaller one first, and a colour; vertex 0 is the ground."""

Picture: TypeAlias = tuple[Edge, ...]


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
            return read_picture(position)
        if not isinstance(position, Iterable):
            raise IllegalPositionError(f"expected a picture such as l(l;rl), got {shown(position)}")
        return normal_picture(position)

    def moves_of(self, position: Picture, mine: str, yours: str) -> Iterator[Step]:
        """Return the cuts of an edge of these colours."""
        for place, edge in enumerate(position):
            if edge[2] in mine:
                rest = position[:place] + position[place + 1 :]
                yield Step(grounded(rest), ((place,),))

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
        return picture_text(position)

    def diagram(self, position: Picture) -> Edges:
        """Return the picture."""
        owners = {"l": "left", "r": "right", "e": "both"}
        return Edges(
            tuple((u, v) for u, v, _ in position),
            tuple(cast("Owner", owners[colour]) for _, _, colour in position),
        )

    def label(self, player: Player, before: Picture, after: Picture, path: Path = ()) -> str:
        """Return which edge is cut, by colour and number, and what is left."""
        goal = f"to {picture_text(after) or 'nothing'}"
        if not path:
            return goal
        place = path[0][0]
        return f"cut {before[place][2]}{place + 1}, {goal}"


def _parts_above_ground(edges: Picture) -> dict[int, int]:
    """Return a part number for each vertex; those connected without the ground have the same."""
    near = neighbours(edges)
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
        return f"Hackenbush({picture_text(self._state)!r})"


# Pictures and their texts.

COLOURS = {"l": "Left's", "r": "Right's", "e": "either player's"}
_LETTERS = {"b": "l", "g": "e"}
"""Blue edges are Left's, green ones are for either player; red ones are written alike."""
MOST_EDGES = 10_000
_TOKEN = re.compile(r"\s*(?:([lrebgLREBG])([0-9]{0,5})|:([A-Z][0-9]*)|([();]))")


def normal_picture(edges: Iterable[object]) -> Picture:
    """Return the edges in normal form: sorted, and only those connected to the ground."""
    checked: list[Edge] = []
    for edge in edges:
        if not isinstance(edge, tuple | list) or len(edge) != 3 or edge[2] not in COLOURS:
            raise IllegalPositionError(
                f"expected edges such as (0, 1, 'l') in the colours l, r and e, got {shown(edge)}"
            )
        u, v = sorted(integer(end, 0, "each vertex") for end in edge[:2])
        checked.append((u, v, str(edge[2])))
    if len(checked) > MOST_EDGES:
        raise IllegalPositionError(f"expected at most {MOST_EDGES} edges, got {len(checked)}")
    return grounded(sorted(checked))


def grounded(edges: Iterable[Edge]) -> Picture:
    """Return the edges that are connected to the ground."""
    edges = tuple(edges)
    on_ground = set(reached([0], neighbours(edges).__getitem__))
    return tuple(edge for edge in edges if edge[0] in on_ground)


def neighbours(edges: Picture) -> dict[int, list[int]]:
    """Return the vertices next to each vertex."""
    near: dict[int, list[int]] = defaultdict(list)
    for u, v, _ in edges:
        near[u].append(v)
        near[v].append(u)
    return near


def ends(edges: Iterable[Edge]) -> dict[int, list[int]]:
    """Return the indices of the edges at each vertex."""
    at: dict[int, list[int]] = defaultdict(list)
    for index, (u, v, _) in enumerate(edges):
        at[u].append(index)
        if u != v:
            at[v].append(index)
    return at


def read_picture(text: str) -> Picture:
    """Return the picture that a text describes.

    Examples
    --------
    >>> read_picture("l(l;rl)")
    ((0, 1, 'l'), (1, 2, 'l'), (1, 3, 'r'), (3, 4, 'l'))
    >>> read_picture("eee:G")
    ((0, 1, 'e'), (0, 2, 'e'), (1, 2, 'e'))
    >>> read_picture("bbr") == read_picture("llr")
    True
    """
    reader = _Reader(text)
    place, end = 0, len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None:
            got = text[place:].strip()[:1]
            raise IllegalPositionError(
                f"expected edges l, r and e, branches (...;...) or names such as :A, got {got!r}"
            )
        reader.token(match)
        place = match.end()
    return reader.finish()


class _Reader:
    """The state of reading: the current vertex, and the vertices where branches began."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.last = 0
        self.branches: list[int] = []
        self.edges: list[Edge] = []
        self.names = {"G": 0}
        self.same: dict[int, int] = {}

    def token(self, match: re.Match[str]) -> None:
        letter, count, name, sign = match.groups()
        if letter:
            colour = letter.lower()
            self.grow(_LETTERS.get(colour, colour), int(count) if count else 1)
        elif name:
            self.join(name)
        elif sign == "(":
            self.branches.append(self.at)
        elif sign == ";":
            self.at = self.branches[-1] if self.branches else 0
        elif self.branches:
            self.at = self.branches.pop()
        else:
            raise IllegalPositionError(f"expected ( before ), got {shown(self.text)}")

    def grow(self, colour: str, count: int) -> None:
        if len(self.edges) + count > MOST_EDGES:
            raise IllegalPositionError(f"expected at most {MOST_EDGES} edges, got more")
        for _ in range(count):
            self.last += 1
            self.edges.append((self.at, self.last, colour))
            self.at = self.last

    def join(self, name: str) -> None:
        known = self.names.setdefault(name, self.at)
        if self.is_loose(name):
            self.at = known
            return
        mine, its = self.root(self.at), self.root(known)
        if mine != its:
            self.same[max(mine, its)] = min(mine, its)

    def is_loose(self, name: str) -> bool:
        """Return whether a strand begins at a name that is known, instead of at the ground."""
        return self.at == 0 and name in self.names and not self.branches and self.names[name] != 0

    def root(self, vertex: int) -> int:
        while vertex in self.same:
            vertex = self.same[vertex]
        return vertex

    def finish(self) -> Picture:
        if self.branches:
            raise IllegalPositionError(f"expected ) at the end, got {shown(self.text)}")
        joined = [(self.root(u), self.root(v), colour) for u, v, colour in self.edges]
        names: dict[int, int] = {0: 0}
        for u, v, _ in joined:
            names.setdefault(u, len(names))
            names.setdefault(v, len(names))
        return normal_picture((names[u], names[v], colour) for u, v, colour in joined)


def picture_text(edges: Picture) -> str:
    """Return the text of a picture; reading it gives the same picture up to names of vertices."""
    children, closing = _spanning_tree(edges)
    names = _names(children, {target for _, target in closing.values()})
    loose: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for index, (source, target) in closing.items():
        loose[source].append((edges[index][2], target))
    pieces: list[str] = []
    todo: list[str | int] = [0]
    while todo:
        part = todo.pop()
        if isinstance(part, str):
            pieces.append(part)
            continue
        branches: list[list[str | int]] = [
            [colour, child] if child not in names else [f"{colour}:{names[child]}", child]
            for colour, child in children[part]
        ]
        branches += [[f"{colour}:{names[target]}"] for colour, target in loose[part]]
        line = [item for branch in branches for item in (";", *branch)][1:]
        if part and len(branches) > 1:
            line = ["(", *line, ")"]
        todo += reversed(line)
    return "".join(pieces)


def _names(children: dict[int, list[tuple[str, int]]], wanted: set[int]) -> dict[int, str]:
    """Return names for the vertices that need one, in the order of the text."""
    names = {0: "G"}
    todo = [0]
    while todo:
        vertex = todo.pop()
        if vertex and vertex in wanted:
            names[vertex] = _name(len(names) - 1)
        todo += [child for _, child in reversed(children.get(vertex, []))]
    return names


def _name(number: int) -> str:
    letters = "ABCDEFHIJKLMNOPQRSTUVWXYZ"
    return letters[number % 25] + (str(number // 25) if number >= 25 else "")


def _spanning_tree(
    edges: Picture,
) -> tuple[dict[int, list[tuple[str, int]]], dict[int, tuple[int, int]]]:
    """Return the children of each vertex in a depth-first tree, and the other edges.

    The other edges lead from a vertex to one that was named before.
    """
    children: dict[int, list[tuple[str, int]]] = defaultdict(list)
    closing: dict[int, tuple[int, int]] = {}
    for index, vertex, other, is_new in depth_first(edges):
        if is_new:
            children[vertex].append((edges[index][2], other))
        else:
            closing[index] = (vertex, other)
    return children, closing


def depth_first(edges: Picture) -> Iterator[tuple[int, int, int, bool]]:
    """Yield every edge once, depth first: its index, where it is met, and its other end.

    The last member says whether the other end is met for the first time.
    """
    at = ends(edges)
    used: set[int] = set()
    reached = {0}
    stack = [(0, iter(at[0]))]
    while stack:
        vertex, waiting = stack[-1]
        index = next((i for i in waiting if i not in used), None)
        if index is None:
            stack.pop()
            continue
        used.add(index)
        u, v, _ = edges[index]
        other = v if vertex == u else u
        is_new = other not in reached
        if is_new:
            reached.add(other)
            stack.append((other, iter(at[other])))
        yield index, vertex, other, is_new


# Values by theory: trees by the colon principle, green graphs by the fusion principle.
#
# An edge with something on top is the ordinal sum of the edge and what is on it, and only the value
# of that matters: so a tree is evaluated from its leaves. For numbers the ordinal sum has a
# formula, 1:x = (x + n) / 2^(n-1) with the least n >= 1 for which x + n > 1. In a green graph all
# vertices of a cycle may be fused into one, which leaves a tree with loops.

_BASES: dict[str, int | str] = {"l": 1, "r": -1, "e": "*"}


@dataclass(frozen=True, slots=True)
class _Part:
    """A sum of a number, a nimber and a rest."""

    number: Fraction = Fraction(0)
    nimber: int = 0
    rest: Value | None = None

    def __add__(self, other: _Part) -> _Part:
        rest = self.rest if other.rest is None else other.rest
        if self.rest is not None and other.rest is not None:
            rest = self.rest + other.rest
        return _Part(self.number + other.number, self.nimber ^ other.nimber, rest)

    def value(self) -> Value:
        total = Value(self.number)
        if self.nimber:
            total += Value(f"*{self.nimber}")
        return total if self.rest is None else total + self.rest


def number_on_edge(colour: str, top: Fraction) -> Fraction:
    """Return the ordinal sum of an edge of one player and a number."""
    if colour == "r":
        return -number_on_edge("l", -top)
    n = max(1, 2 - ceil(top))
    return (top + n) / (1 << (n - 1))


def _on_edge(colour: str, top: _Part) -> _Part:
    if top.rest is None and not top.nimber and colour != "e":
        return _Part(number=number_on_edge(colour, top.number))
    if top.rest is None and not top.number and colour == "e":
        return _Part(nimber=top.nimber + 1)
    return _Part(rest=Value(_BASES[colour]).ordinal_sum(top.value()))


def closed_value(edges: Picture) -> Value | None:
    """Return the value of a forest, or of a green graph; None for other pictures."""
    met = list(depth_first(edges))
    if all(is_new for *_, is_new in met):
        return _forest_value([(vertex, other, edges[index][2]) for index, vertex, other, _ in met])
    if all(colour == "e" for _, _, colour in edges):
        return Value(f"*{green_grundy(edges)}")
    return None


def _forest_value(order: list[tuple[int, int, str]]) -> Value:
    """Return the value of trees from their edges, (parent, child, colour) from the ground up."""
    tops: dict[int, _Part] = defaultdict(_Part)
    for parent, child, colour in reversed(order):
        tops[parent] = tops[parent] + _on_edge(colour, tops.pop(child, _Part()))
    return tops[0].value()


def green_grundy(edges: Picture) -> int:
    """Return the Grundy value of a graph of green edges."""
    number, low, parents = {0: 0}, [0], [0]
    values = [0]
    for _, vertex, other, is_new in depth_first(edges):
        start = number[vertex]
        if is_new:
            number[other] = len(low)
            low.append(len(low))
            parents.append(start)
            values.append(0)
        else:
            # It closes a cycle and becomes a loop, at the vertex that both ends are fused into.
            values[max(start, number[other])] ^= 1
            low[start] = min(low[start], number[other])
    for place in range(len(low) - 1, 0, -1):
        parent = parents[place]
        # The edge to the parent is a bridge, or belongs to a cycle and becomes a loop.
        values[parent] ^= values[place] + 1 if low[place] == place else values[place] ^ 1
        low[parent] = min(low[parent], low[place])
    return values[0]
