"""Theorem W1, Lemma W6, Theorems W7 and W9 of docs/weights.md, against values by the rules.

Range: all combs with entries in {0, 3/4, 1, 3/2, 2, 3}, of at most four teeth for W6 and three for
W9; for W7, random sums; for W1, forms {x|y} of small games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from farstar.values import Value

ENTRIES = (Fraction(3), Fraction(2), Fraction(3, 2), Fraction(1), Fraction(3, 4), Fraction(0))
SMALL = (Value(Fraction(1, 1024)), Value(Fraction(1, 2)), Value(1))

Teeth = tuple[Fraction, ...]


def comb(teeth: Teeth) -> Value:
    """Return [m0, ..., mk; 0]."""
    game = Value(0)
    for tooth in reversed(teeth):
        game = Value.of(left=[Value(tooth)], right=[game])
    return game


def all_teeth(most: int) -> Iterator[Teeth]:
    for count in range(1, most + 1):
        yield from combinations_with_replacement(ENTRIES, count)


def test_theorem_w1() -> None:
    integers = range(-8, 9)
    pool = [Value(n) for n in range(-3, 4)]
    pool += [Value.of([a], [b]) for a in range(-2, 3) for b in range(-2, 3)]
    pool += [Value(text) for text in ("^", "v*", "1/2", "-3/2", "{2|{1|-1}}", "{{2|0}|-1}")]
    compared = 0
    for x in pool:
        for y in pool:
            game = Value.of([x], [y])
            if game.is_integer:
                continue
            compared += 1
            assert max(n for n in integers if not game <= n) == max(n for n in integers if n <= x)
            assert min(n for n in integers if not game >= n) == min(n for n in integers if n >= y)
            assert max(n for n in integers if n <= game) == max(n for n in integers if not y <= n)
            assert min(n for n in integers if n >= game) == min(n for n in integers if not x >= n)
    assert compared > 500


def test_lemma_w6() -> None:
    for teeth in all_teeth(4):
        game, rest, first = comb(teeth), comb(teeth[1:]), Value(teeth[0])
        assert not game.is_number
        assert all(game > -small for small in SMALL)
        if len(teeth) > 1:
            assert game >= Value(teeth[1])
        assert all(first - game > -small for small in SMALL)
        assert all(game - rest > -small for small in SMALL)
        # Left's move always costs something.
        assert not first - game >= 0


def costs(teeth: Teeth) -> tuple[Value, Value]:
    """Return what a move gains the player who leaves m0, and the player who leaves the rest."""
    game = comb(teeth)
    return Value(teeth[0]) - game, game - comb(teeth[1:])


def test_theorem_w9_on_switches() -> None:
    cases = set()
    for x in ENTRIES:
        switch = comb((x,))
        for teeth in all_teeth(3):
            if len(teeth) == 1:
                continue
            to_tooth, to_rest = costs(teeth)
            m0, m1, m2 = (*teeth, Fraction(0))[:3]
            if m0 < x:
                cases.add("switch")
                assert switch >= to_tooth
                assert switch >= to_rest
            if m0 - m1 > x:
                cases.add("comb")
                assert to_tooth >= switch
                assert to_rest >= switch
            if (len(teeth) == 2 and m1 >= x) or (len(teeth) > 2 and m1 - m2 > x):
                cases.add("rest")
                assert to_rest >= switch
    assert cases == {"switch", "comb", "rest"}


def test_theorem_w9_on_two_combs() -> None:
    for count in (1, 2, 3):
        of_length = list(combinations_with_replacement(ENTRIES, count))
        for teeth in of_length:
            for other in of_length:
                differences = [teeth[0] - tooth for tooth in (*teeth[1:], Fraction(0))]
                others = [other[0] - tooth for tooth in (*other[1:], Fraction(0))]
                if all(x >= y for x, y in zip(differences, others, strict=True)):
                    assert costs(teeth)[0] >= costs(other)[0]
                if count == 2 and differences[0] >= others[0] and teeth[1] >= other[1]:
                    assert costs(teeth)[1] >= costs(other)[1]


Part = tuple[int, Teeth]


def left_wins_without_numbers(parts: tuple[Part, ...], number: Fraction, left_moves: bool) -> bool:
    """Return whether Left wins if nobody moves in a number as long as a comb is left."""
    if not parts:
        return number > 0 or (number == 0 and not left_moves)
    for i, (sign, teeth) in enumerate(parts):
        others = parts[:i] + parts[i + 1 :]
        if (sign > 0) == left_moves:
            after, gained = others, sign * teeth[0]
        else:
            after, gained = (
                (others if len(teeth) == 1 else (*others, (sign, teeth[1:]))),
                Fraction(0),
            )
        if left_wins_without_numbers(after, number + gained, not left_moves) == left_moves:
            return left_moves
    return not left_moves


@pytest.mark.parametrize("seed", range(200))
def test_theorem_w7(seed: int) -> None:
    rng = random.Random(seed)
    parts: list[Part] = []
    for _ in range(rng.randint(1, 4)):
        teeth = sorted(rng.choices(ENTRIES, k=rng.randint(1, 3)), reverse=True)
        parts.append((rng.choice((1, -1)), tuple(teeth)))
    if seed % 3 == 0:  # sums that are numbers need the lemma
        parts += [(-sign, teeth) for sign, teeth in parts[:2]]
        parts = parts[-4:]
    number = Fraction(rng.randint(-12, 12), 4)
    total = Value(number)
    for sign, entries in parts:
        total = total + comb(entries) if sign > 0 else total - comb(entries)
    assert left_wins_without_numbers(tuple(parts), number, True) == (not total <= 0)
    assert left_wins_without_numbers(tuple(parts), number, False) == (total >= 0)
