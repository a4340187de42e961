"""Misère values against the table of CGSuite's tests, and against their definitions."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
import pytest

import farstar as fs
from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError
from farstar.misere import misere_born_by_day
from farstar.misere._solver import Outcomes, letters, pack

# What is written; what is printed; birthday, genus, mate; the predicates that hold.
KNOWN: list[tuple[str, str, int, str, str, str]] = [
    ("*[0]", "*[0]", 0, "0", "*[1]", "nim_heap tame generally_tame tameable"),
    ("*[1]", "*[1]", 1, "1", "*[0]", "nim_heap tame generally_tame tameable"),
    ("*[2]", "*[2]", 2, "2", "*[2]", "nim_heap prime tame generally_tame tameable"),
    ("*[[2]]", "*[2#]", 3, "0^02", "*[2#]", "tame generally_tame tameable"),
    ("*[[[2]]]", "*[2##]", 4, "1^13", "*[2##]", "tame generally_tame tameable"),
    ("*[2]+*[2]", "*[2[2]]", 4, "0^02", "*[2[2]]", "tame generally_tame tameable"),
    ("*[[*[2]+*[[2]]]]", "*[2[#2#]]", 6, "0^02", "*[2[#2#]]", "tame generally_tame tameable"),
    ("*[[2],0]", "*[2#0]", 4, "1^20", "*[2#1]", "prime restive half_tame"),
    ("*[[2],1]", "*[2#1]", 4, "2^1420", "*[2#0]", "prime restless"),
    ("*[[*[4]+*[2]]]", "*[4[2#]]", 7, "0^02", "*[4[2#]]", "tame generally_tame tameable"),
    (
        "*[[[2]],[[2],1]]",
        "*[(2#1)2##]",
        5,
        "0^02",
        "*[(2#0)2##]",
        "prime generally_tame tameable",
    ),
    (
        "*[[[2]],[[[2],0],0,1]]",
        "*[((2#0)10)2##]",
        6,
        "0^02",
        "*[((2#1)10)2##]",
        "prime generally_tame tameable",
    ),
    (
        "*[*[[2],1]+*[1],[[2],*[[2]]+*[1],[[2],0]]]",
        "*[((2#0)2[#1]2#)(2#1)[1]]",
        6,
        "0",
        "*[((2#1)2[#1]2#)(2#0)[1]]",
        "prime tameable",
    ),
    (
        "*[[[2],2,0],[[2],3],1]",
        "*[(2#20)2[#1]1]",
        5,
        "0^20",
        "*[(2#21)2[#1]0]",
        "prime half_tame",
    ),
]
PREDICATES = ["nim_heap", "prime", "tame", "generally_tame", "tameable"]
PREDICATES += ["restive", "restless", "half_tame"]


@pytest.mark.parametrize("row", KNOWN, ids=[row[1] for row in KNOWN])
def test_everything_about_a_value(row: tuple[str, str, int, str, str, str]) -> None:
    written, printed, birthday, genus, mate, properties = row
    g = fs.MisereValue(written)
    assert str(g) == printed
    assert fs.MisereValue(printed) == g
    assert (g.birthday, str(g.genus), str(g.mate)) == (birthday, genus, mate)
    assert [name for name in PREDICATES if getattr(g, f"is_{name}")] == properties.split()
    assert (g + g.mate).outcome is fs.Outcome.P
    assert (g.nim_value, g.misere_nim_value) == (g.genus.value, g.genus.exponent[0])
    assert pickle.loads(pickle.dumps(g)) == g
    assert fs.MisereValue(g.options) == g


@pytest.mark.parametrize(
    ("text", "parts", "partitions"),
    [
        ("*[0]", [], [[]]),
        ("*[1]", [], [["*[1]"]]),
        ("*[2#]", ["*[2]", "*[2[#-2]]"], [["*[2]", "*[2[#-2]]"]]),
        (
            "*[2##]",
            ["*[2]", "*[2#]", "*[2[#-2]]", "*[2[##-2]]", "*[2[##-2]0]", "*[(2[##-2]0)[2]]"],
            [["*[2]", "*[2[#-2]]", "*[2[##-2]0]"]],
        ),
        (
            "*[4[2#]]",
            ["*[2]", "*[4]", "*[4[2#-2]]", "*[4[2#-4]]"],
            [["*[2]", "*[4[2#-2]]"], ["*[4]", "*[4[2#-4]]"]],
        ),
        (
            "*[2[#2#]]",
            ["*[2]", "*[2[#2#-2]]", "*[2#]", "*[2[2]]", "*[2[#2#-2-2]]", "*[2[#-2]]", "*[2[#2]]"],
            [["*[2]", "*[2]", "*[2[#-2]]", "*[2[#-2]]"]],
        ),
    ],
)
def test_parts_and_partitions(text: str, parts: list[str], partitions: list[list[str]]) -> None:
    g = fs.MisereValue(text)
    assert set(g.parts()) == set(map(fs.MisereValue, parts))
    wanted = [sorted(map(hash, map(fs.MisereValue, primes))) for primes in partitions]
    assert sorted(sorted(map(hash, primes)) for primes in g.partitions()) == sorted(wanted)
    for primes in g.partitions():
        assert sum(primes, fs.MisereValue(0)) == g
    for part in g.parts():
        assert part.is_part_of(g)
        assert part + (g - part) == g


def test_partitions_are_primes_and_a_unit() -> None:
    """0 and *1 are no primes; an odd game, born after G + *1, has the unit *1 in each partition."""
    star = fs.MisereValue(1)
    games = [fs.MisereValue(list(options)) for options in subsets([0, 1, 2, 3, [2], [2, 0], [3]])]
    games += [g + star for g in games]
    odd = 0
    for g in games:
        is_odd = g.birthday > (g + star).birthday
        odd += is_odd
        for primes in g.partitions():
            assert sum(primes, fs.MisereValue(0)) == g
            assert primes.count(star) == is_odd
            assert all(p.is_prime for p in primes if p != star)
            assert all(p.birthday < (p + star).birthday for p in primes if p != star)
        # A prime has one partition, with one prime; a sum of two games that are no units has more.
        lengths = [len(primes) - is_odd for primes in g.partitions()]
        assert g.is_prime == (lengths == [1]), g
    assert 20 < odd < len(games)
    nonunits = [g for g in games if g not in (star, fs.MisereValue(0))]
    assert not any((g + h).is_prime for g in nonunits[:12] for h in nonunits[:12])


def subsets(items: list[Any]) -> Iterator[tuple[Any, ...]]:
    for size in range(4):
        yield from combinations(items, size)


def test_differences_undo_sums() -> None:
    born = misere_born_by_day(4)
    for g, h in combinations_with_replacement(born, 2):
        assert (g + h) - h == g
    g, h = fs.MisereValue("*[2#0]"), fs.MisereValue("*[2]")
    assert not h.is_part_of(g)
    with pytest.raises(IllegalPositionError, match="expected a part of"):
        g - h


def test_parts_against_all_sums_of_day_four() -> None:
    born = misere_born_by_day(4)
    sums: dict[fs.MisereValue, set[fs.MisereValue]] = {}
    for g, h in combinations_with_replacement(born, 2):
        sums.setdefault(g + h, set()).update((g, h))
    for total in born:
        units = {fs.MisereValue(0), fs.MisereValue(1), total, total + 1}
        for part in sums[total] - units:
            assert part in total.parts() or part + 1 in total.parts()


def test_distinguishers_and_links() -> None:
    born = misere_born_by_day(4)
    for g in born:
        assert g.distinguisher(g) is None
        for h in born:
            x = g.distinguisher(h)
            if x is not None:
                assert (g + x).outcome is fs.Outcome.P
                assert (h + x).outcome is fs.Outcome.N
            linked = g.link(h)
            assert (linked is None) == (g in h.options or h in g.options)
            if linked is not None:
                assert (g + linked).outcome is (h + linked).outcome is fs.Outcome.P


def random_game(chance: random.Random, depth: int) -> Any:
    """Return a game as nested tuples."""
    if depth == 0:
        return ()
    return tuple(
        random_game(chance, depth - 1 - chance.randrange(2) * (depth > 1))
        for _ in range(chance.randrange(4))
    )


def is_lost(games: tuple[Any, ...], memo: dict[tuple[Any, ...], bool]) -> bool:
    """Tell by definition whether the player to move loses a sum."""
    key = tuple(sorted(games, key=repr))
    if key not in memo:
        after = [(*key[:i], option, *key[i + 1 :]) for i, game in enumerate(key) for option in game]
        memo[key] = bool(after) and not any(is_lost(rest, memo) for rest in after)
    return memo[key]


def test_outcomes_of_sums_of_random_games() -> None:
    chance = random.Random(20)
    memo: dict[tuple[Any, ...], bool] = {}
    lost = 0
    for _ in range(120):
        g, x = random_game(chance, 4), random_game(chance, 3)
        total = fs.MisereValue(g) + fs.MisereValue(x)
        assert (total.outcome is fs.Outcome.P) == is_lost((g, x), memo)
        lost += total.outcome is fs.Outcome.P
    assert lost > 10


def test_positions() -> None:
    assert str(fs.MisereValue.of(fs.Cram(".........|##.######"))) == "*[2[2]321]"
    assert fs.Cram(".........|##.######").grundy == 4
    for n in range(1, 13):
        assert fs.MisereValue.of(fs.Kayles(n)).genus == fs.Kayles(n).genus
    assert fs.MisereValue.of(fs.GrundysGame(22)).genus == fs.GrundysGame(22).genus
    assert fs.MisereValue.of(fs.Kayles(3, 4)) == fs.MisereValue(3) + 1


def test_a_wild_game_of_which_multiples_behave_irregularly() -> None:
    """The n for which n copies and n + 1 copies of h have the same outcome, from MathOverflow.

    Here g = {0, *2 + *3, *2 + *2 + *2} and h = {*3, g + *, g + g}; *3 is *2 + *1.
    """

    def word(*letters: str) -> int:
        return pack(["12gh".index(letter) for letter in letters])

    def is_lost_nim(nim: int) -> bool:
        ones, twos = (letters(nim).count(place) for place in (0, 1))
        return twos % 2 == 0 == ones % 2 if twos else ones % 2 == 1

    options = [[0], [0, word("1")], [0, word("2", "1", "2"), word("2", "2", "2")]]
    with_g = Outcomes(options, is_lost_nim, cancels=True, tick=int)
    options.append([word("1", "2"), word("g", "1"), word("g", "g")])
    with_h = Outcomes(options, with_g.is_losing, cancels=True, tick=int)
    lost = [with_h.is_losing(n * word("h")) for n in range(19)]
    same = [n for n in range(18) if lost[n] == lost[n + 1]]
    assert same == [1, 2, 3, 12, 14, 17]


def multiples_with_equal_outcomes(most: int) -> list[int]:
    """Return the n < `most` as above, by a table of all sums of h, g, *2 and *.

    Two stars cancel, and *3 is *2 + *. A sum of n h's, m g's and b stars of size two is in layer n
    at row 4m + b and column m: every move leads to an earlier layer, or to a smaller row.
    """
    lost_alone = []
    before = None
    for n in range(most + 1):
        top = 8 * (most - n)
        layer = np.zeros((top + 1, top // 4 + 1, 2), bool)
        for row in range(top + 1):
            size = row // 4 + 1
            wins = np.zeros((size, 2), bool)
            if row:
                # From *2 to 0 or *, where there is one.
                with_two = (row + 3) // 4
                wins[:with_two] |= np.any(layer[row - 1, :with_two], axis=1, keepdims=True)
            if row >= 4:
                # From g to 0, *2 + *2 + *2 and *2 + *3.
                wins[1:] |= layer[row - 4, : size - 1] | layer[row - 1, : size - 1]
                wins[1:] |= layer[row - 2, : size - 1, ::-1]
            if before is not None:
                # From h to *3, g + * and g + g.
                wins |= before[row + 1, :size, ::-1] | before[row + 4, 1 : size + 1, ::-1]
                wins |= before[row + 8, 2 : size + 2]
            elif not row:
                wins[0, 0] = True  # a player who cannot move wins
            layer[row, :size, 0] = ~wins[:, 0]
            layer[row, :size, 1] = ~(wins[:, 1] | layer[row, :size, 0])
        lost_alone.append(bool(layer[0, 0, 0]))
        before = layer
    return [n for n in range(most) if lost_alone[n] == lost_alone[n + 1]]


@pytest.mark.parametrize("most", [60, pytest.param(330, marks=pytest.mark.long)])
def test_more_multiples_of_that_game(most: int) -> None:
    known = [1, 2, 3, 12, 14, 17, 38, 40, 56, 74, 101, 227, 319, 464]
    assert multiples_with_equal_outcomes(most) == [n for n in known if n < most]


@pytest.mark.parametrize(
    ("text", "column"),
    [("", 1), ("*[", 3), ("*[2", 4), ("*[x]", 3), ("*[2[3]", 7), ("*[2[#+]]", 6), ("*[(2]", 5),
     ("*[[2],]", 7), ("2]", 2), ("*99999999", 10)],
)  # fmt: skip
def test_bad_text_is_refused_with_its_column(text: str, column: int) -> None:
    with pytest.raises(NotationError, match=f"column {column}: expected"):
        fs.MisereValue(text)


def test_what_is_no_game_or_too_deep_is_refused() -> None:
    for bad in (-1, True, 2.5, None, 10**9):
        with pytest.raises(IllegalPositionError, match="expected"):
            fs.MisereValue(bad)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="inside each other"):
        fs.MisereValue("*" + "[" * 200 + "]" * 200)
    deep = fs.MisereValue(100)
    with pytest.raises(BudgetExceeded, match="birthdays"):
        deep.distinguisher(fs.MisereValue(99))
    with pytest.raises(AttributeError):
        deep._form = 3


def test_heaps_above_nine() -> None:
    g = fs.MisereValue([12, 0])
    assert str(fs.MisereValue([12])) == "*[<12>#]"
    assert fs.MisereValue(str(g)) == g
    assert fs.MisereValue("*[<12>#]") == fs.MisereValue([12])


def test_even_extraverted_and_introverted_games_by_theorems() -> None:
    for game in misere_born_by_day(4):
        # Of a game and its sum with *1 exactly one is even.
        assert game.is_even != (game + 1).is_even, game
        # A game is extraverted if and only if it is a part of the game whose only option it is.
        assert game.is_extraverted == game.is_part_of(fs.MisereValue([game])), game
        assert game.is_introverted == (game in (fs.MisereValue(0), fs.MisereValue(1))), game


def test_generally_restive_games_add_up_as_restive_ones_do() -> None:
    heaps = [fs.MisereValue(n) for n in range(6)]
    found = 0
    for game in misere_born_by_day(4):
        if not game.is_generally_restive:
            assert not game.is_restive, game
            continue
        found += 1
        for heap in heaps[2:]:
            # With a heap above 1 it acts as a heap of its misère value, or of its nim value.
            total, value = game + heap, game.misere_nim_value
            sums = {value ^ heap.nim_value, game.nim_value ^ heap.nim_value}
            assert total.nim_value in sums, (game, heap)
            assert total.misere_nim_value in sums, (game, heap)
    assert found > 1
