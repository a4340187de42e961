"""Rulesets made of patterns."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, ClassVar, cast

from farstar.engine import Handle, rulesets
from farstar.errors import IllegalPositionError
from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games._grid import GridPosition, GridRules
from farstar.games.patterns import _board
from farstar.games.patterns._analysis import Symmetry, is_finite, relevant_marks, symmetries
from farstar.games.patterns._patterns import Pattern, of_players
from farstar.games.patterns._text import EDGE, Written, read
from farstar.rules import ImpartialRuleset, Step
from farstar.rules.diagrams import BLOCKED, EMPTY, Look

_FILLERS = "#~%&_:"
_SHORTEST = 8
"""Patterns are made for lines of at least so many cells."""


def _mirrored(board: Board) -> Board:
    return "|".join(row[::-1] for row in board.split("|"))


_FLIPS: tuple[Callable[[Board], Board], ...] = (
    lambda board: board,
    _mirrored,
    lambda board: _mirrored(board[::-1]),
    lambda board: board[::-1],
)


class PatternRules(GridRules):
    """Rules that were written as patterns; `farstar.rules` makes them of a text."""

    name: ClassVar[str] = "PatternRules"
    written: ClassVar[Written]
    source: ClassVar[str] = ""
    """The text of the rules."""

    def left(self, position: Board) -> Iterator[Step]:
        """Return Left's moves."""
        return _board.moves(position, self._patterns(position)[0], ring=self.written.ring)

    def right(self, position: Board) -> Iterator[Step]:
        """Return Right's moves."""
        return _board.moves(position, self._patterns(position)[1], ring=self.written.ring)

    def components(self, position: Board) -> list[Board] | None:
        """Return the parts of a board that no pattern can ever join."""
        left, right = self._patterns(position)
        return _board.components(
            position,
            (*left, *right),
            ring=self.written.ring,
            empty=self.filler,
            has_edges=self.has_edges,
        )

    def key(self, position: Board) -> Board:
        """Return the least of the boards that the symmetries of the rules make of this one."""
        images = [
            _image(position, symmetry)
            for symmetry in self.symmetries
            if not symmetry.negative and (symmetry.turn < 2 or not self.written.ring)
        ]
        return min(images, default=position)

    def check(self, position: Any) -> Board:
        """Return the board in normal form."""
        board = super().check(position)
        if self.written.ring and "|" in board:
            raise IllegalPositionError(f"expected a ring of one row, got {board!r}")
        return board

    def native(self, positions: Sequence[Board]) -> Sequence[Handle | None]:
        """Return the values by the core, which reads the same patterns."""
        if not self.is_finite or self.written.ring:
            return [None] * len(positions)
        return [self._native(board) for board in positions]

    def native_board(self, position: Board) -> rulesets.NativeBoard | None:
        """Return the board for the native search of who wins."""
        if not self.is_finite or self.written.ring:
            return None
        solver, padded = self._native_solver(position)
        return None if solver is None else cast("rulesets.NativeBoard", solver.board(padded))

    def _native(self, board: Board) -> Handle | None:
        solver, padded = self._native_solver(board)
        return None if solver is None else cast("Handle", solver.value(padded))

    def _native_solver(self, board: Board) -> tuple[rulesets.PatternSolver | None, Board]:
        padded = self._padded(board)
        if len(padded.replace("|", "")) > rulesets.MOST_CELLS:
            return None, padded
        return _solver(self.source, _longest(padded)), padded

    def _padded(self, board: Board) -> Board:
        """Return the board with a rim of edges, if the rules look at the edge."""
        if not self.has_edges:
            return board
        rows = [EDGE + row + EDGE for row in board.split("|")]
        rim = EDGE * len(rows[0])
        flat = len(rows) == 1 and self._is_flat
        return "|".join(rows if flat else [rim, *rows, rim])

    @cached_property
    def _is_flat(self) -> bool:
        left, right = _plain(self.source, _SHORTEST)
        return all(r == 0 for p in (*left, *right) for (r, _), _ in (*p.needs, *p.forbids))

    def _patterns(self, board: Board) -> tuple[tuple[Pattern, ...], tuple[Pattern, ...]]:
        return _plain(self.source, _longest(board))

    @cached_property
    def symmetries(self) -> list[Symmetry]:
        """The symmetries that the rules respect."""
        return _symmetries(self.source)

    @cached_property
    def is_finite(self) -> bool:
        """Whether it is certain that no position comes again."""
        left, right = _plain(self.source, _SHORTEST)
        return is_finite((*left, *right))

    @cached_property
    def has_edges(self) -> bool:
        """Whether a pattern looks at what lies outside the board."""
        left, right = _plain(self.source, _SHORTEST)
        return any(EDGE in marks for p in (*left, *right) for _, marks in p.needs)

    @cached_property
    def filler(self) -> str:
        """The mark of cells that no pattern asks for."""
        left, right = _plain(self.source, _SHORTEST)
        used = relevant_marks((*left, *right))
        return next(mark for mark in self.alphabet if mark not in used)

    def _attributes(self) -> dict[str, Any]:
        return {"source": self.source}

    def __reduce__(self) -> tuple[Any, ...]:
        return pattern_rules, (self.source,)


class ImpartialPatternRules(PatternRules, ImpartialRuleset):
    """Patterns that are the same for both players."""

    def moves(self, position: Board) -> Iterable[Hashable]:
        """Return the moves of either player."""
        return PatternRules.left(self, position)


class PatternPosition(GridPosition, rules=PatternRules):
    """A position of a game whose rules are patterns."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return self._ruleset, (self._state,)


def pattern_rules(text: str) -> PatternRules:
    """Return the ruleset that a text describes.

    A line ``game Name`` names it, ``cells x/o .`` lists the marks of a cell (a pair with a slash
    belongs to Left and to Right), and lines that begin with ``left``, ``right`` or ``both`` have
    rules ``before -> after``. See the page on rules as patterns.

    Raises
    ------
    NotationError
        If the text cannot be read; the message names line and column.

    Examples
    --------
    >>> import farstar as fs
    >>> clobber = fs.rules('''
    ... game Clobber
    ... cells x/o .
    ... left   xo -> .x  both
    ... right = swap of left
    ... ''')
    >>> clobber("xo|ox").value, clobber("xxo").value
    (Value('*'), Value('^'))
    """
    if not isinstance(text, str):
        raise TypeError(f"expected the text of rules, got {text!r}")
    return _rules_class(text)()


@lru_cache(maxsize=64)
def _rules_class(text: str) -> type[PatternRules]:
    written = read(text)
    left, right = of_players(written, _SHORTEST)
    impartial = frozenset(left) == frozenset(right)
    members = {
        "name": written.name,
        "title": written.title,
        "how_to_play": written.how_to_play,
        "alphabet": _alphabet(written, (*left, *right)),
        "looks": _looks(written),
        "start": written.start or ("." if "." in written.marks else ""),
        "written": written,
        "source": text,
        "__doc__": f"The rules of {written.title}.",
        "__module__": __name__,
    }
    base: type[PatternRules] = ImpartialPatternRules if impartial else PatternRules
    rules: type[PatternRules] = type(written.name, (base,), members)
    type(written.name, (PatternPosition,), {"__slots__": ()}, rules=rules)
    return rules


def _alphabet(written: Written, patterns: Iterable[Pattern]) -> Mapping[str, str]:
    """Return the marks, with one more for cells that nobody asks for, unless there is one."""
    used = relevant_marks(patterns)
    if all(mark in used for mark in written.marks):
        more = next(mark for mark in _FILLERS if mark not in written.marks)
        return {**written.marks, more: "not part of the board"}
    return written.marks


def _looks(written: Written) -> Mapping[str, Look]:
    looks = {".": EMPTY, "#": BLOCKED}
    for first, (mark, other) in enumerate(written.pairs.items()):
        if first % 2 == 0:
            looks[mark] = Look("stone", "", "left", mark)
            looks[other] = Look("stone", "", "right", other)
    for mark in written.marks:
        looks.setdefault(mark, Look("letter", "", "", mark))
    return looks


def _longest(board: Board) -> int:
    """Return a bound of rows and columns, one of a few, so that boards share their patterns."""
    longest = max(boards.stride(board) - 1, board.count("|") + 1)
    return max(_SHORTEST, 1 << (longest - 1).bit_length())


@lru_cache(maxsize=256)
def _plain(source: str, longest: int) -> tuple[tuple[Pattern, ...], tuple[Pattern, ...]]:
    written = _rules_class(source).written
    repeats = any(rule.has_repeats for rule in _all_rules(written))
    if not repeats and longest != 1:
        return _plain(source, 1)
    return of_players(written, longest)


def _all_rules(written: Written) -> Iterator[Any]:
    yield from written.left
    if not isinstance(written.right, str):
        yield from written.right


@lru_cache(maxsize=64)
def _symmetries(source: str) -> list[Symmetry]:
    left, right = _plain(source, _SHORTEST)
    return symmetries(left, right, list(_rules_class(source).written.marks))


def _image(board: Board, symmetry: Symmetry) -> Board:
    if symmetry.marks:
        board = board.translate({ord(mark): other for mark, other in symmetry.marks.items()})
    if symmetry.turn >= 4:
        board = boards.transposed(board)
    return _FLIPS[symmetry.turn % 4](board)


@lru_cache(maxsize=128)
def _solver(source: str, longest: int) -> rulesets.PatternSolver | None:
    """Return what gives values and boards of the core; None for rules that it does not take."""
    left, right = _plain(source, longest)
    used = relevant_marks((*left, *right))
    marks = "".join(sorted(used))
    if len(marks) > rulesets.MOST_MARKS:
        return None
    number = {mark: i for i, mark in enumerate(marks)}

    def data(pattern: Pattern) -> rulesets.PatternCells:
        def cells(entries: Iterable[tuple[tuple[int, int], frozenset[str]]]) -> rulesets.Cells:
            return [(r, c, sum(1 << number[m] for m in marks)) for (r, c), marks in entries]

        writes = [(r, c, number.get(mark, -1)) for (r, c), mark in pattern.writes]
        return cells(pattern.needs), cells(pattern.forbids), writes

    kept = [
        (s.turn, [number[s.marks.get(mark, mark)] for mark in marks], s.negative)
        for s in _symmetries(source)
        if all(s.marks.get(mark, mark) in number for mark in marks)
    ]
    return rulesets.pattern_solver(marks, list(map(data, left)), list(map(data, right)), kept)
