"""What the command line can do, Python can do at top level."""

from __future__ import annotations

import pytest

import farstar as fs
from tests.running import report_of, run


def test_the_names_are_listed() -> None:
    names = """
        atlas certify check_certificate cite compare explain grundy_sequence new_paper plot puzzle
        report reproduce search simplify solve survey table verify
    """
    for name in names.split():
        assert name in fs.__all__
        assert callable(getattr(fs, name))
        assert name in dir(fs)


@pytest.mark.parametrize("text", ["{3||2|1}", "Domineering(2x3)", "Clobber(xxo) + *", "E(11,8)"])
def test_the_same_answers(text: str) -> None:
    assert run("explain", text).stdout.split() == fs.explain(text).text().split()
    assert fs.report(text).mean == fs.parse(text).mean
    relation = report_of("compare", text, "0", "--json")["relation"]
    assert relation == str(fs.compare(text, 0)) == str(fs.compare(fs.parse(text), "0"))
    assert str(fs.compare(fs.parse(text), fs.parse(text))) == "="


def test_simplification_of_positions_and_text() -> None:
    board = fs.Domineering("2x2")
    assert fs.simplify(board).text() == fs.simplify("Domineering(2x2)").text()
    assert fs.simplify("{0,-1|1}").title == "{0,-1|1} = 1/2"
    assert fs.simplify(fs.Form("{0,-1|1}")).title == "{0,-1|1} = 1/2"


def test_search_sequences_and_atlases() -> None:
    assert fs.grundy_sequence("0.77", 10) == [fs.Kayles(n).grundy for n in range(10)]
    pytest.importorskip("polars")
    result = fs.search(None, "Nim(a,b)", find="value = 0", a=range(1, 4), b=range(1, 4))
    assert result.counterexample is not None
    assert dict(result.counterexample.point) == {"a": 1, "b": 1}
    assert str(fs.atlas("Domineering", 4).look("value = +-1")) == "..|..: +-1"
