"""Published facts about loopy games, on both engines."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

import farstar as fs
from farstar.errors import LoopyError
from farstar.loopy import Loopy

from .graphs import are_equal, negative, total


@pytest.fixture(params=fs.engine.available(), autouse=True)
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """Compute with each engine."""
    with fs.engine.use(request.param):
        yield request.param


FOUR_CYCLE = "a{0||||0|||a|*||*}"
GRENVILLE = "a{0|{0||||0,*2|||a|0||0}||0}"
CAROUSEL = "a{0,{1|1,{*,{1*|1*,a}|*}}|0}"
TWO_LOOPS = "{0|{0||||-1|||-1*,a{0||0|a|||-1*||||-1*}||-2|b{-2,{-1,-1*||-1*|b|||-2}|-2}}}"

EQUAL = [
    # Sums and sides
    ("on + off", "dud"),
    ("dud + 1", "dud"),
    ("dud + on", "dud"),
    ("dud + {2|-1}", "dud"),
    ("on + 5", "on"),
    ("on + {2|-1}", "on"),
    ("on + over", "on"),
    ("a{0|a}", "over"),
    ("{0|over}", "over"),
    ("over + over", "over"),
    ("over + *", "over"),
    ("over + ^", "over"),
    ("over + upon", "over"),
    ("over - over", "over & under"),
    ("2 + over", "{2|pass}"),
    ("1/2 - over", "{pass|1/2}"),
    ("upon", "{0,pass|*}"),
    ("upon + *", "{0,pass|0}"),
    ("upon - upon", "^<on> & v<on>"),
    ("upon + upon", "{0|upon + *}"),
    ("^<on>", "{0|v[on]*}"),
    ("^<on>", "{0||0|0,pass}"),
    ("upon + ^<on>", "{0|^<on>*} & upon"),
    ("^<on> + {0|upon}", "{0||0|^<on>*} & {0|^[on]}"),
    ("-1/4 - upon", "{-1/4*|pass}"),
    ("tis", "a{{|a}|}"),
    ("tis", "1 & 0"),
    ("tisn", "0 & -1"),
    ("{0|{dud|},*}", "^ & v*"),
    ("Tiny(on)", "{0||0|off}"),
    ("Tiny(on) + Tiny(on)", "Tiny(on)"),
    ("Tiny(on) - Tiny(on)", "Tiny(on) & Miny(on)"),
    ("Tiny(over)", "{0||0|under}"),
    ("Tiny(over) + Tiny(over)", "Tiny(over)"),
    ("{on|off} + 1", "{on|off}"),
    ("{on|off} + {on|off}", "dud"),
    ("{|dud}", "0 & off"),
    ("{|{|dud}}", "-1 & off"),
    ("on - 1", "on"),
    ("over + 1 - 1", "over"),
    (f"{FOUR_CYCLE} + 1 - 1", FOUR_CYCLE),
    ("hot", "{on|off}"),
    ("hi", "{on|0}"),
    ("lo", "{0|off}"),
    ("1:off", "over"),
    ("a{1||a|0}", "2 & {1|-1}"),
]


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_equal_games(one: str, other: str) -> None:
    g, h = Loopy(one), Loopy(other)
    assert g == h
    assert hash(g) == hash(h)
    assert g >= h
    assert h >= g
    assert Loopy(str(g)) == g
    assert -(0 - g) == g


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{pass|*}", "^[on]"),
        ("{-1/4*|pass}", "-1/4v[on]"),
        ("{3/2|pass} - 2*over", "3/2over & 3/2under"),
        ("3/2under", "3/2under"),
        ("on & off", "dud"),
        (FOUR_CYCLE, FOUR_CYCLE),
        ("Tiny(on) - Tiny(on)", "Tiny(on) & Miny(on)"),
        ("upon + ^<on>", "{0|^<on>*} & ^[on]"),
        ("4 - upon + *", "4v[on]*"),
        ("{over|under}", "+-over"),
        ("a{0|1}", "1/2"),
        ("{0|^<on>||v<on>}", "{0|^<on>||v<on>}"),
        ("{^<on>,^[on]*||v<on>|0}", "{^[on]*,^<on>||v<on>|0}"),
        ("3*upon", "{0||0|^[on]}"),
        ("{2||2|off}", "2Tiny(on)"),
        ("1/2 + Miny(over)", "1/2Miny(over)"),
        ("{0||0|-3-upon}", "Tiny(3^[on])"),
        (TWO_LOOPS, TWO_LOOPS),
        (CAROUSEL, "a{1|1,{1*|a||*}||0} & a{0,{1|||1*|a||*}|0}"),
    ],
)
def test_printed_as(text: str, printed: str) -> None:
    assert str(Loopy(text)) == printed


def test_four_positions_of_winning_ways() -> None:
    moves = {"A": ([0], "D"), "B": ("A", []), "C": ("A", "B"), "D": ("C", [])}
    sides = {"A": "1 & *", "B": "2 & 0", "C": "3/2 & v", "D": "2 & 0"}
    for vertex, expected in sides.items():
        assert str(Loopy.from_graph(moves, vertex)) == expected


ASCENDING = ["0", "Tiny(on)", "^<on>", "{0|*,pass}", "^", "upon", "^^"]


@pytest.mark.parametrize(("less", "more"), list(itertools.pairwise(ASCENDING)))
def test_ascending(less: str, more: str) -> None:
    assert Loopy(less) < Loopy(more)
    assert Loopy(less).compare(more) is fs.Relation.LESS
    assert str(Loopy(more).compare(less)) == ">"


def test_order_of_constants() -> None:
    assert Loopy("upon") < Loopy("over") < fs.Value("1/64")
    assert fs.Value("1/64") > Loopy("over")
    assert Loopy("upon").is_confused_with("*")
    assert Loopy("upon").is_confused_with("^^*")
    assert Loopy("{0||0|-100}") > Loopy("Tiny(on)")
    assert all(Loopy("on") > fs.Value(text) for text in ("7", "{100|-100}", "*3"))


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("tis", "P^"),
        ("tisn", "Pv"),
        ("{0|{dud|},*}", "N^"),
        ("-{0|{dud|},*}", "Nv"),
        ("dud", "D"),
        ("over", "L"),
        ("off", "R"),
        ("{on|off}", "N"),
        (GRENVILLE, "N"),
        (CAROUSEL, "N"),
        (f"{FOUR_CYCLE} - {FOUR_CYCLE}", "D"),
        ("0", "P"),
    ],
)
def test_outcomes(text: str, outcome: str) -> None:
    g = Loopy(text)
    assert str(g.outcome) == outcome
    assert (-g).outcome is -g.outcome


DEGREES = [
    ("3/2under", "over", "under"),
    ("{over|under}", "over", "{over|under}"),
    pytest.param("+-(5over)", "over", "+-{10over|over}", marks=pytest.mark.long),
    ("-1/4 - upon", "^<on>", "^<on>"),
    ("upon", "^<on>", "v<on>"),
    ("{2|1}", "0", "0"),
    ("{0|^<on>||v<on>}", "^<on>", "{^[on]*,^<on>||v<on>|0}"),
    (FOUR_CYCLE, "{0|a{0|0,{0|||a|0||0}}}", "{a{0,{0||0|a|||0}|0}|0}"),
]


@pytest.mark.parametrize(("text", "degree", "variety"), DEGREES)
def test_degree_and_variety(text: str, degree: str, variety: str, engine: str) -> None:
    g = Loopy(text)
    if engine == "reference":
        d = Loopy(degree)
        assert are_equal(total(g.graph(), negative(g.graph())), d.graph(), "on")
        # The variety is G upsum (-G downsum -D): each of the two sums is proved by itself.
        inner = (-g).downsum(-d)
        assert are_equal(total(negative(g.graph()), negative(d.graph())), inner.graph(), "off")
        assert are_equal(total(g.graph(), inner.graph()), Loopy(variety).graph(), "on")
        return
    assert g.degree() == Loopy(degree)
    assert g.is_stable
    assert g.variety() == Loopy(variety)


def test_varieties_relative_to_a_degree() -> None:
    upon = Loopy("upon")
    assert upon.downsum("^<on>") == upon
    assert upon.upsum("^<on>") == Loopy("{0|^<on>*}")
    assert upon.upsum_variety("^<on>") == upon.downsum_variety("^<on>") == Loopy("v<on>")


def test_degree_that_is_not_idempotent(engine: str) -> None:
    g = Loopy("{0|Tiny(on)}")
    if engine == "reference":
        difference = total(g.graph(), negative(g.graph()))
        degree = Loopy("{0||||0|||Miny(on)|0||off}").graph()
        assert are_equal(difference, degree, "on")
        assert not are_equal(total(degree, degree), degree, "on")
        return
    assert g.degree() == Loopy("{0||||0|||Miny(on)|0||off}")
    assert not g.degree().is_idempotent
    assert not g.is_stable
    with pytest.raises(LoopyError, match="idempotent"):
        g.variety()


@pytest.mark.parametrize(
    ("text", "left", "right", "stops", "is_idempotent", "is_infinitesimal"),
    [
        ("{pass|}", ["on"], [], ("on", "on"), True, False),
        ("{|pass}", [], ["off"], ("off", "off"), True, False),
        ("{0|pass}", ["0"], ["over"], ("0", "0"), True, True),
        ("{pass|3/2}", ["3/2under"], ["3/2"], ("3/2", "3/2"), False, False),
        ("{-1/4*|pass}", ["-1/4*"], ["-1/4v[on]"], ("-1/4", "-1/4"), False, False),
        ("{0|^<on>||v<on>}", ["{0|^<on>}"], ["v<on>"], ("0", "0"), False, True),
        ("{0|||0||0|off}", ["0"], ["Tiny(on)"], ("0", "0"), False, True),
        ("{on|0||0}", ["{on|0}"], ["0"], ("0", "0"), True, True),
        ("{0|||0||pass|0}", ["0"], ["{0|under}"], ("0", "0"), True, True),
        (FOUR_CYCLE, ["0"], ["a{0||||0|a||*|||*}"], ("0", "0"), False, True),
    ],
)
def test_table_of_stoppers(
    text: str,
    left: list[str],
    right: list[str],
    stops: tuple[str, str],
    is_idempotent: bool,
    is_infinitesimal: bool,
) -> None:
    """Published rows: options, strong stops and what kind of game it is."""
    g = Loopy(text)
    assert [str(option) for option in g.left_options] == left
    assert [str(option) for option in g.right_options] == right
    assert (str(g.strong_left_stop), str(g.strong_right_stop)) == stops
    assert g.is_infinitesimal is is_infinitesimal
    assert are_equal(total(g.graph(), g.graph()), g.graph(), "on") is is_idempotent


def test_idempotent_with_two_loops(engine: str) -> None:
    g = Loopy(TWO_LOOPS)
    assert not g.is_plumtree
    assert g.is_infinitesimal
    assert g.left_stop == g.right_stop == 0
    if engine == "native":
        assert g.is_idempotent
        assert g.degree() == g.variety() == g


def test_four_cycle() -> None:
    g = Loopy(FOUR_CYCLE)
    assert g.is_stopper
    assert g > 0
    assert g.follower_count == 6
    assert not g.is_plumtree
    assert Loopy("upon - 3").is_plumtree


def test_game_of_grenville(engine: str) -> None:
    g = Loopy(GRENVILLE)
    assert g.follower_count == 9
    if engine == "reference":
        difference = total(g.graph(), negative(g.graph()))
        degree = Loopy("a{0||0|{0|a||0,*2|||0||||0}}").graph()
        assert are_equal(difference, degree, "on")
    else:
        assert g.degree() == Loopy("a{0||0|{0|a||0,*2|||0||||0}}")
        assert not g.is_stable
        with pytest.raises(LoopyError, match="stable"):
            g.variety()


@pytest.mark.long
def test_carousel_has_no_stoppers() -> None:
    g = Loopy(CAROUSEL)
    assert not g.is_stopper_sided
    assert not g.is_stopper
    assert not g.is_infinitesimal
    on, off = Loopy("a{1|1,{1*|a||*}||0}"), Loopy("a{0,{1|||1*|a||*}|0}")
    assert g == Loopy.from_sides(on, off)
    assert hash(g) == hash(Loopy.from_sides(on, off))
    assert Loopy(str(g)) == g
    assert g != Loopy("1 & 0")
    for ask in ("onside", "left_options", "left_stop"):
        with pytest.raises(LoopyError):
            getattr(g, ask)


def test_stops() -> None:
    g = Loopy("3/2under")
    assert g.left_stop == g.right_stop == g
    assert g.strong_left_stop == g.strong_right_stop == fs.Value("3/2")
    h = Loopy("{on||2over|-1}")
    assert h.left_stop == Loopy("on")
    assert h.right_stop == Loopy("2over")
    assert Loopy("{3||2|1}").left_stop == 3


def test_ordinal_sums_and_subordinates() -> None:
    assert Loopy("over").subordinate(1) == Loopy("off")
    assert Loopy("upon + *").subordinate("*") == Loopy("on")
    assert Loopy("{0,*|0,pass}").subordinate("*") == Loopy("over")
    assert Loopy("on").subordinate(1) == Loopy("on")
    assert Loopy("on").subordinate("*") is None
    assert Loopy("over").subordinate("*") is None
    assert str(Loopy("{0||0|-2}").pow_on()) == "{0||0|-2,pass}"
    assert str(Loopy("{0||0|-2}").pow_to_on()) == "{pass||0|-2}"
    assert Loopy(1).ordinal_sum("off") == Loopy("over")
    assert fs.Loopy("*").ordinal_sum("dud") == Loopy("^[on]* & v[on]*")


def test_offside_of_a_game_with_a_long_way_back() -> None:
    assert Loopy("a{0,{1|a}|}").offside == 1


def test_only_passes_are_written_as_pass() -> None:
    for text, _ in EQUAL:
        g = Loopy(text)
        for side in (g.onside, g.offside):
            if side.is_plumtree:
                assert not any(f"{name}{{" in str(side) for name in "abc")
    assert str(Loopy(FOUR_CYCLE)).startswith("a{")
