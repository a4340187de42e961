"""All positions of a family, by number, without listing them: boards, strips, words, heaps.

They are ranges like others, for a survey of a ruleset; `Points` are the choices from some ranges.

>>> import farstar as fs
>>> from farstar.surveys import boards
>>> rows = fs.survey(fs.Domineering, position=boards(".#", 2, 2), show="outcome")
>>> rows.sql("select outcome, count(*) from survey group by outcome order by outcome").rows
[('L', 3), ('N', 5), ('P', 15), ('R', 3)]
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations_with_replacement, islice, product
from math import isfinite, prod
from typing import Any, overload

from farstar._arguments import integer, shown
from farstar._digits import to_text
from farstar.errors import SurveyError

_MOST_CELLS = 4096
_MOST_POSITIONS = 10**15
_MOST_LISTED = 2_000_000


class Positions(Sequence[Any]):
    """States in a fixed order; equal texts mean equal positions."""

    def __init__(self, text: str, size: int) -> None:
        if size > _MOST_POSITIONS:
            raise SurveyError(f"expected at most {_MOST_POSITIONS} positions, got {shown(size)}")
        self.text = text
        self._size = size

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> list[Any]: ...
    def __getitem__(self, place: int | slice) -> Any:
        """Return one position, or several."""
        if isinstance(place, slice):
            start, stop, step = place.indices(self._size)
            if step == 1:
                return list(islice(self.starting_at(start), max(stop - start, 0)))
            return [self.at(i) for i in range(start, stop, step)]
        number = place + self._size if place < 0 else place
        if not 0 <= number < self._size:
            raise IndexError(f"expected a number below {self._size}, got {place}")
        return self.at(number)

    def at(self, number: int) -> Any:
        """Return the position with a number."""
        raise NotImplementedError

    def starting_at(self, number: int) -> Iterator[Any]:
        """Yield the positions from a number on."""
        return (self.at(i) for i in range(number, self._size))

    def __repr__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Positions) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


class Boards(Positions):
    """All boards of some sizes, the small ones first, with some marks."""

    def __init__(self, text: str, marks: str, sizes: Sequence[tuple[int, int]]) -> None:
        self.marks, self.sizes = marks, tuple(sizes)
        counts = [len(marks) ** (rows * columns) for rows, columns in self.sizes]
        self._starts = [0, *accumulate(counts)]
        super().__init__(text, self._starts[-1])

    def at(self, number: int) -> str:
        """Return the board with a number."""
        place = bisect_right(self._starts, number) - 1
        rows, columns = self.sizes[place]
        return _text(self._head(number - self._starts[place], rows * columns), columns)

    def starting_at(self, number: int) -> Iterator[str]:
        """Yield the boards from a number on."""
        place = bisect_right(self._starts, number) - 1
        for i, (rows, columns) in enumerate(self.sizes[place:], start=place):
            skipped = max(number - self._starts[i], 0)
            # Whole rows of marks change together: the last cells are listed once.
            tail = min(rows * columns, 6)
            ends = ["".join(end) for end in product(self.marks, repeat=tail)]
            first, rest = divmod(skipped, len(ends))
            heads = len(self.marks) ** (rows * columns - tail)
            for head_number in range(first, heads):
                head = self._head(head_number, rows * columns - tail)
                words = map(head.__add__, ends[rest:] if rest else ends)
                yield from words if rows == 1 else (_text(cells, columns) for cells in words)
                rest = 0

    def _head(self, number: int, cells: int) -> str:
        """Return the first cells of a board, by the number of what stands there."""
        marks = []
        for _ in range(cells):
            number, digit = divmod(number, len(self.marks))
            marks.append(self.marks[digit])
        return "".join(reversed(marks))


def _text(cells: Sequence[str], columns: int) -> str:
    return "|".join("".join(cells[i : i + columns]) for i in range(0, len(cells), columns))


class _ListedPositions(Positions):
    def __init__(self, text: str, states: Sequence[Any]) -> None:
        self._states = states
        super().__init__(text, len(states))

    def at(self, number: int) -> Any:
        return self._states[number]


class _RandomPositions(Positions):
    """Some positions at random, the same in every run and on every machine."""

    def __init__(self, positions: Positions, size: int, seed: int) -> None:
        self.positions, self.seed = positions, seed
        super().__init__(f"sample({positions.text}, {size}, seed={seed})", size)

    def at(self, number: int) -> Any:
        chance = random.Random(f"{self.seed} {number}")
        return self.positions[chance.randrange(len(self.positions))]


def _marks(marks: str) -> str:
    if not marks or len(set(marks)) != len(marks) or "|" in marks:
        raise SurveyError(f"expected different marks such as 'xo.', got {shown(marks)}")
    return marks


def _size(rows: int, columns: int) -> tuple[int, int]:
    size = integer(rows, 1, "the number of rows"), integer(columns, 1, "the number of columns")
    if size[0] * size[1] > _MOST_CELLS:
        raise SurveyError(
            f"expected boards of at most {_MOST_CELLS} cells, got {size[0] * size[1]}"
        )
    return size


def boards(marks: str, rows: int, columns: int) -> Boards:
    """Return all boards of at most this many rows and columns.

    Examples
    --------
    >>> from farstar.surveys import boards
    >>> listed = boards("xo", 2, 2)
    >>> len(listed), listed[0], listed[-1], listed[6:9]
    (26, 'x', 'oo|oo', ['x|x', 'x|o', 'o|x'])
    """
    height, width = _size(rows, columns)
    sizes = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
    return Boards(f"boards({marks!r}, {height}, {width})", _marks(marks), sizes)


def board(marks: str, rows: int, columns: int) -> Boards:
    """Return all boards of exactly this many rows and columns.

    Examples
    --------
    >>> from farstar.surveys import board
    >>> list(board(".#", 2, 1))
    ['.|.', '.|#', '#|.', '#|#']
    """
    size = _size(rows, columns)
    return Boards(f"board({marks!r}, {size[0]}, {size[1]})", _marks(marks), [size])


def words(letters: str, length: int) -> Boards:
    """Return all words, or strips, of at most this many letters.

    Examples
    --------
    >>> from farstar.surveys import words
    >>> list(words("lr", 2))
    ['l', 'r', 'll', 'lr', 'rl', 'rr']
    """
    longest = integer(length, 1, "the length")
    if longest > _MOST_CELLS:
        raise SurveyError(f"expected words of at most {_MOST_CELLS} letters, got {longest}")
    sizes = [(1, n) for n in range(1, longest + 1)]
    return Boards(f"words({letters!r}, {longest})", _marks(letters), sizes)


def heaps(largest: int, number: int = 1) -> Positions:
    """Return all choices of at most this many heaps, in order of size.

    Examples
    --------
    >>> from farstar.surveys import heaps
    >>> list(heaps(2, 2))
    [(1,), (2,), (1, 1), (1, 2), (2, 2)]
    """
    most = integer(largest, 1, "the largest heap")
    count = integer(number, 1, "the number of heaps")
    rows = (
        chosen
        for n in range(1, count + 1)
        for chosen in combinations_with_replacement(range(1, most + 1), n)
    )
    states = list(islice(rows, _MOST_LISTED + 1))
    if len(states) > _MOST_LISTED:
        raise SurveyError(f"expected at most {_MOST_LISTED} choices of heaps, got more")
    return _ListedPositions(f"heaps({most}, {count})", states)


def sample(positions: Positions, size: int, *, seed: int = 0) -> Positions:
    """Return some positions at random, the same ones for the same seed.

    Examples
    --------
    >>> from farstar.surveys import board, sample
    >>> some = sample(board("xo.", 4, 4), 3, seed=1)
    >>> len(some), some[0] == sample(board("xo.", 4, 4), 9, seed=1)[0]
    (3, True)
    """
    if not positions:
        raise SurveyError(f"expected positions such as boards('xo', 3, 3), got {positions!r}")
    return _RandomPositions(positions, integer(size, 1, "the size of the sample"), int(seed))


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

    def comparable(self) -> dict[str, Any]:
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
        """Return the ranges as JSON data."""
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
