"""Geography on graphs: the bit-set search against the plain search, and known small cases."""

from __future__ import annotations

import itertools
import math
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs

Graph = dict[int, list[int]]


def digraphs(n: int) -> st.SearchStrategy[Graph]:
    return st.fixed_dictionaries(
        {v: st.lists(st.integers(0, n - 1), max_size=3, unique=True) for v in range(n)}
    )


@given(digraphs(7), st.integers(0, 6))
def test_impartial_positions(graph: Graph, token: int) -> None:
    g = fs.Geography(graph, token)
    assert g.grundy == g.search_grundy()
    assert g.outcome == g.search_outcome()
    assert (g.outcome == "N") == (g.grundy > 0)
    assert g.misere_outcome == g.search_misere_outcome()
    expected = [h for h in g.options() if h.search_outcome() == "P"]
    assert [move.after for move in g.winning_moves()] == expected


@given(digraphs(6), digraphs(6), st.integers(0, 5))
def test_partizan_positions(left: Graph, right: Graph, token: int) -> None:
    g = fs.PartizanGeography(left, right, token)
    assert g.outcome == g.search_outcome() == g.value.outcome == g.search_value().outcome
    assert g.misere_outcome == g.search_misere_outcome()
    mirrored = fs.PartizanGeography(right, left, token)
    assert mirrored.value == -g.value


@given(digraphs(6), st.integers(0, 5))
def test_equal_arcs_make_the_impartial_game(graph: Graph, token: int) -> None:
    g = fs.Geography(graph, token)
    both = fs.PartizanGeography(graph, graph, token)
    assert both.value == g.value
    assert both.misere_outcome == g.misere_outcome


def test_the_path_and_the_cycle() -> None:
    for n in range(2, 12):
        path = fs.Geography([(i, i + 1) for i in range(n)], 0)
        assert path.grundy == n % 2
        cycle = fs.Geography.cycle_product(n)
        assert cycle.grundy == (n - 1) % 2


def test_complete_graphs() -> None:
    # Every move is like every other one: n - 1 moves in all.
    for n in range(1, 8):
        g = fs.Geography({i: [j for j in range(n) if j != i] for i in range(n)}, 0)
        assert g.grundy == (n - 1) % 2


def test_undirected_trees() -> None:
    # The first player wins exactly if a largest matching must use the token's vertex.
    edges = [(i, i + 1) for i in range(4)]
    arcs = edges + [(b, a) for a, b in edges]
    assert [str(fs.Geography(arcs, v).outcome) for v in range(5)] == ["P", "N", "P", "N", "P"]


@pytest.mark.parametrize("sizes", [(1,), (2,), (5,), (2, 2), (2, 3), (3, 3), (3, 4), (2, 2, 2)])
def test_products_of_cycles(sizes: tuple[int, ...]) -> None:
    g = fs.Geography.cycle_product(*sizes)
    assert len(g.vertices) == math.prod(sizes)
    assert g.outcome == g.search_outcome()
    assert g.grundy == g.search_grundy()
    # A product looks the same from every vertex.
    moved = fs.Geography.cycle_product(*sizes, token=tuple(s - 1 for s in sizes))
    assert moved.grundy == g.grundy


def plain_modular_nim(n: int, moves: set[int], token: int, visited: frozenset[int]) -> bool:
    return any(
        not plain_modular_nim(n, moves, after, visited | {after})
        for after in {(token + m) % n for m in moves}
        if after not in visited
    )


def test_modular_nim() -> None:
    for n in range(2, 11):
        for moves in ({1}, {1, 2}, {2, 3}, {1, 3}, {3, 4}, {1, 2, 3}, {n + 1}):
            if any(m % n == 0 for m in moves):
                continue
            g = fs.ModularNim(n, moves)
            won = plain_modular_nim(n, moves, 0, frozenset({0}))
            assert (g.outcome == "N") == won, g
            assert g.geography().outcome == g.outcome == g.search_outcome()
            assert g.grundy == g.search_grundy() == g.geography().grundy
            assert g.misere_outcome == g.search_misere_outcome()


def test_modular_nim_with_one_move_goes_round() -> None:
    for n, m in itertools.product(range(2, 15), range(1, 14)):
        if m % n:
            assert fs.ModularNim(n, {m}).grundy == (n // math.gcd(n, m) - 1) % 2


def test_a_larger_ring() -> None:
    # Units of the ring turn one set of moves into another.
    g, h = fs.ModularNim(25, {1, 2, 3}), fs.ModularNim(25, {7, 14, 21})
    assert g.outcome == h.outcome


def tokens(g: Any, player: fs.Player = fs.Left) -> list[Any]:
    """Return where a player can move the token."""
    return [h.token for h in g.options(player)]


def test_visited_vertices() -> None:
    g = fs.Geography({"a": ["b", "c"], "b": ["d"], "c": []}, "a", visited=["b", "a"])
    assert g.visited == ("a", "b")
    assert g.unvisited == ("c", "d")
    assert tokens(g) == ["c"]
    assert g.options()[0].options() == ()
    assert g == fs.Geography({"a": ["b", "c"], "b": ["d"], "c": []}, "a", visited=["b"])


def test_the_way_a_graph_is_written_does_not_matter() -> None:
    g = fs.Geography({"b": {"c", "a"}, "a": {"c"}}, "b")
    assert g == fs.Geography([("b", "a"), ("a", "c"), ("b", "c")], "b")
    h = fs.PartizanGeography([(0, 2)], {1: [0], 0: [3]}, 0)
    assert h == fs.PartizanGeography({0: [2]}, [(0, 3), (1, 0)], 0)
    assert tokens(h, fs.Left) == [2]
    assert tokens(h, fs.Right) == [3]


def test_threads_keep_to_their_own_budgets() -> None:
    g = fs.Geography({i: [j for j in range(14) if i != j and (i * j) % 5] for i in range(14)}, 1)
    expected = fs.Geography(
        {i: [j for j in range(14) if i != j and (i * j) % 5] for i in range(14)}, 1
    ).grundy

    def bounded() -> str:
        with fs.engine.budget(nodes=20):
            try:
                return str(g.grundy)
            except fs.BudgetExceeded:
                return "stopped"

    with ThreadPoolExecutor(4) as pool:
        small = [pool.submit(bounded) for _ in range(4)]
        free = pool.submit(lambda: g.grundy)
        assert free.result() == expected
        assert {job.result() for job in small} <= {"stopped", str(expected)}


def test_what_cannot_be_reached_does_not_matter() -> None:
    far = {i: [i + 1] for i in range(10, 60)}
    g = fs.Geography({0: [1], 1: [2], 2: []} | far, 0)
    assert g.grundy == 0
    assert g.explain().steps[0].data["reachable"] == 2


def test_text_round_trips() -> None:
    for g in (
        fs.Geography({"a": ["b"], "b": []}, "a"),
        fs.Geography([((0, 0), (0, 1))], (0, 0)),
        fs.Geography({0: [1, 2]}, 0, visited=[2]),
        fs.PartizanGeography([(0, 1)], {1: [2], 3: []}, 1, visited=[0]),
        fs.ModularNim(7, {2, 3}),
        fs.ModularNim(7, {2, 3}, 5, visited=[0, 2]),
    ):
        assert eval(repr(g), vars(fs)) == g
        outcome = g.outcome
        again = pickle.loads(pickle.dumps(g))
        assert again == g
        assert again.outcome == outcome
        for h in g.options(fs.Left):
            assert eval(repr(h), vars(fs)) == h


def test_searches_keep_to_their_budget() -> None:
    grid = fs.Geography({i: [j for j in range(16) if i != j and (i * j) % 5] for i in range(16)}, 1)
    with pytest.raises(fs.BudgetExceeded), fs.engine.budget(nodes=50):
        _ = grid.grundy
    with pytest.raises(fs.BudgetExceeded), fs.engine.budget(seconds=0.02):
        _ = grid.grundy


def test_the_explanation_compares_the_moves() -> None:
    why = fs.Geography({"a": ["b", "c"], "b": ["c"]}, "a").explain()
    text = why.text()
    assert "Of 3 vertices 2 are not visited" in text
    assert "'a' -> 'c'" in text
    assert why.html()
    partizan = fs.PartizanGeography([(0, 1), (1, 2)], [(0, 2), (2, 1)], 0).explain().text()
    assert "Left to move" in partizan
    assert "Right to move" in partizan


NAN = float("nan")
GRAPH = {0: [1], 1: []}


@pytest.mark.parametrize("bad", [2, -1, "0", True, False, None, NAN, [0], 0.5], ids=repr)
def test_a_token_that_is_not_in_the_graph(bad: Any) -> None:
    for make in (
        lambda: fs.Geography(GRAPH, bad),
        lambda: fs.PartizanGeography(GRAPH, GRAPH, bad),
        lambda: fs.Geography(GRAPH, 0, visited=[bad]),
        lambda: fs.ModularNim(2, {1}, bad),
    ):
        with pytest.raises(fs.IllegalPositionError) as caught:
            make()
        assert "\n" not in str(caught.value)
        assert str(caught.value).startswith("expected ")


@pytest.mark.parametrize("bad", [3, None, "ab", [1], [(1, 2, 3)], {0: 1}, {True: []}, {NAN: []}])
def test_graphs_that_cannot_be_read(bad: object) -> None:
    for make in (
        lambda: fs.Geography(bad, 0),
        lambda: fs.PartizanGeography(bad, GRAPH, 0),
        lambda: fs.PartizanGeography(GRAPH, bad, 0),
    ):
        with pytest.raises(fs.IllegalPositionError):
            make()


@pytest.mark.parametrize(
    ("n", "moves"),
    [(0, {1}), (1, {1}), (-3, {1}), (2.5, {1}), (True, {1}), ("7", {1}), (NAN, {1}), (7, set()),
     (7, {0}), (7, {-2}), (7, {7}), (7, {1, 14}), (7, {1.5}), (7, {True}), (7, 3), (7, "23"),
     (7, {NAN}), (7, None)],
)  # fmt: skip
def test_bad_rings_are_refused_in_one_line(n: Any, moves: Any) -> None:
    with pytest.raises(fs.IllegalPositionError) as caught:
        fs.ModularNim(n, moves)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("expected ")


@pytest.mark.parametrize("bad", [(), (0,), (-1, 2), (2.5,), (True,), ("3",), (NAN,)])
def test_bad_products_are_refused(bad: tuple[Any, ...]) -> None:
    with pytest.raises(fs.IllegalPositionError):
        fs.Geography.cycle_product(*bad)


def test_graphs_that_are_too_large_are_refused() -> None:
    for make in (lambda: fs.ModularNim(10**5000, {1}), lambda: fs.Geography.cycle_product(10**9)):
        with pytest.raises(fs.BudgetExceeded):
            make()
