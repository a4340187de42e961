"""SQL over a survey reads the survey and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import farstar as fs
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
    frame = survey.frame()
    for letter, count in answer.rows:
        assert frame.filter(frame["outcome"] == letter).height == count
    assert survey.sql("select sum(p) as s from survey").rows == [(frame["p"].sum(),)]


def test_partitions_are_columns(survey: fs.Survey) -> None:
    assert survey.sql("select count(distinct block) from survey").rows == [(6,)]
    assert survey.frame()["block"].n_unique() == 6
    assert survey.scan().collect().equals(survey.frame())


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
    sql = "select 'nan'::double, 'inf'::double, '-inf'::float, null, [1.5, 'nan'::double], 0.5"
    done = run("query", survey.path, "--json", sql)

    def refuse(name: str) -> None:
        raise AssertionError(name)

    data = json.loads(done.stdout, parse_constant=refuse)
    assert data["rows"] == [["NaN", "Infinity", "-Infinity", None, [1.5, "NaN"], 0.5]]


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
    assert opened.frame().height == 8


@pytest.mark.parametrize("name", ["a=3/out", "block=7/out", "k=x/block=9/block=8"])
def test_folders_that_look_like_partitions(name: str, tmp_path: Path) -> None:
    out = tmp_path / name
    fs.survey("grossman-lengths", bound=40, k=[1, 2], out=out, chunks=2)
    opened = fs.Survey.open(out)
    places = [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert sorted(set(opened.frame().select("k", "block").rows())) == places
    assert opened.sql("select distinct k, block from survey order by all").rows == places
    plain = fs.survey("grossman-lengths", bound=40, k=[1, 2], chunks=2)
    assert opened.frame().equals(plain.frame())
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
