"""``farstar plot``."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import farstar as fs
from tests import running

pytest.importorskip("matplotlib")


run = partial(running.run, "plot")


def test_svg_on_standard_output() -> None:
    result = run("{3||2|1}", "-1/2")
    assert result.exit_code == 0, result.output
    assert result.stdout == fs.plot(fs.Value("{3||2|1}"), fs.Value("-1/2")).svg()


@pytest.mark.parametrize(
    "words",
    [
        ("{9|3||1|-2}", "--kind", "scaffolds"),
        ("E(11,8)",),
        ("E(11,8)", "--kind", "tree", "--depth", "1"),
        ("far-star", "--kind", "automaton"),
        ("Euclid", "--kind", "moves", "--bound", "3"),
        ("Grossman(9,2)", "--kind", "cone"),
        ("E(p,q)", "p=1..6", "q=1..6", "--show", "outcome"),
        ("E(p,q)", "p=3..9", "q=2", "--show", "mean", "--kind", "scatter", "--x", "p/q"),
    ],
)
def test_files(words: tuple[str, ...], tmp_path: Path) -> None:
    target = tmp_path / "figure.svg"
    result = run(*words, "--out", str(target))
    assert result.exit_code == 0, result.output
    assert target.read_bytes().startswith(b"<?xml")
    assert result.stdout == ""


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("p=1..3",),
        ("{3|",),
        ("{3|1}", "--kind", "pie"),
        ("{3|1}", "--depth", "2"),
        ("{3|1}", "--depth", "two"),
        ("{3|1}", "--show", "outcome"),
        ("nine", "--kind", "automaton"),
        ("Nim", "--kind", "moves"),
        ("E(p,q)", "E(q,p)", "p=1", "q=2"),
        ("{3|1}", "--out", "figure.gif"),
        ("{3|1}", "--out", "no/such/folder/figure.svg"),
    ],
)
def test_bad_input(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("farstar plot: ")
    assert "Traceback" not in result.stderr


def test_a_ruleset_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "halving.py"
    path.write_text(
        "import farstar as fs\n"
        "class Halving(fs.Ruleset):\n"
        "    def left(self, n):\n        return [n // 2] if n else []\n"
        "    def right(self, n):\n        return [n - 1] if n else []\n"
    )
    out = tmp_path / "halving.svg"
    result = run("n=0..9", "--show", "mean", "--ruleset", str(path), "--out", str(out))
    assert result.exit_code == 0, result.output
    assert "Halving(n)" in result.stderr
    tree = run("Halving(4)", "--kind", "tree", "--ruleset", f"{path}:Halving")
    assert tree.exit_code == 0, tree.output
    assert tree.stdout.startswith("<?xml")


def test_a_game_without_a_board() -> None:
    result = run("{3|-4}", "--kind", "board")
    assert result.exit_code == 2
    assert (
        "expected positions with a picture, such as Domineering(3x4), got {3|-4}" in result.stderr
    )
