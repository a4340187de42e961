"""Expressions as games to be played: positions, and sums whose terms stay separate.

Values that are added become one, which is right under normal play. But moves are easier to
read in the terms that were typed, and under misère play the forms matter.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from farstar import engine
from farstar._arguments import clip
from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import BudgetExceeded
from farstar.expressions import Expression, Game
from farstar.rules import Position, Ruleset, Step
from farstar.rules.diagrams import Heaps
from farstar.sums import Sum, SumMove, Term, of_terms, written
from farstar.sums.choosing import Chooser
from farstar.values import Value


class CanonicalForms(Ruleset):
    """Play in canonical forms; a state is a value."""

    name: ClassVar[str] = "Form"

    def left(self, position: Value) -> Iterable[Hashable]:
        """Return the Left options of the canonical form."""
        return _steps(position, position.left_options)

    def right(self, position: Value) -> Iterable[Hashable]:
        """Return the Right options of the canonical form."""
        return _steps(position, position.right_options)

    def diagram(self, position: Value) -> Heaps | None:
        """Return a nimber as a heap; other values have no picture."""
        if position.is_zero or not position.is_nimber:
            return None
        return Heaps((int(position.birthday),))

    def closed_form(self, position: Value) -> Value:
        """Return the value itself."""
        return position

    def closed_outcome(self, position: Value) -> Outcome:
        """Return the outcome of the value."""
        return position.outcome

    def text(self, position: Value) -> str:
        """Return the value in notation, or shortened if that is too long."""
        return component_text(position)


class CanonicalForm(Position, rules=CanonicalForms):
    """The canonical form of a value, as a position that is written like the value."""

    __slots__ = ()

    def __str__(self) -> str:
        text = self.ruleset.text(self.state)
        return f"({text})" if text[0] in "+-" else text


def _steps(value: Value, options: Sequence[Value]) -> Iterable[Hashable]:
    """Return the options; in a nimber the k-th of them takes all counters from number k on."""
    if not value.is_nimber:
        return options
    return [Step(option, ((0, size),)) for size, option in enumerate(options, 1)]


_FORMS = CanonicalForms()


def canonical_form(value: Value) -> Position:
    """Return a value as a position, to be played as its canonical form."""
    return _FORMS(value)


def as_position(game: Position | Value) -> Position:
    """Return a value as the position that is its canonical form; a position is returned as is.

    Examples
    --------
    >>> str(as_position(Value("*2"))), as_position(Value("*2")).diagram()
    ('*2', Heaps(sizes=(2,), only_first=False))
    """
    return canonical_form(game) if isinstance(game, Value) else game


def signed_components(game: Position | Sum | Value) -> list[tuple[int, Position | Value]]:
    """Return the positions and values of which a game consists, with their signs.

    Examples
    --------
    >>> [(sign, str(component)) for sign, component in signed_components(fs.parse("*2 - E(5,3)"))]
    [(1, '*2'), (-1, 'E(5,3)')]
    """
    return [(t.sign, t.component) for t in game.terms] if isinstance(game, Sum) else [(1, game)]


def components(game: Position | Sum | Value) -> list[Position | Value]:
    """Return the positions and values of which a game consists."""
    return [component for _, component in signed_components(game)]


def component_text(component: Position | Value) -> str:
    """Return the text of a component, abbreviated if it is too long."""
    try:
        return str(component)
    except BudgetExceeded:
        return repr(component)


def is_finished(component: Position | Value) -> bool:
    """Return whether nobody can move in a component; False if there are too many moves to list."""
    if isinstance(component, Value):
        return component.is_zero
    try:
        return not component.moves(Left) and not component.moves(Right)
    except BudgetExceeded:
        return False


def is_impartial(game: object) -> bool:
    """Return whether both players have the same moves in a game and in all its followers.

    Examples
    --------
    >>> is_impartial(Value("*2")), is_impartial(Value("^")), is_impartial(fs.Nim(2))
    (True, False, True)
    """
    if isinstance(game, Position) and isinstance(game.state, Value):
        game = game.state
    if isinstance(game, Value):
        return game.is_nimber
    return isinstance(game, Position | Sum) and game.is_impartial


def unfolded(expression: Expression) -> Position | Sum:
    """Return the game of an expression with its values kept separate, term by term.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> g = unfolded(read("*2 + *2"))
    >>> str(g), str(g.misere_outcome), str(fs.Value("*2 + *2").misere_outcome)
    ('*2 + *2', 'P', 'N')
    """
    game = expression.game
    if isinstance(game, Position | Sum):
        return game
    if len(expression.terms) > 1:
        return Sum(*(term.game for term in expression.terms))
    if isinstance(game, Value):
        return canonical_form(game)
    from farstar.sums.loopy_forms import loopy_form

    return loopy_form(game)


# Sums as they were typed: the terms, the moves in each, and what they leave.

MOST_SUMMANDS = 12
MOST_MOVES = 200

LONGEST_NAME = 48

Speller = Callable[[Value], str]

T = TypeVar("T")


def spell(value: Value, *, unicode: bool = False) -> str | None:
    """Return the text of a value, or None if it is too long."""
    try:
        return value.unicode() if unicode else str(value)
    except BudgetExceeded:
        if engine.is_out_of_time():
            raise
        return None


@dataclass(frozen=True)
class TypedTerm:
    """A term as it was typed, and the terms of the sum that it contributes."""

    expression: str
    value: Value
    terms: tuple[Term, ...]
    """None for a zero, several for the negative of a sum."""
    place: int
    """Where its terms begin among those of the sum."""

    def is_moved_in(self, move: SumMove) -> bool:
        """Return whether a move is one in this summand."""
        return 0 <= move.component - self.place < len(self.terms)

    def after(self, move: SumMove, spell: Callable[[Value], T]) -> T | str:
        """Return the summand after a move; `spell` writes a value."""
        terms = list(self.terms)
        terms[move.component - self.place] = _moved(move)
        only = terms[0].component
        return spell(only) if len(terms) == 1 and isinstance(only, Value) else written((*terms,))


def summands_of(terms: Sequence[Expression]) -> tuple[TypedTerm, ...]:
    """Return the terms of a sum, or nothing if there are too many to check all their moves."""
    if not 1 < len(terms) <= MOST_SUMMANDS:
        return ()
    summands: list[TypedTerm] = []
    for term in terms:
        place = summands[-1].place + len(summands[-1].terms) if summands else 0
        game = term.game
        assert isinstance(game, Value | Position | Sum), "loopy games are not summands"
        value = game if isinstance(game, Value) else game.value
        summands.append(TypedTerm(term.normalised, value, Sum(game).terms, place))
    count = sum(_count_moves(term) for summand in summands for term in summand.terms)
    return tuple(summands) if count <= MOST_MOVES else ()


def _count_moves(term: Term) -> int:
    game = term.component
    if isinstance(game, Value):
        return len(game.left_options) + len(game.right_options)
    return len(game.options(Left)) + len(game.options(Right))


class PlayedSum:
    """A sum to be played, with the names of its terms: the moves, the best ones first.

    A value is played as its canonical form; a game that is not a sum is its only term.

    The terms have `names`, and the `chooser` finds the winning moves.
    """

    def __init__(self, total: Sum, names: Sequence[str], value: Value, chooser: Chooser) -> None:
        self.total = total
        self.value = value
        self._names = tuple(names)
        self._chooser = chooser

    @classmethod
    def as_typed(
        cls, text: str, game: Game, value: Value, terms: Sequence[TypedTerm], chooser: Chooser
    ) -> PlayedSum:
        """Return the sum of typed terms; without any, a game that is written `text`."""
        if not terms:
            assert isinstance(game, Value | Position | Sum), "a loopy game is not played here"
            return cls(Sum(game), (text,), value, chooser)
        names: list[str] = []
        total: list[Term] = []
        for summand in terms:
            total += summand.terms
            single = len(summand.terms) == 1
            names += [summand.expression] if single else [written((t,)) for t in summand.terms]
        return cls(of_terms(tuple(total)), names, value, chooser)

    @property
    def is_single(self) -> bool:
        """Whether there is only one term."""
        return len(self._names) == 1

    def name(self, move: SumMove) -> str:
        """Return the text of the term in which a move is made."""
        return self._names[move.component]

    def option(self, move: SumMove, spell: Speller) -> str:
        """Return the option that a move leads to: a position by its name, a value by its text."""
        after = _moved(move)
        if isinstance(after.component, Value):
            return spell(after.component)
        return clip(written((after,)), LONGEST_NAME)

    def leaves(self, move: SumMove) -> Value:
        """Return the value of the sum after a move."""
        return self.value - _worth(self.total.terms[move.component]) + _worth(_moved(move))

    def moves(self, player: Player) -> tuple[SumMove, ...]:
        """Return all moves."""
        return self.total.moves(player)

    def winning_moves(self, player: Player) -> list[SumMove]:
        """Return the moves that win, ranked."""
        return self.ranked(self._chooser.winning_moves(self.total, player))

    def ranked(self, moves: Iterable[SumMove]) -> list[SumMove]:
        """Return moves with those in the hottest term first, and then by how simple the rest is."""
        heats = [-_worth(term).temperature for term in self.total.terms]

        def rank(move: SumMove) -> tuple[object, ...]:
            left = self.leaves(move)
            return heats[move.component], not left.is_zero, not left.is_number, left.follower_count

        return sorted(moves, key=rank)

    def after(self, move: SumMove, spell: Speller) -> PlayedSum:
        """Return the sum after a move."""
        names = list(self._names)
        names[move.component] = self.option(move, spell)
        if len(move.after.terms) < len(self.total.terms):
            # A value of zero is not a term.
            del names[move.component]
        return PlayedSum(move.after, names, self.leaves(move), self._chooser)


def _moved(move: SumMove) -> Term:
    """Return the term after a move, sign included."""
    term: Term = move.before.terms[move.component]
    return term.after(move.move)


def _worth(term: Term) -> Value:
    game = term.component
    return game if isinstance(game, Value) else term.sign * game.value
