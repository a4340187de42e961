"""Misère quotients of partizan games, against brute force over sums."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest

import farstar as fs
from farstar import Outcome
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.misere import PartizanQuotient, partizan_quotient

from .forms import STORE, Node

# Generators of small quotients: every order but 3 occurs (Rubinstein-Salzedo, Zhou).
ORDERS: dict[int, list[str]] = {
    1: ["0"],
    2: ["*"],
    4: ["{|{*|}}"],
    5: ["{|*,0}"],
    6: ["*2"],
    7: ["{|*,0}", "{0|*,0}"],
    8: ["{|*,0}", "{*,0|*}"],
    9: ["{0|*}"],
    10: ["{|{*|*,0},{|*,0}}"],
    11: ["{{0|*}|}"],
    12: ["{|*,0}", "{0|*}"],
    13: ["{0|*}", "{*,0|0}"],
    17: ["{{*|},{|*}|*2}"],
}


def follower_nodes(q: PartizanQuotient) -> list[Node]:
    return q._sums.nodes


@pytest.mark.parametrize("order", ORDERS)
def test_orders_and_every_sum_of_at_most_five_games(order: int) -> None:
    q = partizan_quotient(ORDERS[order])
    assert q.order == len(q.elements) == order
    element = {node: q._images[i] for i, node in enumerate(follower_nodes(q))}
    nodes = follower_nodes(q)[-4:]
    for count in range(6):
        for summands in combinations_with_replacement(nodes, count):
            total, image = 0, 0
            for node in summands:
                total = STORE.add(total, node)
                image = q.cayley_table[image][element[node]]
            wins = STORE.wins(total, is_left=True), STORE.wins(total, is_left=False)
            left, right = wins
            assert q.outcomes[image] is Outcome.of(left_wins_first=left, right_wins_first=right)


def test_elements_are_told_apart_and_the_product_is_a_monoid() -> None:
    for games in ORDERS.values():
        q = partizan_quotient(games)
        table, outcomes, elements = q.cayley_table, q.outcomes, range(q.order)
        rows = {tuple(outcomes[z] for z in row) for row in table}
        assert len(rows) == q.order
        assert table[0] == tuple(elements)
        for x in elements:
            for y in elements:
                assert table[x][y] == table[y][x]
                for z in elements:
                    assert table[table[x][y]][z] == table[x][table[y][z]]


@pytest.mark.long
def test_no_game_of_day_two_has_a_quotient_of_order_three() -> None:
    day_one = [STORE.make(a, b) for a in ([], [0]) for b in ([], [0])]
    sides = [side for size in range(5) for side in combinations(day_one, size)]
    orders: dict[int | None, int] = {}
    for left in sides:
        for right in sides:
            text = STORE.text(STORE.make(left, right))
            try:
                order = partizan_quotient([text], most=10).order
            except BudgetExceeded:
                order = None
            orders[order] = orders.get(order, 0) + 1
    assert orders == {1: 1, 2: 26, 5: 6, 6: 1, 9: 2, None: 220}


def test_impartial_games_have_the_same_quotients() -> None:
    heaps = partizan_quotient(["*2"])
    nim = fs.misere_quotient(fs.Nim, heaps=2)
    assert heaps.order == nim.order
    for counts in combinations_with_replacement(range(3), 4):
        texts = [f"*{n}" if n else "0" for n in counts]
        assert heaps.outcome(*texts) is nim.outcome(*counts)


def test_bounds_and_strangers() -> None:
    with pytest.raises(BudgetExceeded, match="may be larger, or infinite"):
        partizan_quotient(["{1|-1}"], most=20)
    with fs.engine.budget(nodes=20), pytest.raises(BudgetExceeded):
        partizan_quotient(["{0|*}", "{*,0|0}"])
    with pytest.raises(IllegalPositionError, match="expected games of this quotient"):
        partizan_quotient(["*"]).outcome("*2")
