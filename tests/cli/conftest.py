"""What all tests of the command line share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _commands_are_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no command mention that it takes long, as it would on a busy machine."""
    monkeypatch.setattr("farstar.cli._batch._SILENCE", 3600.0)
