"""What a new user types first, each of which once failed or lost something."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import pytest

import farstar as fs
from farstar.cli._show import picture
from farstar.papers.beyond.densities import win_probability
from tests.running import run

# Tables in a narrow terminal.


def test_a_wide_table_is_cut_into_blocks_and_loses_nothing() -> None:
    table = fs.table("Nim(a,b)", a=range(4), b=range(21))
    text = table.text(width=80)
    assert max(map(len, text.splitlines())) <= 80
    blocks = [[line.split() for line in block.splitlines()] for block in text.split("\n\n")]
    del blocks[0][0]  # the caption
    assert [block[0][:3] for block in blocks] == [["a", "\\", "b"]] * len(blocks)
    assert [n for block in blocks for n in block[0][3:]] == [str(n) for n in range(21)]
    rows = [[cell for block in blocks for cell in block[2 + a][1:]] for a in range(4)]
    assert rows == [[str(fs.Nim(a, b).value) for b in range(21)] for a in range(4)]


def test_a_column_that_is_too_wide_stands_alone() -> None:
    table = fs.Table(("n", "a", "b"), ((1, "x" * 30, "y"),), stubs=1)
    assert table.text(width=10).count("n  ") == 2
    assert "x" * 30 in table.text(width=10)


def test_a_table_without_other_columns_is_whole() -> None:
    assert fs.Table(("n",), ((1,),), stubs=1).text(width=1) == "n\n-\n1"


def test_columns_that_are_too_wide_begin_at_the_left() -> None:
    table = fs.table("Domineering(a x b)", a=range(3, 5), b=range(3, 5))
    assert table.text(width=30).split("\n\n")[1] == "\n".join(
        [
            "a \\ b  4",
            "-" * 30,
            "    3  -3/2",
            "    4  +-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}",
        ]
    )
    walls = fs.table("{n|0}", n=[1], show="thermograph").text(width=30)
    assert len(walls.splitlines()) == 4


def test_the_terminal_gets_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    from farstar.cli import table as module

    monkeypatch.setattr(sys.stdout.__class__, "isatty", lambda _: True, raising=False)
    monkeypatch.setenv("COLUMNS", "40")
    printed: list[str] = []
    monkeypatch.setattr(click, "echo", lambda text, err=False: printed.append(text))
    module._show(fs.table("Nim(a,b)", a=range(2), b=range(21)), unicode=False)
    caption, cells = printed
    assert max(map(len, caption.splitlines() + cells.splitlines())) <= 40
    assert "..." not in cells
    printed.clear()
    module._show(fs.table(["+-{*,^} + {3||2|1} + {7|5||-1|-2}"]), unicode=False)
    caption, cells, note = printed
    assert max(map(len, cells.splitlines())) == 40
    assert cells.endswith("...")
    assert note == "note: wide cells are cut off here; --out table.csv keeps them"


# Boards.


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("Clobber(xo:ox)", 10),
        ("1 + Clobber( xo|o: )", 17),
        ("Clobber(xo|oxo)", 11),
        ("Clobber(xo/oxo)", 11),
    ],
)
def test_the_caret_is_below_the_fault(text: str, column: int) -> None:
    with pytest.raises(fs.IllegalPositionError) as caught:
        fs.parse(text)
    assert caught.value.column == column


def test_slashes_separate_rows_too() -> None:
    assert fs.parse("Clobber(xo/ox)") == fs.Clobber("xo / ox") == fs.Clobber("xo|ox")


def test_ranges_by_name_give_the_sizes_of_boards_and_heaps() -> None:
    table = fs.table(fs.Domineering, a=range(1, 4), b=range(1, 3))
    assert table.headings == ("a \\ b", 1, 2)
    assert table.cell(3, 2) == fs.Value("{1/2|-2}")
    turned = fs.table(fs.Domineering, columns=range(1, 3), rows=range(1, 4))
    assert turned.cell(2, 3) == fs.Value("{1/2|-2}")
    assert fs.table(fs.Nim, a=range(3), b=range(3)).cell(1, 2) == fs.star(3)


@pytest.mark.parametrize(
    ("game", "names", "message"),
    [
        (fs.PartizanEuclid, ("a", "b"), "expected ranges for p, q, got a, b"),
        (fs.Domineering, ("board", "c"), "expected ranges for board, got board, c"),
        (lambda n: fs.Nim(n), ("m",), "expected ranges for n, got m"),
    ],
)
def test_ranges_for_arguments_that_there_are_not(
    game: Any, names: tuple[str, ...], message: str
) -> None:
    with pytest.raises(fs.NotationError, match=message):
        fs.table(game, **dict.fromkeys(names, range(2)))  # type: ignore[arg-type]


def test_boards_are_made_of_their_size() -> None:
    assert fs.Domineering(3, 4) == fs.Domineering("3x4") == fs.parse("Domineering(3, 4)")
    table = fs.table(fs.Domineering, range(1, 3), range(1, 4))
    assert table.headings == ("rows \\ columns", 1, 2, 3)
    assert table.cell(2, 2) == fs.Value("+-1")


@pytest.mark.parametrize("size", [(3,), (3, 3, 3), (3, "x"), (0, 3), ("..", 2)])
def test_what_is_no_size_is_refused_in_words(size: tuple[object, ...]) -> None:
    with pytest.raises(fs.IllegalPositionError, match=r"expected .*rows and columns"):
        fs.Domineering(*size)  # type: ignore[arg-type]


def test_snort_on_a_graph_is_called_snort() -> None:
    cycle = fs.Snort("cycle 6")
    assert cycle == fs.GraphSnort("cycle 6") == fs.parse("Snort(cycle 6)")
    assert repr(cycle).startswith("Snort('......', ")
    assert eval(repr(cycle), {"Snort": fs.Snort}) == cycle
    assert fs.Col("...", [(0, 1)]) == fs.GraphCol("...", [(0, 1)])
    assert fs.Col(2, 3) == fs.Col("...|...")


# Python.


@pytest.mark.parametrize("name", ["Left", "left", "L", "l", "LEFT"])
def test_players_by_name(name: str) -> None:
    assert fs.Nim(3, 5).winning_moves(name) == fs.Nim(3, 5).winning_moves(fs.Left)


class _Index:
    """An integer of some other library."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def test_integers_of_other_libraries() -> None:
    three = _Index(3)
    assert fs.Nim(three) == fs.Nim(3)  # type: ignore[arg-type]
    assert fs.Euclid(three, _Index(2)) == fs.Euclid(3, 2)  # type: ignore[arg-type]
    assert three * fs.Nim(1) == 3 * fs.Nim(1)  # type: ignore[arg-type]
    assert fs.Domineering(three, three) == fs.Domineering("3x3")  # type: ignore[arg-type]
    assert type(fs.Nim(three).state[0]) is int  # type: ignore[arg-type]


def test_saving_into_a_missing_folder_names_the_file(tmp_path: Path) -> None:
    target = tmp_path / "missing" / "value.json"
    with pytest.raises(FileNotFoundError) as caught:
        fs.Value("^").save(target)
    assert caught.value.filename == str(target)


def test_a_value_has_a_value() -> None:
    game = fs.parse("^ + *")
    assert game.value == fs.Value("^*")


def test_a_set_of_multipliers_is_refused_in_words() -> None:
    with pytest.raises(fs.IllegalPositionError, match=r"largest multiplier.*got \{1, 4\}"):
        win_probability({1, 4})  # type: ignore[arg-type]


# Pictures.


def test_the_mast_stands_at_the_mean() -> None:
    graph = fs.Value("{9|3||1|-2}").thermograph()
    lines = picture(graph)
    labels = lines[-1]
    three, one = labels.index("3"), labels.index("1")
    mast = lines[0].rindex("|")
    # The mean is 11/4, an eighth of the way from 3 to 1.
    assert Fraction(mast - three, one - three) == Fraction(1, 8)


def test_plot_does_not_flood_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from farstar.cli import plot

    monkeypatch.setattr(sys, "stdout", _Terminal())
    with pytest.raises(click.UsageError, match="such as --out"):
        plot.command.main(["{1|-1}"], standalone_mode=False)


class _Terminal:
    def isatty(self) -> bool:
        return True


# Papers and files.


def test_a_claim_and_a_ruleset_import_modules_beside_their_file(tmp_path: Path) -> None:
    (tmp_path / "steps_of_mine.py").write_text("LARGEST = 2\n")
    (tmp_path / "mine.py").write_text(
        "import farstar as fs\n"
        "from steps_of_mine import LARGEST\n"
        "class Mine(fs.ImpartialRuleset):\n"
        "    def moves(self, n):\n"
        "        return range(max(0, n - LARGEST), n)\n"
        "game = Mine()\n"
        "ranges = {'n': range(9)}\n"
        "def claim(position):\n"
        "    return position.grundy <= LARGEST\n"
    )
    before = list(sys.path)
    assert "*2" in run("eval", "Mine(5)", "--ruleset", f"{tmp_path / 'mine.py'}:Mine").output
    assert sys.path == before
    done = run("search", "--claim", str(tmp_path / "mine.py"))
    assert "no counterexample in 9 cases" in done.output


def test_an_unknown_command_is_answered_with_the_nearest() -> None:
    assert "got 'serch': did you mean search?" in run("serch").output
    assert "got 'xyzzy'; farstar --help lists the commands" in run("xyzzy").output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("eval", "--show", "meen", "1"), "got 'meen': did you mean mean?"),
        (("table", "Nim(n)", "n=1..3", "--show", "xyzzy"), "got 'xyzzy'; farstar table --help"),
        (("plot", "1", "--kind", "tre", "--out", "x.svg"), "got 'tre': did you mean tree?"),
    ],
)
def test_unknown_names_are_answered_with_the_nearest(words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert (done.exit_code, said in done.output) == (2, True), done.output
    assert len(done.output) < 200


def test_players_are_chosen_in_any_case() -> None:
    assert run("moves", "--player", "Left", "*2").exit_code == 0
    assert run("play", "0", "--side", "RIGHT", "--opponent", "Random").exit_code == 0
