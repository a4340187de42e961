"""A sum as a game of its own, for brute force on the whole sum."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, ClassVar

from farstar._outcome import Left, Outcome, Player, Right
from farstar.rules import Position, Ruleset
from farstar.sums._term import Term, may_loop
from farstar.values import Value


class SumRules(Ruleset):
    """The rules of disjunctive sums; a state is a tuple of terms."""

    name = "Sum"

    def left(self, position: Any) -> Iterator[Hashable]:
        """Return the sums after a move of Left in one component."""
        return _after(position, Left)

    def right(self, position: Any) -> Iterator[Hashable]:
        """Return the sums after a move of Right in one component."""
        return _after(position, Right)

    def key(self, position: Any) -> Hashable:
        """Return the terms, independent of their order."""
        return unordered(position)

    def closed_misere_outcome(self, position: Any) -> Outcome | None:
        """Return the misère outcome of the only component, or of all as one position."""
        if len(position) == 1 and isinstance(position[0].component, Position):
            outcome = position[0].component.misere_outcome
            return outcome if position[0].sign > 0 else -outcome
        ruleset, state = _joined(position)
        return None if state is None else ruleset.closed_misere_outcome(state)

    def text(self, position: Any) -> str:
        """Return the terms with their signs."""
        return written(position)


class LoopySumRules(SumRules):
    """The same rules for sums with a component that may loop."""

    may_loop: ClassVar[bool] = True


def _joined(terms: tuple[Term, ...]) -> tuple[Ruleset, Any]:
    """Return the ruleset of all terms and one state that is their sum, None if there is none."""
    positions = [term.component for term in terms if isinstance(term.component, Position)]
    if not positions or len(positions) < len(terms):
        return _RULES, None
    ruleset = positions[0].ruleset
    if any(position.ruleset != ruleset for position in positions):
        return _RULES, None
    if any(term.sign < 0 for term in terms) and not ruleset.is_impartial:
        return _RULES, None
    return ruleset, ruleset.join([position.state for position in positions])


def _after(terms: tuple[Term, ...], player: Player) -> Iterator[Hashable]:
    for place, term in enumerate(terms):
        for after in term.options(player):
            yield (*terms[:place], *without_zeros((after,)), *terms[place + 1 :])


def without_zeros(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Return the terms without values of zero."""
    return tuple(t for t in terms if not isinstance(t.component, Value) or t.component)


def unordered(terms: tuple[Term, ...]) -> frozenset[tuple[Term, int]]:
    """Return the terms with their multiplicities."""
    counts: dict[Term, int] = {}
    for term in terms:
        counts[term] = counts.get(term, 0) + 1
    return frozenset(counts.items())


def written(terms: tuple[Term, ...]) -> str:
    """Return a sum in notation."""
    if not terms:
        return "0"
    parts = []
    for term in terms:
        sign, text = " - " if term.sign < 0 else " + ", str(term)
        if term.sign > 0 and text[0] in "+-" and len(terms) > 1:
            if isinstance(term.component, Value) and term.component.is_number:
                sign, text = " - ", text[1:]
            else:
                text = f"({text})"
        parts += [sign, text]
    first = "-" if parts[0] == " - " else ""
    return first + "".join(parts[1:])


_RULES, _LOOPY_RULES = SumRules(), LoopySumRules()


MOST_REMEMBERED = 50_000
"""Sums whose results are remembered when a new question is asked; these entries are large."""


def make_room() -> None:
    """Forget the results of sums if there are many, before a new question about a sum.

    Hardly any two questions are about the same sums, so that little is lost.
    """
    for rules in (_RULES, _LOOPY_RULES):
        if len(rules._results()) > MOST_REMEMBERED:
            rules.forget()


def as_position(terms: tuple[Term, ...]) -> Position:
    """Return a sum as one position, for brute force on the whole sum."""
    return (_LOOPY_RULES if may_loop(terms) else _RULES).wrap(terms)
