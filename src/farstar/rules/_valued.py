"""What positions and sums have in common: measures of the value, and addition."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from farstar._equality import is_number_or_text, no_order, refuse_equality
from farstar._outcome import Left, Outcome, Player, Relation, Right
from farstar.errors import BudgetExceeded
from farstar.rules._meter import meter
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

_MOST_FOLLOWERS = 1_000_000

_AT_MOST = (Relation.LESS, Relation.EQUAL)
_AT_LEAST = (Relation.GREATER, Relation.EQUAL)


class Valued:
    """Something that has a value."""

    __slots__ = ()
    _noun: ClassVar[str] = "game"

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

    @property
    def is_zero(self) -> bool:
        """Whether the value is 0: the second player wins.

        Examples
        --------
        >>> fs.Nim(2, 2).is_zero, fs.Nim(1).is_zero
        (True, False)
        """
        return self.value.is_zero

    @property
    def is_number(self) -> bool:
        """Whether the value is a number.

        Examples
        --------
        >>> fs.Domineering("2x1").is_number, fs.Domineering("2x2").is_number
        (True, False)
        """
        return self.value.is_number

    @property
    def is_integer(self) -> bool:
        """Whether the value is an integer.

        Examples
        --------
        >>> fs.Hackenbush("lr").is_integer, fs.Hackenbush("ll").is_integer
        (False, True)
        """
        return self.value.is_integer

    @property
    def is_nimber(self) -> bool:
        """Whether the value is ``*n`` for some n >= 0.

        Examples
        --------
        >>> fs.Clobber("xo").is_nimber, fs.Clobber("xxo").is_nimber
        (True, False)
        """
        return self.value.is_nimber

    @property
    def is_infinitesimal(self) -> bool:
        """Whether the value lies between -x and x for every positive number x.

        Examples
        --------
        >>> fs.Clobber("xxo").is_infinitesimal
        True
        """
        return self.value.is_infinitesimal

    @property
    def is_all_small(self) -> bool:
        """Whether in every follower of the value either both players can move or neither can.

        Examples
        --------
        >>> fs.Clobber("xxo").is_all_small, fs.Domineering("2x1").is_all_small
        (True, False)
        """
        return self.value.is_all_small

    @property
    def is_hot(self) -> bool:
        """Whether the Left stop is above the Right stop: both players want to move.

        Examples
        --------
        >>> fs.Domineering("2x2").is_hot, fs.Domineering("2x1").is_hot
        (True, False)
        """
        return self.left_stop > self.right_stop

    def cool(self, t: Fraction | int) -> Value:
        """Return the value cooled by `t`, as `Value.cool` does.

        Examples
        --------
        >>> fs.Domineering("2x2").cool(1)
        Value('*')
        """
        return self.value.cool(t)

    def heat(self, t: Value | Fraction | int) -> Value:
        """Return the value heated by `t`, as `Value.heat` does.

        Examples
        --------
        >>> fs.Clobber("xo").heat(1)
        Value('+-1')
        """
        return self.value.heat(t)

    def followers(self) -> tuple[Any, ...]:
        """Return this game and all that can be reached from it by any moves, each once.

        Moves of one player in succession count too. Nearer ones come first.

        Raises
        ------
        BudgetExceeded
            If there are more than a million.

        Examples
        --------
        >>> fs.Nim(1, 2).followers()
        (Nim(1, 2), Nim(2), Nim(1), Nim(1, 1), Nim())
        """
        present, seen, queue = meter(), {self: None}, [self]
        for game in queue:
            present.charge(0)
            for player in (Left,) if game.is_impartial else (Left, Right):
                for option in game.options(player):
                    if option not in seen:
                        seen[option] = None
                        queue.append(option)
            if len(queue) > _MOST_FOLLOWERS:
                raise BudgetExceeded(f"expected at most {_MOST_FOLLOWERS:,} followers, got more")
        return tuple(queue)

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
        same way. ``==`` asks whether two positions are the same; `is_equal_to` compares values.

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

    def is_equal_to(self, other: Any) -> bool:
        """Return whether the value equals that of `other`: the second player wins the difference.

        ``==`` asks instead whether two positions are the same, because equal objects must have
        equal hashes and the value of a position may be out of reach. Next to a number, a text or a
        value ``==`` raises an error.

        Parameters
        ----------
        other : Position, Sum, Value, Loopy, int, Fraction or str
            Another game; text is read as a value.

        Examples
        --------
        >>> g = fs.Domineering("2x2")
        >>> (g - g).is_equal_to(0), g.is_equal_to("+-1"), g.is_equal_to(fs.Domineering("1x1"))
        (True, True, False)
        """
        return self.compare(other) is Relation.EQUAL

    def is_confused_with(self, other: Any) -> bool:
        """Return whether neither ``<=`` nor ``>=`` holds."""
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

    def _refuse_equality(self, other: object) -> None:
        """Refuse ``==`` with what may be meant as a game but is of another kind."""
        from farstar.loopy import Loopy

        if isinstance(other, Valued | Value | Loopy) or is_number_or_text(other):
            raise refuse_equality(f"another {self._noun}", other, f"{self._noun}.is_equal_to({{}})")

    def __lt__(self, other: Any) -> bool:
        relation = self._relation(other)
        if relation is None:
            return no_order("<", other, self._noun)
        return relation is Relation.LESS

    def __le__(self, other: Any) -> bool:
        relation = self._relation(other)
        if relation is None:
            return no_order("<=", other, self._noun)
        return relation in _AT_MOST

    def __gt__(self, other: Any) -> bool:
        relation = self._relation(other)
        if relation is None:
            return no_order(">", other, self._noun)
        return relation is Relation.GREATER

    def __ge__(self, other: Any) -> bool:
        relation = self._relation(other)
        if relation is None:
            return no_order(">=", other, self._noun)
        return relation in _AT_LEAST

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
