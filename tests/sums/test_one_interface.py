"""Values, positions and sums answer the same questions by the same names."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest

import farstar as fs

GAMES = [
    fs.Value("{3||2|1}"),
    fs.Value("*2"),
    fs.Domineering("2x3"),
    fs.Nim(3, 5),
    fs.PartizanEuclid(11, 8) + fs.Value("^") - 1,
]
"""One game of each kind."""


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_everything_can_be_asked_of_everything(game: Any) -> None:
    value = game.value
    assert isinstance(value, fs.Value)
    assert game.outcome == value.outcome
    assert (game.mean, game.temperature) == (value.mean, value.temperature)
    assert (game.left_stop, game.right_stop) == (value.left_stop, value.right_stop)
    assert game.thermograph() == value.thermograph()
    assert game.birthday == value.birthday
    assert game.left_options == game.options(fs.Left)
    assert game.right_options == game.options("Right")
    assert tuple(dict.fromkeys(m.after for m in game.moves("left"))) == game.left_options
    wins = [move.after for move in game.winning_moves(fs.Left)]
    assert wins == [after for after in game.left_options if after.value >= 0]
    assert bool(wins) == game.outcome.wins(fs.Left, first=True)
    assert game.explain().steps
    assert isinstance(game.latex(), str)
    assert game.plot(kind="thermograph").caption
    assert repr(game.winning_moves("Right")).count("<Right: ") == len(game.winning_moves("R"))


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize(
    "other", [*GAMES, 0, 1, Fraction(1, 2), fs.Value("^"), fs.Value("{1|0}")], ids=str
)
def test_the_order_is_that_of_the_values(game: Any, other: Any) -> None:
    g, h = game.value, fs.Value(getattr(other, "value", other))
    assert (game < other, game <= other) == (g < h, g <= h)
    assert (game > other, game >= other) == (g > h, g >= h)
    assert (other < game, other >= game) == (h < g, h >= g)
    if not isinstance(game, fs.Value) or isinstance(other, fs.Value | int | Fraction):
        assert game.compare(other) == g.compare(h)
        assert game.is_confused_with(other) == g.is_confused_with(h)


def test_a_game_is_compared_with_games_only() -> None:
    with pytest.raises(TypeError, match="expected a game or an exact number"):
        assert fs.Nim(3) < "three"
    with pytest.raises(TypeError, match="expected a Position"):
        fs.Nim(3).compare(None)
    assert str(fs.Domineering("2x2").compare("+-1")) == "="


def test_large_sums_are_compared_without_their_values() -> None:
    many = sum((fs.GeographyA(n, 40 - n, 3) for n in range(12)), fs.Sum())
    with fs.engine.budget(nodes=20_000):
        assert many > -(10**6)


# Numbers and nimbers.


def test_numbers_become_numbers() -> None:
    assert int(fs.Value(-7)) == -7
    assert float(fs.Value("3/8")) == 0.375
    assert fs.Value("3/8").number == Fraction(3, 8)
    assert Fraction(*fs.Value("-3/8").as_integer_ratio()) == Fraction(-3, 8)
    for convert in (int, float):
        with pytest.raises(ValueError, match="expected a number, got Value"):
            convert(fs.Value("^"))
    with pytest.raises(ValueError, match="expected an integer"):
        int(fs.Value("1/2"))


def test_nim_values() -> None:
    assert fs.star(5).nim_value == 5
    assert fs.Nim(3, 5).nim_value == (fs.Nim(3) + fs.star(5)).nim_value == 6
    assert fs.Domineering("..|.#").nim_value == 1
    for game in (fs.Value("1*"), fs.Domineering("2x2")):
        with pytest.raises(ValueError, match="expected a nimber"):
            game.nim_value  # noqa: B018 - asking is the point


def test_values_by_name() -> None:
    assert (fs.star(), fs.star(0), fs.star(4)) == (fs.Value("*"), fs.Value(0), fs.Value("*4"))
    assert (fs.up(), fs.up(-3), fs.up(0)) == (fs.Value("^"), fs.Value("v3"), fs.Value(0))
    assert (fs.switch(3, 1), fs.switch("^")) == (fs.Value("{3|1}"), fs.Value("+-^"))
    assert fs.tiny("{2|1}") == fs.Value("Tiny({2|1})")
    for wrong in (-1, 1.5, "2"):
        with pytest.raises(fs.NotationError, match="expected a heap"):
            fs.star(wrong)  # type: ignore[arg-type]
    with pytest.raises(fs.NotationError, match="expected an integer multiple"):
        fs.up(1.5)  # type: ignore[arg-type]


# What is printed and shown.


def test_reprs_are_for_people() -> None:
    assert repr(fs.Euclid(9, 2).winning_moves()) == "(<Left: (9,2) -> (3,2)>,)"
    move = (fs.Nim(1) + fs.star()).moves()[0]
    assert repr(move) == "<Left: in Nim(1): (1) -> ()>"
    assert pickle.loads(pickle.dumps(move)) == move
    assert repr(fs.Nim(2).explain()).startswith("Nim(2): the player to move wins\n1. ")
    assert repr((fs.Nim(3) + fs.star(2)).decide()) == "<Verdict: N, by nim-sum>"
    report = fs.verify("partizan-euclid", claim="Lemma 2")
    assert repr(report) == "<Report: 1 holds>"
    assert repr(report[0]).startswith("<Result: partizan-euclid Lemma 2: holds, ")
    table = fs.table(fs.Nim, range(2), range(2))
    assert repr(table) == table.text()
    large = repr(fs.Table(tuple(range(100)), (tuple(range(100)),) * 100, "Large"))
    assert "the first 40 of 100 rows" in large


def test_notebooks_show_boards_formulas_and_steps() -> None:
    total = fs.Domineering("2x2") + fs.Value("^") - fs.Geography({1: [2]}, 1)
    html = total._repr_html_()
    assert html is not None
    assert html.count("<img alt=") >= 1
    assert "<span>+</span><math>" in html
    assert "<span>−</span><img " in html
    assert fs.Sum()._repr_html_() is None
    form = fs.Form("{0,*|{1|-1}}")
    assert form._repr_latex_() == (
        r"$\left\{0,{\ast}\,\middle|\,\left\{1\,\middle|\,-1\right\}\right\}$"
    )
    assert fs.Form("{" + "0," * 600 + "0|}")._repr_latex_() is None
    assert "<ol><li>" in fs.Form("{0,-1|1}").simplify()._repr_html_()


def test_latex_of_positions_and_sums() -> None:
    assert fs.Clobber("xo|.x").latex() == r"\mathrm{Clobber}(\texttt{xo|.x})"
    total = -fs.Nim(3) - fs.Value("1^") + fs.Value(-2)
    assert total.latex() == r"-\mathrm{Nim}(3) + \left(-1{\downarrow}\right) + \left(-2\right)"
    assert fs.Sum().latex() == "0"
