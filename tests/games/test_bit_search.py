"""The bit-set search against the plainest recursion on sets, and how digraphs are read."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar.errors import IllegalPositionError
from farstar.games._bit_search import BitSearch
from farstar.games._digraph import Digraph, bits

Arcs = tuple[int, ...]


def plain_wins(
    tables: tuple[Arcs, ...], player: int, token: int, unvisited: int, misere: bool
) -> bool:
    """Who wins, from the rules alone."""
    moves = [v for v in bits(tables[player][token] & unvisited) if v != token]
    if not moves:
        return misere
    other = (player + 1) % len(tables)
    return any(not plain_wins(tables, other, v, unvisited & ~(1 << v), misere) for v in moves)


def plain_grundy(arcs: Arcs, token: int, unvisited: int) -> int:
    values = {plain_grundy(arcs, v, unvisited & ~(1 << v)) for v in bits(arcs[token] & unvisited)}
    return next(n for n in range(len(values) + 1) if n not in values)


tables_of_six = st.tuples(*[st.integers(0, 63)] * 6)


@given(tables_of_six, st.integers(0, 5), st.integers(0, 63), st.booleans())
def test_impartial_games_agree_with_the_rules(
    arcs: Arcs, token: int, unvisited: int, misere: bool
) -> None:
    unvisited &= ~(1 << token)
    wins = BitSearch((arcs,), misere=misere).wins(0, token, unvisited)
    assert wins == plain_wins((arcs,), 0, token, unvisited, misere)
    assert BitSearch((arcs,)).grundy(token, unvisited) == plain_grundy(arcs, token, unvisited)


@given(tables_of_six, tables_of_six, st.integers(0, 5), st.integers(0, 63), st.booleans())
def test_partizan_games_agree_with_the_rules(
    left: Arcs, right: Arcs, token: int, unvisited: int, misere: bool
) -> None:
    unvisited &= ~(1 << token)
    search = BitSearch((left, right), misere=misere)
    for player in (0, 1):
        assert search.wins(player, token, unvisited) == plain_wins(
            (left, right), player, token, unvisited, misere
        )


def test_a_long_path_needs_no_recursion() -> None:
    n = 1500
    arcs = tuple(1 << (i + 1) if i + 1 < n else 0 for i in range(n))
    search = BitSearch((arcs,))
    everything = (1 << n) - 2
    # Only the end of the path: every position computes what it can still reach.
    assert search.wins(0, n - 600, everything) is (600 % 2 == 0)


def test_a_tick_can_stop_the_search() -> None:
    steps = iter([None] * 3)

    def stop() -> None:
        if stopping and next(steps, 0) == 0:
            raise KeyboardInterrupt

    stopping = True
    arcs = (0b1110, 0b1101, 0b1011, 0b0111)
    search = BitSearch((arcs,), stop)
    with pytest.raises(KeyboardInterrupt):
        search.wins(0, 0, 0b1110)
    # What was found before stays true.
    stopping = False
    assert search.wins(0, 0, 0b1110) == plain_wins((arcs,), 0, 0, 0b1110, False)


def test_every_way_to_write_a_digraph() -> None:
    expected = Digraph(("a", "b", "c"), (0b110, 0b100, 0))
    assert Digraph.read({"a": ["b", "c"], "b": ("c",), "c": set()}) == expected
    assert Digraph.read([("a", "b"), ("b", "c"), ["a", "c"]]) == expected
    assert Digraph.read(iter([("a", "b"), ("a", "c"), ("b", "c")])) == expected
    assert pickle.loads(pickle.dumps(expected)) == expected
    assert eval(repr(expected)) == expected


def test_the_order_of_the_arcs_does_not_matter() -> None:
    assert Digraph.read({0: [2, 1], 2: []}) == Digraph.read([(0, 1), (0, 2)])
    mixed = [("a", 1), (1, (2, 3)), ("a", None)]
    assert Digraph.read(mixed) == Digraph.read(mixed[::-1])


class LikeNetworkx:
    """Only as much of a networkx DiGraph as is looked at."""

    def __init__(self) -> None:
        self.nodes = ("a", "b")
        self.adj = {"a": {"b": {"weight": 3}}, "b": {}}


def test_a_networkx_graph_is_read_without_networkx() -> None:
    assert Digraph.read(LikeNetworkx()) == Digraph(("a", "b"), (0b10, 0))


def test_networkx_itself() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([(0, 1), (1, 2)])
    assert Digraph.read(graph) == Digraph((0, 1, 2), (0b10, 0b100, 0))


@pytest.mark.parametrize(
    "graph",
    [3, None, "ab", b"ab", ["ab"], [(1, 2, 3)], [1], {1: 2}, {1: "ab"}, {1: [[2]]}, {True: [1]},
     {float("nan"): []}, [(1, float("nan"))], [([], 1)]],
)  # fmt: skip
def test_bad_graphs_are_refused_in_one_line(graph: object) -> None:
    with pytest.raises(IllegalPositionError) as caught:
        Digraph.read(graph)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("expected ")
