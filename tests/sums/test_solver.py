"""How sums are decided: every method against canonical sums and plain search."""

from __future__ import annotations

import gc
import pickle
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import gcd
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar import engine
from farstar.papers.partizan_euclid.theory import hardness, intervals
from farstar.sums import Method, Undecided
from farstar.sums import _summands as numbers
from farstar.sums._problem import Problem, SolverCache
from farstar.sums._search import Merger, NativeSearch, Search
from farstar.sums._strategies import FROM_THEORY, FROM_VALUES
from farstar.sums._summands import Node, Summands, judge_by_bounds
from farstar.testing import values

from .plain import Plain
from .test_sum import Nim, Take

native = pytest.mark.skipif(
    engine.active().name != "native", reason="the reference engine would take too long"
)

TAKES = (Take((1,), (2,)), Take((2, 3), (1,)), Take((1, 4), (2, 3)), Take((1,), (3, 4)))
VALUES = [
    fs.Value(text)
    for text in [
        "*",
        "*2",
        "*5",
        "^",
        "v*",
        "^^*",
        "1/2",
        "-1",
        "{1|-1}",
        "{2|0}",
        "{3||2|1}",
        "Tiny(1)",
        "Miny(2)",
        "{^|v}",
        "{^*|*2}",
        "^<2>",
        "^[3]",
        "{1|*}",
        "{0|||0||-1|-2}",
        "+-(1*)",
        "{2|^}",
        "{1|||1||0|-3}",
    ]
]
NEAR_ZERO = [
    fs.Value(text)
    for text in ["0", "0", "*", "*2", "^", "v", "^*", "v*", "^<2>", "Tiny(1)", "{^|v}"]
]
BORN = list(fs.born_by_day(2))


def random_part(rng: Random) -> fs.Position | fs.Value:
    kinds: list[Callable[[], fs.Position | fs.Value]] = [
        lambda: fs.PartizanEuclid(rng.randint(1, 60), rng.randint(1, 60)),
        lambda: fs.PartizanEuclid(rng.randint(1, 60), rng.randint(1, 60)),
        lambda: fs.GeographyA(rng.randint(0, 5), rng.randint(1, 5), rng.randint(0, 5)),
        lambda: Nim()(rng.randint(0, 6)),
        lambda: rng.choice(TAKES)(rng.randint(0, 9)),
        lambda: fs.SerialNim(rng.randint(1, 3), rng.randint(1, 3)),
        lambda: board(rng, rng.randint(2, 3), rng.randint(2, 4)),
        lambda: rng.choice(BORN),
        lambda: rng.choice(VALUES),
    ]
    return rng.choice(kinds)()


def board(rng: Random, height: int, width: int) -> fs.Domineering:
    rows = [
        "".join("#" if rng.random() < 0.2 else "." for _ in range(width)) for _ in range(height)
    ]
    return fs.Domineering(rows)


def random_sum(rng: Random, fewest: int = 2, most: int = 6) -> fs.Sum:
    """Return a sum of mixed rulesets; most of them are close to zero."""
    total = fs.Sum()
    for _ in range(rng.randint(fewest, most)):
        part = random_part(rng)
        total = total + part if rng.random() < 0.5 else total - part
    kind = rng.random()
    if kind < 0.35:
        return total - total.value + rng.choice(NEAR_ZERO)
    if kind < 0.7:
        return total - fs.Value(rng.choice((total.left_stop, total.right_stop)))
    return total


def sum_of(text: str) -> fs.Sum:
    total = fs.parse(text)
    assert isinstance(total, fs.Sum)
    return total


def prepared(total: fs.Sum) -> tuple[SolverCache, NativeSearch, Node]:
    """Return a new cache, its search in the core, and a sum that fits there."""
    cache = SolverCache(engine.active())
    node = cache.summands.node([term.handle for term in total.terms])
    assert cache.native is not None
    assert cache.native.fits(node), str(total)
    return cache, cache.native, node


def euclid_sum(rng: Random, parts: int, bound: int) -> fs.Sum:
    total = fs.Sum()
    while len(total.terms) < parts:
        p = rng.randint(bound // 2, bound)
        q = rng.randint(p // 2 + 1, p - 1)
        if gcd(p, q) == 1:
            g = fs.PartizanEuclid(p, q)
            total = total + g if rng.random() < 0.5 else total - g
    return total


@native
@pytest.mark.parametrize("count", [400, pytest.param(2500, marks=pytest.mark.long)])
def test_agreement_with_canonical_sums(count: int) -> None:
    rng, methods = Random(2013), Counter[str]()
    for _ in range(count):
        total = random_sum(rng)
        verdict = total.decide()
        assert verdict.outcome is total.value.outcome, str(total)
        assert verdict.method is not None
        methods[verdict.method.label] += 1
    assert {"search", "folded", "compared", "stops", "intervals", "weights"} <= set(methods)


SMALL: list[fs.Position | fs.Value] = [
    *(fs.PartizanEuclid(p, q) for p, q in ((3, 2), (4, 3), (5, 3), (7, 4), (8, 5), (11, 8))),
    *(fs.GeographyA(1, 1, 1), fs.GeographyA(0, 2, 0), fs.GeographyB(1, 1, 1)),
    *(fs.Euclid(3, 2), fs.SerialNim(1, 1), fs.SerialNim(2), Nim()(2)),
    fs.Domineering("..|.."),
    *(take(3) for take in TAKES),
    *(fs.Value(text) for text in ("^", "v", "*2", "+-1", "{1|*}", "1/2", "Tiny(1)")),
]
"""Parts with few followers."""


def near_zero(rng: Random) -> fs.Sum:
    """Return a sum of parts and of the negatives of parts with equal values, and one part more."""
    total = fs.Sum()
    for _ in range(rng.randint(1, 3)):
        part = rng.choice(SMALL)
        equal = [g for g in SMALL if as_value(g) == as_value(part)]
        total = total + part - rng.choice(equal)
    return total + rng.choice(SMALL) if rng.random() < 0.7 and len(total.terms) < 6 else total


def as_value(g: fs.Position | fs.Value) -> fs.Value:
    return g if isinstance(g, fs.Value) else g.value


@native
@pytest.mark.parametrize("count", [200, pytest.param(2000, marks=pytest.mark.long)])
def test_agreement_with_plain_search(count: int) -> None:
    rng, plain = Random(11), Plain()
    parts, zeros = Counter[int](), 0
    for _ in range(count):
        if rng.random() < 0.3:
            total = near_zero(rng)
        else:
            total = fs.Sum()
            for _ in range(rng.choice((2, 2, 3, 3, 3, 4, 4, 5, 6))):
                part = rng.choice(SMALL)
                total = total + part if rng.random() < 0.5 else total - part
        outcome = plain.outcome(total)
        assert total.outcome is outcome, str(total)
        parts[len(total.terms)] += 1
        zeros += outcome is fs.Outcome.P
    assert set(range(2, 7)) <= set(parts)
    assert zeros > count // 10


@native
def test_sums_that_are_zero() -> None:
    rng = Random(3)
    for _ in range(200):
        total = random_sum(rng, most=4)
        zero = total - total
        assert zero.outcome is fs.Outcome.P
        assert zero.decide().method is Method.CANCELLED
        zero = total - total.value
        assert zero.outcome is fs.Outcome.P, str(zero)


@native
@pytest.mark.parametrize(("parts", "bound"), [(2, 60), (3, 60), (4, 40), (6, 24)])
def test_sums_of_partizan_euclid(parts: int, bound: int) -> None:
    rng = Random(parts)
    for _ in range(150):
        total = euclid_sum(rng, parts, bound)
        assert total.outcome is total.value.outcome, str(total)


@native
def test_sums_of_boards() -> None:
    rng, methods = Random(41), Counter[str]()
    for _ in range(200):
        total = fs.Sum()
        for _ in range(rng.randint(3, 6)):
            part = board(rng, 4, 4) if rng.random() < 0.8 else random_part(rng)
            total = total + part if rng.random() < 0.5 else total - part
        if rng.random() < 0.7:
            total -= fs.Value(rng.choice((total.left_stop, total.right_stop, total.mean)))
        verdict = total.decide()
        assert verdict.outcome is total.value.outcome, str(total)
        methods[str(verdict).rpartition(" ")[2]] += 1
    assert {"thermographs", "search", "stops"} <= set(methods)


@native
def test_each_method_is_right_on_its_own() -> None:
    rng, settled = Random(5), Counter[Method]()
    for _ in range(600):
        total = random_sum(rng, most=4) if rng.random() < 0.7 else euclid_sum(rng, 3, 50)
        outcome = total.value.outcome
        problem = Problem(total.terms, (fs.Left, fs.Right), SolverCache(engine.active()))
        for method, strategy in (*FROM_THEORY, *FROM_VALUES):
            answers = strategy(problem)
            for player, answer in zip((fs.Left, fs.Right), answers, strict=True):
                if answer is not None:
                    settled[method] += 1
                    assert answer == outcome.wins(player, first=True), (str(total), method)
    # The values of these boards are found at once, so that nobody searches the boards.
    rare = {Method.CANCELLED, Method.BOARDS}
    assert set(settled) >= {method for method, _ in (*FROM_THEORY, *FROM_VALUES)} - rare


@native
def test_the_search_alone() -> None:
    rng = Random(17)
    for _ in range(150):
        total = random_sum(rng, most=3)
        summands = Summands(engine.active())
        search = Search(summands, lambda _: None)
        node = summands.node([term.handle for term in total.terms])
        outcome = total.value.outcome
        for player in fs.Player:
            assert search.wins(node, player, 10**6) == outcome.wins(player, first=True)


@native
@pytest.mark.parametrize("count", [200, pytest.param(2000, marks=pytest.mark.long)])
def test_the_native_search_agrees_with_the_plain_one(count: int) -> None:
    rng, hot, searched = Random(29), 0, 0
    for _ in range(count):
        total = random_sum(rng, most=4) if rng.random() < 0.7 else euclid_sum(rng, 4, 40)
        cache, native_search, node = prepared(total)
        hot += any(part.is_hot for part in node.parts)
        for player in fs.Player:
            wins = native_search.wins(node, player, 10**6)
            assert wins == total.value.outcome.wins(player, first=True), str(total)
            assert wins == cache.search.wins(node, player, 10**6), str(total)
            searched += native_search.nodes > 0
    assert hot > count // 4
    assert searched > count // 20


SWITCHES: list[fs.Position | fs.Value] = [
    *(fs.Value(text) for text in ("+-1", "+-2", "{3|1}", "{5|-4}", "{2||1|-1}", "{4|0||-1}")),
    *(fs.Value(text) for text in ("{1*|v}", "{1/2|-1/4}", "{2|1||0}", "Tiny(2)", "Miny(1)")),
    *(fs.ToadsAndFrogs(text) for text in ("TT.FF", "T..F", "TT..F")),
    *(fs.Domineering(text) for text in ("..|..", "...|...", "...|..#")),
    fs.Snort("..|.."),
    fs.PartizanEuclid(5, 3),
    fs.Value("3/4"),
]


@native
@pytest.mark.parametrize("count", [120, pytest.param(1000, marks=pytest.mark.long)])
def test_hot_sums_agree_with_plain_search(count: int) -> None:
    # Two to four components, and a number near the mean; plain search moves in it, too.
    rng, plain, searched = Random(31), Plain(), 0
    for _ in range(count):
        total = fs.Sum()
        for _ in range(rng.choice((2, 3, 3, 4))):
            part = rng.choice(SWITCHES)
            total = total + part if rng.random() < 0.5 else total - part
        if rng.random() < 0.7:
            total -= fs.Value(Fraction(round(4 * total.mean), 4))
        outcome = plain.outcome(total)
        assert total.outcome is outcome, str(total)
        _, native_search, node = prepared(total)
        for player in fs.Player:
            wins = native_search.wins(node, player, 10**6)
            assert wins == outcome.wins(player, first=True), str(total)
        searched += native_search.nodes > 0
    assert searched > count // 10


@native
def test_two_threads_give_the_same_answers() -> None:
    total = sum_of(THREATS)
    answers = []
    for threads in (1, 2):
        _, native_search, node = prepared(total)
        parts = [native_search._numbers[part] for part in node.parts]
        answers.append(
            [
                native_search._search.wins(parts, *node.constant, left, 10**6, 2**62, threads)
                for left in (True, False)
            ]
        )
    assert answers[0] == answers[1]
    assert -1 not in answers[0]


@native
def test_numbers_that_do_not_fit_the_core() -> None:
    huge, fine = fs.Value(10**9), fs.Value(Fraction(1, 2**40))
    for total in (
        fs.Sum(huge * 3 + fs.Value("+-1"), fs.Value("{2|1}"), -3 * huge),
        fs.Sum(fine + fs.Value("{2|0}"), fs.Value("{1|*}"), fs.Value("{-1|-3}")),
        fs.Sum(fs.Value.of(left=[huge], right=[-huge]), fs.Value("{2|0}"), fs.Value("{1|*}")),
    ):
        assert total.outcome is total.value.outcome, str(total)


@native
def test_a_component_with_many_followers_fits_the_core() -> None:
    g = fs.PartizanEuclid(262147, 262143)
    _, native_search, node = prepared(fs.Sum(g, fs.star(1)))
    assert native_search.bytes > 65_536 * 300
    assert native_search.is_narrow(node.parts[0])
    decided = 0
    for up in range(-2, 5):
        moved = node._replace(constant=node.constant._replace(up=up))
        rest = -fs.up(up) - fs.star(1)
        for player, loses in ((fs.Left, g.value <= rest), (fs.Right, g.value >= rest)):
            wins = native_search.wins(moved, player, 0)
            assert wins in (None, not loses)
            decided += wins is not None
    assert decided > 10


@native
def test_a_sum_is_also_searched_as_it_is_after_components_were_added() -> None:
    total = sum_of(
        "-E(604691,397298) + E(698786,680467) + E(844041,511424) + E(698613,673589)"
        " - E(843163,707300) - E(882028,625305) - E(792715,682728) + E(546680,386479)"
        " + E(684669,569716) - E(992317,743414) - E(798029,605245) + E(651619,586529)"
    )
    attempts = [attempt for attempt in total.decide().attempts if attempt.nodes > 0]
    labels = [attempt.method.label for attempt in attempts]
    assert labels[-1] == "search"
    assert "halves" in labels
    assert sum(attempt.nodes for attempt in attempts) < 200_000


@native
def test_hot_weights_in_the_native_search() -> None:
    rng, searched = Random(5), 0
    positions = [fs.PartizanEuclid(p, q) for p in range(2, 60) for q in range(p // 2 + 1, p)]
    hot = [g for g in positions if gcd(g.p, g.q) == 1 and not g.atomic_weight().is_integer]
    for _ in range(300):
        total = fs.Sum(*(g if rng.random() < 0.5 else -g for g in rng.choices(hot, k=3)))
        mean = sum(
            term.sign * g.atomic_weight().mean for term in total.terms if (g := term.component)
        )
        total += fs.up(rng.randint(-2, 2) - round(mean))
        _, native_search, node = prepared(total)
        for player in fs.Player:
            wins = total.value.outcome.wins(player, first=True)
            assert native_search.wins(node, player, 10**6) == wins
            searched += native_search.nodes > 0
    assert searched > 100


@native
@pytest.mark.parametrize(
    "text",
    [
        "-E(1457,864) - E(1271,939) + E(878,675) + E(1156,1067) - E(1131,869) + E(1105,686)",
        "-E(1316,983) - E(1071,607) + E(1235,833) + E(1443,1171) + E(767,541) - E(1429,1188)",
        "-E(1267,1014) - E(1255,958) + E(1333,905) - E(829,758) - E(1479,1336) - E(1475,1172)",
    ],
)
def test_contested_sums_agree_with_canonical_sums(text: str) -> None:
    total = sum_of(text)
    _, native_search, node = prepared(total)
    wins = {player: native_search.wins(node, player, 10**6) for player in fs.Player}
    assert wins == {p: total.value.outcome.wins(p, first=True) for p in fs.Player}


THREATS = (
    "E(2197,1123) + E(1017,529) + E(1747,896) + E(3463,1776) + E(1693,887) + E(1747,896) "
    "+ E(1081,557) + E(3987,2036) + E(1213,623) + E(1487,776) + E(1567,836) - E(219,218)"
)
"""Positions whose weights are threats {a|{b|c}}, minus one of about the same weight: a search."""


@native
def test_the_native_search_keeps_to_the_budget() -> None:
    total = sum_of(THREATS)
    with engine.budget(nodes=200), pytest.raises(Undecided):
        total.decide()
    _, native_search, node = prepared(total)
    patient = {player: native_search.wins(node, player, 10**7) for player in fs.Player}
    assert patient == {player: total.outcome.wins(player, first=True) for player in fs.Player}


@native
def test_what_is_remembered_counts_as_memory() -> None:
    total = sum_of(THREATS)
    cache, native_search, node = prepared(total)
    before = native_search.bytes
    for search in (native_search, cache.search):
        gc.collect()  # what other tests left behind would count as room
        engine.collect()
        with engine.budget(memory=engine.active().size()[1] + before + 200_000):
            room = cache.room()
            assert room is not None
            assert 0 < room <= 200_000
            with pytest.raises(fs.BudgetExceeded, match="memory"):
                [search.wins(node, player, 10**6) for player in fs.Player]
        assert search.bytes < before + 10**6
        assert cache.room() is None
        before = native_search.bytes
    for player in fs.Player:
        assert native_search.wins(node, player, 10**7) == total.outcome.wins(player, first=True)


@native
def test_adding_up_keeps_the_sum() -> None:
    rng = Random(19)
    for _ in range(100):
        total = random_sum(rng)
        summands = Summands(engine.active())
        node = summands.node([term.handle for term in total.terms])
        for steps in (10, 1000, 10**6):
            narrow = {part.handle for part in node.parts if rng.random() < 0.3}
            smaller = Merger(summands, narrow.__contains__).merged(node, steps)
            parts = [fs.values._value.wrap(part.handle) for part in smaller.parts]
            constant = fs.values._value.wrap(summands.handle(smaller))
            assert sum(parts, start=constant) == total.value


@given(values())
def test_bounds_of_a_value(g: fs.Value) -> None:
    summands = Summands(engine.active())
    node = summands.node([g._handle])
    seen = judge_by_bounds(node)
    assert seen.at_least_zero in (None, g >= 0)
    assert seen.at_most_zero in (None, g <= 0)


@pytest.mark.parametrize("text", ["^^*", "{^|v}", "^<2>", "{^5|0}", "Tiny(1)", "{0|||0||-1|-2}"])
def test_ups_and_stars_around_an_infinitesimal(text: str) -> None:
    g = fs.Value(text)
    lower, upper = numbers.of_infinitesimal(engine.active(), g._handle)
    up = fs.Value("^")
    for star in (0, 1):
        n = lower[star]
        assert g >= n * up + fs.Value(f"*{star}")
        assert not g >= (n + 1) * up + fs.Value(f"*{star}")
        m = upper[star]
        assert g <= m * up + fs.Value(f"*{star}")
        assert not g <= (m - 1) * up + fs.Value(f"*{star}")


@native
def test_ups_and_stars_as_theory_has_them() -> None:
    for p in range(3, 60):
        for q in range(p // 2 + 1, p):
            if gcd(p, q) == 1 and not (g := fs.PartizanEuclid(p, q)).value.is_zero:
                bounds = numbers.of_infinitesimal(engine.active(), g.value._handle)
                assert bounds == intervals.thresholds(g.signature)


def test_the_hook_for_pairs_and_heaps() -> None:
    g, h = fs.PartizanEuclid(8, 7), fs.PartizanEuclid(11, 8)
    assert (g + fs.Value("*3")).decide().method is Method.THEORY
    assert (-g - h).outcome is -(g + h).outcome
    for a, b in ((g, h), (h, g), (g, g)):
        for total in (a + b, -a - b, a + b + fs.Value("*2"), a - b):
            assert total.outcome is total.value.outcome


def test_words_too_long_for_a_value() -> None:
    # Neither weights nor intervals need a canonical form.
    long = fs.Word("lr" * 20_000 + "lrre").position
    total = long + long - fs.PartizanEuclid(4, 3)
    assert total.decide().method in (Method.WEIGHTS, Method.INTERVALS, Method.ONE_PLY)


def test_hot_weights_decide_sums_whose_values_cannot_be_built() -> None:
    # The weights are {a|{b|c}} with numbers of thirty digits, and an integer is taken away.
    size = 10**30
    switches = tuple(hardness.Switch(9 * size + i * i, (2 + i) * size - i, 0) for i in range(6))
    stop = hardness.left_stop(switches)
    for target in (stop, stop + 1):
        plus, minus = hardness.to_euclid(hardness.Instance(switches, target))
        total = fs.Sum(*[fs.PartizanEuclid(*pair) for pair in plus], -fs.PartizanEuclid(*minus))
        assert total.outcome.wins(fs.Left, first=True) is (target <= stop)


def test_weights_are_compared_as_long_as_values_cannot_be_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("farstar.sums._strategies._WEIGHT_SUMS", 1)
    test_hot_weights_decide_sums_whose_values_cannot_be_built()


def test_weights_of_other_games_are_combs_or_added_by_the_engine() -> None:
    rng = Random(4)
    values = [fs.Value(text) for text in ("{^4|vv}", "{^^*|v3}", "{0|{^|v5}}", "{^5||^|v3}", "^*")]
    for _ in range(60):
        terms = [rng.choice((1, -1)) * rng.choice(values) for _ in range(rng.randint(2, 4))]
        assert fs.Sum(*terms).outcome is sum(terms, fs.Value(0)).outcome


@native
def test_what_is_known_when_the_budget_ends() -> None:
    total = sum_of(THREATS)
    with engine.budget(nodes=30), pytest.raises(Undecided, match="known about the sum") as caught:
        total.decide()
    error = caught.value
    assert isinstance(error, fs.BudgetExceeded)
    assert error.verdict.outcome is None
    assert error.verdict.attempts
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.verdict) == (str(error), error.verdict)
    for player in fs.Player:
        known = error.verdict.wins(player)
        assert known in (None, total.outcome.wins(player, first=True))


def test_verdicts() -> None:
    verdict = (fs.PartizanEuclid(11, 8) + fs.PartizanEuclid(4, 3)).decide()
    assert verdict.outcome is fs.Outcome.N
    assert verdict.method_for(fs.Right) is Method.THEORY
    assert verdict.method_for(fs.Left) is Method.INTERVALS
    assert verdict.method is Method.INTERVALS
    assert verdict.seconds >= 0
    assert verdict.nodes >= 0
    assert verdict.attempts[0].method is Method.CANCELLED


def test_under_each_engine(each_engine: engine.Engine) -> None:
    rng = Random(23)
    for _ in range(25):
        total = fs.Sum()
        for _ in range(3):
            total += rng.choice(TAKES)(rng.randint(0, 6))
            total -= fs.PartizanEuclid(rng.randint(2, 20), rng.randint(2, 20))
        assert total.outcome is total.value.outcome


@given(st.lists(values(), min_size=1, max_size=4))
def test_means_and_temperatures(parts: list[fs.Value]) -> None:
    total = fs.Sum(*[Nim()(1) + g for g in parts])
    assert total.mean == total.value.mean
    assert total.temperature == total.value.temperature


def test_temperatures_without_a_value() -> None:
    total = fs.GeographyA(3, 2, 1) + fs.GeographyA(0, 5, 0) - fs.GeographyA(2, 9, 1)
    assert total.temperature == total.value.temperature
    assert total.mean == total.value.mean


def test_the_best_of_losing_moves() -> None:
    # Left loses; to the heap of 2 Right has one winning answer of two, to the others more.
    total = fs.Sum(Nim()(1) + Nim()(2) + Nim()(3))
    assert total.outcome is fs.Outcome.P
    best = total.best_move(fs.Left)
    assert best is not None

    def share(move: fs.Move) -> Fraction:
        answers = move.after.moves(fs.Right)
        return Fraction(len(move.after.winning_moves(fs.Right)), len(answers))

    assert share(best) == min(map(share, total.moves(fs.Left)))
    assert fs.Sum().best_move(fs.Left) is None
