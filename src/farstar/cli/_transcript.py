"""Games of ``farstar play`` in files: one JSON object each."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import click

import farstar as fs
from farstar.reports import Transcript
from farstar.sums.matches import Match


def save(transcript: Transcript, path: str | None) -> None:
    """Write a transcript into a file, if there is to be one."""
    if path is None:
        return
    text = json.dumps(transcript.to_dict(), indent=1) + "\n"
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(
            f"expected a file that can be written, got {path!r}: {error.strerror}"
        ) from None


def load(path: str) -> Transcript:
    """Return the transcript in a file, every move of it checked."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise _unreadable(path, str(error.strerror)) from None
    except (ValueError, RecursionError):
        raise _unreadable(path, "this is not JSON") from None
    try:
        return Transcript.from_dict(data)
    except (fs.NotationError, fs.IllegalPositionError) as error:
        raise _unreadable(path, str(error)) from None


def _unreadable(path: str, why: str) -> click.ClickException:
    return click.ClickException(f"expected a game saved by farstar play, got {path!r}: {why}")


def mistakes(match: Match) -> frozenset[int]:
    """Return the places of the moves that gave a win away, if that is soon told."""
    with contextlib.suppress(fs.BudgetExceeded), fs.engine.budget(seconds=5):
        return frozenset(match.mistakes())
    return frozenset()
