"""Partizan Geography on the board of two rows and n columns: values in closed form.

Left moves the token along its row to any open cell, Right moves it to the other cell of its
column if that is open; no cell is visited twice, and a player who cannot move loses. Look at the
row of the token. In a position ``(x, y, z)``

* ``x`` cells of that row are open whose partner in the other row is closed,
* ``y`` columns are open in both rows,
* ``z`` cells of the other row are open whose partner is closed,

where the token's own cell counts as open. The position is ``B(x, y, z)`` if the token is on one
of the ``x`` cells, and ``A(x, y, z)`` if it is in one of the ``y`` columns. A board that starts
empty with ``n`` columns is ``A(0, n, 0)``.

``B(x, y, z)`` is the integer ``x + min(y, z) - 1``. The value of ``A(x, y, z)`` is a
:class:`NestedForm`: a number or a switch inside layers ``{number, game | number}``.

References
----------
R. J. Nowakowski, A. A. Siegel, Partizan Geography on K_n x K_2, Integers 7(2) (2007), A29. The
paper's Theorem 7 fails at ``A(0, 1, 0)``, which is -1, and its Lemma 6 at ``z = 0``; in its case
(B) Left's two moves are equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from farstar._arguments import integer, shown
from farstar._digits import to_text
from farstar._outcome import Outcome, Relation
from farstar.errors import (
    BudgetExceeded,
    IllegalPositionError,
    NotationError,
    ValueOverflowError,
)

__all__ = [
    "Case",
    "Layers",
    "NestedForm",
    "Position",
    "best_left_moves",
    "case",
    "compare_left_moves",
    "from_board",
    "left_moves",
    "mean",
    "outcome",
    "right_moves",
    "start",
    "temperature",
    "value",
    "value_of_a",
    "value_of_b",
]

Case: TypeAlias = Literal["A", "B", "C", "D(i)", "D(ii)"]
"""The case of Theorem 7 that a position ``A(x, y, z)`` falls under."""

_MOST_HALVINGS = 1 << 20
_MOST_LAYERS = 1 << 16


class Position(NamedTuple):
    """The position ``A(x, y, z)`` or ``B(x, y, z)``."""

    kind: Literal["A", "B"]
    x: int
    y: int
    z: int

    def __str__(self) -> str:
        return f"{self.kind}({to_text(self.x)},{to_text(self.y)},{to_text(self.z)})"


class Layers(NamedTuple):
    """A run of layers ``{left + i, inner | right + i*step}`` or ``{inner | right + i*step}``.

    ``i`` counts from 0 at the outermost layer of the run to ``times - 1`` at the innermost.
    """

    times: int
    left: int | None
    """The number beside the inner game in the outermost layer, or None for none."""
    right: int
    """The Right option of the outermost layer."""
    step: int
    """0 if all Right options are the same, 1 if they grow inwards."""


@dataclass(frozen=True, slots=True)
class NestedForm:
    """A game value as plain data: a core inside runs of layers.

    Examples
    --------
    >>> form = value_of_a(17, 17, 9)
    >>> str(form), form.core, form.depth
    ('{26,{27,{28,{29|25}|25}|25}|25}', (Fraction(29, 1), Fraction(25, 1)), 3)
    """

    core: Fraction | tuple[Fraction, Fraction]
    """A number, or ``(p, q)`` with ``p >= q`` for ``{p|q}``; ``(p, p)`` is ``p + *``."""
    runs: tuple[Layers, ...] = ()
    """The layers around the core, the innermost run first."""

    @property
    def depth(self) -> int:
        """The number of layers around the core."""
        return sum(run.times for run in self.runs)

    def layers(self) -> Iterator[tuple[int | None, int]]:
        """Yield the layers from the core outwards as (number on the left or None, right).

        Examples
        --------
        >>> list(value_of_a(17, 17, 9).layers())
        [(28, 25), (27, 25), (26, 25)]
        """
        for times, left, right, step in self.runs:
            i = times
            while i:
                i -= 1
                yield (None if left is None else left + i), right + i * step

    def __str__(self) -> str:
        """Write the form with braces round every layer, as value notation reads it."""
        if self.depth > _MOST_LAYERS:
            raise BudgetExceeded(
                f"expected at most {_MOST_LAYERS} layers to print, got {shown(self.depth)}"
            )
        opened, closed = [], [_core_text(self.core)]
        for left, right in self.layers():
            opened.append("{" if left is None else "{" + to_text(left) + ",")
            closed.append("|" + to_text(right) + "}")
        return "".join(reversed(opened)) + "".join(closed)

    @property
    def angle_notation(self) -> str:
        """The form in Notation 1 of the paper, with i, j for the layers of one kind.

        ``<a+i,<g>|c>^k_i=0`` is g inside the layers ``{a+k,.|c}``, ..., ``{a+1,.|c}``, ``{a,.|c}``.

        Examples
        --------
        >>> value_of_a(17, 17, 9).angle_notation, value_of_a(12, 15, 3).angle_notation
        ('<26+i,<29|25>|25>^2_i=0', '<<<17+i,<20|17>|17>^2_i=0>|15+j>^1_j=0')

        References
        ----------
        Nowakowski and Siegel (2007), Notation 1.
        """
        if isinstance(self.core, Fraction):
            text = _number_text(self.core)
        else:
            text = "|".join(map(_number_text, self.core))
        runs = [run for run in self.runs if run.times]
        for letter, (times, left, right, step) in zip("ij", runs, strict=False):
            own = "" if left is None else f"{to_text(left)}+{letter},"
            growing = f"+{letter}" if step else ""
            text = f"{own}<{text}>|{to_text(right)}{growing}>^{to_text(times - 1)}_{letter}=0"
            text = f"<{text}"
        return text if runs else f"<{text}>"

    @classmethod
    def from_angle_notation(cls, text: str) -> NestedForm:
        """Return the form that a text in Notation 1 means.

        Examples
        --------
        >>> str(NestedForm.from_angle_notation("<<21/2>|8+i>^2_i=0"))
        '{{{21/2|10}|9}|8}'
        """
        runs: list[Layers] = []
        inner = text.replace(" ", "")
        while match := _LAYERS.fullmatch(inner):
            left, _, inner, right, step, times, index = match.groups()
            if any(letter and letter != index for letter in (match["own"], step)):
                break
            first = None if left is None else int(left)
            runs.insert(0, Layers(int(times) + 1, first, int(right), int(bool(step))))
        # The brackets round the core belong to the layers, if there are any.
        core = _CORE.fullmatch(inner if runs else inner[1:-1])
        if not runs and not (inner.startswith("<") and inner.endswith(">")):
            core = None
        if core is None:
            raise NotationError(
                f"expected a form such as '<26+i,<29|25>|25>^2_i=0', got {shown(text)}"
            )
        p, q = core.groups()
        return cls(Fraction(p) if q is None else (Fraction(p), Fraction(q)), tuple(runs))


_LAYERS = re.compile(r"<(?:(-?\d+)\+(?P<own>[ij]),)?<(.+)>\|(-?\d+)(?:\+([ij]))?>\^(\d+)_([ij])=0")
_CORE = re.compile(r"(-?\d+(?:/\d+)?)(?:\|(-?\d+(?:/\d+)?))?")


def _core_text(core: Fraction | tuple[Fraction, Fraction]) -> str:
    if isinstance(core, Fraction):
        return _number_text(core)
    p, q = core
    if p == q:
        return (_number_text(p) if p else "") + "*"
    return "{" + _number_text(p) + "|" + _number_text(q) + "}"


def _number_text(number: Fraction) -> str:
    top = to_text(number.numerator)
    return top if number.denominator == 1 else top + "/" + to_text(number.denominator)


def start(n: int) -> Position:
    """Return the board of `n` columns with only the token's cell visited.

    Examples
    --------
    >>> str(start(5))
    'A(0,5,0)'
    """
    return Position("A", 0, integer(n, 1, "the number of columns"), 0)


def from_board(own_row: Sequence[bool], other_row: Sequence[bool], column: int) -> Position:
    """Return the position of a board, given which cells are open and where the token is.

    Parameters
    ----------
    own_row, other_row : sequence of bool
        For each column whether the cell in the token's row, in the other row, is open. What is
        said of the token's own cell does not matter.
    column : int
        The token's column.

    Examples
    --------
    >>> str(from_board([True, False, True, True], [False, True, True, True], 2))
    'A(1,2,1)'
    """
    if len(own_row) != len(other_row):
        raise IllegalPositionError(
            f"expected two rows of one length, got {len(own_row)} and {len(other_row)} cells"
        )
    place = integer(column, 0, "the token's column")
    if place >= len(own_row):
        raise IllegalPositionError(
            f"expected the token in one of {len(own_row)} columns, got {shown(column)}"
        )
    cells = [
        (bool(own) or i == place, bool(other))
        for i, (own, other) in enumerate(zip(own_row, other_row, strict=True))
    ]
    x, y, z = (cells.count(kind) for kind in ((True, False), (True, True), (False, True)))
    return Position("A" if other_row[place] else "B", x, y, z)


def left_moves(position: Position) -> tuple[Position, ...]:
    """Return Left's moves, at most two different ones (Lemma 1).

    Examples
    --------
    >>> [str(move) for move in left_moves(Position("A", 3, 2, 1))]
    ['B(3,1,2)', 'A(3,1,2)']
    """
    kind, x, y, z = checked(position)
    if kind == "B":
        after = (Position("B", x - 1, y, z), Position("A", x - 1, y, z))
    else:
        after = (Position("B", x, y - 1, z + 1), Position("A", x, y - 1, z + 1))
    return tuple(move for move in after if (move.x if move.kind == "B" else move.y))


def right_moves(position: Position) -> tuple[Position, ...]:
    """Return Right's only move in ``A(x, y, z)``; there is none in ``B(x, y, z)`` (Lemma 1).

    Examples
    --------
    >>> [str(move) for move in right_moves(Position("A", 3, 2, 1))]
    ['B(2,1,3)']
    """
    kind, x, y, z = checked(position)
    return () if kind == "B" else (Position("B", z + 1, y - 1, x),)


def value(position: Position) -> NestedForm:
    """Return the value of a position of either kind.

    Examples
    --------
    >>> str(value(start(5))), str(value(Position("B", 3, 1, 2)))
    ('{{3/2|1}|0}', '3')
    """
    kind, x, y, z = checked(position)
    return value_of_a(x, y, z) if kind == "A" else NestedForm(Fraction(value_of_b(x, y, z)))


def value_of_b(x: int, y: int, z: int) -> int:
    """Return the value of ``B(x, y, z)``, the integer ``x + min(y, z) - 1``.

    Examples
    --------
    >>> value_of_b(3, 1, 2), value_of_b(1, 1, 0)
    (3, 0)

    References
    ----------
    Nowakowski and Siegel (2007), Theorem 7 (E) and (F).
    """
    _, x, y, z = checked(Position("B", x, y, z))
    return x + min(y, z) - 1


def case(x: int, y: int, z: int) -> Case:
    """Return the case of Theorem 7 that ``A(x, y, z)`` falls under.

    Examples
    --------
    >>> case(3, 2, 1), case(1, 3, 1), case(17, 17, 9), case(0, 5, 0), case(12, 15, 3)
    ('A', 'B', 'C', 'D(i)', 'D(ii)')
    """
    _, x, y, z = checked(Position("A", x, y, z))
    return _case(x, y, z)


def _case(x: int, y: int, z: int) -> Case:
    if z >= y - 2:
        return "A" if x > y - 2 else "B"
    if x > y - 2:
        return "C"
    return "D(i)" if 2 * x < y + z else "D(ii)"


def value_of_a(x: int, y: int, z: int) -> NestedForm:
    """Return the value of ``A(x, y, z)``.

    Examples
    --------
    >>> str(value_of_a(3, 2, 1)), str(value_of_a(1, 1, 1)), str(value_of_a(0, 1, 0))
    ('{3|2}', '1/2', '-1')
    >>> str(value_of_a(5, 10, 3)), str(value_of_a(0, 6, 0))
    ('{{{21/2|10}|9}|8}', '{{2*|1}|0}')

    References
    ----------
    Nowakowski and Siegel (2007), Theorem 7, corrected at ``A(0, 1, 0)``.
    """
    _, x, y, z = checked(Position("A", x, y, z))
    p, q, runs = layers_of_a(x, y, z)
    return NestedForm(_switch(p, q), runs)


def layers_of_a(x: int, y: int, z: int) -> tuple[int, int, tuple[Layers, ...]]:
    """Return integers p, q and runs of layers: the value of ``A(x, y, z)`` is ``{p|q}`` in these.

    For numbers that are known to be legal. Where ``p < q`` the core is a number.

    Examples
    --------
    >>> layers_of_a(3, 2, 1), layers_of_a(1, 1, 1)
    ((3, 2, ()), (0, 1, ()))
    """
    kind = _case(x, y, z)
    if kind == "A":
        # Left has no move in A(0, 1, 0) = -1, so the form {-1|0} of this case does not apply.
        p = y + x - 2 if x or y > 1 or z else -2
        return p, y + z - 1, ()
    if kind == "B":
        return y + x - 2, x + z, ()
    if kind == "C":
        k = (y - z - 1) // 2
        return y + x - k - 2, y + z - 1, (Layers(k, x + z, y + z - 1, 0),)
    if kind == "D(i)":
        k = (y - z - 1) // 2
        top = x + z + k
        return top - (y - z) % 2, top, (Layers(k, None, x + z, 1),)
    k = (2 * x - y - z + 1) // 2
    inner = (Layers(k, y + z - 1, y + z - 1, 0),) if k else ()
    outer = Layers(y - x - 1, None, x + z, 1)
    return 2 * x - k - 1, y + z - 1, (*inner, outer)


def _switch(p: int, q: int) -> Fraction | tuple[Fraction, Fraction]:
    """Return ``{p|q}`` for integers with ``p >= -2`` and ``q >= 0``, or the number that it is."""
    if p >= q:
        return Fraction(p), Fraction(q)
    # The simplest number between them: the least integer above p, unless q leaves no room.
    return Fraction(p + 1) if p + 1 < q else Fraction(2 * p + 1, 2)


def mean(position: Position) -> Fraction:
    """Return the mean value.

    Examples
    --------
    >>> [str(mean(start(n))) for n in range(1, 8)]
    ['-1', '0', '1/4', '1/2', '5/8', '3/4', '13/16']

    References
    ----------
    Nowakowski and Siegel (2007), Theorem 2 and Corollary 8.
    """
    return _mean_and_temperature(position)[0]


def temperature(position: Position) -> Fraction:
    """Return the temperature; a number with denominator ``2**k`` has temperature ``-1/2**k``.

    Examples
    --------
    >>> [str(temperature(start(n))) for n in range(1, 8)]
    ['-1', '0', '1/4', '1/2', '5/8', '3/4', '13/16']
    """
    return _mean_and_temperature(position)[1]


def _mean_and_temperature(position: Position) -> tuple[Fraction, Fraction]:
    kind, x, y, z = checked(position)
    if kind == "B":
        return Fraction(value_of_b(x, y, z)), Fraction(-1)
    which = case(x, y, z)
    if which in ("A", "B"):
        core = value_of_a(x, y, z).core
        if isinstance(core, Fraction):
            return core, Fraction(-1, core.denominator)
        return (core[0] + core[1]) / 2, (core[0] - core[1]) / 2
    if which == "C":
        heat = Fraction(x - y + 1, 2)
        return y + z - 1 + heat, heat
    if which == "D(ii)":
        heat = 1 - _half_power(y - x - 1)
    else:
        k = (y - z - 1) // 2
        heat = 1 - (3 * _half_power(k + 1) if (y - z) % 2 else _half_power(k))
    return x + z + heat, heat


def _half_power(k: int) -> Fraction:
    if k > _MOST_HALVINGS:
        raise ValueOverflowError(
            f"expected a power of two up to 2**{_MOST_HALVINGS} in a denominator, "
            f"got the exponent {shown(k)}"
        )
    return Fraction(1, 1 << k)


def compare_left_moves(x: int, y: int, z: int) -> Relation | None:
    """Compare Left's move to B with Left's move to A in ``A(x, y, z)``; None if one is missing.

    Examples
    --------
    >>> [str(compare_left_moves(*p)) for p in ((3, 2, 1), (1, 3, 1), (17, 17, 9), (5, 10, 3))]
    ['>', '=', '||', '<']
    """
    which = case(x, y, z)
    if x == 0 or y == 1:
        return None
    if which == "A":
        return Relation.EQUAL if z >= x else Relation.GREATER
    if which == "B":
        return Relation.EQUAL
    return Relation.CONFUSED if which == "C" else Relation.LESS


def best_left_moves(x: int, y: int, z: int) -> tuple[Position, ...]:
    """Return Left's moves in ``A(x, y, z)`` that no other one beats.

    Examples
    --------
    >>> [str(move) for move in best_left_moves(5, 10, 3)]
    ['A(5,9,4)']
    """
    moves = left_moves(Position("A", x, y, z))
    relation = compare_left_moves(x, y, z)
    if relation is Relation.GREATER:
        return moves[:1]
    return moves[1:] if relation is Relation.LESS else moves


def outcome(position: Position) -> Outcome:
    """Return who wins in normal play.

    Left wins moving first wherever Left can move at all. Right's only move makes a non-negative
    integer, so Right wins moving first exactly if that is 0.

    Examples
    --------
    >>> str(outcome(start(1))), str(outcome(start(4))), str(outcome(Position("A", 3, 2, 1)))
    ('R', 'N', 'L')
    """
    kind, x, y, z = checked(position)
    if kind == "B":
        return Outcome.L if value_of_b(x, y, z) else Outcome.P
    return Outcome.of(left_wins_first=x > 0 or y > 1, right_wins_first=z + min(y - 1, x) == 0)


def checked(position: Position) -> Position:
    """Return the position if its numbers are legal: ``x >= 1`` for B, ``y >= 1`` for A.

    Examples
    --------
    >>> str(checked(Position("A", 3, 2, 1)))
    'A(3,2,1)'
    """
    kind, x, y, z = position
    in_order = kind in ("A", "B") and type(x) is int and type(y) is int and type(z) is int
    if in_order and x >= (kind == "B") and y >= (kind == "A") and z >= 0:
        return position
    if kind not in ("A", "B"):
        raise IllegalPositionError(f"expected a position of kind A or B, got {shown(kind)}")
    return Position(
        kind,
        integer(x, 1 if kind == "B" else 0, f"x in {kind}(x,y,z)"),
        integer(y, 1 if kind == "A" else 0, f"y in {kind}(x,y,z)"),
        integer(z, 0, f"z in {kind}(x,y,z)"),
    )
