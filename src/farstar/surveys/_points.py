"""Ranges of parameters: the points of a product, by number, without listing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import isfinite, prod
from typing import Any

from farstar._arguments import shown
from farstar._digits import to_text
from farstar.errors import SurveyError
from farstar.surveys._positions import Positions

_MOST_VALUES = 2_000_000
_MOST_POINTS = 10**15


class Points:
    """All choices of one value for each variable, the last variable changing fastest."""

    def __init__(self, ranges: Mapping[str, Any]) -> None:
        if not ranges:
            raise SurveyError("expected a range for each variable, such as n=range(100), got none")
        self.ranges = {name: _values(name, values) for name, values in ranges.items()}
        self._size = prod(len(values) for values in self.ranges.values())
        if self._size > _MOST_POINTS:
            raise SurveyError(f"expected at most {_MOST_POINTS} positions, got {self._size}")

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return tuple(self.ranges)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, number: int) -> tuple[Any, ...]:
        point = []
        for values in reversed(self.ranges.values()):
            number, place = divmod(number, len(values))
            point.append(values[place])
        return tuple(reversed(point))

    def slice(self, start: int, stop: int) -> Iterator[tuple[Any, ...]]:
        """Yield the points from number `start` up to, without, number `stop`."""
        *outer, inner = self.ranges.values()
        width = len(inner)
        if not width:
            return
        rows = range(start // width, -(-stop // width))
        heads = product(*outer) if not rows.start else (self[r * width][:-1] for r in rows)
        for row, head in zip(rows, islice(heads, len(rows)), strict=True):
            first, last = max(start - row * width, 0), min(stop - row * width, width)
            for value in inner[first:last]:
                yield (*head, value)

    def listed(self) -> dict[str, Any]:
        """Return the ranges such that equal values give equal ranges."""
        return {
            name: (values[0], values[-1], len(values))
            if isinstance(values, range) and values
            else values.text
            if isinstance(values, Positions)
            else list(values)
            for name, values in self.ranges.items()
        }

    def to_json(self) -> dict[str, Any]:
        """Return the ranges as JSON knows them."""
        return {name: _range_json(values) for name, values in self.ranges.items()}


def _values(name: str, values: object) -> Sequence[Any]:
    """Return the values of a variable; integers in equal steps upwards are always a range."""
    if isinstance(values, range | Positions):
        return values
    if isinstance(values, str) or not isinstance(values, Iterable):
        return [values]
    members = list(islice(values, _MOST_VALUES + 1))
    if len(members) > _MOST_VALUES:
        raise SurveyError(f"expected at most {_MOST_VALUES} values of {name}, got more")
    if not members or set(map(type, members)) != {int}:
        return members
    step = members[1] - members[0] if len(members) > 1 else 1
    as_range = range(members[0], members[0] + step * len(members), step) if step > 0 else range(0)
    return as_range if list(as_range) == members else members


def _range_json(values: Sequence[Any]) -> Any:
    if isinstance(values, Positions):
        return values.text
    if isinstance(values, range) and values and values.step > 0:
        ends = f"{to_text(values[0])}..{to_text(values[-1])}"
        return ends if values.step == 1 or len(values) == 1 else f"{ends}..{to_text(values.step)}"
    return [value if _is_json(value) else shown(value) for value in values]


def _is_json(value: object) -> bool:
    if isinstance(value, int):
        return value.bit_length() < 1000
    return isinstance(value, str) or (isinstance(value, float) and isfinite(value))
