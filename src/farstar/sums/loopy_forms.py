"""Loopy values as components of sums: a player moves in the canonical form of a stopper."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import ClassVar

from farstar._outcome import Outcome
from farstar.errors import LoopyError
from farstar.loopy import Loopy
from farstar.rules import Position, Ruleset
from farstar.sums._term import Term

__all__ = ["LoopyForm", "loopy_form", "terms_of_loopy"]


class LoopyForms(Ruleset):
    """Play in the canonical forms of stoppers; a state is a loopy value."""

    name: ClassVar[str] = "Loopy"
    may_loop: ClassVar[bool] = True

    def left(self, position: Loopy) -> Iterable[Hashable]:
        """Return the Left options of the canonical form."""
        return _stopper(position).left_options

    def right(self, position: Loopy) -> Iterable[Hashable]:
        """Return the Right options of the canonical form."""
        return _stopper(position).right_options

    def closed_loopy(self, position: Loopy) -> Loopy:
        """Return the value itself."""
        return position

    def text(self, position: Loopy) -> str:
        """Return the value in notation."""
        return str(position)


class LoopyForm(Position, rules=LoopyForms):
    """A loopy value as a position that is written like the value.

    A value that is not a stopper has an outcome and can be added, but it has no options.
    """

    __slots__ = ()

    def __str__(self) -> str:
        text = self.ruleset.text(self.state)
        return f"({text})" if text[0] in "+-" or " & " in text else text

    def __repr__(self) -> str:
        return f"Sum({self.state!r})"

    @property
    def outcome(self) -> Outcome:
        """The outcome of the value."""
        outcome: Outcome = self.state.outcome.as_outcome
        return outcome

    def latex(self) -> str:
        """Return the value in LaTeX, for math mode."""
        text: str = self.state.latex()
        return rf"\left({text}\right)" if " & " in str(self.state) else text


_FORMS = LoopyForms()


def loopy_form(value: Loopy) -> LoopyForm:
    """Return a loopy value as a position.

    Examples
    --------
    >>> str(loopy_form(fs.Loopy("over")).moves(fs.Left)[0])
    'Left: to 0'
    """
    return LoopyForm._of(_FORMS, value)


def terms_of_loopy(x: object) -> list[Term] | None:
    """Return a loopy value as the terms of a sum; None for anything else."""
    if not isinstance(x, Loopy):
        return None
    return [Term(1, x.value if x.is_short else loopy_form(x))]


def _stopper(value: Loopy) -> Loopy:
    if not value.is_stopper:
        raise LoopyError(f"expected a stopper to play, got {value}: it has sides, but no options")
    return value
