"""Measures of a value: outcomes, stops, temperature, size."""

from __future__ import annotations

from farstar._lazy import TYPE_CHECKING
from farstar._outcome import Outcome
from farstar.engine import Handle, state
from farstar.values import _operations_shape as shape
from farstar.values import _operations_thermal as thermal
from farstar.values._coerce import fraction

if TYPE_CHECKING:
    from fractions import Fraction

    from farstar.values._thermograph import Thermograph
    from farstar.values._uptimal import UptimalExpansion


class Measures:
    """The properties of a `Value` that are numbers, outcomes or pictures."""

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
        return shape.follower_count(self._handle)

    @property
    def birthday(self) -> int:
        """The depth of the canonical form.

        Examples
        --------
        >>> fs.Value("3/4").birthday, fs.Value(10**12).birthday
        (3, 1000000000000)
        """
        return shape.birthday(self._handle)

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
        number = shape.number(self._handle)
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
        return shape.misere_outcome(self._handle)

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
        return fraction(thermal.temperature(self._handle))

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
        from farstar.values._uptimal import UptimalExpansion, Uptimals

        parts = Uptimals().expansion(self._handle)
        if parts is None:
            return None
        number, coefficients, star = parts
        return UptimalExpansion(fraction(number), tuple(coefficients), star)
