"""The one list of invariants: its laws, and that everything else reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import farstar as fs
from farstar.cli import cli
from farstar.invariants import COSTS, INVARIANTS, UNDEFINED, Invariant, attribute, look_up
from farstar.reports import eval_report
from farstar.web.tasks.evaluate import card
from tests.running import run

PAGE = Path(__file__).parents[1] / "docs" / "tables-and-figures.md"

SAMPLES: dict[type, list[Any]] = {
    fs.Value: [fs.Value(text) for text in ("*2", "^^*", "{3||2|1}", "0", "-3/8")],
    fs.Position: [
        fs.PartizanEuclid(11, 8),
        fs.PartizanEuclid(8, 5),
        fs.Grossman(11, 8),
        fs.Nim(3, 5),
        fs.GeographyA(3, 2, 1),
        fs.Clobber("xo|ox"),
    ],
    fs.Sum: [
        fs.PartizanEuclid(11, 8) + fs.Value("^"),
        fs.Nim(3) - fs.Nim(5),
        fs.GeographyA(3, 2, 1) - fs.PartizanEuclid(3, 2) + 1,
        fs.PartizanEuclid(3, 2) - fs.PartizanEuclid(3, 2),
    ],
}
NEEDS = {
    "position": "the position",
    "outcome": "who wins",
    "value": "the value",
    "search": "a search",
}

each = pytest.mark.parametrize("invariant", INVARIANTS.values(), ids=lambda i: i.name)


def cells(invariant: Invariant, games: list[Any]) -> Iterator[tuple[Any, object]]:
    """Yield games with what they have of an invariant, without games that know no such thing."""
    for game in games:
        try:
            yield game, look_up(invariant, game)
        except fs.NotationError:
            # Only of a position it may be that of another game.
            assert isinstance(game, fs.Position)
            assert not invariant.by_value


@each
def test_a_record_is_complete(invariant: Invariant) -> None:
    assert INVARIANTS[invariant.name] is invariant
    assert invariant.name == invariant.name.lower()
    assert invariant.description
    assert not invariant.description.endswith(".")
    assert invariant.cost in COSTS
    assert invariant.column.isidentifier()
    # What the value tells, every game with a value has.
    assert not invariant.by_value or set(invariant.applies_to) == set(SAMPLES)


@each
def test_the_getter_works_where_it_says_so(invariant: Invariant) -> None:
    for kind in invariant.applies_to:
        values = [cell for _, cell in cells(invariant, SAMPLES[kind])]
        assert any(cell is not UNDEFINED for cell in values), kind
        assert all(cell is not None for cell in values), kind


@each
def test_cells_fit_the_type_of_their_column(invariant: Invariant) -> None:
    kinds = {"Int64": int, "Rational": Fraction, "Boolean": bool, "String": object}
    for kind in invariant.applies_to:
        for _, cell in cells(invariant, SAMPLES[kind]):
            if cell is not UNDEFINED:
                assert isinstance(cell, kinds[invariant.kind])
                assert invariant.kind != "String" or type(cell) not in (int, bool, Fraction)


@each
def test_games_of_one_value_agree_on_what_the_value_tells(invariant: Invariant) -> None:
    if not invariant.by_value:
        return
    for kind in (fs.Position, fs.Sum):
        for game, cell in cells(invariant, SAMPLES[kind]):
            assert cell == look_up(invariant, game.value), game


@each
def test_theory_says_nothing_else(invariant: Invariant) -> None:
    if invariant.theory is None:
        return
    count = 0
    for kind in (fs.Position, fs.Sum):
        for game, cell in cells(invariant, SAMPLES[kind]):
            closed = invariant.theory(game, game.outcome)
            assert closed is None or closed == cell, game
            count += closed is not None
    assert count


def test_every_invariant_is_named_where_one_is_asked_for() -> None:
    run = CliRunner().invoke
    printed = run(cli, ["table", "--help"]).output
    words = " ".join(printed.split())
    faults = [
        run(cli, ["table", "E(p,q)", "p=3", "q=2", "--show", name]).output
        for name in ("nonsense", "a!")
    ]
    for invariant in INVARIANTS.values():
        assert f"{invariant.name} {invariant.description}" in words
    assert all("table --help lists" in fault for fault in faults), faults
    assert all(len(fault.splitlines()) == 1 for fault in faults)


def test_the_page_lists_them_all() -> None:
    head = ["| `show=` | what it is | needs | column |", "| --- | --- | --- | --- |"]
    rows = [
        f"| `{i.name}` | {i.description} | {NEEDS[i.cost]} | `{i.kind}` |"
        for i in INVARIANTS.values()
    ]
    table = "\n".join([*head, *rows])
    assert table in PAGE.read_text(encoding="utf-8"), f"expected in {PAGE.name}:\n{table}"


@pytest.fixture
def new_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add an invariant of values to the list."""

    def is_hot(game: Any) -> bool:
        return (game if isinstance(game, fs.Value) else game.value).is_hot

    entry = Invariant("hot", "whether a move is worth something", is_hot, "Boolean")
    monkeypatch.setitem(INVARIANTS, entry.name, entry)


@pytest.mark.usefixtures("new_entry")
def test_a_new_entry_is_a_column_of_surveys() -> None:
    pytest.importorskip("polars")
    frame = fs.survey("A(0,n,0)", n=range(1, 5), show="hot").to_polars()
    assert str(frame.schema["hot"]) == "Boolean"
    assert frame["hot"].to_list() == [False, False, True, True]


@pytest.mark.usefixtures("new_entry")
def test_a_new_entry_is_everywhere() -> None:
    table = fs.table("A(0,n,0)", n=range(1, 5), show="value, hot")
    assert [row[-1] for row in table.rows] == [False, False, True, True]
    large = fs.table(fs.GeographyA, range(10), range(1, 11), range(10), show="hot")
    assert len(large.rows) == 1000
    assert large.cell(0, 4, 0, "hot") is True
    for text in ("+-1", "A(0,4,0)", "A(0,4,0) + *"):
        assert eval_report(text)["hot"] is True
        rows = [line.split() for line in run("eval", text).output.splitlines()]
        assert ["hot", "yes"] in rows
        measures = {row["label"]: row["html"] for row in card(text)["rows"]}
        assert measures["Hot"] == "yes"
    assert json.loads(run("eval", "--json", "^").output)["hot"] is False
    assert "hot" in run("table", "--help").output


@pytest.mark.parametrize("name", ["word", "normal form", "length"])
def test_an_invariant_that_a_game_lacks(name: str) -> None:
    """The message gives the name that was asked for, not the attribute behind it."""
    with pytest.raises(fs.NotationError) as error:
        INVARIANTS[name](fs.Domineering("2x2"))
    assert str(error.value) == f"expected a game with the invariant {name!r}, got Domineering"


def test_an_attribute_that_cannot_be_computed() -> None:
    class Broken:
        @property
        def width(self) -> int:
            return self.state.width  # type: ignore[attr-defined,no-any-return]

    with pytest.raises(AttributeError, match="state"):
        attribute("width")(Broken())


def test_a_list_without_members() -> None:
    assert run("eval", "--show", "left options", "0").stdout == "left options  none\n"
    assert run("eval", "--show", "left wins by", "--quiet", "-1").stdout == "none\n"


@pytest.mark.parametrize("text", ["over", "tis", "over - over", "on + E(5,3)", "E(5,3) + *"])
def test_every_invariant_of_games_with_and_without_loops(text: str) -> None:
    """It is known, not defined, or one that such a game lacks."""
    game = fs.expressions.read(text).game
    lacking = []
    for name, invariant in INVARIANTS.items():
        try:
            look_up(invariant, game)
        except fs.NotationError as error:
            lacking.append((str(error), name))
    kind = type(game).__name__
    assert lacking
    for message, name in lacking:
        assert message == f"expected a game with the invariant {name!r}, got {kind}"


def test_invariants_of_a_loopy_value_are_those_of_its_report() -> None:
    wanted = {"left options": "0", "right options": "over", "followers": "2", "outcome": "L"}
    wanted |= {"left wins by": "to 0", "right wins by": "none", "grundy": "none"}
    for name, text in wanted.items():
        assert run("eval", "--quiet", "--show", name, "over").stdout == f"{text}\n"
    assert run("eval", "--quiet", "--show", "misere outcome", "over").stdout == "R\n"
    report = json.loads(run("eval", "--json", "over").stdout)
    assert report["loopy"]["left_options"] == wanted["left options"]
    assert report["loopy"]["right_options"] == wanted["right options"]
    assert report["loopy"]["followers"] == int(wanted["followers"])
