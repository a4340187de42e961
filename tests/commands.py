"""Runs commands and sessions for tests, each in a process of its own that has the package loaded.

As a program it reads requests, lines of JSON, and forks for each of them: a new process has an
empty engine and no results, but need not import the package again.
"""

from __future__ import annotations

import doctest
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn

_LOADED = (
    *("farstar.cli.eval", "farstar.games", "farstar.games.patterns", "farstar.papers"),
    *("matplotlib.backends.backend_agg", "matplotlib.backends.backend_pdf"),
    *("matplotlib.backends.backend_svg", "matplotlib.figure"),
)
"""What many commands need; nothing that starts a thread, which would not survive a fork."""


FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Commands:
    """A process that runs commands and sessions; whoever makes one closes it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, words: list[str], folder: Path, environment: dict[str, str]) -> str:
        """Run ``farstar WORDS`` in a folder; return what it prints, errors included."""
        return self.outcome(words, folder, environment)[0]

    def outcome(
        self, words: list[str], folder: Path, environment: dict[str, str]
    ) -> tuple[str, int]:
        """Run ``farstar WORDS`` in a folder; return what it prints, and its exit code."""
        return self._ask(folder, "command", words, str(folder), environment)

    def examples(self, blocks: list[tuple[str, int, str]], folder: Path) -> str:
        """Run a session, given as names, lines and texts; return what differs from the text."""
        printed, code = self._ask(folder, "session", blocks)
        return printed if code == 0 else f"{printed}the session ended with code {code}"

    def _ask(self, folder: Path, *request: object) -> tuple[str, int]:
        output = folder / ".printed"
        ask, answers = self._process.stdin, self._process.stdout
        assert ask is not None
        assert answers is not None
        ask.write(json.dumps([str(output), *request]) + "\n")
        ask.flush()
        code = int(answers.readline())
        printed = output.read_text(encoding="utf-8")
        output.unlink()
        return printed, code

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def _serve(requests: IO[str]) -> None:
    for name in _LOADED:
        with suppress(ImportError):
            importlib.import_module(name)
    for line in requests:
        child = os.fork()
        if child == 0:
            _run(*json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _run(output: str, what: str, *request: Any) -> NoReturn:
    code = 1
    try:
        printed = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for number, descriptor in enumerate((nothing, printed, printed)):
            os.dup2(descriptor, number)
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1, closefd=False)
        tasks: dict[str, Callable[..., None]] = {"command": _command, "session": _session}
        tasks[what](*request)
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _command(words: list[str], folder: str, environment: dict[str, str]) -> None:
    from farstar.cli import main

    os.chdir(folder)
    os.environ.update(environment)
    sys.argv = ["farstar", *words]
    # On a busy machine a command would mention that it takes long.
    setattr(importlib.import_module("farstar.cli._batch"), "_SILENCE", 3600.0)  # noqa: B010
    main()


def _session(blocks: list[tuple[str, int, str]]) -> None:
    parser, names = doctest.DocTestParser(), dict[str, object](__name__="__main__")
    for name, line, text in blocks:
        example = parser.get_doctest(text, names, name, name, line)
        if not example.examples:
            print(f"{name}: expected a session with '>>>'")
        doctest.DocTestRunner(optionflags=FLAGS).run(example, clear_globs=False)
        names = example.globs


if __name__ == "__main__":
    _serve(sys.stdin)
