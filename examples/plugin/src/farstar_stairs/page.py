"""The tasks of the page Stairs: functions of plain data that return plain data."""

from __future__ import annotations

from farstar.web.tasks import task
from farstar_stairs.theory import stairs_values


@task
def values(bound: int) -> list[str]:
    """Return the values of the steps up to a bound."""
    return [str(value) for value in stairs_values(min(bound, 1000))]
