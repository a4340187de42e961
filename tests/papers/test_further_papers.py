"""Claims of further papers, in files as users write them: every one holds, over a small range."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import run

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "papers"
FILES = sorted(FOLDER.glob("*.py"))


def test_there_are_some() -> None:
    assert [file.stem for file in FILES] == [
        *("edge_geography", "end_nim", "kotzigs_nim", "m_euclid", "opposable_graphs"),
        "variations_on_euclid",
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_their_claims_hold(file: Path) -> None:
    result = run("verify", str(file), "--jobs", "1")
    assert result.exit_code == 0, result.output
    *claims, summary = result.output.strip().splitlines()
    assert all(line.startswith("+ ") for line in claims)
    assert summary.startswith(f"{len(claims)} holds")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_they_say_what_was_read(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "We read the abstract" in text
    assert "we did not see" in text


def test_a_false_claim_of_theirs_is_found(tmp_path: Path) -> None:
    text = (FOLDER / "end_nim.py").read_text(encoding="utf-8")
    false = text.replace("if len(set(row)) == 1:\n            continue", "pass")
    assert false != text
    file = tmp_path / "end_nim.py"
    file.write_text(false, encoding="utf-8")
    result = run("verify", str(file), "--jobs", "1")
    assert result.exit_code == 1
    assert "(1, 1), misère" in result.output
