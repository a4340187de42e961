"""How a value is written, before any text is: which notation each follower gets, and how long.

A value is a shared graph and its text may be exponentially longer, so lengths are computed on the
graph first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from farstar._digits import digit_count
from farstar.engine import Dyadic, Handle, state
from farstar.errors import BudgetExceeded
from farstar.values._atoms import Atoms
from farstar.values._uptimal import Expansion
from farstar.values._walk import fold
from farstar.values.order import Order
from farstar.values.syntax import MAX_DEPTH, MAX_ORDER

MAX_BARS = 4
"""A game that would need as many bars as this inside another is braced."""

_LENGTH_BITS = 4_096
"""Exact lengths may double with every follower; beyond this many bits nobody needs them."""


@dataclass(frozen=True, slots=True)
class Atom:
    """Number, up part and nimber, written together."""

    expansion: Expansion

    @property
    def is_single(self) -> bool:
        """Whether it is a pure number, a pure up part or a pure nimber."""
        number, coefficients, star = self.expansion
        return (number[0] != 0) + bool(coefficients) + bool(star) <= 1


@dataclass(frozen=True, slots=True)
class Symmetric:
    """``+-A`` or ``+-{A,B}``."""

    options: tuple[Handle, ...]


@dataclass(frozen=True, slots=True)
class TinyLike:
    """``xTiny(G)`` or ``xMiny(G)``."""

    name: str
    number: Dyadic
    argument: Handle


@dataclass(frozen=True, slots=True)
class Slashes:
    """``{left|right}`` with this many bars between the sides."""

    left: tuple[Handle, ...]
    right: tuple[Handle, ...]
    bars: int


Shape: TypeAlias = Atom | Symmetric | TinyLike | Slashes


class Layout:
    """The shapes of a game and of all followers that its text shows.

    Parameters
    ----------
    root : Handle
        The game.
    limit : int, optional
        Give up with `BudgetExceeded` once the text is certainly longer than this, or nested
        deeper than the parser reads.
    """

    def __init__(self, root: Handle, limit: int | None = None) -> None:
        self._engine = state.engine
        self._order = Order()
        self._atoms = Atoms()
        self._limit = limit
        self._lengths: dict[Handle, int] = {}
        self._depths: dict[Handle, int] = {}
        self.root = root
        self.shapes: dict[Handle, Shape] = {}
        if limit is not None:
            self._refuse_deep()
        self._build()
        self._refuse(self.length, self.depth)

    @property
    def length(self) -> int:
        """The length of the ASCII text."""
        return self._lengths[self.root] + 2 * isinstance(self.shapes[self.root], Slashes)

    @property
    def depth(self) -> int:
        """How many brackets and signs are open at once, as the parser counts them."""
        return self._depths[self.root] + isinstance(self.shapes[self.root], Slashes)

    def is_braced(self, g: Handle, *, alone: bool) -> bool:
        """Tell whether `g`, written inside a list of options or alone on a side, gets braces."""
        shape = self.shapes[g]
        return isinstance(shape, Slashes) and (not alone or shape.bars >= MAX_BARS)

    def _refuse_deep(self) -> None:
        """Refuse what is certainly nested too deeply, before any follower gets a shape.

        Fewer than `MAX_BARS` levels of options go without a bracket, and no value that is written
        without its options (up to order `MAX_ORDER`) is as deep as this.
        """
        as_compact = self._engine.as_compact
        levels = fold(
            self.root,
            lambda g: None if as_compact(g) is None else 0,
            lambda _, left, right: 1 + max((*left, *right)),
        )
        if levels > MAX_BARS * (max(MAX_DEPTH, MAX_ORDER) + 1):
            self._refuse(0, levels)

    # Shapes, options before the games that show them

    def _build(self) -> None:
        stack: list[tuple[Handle, Shape | None]] = [(self.root, None)]
        while stack:
            g, shape = stack.pop()
            if g in self.shapes:
                continue
            if shape is None:
                shape = self._choose(g)
                missing = [h for h in shown(shape) if h not in self.shapes]
                if missing:
                    stack.append((g, shape))
                    stack.extend((h, None) for h in missing)
                    continue
            self._settle(g, self._with_bars(shape))

    def _settle(self, g: Handle, shape: Shape) -> None:
        self.shapes[g] = shape
        self._lengths[g] = self._length(shape, self._lengths)
        self._depths[g] = self._depth(shape, self._depths)
        # The text of the root holds that of every follower, so the first excess decides.
        self._refuse(self._lengths[g], self._depths[g])

    def _refuse(self, length: int, depth: int) -> None:
        if self._limit is None:
            if length.bit_length() > _LENGTH_BITS:
                raise BudgetExceeded(f"expected a text shorter than 2**{_LENGTH_BITS} characters")
            return
        if length > self._limit:
            raise BudgetExceeded(
                f"expected a text of at most {self._limit} characters, got a longer one"
            )
        if depth > MAX_DEPTH:
            raise BudgetExceeded(
                f"expected a text with at most {MAX_DEPTH} nested brackets, got a deeper one"
            )

    def _choose(self, g: Handle) -> Shape:
        expansion = self._atoms.expansion(g)
        if expansion is not None and up_notation(expansion.coefficients) is not None:
            return Atom(expansion)
        left, right = self._order.options(g)
        if self._engine.negate(g) == g:
            return Symmetric(left)
        if len(left) == 1 and len(right) == 1:
            tiny = self._tiny(left[0], right[0]) or self._miny(left[0], right[0])
            if tiny is not None:
                return tiny
        return Slashes(left, right, 0)

    def _tiny(self, left: Handle, right: Handle) -> TinyLike | None:
        """Recognise ``{x||x|R}`` with mean(R) < x, which is x plus tiny-(x - R)."""
        number = self._number(left)
        if number is None or self._engine.as_compact(right) is not None:
            return None
        inner_left, inner_right = self._engine.options(right)
        if inner_left != (left,) or len(inner_right) != 1:
            return None
        if _compare(self._mean(inner_right[0]), number) >= 0:
            return None
        argument = self._engine.add(left, self._engine.negate(inner_right[0]))
        return TinyLike("Tiny", number, argument)

    def _miny(self, left: Handle, right: Handle) -> TinyLike | None:
        """Recognise ``{R|x||x}`` with mean(R) > x, which is x plus miny-(R - x)."""
        number = self._number(right)
        if number is None or self._engine.as_compact(left) is not None:
            return None
        inner_left, inner_right = self._engine.options(left)
        if inner_right != (right,) or len(inner_left) != 1:
            return None
        if _compare(self._mean(inner_left[0]), number) <= 0:
            return None
        argument = self._engine.add(inner_left[0], self._engine.negate(right))
        return TinyLike("Miny", number, argument)

    def _number(self, g: Handle) -> Dyadic | None:
        parts = self._engine.as_compact(g)
        return parts[:2] if parts is not None and parts[2:] == (0, 0) else None

    def _mean(self, g: Handle) -> Dyadic:
        return self._engine.thermograph(g)[0][0]

    def _with_bars(self, shape: Shape) -> Shape:
        if not isinstance(shape, Slashes):
            return shape
        deepest = 0
        for side in (shape.left, shape.right):
            if len(side) == 1:
                inner = self.shapes[side[0]]
                if isinstance(inner, Slashes) and inner.bars < MAX_BARS:
                    deepest = max(deepest, inner.bars)
        return Slashes(shape.left, shape.right, deepest + 1)

    # Measures of a shape from those of the games it shows

    def _length(self, shape: Shape, lengths: dict[Handle, int]) -> int:
        match shape:
            case Atom(expansion):
                return atom_length(expansion)
            case TinyLike(_, number, argument):
                inner = lengths[argument] + 2 * self.is_braced(argument, alone=False)
                return (number_length(number) if number[0] else 0) + len("Tiny()") + inner
            case Symmetric((option,)):
                plain = (
                    isinstance(inner_shape := self.shapes[option], Atom) and inner_shape.is_single
                )
                return 2 + lengths[option] + (0 if plain else 2)
            case Symmetric(options):
                return 4 + self._list_length(options, lengths)
            case Slashes(left, right, bars):
                return bars + sum(self._list_length(side, lengths) for side in (left, right))

    def _list_length(self, options: tuple[Handle, ...], lengths: dict[Handle, int]) -> int:
        alone = len(options) == 1
        braces = sum(2 * self.is_braced(h, alone=alone) for h in options)
        return sum(lengths[h] for h in options) + braces + len(options) - 1

    def _depth(self, shape: Shape, depths: dict[Handle, int]) -> int:
        match shape:
            case Atom():
                return 0
            case TinyLike(_, _, argument):
                return 1 + depths[argument] + self.is_braced(argument, alone=False)
            case Symmetric((option,)):
                plain = isinstance(inner := self.shapes[option], Atom) and inner.is_single
                return 1 if plain else 2 + depths[option]
            case Symmetric(options):
                return 2 + max(depths[h] + self.is_braced(h, alone=False) for h in options)
            case Slashes(left, right, _):
                return max(
                    depths[h] + self.is_braced(h, alone=len(side) == 1)
                    for side in (left, right)
                    for h in side
                )


def shown(shape: Shape) -> tuple[Handle, ...]:
    """Return the games that appear in the text of a shape."""
    match shape:
        case Atom():
            return ()
        case Symmetric(options):
            return options
        case TinyLike(_, _, argument):
            return (argument,)
        case Slashes(left, right, _):
            return left + right


def up_notation(coefficients: tuple[int, ...]) -> tuple[str, int] | None:
    """Return how an up part is written: ``("", n)``, ``("<", n)`` or ``("[", n)``, n signed.

    None if it has no notation of its own and must be written with braces.
    """
    n = len(coefficients)
    if n <= 1:
        return "", coefficients[0] if coefficients else 0
    sign = coefficients[-1]
    if abs(sign) != 1 or n > MAX_ORDER:
        return None
    if not any(coefficients[:-1]):
        return "<", sign * n
    return ("[", sign * n) if all(c == sign for c in coefficients) else None


def number_length(number: Dyadic) -> int:
    """Return the length of a number in ASCII."""
    numerator, exponent = number
    size = digit_count(numerator) + (numerator < 0)
    return size + 1 + digit_count(1 << exponent) if exponent else size


def atom_length(expansion: Expansion) -> int:
    """Return the length of number, up part and nimber in ASCII."""
    number, coefficients, star = expansion
    notation = up_notation(coefficients)
    assert notation is not None
    bracket, n = notation
    size = number_length(number) if number[0] or not (n or star) else 0
    if bracket:
        size += 3 + digit_count(n)
    elif n:
        size += abs(n) if abs(n) <= 2 else 1 + digit_count(n)
    if star:
        size += 1 if star == 1 else 1 + digit_count(star)
    return size


def _compare(a: Dyadic, b: Dyadic) -> int:
    difference = (a[0] << b[1]) - (b[0] << a[1])
    return (difference > 0) - (difference < 0)
