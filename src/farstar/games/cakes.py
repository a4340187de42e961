"""Cutcake, Maundy Cake, Eatcake and Turn-and-Eatcake: Left cuts columns, Right rows.

A cake of m rows and n columns is written ``m,n``; several pieces are a sum. Left cuts between
columns and Right between rows. A player who cannot move loses.

In *Cutcake* a move cuts one piece into two. In *Maundy Cake* it cuts one piece into any number of
equal pieces. In *Eatcake* a player eats one column (Left) or one row (Right) of a piece, and the
parts on either side remain as pieces. In *Turn-and-Eatcake* a player turns a piece by a quarter
before eating.

Cutcake and Maundy Cake are integers. With a = floor(log2 m) and b = floor(log2 n), Cutcake is
floor(n / 2^a) - 1 if b >= a, else 1 - floor(m / 2^b). In Maundy Cake divide both sides by their
least prime factors, again and again, until one of them is 1; if the other is not, go on dividing
it, and the numbers that come from there on add up to the value.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapter 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from farstar._arguments import integers, shown
from farstar._outcome import Player
from farstar.errors import IllegalPositionError
from farstar.games.grids import SidedRules
from farstar.games.numbers import check_listable
from farstar.rules import Field, Path, Position, Step, TextPart
from farstar.rules.diagrams import Cakes
from farstar.values import Value

__all__ = ["Cutcake", "Eatcake", "MaundyCake", "TurnAndEatcake"]

Piece: TypeAlias = tuple[int, int]
"""Rows and columns of a piece."""

Pieces: TypeAlias = tuple[Piece, ...]

MOST_PIECES = 10_000
_LARGEST_SIDE = 10**12
"""Sides of Maundy Cake are factored."""


class CakeRules(SidedRules):
    """What these games share; a state is the tuple of pieces."""

    form = "rows,columns; ..."
    sides = (0, 1)
    eats: ClassVar[bool] = False
    """Whether a move eats a row or column instead of cutting along a line."""
    is_symmetric: ClassVar[bool] = True
    """Whether cutting along a line and along its mirror image is the same move."""
    turns: ClassVar[bool] = False
    """Whether a piece is turned by a quarter before it is cut."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.template = f"{cls.name}({{rows}},{{columns}})"
        cls.fields = {"rows": Field("Rows", "4"), "columns": Field("Columns", "7")}

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with these pieces."""
        pieces = []
        for part in TextPart(text).split(";"):
            sides = part.integers()
            if len(sides) != 2:
                raise part.fault(f"expected rows and columns such as 3,4, got {len(sides)} sides")
            pieces.append(sides)
        return TextPart(text).placed(lambda: cls()(tuple(pieces)))

    def cuts(self, side: int) -> Iterator[tuple[int, ...]]:
        """Return the sides that a cut may leave of one side; the first is before the line."""
        raise NotImplementedError(f"expected {type(self).__name__} to define cuts(side)")

    def diagram(self, position: Pieces) -> Cakes:
        """Return the pieces."""
        return Cakes(position, eats=self.eats)

    def moves_with_paths(self, position: Pieces, player: Player) -> Iterator[Step]:
        """Return the cuts along every line, also where two leave the same pieces."""
        mine = 0 if player is Player.LEFT else 1
        for step in self.moves_of(position, mine, 1 - mine):
            yield step
            if self.is_symmetric:
                ((place, way, line),) = step.path
                mirrored = position[place][1 - way] - line - self.eats
                yield step._replace(path=((place, way, mirrored),))

    def check(self, position: Any) -> Pieces:
        """Return the pieces, each a pair of positive integers."""
        if not isinstance(position, Sequence) or isinstance(position, str):
            raise IllegalPositionError(f"expected rows and columns, got {shown(position)}")
        if position and isinstance(position[0], int):
            position = (position,)
        pieces = []
        for given in position:
            piece = integers(given, 1, "each side")
            if len(piece) != 2:
                raise IllegalPositionError(f"expected rows and columns, got {shown(piece)}")
            pieces.append((piece[0], piece[1]))
        if len(pieces) > MOST_PIECES:
            raise IllegalPositionError(f"expected at most {MOST_PIECES} pieces, got {len(pieces)}")
        return tuple(pieces)

    def moves_of(self, position: Pieces, mine: int, yours: int) -> Iterator[Step]:
        """Return the cuts between columns (0) or between rows (1)."""
        way = yours if self.turns else mine
        for place, piece in enumerate(position):
            m, n = reversed(piece) if self.turns else piece
            side = m if mine else n
            check_listable(side, "sides")
            for sides in self.cuts(side):
                parts = [(part, n) if mine else (m, part) for part in sides]
                yield Step(_replaced(position, place, parts), ((place, way, sides[0]),))

    def components(self, position: Pieces) -> list[Pieces]:
        """Return each piece on its own."""
        return [(piece,) for piece in position]

    def key(self, position: Pieces) -> Pieces:
        """Return the pieces in order."""
        return tuple(sorted(position))

    def text(self, position: Pieces) -> str:
        """Return the pieces with semicolons between them."""
        return "; ".join(f"{m},{n}" for m, n in position)

    def label(self, player: Player, before: Pieces, after: Pieces, path: Path = ()) -> str:
        """Return which piece is cut into what."""
        place = path[0][0]
        new = after[place : len(after) - (len(before) - place - 1)]
        return f"{_size(before[place])} into {_sizes(new)}"


def _replaced(pieces: Pieces, place: int, parts: list[Piece]) -> Pieces:
    return (*pieces[:place], *(p for p in parts if min(p)), *pieces[place + 1 :])


def _size(piece: Piece) -> str:
    return f"{piece[0]}x{piece[1]}"


def _sizes(pieces: Pieces) -> str:
    if len(pieces) > 2 and len(set(pieces)) == 1:
        return f"{len(pieces)} times {_size(pieces[0])}"
    return " and ".join(map(_size, pieces)) or "nothing"


class CutcakeRules(CakeRules):
    """The rules of Cutcake."""

    misere_universe = "dead-ending"

    name = "Cutcake"
    how_to_play = (
        "Left cuts a piece of cake in two along a line between columns, Right between rows. "
        "A player who cannot move loses."
    )
    starts = {"Cutcake(4,9)": "L", "Cutcake(3,8; 5,3)": "L", "Cutcake(4,7)": "P"}
    theory = "Every position is an integer, determined by powers of two in its sides."

    def plain_rules(self, position: Pieces) -> Mapping[str, Any]:
        """Return the pieces with the cuts as arithmetic."""
        return {
            "heaps": [list(piece) for piece in sorted(position)],
            "left": ["m, n -> (m, k), (m, n-k) for k in range(1, n)"],
            "right": ["m, n -> (k, n), (m-k, n) for k in range(1, m)"],
        }

    def cuts(self, side: int) -> Iterator[tuple[int, ...]]:
        """Return two positive sides; one order is enough."""
        return ((k, side - k) for k in range(1, side // 2 + 1))

    def closed_form(self, position: Pieces) -> Value:
        """Return the value by the powers of two in the sides."""
        return Value(sum(_cutcake(m, n) for m, n in position))


def _cutcake(m: int, n: int) -> int:
    if n.bit_length() >= m.bit_length():
        return (n >> (m.bit_length() - 1)) - 1
    return 1 - (m >> (n.bit_length() - 1))


class MaundyCakeRules(CakeRules):
    """The rules of Maundy Cake."""

    misere_universe = "dead-ending"

    name = "MaundyCake"
    title = "Maundy Cake"
    how_to_play = (
        "Left cuts a piece of cake between columns into any number of equal pieces, Right between "
        "rows. A player who cannot move loses."
    )
    starts = {"MaundyCake(3,8)": "L", "MaundyCake(4,6; 6,4)": "P"}
    theory = "Every position is an integer, determined by the prime factors of its sides."
    is_symmetric = False

    def cuts(self, side: int) -> Iterator[tuple[int, ...]]:
        """Return any number of equal sides, at least two."""
        return ((side // k,) * k for k in range(2, side + 1) if side % k == 0)

    def closed_form(self, position: Pieces) -> Value | None:
        """Return the value by the prime factors of the sides."""
        if any(side > _LARGEST_SIDE for piece in position for side in piece):
            return None
        return Value(sum(_maundy_cake(m, n) for m, n in position))


def _maundy_cake(m: int, n: int) -> int:
    total = 0
    rows, columns = _prime_factors(m), _prime_factors(n)
    sign, side, factors, done = 1, n, columns, len(rows)
    if len(rows) > len(columns):
        sign, side, factors, done = -1, m, rows, len(columns)
    for place, factor in enumerate(factors):
        side //= factor
        if place >= done:
            total += side
    return sign * total


def _prime_factors(n: int) -> list[int]:
    """Return the prime factors, the least first."""
    factors = []
    divisor = 2
    while divisor * divisor <= n:
        while n % divisor == 0:
            factors.append(divisor)
            n //= divisor
        divisor += 1
    return [*factors, n] if n > 1 else factors


class EatcakeRules(CakeRules):
    """The rules of Eatcake."""

    misere_universe = "dicot"

    name = "Eatcake"
    how_to_play = (
        "Left eats a column of a piece of cake, Right a row; the parts on either side remain as "
        "pieces. A player who cannot move loses."
    )
    starts = {"Eatcake(3,5)": "N", "Eatcake(4,5)": "L"}
    theory = "Values are infinitesimal: both players can move or neither can."
    has_infinitesimal_values = True
    eats = True

    def cuts(self, side: int) -> Iterator[tuple[int, ...]]:
        """Return the two sides, perhaps empty, on both sides of a line."""
        return ((k, side - 1 - k) for k in range((side + 1) // 2))


class TurnAndEatcakeRules(EatcakeRules):
    """The rules of Turn-and-Eatcake."""

    name = "TurnAndEatcake"
    title = "Turn-and-Eatcake"
    how_to_play = (
        "A player turns a piece of cake by a quarter; then Left eats a column of it, or Right a "
        "row, and the parts on either side remain as pieces. A player who cannot move loses."
    )
    starts = {"TurnAndEatcake(3,5)": "N", "TurnAndEatcake(5,8)": "L"}
    turns = True


class _Cake(Position):
    """One piece, or several."""

    __slots__ = ()
    _state: Pieces

    def __init__(self, *sides: int | Piece) -> None:
        if len(sides) == 2 and all(isinstance(side, int) for side in sides):
            super().__init__(self.rules(), (sides,))
        else:
            super().__init__(self.rules(), sides)

    @property
    def pieces(self) -> Pieces:
        """Rows and columns of each piece."""
        return self._state

    def __repr__(self) -> str:
        inner = self.pieces[0] if len(self.pieces) == 1 else self.pieces
        return f"{type(self).__name__}({', '.join(map(str, inner))})"


class Cutcake(_Cake, rules=CutcakeRules):
    """A cake of rows and columns: Left cuts a piece in two between columns, Right between rows.

    Parameters
    ----------
    *sides : int, or pairs of int
        Rows and columns of the cake; or several pieces, each a pair.

    Examples
    --------
    >>> fs.Cutcake(3, 4).value, fs.Cutcake(7, 1).value, fs.Cutcake(2, 10**20).value
    (Value('1'), Value('-6'), Value('49999999999999999999'))
    >>> [move.text for move in fs.Cutcake(2, 3).moves(fs.Left)]
    ['2x3 into 2x1 and 2x2']
    """

    __slots__ = ()


class MaundyCake(_Cake, rules=MaundyCakeRules):
    """A cake of rows and columns: a move cuts a piece into any number of equal pieces.

    The sides are given as for `Cutcake`.

    Examples
    --------
    >>> fs.MaundyCake(1, 6).value, fs.MaundyCake(4, 7).value, fs.MaundyCake(3, 6).value
    (Value('4'), Value('-1'), Value('1'))
    """

    __slots__ = ()


class Eatcake(_Cake, rules=EatcakeRules):
    """A cake of rows and columns: Left eats a column of a piece, Right a row.

    The sides are given as for `Cutcake`.

    Examples
    --------
    >>> fs.Eatcake(2, 1).value, fs.Eatcake(5, 1).value, fs.Eatcake(2, 2).value
    (Value('^'), Value('*'), Value('*'))
    """

    __slots__ = ()


class TurnAndEatcake(_Cake, rules=TurnAndEatcakeRules):
    """A cake of rows and columns that is turned before Left eats a column or Right a row.

    The sides are given as for `Cutcake`.

    Examples
    --------
    >>> [fs.TurnAndEatcake(8, n).value for n in (1, 2, 5)]
    [Value('v'), Value('0'), Value('v<3>')]
    """

    __slots__ = ()
