"""The bit-set search against the plainest recursion on sets, and how digraphs are read."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.errors import IllegalPositionError

Arcs = tuple[int, ...]


def bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def digraph(arcs: Arcs) -> dict[int, list[int]]:
    return {vertex: bits(targets) for vertex, targets in enumerate(arcs)}


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


@given(tables_of_six, st.integers(0, 5), st.integers(0, 63))
def test_impartial_games_agree_with_the_rules(arcs: Arcs, token: int, unvisited: int) -> None:
    unvisited &= ~(1 << token)
    g = fs.Geography(digraph(arcs), token, visited=bits(63 & ~unvisited))
    for misere, outcome in ((False, g.search_outcome()), (True, g.search_misere_outcome())):
        assert (outcome == "N") == plain_wins((arcs,), 0, token, unvisited, misere)
    assert g.search_grundy() == plain_grundy(arcs, token, unvisited)


@given(tables_of_six, tables_of_six, st.integers(0, 5), st.integers(0, 63))
def test_partizan_games_agree_with_the_rules(
    left: Arcs, right: Arcs, token: int, unvisited: int
) -> None:
    unvisited &= ~(1 << token)
    visited = bits(63 & ~unvisited)
    g = fs.PartizanGeography(digraph(left), digraph(right), token, visited=visited)
    for misere, outcome in ((False, g.search_outcome()), (True, g.search_misere_outcome())):
        for number, player in enumerate((fs.Left, fs.Right)):
            assert outcome.wins(player, first=True) == plain_wins(
                (left, right), number, token, unvisited, misere
            )


def test_a_long_path_needs_no_recursion() -> None:
    path = [(i, i + 1) for i in range(1499)]
    # Only the end of the path: every position computes what it can still reach.
    assert fs.Geography(path, 900).outcome == ("N" if 600 % 2 == 0 else "P")


def test_a_budget_can_stop_the_search() -> None:
    arcs = tuple(0xFFFF & ~(1 << i) for i in range(16))
    g = fs.Geography(digraph(arcs), 0)
    with pytest.raises(fs.BudgetExceeded), fs.engine.budget(nodes=3):
        g.search_outcome()


def test_every_way_to_write_a_digraph() -> None:
    expected = fs.Geography({"a": ["b", "c"], "b": ("c",), "c": set()}, "a")
    assert fs.Geography([("a", "b"), ("b", "c"), ["a", "c"]], "a") == expected
    assert fs.Geography(iter([("a", "b"), ("a", "c"), ("b", "c")]), "a") == expected
    assert pickle.loads(pickle.dumps(expected)) == expected


def test_the_order_of_the_arcs_does_not_matter() -> None:
    assert fs.Geography({0: [2, 1], 2: []}, 0) == fs.Geography([(0, 1), (0, 2)], 0)
    mixed = [("a", 1), (1, (2, 3)), ("a", None)]
    assert fs.Geography(mixed, "a") == fs.Geography(mixed[::-1], "a")


class LikeNetworkx:
    """Only as much of a networkx DiGraph as is looked at."""

    def __init__(self) -> None:
        self.nodes = ("a", "b")
        self.adj = {"a": {"b": {"weight": 3}}, "b": {}}


def test_a_networkx_graph_is_read_without_networkx() -> None:
    assert fs.Geography(LikeNetworkx(), "a") == fs.Geography({"a": ["b"]}, "a")


def test_networkx_itself() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([(0, 1), (1, 2)])
    assert fs.Geography(graph, 0) == fs.Geography([(0, 1), (1, 2)], 0)


@pytest.mark.parametrize(
    "graph",
    [3, None, "ab", b"ab", ["ab"], [(1, 2, 3)], [1], {1: 2}, {1: "ab"}, {1: [[2]]}, {True: [1]},
     {float("nan"): []}, [(1, float("nan"))], [([], 1)]],
)  # fmt: skip
def test_bad_graphs_are_refused_in_one_line(graph: object) -> None:
    with pytest.raises(IllegalPositionError) as caught:
        fs.Geography(graph, 1)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("expected ")
