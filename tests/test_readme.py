"""Every example in the README and in docs/ is executed.

A ``python`` block is an interpreter session; the blocks of one file share their names. In a
``console`` block each line that starts with ``$`` is a command, and what follows is what it
prints. An ellipsis matches anything. A ``{code-block}`` with a caption is a file of that name,
which the commands of its page find.
"""

from __future__ import annotations

import doctest
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.running import python

from .commands import FLAGS, Commands

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    all_blocks: list[Block] = []
    start, language, lines = 0, "", list[str]()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        fence = line.startswith("```")
        if fence and not start:
            start, language, lines = number, line[3:].strip(), []
        elif fence:
            all_blocks.append(Block(page, start, language, "\n".join(lines) + "\n"))
            start = 0
        elif start:
            lines.append(line)
    assert not start, f"{page.name}:{start}: this block is never closed"
    return all_blocks


def commands(block: Block) -> list[tuple[str, str]]:
    """Return the commands of a ``console`` block, each with what it should print."""
    session: list[tuple[str, str]] = []
    for line in block.text.splitlines(keepends=True):
        if line.startswith("$ "):
            session.append((line[2:].strip(), ""))
        else:
            assert session, f"{block.name}: expected a line that starts with '$ ', got {line!r}"
            command, printed = session[-1]
            session[-1] = (command, printed + line)
    return session


def files(page: Path) -> dict[str, str]:
    """Return the files that a page shows, by name."""
    sessions: dict[str, str] = {}
    for block in blocks(page):
        head, _, text = block.text.partition("\n\n")
        if block.language.startswith("{code-block}") and head.startswith(":caption: "):
            sessions[head.removeprefix(":caption: ")] = text
    return sessions


ALL_BLOCKS = [block for page in PAGES for block in blocks(page)]
CONSOLE = [block for block in ALL_BLOCKS if block.language == "console"]


def test_the_readme_has_examples_of_both_kinds() -> None:
    languages = {block.language for block in blocks(ROOT / "README.md")}
    assert {"python", "console"} <= languages


LONG = {
    *("findings.md", "learning.md", "limits-theorems.md", "paper.md", "proofs.md", "prove.md"),
    *("solver.md", "survey.md", "surveys.md", "tables-and-figures.md"),
}
"""Pages with examples that compute for seconds."""


def marks(page: Path) -> list[pytest.MarkDecorator]:
    return [pytest.mark.long] * (page.name in LONG)


@pytest.fixture(scope="module")
def loaded() -> Iterator[Commands]:
    """Return a process that has loaded the package, and runs examples in forks of itself."""
    processes = Commands()
    yield processes
    processes.close()


@pytest.mark.parametrize(
    "page", [pytest.param(page, id=page.name, marks=marks(page)) for page in PAGES]
)
def test_python_examples(page: Path, tmp_path: Path, loaded: Commands) -> None:
    sessions = [(b.name, b.line, b.text) for b in blocks(page) if b.language == "python"]
    report = loaded.examples(sessions, tmp_path)
    assert not report, report


def plain_words(command: str) -> list[str] | None:
    """Return the arguments of a command that is farstar and needs no shell; None for others."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    first, *words = lexer
    needs_shell = any(word[0] in "|<>;&" for word in words if word) or set("$`") & set(command)
    return None if first != "farstar" or needs_shell else words


@pytest.mark.xdist_group("console")  # one process loads the package for all of them
@pytest.mark.parametrize(
    "block", [pytest.param(block, id=block.name, marks=marks(block.page)) for block in CONSOLE]
)
def test_console_examples(block: Block, tmp_path: Path, loaded: Commands) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    for name, text in files(block.page).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for command, expected in commands(block):
        words = plain_words(command)
        if words is not None:
            printed = loaded.run(words, tmp_path, environment)
        else:
            printed = subprocess.run(
                ["sh", "-c", command],
                cwd=tmp_path,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                check=False,
            ).stdout
        matches = doctest.OutputChecker().check_output(expected, printed, FLAGS)
        assert matches, f"{block.name}: {command}\nexpected:\n{expected}\ngot:\n{printed}"


def test_the_picture_is_what_its_script_draws() -> None:
    done = python(ROOT / "docs" / "picture.py", check=True)
    committed = (ROOT / "docs" / "images" / "farstar.svg").read_text(encoding="utf-8")
    fresh = done.stdout == committed
    assert fresh, "the picture is stale: run make picture"
