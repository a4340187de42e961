"""``farstar prove``: theorems, answers without one, and bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from farstar.certificates import theorem_checker
from tests import running
from tests.prove.games import CLOBBER, covering, taking


def run(*words: object) -> tuple[int, str]:
    done = running.run("prove", *words)
    return done.exit_code, done.output


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    file = tmp_path / "strip.rules"
    file.write_text(covering([2], [3]), encoding="utf-8")
    return file


def test_a_theorem_is_printed_written_and_checked_again(rules: Path, tmp_path: Path) -> None:
    out = tmp_path / "proof.json"
    code, output = run(rules, "--out", out)
    assert code == 0
    assert output.startswith("proved: the outcome of every word over {., #} is the label")
    assert "Left: .. -> ##\nRight: ... -> ###\n" in output
    done = running.run("check", out)
    assert done.exit_code == 0
    assert done.output.startswith(output.splitlines()[0])
    alone = subprocess.run(
        [sys.executable, theorem_checker.__file__, str(out)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert alone.stdout == output


def test_a_forged_file_is_refused(rules: Path, tmp_path: Path) -> None:
    out = tmp_path / "proof.json"
    run(rules, "--out", out)
    out.write_text(out.read_text(encoding="utf-8").replace('"N"', '"P"', 1), encoding="utf-8")
    done = running.run("check", out)
    assert done.exit_code == 1
    assert done.output.startswith("refused: ")


def test_no_proof_has_a_reason_and_never_says_proved(tmp_path: Path) -> None:
    file = tmp_path / "clobber.rules"
    file.write_text(CLOBBER, encoding="utf-8")
    code, output = run(file, "--states", 30)
    assert code == 3
    assert output == (
        "no proof: more than 30 states are needed: perhaps no finite automaton is enough\n"
    )
    code, output = run(file, "--family", "xo^n", "--bounds", "ups", "--letters", 60)
    assert code == 3
    assert "proved" not in output


def test_json(rules: Path) -> None:
    code, output = run(rules, "--json")
    data = json.loads(output)
    assert code == 0
    assert data["schema"] == "farstar.prove/1"
    assert data["proved"] is True
    assert data["certificate"]["kind"] == "moore"
    code, output = run(rules, "--states", 5, "--json")
    data = json.loads(output)
    assert code == 3
    assert data["proved"] is False
    assert data["counterexample"] is None


def test_bounds_of_a_family(rules: Path, tmp_path: Path) -> None:
    file = tmp_path / "clobber.rules"
    file.write_text(CLOBBER, encoding="utf-8")
    code, output = run(file, "--family", "xxoo^n", "--bounds", "ups")
    assert code == 0
    assert output.startswith("proved: (xxoo)^n = 0 for all n >= 1\n")
    code, output = run(rules, "--family", ".^n", "--bounds", "integers")
    assert code == 0
    assert ".^n >= 0, 1, ... with period 2 for all n >= 29" in output
    families = tmp_path / "heap.families"
    families.write_text("family H(n) if n >= 0 rank n\nleft H(n-1) if n >= 1", encoding="utf-8")
    code, output = run(families, "--fit", "4")
    assert code == 0
    assert "H(n) = n" in output
    assert run(file, "--fit", "4")[0] == 2


@pytest.mark.parametrize(
    "words", [["--what", "grundy"], ["--bounds", "ups"], ["--words", "[.#"], ["--height", "0"]]
)
def test_bad_input(rules: Path, words: list[str]) -> None:
    assert run(rules, *words)[0] == 2


def test_parts(tmp_path: Path) -> None:
    file = tmp_path / "kayles.rules"
    file.write_text(taking([1, 2]), encoding="utf-8")
    code, output = run(file, "--what", "grundy", "--parts", "#")
    assert code == 0
    assert "then for ever 7 4 1 2 8 1 4 7 2 1 8 2" in output


def test_heaps_and_families(tmp_path: Path) -> None:
    heaps = tmp_path / "wythoff.heaps"
    heaps.write_text("heaps a b\nboth a -> a-k\nboth b -> b-k\nboth a,b -> a-k,b-k\n", "utf-8")
    out = tmp_path / "proof.json"
    code, output = run(heaps, "--numeration", "zeckendorf", "--digits", 6, "--out", out)
    assert code == 0
    assert output.startswith("proved: the P-positions are the words of an automaton with 8 states")
    assert running.run("check", out).exit_code == 0
    code, output = run(heaps, "--numeration", 2, "--digits", 5)
    assert (code, "proved" in output) == (3, False)
    assert run(heaps, "--numeration", "roman")[0] == 2

    families = tmp_path / "heap.families"
    families.write_text("family H(n) if n >= 0 rank n\nleft H(n-1) if n >= 1\n", "utf-8")
    lemmas = tmp_path / "heap.lemmas"
    lemmas.write_text("lemma H(n) = n\n", "utf-8")
    code, output = run(families, "--lemmas", lemmas, "--out", out)
    assert (code, output.splitlines()[0]) == (0, "proved: 1 claim for all parameters: H(n) = n")
    assert running.run("check", out).output.startswith("proved: 1 claim for all parameters")
    lemmas.write_text("lemma H(n) = n+1\n", "utf-8")
    code, output = run(families, "--lemmas", lemmas)
    assert (code, output) == (3, "no proof: the induction fails for n = 0: H(n) >= n+1\n")
    assert run(families)[0] == 2
    assert run(tmp_path / "none.families")[0] == 2
