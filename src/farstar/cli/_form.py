"""Values as positions, so that several of them in one sum stay apart.

A sum of positions folds its values into one, which is right under normal play. But moves are
easier to read in the terms that were typed, and under misère play only the forms count.
"""

from __future__ import annotations

from typing import Any, ClassVar

import farstar as fs
from farstar.expressions import Expression, Game


class CanonicalForms(fs.Ruleset):
    """Play in canonical forms; a state is a value."""

    name: ClassVar[str] = "Form"

    def left(self, position: fs.Value) -> tuple[fs.Value, ...]:
        """Return the Left options of the canonical form."""
        return position.left_options

    def right(self, position: fs.Value) -> tuple[fs.Value, ...]:
        """Return the Right options of the canonical form."""
        return position.right_options

    def closed_form(self, position: fs.Value) -> fs.Value:
        """Return the value itself."""
        return position

    def closed_outcome(self, position: fs.Value) -> fs.Outcome:
        """Return the outcome of the value."""
        return position.outcome

    def text(self, position: fs.Value) -> str:
        """Return the value in notation, or shortened where that is too long."""
        try:
            return str(position)
        except fs.BudgetExceeded:
            return repr(position)

    def wrap(self, state: Any) -> fs.Position:
        """Return a position that is written like its value."""
        return CanonicalForm._of(self, state)


class CanonicalForm(fs.Position):
    """The canonical form of a value, as a position."""

    __slots__ = ()

    def __str__(self) -> str:
        text = self.ruleset.text(self.state)
        return f"({text})" if text[0] in "+-" else text


_FORMS = CanonicalForms()


def unfolded(expression: Expression) -> fs.Position | fs.Sum:
    """Return the game of an expression with its values apart, term by term.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> g = unfolded(read("*2 + *2"))
    >>> str(g), str(g.misere_outcome), str(fs.Value("*2 + *2").misere_outcome)
    ('*2 + *2', 'P', 'N')
    """
    game = expression.game
    if isinstance(game, fs.Position):
        return game
    terms = [term.game for term in expression.terms]
    if isinstance(game, fs.Sum) and sum(isinstance(term, fs.Value) for term in terms) <= 1:
        # One value stays apart by itself, and sums know more about values than about forms.
        return game
    if len(terms) == 1 and isinstance(game, fs.Value):
        return _FORMS(game)
    return fs.Sum(*(part for term in terms for part in _parts(term)))


def _parts(game: Game) -> list[fs.Position | fs.Sum]:
    if isinstance(game, fs.Value):
        return [_FORMS(game)]
    if isinstance(game, fs.Position):
        return [game]
    return [
        _FORMS(term.component)
        if isinstance(term.component, fs.Value)
        else (term.component if term.sign > 0 else -term.component)
        for term in game.terms
    ]
