"""The template of a paper works from the start."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import farstar as fs
from farstar import papers
from tests.running import python, run


def test_the_template_is_a_working_paper(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    result = run("paper", "new", folder, "--title", 'Rows & "stones"', "--author", "A_B")
    assert result.exit_code == 0, result.output
    assert [Path(line).name for line in result.stdout.splitlines()] == [*papers._new.FILES]
    verified = run("verify", folder / "paper.py", "--bound", 7)
    assert verified.exit_code == 0, verified.output
    assert "1 holds; 2 cases compared" in verified.stdout
    assert (
        'Paper("rows-stones", "Rows & \\"stones\\"", authors="A_B")'
        in (folder / "paper.py").read_text()
    )
    assert r"\title{Rows \& " in (folder / "paper.tex").read_text()
    done = python("paper.py", cwd=folder)
    assert done.returncode == 0, done.stderr
    wanted = {"table.tex", "board.tex", "tree.tex"}
    assert wanted <= {path.name for path in folder.iterdir()}


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    result = run("paper", "new", tmp_path)
    assert result.exit_code == 2
    assert "expected a new or empty folder" in result.stderr
    for words in ([], ["old", "x"], ["new"], ["new", "a", "b"]):
        assert run("paper", *words).exit_code == 2


def test_a_checker_beside_its_certificate_runs_alone(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    result = run("certify", "Clobber(xo|ox) || 0", "--out", file, "--with-checker")
    assert result.exit_code == 0, result.output
    command = [sys.executable, "-I", "-S", "checker.py", file.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("proved: N")
    assert fs.check_certificate(file)[0].startswith("proved: N")
    data = json.loads(file.read_text())
    data["digest"] = "0" * 64
    file.write_text(json.dumps(data))
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert run("certify", "*", "--with-checker").exit_code == 2


def test_theorems_have_their_own_checker(tmp_path: Path) -> None:
    rules = tmp_path / "strip.rules"
    rules.write_text("board strip\ncells . #\nleft .. -> ##\nright ... -> ###\n")
    theorem = fs.prove.outcomes(fs.rules(path=rules), what="outcome")
    assert isinstance(theorem, fs.prove.Theorem)
    theorem.certificate().save(tmp_path / "theorem.json", with_checker=True)
    done = python("-I", "theorem_checker.py", "theorem.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
