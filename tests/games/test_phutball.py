"""One-dimensional Phutball against a separate plain program."""

from __future__ import annotations

from itertools import product

import pytest

import farstar as fs
from farstar.errors import IllegalPositionError


def boards(cells: int) -> list[str]:
    """Return all boards with the ball inside."""
    return [
        f"{''.join(men[:ball])}B{''.join(men[ball:])}"
        for ball in range(1, cells - 1)
        for men in product(".o", repeat=cells - 1)
    ]


def jumps(men: frozenset[int], ball: int, cells: int) -> set[tuple[frozenset[int], int]]:
    """Return what one or more jumps lead to; a ball at -1 or `cells` has left the board."""
    reached = set()
    for step in (-1, 1):
        over = set()
        place = ball + step
        while place in men:
            over.add(place)
            place += step
        if over:
            left = men - over
            end = place
            if end <= 0 or end >= cells - 1:
                reached.add((left, 0 if end <= 0 else cells - 1))
            else:
                reached |= {(left, end)} | jumps(left, end, cells)
    return reached


def plain_moves(board: str) -> set[str]:
    """Return the boards after a move, from sets of men."""
    men = frozenset(i for i, mark in enumerate(board) if mark == "o")
    ball, cells = board.index("B"), len(board)
    places = {(men | {i}, ball) for i in range(cells) if i != ball and i not in men}
    return {
        "".join("B" if i == b else "o" if i in m else "." for i in range(cells))
        for m, b in places | jumps(men, ball, cells)
    }


@pytest.mark.parametrize("cells", [3, 4, 5, 6])
def test_moves(cells: int) -> None:
    for board in boards(cells):
        for player in fs.Player:
            options = {move.after.state for move in fs.Phutball(board).moves(player)}
            assert options == plain_moves(board), board


def plain_results(cells: int) -> dict[tuple[str, bool], str]:
    """Return for each board, and whether Left moves, who forces a goal: "L", "R" or "draw"."""
    open_boards = boards(cells)
    goal = {
        board: "L" if board[-1] == "B" else "R" for b in open_boards for board in plain_moves(b)
    }
    moves = {board: plain_moves(board) for board in open_boards}
    result: dict[tuple[str, bool], str] = {}

    def known(board: str, left: bool) -> str | None:
        if "B" in (board[0], board[-1]):
            return goal[board]
        return result.get((board, left))

    changed = True
    while changed:
        changed = False
        for board in open_boards:
            for left in (True, False):
                if (board, left) in result:
                    continue
                mine, other = ("L", "R") if left else ("R", "L")
                after = [known(to, not left) for to in moves[board]]
                if mine in after or all(each == other for each in after):
                    result[board, left] = mine if mine in after else other
                    changed = True
    return {(b, left): result.get((b, left), "draw") for b in open_boards for left in (True, False)}


@pytest.mark.parametrize("cells", [3, 5, 7])
def test_outcomes(cells: int) -> None:
    results = plain_results(cells)
    for board in boards(cells):
        game = fs.Phutball(board)
        for left in (True, False):
            mover, name = (fs.Left, "L") if left else (fs.Right, "R")
            word = game.outcome.result(mover, first=True)
            expected = results[board, left]
            assert word == ("draw" if expected == "draw" else "win" if expected == name else "loss")


def test_values_follow_from_the_options() -> None:
    for board in boards(4):
        game = fs.Phutball(board)
        left, right = ([g.loopy_value for g in game.options(p)] for p in (fs.Left, fs.Right))
        assert fs.Loopy.of(left, right) == game.loopy_value
    assert fs.Phutball("..B").loopy_value == fs.Loopy("on")
    assert fs.Phutball("B..").loopy_value == fs.Loopy("off")
    assert fs.Phutball("..B..").loopy_value == fs.Loopy("{on|off}")


def test_mirror_images_are_negatives() -> None:
    for board in boards(5):
        assert fs.Phutball(board[::-1]).loopy_value == -fs.Phutball(board).loopy_value


def test_the_words_of_moves() -> None:
    texts = [move.text for move in fs.Phutball(".oB.o.").moves(fs.Left)]
    assert texts == ["man on 1", "man on 4", "man on 6", "3 to 1"]
    chain = [move.text for move in fs.Phutball("...Bo.oo.").moves(fs.Left)]
    assert chain[-2:] == ["4 to 6", "4 to 6 to 9"]


def test_boards_that_are_refused() -> None:
    for text, reason in (
        ("..", "one row"),
        ("B.|..", "one row"),
        ("...", "one ball"),
        ("BB.", "one"),
    ):
        with pytest.raises(IllegalPositionError, match=reason):
            fs.Phutball(text)
