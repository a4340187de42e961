"""Partizan Geography on a board of two rows: the game, and its positions A and B.

There is a token on a cell of a board of two rows and n columns. Left moves it along its row to any
cell that was not visited before, Right moves it to the other cell of its column if that was not
visited before. A player who cannot move loses, or wins in misère play.

In the token's row, ``x`` open cells have a closed partner in the other row; ``y`` columns are open
in both rows; and ``z`` open cells of the other row have a closed partner. The token's own cell
counts as open. The position is ``B(x, y, z)`` if the token is on one of the
``x`` cells and ``A(x, y, z)`` if it is in one of the ``y`` columns. Left's moves lead from A to
``B(x, y-1, z+1)`` and ``A(x, y-1, z+1)``, from B to ``B(x-1, y, z)`` and ``A(x-1, y, z)``;
Right's only move leads from A to ``B(z+1, y-1, x)``.

References
----------
R. J. Nowakowski, A. A. Siegel, Partizan Geography on K_n x K_2, Integers 7(2) (2007), A29.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar, Literal, cast

from farstar._arguments import integer, shown
from farstar._digits import to_text
from farstar._outcome import Outcome, Player, Relation
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.formulas import MarkedText
from farstar.games.wording import number
from farstar.papers.geography import kernels
from farstar.papers.geography.complete_product import Rows, TokenBoardRules, token
from farstar.papers.geography.digraphs import PartizanGeography
from farstar.papers.geography.explanations import explain, position_text
from farstar.papers.geography.theory import two_rows as geography
from farstar.rules import (
    CitedTheorem,
    Explanation,
    Field,
    Path,
    Position,
    Reason,
    Ruleset,
    TextPart,
    clip,
)
from farstar.rules.diagrams import BLOCKED, EMPTY, TOKEN, Grid
from farstar.values import Value, wrap

__all__ = ["GeographyA", "GeographyB", "GeographyBoard"]


_MOST_LAYERS = 100_000
_MOST_COLUMNS = 100_000
"""Columns of a board that is written down."""
_MOST_DRAWN = 60
"""Columns of a board that is drawn."""
_MOST_IN_A_WORD = 2**31

_NUMBER = re.compile("[+−-]?[0-9]+")
_LOOKS = {
    ".": EMPTY._replace(words="open"),
    "#": BLOCKED._replace(words="visited"),
    "@": TOKEN,
}


def _fields(x: int, y: int, z: int) -> dict[str, Field]:
    return {
        "x": Field("x, open in its row only", str(x)),
        "y": Field("y, open in both rows", str(y)),
        "z": Field("z, open in the other row only", str(z)),
    }


def _value(position: geography.Position) -> Value:
    """Return the value of a legal position by Theorem 7."""
    kind, x, y, z = position
    if kind == "B":
        return Value(x + min(y, z) - 1)
    p, q, runs = geography.layers_of_a(x, y, z)
    depth = sum(run.times for run in runs)
    if depth > _MOST_LAYERS:
        raise BudgetExceeded(
            f"expected a value of at most {_MOST_LAYERS} layers, got {number(depth)} layers "
            f"at {position_text(position)}"
        )
    if kernels.available() and x + y + z < _MOST_IN_A_WORD:
        return wrap(kernels.geography_form(p, q, runs))
    return _from_inside(geography.value_of_a(x, y, z))


def _from_inside(form: geography.NestedForm) -> Value:
    """Return the value of a form, layer by layer: what the native engine does in one call."""
    core = form.core
    value = Value(core) if isinstance(core, Fraction) else Value.of([core[0]], [core[1]])
    for left, right in form.layers():
        value = Value.of([value] if left is None else [left, value], [right])
    return value


class TwoRowsTheory(Ruleset):
    """What theory knows of the game, in whatever way its positions are written."""

    how_to_play = (
        "There is a token on a board of two rows. Left moves it to any cell of its row that has "
        "not been visited, Right to the other cell of its column. A player who cannot move loses. "
        "As in the paper, the rows are numbered 0 and 1, and the columns from 0 on."
    )
    theory = "Values, means and temperatures are known for every position (Nowakowski and Siegel)."

    def as_a_or_b(self, position: Any) -> geography.Position:
        """Return which A or B a position is."""
        raise NotImplementedError

    def closed_mean(self, position: Any) -> Fraction:
        """Return the mean, by the formulas of Theorem 2."""
        return geography.mean(self.as_a_or_b(position))

    def closed_temperature(self, position: Any) -> Fraction:
        """Return the temperature, by the formulas of Theorem 2."""
        return geography.temperature(self.as_a_or_b(position))

    def closed_form(self, position: Any) -> Value:
        """Return the value by Theorem 7, corrected."""
        return _value(self.as_a_or_b(position))

    def closed_outcome(self, position: Any) -> Outcome:
        """Return the outcome, which needs no value."""
        return geography.outcome(self.as_a_or_b(position))

    def theorem(self, position: Any, *, misere: bool = False) -> CitedTheorem | None:
        """Return the equation for all parameters that says what a position is worth."""
        if misere:
            return None
        from farstar.prove.members_in_use import member_facts

        kind, *numbers = self.as_a_or_b(position)
        facts = member_facts("AB", kind, tuple(numbers))
        return None if facts is None else facts.theorem

    def closed_misere_outcome(self, position: Any) -> Outcome:
        """Return the misère outcome.

        In ``B`` Right has no move and wins moving first, so Left never wins by moving to a ``B``.
        What remains is a line of moves in which ``x`` and ``z`` change places: Left, moving first,
        wins ``B(x, y, z)`` exactly if Left has no move or wins ``B(z+1, y-1, x-1)``. Hence only
        the parity of ``y`` matters, and whether ``x`` or ``z`` is as small as it can be.
        """
        kind, x, y, z = self.as_a_or_b(position)
        is_odd = y % 2 == 1
        if kind == "B":
            return Outcome.N if (z == 0 if is_odd else x == 1) else Outcome.R
        right_wins = (z if is_odd else x) > 0
        return Outcome.of(left_wins_first=is_odd and x == 0, right_wins_first=right_wins)


class TwoRowsRules(TwoRowsTheory):
    """The rules of the positions A and B; a state is the kind with the three numbers."""

    name = "GeographyTwoRows"
    title = "Geography on two rows"
    form = "x,y,z"
    picture = "thermograph"

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with these three numbers."""
        part, kind = TextPart(text), cast("type[TwoRowsPosition]", cls.position_class)
        numbers = part.exactly(3)
        return part.placed(lambda: kind(*numbers))

    def as_a_or_b(self, position: geography.Position) -> geography.Position:
        """Return the position itself."""
        return position

    def check(self, position: Any) -> geography.Position:
        """Return the state if its numbers are legal."""
        if not isinstance(position, tuple) or len(position) != 4:
            raise IllegalPositionError(f"expected a kind and three numbers, got {shown(position)}")
        return geography.checked(geography.Position(*position))

    def moves_with_paths(self, position: geography.Position, player: Player) -> Iterable[Hashable]:
        """Return the moves, with every cell of the board in `diagram` that means each of them."""
        _, x, y, z = position
        if x + y + z > _MOST_DRAWN:
            return super().moves_with_paths(position, player)
        rows = _board_of(position)
        steps = (_BOARD_RULES.left if player is Player.LEFT else _BOARD_RULES.right)(rows)
        return [step._replace(after=_position_on(cast("Rows", step.after))) for step in steps]

    def diagram(self, position: geography.Position) -> Grid | None:
        """Return a board that is this position, the token in its upper row."""
        _, x, y, z = position
        if x + y + z > _MOST_DRAWN:
            return None
        # The row with the token comes first, so that a move may exchange the rows.
        return Grid(_board_of(position), _LOOKS, first=0, keeps_places=False)

    def plain_rules(self, position: geography.Position) -> Mapping[str, Any]:
        """Return the numbers, after 0 for an A and 1 for a B, with the moves of Lemma 1."""
        kind, x, y, z = position
        return {
            "heaps": [[int(kind == "B"), x, y, z]],
            "left": [
                "b, x, y, z -> (1, x-1, y, z) if b == 1 and x > 1",
                "b, x, y, z -> (0, x-1, y, z) if b == 1 and y > 0",
                "b, x, y, z -> (1, x, y-1, z+1) if b == 0 and x > 0",
                "b, x, y, z -> (0, x, y-1, z+1) if b == 0 and y > 1",
            ],
            "right": ["b, x, y, z -> (1, z+1, y-1, x) if b == 0"],
        }

    def left(self, position: geography.Position) -> tuple[geography.Position, ...]:
        """Return Left's moves, by Lemma 1."""
        return geography.left_moves(position)

    def right(self, position: geography.Position) -> tuple[geography.Position, ...]:
        """Return Right's move, by Lemma 1."""
        return geography.right_moves(position)

    def text(self, position: geography.Position) -> str:
        """Return the three numbers."""
        return ",".join(map(to_text, position[1:]))

    def label(self, player: Player, before: Any, after: Any, path: Path = ()) -> str:
        """Return a move as ``A(3,2,1) -> B(3,1,2)``."""
        return MarkedText(f"`{before} -> {after}`")

    def wrap(self, state: geography.Position) -> Position:
        """Return the position as a `GeographyA` or a `GeographyB`."""
        return _wrap(state)


_RULES = TwoRowsRules()


class GeographyARules(TwoRowsRules):
    """The notation of the positions A; all other rules are those of two rows."""

    name = "A"
    title = "Geography, A(x,y,z)"
    template = "A({x},{y},{z})"
    fields = _fields(3, 4, 2)
    starts = {"A(0,5,0)": "N", "A(0,4,3)": "L"}


class GeographyBRules(TwoRowsRules):
    """The notation of the positions B."""

    name = "B"
    title = "Geography, B(x,y,z)"
    template = "B({x},{y},{z})"
    fields = _fields(3, 2, 3)
    starts = {"B(1,4,2)": "L", "B(1,3,2)": "L"}


class TwoRowsPosition(Position):
    """What A and B have in common."""

    __slots__ = ()

    _kind: ClassVar[Literal["A", "B"]]

    def __init__(self, x: int, y: int, z: int) -> None:
        self._fill(_RULES, geography.checked(geography.Position(self._kind, x, y, z)))

    @property
    def x(self) -> int:
        """How many cells of the token's row are open without a partner."""
        return int(self._state.x)

    @property
    def y(self) -> int:
        """How many columns are open in both rows."""
        return int(self._state.y)

    @property
    def z(self) -> int:
        """How many cells of the other row are open without a partner."""
        return int(self._state.z)

    @property
    def form(self) -> geography.NestedForm:
        """The value as a number or switch inside layers, which stays small for any numbers."""
        return geography.value(self._state)

    def board(self) -> GeographyBoard:
        """Return a board that is this position, the token in its upper row."""
        return GeographyBoard(*_board_of(self._state))

    def explain(self) -> Explanation:
        """Explain the value: the case, the formula, a comparison of the moves, and a proof."""
        from farstar.rules.explaining import theorem_steps

        explanation = explain(self._state)
        return replace(explanation, steps=(*explanation.steps, *theorem_steps(self)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(to_text, self._state[1:]))})"

    def __str__(self) -> str:
        return str(self._state)


class GeographyA(TwoRowsPosition, rules=GeographyARules):
    """The position ``A(x, y, z)``: the token's column is open in both rows.

    Parameters
    ----------
    x, y, z : int
        Open cells in the token's row only, columns open in both rows (at least the token's own),
        and open cells in the other row only.

    Raises
    ------
    IllegalPositionError
        If a number is negative or not an integer, or `y` is 0.

    Examples
    --------
    >>> g = fs.GeographyA(3, 2, 1)
    >>> g.value, g.mean, g.case, str(g.outcome)
    (Value('{3|2}'), Fraction(5, 2), 'A', 'L')
    >>> [str(move) for move in g.moves(fs.Left)]
    ['Left: A(3,2,1) -> B(3,1,2)', 'Left: A(3,2,1) -> A(3,1,2)']
    >>> g.board()
    GeographyBoard('...@.#|###...')
    """

    batch = "farstar.papers.geography.bulk:GEOGRAPHY_A"

    __slots__ = ()
    _kind: ClassVar[Literal["A", "B"]] = "A"

    @property
    def case(self) -> geography.Case:
        """The case of Theorem 7."""
        return geography.case(self.x, self.y, self.z)

    @property
    def left_comparison(self) -> Relation | None:
        """How Left's move to B compares with Left's move to A; None if one is missing.

        Examples
        --------
        >>> str(fs.GeographyA(17, 17, 9).left_comparison)
        '||'
        """
        return geography.compare_left_moves(self.x, self.y, self.z)

    def best_left_options(self) -> tuple[GeographyA | GeographyB, ...]:
        """Return Left's undominated options.

        Examples
        --------
        >>> fs.GeographyA(5, 10, 3).best_left_options()
        (GeographyA(5, 9, 4),)
        """
        return tuple(map(_wrap, geography.best_left_moves(self.x, self.y, self.z)))


class GeographyB(TwoRowsPosition, rules=GeographyBRules):
    """The position ``B(x, y, z)``: the other cell of the token's column is closed.

    Its value is the integer ``x + min(y, z) - 1``.

    Parameters
    ----------
    x, y, z : int
        Open cells in the token's row only (at least the token's own), columns open in both rows,
        and open cells in the other row only.

    Raises
    ------
    IllegalPositionError
        If a number is negative or not an integer, or `x` is 0.

    Examples
    --------
    >>> fs.GeographyB(3, 1, 2).value, fs.GeographyB(1, 1, 0).value
    (Value('3'), Value('0'))
    """

    batch = "farstar.papers.geography.bulk:GEOGRAPHY_B"

    __slots__ = ()
    _kind: ClassVar[Literal["A", "B"]] = "B"


def _wrap(state: geography.Position) -> GeographyA | GeographyB:
    kind = GeographyA if state.kind == "A" else GeographyB
    return kind._of(_RULES, state)


def _position_on(rows: Rows) -> geography.Position:
    """Return which A or B the board is."""
    row, column = token(rows)
    own = [cell != "#" for cell in rows[row]]
    other = [cell != "#" for cell in rows[1 - row]]
    return geography.from_board(own, other, column)


def _board_of(position: geography.Position) -> Rows:
    """Return a board that is this A or B: the token in the upper row, no column all visited."""
    kind, x, y, z = position
    _check_width(x + y + z)
    own = "." * (x + y) + "#" * z
    other = "#" * x + "." * (y + z)
    column = 0 if kind == "B" else x
    return own[:column] + "@" + own[column + 1 :], other


def _check_width(columns: int) -> None:
    if columns > _MOST_COLUMNS:
        raise BudgetExceeded(
            f"expected a board of at most {_MOST_COLUMNS} columns to write down, "
            f"got {shown(columns)}"
        )


_PATTERNS = (
    "cells . # @\n"
    "left @. -> #@ rows  @?+. -> #=+@ rows\n"
    "right @. -> #@ columns"
)  # fmt: skip


class BoardRules(TwoRowsTheory, TokenBoardRules):
    """The rules on the board itself; a state is the two rows."""

    name = "GeographyBoard"
    looks = _LOOKS
    title = "Geography on a board"
    form = "a number of columns, or two rows such as @..|..."
    template = "Board({columns})"
    fields = {"columns": Field("Columns", "6")}
    starts = {"Board(6)": "N", "Board(4) + Board(5)": "L"}

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the empty board with a number of columns, or the board with these two rows."""
        part = TextPart(text)
        if _NUMBER.fullmatch(part.text):
            return part.placed(lambda: GeographyBoard.start(part.integer()))
        if part.text.count("|") != 1:
            raise part.fault(
                "expected a number of columns or two rows such as @..|..., "
                f"got {clip(part.text, 40)!r}"
            )
        return part.placed(lambda: GeographyBoard(part.text))

    def details(self, position: Rows) -> dict[str, Any]:
        """Return the A or B that the board is."""
        return {"position": MarkedText(f"`{_position_on(position)}`")}

    def check(self, position: Any) -> Rows:
        """Return the two rows if they are a position."""
        if not isinstance(position, tuple) or len(position) != 2:
            raise IllegalPositionError(f"expected two rows, got {shown(position)}")
        for row in position:
            if not isinstance(row, str) or not set(row) <= {".", "#", "@"}:
                raise IllegalPositionError(
                    f"expected rows made of . (open), # (visited) and @ (token), got {shown(row)}"
                )
        top, bottom = position
        if len(top) != len(bottom):
            raise IllegalPositionError(
                f"expected two rows of one length, got {len(top)} and {len(bottom)} cells"
            )
        tokens = (top + bottom).count("@")
        if tokens != 1:
            raise IllegalPositionError(f"expected one token @ on the board, got {tokens}")
        return position

    def as_a_or_b(self, position: Rows) -> geography.Position:
        """Return the A or B that the board is."""
        return _position_on(position)

    def plain_rules(self, position: Rows) -> Mapping[str, Any] | None:
        """Return the board with its patterns."""
        from farstar.games.patterns import plain_rules

        return plain_rules(_PATTERNS, "|".join(position))

    def text(self, position: Rows) -> str:
        """Return the rows with a bar between them."""
        return "|".join(position)

    def label(self, player: Player, before: Rows, after: Rows, path: Path = ()) -> str:
        """Return where the token goes, as row and column counted from 0."""
        row, column = path[0]
        return f"to row {row}, column {column}"


_BOARD_RULES = BoardRules()


class GeographyBoard(Position, rules=BoardRules):
    """A board of two rows with a token on it.

    Parameters
    ----------
    top, bottom : str
        The rows: ``.`` is an open cell, ``#`` a visited one, ``@`` the token's. One text with a
        bar between the rows will do as well.

    Raises
    ------
    IllegalPositionError
        If the rows differ in length, hold other characters, or there is not one token.

    Examples
    --------
    >>> g = fs.GeographyBoard.start(5)
    >>> g, g.position, g.value
    (GeographyBoard('@....|.....'), GeographyA(0, 5, 0), Value('{3/2|1||0}'))
    >>> [move.text for move in g.winning_moves(fs.Right)]
    ['to row 1, column 0']
    """

    __slots__ = ()
    _state: Rows

    def __init__(self, top: str, bottom: str | None = None) -> None:
        given: object = top
        if bottom is None and isinstance(given, str):
            super().__init__(_BOARD_RULES, tuple(given.split("|")))
        else:
            super().__init__(_BOARD_RULES, (given, bottom))

    @classmethod
    def start(cls, n: int) -> GeographyBoard:
        """Return the empty board of `n` columns with the token in a corner.

        All cells are alike, so the corner stands for any place.

        Examples
        --------
        >>> fs.GeographyBoard.start(2).value
        Value('*')
        """
        columns = integer(n, 1, "the number of columns")
        _check_width(columns)
        return cls._of(_BOARD_RULES, ("@" + "." * (columns - 1), "." * columns))

    @property
    def rows(self) -> tuple[str, str]:
        """The upper and the lower row."""
        top, bottom = self._state
        return top, bottom

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self._state[0])

    @property
    def token(self) -> tuple[int, int]:
        """Row (0 is the upper one) and column of the token."""
        return token(self._state)

    @property
    def position(self) -> GeographyA | GeographyB:
        """The position A or B that the board is.

        Examples
        --------
        >>> fs.GeographyBoard("@.#|#..").position
        GeographyB(1, 1, 1)
        """
        return _wrap(_position_on(self._state))

    def graph(self) -> PartizanGeography:
        """Return the same position as Partizan Geography on the graph of the board.

        Examples
        --------
        >>> fs.GeographyBoard("@.|#.").graph().value == fs.GeographyBoard("@.|#.").value
        True
        """
        places = [(r, c) for r in (0, 1) for c in range(self.columns)]
        left = {p: [q for q in places if q[0] == p[0] and q != p] for p in places}
        right = {(r, c): [(1 - r, c)] for r, c in places}
        visited = [(r, c) for r, c in places if self._state[r][c] == "#"]
        return PartizanGeography(left, right, self.token, visited=visited)

    def explain(self) -> Explanation:
        """Explain the value, beginning with the A or B that the board is."""
        equal = _position_on(self._state)
        text = (
            f"In the token's row {number(equal.x)} open cells have no open partner, "
            f"{number(equal.y)} columns are open in both rows, {number(equal.z)} cells are open "
            f"in the other row only, and the token is in one of the "
            f"{'columns open in both' if equal.kind == 'A' else 'cells without a partner'}: "
            f"the board is `{equal}`."
        )
        return explain(equal, (Reason("Board", text, self.rows, {"position": str(equal)}),))

    def __repr__(self) -> str:
        return f"GeographyBoard({'|'.join(self._state)!r})"
