"""Nimbers of impartial Clobber on long periodic rows.

In impartial Clobber both players move stones of either colour. A move on a row leaves two rows with
one stone less in all, and only one stone next to the gap is new. So from a row of period u there
follow only rows a v b, where a and b are single stones and v is a piece of u repeated for ever:
few rows of each length, whose nimbers are found one length after another.

>>> from farstar.games.clobber_rows import power_nimbers
>>> power_nimbers("xo", 10)
[1, 3, 0, 2, 0, 2, 0, 3, 1, 4]
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TypeAlias

from farstar._arguments import integer
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.rules import meter

__all__ = ["power_nimbers"]

_Kind: TypeAlias = tuple[str, int, str]
"""The first stone, the place of the period before the second one, and the last stone."""

_MOST_NIMBER = (1 << 16) - 1


def power_nimbers(period: str, most: int) -> list[int]:
    """Return the nimbers of impartial Clobber on the rows u, uu, uuu, ... of up to `most` periods.

    Parameters
    ----------
    period : str
        Stones x and o; a row without a gap.
    most : int
        How often the period is repeated at most.

    Examples
    --------
    >>> clobber = fs.rules.impartial(fs.Clobber)
    >>> power_nimbers("xxo", 6) == [clobber("xxo" * n).grundy for n in range(1, 7)]
    True
    """
    if not period or set(period) - set("xo"):
        raise IllegalPositionError(f"expected stones x and o, got {period!r}")
    rows = _Rows(period)
    for length in range(2, len(period) * integer(most, 0, "the number of periods") + 1):
        rows.extend(length)
    whole = rows.nimbers[period[0], 0, period[-1]]
    return [whole[n * len(period)] for n in range(1, most + 1)]


class _Rows:
    def __init__(self, period: str) -> None:
        self.period = period
        stones = sorted(set(period))
        # Rows of no stone and of one have no moves.
        self.nimbers: dict[_Kind, array[int]] = {
            (first, place, last): array("H", [0, 0])
            for first in stones
            for place in range(len(period))
            for last in stones
        }

    def extend(self, length: int) -> None:
        """Find the nimbers of all rows of a length, those of shorter ones being known."""
        tick = meter().tick
        for kind, known in self.nimbers.items():
            tick()
            options: set[int] = set()
            for place in {0, 1, length - 3, length - 2} & set(range(length - 1)):
                options.update(self._by_one_pair(kind, length, place))
            for start in range(2, min(2 + len(self.period), length - 3)):
                options.update(*self._by_like_pairs(kind, length, start))
            nimber = next(n for n in range(len(options) + 1) if n not in options)
            if nimber > _MOST_NIMBER:
                raise BudgetExceeded(f"expected nimbers up to {_MOST_NIMBER}, got {nimber}")
            known.append(nimber)

    def _stone(self, kind: _Kind, length: int, at: int) -> str:
        if at == 0:
            return kind[0]
        return kind[2] if at == length - 1 else self.period[(kind[1] + at) % len(self.period)]

    def _by_one_pair(self, kind: _Kind, length: int, at: int) -> Iterator[int]:
        """Yield the nimbers after the moves of a stone and the next one."""
        row = [self._stone(kind, length, i) for i in range(at - 1, at + 3) if 0 <= i < length]
        left, right, *_ = row[1:] if at else row
        if left == right:
            return
        place = kind[1] + at + 1
        before = row[0]
        behind = row[-1]
        yield self._nimber(kind[0], kind[1], before, at) ^ self._nimber(
            left, place, kind[2], length - at - 1
        )
        yield self._nimber(kind[0], kind[1], right, at + 1) ^ self._nimber(
            behind, place + 1, kind[2], length - at - 2
        )

    def _nimber(self, first: str, place: int, last: str, length: int) -> int:
        if length < 2:
            return 0
        return self.nimbers[first, place % len(self.period), last][length]

    def _by_like_pairs(self, kind: _Kind, length: int, start: int) -> Iterator[array[int]]:
        """Yield the nimbers after the moves of the pairs at start, one period on, and so on.

        They lie inside the row: all stones next to them are of the period.
        """
        first, place, last = kind
        size = len(self.period)
        before, left, right, behind = (
            self.period[(place + at) % size] for at in range(start - 1, start + 3)
        )
        if left == right:
            return
        end = length - 3
        for near, far, more in (
            ((first, place, before), (left, (place + start + 1) % size, last), 0),
            ((first, place, right), (behind, (place + start + 2) % size, last), 1),
        ):
            lefts = self.nimbers[near][start + more : end + more : size]
            top = length - start - 1 - more
            rights = self.nimbers[far][top : top - (end - start) : -size]
            # One number of all their bytes is added up at once.
            both = int.from_bytes(lefts.tobytes(), "big") ^ int.from_bytes(rights.tobytes(), "big")
            yield array("H", both.to_bytes(2 * len(lefts), "big"))
