"""The tasks behind the page Explore, without a browser."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import farstar as fs
from farstar.errors import FarstarError
from farstar.web.tasks import explore, run

BOARDS = [
    f"Domineering({''.join(top)}|{''.join(bottom)})"
    for top, bottom in product(product(".#", repeat=3), repeat=2)
]


def is_dominated(game: Any, option: Any, player: fs.Player) -> bool:
    """By definition: another option of the same player is better, and not equal."""
    values = [other.value for other in game.options(player)]
    if player is fs.Left:
        return any(value > option.value for value in values)
    return any(value < option.value for value in values)


def is_reversible(game: Any, option: Any, player: fs.Player) -> bool:
    """By definition: an answer of the opponent is at least as good for the opponent as the game."""
    answers = [answer.value for answer in option.options(-player)]
    if player is fs.Left:
        return any(answer <= game.value for answer in answers)
    return any(answer >= game.value for answer in answers)


def test_sums_with_values_have_pictures() -> None:
    node = explore.node("Domineering(2x3) + *2")
    assert len(node["pictures"]) == 2
    assert all(group["pictures"] for group in node["left"])


@pytest.mark.parametrize(
    "text", [*BOARDS, "Clobber(xo.|oxo)", "Hackenbush(l(l;rl);er)", "A(1,2,1)"]
)
def test_reasons_agree_with_the_definitions(text: str) -> None:
    game: Any = fs.parse(text)
    node = explore.node(text)
    for name, player in (("left", fs.Left), ("right", fs.Right)):
        options = {str(option): option for option in game.options(player)}
        assert sum(group["count"] for group in node[name]) == len(game.moves(player))
        for group in node[name]:
            option = options[group["text"]]
            reason = group["reason"] or ""
            dominated = is_dominated(game, option, player)
            assert reason.startswith("dominated") == dominated
            if not dominated:
                assert reason.startswith("reversible") == is_reversible(game, option, player)
            # Options in one group are equal, and in different groups they differ.
            assert {options[other["text"]].value for other in group["others"]} <= {option.value}
        values = [options[group["text"]].value for group in node[name]]
        assert len(set(values)) == len(values)


def test_a_walk_is_a_line_of_play() -> None:
    node = explore.node("Nim(1,2)", ("L1,1", "R1"))
    assert [place["text"] for place in node["trail"]] == ["Nim(1,2)", "Nim(1,1)", "Nim(1)"]
    assert node["trail"][1]["move"] == "(1,2) -> (1,1)"
    assert node["is_impartial"]
    assert (node["outcome"], node["value"], node["temperature"]) == ("N", "∗", "0")
    own = explore.node("Coins(oo)", rules="game Coins\ncells o .\nboth o -> .")
    assert [group["count"] for group in own["left"]] == [2]


@pytest.mark.parametrize("text", ["{3||2|1} + *", "on", "FoxAndGeese(F...|....|G.G.|....)", "0"])
def test_values_and_loopy_games(text: str) -> None:
    node = explore.node(text)
    assert node["outcome"]
    assert node["value"]


def test_what_is_too_large_is_still_shown() -> None:
    node = explore.node("Domineering(8x8)")
    assert len(node["left"]) <= explore.MOST_GROUPS
    assert node["hidden"] + sum(g["count"] for g in (*node["left"], *node["right"])) == 112


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"expression": "*" * 10_001}, "at most 10000 characters"),
        ({"expression": "*", "steps": ["L0"] * 201}, "at most 200 steps"),
        ({"expression": "*", "steps": ["X0"]}, "step 1: expected L or R and a move"),
        ({"expression": "*", "steps": [""]}, "step 1: expected L or R and a move"),
        ({"expression": "*", "steps": ["L9"]}, "step 1: expected a move of Left"),
        ({"expression": "*", "steps": [3]}, "expected a list for steps"),
        ({"expression": "*", "rules": "import os"}, "expected"),
        ({"expression": "Nim("}, "expected"),
    ],
)
def test_hostile_input_gets_one_line(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(FarstarError, match=message) as caught:
        run("explore.node", arguments, print)
    assert "\n" not in str(caught.value)
