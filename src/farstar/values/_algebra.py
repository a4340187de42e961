"""The operations of a `Value` beyond sums: products, powers, companions, options worth playing."""

from __future__ import annotations

from farstar._lazy import TYPE_CHECKING
from farstar._outcome import Player
from farstar.engine import Handle, state
from farstar.values._operations import number
from farstar.values._operators import fraction, number_repr

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from farstar.engine import Dyadic
    from farstar.values._form import Form
    from farstar.values._value import Value, ValueLike


class Algebra:
    """The operations of a `Value` that give other values."""

    __slots__ = ()

    _handle: Handle

    def norton_product(self, unit: ValueLike) -> Value:
        """Return the Norton product ``G.U`` of this game G with the unit `unit`.

        An integer n gives n copies of U; any other canonical form gives
        ``{G^L.U + U + D | G^R.U - U - D}``, where D runs over the incentives of U. For U > 0 the
        product adds up and keeps the order: ``(G + H).U = G.U + H.U``, and G >= H implies
        G.U >= H.U. For other units the same formula defines it, for the canonical form of G,
        and these laws can fail.

        References
        ----------
        Berlekamp, Conway and Guy, *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*,
        chapter II.

        Examples
        --------
        >>> fs.Value(3).norton_product("^"), fs.Value("1/2").norton_product("^")
        (Value('^3'), Value('{^^*|v*}'))
        >>> fs.Value("{2|1}").norton_product("^").atomic_weight()
        Value('{2|1}')
        """
        from farstar.values import _rare_operations as rare

        return _wrapped(rare.norton_product(self._handle, _given(unit)))

    def ordinal_product(self, other: ValueLike) -> Value:
        """Return the ordinal product with the canonical form of another game.

        For an integer n >= 0, which is read as the ordinal {0,1,...,n-1|}, it is the ordinal sum
        ``G : G : ... : G`` of n copies. In general its Left options are ``(G.H^L):G^L`` and
        ``(G.H^R):-G^R``, and its Right options ``(G.H^L):G^R`` and ``(G.H^R):-G^L``. Like the
        ordinal sum, it depends on forms; see `Form.ordinal_product`.

        Examples
        --------
        >>> fs.Value("*").ordinal_product(3), fs.Value("1/2").ordinal_product("1/4")
        (Value('*3'), Value('11/32'))
        """
        from farstar.values import _rare_operations as rare
        from farstar.values._form import Form

        factor = number(_given(other))
        if factor is not None and factor[0] >= 0 and factor[1] == 0:
            return _wrapped(rare.ordinal_product(self._handle, factor[0]))
        return Form(_wrapped(self._handle)).ordinal_product(_wrapped(_given(other))).value

    def subordinate(self, base: ValueLike | Form) -> Value | None:
        """Return the one value X with ``base : X`` equal to this value, or None.

        It undoes the ordinal sum with a `Form`, or with the canonical form of a value.

        Examples
        --------
        >>> fs.Value("^*").subordinate("*"), fs.Value(2).subordinate("1/2")
        (Value('1'), None)
        >>> fs.Value("^").pow_to(5).subordinate(fs.Form("{*|*}"))
        Value('5')
        """
        from farstar.values import _rare_operations as rare
        from farstar.values._form import Form

        if isinstance(base, Form):
            left, right = (
                [option.value._handle for option in side]
                for side in (base.left_options, base.right_options)
            )
            x = rare.subordinate(self._handle, base.value._handle, left, right)
        else:
            x = rare.subordinate(self._handle, _given(base))
        return None if x is None else _wrapped(x)

    def pow(self, x: int | Fraction) -> Value:
        """Return the power `x` of this game, which must be ``{0|H}``.

        ``G.pow(n)`` is ``{0 | H - G.pow_to(n - 1)}``, so that ``^.pow(2)`` is ``^<2>``; the power
        0 is -H.

        Parameters
        ----------
        x : int or Fraction
            0 or a dyadic number x >= 1.

        References
        ----------
        Berlekamp, Conway and Guy, *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*,
        chapter II.

        Examples
        --------
        >>> up = fs.Value("^")
        >>> up.pow(0), up.pow(1), up.pow(2), fs.Value("Tiny(1)").pow(2)
        (Value('*'), Value('^'), Value('^<2>'), Value('{0||0|-1,{0|-1}}'))
        """
        from farstar.values import _rare_operations as rare

        h, exponent = self._base_and_exponent(x)
        if exponent[0] and exponent[0] < 1 << exponent[1]:
            raise ValueError(
                f"expected 0 or a dyadic number >= 1 as the power, got {number_repr(x)}"
            )
        return _wrapped(rare.power(self._handle, h, exponent))

    def pow_to(self, x: int | Fraction) -> Value:
        """Return the power to `x` of this game G, the ordinal sum of x copies of G and ones.

        For G = {0|H} > 0 it is the sum of the powers 1, ..., x of G, and ``G.pow_to(n)`` is
        ``{G.pow_to(n - 1) | H}``, so that ``^.pow_to(2)`` is ``^[2]``. For any G and a dyadic
        number x it is the ordinal sum of G with the number whose sign expansion is that of x
        without its first plus.

        Examples
        --------
        >>> from fractions import Fraction
        >>> up = fs.Value("^")
        >>> up.pow_to(2) == up.pow(1) + up.pow(2), up.pow_to(2), up.pow_to(Fraction(1, 2))
        (True, Value('^[2]'), Value('{0|*,^}'))
        >>> fs.Value("+-1").pow_to(3)
        Value('{1,{1,+-1|-1}|-1}')
        """
        from farstar.values import _rare_operations as rare

        exponent = number(_given(x))
        if exponent is None:
            raise ValueError(f"expected a dyadic number as the power, got {number_repr(x)}")
        if exponent[0] < 0:
            raise ValueError(f"expected a dyadic number >= 0 as the power, got {number_repr(x)}")
        return _wrapped(rare.power_to(self._handle, exponent))

    def _base_and_exponent(self, x: int | Fraction) -> tuple[Handle, Dyadic]:
        from farstar.values import _rare_operations as rare

        exponent = number(_given(x))
        if exponent is None:
            raise ValueError(f"expected a dyadic number as the power, got {number_repr(x)}")
        h = rare.other_option(self._handle)
        if h is None:
            raise ValueError(f"expected a game {{0|H}} to take powers of, got {self!r}")
        return h, exponent

    def companion(self) -> Value:
        """Return the companion of this game.

        For every n >= 1 the companion is the only automorphism, besides the identity, of the
        lattice of games born by day n: it keeps the order, and the companion of the companion is
        the game itself. It exchanges 0 and ``*``.

        References
        ----------
        Siegel, *Combinatorial Game Theory*, section III.2.

        Examples
        --------
        >>> [fs.Value(text).companion() for text in ("0", "^", "*2", "1")]
        [Value('*'), Value('^*'), Value('*2'), Value('1')]
        """
        from farstar.values import _rare_operations as rare

        return _wrapped(rare.companion(self._handle))

    @property
    def stop_count(self) -> int:
        """How many stopping positions there are in the tree of the canonical form.

        A number counts 1; any other game counts the sum over its options.

        Examples
        --------
        >>> fs.Value("{3||2|1}").stop_count, fs.Value("*10").stop_count
        (3, 39366)
        """
        from farstar.values import _rare_operations as rare

        return rare.stop_count(self._handle)

    @property
    def strong_left_stop(self) -> Fraction:
        """The strong Left stop, which for a game without loops is the Left stop.

        The two differ only in loopy games, where play can also stop at a number plus ``over``.

        Examples
        --------
        >>> fs.Value("{3|0}").strong_left_stop
        Fraction(3, 1)
        """
        return fraction(state.engine.stops(self._handle)[0])

    @property
    def strong_right_stop(self) -> Fraction:
        """The strong Right stop, which for a game without loops is the Right stop.

        Examples
        --------
        >>> fs.Value("{3|0}").strong_right_stop
        Fraction(0, 1)
        """
        return fraction(state.engine.stops(self._handle)[1])

    def sensible_options(self, player: Player) -> tuple[Value, ...]:
        """Return the options of `player` that keep the stop.

        A Left option is sensible if its Right stop is the Left stop of the game; no move in a
        number is. These are the options that are orthodox at temperature 0.

        Examples
        --------
        >>> v = fs.Value("{1,{8|0}|-4}")
        >>> v.sensible_options(fs.Left), v.sensible_options(fs.Right)
        ((Value('1'),), (Value('-4'),))
        """
        from farstar.values import _rare_operations as rare

        return _all_wrapped(rare.sensible_options(self._handle, _player(player)))

    def orthodox_options(
        self, player: Player, t: int | Fraction | None = None
    ) -> tuple[Value, ...]:
        """Return the options of `player` that are orthodox.

        A Left option is orthodox at temperature t if its Right wall at t, less t, is the Left wall
        of the game: in an environment of that temperature it is a best move. Above the
        temperature of the game no option is orthodox, and no option of a number is.

        Parameters
        ----------
        player : Player
            Who moves.
        t : int or Fraction, optional
            The temperature, at least 0. Without it, every option is listed that is orthodox at
            some temperature t >= 0.

        References
        ----------
        Berlekamp, "The economist's view of combinatorial games", Games of No Chance; Siegel,
        *Combinatorial Game Theory*, chapter II.

        Examples
        --------
        >>> v = fs.Value("{1,{8|0}|-4}")
        >>> v.orthodox_options(fs.Left), v.orthodox_options(fs.Left, 2)
        ((Value('1'), Value('{8|0}')), (Value('{8|0}'),))
        """
        from farstar.values import _rare_operations as rare

        at = None
        if t is not None:
            given = number(_given(t))
            if given is None or given[0] < 0:
                raise ValueError(
                    f"expected a dyadic temperature of at least 0, got {number_repr(t)}"
                )
            at = fraction(given)
        return _all_wrapped(rare.orthodox_options(self._handle, _player(player), at))


def _player(player: object) -> Player:
    if isinstance(player, Player):
        return player
    raise TypeError(f"expected Left or Right, got {number_repr(player)}")


# `Value` is built on this module, so it is imported only when it is needed.


def _given(source: ValueLike) -> Handle:
    from farstar.values._value import Value

    return Value(source)._handle


def _wrapped(handle: Handle) -> Value:
    from farstar.values._value import wrap

    return wrap(handle)


def _all_wrapped(handles: Iterable[Handle]) -> tuple[Value, ...]:
    from farstar.values.order import sort_options

    return tuple(map(_wrapped, sort_options(handles)))
