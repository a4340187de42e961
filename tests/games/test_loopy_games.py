"""Games that may loop: published values, and rules by hand."""

from __future__ import annotations

import pytest

import farstar as fs
from farstar.errors import IllegalPositionError, LoopyError
from farstar.rules import Position

from ..loopy.graphs import Graph, colours, explored, plain_order, quotient
from ..loopy.test_facts import EQUAL

OFF = (((), (0,)),)


def graph_of_the_rules(game: Position) -> tuple[Graph, list[object]]:
    """Return all positions within reach as a graph, and what its vertices stand for.

    Nothing is simplified or solved in parts; only a fox past the geese counts as off, as in the
    literature.
    """
    rules = game.ruleset

    def options(state: object) -> tuple[list[object], list[object]]:
        if state is OFF or rules.closed_loopy(state) is not None:
            return [], [OFF]
        here = rules(state)
        return [p.state for p in here.left_options], [p.state for p in here.right_options]

    return explored(game.state, options)


def assert_value_of_the_rules(game: Position, value: fs.Loopy) -> None:
    """Compare a value with the graph of all positions, by the order from its definition."""
    graph, _ = graph_of_the_rules(game)
    for side, reading in ((value.onside, "on"), (value.offside, "off")):
        form = side.graph()
        assert plain_order(graph, form, reading)[0], reading
        assert plain_order(form, graph, reading)[0], reading


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ("T.F", "0"),
        ("T..F", "*"),
        ("T...F", "0"),
        ("T....F", "*"),
        ("TT.FF", "*"),
        ("TT..FF", "*"),
        ("TTT.FFF", "0"),
        ("TT.F", "on"),
        ("TTT.F", "on"),
        ("TTT.FF", "on"),
        ("TT..F", "on"),
        pytest.param("TTT..FFF", "{on||0|-1/2} & {1/2|0||off}", marks=pytest.mark.long),
    ],
)
def test_backsliding_toads_and_frogs(row: str, value: str) -> None:
    game = fs.BackslidingToadsAndFrogs(row)
    assert str(game.loopy_value) == value
    assert_value_of_the_rules(game, fs.Loopy(value))


def board(fox: tuple[int, int], geese: list[tuple[int, int]], width: int = 8, rows: int = 8) -> str:
    cells = [["."] * width for _ in range(rows)]
    for row, column in geese:
        cells[row - 1][column - 1] = "G"
    cells[fox[0] - 1][fox[1] - 1] = "F"
    return "|".join(map("".join, cells))


THIRD_ROW = [(3, 1), (3, 3), (3, 5), (3, 7)]


THIRD_ROW_VALUES = {
    (2, 2): "2over",
    (2, 4): "2",
    (2, 6): "3*",
    (2, 8): "4over",
    (1, 1): "{6|2over}",
    (1, 3): "{2over|2}",
    (1, 5): "{4|3||2}",
    (1, 7): "{4over|3*}",
}


@pytest.mark.parametrize(("fox", "value"), THIRD_ROW_VALUES.items())
def test_fox_and_geese_on_the_third_row(fox: tuple[int, int], value: str) -> None:
    assert str(fs.FoxAndGeese(board(fox, THIRD_ROW)).loopy_value) == value


@pytest.mark.long
def test_fox_and_geese_on_the_third_row_from_the_definition() -> None:
    """The geese never go back, so that the graph of all positions is a stopper.

    Positions with the same moves are taken together first.
    """
    boards = {board(fox, THIRD_ROW, rows=4): value for fox, value in THIRD_ROW_VALUES.items()}
    graph, states = graph_of_the_rules(fs.FoxAndGeese(next(iter(boards))))
    graph, place = quotient(graph, colours(graph))
    for state, value in boards.items():
        form = fs.Loopy(value).graph()
        at = place[states.index(fs.FoxAndGeese(state).state)]
        assert plain_order(graph, form, "stoppers")[at * len(form)], state
        assert plain_order(form, graph, "stoppers")[at], state


FOURTH_ROW = [(4, 2), (4, 4), (4, 6), (4, 8)]


@pytest.mark.long
def test_fox_and_geese_on_larger_boards() -> None:
    assert fs.FoxAndGeese(board((1, 1), FOURTH_ROW)).value == fs.Value("{4*|7/2}")
    wide = fs.FoxAndGeese(board((1, 9), [(3, c) for c in (1, 3, 5, 7, 9)], 10))
    assert str(wide.loopy_value) == "{6over|5*}"


@pytest.mark.long
def test_ceylonese_fox_and_geese() -> None:
    game = fs.CeyloneseFoxAndGeese(board((1, 1), FOURTH_ROW))
    assert str(game.loopy_value) == "{9||4v[on]*|5/2*|||3|5/2*,5/2v||5/2}"


def test_a_fox_past_the_geese_is_off() -> None:
    past = fs.FoxAndGeese("G...|....|.F..|....".replace(".F..", "F..."))
    assert past.loopy_value == fs.Loopy("off")
    # Without the shortcut too: the fox stands below the goose, on the last row.
    assert fs.FoxAndGeese("G...|....|F...").loopy_value == fs.Loopy("off")


def test_positions_that_are_refused() -> None:
    for text, reason in (
        ("G...|....", "one fox"),
        ("F...|G...", "one colour"),
        ("F..F|....", "one fox"),
    ):
        with pytest.raises(IllegalPositionError, match=reason):
            fs.FoxAndGeese(text)
    with pytest.raises(IllegalPositionError, match="three rows"):
        fs.HareAndHounds("D.H")
    with pytest.raises(IllegalPositionError, match="one hare"):
        fs.HareAndHounds("#..#|DD.D|#..#")


def test_moves_on_the_board_of_hare_and_hounds() -> None:
    game = fs.HareAndHounds("#D..#|D...H|#D..#")
    moves = {player: [m.text for m in game.moves(player)] for player in fs.Player}
    assert moves[fs.Right] == ["(2,5) to (1,4)", "(2,5) to (2,4)", "(2,5) to (3,4)"]
    assert moves[fs.Left] == [
        "(1,2) to (1,3)", "(1,2) to (2,2)", "(1,2) to (2,3)", "(2,1) to (2,2)",
        "(3,2) to (2,2)", "(3,2) to (2,3)", "(3,2) to (3,3)",
    ]  # fmt: skip
    # A point in the middle of the top row has no diagonals.
    assert [m.text for m in fs.HareAndHounds("#.H.#|.....|#...#").moves(fs.Right)] == [
        "(1,3) to (1,2)", "(1,3) to (1,4)", "(1,3) to (2,3)",
    ]  # fmt: skip


def test_outcomes_by_retrograde_analysis_are_those_of_the_values() -> None:
    for row in ("T.F", "TT.F", "T..F", "TT..FF", "T.FT.F", ".T.F.F", "TTT..FFF"):
        game = fs.BackslidingToadsAndFrogs(row)
        assert str(game.outcome) == str(game.loopy_value.outcome), row


def test_sums_of_rows() -> None:
    total = fs.parse("BackslidingToadsAndFrogs(TT.F) + BackslidingToadsAndFrogs(T..F) - over")
    assert isinstance(total, fs.Sum)
    assert total.loopy_value == fs.Loopy("on")
    rows = fs.BackslidingToadsAndFrogs("T..F|T..F")
    assert rows.value == 0
    with pytest.raises(LoopyError, match="without a loop"):
        _ = fs.BackslidingToadsAndFrogs("TT.F").value


class Copied(fs.Ruleset):
    """The game on the canonical form of a stopper, as a game of one's own."""

    may_loop = True

    def left(self, g: fs.Loopy) -> tuple[fs.Loopy, ...]:
        return g.left_options

    def right(self, g: fs.Loopy) -> tuple[fs.Loopy, ...]:
        return g.right_options


def test_a_game_of_ones_own_may_loop() -> None:
    stoppers = {g for text, _ in EQUAL if (g := fs.Loopy(text)).is_stopper}
    assert len(stoppers) > 10
    for g in stoppers:
        position = Copied()(g)
        assert position.loopy_value == g
        assert str(position.outcome) == str(g.outcome)


def test_drawing_moves_and_explanations() -> None:
    game = fs.BackslidingToadsAndFrogs("TTT..FFF")
    assert game.winning_moves(fs.Left) == ()
    assert [move.text for move in game.drawing_moves(fs.Left)] == ["3 to 4"]
    steps = game.explain().steps
    assert steps[0].text == "D: Left, moving first, draws. Right, moving first, draws."
    assert fs.Nim(3).drawing_moves() == ()


def test_perfect_players_win_draw_and_hold_out() -> None:
    from farstar.sums.matches import Match
    from farstar.sums.players import PerfectPlayer

    for text, first, result in (
        ("HareAndHounds(#D..#|D...H|#D..#)", fs.Right, fs.Left),
        ("BackslidingToadsAndFrogs(TTT..FFF)", fs.Left, None),
        ("FoxAndGeese(......|.F....|......|.G.G..|......)", fs.Left, fs.Right),
    ):
        game = fs.parse(text)
        assert isinstance(game, fs.Position)
        match = Match(game, first)
        player = PerfectPlayer(seed=1)
        while not match.is_over:
            match.play(player.choose(match.game, match.to_move))
            assert len(match.moves) < 500
        assert match.winner is result
        assert match.is_draw == (result is None)


@pytest.mark.parametrize("row", ["T..F", "T.F", "TT..F", "T.FF", "TF..F", "..TF", "TT.F"])
def test_theorems_about_toads_and_frogs_are_not_about_those_that_slide_back(row: str) -> None:
    game = fs.BackslidingToadsAndFrogs(row)
    assert game.ruleset.closed_form(row) is None
    assert game.ruleset.closed_outcome(row) is None
    assert game.ruleset.theorem(row) is None
    assert game.is_equal_to(game.loopy_value)
