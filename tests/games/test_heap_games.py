"""Games on heaps and cakes: theory against search, facts, misère play."""

from __future__ import annotations

import itertools
import pickle
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import farstar as fs
from farstar import games
from farstar.games.grundy_sequences import GrundyTable, grundy_sequence
from farstar.games.wythoff import cold_pair, cold_partner
from farstar.impartial.codes import Code

HEAPS = st.lists(st.integers(0, 6), max_size=3)
SMALL: dict[str, Any] = {
    "Nim": fs.Nim,
    "Subtraction": lambda *heaps: fs.Subtraction(*heaps, takes={1, 3, 4}),
    "Kayles": fs.Kayles,
    "DawsonsKayles": fs.DawsonsKayles,
    "GrundysGame": fs.GrundysGame,
    "0.137": lambda *heaps: fs.TakeAndBreak("0.137", *heaps),
    "0.3F": lambda *heaps: fs.TakeAndBreak("0.3F", *heaps),
    "4.0[3]": lambda *heaps: fs.TakeAndBreak("4.0[3]", *heaps),
}


@pytest.mark.parametrize("game", SMALL)
def test_theory_and_search_agree(game: str) -> None:
    for heaps in itertools.combinations_with_replacement(range(8), 2):
        g = SMALL[game](*heaps)
        assert g.grundy == g.search_grundy()
        assert g.outcome == g.search_outcome()
        assert g.misere_outcome == g.search_misere_outcome()
        assert g.value == g.search_value() == fs.Value(f"*{g.grundy}")
        for misere in (False, True):
            winning = {tuple(sorted(m.after.heaps)) for m in g.winning_moves(misere=misere)}
            lost = fs.Outcome.P
            for option in g.options():
                outcome = option.search_misere_outcome() if misere else option.search_outcome()
                assert (tuple(sorted(option.heaps)) in winning) == (outcome == lost)


@pytest.mark.parametrize("game", SMALL)
def test_genus_and_misere_outcome_agree(game: str) -> None:
    for heaps in itertools.combinations_with_replacement(range(7), 2):
        g = SMALL[game](*heaps)
        assert g.genus.value == g.grundy
        assert (g.genus.misere_value == 0) == (g.search_misere_outcome() == "P")


@pytest.mark.parametrize("game", SMALL)
@settings(max_examples=15)
@given(heaps=HEAPS)
def test_text_goes_round(game: str, heaps: list[int]) -> None:
    g = SMALL[game](*heaps)
    assert fs.parse(str(g)) == g == eval(repr(g), vars(games))
    assert pickle.loads(pickle.dumps(g)) == g


def test_nim() -> None:
    huge = 10**40
    assert fs.Nim(huge, huge + 1, 5).grundy == (huge ^ (huge + 1) ^ 5)
    assert [move.text for move in fs.Nim(1, 1, 5).winning_moves(misere=True)] == [
        "(1,1,5) -> (1,1,1)"
    ]
    assert fs.Nim().outcome == "P"
    assert fs.Nim().misere_outcome == "N"


@pytest.mark.parametrize("bad", [(-1,), (1.5,), ("3",), (True,)])
def test_illegal_heaps(bad: Any) -> None:
    with pytest.raises(fs.IllegalPositionError, match=r"^expected"):
        fs.Nim(*bad)


def test_long_periods_of_subtraction_games() -> None:
    """Ferguson's property, and periods from Winning Ways, chapter 4."""
    for takes, period in (
        ({1, 2}, 3),
        ({2, 3}, 5),
        ({1, 3, 4}, 7),
        ({2, 4, 7}, 3),
        ({3, 6, 7}, 10),
    ):
        values = [fs.Subtraction(n, takes=takes).grundy for n in range(120)]
        assert values[20:-period] == values[20 + period :]
        far = 10**30
        assert fs.Subtraction(far, takes=takes).grundy == values[60 + (far - 60) % period]
    smallest = {2, 5, 6}
    for n in range(2, 60):
        one = fs.Subtraction(n, takes=smallest).grundy == 1
        assert one == (fs.Subtraction(n - 2, takes=smallest).grundy == 0)


def test_partizan_subtraction() -> None:
    @cache
    def value(n: int) -> fs.Value:
        left = [value(n - k) for k in (1, 4) if k <= n]
        return fs.Value.of(left, [value(n - k) for k in (2, 3) if k <= n])

    for n in range(16):
        assert fs.PartizanSubtraction(n, left={1, 4}, right={2, 3}).value == value(n)
    total = fs.PartizanSubtraction(5, 9, left={1, 4}, right={2, 3})
    assert total.value == value(5) + value(9)
    assert fs.parse(str(total)) == total == eval(repr(total), vars(games))


# Take-and-break games.


def test_kayles_and_dawsons_kayles_repeat() -> None:
    assert str(fs.Kayles().period()) == "period 12 from 71 on (proved, 256 values)"
    assert str(fs.DawsonsKayles().period()) == "period 34 from 53 on (proved, 256 values)"
    cycle = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
    assert [fs.Kayles(n).grundy for n in range(72, 84)] == cycle
    assert [fs.Kayles(72 + 12 * 10**20 + i).grundy for i in range(12)] == cycle


@pytest.mark.parametrize(
    ("code", "period", "preperiod"),
    [("0.15", 10, 1), ("0.156", 349, 3479), ("0.644", 442, 3256), ("0.356", 142, 7315)],
)
def test_known_periods_of_octal_games(code: str, period: int, preperiod: int) -> None:
    """Periods in the table of octal games in Winning Ways, chapter 4."""
    if fs.engine.active().name != "native":
        pytest.skip("takes the native engine")
    periodicity = fs.TakeAndBreak(code).period(1 << 16)
    assert periodicity is not None
    assert (periodicity.period, periodicity.preperiod, periodicity.saltus) == (period, preperiod, 0)
    assert periodicity.is_proved


CODES = ("0.77", "0.07", "0.137", "0.6", "0.16", "4.37", "0.303", "0.001", "4.0", "0.54321")


@pytest.mark.parametrize("code", [*CODES, "grundy"])
def test_native_and_plain_sequences_agree(code: str) -> None:
    if fs.engine.active().name != "native":
        pytest.skip("takes the native engine")
    native = grundy_sequence(code, 700)
    with fs.engine.use("reference"):
        assert grundy_sequence(code, 700) == native


def test_sequences_at_speed() -> None:
    if fs.engine.active().name != "native":
        pytest.skip("takes the native engine")
    kayles = grundy_sequence("0.77", 1_000_000)
    assert kayles[-1] == fs.Kayles(999_999).grundy
    grundy = grundy_sequence("grundy", 20_000)
    assert len(grundy) == 20_000
    assert max(grundy) < 256


def test_tables_say_where_they_end() -> None:
    with pytest.raises(fs.BudgetExceeded, match=r"heaps below 512 or a proved period"):
        GrundyTable(Code.parse("0.8F1"))[10**6]
    with pytest.raises(fs.BudgetExceeded, match=r"heaps below 512"):
        GrundyTable(Code.parse("0.1[70]"))[10**6]
    with fs.engine.budget(nodes=100), pytest.raises(fs.BudgetExceeded, match="100 nodes"):
        GrundyTable(Code.parse("0.3F"))[200]
    with pytest.raises(fs.BudgetExceeded, match=r"expected at most \d+ heaps"):
        grundy_sequence("0.77", 10**12)


@pytest.mark.parametrize("game", SMALL)
def test_explanations_name_a_winning_move(game: str) -> None:
    for heaps in itertools.combinations_with_replacement(range(1, 6), 2):
        g = SMALL[game](*heaps)
        steps = {step.title: step for step in g.explain().steps}
        assert ("No winning move" in steps) == (g.outcome == "P")
        if g.outcome == "N":
            assert fs.parse(steps["Winning move"].data["after"]).outcome == "P"
        assert steps["Sum"].data["grundy"] == g.grundy
        assert steps["Misère play"].data["genus"] == str(g.genus)


def test_heaps_too_large_to_list() -> None:
    g = fs.Kayles(10**12 + 1)
    assert (g.grundy, str(g.outcome)) == (4, "N")
    with pytest.raises(fs.BudgetExceeded, match="to list their moves"):
        g.winning_moves()
    assert "left out" in g.explain().steps[2].text
    assert len(fs.TakeAndBreak("0.33", 10**12).options()) == 2
    for large in (fs.Wythoff(5, 10**12), fs.Cutcake(10**12, 10**12), fs.GrundysGame(10**12)):
        with pytest.raises(fs.BudgetExceeded, match="to list their moves"):
            large.options(fs.Left)


def test_explanations_without_a_list_of_moves() -> None:
    steps = fs.Cutcake(10**12, 3).explain().steps
    assert [step.title for step in steps[:2]] == ["Outcome", "Value"]
    assert steps[1].text == "-499999999999"
    assert steps[3].text.startswith("wins; the moves are left out: expected sides of at most")
    with fs.engine.budget(seconds=1e-9), pytest.raises(fs.BudgetExceeded):
        fs.Cutcake(10**12, 3).explain()


# Wythoff's game.


def test_wythoff_pairs() -> None:
    assert [cold_pair(k) for k in range(6)] == [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]
    for a in range(16):
        for b in range(a, 16):
            g = fs.Wythoff(a, b)
            assert g.outcome == g.search_outcome() == fs.Wythoff(b, a).outcome
            assert g.misere_outcome == g.search_misere_outcome()
            for misere in (False, True):
                generic = fs.Position.winning_moves(g, misere=misere)
                assert {m.after for m in g.winning_moves(misere=misere)} == {
                    m.after for m in generic
                }


@given(st.integers(0, 10**40))
def test_every_heap_has_one_cold_partner(heap: int) -> None:
    partner = cold_partner(heap)
    assert cold_pair(abs(partner - heap)) == (min(heap, partner), max(heap, partner))
    assert cold_partner(partner) == heap
    assert fs.Wythoff(heap, partner).outcome == "P"


def test_wythoffs_game_is_explained_by_its_cold_pairs() -> None:
    for a in range(8):
        for b in range(a, 12):
            g = fs.Wythoff(a, b)
            explanation = g.explain()
            wins = g.search_outcome() == "N"
            assert explanation.title.endswith("to move wins" if wins else "who moved last wins")
            assert (len(explanation.steps) == 3) == wins
            if wins:
                ways = {
                    str(after.state).replace(" ", "")
                    for after in g.options()
                    if after.outcome == "P"
                }
                assert {
                    way.split(" -> ")[1] for way in explanation.steps[1].text.split("; ")
                } == ways
            lost = g.search_misere_outcome() == "P"
            assert explanation.steps[-1].text.endswith("move loses." if lost else "move wins.")
    assert "(6,10)" in fs.Wythoff(10**30, 10**30 + 4).explain().steps[1].text


# Cakes.


@pytest.mark.parametrize("cake", [fs.Cutcake, fs.MaundyCake])
def test_closed_forms_of_cakes(cake: Any) -> None:
    for m, n in itertools.product(range(1, 17), repeat=2):
        assert cake(m, n).value == cake(m, n).search_value()
        assert cake(m, n).value == -cake(n, m).value


def test_eatcake_by_its_definition() -> None:
    @cache
    def value(m: int, n: int) -> fs.Value:
        if m * n == 0:
            return fs.Value(0)
        left = [value(m, k) + value(m, n - 1 - k) for k in range(n)]
        return fs.Value.of(left, [value(k, n) + value(m - 1 - k, n) for k in range(m)])

    for m, n in itertools.product(range(1, 6), repeat=2):
        assert fs.Eatcake(m, n).value == value(m, n)


def test_pieces_of_cake() -> None:
    g = fs.Cutcake((2, 3), (4, 5))
    assert g.value == fs.Cutcake(2, 3).value + fs.Cutcake(4, 5).value
    assert fs.parse(str(g)) == g == eval(repr(g), vars(games))
    assert fs.Cutcake(1, 10**30).value == 10**30 - 1
    assert [move.text for move in fs.MaundyCake(1, 6).moves(fs.Left)] == [
        "1x6 into 1x3 and 1x3",
        "1x6 into 3 times 1x2",
        "1x6 into 6 times 1x1",
    ]
    for bad in ((), (1,), (0, 3), (1, 2, 3), ((1, 2, 3),), ("ab",)):
        if bad:
            with pytest.raises(fs.IllegalPositionError, match=r"^expected"):
                fs.Cutcake(*bad)
    assert fs.Cutcake().value == Fraction(0)
