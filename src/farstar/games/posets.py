"""Poset games and Chomp: take an element, and everything above it goes with it.

In a *poset game* a move takes an element of a finite ordered set, and all elements above it go too.
A player who cannot move loses. The order is given by pairs, as in ``....; 0<1,0<2``, with a mark
``.`` for each element, or ``x`` for one that is gone. Parts that are not related are components.

*Chomp* is played on a bar of chocolate of several rows, given by their lengths from the top, none
longer than the one before. A move eats a square and all squares below it and to its right. The
upper left square is poisoned and may not be eaten, so the player who is left with it alone loses.
On a rectangle larger than one square the first player wins (strategy stealing), but in general no
winning move is known.

References
----------
.. [1] D. Gale, A curious Nim-type game, Amer. Math. Monthly 81 (1974) 876-879.
.. [2] F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952) 299-304.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from farstar._arguments import integer, integers, shown
from farstar._outcome import Outcome, Player
from farstar._walk import reached
from farstar.errors import IllegalPositionError
from farstar.games._boards import MOST_CELLS, size
from farstar.games._marked_graphs import Edge, Graph, connected_places, graph, graph_neighbours
from farstar.games.grids import MarkedRules
from farstar.games.numbers import NumberRules
from farstar.rules import Field, ImpartialRuleset, Path, Position, Step, TextPart, diagrams
from farstar.rules.diagrams import BLOCKED, EMPTY, TOKEN, Diagram

__all__ = ["Chomp", "PosetGame"]

Rows: TypeAlias = tuple[int, ...]
_PAIR = re.compile(r"([0-9]{1,6})\s*<\s*([0-9]{1,6})")


class ChompRules(NumberRules, ImpartialRuleset):
    """The rules of Chomp; a state is the tuple of the lengths of the rows."""

    name = "Chomp"
    how_to_play = (
        "A player eats a square and all squares below it and to its right, but not the poisoned "
        "one in the upper left corner. A player who cannot move loses."
    )
    form = "lengths of the rows from the top, or a size such as 3x4"
    template = "Chomp({rows}x{columns})"
    fields = {"rows": Field("Rows", "3"), "columns": Field("Columns", "4")}
    starts = {"Chomp(3x4)": "N", "Chomp(4,3)": "P", "Chomp(4,3,1)": "N"}
    theory = "The first player wins on every rectangle of two squares or more; how is not known."

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with these rows, or with a whole rectangle."""
        part = TextPart(text)
        given: Any = part.integers() if "," in text else part.text
        return part.placed(lambda: cls()(given))

    def check(self, position: Any) -> Rows:
        """Return the lengths of the rows that are left."""
        if isinstance(position, str):
            sides = size(position) if "," not in position else None
            if sides is None:
                raise IllegalPositionError(f"expected {self.form}, got {shown(position)}")
            rows = (sides[1],) * sides[0]
        else:
            rows = tuple(row for row in integers(position, 0, "each row") if row)
        if not rows or any(a < b for a, b in pairwise(rows)):
            raise IllegalPositionError(
                f"expected rows of which none is longer than the one above, got {shown(rows)}"
            )
        if sum(rows) > MOST_CELLS:
            raise IllegalPositionError(f"expected at most {MOST_CELLS} squares, got {sum(rows)}")
        return rows

    def key(self, position: Rows) -> Rows:
        """Return the lengths of the rows or of the columns, whichever is smaller."""
        columns = tuple(sum(row > place for row in position) for place in range(position[0]))
        return min(position, columns)

    def moves(self, position: Rows) -> Iterator[Step]:
        """Return the rows after each bite."""
        for row, length in enumerate(position):
            for column in range(length):
                if row or column:
                    after = (*position[:row], *(min(n, column) for n in position[row:]))
                    yield Step(tuple(n for n in after if n), ((row, column),))

    def closed_outcome(self, position: Rows) -> Outcome | None:
        """Return the outcome of rectangles, of equal arms and of two rows."""
        if len(position) == 2:
            return Outcome.P if position[0] == position[1] + 1 else Outcome.N
        if position[1:] == (1,) * (len(position) - 1):
            return Outcome.P if len(position) == position[0] else Outcome.N
        return Outcome.N if len(set(position)) == 1 else None

    def diagram(self, position: Rows) -> Diagram:
        """Return the bar."""
        width = position[0]
        rows = ["." * n + "#" * (width - n) for n in position]
        rows[0] = "@" + rows[0][1:]
        looks = {
            ".": EMPTY._replace(words="chocolate"),
            "#": BLOCKED._replace(words="eaten"),
            "@": TOKEN._replace(words="the poisoned square"),
        }
        return diagrams.Grid(tuple(rows), looks, keeps_places=False)

    def label(self, player: Player, before: Rows, after: Rows, path: Path = ()) -> str:
        """Return the square that is eaten, as row and column counted from 1."""
        return f"eat ({path[0][0] + 1},{path[0][1] + 1})"


class Chomp(Position, rules=ChompRules):
    """A bar of chocolate whose upper left square is poisoned.

    Parameters
    ----------
    *rows : int or str
        The lengths of the rows from the top, none longer than the one before; or a size such as
        ``"3x4"``.

    Examples
    --------
    >>> [move.text for move in fs.Chomp("3x4").winning_moves()], fs.Chomp(4, 3, 1).grundy
    (['eat (2,3)'], 4)
    """

    __slots__ = ()
    _state: Rows

    def __init__(self, *rows: int | str) -> None:
        given: Any = rows[0] if len(rows) == 1 and isinstance(rows[0], str) else rows
        super().__init__(ChompRules(), given)

    @property
    def rows(self) -> Rows:
        """The lengths of the rows."""
        return self._state

    def __repr__(self) -> str:
        return f"Chomp({', '.join(map(str, self.rows))})"


class PosetGameRules(MarkedRules, ImpartialRuleset):
    """The rules of a poset game; a state is the marks and the pairs of related elements."""

    name = "PosetGame"
    title = "Poset game"
    how_to_play = (
        "A player takes an element, and all elements above it go with it. A player who cannot move "
        "loses."
    )
    form = "marks and pairs such as ....; 0<1,1<2"
    alphabet = {".": "an element", "x": "gone"}
    starts = {"PosetGame(......; 0<1,0<2,1<3,2<3,4<5)": "N", "PosetGame(....; 0<1,1<2)": "N"}
    theory = (
        "Nim, Chomp and green Hackenbush trees are poset games; in general, deciding who wins is "
        "PSPACE-complete."
    )

    def check(self, position: Any) -> Graph:
        """Return the order in normal form."""
        if isinstance(position, str):
            marks, _, rest = position.partition(";")
            pairs = [_PAIR.fullmatch(part.strip()) for part in rest.split(",") if rest.strip()]
            if not all(pairs):
                raise IllegalPositionError(f"expected {self.form}, got {shown(position)}")
            return self.check((marks.strip(), [(int(p[1]), int(p[2])) for p in pairs if p]))
        if not isinstance(position, tuple) or len(position) != 2:
            raise IllegalPositionError(f"expected marks and pairs, got {shown(position)}")
        marks, relations = position
        pairs_given = [tuple(integer(end, 0, "each element") for end in pair) for pair in relations]
        graph(marks, pairs_given, self.alphabet)
        ordered = tuple(sorted({(pair[0], pair[1]) for pair in pairs_given}))
        above = _above(len(marks), ordered)
        for element in range(len(marks)):
            if any(element in above[higher] for higher in above[element] - {element}):
                raise IllegalPositionError(f"expected an order, got a cycle through {element}")
        gone = {higher for i, mark in enumerate(marks) if mark == "x" for higher in above[i]}
        return "".join("x" if i in gone else "." for i in range(len(marks))), ordered

    def moves(self, position: Graph) -> Iterator[Step]:
        """Return the marks after an element and all above it are gone."""
        marks, relations = position
        above = _above(len(marks), relations)
        for element, mark in enumerate(marks):
            if mark == ".":
                gone = above[element]
                after = "".join("x" if i in gone else m for i, m in enumerate(marks))
                yield Step((after, relations), ((element,),))

    def components(self, position: Graph) -> list[Graph]:
        """Return the parts that are not related; what is gone relates nothing that is left."""
        marks, relations = position
        parts = []
        for places in connected_places(marks, graph_neighbours(marks, relations), "."):
            names = {element: i for i, element in enumerate(places)}
            kept = ((names[a], names[b]) for a, b in relations if a in names and b in names)
            parts.append(("." * len(places), tuple(sorted(kept))))
        return parts

    def text(self, position: Graph) -> str:
        """Return the marks and the pairs."""
        marks, relations = position
        return f"{marks}; {','.join(f'{low}<{high}' for low, high in relations)}"

    def label(self, player: Player, before: Graph, after: Graph, path: Path = ()) -> str:
        """Return the element that is taken."""
        return f"element {path[0][0]}"

    def diagram(self, position: Graph) -> diagrams.Graph:
        """Return the elements, with a line from each to those above it."""
        marks, relations = position
        looks = {".": EMPTY._replace(words="an element"), "x": BLOCKED._replace(words="gone")}
        return diagrams.Graph(
            tuple(map(str, range(len(marks)))), tuple(looks[mark] for mark in marks), relations
        )


def _above(elements: int, relations: Iterable[Edge]) -> list[set[int]]:
    """Return for each element the elements above it, itself included."""
    higher: list[list[int]] = [[] for _ in range(elements)]
    for low, high in relations:
        higher[low].append(high)
    return [set(reached([element], higher.__getitem__)) for element in range(elements)]


class PosetGame(Position, rules=PosetGameRules):
    """An ordered set: a move takes an element with everything above it.

    Parameters
    ----------
    marks : str
        A mark ``.`` for each element, ``x`` for one that is gone; or all as in ``"...; 0<1,1<2"``.
    relations : iterable of pairs, optional
        Pairs of elements, the lower one first.

    Examples
    --------
    >>> fs.PosetGame("....", [(0, 1), (0, 2), (1, 3), (2, 3)]).grundy
    3
    >>> fs.PosetGame("...; 0<1,1<2").grundy
    3
    """

    __slots__ = ()
    _state: Graph

    def __init__(self, marks: str, relations: Iterable[Sequence[int]] | None = None) -> None:
        given = marks if relations is None else (marks, tuple(map(tuple, relations)))
        super().__init__(PosetGameRules(), given)

    @property
    def marks(self) -> str:
        """The marks of the elements."""
        return self._state[0]

    @property
    def relations(self) -> tuple[Edge, ...]:
        """The pairs of elements, the lower one first."""
        return self._state[1]

    def __repr__(self) -> str:
        return f"PosetGame({self.marks!r}, {self.relations!r})"
