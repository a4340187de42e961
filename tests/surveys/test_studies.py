"""The built-in surveys, against plain definitions and known figures."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from math import gcd
from pathlib import Path

import pytest

import farstar as fs
from farstar.papers.beyond import densities
from farstar.surveys import studies
from farstar.surveys._manifest import stored_columns
from tests.running import run


def standard(bound: int) -> list[tuple[int, int]]:
    return [
        (p, q)
        for p in range(3, bound + 1)
        for q in range(p // 2 + 1, p)
        if q > 1 and gcd(p, q) == 1
    ]


def test_every_study_runs_and_sums_up() -> None:
    for name, study in studies().items():
        # Boards of Fox and Geese are large soon.
        usual = 3 if name == "fox-and-geese-museum" else 6
        bound = max(study.least, usual) if study.most >= usual else study.least
        survey = fs.survey(name, bound=bound)
        assert survey.is_complete
        assert survey.summary()
        frame = survey.to_polars()
        assert frame.height == len(survey)
        columns = list(stored_columns(study.columns))
        assert frame.columns[: len(columns)] == columns


@pytest.mark.parametrize("chunks", [1, 5])
def test_census_by_definition(chunks: int) -> None:
    counts = Counter(
        str(fs.PartizanEuclid(p, q).outcome) for p in range(2, 61) for q in range(1, p)
    )
    survey = fs.survey("partizan-euclid-census", bound=60, chunks=chunks)
    assert survey.summary()["counts"] == counts
    assert survey.chunks == (chunks, chunks)


def test_census_figures() -> None:
    counts = fs.survey("partizan-euclid-census", bound=10_000).summary()["counts"]
    assert counts == {"P": 1_745_900, "L": 26_866_655, "R": 19_646_312, "N": 1_736_133}


@pytest.mark.long
def test_census_figures_to_a_hundred_thousand() -> None:
    counts = fs.survey("partizan-euclid-census", bound=100_000).summary()["counts"]
    assert counts == {"P": 80_871_837, "L": 2_780_163_786, "R": 2_058_141_704, "N": 80_772_673}


@pytest.mark.parametrize(("only", "chunks"), [("PLRN", 1), ("PLRN", 7), ("P", 3), ("NR", 2)])
def test_outcomes_by_definition(only: str, chunks: int) -> None:
    expected = [
        (p, q, str(fs.PartizanEuclid(p, q).outcome))
        for p in range(2, 50)
        for q in range(1, p)
        if str(fs.PartizanEuclid(p, q).outcome) in only
    ]
    survey = fs.survey("partizan-euclid-outcomes", bound=49, only=only, chunks=chunks)
    assert survey.to_polars().select("p", "q", "outcome").rows() == expected
    assert survey.summary()["counts"] == Counter(row[2] for row in expected)


@pytest.mark.parametrize("bound", [150, pytest.param(300, marks=pytest.mark.long)])
def test_all_values_have_a_text(bound: int) -> None:
    frame = fs.survey("partizan-euclid-values", bound=bound).to_polars()
    assert frame["value"].null_count() == 0
    for text, p, q in frame.select("value", "p", "q").filter(frame["followers"] > 16).rows()[::50]:
        assert fs.Value(text) == fs.PartizanEuclid(p, q).value
    assert {"v[26]", "{^25|0}"} <= set(frame["value"])


def test_values_by_definition() -> None:
    values = {pair: fs.PartizanEuclid(*pair).value for pair in standard(60)}
    counts = Counter(values.values())
    survey = fs.survey("partizan-euclid-values", bound=60)
    assert survey.summary()["positions"] == len(values)
    assert survey.summary()["distinct"] == len(counts)
    for text, positions, p, q in survey.to_polars().select("value", "positions", "p", "q").rows():
        value = values[p, q]
        assert counts[value] == positions
        assert text is None or fs.Value(text) == value
        assert (p, q) == next(pair for pair, other in values.items() if other == value)


def test_atomic_weights_by_definition() -> None:
    weights = [fs.PartizanEuclid(*pair).value.atomic_weight() for pair in standard(60)]
    counts = Counter(weights)
    survey = fs.survey("partizan-euclid-atomic-weights", bound=60)
    frame = survey.to_polars()
    by_weight = {fs.Value(w): n for w, n in frame.select("weight", "positions").rows()}
    assert by_weight == counts
    for weight, mean, heat in frame.select("weight", "mean", "temperature").rows():
        value = fs.Value(weight)
        assert (value.mean, value.temperature) == (Fraction(mean), Fraction(heat))
    whole = sum(n for w, n in counts.items() if w.is_integer)
    assert survey.summary()["integer_positions"] == whole


@pytest.mark.parametrize("name", ["partizan-euclid-values", "partizan-euclid-atomic-weights"])
def test_values_and_weights_do_not_depend_on_the_chunks(name: str, each_engine: str) -> None:
    whole = fs.survey(name, bound=30, chunks=1)
    rows = whole.to_polars().drop("block").rows()
    assert len(rows) > 20
    for chunks in (2, 5, 100):
        cut = fs.survey(name, bound=30, chunks=chunks)
        assert cut.chunks[1] == min(chunks, 28)
        assert cut.to_polars().drop("block").rows() == rows
        assert cut.summary() == whole.summary()


def test_frequent_values_come_first() -> None:
    values = Counter(fs.PartizanEuclid(*pair).value for pair in standard(60))
    frequent = fs.survey("partizan-euclid-values", bound=60, chunks=4).summary()["most_frequent"]
    assert list(frequent.values()) == [n for _, n in values.most_common(10)]
    assert {fs.Value(text): n for text, n in frequent.items()}.items() <= values.items()
    weights = Counter(fs.PartizanEuclid(*pair).atomic_weight() for pair in standard(60))
    ordered = sorted(weights, key=lambda w: (-weights[w], w.mean, w.temperature, str(w)))
    frequent = fs.survey("partizan-euclid-atomic-weights", bound=60).summary()["most_frequent"]
    assert list(frequent.items()) == [(str(w), weights[w]) for w in ordered[:10]]


def test_figure_3() -> None:
    survey = fs.survey("partizan-euclid-mean-weights", bound=150, chunks=4)
    assert survey.summary() == {
        "positions": 3428,
        "positive": 1881,
        "zero": 548,
        "negative": 999,
        "lowest": -7.0,
        "highest": 147.0,
    }
    for p, q, mean in survey.to_polars().select("p", "q", "mean").rows()[::97]:
        assert fs.PartizanEuclid(p, q).atomic_weight().mean == mean


def test_growth_of_states_and_values() -> None:
    summary = fs.survey("partizan-euclid-growth", bound=11).summary()
    assert summary["new_states"] == [2, 4, 7, 11, 21, 40, 74, 140, 269, 517, 996]
    assert summary["new_values"] == [2, 2, 5, 8, 15, 27, 53, 101, 197, 384, 756]
    assert summary["agrees"]
    with fs.engine.use("reference"):
        assert fs.survey("partizan-euclid-growth", bound=11).summary() == summary


@pytest.mark.parametrize("game", ["euclid", "grossman"])
def test_grundy_values_by_definition(game: str) -> None:
    kind = fs.Euclid if game == "euclid" else fs.Grossman
    counts = Counter(kind(a, b).grundy for b in range(2, 40) for a in range(1, b))
    survey = fs.survey("euclid-grundy", bound=39, game=game, chunks=3)
    assert survey.totals("grundy", "positions") == counts


def test_win_probabilities() -> None:
    """The figures of Lengyel's section 5, and those to 10,000."""
    winners = fs.survey("grossman-winners", bound=2000, k=[0, *range(1, 11)]).summary()["winners"]
    shares = [round(row["share"], 6) for row in winners]
    expected = ".618152 .500493 .568336 .590760 .601026 .606549 .609859 .611905 .613280 .614305"
    assert shares == [*map(float, expected.split()), 0.615016]
    winners = fs.survey("grossman-winners", bound=10_000, k=[0, 1, 10]).summary()["winners"]
    shares = [round(row["share"], 6) for row in winners]
    assert shares == [0.618058, 0.500092, 0.614908]


def test_winners_with_any_sets_by_either_name(tmp_path: Path) -> None:
    sets = "{1,4}/{1,3..}"
    out = tmp_path / "out"
    survey = fs.survey("grossman-winners", bound=60, multipliers=sets, out=out)
    named = fs.survey("grossman-set-winners", bound=60, multipliers=sets)
    assert survey.summary() == named.summary()
    again = fs.survey("grossman-winners", bound=60, multipliers=sets, out=out, resume=True)
    assert again.summary() == named.summary()
    with pytest.raises(fs.SurveyError, match="expected parameters bound, multipliers"):
        fs.survey("grossman-winners", bound=60, multipliers=sets, k=2)
    words = ["survey", "grossman-winners", f"multipliers={sets}", "--bound", "60", "--json"]
    printed = json.loads(run(*words).stdout)
    assert printed["winners"] == named.summary()["winners"]


def test_winners_by_definition() -> None:
    survey = fs.survey("grossman-winners", bound=40, k=[0, 1, 2, 3])
    for row in survey.summary()["winners"]:
        multipliers = None if row["k"] is None else fs.up_to(row["k"])
        wins = sum(
            fs.Grossman(a, b, multipliers=multipliers).grundy != 0
            for b in range(2, 41)
            for a in range(1, b)
        )
        assert (row["wins"], row["wins"] + row["losses"]) == (wins, 40 * 39 // 2)


def test_lengths() -> None:
    (row,) = fs.survey("grossman-mean-lengths", bound=10_000, k=0).summary()["lengths"]
    assert (row["moves"], round(row["mean"], 4)) == (482_897_778, 9.6589)
    lengths = fs.survey("grossman-lengths", bound=500, k=[0, 2], chunks=3).summary()["lengths"]
    added = fs.survey("grossman-mean-lengths", bound=500, k=[0, 2]).summary()["lengths"]
    assert [row["moves"] for row in lengths] == [row["moves"] for row in added]
    moves = sum(fs.Grossman(a, b).length for b in range(2, 61) for a in range(1, b))
    (row,) = fs.survey("grossman-lengths", bound=60).summary()["lengths"]
    assert row["moves"] == moves


def test_lengths_follow_the_law() -> None:
    (row,) = fs.survey("grossman-mean-lengths", bound=100_000, k=0).summary()["lengths"]
    assert abs(row["mean"] - densities.mean_length(100_000)) < 1e-3


def test_geography_by_definition() -> None:
    survey = fs.survey("geography-values", bound=4, chunks=3)
    frame = survey.to_polars()
    assert frame.height == 5 * 4 * 5
    exact = frame.drop("block", "mean", "temperature").rows()
    for x, y, z, value, mean, heat, outcome in exact:
        g = fs.GeographyA(x, y, z)
        assert (fs.Value(value), str(g.outcome)) == (g.value, outcome)
        assert (g.mean, g.temperature) == (Fraction(mean), Fraction(heat))


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("partizan-euclid-census", {"bound": 1}, "expected a bound from 2"),
        ("partizan-euclid-census", {"bound": 10**9 + 1}, "expected a bound from 2 to 1000000000"),
        ("grossman-winners", {"bound": 20_000_001}, "expected a bound from 2 to 20000000"),
        ("partizan-euclid-census", {"k": 3}, "expected parameters bound"),
        ("partizan-euclid-outcomes", {"only": "X"}, "letters of PLRN"),
        ("grossman-winners", {"k": [-1]}, "numbers from 0"),
        ("grossman-winners", {"k": []}, "at least one number"),
        ("euclid-grundy", {"game": "chess"}, "euclid or grossman"),
        ("partizan-euclid-census", {"show": "value"}, "got ranges, show or where"),
        ("partizan-euclid", {}, "one of partizan-euclid-census"),
    ],
)
def test_bad_parameters(name: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(fs.SurveyError, match=message):
        fs.survey(name, **options)  # type: ignore[arg-type]
