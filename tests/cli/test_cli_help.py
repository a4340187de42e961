"""The examples in the help of every command run, in their order, beside the files they name."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from farstar.cli import cli
from farstar.cli.common import commands
from tests.commands import Commands
from tests.test_readme import ROOT, files, plain_words

NOT_RUN = {
    r"--cluster|--check lengths": "needs a cluster",
    r"farstar (serve|static|bench)\b": "serves, needs npm, or measures",
    r"00000\b|10\^9|2\^30|--cells 14": "takes minutes",
    r"\.\.1000\b|claim\.py --jobs|Clobber\(4x5\)|n=0\.\.10000": "takes minutes",
    r"farstar verify($| --json| partizan-euclid --jobs)|--manuscripts": "checks all papers",
    r"reproduce .*--out papers": "draws whole papers",
    r"solve 'C(ram\(6x7|lobber\(5x6)": "takes minutes or hours",
}
"""What is not run here, and why."""

LONG = {
    "atlas",
    "certify",
    "check",
    "learn",
    "plot",
    "prove",
    "query",
    "solve",
    "survey",
    "worksheet",
}
"""Commands whose examples take seconds."""

FALSE = r"puzzle|>= \^"
"""What ends with 1: a puzzle that nobody answers, and what does not hold."""

MINE = """
import farstar as fs
from farstar import papers
from farstar.papers import numbers, same

PAPER = papers.Paper("mine", "Mine")


@PAPER.holds("Theorem 1", "A strip of `n` cells.", "values", numbers("`n <= {}`", 5))
def theorem_1(bound):
    for n in range(bound + 1):
        yield same(f"`n = {n}`", Twin()("." * n).value, Twin()("." * n).value)


class Twin(fs.Ruleset):
    def left(self, strip):
        return [strip[:i] + "#" + strip[i + 1 :] for i, mark in enumerate(strip) if mark == "."]

    def right(self, strip):
        places = [i for i in range(len(strip)) if strip.startswith("..", i)]
        return [strip[:i] + "##" + strip[i + 2 :] for i in places]


def property(word):
    return "abba" in word
"""

KAYLES = """
import farstar as fs


class Kayles(fs.ImpartialRuleset):
    def moves(self, pins):
        return range(max(0, pins - 2), pins)
"""

GAME = """
import farstar as fs


class Game(fs.ImpartialRuleset):
    def moves(self, heaps):
        return [(*heaps[:i], n - 1, *heaps[i + 1 :]) for i, n in enumerate(heaps) if n]
"""

CLAIM = """
import farstar as fs

game = fs.PartizanEuclid
ranges = {"p": range(3, 30), "q": range(2, 30)}
where = "q < p < 2*q and gcd(p, q) == 1"


def claim(position):
    return str(position.outcome) == "N" or str(position.value) != "*"
"""

FAMILIES = ROOT / "src" / "farstar" / "prove" / "families"


def write_files(folder: Path) -> None:
    """Write every file that the examples name, into a folder."""
    for page in ("prove.md", "tutorials/theorem.md"):
        for name, text in files(ROOT / "docs" / page).items():
            (folder / name).write_text(text)
    for rules in (ROOT / "examples" / "rules").glob("*.rules"):
        shutil.copy(rules, folder)
    for name in ("subtraction.families", "subtraction.lemmas"):
        shutil.copy(FAMILIES / name, folder)
    (folder / "mine.py").write_text(MINE)
    (folder / "kayles.py").write_text(KAYLES)
    (folder / "mygame.py").write_text(GAME)
    (folder / "claim.py").write_text(CLAIM)
    strip = "board strip\ncells . #\n"
    (folder / "mine.rules").write_text(f"{strip}left . -> #\nright .. -> ##\n")
    (folder / "pins.rules").write_text(f"{strip}both . -> #  .. -> ##\n")
    (folder / "topple.rules").write_text("board strip\ncells x o .\nboth x -> .  o -> .\n")


def examples(name: str) -> list[str]:
    """Return the commands below Examples, each with the lines that continue it."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    text = command.get_help(click.Context(command, info_name=name))
    _, _, section = text.partition("Example")
    joined = re.sub(r"\\\n\s*", "", section)
    found = re.findall(r"^ {4}((?:farstar|printf|echo) (?:[^'\n]|'[^']*')*)$", joined, re.MULTILINE)
    return [" ".join(each.split()) for each in found]


@pytest.fixture(scope="module")
def loaded() -> Iterator[Commands]:
    processes = Commands()
    yield processes
    processes.close()


@pytest.mark.xdist_group("help")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.long] * (name in LONG))
        for name in sorted(set(commands()) - {"repl"})
    ],
)
def test_the_examples_run(name: str, tmp_path: Path, loaded: Commands) -> None:
    found = examples(name)
    assert found, f"farstar {name} --help has no examples"
    write_files(tmp_path)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "TERM": "dumb", "DASK_DISTRIBUTED__LOGGING": "{}"}
    for command in found:
        if any(re.search(pattern, command) for pattern in NOT_RUN):
            continue
        if command.startswith("farstar paper new"):
            shutil.rmtree(tmp_path / "mine", ignore_errors=True)
        words = plain_words(command)
        if words is not None:
            printed, code = loaded.outcome(words, tmp_path, environment)
        else:
            done = subprocess.run(
                ["sh", "-c", command],
                cwd=tmp_path,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                check=False,
            )
            printed, code = done.stdout, done.returncode
        assert code == (1 if re.search(FALSE, command) and "--list" not in command else 0), (
            f"{command}\n{printed}"
        )


def test_what_is_not_run_is_there() -> None:
    every = [command for name in commands() for command in examples(name)]
    for pattern, reason in NOT_RUN.items():
        assert any(re.search(pattern, command) for command in every), (pattern, reason)
