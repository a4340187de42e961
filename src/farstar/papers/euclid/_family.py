"""What Euclid and Grossman's game have in common, with any set of multipliers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from farstar._arguments import integer, shown
from farstar.errors import IllegalPositionError
from farstar.games.numbers import least, membership
from farstar.impartial.number_sets import Multipliers
from farstar.papers.euclid.explanations import quotients_of
from farstar.papers.euclid.serial_nim import MultiplierPosition, MultiplierRules, SerialNim
from farstar.papers.euclid.theory import (
    cone,
    continued_fractions,
    grossman,
    quotient_actions,
    restricted,
    trees,
)
from farstar.rules import Explanation
from farstar.rules.diagrams import Rectangle


class EuclidFamilyRules(MultiplierRules):
    """The rules of both games; a state is the pair of numbers, in the order given."""

    name = "EuclidFamily"
    count = 2

    least: ClassVar[int]
    """The least number that may occur: 0 for Euclid, 1 for Grossman's game."""

    form = "a,b, optionally followed by ; k=2, odd or {1,4}"

    def diagram(self, position: tuple[int, int]) -> Rectangle | None:
        """Return the rectangle with these sides; there is none with a side of 0."""
        small, large = self.key(position)
        return Rectangle(large, small) if small else None

    def notes(self, position: tuple[int, int]) -> list[str]:
        """Return the quotients."""
        small, large = self.key(position)
        return [quotients_of(large, small)] if small else []

    def details(self, position: tuple[int, int]) -> dict[str, Any]:
        """Return the continued fraction and the length of play, if they exist."""
        small, large = self.key(position)
        known: dict[str, Any] = {}
        if small:
            known["continued_fraction"] = list(continued_fractions.continued_fraction(large, small))
        if self.multipliers.kind == "all":
            pair = self.grossman_pair(position)
            known["length"] = restricted.length(*pair, self.multipliers.limit)
        return known

    def plain_rules(self, position: tuple[int, int]) -> Mapping[str, Any] | None:
        """Return the pair with its moves as arithmetic, if the multipliers can be written so."""
        ways = [membership(self.multipliers, times) for times in ("(b-k)//a", "(a-k)//b")]
        if None in ways:
            return None
        rules = [
            f"a, b -> (a, k) for k in range({self.least}, b) if 0 < a <= b and (b-k) % a == 0",
            f"a, b -> (k, b) for k in range({self.least}, a) if 0 < b < a and (a-k) % b == 0",
        ]
        rules = [
            f"{rule} and {way}" if way else rule for rule, way in zip(rules, ways, strict=True)
        ]
        return {"heaps": [list(position)], "left": rules, "right": rules}

    def check(self, position: Any) -> tuple[int, int]:
        """Return the pair if both numbers are integers and large enough."""
        if not isinstance(position, Sequence) or len(position) != 2:
            raise IllegalPositionError(f"expected a pair of numbers, got {shown(position)}")
        a, b = position
        return integer(a, self.least, "each number"), integer(b, self.least, "each number")

    def key(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return the pair with the smaller number first."""
        a, b = position
        return position if a <= b else (b, a)

    def legal(self, position: tuple[int, int]) -> Multipliers:
        """Return the multipliers that are legal in a position, as a description."""
        small, large = self.key(position)
        if not small:
            return Multipliers.of(())
        return self.multipliers.within((large - self.least) // small)

    def after(self, position: tuple[int, int], multiplier: int) -> tuple[int, int]:
        """Return the position after a move; the larger number stays in its place."""
        a, b = position
        return (a, b - multiplier * a) if a <= b else (a - multiplier * b, b)

    def further_pictures(self, position: tuple[int, int]) -> dict[str, str]:
        """Return the trees of fractions, if they show the way to the quotient."""
        from farstar.papers.euclid.figures import fits_the_trees

        if not min(position) or not fits_the_trees(*position):
            return {}
        return {
            "stern brocot": "In the Stern-Brocot tree",
            "calkin wilf": "In the Calkin-Wilf tree",
        }


class EuclidFamily(MultiplierPosition):
    """A position of Euclid or of Grossman's game: what both have in common."""

    __slots__ = ()
    _ruleset: EuclidFamilyRules
    _state: tuple[int, int]

    @property
    def a(self) -> int:
        """The first number."""
        return self._state[0]

    @property
    def b(self) -> int:
        """The second number."""
        return self._state[1]

    @property
    def small(self) -> int:
        """The smaller number."""
        return min(self.a, self.b)

    @property
    def large(self) -> int:
        """The larger number."""
        return max(self.a, self.b)

    @property
    def multipliers(self) -> Multipliers:
        """Which multiples of the smaller number may be subtracted."""
        return self._ruleset.multipliers

    @property
    def ends_in_zero(self) -> bool:
        """Whether a number may become 0."""
        return self._ruleset.least == 0

    # The continued fraction, and the row of heaps.

    @property
    def continued_fraction(self) -> tuple[int, ...]:
        """The quotients of the larger number by the smaller, in the short form.

        Examples
        --------
        >>> fs.Grossman(8, 11).continued_fraction
        (1, 2, 1, 2)
        """
        self._need_positive("a continued fraction")
        return continued_fractions.continued_fraction(self.large, self.small)

    @property
    def long_continued_fraction(self) -> tuple[int, ...]:
        """The quotients in the long form, which ends in 1.

        Examples
        --------
        >>> fs.Grossman(8, 11).long_continued_fraction
        (1, 2, 1, 1, 1)
        """
        return continued_fractions.long_form(self.continued_fraction)

    def convergents(self) -> Iterator[tuple[int, int]]:
        """Yield the convergents of the larger number by the smaller.

        Examples
        --------
        >>> list(fs.Grossman(8, 11).convergents())
        [(1, 1), (3, 2), (4, 3), (11, 8)]
        """
        return continued_fractions.convergents(self.continued_fraction)

    @property
    def heaps(self) -> tuple[int, ...]:
        """The equivalent row of Serial Nim.

        Examples
        --------
        >>> fs.Euclid(8, 11).heaps, fs.Grossman(8, 11).heaps
        ((1, 2, 1, 2), (1, 2, 1, 1))
        """
        return grossman.heaps(*self.grossman_pair)

    def serial_nim(self) -> SerialNim:
        """Return the row of Serial Nim that the position is.

        Examples
        --------
        >>> fs.Euclid(5, 13).serial_nim(), fs.Grossman(5, 13).serial_nim()
        (SerialNim(2, 1, 1, 2), SerialNim(2, 1, 1, 1))
        """
        return SerialNim(*self.heaps, takes=self.multipliers)

    # Moves.

    def after(self, multiplier: int) -> Self:
        """Return the position after subtracting `m` times the smaller number.

        Raises
        ------
        IllegalPositionError
            If the multiplier is not legal here.
        """
        m = integer(multiplier, 1, "the multiplier")
        if m not in self.legal_multipliers():
            raise IllegalPositionError(
                f"expected a multiplier among {self.legal_multipliers()}, got {shown(m)}"
            )
        return self._of(self._ruleset, self._ruleset.after(self._state, m))

    def legal_multipliers(self) -> Multipliers:
        """Return the multipliers that are legal here, as a description.

        Examples
        --------
        >>> fs.Euclid(1, 10**9).legal_multipliers()
        Multipliers.parse('k=1000000000')
        """
        return self._ruleset.legal(self._state)

    def winning_multipliers(self, *, misere: bool = False) -> Multipliers:
        """Return the multipliers that win, as a description that is always small.

        Examples
        --------
        >>> fs.Grossman(1, 10**9, multipliers=fs.odd).winning_multipliers()
        Multipliers.parse('odd<=999999999')
        """
        return self._ruleset.winning_multipliers(self._state, misere=misere)

    def multipliers_to_grundy(self, value: int) -> Multipliers:
        """Return the multipliers that lead to a position of Grundy value `value`.

        Examples
        --------
        >>> fs.Euclid(2, 9).multipliers_to_grundy(1)
        Multipliers.parse('{2}')
        """
        return self._ruleset.to_grundy(self._state, value)

    def line_of_play(self) -> Iterator[Self]:
        """Yield the positions of a game in which the winner plays to win.

        If several moves are equally good, or none is, the least multiplier is chosen.

        Examples
        --------
        >>> [(p.a, p.b) for p in fs.Grossman(9, 2).line_of_play()]
        [(9, 2), (3, 2), (1, 2), (1, 1)]
        """
        place = self
        while True:
            yield place
            chosen = least(place.winning_multipliers())
            if chosen is None:
                chosen = least(place.legal_multipliers())
            if chosen is None:
                return
            place = place.after(chosen)

    # The length of play.

    @property
    def length(self) -> int:
        """How many moves the game lasts when the winner plays to win (L, or L_k).

        Examples
        --------
        >>> fs.Grossman(2, 9).length, fs.Grossman(459, 2393, multipliers={1, 2}).length
        (3, 17)
        >>> fs.Grossman(459, 2393, multipliers={1, 4}).length
        13
        """
        return self._length(misere=False)

    @property
    def misere_length(self) -> int:
        """How many moves the misère game lasts when the winner plays to win."""
        return self._length(misere=True)

    def _length(self, *, misere: bool) -> int:
        allowed = self.multipliers
        if allowed.kind in ("set", "progressions", "odd") and 1 in allowed:
            # Here the loser can choose how long it takes, and delays.
            return quotient_actions.length(*self.grossman_pair, allowed, misere=misere)
        limit = self._limit("a length of play")
        return restricted.length(*self.grossman_pair, limit, misere=misere)

    @property
    def quotient_goals(self) -> tuple[quotient_actions.QuotientGoal, ...]:
        """What each quotient does to the rest and the winner's goal there, with any multipliers.

        Examples
        --------
        >>> [goal.action for goal in fs.Grossman(9, 31, multipliers={1, 4}).quotient_goals]
        ['turn', 'same', 'win']
        """
        return quotient_actions.goals(*self.grossman_pair, self.multipliers)

    @property
    def length_bounds(self) -> tuple[int, int]:
        """The bounds n + 1 and 2n + 1 of `length`, from the number of quotients alone.

        Examples
        --------
        >>> fs.Grossman(5, 13).length_bounds, fs.Grossman(5, 13).length
        ((4, 7), 5)
        """
        if not self.multipliers.is_unrestricted:
            raise IllegalPositionError(
                f"expected all multipliers for the bounds of the length, got {self.multipliers}"
            )
        return grossman.length_bounds(*self.grossman_pair)

    @property
    def reverse(self) -> Self:
        """The position whose quotients are these read backwards, the smaller number first.

        Examples
        --------
        >>> fs.Grossman(7, 18).reverse
        Grossman(5, 18)
        """
        self._need_positive("a reverse game")
        return self._of(self._ruleset, grossman.reverse(self.a, self.b))

    # Multipliers up to k.

    @property
    def reduced_sequence(self) -> tuple[int, ...]:
        """The ones and twos that decide the game with multipliers up to k.

        Examples
        --------
        >>> fs.Grossman(459, 2393, multipliers=fs.up_to(2)).reduced_sequence
        (2, 1, 1, 2, 2)
        """
        return restricted.reduced_sequence(*self.grossman_pair, self._k("a reduced sequence"))

    @property
    def goals(self) -> tuple[restricted.Goal, ...]:
        """The winner's goal at each quotient, with multipliers up to k.

        Examples
        --------
        >>> [goal.case for goal in fs.Grossman(6, 19, multipliers=fs.up_to(2)).goals]
        ['e', 'e']
        """
        return restricted.goals(*self.grossman_pair, self._k("goals"))

    # The plane and the trees.

    @property
    def in_cone(self) -> bool:
        """Whether the point lies strictly between the slopes 1/phi and phi.

        Examples
        --------
        >>> fs.Grossman(5, 8).in_cone, fs.Grossman(8, 13).in_cone
        (True, False)
        """
        self._need_positive("a place in the plane")
        return cone.contains(self.a, self.b)

    @property
    def direction(self) -> Literal["down", "left"] | None:
        """The direction of every move in the plane; None on the diagonal."""
        self._need_positive("a place in the plane")
        return cone.direction(self.a, self.b)

    @property
    def stern_brocot_path(self) -> trees.Path:
        """The way to larger/smaller in the Stern-Brocot tree; moves drop its first steps.

        Examples
        --------
        >>> fs.Grossman(9, 2).stern_brocot_path, fs.Grossman(3, 2).stern_brocot_path
        (Path.parse('R4L'), Path.parse('RL'))
        """
        self._need_positive("a place in the tree")
        return trees.stern_brocot_path(self.large, self.small)

    @property
    def calkin_wilf_path(self) -> trees.Path:
        """The way to larger/smaller in the Calkin-Wilf tree; moves climb without a turn.

        Examples
        --------
        >>> fs.Grossman(9, 2).calkin_wilf_path, fs.Grossman(3, 2).calkin_wilf_path
        (Path.parse('LR4'), Path.parse('LR'))
        """
        self._need_positive("a place in the tree")
        return trees.calkin_wilf_path(self.large, self.small)

    # Words.

    def explain(self) -> Explanation:
        """Explain who wins, and why: quotients, the theorem with numbers filled in, the moves."""
        from farstar.papers.euclid.explanations import explain

        return explain(self)

    def _need_positive(self, what: str) -> None:
        if not self.small:
            raise IllegalPositionError(f"expected two positive numbers for {what}, got {self}")

    def _limit(self, what: str) -> int | None:
        if self.multipliers.kind != "all":
            raise IllegalPositionError(
                f"expected all multipliers, or those up to k, for {what}, got {self.multipliers}"
            )
        return self.multipliers.limit

    def _k(self, what: str) -> int:
        limit = self.multipliers.limit
        if limit is None:
            raise IllegalPositionError(
                f"expected multipliers up to k for {what}, got {self.multipliers}"
            )
        return limit
