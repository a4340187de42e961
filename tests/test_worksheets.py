"""Worksheets: every answer is checked by brute force, every sheet is the same for the same seed."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

import farstar as fs
from farstar import games
from farstar.errors import BudgetExceeded, NotationError
from farstar.worksheets import LEVELS, Question, Worksheet
from tests.running import run

GAMES_WITHOUT_EXERCISES = {
    *("BackslidingToadsAndFrogs", "CeyloneseFoxAndGeese", "FoxAndGeese"),
    *("HareAndHounds", "Phutball"),
}
"""Games in which play may go on for ever."""

GAMES = ["Domineering", "Clobber", "Nim", "ToadsAndFrogs", "Hackenbush"]


@pytest.fixture(scope="module")
def sheets() -> list[Worksheet]:
    return [
        fs.worksheet(*GAMES[:2], questions=len(LEVELS[level]) * 2, level=level, seed=7)
        for level in LEVELS
    ] + [fs.worksheet(name, questions=3, level=2, seed=1) for name in GAMES]


def _checked(question: Question) -> bool:
    """Return whether brute force agrees with the answer of a question."""
    game = question.games[0]
    match question.kind:
        case "who":
            outcome = game.search_outcome()
            first = [p.name.title() for p in fs.Player if outcome.wins(p, first=True)]
            said = re.findall(r"if (\w+) moves first, (\w+) wins", question.answer, re.IGNORECASE)
            starters = [who.lower() for who, wins in said if who.lower() == wins.lower()]
            return starters == [name.lower() for name in first]
        case "move":
            good = [
                move.text
                for move in game.moves(fs.Left)
                if not move.after.search_outcome().wins(fs.Right, first=True)
            ]
            return [f"{text}." for text in good] == [question.answer]
        case "value":
            return fs.Value(question.answer.removesuffix(".")) == game.search_value()
        case "order":
            order = question.answer.removesuffix(".").split(" < ")
            values = [question.games["ABCD".index(letter)].search_value() for letter in order]
            return all(low < high for low, high in pairwise(values))
        case "thermograph":
            mean, temperature = re.findall(r"-?\d+(?:/\d+)?", question.answer)
            value = game.search_value()
            return (str(value.mean), str(value.temperature)) == (mean, temperature)
    return False


def test_every_answer_is_right(sheets: list[Worksheet]) -> None:
    kinds = set()
    for sheet in sheets:
        for question in sheet.questions:
            assert _checked(question), question
            assert question.reasons
            kinds.add(question.kind)
    assert kinds == {"who", "move", "value", "order", "thermograph"}


@pytest.mark.long
@pytest.mark.parametrize("name", games.names())
def test_every_game_has_sensible_exercises(name: str) -> None:
    if name in GAMES_WITHOUT_EXERCISES:
        with pytest.raises(NotationError, match="expected games that end, with positions"):
            fs.worksheet(name, questions=3)
        return
    sheets = [fs.worksheet(name, questions=3, level=level, seed=2) for level in (2, 5)]
    questions = [question for sheet in sheets for question in sheet.questions]
    assert all(map(_checked, questions))
    for sheet in sheets:
        asked = [(question.kind, *map(str, question.games)) for question in sheet.questions]
        assert len(set(asked)) == len(asked)


def test_sheets_say_how_the_games_are_played() -> None:
    sheet = fs.worksheet("Nim", "Nim(3,4)", "Domineering", questions=2, level=1)
    assert [line.split(":")[0] for line in sheet.rules] == ["Nim", "Domineering"]
    for text in (sheet.html(), sheet.latex(answers=True)):
        assert "A player takes any number of counters from one heap." in text


def test_reasons_of_a_move_begin_with_the_move() -> None:
    sheet = fs.worksheet("Clobber", questions=6, level=2, seed=1)
    for question in sheet.questions:
        if question.kind == "move":
            assert question.reasons[1].startswith(question.answer.removesuffix("."))


def test_exercises_are_not_trivial() -> None:
    for question in fs.worksheet("Nim", questions=12, level=2).questions:
        assert max(len(question.games[0].moves(player)) for player in fs.Player) >= 2
        assert not any(reason.startswith("Misère play") for reason in question.reasons)


def test_levels_choose_the_kinds(sheets: list[Worksheet]) -> None:
    for sheet in sheets:
        assert {question.kind for question in sheet.questions} <= set(LEVELS[sheet.level])


def test_a_seed_makes_the_same_sheet() -> None:
    first, again = (fs.worksheet("Domineering", questions=3, seed=5) for _ in range(2))
    other = fs.worksheet("Domineering", questions=3, seed=6)
    assert first == again != other
    assert first.html() == again.html()
    assert first.latex(answers=True) == again.latex(answers=True)


@pytest.mark.parametrize("bound", [{"seconds": 0}, {"nodes": 20}])
def test_a_budget_that_is_used_up_makes_no_shorter_sheet(bound: dict[str, int]) -> None:
    with fs.engine.budget(**bound), pytest.raises(BudgetExceeded):
        fs.worksheet("Domineering", level=5, seed=92)


def test_progress_counts_the_exercises() -> None:
    told: list[tuple[int, int]] = []
    fs.worksheet("Nim", questions=3, progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 3), (1, 3), (2, 3)]


class _Balanced(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "br", "rect", "circle", "path", "line", "use", "image"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            assert self.open.pop() == tag


def test_pages_are_complete(sheets: list[Worksheet]) -> None:
    for sheet in sheets:
        for answers in (False, True):
            page = sheet.html(answers=answers)
            parser = _Balanced()
            parser.feed(page)
            assert parser.open == []
            assert page.count("<figure>") == sum(len(q.games) for q in sheet.questions)
            text = sheet.latex(answers=answers)
            assert text.count(r"\begin{minipage}") == text.count(r"\end{minipage}")
            assert text.isascii() or not re.search("[↑↓⇑⇓∗±]", text)
        # The questions do not give the answers away.
        for question in sheet.questions:
            assert not any(reason in sheet.html() for reason in question.reasons)


def test_pdf_is_the_same_every_time() -> None:
    pytest.importorskip("matplotlib")
    sheet = fs.worksheet("Domineering", questions=2, level=5, seed=1)
    assert sheet.pdf().startswith(b"%PDF")
    assert sheet.pdf(answers=True) == sheet.pdf(answers=True)


def test_the_command_writes_two_sheets(tmp_path: Path) -> None:
    file = tmp_path / "nim.html"
    result = run("worksheet", "Nim", "--questions", 2, "--seed", 4, "--out", file)
    assert result.exit_code == 0, result.output
    sheet = fs.worksheet("Nim", questions=2, seed=4)
    assert file.read_text(encoding="utf-8") == sheet.html()
    answers = tmp_path / "nim-answers.html"
    assert answers.read_text(encoding="utf-8") == sheet.html(answers=True)
    printed = run("worksheet", "Nim", "--questions", 2, "--seed", 4, "--format", "latex")
    assert printed.stdout == sheet.latex()
    both = run("worksheet", "Nim", "--questions", 2, "--seed", 4, "--format", "html", "--out", file)
    assert both.exit_code == 0, both.output
    assert file.read_text(encoding="utf-8") == sheet.html()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_latex_fits_on_the_page(tmp_path: Path) -> None:
    # Long names of boards are broken between rows, and wide boards are scaled down.
    sheet = fs.worksheet("Domineering", "ToadsAndFrogs(TTTTTT.....FFFFFF)", questions=8, level=4)
    paths = sheet.save(tmp_path / "order.tex")
    for path in paths:
        command = ["pdflatex", "-interaction=batchmode", path.name]
        subprocess.run(command, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
        log = path.with_suffix(".log").read_text(encoding="latin-1")
        assert "Overfull" not in log, log
        # Two answers with their reasons fit on a page.
        found = re.search(r"(\d+) pages?", log)
        assert found is not None
        assert int(found[1]) <= 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "expected the name of a game"),
        (["Domineerin"], "did you mean Domineering?"),
        (["Nim", "--level", "6"], "expected a level from 1 to 5, got 6"),
        (["Nim", "--questions", "0"], "expected the number of questions"),
        (["Nim", "--questions", "999"], "expected at most 60 questions"),
        (["Nim", "--format", "odt"], "expected a format, one of html, latex, pdf"),
        (["Nim", "--out", "x.odt"], "expected a file name that ends in .html, .tex, .pdf"),
        (["Nim", "--level", "5", "--questions", "1", "--out", "x.pdf", "--answers"], "--out FILE"),
        (["Nim", "--format", "pdf", "--out", "x.html"], "ends in .pdf for --format pdf"),
        (["{1|0}(2"], "expected"),
    ],
)
def test_bad_input(words: list[str], said: str) -> None:
    result = run("worksheet", *words)
    assert result.exit_code == 2, result.output
    assert said in result.stderr


def test_a_game_that_runs_out_of_positions() -> None:
    result = run("worksheet", "Nim(2,1)", "--questions", 50, "--level", 1)
    assert result.exit_code == 0
    assert "of 50 exercises; these games have no more positions" in result.stderr
