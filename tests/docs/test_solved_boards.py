"""The page of solved boards is made from its table, and agrees with what is published."""

from __future__ import annotations

from pathlib import Path

import pytest

from farstar.surveys._studies._solved import GAMES, boards, solve
from tests.running import module_at

SCRIPT = module_at(Path(__file__).resolve().parents[2] / "docs" / "solved_boards.py")
ROWS = SCRIPT.read_rows()


def test_the_page_is_made_from_the_table() -> None:
    assert SCRIPT.PAGE.read_text(encoding="utf-8") == SCRIPT.page(ROWS)
    listed = {(row["game"], int(row["rows"]), int(row["columns"])) for row in ROWS}
    most = max(rows * columns for _, rows, columns in listed)
    assert listed == set(boards(list(GAMES), most))
    assert len(listed) == len(ROWS)


def test_published_results_are_the_same() -> None:
    answers = {
        (row["game"], int(row["rows"]), int(row["columns"])): row["nimber"] or row["outcome"]
        for row in ROWS
        if row["status"] == "solved"
    }
    common = SCRIPT.PUBLISHED.keys() & answers.keys()
    assert len(common) >= 20
    for board in common:
        assert SCRIPT.PUBLISHED[board].answer == answers[board], board


@pytest.mark.parametrize("game", GAMES)
def test_small_rows_are_solved_again(game: str) -> None:
    for row in ROWS:
        if row["game"] == game and int(row["rows"]) * int(row["columns"]) <= 8:
            position = GAMES[game].position(int(row["rows"]), int(row["columns"]))
            assert str(solve(position)) == (row["nimber"] or row["outcome"])
