"""Runs commands of farstar inside a test, scripts as modules, and programs in other processes."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from farstar.cli import cli


def run(*words: object, text: str | None = None) -> Result:
    """Run ``farstar WORDS`` inside this process; `text` is what is typed."""
    return CliRunner().invoke(cli, [str(word) for word in words], input=text)


def report_of(*words: object, text: str | None = None) -> dict[str, Any]:
    """Return the JSON that a command prints, and fail if the command does."""
    result = run(*words, text=text)
    assert result.exit_code == 0, result.output
    report: dict[str, Any] = json.loads(result.stdout)
    return report


def module_at(path: Path) -> Any:
    """Return a script, such as those of ``docs`` and ``tools``, as a module."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def python(*words: object, check: bool = False, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run ``python WORDS`` in a process of its own; return its code, its output and its errors."""
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=check, **options)
