"""Games on grids: rules written a second time, symmetries, splitting, facts, illegal boards."""

from __future__ import annotations

import itertools
import pickle
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar import games
from farstar.games import GridPosition
from farstar.rules import Ruleset

STAR = fs.Value("*")
GRIDS: dict[str, tuple[type[GridPosition], str]] = {
    "Amazons": (fs.Amazons, "..xo#"),
    "Clobber": (fs.Clobber, ".xxoo"),
    "Col": (fs.Col, "....xolr#"),
    "Cram": (fs.Cram, "...#"),
    "Domineering": (fs.Domineering, "...#"),
    "Konane": (fs.Konane, "..xo"),
    "Snort": (fs.Snort, "....xolr#"),
    "ToadsAndFrogs": (fs.ToadsAndFrogs, ".TF"),
    "TopplingDominoes": (fs.TopplingDominoes, ".lllrrree"),
}
SIZES = {"Amazons": [(1, 4), (2, 2), (2, 3)], "ToadsAndFrogs": [(1, 5), (1, 7), (2, 4)]}
USUAL = [(1, 5), (2, 3), (3, 2), (2, 4), (3, 3)]


def boards(name: str, count: int) -> Iterator[GridPosition]:
    """Yield random boards of a game."""
    chance = random.Random(name)
    kind, marks = GRIDS[name]
    for _ in range(count):
        height, width = chance.choice(SIZES.get(name, USUAL))
        rows = ["".join(chance.choice(marks) for _ in range(width)) for _ in range(height)]
        yield kind(rows)


Cells = dict[tuple[int, int], str]
NEAR = ((0, 1), (1, 0), (0, -1), (-1, 0))
QUEEN = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]


def with_marks(cells: Cells, *marks: tuple[int, int, str]) -> Cells:
    return cells | {(r, c): mark for r, c, mark in marks}


def dominoes(cells: Cells, dr: int, dc: int) -> Iterator[Cells]:
    for (r, c), mark in cells.items():
        if mark == "." == cells.get((r + dr, c + dc)):
            yield with_marks(cells, (r, c, "#"), (r + dr, c + dc, "#"))


def clobbers(cells: Cells, mine: str, yours: str) -> Iterator[Cells]:
    for (r, c), (dr, dc) in itertools.product(cells, NEAR):
        if cells[r, c] == mine and cells.get((r + dr, c + dc)) == yours:
            yield with_marks(cells, (r, c, "."), (r + dr, c + dc, mine))


def leaps(cells: Cells, mine: str, yours: str) -> Iterator[Cells]:
    for (r, c), (dr, dc) in itertools.product(cells, NEAR):
        now = cells
        while (
            now.get((r, c)) == mine
            and now.get((r + dr, c + dc)) == yours
            and now.get((r + 2 * dr, c + 2 * dc)) == "."
        ):
            now = with_marks(
                now, (r, c, "."), (r + dr, c + dc, "."), (r + 2 * dr, c + 2 * dc, mine)
            )
            r, c = r + 2 * dr, c + 2 * dc
            yield now


def rays(cells: Cells, r: int, c: int) -> Iterator[tuple[int, int]]:
    for dr, dc in QUEEN:
        y, x = r + dr, c + dc
        while cells.get((y, x)) == ".":
            yield y, x
            y, x = y + dr, x + dc


def shots(cells: Cells, mine: str) -> Iterator[Cells]:
    for (r, c), mark in cells.items():
        if mark == mine:
            for y, x in rays(with_marks(cells, (r, c, ".")), r, c):
                moved = with_marks(cells, (r, c, "."), (y, x, mine))
                yield from (with_marks(moved, (v, u, "#")) for v, u in rays(moved, y, x))


def colours(cells: Cells, mine: str, forbidden: str) -> Iterator[Cells]:
    for (r, c), mark in cells.items():
        near = {cells.get((r + dr, c + dc)) for dr, dc in NEAR}
        if mark in (".", "l" if mine == "x" else "r") and forbidden not in near:
            yield with_marks(cells, (r, c, mine))


def hops(cells: Cells, mine: str, yours: str, step: int) -> Iterator[Cells]:
    for (r, c), mark in cells.items():
        if mark == mine and cells.get((r, c + step)) == ".":
            yield with_marks(cells, (r, c, "."), (r, c + step, mine))
        jumped = mark == mine and cells.get((r, c + step)) == yours
        if jumped and cells.get((r, c + 2 * step)) == ".":
            yield with_marks(cells, (r, c, "."), (r, c + 2 * step, mine))


def topples(cells: Cells, mine: str) -> Iterator[Cells]:
    for ((r, c), mark), step in itertools.product(cells.items(), (1, -1)):
        if mark in mine and mark != ".":
            now, x = cells, c
            while now.get((r, x), ".") != ".":
                now, x = with_marks(now, (r, x, ".")), x + step
            yield now


def second_rules(name: str, cells: Cells) -> tuple[Iterator[Cells], Iterator[Cells]]:
    """Return the boards after Left's and after Right's moves, by rules written for this test."""
    match name:
        case "Domineering":
            return dominoes(cells, 1, 0), dominoes(cells, 0, 1)
        case "Cram":
            both = [*dominoes(cells, 1, 0), *dominoes(cells, 0, 1)]
            return iter(both), iter(both)
        case "Clobber":
            return clobbers(cells, "x", "o"), clobbers(cells, "o", "x")
        case "Konane":
            return leaps(cells, "x", "o"), leaps(cells, "o", "x")
        case "Amazons":
            return shots(cells, "x"), shots(cells, "o")
        case "Col":
            return colours(cells, "x", "x"), colours(cells, "o", "o")
        case "Snort":
            return colours(cells, "x", "o"), colours(cells, "o", "x")
        case "ToadsAndFrogs":
            return hops(cells, "T", "F", 1), hops(cells, "F", "T", -1)
        case _:
            return topples(cells, "le"), topples(cells, "re")


def as_cells(board: fs.Position) -> Cells:
    assert isinstance(board, GridPosition)
    return {(r, c): mark for r, row in enumerate(board.cells) for c, mark in enumerate(row)}


def second_value(name: str, cells: Cells, known: dict[frozenset[Any], fs.Value]) -> fs.Value:
    """Return the value of a board: no splitting, no symmetry, no theory."""
    key = frozenset(cells.items())
    if key not in known:
        left, right = (
            [second_value(name, after, known) for after in side]
            for side in second_rules(name, cells)
        )
        known[key] = fs.Value.of(left, right)
    return known[key]


@pytest.mark.parametrize("name", GRIDS)
def test_moves_and_values_by_a_second_set_of_rules(name: str) -> None:
    known: dict[frozenset[Any], fs.Value] = {}
    for board in boards(name, 40):
        cells = as_cells(board)
        for player, side in zip((fs.Left, fs.Right), second_rules(name, cells), strict=True):
            mine = {frozenset(as_cells(after).items()) for after in board.options(player)}
            assert mine == {frozenset(after.items()) for after in side}, board
        value = second_value(name, cells, known)
        assert board.value == value == board.search_value(), board
        assert board.outcome == value.outcome == board.search_outcome()


@pytest.mark.parametrize("name", GRIDS)
def test_misere_outcomes_by_a_second_set_of_rules(name: str) -> None:
    known: dict[tuple[int, frozenset[Any]], bool] = {}

    def wins(cells: Cells, who: int) -> bool:
        key = (who, frozenset(cells.items()))
        if key not in known:
            after = list(second_rules(name, cells)[who])
            known[key] = not after or any(not wins(option, 1 - who) for option in after)
        return known[key]

    for board in boards(name, 10):
        left, right = (wins(as_cells(board), who) for who in (0, 1))
        assert board.misere_outcome == fs.Outcome.of(left_wins_first=left, right_wins_first=right)


@pytest.mark.parametrize("name", GRIDS)
def test_every_move_is_told_by_its_text_and_its_cells(name: str) -> None:
    for board in boards(name, 25):
        for player in (fs.Left, fs.Right):
            moves = board.moves(player)
            assert len({move.text for move in moves}) == len(moves), board
            for move in moves:
                changed = {
                    (r, c)
                    for r, row in enumerate(board.cells)
                    for c, mark in enumerate(row)
                    if move.after.cells[r][c] != mark
                }
                # What a stone jumps over, or a domino knocks down, lies between the ends.
                rows, columns = ({place[axis] for place in move.path} for axis in (0, 1))
                assert set(map(tuple, move.path)) <= changed
                assert all(
                    min(rows) <= r <= max(rows) and min(columns) <= c <= max(columns)
                    for r, c in changed
                )


@pytest.mark.parametrize("name", GRIDS)
def test_text_and_cells_go_round(name: str) -> None:
    kind = GRIDS[name][0]
    for board in boards(name, 25):
        assert kind.from_cells(board.cells) == board
        assert fs.parse(str(board)) == board == eval(repr(board), vars(games))
        assert pickle.loads(pickle.dumps(board)) == board
        assert set(board.board) - {"|"} <= set(kind.alphabet())
        assert (board.height, board.width) == (len(board.rows), len(board.rows[0]))


class WithoutParts(Ruleset):
    """A mixin that takes away splitting and symmetry."""

    def components(self, position: Any) -> None:
        return None

    def key(self, position: Any) -> Any:
        return position


def test_rows_of_toads_and_frogs_split_rightly() -> None:
    rules = games.ToadsAndFrogs("T.F").ruleset
    plain = type("Plain", (WithoutParts, type(rules)), {})()
    for length in range(1, 8):
        for marks in itertools.product(".TF", repeat=length):
            row = "".join(marks)
            with fs.prove.without_theorems():
                assert fs.ToadsAndFrogs(row).value == plain(row).value, row


@pytest.mark.parametrize("bad", ["", "..|.", ".?", "..||..", "65x64", "0x3", 7, [1, 2], None])
def test_illegal_boards(bad: Any) -> None:
    with pytest.raises(fs.IllegalPositionError, match=r"^expected") as caught:
        fs.Domineering(bad)
    assert "\n" not in str(caught.value)


def test_other_illegal_requests() -> None:
    board = fs.Domineering("..|..")
    with pytest.raises(fs.IllegalPositionError, match="expected a cell"):
        board.with_cell(2, 0, "#")
    with pytest.raises(fs.IllegalPositionError, match="expected rows made of"):
        board.with_cell(0, 0, "x")
    with pytest.raises(fs.IllegalPositionError, match="positive numbers"):
        fs.Cram.start(2, -1)


@pytest.mark.parametrize("game", [fs.Amazons, fs.ToadsAndFrogs])
def test_a_size_says_nothing_where_there_are_pieces_to_place(game: Any) -> None:
    expected = r"^expected a board such as \S+, got the size 2x3, which does not say where"
    with pytest.raises(fs.IllegalPositionError, match=expected):
        game("2x3")
    with pytest.raises(fs.IllegalPositionError, match=expected):
        game.start(2, 3)
    example = fs.parse(f"{game.__name__}({game._rules.example})")
    assert isinstance(example, fs.Position)
    assert example.moves(fs.Left)
    assert example.moves(fs.Right)


def test_ways_to_write_a_board() -> None:
    same = fs.Clobber("xo|ox")
    assert fs.Clobber(["xo", "ox"]) == fs.Clobber(" XO | OX ") == fs.Clobber("xo\nox") == same
    assert fs.Clobber("2x2") == fs.Clobber.start(2, 2) == same
    assert fs.parse("Clobber(2 x 2)") == same


# Facts.


def test_small_domineering_rectangles() -> None:
    """Values in Winning Ways, chapter 5, and in Conway's book, chapter 10."""
    known = {
        "1x1": "0",
        "2x1": "1",
        "2x2": "+-1",
        "2x3": "{2|-1/2}",
        "3x3": "+-1",
        "2x4": "Miny(2)",
        "4x3": "3/2",
        "4x4": "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}",
        "2x5": "1/2",
        "5x5": "0",
    }
    if fs.engine.active().name != "native":
        del known["5x5"]
    for size, value in known.items():
        assert str(fs.Domineering(size).value) == value, size


@given(st.integers(1, 4), st.integers(1, 4))
def test_a_quarter_turn_negates_domineering(rows: int, columns: int) -> None:
    assert fs.Domineering.start(rows, columns).value == -fs.Domineering.start(columns, rows).value


def test_cram_on_even_boards() -> None:
    """Two even sides: the second player mirrors. One even side: the first takes the middle."""
    for rows, columns in itertools.product(range(1, 5), range(1, 6)):
        outcome = fs.Cram.start(rows, columns).outcome
        if rows % 2 == columns % 2 == 0:
            assert outcome == "P"
        elif rows % 2 != columns % 2:
            assert outcome == "N"
    # A row of cells is Dawson's Kayles.
    row = [fs.Cram.start(1, n).grundy for n in range(1, 20)]
    assert row == [fs.DawsonsKayles(n).grundy for n in range(1, 20)]


def test_clobber_is_all_small() -> None:
    for board in boards("Clobber", 60):
        assert board.value.is_all_small
    assert [str(fs.Clobber("x" * n + "o").value) for n in range(1, 5)] == ["*", "^", "^^*", "^3"]


def test_toads_and_frogs_families() -> None:
    """Families in Winning Ways, chapter 5, and in Erickson's paper."""
    for a, b in itertools.product(range(1, 6), range(2, 6)):
        assert fs.ToadsAndFrogs("T" + "." * b).value == b
        value = (a - 1) * (b - 1) + (STAR if b % 2 else 0)
        assert fs.ToadsAndFrogs("T" * a + "." * b + "F").value == value
        if a > 1:
            assert fs.ToadsAndFrogs("T" * a + "." + "F" * b).value == STAR


def domino_word(x: Fraction) -> str:
    """Return a row of dominoes for a number x >= 0: that of {y|z} is y, l, r, z."""
    if x.denominator == 1:
        return "l" * int(x)
    step = Fraction(1, x.denominator)
    return f"{domino_word(x - step)}lr{domino_word(x + step)}"


def test_toppling_dominoes_make_every_number() -> None:
    for eighths in range(33):
        x = Fraction(eighths, 8)
        row = domino_word(x)
        if row:
            assert row == row[::-1]
            assert fs.TopplingDominoes(row).value == x
            assert fs.TopplingDominoes(row.translate(str.maketrans("lr", "rl"))).value == -x


@given(st.text("lre", min_size=1, max_size=7))
def test_toppling_dominoes_mirror_and_negate(row: str) -> None:
    value = fs.TopplingDominoes(row).value
    assert fs.TopplingDominoes(row[::-1]).value == value
    assert fs.TopplingDominoes(row.translate(str.maketrans("lr", "rl"))).value == -value


def is_number_or_with_star(value: fs.Value) -> bool:
    return value.is_number or (value + STAR).is_number


def test_col_is_a_number_or_a_number_and_star() -> None:
    for board in boards("Col", 120):
        assert is_number_or_with_star(board.value), board
    for size in ("1x7", "2x5", "3x3"):
        assert fs.Col(size).value in (fs.Value(0), STAR)


def test_colouring_graphs_like_boards() -> None:
    for graph, board in ((fs.GraphCol, fs.Col), (fs.GraphSnort, fs.Snort)):
        for n in range(1, 7):
            assert graph.path(n).value == board.start(1, n).value
        # A cycle of four is a board of two by two.
        assert graph("cycle 4").value == board("2x2").value
        assert graph("....", [(0, 1), (1, 3), (3, 2), (2, 0)]) == graph("....; 0-1,1-3,3-2,2-0")
    assert fs.GraphSnort("clique 4").value == fs.Value("+-3")
    assert [str(move) for move in fs.GraphCol(".x.", [(0, 1)]).moves(fs.Left)] == ["Left: vertex 2"]


@pytest.mark.parametrize(
    "bad", ["path 0", "path x", ".q; 0-1", "..; 0-2", "..; 0-0", "cycle 9999", "clique 900"]
)
def test_illegal_graphs(bad: str) -> None:
    with pytest.raises(fs.IllegalPositionError, match=r"^expected"):
        fs.GraphCol(bad)


def test_konane_opens_with_two_stones_gone() -> None:
    assert fs.Konane("2x2").board == "..|ox"
    assert fs.Konane.start(1, 4) == fs.Konane("x..o")
    assert fs.Konane("4x4").value == 0
    # A row xoxo...x and room on the right: each x jumps home on its own.
    assert [fs.Konane("xo" * n + ".").value for n in range(1, 4)] == [1, 2, 3]


def test_amazons_alone_in_a_room_count_its_cells() -> None:
    for n in range(1, 6):
        assert fs.Amazons("x" + "." * n).value == n
    assert fs.Amazons("x..|...").value == 5
    assert fs.Amazons("x#o").value == 0
