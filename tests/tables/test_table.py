"""Tables against plain loops, and every format read back."""

from __future__ import annotations

import csv
import io
import json
import sys
import types
from fractions import Fraction
from html.parser import HTMLParser
from math import gcd
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.tables import FORMATS, INVARIANTS, Condition, Table

# Table 2 of the paper on Partizan Euclid, read as E(p, q) with p < q.
WEIGHTS = {
    10: "{6|2} 3/2 2 0 -1 0 2 0 0 0",
    11: ". {7|2} 0 -3 0 4 3 0 -4 0",
    12: ". . {8|2} {2|2} 1 0 -3 -1 -1 0",
    13: ". . . {9|2} 0 2 3 0 5 4",
    14: ". . . . {10|2} {3|2} -3 0 0 2",
    15: ". . . . . {11|2} 0 3/2 0 0",
}


class Nim(fs.ImpartialRuleset):
    def moves(self, heap: int) -> range:
        return range(heap)


def grundy_values() -> Table:
    return fs.table(fs.Euclid, range(5), range(6), show="grundy")


def test_a_grid_holds_what_a_loop_finds() -> None:
    table = grundy_values()
    for a in range(5):
        for b in range(6):
            assert table.cell(a, b) == fs.Euclid(a, b).search_grundy()
    assert table.axes == ("a", "b", "grundy")


def test_atomic_weights_of_the_paper() -> None:
    table = fs.table(
        fs.PartizanEuclid,
        p=range(10, 16),
        q=range(11, 21),
        show="atomic weight",
        where=lambda p, q: p < q,
    )
    cells = 0
    for p, line in WEIGHTS.items():
        for q, text in enumerate(line.split(), start=11):
            expected = None if text == "." else fs.Value(text)
            assert table.cell(p, q) == expected
            cells += expected is not None
    assert cells == 45


def test_a_list_has_a_row_for_each_position() -> None:
    table = fs.table(fs.GeographyA, 0, range(1, 8), 0, show="value, mean, temperature")
    assert table.headings == ("x", "y", "z", "value", "mean", "temperature")
    assert [row[1] for row in table.rows] == list(range(1, 8))
    assert [str(row[3]) for row in table.rows][:4] == ["-1", "*", "{1/2|0}", "{1*|0}"]


@pytest.mark.parametrize("name", sorted(INVARIANTS))
def test_every_invariant_of_some_game(name: str) -> None:
    game = fs.Grossman if name in ("length", "grundy") else fs.PartizanEuclid
    table = fs.table(game, 11, 8, show=name)
    (row,) = table.rows
    assert row[-1] is not None


def test_attributes_and_functions_can_be_shown() -> None:
    invariants: dict[str, Any] = {"twice": lambda g: g.value + g.value, "letters": "signature"}
    table = fs.table(fs.PartizanEuclid, 11, [8], show=invariants)
    assert table.rows == ((11, 8, fs.Value("v4"), fs.Word("rlle")),)
    table = fs.table(fs.PartizanEuclid, [11], [8], show="nicf")
    assert table.axes == ("p", "q", "nicf")


def test_rulesets_and_expressions_make_tables() -> None:
    assert fs.table(Nim(), range(4), show="grundy").rows == tuple((n, n) for n in range(4))
    assert fs.table(Nim(), range(4), show="grundy").headings == ("heap", "grundy")
    values = fs.table("{n|-n} + *", n=range(1, 4)).records()
    assert values == [{"n": n, "value": fs.Value(f"+-({n}*)")} for n in (1, 2, 3)]


def test_variables_stand_alone_in_an_expression() -> None:
    table = fs.table("E(p,q) + E(l2e)", p=[11], q=[8], show="position")
    assert table.rows[0][1] == "E(11,8) + E(8,5)"
    with pytest.raises(fs.NotationError, match="expected a variable of the expression"):
        fs.table("E(11,8)", p=[3])


def test_positions_that_the_rules_do_not_know_stay_empty() -> None:
    table = fs.table("E(p,q)", p=range(3), q=range(1, 3), show="outcome")
    assert table.cell(0, 1) is None
    assert table.cell(1, 2) == "N"
    with pytest.raises(fs.IllegalPositionError):
        fs.table(fs.PartizanEuclid, [0], [0])


def test_games_without_the_invariant_say_so() -> None:
    table = fs.table("{n|-n}", n=[1], show="atomic weight, grundy")
    assert table.records() == [{"n": 1, "atomic weight": None, "grundy": None}]
    assert table.text().endswith("1  -              -")


@pytest.mark.parametrize("show", ["", "nonsense", "value,", "_secret", "a b c!", [], [3]])
def test_bad_invariants(show: Any) -> None:
    with pytest.raises(fs.NotationError, match="expected"):
        fs.table(fs.PartizanEuclid, [5], [3], show=show)


def test_bad_ranges() -> None:
    with pytest.raises(fs.NotationError, match="names"):
        fs.table("E(p,q)", [1], [2])
    with pytest.raises(fs.NotationError, match="a range for each argument"):
        fs.table(fs.Euclid)
    with pytest.raises(fs.NotationError, match="two ranges and one invariant"):
        fs.table(Nim(), range(3), grid=True)
    with pytest.raises(fs.BudgetExceeded):
        fs.table(fs.Euclid, range(10**9), range(2))
    with pytest.raises(fs.BudgetExceeded):
        fs.table(fs.Euclid, range(10**4), range(10**4))


def test_rows_must_fit() -> None:
    with pytest.raises(ValueError, match="rows of 2 cells"):
        Table(("a", "b"), ((1,),))
    with pytest.raises(ValueError, match="stubs"):
        Table(("a",), ((1,),), stubs=2)
    with pytest.raises(KeyError):
        grundy_values().cell(77, 0)


# Formats.


def test_csv_reads_back() -> None:
    table = fs.table(fs.PartizanEuclid, range(1, 12), range(1, 12), show="value")
    rows = list(csv.reader(io.StringIO(table.csv())))
    assert rows[0] == ["p \\ q", *map(str, range(1, 12))]
    for p, row in enumerate(rows[1:], start=1):
        for q, text in enumerate(row[1:], start=1):
            assert fs.Value(text) == fs.PartizanEuclid(p, q).value


def test_json_reads_back() -> None:
    read = json.loads(grundy_values().json())
    assert read["schema"] == "farstar.table/1"
    assert {"a": 2, "b": 5, "grundy": fs.Euclid(2, 5).grundy} in read["records"]
    means = json.loads(fs.table(fs.GeographyA, 0, range(1, 5), 0, show="mean").json())
    assert [record["mean"] for record in means["records"]] == ["-1", "0", "1/4", "1/2"]


class Cells(HTMLParser):
    """Collects the texts of the cells, and checks that tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[tuple[str, dict[str, str | None], str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        if tag in ("td", "th", "caption"):
            self.cells.append((tag, dict(attrs), ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th", "caption"):
            tag, attributes, text = self.cells[-1]
            self.cells[-1] = (tag, attributes, text + data)


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12)


@given(st.lists(TEXTS, min_size=2, max_size=2), TEXTS)
def test_html_is_escaped(texts: list[str], caption: str) -> None:
    reader = Cells()
    reader.feed(Table(("<b>", "&"), (tuple(texts),), caption, stubs=1).html())
    reader.close()
    assert reader.open == []
    cell_texts = [text for _, _, text in reader.cells]
    assert cell_texts == [*([caption] if caption else []), "<b>", "&", *texts]


def test_html_is_accessible() -> None:
    reader = Cells()
    reader.feed(grundy_values().html())
    kinds = [(tag, attributes.get("scope")) for tag, attributes, _ in reader.cells]
    assert kinds[0] == ("caption", None)
    assert kinds[1:8] == [("th", "col")] * 7
    assert kinds[8:10] == [("th", "row"), ("td", None)]


@given(st.lists(TEXTS, min_size=2, max_size=2))
def test_markdown_keeps_its_columns(texts: list[str]) -> None:
    lines = Table(("a", "b"), (tuple(texts),)).markdown().split("\n")
    assert len(lines) == 3
    assert lines[2].replace("\\\\", "").replace("\\|", "").count("|") == 3


def test_latex_is_balanced_and_escaped() -> None:
    table = Table(("50%", "a_b"), (("{x}", fs.Value("{3||2|1}")),), "A & B")
    text = table.latex()
    assert r"50\% & a\_b" in text
    assert r"\{x\}" in text
    assert r"\caption{A \& B}" in text
    for name in ("table", "tabular"):
        assert text.count(rf"\begin{{{name}}}") == text.count(rf"\end{{{name}}}") == 1
    bare = text.replace(r"\{", "").replace(r"\}", "")
    assert bare.count("{") == bare.count("}")


def test_values_too_long_to_write_are_described() -> None:
    value = fs.Word("llrrlrllrlrrlrllrrlrllrlrrlrllrrlrlrllrre").position.value
    long = fs.Value.of([value + 10**9], [value])
    table = Table(("value",), ((value,), (long,)))
    first, second = table.csv().splitlines()[1:]
    assert first == f"({value.follower_count} followers)"
    assert second == "(a long value)"


def test_data_frames() -> None:
    polars = pytest.importorskip("polars")
    frame = fs.table(fs.GeographyA, 0, range(1, 5), 0, show="value, mean").to_polars()
    assert frame.columns == ["x", "y", "z", "value", "mean"]
    assert frame["value"].to_list() == ["-1", "*", "{1/2|0}", "{1*|0}"]
    assert frame["mean"].to_list() == ["-1", "0", "1/4", "1/2"]
    frame = fs.table(fs.GeographyA, 0, range(1, 5), 0, show="mean").to_polars(exact=False)
    assert frame["mean"].dtype == polars.Float64
    big = fs.table(Nim(), [0, 2], show={"power": lambda g: 10**30 if g.state else None})
    assert big.to_polars()["power"].to_list() == [None, str(10**30)]
    assert grundy_values().to_polars().shape == (30, 3)


def test_data_frames_need_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(fs.MissingExtraError, match=r"farstar\[frames\]"):
        grundy_values().to_polars()


class _Pandas(types.ModuleType):
    """Stands in for pandas, which is not required: a frame is the columns that it was given."""

    DataFrame = dict


def test_to_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", _Pandas("pandas"))
    frame = fs.table(fs.GeographyA, 0, range(1, 4), 0, show="value, mean").to_pandas()
    assert frame["mean"] == ["-1", "0", "1/4"]
    assert frame["value"] == ["-1", "*", "{1/2|0}"]
    assert Table(("n",), ()).to_pandas() == {"n": []}
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(fs.MissingExtraError, match="pip install pandas"):
        grundy_values().to_pandas()


def test_parquet(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    path = grundy_values().save(tmp_path / "grundy.parquet")
    assert polars.read_parquet(path).equals(grundy_values().to_polars())
    means = fs.table("{n|0}", n=range(9, 13), show="mean, outcome", grid=False)
    frame = polars.read_parquet(io.BytesIO(means.parquet()))
    assert frame.columns == ["n", "mean", "mean_exact", "outcome"]
    assert frame["mean"].to_list() == [4.5, 5.0, 5.5, 6.0]
    assert frame["mean_exact"].to_list() == ["9/2", "5", "11/2", "6"]


def test_a_list_of_games() -> None:
    table = fs.table(
        [fs.Domineering("2x2"), "E(11,8) + *", fs.Value("^")],
        show="value, outcome",
        where=lambda g: g.outcome != fs.Outcome.L,
    )
    assert table.headings == ("game", "value", "outcome")
    assert [str(row[0]) for row in table.rows] == ["Domineering(..|..)", "E(11,8) + *"]
    assert table.caption == "Value, outcome of 2 games"
    assert table.cell(fs.Domineering("2x2"), "value") == fs.Value("+-1")


@pytest.mark.parametrize("wrong", [{"grid": True}, {"n": range(3)}, {"where": "n > 1"}])
def test_a_list_of_games_takes_no_ranges(wrong: dict[str, Any]) -> None:
    with pytest.raises(fs.NotationError, match="a list of games without ranges"):
        fs.table([fs.Nim(3)], **wrong)
    with pytest.raises(fs.NotationError, match="expected a list of games, got 3"):
        fs.table([3])  # type: ignore[list-item]


@pytest.mark.parametrize("suffix", ["txt", "md", "tex", "csv", "html", "json"])
def test_saving_twice_gives_the_same_bytes(suffix: str, tmp_path: Path) -> None:
    first = grundy_values().save(tmp_path / f"a.{suffix}").read_bytes()
    assert first == grundy_values().save(tmp_path / f"b.{suffix}").read_bytes()
    assert first.endswith(b"\n")


def test_bad_formats(tmp_path: Path) -> None:
    with pytest.raises(fs.NotationError, match=r"\.txt"):
        grundy_values().save(tmp_path / "table.docx")
    with pytest.raises(fs.NotationError, match="markdown"):
        grundy_values().write("docx")
    assert set(FORMATS) == {"text", "markdown", "latex", "latex-macros", "csv", "html", "json"}
    assert r"\combgame" in fs.table("{3||2|n}", n=range(2)).write("latex-macros")


def test_rich_prints_tables() -> None:
    from rich.console import Console

    console = Console(file=io.StringIO(), width=80)
    console.print(Table(("[red]", "b"), (("[/]", Fraction(1, 2)),), "[bold]"))
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert "[red]" in printed
    assert "[/]" in printed
    assert "1/2" in printed


# Conditions.


@given(st.integers(1, 40), st.integers(1, 40))
def test_conditions(p: int, q: int) -> None:
    condition = Condition("q < p < 2*q and gcd(p, q) == 1 or not p % 7 != 0", ["p", "q"])
    assert condition(p, q) == ((q < p < 2 * q and gcd(p, q) == 1) or p % 7 == 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "p <",
        "p < x",
        "p ** 9 < 3",
        "__import__('os')",
        "p.real < 2",
        "p in (1, 2)",
        "p" * 300,
        "(" * 150 + "p",
        "'a' < 'b'",
        "p < 1.5",
        "lambda: 3",
        "gcd(p, *p) > 1",
        "f(p) < 2",
        "p q",
        "(p < 2",
        "p < 2)",
        "p < 2 and",
        "True",
    ],
)
def test_bad_conditions(text: str) -> None:
    with pytest.raises(fs.NotationError, match="expected"):
        Condition(text, ["p", "q"])


def test_a_comparison_with_a_remainder_by_zero_is_false() -> None:
    assert Condition("p % q == 0", ["p", "q"])(3, 0) is False
    assert Condition("p % q", ["p", "q"])(3, 0) is False
    assert Condition("p % q == 0 or p = 3", ["p", "q"])(3, 0) is True


def test_a_notebook_shows_a_corner_of_a_large_table() -> None:
    table = fs.table(fs.Euclid, range(1, 121), range(1, 121), show="grundy")
    html = table._repr_html_()
    assert "the first 40 of 120 rows, 41 of 121 columns" in html
    assert html.count("<tr>") == 41
    assert table.html().count("<tr>") == 121


@pytest.mark.parametrize("size", ["mxk", "mx3", "3xm"])
def test_names_next_to_x_need_a_space(size: str) -> None:
    ranges: dict[str, Any] = {name: [2] for name in "mk" if name in size}
    spaced = size.replace("x", " x ")
    with pytest.raises(fs.NotationError, match=f"a name next to x needs a space: {spaced}$"):
        fs.table(f"Cram({size})", **ranges)
    assert len(fs.table(f"Cram({spaced})", **ranges).rows) == 1
