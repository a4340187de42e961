"""The summands of a sum."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from farstar._outcome import Player
from farstar.engine import Handle
from farstar.engine import state as engine_state
from farstar.errors import FarstarError
from farstar.formulas import MarkedText
from farstar.rules import ImpartialRuleset, Move, Position, Step
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
