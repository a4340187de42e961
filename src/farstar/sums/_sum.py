"""Sums of positions and values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

from farstar._arguments import as_index
from farstar._immutable import Immutable
from farstar._outcome import Outcome, Player
from farstar.errors import BudgetExceeded, LoopyError
from farstar.formulas import MarkedText, source_of
from farstar.rules import Explanation, Move, Position, Valued, who_moves
from farstar.sums._solver import Solver
from farstar.sums._strategies import nim_sum
from farstar.sums._term import (
    Term,
    as_position,
    as_value,
    make_room,
    may_loop,
    total,
    unordered,
    without_zeros,
    written,
)
from farstar.sums._verdict import Verdict
from farstar.sums.choosing import Chooser
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.loopy import Loopy
    from farstar.loopy.outcomes import LoopyNimber
    from farstar.misere import MisereValue
    from farstar.sums._advice import ThermalAdvice

MAX_TERMS = 100_000
"""Largest number of terms."""

_SMALL = 8
"""Grundy values that are tried if there are too many moves to list."""


@dataclass(frozen=True, slots=True, repr=False)
class SumMove(Move):
    """A move in one component of a sum."""

    component: int
    """The place of the component among the terms."""

    move: Move
    """The move in the component itself; in a negative component it is the other player's."""


@final
class Sum(Valued, Immutable):
    """A disjunctive sum of positions, of any games, and values.

    Every term remains separate, values too, since a player can move in each; only values of zero
    are left out. Sums are equal if they have the same terms in any order; `is_equal_to` and
    `compare` compare their values.

    Parameters
    ----------
    *components : Position, Sum, Value, Loopy, int or Fraction
        The terms. If play may go on for ever in one of them, the outcome may be a draw.

    Examples
    --------
    >>> class Nim(fs.ImpartialRuleset):
    ...     def moves(self, n):
    ...         return range(n)
    >>> s = Nim()(2) - Nim()(3) + 1
    >>> s
    Nim()(2) - Nim()(3) + Value('1')
    >>> s.value, str(s.outcome)
    (Value('1*'), 'L')
    """

    __slots__ = ("_terms",)
    _noun = "sum"

    _terms: tuple[Term, ...]

    def __init__(self, *components: Position | Sum | Value | Loopy | int) -> None:
        terms: list[Term] = []
        for component in components:
            component_terms = _terms_of(component)
            if component_terms is None:
                raise TypeError(
                    f"expected a Position, a Sum, a Value or a Loopy, got {component!r}"
                )
            terms += component_terms
        _set_terms(self, _kept(terms))

    @property
    def terms(self) -> tuple[Term, ...]:
        """The components with their signs."""
        return self._terms

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sum):
            self._refuse_equality(other)
            return NotImplemented
        return self._terms == other._terms or unordered(self._terms) == unordered(other._terms)

    def __hash__(self) -> int:
        return hash(unordered(self._terms))

    def __str__(self) -> str:
        return written(self._terms)

    def __repr__(self) -> str:
        terms = self._terms
        if not terms:
            return "Sum()"
        if len(terms) == 1 and terms[0].sign > 0:
            return f"Sum({terms[0].component!r})"
        first, *others = terms
        head = f"{'-' if first.sign < 0 else ''}{first.component!r}"
        if isinstance(first.component, Value) and isinstance(others[0].component, Value):
            # Two values alone would be added.
            head = f"Sum({head})"
        return head + "".join(
            f" {'-' if term.sign < 0 else '+'} {term.component!r}" for term in others
        )

    def __reduce__(self) -> tuple[Any, tuple[tuple[Term, ...]]]:
        return of_terms, (self._terms,)

    # Who wins.

    @property
    def is_impartial(self) -> bool:
        """Whether every component is impartial."""
        return all(term.is_impartial for term in self._terms)

    @property
    def may_loop(self) -> bool:
        """Whether play may go on for ever in a component, as far as its rules tell.

        Such a component does not cancel against its negative, and the outcome may be a draw.

        Examples
        --------
        >>> g = fs.BackslidingToadsAndFrogs("TTT..FFF")
        >>> (g - g).may_loop, str((g - g).outcome)
        (True, 'D')
        """
        return may_loop(self._terms)

    @property
    def grundy(self) -> int:
        """The Grundy value of a sum of impartial components: their nim-sum."""
        if not (self.may_loop and self.is_impartial):
            return nim_sum(self._terms)
        nimber = self.loopy_grundy
        if nimber.size is None:
            raise LoopyError(f"expected a sum with a finite Grundy value, got {nimber}")
        return nimber.size

    @property
    def loopy_grundy(self) -> LoopyNimber:
        """The Grundy value of a sum of impartial components in which play may go on for ever."""
        from farstar.sums._loops import loopy_nim_sum

        if not self.is_impartial:
            raise TypeError(f"expected impartial components for a Grundy value, got {self}")
        return loopy_nim_sum(self._terms)

    def decide(self) -> Verdict:
        """Return who wins the sum, by which method, and what it cost.

        Cheap methods come first: cancelling G + (-G), the nim-sum, closed outcomes, the theory of
        the game, intervals of ups and stars; then, with the values, stops, thermographs and atomic
        weights. What remains is searched, and components are added where that is cheap. If a
        component may loop, the values are added as loopy values, and the verdict may be a draw.

        Raises
        ------
        Undecided
            If the budget runs out first; its `verdict` is what is known. It is a `BudgetExceeded`.

        Examples
        --------
        >>> verdict = (fs.PartizanEuclid(11, 8) + fs.PartizanEuclid(4, 3)).decide()
        >>> str(verdict)
        'N, by intervals'
        """
        return Solver().decide(self._terms)

    @property
    def outcome(self) -> Outcome:
        """Who wins the sum; if a component may loop, one of the classes of `LoopyOutcome`.

        Examples
        --------
        >>> over = fs.Sum(fs.Loopy("over"))
        >>> str((over - over).outcome), str((over + fs.star(2)).outcome)
        ('D', 'L')
        """
        return Chooser().outcome(self)

    def search_outcome(self) -> Outcome:
        """Return who wins by brute force on the sum as a whole."""
        return self._as_position().search_outcome()

    @property
    def misere_outcome(self) -> Outcome:
        """Who wins under misère play, by search on the sum as a whole.

        Values are played as their canonical forms. Where play may go on for ever, infinite play is
        a draw, as under normal play.
        """
        return self._as_position().misere_outcome

    @property
    def misere_value(self) -> MisereValue:
        """The canonical form under misère play of a sum of impartial games.

        Examples
        --------
        >>> (fs.Kayles(4) + fs.Nim(2) + fs.Value("*2")).misere_value
        MisereValue('*[2[21]]')
        """
        from farstar.misere import MisereValue

        components = (MisereValue.of(term.component) for term in self._terms)
        return sum(components, MisereValue(0))

    @property
    def value(self) -> Value:
        """The value: the sum of the values of the components.

        Raises
        ------
        LoopyError
            If a component may loop and the sum does not equal a short game; see `loopy_value`.
        """
        return self.loopy_value.value if self.may_loop else total(self._terms)

    @property
    def loopy_value(self) -> Loopy:
        """The value of a sum in which play may go on for ever.

        Examples
        --------
        >>> (fs.BackslidingToadsAndFrogs("TT.F") - fs.BackslidingToadsAndFrogs("TT.F")).loopy_value
        Loopy('dud')
        """
        from farstar.sums._loops import loopy_total

        return loopy_total(self._terms)

    @property
    def mean(self) -> Fraction:
        """The mean: the sum of the means of the components.

        Examples
        --------
        >>> (fs.GeographyA(0, 40, 3) - fs.GeographyA(9, 30, 2)).mean
        Fraction(-4194243, 524288)
        """
        if self.may_loop:
            return self.value.mean
        return sum((term.sign * term.component.mean for term in self._terms), Fraction(0))

    @property
    def temperature(self) -> Fraction:
        """The temperature.

        If one component is hotter than all others it is its temperature; otherwise the value is
        needed.
        """
        if self.may_loop:
            return self.value.temperature
        hottest = sorted((term.component.temperature for term in self._terms), reverse=True)
        if hottest and hottest[0] >= 0 and (len(hottest) == 1 or hottest[1] < hottest[0]):
            return hottest[0]
        return self.value.temperature

    def search_value(self) -> Value:
        """Return the value by brute force on the sum as a whole."""
        return self._as_position().search_value()

    def _as_position(self) -> Position:
        """Return the sum as one position, for brute force."""
        make_room()
        return as_position(self._terms)

    # Moves.

    def options(self, player: Player | str | None = None) -> tuple[Sum, ...]:
        """Return the sums that `player` can move to, each once."""
        return tuple(dict.fromkeys(move.after for move in self.moves(player)))

    def moves(self, player: Player | str | None = None) -> tuple[SumMove, ...]:
        """Return the moves of `player`, component by component.

        Examples
        --------
        >>> class Nim(fs.ImpartialRuleset):
        ...     def moves(self, n):
        ...         return range(n)
        >>> [str(move) for move in (Nim()(1) + fs.Value("^")).moves(fs.Right)]
        ['Right: in Nim(1): to 0', 'Right: in ^: to *']
        """
        who = self._player(player)
        return tuple(move for place in range(len(self._terms)) for move in self._in(place, who))

    def winning_moves(
        self, player: Player | str | None = None, *, misere: bool = False
    ) -> tuple[SumMove, ...]:
        """Return every move after which the opponent, moving first, loses.

        Examples
        --------
        >>> total = fs.PartizanEuclid(12, 7) + fs.PartizanEuclid(7, 5) + fs.Value("^")
        >>> [str(move) for move in total.winning_moves(fs.Right)]
        ['Right: in E(7,5): (7,5) -> (5,3)']
        """
        return Chooser(misere=misere).winning_moves(self, self._player(player))

    def drawing_moves(
        self, player: Player | str | None = None, *, misere: bool = False
    ) -> tuple[SumMove, ...]:
        """Return the moves by which `player` can force a draw, but no more.

        Such moves exist only where play may go on for ever.

        Examples
        --------
        >>> total = fs.Sum(fs.Loopy("on"), fs.Loopy("off"))
        >>> [str(move) for move in total.drawing_moves(fs.Left)]
        ['Left: in on: to on']
        """
        return Chooser(misere=misere).drawing_moves(self, self._player(player))

    def best_move(
        self, player: Player | str | None = None, *, misere: bool = False
    ) -> SumMove | None:
        """Return a winning move, or else the one that makes the opponent's task hardest.

        It is the first winning move, or else the first that draws. If all moves lose, it is the
        one after which the smallest share of the opponent's answers wins; among several such moves
        the one that leaves most answers, and then the first. It is None if there is no move.

        Examples
        --------
        >>> total = fs.GeographyA(3, 2, 1) - fs.GeographyA(3, 1, 2)
        >>> str(total.outcome), total.best_move(fs.Left).text
        ('L', 'in A(3,2,1): A(3,2,1) -> B(3,1,2)')
        """
        who = self._player(player)
        chooser = Chooser(misere=misere)
        winning = chooser.winning_move(self, who)
        if winning is not None:
            return winning
        if chooser.result(self, who) == "draw":
            return chooser.drawing_moves(self, who)[0]
        losing = list(chooser.hardest(self.moves(who)))
        return losing[-1] if losing else None

    def thermal_advice(
        self,
        player: Player,
        *,
        answer_to: int | None = None,
        ambient: Fraction | int | None = None,
    ) -> ThermalAdvice:
        """Return the temperature of each component, and the moves of Hotstrat and Sentestrat.

        Parameters
        ----------
        player : Player
            Who moves.
        answer_to : int, optional
            The place of the component in which the opponent has just moved, for Sentestrat.
        ambient : Fraction or int, optional
            The ambient temperature: the lowest at which the game has been played so far.

        Examples
        --------
        >>> total = fs.GeographyA(3, 2, 1) + fs.GeographyA(0, 5, 0) - 3
        >>> advice = total.thermal_advice(fs.Right)
        >>> [(c.component, str(c.mean), str(c.temperature)) for c in advice.climates]
        [(1, '5/8', '5/8'), (0, '5/2', '1/2'), (2, '-3', '-1')]
        >>> advice.suggestions[0].move.text, advice.suggestions[0].is_heuristic
        ('in A(0,5,0): A(0,5,0) -> B(1,4,0)', True)
        """
        from farstar.sums._advice import thermal_advice

        if answer_to is not None and not 0 <= answer_to < len(self._terms):
            raise ValueError(
                f"expected a component from 0 to {len(self._terms) - 1}, got {answer_to!r}"
            )
        bound = None if ambient is None else Fraction(ambient)
        return thermal_advice(self, self._player(player), answer_to, bound)

    def _player(self, player: Player | str | None) -> Player:
        return who_moves(player, impartial=player is None and self.is_impartial)

    def _in(self, place: int, player: Player) -> tuple[SumMove, ...]:
        """Return the moves of `player` in one component."""
        return self._lifted(place, player, self._terms[place].own_moves(player))

    def _known_in(self, place: int, player: Player) -> tuple[SumMove, ...]:
        """Return the moves of `player` in one component, or some of them if there are too many.

        In an impartial component these are moves to small Grundy values, one for each.
        """
        try:
            return self._in(place, player)
        except BudgetExceeded:
            term = self._terms[place]
            owner = player if term.sign > 0 else -player
            component = term.component
            if isinstance(component, Position) and has_first_moves(component, owner):
                return self._lifted(place, player, component.some_moves(owner))
            if not term.is_impartial:
                raise
            candidates = (term.moves_to_grundy(player, grundy)[:1] for grundy in range(_SMALL))
            return self._lifted(place, player, [move for moves in candidates for move in moves])

    def _lifted(self, place: int, player: Player, moves: Iterable[Move]) -> tuple[SumMove, ...]:
        """Return moves of one component as moves of the sum."""
        term = self._terms[place]
        return tuple(
            SumMove(
                player,
                MarkedText(f"in `{'-' if term.sign < 0 else ''}{term}`: {source_of(move.text)}"),
                self,
                of_terms(self._replaced(place, term.after(move))),
                place,
                move,
            )
            for move in moves
        )

    def _replaced(self, place: int, term: Term) -> tuple[Term, ...]:
        return (*self._terms[:place], term, *self._terms[place + 1 :])

    def latex(self) -> str:
        r"""Return how the sum is written in LaTeX, for math mode.

        Examples
        --------
        >>> print((fs.PartizanEuclid(11, 8) - fs.Nim(3) + fs.Value("^")).latex())
        \mathrm{E}(11,8) - \mathrm{Nim}(3) + {\uparrow}
        """
        text = ""
        for term in self._terms:
            inner = term.component.latex()
            if isinstance(term.component, Value) and (term.sign < 0 or inner.startswith("-")):
                inner = rf"\left({inner}\right)"
            sign = "-" if term.sign < 0 else "+"
            text += f" {sign} {inner}" if text else inner if term.sign > 0 else f"-{inner}"
        return text or "0"

    def _repr_html_(self) -> str | None:
        from farstar.sums._notebook import html

        return html(self._terms)

    def explain(self) -> Explanation:
        """Explain who wins, and why."""
        from farstar.sums.explaining import explain

        return explain(self)


_set_terms = Sum.__dict__["_terms"].__set__


def of_terms(terms: tuple[Term, ...]) -> Sum:
    """Return the sum of these terms."""
    total = object.__new__(Sum)
    _set_terms(total, _kept(terms))
    return total


def has_first_moves(position: Position, player: Player) -> bool:
    """Return whether a position with too many moves to list gives the first of them."""
    return position.ruleset.first_moves(position.state, player) is not None


def some_moves(total: Sum, player: Player) -> tuple[SumMove, ...]:
    """Return the moves of `player`, or some of them if there are too many to list."""
    places = range(len(total.terms))
    return tuple(move for place in places for move in total._known_in(place, player))


def plus(g: Valued, sign: int, other: object) -> Any:
    """Return ``g + other`` or ``g - other``; NotImplemented for what cannot be added."""
    mine, its = _terms_of(g), _terms_of(other)
    if mine is None or its is None:
        return NotImplemented
    return of_terms((*mine, *(its if sign > 0 else [-term for term in its])))


def times(n: object, g: Valued) -> Any:
    """Return `n` copies of `g`."""
    count = None if isinstance(n, bool) else as_index(n)
    if count is None:
        return NotImplemented
    terms = _terms_of(g) or []
    if abs(count) * len(terms) > MAX_TERMS:
        raise BudgetExceeded(f"expected a sum of at most {MAX_TERMS} terms, got more")
    return of_terms(tuple(term if count > 0 else -term for term in terms) * abs(count))


def _terms_of(x: object) -> list[Term] | None:
    if isinstance(x, Position):
        return [Term(1, x)]
    if isinstance(x, Sum):
        return list(x._terms)
    value = as_value(x)
    if value is not None:
        return [Term(1, value)]
    # Sums of short games do not import loopy ones.
    from farstar.sums.loopy_forms import terms_of_loopy

    return terms_of_loopy(x)


def _kept(terms: Sequence[Term]) -> tuple[Term, ...]:
    """Return the terms without values of zero."""
    if len(terms) > MAX_TERMS:
        raise BudgetExceeded(f"expected a sum of at most {MAX_TERMS} terms, got {len(terms)}")
    return without_zeros(terms)
