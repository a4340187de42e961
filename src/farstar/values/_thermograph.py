"""Thermographs: two walls, exact and piecewise linear, and the lines of their pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, TypeAlias, final

from farstar import engine
from farstar._digits import to_text
from farstar._immutable import Immutable
from farstar.errors import MissingExtraError
from farstar.values._operators import fraction

_BOTTOM = Fraction(-1)

Line: TypeAlias = list[tuple[Fraction, Fraction]]
"""Corners, each a value and a temperature, from the lowest temperature up."""


def _text(x: Fraction) -> str:
    whole = to_text(x.numerator)
    return whole if x.denominator == 1 else f"{whole}/{to_text(x.denominator)}"


@final
class Wall(Immutable):
    """One wall of a thermograph, a piecewise linear function of the temperature t >= -1.

    Parameters
    ----------
    mast : int or Fraction
        The value above every critical temperature.
    critical_temperatures : iterable of int or Fraction
        Where the slope changes, from the top down.
    slopes : iterable of int
        Change of the value for one unit of rising temperature, from the mast (0) down; one more
        than there are critical temperatures.

    Examples
    --------
    >>> wall = fs.Value("{3|0}").thermograph().left_wall
    >>> wall(0), wall(1), wall(100)
    (Fraction(3, 1), Fraction(2, 1), Fraction(3, 2))
    >>> wall
    Wall(3/2, (3/2,), (0, -1))
    """

    __slots__ = ("critical_temperatures", "mast", "slopes")
    _noun = "wall"

    mast: Fraction
    critical_temperatures: tuple[Fraction, ...]
    slopes: tuple[int, ...]

    def __init__(
        self,
        mast: int | Fraction,
        critical_temperatures: Iterable[int | Fraction],
        slopes: Iterable[int],
    ) -> None:
        temperatures = tuple(map(Fraction, critical_temperatures))
        steps = tuple(slopes)
        if len(steps) != len(temperatures) + 1 or steps[0] != 0:
            raise ValueError(
                "expected one slope more than critical temperatures, the first of them 0, "
                f"got {steps!r}"
            )
        bounded = (*temperatures, _BOTTOM)
        if any(above <= below for above, below in pairwise(bounded)):
            raise ValueError(
                f"expected temperatures that fall from the top and stay above -1, got {bounded!r}"
            )
        set_ = object.__setattr__
        set_(self, "mast", Fraction(mast))
        set_(self, "critical_temperatures", temperatures)
        set_(self, "slopes", steps)

    def __call__(self, t: int | Fraction) -> Fraction:
        """Return the value of the wall at temperature `t`."""
        if t < -1:
            raise ValueError(f"expected a temperature of at least -1, got {t!r}")
        value = self.mast
        for slope, top, bottom in self._segments():
            if t >= top:
                break
            value -= slope * (top - max(bottom, Fraction(t)))
        return value

    def _segments(self) -> Iterable[tuple[int, Fraction, Fraction]]:
        bottoms = (*self.critical_temperatures[1:], _BOTTOM)
        return zip(self.slopes[1:], self.critical_temperatures, bottoms, strict=False)

    @property
    def vertices(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The corners as (value, temperature), from temperature -1 up to the mast.

        Examples
        --------
        >>> [tuple(map(str, corner)) for corner in fs.Value("*").thermograph().left_wall.vertices]
        [('1', '-1'), ('0', '0')]
        """
        value, corners = self.mast, []
        for slope, top, bottom in self._segments():
            corners.append((value, top))
            value -= slope * (top - bottom)
        corners.append((value, _BOTTOM))
        return tuple(reversed(corners))

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Wall) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Fraction, tuple[Fraction, ...], tuple[int, ...]]:
        return self.mast, self.critical_temperatures, self.slopes

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return Wall, self._key()

    def __repr__(self) -> str:
        inner = ", ".join(map(_text, self.critical_temperatures))
        comma = "," if len(self.critical_temperatures) == 1 else ""
        return f"Wall({_text(self.mast)}, ({inner}{comma}), {self.slopes})"

    def __str__(self) -> str:
        corners = (f"{_text(value)} at t={_text(t)}" for value, t in self.vertices)
        return ", ".join(corners) + ", then vertical"


@final
class Thermograph(Immutable):
    """The thermograph of a game: its stops after cooling, for every temperature t >= -1.

    Parameters
    ----------
    left_wall, right_wall : Wall
        They end in the same mast.

    Examples
    --------
    >>> thermograph = fs.Value("{3||2|1}").thermograph()
    >>> thermograph.mean, thermograph.temperature
    (Fraction(9, 4), Fraction(3, 4))
    >>> print(fs.Value("{2|-2}").thermograph())
    mean 0, temperature 2
    left wall: 3 at t=-1, 0 at t=2, then vertical
    right wall: -3 at t=-1, 0 at t=2, then vertical
    """

    __slots__ = ("left_wall", "right_wall")
    _noun = "thermograph"

    left_wall: Wall
    right_wall: Wall

    def __init__(self, left_wall: Wall, right_wall: Wall) -> None:
        if left_wall.mast != right_wall.mast:
            raise ValueError(
                f"expected walls with one mast, got {left_wall.mast!r} and {right_wall.mast!r}"
            )
        object.__setattr__(self, "left_wall", left_wall)
        object.__setattr__(self, "right_wall", right_wall)

    @property
    def mean(self) -> Fraction:
        """The value of the mast."""
        return self.left_wall.mast

    @property
    def temperature(self) -> Fraction:
        """Where the mast begins; -1 if it reaches all the way down (an integer)."""
        walls = (self.left_wall, self.right_wall)
        return max(
            (w.critical_temperatures[0] for w in walls if w.critical_temperatures), default=_BOTTOM
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Thermograph):
            return NotImplemented
        return (self.left_wall, self.right_wall) == (other.left_wall, other.right_wall)

    def __hash__(self) -> int:
        return hash((self.left_wall, self.right_wall))

    def _repr_svg_(self) -> str | None:
        from farstar.figures import plot

        try:
            return plot(self).svg()
        except MissingExtraError:
            return None

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return Thermograph, (self.left_wall, self.right_wall)

    def __repr__(self) -> str:
        return f"Thermograph({self.left_wall!r}, {self.right_wall!r})"

    def __str__(self) -> str:
        return (
            f"mean {_text(self.mean)}, temperature {_text(self.temperature)}\n"
            f"left wall: {self.left_wall}\nright wall: {self.right_wall}"
        )


def of_handle(g: engine.Handle) -> Thermograph:
    """Return the thermograph of `g`."""
    left, right = engine.state.engine.thermograph(g)
    return Thermograph(_wall(left), _wall(right))


def _wall(wall: engine.Wall) -> Wall:
    mast, temperatures, slopes = wall
    return Wall(fraction(mast), map(fraction, temperatures), slopes)


# The geometry of pictures: every renderer draws these lines.


class Outline(NamedTuple):
    """The lines of a thermograph that a picture shows from some temperature up."""

    bottom: Fraction
    """The lowest temperature of the picture."""

    foot: Fraction
    """Where the mast begins: at the temperature of the game, or at the bottom."""

    left: Line
    """The Left wall below the mast."""

    right: Line
    """The Right wall below the mast."""


def outline(graph: Thermograph, bottom: Fraction | None = None) -> Outline:
    """Return the lines of a thermograph; by default a picture begins at `lowest`.

    Examples
    --------
    >>> lines = outline(fs.Value("{3|1}").thermograph())
    >>> str(lines.foot), [tuple(map(str, corner)) for corner in lines.left]
    ('1', [('3', '0'), ('2', '1')])
    """
    low = lowest([graph]) if bottom is None else bottom
    foot = max(low, graph.temperature)
    left, right = (wall_line(wall, low, foot) for wall in (graph.left_wall, graph.right_wall))
    return Outline(low, foot, left, right)


def lowest(graphs: Sequence[Thermograph]) -> Fraction:
    """Return where a picture begins: at 0 if all games are hot, else at -1."""
    return Fraction(0) if all(graph.temperature > 0 for graph in graphs) else _BOTTOM


def wall_line(wall: Wall, bottom: Fraction, top: Fraction) -> Line:
    """Return the corners of a wall between two temperatures."""
    between = (t for t in reversed(wall.critical_temperatures) if bottom < t < top)
    return [(wall(t), t) for t in dict.fromkeys((bottom, *between, top))]
