"""The page of findings shows what its script makes.

Tables and pictures are made again from the numbers of the page itself, so that neither can change
without the other; and the numbers that take no more than a second are counted again.
"""

from __future__ import annotations

import re
from collections import Counter
from math import floor
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.games import bulk
from farstar.games.clobber_rows import power_nimbers
from tests.running import module_at

from ..pictures import difference

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "findings.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def script() -> Any:
    return module_at(DOCS / "findings.py")


def table_under(heading: str) -> list[list[str]]:
    """Return the cells of the first table in a section, without its headings."""
    section = PAGE.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = re.findall(r"^\|(.*)\|$", section, re.MULTILINE)
    return [[cell.strip().replace(",", "") for cell in line.split("|")] for line in lines[2:]]


def by_k(heading: str) -> dict[int | None, int]:
    rows = table_under(heading)
    return {None if row[0] == "all" else int(row[0]): int(row[1]) for row in rows}


def assert_drawn(svg: str, name: str) -> None:
    """The picture of the page shows the same as this one."""
    assert not difference(svg, (DOCS / "images" / f"{name}.svg").read_text(encoding="utf-8"))


@pytest.mark.long
def test_the_census_is_fresh(script: Any) -> None:
    rows = table_under("Outcomes of Partizan Euclid to a million")
    counts = {int(row[0]): dict(zip("PLRN", map(int, row[1:5]), strict=True)) for row in rows}
    assert tuple(counts) == script.BOUNDS
    for bound, outcomes in counts.items():
        assert sum(outcomes.values()) == bound * (bound - 1) // 2
        if bound <= 31_623:
            again = bulk.partizan_euclid_census(bound)
            assert {str(o): n for o, n in again.items()} == outcomes
    assert script.census_table(counts) in PAGE
    assert_drawn(script.census_picture(counts).svg(), "census")


@pytest.mark.long
def test_the_winners_are_fresh(script: Any) -> None:
    wins = by_k("Who wins Grossman's game")
    assert list(wins) == [None, *range(1, 21)]
    for k in (None, 1, 2, 20):  # each other limit takes as long
        assert script.line(script.winners_row(k, wins[k])) in PAGE
    assert_drawn(script.winners_picture(wins).svg(), "winners")


def test_the_lengths_are_fresh(script: Any) -> None:
    moves = by_k("How long Grossman's game lasts")
    assert list(moves) == [None, *range(1, 21)]
    assert script.lengths_table(moves) in PAGE
    assert_drawn(script.lengths_picture(moves).svg(), "lengths")


@pytest.mark.long
@pytest.mark.parametrize("k", [None, 1, 2, 20])
def test_wins_and_lengths_to_a_million_are_what_they_were(k: int | None) -> None:
    multipliers = None if k is None else fs.up_to(k)
    counts = bulk.winner_counts(10**6, multipliers=multipliers)
    assert counts.wins == by_k("Who wins Grossman's game")[k]
    assert (
        bulk.length_sum(10**6, multipliers=multipliers) == by_k("How long Grossman's game lasts")[k]
    )


@pytest.mark.long
def test_the_means_are_fresh(script: Any) -> None:
    sweep = bulk.partizan_euclid_atomic_weights(2000).thermal()
    cells = Counter[tuple[int, int]]()
    positions: Any = sweep.positions.tolist()
    for (p, q), mean in zip(positions, sweep.mean, strict=True):
        column = min(floor((p / q - 1) * script.COLUMNS), script.COLUMNS - 1)
        cells[column, floor(mean)] += 1
    signs = Counter((mean > 0) - (mean < 0) for mean in sweep.mean)
    words = " ".join(PAGE.split())
    assert (
        f"there are {len(sweep.mean):,} positions: {signs[1]:,} positive, {signs[0]:,} zero and "
        f"{signs[-1]:,} negative; the lowest mean is {min(sweep.mean):.0f}, "
        f"the highest {max(sweep.mean):,.0f}"
    ) in words
    assert_drawn(script.means_picture(cells).svg(), "mean-weights")


def test_the_weights_are_fresh(script: Any) -> None:
    counts = bulk.partizan_euclid_atomic_weight_counts(2000)
    whole = {w: n for w, n in counts.items() if w.is_integer}
    integers = {int(str(w)): n for w, n in sorted(whole.items(), key=lambda i: i[0].mean)}
    positions, share = sum(counts.values()), sum(integers.values()) / sum(counts.values())
    words = " ".join(PAGE.split())
    assert (
        f"Among the same {positions:,} positions there are {len(counts):,} atomic weights. "
        f"{share:.3%}".replace("%", " %")
    ) in words
    assert script.weights_table(integers) in PAGE
    assert_drawn(script.weights_picture(integers).svg(), "weights")


def test_the_growth_is_fresh(script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "IMAGES", tmp_path)
    (table,) = script.growth(tmp_path / "surveys")
    assert table in PAGE
    assert_drawn((tmp_path / "growth.svg").read_text(encoding="utf-8"), "growth")


@pytest.mark.parametrize(("word", "most"), [("xo", 2000), ("xxo", 1000)])
def test_rows_of_impartial_clobber(word: str, most: int) -> None:
    clobber = fs.rules.impartial(fs.Clobber)
    lines = (DOCS / "_static" / f"b-impartial-clobber-{word}.txt").read_text().splitlines()
    nimbers = [int(line.split()[1]) for line in lines]
    assert [int(line.split()[0]) for line in lines] == list(range(1, most + 1))
    assert nimbers[:150] == power_nimbers(word, 150)
    assert nimbers[:15] == [clobber(word * n).grundy for n in range(1, 16)]
