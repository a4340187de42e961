"""Measures of a value, outcomes, stops, temperature and size, and the yes-or-no questions."""

from __future__ import annotations

from farstar._lazy import TYPE_CHECKING
from farstar._outcome import Outcome
from farstar.engine import Handle, state
from farstar.errors import NotAtomicError
from farstar.values import _operations as operations
from farstar.values._operators import fraction

if TYPE_CHECKING:
    from fractions import Fraction

    from farstar.values._thermograph import Thermograph
    from farstar.values.order import UptimalExpansion


class Measures:
    """The numbers, outcomes and pictures of a `Value`, and its predicates."""

    __slots__ = ()

    _handle: Handle

    @property
    def follower_count(self) -> int:
        """How many different followers there are, the value itself included.

        Examples
        --------
        >>> fs.Value(10**12).follower_count
        1000000000001
        """
        return operations.follower_count(self._handle)

    @property
    def birthday(self) -> int:
        """The depth of the canonical form.

        Examples
        --------
        >>> fs.Value("3/4").birthday, fs.Value(10**12).birthday
        (3, 1000000000000)
        """
        return operations.birthday(self._handle)

    @property
    def nim_value(self) -> int:
        """The n of a nimber ``*n``.

        Raises
        ------
        ValueError
            If this is not a nimber; see `is_nimber`.

        Examples
        --------
        >>> (fs.Value("*5") + fs.Value("*3")).nim_value, fs.Value(0).nim_value
        (6, 0)
        """
        parts = state.engine.as_compact(self._handle)
        if parts is None or parts[:3] != (0, 0, 0):
            raise ValueError(f"expected a nimber, got {self!r}")
        return parts[3]

    def as_integer_ratio(self) -> tuple[int, int]:
        """Return numerator and denominator of a number.

        Raises
        ------
        ValueError
            If this is not a number; see `is_number`.

        Examples
        --------
        >>> fs.Value("-3/8").as_integer_ratio(), float(fs.Value("-3/8")), int(fs.Value(7))
        ((-3, 8), -0.375, 7)
        """
        number = operations.number(self._handle)
        if number is None:
            raise ValueError(f"expected a number, got {self!r}")
        return number[0], 1 << number[1]

    @property
    def number(self) -> Fraction:
        """The Fraction that is equal to a number.

        Raises
        ------
        ValueError
            If this is not a number; see `is_number`.

        Examples
        --------
        >>> fs.Value("{0|1}").number
        Fraction(1, 2)
        """
        above, below = self.as_integer_ratio()
        return fraction((above, below.bit_length() - 1))

    def __float__(self) -> float:
        above, below = self.as_integer_ratio()
        return above / below

    def __int__(self) -> int:
        above, below = self.as_integer_ratio()
        if below != 1:
            raise ValueError(f"expected an integer, got {self!r}")
        return above

    @property
    def outcome(self) -> Outcome:
        """Who wins under normal play, where a player who cannot move loses.

        Examples
        --------
        >>> [str(fs.Value(text).outcome) for text in ("1", "v", "*", "0")]
        ['L', 'R', 'N', 'P']
        """
        engine, g = state.engine, self._handle
        zero = engine.compact(0, 0, 0, 0)
        return Outcome.of(
            left_wins_first=not engine.geq(zero, g), right_wins_first=not engine.geq(g, zero)
        )

    @property
    def misere_outcome(self) -> Outcome:
        """Who wins the canonical form if a player who cannot move wins.

        Equal games can have different misère outcomes; this is the one of the canonical form.

        Examples
        --------
        >>> [str(fs.Value(text).misere_outcome) for text in ("0", "*", "*2", "1")]
        ['N', 'P', 'N', 'R']
        """
        return operations.misere_outcome(self._handle)

    @property
    def left_stop(self) -> Fraction:
        """The number at which play stops when Left starts.

        Examples
        --------
        >>> fs.Value("{5|2,{3|-10}}").left_stop
        Fraction(5, 1)
        """
        return fraction(state.engine.stops(self._handle)[0])

    @property
    def right_stop(self) -> Fraction:
        """The number at which play stops when Right starts.

        Examples
        --------
        >>> fs.Value("{5|2,{3|-10}}").right_stop
        Fraction(2, 1)
        """
        return fraction(state.engine.stops(self._handle)[1])

    @property
    def mean(self) -> Fraction:
        """The mean value: the mast of the thermograph.

        Examples
        --------
        >>> fs.Value("{3||2|1}").mean
        Fraction(9, 4)
        """
        return fraction(state.engine.thermograph(self._handle)[0][0])

    @property
    def temperature(self) -> Fraction:
        """The least temperature at which the cooled game is infinitesimally close to a number.

        It is -1 for an integer and -1/2**k for a number with denominator 2**k.

        Examples
        --------
        >>> [str(fs.Value(text).temperature) for text in ("{3|0}", "^", "3/4", "7")]
        ['3/2', '0', '-1/4', '-1']
        """
        return fraction(operations.temperature(self._handle))

    def thermograph(self) -> Thermograph:
        """Return the thermograph, from temperature -1 up.

        Examples
        --------
        >>> fs.Value("{3|0}").thermograph()
        Thermograph(Wall(3/2, (3/2,), (0, -1)), Wall(3/2, (3/2,), (0, 1)))
        """
        from farstar.values._thermograph import of_handle

        return of_handle(self._handle)

    def uptimal_expansion(self) -> UptimalExpansion | None:
        """Return this value as number, multiples of ups of each order, and nimber.

        None if it is not such a sum; see `is_uptimal`.

        Examples
        --------
        >>> fs.Value("1/2^[2]*").uptimal_expansion()
        UptimalExpansion(number=Fraction(1, 2), coefficients=(1, 1), star=1)
        """
        from farstar.values.order import UptimalExpansion, Uptimals

        parts = Uptimals().expansion(self._handle)
        if parts is None:
            return None
        number, coefficients, star = parts
        return UptimalExpansion(fraction(number), tuple(coefficients), star)

    # Predicates.

    @property
    def is_zero(self) -> bool:
        """Whether the value is 0: the previous player wins.

        Examples
        --------
        >>> fs.Value("{v|^}").is_zero
        True
        """
        return operations.number(self._handle) == (0, 0)

    @property
    def is_number(self) -> bool:
        """Whether the value is a number, which is then dyadic.

        Examples
        --------
        >>> fs.Value("{0|1}").is_number, fs.Value("{1|0}").is_number
        (True, False)
        """
        return operations.number(self._handle) is not None

    @property
    def is_integer(self) -> bool:
        """Whether the value is an integer.

        Examples
        --------
        >>> fs.Value("{2|}").is_integer, fs.Value("1/2").is_integer
        (True, False)
        """
        number = operations.number(self._handle)
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
        from farstar.values.order import Uptimals

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
        sides = state.engine.options(self._handle)
        return all(len(side) == 1 and operations.number(side[0]) is not None for side in sides)

    @property
    def is_all_small(self) -> bool:
        """Whether in every follower either both players can move or neither can.

        Examples
        --------
        >>> fs.Value("^*2").is_all_small, fs.Value("Tiny(1)").is_all_small
        (True, False)
        """
        return operations.is_all_small(self._handle)

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
        return operations.temper(self._handle) == operations.EVEN

    @property
    def is_even(self) -> bool:
        """Whether it is zero, or all its canonical options are odd.

        Examples
        --------
        >>> [fs.Value(text).is_even for text in ("0", "4", "+-1", "*2")]
        [True, True, True, False]
        """
        return operations.parity(self._handle) == operations.EVEN

    @property
    def is_odd(self) -> bool:
        """Whether it is not zero, and all its canonical options are even.

        Examples
        --------
        >>> [fs.Value(text).is_odd for text in ("3", "*", "+-2", "1/2")]
        [True, True, True, False]
        """
        return operations.parity(self._handle) == operations.ODD

    @property
    def is_odd_tempered(self) -> bool:
        """Whether play to a number always takes an odd number of moves.

        Such a game is not a number, and its canonical options are all even-tempered.

        Examples
        --------
        >>> fs.Value("{3|0}").is_odd_tempered, fs.Value("^").is_odd_tempered
        (True, False)
        """
        return operations.temper(self._handle) == operations.ODD
