"""The table of misère quotients: its data, its certificates, and what the pages say of them."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.impartial.codes import Code
from farstar.misere import check_certificate
from farstar.surveys._studies._misere import _row, codes
from tests.misere.test_quotients import brute_force
from tests.running import module_at

DOCS = Path(__file__).resolve().parents[2] / "docs"
MOST_BYTES = 2_000_000


script = module_at(DOCS / "atlas.py")


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return list(script.read_data()[1])


@pytest.fixture(scope="module")
def certificates() -> dict[str, Any]:
    return dict(script.read_certificates())


def proves(row: dict[str, Any], certificate: dict[str, Any]) -> bool:
    """Tell whether a certificate, once checked, says what the row says."""
    checked = check_certificate(certificate)
    return (
        certificate["game"] == row["code"]
        and (checked.order, checked.games) == (row["order"], row["heaps"] + 1)
        and checked.period == (row["preperiod"], row["period"])
        and len(certificate["losing"]) == row["losing"]
    )


def test_every_code_is_there_once(rows: list[dict[str, Any]]) -> None:
    wanted = {*codes("octal", 3), *codes("quaternary", 4)}
    assert len(rows) == len(wanted)
    assert {row["code"] for row in rows} == wanted


def test_the_files_are_of_bounded_size() -> None:
    assert script.DATA.stat().st_size < MOST_BYTES
    assert script.CERTIFICATES.stat().st_size < MOST_BYTES


def test_proved_rows_have_certificates(
    rows: list[dict[str, Any]], certificates: dict[str, Any]
) -> None:
    proved = [row for row in rows if row["status"] == "proved"]
    assert set(certificates) == {row["code"] for row in proved}
    # Certificates of more than 256 heaps take seconds each.
    for row in random.Random(1).sample([row for row in proved if row["heaps"] <= 256], 60):
        assert proves(row, certificates[row["code"]])
    assert all(row["order"] % 2 == 0 for row in rows if row["order"] > 1)


@pytest.mark.long
def test_all_certificates(rows: list[dict[str, Any]], certificates: dict[str, Any]) -> None:
    """All certificates of up to 256 heaps, and a sample of the larger ones."""
    proved = [row for row in rows if row["status"] == "proved"]
    small = [row for row in proved if row["heaps"] <= 256]
    large = [row for row in proved if row["heaps"] > 256]
    for row in (*small, *random.Random(3).sample(large, 6)):
        assert proves(row, certificates[row["code"]])


@pytest.mark.long
def test_every_proved_quotient_agrees_with_play(certificates: dict[str, Any]) -> None:
    """All sums of at most five heaps of at most four counters, and of three of at most seven."""
    sums = [
        heaps
        for count, largest in enumerate((0, 7, 7, 7, 4, 4))
        for heaps in combinations_with_replacement(range(1, largest + 1), count)
    ]
    for code, certificate in certificates.items():
        table, losing = certificate["table"], set(certificate["losing"])
        start, length = certificate["period"]
        images = [
            certificate["images"][n if n < start else start + (n - start) % length]
            for n in range(8)
        ]
        is_lost = brute_force(Code.parse(code))
        for heaps in sums:
            element = 0
            for heap in heaps:
                element = table[element][images[heap]]
            assert (element in losing) == is_lost(heaps), (code, heaps)


def test_some_rows_are_computed_again(rows: list[dict[str, Any]]) -> None:
    bounds, _ = script.read_data()
    columns = [column for column in script.COLUMNS if column != "tame"]
    quick = [
        row
        for row in rows
        if (row["status"] == "proved" and row["heaps"] <= 256) or len(row["code"]) == 3
    ]
    for row in random.Random(2).sample(quick, 40):
        again = _row(row["code"], bounds["elements"], bounds["steps"])[:-1]
        assert list(again) == [row[column] for column in columns]


def test_nothing_disagrees_with_known_results(rows: list[dict[str, Any]]) -> None:
    ours = {row["code"]: script.numbers(row) for row in rows}
    for code, known in script.PUBLISHED.items():
        assert ours[code] == known


def test_tame_games_have_the_quotients_of_nim(rows: list[dict[str, Any]]) -> None:
    tame = {row["order"] for row in rows if row["tame"]}
    assert tame <= {2, 6, 10, 18, 34, 66}
    by_code = {row["code"]: row for row in rows}
    assert by_code["0.3"]["tame"]
    assert by_code["0.77"]["tame"] is False
    # Kernel of four elements and two P-positions, but not a game that behaves like Nim.
    assert by_code["0.75"]["tame"] is False
    assert script.is_tame(fs.misere_quotient(fs.Nim, heaps=7))


def test_quotients_with_two_p_positions_are_few(rows: list[dict[str, Any]]) -> None:
    """Tame ones of order 2^n + 2, and wild ones of order 8: the list of Siegel begins so."""
    proved = [row for row in rows if row["losing"] == 2 and row["status"] == "proved"]
    assert {row["order"] for row in proved if row["tame"]} <= {6, 10, 18, 34}
    assert {row["order"] for row in proved if not row["tame"]} == {8}


def test_the_pages_show_the_tables(rows: list[dict[str, Any]]) -> None:
    atlas = (DOCS / "atlas.md").read_text(encoding="utf-8")
    findings = (DOCS / "findings.md").read_text(encoding="utf-8")
    assert script.counts_table(rows) in atlas
    assert script.published_table(rows) in atlas
    assert script.wild_table(rows) in findings
    bounds, _ = script.read_data()
    assert f"{bounds['elements']} elements and {bounds['steps']:,} steps" in atlas
