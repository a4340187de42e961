"""SQL over surveys compares and computes numbers as Python's fractions do."""

from __future__ import annotations

import itertools
import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.surveys._query_process import exact_order
from tests.running import run


def test_the_hottest_board(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(
        "survey",
        "Domineering",
        "--boards",
        "3x3",
        "--show",
        "value, temperature, mean",
        "--out",
        out,
    )
    hottest = max(g.temperature for g in map(fs.Value, fs.Survey.open(out).to_polars()["value"]))
    assert hottest == Fraction(3, 2)
    sql = "select max(temperature), max_by(temperature_exact, temperature) from survey"
    answer = json.loads(run("query", out, "--json", sql).stdout)
    assert answer["rows"] == [[1.5, "3/2"]]
    cells = run("query", out, "--csv", sql).stdout.splitlines()[1]
    assert cells == "1.5,3/2"


def random_fractions(source: random.Random) -> list[Fraction]:
    """Return fractions of all sizes, many of which doubles cannot tell apart."""
    numbers = []
    for _ in range(60):
        bits = source.choice([3, 10, 60, 200, 1100])
        above = source.randrange(-(2**bits), 2**bits)
        below = source.choice([1, 2 ** source.randrange(8), source.randrange(1, 2**bits)])
        numbers.append(Fraction(above, below))
        if source.random() < 0.4:
            numbers.append(numbers[-1] + Fraction(1, source.randrange(1, 2 ** (bits + 60))))
    return numbers


def nearest(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else -float("inf")


@pytest.mark.parametrize("seed", range(4))
def test_random_fractions(seed: int) -> None:
    source = random.Random(seed)
    numbers = random_fractions(source)

    def number(n: int) -> Fraction:
        return numbers[n]

    survey = fs.survey(
        lambda n: n, n=range(len(numbers)), show={"x": number}, chunks=source.randrange(1, 5)
    )
    doubles = [nearest(x) for x in numbers]
    assert survey.sql("select x, x_exact from survey order by n").rows == [
        (double, str(x)) for double, x in zip(doubles, numbers, strict=True)
    ]
    assert survey.sql("select min(x), max(x) from survey").rows == [(min(doubles), max(doubles))]
    in_order = [Fraction(x) for (x,) in survey.sql("select x_exact from survey order by x").rows]
    assert all(nearest(a) <= nearest(b) for a, b in itertools.pairwise(in_order))
    exactly = survey.sql("select x_exact from survey order by exact_order(x_exact)").rows
    assert [Fraction(x) for (x,) in exactly] == sorted(numbers)
    last = survey.sql("select max_by(x_exact, exact_order(x_exact)) from survey").rows
    assert last == [(str(max(numbers)),)]
    for bound in source.sample(numbers, 5):
        for sign, wanted in ((">", sum(d > nearest(bound) for d in doubles)), ("=", None)):
            sql = f"select count(*) from survey where x {sign} {nearest(bound)!r}::double"
            count = doubles.count(nearest(bound)) if wanted is None else wanted
            assert survey.sql(sql.replace("inf", "'inf'")).rows == [(count,)]
        larger = f"exact_order(x_exact) > exact_order('{bound}')"
        assert survey.sql(f"select count(*) from survey where {larger}").rows == [
            (sum(x > bound for x in numbers),)
        ]


@pytest.mark.parametrize("seed", range(3))
def test_random_games(seed: int) -> None:
    """Stops, means and temperatures of random switches, and the types of all columns."""
    source = random.Random(seed)
    sides = [(Fraction(source.randrange(-64, 64), 16), source.randrange(9)) for _ in range(80)]

    def game(n: int) -> fs.Value:
        low, width = sides[n]
        return fs.switch(low + width, low) + fs.star(n % 3)

    shown = "mean, temperature, left stop, right stop, grundy, birthday, outcome, is_number, value"
    survey = fs.survey(game, n=range(80), show=shown, chunks=3)
    games = [game(n) for n in range(80)]
    kinds = dict(survey.sql("select column_name, column_type from (describe survey)").rows)
    for name in ("mean", "temperature", "left_stop", "right_stop"):
        exact = [getattr(g, name) for g in games]
        assert (kinds[name], kinds[f"{name}_exact"]) == ("DOUBLE", "VARCHAR")
        (row,) = survey.sql(
            f"select min({name}), max({name}), sum({name}), avg({name}) from survey"
        ).rows
        assert row == (min(exact), max(exact), sum(exact), pytest.approx(float(sum(exact) / 80)))
        rows = survey.sql(f"select {name}_exact from survey order by {name}, n").rows
        assert [Fraction(x) for (x,) in rows] == sorted(exact)
        (count,) = survey.sql(f"select count(*) from survey where {name} > 3/2").rows
        assert count == (sum(x > Fraction(3, 2) for x in exact),)
        assert survey.to_polars()[name].to_list() == exact
    others = {n: kinds[n] for n in ("grundy", "birthday", "outcome", "is_number", "value")}
    assert others == {
        "grundy": "BIGINT",
        "birthday": "BIGINT",
        "outcome": "VARCHAR",
        "is_number": "BOOLEAN",
        "value": "VARCHAR",
    }
    assert survey.sql("select max(birthday), count(grundy) from survey").rows == [
        (max(g.birthday for g in games), sum(g.is_nimber for g in games))
    ]


def test_exact_order() -> None:
    source = random.Random(1)
    numbers = {Fraction(a, b) for a in range(-9, 10) for b in range(1, 10)}
    numbers |= {
        s * Fraction(2**k + d, 3)
        for k in (7, 8, 16, 800, 9000)
        for d in (-1, 0, 1)
        for s in (1, -1)
    }
    numbers |= set(random_fractions(source))
    assert [Fraction(x) for x in sorted(map(str, numbers), key=exact_order)] == sorted(numbers)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 2, 10], "BIGINT"),
        ([1, Fraction(1, 2)], "DOUBLE"),
        ([2**70, 3], "DOUBLE"),
        ([0.5, 10, 9], "DOUBLE"),
        (["a", "b"], "VARCHAR"),
    ],
)
def test_variables_that_are_numbers(values: list[Any], kind: str) -> None:
    survey = fs.survey(lambda n: fs.Value(0), n=values, show="outcome")
    types = dict(survey.sql("select column_name, column_type from (describe survey)").rows)
    assert types["n"] == kind
    assert survey.sql("select max(n) from survey").rows == [(max(values),)]


ODD_TEXTS = [
    *("+-1", "-+1", "+1", "--1", "1_000", "1_0/2", "inf", "-inf", "nan", "Infinity", "1e5", "1E-5"),
    *("1.5", ".5", "1.", "0x10", "0b1", " 1", "1 ", "1\n", "\t2", "", "-", "/", "1/", "/2", "-/2"),
    *("1/0", "-1/0", "0/0", "0/00", "1/2/3", "1/-2", "-1/+2", "1 /2", "1/ 2", "½", "1½", "٣", "３"),
    *("*", "^", "{1|0}", "1*", "true", "null", "t", "1,000", "1d", "5f", "on", "over", "0", "-0"),
    *("007", "-1/02", "0/5", "-7/2", "9007199254740993", "9007199254740993/3", "1/3", "2/6"),
    *("999999999999999/7", "1000000000000001/3", "-123456789012345678901/987654321098765432"),
    *(f"{10**400}", f"-{10**400}", f"{10**400}/{10**399}", f"1/{10**400}", f"{10**400}/7"),
]


def plain_number(text: str) -> float | None:
    """Read a number letter by letter, as the page on surveys describes it."""
    parts = text.removeprefix("-").split("/")
    if len(parts) > 2 or not all(part and set(part) <= set("0123456789") for part in parts):
        return None
    above, below = (*map(int, parts), 1)[:2]
    if not below:
        return None
    return nearest(Fraction(-above if text.startswith("-") else above, below))


def test_num_reads_numbers_and_nothing_else() -> None:
    texts = [*ODD_TEXTS, *map(str, random_fractions(random.Random(5)))]
    survey = fs.survey(lambda n: texts[n], n=range(len(texts)), show={"text": str})
    rows = survey.sql("select text, num(text) from survey order by n").rows
    assert rows == [(text, plain_number(text)) for text in texts]
    assert sum(number is None for _, number in rows) > 50
    for text, number in rows[: len(ODD_TEXTS)]:
        constant = survey.sql("select num('" + text.replace("'", "''") + "')").rows
        assert constant == [(number,)]
        if number is None:
            with pytest.raises(fs.NotationError, match="expected a number such as 3 or -7/2"):
                survey.sql(f"select exact_order('{text}')")
    sql = "select num(1.5::double), num(3), num(0.25), num(null), num('inf'::double)"
    assert survey.sql(sql).rows == [(1.5, 3.0, 0.25, None, nearest(Fraction(10**400)))]


@pytest.mark.parametrize(
    ("game", "ranges"),
    [
        ("{a|b}", {"a": range(-4, 5), "b": range(-4, 5)}),
        ("{a|b} + {0|c} + *", {"a": range(3), "b": range(3), "c": range(-3, 1)}),
        ("E(p,q)", {"p": range(2, 25), "q": range(1, 25)}),
        ("Domineering(a x b)", {"a": range(1, 5), "b": range(1, 5)}),
        ("{a|b} - {b|{a|c}}", {"a": range(-2, 3), "b": range(-2, 3), "c": range(-2, 3)}),
    ],
)
def test_values_that_are_numbers(game: str, ranges: dict[str, Any]) -> None:
    survey = fs.survey(game, show="value", **ranges)
    rows = survey.sql("select value, num(value) from survey").rows
    assert len(rows) > 10
    for text, number in rows:
        value = fs.Value(text)
        assert number == plain_number(text) == (value.number if value.is_number else None)


def test_declared_types() -> None:
    options: dict[str, Any] = {"n": range(1, 12), "show": "mean"}
    floats = fs.survey("{n|0}", types={"mean": "float"}, **options)
    assert floats.to_polars()["mean"].to_list() == [n / 2 for n in range(1, 12)]
    assert floats.sql("select max(mean) from survey").rows == [(5.5,)]
    texts = fs.survey("{n|0}", types={"mean": str}, **options)
    assert texts.to_polars()["mean"].to_list()[:3] == ["1/2", "1", "3/2"]
    assert texts.sql("select max(num(mean)), num('*') from survey").rows == [(5.5, None)]
    exact = fs.survey("{n|0}", types={"mean": Fraction}, **options)
    assert exact.to_polars().equals(fs.survey("{n|0}", **options).to_polars())
    done = run("survey", "{n|0}", "n=1..3", "--show", "mean", "--types", "mean=float", "--json")
    assert done.exit_code == 0, done.output


def test_numbers_without_a_type_are_refused() -> None:
    message = "expected a type for the column 'twice', got the number 2 at n=1: declare int for it"
    with pytest.raises(fs.SurveyError, match=message):
        fs.survey("*n", n=range(1, 4), show={"twice": lambda g: 2 * g.birthday})
    with pytest.raises(fs.SurveyError, match="the number 1/2 at n=1: declare fraction for it"):
        fs.survey("{n|0}", n=range(1, 4), show={"half": lambda g: g.mean})


def test_two_columns_of_one_name() -> None:
    with pytest.raises(fs.SurveyError, match="different names, got 'mean_exact' twice"):
        fs.survey("*n", n=[1], show={"mean": "mean", "mean_exact": "outcome"})


def test_surveys_with_fractions_as_texts_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "out"
    fs.survey("*n", n=range(3), show="mean", out=out)
    manifest = out / "manifest.json"
    manifest.write_text(manifest.read_text().replace("manifest/3", "manifest/2"))
    done = run("query", out, "select max(mean) from survey")
    assert done.exit_code == 2
    assert "of 'farstar.manifest/2': it was made by another version of Farstar" in done.stderr
    assert len(done.stderr.splitlines()) == 1
