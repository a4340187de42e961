"""CSV that spreadsheets do not take for formulas, and that is read back as it was."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.tables import read_csv, write_csv

NUMBERS = ["0", "-1", "+1", "-1/2", "12.5", "-0.5", "1e5", "-1.5E-07", "-" + "9" * 50]
FORMULAS = [
    "=1+1",
    "+-1",
    "-*",
    "-1*2",
    "-1-1",
    "@x",
    "-",
    "+",
    "\t=1",
    "\r=1",
    "-1/2/3",
    "-1/",
    "--1",
    "-inf",
    "=",
    "-.5",
    "'=1",
    "''+x",
    "-1\n",
]
TEXTS = ["", "a", "1-1", "'", "'a'", "{0|-1}", "*", "^-", "it's =", " ", "a,b", 'say "x"']


def cells(text: str) -> list[str]:
    """Return the cells of the only row, as a spreadsheet finds them."""
    (row,) = csv.reader(io.StringIO(text, newline=""))
    return row


@pytest.mark.parametrize("text", NUMBERS + TEXTS)
def test_numbers_and_harmless_texts_stay(text: str) -> None:
    assert cells(write_csv([[text, "x"]]))[0] == text


@pytest.mark.parametrize("text", FORMULAS)
def test_formulas_become_texts(text: str) -> None:
    assert cells(write_csv([[text, "x"]]))[0] == f"'{text}"


@given(st.lists(st.lists(st.text("'=+-@\t\r\n,\"1/a"), min_size=1, max_size=3), max_size=3))
def test_what_is_written_is_read_back(rows: list[list[str]]) -> None:
    assert read_csv(write_csv(rows)) == rows
    for row in csv.reader(io.StringIO(write_csv(rows), newline="")):
        for cell in row:
            assert cell[:1] not in ("=", "@", "\t", "\r")
            assert cell[:1] not in ("+", "-") or set(cell[1:]) <= set("0123456789/")


def test_tables() -> None:
    table = fs.table("{n|-n} - m", n=[1], m=[0, 2], show="value, mean", grid=False)
    assert table.csv() == "n,m,value,mean\n1,0,'+-1,0\n1,2,{-1|-3},-2\n"
    assert read_csv(table.csv())[1] == ["1", "0", "+-1", "0"]


def test_headings_and_names() -> None:
    table = fs.Table(("=cmd", "n"), (("@a", -1),))
    assert table.csv() == "'=cmd,n\n'@a,-1\n"
