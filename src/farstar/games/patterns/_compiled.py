"""What a text is compiled to: plain patterns, symmetries, placements, and a solver in the core.

Everything is cached by the text of the rules, so that rulesets are cheap to make and to send.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import NamedTuple, TypeVar

from farstar.engine import rulesets
from farstar.games.patterns._analysis import (
    Symmetry,
    Turned,
    is_finite,
    relevant_marks,
    symmetries,
)
from farstar.games.patterns._bit_boards import BitBoards
from farstar.games.patterns._patterns import Offset, Paths, Pattern, of_players, with_rim
from farstar.games.patterns._placements import Placement, on_board, on_ring
from farstar.games.patterns._rows import EDGE
from farstar.games.patterns._text import Written, read

R = TypeVar("R")

_LENGTHS = (2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 48, 64)
_MOST_KEPT = 20_000


class Compiled(NamedTuple):
    """The rules for boards whose lines have at most a certain number of cells."""

    left: tuple[Pattern, ...]
    right: tuple[Pattern, ...]
    is_finite: bool
    """Whether it is certain that no position comes again."""
    needs_any_cell: bool
    """Whether some pattern needs a cell of the board, whatever it holds."""
    paths: tuple[Paths, Paths]
    """The patterns of Left and of Right with the cells that change, in the order of the rule."""


@lru_cache(maxsize=64)
def written_rules(source: str) -> Written:
    """Return the rules as they are written in a text."""
    return read(source)


def _rounded(source: str, longest: int) -> int:
    """Return a length whose patterns are right for lines of at most `longest` cells.

    Boards of about the same size share their patterns, and what is known of their positions.
    """
    if not written_rules(source).has_repeats:
        return 1
    place = bisect_left(_LENGTHS, longest)
    return _LENGTHS[place] if place < len(_LENGTHS) else 1 << (longest - 1).bit_length()


def _by_length(function: Callable[[str, int], R]) -> Callable[[str, int], R]:
    """Cache what depends on a text and on the length of the lines of a board."""
    cached = lru_cache(maxsize=128)(function)

    @wraps(function)
    def rounded(source: str, longest: int) -> R:
        return cached(source, _rounded(source, longest))

    return rounded


@_by_length
def compiled(source: str, longest: int) -> Compiled:
    """Return the rules for boards with lines of at most `longest` cells."""
    written = written_rules(source)
    paths = of_players(written, longest)
    left, right = map(tuple, paths)
    both = (*left, *right)
    return Compiled(
        left,
        right,
        is_finite(both, has_directions=not written.ring),
        written.filler in relevant_marks(both),
        paths,
    )


@_by_length
def symmetries_of(source: str, longest: int) -> list[Symmetry]:
    """Return the symmetries that the rules respect on boards of a size."""
    rules = compiled(source, longest)
    return symmetries(rules.left, rules.right, list(written_rules(source).marks))


@lru_cache(maxsize=64)
def _kept_placements(source: str, rows: int, columns: int, side: int) -> tuple[Placement, ...]:
    return tuple(_laid(source, rows, columns, side))


def _laid(source: str, rows: int, columns: int, side: int) -> Iterator[Placement]:
    rules = compiled(source, max(rows, columns))
    return on_board(rules.right if side else rules.left, rows, columns)


@lru_cache(maxsize=64)
def _ring_placements(source: str, columns: int) -> tuple[tuple[Placement, ...], ...]:
    left, right = written_rules(source).sides
    mine = on_ring(left, columns)
    return mine, mine if left == right else on_ring(right, columns)


def placements(source: str, rows: int, columns: int, side: int) -> Iterable[Placement]:
    """Return the placements of a player's patterns, 0 for Left and 1 for Right, on a board."""
    if written_rules(source).ring:
        return _ring_placements(source, columns)[side]
    rules = compiled(source, max(rows, columns))
    if len(rules.right if side else rules.left) * rows * columns > _MOST_KEPT:
        return _laid(source, rows, columns, side)
    return _kept_placements(source, rows, columns, side)


@lru_cache(maxsize=256)
def bit_boards(source: str, rows: int, columns: int) -> BitBoards | None:
    """Return the rules for boards of a size as bits; None on rings, or if some rule needs more."""
    written, rules = written_rules(source), compiled(source, max(rows, columns))
    if written.ring or not all(map(BitBoards.takes, (*rules.left, *rules.right))):
        return None
    return BitBoards(rules.paths, written.alphabet, rows, columns)


@lru_cache(maxsize=64)
def ring_symmetries(source: str, columns: int) -> list[Symmetry]:
    """Return the symmetries on a ring: it can be turned, and perhaps mirrored."""

    def turned(step: int) -> Turned:
        def image(pattern: Pattern, exchange: dict[str, str]) -> Pattern:
            def moved(at: Offset) -> Offset:
                return 0, at[1] * step % columns

            def changed(
                entries: Iterable[tuple[Offset, frozenset[str]]],
            ) -> tuple[tuple[Offset, frozenset[str]], ...]:
                images = {
                    moved(at): frozenset(exchange.get(mark, mark) for mark in marks)
                    for at, marks in entries
                }
                return tuple(sorted(images.items(), key=lambda entry: entry[0]))

            writes = sorted((moved(at), exchange.get(mark, mark)) for at, mark in pattern.writes)
            return Pattern(changed(pattern.needs), changed(pattern.forbids), tuple(writes))

        return image

    def as_pattern(placement: Placement) -> Pattern:
        needs = tuple(((0, i), marks) for i, marks in placement.needs)
        forbids = tuple(((0, i), marks) for i, marks in placement.forbids)
        return Pattern(needs, forbids, tuple(((0, i), mark) for i, mark in placement.writes))

    left, right = (tuple(map(as_pattern, side)) for side in _ring_placements(source, columns))
    return symmetries(left, right, list(written_rules(source).marks), (turned(1), turned(-1)))


@dataclass(frozen=True, eq=False)
class Solver:
    """A solver in the core, and how it wants the marks to be written."""

    core: rulesets.BoardSolver
    letters: dict[int, str] | None
    """A translation of the marks to ASCII, if there are others."""

    def values(self, boards: Sequence[str]) -> rulesets.Numbered:
        """Return the values of boards."""
        if self.letters is not None:
            boards = [board.translate(self.letters) for board in boards]
        return self.core.values(boards)

    def native_board(self, text: str) -> rulesets.NativeBoard:
        """Return the board for the native search of who wins."""
        return self.core.board(text if self.letters is None else text.translate(self.letters))


def _lettered(marks: Sequence[str], every: Iterable[str]) -> tuple[str, dict[int, str] | None]:
    """Return the marks for the core, and a translation if they are not all ASCII."""
    if all(mark.isascii() for mark in every):
        return "".join(marks), None
    letters = "abcdefgh"[: len(marks)]
    table = {ord(mark): "." for mark in every} | dict(zip(map(ord, marks), letters, strict=True))
    return letters, table


@_by_length
def board_solver(source: str, longest: int) -> Solver | None:
    """Return a solver for boards; None for rules that the core does not take."""
    rules = compiled(source, longest)
    left, right = with_rim(rules.left), with_rim(rules.right)
    if left is None or right is None:
        return None
    marks = sorted(relevant_marks((*left, *right)))
    if not marks or len(marks) > rulesets.MOST_MARKS or not rules.is_finite:
        return None
    number = {mark: i for i, mark in enumerate(marks)}

    def data(pattern: Pattern) -> rulesets.PatternCells:
        def cells(entries: Iterable[tuple[tuple[int, int], frozenset[str]]]) -> rulesets.Cells:
            return [(r, c, bits(number, marks)) for (r, c), marks in entries]

        writes = [(r, c, number.get(mark, -1)) for (r, c), mark in pattern.writes]
        return cells(pattern.needs), cells(pattern.forbids), writes

    letters, table = _lettered(marks, (*written_rules(source).marks, EDGE))
    respected = symmetries_of(source, longest)
    if (left, right) != (rules.left, rules.right):
        # A part of a board keeps only the cells of the rim that patterns look at, so the patterns
        # for the rim must themselves turn into each other.
        respected = symmetries(left, right, list(written_rules(source).marks))
    kept = exchanges(respected, marks)
    turns = [(symmetry.turn, order, symmetry.negative) for symmetry, order in kept]
    core = rulesets.pattern_solver(letters, [*map(data, left)], [*map(data, right)], turns)
    return Solver(core, table)


def exchanges(
    kept: Iterable[Symmetry], marks: Sequence[str]
) -> Iterator[tuple[Symmetry, list[int]]]:
    """Yield the symmetries with the number of each mark's image."""
    number = {mark: i for i, mark in enumerate(marks)}
    for symmetry in kept:
        images = [symmetry.marks.get(mark, mark) for mark in marks]
        if all(image in number for image in images):
            yield symmetry, [number[image] for image in images]


def bits(number: dict[str, int], marks: Iterable[str]) -> int:
    """Return marks as bits."""
    return sum(1 << number[mark] for mark in marks)


def cell_solver(
    marks: Sequence[str],
    every: Iterable[str],
    cells: int,
    placements: Sequence[Iterable[Placement]],
    kept: Sequence[tuple[Sequence[int], Sequence[int], bool]] = (),
) -> Solver:
    """Return a solver for a game on cells without geometry."""
    number = {mark: i for i, mark in enumerate(marks)}

    def grouped(entries: Iterable[tuple[int, frozenset[str]]]) -> list[tuple[int, int]]:
        groups: dict[int, int] = {}
        for cell, wanted in entries:
            key = bits(number, wanted & number.keys())
            groups[key] = groups.get(key, 0) | 1 << cell
        return [(key, at) for key, at in groups.items() if key]

    def data(placement: Placement) -> rulesets.PlacementCells:
        written: dict[int, int] = {}
        for cell, mark in placement.writes:
            key = number.get(mark, -1)
            written[key] = written.get(key, 0) | 1 << cell
        return grouped(placement.needs), grouped(placement.forbids), list(written.items())

    letters, table = _lettered(marks, every)
    left, right = (list(map(data, side)) for side in placements)
    return Solver(rulesets.placement_solver(letters, cells, left, right, list(kept)), table)
