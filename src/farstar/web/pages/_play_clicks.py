"""What a click on a board means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

Path = tuple[str, ...]


def cell_name(place: Iterable[int]) -> str:
    """Return the name of a place of a diagram on the page.

    Examples
    --------
    >>> cell_name((0, 12))
    '0,12'
    """
    return ",".join(map(str, place))


@dataclass(frozen=True)
class Clicks:
    """The cells that were clicked on one board so far, and the moves that they may mean.

    The cells of a move are clicked in the order of its path. Any other order is accepted if it
    can mean only one move.

    Examples
    --------
    >>> clicks = Clicks(((0, ("a", "b")), (1, ("a", "c")), (2, ("d",))))
    >>> clicks.cells()
    {'a': [0, 1], 'd': [2]}
    >>> clicks.click("d")[1], clicks.click("a")[1], clicks.click("a")[0].click("c")[1]
    (2, None, 1)
    >>> clicks.click("b")[1]
    0
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
        at = len(self.picked)
        begun = [(n, path[at : at + 1]) for n, path in self.paths if path[:at] == self.picked]
        picked = Counter(self.picked)
        # Clicks in another order leave the rest of the path, in any order.
        rests = begun or [(n, tuple(Counter(path) - picked)) for n, path in self._holding(picked)]
        following: dict[str, dict[int, None]] = {}
        for number, rest in rests:
            for cell in rest:
                following.setdefault(cell, {})[number] = None
        return {cell: list(numbers) for cell, numbers in following.items()}

    def others(self) -> set[str]:
        """Return the cells with which another move would begin."""
        return {path[0] for _, path in self.paths} if self.picked else set()

    def click(self, cell: str) -> tuple[Clicks, int | None]:
        """Return the clicks after one more, and the move if only one is left."""
        picked, cleared = (*self.picked, cell), Clicks(self.paths)
        numbers = self._begun(picked)
        if not numbers:
            numbers = {number for number, _ in self._holding(Counter(picked))}
            if len(numbers) != 1 and self.picked and self._begun((cell,)):
                # Prefer another move to an ambiguous one; the same cell again takes the click back.
                return (cleared, None) if self.picked == (cell,) else cleared.click(cell)
        if len(numbers) == 1:
            return cleared, numbers.pop()
        return (Clicks(self.paths, picked) if numbers else cleared), None

    def _begun(self, picked: Path) -> set[int]:
        """Return the moves whose path begins with some cells."""
        return {number for number, path in self.paths if path[: len(picked)] == picked}

    def _holding(self, picked: Counter[str]) -> list[tuple[int, Path]]:
        """Return the paths that hold some cells, in any order."""
        return [(number, path) for number, path in self.paths if picked <= Counter(path)]
