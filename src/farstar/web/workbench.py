"""The one workbench of this process: its settings and its workers, for pages and API."""

from __future__ import annotations

from dataclasses import dataclass

from farstar.web._pool import Pool, TaskError
from farstar.web._process import Progress
from farstar.web.settings import Settings

__all__ = ["Pool", "Progress", "TaskError", "Workbench", "open_workbench", "pool", "settings"]


@dataclass(frozen=True)
class Workbench:
    """What the pages need to work."""

    settings: Settings
    pool: Pool


_open: list[Workbench] = []


def open_workbench(settings: Settings) -> Workbench:
    """Make the workbench that `pool` and `settings` speak of; the last one counts."""
    workbench = Workbench(settings, Pool(settings))
    _open[:] = [workbench]
    return workbench


def pool() -> Pool:
    """Return the workers."""
    return _open[-1].pool


def settings() -> Settings:
    """Return the settings of the server."""
    return _open[-1].settings
