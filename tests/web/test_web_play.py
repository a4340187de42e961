"""The page Play in a browser, and the tasks behind it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

import farstar as fs
from farstar.reports import Transcript
from farstar.web.pages._play_boards import Marks, draw
from farstar.web.pages._play_clicks import Clicks
from farstar.web.pages._play_editor import Editor
from farstar.web.pages._play_forms import GAMES, recognised
from farstar.web.pages._play_panels import verdict
from farstar.web.pages._play_state import Game
from farstar.web.tasks import play

from .conftest import Opener, accessibility_faults, overflow

WON = {
    "squares": "Euclid(9,2)",
    "multipliers": "Grossman(5,2; k=2)",
    "partizan": "E(15,8)",
    "serial": "SerialNim(3,1)",
    "track": "Board(3)",
    "A": "A(1,2,1)",
    "B": "B(2,1,1)",
    "ring": "ModularNim(9; 2,3)",
    "sum": "E(11,8) + SerialNim(4) + ^^",
    "nim": "Nim(1,2)",
    "nimber": "*3 + *",
    "domineering": "Domineering(2x3)",
    "clobber": "Clobber(xo|ox)",
    "amazons": "Amazons(x#.|..o)",
    "konane": "Konane(xo.xo.)",
    "snort": "Snort(1x2)",
    "toads": "ToadsAndFrogs(T.FF)",
    "toppling": "TopplingDominoes(lre)",
    "wythoff": "Wythoff(1,3)",
    "pins": "Kayles(3)",
    "hackenbush": "Hackenbush(lrl)",
    "cake": "Cutcake(2,4)",
    "graph": "Geography({'a': ['b', 'c'], 'b': ['c']}, 'a')",
    "colouring": "Snort(path 2)",
}
"""A game of each kind that Left wins by moving first."""

LOST = {
    "squares": "Euclid(3,2)",
    "multipliers": "Grossman(9,2; k=2)",
    "partizan": "E(26,15)",
    "serial": "SerialNim(1,2)",
    "track": "Board(@..|#..)",
    "ring": "ModularNim(7; 2,3)",
    "sum": "E(5,3) - E(5,3)",
    "nim": "Nim(2,2)",
    "domineering": "Domineering(...|.#.)",
    "clobber": "Clobber(2x3)",
    "amazons": "Amazons(x.|.o)",
    "konane": "Konane(ox.xo.)",
    "col": "Col(2x2)",
    "toppling": "TopplingDominoes(rlr)",
    "wythoff": "Wythoff(1,2)",
    "pins": "Kayles(1,1)",
    "hackenbush": "Hackenbush(rl)",
    "cake": "Cutcake(2,3)",
}
"""A game of each kind that Left loses by moving first."""

MORE = (
    "PartizanGeography([(0, 1), (1, 2)], [(0, 2), (2, 1)], 0)",
    "CycleProduct(3,3)",
    "Col(cycle 5)",
    "Col(lr.x; 0-1,1-2,2-3)",
    "PartizanSubtraction(9; 1,4 | 2,3)",
    "TakeAndBreak(0.137; 5,4)",
    "GrundysGame(9,4)",
    "MaundyCake(4,6)",
    "Eatcake(3,4; 2,2)",
    "Hackenbush(l(l;rl);eee:G)",
    "Nim(2,2,1) - SerialNim(2,1) - E(8,5)",
)
"""Games that are clicked on without a browser only."""

EXAMPLES = [form.example for form in GAMES.values()]

LOST_AS_RIGHT = {"A": "A(1,2,1)", "B": "B(1,1,2)"}


def address(e: str, **options: str) -> str:
    return f"/play?{urlencode({'e': e, **options})}"


def status(page: Page) -> Locator:
    return page.locator(".table h2")


def begin(page: Page, text: str) -> None:
    """Begin a game from the field, and wait until it is there."""
    field = page.get_by_label("Position or sum")
    field.fill(text)
    field.press("Enter")
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get("e") == [text])
    expect(page.locator(".record li")).to_have_count(0)
    expect(status(page)).to_have_text(re.compile("Your turn|cannot move"))


def settled(page: Page, count: int) -> None:
    """Wait until more than `count` moves were made and it is the user's turn, or the end."""
    page.wait_for_function(
        """(count) => document.querySelectorAll(".record li").length > count
            && /Your turn|cannot move/.test(document.querySelector(".table h2").textContent)""",
        arg=count,
    )


def play_out(page: Page, cells: str) -> str:
    """Click on boards until the game is over; return what is said at the end."""
    while "cannot move" not in status(page).inner_text():
        count = page.locator(".record li").count()
        picked = 0
        while True:
            page.locator(cells).first.click()
            picked += 1
            page.wait_for_function(
                """([count, picked]) => document.querySelectorAll(".record li").length > count
                    || document.querySelectorAll(".board .picked").length >= picked""",
                arg=[count, min(picked, 2)],
            )
            if page.locator(".board .picked").count() == 0 or picked == 3:
                break
        settled(page, count)
    return status(page).inner_text()


@pytest.mark.long
@pytest.mark.xdist_group("web")
def test_won_games_of_each_kind(page: Page) -> None:
    page.goto("/play")
    expect(status(page)).to_have_text("Your turn, Left")
    page.get_by_role("button", name="Show who wins").click()
    for kind, text in WON.items():
        begin(page, text)
        ending = play_out(page, ".board .can.wins")
        assert ending == "Right cannot move: you win", kind


@pytest.mark.long
@pytest.mark.xdist_group("web")
def test_lost_games_of_each_kind(page: Page) -> None:
    page.goto("/play")
    expect(status(page)).to_have_text("Your turn, Left")
    for kind, text in LOST.items():
        begin(page, text)
        ending = play_out(page, ".board .can")
        assert ending == "You cannot move: you lose", kind
        expect(page.locator(".told")).to_contain_text("You made no mistake: if you start")
    page.goto("/play?side=right")
    for kind, text in LOST_AS_RIGHT.items():
        begin(page, text)
        assert play_out(page, ".board .can") == "You cannot move: you lose", kind


@pytest.mark.parametrize("text", [*WON.values(), *LOST.values()])
def test_the_games_above_are_won_and_lost(text: str) -> None:
    game = fs.parse(text)
    assert game.outcome.wins(fs.Left, first=True) == (text in WON.values())


@pytest.mark.xdist_group("web")
def test_undo_redo_hint_why_swap(page: Page) -> None:
    page.goto(address("Nim(3,5,7)"))
    undo, redo = (page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(undo).to_be_disabled()
    expect(redo).to_be_disabled()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_have_text(re.compile(r"This wins: \(3,5,7\) → "))
    expect(page.locator(".move.hinted")).to_have_count(1)
    expect(page.locator(".board .hinted")).to_have_count(1)
    page.locator(".move.hinted").click()
    settled(page, 0)
    first = page.locator(".record li").all_inner_texts()
    assert len(first) == 2
    undo.click()
    expect(page.locator(".record li")).to_have_count(0)
    redo.click()
    expect(page.locator(".record li")).to_have_text(first)
    undo.click()
    expect(page.locator(".record li")).to_have_count(0)
    page.get_by_role("button", name="(3,5,7) → (5,7)", exact=True).click()
    settled(page, 0)
    expect(redo).to_be_disabled()
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".why h3")).to_contain_text("Why: Nim(")
    expect(page.locator(".why .steps > li")).not_to_have_count(0)
    count = page.locator(".record li").count()
    page.get_by_role("button", name="Swap sides").click()
    settled(page, count)
    expect(page.locator(".told")).to_contain_text("Left played")
    expect(status(page)).to_have_text("Your turn, Right")


@pytest.mark.xdist_group("web")
def test_a_transcript_goes_to_a_file_and_back(page: Page, tmp_path: Path) -> None:
    page.goto(address("E(11,8) + *2", side="right", first="opponent", opponent="random"))
    settled(page, 0)
    page.locator(".move").first.click()
    settled(page, 1)
    listed = page.locator(".record li").all_inner_texts()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save transcript").click()
    path = tmp_path / "game.json"
    waiting.value.save_as(path)
    data = json.loads(path.read_text())
    assert (data["schema"], data["you"], data["first"]) == ("farstar.play/1", "right", "left")
    assert (data["opponent"], data["expression"]) == ("random", "E(11,8) + *2")
    assert Transcript.from_dict(data).to_dict() == data
    page.goto("/play")
    expect(status(page)).to_have_text("Your turn, Left")
    page.locator("#play-file").set_input_files(path)
    expect(page.locator(".record li")).to_have_text(listed)
    expect(page.get_by_label("Position or sum")).to_have_value("E(11,8) + *2")
    expect(page.get_by_label("You play")).to_have_value("right")
    path.write_text('{"schema": "farstar.play/1"}')
    page.locator("#play-file").set_input_files(path)
    expect(page.locator(".hint")).to_contain_text("expected a game saved by farstar")


@pytest.mark.xdist_group("web")
def test_an_opponent_who_thinks_too_long_is_cancelled(page: Page) -> None:
    page.goto(address("Amazons(...x..|......|x....x|o....o|......|..o...)"))
    expect(page.get_by_text("314 more moves are not listed.")).to_be_visible()
    page.locator(".move").first.click()
    expect(page.locator(".working:visible")).to_contain_text("The opponent thinks")
    page.get_by_role("button", name="Cancel").locator("visible=true").click()
    expect(page.locator(".hint")).to_contain_text("The opponent has not moved: cancelled.")
    expect(page.get_by_role("button", name="Let the opponent move")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(status(page)).to_have_text("Your turn, Left")
    expect(page.get_by_role("button", name="Let the opponent move")).to_be_hidden()


@pytest.mark.xdist_group("web")
def test_the_puzzle_of_a_day(page: Page) -> None:
    page.goto("/play?puzzle=2026-11-16")
    expect(page.locator(".told")).to_contain_text("The puzzle of 2026-11-16")
    expect(page.get_by_label("Position or sum")).to_have_value(play.puzzle("2026-11-16"))
    page.get_by_role("button", name="Show who wins").click()
    expect(page.locator(".move.wins")).to_have_count(1)
    page.locator(".move.loses").first.click()
    expect(page.locator(".told")).to_contain_text("That was not it")
    settled(page, 0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".move.wins")).to_have_count(1)
    page.locator(".move.wins").click()
    expect(page.locator(".told")).to_contain_text("Solved")


@pytest.mark.xdist_group("web")
def test_keyboard_only(page: Page) -> None:
    page.goto(address("Domineering(2x2)"))
    expect(status(page)).to_have_text("Your turn, Left")
    page.get_by_label("Position or sum").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset?.cell") == "1,1":
            break
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text("Right cannot move: you win")
    page.get_by_label("Position or sum").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("Nim(2,2)")
    page.keyboard.press("Enter")
    expect(page.locator(".move")).to_have_count(2)
    page.locator(".move").first.focus()
    page.keyboard.press("Enter")
    settled(page, 0)
    while "cannot move" not in status(page).inner_text():
        # The list is another one, but whoever plays by keyboard is still in it.
        page.wait_for_function("document.activeElement.matches('[data-move]')")
        count = page.locator(".record li").count()
        page.keyboard.press("Enter")
        settled(page, count)
    expect(status(page)).to_have_text("You cannot move: you lose")
    expect(page.locator(".record .bad")).to_have_count(0)


@pytest.mark.xdist_group("web")
def test_a_shared_address_and_bad_text(page: Page) -> None:
    shared = address("*2 + *2", side="right", first="opponent", opponent="random", ending="misere")
    page.goto(shared)
    settled(page, 0)
    for label, value in (
        ("You play", "right"),
        ("Who starts", "opponent"),
        ("Opponent", "random"),
        ("Ending", "misere"),
    ):
        expect(page.get_by_role("combobox", name=label)).to_have_value(value)
    assert parse_qs(urlsplit(page.url).query) == parse_qs(urlsplit(shared).query)
    expect(page.locator(".record li").first).to_contain_text("Left in ∗2")
    field = page.get_by_label("Position or sum")
    field.fill("Euclid(9,")
    field.press("Enter")
    expect(page.locator(".card > .fault")).to_contain_text("expected")
    count = page.locator(".record li").count()
    page.locator(".move").first.click()
    settled(page, count)
    field.fill("*3")
    page.get_by_role("combobox", name="Opponent").select_option("thermal")
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".card > .fault")).to_contain_text("choose a perfect or a random opponent")
    page.get_by_role("combobox", name="Ending").select_option("normal")
    page.get_by_role("combobox", name="Game").select_option("Euclid")
    expect(page.locator(".card > .fault")).to_be_empty()
    expect(page.locator(".part code")).to_have_text(re.compile(r"Euclid\("))


@pytest.mark.xdist_group("web")
def test_the_size_of_a_game_is_chosen_in_fields(page: Page) -> None:
    page.goto(address("Grossman(40,13; k=3)"))
    expect(page.get_by_label("Multipliers")).to_have_value("; k=3")
    expect(page.get_by_label("First number")).to_have_value("40")
    page.get_by_label("Multipliers").select_option("odd ones")
    expect(page.locator(".part code")).to_have_text("Grossman(40,13; odd)")
    expression = page.get_by_label("Position or sum")
    expect(expression).to_have_value("Grossman(40,13; odd)")
    page.get_by_label("Second number").fill("11")
    page.get_by_label("Second number").press("Enter")
    expect(page.locator(".part code")).to_have_text("Grossman(40,11; odd)")
    page.get_by_role("combobox", name="Game").select_option("Modular Nim")
    page.get_by_role("textbox", name="Places").fill("7")
    page.get_by_label("Steps").fill("2,5")
    page.get_by_label("Steps").press("Enter")
    expect(page.locator(".part code")).to_have_text(re.compile(r"ModularNim\(7"))
    expect(expression).to_have_value("ModularNim(7; 2,5)")
    page.get_by_role("textbox", name="Places").fill("many")
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".card > .fault")).to_contain_text("expected")
    expression.fill("*2")
    expression.press("Enter")
    expect(page.get_by_role("combobox", name="Game")).to_have_value("own")
    expect(page.get_by_role("textbox", name="Places")).to_have_count(0)


@pytest.mark.xdist_group("web")
def test_a_board_is_set_up_by_clicking(page: Page) -> None:
    page.goto(address("Clobber(xo|..)"))
    page.get_by_role("button", name="Set up the board").click()
    page.get_by_role("button", name="more columns").click()
    expect(page.locator(".part code")).to_have_text("Clobber(xo.|...)")
    page.locator("[data-cell='1,2']").click()
    expect(page.locator(".part code")).to_have_text("Clobber(xo.|..x)")
    page.get_by_label("A click puts").select_option("o")
    page.locator("[data-cell='1,0']").click()
    expect(page.locator(".part code")).to_have_text("Clobber(xo.|o.x)")
    page.get_by_role("button", name="Play this board").click()
    expect(page.get_by_label("Position or sum")).to_have_value("Clobber(xo.|o.x)")
    expect(page.locator(".move")).to_have_count(2)
    expect(page.locator(".editor")).to_be_hidden()


@pytest.mark.xdist_group("web")
@pytest.mark.parametrize("dark", [False, True])
def test_narrow_and_accessible(new_page: Opener, dark: bool) -> None:
    page = new_page(width=380, dark=dark)
    page.goto(address("E(37,13) - A(1,2,1) + Nim(2,3) + ModularNim(7; 2,3) + Clobber(xo|ox) + ^"))
    expect(status(page)).to_have_text("Your turn, Left")
    page.get_by_role("button", name="Show who wins").click()
    expect(page.locator(".move.loses").first).to_be_visible()
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".why h3")).to_be_visible()
    assert accessibility_faults(page) == []
    assert overflow(page) <= 0


# Without a browser.


def positions(text: str, seed: int) -> Iterator[list[int]]:
    """Yield the moves of a random game, one by one, from the beginning."""
    random, moves = Random(seed), list[int]()
    while True:
        yield list(moves)
        count = play.view(text, "left", False, moves)["count"]
        if not count:
            return
        moves.append(random.randrange(count))


@pytest.mark.parametrize("text", [*WON.values(), *LOST.values(), *EXAMPLES, *MORE])
def test_clicks_mean_what_they_show(text: str) -> None:
    """Every path of clicks ends in its move, and every move on a board has a path."""
    for moves in positions(text, seed=len(text)):
        shown = play.view(text, "left", False, moves)
        reached = set()
        for board in shown["boards"]:
            clicks = Clicks.of(board["paths"])
            for number, path in clicks.paths:
                at, found = clicks, None
                for cell in path:
                    assert found is None or found == number
                    if found is None:
                        at, found = at.click(cell)
                assert found == number
                reached.add(number)
        if all(board["diagram"] for board in shown["boards"]):
            assert reached == set(range(shown["count"])), (text, moves)


@pytest.mark.parametrize(
    ("text", "path", "move"),
    [
        ("Euclid(9,2)", "3", "(9,2) -> (3,2)"),
        ("Grossman(31,9; k=2)", "2", "(31,9) -> (13,9)"),
        ("E(19,11)", "0", "(19,11) -> (11,8)"),
        ("SerialNim(3,1,2)", "0,1", "(3,1,2) -> (1,2)"),
        ("Nim(3,5)", "1,2", "(3,5) -> (3,1)"),
        ("*3", "0,2", "to *"),
        ("Board(4)", "0,2", "to row 1, column 3"),
        ("ModularNim(7; 2,3)", "3", "0 -> 3"),
        ("Clobber(xo|ox)", "0,0 1,0", "(1,1) takes (2,1)"),
        ("Amazons(x..|..o)", "0,0 0,2 0,1", "(1,1) to (1,3), burns (1,2)"),
        ("Konane(xo.xo.)", "0,3", "(1,4) to (1,6)"),
        ("Konane(xo.xo.)", "0,5", "(1,4) to (1,6)"),
        ("Domineering(3x1)", "1,0 0,0", "(1,1)-(2,1)"),
        ("Domineering(3x1)", "2,0", "(2,1)-(3,1)"),
        ("TopplingDominoes(lre)", "0,0 0,2", "1 to 3 fall"),
        ("Kayles(5)", "0,2 0,2", "(5) -> (1,3)"),
        ("Kayles(5)", "0,3 0,2", "(5) -> (1,2)"),
        ("GrundysGame(7)", "0,2", "(7) -> (2,5)"),
        ("Wythoff(3,5)", "2,4", "to (2,4)"),
        ("Cutcake(2,3)", "0,0,1", "2x3 into 2x1 and 2x2"),
        ("Hackenbush(l(l;rl))", "3", "to l(l;r)"),
        ("Col(cycle 5)", "3", "vertex 3"),
    ],
)
def test_what_clicks_do(text: str, path: str, move: str) -> None:
    shown = play.view(text, "left", False, [])
    clicks, found = Clicks.of(shown["boards"][0]["paths"]), None
    for cell in path.split():
        assert found is None
        clicks, found = clicks.click(cell)
    assert found is not None
    assert shown["moves"][found] == move


@pytest.mark.parametrize("text", ["Nim(3,2)", "E(11,8) + *2", "Domineering(2x3)", "A(2,2,1)"])
def test_the_perfect_opponent_never_gives_a_win_away(text: str) -> None:
    for seed in range(3):
        random, moves = Random(seed), list[int]()
        while count := play.view(text, "left", False, moves)["count"]:
            if len(moves) % 2 == 0:
                moves.append(random.randrange(count))
            else:
                found = play.reply(text, "left", False, moves, "perfect", seed)
                moves.append(found["move"])
        assert all(place % 2 == 0 for place in play.review(text, "left", False, moves)["mistakes"])


def test_puzzles_have_one_winning_move() -> None:
    found = {f"2027-01-{day:02}": play.puzzle(f"2027-01-{day:02}") for day in range(1, 13)}
    assert len(set(found.values())) == len(found)
    for day, text in found.items():
        assert play.puzzle(day) == text
        game = fs.parse(text)
        assert isinstance(game, fs.Sum)
        winning = [m for m in game.moves(fs.Left) if not m.after.outcome.wins(fs.Right, first=True)]
        assert len(winning) == 1, text
        assert game.outcome is fs.Outcome.N


def test_misere_play_and_its_opponents() -> None:
    shown = play.view("*2 + *2", "left", True, [0, 0])
    assert shown["winner"] == "left"
    assert play.verdicts("*2 + *2", "left", True, []) == []
    assert play.hint("*2", "left", True, [], 1)["text"] == "to *"
    assert "misère" in play.why("*2", "left", True, [])["title"]
    with pytest.raises(fs.NotationError, match="got thermal"):
        play.reply("*2", "left", True, [], "thermal", 1)


def test_limits() -> None:
    with pytest.raises(fs.NotationError, match="at most 10000 characters"):
        play.view("*" * 10_001, "left", False, [])
    with pytest.raises(fs.NotationError, match="at most 2000 moves"):
        play.view("*", "left", False, [0] * 2_001)
    with pytest.raises(fs.NotationError, match="a move from 1 to 1, got 2"):
        play.view("*", "left", False, [1])
    with pytest.raises(fs.NotationError, match="no JSON"):
        play.load("[" * 100_000)
    shown = play.view("Nim(1000)", "left", False, [])
    assert (shown["count"], len(shown["moves"])) == (1000, play.MOST_LISTED)


@pytest.mark.parametrize("name", GAMES)
def test_fields_say_what_the_expression_says(name: str) -> None:
    form = GAMES[name]
    assert fs.parse(form.example).outcome.wins(fs.Left, first=True)
    recognised_name, values = recognised(form.example) or ("", {})
    assert recognised_name == name
    assert not values or form.text(values) == form.example
    values = {key: field.value for key, field in form.fields.items()}
    for key, field in form.fields.items():
        for choice in field.choices or ("0.77" if key == "code" else "5",):
            changed = {**values, key: choice}
            assert recognised(form.text(changed)) == (name, changed)
            fs.parse(form.text(changed))


def test_the_token_stays_alone_on_an_edited_board() -> None:
    editor = Editor.of(play.view("Board(3)", "left", False, [])["boards"][0])
    assert editor is not None
    moved = replace(editor, mark="@").clicked("1,2")
    assert moved.text == "GeographyBoard(...|..@)"
    assert moved.clicked("1,2").text == moved.text
    assert moved.grown(0, -1).text == moved.text
    assert moved.grown(1, 0).text == moved.text
    assert moved.clicked("9,9").text == moved.clicked("nonsense").text == moved.text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Clobber(2x2)", "Clobber"),
        ("Wythoff(1,2)", None),
        ("A(1,2,1)", None),
        ("Nim(3)", None),
        ("-Clobber(2x2)", None),
    ],
)
def test_a_board_can_be_set_up_where_the_notation_is_the_board(text: str, name: str | None) -> None:
    editor = Editor.of(play.view(text, "left", False, [])["boards"][0])
    assert (None if editor is None else editor.name) == name


def test_dominoes_are_shown_with_their_owners() -> None:
    (board,) = play.view("Domineering(2x3)", "left", False, [0, 0])["boards"]
    assert board["laid"] == [("left", ((0, 0), (1, 0))), ("right", ((0, 1), (0, 2)))]
    assert board["last"] == ((0, 1), (0, 2))
    html = draw(board, 0, Marks(Clicks.of(board["paths"])))
    assert html.count('class="domino left"') == html.count('class="domino right"') == 1
    assert html.count('class="last"') == 1
    assert html.count("square closed") == 0


def test_each_component_of_a_sum_has_its_own_history() -> None:
    text = "* - Domineering(2x2) + Domineering(2x2)"
    shown = play.view(text, "left", False, [])
    moves = [shown["moves"].index("in *: to 0")]
    # Left plays in the star, which is gone then; Right and Left in the two boards.
    moves += [0, play.view(text, "left", False, [*moves, 0])["count"] - 1]
    first, second = play.view(text, "left", False, moves)["boards"]
    assert first["changed"]
    assert [owner for owner, _ in first["laid"]] == ["left"]
    assert [owner for owner, _ in second["laid"]] == ["left"]
    assert first["last"] == []
    assert second["last"] == second["laid"][0][1]


def test_rather_another_move_than_an_uncertain_one() -> None:
    clicks = Clicks(((0, ("a", "t", "u")), (1, ("a", "u", "t")), (2, ("b", "t", "u"))))
    wrong, move = clicks.click("t")
    assert (wrong.picked, move) == (("t",), None)
    assert set(wrong.cells()) == {"a", "b", "u"}
    again, move = wrong.click("a")
    assert (again.picked, move) == (("a",), None)
    assert again.click("a")[0].picked == ()
    assert wrong.click("b")[1] == 2


def test_what_is_too_large_to_draw_is_written() -> None:
    (board,) = play.view("Domineering(50x3)", "left", False, [])["boards"]
    assert "<svg" not in draw(board, 0, Marks(Clicks.of(board["paths"])))


def test_a_game_that_is_over_tells_what_to_learn() -> None:
    def told(text: str, *moves: int, you: str = "left") -> str:
        game = Game(text, you=you, line=moves, at=len(moves))
        view = play.view(**game.arguments())
        return verdict(game, view, play.review(**game.arguments()))

    assert told("Nim(2)") == ""
    assert told("Nim(2)", 0) == "You made no mistake."
    assert told("Nim(2)", 1, 0).startswith("You could have won")
    assert told("Nim(2)", 0, you="right").startswith("You made no mistake: if the opponent starts")


def test_undo_goes_back_to_your_own_move() -> None:
    game = Game("Nim(9)", you="right", first="left").played(0)
    assert not game.can_undo
    later = game.played(1).played(2).played(3)
    assert later.undone().line[: later.undone().at] == (0, 1, 2)
    assert later.undone().undone().redone().at == 3
    assert later.undone().played(5).line == (0, 1, 2, 5)
    assert later.swapped().undone().at == 2
