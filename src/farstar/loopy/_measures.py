"""What is read off a loopy game: degree, variety, stops, powers to on, and predicates."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from farstar._walk import settle
from farstar.errors import LoopyError
from farstar.loopy._graph import Graph, components, explored, short_values
from farstar.loopy._rendering import Shapes
from farstar.values import Form

if TYPE_CHECKING:
    from farstar.loopy._loopy import Loopy, LoopyLike

_Rank: TypeAlias = tuple[float | Fraction, int]
"""Where a pseudonumber stands in their order: x + over is (x, 1), on is (infinity, 0)."""


class Measures:
    """Operations on a loopy game that follow from sums and order."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def is_stopper(self) -> bool: ...
        @property
        def is_short(self) -> bool: ...
        @property
        def onside(self) -> Loopy: ...
        @property
        def offside(self) -> Loopy: ...
        def _sides(self) -> tuple[Graph, Graph]: ...
        def _needs_stopper(self, what: str) -> None: ...
        def upsum(self, other: LoopyLike) -> Loopy: ...
        def downsum(self, other: LoopyLike) -> Loopy: ...

    def _me(self) -> Loopy:
        me: Any = self
        game: Loopy = me
        return game

    # Degree and variety.

    def degree(self) -> Loopy:
        """Return the degree of loopiness, the onside of G - G; 0 for a short game.

        Examples
        --------
        >>> fs.Loopy("3/2under").degree(), fs.Loopy("upon").degree(), fs.Loopy("+-1").degree()
        (Loopy('over'), Loopy('^<on>'), Loopy('0'))
        """
        return self.upsum(-self._me())

    @property
    def is_idempotent(self) -> bool:
        """Whether G + G = G.

        Examples
        --------
        >>> fs.Loopy("over").is_idempotent, fs.Loopy("upon").is_idempotent
        (True, False)
        """
        me = self._me()
        return bool(me + me == me)

    def upsum_variety(self, degree: LoopyLike | None = None) -> Loopy:
        """Return the upsum variety relative to a degree, by default that of the game itself.

        Raises
        ------
        LoopyError
            If the degree is not idempotent.
        """
        d = self._idempotent(degree)
        me = self._me()
        return me.upsum((-me).downsum(-d))

    def downsum_variety(self, degree: LoopyLike | None = None) -> Loopy:
        """Return the downsum variety relative to a degree, by default that of the game itself."""
        d = self._idempotent(degree)
        me = self._me()
        return me.downsum((-me).upsum(d))

    def _idempotent(self, degree: LoopyLike | None) -> Loopy:
        me = self._me()
        d = me.degree() if degree is None else type(me)(degree)
        if not d.is_idempotent:
            raise LoopyError(f"expected a degree that is idempotent for a variety, got {d!r}")
        return d

    @property
    def is_stable(self) -> bool:
        """Whether both varieties exist and agree.

        Examples
        --------
        >>> fs.Loopy("upon").is_stable, fs.Loopy("{0|Tiny(on)}").is_stable
        (True, False)
        """
        d = self.degree()
        return d.is_idempotent and self.upsum_variety(d) == self.downsum_variety(d)

    def variety(self) -> Loopy:
        """Return the variety of a stable game.

        Raises
        ------
        LoopyError
            If the degree is not idempotent, or the game is not stable.

        Examples
        --------
        >>> fs.Loopy("3/2under").variety(), fs.Loopy("{over|under}").variety()
        (Loopy('under'), Loopy('+-over'))
        """
        d = self._idempotent(None)
        up, down = self.upsum_variety(d), self.downsum_variety(d)
        if up != down:
            raise LoopyError(
                f"expected a stable game for a variety, got {self!r} with the varieties "
                f"{up!r} and {down!r}"
            )
        return up

    # Stops.

    @property
    def is_pseudonumber(self) -> bool:
        """Whether it is a number x, x + over, x + under, on or off.

        Examples
        --------
        >>> [fs.Loopy(text).is_pseudonumber for text in ("1/2", "3over", "on", "*", "upon")]
        [True, True, True, False, False]
        """
        return self.is_stopper and 0 in _pseudonumbers(self._sides()[0])

    @property
    def left_stop(self) -> Loopy:
        """The pseudonumber at which play stops if Left begins; of a stopper.

        Examples
        --------
        >>> g = fs.Loopy("{5over|3under}")
        >>> g.left_stop, g.right_stop, g.strong_left_stop, g.strong_right_stop
        (Loopy('5over'), Loopy('3under'), Loopy('5'), Loopy('3'))
        """
        return self._stop(0)

    @property
    def right_stop(self) -> Loopy:
        """The pseudonumber at which play stops if Right begins; of a stopper."""
        return self._stop(1)

    @property
    def strong_left_stop(self) -> Loopy:
        """The Left stop, with over and under left out."""
        return _strong(self._stop(0))

    @property
    def strong_right_stop(self) -> Loopy:
        """The Right stop, with over and under left out."""
        return _strong(self._stop(1))

    def _stop(self, side: int) -> Loopy:
        self._needs_stopper("stop")
        graph = self._sides()[0]
        numbers = _pseudonumbers(graph)
        v = _stops(graph, numbers)[side]
        followers = self._me().followers()
        return followers[v]

    # Forms.

    def ordinal_sum(self, other: LoopyLike) -> Loopy:
        """Return the ordinal sum with this stopper, in canonical form, as base.

        Examples
        --------
        >>> fs.Loopy(1).ordinal_sum("off"), fs.Loopy("*").ordinal_sum("on")
        (Loopy('over'), Loopy('^[on]*'))
        """
        from farstar.loopy._loopy import Loopy, of_graphs

        self._needs_stopper("form that can be a base")
        base = self._sides()[0]
        return of_graphs(*(_ordinal(base, top) for top in Loopy(other)._sides()))

    def subordinate(self, base: LoopyLike | Form) -> Loopy | None:
        """Return the X with ``base:X`` equal to this stopper, or None if there is none.

        A base that is a form has the options that are written.

        Examples
        --------
        >>> fs.Loopy("over").subordinate(1), fs.Loopy("^[on]*").subordinate("*")
        (Loopy('off'), Loopy('on'))
        >>> fs.Loopy("upon").subordinate(fs.Form("{*|*}"))
        Loopy('on')
        """
        from farstar.loopy._loopy import Loopy, of_graphs

        self._needs_stopper("form that has a subordinate")
        me = self._me()
        if isinstance(base, Form):
            sides = tuple(
                tuple(Loopy(option.value) for option in options)
                for options in (base.left_options, base.right_options)
            )
        else:
            bottom = Loopy(base)
            bottom._needs_stopper("form that can be a base")
            sides = bottom.left_options, bottom.right_options
        followers = me.followers()
        graph = self._sides()[0]
        known = [{v for v, g in enumerate(followers) if g in options} for options in sides]

        def options(v: int) -> tuple[list[int], list[int]]:
            left, right = ([w for w in graph[v][i] if w not in known[i]] for i in (0, 1))
            return left, right

        top_graph = explored(0, options)[0]
        top = of_graphs(top_graph, top_graph)
        return top if _over_options(sides, top_graph) == me else None

    def pow_to_on(self) -> Loopy:
        """Return G to the arrow on, ``{pass|H}``, where G = {0|H}.

        Examples
        --------
        >>> fs.Loopy("^").pow_to_on(), fs.Loopy("^").pow_on()
        (Loopy('^[on]'), Loopy('^<on>'))
        """
        from farstar.loopy._loopy import of_graphs

        rows, h = self._right_of_zero()
        graph = explored(0, ((((0,), (h,)), *rows[1:])).__getitem__)[0]
        return of_graphs(graph, graph)

    def pow_on(self) -> Loopy:
        """Return G to the power on, ``{0 | H - G to the arrow on}``, where G = {0|H}."""
        me = self._me()
        self._right_of_zero()
        return type(me).of([0], [me.right_options[0] - self.pow_to_on()])

    def _right_of_zero(self) -> tuple[Graph, int]:
        self._needs_stopper("power")
        graph = self._sides()[0]
        left, right = graph[0]
        if len(left) != 1 or graph[left[0]] != ((), ()) or len(right) != 1:
            raise LoopyError(f"expected a game {{0|H}} for a power, got {self!r}")
        return graph, right[0]

    def tiny(self) -> Loopy:
        """Return tiny-G, ``{0||0|-G}``.

        Examples
        --------
        >>> fs.Loopy("on").tiny(), fs.Loopy("over").miny()
        (Loopy('Tiny(on)'), Loopy('Miny(over)'))
        """
        me = self._me()
        return type(me).of([0], [type(me).of([0], [-me])])

    def miny(self) -> Loopy:
        """Return miny-G, ``{G|0||0}``."""
        return -self.tiny()

    # Predicates.

    @property
    def is_plumtree(self) -> bool:
        """Whether the only loops are passes; False for a game that is not a stopper.

        Examples
        --------
        >>> fs.Loopy("upon").is_plumtree, fs.Loopy("a{0||||0|||a|*||*}").is_plumtree
        (True, False)
        >>> fs.Loopy("tis").is_plumtree
        False
        """
        if not self._me().is_stopper:
            return False
        edges = [left + right for left, right in self._sides()[0]]
        part = components(edges)
        return len(set(part)) == len(part)

    @property
    def is_infinitesimal(self) -> bool:
        """Whether it is less than every positive number and greater than every negative one.

        Examples
        --------
        >>> fs.Loopy("over").is_infinitesimal, fs.Loopy("on & 0").is_infinitesimal
        (True, False)
        """
        # over is the largest infinitesimal, under the smallest one.
        me = self._me()
        over = type(me)("over")
        return -over <= me <= over


def _strong(stop: Loopy) -> Loopy:
    """Return a stop without over and under."""
    if stop.is_short:
        return stop
    graph = stop._sides()[0]
    place = _pseudonumbers(graph)[0][0]
    return type(stop)(place) if isinstance(place, Fraction) else stop


def _pseudonumbers(graph: Graph) -> dict[int, _Rank]:
    """Return the vertices that are pseudonumbers, with their places in the order of these."""
    numbers = {v: g.mean for v, g in short_values(graph).items() if g.is_number}
    places: dict[int, _Rank] = {v: (x, 0) for v, x in numbers.items()}
    signs = {"over": 1, "under": -1}
    shapes = Shapes(graph, numbers, {})
    for v in range(len(graph)):
        shape = None if v in places else shapes.at(v)
        if shape is not None and shape.kind in ("on", "off"):
            places[v] = (float("inf" if shape.kind == "on" else "-inf"), 0)
        elif shape is not None and shape.kind in signs:
            places[v] = (shape.number, signs[shape.kind])
    return places


def _stops(graph: Graph, numbers: dict[int, _Rank]) -> tuple[int, int]:
    """Return the vertices at which play stops, if Left and if Right begins at vertex 0."""
    known: dict[tuple[int, int], int] = {(v, side): v for v in numbers for side in (0, 1)}

    def moves(at: tuple[int, int]) -> list[tuple[int, int]]:
        v, side = at
        return [(w, 1 - side) for w in graph[v][side]]

    def best(at: tuple[int, int], after: Sequence[tuple[int, int]]) -> int:
        choose = max if at[1] == 0 else min
        return choose((known[to] for to in after), key=numbers.__getitem__)

    # Alternating play in a stopper ends, so this does.
    return settle((0, 0), known, moves, best), settle((0, 1), known, moves, best)


def _over_options(sides: Sequence[Sequence[Loopy]], top: Graph) -> Loopy:
    """Return the ordinal sum of a form with these options and a graph."""
    from farstar.loopy._loopy import Loopy

    # A number would be a value; text that is no value names a vertex.
    names = [f"vertex {v}" for v in range(len(top))]
    moves = {
        names[v]: tuple(
            [*options, *(names[w] for w in targets)]
            for options, targets in zip(sides, row, strict=True)
        )
        for v, row in enumerate(top)
    }
    return Loopy.from_graph(moves, names[0])  # type: ignore[arg-type]


def _ordinal(base: Graph, top: Graph) -> Graph:
    """Return the ordinal sum of graphs: a move in the base ends the top."""

    def options(at: tuple[int, int]) -> tuple[list[Any], list[Any]]:
        v, w = at
        if v:
            left, right = ([(u + 1, 0) for u in base[v - 1][side]] for side in (0, 1))
            return left, right
        left, right = (
            [*((u + 1, 0) for u in base[0][side]), *((0, x) for x in top[w][side])]
            for side in (0, 1)
        )
        return left, right

    return explored((0, 0), options)[0]
