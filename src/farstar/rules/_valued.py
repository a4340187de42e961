"""What positions and sums have in common: measures of the value, and addition."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from farstar._outcome import Left, Outcome, Player, Relation, Right
from farstar.values import Thermograph, Value

if TYPE_CHECKING:
    from farstar.figures import Figure
    from farstar.loopy import Loopy
    from farstar.sums import Sum

_RELATIONS = {
    Outcome.L: Relation.GREATER,
    Outcome.R: Relation.LESS,
    Outcome.P: Relation.EQUAL,
    Outcome.N: Relation.CONFUSED,
}
"""How a game compares with another, by who wins the difference."""

_AT_MOST = (Relation.LESS, Relation.EQUAL)
_AT_LEAST = (Relation.GREATER, Relation.EQUAL)


class Valued:
    """Something that has a value."""

    __slots__ = ()

    if TYPE_CHECKING:
        # What positions and sums define themselves.

        @property
        def is_impartial(self) -> bool: ...

        @property
        def may_loop(self) -> bool: ...

        @property
        def loopy_value(self) -> Loopy: ...

        @property
        def grundy(self) -> int: ...

        def options(self, player: Player | str | None = None) -> tuple[Any, ...]: ...

    @property
    def value(self) -> Value:
        """The value under normal play."""
        raise NotImplementedError(f"expected {type(self).__name__} to define value")

    @property
    def mean(self) -> Fraction:
        """The mean of the value."""
        return self.value.mean

    @property
    def temperature(self) -> Fraction:
        """The temperature of the value."""
        return self.value.temperature

    @property
    def left_stop(self) -> Fraction:
        """The number at which play stops when Left starts."""
        return self.value.left_stop

    @property
    def right_stop(self) -> Fraction:
        """The number at which play stops when Right starts."""
        return self.value.right_stop

    @property
    def birthday(self) -> int:
        """The day on which the value was born: the depth of its canonical form."""
        return self.value.birthday

    @property
    def nim_value(self) -> int:
        """The Grundy value of an impartial game, or the n of a value ``*n``.

        Raises
        ------
        ValueError
            If the value is not a nimber.

        Examples
        --------
        >>> fs.Nim(3, 5).nim_value, (fs.Nim(3) + fs.star(5)).nim_value
        (6, 6)
        """
        return self.grundy if self.is_impartial else self.value.nim_value

    @property
    def left_options(self) -> tuple[Any, ...]:
        """What Left can move to, each once.

        Examples
        --------
        >>> fs.PartizanEuclid(5, 3).left_options, fs.PartizanEuclid(5, 3).right_options
        ((PartizanEuclid(3, 2),), (PartizanEuclid(3, 1),))
        """
        return self.options(Left)

    @property
    def right_options(self) -> tuple[Any, ...]:
        """What Right can move to, each once."""
        return self.options(Right)

    def plot(self, **options: Any) -> Figure:
        """Draw the game as `farstar.plot` does, with its options.

        Examples
        --------
        >>> fs.GeographyA(3, 2, 1).plot(kind="thermograph").caption
        'Thermograph of A(3,2,1): mean 5/2, temperature 1/2.'
        """
        from farstar.figures import plot

        return plot(self, **options)

    def compare(self, other: Any) -> Relation:
        """Return how the value compares with that of `other`.

        Who wins the difference decides, so that neither value has to be worked out; if play may go
        on for ever, the loopy values are compared. ``<``, ``<=``, ``>`` and ``>=`` compare in the
        same way; ``==`` asks whether two positions are the same.

        Parameters
        ----------
        other : Position, Sum, Value, Loopy, int, Fraction or str
            Another game; text is read as a value.

        Examples
        --------
        >>> g = fs.Domineering("2x3")
        >>> str(g.compare(0)), str(g.compare("{2|-1/2}")), g > -1, g <= fs.Domineering("2x2")
        ('||', '=', True, False)
        """
        game = Value(other) if isinstance(other, str) else other
        relation = self._relation(game)
        if relation is None:
            raise TypeError(f"expected a Position, a Sum, a Value or a number, got {other!r}")
        return relation

    def is_confused_with(self, other: Any) -> bool:
        """Tell whether neither ``<=`` nor ``>=`` holds."""
        return self.compare(other) is Relation.CONFUSED

    def _relation(self, other: Any) -> Relation | None:
        """Return how the values compare; None if `other` is not a game."""
        from farstar.sums import Sum

        difference = _plus(self, -1, other)
        if difference is NotImplemented:
            return None
        if difference.may_loop:
            # The outcome of G - H does not tell: it may be a draw although G = H.
            return self.loopy_value.compare(Sum(other).loopy_value)
        return _RELATIONS[difference.outcome]

    def __lt__(self, other: Any) -> bool:
        relation = self._relation(other)
        return NotImplemented if relation is None else relation is Relation.LESS

    def __le__(self, other: Any) -> bool:
        relation = self._relation(other)
        return NotImplemented if relation is None else relation in _AT_MOST

    def __gt__(self, other: Any) -> bool:
        relation = self._relation(other)
        return NotImplemented if relation is None else relation is Relation.GREATER

    def __ge__(self, other: Any) -> bool:
        relation = self._relation(other)
        return NotImplemented if relation is None else relation in _AT_LEAST

    def thermograph(self) -> Thermograph:
        """Return the thermograph of the value."""
        return self.value.thermograph()

    def atomic_weight(self) -> Value:
        """Return the atomic weight of the value, or raise `NotAtomicError`."""
        return self.value.atomic_weight()

    def __add__(self, other: Any) -> Sum:
        return _plus(self, 1, other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Sum:
        return _plus(self, -1, other)

    def __rsub__(self, other: Any) -> Sum:
        return _plus(-self, 1, other)

    def __neg__(self) -> Sum:
        return self * -1

    def __pos__(self) -> Valued:
        return self

    def __mul__(self, n: int) -> Sum:
        from farstar.sums import times

        total: Sum = times(n, self)
        return total

    __rmul__ = __mul__


def _plus(g: Valued, sign: int, other: object) -> Sum:
    """Return ``g + other`` or ``g - other``; NotImplemented for what cannot be added."""
    from farstar.sums import plus

    total: Sum = plus(g, sign, other)
    return total
