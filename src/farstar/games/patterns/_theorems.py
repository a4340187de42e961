"""Rules on boards, written as patterns, that answer by theorems for all sizes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from farstar._outcome import Outcome, Player
from farstar.errors import BudgetExceeded
from farstar.games import _boards as boards
from farstar.games._boards import Board, Cell
from farstar.games.grids import GridRules, SidedRules
from farstar.rules import CitedTheorem, Step
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.prove.in_use import Edit, Known, WordTheory

MOST_CELLS_BY_THEOREM = 2_000_000
"""The cells of the largest board if a theorem for all sizes is about the rules."""

LARGEST_LISTED = 5_000
"""Characters of the largest board whose moves are listed; without a theorem boards are smaller."""

_MOST_WRITTEN = 100_000_000
"""Characters of all boards after winning moves that are listed."""

_NEAR = 24
"""How far around a place moves are looked for."""

_AROUND = 8
"""Cells beside a move that are looked at to name it."""


def check_listable(board: Board) -> None:
    """Refuse a board with too many moves to list."""
    if len(board) > LARGEST_LISTED:
        raise BudgetExceeded(
            f"expected a board of at most {LARGEST_LISTED} cells to list its moves, "
            f"got {len(board)}"
        )


class TheoremRules(SidedRules, GridRules):
    """Rules that a theorem about their patterns answers for, if one is in use."""

    @property
    def text_of_rules(self) -> str:
        """The patterns that theorems are about."""
        return self.patterns

    def _known(self, position: Board) -> Known | None:
        """Return what theorems say about a board; None if none is about these rules."""
        from farstar.prove.in_use import known_about

        return known_about(self.text_of_rules, position)

    def most_cells(self, rows: int) -> int:
        """Return how many cells a board may have: more if a theorem answers for boards like it."""
        from farstar.prove.in_use import theory_of

        return (
            boards.MOST_CELLS
            if theory_of(self.text_of_rules, rows) is None
            else MOST_CELLS_BY_THEOREM
        )

    def closed_outcome(self, position: Board) -> Outcome | None:
        """Return the outcome by a theorem."""
        known = self._known(position)
        return None if known is None else known.facts.outcome

    def closed_misere_outcome(self, position: Board) -> Outcome | None:
        """Return the misère outcome by a theorem."""
        known = self._known(position)
        return None if known is None else known.facts.misere

    def closed_form(self, position: Board) -> Value | None:
        """Return the value by a theorem."""
        known = self._known(position)
        return None if known is None else known.facts.value

    def theorem(self, position: Board, *, misere: bool = False) -> CitedTheorem | None:
        """Return the theorem that answers for a board."""
        known = self._known(position)
        if known is None:
            return None
        return known.misere if misere else known.normal

    def details(self, position: Board) -> dict[str, Any]:
        """Return the theorem, if there is one."""
        theorem = self.theorem(position)
        return {} if theorem is None else {"theorem": str(theorem)}

    def closed_winning_moves(
        self, position: Board, player: Player, *, misere: bool
    ) -> Iterator[Step] | None:
        """Return the winning moves by a theorem, if the board has too many moves to list."""
        if len(position) <= LARGEST_LISTED:
            return None
        from farstar.prove.in_use import theory_for

        theory = theory_for(self.text_of_rules, position)
        moves = None if theory is None else theory.moves_to_lost(position, player, misere=misere)
        return None if moves is None else self._steps_of(position, player, moves)

    def first_moves(
        self, position: Board, player: Player, *, near: int | None = None
    ) -> Iterator[Step] | None:
        """Return the moves one by one, if the board has too many to list."""
        if len(position) <= LARGEST_LISTED:
            return None
        from farstar.prove.in_use import theory_for

        theory = theory_for(self.text_of_rules, position)
        moves = None if theory is None else theory.moves(position, player)
        if theory is None or moves is None:
            return None
        if near is None:
            return self._steps_of(position, player, moves)
        return self._moves_near(position, player, near, theory)

    def _moves_near(
        self, board: Board, player: Player, near: int, theory: WordTheory
    ) -> Iterator[Step]:
        """Yield the moves that are seen in a part of a board, and are moves of the whole."""
        first, end = max(0, near - _NEAR), near + _NEAR
        sides = self.sides if player is Player.LEFT else self.sides[::-1]
        for step in self.moves_of(board[first:end], *sides):
            after = f"{board[:first]}{step.after}{board[end:]}"
            if theory.is_move(board, after, player):
                yield Step(after, tuple(Cell(0, first + column) for _, column in step.path))

    def _steps_of(self, board: Board, player: Player, moves: Iterator[Edit]) -> Iterator[Step]:
        """Yield moves that replace some marks; there may be too many to list."""
        written = 0
        for start, text in moves:
            written += len(board)
            if written > _MOST_WRITTEN:
                raise BudgetExceeded("the winning moves are too many to list")
            end = start + len(text)
            yield Step(board[:start] + text + board[end:], self._path(board, player, start, text))

    def _path(self, board: Board, player: Player, start: int, text: str) -> tuple[Cell, ...]:
        """Return the cells that a move touches, in the order in which its pattern has them."""
        first, end = max(0, start - _AROUND), start + len(text)
        part = board[first : end + _AROUND]
        after = board[first:start] + text + board[end : end + _AROUND]
        sides = self.sides if player is Player.LEFT else self.sides[::-1]
        for step in self.moves_of(part, *sides) if len(part) <= LARGEST_LISTED else ():
            if step.after == after:
                return tuple(Cell(0, first + column) for _, column in step.path)
        return tuple(Cell(0, i) for i in range(start, end))
