"""The summands of a sum, and a sum as a game of its own, for brute force on the whole sum."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from farstar._outcome import Left, Outcome, Player, Right
from farstar.engine import Handle
from farstar.engine import state as engine_state
from farstar.errors import FarstarError
from farstar.formulas import MarkedText
from farstar.rules import ImpartialRuleset, Move, Position, Ruleset, Step
from farstar.values import Value, wrap

if TYPE_CHECKING:
    from farstar.loopy import Loopy
    from farstar.loopy.outcomes import LoopyNimber


Component: TypeAlias = Position | Value


@dataclass(frozen=True, slots=True)
class Term:
    """A component with its sign; in a negative one the players have exchanged roles."""

    sign: int
    """1 or -1; a value always has sign 1."""

    component: Component
    """A Position or a Value; a loopy value is a Position that is written like the value."""

    _hash: int = field(init=False, repr=False, compare=False)
    """Searches look terms up again and again."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.sign, self.component)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Term):
            return NotImplemented
        if self._hash != other._hash or self.sign != other.sign:
            return False
        g, h = self.component, other.component
        # A position next to a value is a different term, whatever its value is.
        return isinstance(g, Value) == isinstance(h, Value) and g == h

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Term], tuple[int, Component]]:
        # Hashes of texts differ between processes.
        return Term, (self.sign, self.component)

    def __neg__(self) -> Term:
        if isinstance(self.component, Value):
            return Term(1, -self.component)
        return Term(-self.sign, self.component)

    @property
    def handle(self) -> Handle:
        """The value in the engine, sign included."""
        if isinstance(self.component, Value):
            return self.component._handle
        g = self.component.value._handle
        return g if self.sign > 0 else engine_state.engine.negate(g)

    @property
    def may_loop(self) -> bool:
        """Whether play in the component may go on for ever; otherwise it is known to end."""
        return isinstance(self.component, Position) and self.component.may_loop

    @property
    def loopy_value(self) -> Loopy:
        """The value, sign included, of a component that may loop or of any other."""
        from farstar.loopy import Loopy

        component = self.component
        value = Loopy(component) if isinstance(component, Value) else component.loopy_value
        return value if self.sign > 0 else -value

    @property
    def loopy_grundy(self) -> LoopyNimber:
        """The Grundy value of an impartial component that may loop or of any other."""
        from farstar.loopy.outcomes import LoopyNimber

        if self.may_loop and isinstance(self.component, Position):
            return self.component.loopy_grundy
        return LoopyNimber(self.grundy)

    @property
    def grundy(self) -> int | None:
        """The Grundy value, or None for what is not impartial."""
        component = self.component
        if isinstance(component, Position):
            return component.grundy if component.is_impartial else None
        parts = engine_state.engine.as_compact(component._handle)
        return None if parts is None or parts[0] or parts[2] else parts[3]

    @property
    def is_impartial(self) -> bool:
        """Whether it is an impartial position or a nimber."""
        component = self.component
        return component.is_impartial if isinstance(component, Position) else component.is_nimber

    def own_moves(self, player: Player) -> tuple[Move, ...]:
        """Return the moves of `player` as moves of the component itself."""
        owner = player if self.sign > 0 else -player
        if isinstance(self.component, Position):
            return self.component.moves(owner)
        g = self.component
        options = g.left_options if owner is Player.LEFT else g.right_options
        return tuple(Move(owner, MarkedText(f"to `{value_text(h)}`"), g, h) for h in options)

    def options(self, player: Player) -> tuple[Term, ...]:
        """Return the terms that `player` can move to, each once."""
        owner = player if self.sign > 0 else -player
        after: tuple[Component, ...]
        if isinstance(self.component, Position):
            after = self.component.options(owner)
        else:
            g = self.component
            after = g.left_options if owner is Player.LEFT else g.right_options
        return tuple(Term(self.sign, component) for component in after)

    def moves_to_grundy(self, player: Player, grundy: int) -> tuple[Move, ...]:
        """Return the moves of an impartial component that lead to a Grundy value.

        If theory gives them, they are not selected from a list of all moves, which may be too long.
        """
        g = self.component
        owner = player if self.sign > 0 else -player
        if isinstance(g, Value):
            if grundy >= (self.grundy or 0):
                return ()
            option = wrap(engine_state.engine.compact(0, 0, 0, grundy))
            return (Move(owner, MarkedText(f"to `{value_text(option)}`"), g, option),)
        rules = g.ruleset
        steps = None
        if isinstance(rules, ImpartialRuleset):
            steps = rules.closed_moves_to(g.state, grundy)
        if steps is None:
            return tuple(m for m in self.own_moves(player) if m.after.grundy == grundy)
        return tuple(g._move(owner, s if type(s) is Step else Step(s)) for s in steps)

    def after(self, move: Move) -> Term:
        """Return the term after a move of the component."""
        return Term(self.sign, move.after)

    def __str__(self) -> str:
        return (
            value_text(self.component) if isinstance(self.component, Value) else str(self.component)
        )


def may_loop(terms: Iterable[Term]) -> bool:
    """Return whether play may go on for ever in one of some terms."""
    # This is asked for every sum, also for short ones.
    for term in terms:
        component = term.component
        if isinstance(component, Position) and component._ruleset.may_loop:
            return True
    return False


def value_text(value: Value) -> str:
    """Return the notation of a value, or its abbreviated `repr` if that is too long."""
    try:
        return str(value)
    except FarstarError:
        return repr(value)


def as_value(x: object) -> Value | None:
    """Return a Value, an int or a dyadic Fraction as a Value; None for anything else."""
    if isinstance(x, Value):
        return x
    if isinstance(x, int | Fraction) and not isinstance(x, bool):
        return Value(x)
    return None


def total(terms: tuple[Term, ...]) -> Value:
    """Return the value of a sum."""
    engine = engine_state.engine
    result = engine.compact(0, 0, 0, 0)
    for g in uncancelled(terms):
        result = engine.add(result, g)
    return wrap(result)


def uncancelled(terms: tuple[Term, ...]) -> list[Handle]:
    """Return the values of the terms, without pairs that add up to zero."""
    engine = engine_state.engine
    counts: dict[Handle, int] = {}
    for term in terms:
        g = term.handle
        opposite = engine.negate(g)
        if counts.get(opposite):
            counts[opposite] -= 1
        else:
            counts[g] = counts.get(g, 0) + 1
    return [g for g, count in counts.items() for _ in range(count)]


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

    name = "Sum"

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
