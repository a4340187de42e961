"""Misère quotients against published results and against brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

import farstar as fs
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.impartial.codes import Code
from farstar.misere import QuotientTooLarge, misere_quotient
from farstar.misere.finding import HeapQuotients, heap_games

# Code, order, number of P-positions, preperiod and period: Plambeck and Siegel, and our own runs.
PUBLISHED = {
    "0.75": (8, 2, 8, 2),
    "0.34": (12, 3, 7, 8),
    "0.123": (20, 5, 5, 5),
    "0.53": (16, 3, 21, 9),
    "0.512": (8, 2, 16, 6),
    "0.712": (14, 4, 3, 6),
    "0.716": (14, 4, 22, 2),
    "4.56": (8, 2, 11, 4),
    "4.74": (8, 2, 8, 2),
    "0.3101": (14, 4, 5, 2),
    "0.3131": (12, 3, 7, 2),
    "0.1023": (20, 5, 6, 7),
    "0.3103": (20, 5, 3, 5),
    "0.1232": (46, 12, 6, 6),
    "0.71": (36, 9, 3, 6),
    "0.72": (24, 5, 16, 4),
    "0.144": (30, 5, 12, 10),
}


def brute_force(code: Code) -> Callable[[tuple[int, ...]], bool]:
    """Return a function that tells by definition whether the player to move loses."""

    @cache
    def is_lost(heaps: tuple[int, ...]) -> bool:
        after = [
            tuple(sorted((*heaps[:i], *heaps[i + 1 :], *left)))
            for i, heap in enumerate(heaps)
            for left in code.moves(heap)
        ]
        return bool(after) and not any(map(is_lost, after))

    return is_lost


@pytest.fixture(scope="module")
def kayles() -> fs.MisereQuotient:
    return fs.misere_quotient("0.77")


@pytest.mark.parametrize("code", PUBLISHED)
def test_published_orders_and_periods(code: str) -> None:
    q = misere_quotient(code)
    assert (q.order, len(q.p_portion), q.preperiod, q.period) == PUBLISHED[code]
    assert q.order % 2 == 0
    assert q.is_proved


def assert_agrees_with_brute_force(code: str, largest: dict[int, int]) -> None:
    q, is_lost = misere_quotient(code), brute_force(Code.parse(code))
    for count in range(6):
        for heaps in combinations_with_replacement(range(1, largest.get(count, 8) + 1), count):
            assert (q.outcome(*heaps) is fs.Outcome.P) == is_lost(heaps), heaps


@pytest.mark.parametrize("code", ["0.77", *PUBLISHED])
def test_every_sum_of_at_most_five_small_heaps(code: str) -> None:
    assert_agrees_with_brute_force(code, {5: 5, 4: 6})


@pytest.mark.long
@pytest.mark.parametrize("code", ["0.77", "0.15", "0.115", *PUBLISHED])
def test_every_sum_of_at_most_five_heaps(code: str) -> None:
    """Larger heaps than above, so that more generators of the quotients occur."""
    assert_agrees_with_brute_force(code, {5: 7, 4: 8, 3: 9, 2: 11, 1: 12})


def test_kayles_in_full(kayles: fs.MisereQuotient) -> None:
    assert str(kayles) == (
        "misère quotient of 0.77: order 40, |P| = 9, preperiod 71, period 12 (proved for all heaps)"
    )
    assert kayles.growth == ((1, 2), (2, 6), (5, 12), (9, 18), (12, 24), (25, 32), (27, 40))
    assert kayles.generators == (1, 2, 5, 9, 12, 25, 27)
    assert kayles.p_portion == ("a", "b^2", "ac", "ac^2", "d", "ad^2", "e", "ade", "adf")
    images = (
        "a b ab a c ab b ab^2 d b bc e ab^2 b abc ab^2 d^2e ab b ade acf bc abc acf f b g cf acf "
        "abc"
    )
    assert kayles.pretending_function(30)[1:] == images.split()
    for relation in ("a^2 = 1", "b^3 = b", "c^3 = c", "d^3 = d"):
        assert relation in kayles.relations
    # g^3 = g follows from the shorter relations.
    assert kayles.image(27, 27, 27) == kayles.image(27)


def test_kayles_against_the_search_by_genus(kayles: fs.MisereQuotient) -> None:
    for heaps in combinations_with_replacement(range(1, 9), 2):
        assert kayles.outcome(*heaps) is fs.Kayles(*heaps).search_misere_outcome()


def test_the_kernel_of_kayles_is_normal_play(kayles: fs.MisereQuotient) -> None:
    values = kayles.kernel_values
    assert values is not None
    assert sorted(values.values()) == list(range(16))
    assert set(values) == set(kayles.kernel)
    table = kayles.cayley_table
    place = {name: i for i, name in enumerate(kayles.elements)}
    one = next(name for name, value in values.items() if value == 0)
    for heap in range(1, 60):
        name = kayles.elements[table[place[kayles.image(heap)]][place[one]]]
        assert values[name] == fs.Kayles(heap).grundy


def test_heaps_of_any_size(kayles: fs.MisereQuotient) -> None:
    huge = 10**100
    assert kayles.image(huge) == kayles.image(71 + (huge - 71) % 12)
    assert kayles.outcome(huge, huge) is fs.Outcome.P
    for after in kayles.some_winning_moves(huge, 5):
        assert kayles.outcome(*after) is fs.Outcome.P
        assert sum(after) in {huge + 5 - 1, huge + 5 - 2}
    # Beyond the heaps looked at, a move that is left out has the image of a listed one.
    large = 500
    images = {kayles.image(*after) for after in kayles.some_winning_moves(large, 5)}
    every = {
        kayles.image(5, *left)
        for left in Code.parse("0.77").moves(large)
        if kayles.outcome(5, *left) is fs.Outcome.P
    }
    assert every <= images
    with pytest.raises(fs.BudgetExceeded, match="some_winning_moves lists moves of each kind"):
        kayles.winning_moves(huge, 5)


@pytest.mark.parametrize("code", ["0.107", "0.77", "0.75", "0.123", "0.3101", "4.56", "0.1023"])
def test_all_winning_moves_are_listed(code: str) -> None:
    """The quotient tells which sums are lost; all moves of the code are tried, straight from it."""
    q = misere_quotient(code)
    rules = Code.parse(code)
    for a, b in product((0, 3, 9, 15, 40, 95, 200), (1, 8, 15, 130)):
        wanted = set()
        for heap, other in ((a, b), (b, a)):
            for left in rules.moves(heap):
                if q.outcome(other, *left) is fs.Outcome.P:
                    wanted.add(tuple(sorted(n for n in (other, *left) if n)))
        assert set(q.winning_moves(a, b)) == wanted, (a, b)
        assert set(q.some_winning_moves(a, b)) <= wanted
        assert bool(q.some_winning_moves(a, b)) == bool(wanted)


def test_winning_moves_by_brute_force() -> None:
    """Neither the quotient nor theory: 0.107 as a game of its own, searched."""
    rules = Code.parse("0.107")

    @cache
    def wins(heaps: tuple[int, ...]) -> bool:
        after = set(moves(heaps))
        return not after or any(not wins(left) for left in after)

    def moves(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for place, heap in enumerate(heaps):
            for left in rules.moves(heap):
                rest = (*heaps[:place], *heaps[place + 1 :], *left)
                yield tuple(sorted(n for n in rest if n))

    q = misere_quotient("0.107")
    for heaps in ((9, 15), (4, 11), (7,), (16,), (3, 3), (2, 5, 10)):
        assert set(q.winning_moves(*heaps)) == {left for left in moves(heaps) if not wins(left)}
    assert len(q.winning_moves(9, 15)) == 11


def test_winning_moves_are_those_of_a_search(kayles: fs.MisereQuotient) -> None:
    for heaps in [(5, 7), (3, 4, 5), (9,), (2, 2), (1,)]:
        moves = fs.Kayles(*heaps).winning_moves(misere=True)
        wanted = {tuple(sorted(move.after.heaps)) for move in moves}
        assert set(kayles.winning_moves(*heaps)) == wanted


def test_dawsons_kayles_up_to_24_heaps() -> None:
    q = misere_quotient("0.07", heaps=24)
    assert q.growth == ((2, 2), (4, 6), (10, 12), (14, 24))
    assert q.period is None
    with pytest.raises(IllegalPositionError, match="heaps of at most 24"):
        q.outcome(25)


@pytest.mark.parametrize(("code", "heaps"), [("0.15", 30), ("0.115", 70)])
def test_guiles_and_its_cousin(code: str, heaps: int) -> None:
    q = misere_quotient(code, heaps=heaps)
    assert (q.order, len(q.p_portion)) == (42, 12)


@pytest.mark.parametrize(("code", "period"), [("0.15", (66, 10)), ("0.115", (92, 14))])
def test_guiles_and_its_cousin_for_all_heaps(code: str, period: tuple[int, int]) -> None:
    q = misere_quotient(code)
    assert (q.preperiod, q.period) == period


def test_the_quotient_of_75_is_r8() -> None:
    q = misere_quotient("0.75")
    assert (q.generators, q.p_portion) == ((1, 2, 5), ("a", "b^2"))


def test_larger_heaps_refine() -> None:
    """The images of two sums that differ in Q(n) differ in Q(n+1)."""
    quotients = HeapQuotients(heap_games("0.77"))
    earlier = None
    for heap in range(13):
        quotients.extend()
        q = quotients.quotient()
        if earlier is not None:
            sums = list(combinations_with_replacement(range(heap), 3))
            coarser: dict[str, str] = {}
            for heaps in sums:
                assert coarser.setdefault(q.image(*heaps), earlier.image(*heaps)) == earlier.image(
                    *heaps
                )
        earlier = q


def test_a_bound_is_not_called_infinite() -> None:
    with pytest.raises(QuotientTooLarge, match="may be larger, or infinite") as caught:
        misere_quotient("0.77", most=20)
    assert isinstance(caught.value, BudgetExceeded)
    assert caught.value.quotient.order == 18
    assert caught.value.quotient.games_count == 12


def test_positions_of_any_impartial_ruleset() -> None:
    q = misere_quotient([fs.Cram("2x4")])
    board = fs.Cram("2x4")
    for option in board.options():
        for other in board.options():
            total = option + other
            assert q.outcome(option, other) is total.misere_outcome
    after = q.winning_moves(board)
    assert {position for (position,) in after} == {
        move.after for move in board.winning_moves(misere=True)
    }
    with pytest.raises(IllegalPositionError, match="positions of this quotient"):
        q.outcome(fs.Cram("3x3"))


def test_positions_with_loops_or_partizan_positions_are_refused() -> None:
    class Clock(fs.ImpartialRuleset):
        def moves(self, hour: int) -> list[int]:
            return [(hour + 4) % 12]

    with pytest.raises(IllegalPositionError, match="without loops"):
        misere_quotient([Clock()(3)])
    with pytest.raises(IllegalPositionError, match="impartial"):
        misere_quotient([fs.Domineering("2x2")])
    with pytest.raises(IllegalPositionError, match="one ruleset"):
        misere_quotient([fs.Cram("1x2"), fs.Nim(3)])


def test_games_on_heaps_by_their_rules() -> None:
    nim = misere_quotient(fs.Nim, heaps=7)
    # The tame quotients have 2^k + 2 elements.
    assert (nim.order, len(nim.p_portion)) == (10, 2)
    for heaps in combinations_with_replacement(range(8), 3):
        assert nim.outcome(*heaps) is fs.Nim(*heaps).misere_outcome
    by_name, by_rules = (
        misere_quotient("grundy", heaps=20),
        misere_quotient(fs.GrundysGame, heaps=20),
    )
    assert by_name.elements == by_rules.elements
    with pytest.raises(IllegalPositionError, match="expected a code"):
        misere_quotient(3)


def test_nodes_of_the_budget_count_and_nothing_is_lost() -> None:
    quotients = HeapQuotients(heap_games("0.123"))
    stops = 0
    while quotients.period is None:
        try:
            with fs.engine.budget(nodes=37 + stops):
                quotients.extend()
        except BudgetExceeded:
            stops += 31
    assert stops > 0
    assert quotients.quotient().certificate() == misere_quotient("0.123").certificate()


def test_sums_of_heaps_use_the_quotient(kayles: fs.MisereQuotient) -> None:
    assert fs.Kayles(10**100, 10**100).misere_outcome is fs.Outcome.P
    assert fs.Kayles(40, 41).misere_outcome is kayles.outcome(40, 41)
    moves = fs.Kayles(30, 31).winning_moves(misere=True)
    after = {tuple(sorted(move.after.heaps)) for move in moves}
    assert after == set(kayles.winning_moves(30, 31))


def test_latex_and_json() -> None:
    q = misere_quotient("0.75")
    text = q.latex()
    assert r"\mathcal{P} = \{a, b^2\}" in text
    assert text.count("&") > 8
    document = q.as_json()
    assert document["order"] == len(document["elements"]) == len(document["cayley_table"])
    assert (document["preperiod"], document["period"]) == (8, 2)


def test_sums_are_given_one_by_one_or_as_a_list(kayles: fs.MisereQuotient) -> None:
    assert kayles.outcome([5, 9, 12]) is kayles.outcome(5, 9, 12)
    assert kayles.image((5, 7)) == kayles.image(5, 7)
    assert kayles.winning_moves([5, 7]) == kayles.winning_moves(5, 7)
    assert kayles.image([]) == kayles.image() == "1"


def test_positions_after_their_ruleset() -> None:
    q = misere_quotient(fs.Cram, ["2x3", fs.Cram("1x4")])
    assert q.elements == misere_quotient([fs.Cram("2x3"), fs.Cram("1x4")]).elements
    # A single position of a game that is not played on heaps is a set of one.
    assert misere_quotient(fs.Cram("2x3")).games_count == 18
    wrong: list[tuple[Any, Any]] = [(fs.Cram, "2x3"), ("0.77", [3]), (fs.Cram, 3)]
    for game, positions in wrong:
        with pytest.raises(IllegalPositionError, match="expected"):
            misere_quotient(game, positions)


def test_subtraction_games_are_proved_for_all_heaps() -> None:
    q = misere_quotient(fs.Subtraction(1, takes={1, 3, 4}))
    assert (q.game, q.order, q.preperiod, q.period) == ("0.3033", 6, 1, 7)
    huge = 10**30
    assert q.outcome(huge, 5) is fs.Subtraction(huge, 5, takes={1, 3, 4}).misere_outcome
    # Infinite sets have no finite code.
    assert misere_quotient(fs.Subtraction(1, takes=fs.odd), heaps=9).period is None
