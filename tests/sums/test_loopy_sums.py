"""Sums with components that may loop: draws, no cancelling, and one answer through all doors."""

from __future__ import annotations

import itertools
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import farstar as fs
from farstar.errors import LoopyError
from farstar.expressions import registered
from farstar.games.patterns import pattern_rules
from farstar.invariants import attribute
from farstar.reports import eval_report, explain_report, find_plays, moves_report
from farstar.sums import Method
from farstar.sums.matches import Match
from farstar.sums.players import PerfectPlayer, ThermalPlayer
from farstar.web.tasks import evaluate
from farstar.web.tasks import play as play_task
from tests.running import run

from .plain_loops import check, play, position_part, random_sum, solve, value_part

BACKSLIDING = fs.BackslidingToadsAndFrogs("TTT..FFF")
SHUTTLE = pattern_rules("game Shuttle\ncells x .\nleft x. -> .x\nright .x -> x.")
FOX = fs.FoxAndGeese("........|.F......|G.G.G.G.|........")
GOLDEN = fs.SurdEuclid("(1+sqrt(5))/2", 1)


class Passing(fs.Ruleset):
    """Both players only pass."""

    may_loop = True

    def left(self, position: int) -> list[int]:
        return [position]

    def right(self, position: int) -> list[int]:
        return [position]


PASSING = Passing()

GAMES = [
    fs.BackslidingToadsAndFrogs("T.F"),
    fs.BackslidingToadsAndFrogs("TT.F"),
    fs.BackslidingToadsAndFrogs("T..F"),
    fs.Phutball("..B.."),
    fs.Phutball(".BO."),
    GOLDEN,
    fs.SurdEuclid("sqrt(2)", 1),
    fs.FoxAndGeese("..F.|.G..|..G."),
    PASSING(0),
    SHUTTLE("x."),
    SHUTTLE(".x."),
]
"""Small positions of every built-in game that may loop and of patterns, to be added."""


def forced(outcome: fs.Outcome) -> tuple[str, str]:
    return outcome.result(fs.Left, first=True), outcome.result(fs.Right, first=True)


@pytest.mark.parametrize(
    "game", [BACKSLIDING, FOX, fs.Phutball("..B.."), GOLDEN, PASSING(0)], ids=str
)
def test_a_game_that_may_loop_does_not_cancel(game: fs.Position) -> None:
    difference = game - game
    assert str(difference.outcome) == "D"
    assert difference.decide().method is not Method.CANCELLED
    assert "cancel" not in str(difference.explain())
    players = (fs.Left,) if game.is_impartial else (fs.Left, fs.Right)
    for player in players:
        assert difference.winning_moves(player) == ()
        assert difference.drawing_moves(player)
        assert difference.best_move(player) in difference.drawing_moves(player)
    assert str((-game).outcome) == str(-game.outcome)


def test_known_sums() -> None:
    assert str((BACKSLIDING - BACKSLIDING + fs.Value(1)).outcome) == "D"
    assert FOX.loopy_value == fs.Loopy("2over")
    assert str((FOX - FOX + 1).outcome) == "L"
    assert str((FOX - 2).outcome) == "L"
    assert str((FOX - fs.Domineering("1x1") - 3).outcome) == "R"
    # What is known to end still cancels.
    ended = fs.Domineering("3x3") + BACKSLIDING - fs.Domineering("3x3")
    assert forced(ended.outcome) == ("draw", "draw")
    assert str((2 * PASSING(0) - fs.Nim(3)).outcome) == "D"


def test_random_sums_of_random_games() -> None:
    random, results = Random(7), set()
    for number in range(150):
        total, parts = random_sum(random)
        if total.may_loop:
            results.add(check(total, parts))
        if total.may_loop and number % 10 == 0:
            play(total, parts, number)
    assert len(results) >= 7


def test_pairs_of_games_that_are_built_in() -> None:
    parts = [part for game in GAMES if (part := position_part(game, most=40)) is not None]
    assert len(parts) >= 8
    values = [value_part(fs.Value(text)) for text in ("1", "^", "{1|0}")]
    with registered(PASSING), registered(SHUTTLE):
        for g, h in itertools.combinations([*parts, *values[:1]], 2):
            sign = 1 if isinstance(h.at, fs.Value) else -1
            total = fs.Sum(g.at) + sign * h.at
            outcome = forced(total.outcome)
            pair = [g, h._replace(sign=sign)]
            results = solve(pair)
            assert outcome == (results[(g.at, h.at), True], results[(g.at, h.at), False])
            parsed = fs.parse(str(total))
            assert isinstance(parsed, fs.Sum)
            assert parsed.outcome == total.outcome, total
    for g in parts[:4]:
        check(fs.Sum(g.at) - g.at + values[1].at, [g, g._replace(sign=-1), values[1]])


def test_loopy_values_are_terms() -> None:
    over = fs.Loopy("over")
    total = over + FOX - over
    assert str(total) == f"{FOX} + over - over"
    assert eval(repr(total), {**vars(fs), "FoxAndGeese": fs.FoxAndGeese}) == total
    assert fs.parse(str(total)) == total
    assert total.loopy_value == FOX.loopy_value + over - over
    assert [move.text for move in (fs.Nim(1) + over).moves(fs.Right)] == [
        "in Nim(1): (1) -> ()",
        "in over: to over",
    ]
    assert fs.Sum(fs.Loopy(2)).terms[0].component == fs.Value(2)
    sided = fs.Nim(2) + fs.Loopy("dud")
    assert str(sided.outcome) == "D"
    assert "cannot be listed" in str(sided.explain())
    with pytest.raises(LoopyError, match="it has sides, but no options"):
        sided.moves(fs.Left)
    assert fs.certify(sided).check() == ["D"]


@pytest.mark.parametrize(
    "name", ["value", "mean", "temperature", "left_stop", "birthday", "thermograph"]
)
def test_what_a_loopy_sum_does_not_have(name: str) -> None:
    ask = attribute(name)
    with pytest.raises(LoopyError, match="expected a game without a loop") as caught:
        ask(BACKSLIDING + 1)
    assert "\n" not in str(caught.value)


def test_sums_that_equal_short_games() -> None:
    game = fs.BackslidingToadsAndFrogs("T..F")
    total = game + fs.Value("{3|1}") - game
    assert total.value == fs.Value("{3|1}")
    assert (total.mean, total.temperature) == (Fraction(2), Fraction(1))
    assert str(total.outcome) == "L"
    assert total.decide().attempts[0].method is Method.LOOPY_VALUES


def test_grundy_values_of_sums_with_loops() -> None:
    class Stay(fs.ImpartialRuleset):
        may_loop = True

        def moves(self, n: int) -> list[int]:
            return [*range(max(0, n - 2), n), *([n] if n == 3 else [])]

    stay = Stay()
    assert (stay(2) + fs.Nim(5)).grundy == 7
    assert str((stay(3) + fs.Nim(1)).loopy_grundy) == "inf{0,3}"
    assert str((stay(3) + fs.Nim(1)).outcome) == "N"
    assert str((stay(3) + stay(3)).outcome) == "D"
    with pytest.raises(LoopyError, match=r"finite Grundy value, got inf\{0,3\}"):
        _ = (stay(3) + fs.Nim(1)).grundy
    text = str((stay(3) + fs.Nim(1)).explain())
    assert "inf{1,2} + 1 = inf{0,3}" in text


def test_comparing_games_that_may_loop() -> None:
    over = FOX
    assert over.compare(over) is fs.Relation.EQUAL
    assert BACKSLIDING >= BACKSLIDING
    assert not BACKSLIDING > BACKSLIDING
    assert over > 2
    assert over < fs.Value(3)
    assert (over - 2).compare(fs.Loopy("over")) is fs.Relation.EQUAL
    assert evaluate.compare(str(over), "2over")["relation"] == "="


def test_one_answer_through_all_doors() -> None:
    text = "BackslidingToadsAndFrogs(TT.F) - BackslidingToadsAndFrogs(TT.F) + 1"
    total = fs.parse(text)
    assert isinstance(total, fs.Sum)
    report: Any = eval_report(text)
    assert (report["kind"], report["outcome"], report["winning_moves"]["left"]) == ("sum", "D", [])
    assert report["loopy"]["kind"] == "both sides are stoppers"
    assert report["value"] == str(total.loopy_value)
    plays = moves_report(text)
    drawing = [move.text for move in total.drawing_moves(fs.Left)]
    assert [move["text"] for move in plays["left"]["drawing_moves"]] == drawing
    assert (plays["outcome"], plays["left"]["draws"]) == ("D", True)
    assert explain_report(text)["outcome"] == "D"
    assert evaluate.report(text)["outcome"] == "D"
    card = evaluate.card(text)
    assert (card["letter"], card["ascii"]) == ("D", str(total.loopy_value))
    assert play_task.judge(text)["winner"] == "draw"
    assert play_task.hint(text)["leads_to"] == "draw"
    assert card["outcome"] == "a draw, whoever starts"
    assert "D" in str(fs.table(text.replace("+ 1", "+ n"), n=range(1, 3), show="outcome"))
    assert fs.certify(total).check() == ["D"]
    assert "a draw, whoever starts (D)" in run("eval", text).output
    assert "these hold the draw\n  in BackslidingToadsAndFrogs" in run("moves", text).output
    rows = find_plays(fs.expressions.read(text)).sides
    assert len(rows["left"]["drawing_moves"]) == len(drawing)


def test_misere_play_of_games_that_may_loop() -> None:
    assert str(PASSING(0).misere_outcome) == "D"
    ends = fs.BackslidingToadsAndFrogs("T.F") + 1
    part = position_part(fs.BackslidingToadsAndFrogs("T.F"))
    assert part is not None
    check(ends, [part, value_part(fs.Value(1))])
    report = eval_report(str(ends), misere=True)
    assert report["outcome"] == str(ends.misere_outcome)
    assert "play may go on for ever" in report["omitted"]["value"]
    assert evaluate.moves(str(ends), misere=True)["outcome"] == report["outcome"]


def test_a_sum_that_is_too_large_is_called_a_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.rules._loopy_search.MAX_POSITIONS", 50)
    game = fs.BackslidingToadsAndFrogs("TT..F")
    with pytest.raises(fs.BudgetExceeded, match="at most 50 positions of Sum within reach"):
        _ = (game - game).misere_outcome


def test_players_in_sums_that_may_loop() -> None:
    fox = fs.FoxAndGeese("..F.|.G..|..G.")
    part = position_part(fox)
    assert part is not None
    total = fox + fs.Value("^")
    parts = [part, value_part(fs.Value("^"))]
    for seed in range(4):
        play(total, parts, seed)
    assert str(total.outcome) == "L"
    with pytest.raises(LoopyError, match="for a thermal player"):
        ThermalPlayer().choose(total, fs.Left)
    drawn = Match(BACKSLIDING - BACKSLIDING)
    while not drawn.is_over:
        drawn.append(PerfectPlayer(3).choose(drawn.game, drawn.to_move))
    assert drawn.is_draw


def test_a_sum_that_is_out_of_budget_is_not_decided() -> None:
    total = BACKSLIDING + fs.FoxAndGeese("......|.F....|......|.G.G..|......")
    with fs.engine.budget(nodes=1), pytest.raises(fs.sums.Undecided, match="nothing is known"):
        total.decide()


def test_methods_are_about_the_components() -> None:
    """Values that are short may cancel or be nimbers; that says nothing about the components."""
    game = fs.BackslidingToadsAndFrogs("T..F")
    for total in (game - game, game + fs.Nim(2) + fs.star(2), game + fs.Value("^")):
        assert total.decide().method is Method.LOOPY_VALUES
        assert "all values are added as loopy values" in str(total.explain())


def test_trees_of_sums_are_drawn() -> None:
    for total in (fs.Nim(1) + fs.Nim(2), fs.Loopy("over") + fs.Nim(1)):
        assert str(total) in total.plot(kind="tree").caption
