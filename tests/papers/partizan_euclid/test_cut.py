"""Sums in which long runs are cut, against plain play of the sums as they are."""

from collections import Counter
from random import Random

import pytest

import farstar as fs
from farstar.sums import of_terms
from farstar.sums._solver import cut
from tests.sums.plain import Plain

BESIDE = ("0", "*", "*3", "^", "2v*", "1", "-2", "1/2", "{1|-1}", "{2|0||-1}")


def random_word(rng: Random, longest: int) -> fs.Word:
    runs = (f"r{rng.randint(1, longest)}", "l", f"r{rng.randint(1, longest)}")
    return fs.Word("".join(runs[rng.randint(0, 2) :]) + "e")


def random_plain_sum(rng: Random, longest: int = 9) -> fs.Sum:
    total = fs.Sum(fs.Value(rng.choice(BESIDE)))
    for _ in range(rng.randint(1, 3)):
        total = total + random_word(rng, longest).position
    return total if rng.random() < 0.5 else -total


def test_the_cut_does_not_change_who_wins() -> None:
    """Random sums of one to three positions with runs of at most 9 letters, and a value."""
    rng, plain, cuts = Random(1), Plain(), 0
    for _ in range(300):
        total = random_plain_sum(rng)
        smaller = cut(total.terms)
        if smaller is None:
            continue
        cuts += 1
        assert plain.outcome(of_terms(smaller.terms)) is plain.outcome(total), str(total)
    assert cuts > 100


def test_one_letter_less_would_be_too_few() -> None:
    """The run of `re` is as long as Left has moves; without it, up becomes star."""
    rules = fs.PartizanEuclid(3, 2).ruleset
    up = fs.Word("re").position
    assert rules.most_moves(up.state, fs.Left) == 1
    assert rules.shortened(up.state, fs.Left, 1) == up.state
    assert rules.wrap(rules.shortened(up.state, fs.Left, 0)).value == fs.Value("*")
    assert up.value == fs.Value("^")


def most_moves(g: fs.Position, player: fs.Player) -> int:
    most = g.ruleset.most_moves(g.state, player)
    assert most is not None
    return most


def test_bounds_on_moves_hold() -> None:
    """Every move leaves a position in which its player has fewer moves, the other no more."""
    for p in range(1, 60):
        for q in range(1, p):
            g = fs.PartizanEuclid(p, q)
            for player in (fs.Left, fs.Right):
                most = most_moves(g, player)
                assert all(most_moves(after, player) < most for after in g.options(player))
                assert all(most_moves(after, player) <= most for after in g.options(-player))


def test_huge_digits_are_decided_like_small_ones() -> None:
    """Sums whose values would have far more games than fit into memory, and their cut versions."""
    rng, plain, methods = Random(2), Plain(), Counter[str]()
    for _ in range(60):
        total = random_plain_sum(rng, longest=10**20)
        verdict = total.decide()
        methods[verdict.method.label if verdict.method else ""] += 1
        smaller = cut(total.terms)
        expected = total if smaller is None else of_terms(smaller.terms)
        assert verdict.outcome is plain.outcome(expected), str(total)
    assert len(methods) > 2


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    "beside", ["A(3,2,1)", "A(1,3,0)", "Domineering(2x3)", "Hackenbush(lrl)", "Clobber(xoxo)"]
)
def test_games_whose_rules_do_not_count_moves(beside: str, sign: int) -> None:
    """Two words with huge runs and a position, and the same with runs of 14, by plain play.

    Left has at most two moves in each word, and at most six in the position: 14 letters are more
    than she has moves.
    """
    rng, plain = Random(3), Plain()
    game = fs.parse(beside)
    assert isinstance(game, fs.Position)
    for _ in range(6):
        huge, short = fs.Sum(sign * fs.Sum(game)), fs.Sum(sign * fs.Sum(game))
        for _ in range(2):
            runs = [rng.choice((0, 1, 2, 3, 10**20)) for _ in range(2)]
            for length in (10**20, 14):
                text = "l".join(f"r{min(run, length)}" if run else "" for run in runs) + "e"
                word = fs.Word(text).position
                if length == 14:
                    short = short + word
                else:
                    huge = huge + word
        assert huge.outcome is plain.outcome(short), str(huge)


def test_an_explanation_names_the_number_of_moves() -> None:
    total = fs.PartizanEuclid(600000000000000000059, 400000000000000000040) + fs.PartizanEuclid(
        33, 23
    )
    assert total.outcome is fs.Outcome.N
    assert "Left has at most 6 moves in this sum" in str(total.explain())
    assert [len(total.winning_moves(player)) for player in (fs.Left, fs.Right)] == [1, 1]
