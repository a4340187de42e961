"""The tables of the papers cell by cell, and the files that ``farstar reproduce`` writes."""

from __future__ import annotations

from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar import papers
from tests import running

pytest.importorskip("matplotlib")

# As printed, the largest a on top; columns are b = 0, ..., 9 and b = 1, ..., 9.
EUCLID = """
    0 9 4 3 1 1 0 0 0 1
    0 8 4 2 2 0 0 0 1 0
    0 7 3 1 1 0 0 1 0 0
    0 6 3 2 0 0 1 0 0 0
    0 5 1 1 0 1 0 0 0 1
    0 4 2 0 1 0 0 1 2 1
    0 3 0 1 0 1 2 1 2 3
    0 2 1 0 2 1 3 3 4 4
    0 1 2 3 4 5 6 7 8 9
    0 0 0 0 0 0 0 0 0 0
"""
GROSSMAN = """
    8 4 2 1 1 0 0 0 0
    7 3 2 1 0 0 0 0 0
    6 3 1 1 0 0 0 0 0
    5 2 1 0 0 0 0 0 0
    4 2 1 0 0 0 0 0 1
    3 1 0 0 0 0 1 1 1
    2 0 0 0 1 1 1 2 2
    1 0 0 1 2 2 3 3 4
    0 1 2 3 4 5 6 7 8
"""
WORDS = {
    "": ("P", "E(2,1)"),
    "e": ("N", "E(3,2)"),
    "re": ("L", "E(4,3)"),
    "le": ("R", "E(5,3)"),
    "lle": ("P", "E(8,5)"),
    "lre": ("N", "E(7,4)"),
    "rlre": ("L", "E(10,7)"),
    "rlle": ("R", "E(11,8)"),
    "llre": ("P", "E(11,7)"),
}
WEIGHTS = """
    {6|2} 3/2 2 0 -1 0 2 0 0 0
    . {7|2} 0 -3 0 4 3 0 -4 0
    . . {8|2} {2|2} 1 0 -3 -1 -1 0
    . . . {9|2} 0 2 3 0 5 4
    . . . . {10|2} {3|2} -3 0 0 2
    . . . . . {11|2} 0 3/2 0 0
"""
BOARDS = ["-1", "*", "{1/2|0}", "{1*|0}", "{3/2|1||0}", "{2*|1||0}", "{5/2|2||1|||0}"]
MEANS = ["0", "1/4", "1/2", "5/8", "3/4", "13/16"]


def exhibit(paper: str, label: str) -> papers.Exhibit:
    (chosen,) = (e for e in papers.exhibits(paper) if e.label == label)
    return chosen


def made_table(paper: str, label: str) -> fs.Table:
    content = exhibit(paper, label).made
    assert isinstance(content, fs.Table)
    return content


def cells(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


@pytest.mark.parametrize(("label", "printed"), [("Table 1", EUCLID), ("Table 2", GROSSMAN)])
def test_grundy_values(label: str, printed: str) -> None:
    table = made_table("real-euclid", label)
    rows = cells(printed)
    assert [list(map(str, row[1:])) for row in table.rows] == rows
    largest = 9
    assert [row[0] for row in table.rows] == list(range(largest, largest - len(rows), -1))


def test_irreducible_words() -> None:
    table = made_table("partizan-euclid", "Table 1")
    cells = {row[0]: (str(row[1]), row[2]) for row in table.rows}
    assert cells == {fs.Word(word): facts for word, facts in WORDS.items()}


def test_atomic_weights() -> None:
    table = made_table("partizan-euclid", "Table 2")
    for row, printed in zip(table.rows, cells(WEIGHTS), strict=True):
        assert list(row[1:]) == [None if text == "." else fs.Value(text) for text in printed]
    assert "E(p + q, q)" in table.caption


def test_first_values_of_geography() -> None:
    table = made_table("partizan-geography", "First values")
    assert [str(row[1]) for row in table.rows] == BOARDS
    for row, printed in zip(table.rows[1:], MEANS, strict=True):
        assert str(row[2]) == str(row[3]) == printed


def test_captions_say_what_is_true() -> None:
    one, two, three = fs.GeographyA(3, 2, 1), fs.GeographyA(3, 1, 2), fs.GeographyA(1, 1, 1)
    assert (one - two - three).value == fs.Value("{1/2*|-1/2*}")
    assert "{1/2*|-1/2*}" in exhibit("partizan-geography", "Opening boards").caption
    second = fs.GeographyA(3, 12, 4) + fs.GeographyA(7, 12, 1) - fs.GeographyA(9, 15, 6)
    assert (str(second.mean), str(second.temperature)) == ("29/32", "15/16")
    assert fs.Grossman(9, 2).length == 3
    assert fs.Grossman(11, 8).length == 4


def test_only_one_family_is_cut_off_in_figure_3() -> None:
    above = [
        (p, q)
        for p in range(3, 86)
        for q in range(p // 2 + 1, p)
        if fs.PartizanEuclid(p, q).signature.pair == (p, q)
        and fs.PartizanEuclid(p, q).atomic_weight().mean > 25
    ]
    assert [pair for pair in above if pair[0] - pair[1] != 1] == [(85, 57), (85, 82)]
    assert min(above) == (29, 28)


def _exhibit(each: papers.Exhibit) -> Any:
    name = f"{each.paper} {each.label}"
    return pytest.param(each, id=name, marks=[pytest.mark.long] * (name == "beyond Census"))


@pytest.mark.parametrize("each", [*map(_exhibit, papers.exhibits())])
def test_every_exhibit_is_made_and_belongs_to_claims(each: papers.Exhibit) -> None:
    assert each.made.caption == f"{each.label}. {each.caption}"
    labels = {claim.label for claim in papers.paper(each.paper)}
    assert set(each.claims) <= labels
    assert each.caption.endswith(".")


def test_every_table_and_figure_of_the_papers_is_there() -> None:
    for name in papers.PAPERS:
        labels = " ".join(e.label for e in papers.exhibits(name))
        for claim in papers.paper(name):
            if claim.label.startswith(("Table ", "Figure ")):
                # A figure may have several claims, such as "Figure 2, all words".
                assert claim.label.partition(",")[0] in labels


run = partial(running.run, "reproduce")


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.targets += [link for link in (attributes.get("href"), attributes.get("src")) if link]
        self.names |= {name for name in (attributes.get("id"),) if name}


@pytest.mark.long
def test_files_and_links(tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    result = run("real-euclid", "--out", str(first))
    assert result.exit_code == 0, result.output
    assert result.stdout.strip() == str(first / "index.html")
    links = Links()
    links.feed((first / "index.html").read_text("utf-8"))
    for target in links.targets:
        if target.startswith("#"):
            assert target[1:] in links.names
        else:
            assert (first / target).is_file()
    papers.reproduce(second, "real-euclid")
    files = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file())
    assert len(files) == 3 + 2 * 5 + 2 * 4
    for file in files:
        assert (first / file).read_bytes() == (second / file).read_bytes()


@pytest.mark.long
def test_the_report_shows_verdicts(tmp_path: Path) -> None:
    report = fs.verify("real-euclid", claim="Table 1")
    index = papers.reproduce(tmp_path, "real-euclid", verified=report)
    text = index.read_text("utf-8")
    assert '<span class="holds">holds</span>' in text
    assert "not checked" in text


@pytest.mark.parametrize(
    "words", [("--out", "x", "no-paper"), ("real-euclid",), ("beyond", "real-euclid", "--out", "x")]
)
def test_bad_input(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("farstar reproduce: expected")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("real-euclid", "--out", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "expected a folder" in result.stderr
