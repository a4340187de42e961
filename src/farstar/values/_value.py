"""The public type of game values."""

from __future__ import annotations

from farstar._immutable import Immutable
from farstar._lazy import TYPE_CHECKING
from farstar._outcome import Relation
from farstar.engine import Handle, state
from farstar.errors import BudgetExceeded, FarstarError
from farstar.values import _operations as operations
from farstar.values._algebra import Algebra
from farstar.values._measures import Measures
from farstar.values._operators import Cell, integer, number_handle, number_repr

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable
    from fractions import Fraction
    from typing import Any, TypeAlias, final

    from farstar._outcome import Player
    from farstar.figures import Figure
    from farstar.rules import Explanation, Move
    from farstar.values import _graph
else:

    def final(cls):
        return cls


@final
class Value(Cell, Measures, Algebra, Immutable):
    """The value of a short game under normal play, as its canonical form.

    Values are immutable and hashable; equal games are equal values. They add up and compare with
    each other and with ints and Fractions. The order is partial: two values can be confused, and
    then none of ``<``, ``==``, ``>`` holds between them.

    Parameters
    ----------
    source : int, Fraction, str or Value
        A number, which must be dyadic, or text in value notation.

    Raises
    ------
    NotationError
        For text that cannot be read, and for a Fraction that is not dyadic.
    TypeError
        For anything else; floats and bools are refused too.

    Examples
    --------
    >>> v = fs.Value("{3||2|1}")
    >>> v + 1
    Value('{4||3|2}')
    >>> fs.Value("*") + fs.Value("*2") == fs.Value("*3")
    True
    >>> fs.Value("{1|-1}").temperature
    Fraction(1, 1)
    """

    __slots__ = ()

    def __new__(cls, source: ValueLike = 0) -> Value:
        """Return the value of a number, of text or of a value."""
        if type(source) is Value:
            return source
        if isinstance(source, str):
            from farstar.values.notation import evaluate, parse

            return wrap(evaluate(parse(source), text=source))
        return wrap(number_handle(source))

    @classmethod
    def of(cls, left: Iterable[ValueLike] = (), right: Iterable[ValueLike] = ()) -> Value:
        """Return the value of the game with these options.

        Parameters
        ----------
        left, right : iterable of Value, int, Fraction or str
            The options, in any order, dominated and reversible ones included.

        Examples
        --------
        >>> fs.Value.of(left=[3], right=["{2|1}"])
        Value('{3||2|1}')
        >>> fs.Value.of(left=[0], right=[1])
        Value('1/2')
        """
        return wrap(state.engine.construct(_handles(left), _handles(right)))

    # Arithmetic and order, beyond what `Operators` has.

    def __pos__(self) -> Value:
        return self

    def __mul__(self, n: int) -> Value:
        if isinstance(n, Value):
            raise TypeError("expected an integer multiple: the product of two values is undefined")
        times = integer(n)
        return NotImplemented if times is None else wrap(operations.multiple(times, self._handle))

    __rmul__ = __mul__

    def compare(self, other: ValueLike) -> Relation:
        """Return how this value compares with `other`.

        Examples
        --------
        >>> str(fs.Value("^").compare(0)), str(fs.Value("^").compare("*"))
        ('>', '||')
        """
        g, h = self._handle, _handle(other)
        if g == h:
            return Relation.EQUAL
        if state.engine.geq(g, h):
            return Relation.GREATER
        return Relation.LESS if state.engine.geq(h, g) else Relation.CONFUSED

    def less_or_fuzzy(self, other: ValueLike) -> bool:
        """Return whether this value is less than or confused with `other`: not ``>=``.

        Left, moving second in ``self - other``, does not win.

        Examples
        --------
        >>> fs.Value("*").less_or_fuzzy(0), fs.Value("^").less_or_fuzzy(0)
        (True, False)
        """
        return not state.engine.geq(self._handle, _handle(other))

    def greater_or_fuzzy(self, other: ValueLike) -> bool:
        """Return whether this value is greater than or confused with `other`: not ``<=``.

        Examples
        --------
        >>> fs.Value("*").greater_or_fuzzy(0), fs.Value("v").greater_or_fuzzy(0)
        (True, False)
        """
        return not state.engine.geq(_handle(other), self._handle)

    def is_equal_to(self, other: ValueLike) -> bool:
        """Return whether this value equals `other`, which may be text.

        ``==`` does the same for values and numbers, and refuses text.

        Examples
        --------
        >>> fs.Value("{0|*}").is_equal_to("^"), fs.Value("^").is_equal_to(0)
        (True, False)
        """
        return self.compare(other) is Relation.EQUAL

    def is_confused_with(self, other: ValueLike) -> bool:
        """Return whether neither ``<=`` nor ``>=`` holds.

        Examples
        --------
        >>> fs.Value("{1|0}").is_confused_with(0), fs.Value("{1|0}").is_confused_with(1)
        (True, True)
        """
        return self.compare(other) is Relation.CONFUSED

    # The canonical form and what is read off it.

    @property
    def value(self) -> Value:
        """The value itself, so that values, positions and sums can be asked alike.

        Examples
        --------
        >>> fs.parse("^ + *").value
        Value('^*')
        """
        return self

    @property
    def left_options(self) -> tuple[Value, ...]:
        """The canonical Left options, in the order in which they are printed.

        Examples
        --------
        >>> fs.Value("{0,*|-1}").left_options
        (Value('0'), Value('*'))
        """
        return _sorted(state.engine.options(self._handle)[0])

    @property
    def right_options(self) -> tuple[Value, ...]:
        """The canonical Right options, in the order in which they are printed.

        Examples
        --------
        >>> fs.Value("^").right_options
        (Value('*'),)
        """
        return _sorted(state.engine.options(self._handle)[1])

    def options(self, player: Player | str | None = None) -> tuple[Value, ...]:
        """Return the canonical options of `player`; a nimber needs no player.

        Examples
        --------
        >>> fs.Value("{0,*|-1}").options(fs.Left), fs.Value("*2").options()
        ((Value('0'), Value('*')), (Value('0'), Value('*')))
        """
        return tuple(move.after for move in self.moves(player))

    def moves(self, player: Player | str | None = None) -> tuple[Move, ...]:
        """Return the moves of `player` in the canonical form.

        Examples
        --------
        >>> [str(move) for move in fs.Value("{0,*|-1}").moves(fs.Left)]
        ['Left: to 0', 'Left: to *']
        """
        from farstar.sums import Sum

        return tuple(move.move for move in Sum(self).moves(player))

    def winning_moves(
        self, player: Player | str | None = None, *, misere: bool = False
    ) -> tuple[Move, ...]:
        """Return the moves in the canonical form after which the opponent loses.

        Examples
        --------
        >>> [str(move) for move in fs.Value("{1,*|-1}").winning_moves(fs.Left)]
        ['Left: to 1']
        """
        from farstar.sums import Sum

        return tuple(move.move for move in Sum(self).winning_moves(player, misere=misere))

    def explain(self) -> Explanation:
        """Explain who wins, and why.

        Examples
        --------
        >>> print(fs.Value("{1|-1}").explain())
        +-1: the first player wins
        1. Value: +-1
        2. Outcome: the first player wins (N)
           - Left, moving first, wins by going to 1, which is > 0.
           - Right, moving first, wins by going to -1, which is < 0.
           - So the first player wins: the value is confused with 0.
        ...
        """
        from farstar.reports import value_explanation

        return value_explanation(self)

    def plot(self, **options: Any) -> Figure:
        """Draw the thermograph, or what the options of `farstar.plot` ask for.

        Examples
        --------
        >>> fs.Value("{9|3||1|-2}").plot().caption
        'Thermograph of {9|3||1|-2}: mean 11/4, temperature 13/4.'
        """
        from farstar.figures import plot

        return plot(self, **options)

    def followers(self) -> tuple[Value, ...]:
        """Return this value and all that can be reached from it, each once.

        The value itself comes first, the others in the order in which options are written.

        Raises
        ------
        BudgetExceeded
            If there are too many to be listed, as for a huge integer.

        Examples
        --------
        >>> fs.Value("^").followers()
        (Value('^'), Value('0'), Value('*'))
        """
        _, *others = operations.followers(self._handle)
        return (self, *_sorted(others))

    def cool(self, t: ValueLike) -> Value:
        """Return this game cooled by the dyadic number ``t > -1``.

        ``G_t`` is ``{G^L_t - t | G^R_t + t}`` up to the temperature of G, that one included, and
        the mean of G above it; an integer is never changed. So the stops of the cooled game are
        the walls of the thermograph at `t`, below 0 too, where numbers that are not integers
        become hot.

        Raises
        ------
        ValueError
            If `t` is not a dyadic number above -1.

        Examples
        --------
        >>> from fractions import Fraction
        >>> v = fs.Value("{1|-1}")
        >>> v.cool(Fraction(1, 2)), v.cool(1), v.cool(2)
        (Value('+-1/2'), Value('*'), Value('0'))
        >>> fs.Value("1/2").cool(Fraction(-3, 4))
        Value('{3/4|1/4}')
        """
        number = operations.number(_handle(t))
        if number is None or not operations.less((-1, 0), number):
            raise ValueError(f"expected a dyadic number above -1 to cool by, got {number_repr(t)}")
        return wrap(operations.cool(self._handle, number))

    def freeze(self) -> Value:
        """Return this game cooled by its own temperature; a number stays as it is.

        The result is the mean plus an infinitesimal, which tells who profits from the last move
        at that temperature.

        Examples
        --------
        >>> fs.Value("{3|0}").freeze(), fs.Value("{2||1|-1}").freeze()
        (Value('3/2*'), Value('1^'))
        """
        return wrap(operations.freeze(self._handle))

    def heat(self, t: ValueLike) -> Value:
        """Return this game heated by the number or game `t`.

        Numbers stay; any other canonical form becomes ``{t + heat(G^L) | -t + heat(G^R)}``.

        Examples
        --------
        >>> fs.Value("^").heat(1), fs.Value("{1|0}").heat(fs.Value("*"))
        (Value('{1||0|-2}'), Value('{1*|*}'))
        """
        return wrap(operations.heat(self._handle, _handle(t)))

    def overheat(self, s: ValueLike, t: ValueLike) -> Value:
        """Return this game overheated from `s` to `t`.

        An integer n becomes n copies of `s`; any other canonical form becomes
        ``{t + overheat(G^L) | -t + overheat(G^R)}``.

        Examples
        --------
        >>> fs.Value("1/2").overheat(1, 1), fs.Value("^").overheat(1, 1)
        (Value('{1|0}'), Value('{1||0|-2}'))
        """
        return wrap(operations.overheat(self._handle, _handle(s), _handle(t)))

    # Other operations.

    def atomic_weight(self) -> Value:
        """Return the atomic weight.

        Raises
        ------
        NotAtomicError
            If there is none; see `is_atomic`.

        Examples
        --------
        >>> fs.Value("^3*").atomic_weight(), fs.Value("{^^|v}").atomic_weight()
        (Value('3'), Value('1/2'))
        """
        return wrap(state.engine.atomic_weight(self._handle))

    def reduced(self) -> Value:
        """Return the reduced canonical form: the simplest game infinitesimally close to this.

        References
        ----------
        J. P. Grossman and A. N. Siegel, "Reductions of partizan games", Games of No Chance 3.

        Examples
        --------
        >>> fs.Value("{1,{2|0}|0}").reduced(), fs.Value("1/2^*").reduced()
        (Value('{1|0}'), Value('1/2'))
        """
        return wrap(operations.reduced(self._handle))

    def left_incentives(self) -> tuple[Value, ...]:
        """Return what Left gains by each move, ``G^L - G``, without the dominated ones.

        Examples
        --------
        >>> fs.Value("*3").left_incentives()
        (Value('*'), Value('*2'), Value('*3'))
        """
        return _sorted(operations.left_incentives(self._handle))

    def right_incentives(self) -> tuple[Value, ...]:
        """Return what Right gains by each move, ``G - G^R``, without the dominated ones.

        Examples
        --------
        >>> fs.Value("^").right_incentives()
        (Value('^*'),)
        """
        return _sorted(operations.right_incentives(self._handle))

    def incentives(self) -> tuple[Value, ...]:
        """Return the incentives of both players, without the dominated ones.

        Examples
        --------
        >>> fs.Value("{2|-2}").incentives()
        (Value('{4|0}'),)
        """
        g = self._handle
        both = [*operations.left_incentives(g), *operations.right_incentives(g)]
        return _sorted(operations.undominated(both))

    def ordinal_sum(self, other: ValueLike) -> Value:
        """Return the ordinal sum with base this value, in canonical form, and top `other`.

        A move in the base ends the top. The result depends on the form of the base.

        Examples
        --------
        >>> fs.Value("*").ordinal_sum(1), fs.Value(1).ordinal_sum(-1)
        (Value('^*'), Value('1/2'))
        """
        return wrap(operations.ordinal_sum(self._handle, _handle(other)))

    # Text and files are imported when first used: arithmetic needs neither.

    def __str__(self) -> str:
        from farstar.values import printing

        return printing.ascii_text(self._handle)

    def __repr__(self) -> str:
        try:
            return f"Value({str(self)!r})"
        except FarstarError:
            return f"<Value: {self._size()}, text too long>"

    def _size(self) -> str:
        try:
            from farstar._digits import to_text

            return f"{to_text(self.follower_count)} followers"
        except BudgetExceeded:
            return "too many followers to count"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def unicode(self) -> str:
        """Return the value in notation with arrows and stars.

        Examples
        --------
        >>> print(fs.Value("{^^*|v3}").unicode())
        {⇑∗|↓3}
        """
        from farstar.values import printing

        return printing.render(self._handle, printing.UNICODE)

    def latex(self, *, macros: bool = False) -> str:
        r"""Return the value in LaTeX for math mode.

        Parameters
        ----------
        macros : bool
            Use the macros of the package combgames-symbols; by default no package is needed.

        Examples
        --------
        >>> print(fs.Value("^").latex())
        {\uparrow}
        """
        from farstar.values import printing

        text = printing.render(self._handle, printing.MACROS if macros else printing.LATEX)
        return rf"\combgame{{{text}}}" if macros and r"\cgsl" in text else text

    def mathml(self) -> str:
        """Return the value in MathML, for browsers.

        Examples
        --------
        >>> print(fs.Value("-3/8*").mathml())
        <math><mo form="prefix">−</mo><mfrac><mn>3</mn><mn>8</mn></mfrac><mi>∗</mi></math>
        """
        from farstar.values import printing

        return f"<math>{printing.render(self._handle, printing.MATHML)}</math>"

    def _repr_latex_(self) -> str | None:
        try:
            return f"${self.latex()}$"
        except FarstarError:
            return None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the canonical form to the file `path`, as a graph in JSON.

        The file is never longer than a few numbers for each edge of the graph, however long the
        text of the value would be; it appears whole or not at all. `load` reads it.

        Examples
        --------
        >>> import farstar as fs, tempfile, os
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "value.json")
        ...     fs.Value("{3||2|1}").save(path)
        ...     fs.load(path)
        Value('{3||2|1}')
        """
        from farstar.values import _graph

        _graph.write(self._handle, path)

    def __reduce__(self) -> tuple[Any, tuple[tuple[_graph.Node, ...]]]:
        from farstar.values import _graph

        return _from_nodes, (_graph.to_nodes(self._handle),)


ValueLike: TypeAlias = "Value | int | Fraction | str"
"""What stands for a value: a Value, a number, or text in value notation."""

wrap: Callable[[Handle], Value] = Value._of


def _handle(source: ValueLike) -> Handle:
    return source._handle if type(source) is Value else Value(source)._handle


def _handles(options: Iterable[ValueLike]) -> list[Handle]:
    if isinstance(options, str):
        raise TypeError(f"expected a list of options, got the text {options!r}")
    return [g._handle if type(g) is Value else Value(g)._handle for g in options]


def _sorted(handles: Iterable[Handle]) -> tuple[Value, ...]:
    from farstar.values import order

    return tuple(map(wrap, order.sort_options(handles)))


def _from_nodes(nodes: tuple[_graph.Node, ...]) -> Value:
    from farstar.values import _graph

    return wrap(_graph.from_nodes(nodes))


def load(path: str | os.PathLike[str]) -> Value:
    """Return the value that `Value.save` wrote to the file `path`.

    Raises
    ------
    NotationError
        If the file is not a saved value; the message names the file and what is wrong.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import farstar as fs, tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "value.json")
    ...     fs.Value("^3*2").save(path)
    ...     fs.load(path)
    Value('^3*2')
    """
    from farstar.values import _graph

    return wrap(_graph.read(path))
