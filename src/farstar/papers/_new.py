"""A folder to begin a paper with: rules, claims, tables, figures and a note in LaTeX."""

from __future__ import annotations

import os
import re
from importlib.resources import files
from pathlib import Path

from farstar.errors import FarstarError
from farstar.formulas import escape_latex

FILES = ("README.md", "game.rules", "paper.py", "paper.tex", "Makefile")


class FolderInUse(FarstarError, ValueError):  # noqa: N818 - the name says what is wrong
    """A folder that is to be made exists and is not empty."""


def new_paper(
    folder: str | os.PathLike[str], *, title: str = "A game of stones", author: str = "A. Author"
) -> list[Path]:
    """Write a working template of a paper into a new folder, and return its files.

    The template is a small paper about a game that is not included in Farstar. Its claims can be
    checked, its tables and figures drawn and its note compiled at once; replace them one by one.

    Parameters
    ----------
    folder : path
        A folder that does not exist, or is empty.
    title, author : str
        What the paper is called, and who writes it.

    Raises
    ------
    FolderInUse
        If the folder contains something.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from farstar import papers
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [path.name for path in papers.new_paper(pathlib.Path(folder) / "mine")]
    ['README.md', 'game.rules', 'paper.py', 'paper.tex', 'Makefile']
    """
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise FolderInUse(f"expected a new or empty folder, got {str(folder)!r}")
    target.mkdir(parents=True, exist_ok=True)
    key = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "paper"
    template = files("farstar.papers").joinpath("template")
    written = []
    for name in FILES:
        text = template.joinpath(f"{name}.txt").read_text(encoding="utf-8")
        words = {"TITLE-KEY": key, "TITLE": title, "AUTHOR": author}
        for word, replacement in words.items():
            text = text.replace(word, _quoted(replacement, name))
        path = target / name
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def _quoted(text: str, name: str) -> str:
    """Return a text as it may stand in a file of this name."""
    line = " ".join(text.split())
    if name.endswith(".tex"):
        return escape_latex(line)
    return line.replace("\\", "\\\\").replace('"', '\\"') if name.endswith(".py") else line
