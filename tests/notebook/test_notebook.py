"""Widgets without a page: what Python does with the messages that a page sends."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

import farstar as fs
from farstar import notebook
from farstar.games import GAMES, load
from farstar.notebook import _edit, _widget


def first_position(name: str) -> fs.Position:
    game = load(name)
    assert game is not None
    position = fs.parse(next(iter(game.rules.starts)))
    assert isinstance(position, fs.Position)
    return position


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_set_up_and_played(name: str) -> None:
    position = first_position(name)
    board = notebook.Board(position, mode="edit")
    (drawing,) = board.view["boards"]
    marks, numbers = board.view["marks"], board.view["numbers"]
    assert marks or numbers, "nothing can be changed by clicking"
    cells = re.findall(r'data-cell="([^"]*)"', drawing["svg"])
    reached = {str(board.position)}
    for cell in cells[1:3]:
        for mark in marks:
            board.receive({"do": "click", "cell": cell, "mark": mark})
            reached.add(str(board.position))
    for which, number in enumerate(numbers):
        board.receive({"do": "set_number", "which": which, "number": number + 1})
        reached.add(str(board.position))
    assert len(reached) > 1
    board.position = position
    board.set_mode("left")
    move = board.view["moves"][0]
    board.receive({"do": "move", "key": move["key"]})
    assert (board.error, board.mode) == ("", "right")
    assert board.position in position.options(fs.Left)


def test_a_board_is_bound_to_its_position() -> None:
    board = notebook.Board(fs.Nim(3, 5))
    seen: list[Any] = []
    board.observe(lambda change: seen.append(change["new"]), "position")
    board.receive({"do": "move", "key": "3,3"})
    board.position = "Nim(1,2)"
    assert seen == [fs.Nim(3, 3), fs.Nim(1, 2)]
    assert (board.value, board.outcome) == (fs.Value("*3"), fs.Outcome.N)
    board.back()
    board.back()
    assert board.position == fs.Nim(3, 5)
    assert not board.view["can_go_back"]


def test_a_ruleset_of_ones_own_has_a_board() -> None:
    class Coins(fs.ImpartialRuleset):
        def moves(self, row: tuple[int, ...]) -> Any:
            for n in range(row[0]):
                yield fs.Step((n,), path=((0, n + 1),))

        def diagram(self, position: Any) -> Any:
            from farstar.rules.diagrams import Heaps

            return Heaps(position)

    board = notebook.Board(Coins()((4,)))
    board.move("(2,)")
    assert board.position.state == (2,)
    board.click("0,1", mode="edit")
    assert board.position.state == (1,)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"do": "__init__"}, "expected one of click, move"),
        ("nonsense", "expected one of click, move"),
        ({"do": "click", "cell": "9,9"}, "choose Edit first"),
        ({"do": "move", "key": "7,7"}, "expected"),
        ({"do": "set_text", "text": "Nim(3"}, "expected"),
        ({"do": "set_text", "text": "x" * 5000}, "expected a short text"),
        ({"do": "set_number", "which": 7, "number": 1}, "expected a number from 0 to"),
        ({"do": "set_number", "which": 0, "number": 10**9}, "expected a number from 0 to"),
        ({"do": "resize", "rows": 2, "columns": 2}, "whose size can be changed"),
        ({"do": "set_mode", "mode": "both"}, "expected one of left, right, edit"),
        ({"do": "back"}, "this is the first one"),
    ],
)
def test_messages_that_make_no_sense_are_refused(message: Any, words: str) -> None:
    board = notebook.Board(fs.Nim(3, 5))
    board.receive(message)
    assert words in board.error
    assert board.position == fs.Nim(3, 5)


def test_clicks_outside_the_board_are_refused() -> None:
    board = notebook.Board(fs.Domineering("2x2"), mode="edit")
    for cell in ("5,5", "-1,0", "0", "x", "0,0,0"):
        board.receive({"do": "click", "cell": cell, "mark": "#"})
        assert "expected a place" in board.error
    board.receive({"do": "click", "cell": "0,0", "mark": "?"})
    assert "expected ., #" in board.error
    board.receive({"do": "resize", "rows": 99, "columns": 2})
    assert "at most 10 rows" in board.error


def test_pieces_that_occur_once_are_moved() -> None:
    position = fs.FoxAndGeese("F...|....|G.G.")
    assert str(_edit.edit(position, (1, 1), "F")) == "FoxAndGeese(....|.F..|G.G.)"


def test_the_computer_answers_and_wins_what_is_won() -> None:
    game = notebook.Play(fs.Nim(1, 2, 3), side="right")
    while not game.match.is_over:
        game.receive({"do": "move", "key": game.view["moves"][0]["key"]})
        assert game.error == ""
    assert game.winner is fs.Left
    assert game.view["status"] == "The computer wins: Left."
    game.receive({"do": "move", "key": "0"})
    assert "a game that goes on" in game.error
    game.restart()
    assert game.position == fs.Nim(1, 2, 3)


def test_the_computer_begins_if_asked_to() -> None:
    game = notebook.Play(fs.Nim(3, 5), side="right", first="left")
    assert game.position == fs.Nim(3, 3)
    game.move(game.view["moves"][1]["key"])
    game.back()
    assert game.position == fs.Nim(3, 3)
    game.judge()
    assert game.view["good"] == []


def test_good_moves_are_marked() -> None:
    game = notebook.Play(fs.Nim(3, 5, 7))
    game.judge()
    winning = fs.Nim(3, 5, 7).winning_moves(fs.Left)
    assert len(game.view["good"]) == len(winning) == 3
    game.receive({"do": "set_opponent", "opponent": "nobody"})
    assert "expected one of" in game.error


def test_the_slider_cools() -> None:
    slider = notebook.ThermographSlider(fs.Value("{3||2|1}"))
    assert slider.temperature == Fraction(3, 4)
    slider.receive({"do": "cool", "temperature": "1/4"})
    assert slider.cooled == fs.Value("{3||2|1}").cool(Fraction(1, 4))
    assert slider.walls == (Fraction(11, 4), Fraction(2))
    for text in ("warm", "-2", "1/0"):
        slider.receive({"do": "cool", "temperature": text})
        assert "expected a temperature" in slider.error


def test_an_explorer_walks_and_unfolds() -> None:
    explorer = notebook.Explorer(fs.Domineering("2x2"))
    (left,) = explorer.view["tree"]["children"]["left"]
    path = "_".join(left["path"])
    explorer.receive({"do": "toggle", "path": path})
    (opened,) = explorer.view["tree"]["children"]["left"]
    assert opened["children"]["left"][0]["value"] == "0"
    explorer.receive({"do": "toggle", "path": path})
    assert explorer.view["tree"]["children"]["left"][0]["children"] is None
    explorer.receive({"do": "go", "path": path})
    assert explorer.position in fs.Domineering("2x2").options(fs.Left)
    for wrong in ("Lnowhere", "X", "_" * 300):
        explorer.receive({"do": "go", "path": wrong})
        assert explorer.error
    explorer.receive({"do": "toggle", "path": "Lnowhere"})
    assert "expected a position that is shown" in explorer.error


@pytest.mark.long
def test_static_pages_get_a_picture() -> None:
    widgets = [
        notebook.Board(fs.Nim(3)),
        notebook.Play("Domineering(2x2)"),
        notebook.ThermographSlider("+-1"),
        notebook.Explorer(fs.PartizanEuclid(5, 3)),
    ]
    for widget in widgets:
        data = widget._repr_mimebundle_()[0]
        assert data["image/svg+xml"].lstrip().startswith(("<svg", "<?xml"))
        assert "the widget needs a running notebook" in data["text/html"]
        assert "the widget needs a running notebook" in data["text/plain"]
        assert "application/vnd.jupyter.widget-view+json" in data
    total = notebook.Board(fs.Nim(3) + fs.Euclid(3, 2))
    assert "<img" in total._repr_mimebundle_()[0]["text/html"]


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(fs.NotationError, match="expected a position, a sum or a value, got 3"):
        notebook.Board(3)
    with pytest.raises(fs.NotationError, match="expected left or right"):
        notebook.Play(fs.Nim(1), side="me")


def test_the_module_contains_no_import() -> None:
    source = _widget.front_end()
    assert not re.search(r"^(import|export (?!default))", source, re.M)
    assert ":root" not in _widget.style_sheet()
    for name in ("boards", "clicks", "dom", "graph", "thermograph", "widget"):
        assert f'modules["{name}"]' in source
