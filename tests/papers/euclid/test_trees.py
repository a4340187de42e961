"""Stern-Brocot and Calkin-Wilf paths against walks through the trees."""

from __future__ import annotations

from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError
from farstar.papers.euclid.theory import grossman, trees
from farstar.papers.euclid.theory.trees import Path

PAIRS = [(p, q) for p in range(1, 41) for q in range(1, 41) if gcd(p, q) == 1]


def walk_stern_brocot(p: int, q: int) -> str:
    """Descend by mediants, comparing cross products."""
    low, high, path = (0, 1), (1, 0), ""
    while True:
        middle = (low[0] + high[0], low[1] + high[1])
        if middle == (p, q):
            return path
        if p * middle[1] > q * middle[0]:
            low, path = middle, path + "R"
        else:
            high, path = middle, path + "L"


def walk_calkin_wilf(p: int, q: int) -> str:
    """Climb to the root, one subtraction at a time."""
    path = ""
    while p != q:
        p, q, path = (p - q, q, "R" + path) if p > q else (p, q - p, "L" + path)
    return path


@pytest.mark.parametrize(("p", "q"), [(1, 1), (9, 2), (2, 9), (13, 5), (5, 13)])
def test_examples(p: int, q: int) -> None:
    assert "".join(trees.stern_brocot_path(p, q).letters()) == walk_stern_brocot(p, q)


def test_paths_are_those_of_the_walks() -> None:
    for p, q in PAIRS:
        path = trees.stern_brocot_path(p, q)
        assert "".join(path.letters()) == walk_stern_brocot(p, q)
        assert trees.stern_brocot_path(3 * p, 3 * q) == path
        assert trees.stern_brocot_fraction(path) == (p, q)
        down = trees.calkin_wilf_path(p, q)
        assert "".join(down.letters()) == walk_calkin_wilf(p, q)
        assert trees.calkin_wilf_fraction(down) == (p, q)
        assert path.depth == down.depth == len(walk_calkin_wilf(p, q))


def test_the_runs_are_the_heaps_of_grossmans_game() -> None:
    for p, q in PAIRS:
        heaps = tuple(run.steps for run in trees.stern_brocot_path(max(p, q), min(p, q)).runs)
        assert heaps == grossman.heaps(p, q)


def test_a_move_drops_first_steps_in_one_tree_and_climbs_in_the_other() -> None:
    for p, q in PAIRS:
        for m in range(1, grossman.largest_multiplier(p, q) + 1):
            left = (p - m * q, q) if p > q else (p, q - m * p)
            after = trees.after_move(trees.stern_brocot_path(p, q), m)
            assert after == trees.stern_brocot_path(*left)
            assert trees.calkin_wilf_path(p, q).climb(m) == trees.calkin_wilf_path(*left)
        with pytest.raises(IllegalPositionError, match="expected a multiplier of at most"):
            trees.after_move(trees.stern_brocot_path(p, q), grossman.largest_multiplier(p, q) + 1)


def test_calkin_wilf_order() -> None:
    rows = [(1, 1)]
    for i in range(200):
        p, q = rows[i]
        rows += [(p, p + q), (p + q, q)]
    for place, (p, q) in enumerate(rows, start=1):
        assert trees.calkin_wilf_index(p, q) == place
    with pytest.raises(BudgetExceeded, match="steps down"):
        trees.calkin_wilf_index(10**30, 1)


@given(st.lists(st.tuples(st.sampled_from("LR"), st.integers(0, 10**1000)), max_size=12))
def test_runs_longer_than_any_list(runs: list[tuple[trees.Side, int]]) -> None:
    path = Path.of(runs)
    assert path.depth == sum(steps for _, steps in runs)
    assert trees.stern_brocot_path(*trees.stern_brocot_fraction(path)) == path
    assert trees.calkin_wilf_path(*trees.calkin_wilf_fraction(path)) == path
    assert Path.parse(str(path)) == path
    if path.depth:
        assert path.climb(path.depth - 1).depth == 1
        assert path.drop_first(path.depth) == Path()


@given(st.integers(1, 10**400), st.integers(1, 10**400))
def test_round_trip_of_fractions(p: int, q: int) -> None:
    g = gcd(p, q)
    assert trees.stern_brocot_fraction(trees.stern_brocot_path(p, q)) == (p // g, q // g)


def test_bad_input() -> None:
    for bad in (0, -1, True, 0.5, float("nan"), "1", None):
        for function in (trees.stern_brocot_path, trees.calkin_wilf_path, trees.calkin_wilf_index):
            with pytest.raises(IllegalPositionError, match="expected the"):
                function(bad, 3)  # type: ignore[arg-type]
    for text in ("X", "r2", "2R", "R-1", "R 2"):
        with pytest.raises(NotationError, match="such as R4L2"):
            Path.parse(text)
    with pytest.raises(IllegalPositionError, match="at most 3 steps"):
        Path.parse("R2L").climb(4)
    with pytest.raises(IllegalPositionError, match="expected runs of L and R"):
        Path.of([("X", 2)])  # type: ignore[list-item]
    with pytest.raises(IllegalPositionError, match="at least 0"):
        Path.of([("L", -2)])
