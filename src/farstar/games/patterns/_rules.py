"""Rulesets made of patterns: on grids, strips and rings."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from farstar._outcome import Player
from farstar.engine import Handle, rulesets
from farstar.errors import IllegalPositionError
from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games.grids import GridPosition, SidedRules
from farstar.games.patterns._analysis import Symmetry
from farstar.games.patterns._compiled import (
    Solver,
    bit_boards,
    board_solver,
    cell_solver,
    compiled,
    exchanges,
    placements,
    ring_symmetries,
    symmetries_of,
    written_rules,
)
from farstar.games.patterns._placements import parts
from farstar.games.patterns._plain import plain_rules
from farstar.games.patterns._rows import EDGE
from farstar.games.patterns._text import Written
from farstar.games.patterns._theorems import LARGEST_LISTED, TheoremRules, check_listable
from farstar.rules import ImpartialRuleset, Position, Ruleset, Step
from farstar.rules.diagrams import BLOCKED, EMPTY, Grid, Look
from farstar.values import Value


def _reversed_rows(board: Board) -> Board:
    return "|".join(row[::-1] for row in board.split("|"))


_FLIPS: tuple[Callable[[Board], Board], ...] = (
    lambda board: board,
    _reversed_rows,
    lambda board: _reversed_rows(board[::-1]),
    lambda board: board[::-1],
)


class WrittenRules(SidedRules):
    """Rules that were written as a text; Left's have the number 0, Right's the number 1."""

    sides = (0, 1)
    written: ClassVar[Written]
    source: ClassVar[str] = ""
    """The text of the rules."""

    def impartial_twin(self) -> Ruleset | None:
        """Return the rules of the same text as an impartial variant."""
        from farstar.games.patterns._make import pattern_rules

        if self.written.variant or self.may_loop:
            return None
        return pattern_rules(f"{self.source}\nvariant impartial")

    def _attributes(self) -> dict[str, Any]:
        return {"source": self.source}

    def __reduce__(self) -> tuple[Any, ...]:
        from farstar.games.patterns._make import pattern_rules

        return pattern_rules, (self.source,)


class WrittenPosition(Position):
    """A position under rules that were written as a text, whose class cannot be imported."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return self._ruleset, (self._state,)


class PatternRules(WrittenRules, TheoremRules):
    """Rules on boards that were written as patterns; `farstar.rules` makes them of a text."""

    name = "PatternRules"
    filler: ClassVar[str] = "#"
    """The mark of cells that no pattern asks for."""

    @property
    def text_of_rules(self) -> str:
        """The patterns that theorems are about."""
        return self.source

    def left(self, position: Board) -> Iterable[Hashable]:
        """Return the boards after Left's moves; searches need no paths."""
        return self._followers(position, 0)

    def right(self, position: Board) -> Iterable[Hashable]:
        """Return the boards after Right's moves."""
        return self._followers(position, 1)

    def _followers(self, position: Board, mine: int) -> Iterable[Board]:
        check_listable(position)
        by_bits = bit_boards(self.source, *_size(position))
        if by_bits is not None:
            return by_bits.followers(position, mine)
        laid = placements(self.source, *_size(position), mine)
        return dict.fromkeys(p.after(position) for p in laid if p.fits(position))

    def moves_with_paths(self, position: Board, player: Player) -> Iterator[Step]:
        """Return the moves of a player with the cells that change."""
        mine, yours = self.sides if player is Player.LEFT else reversed(self.sides)
        return self.moves_of(position, mine, yours)

    def moves_of(self, position: Board, mine: int, yours: int) -> Iterator[Step]:
        """Return the moves by a player's patterns."""
        check_listable(position)
        by_bits = bit_boards(self.source, *_size(position))
        if by_bits is not None:
            return by_bits.moves(position, mine)
        return self._moves_one_by_one(position, mine)

    def _moves_one_by_one(self, position: Board, mine: int) -> Iterator[Step]:
        cells, seen = boards.cells(position), set()
        for placement in placements(self.source, *_size(position), mine):
            if placement.fits(position):
                after = placement.after(position)
                if after not in seen:
                    seen.add(after)
                    yield Step(after, tuple(cells[i] for i, _ in placement.writes))

    def plain_rules(self, position: Board) -> Mapping[str, Any] | None:
        """Return the board with the patterns that the text means."""
        return plain_rules(self.source, position)

    def components(self, position: Board) -> list[Board] | None:
        """Return the parts of a board that no pattern can ever join."""
        if len(position) > LARGEST_LISTED:
            return None
        rows, columns = _size(position)
        if compiled(self.source, max(rows, columns)).needs_any_cell:
            return None
        by_bits = bit_boards(self.source, rows, columns)
        if by_bits is not None:
            return [by_bits.cut(position, part, self.filler) for part in by_bits.parts(position)]
        laid = (p for side in (0, 1) for p in placements(self.source, rows, columns, side))
        split = parts(position, laid)
        keeps_size = self.has_edges or self.written.ring
        if keeps_size and len(split) == 1:
            return None
        return [self._cut(position, moving | scenery, keeps_size) for moving, scenery in split]

    def _cut(self, board: Board, part: set[int], keeps_size: bool) -> Board:
        if not keeps_size:
            return boards.cut_out(board, part, self.filler)
        cells = enumerate(board)
        return "".join(mark if mark == "|" or i in part else self.filler for i, mark in cells)

    def key(self, position: Board) -> Board:
        """Return the least of the boards that the symmetries of the rules make of this one."""
        if len(position) > LARGEST_LISTED:
            return position
        may_transpose = _plain_symmetries(self.source)
        if may_transpose is not None:
            return boards.least_image(position, transpose=may_transpose)
        images = _images(self.source, *_size(position))
        if len(images) == 1:
            return position
        return min([_image(position, *image) for image in images])

    def check(self, position: Any) -> Board:
        """Return the board in normal form."""
        board = super().check(position)
        if self.written.board in ("ring", "strip") and "|" in board:
            raise IllegalPositionError(f"expected a {self.written.board} of one row, got {board!r}")
        return board

    def native(self, positions: Sequence[Board]) -> Sequence[Handle | None]:
        """Return the values by the core, which reads the same patterns."""
        boards = list(map(self._padded, positions)) if self.has_edges else positions
        if not (self.written.has_repeats or self.written.ring) and boards:
            # One solver is right for boards of all sizes.
            most = max(map(len, boards))
            if most <= rulesets.MOST_CELLS and (solver := board_solver(self.source, 1)) is not None:
                return solver.values(boards)
        shapes = [(len(board), board.find("|")) for board in boards]
        solvers = {shape: self._solver_for(*shape) for shape in set(shapes)}
        different = set(solvers.values())
        if len(different) == 1:
            (solver,) = different
            return [None] * len(positions) if solver is None else solver.values(boards)
        values: list[Handle | None] = [None] * len(positions)
        for solver in different - {None}:
            assert solver is not None
            places = [i for i, shape in enumerate(shapes) if solvers[shape] is solver]
            of_places = solver.values([boards[i] for i in places])
            for i, value in zip(places, of_places, strict=True):
                values[i] = value
        return values

    def _solver_for(self, length: int, bar: int) -> Solver | None:
        """Return the solver for texts of this length whose first row ends at `bar`."""
        columns = length if bar < 0 else bar
        return self._solver((length + 1) // (columns + 1), columns)

    def native_board(self, position: Board) -> rulesets.NativeBoard | None:
        """Return the board for the native search of who wins."""
        padded = self._padded(position) if self.has_edges else position
        solver = self._solver_for(len(padded), padded.find("|"))
        return None if solver is None else solver.native_board(padded)

    def _solver(self, rows: int, columns: int) -> Solver | None:
        """Return the solver for boards of this size, their rim included if they have one."""
        cells = rows * columns
        # Of repeated parts there are too many patterns on long lines.
        is_small_only = self.written.ring or self.written.has_repeats
        if cells > (rulesets.MOST_CELLS if is_small_only else rulesets.MOST_WIDE_CELLS):
            return None
        if self.written.ring:
            return _ring_solver(self.source, columns)
        solver = board_solver(self.source, max(rows, columns) - (2 if self.has_edges else 0))
        return solver if solver is not None and cells <= solver.core.most_cells else None

    def _padded(self, board: Board) -> Board:
        """Return the board with a rim of edges."""
        rows = [EDGE + row + EDGE for row in board.split("|")]
        rim = EDGE * len(rows[0])
        flat = len(rows) == 1 and self.written.is_flat
        return "|".join(rows if flat else [rim, *rows, rim])

    def diagram(self, position: Board) -> Grid | None:  # type: ignore[override]
        """Return the board, unless it is too large to be drawn."""
        return None if len(position) > LARGEST_LISTED else super().diagram(position)

    @property
    def symmetries(self) -> list[Symmetry]:
        """The symmetries that the rules respect."""
        if self.written.ring:
            return ring_symmetries(self.source, self.written.shortest)
        return symmetries_of(self.source, self.written.shortest)

    @property
    def has_edges(self) -> bool:
        """Whether a pattern looks at what lies outside the board."""
        return not self.written.ring and self.written.has_edges


class ImpartialPatternRules(PatternRules, ImpartialRuleset):
    """Patterns that are the same for both players."""

    def moves(self, position: Board) -> Iterable[Hashable]:
        """Return the moves of either player."""
        return PatternRules.left(self, position)

    def closed_grundy(self, position: Board) -> int | None:
        """Return the Grundy value by a theorem."""
        known = self._known(position)
        return None if known is None else known.facts.grundy

    def closed_form(self, position: Board) -> Value | None:
        """Return the nimber of the Grundy value by a theorem."""
        return ImpartialRuleset.closed_form(self, position)


class DeclaredPatterns(PatternRules):
    """The rules of a game with a file of its own, where its patterns are the definition."""

    @property
    def written(self) -> Written:  # type: ignore[override]
        """The patterns as they are written; they are read when a position first asks for them."""
        return written_rules(self.source)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), ()


class DeclaredImpartialPatterns(DeclaredPatterns, ImpartialPatternRules):
    """The same for patterns that both players share."""


class PatternPosition(WrittenPosition, GridPosition, rules=PatternRules):
    """A position of a game on a board whose rules are patterns."""

    __slots__ = ()


def looks(written: Written) -> Mapping[str, Look]:
    """Return how the marks are drawn."""
    drawn = {".": EMPTY, "#": BLOCKED}
    for first, (mark, other) in enumerate(written.pairs.items()):
        if first % 2 == 0:
            drawn[mark] = Look("stone", "", "left", mark)
            drawn[other] = Look("stone", "", "right", other)
    for mark in written.marks:
        drawn.setdefault(mark, Look("letter", "", "", mark))
    return drawn


@lru_cache(maxsize=64)
def _plain_symmetries(source: str) -> bool | None:
    """Return whether boards may be transposed, if they may be reflected and turned anyway.

    None if that is not all: if marks are exchanged, for strips and rings, and if the symmetries
    may depend on the size of the board.
    """
    written = written_rules(source)
    if written.board != "grid" or written.has_repeats:
        return None
    kept = [symmetry for symmetry in symmetries_of(source, 1) if not symmetry.negative]
    if any(mark != other for symmetry in kept for mark, other in symmetry.marks.items()):
        return None
    turns = {symmetry.turn for symmetry in kept}
    return {4: False, 8: True}.get(len(turns)) if {0, 1, 2, 3} <= turns else None


def _size(board: Board) -> tuple[int, int]:
    return board.count("|") + 1, boards.stride(board) - 1


def symmetries_for(source: str, rows: int, columns: int) -> list[Symmetry]:
    """Return the symmetries that the rules respect on boards of a size."""
    written = written_rules(source)
    if written.ring:
        return ring_symmetries(source, columns)
    kept = symmetries_of(source, max(rows, columns))
    # A strip stays a strip.
    return [s for s in kept if s.turn < 2] if written.board == "strip" else kept


@lru_cache(maxsize=256)
def _images(source: str, rows: int, columns: int) -> list[tuple[int, dict[int, str]]]:
    """Return the turns of boards of a size that keep values, each with its exchange of marks.

    The first one changes nothing.
    """
    images = [(0, dict[int, str]())]
    for symmetry in symmetries_for(source, rows, columns):
        # A single row stays a row, and is its own image in a horizontal mirror.
        if not symmetry.negative and (rows > 1 or symmetry.turn < 4):
            turn = symmetry.turn % 2 if rows == 1 else symmetry.turn
            changed = {a: b for a, b in symmetry.marks.items() if a != b}
            image = turn, {ord(mark): other for mark, other in changed.items()}
            if image not in images:
                images.append(image)
    return images


def _image(board: Board, turn: int, marks: dict[int, str]) -> Board:
    if marks:
        board = board.translate(marks)
    if turn >= 4:
        board = boards.transposed(board)
    return _FLIPS[turn % 4](board)


@lru_cache(maxsize=64)
def _ring_solver(source: str, columns: int) -> Solver | None:
    """Return a solver for a ring, which may be turned and mirrored."""
    rules, written = compiled(source, columns), written_rules(source)
    laid = [placements(source, 1, columns, side) for side in (0, 1)]
    asked = (marks for side in laid for p in side for _, marks in (*p.needs, *p.forbids))
    marks = sorted(frozenset().union(*asked))
    if not marks or len(marks) > rulesets.MOST_MARKS or not rules.is_finite:
        return None
    turns = []
    for symmetry, order in exchanges(ring_symmetries(source, columns), marks):
        for shift in range(columns):
            step = -1 if symmetry.turn else 1
            cells = [(shift + step * i) % columns for i in range(columns)]
            turns.append((cells, order, symmetry.negative))
    return cell_solver(marks, written.alphabet, columns, laid, turns)
