"""A message says what is missing, and what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

import farstar as fs
from tests.running import run


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["table", "Domineering(m x n)", "m=1..3"],
            "expected a range for n too in 'Domineering(m x n)', got ranges for m",
        ),
        (["table", "{n|-m}", "n=1..3"], "expected a range for m too"),
        (["search", "--find", "value = 1/4"], "search 'value = 1/4' --in GAME"),
        (["survey", "Domineering"], "farstar survey Domineering --boards 3x3"),
        (["eval", "Toads(TT.F)"], "did you mean ToadsAndFrogs?"),
        (["eval", "Take(3)"], "did you mean Take"),
        (["eval", "Frogs(T.F)"], "did you mean"),
        (["eval", "all(3)"], "got 'all'; the help lists the games"),
        (["search", "Domineering", "--find", "value = 1/4"], "expected one game with ranges"),
        (["eval", "up"], "expected a game, got the word 'up': did you mean ^?"),
        (["eval", "1 + star"], "did you mean *?"),
    ],
)
def test_bad_input(words: list[str], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_names_of_options_are_no_variables() -> None:
    result = run("table", "Euclid(a,b; k=2)", "a=0..3", "b=0..2")
    assert result.exit_code == 0, result.output


def test_a_relation_that_does_not_hold_is_corrected() -> None:
    for game, relation in (("Domineering(2x2)", "||"), ("Domineering(1x2)", "<")):
        result = run("certify", f"{game} > 0")
        assert result.exit_code == 1
        game = str(fs.parse(game))
        assert f"got {game} > 0: {game} {relation} 0" in result.stderr
    assert "got over < ^: over and ^ compare in another way" in run("certify", "over < ^").stderr


def test_a_query_is_told_the_name_of_the_table(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    fs.survey("*n", n=range(3), out=tmp_path / "stars")
    result = run("query", tmp_path / "stars", "select * from stars")
    assert result.exit_code == 2
    assert "expected a query of the table survey" in result.stderr


def test_a_table_without_ranges_names_the_variables() -> None:
    with pytest.raises(fs.NotationError, match=r"a range for a and b of .*a=range\(5\), b=range"):
        fs.table("Nim(a,b)")
    with pytest.raises(fs.NotationError, match=r"the game, such as range\(5\), got none"):
        fs.table(fs.Domineering)


def test_moves_without_impartial_rules() -> None:
    class Take(fs.Ruleset):
        def moves(self, heap: int) -> list[int]:
            return list(range(heap))

    with pytest.raises(NotImplementedError, match="derive it from ImpartialRuleset to use moves"):
        fs.table(Take, range(3))


def test_only_games_are_explained() -> None:
    with pytest.raises(fs.NotationError, match=r"expected a game, .*, got \[1\]"):
        fs.explain([1])


def test_rules_are_not_read_from_a_path_by_accident(tmp_path: Path) -> None:
    file = tmp_path / "toads.txt"
    file.write_text("cells T F .\nleft T. -> .T\nright .F -> F.")
    for name in ("x.rules", str(file)):
        with pytest.raises(fs.NotationError, match=r"write rules\(path="):
            fs.rules(name)
    assert fs.rules(path=file)("T.F").value == fs.star(1)


def test_rules_without_marks() -> None:
    with pytest.raises(fs.NotationError, match=r"line 1, column 6: expected a line with the marks"):
        fs.rules("left x. -> .x\nright .o -> o.")


def test_a_notebook_shows_the_lines_of_the_user_and_the_message() -> None:
    with pytest.raises(fs.NotationError) as caught:
        fs.parse("E(11,8")
    *places, message = caught.value._render_traceback_()
    assert places == [f'line {caught.tb.tb_lineno}: fs.parse("E(11,8")']
    assert message == f"NotationError: {caught.value}"
    assert "\n" not in message
