"""The research note: complete, the same every time, with certificates that prove what it says."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from shutil import which

import pytest

from farstar.certificates import load_certificate
from farstar.papers import research_note
from tests.running import run

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def note(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return research_note(DOCS, tmp_path_factory.mktemp("note"))


def test_every_theorem_of_the_pages_is_in_the_note(note: Path) -> None:
    text = note.read_text(encoding="utf-8")
    pages = "".join(
        (DOCS / name).read_text(encoding="utf-8") for name in ("proofs.md", "weights.md")
    )
    theorems = re.findall(r"\*\*(Theorem \w+)", pages)
    assert len(theorems) > 12
    missing = [name for name in theorems if f"\\textbf{{{name}" not in text]
    # The one about another game is left out.
    assert missing == ["Theorem 13"]
    assert text.count(r"\item[") > 40


def test_every_character_is_known_to_tex(note: Path) -> None:
    text = note.read_text(encoding="utf-8")
    assert "[U+" not in text
    body = text[text.index(r"\begin{document}") :]
    declared = {int(code, 16) for code in re.findall(r"DeclareUnicodeCharacter\{(\w+)\}", text)}
    assert {ord(c) for c in body if ord(c) > 0x17F} <= declared


def test_the_certificates_prove_what_the_note_says(note: Path) -> None:
    text = note.read_text(encoding="utf-8")
    files = sorted((note.parent / "certificates").glob("*.json"))
    assert len(files) == 4
    for file in files:
        certificate = load_certificate(file)
        (outcome,) = certificate.check()
        digest = str(certificate.data["digest"])
        assert digest[:32] in text
        assert digest[32:] in text
        assert f"has outcome {outcome}: \\texttt{{certificates/{file.name}}}" in text


def test_it_is_the_same_every_time(note: Path, tmp_path: Path) -> None:
    again = research_note(DOCS, tmp_path)
    assert again.read_bytes() == note.read_bytes()


def test_a_folder_without_the_pages_is_refused(tmp_path: Path) -> None:
    words = [
        "reproduce",
        "partizan-euclid",
        "--note",
        str(tmp_path),
        "--out",
        str(tmp_path / "out"),
    ]
    result = run(*words)
    assert result.exit_code == 2
    assert "expected the page proofs.md" in result.output


@pytest.mark.long
@pytest.mark.skipif(which("pdflatex") is None, reason="pdflatex is not installed")
def test_latex_sets_it(note: Path) -> None:
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", note.name]
    done = subprocess.run(command, cwd=note.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
