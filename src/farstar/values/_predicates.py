"""The yes-or-no questions about a value."""

from __future__ import annotations

from farstar.engine import Handle, state
from farstar.errors import NotAtomicError
from farstar.values import _operations_shape as shape


class Predicates:
    """The properties of a `Value` that are true or false."""

    __slots__ = ()

    _handle: Handle

    @property
    def is_zero(self) -> bool:
        """Whether the value is 0: the previous player wins.

        Examples
        --------
        >>> fs.Value("{v|^}").is_zero
        True
        """
        return shape.number(self._handle) == (0, 0)

    @property
    def is_number(self) -> bool:
        """Whether the value is a number, which is then dyadic.

        Examples
        --------
        >>> fs.Value("{0|1}").is_number, fs.Value("{1|0}").is_number
        (True, False)
        """
        return shape.number(self._handle) is not None

    @property
    def is_integer(self) -> bool:
        """Whether the value is an integer.

        Examples
        --------
        >>> fs.Value("{2|}").is_integer, fs.Value("1/2").is_integer
        (True, False)
        """
        number = shape.number(self._handle)
        return number is not None and number[1] == 0

    @property
    def is_nimber(self) -> bool:
        """Whether the value is ``*n`` for some n >= 0, the value of an impartial game.

        Examples
        --------
        >>> fs.Value("*3").is_nimber, fs.Value(0).is_nimber, fs.Value("1*").is_nimber
        (True, True, False)
        """
        parts = state.engine.as_compact(self._handle)
        return parts is not None and parts[:3] == (0, 0, 0)

    @property
    def is_number_up_star(self) -> bool:
        """Whether the value is a number plus a multiple of up plus a nimber.

        Examples
        --------
        >>> fs.Value("73/16v9*8").is_number_up_star, fs.Value("^<2>").is_number_up_star
        (True, False)
        """
        return state.engine.as_compact(self._handle) is not None

    @property
    def is_uptimal(self) -> bool:
        """Whether the value is a number plus multiples of ups of any order plus a nimber.

        Examples
        --------
        >>> fs.Value("^<2>").is_uptimal, fs.Value("Tiny(1)").is_uptimal
        (True, False)
        """
        from farstar.values._uptimal import Uptimals

        return Uptimals().expansion(self._handle) is not None

    @property
    def is_infinitesimal(self) -> bool:
        """Whether the value lies between -x and x for every positive number x.

        Both stops are then 0.

        Examples
        --------
        >>> fs.Value("Tiny(1)").is_infinitesimal, fs.Value("1^").is_infinitesimal
        (True, False)
        """
        return state.engine.stops(self._handle) == ((0, 0), (0, 0))

    @property
    def is_number_ish(self) -> bool:
        """Whether the value is a number plus an infinitesimal: its stops are equal.

        Examples
        --------
        >>> fs.Value("1Tiny(2)").is_number_ish, fs.Value("{1|0}").is_number_ish
        (True, False)
        """
        left, right = state.engine.stops(self._handle)
        return left == right

    @property
    def is_hot(self) -> bool:
        """Whether the Left stop is above the Right stop: both players want to move.

        Examples
        --------
        >>> fs.Value("{1|0}").is_hot, fs.Value("*").is_hot
        (True, False)
        """
        return not self.is_number_ish

    @property
    def is_switch(self) -> bool:
        """Whether the value is ``{x|y}`` for numbers x > y.

        Examples
        --------
        >>> fs.Value("{3|1/2}").is_switch, fs.Value("+-(1*)").is_switch
        (True, False)
        """
        if not self.is_hot:
            return False
        left, right = state.engine.options(self._handle)
        return all(len(side) == 1 and shape.number(side[0]) is not None for side in (left, right))

    @property
    def is_all_small(self) -> bool:
        """Whether in every follower either both players can move or neither can.

        Examples
        --------
        >>> fs.Value("^*2").is_all_small, fs.Value("Tiny(1)").is_all_small
        (True, False)
        """
        return shape.is_all_small(self._handle)

    @property
    def is_atomic(self) -> bool:
        """Whether the value has an atomic weight.

        Examples
        --------
        >>> fs.Value("^3").is_atomic, fs.Value("1/2").is_atomic
        (True, False)
        """
        try:
            state.engine.atomic_weight(self._handle)
        except NotAtomicError:
            return False
        return True

    @property
    def is_even_tempered(self) -> bool:
        """Whether play to a number always takes an even number of moves.

        Numbers are even-tempered; so is a game whose canonical options are all odd-tempered.

        Examples
        --------
        >>> fs.Value("1/2").is_even_tempered, fs.Value("{4|2||1|-1}").is_even_tempered
        (True, True)
        """
        return shape.temper(self._handle) == shape.EVEN

    @property
    def is_odd_tempered(self) -> bool:
        """Whether play to a number always takes an odd number of moves.

        Such a game is not a number, and its canonical options are all even-tempered.

        Examples
        --------
        >>> fs.Value("{3|0}").is_odd_tempered, fs.Value("^").is_odd_tempered
        (True, False)
        """
        return shape.temper(self._handle) == shape.ODD
