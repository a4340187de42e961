"""Euclid and Grossman's game, with all multipliers or with a given set of them.

*Euclid* (Cole and Davie). A position is a pair of numbers that are not negative. A move subtracts
a positive multiple of the smaller number from the larger one; the result may be 0 but not
negative. Whoever makes a 0 wins: at ``(0, b)`` there is no move, and a player who cannot move
loses.

*Grossman's game* is the same on positive numbers, but the result must stay positive. At ``(a, a)``
there is no move. Several papers call this game Euclid.

With ``multipliers`` the multiple must belong to a set: ``{1, 2}``, ``up_to(k)``, ``odd``, or the
numbers that pass a test. In misère play a player who cannot move wins.

References
----------
.. [1] A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm and a winning strategy
   for it, Math. Gaz. 53 (1969) 354-357.
.. [2] T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003) 310-320.
.. [3] G. Nivasch, The Sprague-Grundy function of the game Euclid, Discrete Math. 306 (2006).
.. [4] G. Cairns, N. B. Ho, T. Lengyel, The Sprague-Grundy function of the real game Euclid,
   Discrete Math. 311 (2011).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from farstar.errors import IllegalPositionError
from farstar.games.numbers import shared_rules, single
from farstar.impartial.number_sets import Multipliers, MultipliersLike, as_multipliers
from farstar.papers.euclid._family import EuclidFamily, EuclidFamilyRules
from farstar.papers.euclid.serial_nim import CHOICES
from farstar.papers.euclid.theory import euclid, grossman
from farstar.rules import Field, Position

__all__ = ["Euclid", "Grossman"]

_Ways = Mapping[str, Callable[[int, int], int]]


class EuclidRules(EuclidFamilyRules):
    """The rules of Euclid."""

    name = "Euclid"
    how_to_play = (
        "A player subtracts a positive multiple of the smaller number from the larger one; no "
        "number may become negative. The player who makes a 0 wins."
    )
    template = "Euclid({a},{b})"
    fields = {"a": Field("First number", "21"), "b": Field("Second number", "8")}
    starts = {"Euclid(21,8)": "N", "Euclid(34,20)": "N"}
    theory = (
        "The player to move wins exactly if the larger number is more than phi times the smaller, "
        "or equal to it, where phi is the golden ratio; the continued fraction gives the Grundy "
        "value."
    )
    least = 0

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with two numbers, which may be fractions and surds in one root."""
        if "/" not in text and "sqrt" not in text:
            return super().read(text)
        from farstar.papers.euclid.surd_euclid import SurdEuclidRules

        return SurdEuclidRules.read(text)

    def grossman_pair(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return the position of Grossman's game that has the same moves throughout."""
        return euclid.grossman_twin(*position)

    def closed_grundy(self, position: tuple[int, int]) -> int:
        """Return the Grundy value by theory."""
        if self.multipliers.is_unrestricted:
            return euclid.grundy(*position)
        return super().closed_grundy(position)

    def wins(self, position: tuple[int, int], *, misere: bool) -> bool:
        """Return by theory whether the player to move wins."""
        if self.multipliers.is_unrestricted:
            return euclid.wins(*position, misere=misere)
        return super().wins(position, misere=misere)

    def winning_multipliers(self, position: tuple[int, int], *, misere: bool) -> Multipliers:
        """Return by theory the multipliers that win."""
        if not self.multipliers.is_unrestricted:
            return super().winning_multipliers(position, misere=misere)
        return single(euclid.winning_multiplier(*position, misere=misere))


class GrossmanRules(EuclidFamilyRules):
    """The rules of Grossman's game."""

    name = "Grossman"
    title = "Grossman's game"
    how_to_play = (
        "A player subtracts a positive multiple of the smaller number from the larger one; both "
        "numbers must stay positive. A player who cannot move loses."
    )
    template = "Grossman({a},{b}{multipliers})"
    fields = {
        "a": Field("First number", "31"),
        "b": Field("Second number", "9"),
        "multipliers": Field("Multipliers", "; k=2", choices=CHOICES),
    }
    starts = {"Grossman(31,9)": "N", "Grossman(459,2393; k=2)": "N"}
    theory = (
        "The continued fraction decides who wins, even if only some multiples may be subtracted; "
        "optimal lengths are known for multipliers up to k."
    )
    least = 1

    def grossman_pair(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return the position itself, the smaller number first."""
        return self.key(position)


class Euclid(EuclidFamily, rules=EuclidRules):
    """A position of Euclid, the game of Cole and Davie that ends in a 0.

    Parameters
    ----------
    a, b : int
        The two numbers, in any order, not negative.
    multipliers : optional
        Which multiples of the smaller number may be subtracted: None for all, a set of positive
        integers, ``up_to(k)``, ``odd``, a function that says which, or text such as ``"k=2"``.

    Raises
    ------
    IllegalPositionError
        If a number is negative or not an integer, or no multiplier is allowed.

    Examples
    --------
    >>> g = fs.Euclid(9, 2)
    >>> g.grundy, str(g.outcome), g.continued_fraction, g.length
    (4, 'N', (4, 2), 3)
    >>> [str(move) for move in g.winning_moves(fs.Left)]
    ['Left: (9,2) -> (3,2)']
    >>> fs.Euclid(9, 2, multipliers={1, 2}).grundy
    0
    """

    batch = "farstar.papers.euclid.bulk:EUCLID"

    __slots__ = ()

    def __init__(self, a: int, b: int, *, multipliers: MultipliersLike = None) -> None:
        super().__init__(shared_rules(EuclidRules, as_multipliers(multipliers)), (a, b))

    @property
    def index(self) -> int:
        """The index I of Theorem 1: the largest i with a0 = ... = a(i-1) <= ai.

        Examples
        --------
        >>> fs.Euclid(12, 29).index
        3
        """
        self._need_positive("an index")
        return euclid.index(self.a, self.b)

    @property
    def twin(self) -> Grossman:
        """The position of Grossman's game with the same moves throughout (Theorem 2).

        Examples
        --------
        >>> fs.Euclid(3, 7).twin
        Grossman(4, 9)
        """
        return Grossman(*self.grossman_pair, multipliers=self.multipliers)

    def grundy_by(self, way: str) -> int:
        """Return the Grundy value by the given method.

        Parameters
        ----------
        way : str
            ``"theorem-1"`` (the index I), ``"corollary"`` (an exact comparison with an irrational
            number), ``"theorem-2"`` (the twin), ``"theorem-3"`` (Grossman's game corrected) or
            ``"search"``.

        Examples
        --------
        >>> ways = ("theorem-1", "corollary", "theorem-2", "theorem-3", "search")
        >>> [fs.Euclid(3, 7).grundy_by(way) for way in ways]
        [1, 1, 1, 1, 1]
        """
        return _grundy_by(self, way, _EUCLID_WAYS)


class Grossman(EuclidFamily, rules=GrossmanRules):
    """A position of Grossman's game, which ends when the numbers are equal.

    Parameters
    ----------
    a, b : int
        The two positive numbers, in any order.
    multipliers : optional
        Which multiples of the smaller number may be subtracted, as for `Euclid`.

    Raises
    ------
    IllegalPositionError
        If a number is not a positive integer, or no multiplier is allowed.

    Examples
    --------
    >>> g = fs.Grossman(459, 2393, multipliers=fs.up_to(2))
    >>> str(g.outcome), g.reduced_sequence, g.length
    ('N', (2, 1, 1, 2, 2), 17)
    >>> [move.text for move in g.winning_moves()]
    ['(459,2393) -> (459,1934)']
    """

    batch = "farstar.papers.euclid.bulk:GROSSMAN"

    __slots__ = ()

    def __init__(self, a: int, b: int, *, multipliers: MultipliersLike = None) -> None:
        super().__init__(shared_rules(GrossmanRules, as_multipliers(multipliers)), (a, b))

    def grundy_by(self, way: str) -> int:
        """Return the Grundy value by the given method.

        Parameters
        ----------
        way : str
            ``"nivasch"`` (his formula), ``"serial-nim"`` (the quotients) or ``"search"``.

        Examples
        --------
        >>> [fs.Grossman(3, 7).grundy_by(way) for way in ("nivasch", "serial-nim", "search")]
        [1, 1, 1]
        """
        return _grundy_by(self, way, _GROSSMAN_WAYS)


_EUCLID_WAYS: _Ways = {
    "theorem-1": euclid.grundy,
    "corollary": euclid.grundy_by_ratio,
    "theorem-2": euclid.grundy_by_twin,
    "theorem-3": euclid.grundy_by_grossman,
}

_GROSSMAN_WAYS: _Ways = {
    "nivasch": grossman.grundy,
    "serial-nim": grossman.grundy_by_quotients,
}


def _grundy_by(position: EuclidFamily, way: str, ways: _Ways) -> int:
    if way == "search":
        return position.search_grundy()
    if way not in ways:
        known = ", ".join([*ways, "search"])
        raise IllegalPositionError(f"expected one of the ways {known}, got {way!r}")
    if not position.multipliers.is_unrestricted:
        raise IllegalPositionError(
            f"expected all multipliers for {way}, got {position.multipliers}: use grundy or search"
        )
    return ways[way](position.a, position.b)
