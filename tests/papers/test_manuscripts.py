"""Our papers in LaTeX: complete, without what belongs to a web page, the same every time."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from shutil import which

import pytest

from farstar.certificates import load_certificate
from farstar.papers import manuscripts
from farstar.prove import known
from tests.running import run

# All tests share the files, which take half a minute to write.
pytestmark = pytest.mark.xdist_group("manuscripts")

DOCS = Path(__file__).resolve().parents[2] / "docs"
NAMES = {
    "partizan-euclid": ("proofs.md", "weights.md"),
    "partizan-euclid-sums": ("hardness.md",),
    "grossman-multipliers": ("multipliers.md",),
    "partizan-geography-products": ("products.md",),
    "theorems-for-all-sizes": ("clobber.md", "prove.md"),
}
"""The papers, and the pages of which all theorems are in them."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("manuscripts")
    manuscripts(DOCS, folder)
    return folder


def text_of(folder: Path, name: str) -> str:
    return (folder / f"{name}.tex").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_every_theorem_of_the_pages_is_in_the_paper(folder: Path, name: str) -> None:
    text = text_of(folder, name)
    for page in NAMES[name]:
        found = re.findall(r"\*\*((?:Theorem|Lemma) \w+)", (DOCS / page).read_text("utf-8"))
        missing = [one for one in found if f"\\textbf{{{one}" not in text]
        # The one about another game is left out.
        assert missing == (["Theorem 13"] if page == "proofs.md" else [])
        assert found or page == "products.md"


@pytest.mark.parametrize("name", NAMES)
def test_a_paper_has_its_parts_and_nothing_of_a_web_page(folder: Path, name: str) -> None:
    text = text_of(folder, name)
    parts = (
        r"\begin{abstract}",
        r"\section{Introduction}",
        r"\section*{Data and programs}",
        r"\section*{Use of AI systems}",
        r"\begin{thebibliography}",
    )
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    body = text[: text.index(r"\section*{Data and programs}")]
    for phrase in ("farstar verify", "--claim", ">>>", "$ farstar", "this page", "click", ".md"):
        assert phrase not in body
    assert not re.search(r"\bpages?\b", body)
    # Running times belong to the pages, not to a paper.
    assert not re.search(r"(about|half) a (second|minute|hour)|\d (seconds|minutes|hours)", body)
    # Values are written with signs, not in words as on the pages.
    assert not re.search(r"\.(up|down|star)\b|\b(up|down) \+|\+ star\b", body)
    # What a sentence announces follows.
    assert not re.search(r":\n\n(?!\\begin|\{\\small)", body)
    # Every proof ends.
    assert body.count(r"\emph{Proof") <= body.count("∎") + body.count("follow")


def test_what_is_used_of_another_paper_is_stated_in_the_introduction(folder: Path) -> None:
    text = text_of(folder, "partizan-euclid-sums")
    _, opening, after = re.split(r"\\section\{", text, maxsplit=2)
    used = set(re.findall(r"(?:Theorem|Lemma) (W\d)", after))
    assert used == {"W3", "W5", "W6", "W7", "W8"}
    assert used <= set(re.findall(r"\bW\d", opening))


def test_the_shares_that_weights_need_are_in_the_paper(folder: Path) -> None:
    text = text_of(folder, "partizan-euclid")
    assert text.index("The shares exist") < text.index(r"\textbf{Theorem W4")


@pytest.mark.parametrize("name", NAMES)
def test_the_bibliography_has_all_that_is_cited_and_nothing_else(folder: Path, name: str) -> None:
    body, _, literature = text_of(folder, name).partition(r"\begin{thebibliography}")
    # Authors with a year have become numbers.
    assert re.findall(r"[A-Z][a-z]+\s\((?:1[89]|20)\d\d\)", body) == []
    cited = {int(one) for one in re.findall(r"(?:^|[\s~(])\[(\d+)\]", body, re.M)}
    # Such as "[5] to [7]".
    for first, last in re.findall(r"\[(\d+)\] to \[(\d+)\]", body):
        cited |= set(range(int(first), int(last) + 1))
    assert cited == set(range(1, literature.count(r"\bibitem") + 1))


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_is_mentioned(folder: Path, name: str) -> None:
    text = text_of(folder, name)
    for number in range(1, text.count(r"\captionof{figure}") + 1):
        assert f"Figure {number}" in text
    for number in range(1, text.count(r"\captionof{table}") + 1):
        assert f"Table {number}" in text


def test_relations_and_scripts_are_set(folder: Path) -> None:
    text = text_of(folder, "partizan-euclid")
    assert r"\lessorconfused " in text
    assert "|>" not in text
    assert "<=" not in text
    assert r"$r^{d_{0}-1}lr^{d_{1}-1}l\ldots lr^{d_{n}-2}e$" in text
    # Names in programs belong to the page.
    assert r"\texttt{farstar.papers" not in text


@pytest.mark.parametrize("name", NAMES)
def test_every_character_is_known_to_tex(folder: Path, name: str) -> None:
    text = text_of(folder, name)
    assert "[U+" not in text
    body = text[text.index(r"\begin{document}") :]
    declared = {int(code, 16) for code in re.findall(r"DeclareUnicodeCharacter\{(\w+)\}", text)}
    assert {ord(c) for c in body if ord(c) > 0x17F} <= declared


def test_the_certificates_prove_what_the_papers_say(folder: Path) -> None:
    theorems = {*(folder / "certificates").glob("theorems-for-all-sizes-*.json")}
    files = sorted({*(folder / "certificates").glob("*.json")} - theorems)
    assert len(files) == 5
    for file in files:
        text = text_of(folder, file.stem.rsplit("-", 1)[0])
        certificate = load_certificate(file)
        (outcome,) = certificate.check()
        digest = str(certificate.data["digest"])
        assert digest[:32] in text
        assert digest[32:] in text
        assert f"has outcome {outcome}:\\newline \\texttt{{certificates/{file.name}}}" in text


def test_the_certificates_of_theorems_prove_what_the_paper_says(folder: Path) -> None:
    text = text_of(folder, "theorems-for-all-sizes")
    files = sorted((folder / "certificates").glob("theorems-for-all-sizes-*.json"))
    assert len(files) > 10
    for file in files:
        # The paper was written from what the checker said about them.
        kept = known(file.stem.removeprefix("theorems-for-all-sizes-")).certificate
        assert file.read_text("utf-8").strip() == str(kept).strip()
        digest = str(kept.data["digest"])
        assert digest[:32] in text
        assert digest[32:] in text
        assert f"\\texttt{{certificates/{file.name}}}" in text


def test_they_are_the_same_every_time(folder: Path, tmp_path: Path) -> None:
    for again in manuscripts(DOCS, tmp_path, "partizan-euclid"):
        assert again.read_bytes() == (folder / again.name).read_bytes()


def test_a_folder_without_the_pages_is_refused(tmp_path: Path) -> None:
    words = ["reproduce", "partizan-euclid", "--manuscripts", str(tmp_path)]
    result = run(*words, "--out", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "expected the page proofs.md" in result.output


def test_a_paper_of_which_we_wrote_nothing_is_refused(tmp_path: Path) -> None:
    words = ["reproduce", "real-euclid", "--manuscripts", str(DOCS)]
    result = run(*words, "--out", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "expected a paper with manuscripts" in result.output


@pytest.mark.long
@pytest.mark.skipif(which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("name", NAMES)
def test_latex_sets_it_without_warnings(folder: Path, name: str) -> None:
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"]
    for _ in range(2):  # references need a second run
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:]
    log = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    assert not re.findall(r"^.*(?:Warning|Overfull).*$", log, re.M)
