"""Equation (1), Lemmas H3 to H5 and Theorem H9 of docs/hardness.md, by playing small sums out.

Range: for (1) and H4 300 random sums, for H3 all sums of at most two games {a|{b|c}} and {a|b} with
entries from 0 to 2 and of three random ones; for H5 ladders of two or four phases with at most
three pairs, where the opponent tries every move; for H9 150 random sums of at most four combs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import NamedTuple

import pytest

import farstar as fs
from farstar.sums.weight_sums import Comb, WeightSum

Entries = tuple[int, ...]
"""The game {a|{b|c}} as (a, b, c), and {a|b} as (a, b)."""


def alternating(sizes: list[int]) -> int:
    ordered = sorted(sizes, reverse=True)
    return sum(ordered[::2]) - sum(ordered[1::2])


def value_of(entries: Entries) -> fs.Value:
    first, *rest = entries
    right = value_of(tuple(rest)) if len(rest) > 1 else fs.Value(rest[0])
    return fs.Value.of(left=[fs.Value(first)], right=[right])


@cache
def score(sums: tuple[Entries, ...], sign: int) -> int:
    """Return the score if the players move only where the game is no integer."""
    if not sums:
        return 0
    results = []
    for place, (first, *rest) in enumerate(sums):
        others = sums[:place] + sums[place + 1 :]
        if sign > 0:
            results.append(first + score(others, -1))
        elif len(rest) == 1:
            results.append(rest[0] + score(others, 1))
        else:
            results.append(score(tuple(sorted((*others, tuple(rest)))), 1))
    return max(results) if sign > 0 else min(results)


def test_equation_1() -> None:
    rng = Random(1)
    for _ in range(300):
        sizes = [rng.randint(1, 9) for _ in range(rng.randint(1, 7))]
        h = rng.choice(sizes)
        rest = sizes.copy()
        rest.remove(h)
        odd = sum(sum(size > z for size in sizes) % 2 for z in range(h, max(sizes)))
        assert alternating(sizes) + alternating(rest) == h + 2 * odd <= 2 * max(sizes) - h


def all_games() -> list[Entries]:
    falling = [
        tuple(sorted(entries, reverse=True))
        for n in (2, 3)
        for entries in combinations_with_replacement(range(3), n)
    ]
    return sorted(falling)


def test_lemma_h3() -> None:
    rng = Random(2)
    sums: list[tuple[Entries, ...]] = [(g,) for g in all_games()]
    sums += list(combinations_with_replacement(all_games(), 2))
    sums += [tuple(sorted(rng.sample(all_games(), 3))) for _ in range(40)]
    for games in sums:
        total = sum(map(value_of, games), fs.Value(0))
        assert total.left_stop == score(games, 1), games
        assert total.right_stop == score(games, -1), games


def test_lemma_h4() -> None:
    rng = Random(3)
    for _ in range(300):
        stacks = [(rng.randint(1, 9), rng.randint(0, 3)) for _ in range(rng.randint(0, 3))]
        large = [rng.randint(1, 9) for _ in range(rng.randint(0, 3))]
        small = [rng.randint(0, 3) for _ in range(rng.randint(0, 2))]
        games: list[Entries] = [(t, -t + s, -t - s) for t, s in stacks]
        games += [(u, -u) for u in (*large, *small)]
        expected = alternating([t for t, _ in stacks] + large)
        room = sum(s for _, s in stacks) + sum(small)
        assert abs(score(tuple(sorted(games)), 1) - expected) <= room
        assert abs(score(tuple(sorted(games)), -1) + expected) <= room


class Level(NamedTuple):
    """A level of a ladder: a pair with two sizes, or a single switch with none."""

    height: int
    sizes: tuple[int, ...] | None
    phase: int


class State(NamedTuple):
    """What is left: the sizes of each pair that are not played, None for a single, and switches."""

    levels: tuple[tuple[int, ...] | None, ...]
    switches: tuple[int, ...]


class Move(NamedTuple):
    """A move, at a level or (None) in a small switch; what it wins is for Left."""

    level: int | None
    gain: int
    after: State


class Ladder(NamedTuple):
    """A ladder with its small switches."""

    levels: tuple[Level, ...]
    small: tuple[int, ...]

    @property
    def room(self) -> int:
        """Z, the sum of all sizes."""
        return sum(map(sum, (level.sizes or () for level in self.levels))) + sum(self.small)

    @property
    def balance(self) -> int:
        """C, the alternating sum of the heights of single switches."""
        return alternating([level.height for level in self.levels if level.sizes is None])

    def start(self) -> State:
        """Return the state in which all levels are untouched."""
        return State(tuple(level.sizes for level in self.levels), self.small)

    def moves(self, state: State, sign: int) -> Iterator[Move]:
        """Yield the moves of a player."""
        for place, left in enumerate(state.levels):
            height = self.levels[place].height
            if left is None:
                after = state._replace(levels=_with(state.levels, place, ()))
                yield Move(place, sign * height, after)
                continue
            for number, size in enumerate(left):
                rest = left[:number] + left[number + 1 :]
                switches = state.switches + ((size,) if sign < 0 else ())
                after = State(_with(state.levels, place, rest), tuple(sorted(switches)))
                yield Move(place, sign * height, after)
        for number, size in enumerate(state.switches):
            others = state.switches[:number] + state.switches[number + 1 :]
            yield Move(None, sign * size, state._replace(switches=others))

    def untouched(self, state: State) -> list[int]:
        """Return the levels in which nobody has moved."""
        return [i for i, left in enumerate(state.levels) if left is None or len(left) == 2]

    def open_pairs(self, state: State) -> list[int]:
        """Return the levels that are neither untouched nor finished."""
        return [i for i, left in enumerate(state.levels) if left is not None and len(left) == 1]


def _with(
    levels: tuple[tuple[int, ...] | None, ...], place: int, new: tuple[int, ...]
) -> tuple[tuple[int, ...] | None, ...]:
    return (*levels[:place], new, *levels[place + 1 :])


def ladder(pairs: tuple[int, ...], small: tuple[int, ...], rng: Random) -> Ladder:
    """Return a ladder with so many pairs in its phases, and gaps as small as they may be."""
    sizes = [[(rng.randint(1, 3), rng.randint(0, 2)) for _ in range(n)] for n in pairs]
    room = sum(small) + sum(map(sum, (pair for phase in sizes for pair in phase)))
    rows = [(pair, k) for k, phase in enumerate(sizes, 1) for pair in (*phase, None)]
    count = len(rows)
    levels = (Level(room * (count - i), pair, k) for i, (pair, k) in enumerate(rows))
    return Ladder(tuple(levels), tuple(sorted(small)))


LADDERS = [
    *[((0, 0), (1,)), ((1, 0), ()), ((0, 1), (2,)), ((1, 1), ()), ((1, 1), (1,)), ((2, 0), ())],
    *[((0, 0, 0, 0), (1, 2)), ((1, 0, 0, 1), ()), ((0, 2), (1,)), ((1, 2), ())],
]


@pytest.mark.parametrize("follower", [1, -1], ids=["Left", "Right"])
@pytest.mark.parametrize(("pairs", "small"), LADDERS)
def test_lemma_h5(pairs: tuple[int, ...], small: tuple[int, ...], follower: int) -> None:
    check_ladder(ladder(pairs, small, Random(5)), follower)


@pytest.mark.parametrize("follower", [1, -1], ids=["Left", "Right"])
def test_lemma_h5_needs_the_gaps(follower: int) -> None:
    game = ladder((1, 1), (1,), Random(5))
    flat = tuple(level._replace(height=level.height // game.room) for level in game.levels)
    with pytest.raises(AssertionError):
        check_ladder(game._replace(levels=flat), follower)


def check_ladder(game: Ladder, follower: int) -> None:
    """Let one player follow the rule with every free choice, and the other one try everything."""

    @cache
    def best(state: State, sign: int) -> int:
        results = [m.gain + best(m.after, -sign) for m in game.moves(state, sign)]
        if not results:
            return 0
        return max(results) if sign > 0 else min(results)

    deviations = finished = 0
    # The state, who is to move, the score, the heights alone, and the pairs with who chose them.
    plays: list[tuple[State, int, int, int, tuple[tuple[int, int], ...]]]
    plays = [(game.start(), 1, 0, 0, ())]
    seen = set(plays)
    while plays:
        state, sign, won, heights, chosen = plays.pop()
        untouched, open_pairs = game.untouched(state), game.open_pairs(state)
        if not untouched and not open_pairs:
            assert sign == 1, "Left is to move when all levels are finished"
            assert heights == game.balance
            phases = [game.levels[level].phase for level, _ in chosen]
            assert phases == sorted(phases)
            for level, chooser in chosen:
                owner = 1 if game.levels[level].phase % 2 else -1
                assert chooser in (owner, follower)
            finished += 1
            continue
        singles = [i for i in untouched if game.levels[i].sizes is None]
        in_order = open_pairs or (
            untouched[:1] if sign == follower else [i for i in untouched if i <= singles[0]]
        )
        for move in game.moves(state, sign):
            if move.level not in in_order:
                if sign != follower:
                    # From now on both play for the best score.
                    total = won + move.gain + best(move.after, -sign)
                    more = follower * (total - game.balance)
                    assert more >= game.room, (state, move)
                    deviations += 1
                continue
            is_first = not open_pairs and game.levels[move.level].sizes is not None
            later = (
                move.after, -sign, won + move.gain, heights + move.gain,
                (*chosen, (move.level, sign)) if is_first else chosen,
            )  # fmt: skip
            if later not in seen:
                seen.add(later)
                plays.append(later)
    assert finished
    assert deviations


class Least(NamedTuple):
    """The least number with which Left wins, or above which she does."""

    number: int
    is_enough: bool

    def allows(self, number: int) -> bool:
        """Return whether Left wins with a number."""
        return number > self.number or (number == self.number and self.is_enough)


def least_numbers(combs: tuple[Entries, ...]) -> dict[tuple[tuple[Entries, ...], bool], Least]:
    """Return what Left needs beside combs that end in 0, by the recursion of Theorem H9.

    The keys are all that is looked at: the combs that are left, an ended one being empty, and
    whether Left is to move.
    """
    known: dict[tuple[tuple[Entries, ...], bool], Least] = {}

    def least(left: tuple[Entries, ...], is_left: bool) -> Least:
        key = left, is_left
        if key not in known:
            bounds = []
            for place, teeth in enumerate(left):
                if teeth:
                    rest, won = ((), teeth[0]) if is_left else (teeth[1:], 0)
                    after = least((*left[:place], rest, *left[place + 1 :]), not is_left)
                    bounds.append(Least(after.number - won, after.is_enough))
            # Left takes the least bound, and one that is enough; Right the opposite.
            order = sorted(bounds, key=lambda bound: (bound.number, not bound.is_enough))
            known[key] = order[0 if is_left else -1] if order else Least(0, not is_left)
        return known[key]

    for is_left in (True, False):
        least(combs, is_left)
    return known


def test_theorem_h9() -> None:
    """Who wins sums of combs less an integer, and how many sums are looked at for long combs."""
    rng, outcomes, most = Random(6), set(), 0.0
    for _ in range(150):
        h = rng.randint(1, 4)
        combs = tuple(
            tuple(sorted((rng.randint(0, 6) for _ in range(rng.randint(1, 4))), reverse=True))
            for _ in range(h)
        )
        known = least_numbers(combs)
        assert len(known) <= 2 * (h + 2) ** h
        most = max(most, len(known) / (2 * (h + 2) ** h))
        total = sum((value_of((*comb, 0)) for comb in combs), fs.Value(0))
        weights = WeightSum((1, Comb(comb, 0)) for comb in combs)
        first, second = known[combs, True], known[combs, False]
        for less in range(-2, 12):
            wins, holds = first.allows(-less), second.allows(-less)
            assert wins == (not total <= less) == weights.left_wins_first(less), (combs, less)
            assert holds == (total >= less) == weights.left_wins_second(less), (combs, less)
            outcomes.add((wins, holds))
    assert len(outcomes) == 4
    assert most > 0.3
    # Long combs do not make it harder.
    long = ((9,) * 50, (8,) * 60, (7,) * 70)
    assert len(least_numbers(long)) <= 2 * 5**3
