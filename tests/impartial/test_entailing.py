"""Entailing and complimenting moves: values against play in sums."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from farstar.errors import IllegalPositionError
from farstar.impartial.entailing import Kind, affine_value, nimstring, top_entails


@cache
def stacks_are_won(stacks: tuple[int, ...], heap: int, forced: int | None) -> bool:
    """Tell whether the player to move wins Top Entails with a nim-heap, by the rules alone."""
    for place, size in enumerate(stacks):
        if forced is not None and place != forced:
            continue
        rest = stacks[:place] + stacks[place + 1 :]
        for one in range(1, size // 2 + 1):
            if not stacks_are_won((*rest, one, size - one), heap, None):
                return True
        if size and not stacks_are_won((*rest, size - 1), heap, len(rest)):
            return True
    if forced is not None:
        return False
    return any(not stacks_are_won(stacks, less, None) for less in range(heap))


def test_top_entails_against_play() -> None:
    for size, value in enumerate(top_entails(9)):
        lost = [heap for heap in range(8) if not stacks_are_won((size,), heap, None)]
        assert lost == ([] if value is None else [value]), size


def test_top_entails_as_moves() -> None:
    def moves(stacks: tuple[int, ...]) -> list[tuple[Kind, tuple[int, ...]]]:
        (size,) = stacks
        return [("entailing", (size - 1,))] if size else []

    assert [affine_value(moves, (n,)) for n in range(4)] == [0, None, 0, None]


def test_loony_stacks_of_top_entails() -> None:
    # 1 and 3 are found by hand, the others by West (1996).
    values = top_entails(2510)
    assert [size for size, value in enumerate(values) if value is None] == [1, 3, 2403, 2505]


@cache
def strings_are_won(strings: tuple[tuple[int, int], ...], heap: int) -> bool:
    """Tell whether the player to move wins Nimstring with a nim-heap, by the rules alone."""
    for place, ends in enumerate(strings):
        rest = strings[:place] + strings[place + 1 :]
        frees = any(end and all(end not in other for other in rest) for end in ends)
        if strings_are_won(rest, heap) == frees:
            return True
    return any(not strings_are_won(strings, less) for less in range(heap))


def test_nimstring_against_play() -> None:
    random = Random(11)
    loony = 0
    for _ in range(40):
        count = random.randint(1, 6)
        strings = tuple(sorted((random.randint(0, 3), random.randint(1, 3)) for _ in range(count)))
        value = nimstring(strings)
        lost = [heap for heap in range(9) if not strings_are_won(strings, heap)]
        assert lost == ([] if value is None else [value]), strings
        loony += value is None
    assert 5 < loony < 35


def test_a_loop_is_refused() -> None:
    with pytest.raises(IllegalPositionError, match="without loops"):
        affine_value(lambda n: [("usual", (n + 1) % 3)], 0)
