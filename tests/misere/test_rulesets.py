"""In which universe the rulesets live, Partizan Kayles, and strips of misère Domineering."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement, product

import pytest

import farstar as fs
from farstar.errors import IllegalPositionError
from farstar.games import GAMES, load
from farstar.misere import Misere

DICOT, DEAD_ENDING = Misere("dicot"), Misere("dead-ending")


def rows(letters: str, most: int) -> list[str]:
    return ["".join(row) for n in range(1, most + 1) for row in product(letters, repeat=n)]


# Small positions of every partizan game without loops, by the name of its class.
POSITIONS: dict[str, list[fs.Position]] = {
    "Domineering": [fs.Domineering(f"{a}x{b}") for a in (1, 2) for b in (1, 2, 3, 4)],
    "Hackenbush": [fs.Hackenbush(row) for row in rows("lre", 4)],
    "Clobber": [fs.Clobber(row) for row in rows("xo.", 5)],
    "Col": [fs.Col("2x2"), fs.Col("1x4"), fs.Col("#..|...")],
    "Snort": [fs.Snort("2x2"), fs.Snort("1x4"), fs.Snort("#..|...")],
    "GraphCol": [fs.GraphCol("...", [(0, 1), (1, 2)]), fs.Col("cycle 4")],
    "GraphSnort": [fs.GraphSnort("...", [(0, 1), (1, 2)]), fs.Snort("cycle 4")],
    "TopplingDominoes": [fs.TopplingDominoes(row) for row in rows("lre", 3)],
    "Cutcake": [fs.Cutcake(a, b) for a in range(1, 5) for b in range(1, 4)],
    "MaundyCake": [fs.MaundyCake(a, b) for a in range(1, 5) for b in range(1, 5)],
    "Eatcake": [fs.Eatcake(a, b) for a in (1, 2) for b in (1, 2, 3)],
    "TurnAndEatcake": [fs.TurnAndEatcake(a, b) for a in (1, 2) for b in (1, 2, 3)],
    "Kings": [fs.Kings(row) for row in rows("xo.", 4)],
    "Rooks": [fs.Rooks(row) for row in rows("xo.", 4)],
    "Queens": [fs.Queens(row) for row in rows("xo.", 4)],
    "HotClobber": [fs.HotClobber(row) for row in rows("xo.", 4)],
    "NoGo": [fs.NoGo("2x2"), fs.NoGo("1x4"), fs.NoGo("x..|.o."), fs.NoGo(".x.o|....")],
    "ElephantsAndRhinos": [fs.ElephantsAndRhinos(row) for row in rows("ER.", 5)],
    "PartizanArcKayles": [fs.PartizanArcKayles("....; 0l1,1r2,2l3,0e3")],
    "PartizanEuclid": [fs.PartizanEuclid(p, q) for p in range(1, 13) for q in range(1, 13)],
    "PartizanKayles": [fs.PartizanKayles(n) for n in range(8)],
    "PartizanSubtraction": [
        fs.PartizanSubtraction(n, left=left, right=right)
        for n in range(8)
        for left in ({1}, {2, 3}, {3})
        for right in ({2}, {1, 4})
    ],
}

# A position of each of the others with an end from which a player can move later on.
NOT_DEAD_ENDING: dict[str, fs.Position] = {
    "ToadsAndFrogs": fs.ToadsAndFrogs("TF."),
    "GeneralisedToadsAndFrogs": fs.GeneralisedToadsAndFrogs("TF.", 2),
    "ChildishHackenbush": fs.ChildishHackenbush("lr"),
    "AntiClobber": fs.AntiClobber("..|o."),
    "GeneralisedClobber": fs.GeneralisedClobber("..|o.", takes="empty", leaves="opponent"),
    "PartizanTakeAndBreak": fs.PartizanTakeAndBreak("0.01", "0.3", 3),
    "Amazons": fs.Amazons("xo.."),
    "Konane": fs.Konane("xo.o"),
    "GeographyBoard": fs.GeographyBoard.start(2),
    "GeographyA": fs.GeographyA(0, 1, 1),
    "GeographyB": fs.GeographyB(1, 1, 0),
    "CompleteProduct": fs.CompleteProduct(2, 2),
    "PartizanGeography": fs.PartizanGeography([(0, 1), (2, 3)], [(0, 2), (1, 2)], 1),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_live_where_their_rules_say(name: str) -> None:
    """They belong to the universe, and to no smaller one."""
    ruleset = POSITIONS[name][0].ruleset
    modulo = Misere(ruleset)
    assert all(modulo.contains(position) for position in POSITIONS[name])
    is_dicot = all(DICOT.contains(position) for position in POSITIONS[name])
    assert is_dicot == (ruleset.misere_universe == "dicot")


@pytest.mark.parametrize("name", NOT_DEAD_ENDING)
def test_other_rulesets_name_no_universe(name: str) -> None:
    position = NOT_DEAD_ENDING[name]
    assert not DEAD_ENDING.contains(position)
    with pytest.raises(IllegalPositionError, match="follower"):
        DEAD_ENDING.value(position)
    assert position.ruleset.misere_universe == ""
    with pytest.raises(IllegalPositionError, match=r"names no universe"):
        Misere(position.ruleset)


def test_no_game_is_forgotten() -> None:
    kinds = {name: load(name) for name in GAMES}
    partizan = {
        name
        for name, kind in kinds.items()
        if kind is not None
        and not issubclass(kind.rules, fs.ImpartialRuleset)
        and not kind.rules.may_loop
    }
    assert partizan == {*POSITIONS, *NOT_DEAD_ENDING}


def test_rows_of_one_and_of_two_pins_cancel_in_partizan_kayles() -> None:
    """All sums of at most four rows with at most seven pins; Milley, INTEGERS 15, G3."""
    checked = 0
    for count in range(5):
        for others in combinations_with_replacement(range(1, 8), count):
            if sum(others) <= 9:
                plain, more = fs.PartizanKayles(*others), fs.PartizanKayles(1, 2, *others)
                assert plain.misere_outcome is more.misere_outcome, others
                checked += 1
    assert checked > 60
    # Right wins one, the second player the other: no conjugates, and modulo all dead-ending games
    # they do not cancel.
    assert (str(fs.PartizanKayles(1).misere_outcome), str(fs.PartizanKayles(2).misere_outcome)) == (
        "R",
        "P",
    )
    one, two = (DEAD_ENDING.value(fs.PartizanKayles(n)) for n in (1, 2))
    assert one + two != DEAD_ENDING.value(0)
    assert one + one.inverse() == DEAD_ENDING.value(0)
    assert not two.is_invertible


def domineering(rows: int, columns: int) -> fs.Position:
    return fs.Domineering(rows, columns)


def plain_outcome(position: fs.Position, known: dict[object, str]) -> str:
    """Return the misère outcome straight from the definition."""
    if position not in known:
        first = {}
        for player in fs.Player:
            after = position.options(player)
            winners = {"L", "P"} if player is fs.Left else {"R", "P"}
            first[player] = not after or any(plain_outcome(x, known) in winners for x in after)
        known[position] = {(True, True): "N", (True, False): "L", (False, True): "R"}.get(
            (first[fs.Left], first[fs.Right]), "P"
        )
    return known[position]


@pytest.mark.parametrize(
    ("make", "sizes"),
    [
        (lambda n: domineering(1, n), range(1, 9)),
        (lambda n: domineering(2, n), range(1, 5)),
        (fs.PartizanKayles, range(9)),
        (lambda n: fs.Clobber("xo" * n), range(1, 5)),
    ],
    ids=["1 x n Domineering", "2 x n Domineering", "Partizan Kayles", "Clobber"],
)
def test_values_have_the_outcomes_of_play(make: Callable[[int], fs.Position], sizes: range) -> None:
    known: dict[object, str] = {}
    for n in sizes:
        position = make(n)
        modulo = Misere(position.ruleset)
        outcome = plain_outcome(position, known)
        assert str(position.misere_outcome) == outcome
        assert str(modulo.value(position).outcome) == outcome
        assert str(modulo.simplest(position).outcome) == outcome


def test_strips_of_misere_domineering() -> None:
    for n in (1, 2, 3):
        assert DEAD_ENDING.equal(fs.Domineering(1, n), -(n // 2))
    # Right may also spoil his second move, so this is a murder and not -2.
    assert str(DEAD_ENDING.simplest(fs.Domineering("1x4"))) == "{|-1,0}"


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (1, "1"),
        (2, "{1|-1}"),
        (3, "{2,{1|-1}|{-1|0,1}}"),
        (4, "{{2,{1|-1}|0}|{{-1|0,1}|1}}"),
        (5, None),
    ],
)
def test_simplest_forms_of_domineering_behave_as_the_boards(n: int, text: str | None) -> None:
    """In sums with all dead-ending games of day 2; we know no table to compare them with."""
    board = DEAD_ENDING.value(fs.Domineering(2, n))
    simplest = board.simplest()
    assert text is None or str(simplest) == text
    for game in DEAD_ENDING.born_by_day(2):
        assert (simplest + game).outcome is (board + game).outcome


def test_the_names_of_a_universe() -> None:
    assert DEAD_ENDING.equal("{0|}", 1)
    assert DEAD_ENDING.invert(2) == DEAD_ENDING.value(-2)
    with pytest.raises(IllegalPositionError, match="expected an invertible game"):
        DEAD_ENDING.invert("*")
    assert DEAD_ENDING.compare(1, 0) is DEAD_ENDING.value(1).compare(DEAD_ENDING.value(0))
    assert DEAD_ENDING.monoid(["*2"]).order == 6
    board, strip = fs.Domineering("2x2"), fs.Domineering("1x4")
    difference = DEAD_ENDING.value(board) + DEAD_ENDING.value(strip).conjugate
    assert DEAD_ENDING.value(board - strip) == difference
    assert DEAD_ENDING.value(board - strip).outcome is (board - strip).misere_outcome
    with pytest.raises(IllegalPositionError, match="expected a game of the dicot universe"):
        DICOT.monoid([1])
