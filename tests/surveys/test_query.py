"""SQL over a survey reads the survey and nothing else."""

from __future__ import annotations

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import pytest

import farstar as fs
from farstar.surveys import _query
from farstar.tables import read_csv
from tests.running import run


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> fs.Survey:
    out = tmp_path_factory.mktemp("query") / "out"
    fs.survey(
        "E(p,q)",
        p=range(2, 30),
        q=range(1, 30),
        where="q < p",
        show="outcome, value, temperature",
        out=out,
        chunks=6,
    )
    return fs.Survey.open(out)


def test_counts(survey: fs.Survey) -> None:
    answer = survey.sql("select outcome, count(*) as n from survey group by 1 order by 1")
    assert answer.columns == ("outcome", "n")
    frame = survey.to_polars()
    for letter, count in answer.rows:
        assert frame.filter(frame["outcome"] == letter).height == count
    assert survey.sql("select sum(p) as s from survey").rows == [(frame["p"].sum(),)]


def test_partitions_are_columns(survey: fs.Survey) -> None:
    assert survey.sql("select count(distinct block) from survey").rows == [(6,)]
    assert survey.to_polars()["block"].n_unique() == 6
    assert survey.scan().collect().equals(survey.to_polars())


def test_rationals(survey: fs.Survey) -> None:
    rows = survey.sql("select num('7/2'), num('-3'), num('-1/4')").rows
    assert rows == [(3.5, -3.0, -0.25)]


def test_b_files(survey: fs.Survey) -> None:
    sql = "select p, count(*) filter (outcome = 'P') from survey group by p order by p"
    lines = survey.sql(sql).b_file().splitlines()
    assert lines[:3] == ["2 1", "3 1", "4 2"]
    assert len(lines) == 28
    for bad in ("select p, outcome from survey", "select p from survey"):
        with pytest.raises(fs.NotationError, match="two columns of integers"):
            survey.sql(bad).b_file()
    with pytest.raises(fs.NotationError, match="consecutive indices"):
        survey.sql("select p, q from survey").b_file()


def test_formats(survey: fs.Survey) -> None:
    answer = survey.sql("select p, q, outcome from survey where p = 8 and q > 5 order by q")
    assert answer.csv() == "p,q,outcome\n8,6,L\n8,7,L\n"
    assert "8  7  L" in answer.table().text()


def test_json_is_json(survey: fs.Survey) -> None:
    """NaN and Infinity are no JSON: they are texts, so that nobody takes them for null."""
    sql = """
    select 'nan'::double, 'inf'::double, '-inf'::float, null, [1.5, 'nan'::double], 0.5::double
    """
    done = run("query", survey.path, "--json", sql)

    def refuse(name: str) -> None:
        raise AssertionError(name)

    data = json.loads(done.stdout, parse_constant=refuse)
    assert data["rows"] == [["NaN", "Infinity", "-Infinity", None, [1.5, "NaN"], 0.5]]


def test_decimals_keep_all_digits(survey: fs.Survey) -> None:
    """In JSON they are texts, because most readers make doubles of numbers."""
    sql = """
    select cast('12345678901234567.5' as decimal(20, 1)) as a, -0.50 as b, 2.0 as c,
        cast(3 as decimal(20, 0)) as d, cast('-99999999999999999999999999999999999999' as
        decimal(38, 0)) as e, 0.0000000001 as f, [0.1] as g, {'decimal': 0.3, 'x': [1]} as h
    """
    (row,) = survey.sql(sql).rows
    expected = (
        Decimal("12345678901234567.5"),
        *(Decimal("-0.50"), Decimal("2.0"), 3, -(10**38) + 1, Decimal("1E-10")),
        [Decimal("0.1")],
        {"decimal": Decimal("0.3"), "x": [1]},
    )
    assert row == expected
    assert [type(cell) for cell in row] == [type(cell) for cell in expected]
    done = run("query", survey.path, "--json", sql)
    assert json.loads(done.stdout)["rows"] == [
        [
            *("12345678901234567.5", "-0.50", "2.0", 3, -(10**38) + 1, "1E-10"),
            ["0.1"],
            {"decimal": "0.3", "x": [1]},
        ]
    ]
    for option in ("--csv", "--no-verify"):
        assert "12345678901234567.5" in run("query", survey.path, option, sql).stdout
    assert survey.sql("select 0.1::decimal(10, 2) + 0.2").rows == [(Decimal("0.30"),)]


@pytest.mark.parametrize(
    "sql",
    [
        "values (1)",
        "from survey limit 1",
        "describe survey",
        "summarize survey",
        "with x as (select 1) select * from x",
    ],
)
def test_queries_that_are_no_select(sql: str, survey: fs.Survey) -> None:
    """The message about other statements names them all."""
    assert survey.sql(sql).rows
    with pytest.raises(fs.NotationError, match="expected one query that only reads") as no:
        survey.sql("drop view survey")
    assert sql.split()[0] in str(no.value)


@pytest.mark.parametrize(
    "sql",
    [
        "select * from read_csv('/etc/passwd')",
        "select * from read_text('{file}')",
        "select * from '{file}'",
        "select * from glob('/*')",
        "select * from sniff_csv('{file}')",
        "select * from parquet_metadata('{file}')",
        "select * from 'https://localhost/data.csv'",
        "select * from duckdb_secrets()",
        "select getenv('HOME')",
        "select * from query('copy survey to ''{file}''')",
        "copy (select 1) to '{file}'",
        "copy survey to '{folder}/data/more.parquet'",
        "attach '{file}'",
        "install httpfs",
        "load httpfs",
        "set enable_external_access = true",
        "create table t as select 1",
        "drop view survey",
        "pragma database_list",
        "export database '{folder}'",
        "select 1; select 2",
        "selec 1",
        "",
        "select * from elsewhere",
    ],
)
def test_nothing_else_can_be_read_or_written(sql: str, survey: fs.Survey, tmp_path: Path) -> None:
    file = tmp_path / "other.csv"
    file.write_text("secret\n1\n")
    before = sorted(survey.path.rglob("*"))
    with pytest.raises(fs.NotationError, match="expected"):
        survey.sql(sql.format(file=file, folder=survey.path))
    assert sorted(survey.path.rglob("*")) == before
    assert file.read_text() == "secret\n1\n"


def test_folders_with_quotes(tmp_path: Path) -> None:
    out = tmp_path / "it's [here]*"
    fs.survey("partizan-euclid-census", bound=50, out=out, chunks=2)
    opened = fs.Survey.open(out)
    assert opened.sql("select count(*) from survey").rows == [(8,)]
    assert opened.to_polars().height == 8


@pytest.mark.parametrize("name", ["a=3/out", "block=7/out", "k=x/block=9/block=8"])
def test_folders_that_look_like_partitions(name: str, tmp_path: Path) -> None:
    out = tmp_path / name
    fs.survey("grossman-lengths", bound=40, k=[1, 2], out=out, chunks=2)
    opened = fs.Survey.open(out)
    places = [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert sorted(set(opened.to_polars().select("k", "block").rows())) == places
    assert opened.sql("select distinct k, block from survey order by all").rows == places
    plain = fs.survey("grossman-lengths", bound=40, k=[1, 2], chunks=2)
    assert opened.to_polars().equals(plain.to_polars())
    assert opened.summary() == plain.summary()


def test_time_limits_reach_the_query(survey: fs.Survey) -> None:
    sql = (
        "select count(*) from survey a, survey b, survey c, survey d where a.p * b.q % 7 = c.p % 5"
    )
    with pytest.raises(fs.BudgetExceeded, match="out of time"), fs.engine.budget(seconds=0.3):
        survey.sql(sql)


def test_memory_limits_reach_the_query(survey: fs.Survey) -> None:
    sql = "select list(a.i * 1000 + b.i) from range(1000) a(i), range(1000) b(i)"
    with fs.engine.budget(memory=2_000_000), pytest.raises(fs.BudgetExceeded, match="memory"):
        survey.sql(sql)


@pytest.mark.parametrize(
    "sql", ["select repeat('a', 1000000000)", "select length(repeat('a', 4000000000))"]
)
def test_a_single_cell_does_not_outlive_the_limit(sql: str, survey: fs.Survey) -> None:
    """DuckDB hears no interrupt while it computes a cell, so its process is killed."""
    with pytest.raises(fs.BudgetExceeded, match="out of time"), fs.engine.budget(seconds=0.2):
        survey.sql(sql)
    with fs.engine.budget(memory=50_000_000), pytest.raises(fs.BudgetExceeded, match="memory"):
        survey.sql(sql)
    assert survey.sql("select count(*) from survey").rows == [(len(survey),)]


def test_a_query_whose_process_is_killed(
    survey: fs.Survey, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exchange(child: subprocess.Popen[bytes], request: bytes) -> bytes:
        child.kill()
        return b""

    with monkeypatch.context() as patched:
        patched.setattr(_query, "_exchange", exchange)
        with pytest.raises(fs.BudgetExceeded, match="out of memory: the process of the query"):
            survey.sql("select 1")
    assert survey.sql("select 1").rows == [(1,)]


def test_one_process_answers_many_queries(survey: fs.Survey) -> None:
    survey.sql("select 1")
    ((_, child),) = _query._idle
    for number in range(3):
        assert survey.sql(f"select {number}").rows == [(number,)]
    assert [waiting for _, waiting in _query._idle] == [child]


def test_nothing_of_one_query_is_left_for_the_next(survey: fs.Survey) -> None:
    """Each has a connection of its own, and may not change the settings."""
    with fs.engine.budget(memory=60_000_000):
        limits = survey.sql("select current_setting('memory_limit')").rows
    assert survey.sql("select current_setting('memory_limit')").rows != limits


def test_queries_at_the_same_time(survey: fs.Survey) -> None:
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(survey.sql, [f"select {n}" for n in range(6)]))
    assert [answer.rows for answer in answers] == [[(n,)] for n in range(6)]
    assert len(_query._idle) == 1


def test_cells_that_are_no_formulas(survey: fs.Survey) -> None:
    sql = "select '=1+1' as a, '+-1' as b, '@x' as c, -1 as d, '-1/2' as e, -0.5::double as f"
    text = survey.sql(sql).csv()
    assert text == "a,b,c,d,e,f\n'=1+1,'+-1,'@x,-1,-1/2,-0.5\n"
    assert read_csv(text)[1] == ["=1+1", "+-1", "@x", "-1", "-1/2", "-0.5"]
    assert run("query", survey.path, "--csv", sql).stdout == text


def test_the_former_name_of_to_polars_warns() -> None:
    survey = fs.survey("*n", n=range(3))
    with pytest.warns(DeprecationWarning, match="use to_polars"):
        assert survey.frame().equals(survey.to_polars())
