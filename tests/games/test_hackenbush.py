"""Hackenbush: the principles against search, stalks by Berlekamp's rule, pictures as text."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import farstar as fs
from farstar import games

Edge = tuple[int, int, str]


def edges(colours: str, vertices: int, most: int) -> st.SearchStrategy[list[Edge]]:
    end = st.integers(0, vertices)
    return st.lists(st.tuples(end, end, st.sampled_from(colours)), max_size=most)


@st.composite
def trees(draw: st.DrawFn, colours: str = "lre") -> list[Edge]:
    size = draw(st.integers(1, 7))
    return [
        (draw(st.integers(0, i - 1)), i, draw(st.sampled_from(colours))) for i in range(1, size + 1)
    ]


def berlekamp(stalk: str) -> Fraction:
    """Return the number of a stalk of l and r by Berlekamp's rule.

    The first two edges of different colours are the binary point: before them each edge counts 1,
    after them l is the digit 1 and r the digit 0, and a last digit 1 is added.
    """
    if stalk.startswith("r"):
        return -berlekamp(stalk.translate(str.maketrans("lr", "rl")))
    change = stalk.find("lr")
    if change < 0:
        return Fraction(len(stalk))
    digits = stalk[change + 2 :].replace("l", "1").replace("r", "0") + "1"
    return change + Fraction(int(digits, 2), 2 ** len(digits))


@given(st.text("lr", max_size=40))
def test_stalks_by_berlekamps_rule(stalk: str) -> None:
    assert fs.Hackenbush(stalk).value == berlekamp(stalk)


def test_stalks_by_search() -> None:
    for n in range(1 << 7):
        stalk = format(n, "b")[1:].replace("0", "l").replace("1", "r") if n else ""
        assert fs.Hackenbush(stalk).search_value() == berlekamp(stalk)


@given(trees())
def test_trees_by_the_colon_principle(tree: list[Edge]) -> None:
    g = fs.Hackenbush(tree)
    assert g.ruleset.closed_form(g.state) is not None
    assert g.value == g.search_value()
    assert g.outcome == g.search_outcome()


@given(edges("e", 4, 8))
def test_green_graphs_by_the_fusion_principle(graph: list[Edge]) -> None:
    g = fs.Hackenbush(graph)
    assert g.ruleset.closed_form(g.state) is not None
    assert g.value == g.search_value()


@settings(max_examples=60)
@given(edges("lre", 3, 6))
def test_graphs_by_the_definition(graph: list[Edge]) -> None:
    g = fs.Hackenbush(graph)
    assert g.value == definition(g.edges, {})
    swapped = [(u, v, {"l": "r", "r": "l"}.get(c, c)) for u, v, c in graph]
    assert fs.Hackenbush(swapped).value == -g.value


def definition(graph: tuple[Edge, ...], known: dict[tuple[Edge, ...], fs.Value]) -> fs.Value:
    if graph not in known:
        sides = []
        for colours in ("le", "re"):
            cut = [graph[:i] + graph[i + 1 :] for i, edge in enumerate(graph) if edge[2] in colours]
            sides.append([definition(standing(rest), known) for rest in cut])
        known[graph] = fs.Value.of(*sides)
    return known[graph]


def standing(graph: tuple[Edge, ...]) -> tuple[Edge, ...]:
    reached = {0}
    while more := {x for u, v, _ in graph for x in (u, v) if {u, v} & reached and x not in reached}:
        reached |= more
    return tuple(edge for edge in graph if edge[0] in reached)


def around_vertices(g: fs.Hackenbush) -> list[list[str]]:
    """Return the colours around each vertex, which do not depend on names."""
    names: dict[int, list[str]] = {0: ["ground"]}
    for u, v, colour in g.edges:
        names.setdefault(u, []).append(colour)
        names.setdefault(v, []).append(colour)
    return sorted(map(sorted, names.values()))


@given(edges("lre", 5, 9))
def test_pictures_go_round(graph: list[Edge]) -> None:
    g = fs.Hackenbush(graph)
    again = fs.parse(str(g))
    assert isinstance(again, fs.Hackenbush)
    assert around_vertices(again) == around_vertices(g)
    assert around_vertices(eval(repr(g), vars(games))) == around_vertices(g)
    assert pickle.loads(pickle.dumps(g)) == g


def test_known_pictures() -> None:
    assert fs.Hackenbush("l").value == 1
    assert fs.Hackenbush("lr;lr;r").value == 0
    assert fs.Hackenbush("el").value == fs.Value("^*")
    assert fs.Hackenbush("e5;e3").value == fs.Value("*6")
    # An even cycle on a green stalk is worth nothing, an odd one an edge.
    assert fs.Hackenbush("ee:Aeeee:A").value == fs.Value("*2")
    assert fs.Hackenbush("ee:Aeee:A").value == fs.Value("*3")
    assert fs.Hackenbush("l:A;r:A").edges == ((0, 1, "l"), (0, 1, "r"))
    assert fs.Hackenbush([(5, 6, "l")]).edges == ()


def test_long_stalks() -> None:
    assert fs.Hackenbush("e4000").value == fs.Value("*4000")
    value = fs.Hackenbush("lr" * 1000).value
    assert value == berlekamp("lr" * 1000)


@pytest.mark.parametrize(
    "bad", ["lx", "l(", "l)", "l(r;", "l:a", "e10001", 7, [(0, 1)], [(0, 1, "b")], [(-1, 0, "l")]]
)
def test_illegal_pictures(bad: Any) -> None:
    with pytest.raises(fs.IllegalPositionError, match=r"^expected") as caught:
        fs.Hackenbush(bad)
    assert "\n" not in str(caught.value)
