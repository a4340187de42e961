"""Arcs of graphs, and chequered boards."""

from __future__ import annotations

from collections import Counter

import farstar as fs
from farstar.figures import layout
from farstar.rules.diagrams import EMPTY, TOKEN, Graph, Grid, Owner


def roles(diagram: Graph | Grid) -> Counter[str]:
    return Counter(shape.role for item in layout(diagram).items for shape in item.shapes)


def test_arcs_of_the_token_are_strong_and_owners_differ() -> None:
    graph = Graph(
        ("a", "b", "c"), (TOKEN, EMPTY, EMPTY), arcs=((0, 1, "left"), (1, 2, ""), (2, 1, "right"))
    )
    drawn = roles(graph)
    assert drawn["way left"] == drawn["arc"] == drawn["arc right"] == 1
    assert drawn["way left barb"] == drawn["arc barb"] == 2
    assert drawn["round"] == 0


def test_of_too_many_arcs_only_those_of_the_token_are_drawn() -> None:
    nobody: Owner = ""
    arcs = tuple((i, j, nobody) for i in range(10) for j in range(10) if i != j)
    drawn = roles(Graph(tuple("abcdefghij"), (TOKEN, *[EMPTY] * 9), arcs=arcs))
    assert (drawn["way"], drawn["arc"]) == (9, 0)


def test_geography_shows_the_arcs_that_are_left() -> None:
    diagram = fs.Geography({"a": ["b", "c"], "b": ["c"], "c": ["a"]}, "a").diagram()
    assert isinstance(diagram, Graph)
    assert diagram.arcs == ((0, 1, ""), (0, 2, ""), (1, 2, ""))
    diagram = fs.PartizanGeography({0: [1, 2]}, {0: [1], 1: [2]}, 0).diagram()
    assert isinstance(diagram, Graph)
    assert diagram.arcs == ((0, 1, ""), (0, 2, "left"), (1, 2, "right"))


def test_geese_and_fox_are_on_dark_squares() -> None:
    diagram = fs.FoxAndGeese(".F..|....|.G..|....").diagram()
    assert isinstance(diagram, Grid)
    assert diagram.dark == 1
    assert roles(diagram)["square dark"] == 8
