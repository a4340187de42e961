"""What a click on a board means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

Path = tuple[str, ...]


@dataclass(frozen=True)
class Clicks:
    """The cells that were clicked on one board so far, and the moves that begin so.

    Examples
    --------
    >>> clicks = Clicks(((0, ("a", "b")), (1, ("a", "c")), (2, ("d",))))
    >>> clicks.cells()
    {'a': [0, 1], 'd': [2]}
    >>> clicks.click("d")[1], clicks.click("a")[1], clicks.click("a")[0].click("c")[1]
    (2, None, 1)
    """

    paths: tuple[tuple[int, Path], ...]
    """The number of a move, and the cells to click for it."""
    picked: Path = ()

    @classmethod
    def of(cls, paths: Iterable[Any]) -> Clicks:
        """Return the clicks of a board on which nothing was clicked yet."""
        return cls(tuple((number, tuple(path)) for number, path in paths))

    def cells(self) -> dict[str, list[int]]:
        """Return the cells to click next, and the moves that each may still lead to."""
        found: dict[str, dict[int, None]] = {}
        at = len(self.picked)
        for number, path in self.paths:
            if len(path) > at and path[:at] == self.picked:
                found.setdefault(path[at], {})[number] = None
        return {cell: list(numbers) for cell, numbers in found.items()}

    def others(self) -> set[str]:
        """Return the cells with which another move would begin."""
        return {path[0] for _, path in self.paths} if self.picked else set()

    def click(self, cell: str) -> tuple[Clicks, int | None]:
        """Return the clicks after one more, and the move if only one is left."""
        here = self.cells()
        if cell not in here and self.picked:
            cleared = Clicks(self.paths)
            return (cleared, None) if self.picked == (cell,) else cleared.click(cell)
        if cell not in here:
            return self, None
        if len(here[cell]) == 1:
            return Clicks(self.paths), here[cell][0]
        return Clicks(self.paths, (*self.picked, cell)), None
