"""``farstar certify`` and ``farstar check``: sums, values, families, periods, and bad input."""

from __future__ import annotations

from pathlib import Path

import pytest

import farstar as fs
from tests.running import run


@pytest.mark.parametrize(
    ("words", "proved"),
    [
        (["E(5,3) + ^"], "proved: P: the player who does not start wins"),
        (["{3|1} + 1/2", "--prove", "thermograph"], "proved: thermograph with corners"),
        (["E(17,10)", "--prove", "atomic_weight"], "proved: atomic weight 2 of the sum of"),
        (["Kayles(5)", "--prove", "misere"], "proved: N: the player who starts wins, under mis"),
        (["FoxAndGeese(F..|...|G..)"], "proved: "),
        (["0.77", "--prove", "period"], "proved: the Grundy values of 0.77 have period 12 from 71"),
        (["B(x,y,z)", "x=1..3", "y=0..3", "z=0..2", "--none", "R,N"],
         "proved: the outcomes of 36 positions, never R, N, with these rules"),
        (["E(p,q)", "p=3..9", "q=2", "--prove", "canonical"], "proved: the values of 7 "),
        (["over > ^"], "proved: g > h, where g is"),
        (["E(p,q)", "p=2..9", "q=1..8", "--where", "q < p"], "proved: the outcomes of 36 "),
        (["Kayles(n)", "n=1..9", "--prove", "grundy", "--none", "0"],
         "proved: the Grundy values of 9 positions, never 0, with"),
    ],
)  # fmt: skip
def test_a_certificate_is_written_and_checked(
    words: list[str], proved: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "proof.json")
    written = run("certify", *words, "--out", path)
    assert written.exit_code == 0, written.output
    checked = run("check", path)
    assert checked.exit_code == 0, checked.output
    assert checked.stdout.startswith(proved)
    text = Path(path).read_text(encoding="utf-8")
    Path(path).write_text(text.replace('"digest":"', '"digest":"0'), encoding="utf-8")
    assert run("check", path).exit_code == 1


def test_a_quotient_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "quotient.json"
    fs.misere_quotient("0.75").save(path)
    assert run("check", str(path)).stdout.startswith(
        "proved: the misère quotient of 0.75 has order 8"
    )


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ([], 2, "expected one expression, got 0"),
        (["^", "*"], 2, "expected one expression, got 2"),
        (["^", "--none", "P"], 2, "expected ranges such as n=1..9"),
        (["Nim(n)", "n=1..3", "--none", "X"], 2, "expected outcomes L, R, N or P after --none"),
        (["Nim(n)", "n=1..3", "--prove", "grundy", "--none", "P"], 2, "expected Grundy values"),
        (["Nim(n)", "n=1..3", "--prove", "thermograph"], 2, "expected outcome, misere, grundy, "),
        (["^n", "n=1..3"], 2, "expected positions of a game"),
        (["Nim(n)", "n=0..3", "--none", "P"], 1, "nothing to certify: expected no outcome P"),
        (["^ == *"], 1, "nothing to certify: expected a relation that holds"),
        (["0.[3]", "--prove", "period"], 1, "nothing to certify: expected a code with finitely"),
        (["0.9Z", "--prove", "period"], 2, "expected a code such as 0.77"),
        (["Domineering(5x5)"], 3, "expected at most 20000 positions"),
    ],
)  # fmt: skip
def test_bad_input(words: list[str], status: int, said: str) -> None:
    result = run("certify", *words)
    assert (result.exit_code, said in result.output, "Traceback" in result.output) == (
        status, True, False,
    ), result.output  # fmt: skip


def test_certificates_of_verdicts(tmp_path: Path) -> None:
    folder = tmp_path / "proofs"
    words = ("verify", "partizan-euclid", "--claim", "Observation 5, values", "--bound", "8")
    done = run(*words, "--certificates", str(folder))
    assert done.exit_code == 0
    files = sorted(path.name for path in folder.iterdir())
    expected = [f"partizan-euclid-observation-5-values-{n}.json" for n in (1, 2)]
    assert files == ["checker.py", *expected]
    assert "E(5,3) < ^ in 'partizan-euclid-observation-5-values-1.json'" in done.stderr
    for name in expected:
        assert run("check", str(folder / name)).stdout.startswith("proved: ")
