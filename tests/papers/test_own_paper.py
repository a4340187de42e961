"""A paper of a user: claims, tables and figures in a file, by the decorators that we use."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

import farstar as fs
from farstar import papers
from tests.running import run

PAPER = """
import farstar as fs
from farstar import papers

PAPER = papers.Paper("small", "A small paper: 100% of λ & more", authors="A. Author")


@PAPER.holds("Theorem 1", "Means are `1/2 <= m`.", "both", papers.numbers("`n <= {}`", 6))
def theorem_1(bound):
    for n in range(4, bound + 1):
        yield papers.true(f"`n = {n}`", 2 * fs.GeographyA(0, n, 0).mean >= 1)


def printed(bound):
    for n in range(2, bound + 1):
        yield papers.same(f"`n = {n}`", n % 2, 0)


@PAPER.corrected(
    "Remark_2", "All `n` are even.", "remainders", papers.numbers("`n <= {}`", 9, least=3),
    correction="Some are.", printed=printed, status=papers.Status.MISPRINT,
)
def remark_2(bound):
    yield papers.same("2", 2 % 2, 0)


@PAPER.exhibit("Table 1", "Boards | `n <= 3`.", note="New.", claims=["Theorem 1"])
def table_1():
    return fs.table("A(0,n,0)", n=range(1, 4), show="value, mean")


@PAPER.exhibit("Figure 1", "A thermograph of `{2|-1}`.")
def figure_1():
    return fs.plot(fs.Value("{2|-1}"))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.py"
    path.write_text(PAPER, encoding="utf-8")
    return path


def test_the_claims_of_a_file_are_checked(file: Path) -> None:
    report = papers.verify(papers.load(file))
    assert [str(result.verdict) for result in report] == ["holds", "corrected"]
    assert report[1].standing == "misprint"
    assert report[1].counterexample == "n = 3: 1, not 0"
    assert papers.verify(papers.load(file), claim="Theorem", bound=20)[0].cases == 17


def test_several_processes_load_the_file(file: Path) -> None:
    result = run("verify", str(file), "--jobs", "2", "--json")
    assert result.exit_code == 0
    claims = json.loads(result.stdout)["claims"]
    assert [claim["label"] for claim in claims] == ["Theorem 1", "Remark_2"]


def test_a_paper_of_ones_own_has_positions_to_look_at(tmp_path: Path) -> None:
    path = tmp_path / "heaps.py"
    path.write_text(
        """
from farstar.papers import ExamplePositions, Paper, numbers
PAPER = Paper(
    "heaps-of-my-own",
    "Heaps",
    examples=ExamplePositions(
        by_label={"Lemma 1": "Nim(1,2,3)"},
        by_subject={"equal": "Nim(5,5)"},
        otherwise="Nim(7)",
        notations={r"heaps \\((\\d+), (\\d+)\\)": "Nim({0},{1})"},
    ),
)
for label, statement in {
    "Lemma 1": "Nim(4) is won.",
    "Lemma 2": "The heaps (6, 4) are won.",
    "Lemma 3": "Two equal heaps are lost.",
    "Lemma 4": "One heap is won.",
}.items():
    @PAPER.holds(label, statement, "nothing", numbers("n <= {}", 1))
    def check(bound):
        yield None
"""
    )
    claims = list(papers.load(path))
    assert [papers.live_position(claim)[0] for claim in claims] == [
        *("Nim(1,2,3)", "Nim(6,4)", "Nim(5,5)", "Nim(7)")
    ]
    assert papers.live_position(claims[0], "Nim(9): N, not P") == ("Nim(9)", "the counterexample")


def test_a_false_claim_is_red(file: Path) -> None:
    file.write_text(PAPER.replace(">= 1)", ">= 2)"), encoding="utf-8")
    result = run("verify", str(file), "--jobs", "1")
    assert result.exit_code == 1
    assert "disagrees: n = 4" in result.stdout


def test_a_file_without_a_paper(tmp_path: Path) -> None:
    file = tmp_path / "empty.py"
    for text, message in (
        ("", "expected one Paper"),
        ("1/0", "expected a Python file that runs"),
        ("from farstar import papers\nP = papers.Paper('a', 'b')", "claims or exhibits"),
        ("from farstar import papers\nP = papers.Paper('a b', 'b')", "letters, digits and hyphens"),
        ("from farstar.papers.euclid.real_euclid import CLAIMS", "expected another name"),
        (PAPER.replace('["Theorem 1"]', '["Theorem 9"]'), "expected Table 1 to name claims"),
        (PAPER.replace("Remark_2", "Theorem 1"), "expected different labels"),
    ):
        file.write_text(text, encoding="utf-8")
        result = run("verify", str(file))
        assert result.exit_code == 2, text
        assert message in result.stderr
    assert run("verify", str(tmp_path / "none.py")).exit_code == 2


def test_names_from_strangers_never_run_a_file(file: Path) -> None:
    # The browser hands names on: a path is no name.
    for ask in (papers.paper, papers.exhibits, papers.select):
        with pytest.raises(papers.UnknownClaimError):
            ask(str(file))
    with pytest.raises(papers.UnknownClaimError):
        papers.verify(str(file))


@pytest.mark.long
def test_reports_on_a_file(file: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    out = tmp_path / "out"
    assert run("reproduce", str(file), "--verify", "--out", str(out)).exit_code == 0
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "A small paper: 100% of λ &amp; more" in page
    assert page.count('class="holds"') == 1
    markdown = (out / "report.md").read_text(encoding="utf-8")
    assert r"| Remark\_2 | All `n` are even. *Corrected:* Some are. | misprint: " in markdown
    assert "![Figure 1](small/figure-1.svg)" in markdown
    assert "**Remark\\_2** (misprint)" in markdown
    note = (out / "note.tex").read_text(encoding="utf-8")
    assert r"\title{A small paper: 100\% of λ \& more}" in note
    assert r"\DeclareUnicodeCharacter{03BB}{\ensuremath{\lambda}}" in note
    assert r"\input{small/table-1}" in note
    assert r"{figure-1.pdf}" in note
    assert r"misprint; $n \le  9$; $n = 3$: 1, not 0" in note
    check_environments(note)


def check_environments(text: str) -> None:
    """Environments are nested, and braces balanced."""
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+\*?)\}", text):
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    bare = re.sub(r"\\[{}\\]", "", text)
    assert bare.count("{") == bare.count("}")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdfLaTeX")
def test_the_note_compiles(file: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    paper = papers.load(file)
    papers.reproduce(tmp_path, paper, verified=fs.verify(paper))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "note.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:].decode(errors="replace")
    assert (tmp_path / "note.pdf").stat().st_size > 10_000


def test_the_papers_included_use_what_is_public() -> None:
    for name in papers.PAPERS:
        paper = papers.paper(name)
        assert isinstance(paper, papers.Paper)
        assert papers.exhibits(name) == paper.exhibits != []


def test_an_exhibit_that_is_neither_table_nor_figure() -> None:
    exhibit = papers.Exhibit("small", "Table 1", "", lambda: 3)  # type: ignore[arg-type, return-value]
    with pytest.raises(TypeError, match="expected Table 1 to be a table or a figure, got int"):
        _ = exhibit.made


FRAGILE = """
import os, pathlib, signal
from farstar import papers

PAPER = papers.Paper("fragile", "Checks that end their process")
ENDED = pathlib.Path(__file__).with_suffix(".ended")


@PAPER.holds("Lemma 1", "One", "both", papers.fixed("once"))
def lemma_1(bound):
    if not ENDED.exists():
        ENDED.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    yield None


@PAPER.holds("Lemma 2", "Two", "both", papers.fixed("once"))
def lemma_2(bound):
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_claim_outlives_a_worker_that_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "fragile.py"
    file.write_text(FRAGILE)
    paper = papers.load(file)
    assert fs.verify(paper, claim="Lemma 1", jobs=2).ok
    with pytest.raises(fs.FarstarError, match="expected fragile Lemma 2 to be computed, but 3 "):
        fs.verify(paper, claim="Lemma 2", jobs=2)
