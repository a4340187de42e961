"""`farstar cite`: the program, the literature about the games, and the certificate."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import farstar
from farstar import reports
from farstar.games import GAMES, load
from tests import running

CITATION = Path(__file__).resolve().parents[2] / "CITATION.cff"


def run(*words: str, code: int = 0) -> str:
    result = running.run("cite", *words)
    assert result.exit_code == code, result.output
    return result.output


def test_the_program_alone() -> None:
    assert run() == (
        "The Farstar developers, Farstar: a workbench for combinatorial game theory, "
        f"version {farstar.__version__} (2026).\n"
    )


def test_it_agrees_with_the_citation_file() -> None:
    text = CITATION.read_text(encoding="utf-8")
    assert f'title: "{reports.cite().text().split(", ")[1]}"' in text
    assert re.search(r"year: (\d+)", text)[1] == re.search(r"\((\d+)\)", run())[1]  # type: ignore[index]


def test_a_result_with_the_literature_about_its_games() -> None:
    text = run("Nim(3,5) + Kayles(2)")
    assert "Result: Nim(3,5) + Kayles(2) has outcome N and value *4." in text
    assert "Bouton" in text
    assert "Guy" in text


def test_bibtex_escapes_what_tex_would_read() -> None:
    text = run("--format", "bibtex", "Domineering(#.|..)")
    assert r"note = {Domineering(\#.\textbar{}..) has outcome N and value *}" in text
    assert "@misc{berlekamp1988,\n  author = {Berlekamp, E. R.}" in text
    assert text.count("{") == text.count("}")


def test_csl_json_is_what_reference_managers_read() -> None:
    program, *others = json.loads(run("--format", "csl-json", "Nim(1,2)"))
    assert (program["type"], program["version"]) == ("software", farstar.__version__)
    assert others[0]["author"] == [{"family": "Bouton", "given": "C. L."}]
    assert others[0]["issued"] == {"date-parts": [[1901]]}


def test_a_certificate_is_checked_and_cited(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    farstar.certify("E(5,3) + ^").save(file)
    digest = json.loads(file.read_text())["digest"]
    assert f"Certificate: SHA-256 {digest}" in run("E(5,3) + ^", "--certificate", str(file))
    broken = json.loads(file.read_text())
    broken["claim"] = "P" if broken["claim"] != "P" else "N"
    file.write_text(json.dumps(broken, sort_keys=True, separators=(",", ":")))
    assert "the certificate proves nothing" in run("--certificate", str(file), code=1)


def test_bad_input() -> None:
    assert "expected" in run("{1|", code=2)
    assert "bibtex" in run("--format", "word", code=2)
    run("--certificate", "missing.json", code=2)


@pytest.mark.parametrize("name", GAMES)
def test_references_can_be_read(name: str) -> None:
    game = load(name)
    assert game is not None
    entries = run("--format", "bibtex", next(iter(game.rules.starts))).split("\n@")
    for entry in entries[1:]:  # the first is about the program
        assert re.match(r"\w+\{\w+\d{4},\n  author = \{\S", entry), entry
        assert re.search(r"\n  year = \{\d{4}\}", entry), entry
