"""Values as games to be played: a position, or a sum in which several values stay separate.

Values that are added become one, which is right under normal play. But moves are easier to
read in the terms that were typed, and under misère play the forms matter.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import ClassVar

from farstar._outcome import Left, Outcome, Right
from farstar.errors import BudgetExceeded
from farstar.expressions import Expression
from farstar.rules import Position, Ruleset, Step
from farstar.rules.diagrams import Heaps
from farstar.sums import Sum
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
