"""Explanations agree with the position, and render without breaking."""

from __future__ import annotations

import json
import pickle
from html.parser import HTMLParser

import pytest
from hypothesis import given

import farstar as fs
from farstar.rules import Explanation, Reason

from .games import (
    Arcs,
    OnGraph,
    PartizanSubtraction,
    Subtraction,
    graphs,
    plain_outcome,
)

WHY = Explanation(
    "a < b & *c*",
    (Reason("One", "x_1 | y", ("<i>", "2")), Reason("Two", items=["only"]), Reason("Three", "end")),  # type: ignore[arg-type]
)


def test_text() -> None:
    assert str(WHY) == WHY.text()
    assert WHY.text().splitlines() == [
        "a < b & *c*",
        "1. One: x_1 | y",
        "   - <i>",
        "   - 2",
        "2. Two",
        "   - only",
        "3. Three: end",
    ]


def test_markdown_is_escaped() -> None:
    assert WHY.markdown().splitlines()[:4] == [
        r"### a \< b & \*c\*",
        "",
        r"1. **One**: x\_1 \| y",
        r"   - \<i\>",
    ]
    assert WHY._repr_markdown_() == WHY.markdown()


def test_html_is_escaped_and_balanced() -> None:
    page = WHY.html()
    assert page == WHY._repr_html_()
    assert "<h3>a &lt; b &amp; *c*</h3>" in page
    assert "<li>&lt;i&gt;</li>" in page
    stack: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            stack.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert stack.pop() == tag

    Checker().feed(page)
    assert not stack


def test_data_and_pickles() -> None:
    why = PartizanSubtraction({1, 4}, {2, 3})(7).explain()
    document = json.loads(json.dumps(why.to_dict()))
    assert document["title"] == "PartizanSubtraction(7)"
    assert document["steps"][0]["data"]["outcome"] in "LRNP"
    assert pickle.loads(pickle.dumps(why)) == why
    with pytest.raises(TypeError):
        why.steps[0].data["outcome"] = "P"  # type: ignore[index]


def test_the_moves_of_both_players() -> None:
    # Left takes 1 or 2 and Right takes 1, from two: Left can end the game at once.
    why = PartizanSubtraction([1, 2], [1])(2).explain()
    by_title = {step.title: step for step in why.steps}
    assert by_title["Outcome"].data["outcome"] == "L"
    left = by_title["Left to move"]
    assert left.text == "1 of 2 moves wins"
    assert left.data["winning_moves"] == ["to 0"]
    assert "to 0: outcome P, wins: the opponent has no winning reply" in left.items
    assert "to 1: outcome N, loses to the reply to 0" in left.items
    assert by_title["Right to move"].text == "no move wins"


def test_nobody_can_move() -> None:
    why = Subtraction(1)(0).explain()
    assert why.steps[0].text == "P: the player who moves second wins"
    assert why.steps[2].text == "there is no move, so the player to move loses"


def test_a_value_that_is_dear_is_left_out() -> None:
    class Dear(PartizanSubtraction):
        def closed_outcome(self, heap: int) -> fs.Outcome:
            return plain_outcome(self, heap)

        def closed_form(self, heap: int) -> fs.Value | None:
            raise fs.BudgetExceeded("the value is too large to write out")

    step = Dear({1, 3}, {2})(6).explain().steps[1]
    assert step.data["value"] is None
    assert step.text == "left out: the value is too large to write out"


def test_a_value_that_needs_a_long_search_is_left_out() -> None:
    class Long(fs.Ruleset):
        def left(self, n: int) -> list[int]:
            return [0, n - 1] if n > 0 else []

        def right(self, n: int) -> list[int]:
            return [-1] if n > 0 else []

    step = Long()(30_000).explain().steps[1]
    assert step.data["value"] is None
    assert step.text.startswith("left out: the search ")


def test_many_moves_are_cut_short() -> None:
    class Nim(fs.ImpartialRuleset):
        def moves(self, n: int) -> range:
            return range(n)

    items = Nim()(500).explain().steps[2].items
    assert len(items) == 61
    assert items[-1] == "and 440 other moves"


@given(graphs())
def test_explanations_agree_with_the_position(arcs: Arcs) -> None:
    position = OnGraph(arcs)(len(arcs[0]) - 1)
    steps = {step.title: step for step in position.explain().steps}
    assert steps["Outcome"].data["outcome"] == str(position.outcome)
    assert steps["Value"].data["value"] == str(position.value)
    for player, title in ((fs.Left, "Left to move"), (fs.Right, "Right to move")):
        winning = [move.text for move in position.winning_moves(player)]
        assert steps[title].data.get("winning_moves", []) == winning
