"""Blocking games without P-positions: closed under sums, and invertible, against brute force.

An end of Left is blocked if each move of Right leads to a blocked end, or to where Left can move to
a blocked end; in a blocking game all ends of both players are blocked. All dead-ending games are
blocking, and so is {|1}, which is not dead-ending. Davies, Miller and Milley (arXiv:2506.05257)
prove that sums of blocking games without P-positions have none, and that such games are invertible.
Here this is tried on games of days 2 and 3.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, combinations_with_replacement

from .forms import DEAD_ENDING, STORE, Node


@cache
def is_blocked_end(g: Node, *, is_left: bool) -> bool:
    own, other = (STORE.left, STORE.right) if is_left else (STORE.right, STORE.left)
    return not own(g) and all(
        is_blocked_end(h, is_left=is_left)
        or any(is_blocked_end(k, is_left=is_left) for k in own(h))
        for h in other(g)
    )


def is_blocking(g: Node) -> bool:
    return all(
        (STORE.left(h) or is_blocked_end(h, is_left=True))
        and (STORE.right(h) or is_blocked_end(h, is_left=False))
        for h in STORE.followers(g)
    )


def outcome(g: Node) -> tuple[bool, bool]:
    """Tell whether Left wins moving first, and whether Right does; (False, False) is P."""
    return STORE.wins(g, is_left=True), STORE.wins(g, is_left=False)


def has_no_p_position(g: Node) -> bool:
    return all(outcome(h) != (False, False) for h in STORE.followers(g))


@cache
def forms_of_day_two() -> list[Node]:
    born = [STORE.make([], [])]
    for _ in range(2):
        subsets = [s for n in range(len(born) + 1) for s in combinations(born, n)]
        born = sorted({STORE.make(a, b) for a in subsets for b in subsets})
    return born


@cache
def narrow_forms_of_day_three() -> list[Node]:
    """Return those without P-positions that have at most one option for each player."""
    sides = [(), *((g,) for g in forms_of_day_two())]
    made = [STORE.make(a, b) for a in sides for b in sides]
    return [g for g in made if has_no_p_position(g)]


def blocking_games() -> list[Node]:
    """Return games without P-positions: those of day 2, and some others of day 3."""
    early = [g for g in forms_of_day_two() if has_no_p_position(g)]
    late = [g for g in narrow_forms_of_day_three() if is_blocking(g) and g not in early]
    return early + random.Random(1).sample(late, 40)


def test_which_games_are_blocking() -> None:
    dead_ending = [g for g in forms_of_day_two() if DEAD_ENDING.intruder(g) is None]
    assert len(dead_ending) == 232
    assert all(map(is_blocking, forms_of_day_two()))
    others = [g for g in narrow_forms_of_day_three() if not is_blocking(g)]
    assert "{|{1|1}}" in map(STORE.text, others)


def test_sums_have_no_p_position_either() -> None:
    for g, h in combinations_with_replacement(blocking_games(), 2):
        assert has_no_p_position(STORE.add(g, h))


def test_each_and_its_conjugate_cancel() -> None:
    tests = [*random.Random(2).sample(forms_of_day_two(), 60), *blocking_games()[-20:]]
    for g in blocking_games():
        nothing = STORE.add(g, STORE.conjugate(g))
        for x in tests:
            assert outcome(STORE.add(nothing, x)) == outcome(x)


def test_other_games_have_neither_property() -> None:
    one, minus_one = STORE.integer(1), STORE.integer(-1)
    g = STORE.make([], [STORE.make([one], [one])])
    h = STORE.make([STORE.make([minus_one], [minus_one])], [])
    assert not is_blocking(g)
    assert has_no_p_position(g)
    assert has_no_p_position(h)
    # A game and its conjugate need not cancel, and a P-position may come up in a sum.
    nothing = STORE.add(g, h)
    assert any(outcome(STORE.add(nothing, x)) != outcome(x) for x in forms_of_day_two())
    other = STORE.make([], [STORE.integer(2)])
    assert has_no_p_position(other)
    assert not has_no_p_position(STORE.add(other, h))
    # Blocking alone does not suffice.
    star = STORE.heap(1)
    twice = STORE.add(star, star)
    assert any(outcome(STORE.add(twice, x)) != outcome(x) for x in forms_of_day_two())
