"""Hackenbush pictures as text, and back.

A picture is a list of edges (u, v, colour) with u <= v; vertex 0 is the ground. Its text grows from
the ground: ``l``, ``r`` and ``e`` are edges of Left, of Right and of either player, each on top of
the one before; ``l3`` is short for ``lll``. Branches are in parentheses, separated by semicolons,
and so are the parts on the ground, without parentheses. ``:A`` names the place that has been
reached, or joins it to the place that already has this name; ``:G`` is the ground. A name is a
capital letter, perhaps with a number. Blue, red and green edges may be written ``b``, ``r`` and
``g``. So ``l(l;rl)`` is a tree, ``eee:G`` an arch, and ``l:A;r:A`` has two legs that meet.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from farstar._arguments import integer, shown
from farstar._walk import reached
from farstar.errors import IllegalPositionError

Edge: TypeAlias = tuple[int, int, str]
Picture: TypeAlias = tuple[Edge, ...]

COLOURS = {"l": "Left's", "r": "Right's", "e": "either player's"}
_LETTERS = {"b": "l", "g": "e"}
"""Blue edges are Left's, green ones are for either player; red ones are written alike."""
MOST_EDGES = 10_000
_TOKEN = re.compile(r"\s*(?:([lrebgLREBG])([0-9]{0,5})|:([A-Z][0-9]*)|([();]))")


def picture(edges: Iterable[object]) -> Picture:
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


def read(text: str) -> Picture:
    """Return the picture that a text describes.

    Examples
    --------
    >>> read("l(l;rl)")
    ((0, 1, 'l'), (1, 2, 'l'), (1, 3, 'r'), (3, 4, 'l'))
    >>> read("eee:G")
    ((0, 1, 'e'), (0, 2, 'e'), (1, 2, 'e'))
    >>> read("bbr") == read("llr")
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
        return picture((names[u], names[v], colour) for u, v, colour in joined)


def write(edges: Picture) -> str:
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
