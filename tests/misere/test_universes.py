"""Partizan misère games modulo a universe, against counts and against brute force."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import farstar as fs
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.misere import Misere, MisereGame, universe_of_ends

from .forms import DEAD_ENDING, DICOT, STORE, Node, Universe, Witnesses

DICOTS = Misere("dicot")
DEAD_ENDS = Misere("dead-ending")


def forms_of_day_two(universe: Universe) -> list[Node]:
    """Return all forms of the universe whose options are those of day one."""
    born = [0]
    for _ in range(2):
        subsets = [s for n in range(len(born) + 1) for s in combinations(born, n)]
        every = {STORE.make(a, b) for a in subsets for b in subsets}
        born = sorted(g for g in every if universe.intruder(g) is None)
    return born


def test_dicots_born_by_day() -> None:
    assert [len(DICOTS.born_by_day(day)) for day in range(3)] == [1, 2, 9]
    assert len(forms_of_day_two(DICOT)) == 10


@pytest.mark.long
def test_dicots_born_by_day_three() -> None:
    assert len(DICOTS.born_by_day(3)) == 1268


def test_dead_ending_games_born_by_day() -> None:
    assert [len(DEAD_ENDS.born_by_day(day)) for day in range(3)] == [1, 4, 196]
    assert len(forms_of_day_two(DEAD_ENDING)) == 232
    with pytest.raises(BudgetExceeded, match="forms of a day"):
        DEAD_ENDS.born_by_day(3)


def test_known_equalities() -> None:
    one, star = DEAD_ENDS.value(1), DEAD_ENDS.value("*")
    zero = DEAD_ENDS.value(0)
    assert one + one.conjugate == zero
    assert star + star != zero
    star, up, two = (DICOTS.value(text) for text in ("*", "^", "*2"))
    zero = DICOTS.value(0)
    assert star + star == zero
    assert up + up.inverse() == zero
    assert two + two != zero
    assert not two.is_invertible
    with pytest.raises(IllegalPositionError, match="invertible"):
        two.inverse()


def winners(g: Node, tests: list[Node], *, is_left: bool) -> int:
    """Return as bits the tests with which a player, moving first, wins the sum."""
    return sum(STORE.wins_sum(g, x, is_left=is_left) << i for i, x in enumerate(tests))


def check_order(universe: Universe, games: list[Node], tests: list[Node]) -> int:
    """Check every "yes" with all tests; return how many a "no" needs a larger game to show it.

    G is never worse than H for Left if she wins with G wherever she does with H, and Right wins
    with H wherever he does with G.
    """
    witnesses = Witnesses(universe)
    left = {g: winners(g, tests, is_left=True) for g in games}
    right = {g: winners(g, tests, is_left=False) for g in games}
    larger = 0
    for g in games:
        for h in games:
            never_worse = not left[h] & ~left[g] and not right[g] & ~right[h]
            if universe.is_at_least(g, h):
                assert never_worse, (STORE.text(g), STORE.text(h))
            elif never_worse:
                x = witnesses.find(g, h)
                assert universe.intruder(x) is None
                (wins_g, wins_h), (loses_g, loses_h) = (
                    [STORE.wins_sum(y, x, is_left=side) for y in (g, h)] for side in (True, False)
                )
                assert (wins_h and not wins_g) or (loses_g and not loses_h)
                larger += 1
    return larger


def test_order_of_dicots_against_brute_force() -> None:
    forms = forms_of_day_two(DICOT)
    assert check_order(DICOT, forms, forms) < len(forms) ** 2 / 2


def test_order_of_dead_ending_games_against_brute_force() -> None:
    """All pairs of all forms of day two, with all of them as tests."""
    forms = forms_of_day_two(DEAD_ENDING)
    assert check_order(DEAD_ENDING, forms, forms) < len(forms) ** 2 / 2


def test_witnesses_show_every_no_of_a_sample() -> None:
    """Without tests only the games that are built from the reason of a "no" can show it."""
    sample = random.Random(3).sample(forms_of_day_two(DEAD_ENDING), 25)
    for universe, games in ((DICOT, forms_of_day_two(DICOT)), (DEAD_ENDING, sample)):
        refuted = check_order(universe, games, [])
        assert refuted == sum(not universe.is_at_least(g, h) for g in games for h in games)
        assert refuted > len(games)


def test_adjoints_add_up_to_p_positions() -> None:
    witnesses = Witnesses(DEAD_ENDING)
    for g in forms_of_day_two(DEAD_ENDING):
        adjoint = witnesses.adjoint(g)
        assert not STORE.wins_sum(g, adjoint, is_left=True)
        assert not STORE.wins_sum(g, adjoint, is_left=False)


def test_the_order_is_transitive_and_compatible_with_sums() -> None:
    chance = random.Random(11)
    games = DEAD_ENDS.born_by_day(2)
    related = 0
    for _ in range(400):
        g, h, x = chance.choices(games, k=3)
        if g >= h:
            related += 1
            assert g + x >= h + x
            if h >= x:
                assert g >= x
    assert related > 20


def test_simplest_forms_are_equal_and_one_for_each_class() -> None:
    for universe, wanted in ((DICOT, 9), (DEAD_ENDING, 196)):
        forms = forms_of_day_two(universe)
        simplest = {g: universe.simplest(g) for g in forms}
        assert all(universe.are_equal(g, h) for g, h in simplest.items())
        assert all(universe.intruder(h) is None for h in simplest.values())
        assert len(set(simplest.values())) == wanted


def test_invertible_dead_ending_games_are_the_p_free_ones() -> None:
    games = DEAD_ENDS.born_by_day(2)
    invertible = [g for g in games if g.is_invertible]
    assert [g for g in games if g.simplest().is_p_free] == invertible
    assert len(invertible) == 46
    for g in invertible[:10]:
        assert g + g.inverse() == DEAD_ENDS.value(0)


def test_impartial_games_modulo_dicots_are_misere_values() -> None:
    born = [STORE.heap(0)]
    values = {0: fs.MisereValue(0)}
    for _ in range(4):
        sets = [s for n in range(len(born) + 1) for s in combinations(born, n)]
        for chosen in sets:
            values[STORE.make(chosen, chosen)] = fs.MisereValue(values[x] for x in chosen)
        classes: dict[fs.MisereValue, Node] = {}
        for node, value in values.items():
            classes.setdefault(value, node)
        born = list(classes.values())
    assert len(born) == 22
    for g, h in combinations(values, 2):
        assert DICOT.are_equal(g, h) == (values[g] == values[h])


def test_a_universe_of_ends_contains_the_others() -> None:
    only_zero = Misere(universe_of_ends("dicot by ends", lambda _: [0]))
    assert [len(only_zero.born_by_day(day)) for day in range(3)] == [1, 2, 9]
    integers = Misere(universe_of_ends("integers", lambda n: range(0, -n - 1, -1)))
    count = len(integers.born_by_day(2))
    assert 9 < count < 232
    assert integers.contains(1)
    assert not integers.contains("{|0,-1}")
    one = integers.value(1)
    assert one + one.conjugate == integers.value(0)


def test_games_outside_the_universe_are_refused_by_name() -> None:
    with pytest.raises(IllegalPositionError, match=r"follower 1 of '\{1\|0\}'"):
        DICOTS.value("{1|0}")
    with pytest.raises(IllegalPositionError, match=r"follower \{\|\*\}"):
        DEAD_ENDS.value("{|*}")
    with pytest.raises(IllegalPositionError, match="expected a universe among"):
        Misere("everything")
    with pytest.raises(IllegalPositionError, match="names no universe"):
        Misere(fs.Amazons)
    with pytest.raises(IllegalPositionError, match="expected a universe among"):
        Misere(["dicot"])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "position",
    [
        fs.Domineering("2x3"),
        fs.Clobber("xox|oxo"),
        fs.Col("2x2"),
        fs.Snort("1x4"),
        fs.GraphCol("...", [(0, 1), (1, 2)]),
        fs.Cutcake(2, 3),
        fs.Hackenbush("lrle"),
        fs.TopplingDominoes("lrl"),
        fs.Kayles(5),
        fs.Cram("2x2"),
    ],
    ids=str,
)
def test_rulesets_live_where_they_say(position: fs.Position) -> None:
    modulo = Misere(position.ruleset)
    game = modulo.value(position)
    assert game.outcome is position.misere_outcome
    assert game.simplest() == game
    assert game.simplest().outcome is game.outcome


def test_games_are_hashable_and_compared_only_in_one_universe() -> None:
    a, b = DEAD_ENDS.value("{0|0}"), DEAD_ENDS.value("*")
    assert hash(a) == hash(b)
    assert a == b
    assert a != DICOTS.value("*")
    with pytest.raises(TypeError):
        assert a >= DICOTS.value("*")
    assert DICOTS.compare("^", 0) in set(fs.Relation)
    assert isinstance(a.left_options[0], MisereGame)
    assert (repr(a), a.birthday, len(a.right_options)) == ("<* modulo dead-ending>", 1, 1)
    assert b.compare(a) is fs.Relation.EQUAL
