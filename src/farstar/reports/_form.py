"""Values as games to be played: a position, or a sum in which several of them stay apart.

Values that are added up become one, which is right under normal play. But moves are easier to
read in the terms that were typed, and under misère play only the forms count.
"""

from __future__ import annotations

from typing import Any, ClassVar

from farstar._outcome import Outcome
from farstar.errors import BudgetExceeded
from farstar.expressions import Expression
from farstar.rules import Position, Ruleset
from farstar.sums import Sum
from farstar.values import Value


class CanonicalForms(Ruleset):
    """Play in canonical forms; a state is a value."""

    name: ClassVar[str] = "Form"

    def left(self, position: Value) -> tuple[Value, ...]:
        """Return the Left options of the canonical form."""
        return position.left_options

    def right(self, position: Value) -> tuple[Value, ...]:
        """Return the Right options of the canonical form."""
        return position.right_options

    def closed_form(self, position: Value) -> Value:
        """Return the value itself."""
        return position

    def closed_outcome(self, position: Value) -> Outcome:
        """Return the outcome of the value."""
        return position.outcome

    def text(self, position: Value) -> str:
        """Return the value in notation, or shortened where that is too long."""
        try:
            return str(position)
        except BudgetExceeded:
            return repr(position)

    def wrap(self, state: Any) -> Position:
        """Return a position that is written like its value."""
        return CanonicalForm._of(self, state)


class CanonicalForm(Position):
    """The canonical form of a value, as a position."""

    __slots__ = ()

    def __str__(self) -> str:
        text = self.ruleset.text(self.state)
        return f"({text})" if text[0] in "+-" else text


_FORMS = CanonicalForms()


def canonical_form(value: Value) -> Position:
    """Return a value as a position, to be played as its canonical form.

    Examples
    --------
    >>> import farstar as fs
    >>> [move.text for move in canonical_form(Value("*2")).winning_moves(fs.Left)]
    ['to 0']
    """
    return _FORMS(value)


def unfolded(expression: Expression) -> Position | Sum:
    """Return the game of an expression with its values apart, term by term.

    Examples
    --------
    >>> import farstar as fs
    >>> from farstar.expressions import read
    >>> g = unfolded(read("*2 + *2"))
    >>> str(g), str(g.misere_outcome), str(fs.Value("*2 + *2").misere_outcome)
    ('*2 + *2', 'P', 'N')
    """
    game = expression.game
    if not isinstance(game, Value):
        return game
    terms = [term.game for term in expression.terms]
    return canonical_form(game) if len(terms) == 1 else Sum(*terms)
