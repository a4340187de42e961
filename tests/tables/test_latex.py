"""Tables in LaTeX: floating, turned, or over several pages; TeX accepts them where it is there."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import farstar as fs

PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,booktabs,longtable,pdflscape}
\begin{document}
"""


def tables() -> dict[str, fs.Table]:
    return {
        "small": fs.table(fs.PartizanEuclid, range(1, 8), range(1, 8), show="value"),
        "wide": fs.table(fs.Euclid, range(1, 9), range(1, 23), show="grundy"),
        "wider": fs.table(fs.Euclid, range(1, 9), range(1, 60), show="grundy"),
        "long": fs.table(fs.Euclid, range(1, 80), range(1, 8), show="grundy"),
        "paragraphs": fs.table("A(0,n,0)", n=range(1, 60), show="value, mean"),
        "walls": fs.table("{n|-n} + Tiny(n)", n=range(1, 4), show="value, thermograph"),
    }


def test_a_table_takes_the_environment_that_it_needs() -> None:
    written = {name: table.latex() for name, table in tables().items()}
    assert written["small"].startswith("\\begin{table}")
    assert written["wide"].startswith("\\begin{landscape}\n\\begin{table}")
    assert written["wide"].endswith("\\end{landscape}")
    assert written["long"].count(r"\begin{longtable}") == 1
    assert written["wider"].count(r"\begin{longtable}") > 2
    assert written["wider"].count(r"\caption") == 1
    assert r"\begin{longtable}{rp{" in written["paragraphs"]
    assert r"\left" not in written["paragraphs"].partition(r"\begin{longtable}")[2][:20_000]


@pytest.mark.parametrize("name", tables())
def test_the_latex_is_well_formed(name: str) -> None:
    table = tables()[name]
    text = table.latex()
    opened: list[str] = []
    for kind, environment in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        if kind == "begin":
            opened.append(environment)
        else:
            assert opened.pop() == environment
    assert not opened
    assert text.count("$") % 2 == 0
    bare = re.sub(r"\\[{}]", "", text)
    assert bare.count("{") == bare.count("}")
    # Every row has as many cells as its table has columns.
    for columns, body in re.findall(
        r"\\begin\{(?:tabular|longtable)\}\{((?:[lr]|p\{\d+pt\})+)\}(.*?)\\end\{(?:tabular|longtable)\}",
        text,
        re.DOTALL,
    ):
        rows = [line for line in body.splitlines() if line.endswith(r"\\") and "&" in line]
        assert rows
        width = len(re.sub(r"p\{\d+pt\}", "p", columns))
        assert {line.count("&") for line in rows} == {width - 1}


def test_all_cells_are_there() -> None:
    table = tables()["wider"]
    first = [row.split(" & ")[0] for row in table.latex().splitlines() if " & " in row]
    blocks = table.latex().count(r"\begin{longtable}")
    # A head for the first page and one for the others, and all rows, in each block.
    assert len(first) == blocks * (2 + len(table.rows))
    cells = sum(row.count(" & ") for row in table.latex().splitlines())
    assert cells == (len(table.rows) + 2) * (len(table.headings) - 1)


def test_values_with_macros() -> None:
    table = fs.table(fs.PartizanEuclid, range(11, 12), range(8, 9), show="value")
    value = fs.PartizanEuclid(11, 8).value
    assert value.latex(macros=True) in table.latex(macros=True)
    assert value.latex() in table.latex()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs TeX")
def test_tex_makes_no_overfull_box(tmp_path: Path) -> None:
    source = PREAMBLE + "\n\n".join(t.latex() for t in tables().values()) + "\n\\end{document}\n"
    (tmp_path / "tables.tex").write_text(source, encoding="utf-8")
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "tables.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        errors="replace",
    )
    assert run.returncode == 0, run.stdout[-2000:]
    assert "Overfull" not in run.stdout, re.findall(r"Overfull.*", run.stdout)
