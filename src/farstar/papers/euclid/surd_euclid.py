"""Euclid with two numbers whose ratio is a quadratic surd, such as the golden ratio: a draw.

The rules are those of Euclid: a move subtracts a positive multiple of the smaller number from the
larger one, the result may not be negative, and whoever makes a 0 wins. If the ratio of the numbers
is rational, they are integers in a common unit, and the game is Euclid with these integers. If it
is irrational it stays so: nobody ever makes a 0, and play without end is a draw, in normal and in
misère play.

A position is a ratio, the larger number over the smaller one, since the unit does not matter. By a
theorem of Lagrange the continued fraction of a quadratic surd is periodic, so there are finitely
many positions, and play goes around in them. In Euclid with integers the player to move wins if
the ratio is above the golden ratio; with the golden ratio itself there is one position and one
move, from it to itself.

References
----------
.. [1] A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm and a winning strategy
   for it, Math. Gaz. 53 (1969) 354-357.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from farstar._arguments import shown
from farstar._outcome import Player
from farstar.errors import IllegalPositionError
from farstar.games.numbers import check_listable
from farstar.papers.euclid.euclid import Euclid
from farstar.papers.euclid.theory.continued_fractions import evaluate
from farstar.papers.euclid.theory.quadratic import Quadratic, periodic_continued_fraction
from farstar.rules import Field, ImpartialRuleset, Path, Position, Step, TextPart
from farstar.rules.diagrams import Rectangle

__all__ = ["SurdEuclid"]

_NUMBER = r"[-0-9+*/()sqrt ]{1,60}"
_DRAWN_QUOTIENTS = 6
_DRAWN_LARGEST = 30


class SurdEuclidRules(ImpartialRuleset):
    """The rules of Euclid for an irrational ratio; a state is the ratio, greater than 1."""

    name = "SurdEuclid"
    title = "Euclid with fractions and surds"
    how_to_play = (
        "A player subtracts a positive multiple of the smaller number from the larger one; no "
        "number may become negative. The player who makes a 0 wins, and play without end is a "
        "draw. The numbers may be fractions, or irrational, such as the golden ratio."
    )
    form = "a,b with numbers such as 3/2 or (1+sqrt(5))/2"
    template = "SurdEuclid({a},{b})"
    fields = {
        "a": Field("First number", "21/2", pattern=_NUMBER),
        "b": Field("Second number", "4", pattern=_NUMBER),
    }
    starts = {
        "SurdEuclid(21/2,4)": "N",
        "SurdEuclid((1+sqrt(5))/2,1)": "D",
        "SurdEuclid(sqrt(7),1)": "D",
    }
    theory = (
        "If the numbers have a common unit, they are integers in that unit, and the game is "
        "Euclid. If the ratio is irrational nobody can make a 0, so every position is a draw. "
        "Since the continued fraction of a quadratic surd is periodic, there are finitely many "
        "positions up to scale."
    )
    may_loop = True
    has_infinitesimal_values = False

    def check(self, position: Any) -> Quadratic:
        """Return the ratio if it is irrational and greater than 1."""
        if not isinstance(position, Quadratic) or position.is_rational or not position > 1:
            raise IllegalPositionError(
                f"expected an irrational ratio greater than 1, got {shown(position)}"
            )
        return position

    def moves(self, position: Quadratic) -> Iterator[Quadratic]:
        """Return the ratios after a move."""
        whole = int(position)
        check_listable(whole, "ratios")
        for k in range(1, whole + 1):
            rest = position - k
            yield rest if rest > 1 else Quadratic.of(1) / rest

    def moves_with_paths(self, position: Quadratic, player: Player) -> Iterator[Step]:
        """Return the moves, with the last square that each cuts off."""
        for k, after in enumerate(self.moves(position), 1):
            yield Step(after, ((k,),))

    def diagram(self, position: Quadratic) -> Rectangle | None:
        """Return a rectangle with nearly these sides, or None if it would be too long."""
        large, small = _convergent(position)
        return None if large > _DRAWN_LARGEST * small else Rectangle(large, small)

    def notes(self, position: Quadratic) -> list[str]:
        """Return the quotients, and the fraction that is drawn."""
        before, period = (
            ", ".join(map(str, part)) for part in periodic_continued_fraction(position)
        )
        beginning = f"{before}, then " if before else ""
        large, small = _convergent(position)
        return [
            f"{position} has the quotients {beginning}{period} again and again; drawn is "
            f"{large}/{small}"
        ]

    def label(self, player: Player, before: Quadratic, after: Quadratic, path: Path = ()) -> str:
        """Return the two ratios."""
        return f"{before} -> {after}"

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with these two numbers; one of Euclid if their ratio is rational."""
        part = TextPart(text)
        parts = part.split(",")
        if len(parts) != 2:
            raise part.fault(f"expected two numbers, got {len(parts)} of them")
        a, b = (_read_number(one) for one in parts)
        return part.placed(lambda: euclid_of(a, b))

    def text(self, position: Quadratic) -> str:
        """Return the ratio and 1."""
        return f"{position},1"


def _convergent(ratio: Quadratic) -> tuple[int, int]:
    """Return a fraction with the same first quotients."""
    before, period = periodic_continued_fraction(ratio)
    return evaluate([*before, *period * _DRAWN_QUOTIENTS][:_DRAWN_QUOTIENTS])


def _read_number(part: TextPart) -> Quadratic:
    return part.placed(lambda: Quadratic.parse(part.text))


_RULES = SurdEuclidRules()


def euclid_of(a: Quadratic, b: Quadratic) -> Position:
    """Return the position of Euclid with two positive numbers, in integers if there is a unit.

    Examples
    --------
    >>> euclid_of(Quadratic.of(Fraction(3, 2)), Quadratic.of(1))
    Euclid(3, 2)
    >>> euclid_of(Quadratic.parse("sqrt(8)"), Quadratic.parse("sqrt(2)"))
    Euclid(2, 1)
    >>> euclid_of(Quadratic.parse("sqrt(2)"), Quadratic.of(1))
    SurdEuclid('sqrt(2)', 1)
    """
    if a.sign < 0 or b.sign < 0:
        raise IllegalPositionError(f"expected numbers from 0 on, got {a} and {b}")
    if not a.sign or not b.sign:
        return Euclid(*(int(bool(x.sign)) for x in (a, b)))
    ratio = a / b
    if ratio.is_rational:
        return Euclid(ratio.rational.numerator, ratio.rational.denominator)
    return SurdEuclid(a, b)


class SurdEuclid(Position, rules=SurdEuclidRules):
    """Euclid with two positive numbers whose ratio is irrational; every position is a draw.

    Parameters
    ----------
    a, b : int, Fraction, Quadratic or str
        The numbers, in any order; text such as ``"(1+sqrt(5))/2"`` is read. Only their ratio
        matters.

    Raises
    ------
    IllegalPositionError
        If a number is not positive, or the ratio is rational: then use `Euclid` with integers.

    Examples
    --------
    >>> golden = fs.SurdEuclid("(1+sqrt(5))/2", 1)
    >>> str(golden.outcome), golden.loopy_value, [move.text for move in golden.moves()]
    ('D', Loopy('dud'), ['(1+sqrt(5))/2 -> (1+sqrt(5))/2'])
    >>> fs.SurdEuclid("sqrt(7)", 1).continued_fraction
    ((2,), (1, 1, 1, 4))
    >>> fs.parse("Euclid((1+sqrt(5))/2, 1)"), fs.parse("Euclid(3/2, 1)")
    (SurdEuclid('(1+sqrt(5))/2', 1), Euclid(3, 2))
    """

    __slots__ = ()
    _state: Quadratic

    def __init__(
        self, a: int | Fraction | Quadratic | str, b: int | Fraction | Quadratic | str
    ) -> None:
        x, y = _as_number(a), _as_number(b)
        if x.sign <= 0 or y.sign <= 0:
            raise IllegalPositionError(f"expected positive numbers, got {x} and {y}")
        ratio = x / y if x > y else y / x
        if ratio.is_rational:
            top, bottom = ratio.rational.as_integer_ratio()
            raise IllegalPositionError(
                f"expected an irrational ratio, got {ratio}: use Euclid({top}, {bottom})"
            )
        super().__init__(_RULES, ratio)

    @property
    def ratio(self) -> Quadratic:
        """The larger number over the smaller one."""
        return self._state

    @property
    def continued_fraction(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The quotients of the ratio before the period, and those of the period."""
        return periodic_continued_fraction(self.ratio)

    def __repr__(self) -> str:
        return f"SurdEuclid({str(self.ratio)!r}, 1)"


def _as_number(x: object) -> Quadratic:
    if isinstance(x, Quadratic):
        return x
    if isinstance(x, str):
        return Quadratic.parse(x)
    if isinstance(x, int | Fraction) and not isinstance(x, bool):
        return Quadratic.of(x)
    raise IllegalPositionError(f"expected an integer, a fraction or a surd, got {shown(x)}")
