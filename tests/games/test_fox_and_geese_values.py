"""All positions of Fox and Geese on a board: the table against the rules and the literature."""

from __future__ import annotations

from pathlib import Path

import pytest

import farstar as fs
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.games import bulk
from farstar.games.fox_and_geese import CeyloneseRules, FoxAndGeeseRules
from tests.running import module_at

NATIVE = "native" in fs.engine.available()
needs_native = pytest.mark.skipif(not NATIVE, reason="the table needs the native engine")


class WithoutShortcut(FoxAndGeeseRules):
    """The rules alone: nothing is said about a fox past the geese."""

    def closed_loopy(self, position: str) -> None:
        return None


class CeyloneseWithoutShortcut(CeyloneseRules):
    """The same for the fox that may go two squares."""

    def closed_loopy(self, position: str) -> None:
        return None


@pytest.mark.parametrize("ceylonese", [False, True])
@pytest.mark.parametrize("size", [(4, 4), (3, 6), (5, 3)])
def test_every_position_against_the_rules(size: tuple[int, int], ceylonese: bool) -> None:
    values = bulk.fox_and_geese_values(*size, ceylonese=ceylonese)
    rules = CeyloneseWithoutShortcut() if ceylonese else WithoutShortcut()
    positions = 0
    for (geese, fox), value in values.block(0, values.sets):
        positions += 1
        state = values.position(geese, fox).state
        assert rules(state).loopy_value == value, (geese, fox)
    assert positions == len(values) == len(list(values))


def test_on_the_reference_engine() -> None:
    native = {place: str(value) for place, value in bulk.fox_and_geese_values(3, 4).items()}
    with fs.engine.use("reference"):
        values = bulk.fox_and_geese_values(3, 4)
        assert {place: str(value) for place, value in values.items()} == native
        counts = {str(value): n for value, n in values.counts().items()}
    assert sum(counts.values()) == len(native)
    assert counts == {text: list(native.values()).count(text) for text in set(native.values())}


THIRD_ROW = ((3, 1), (3, 3), (3, 5), (3, 7))
FOURTH_ROW = ((4, 2), (4, 4), (4, 6), (4, 8))
BOTTOM_ROW = ((8, 2), (8, 4), (8, 6), (8, 8))


@needs_native
def test_published_values() -> None:
    values = bulk.fox_and_geese_values(5, 8)
    foxes = [(2, 2), (2, 4), (2, 6), (2, 8), (1, 1), (1, 3), (1, 5), (1, 7)]
    assert [str(values[THIRD_ROW, fox]) for fox in foxes] == [
        "2over", "2", "3*", "4over", "{6|2over}", "{2over|2}", "{4|3||2}", "{4over|3*}",
    ]  # fmt: skip
    assert str(values[FOURTH_ROW, (1, 1)]) == "{4*|7/2}"
    ceylonese = bulk.fox_and_geese_values(5, 8, ceylonese=True)
    assert str(ceylonese[FOURTH_ROW, (1, 1)]) == "{9||4v[on]*|5/2*|||3|5/2*,5/2v||5/2}"
    wide = bulk.fox_and_geese_values(4, 10)
    assert str(wide[((3, 1), (3, 3), (3, 5), (3, 7), (3, 9)), (1, 9)]) == "{6over|5*}"


@pytest.fixture(scope="module")
def museum() -> bulk.FoxAndGeeseValues:
    """The board of nine rows: on its first eight rows it is as good as endless."""
    return bulk.fox_and_geese_values(9, 8)


def heights(museum: bulk.FoxAndGeeseValues, *texts: str) -> dict[str, set[int]]:
    """Return the heights of the geese where values occur: the sum of their ranks from 0."""
    wanted = {fs.Loopy(text): text for text in texts}
    result: dict[str, set[int]] = {text: set() for text in texts}
    # The geese of the first 35,960 sets stand on the first eight rows.
    for (geese, _), value in museum.block(0, 35_960):
        if value in wanted:
            result[wanted[value]].add(sum(row - 1 for row, _ in geese))
    return result


@needs_native
@pytest.mark.long
def test_the_museum(museum: bulk.FoxAndGeeseValues) -> None:
    """Winning Ways, vol. 3, chapter 20, and the summary of the museum of CGSuite."""
    whole = bulk.fox_and_geese_values(8, 8)
    assert {str(whole[BOTTOM_ROW, (1, column)]) for column in (1, 3, 5, 7)} == {"2over"}
    counts = whole.counts()
    assert (len(counts), sum(counts.values())) == (4198, 1_006_880)
    least_heights = heights(museum, "*", "^", "1^5*", "2^5*", "Tiny(on)", "5/2Miny(1/2*)")
    assert {text: min(places) for text, places in least_heights.items()} == {
        "*": 15, "^": 18, "1^5*": 8, "2^5*": 9, "Tiny(on)": 8, "5/2Miny(1/2*)": 17,
    }  # fmt: skip
    assert least_heights["1^5*"] == {8}
    assert least_heights["2^5*"] == {9, 11}
    assert least_heights["5/2Miny(1/2*)"] == {17}


def loops(values: bulk.FoxAndGeeseValues, end: int) -> set[str]:
    """Return the values with a move back to themselves."""
    different = {value for _, value in values.block(0, end)}
    assert all(g.is_plumtree for g in different)
    return {str(g) for g in different if any(0 in side for side in g.graph()[0])}


@needs_native
@pytest.mark.long
def test_the_loops_of_the_museum(museum: bulk.FoxAndGeeseValues) -> None:
    overs = {"over"} | {f"{n}over" for n in range(1, 15)}
    assert loops(museum, 35_960) == {"off", "3v[on]"} | overs
    # The lower edge of a board of eight rows adds another one.
    assert loops(bulk.fox_and_geese_values(8, 8), 35_960) == {"off", "1v[on]", "3v[on]"} | overs


def test_what_is_refused() -> None:
    for given in ((1, 8), (8, 1)):
        with pytest.raises(IllegalPositionError, match="at least 2"):
            bulk.fox_and_geese_values(*given)
    for big in ((40, 8), (16, 16), (10**30, 2)):
        with pytest.raises(BudgetExceeded, match="at most 128 squares"):
            bulk.fox_and_geese_values(*big)
    values = bulk.fox_and_geese_values(3, 4)
    for place in (((3, 1),), (((3, 3), (3, 1)), (1, 1)), (((3, 1), (3, 3)), (3, 3)), "x", None):
        assert place not in values
        with pytest.raises(KeyError, match="expected 2 squares of geese"):
            values[place]  # type: ignore[index]


@needs_native
def test_work_is_bounded_and_can_be_continued() -> None:
    values = bulk.fox_and_geese_values(6, 6)
    with fs.engine.budget(nodes=100), pytest.raises(BudgetExceeded):
        values.counts()
    assert values.counts() == bulk.fox_and_geese_values(6, 6).counts()
    with fs.engine.budget(memory=1 << 12), pytest.raises(BudgetExceeded, match=r"memory|fit"):
        bulk.fox_and_geese_values(8, 8)


@pytest.mark.long
def test_the_exhibits_of_the_page() -> None:
    folder = Path(__file__).resolve().parents[2] / "docs"
    script = module_at(folder / "museum.py")
    page = (folder / "fox-and-geese.md").read_text(encoding="utf-8")
    for path, text in script.pictures().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: run museum.py"
        assert f"images/museum/{path.name}" in page
    board = bulk.fox_and_geese_values(8, 8)
    for name, (value, geese, fox) in script.EXHIBITS.items():
        assert f"`{value}`" in page
        if NATIVE and name != "start":
            assert str(board[geese, fox]) == value
