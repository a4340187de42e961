"""Surveys of users' games: rulesets, classes, expressions and files."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.surveys._positions import Points


class Subtraction(fs.ImpartialRuleset):
    """Take 1, 3 or 4."""

    def moves(self, heap: int) -> list[int]:
        return [heap - k for k in (1, 3, 4) if k <= heap]


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=3), st.integers(0, 130), st.integers(0, 130)
)
def test_slices_of_a_product(sizes: list[int], start: int, stop: int) -> None:
    points = Points({f"x{i}": range(n) for i, n in enumerate(sizes)})
    every = [points[i] for i in range(len(points))]
    assert every == sorted(set(every))
    start, stop = sorted((min(start, len(points)), min(stop, len(points))))
    assert list(points.slice(start, stop)) == every[start:stop]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_ruleset(jobs: int) -> None:
    # Other processes cannot import this module, but they can be sent a class from a function.
    class Subtraction(fs.ImpartialRuleset):
        def moves(self, heap: int) -> list[int]:
            return [heap - k for k in (1, 3, 4) if k <= heap]

    survey = fs.survey(Subtraction(), range(60), show="grundy, outcome", chunks=5, jobs=jobs)
    expected = [(n, Subtraction()(n).grundy, str(Subtraction()(n).outcome)) for n in range(60)]
    assert survey.to_polars().drop("block").rows() == expected
    assert survey.name == "Subtraction(heap)"


@pytest.mark.long
def test_a_ruleset_of_a_module_travels() -> None:
    alone = fs.survey(Subtraction(), range(60), chunks=2)
    assert (
        fs.survey(Subtraction(), range(60), chunks=2, jobs=2).to_polars().equals(alone.to_polars())
    )


def test_the_same_as_a_table() -> None:
    options: dict[str, Any] = {
        "p": range(2, 20),
        "q": range(1, 20),
        "where": "q < p and gcd(p, q) == 1",
        "show": "value, mean, outcome, atomic weight",
    }
    survey = fs.survey(fs.PartizanEuclid, chunks=7, **options)
    table = fs.table(fs.PartizanEuclid, **options, grid=False)
    rows = survey.to_polars().drop("block", "mean").rows()
    assert [tuple(map(str, row)) for row in rows] == [tuple(map(str, row)) for row in table.rows]


def test_functions_and_types() -> None:
    def half(g: fs.Position) -> Fraction:
        return Fraction(g.grundy, 2)

    def is_even(g: fs.Position) -> bool:
        return g.grundy % 2 == 0

    def ratio(g: fs.Position) -> float:
        return g.grundy / 4

    survey = fs.survey(Subtraction(), range(10), show=[half, is_even, ratio, "grundy"])
    kinds = {name: str(kind) for name, kind in survey.to_polars().schema.items()}
    assert kinds == {
        "heap": "Int64",
        "half": "Float64",
        "half_exact": "String",
        "is_even": "Boolean",
        "ratio": "Float64",
        "grundy": "Int64",
        "block": "Int64",
    }
    assert survey.sql("select half, half_exact, is_even from survey where heap = 3").rows == [
        (0.5, "1/2", False)
    ]


def test_types_do_not_depend_on_samples() -> None:
    def strange(g: fs.Position) -> Any:
        return "many" if g.grundy == 3 else 1

    def late(g: fs.Position) -> int:
        return "many" if g.grundy == 3 else 1  # type: ignore[return-value]

    with pytest.raises(fs.SurveyError, match="a type for the column 'result', got the number 0"):
        fs.survey(Subtraction(), range(8), show=lambda g: g.grundy)
    survey = fs.survey(Subtraction(), range(8), show=strange, types={"strange": str})
    assert survey.to_polars()["strange"].to_list() == ["1"] * 5 + ["many", "1", "1"]
    with pytest.raises(fs.SurveyError, match="expected Int64 in the column 'late', got 'many' at"):
        fs.survey(Subtraction(), range(8), show=late)
    # No position at all: the types are the same.
    empty = fs.survey(Subtraction(), range(0), show=[strange, late, "grundy", "is_impartial"])
    kinds = {name: str(kind) for name, kind in empty.to_polars().schema.items()}
    assert list(kinds.values()) == ["String", "String", "Int64", "Int64", "Boolean"]


def test_declared_types(tmp_path: Path) -> None:
    options: dict[str, Any] = {"show": {"twice": lambda g: 2 * g.grundy, "grundy": "grundy"}}
    plain = fs.survey(Subtraction(), range(6), types={"twice": str}, **options)
    assert plain.to_polars()["twice"].to_list() == ["0", "2", "0", "2", "4", "6"]
    declared = fs.survey(
        Subtraction(), range(6), types={"twice": int, "grundy": float}, **options
    ).to_polars()
    assert declared["twice"].to_list() == [0, 2, 0, 2, 4, 6]
    assert declared["grundy"].to_list() == [0.0, 1.0, 0.0, 1.0, 2.0, 3.0]
    with pytest.raises(fs.SurveyError, match="expected types for what is shown, twice, grundy"):
        fs.survey(Subtraction(), range(6), types={"thrice": int}, **options)
    with pytest.raises(
        fs.SurveyError, match="to be int, float, fraction, bool or str, got 'Object'"
    ):
        fs.survey(Subtraction(), range(6), types={"twice": "Object"}, **options)
    file = tmp_path / "game.py"
    file.write_text(
        "game = '{n|-n}'\ntypes = {'half': 'float'}\nshow = 'half'\n"
        "def half(g):\n    return float(g.mean) / 2\n"
    )
    assert fs.survey(file, n=range(3)).to_polars()["half"].to_list() == [0.0, 0.0, 0.0]
    file.write_text("import types\n\ngame = '{n|-n}'\nshow = 'mean'\n")
    assert fs.survey(file, n=range(3)).to_polars()["mean"].to_list() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("asked", "named", "message"),
    [
        ("value", {"value": range(3)}, "got 'value' twice"),
        ("outcome", {"n": range(3), "N": range(2)}, "got 'N' twice"),
        ("value, value", {"n": range(3)}, "got 'value' twice"),
        ({"block": "value"}, {"n": range(3)}, "got 'block' twice"),
        ({"a\nb": "value"}, {"n": range(3)}, "expected the name of a column"),
    ],
)
def test_columns_that_cannot_be_told_apart(asked: Any, named: dict[str, Any], message: str) -> None:
    expression = " + ".join(f"*{name}" for name in named)
    with pytest.raises(fs.SurveyError, match=message):
        fs.survey(expression, show=asked, **named)


def test_errors_name_the_position() -> None:
    def bad(g: fs.Position) -> int:
        return 1 // (g.grundy - 1)

    with pytest.raises(fs.SurveyError, match="ZeroDivisionError at heap=1"):
        fs.survey(Subtraction(), range(4), show=bad)
    with pytest.raises(fs.SurveyError, match="NotationError at heap=0: expected an invariant"):
        fs.survey(Subtraction(), range(4), show="no such thing")


def test_ranges_that_cannot_be_used() -> None:
    with pytest.raises(fs.SurveyError, match="expected a range"):
        fs.survey(Subtraction())
    with pytest.raises(fs.SurveyError, match="expected ranges for"):
        fs.survey(Subtraction(), bound=5)
    with pytest.raises(fs.SurveyError, match="with names"):
        fs.survey("*n", range(4))
    with pytest.raises(fs.SurveyError, match="at most"):
        fs.survey("*n + *m", n=range(10**9), m=range(10**9))
    empty = fs.survey("*n", n=range(0))
    assert empty.to_polars().rows() == []
    assert empty.sql("select count(*) from survey").rows == [(0,)]


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text(
        "import farstar as fs\n"
        "class Heaps(fs.ImpartialRuleset):\n"
        "    def moves(self, n):\n"
        "        return range(n)\n"
        "def twice(g) -> int:\n"
        "    return 2 * g.grundy\n"
        "show = ['grundy', twice]\n"
        "def where(n):\n"
        "    return n % 2\n"
    )
    serial = fs.survey(file, n=range(9))
    assert serial.to_polars().drop("block").rows() == [(n, n, 2 * n) for n in (1, 3, 5, 7)]
    pool = fs.survey(str(file), n=range(9), jobs=2, chunks=3)
    assert pool.to_polars().drop("block").equals(serial.to_polars().drop("block"))
    survey = fs.survey(file, n=range(3), show="twice, outcome", where="n >= 0")
    assert survey.to_polars().columns == ["n", "twice", "outcome", "block"]


def test_a_game_of_a_file_by_name(tmp_path: Path) -> None:
    file = tmp_path / "games.py"
    file.write_text(
        "import farstar as fs\n"
        "class One(fs.ImpartialRuleset):\n"
        "    def moves(self, n):\n"
        "        return range(n)\n"
        "class Two(One):\n"
        "    def moves(self, n):\n"
        "        return [n - 1] if n else []\n"
    )
    with pytest.raises(fs.SurveyError, match="got One, Two"):
        fs.survey(file, n=range(5))
    with pytest.raises(fs.SurveyError, match="expected 'Three' to be defined"):
        fs.survey(f"{file}:Three", n=range(5))
    survey = fs.survey(f"{file}:Two", n=range(5), show="grundy")
    assert survey.to_polars()["grundy"].to_list() == [0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", "expected one ruleset in"),
        ("x = = 1\n", "line 1: SyntaxError"),
        ("\n1 / 0\n", "line 2: ZeroDivisionError"),
        ("game = 7\n", "expected a game"),
        ("game = '*n'\nranges = 3\n", "to be a dictionary"),
        ("game = '*n'\nwhere = 'm < 3'\n", "expected a condition on n"),
    ],
)
def test_bad_files(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(text)
    with pytest.raises(fs.FarstarError, match=message):
        fs.survey(file, n=range(5))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(fs.SurveyError, match="No such file"):
        fs.survey(tmp_path / "none.py", n=range(5))
    (tmp_path / "bytes.py").write_bytes(b"\xff\xfe")
    with pytest.raises(fs.SurveyError, match="not text"):
        fs.survey(tmp_path / "bytes.py", n=range(5))


def test_budgets_reach_the_work() -> None:
    with pytest.raises(fs.BudgetExceeded), fs.engine.budget(nodes=50):
        fs.survey("{n|-n} + {m|-m} + *k", n=range(30), m=range(30), k=range(9), chunks=2)


def test_the_reference_engine(tmp_path: Path) -> None:
    native = fs.survey("partizan-euclid-values", bound=30)
    with fs.engine.use("reference"):
        reference = fs.survey("partizan-euclid-values", bound=30)
    assert reference.versions["engine"] == "reference"
    assert native.to_polars().equals(reference.to_polars())


def test_missing_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    calls: dict[str, Callable[[], object]] = {
        "polars": lambda: fs.survey("partizan-euclid-census", bound=20),
        "duckdb": lambda: fs.survey("partizan-euclid-census", bound=20).sql("select 1"),
        "distributed": lambda: fs.survey("partizan-euclid-census", bound=20, cluster="local"),
    }
    for module, call in calls.items():
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, module, None)
            extra = "cluster" if module == "distributed" else "survey"
            with pytest.raises(fs.MissingExtraError, match=rf"farstar\[{extra}\]"):
                call()
