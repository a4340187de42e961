"""Pictures and tables in LaTeX, which fit into the columns of a paper."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import farstar as fs
from farstar.figures import tikz
from farstar.games import GAMES, load
from tests.running import python, run

PREAMBLE = r"""\documentclass[twocolumn]{article}
\usepackage{amsmath, booktabs, graphicx, tikz}
\begin{document}
"""

VALUES = ["{2|-1}", "{3||2|1}", "{9|3||1|-2}", "^", "1/2", "-7", "{4|2||-1|||-5}"]

LARGE = ["{1/1024|-30}", "{20000|-20000}"]
"""Values with numbers that TeX cannot compute with."""


def boards() -> list[fs.Position]:
    """Return a first position of every game that has a picture."""
    found = []
    for name in sorted(GAMES):
        kind = load(name)
        starts = list(kind.rules.starts) if kind is not None else []
        position = fs.parse(starts[0]) if starts else None
        if isinstance(position, fs.Position) and position._repr_svg_() is not None:
            found.append(position)
    return found


def tables() -> list[fs.Table]:
    return [
        fs.table("Domineering(m x n)", m=range(1, 5), n=range(1, 5)).with_label("t"),
        fs.table("Nim(a,b)", a=range(4), b=range(40), show="grundy"),
        fs.table("Kayles(n)", n=range(100), show="grundy, outcome"),
        fs.table("Domineering(4 x n)", n=range(1, 5), show="value, mean, left options"),
    ]


def test_every_board_has_a_picture() -> None:
    positions = boards()
    assert len(positions) > 20
    for position in positions:
        text = tikz(position)
        assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") == 1
        assert text.count("{") == text.count("}")
        assert r"\linewidth" in text
        used = set(re.findall(r"(?:fill|draw|text)=(c\d+)", text))
        assert used <= set(re.findall(r"\\definecolor{(c\d+)}", text))


@pytest.mark.parametrize("text", VALUES)
def test_a_thermograph_has_its_walls(text: str) -> None:
    value = fs.Value(text)
    graph, picture = value.thermograph(), tikz(value)
    assert f"({graph.mean}," in picture
    if graph.temperature > 0:
        assert f"({graph.left_wall(0)},0)" in picture
        assert f"({graph.right_wall(0)},0)" in picture
        assert f"({graph.mean},{graph.temperature})" in picture


def test_large_numbers_are_only_labels() -> None:
    for text in LARGE:
        places = re.findall(r"\((-?[\d./]+),(-?[\d./]+)\)", tikz(text))
        assert all(abs(float(number)) <= 10 for place in places for number in place)


def test_kinds_are_checked() -> None:
    with pytest.raises(fs.NotationError, match="expected a position with a picture"):
        tikz("^", kind="board")
    with pytest.raises(fs.NotationError, match="expected board, thermograph or tree"):
        tikz("^", kind="song")
    assert "left move" in tikz("^", kind="tree")


def test_tables_lose_nothing_in_two_columns() -> None:
    for table in tables():
        text = table.latex(two_column=True)
        assert "longtable" not in text
        assert "landscape" not in text
        rows = [line for line in text.splitlines() if line.endswith(r" \\")]
        floats = text.count(r"\begin{table")
        assert text.count(r"\label{") == (1 if table.label else 0)
        cells = sum(row.count(" & ") + 1 for row in rows)
        repeated = sum(1 for row in rows) * table.stubs
        body = (len(table.rows)) * (len(table.headings) - table.stubs)
        heads = sum(rows[i].count(" & ") for i in range(len(rows)) if _is_head(text, rows[i]))
        assert cells - repeated - heads == body or floats > 1
        assert text.count(r"(continued)") == floats - 1


def _is_head(text: str, row: str) -> bool:
    return f"\\toprule\n{row}" in text


def test_the_command_line_writes_files(tmp_path: Path) -> None:
    picture, table = tmp_path / "board.tex", tmp_path / "table.tex"
    assert run("plot", "Domineering(2x2)", "--out", picture).exit_code == 0
    assert picture.read_text() == tikz("Domineering(2x2)") + "\n"
    result = run("table", "Nim(n)", "n=1..3", "--two-column", "--out", table)
    assert result.exit_code == 0, result.output
    assert table.read_text().startswith(r"\begin{table}[tbp]")
    assert run("plot", "^", "*", "--out", picture).exit_code == 2
    assert run("table", "Nim(n)", "n=1..3", "--two-column").exit_code == 2


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs TeX")
def test_tex_makes_no_overfull_box_in_two_columns(tmp_path: Path) -> None:
    pictures = [tikz(game) for game in (*boards(), *VALUES, *LARGE)]
    pictures += [tikz(value, kind="tree") for value in VALUES[:3]]
    pictures.append(tikz("Domineering(2x3)", kind="tree"))
    body = [*pictures, *(table.latex(two_column=True) for table in tables())]
    source = PREAMBLE + "\n\n".join(body) + "\n\\end{document}\n"
    (tmp_path / "paper.tex").write_text(source, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        errors="replace",
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull" not in done.stdout, re.findall(r"Overfull.*", done.stdout)


def test_a_board_is_drawn_without_what_cgsuite_needs() -> None:
    program = """
import sys
import farstar as fs
with fs.engine.budget(nodes=1):
    print(fs.figures.tikz(fs.Nim(1, 2))[:1])
print([name for name in sys.modules if name.startswith("farstar.interop")])
"""
    assert python("-c", program, check=True).stdout.split() == ["%", "[]"]
