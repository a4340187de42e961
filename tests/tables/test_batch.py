"""Tables made at once against tables made position by position; budgets and progress."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import farstar as fs
from farstar import engine
from farstar.errors import BudgetExceeded
from farstar.expressions import registered
from farstar.tables import INVARIANTS, Table, Template, batches

from ..work import calls_of

OF_VALUES = sorted(name for name, invariant in INVARIANTS.items() if invariant.by_value)


def both(monkeypatch: pytest.MonkeyPatch, *args: Any, **options: Any) -> tuple[Table, Table]:
    """Return the table made at once, and the one made position by position."""
    asked: list[bool] = []
    original = batches.lookups

    def noted(*given: Any) -> Any:
        lookup = original(*given)
        asked.append(lookup is not None)
        return lookup

    monkeypatch.setattr("farstar.tables._build.lookups", noted)
    monkeypatch.setattr(batches, "LEAST_CELLS", 1)
    at_once = fs.table(*args, **options)
    monkeypatch.setattr("farstar.tables._build.lookups", lambda *given: None)
    plain = fs.table(*args, **options)
    assert asked == [True]
    return at_once, plain


@pytest.mark.parametrize("show", OF_VALUES)
def test_partizan_euclid(monkeypatch: pytest.MonkeyPatch, show: str) -> None:
    at_once, plain = both(monkeypatch, fs.PartizanEuclid, range(1, 30), range(1, 25), show=show)
    assert at_once == plain


@pytest.mark.parametrize("show", ["grundy", "outcome", "length"])
@pytest.mark.parametrize("game", [fs.Euclid, fs.Grossman])
def test_euclid_family(monkeypatch: pytest.MonkeyPatch, game: type, show: str) -> None:
    least = 0 if game is fs.Euclid else 1
    at_once, plain = both(monkeypatch, game, range(least, 25), range(least, 30), show=show)
    assert at_once == plain


@pytest.mark.parametrize("show", OF_VALUES)
def test_geography(monkeypatch: pytest.MonkeyPatch, show: str) -> None:
    side = range(6)
    at_once, plain = both(monkeypatch, fs.GeographyA, side, range(1, 6), side, show=show)
    assert at_once == plain


def test_the_other_geography(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, plain = both(
        monkeypatch, "B(x,y,3)", y=range(5), x=range(1, 6), show="mean, temperature, outcome"
    )
    assert at_once == plain


def test_expressions_and_conditions(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, plain = both(
        monkeypatch,
        "E(p, q)",
        q=range(1, 20),
        p=range(5, 20),
        show="value, atomic weight",
        where="q < p and gcd(p, q) == 1",
    )
    assert at_once == plain
    assert at_once.headings == ("q", "p", "value", "atomic weight")


@pytest.mark.parametrize(
    ("game", "ranges", "show"),
    [
        ("E(p,q) + *", {"p": range(1, 9), "q": range(1, 9)}, "value"),
        ("E(p,q)", {"p": range(9), "q": range(1, 9)}, "outcome"),  # E(0,1) is no position
        ("E(p,q)", {"p": range(1, 9), "q": range(1, 9)}, "word"),
        ("E(p,q)", {"p": [10**9], "q": range(1, 9)}, "value"),  # a long way from the others
        ("Euclid(a,b; k=2)", {"a": range(1, 9), "b": range(1, 9)}, "grundy"),
    ],
)
def test_everything_else_goes_one_by_one(
    monkeypatch: pytest.MonkeyPatch, game: str, ranges: dict[str, Any], show: str
) -> None:
    monkeypatch.setattr(batches, "LEAST_CELLS", 1)
    call = batches.call_of(game, list(ranges), 0)
    assert batches.lookups(call, ranges, [INVARIANTS[show]]) is None
    assert fs.table(game, show=show, **ranges).rows


def test_ranges_by_name_in_another_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "LEAST_CELLS", 1)
    table = fs.table(fs.PartizanEuclid, q=range(1, 9), p=range(1, 12), show="outcome")
    assert table.cell(8, 11) is fs.PartizanEuclid(11, 8).outcome


def test_a_large_table_takes_a_few_calls_a_cell() -> None:
    tables: list[Table] = []

    def make() -> None:
        side = range(1, 151)
        tables.append(fs.table(fs.PartizanEuclid, side, side, show="atomic weight"))

    assert calls_of(make) < 20 * 150 * 150
    assert tables[0].cell(149, 121) == fs.PartizanEuclid(149, 121).atomic_weight()


def test_tables_keep_to_budgets_and_report_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    monkeypatch.setattr("farstar.rules._meter.PROGRESS_INTERVAL", 0.0)
    with fs.progress(counts.append):
        fs.table(fs.Euclid, range(1, 40), range(1, 40), show="grundy")
    assert max(counts) == 39 * 39
    with engine.budget(nodes=100), pytest.raises(BudgetExceeded):
        fs.table(fs.Euclid, range(1, 40), range(1, 40), show="grundy")

    def stop(count: int) -> None:
        if count > 50:
            raise KeyboardInterrupt

    with fs.progress(stop), pytest.raises(KeyboardInterrupt):
        fs.table(fs.PartizanEuclid, range(1, 40), range(1, 40), show="word")


def test_a_registered_game_takes_the_place_of_an_included_one() -> None:
    class Euclid(fs.ImpartialRuleset):
        """Nobody can move."""

        def moves(self, position: tuple[int, int]) -> list[tuple[int, int]]:
            return []

    numbers = range(1, 40)
    with registered(Euclid):
        table = fs.table("Euclid(a,b)", a=numbers, b=numbers, show="grundy")
        rows = fs.survey("Euclid(a,b)", a=numbers, b=numbers, show="grundy").to_polars()
    assert {cell for row in table.rows for cell in row[1:]} == {0}
    assert set(rows["grundy"]) == {0}
    assert fs.table("Euclid(a,b)", a=[1], b=[2], show="grundy").cell(1, 2) == 2


@pytest.mark.parametrize(
    "expression",
    [
        "E(p,q)",
        "E(p,q) + *n",
        "E(p,q) - E(q,p) + n",
        "n - Euclid(p,q) - *2",
        "A(p,q,n) + E(p,7) - 3",
        "*n + *p + q",
        "E(p,q) + ^",
        "E(p+1,q) + *n",
        "E(p,q) + -1 + *n + *q + *p",
    ],
)
def test_games_made_without_texts_are_those_that_are_read(expression: str) -> None:
    names = [name for name in ("p", "q", "n") if name in expression]
    make, template = batches.reader(expression, names), Template(expression, names)
    for point in product(range(-1, 4), repeat=len(names)):
        try:
            expected = fs.parse(template.text(*point))
        except (fs.IllegalPositionError, fs.NotationError) as error:
            with pytest.raises(type(error)):
                make(*point)
        else:
            game = make(*point)
            assert (type(game), game, str(game)) == (type(expected), expected, str(expected))
