"""The class Loopy: making, mixing with values, errors, limits."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from pathlib import Path

import pytest

import farstar as fs
from farstar.errors import BudgetExceeded, LoopyError, NotationError
from tests.running import module_at


def test_sums_with_values_and_numbers() -> None:
    over = fs.Loopy("over")
    assert fs.Value(2) + over == over + 2 == fs.Loopy("2over")
    assert Fraction(1, 2) - over == fs.Loopy("1/2under")
    assert over - fs.Value("*") == over
    assert 3 * over == over * 3 == over
    assert -2 * fs.Loopy("upon") == -(fs.Loopy("upon") + fs.Loopy("upon"))
    assert 0 * over == 0
    assert fs.Value(0) < over < 1
    assert over != fs.Value(0)
    assert fs.Value("1/2") == fs.Loopy("1/2")
    table: dict[object, int] = {fs.Value("^"): 1}
    assert table[fs.Loopy("^")] == 1


def test_without_a_loop_it_is_a_value() -> None:
    g = fs.Loopy("tis").onside
    assert g.is_short
    assert g.value == fs.Value(1)
    with pytest.raises(LoopyError, match="without a loop"):
        _ = fs.Loopy("over").value


@pytest.mark.parametrize("text", ["over", "tis", "3/2", "a{0,{1|1,{*,{1*|1*,a}|*}}|0}"])
def test_pickles_and_copies(text: str) -> None:
    g = fs.Loopy(text)
    assert pickle.loads(pickle.dumps(g)) == g
    assert copy.deepcopy(g) is copy.copy(g) is g
    assert eval(repr(g), {"Loopy": fs.Loopy}) == g
    with pytest.raises(AttributeError, match="changed"):
        g._short = None


def test_refused_with_a_name() -> None:
    for text in ("over", "on & off"):
        g = fs.Loopy(text)
        with pytest.raises(LoopyError, match="thermograph"):
            g.thermograph()
        with pytest.raises(LoopyError, match="atomic weight"):
            g.atomic_weight()
        with pytest.raises(LoopyError, match="mean"):
            _ = g.mean
        with pytest.raises(LoopyError, match="temperature"):
            _ = g.temperature
    for ask in ("left_options", "right_options", "left_stop", "follower_count"):
        with pytest.raises(LoopyError, match="expected a stopper"):
            getattr(fs.Loopy("tis"), ask)
    with pytest.raises(LoopyError, match="at least the offside"):
        fs.Loopy("0 & 1")
    with pytest.raises(LoopyError, match="power"):
        fs.Loopy("on").pow_to_on()


@pytest.mark.parametrize("text", ["on", "{0|pass}", "over + 1", "1 & 0", "^[on]", "a{0|a}"])
def test_values_and_forms_refuse_loops(text: str) -> None:
    for kind in (fs.Value, fs.Form):
        with pytest.raises(NotationError, match=r"farstar\.Loopy reads loopy games"):
            kind(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pass", "column 1: expected 'pass' only as an option"),
        ("{1|pass+1}", "column 4: expected 'pass' only as an option"),
        ("a{0|b}", "after the name 'b'"),
        ("{0|a} + a{1|a}", "after the name 'a'"),
        ("on &", "expected a value"),
        ("1 & 0 & 0", "expected an operator"),
        ("3on", "expected an operator between"),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        fs.Loopy(text)


def test_names_belong_to_the_innermost_game() -> None:
    assert fs.Loopy("a{0|a{1|a}}") == fs.Loopy("{0|1over}")
    assert fs.Loopy("a{0|1}") == fs.Value("1/2")
    assert fs.Loopy("{0||0|0,pass}") == fs.Loopy("{0|{0|0,pass}}")


def test_graphs_with_values_inside() -> None:
    g = fs.Loopy.from_graph({"x": (["x"], ["*"])}, "x")
    assert g == fs.Loopy("upon")
    h = fs.Loopy.from_graph({"y": ([0], [fs.Loopy("dud"), "y"])}, "y")
    assert h == fs.Loopy("{0|dud,pass}")
    with pytest.raises(LoopyError, match="start"):
        fs.Loopy.from_graph({}, "x")


def test_latex_and_unicode() -> None:
    assert fs.Loopy("dud").latex() == r"\mathbf{dud}"
    assert fs.Loopy("Tiny(on)").latex() == r"{+}_{\mathbf{on}}"
    assert fs.Loopy("^<on>").unicode() == "↑<on>"
    assert fs.Loopy("+-on").latex() == r"{\pm}(\mathbf{on})"


def test_results_of_the_nine_classes() -> None:
    tis = fs.Loopy("tis").outcome
    assert [tis.result(player, first=first) for player in fs.Player for first in (True, False)] == [
        "draw", "win", "loss", "draw"
    ]  # fmt: skip
    assert tis.wins(fs.Left, first=False)
    assert {-outcome for outcome in fs.LoopyOutcome} == set(fs.LoopyOutcome)


def test_hostile_text_ends() -> None:
    with pytest.raises(BudgetExceeded):
        fs.Loopy("on + 1000000000")
    with pytest.raises(NotationError, match="nested operations"):
        fs.Loopy("{" * 60 + "on" + "+1|}" * 60)
    wide = "+".join(f"a{{0|{{{n}|a}}}}" for n in range(1, 14))
    with fs.engine.budget(nodes=50), pytest.raises(BudgetExceeded):
        fs.Loopy(wide)
    with fs.engine.budget(seconds=0), pytest.raises(BudgetExceeded):
        fs.Loopy("over - over")
    assert fs.Loopy("over - over") == fs.Loopy("over & under")


def test_deep_texts_are_read_iteratively() -> None:
    depth = 150
    g = fs.Loopy("{0|" * depth + "over" + "}" * depth)
    assert g == fs.Loopy("over")


def test_pictures_of_the_page_are_fresh() -> None:
    folder = Path(__file__).resolve().parents[2] / "docs"
    script = module_at(folder / "loopy.py")
    page = (folder / "loopy.md").read_text(encoding="utf-8")
    for path, text in script.pictures().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: run docs/loopy.py"
        assert f"images/loopy/{path.name}" in page
