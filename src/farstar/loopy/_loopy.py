"""The public type of loopy games."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, NoReturn, TypeAlias, final

from farstar._equality import no_order, refuse_equality
from farstar._immutable import Immutable
from farstar._outcome import Relation
from farstar.errors import LoopyError
from farstar.loopy import _graph
from farstar.loopy._graph import Graph, charge, short_values
from farstar.loopy._measures import Measures
from farstar.loopy._rendering import Writing
from farstar.loopy._sides import canonical, offsides, onsides
from farstar.loopy.order import Why, at_least, outcome, strategy
from farstar.loopy.outcomes import LoopyOutcome
from farstar.values import Value


@final
class Loopy(Measures, Writing, Immutable):
    """The value of a game in which play may go on for ever; infinite play is a draw.

    It is held by its two sides: the *onside* counts a draw as a win of Left, the *offside* as one
    of Right. Mostly both are *stoppers*, games in which alternating play always ends, and these
    have canonical forms. Where both are the same stopper, that is the game; otherwise it is
    written ``S & T``. Some games have a side that is not a stopper: such a value can be added and
    compared, and has no canonical form.

    A value without a loop equals the `Value` of that game, and mixes with it in sums.

    Parameters
    ----------
    source : str, Value, int, Fraction or Loopy
        Text in value notation with ``on``, ``off``, ``over``, ``under``, ``upon``, ``dud``,
        ``tis``, ``tisn``, ``pass``, names before braces and ``S & T``; or a short value.

    Examples
    --------
    >>> fs.Loopy("on") + fs.Loopy("off")
    Loopy('dud')
    >>> fs.Loopy("a{0|a}") == fs.Loopy("over"), fs.Loopy("over") < fs.Value("1/1024")
    (True, True)
    >>> fs.Loopy("{pass|*}") + fs.Value("*")
    Loopy('^[on]*')
    """

    __slots__ = ("_graphs", "_hash", "_short")
    _noun = "loopy game"

    _graphs: tuple[Graph, Graph] | None
    _hash: int
    _short: Value | None

    def __new__(cls, source: LoopyLike = 0) -> Loopy:
        """Return the loopy game of text, of a number or of a value."""
        if type(source) is Loopy:
            return source
        if isinstance(source, str):
            from farstar.loopy.evaluation import read

            return read(source)
        return _of_value(source if type(source) is Value else Value(source))

    # Constructors.

    @classmethod
    def of(cls, left: Iterable[LoopyLike] = (), right: Iterable[LoopyLike] = ()) -> Loopy:
        """Return the game with these options.

        Examples
        --------
        >>> fs.Loopy.of(["on"], ["off"])
        Loopy('+-on')
        """
        lefts, rights = ([Loopy(g)._sides() for g in side] for side in (left, right))
        return of_graphs(
            *(_graph.with_options([g[i] for g in lefts], [g[i] for g in rights]) for i in (0, 1))
        )

    @classmethod
    def from_graph(
        cls,
        moves: Mapping[Any, tuple[Iterable[Any], Iterable[Any]]],
        start: Hashable,
    ) -> Loopy:
        """Return the game on a graph.

        Parameters
        ----------
        moves : mapping
            For each vertex the vertices that Left, and those that Right can move to. What is not
            a key of the mapping is read as a value.
        start : hashable
            The vertex where play begins.

        Examples
        --------
        >>> fs.Loopy.from_graph({"a": ([0], ["a"])}, "a")
        Loopy('over')
        >>> fs.Loopy.from_graph({"A": ([0], "D"), "B": ("A", []), "C": ("A", "B"),
        ...                      "D": ("C", [])}, "C")
        Loopy('3/2 & v')
        """
        if start not in moves:
            raise LoopyError(f"expected the start among the vertices, got {start!r}")
        sides = []
        for side in (0, 1):
            place = {vertex: i for i, vertex in enumerate(moves)}
            rows: list[_graph.Row] = [((), ())] * len(moves)

            def at(target: Any, side: int = side, rows: Any = rows, place: Any = place) -> int:
                if target not in place:
                    place[target] = _graph.append(rows, Loopy(target)._sides()[side])
                number: int = place[target]
                return number

            for i, (left, right) in enumerate(moves.values()):
                rows[i] = (tuple(map(at, left)), tuple(map(at, right)))
            sides.append(_graph.trimmed(rows, place[start]))
        return of_graphs(*sides)

    @classmethod
    def from_sides(cls, on: LoopyLike, off: LoopyLike) -> Loopy:
        """Return ``S & T``: the game with the onside of `on` and the offside of `off`.

        Raises
        ------
        LoopyError
            If the onside is not at least the offside.

        Examples
        --------
        >>> fs.Loopy.from_sides(1, 0) == fs.Loopy("tis")
        True
        """
        s, t = Loopy(on)._sides()[0], Loopy(off)._sides()[1]
        both = _graph.is_stopper(s) and _graph.is_stopper(t)
        if both and not at_least(s, t, "stoppers"):
            raise LoopyError(f"expected an onside that is at least the offside, got {on} & {off}")
        return of_sides(s, t)

    def _sides(self) -> tuple[Graph, Graph]:
        """Return the graphs of the onside and of the offside; those of a stopper are one."""
        if self._graphs is None:
            assert self._short is not None
            graph = _graph.labelled(_graph.of_handle(self._short._handle))
            _set_graphs(self, (graph, graph))
        assert self._graphs is not None
        return self._graphs

    # Kinds of games.

    @property
    def is_short(self) -> bool:
        """Whether there is no loop: the game equals a `Value`."""
        return self._short is not None

    @property
    def is_stopper(self) -> bool:
        """Whether it equals a stopper, and so has a canonical form and options."""
        if self._short is not None:
            return True
        on, off = self._sides()
        return on == off and _graph.is_stopper(on)

    @property
    def is_stopper_sided(self) -> bool:
        """Whether both sides equal stoppers."""
        return self._short is not None or all(map(_graph.is_stopper, self._sides()))

    @property
    def value(self) -> Value:
        """The short value.

        Raises
        ------
        LoopyError
            If there is a loop.
        """
        if self._short is None:
            raise LoopyError(f"expected a game without a loop, got {self!r}")
        return self._short

    @property
    def onside(self) -> Loopy:
        """The game with infinite play counted as a win of Left.

        Examples
        --------
        >>> fs.Loopy("tis").onside, fs.Loopy("tis").offside
        (Loopy('1'), Loopy('0'))
        """
        return self if self.is_stopper else self._one_side(0)

    @property
    def offside(self) -> Loopy:
        """The game with infinite play counted as a win of Right."""
        return self if self.is_stopper else self._one_side(1)

    def _one_side(self, side: int) -> Loopy:
        graph = self._sides()[side]
        if not _graph.is_stopper(graph):
            name = ("onside", "offside")[side]
            raise LoopyError(f"expected a game whose {name} is a stopper, got {self!r}")
        return of_sides(graph, graph)

    def graph(self) -> Graph:
        """Return the canonical form as rows: where Left and where Right can move, from vertex 0.

        Raises
        ------
        LoopyError
            If the game is not a stopper.

        Examples
        --------
        >>> fs.Loopy("over").graph()
        (((1,), (0,)), ((), ()))
        """
        self._needs_stopper("canonical form")
        return self._sides()[0]

    def _needs_stopper(self, what: str) -> None:
        if not self.is_stopper:
            raise LoopyError(f"expected a stopper, got {self!r}: only stoppers have a {what}")

    @property
    def left_options(self) -> tuple[Loopy, ...]:
        """The canonical Left options of a stopper.

        Examples
        --------
        >>> fs.Loopy("^[on]*").left_options
        (Loopy('0'), Loopy('^[on]*'))
        """
        return self._options(0)

    @property
    def right_options(self) -> tuple[Loopy, ...]:
        """The canonical Right options of a stopper."""
        return self._options(1)

    def _options(self, side: int) -> tuple[Loopy, ...]:
        self._needs_stopper("canonical form with options")
        graph = self._sides()[0]
        return tuple(_follower(graph, w) for w in graph[0][side])

    def followers(self) -> tuple[Loopy, ...]:
        """Return this stopper and all that can be reached from it, each once.

        Examples
        --------
        >>> fs.Loopy("over").followers()
        (Loopy('over'), Loopy('0'))
        """
        self._needs_stopper("canonical form with followers")
        graph = self._sides()[0]
        return tuple(_follower(graph, v) for v in range(len(graph)))

    @property
    def follower_count(self) -> int:
        """The number of positions of the canonical form of a stopper."""
        self._needs_stopper("canonical form with followers")
        return len(self._sides()[0])

    # Arithmetic.

    def __add__(self, other: Loopy | Value | int | Fraction) -> Loopy:
        h = _operand(other)
        if h is None:
            return NotImplemented
        if self._short is not None and h._short is not None:
            return _of_value(self._short + h._short)
        g_sides, h_sides = self._sides(), h._sides()
        on = _graph.total(g_sides[0], h_sides[0])
        one = g_sides[0] == g_sides[1] and h_sides[0] == h_sides[1]
        return of_graphs(on, on if one else _graph.total(g_sides[1], h_sides[1]))

    __radd__ = __add__

    def __neg__(self) -> Loopy:
        if self._short is not None:
            return _of_value(-self._short)
        on, off = self._sides()
        return of_sides(*(_relabelled(_graph.negative(side)) for side in (off, on)))

    def __pos__(self) -> Loopy:
        return self

    def __sub__(self, other: Loopy | Value | int | Fraction) -> Loopy:
        h = _operand(other)
        return NotImplemented if h is None else self + -h

    def __rsub__(self, other: Value | int | Fraction) -> Loopy:
        h = _operand(other)
        return NotImplemented if h is None else h + -self

    def __mul__(self, n: int) -> Loopy:
        if type(n) is not int:
            return NotImplemented
        base, count, result = (self if n >= 0 else -self), abs(n), _of_value(Value(0))
        while count:
            charge(1)
            if count & 1:
                result = result + base
            count >>= 1
            base = base + base if count else base
        return result

    __rmul__ = __mul__

    def upsum(self, other: LoopyLike) -> Loopy:
        """Return the onside of the sum of the onsides.

        Examples
        --------
        >>> fs.Loopy("upon").upsum("^<on>"), fs.Loopy("upon").downsum("^<on>")
        (Loopy('{0|^<on>*}'), Loopy('^[on]'))
        """
        return (self.onside + Loopy(other).onside).onside

    def downsum(self, other: LoopyLike) -> Loopy:
        """Return the offside of the sum of the offsides."""
        return (self.offside + Loopy(other).offside).offside

    # Order.

    def __ge__(self, other: Loopy | Value | int | Fraction) -> bool:
        h = _operand(other)
        if h is None:
            return no_order(">=", other, "game")
        return _at_least(self, h)

    def __le__(self, other: Loopy | Value | int | Fraction) -> bool:
        h = _operand(other)
        if h is None:
            return no_order("<=", other, "game")
        return _at_least(h, self)

    def __gt__(self, other: Loopy | Value | int | Fraction) -> bool:
        h = _operand(other)
        if h is None:
            return no_order(">", other, "game")
        return _at_least(self, h) and not _at_least(h, self)

    def __lt__(self, other: Loopy | Value | int | Fraction) -> bool:
        h = _operand(other)
        if h is None:
            return no_order("<", other, "game")
        return _at_least(h, self) and not _at_least(self, h)

    def __eq__(self, other: object) -> bool:
        h = _operand(other)
        if h is None:
            if isinstance(other, str | float):
                raise refuse_equality("a game or an exact number", other, "game.is_equal_to({})")
            return NotImplemented
        if self._short is not None or h._short is not None:
            return self._short == h._short
        if self.is_stopper_sided and h.is_stopper_sided:
            return self._sides() == h._sides()
        return _at_least(self, h) and _at_least(h, self)

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            _set_hash(self, self._compute_hash())
            return self._hash

    def _compute_hash(self) -> int:
        if self._short is not None:
            return hash(self._short)
        # Equal games that have no canonical form may have different graphs.
        return hash(self._sides()) if self.is_stopper_sided else hash(Loopy)

    def __bool__(self) -> bool:
        return self._short is None or bool(self._short)

    def compare(self, other: LoopyLike) -> Relation:
        """Return how this game compares with `other`.

        Examples
        --------
        >>> str(fs.Loopy("upon").compare("^^")), str(fs.Loopy("upon").compare("*"))
        ('<', '||')
        """
        h = Loopy(other)
        if _at_least(self, h):
            return Relation.EQUAL if _at_least(h, self) else Relation.GREATER
        return Relation.LESS if _at_least(h, self) else Relation.CONFUSED

    def is_equal_to(self, other: LoopyLike) -> bool:
        """Return whether this game equals `other`, which may be text; ``==`` refuses text.

        Examples
        --------
        >>> fs.Loopy("over").is_equal_to("a{0|a}"), fs.Loopy("upon").is_equal_to("^")
        (True, False)
        """
        return self.compare(other) is Relation.EQUAL

    def is_confused_with(self, other: LoopyLike) -> bool:
        """Return whether neither ``<=`` nor ``>=`` holds."""
        return self.compare(other) is Relation.CONFUSED

    def why(self, other: LoopyLike = 0) -> Why:
        """Return a strategy that proves ``self >= other``, or one that refutes it.

        Examples
        --------
        >>> proof = fs.Loopy("over").why("upon")
        >>> proof.holds, proof.check()
        (True, True)
        """
        h = Loopy(other)
        (on, off), (h_on, h_off) = self._sides(), h._sides()
        if self.is_stopper and h.is_stopper:
            return Why((strategy(on, h_on, "stoppers"),))
        return Why((strategy(on, h_on, "on"), strategy(off, h_off, "off")))

    @property
    def outcome(self) -> LoopyOutcome:
        """Who wins: one of nine classes.

        Examples
        --------
        >>> str(fs.Loopy("upon - upon").outcome), str(fs.Loopy("{0|{dud|},*}").outcome)
        ('D', 'N^')
        """
        on, off = self._sides()
        return LoopyOutcome.of_sides(outcome(on, "on"), outcome(off, "off"))

    # Refused.

    def thermograph(self) -> NoReturn:
        """Raise `LoopyError`: a loopy game has no thermograph here."""
        raise LoopyError(f"expected a game without a loop for a thermograph, got {self!r}")

    def atomic_weight(self) -> NoReturn:
        """Raise `LoopyError`: a loopy game has no atomic weight."""
        raise LoopyError(f"expected a game without a loop for an atomic weight, got {self!r}")

    @property
    def mean(self) -> NoReturn:
        """Raises `LoopyError`: a loopy game has no mean here."""
        raise LoopyError(f"expected a game without a loop for a mean, got {self!r}")

    @property
    def temperature(self) -> NoReturn:
        """Raises `LoopyError`: a loopy game has no temperature here."""
        raise LoopyError(f"expected a game without a loop for a temperature, got {self!r}")

    # Keeping.

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        if self._short is not None:
            return Loopy, (self._short,)
        return of_sides, self._sides()


LoopyLike: TypeAlias = Loopy | Value | int | Fraction | str
"""What stands for a loopy game: one, a value, a number, or text in notation."""

_set_graphs = Loopy.__dict__["_graphs"].__set__
_set_hash = Loopy.__dict__["_hash"].__set__
_set_short = Loopy.__dict__["_short"].__set__


def _of_value(value: Value) -> Loopy:
    game = object.__new__(Loopy)
    _set_short(game, value)
    _set_graphs(game, None)
    return game


def of_sides(on: Graph, off: Graph) -> Loopy:
    """Return the game with these sides, each a canonical stopper or reduced as far as possible."""
    game = object.__new__(Loopy)
    short = short_values(on).get(0) if on == off else None
    _set_short(game, short)
    _set_graphs(game, (on, off))
    return game


def of_graphs(on: Graph, off: Graph) -> Loopy:
    """Return the game whose onside is that of one graph and whose offside is that of another.

    For a game on a graph both are that graph.
    """
    if on == off and _graph.is_stopper(on):
        form = canonical(on)[0]
        return of_sides(form, form)
    return of_sides(onsides(on)[0], offsides(off)[0])


def _relabelled(graph: Graph) -> Graph:
    """Return a side after its players were exchanged, numbered as canonical forms are."""
    return _graph.labelled(graph) if _graph.is_stopper(graph) else graph


def _follower(graph: Graph, v: int) -> Loopy:
    form = _graph.labelled(_graph.trimmed(graph, v))
    return of_sides(form, form)


def _operand(other: object) -> Loopy | None:
    """Return the other side of an operator; None if it is not a game."""
    if type(other) is Loopy:
        return other
    if type(other) is Value:
        return _of_value(other)
    if isinstance(other, int | Fraction) and not isinstance(other, bool):
        denominator = other.denominator
        return None if denominator & (denominator - 1) else _of_value(Value(other))
    return None


def _at_least(g: Loopy, h: Loopy) -> bool:
    if g._short is not None and h._short is not None:
        return g._short >= h._short
    (on, off), (h_on, h_off) = g._sides(), h._sides()
    if g.is_stopper and h.is_stopper:
        return at_least(on, h_on, "stoppers")
    return at_least(on, h_on, "on") and at_least(off, h_off, "off")
