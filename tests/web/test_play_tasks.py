"""The tasks behind the page Play, without a browser."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import farstar as fs
from farstar import games
from farstar.errors import FarstarError
from farstar.sums.notation import short_texts
from farstar.sums.players import LEVELS, PLAYERS, PerfectPlayer
from farstar.web.tasks import play, run
from farstar.web.tasks._reading import opened

LONG = pytest.mark.long
SIDES = {"left": fs.Left, "right": fs.Right}
THEMES = [theme["name"] for theme in play.puzzles()["themes"]]
CELL = re.compile(r'data-cell="([^"]*)"')

OTHERS = (
    "PartizanGeography([(0, 1), (1, 2)], [(0, 2), (2, 1)], 0)",
    "Col(lr.x; 0-1,1-2,2-3)",
    "Hackenbush(l(l;rl);eee:G)",
    "Nim(2,2,1) - SerialNim(2,1) - E(8,5)",
    "* - Domineering(2x2) + Domineering(2x2) + {2|-1}",
)

CLOBBER = "game Hop\ncells x/o .\nleft   xo -> .x  both\nright = swap of left"


def starts() -> list[tuple[str, str, str]]:
    """Return every first position of the page with the visitor's side and who begins."""
    presets = []
    for game in play.catalogue()["games"]:
        for start in game["starts"]:
            side = start["side"]
            other = {"left": "right", "right": "left"}[side]
            presets.append((start["e"], side, side if start["first"] == "you" else other))
    return presets


def test_every_game_can_be_begun() -> None:
    names = [game["name"] for game in play.catalogue()["games"]]
    assert names == [*games.GAMES, "Sum"]
    assert all(game["starts"] and game["rules"] for game in play.catalogue()["games"])


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hints take as long as they need, so that none is a guess."""
    monkeypatch.setattr(play, "_THINKING", 600.0)


def play_on(text: str, side: str, first: str, random: Random) -> str | None:
    """Follow hints to the end of a game with random replies; return who wins."""
    moves: tuple[str, ...] = ()
    while (view := play.view(text, first=first, moves=moves))["result"] is None:
        if view["to_move"] == side:
            key = play.hint(text, first=first, moves=moves)["key"]
        else:
            key = random.choice(view["moves"])["key"]
        moves = (*moves, key)
    result: str | None = view["result"]
    return result


@pytest.mark.parametrize(
    ("text", "side", "first"),
    [
        start if n % 12 == 0 else pytest.param(*start, marks=LONG)
        for n, start in enumerate(starts())
    ],
)
def test_hints_win_against_random_replies(text: str, side: str, first: str, patient: None) -> None:
    for seed in range(3):
        assert play_on(text, side, first, Random(seed)) == side


EVERY = ("Kayles(9)", "TakeAndBreak(0.137; 9,12)", "Domineering(4x3)", "Amazons(x..|...|..o)")


@pytest.mark.parametrize(("text", "side", "first"), [s for s in starts() if s[0] in EVERY])
def test_hints_win_against_every_reply(text: str, side: str, first: str, patient: None) -> None:
    seen = set()

    def follow(moves: tuple[str, ...]) -> None:
        view = play.view(text, first=first, moves=moves)
        if view["result"] is not None:
            assert view["result"] == side, moves
            return
        if (place := (view["text"], view["to_move"])) in seen:
            return
        seen.add(place)
        if view["to_move"] == side:
            follow((*moves, play.hint(text, first=first, moves=moves)["key"]))
            return
        assert view["count"] == len(view["moves"])
        for move in view["moves"]:
            follow((*moves, move["key"]))

    follow(())
    assert len(seen) > 1


@pytest.mark.parametrize(("text", "side", "first"), starts())
def test_every_preset_can_be_won_by_the_visitor(text: str, side: str, first: str) -> None:
    """Both by the outcome and, which is a second witness, by what is left after the first move."""
    game: Any = fs.parse(text)
    assert game.outcome.wins(SIDES[side], first=side == first)
    judged = play.judge(text, first=first)
    assert judged["winner"] == side
    if side == first:
        after = play.judge(text, first=first, moves=(judged["good"][0],))
        assert after["winner"] == side


@pytest.mark.parametrize(("text", "side", "first"), starts())
def test_the_perfect_opponent_does_not_guess_in_a_preset(text: str, side: str, first: str) -> None:
    game: Any = fs.parse(text)
    with fs.engine.budget(nodes=20_000_000):
        PerfectPlayer(1).choose(game, SIDES[first])


@pytest.mark.parametrize("text", [*(text for text, *_ in starts()), *OTHERS])
def test_paths_lead_over_drawn_places_to_legal_moves(text: str) -> None:
    """In a random game, each move on a board with a picture has a path of places in the picture."""
    random, moves = Random(text), list[str]()
    for _ in range(6):
        view = play.view(text, moves=tuple(moves))
        if view["result"]:
            break
        keys = {move["key"] for move in view["moves"]}
        reached = set()
        for board in view["boards"]:
            cells = set(CELL.findall(board["svg"] or ""))
            for key, path in board["paths"]:
                assert path
                assert cells.issuperset(path)
                reached.add(key)
        if view["count"] == len(keys):
            assert reached <= keys
            if all(board["svg"] for board in view["boards"]):
                # A move that touches nothing, such as claiming a win, is made from the list.
                legal = opened(text, "left", False, tuple(moves)).legal_moves
                pathless = {k for k, m in zip(short_texts(legal), legal, strict=True) if not m.path}
                assert reached == keys - (
                    pathless if isinstance(legal[0].before, fs.Position) else set()
                )
        moves.append(random.choice(sorted(keys)))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Kayles(200)", 200),
        ("Wythoff(300,500)", 1099),
        pytest.param("Nim(2000,1000)", 3000, marks=pytest.mark.long),
        pytest.param("Euclid(50000,7)", 7142, marks=pytest.mark.long),
    ],
)
def test_a_winning_move_that_is_not_listed_can_be_played(text: str, count: int) -> None:
    view = play.view(text)
    assert (view["count"], len(view["moves"])) == (count, play.MOST_LISTED)
    advice = play.hint(text)
    assert advice["leads_to"] == "win"
    typed = play.read_move(text, advice["text"])
    assert typed["key"] == advice["key"]
    after = play.judge(text, moves=(typed["key"],))
    assert after["winner"] == "left"


def test_too_many_moves_to_list() -> None:
    text = "Euclid(100000000000000000000,3)"
    view = play.view(text)
    assert view["count"] is None
    assert play.read_move(text, "(7,3)")["key"] == "7,3"
    assert play.view(text, moves=("7,3",))["text"] == "Euclid(7,3)"
    assert play.reply(text)["key"] == "4,3"


def played_out(text: str, opponent: str, seed: int, **options: Any) -> tuple[str, list[str]]:
    """Play random moves for Left against an opponent; return who wins, and the moves."""
    random, moves = Random(seed), list[str]()
    while True:
        view = play.view(text, moves=tuple(moves), **options)
        if view["result"]:
            return view["result"], moves
        if len(moves) % 2 == 0:
            moves.append(random.choice(view["moves"])["key"])
        else:
            arguments: dict[str, Any] = {"moves": tuple(moves), "opponent": opponent, "seed": seed}
            moves.append(play.reply(text, **arguments, **options)["key"])


@pytest.mark.parametrize("text", ["Nim(3,2)", "E(11,8) + *2", "Domineering(2x3)", "A(2,2,1)"])
def test_the_perfect_opponent_never_gives_a_win_away(text: str) -> None:
    for seed in range(3):
        _, moves = played_out(text, "perfect", seed)
        points = play.analyse(text, moves=tuple(moves))["turning_points"]
        assert all(point["player"] == "left" for point in points)


@pytest.mark.long
def test_levels_differ_in_strength() -> None:
    lost = {
        level: sum(played_out("Nim(3,4,5)", level, seed)[0] == "right" for seed in range(30))
        for level in LEVELS
    }
    assert set(LEVELS) < set(PLAYERS)
    assert lost["random"] < lost["expert"] <= lost["perfect"]


def test_a_game_that_repeats_itself_is_a_draw() -> None:
    hop = "game Slide\ncells o .\nboth o. -> .o   .o -> o."
    # Such a game may go on for ever, so the third repetition is a draw.
    moves: list[str] = []
    while not (view := play.view("Slide(o..)", moves=tuple(moves), rules=hop))["result"]:
        moves.append(view["moves"][0]["key"])
        assert len(moves) < 20
    assert view["result"] == "draw"


def test_rules_of_ones_own_are_known_in_their_game_only() -> None:
    view = play.view("Hop(xo|ox)", rules=CLOBBER)
    assert (view["count"], view["games"][0]["title"]) == (4, "Hop")
    assert play.judge("Hop(xo|ox)", rules=CLOBBER)["value"] == "∗"
    assert play.reply("Hop(xo|ox)", rules=CLOBBER)["guessed"] is False
    with pytest.raises(fs.NotationError, match="expected the name of a game, got 'Hop'"):
        play.view("Hop(xo|ox)")
    # Neither do they replace a game for others.
    mine = CLOBBER.replace("Hop", "Nim")
    assert play.view("Nim(xo)", rules=mine)["count"] == 1
    assert play.view("Nim(3)")["count"] == 3


def test_analysis_finds_the_turning_points() -> None:
    text, moves = "Nim(1,2)", ("1", "()")
    answer = play.analyse(text, moves=moves)
    assert answer["verdicts"] == ["left", "right", "right"]
    (point,) = answer["turning_points"]
    assert (point["place"], point["before"], point["after"]) == (0, "win", "loss")
    assert point["better"]["key"] == "1,1"
    assert play.analyse("Nim(1,2)", moves=("1,1", "1", "()"))["turning_points"] == []
    misere = play.analyse("*2", misere=True, moves=("0",))
    assert misere["turning_points"][0]["better"]["key"] == "*"


def test_misere_play() -> None:
    assert play.view("*2 + *2", misere=True, moves=("1:0", "1:0"))["result"] == "left"
    assert play.judge("*2 + *2", misere=True)["winner"] == "right"
    assert play.hint("*2", misere=True)["key"] == "*"
    assert "misère" in play.why("*2", misere=True)["title"]
    with pytest.raises(fs.NotationError, match="got thermal"):
        play.reply("*2", misere=True, opponent="thermal")


def test_boards_show_owners_and_the_last_move() -> None:
    view = play.view("Domineering(2x3)", moves=("1,1-2,1", "1,2-1,3"))
    (board,) = view["boards"]
    assert board["svg"].count('class="domino left"') == 1
    assert board["svg"].count('class="domino right"') == 1
    assert board["svg"].count('class="last"') == 1
    assert board["last"] == ["0,1", "0,2"]
    (stalks,) = play.view("Hackenbush(lre)")["boards"]
    assert all(f'class="edge {owner}"' in stalks["svg"] for owner in ("left", "right", "both"))


def test_each_component_of_a_sum_has_its_own_history() -> None:
    text = "* - Domineering(2x2) + Domineering(2x2)"
    moves = ("1:0", "1:1,1-2,1", "2:1,1-2,1")
    first, second = play.view(text, moves=moves)["boards"]
    assert first["changed"]
    assert first["svg"].count("domino left") == second["svg"].count("domino left") == 1
    assert (first["last"], second["last"]) == ([], ["0,0", "1,0"])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Clobber(2x2)", "Clobber"),
        ("Wythoff(1,2)", None),
        ("Nim(3)", None),
        ("-Clobber(2x2)", None),
    ],
)
def test_a_board_can_be_set_up_where_the_notation_is_the_board(text: str, name: str | None) -> None:
    edit = play.view(text)["boards"][0]["edit"]
    assert (edit and edit["name"]) == name


def test_a_transcript_goes_to_a_file_and_back() -> None:
    moves = ("1:8,3", "2:0")
    text = play.save("E(11,8) + *2", moves=moves, you="right", opponent="club")
    loaded = play.load(text)
    assert tuple(loaded["moves"]) == moves
    assert (loaded["you"], loaded["opponent"], loaded["misere"]) == ("right", "club", False)


@pytest.mark.parametrize(
    "theme",
    [
        pytest.param(theme, marks=[pytest.mark.long] * (theme not in ("stones", "heaps")))
        for theme in THEMES
    ],
)
def test_puzzles_of_a_theme_have_one_winning_move(theme: str) -> None:
    """By brute force: each move is made, and the position after it judged on its own."""
    posed = [play.puzzle(f"{theme}-{number}") for number in range(1, 5)]
    for puzzle in posed:
        assert puzzle == play.puzzle(puzzle["name"])
        view = play.view(puzzle["expression"], misere=puzzle["misere"])
        winning = [
            move["key"]
            for move in view["moves"]
            if play.judge(puzzle["expression"], misere=puzzle["misere"], moves=(move["key"],))[
                "winner"
            ]
            == "left"
        ]
        assert len(winning) == 1, puzzle
        assert play.judge(puzzle["expression"], misere=puzzle["misere"])["good"] == winning


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
def test_the_archive_has_no_puzzle_twice(theme: str) -> None:
    texts = [play.puzzle(f"{theme}-{n}")["expression"] for n in range(1, 17)]
    assert len(set(texts)) > 0.9 * len(texts)


def test_puzzles_of_days() -> None:
    names = [f"2027-01-{day:02}" for day in range(1, 13)]
    posed = [play.puzzle(name) for name in names]
    assert len({puzzle["expression"] for puzzle in posed}) == len(posed)
    for puzzle in posed:
        game = fs.parse(puzzle["expression"])
        assert isinstance(game, fs.Sum)
        winning = [m for m in game.moves(fs.Left) if not m.after.outcome.wins(fs.Right, first=True)]
        assert len(winning) == 1, puzzle


# Whatever a stranger sends.

HOSTILE: list[tuple[str, dict[str, Any], str]] = [
    ("play.view", {"expression": "*" * 10_001}, "at most 10000 characters"),
    ("play.view", {"expression": "*", "moves": ["0"] * 1_001}, "at most 1000 moves"),
    ("play.view", {"expression": "*", "moves": ["9"]}, "move 1: expected a move of Left"),
    ("play.view", {"expression": "*", "moves": ["0", "0"]}, "at most 1 moves"),
    ("play.view", {"expression": "*", "moves": ["0" * 5_000]}, "at most 4000 characters"),
    ("play.view", {"expression": "*", "moves": [1]}, "expected a list for moves"),
    ("play.view", {"expression": "*", "first": "up"}, "expected left or right to begin"),
    ("play.view", {"expression": "*", "misere": 1}, "expected true or false"),
    ("play.view", {"expression": "*", "rules": "x" * 4_001}, "rules of at most 4000"),
    ("play.view", {"expression": "*", "rules": "import os"}, "expected"),
    ("play.view", {"expression": "Nim("}, "expected"),
    ("play.view", {"expression": ""}, "expected"),
    ("play.read_move", {"expression": "*", "text": " "}, "expected a move as text"),
    ("play.reply", {"expression": "*", "opponent": "god"}, "expected one of perfect"),
    ("play.reply", {"expression": "0"}, "expected a game that goes on"),
    ("play.hint", {"expression": "0"}, "expected a game that goes on"),
    ("play.puzzle", {"name": "2026-13-01"}, "expected a date"),
    ("play.puzzle", {"name": "9999-12-31"}, "expected a date from 2020 to 2100"),
    ("play.puzzle", {"name": "stones-0"}, "expected a puzzle from 1 to 48"),
    ("play.puzzle", {"name": "stones-" + "9" * 5_000}, "expected a date"),
    ("play.rules", {"name": "os.system"}, "expected the name of a game"),
    ("play.load", {"text": "[" * 100_000}, "no JSON"),
    ("play.load", {"text": "1" * 1_000_001}, "at most 1000000 characters"),
]


@pytest.mark.parametrize(("task", "arguments", "message"), HOSTILE)
def test_hostile_input_gets_one_line(task: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(FarstarError, match=message) as caught:
        run(task, arguments, print)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def markup(data: Any) -> str:
    """Return everything in a view that the page takes as HTML."""
    if isinstance(data, list):
        return "".join(map(markup, data))
    if not isinstance(data, dict):
        return ""
    names = ("html", "short", "svg", "rules")
    own = "".join(str(text) for name, text in data.items() if name in names)
    return own + "".join(map(markup, data.values()))


def test_markup_in_an_expression_is_escaped() -> None:
    graph = "Geography({'<b>': ['<img src=x>']}, '<b>')"
    view = play.view(graph, moves=(play.view(graph)["moves"][0]["key"],))
    assert "&lt;img" in markup(view)
    assert "<img" not in markup(view)
