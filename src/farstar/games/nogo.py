"""NoGo: stones as in Go, but nothing may ever be captured.

Left owns the stones ``x`` and Right the stones ``o``; ``.`` is an empty cell and ``#`` a missing
one. A player places a stone of their own colour on an empty cell. Afterwards every group of stones
of one colour, connected along rows and columns, must still have an empty neighbour: a move may
neither capture nor be suicide. A player who cannot move loses.

A cell on which neither player may play stays empty for ever, and the groups beside it are safe for
ever; in the core this splits the board into independent parts. In the impartial variant both
players may place stones of either colour.

References
----------
.. [1] C.-W. Chou, O. Teytaud, S.-J. Yen, Revisiting Monte-Carlo tree search on a normal form game:
   NoGo, EvoApplications 2011, LNCS 6624 (2011) 73-82.
.. [2] H. Du, T. H. Wei, M. Mueller, Solving NoGo on small rectangular boards, ACG 2023, LNCS 14528
   (2024) 39-49.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from farstar.errors import IllegalPositionError
from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games.grids import GridPosition, StoneRules, TwinnedRules
from farstar.rules import ImpartialRuleset, Ruleset, Step

__all__ = ["NoGo"]


def _has_liberty(board: Board, start: int) -> bool:
    """Return whether the group of a stone has an empty neighbour."""
    width, colour = boards.stride(board), board[start]
    group, waiting = {start}, [start]
    while waiting:
        stone = waiting.pop()
        for step in (-width, -1, 1, width):
            near = stone + step
            if not 0 <= near < len(board) or near in group:
                continue
            if board[near] == ".":
                return True
            if board[near] == colour:
                group.add(near)
                waiting.append(near)
    return False


def _is_legal(board: Board, stone: int) -> bool:
    """Return whether the groups at a new stone, and beside it, have empty neighbours."""
    width = boards.stride(board)
    touched = [stone, *(stone + step for step in (-width, -1, 1, width))]
    return all(_has_liberty(board, i) for i in touched if 0 <= i < len(board) and board[i] in "xo")


class NoGoRules(TwinnedRules, StoneRules):
    """The rules of NoGo."""

    # A cell that is forbidden to a player stays forbidden while only the opponent moves.
    misere_universe = "dead-ending"
    name = "NoGo"
    how_to_play = (
        "A player places a stone of their colour on an empty cell so that every group of stones, "
        "of either colour, still has an empty neighbour. A player who cannot move loses."
    )
    starts = {"NoGo(3x3)": "N", "NoGo(2x4)": "P", "NoGo(3x4)": "P"}
    theory = "No formula is known."
    alphabet = {".": "empty", "x": "a stone of Left", "o": "a stone of Right", "#": "missing"}
    start = "."
    example = "x.o|..."

    def check(self, position: Any) -> Board:
        """Return the board in normal form, all of whose groups have empty neighbours."""
        board = super().check(position)
        for i, mark in enumerate(board):
            if mark in "xo" and not _has_liberty(board, i):
                raise IllegalPositionError(
                    "expected groups with an empty neighbour each, got none for the stone at "
                    f"{boards.cells(board)[i]} of {board!r}"
                )
        return board

    def moves_of(self, position: Board, mine: str, yours: str) -> Iterator[Step]:
        """Return the boards with one more stone on which nothing is captured."""
        cells = boards.cells(position)
        for i, mark in enumerate(position):
            if mark == ".":
                after = boards.changed(position, (i, mine))
                if _is_legal(after, i):
                    yield Step(after, (cells[i],))

    def components(self, position: Board) -> list[Board]:
        """Return the connected regions that have an empty cell."""
        return [part for part in boards.regions(position, ".xo", "#") if "." in part]

    def impartial_twin(self) -> Ruleset:
        """Return the rules by which both players may place stones of either colour."""
        return _ImpartialNoGoRules()


class _ImpartialNoGoRules(NoGoRules, ImpartialRuleset):
    name = "ImpartialNoGo"

    def moves(self, position: Board) -> Iterator[Hashable]:
        yield from self.moves_of(position, "x", "o")
        yield from self.moves_of(position, "o", "x")

    def left(self, position: Board) -> Iterator[Hashable]:
        return self.moves(position)

    def right(self, position: Board) -> Iterator[Hashable]:
        return self.moves(position)


class NoGo(GridPosition, rules=NoGoRules):
    """A position of NoGo: Left's stones are ``x``, Right's ``o``.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top, separated by bars: ``.`` empty, ``#`` missing; or a size such as
        ``"3x4"`` for the empty board.

    Examples
    --------
    >>> fs.NoGo("..").value, fs.NoGo(".x..").value, str(fs.NoGo("3x3").outcome)
    (Value('*'), Value('{1|0}'), 'N')
    >>> [move.text for move in fs.NoGo("x.o").moves(fs.Left)]
    []
    >>> impartial = fs.rules.impartial(fs.NoGo)
    >>> [impartial(f"1x{n}").grundy for n in range(2, 9)]
    [1, 0, 1, 2, 0, 1, 0]
    """

    __slots__ = ()
