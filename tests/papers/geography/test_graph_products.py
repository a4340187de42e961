"""Partizan Geography on products of paths, cycles and complete graphs."""

from __future__ import annotations

from functools import cache

import pytest

import farstar as fs
from farstar.errors import BudgetExceeded, NotationError

Cell = tuple[int, int]


def neighbours(text: str) -> dict[int, set[int]]:
    """Return who is next to whom, by differences."""
    kind, n = text[0], int(text[1:])
    near = {"P": {1, -1}, "C": {1, -1, n - 1, 1 - n}, "K": set(range(-n, n + 1))}[kind]
    return {i: {j for j in range(n) if j != i and j - i in near} for i in range(n)}


def brute_force(rows: str, columns: str) -> fs.Value:
    """Return the value of the start by the rules."""
    across, down = neighbours(rows), neighbours(columns)

    @cache
    def value(token: Cell, visited: frozenset[Cell]) -> fs.Value:
        i, j = token
        closed = visited | {token}
        left = [(i, other) for other in across[j] if (i, other) not in closed]
        right = [(other, j) for other in down[i] if (other, j) not in closed]
        return fs.Value.of(
            left=[value(one, closed) for one in left], right=[value(one, closed) for one in right]
        )

    return value((0, 0), frozenset())


GRAPHS = [f"{kind}{n}" for kind in "PCK" for n in (1, 2, 3)] + ["P4", "C4"]


@pytest.mark.parametrize("rows", GRAPHS)
def test_values_are_those_of_brute_force(rows: str) -> None:
    for columns in ("P2", "P3", "C3", "C4", "K1", "K3"):
        board = fs.PartizanGeography.graph_product(rows, columns)
        assert board.value == brute_force(rows, columns), (rows, columns)


@pytest.mark.parametrize(("n", "m"), [(2, 2), (3, 3), (5, 2), (4, 3)])
def test_products_of_complete_graphs_are_the_boards(n: int, m: int) -> None:
    board = fs.PartizanGeography.graph_product(f"K{n}", f"K{m}")
    assert board.value == fs.CompleteProduct(n, m).value


def test_exchanging_the_graphs_is_the_negative() -> None:
    for rows, columns in [("P3", "C4"), ("K3", "P4"), ("C4", "C3")]:
        one = fs.PartizanGeography.graph_product(rows, columns).value
        assert fs.PartizanGeography.graph_product(columns, rows).value == -one


def test_they_are_read() -> None:
    board = fs.parse("PartizanGeography(C4 x P3)")
    assert isinstance(board, fs.PartizanGeography)
    assert board == fs.PartizanGeography.graph_product("C4", "P3")
    assert len(board.vertices) == 12
    assert board.token == (0, 0)


@pytest.mark.parametrize("text", ["Q4", "P0", "P", "4", "P-1", "P4 "])
def test_bad_graphs_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected a path, a cycle or a complete graph"):
        fs.PartizanGeography.graph_product(text, "P2")


def test_large_graphs_are_refused() -> None:
    with pytest.raises(BudgetExceeded, match="expected a graph of at most 100000 vertices"):
        fs.PartizanGeography.graph_product("K1000", "P2")
    with pytest.raises(BudgetExceeded, match="expected a graph of at most 100000 vertices"):
        fs.PartizanGeography.graph_product("P1000", "P1000")
