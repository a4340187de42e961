"""What ``farstar eval`` shows about a game: every invariant in the list, and the moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import (
    BudgetExceeded,
    IllegalPositionError,
    LoopyError,
    NotAtomicError,
    ValueOverflowError,
)
from farstar.expressions import Expression, Game
from farstar.invariants import COSTS, INVARIANTS, Invariant, Place, Undefined
from farstar.reports._clock import Clock
from farstar.reports._form import canonical_form
from farstar.reports._summands import PlayedSum, Summand, summands_of
from farstar.rules import Move, Position
from farstar.sums import Sum, SumMove
from farstar.sums.choosing import Chooser
from farstar.values import Value

MOST = 0.75
"""The share of the remaining time for what the rest depends on: the outcome, then the value."""

_HALF = 0.5
"""The share of the remaining time for anything else."""

_NO_VALUE = "the value was left out"

T = TypeVar("T")


@dataclass
class Facts:
    """Everything that is shown about one game.

    The invariants are in `found` by their names, and can also be read as attributes, such as
    ``facts.left_stop``: None if an invariant was left out, or does not exist, with the reason in
    `omitted`.
    """

    expression: str
    game: Game
    clock: Clock = field(default_factory=Clock)
    """How long all of this may take."""
    found: dict[str, Any] = field(default_factory=dict)
    value: Value | None = None
    text: str | None = None
    """The value as text."""
    left_wins_by: tuple[Any, ...] | None = None
    """The canonical Left options that win for Left, who moves first; of a position its moves."""
    right_wins_by: tuple[Any, ...] | None = None
    details: dict[str, Any] = field(default_factory=dict)
    """Additional facts about a position, such as its word."""
    summands: tuple[Summand, ...] = ()
    """The terms of the sum, or nothing if there is one term, or there are too many."""
    sum_moves: dict[Player, list[SumMove]] = field(default_factory=dict)
    """The winning moves of the first player in the summands, the best ones first."""
    omitted: dict[str, str] = field(default_factory=dict)
    undefined: set[str] = field(default_factory=set)
    """The names in `omitted` that do not exist, rather than being unknown."""
    chooser: Chooser = field(default_factory=Chooser)
    """The chooser that already knows about the sum."""

    def __getattr__(self, name: str) -> Any:
        invariant = INVARIANTS.get(name.replace("_", " "))
        if invariant is None or not invariant.place:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return self.found.get(invariant.name)

    @property
    def outcome(self) -> Outcome | None:
        """Who wins; None if it was not found in time."""
        return self.found.get("outcome")

    def wins_by(self, player: Player) -> tuple[Any, ...] | None:
        """Return how `player`, who moves first, wins."""
        return self.left_wins_by if player is Left else self.right_wins_by

    def attempt(self, name: str, find: Callable[[], T], share: float = _HALF) -> T | None:
        """Return what `find` returns in its share of the time, or None with a reason."""
        try:
            with self.clock.share(share):
                return find()
        except (IllegalPositionError, LoopyError, NotAtomicError) as error:
            self.omitted[name] = str(error)
            self.undefined.add(name)
        except (BudgetExceeded, ValueOverflowError) as error:
            if self.clock.is_over:
                raise
            self.omitted[name] = str(error)
        return None

    def note(
        self, invariant: Invariant, find: Callable[[], object], share: float = _HALF
    ) -> object | None:
        """Try to find an invariant, and record it."""
        cell = self.attempt(invariant.column, find, share)
        if cell is None or isinstance(cell, Undefined):
            return None
        self.found[invariant.name] = cell
        self.omitted.pop(invariant.column, None)
        self.undefined.discard(invariant.column)
        return cell


def reported(*places: Place) -> Iterator[Invariant]:
    """Yield the invariants that ``eval`` shows, in all places or in some.

    Examples
    --------
    >>> [invariant.name for invariant in reported("who wins", "form")]
    ['outcome', 'grundy', 'birthday', 'followers', 'misere outcome']
    """
    for invariant in INVARIANTS.values():
        if invariant.place and (not places or invariant.place in places):
            yield invariant


def find_facts(expression: Expression, clock: Clock | None = None) -> Facts:
    """Find everything about the game of an expression.

    Parameters
    ----------
    expression : Expression
        What was read.
    clock : Clock, optional
        How long that may take, with the work on the value of a plain expression; by default a new
        one, which starts when that value is known. What takes too long is left out.

    Raises
    ------
    BudgetExceeded
        If the caller's own time is up, or if not even the value is known.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> facts = find_facts(read("+-1"))
    >>> str(facts.outcome), facts.birthday, facts.left_wins_by
    ('N', 2, (Value('1'),))
    >>> facts.omitted["atomic_weight"]
    'not infinitesimal'
    >>> find_facts(read("E(11,8)")).details["word"]
    'rl2e'
    """
    if clock is not None:
        if clock.is_over:
            raise BudgetExceeded(f"the value is {clock.excuse}")
        with clock.share(subject="the value is "):
            game = expression.game
    else:
        game, clock = expression.game, Clock()
    if isinstance(game, Value):
        return value_facts(expression.normalised, game, clock, expression.terms)
    if not isinstance(game, Sum | Position) or (
        isinstance(game, Position) and game.ruleset.may_loop
    ):
        from farstar.reports._loopy import loopy_facts

        return loopy_facts(expression.normalised, game, clock)
    facts = Facts(expression.normalised, game, clock)
    facts.note(INVARIANTS["outcome"], lambda: outcome_of(game, facts.chooser), MOST)
    _find_by_theory(facts, game)
    if facts.outcome is None:
        _excuse(facts, clock.excuse)
        return facts
    if facts.outcome is Outcome.P:
        # Whoever moves first loses exactly if the value is 0.
        facts.value = Value(0)
    elif facts.grundy is not None:
        # The nimber costs no more time, unlike a list of moves.
        facts.value = facts.attempt("value", lambda: game.value)
    _find_moves(facts, game)
    if facts.value is None and "value" not in facts.omitted:
        facts.value = facts.attempt("value", lambda: game.value, MOST)
    if facts.value is None:
        _excuse(facts, _NO_VALUE)
    else:
        _find_by_value(facts, facts.value)
        _find_summands(facts, expression.terms)
    _find_by_search(facts)
    return facts


def value_facts(
    text: str,
    value: Value,
    clock: Clock | None = None,
    terms: Sequence[Expression] = (),
) -> Facts:
    """Find everything about a value, the sum of `terms`, which is written `text`."""
    facts = Facts(text, value, clock or Clock(), value=value)
    _find_by_value(facts, value)
    form = canonical_form(value)

    def winning_options(player: Player) -> tuple[Value, ...]:
        return tuple(move.after.state for move in form.winning_moves(player))

    if facts.left_options is not None and facts.right_options is not None:
        facts.left_wins_by = facts.attempt("winning_moves", lambda: winning_options(Left))
        facts.right_wins_by = facts.attempt("winning_moves", lambda: winning_options(Right))
    _find_summands(facts, terms)
    _find_by_search(facts)
    return facts


def drawing_moves(facts: Facts, player: Player) -> tuple[Move, ...]:
    """Return the moves by which `player` can force a draw, but no more.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> drawing_moves(find_facts(read("^")), Left)
    ()
    """
    return facts.game.drawing_moves(player) if isinstance(facts.game, Position) else ()


def outcome_of(game: Position | Sum, chooser: Chooser) -> Outcome:
    """Return who wins, as a chooser finds it for a sum."""
    return game.outcome if isinstance(game, Position) else chooser.outcome(game)


def winning_moves_of(game: Position | Sum, player: Player, chooser: Chooser) -> tuple[Move, ...]:
    """Return the winning moves of a player, as a chooser finds them for a sum."""
    if isinstance(game, Position):
        return game.winning_moves(player, misere=chooser.misere)
    return chooser.winning_moves(game, player)


def _find_by_theory(facts: Facts, game: Position | Sum) -> None:
    """Find what needs no value."""
    if isinstance(game, Position):
        details = facts.attempt("position", lambda: game.ruleset.details(game.state))
        facts.details = details or {}
    for invariant in reported():
        if invariant.theory is not None:
            facts.note(invariant, partial(invariant.theory, game, facts.outcome))


def _find_moves(facts: Facts, game: Position | Sum) -> None:
    """Find the winning moves of a position or a sum."""

    def winning_moves(player: Player) -> tuple[Any, ...]:
        assert facts.outcome is not None
        wins = facts.outcome.wins(player, first=True)
        return winning_moves_of(game, player, facts.chooser) if wins else ()

    facts.left_wins_by = facts.attempt("winning_moves", lambda: winning_moves(Left))
    facts.right_wins_by = facts.attempt("winning_moves", lambda: winning_moves(Right))


def _find_by_value(facts: Facts, value: Value) -> None:
    """Find what follows from the value, except for what is known already."""
    facts.text = facts.attempt("value", lambda: str(value))
    for invariant in sorted(reported(), key=lambda invariant: COSTS.index(invariant.cost)):
        if invariant.by_value and invariant.name not in facts.found:
            facts.note(invariant, partial(invariant.get, value))


def _find_summands(facts: Facts, terms: Sequence[Expression]) -> None:
    """Find the terms of a sum and the winning moves in each."""
    summands = facts.attempt("summands", lambda: summands_of(terms)) or ()
    moves = facts.attempt("summands", lambda: _sum_moves(facts, summands)) if summands else None
    if moves is not None:
        facts.summands, facts.sum_moves = summands, moves


def _sum_moves(facts: Facts, summands: tuple[Summand, ...]) -> dict[Player, list[SumMove]] | None:
    """Return the winning moves in the summands, ranked; None if they were left out already."""
    played = played_sum(facts, summands)
    if isinstance(facts.game, Value):
        return {player: played.winning_moves(player) for player in (Left, Right)}
    if facts.left_wins_by is None or facts.right_wins_by is None:
        return None
    return {player: played.ranked(facts.wins_by(player) or ()) for player in (Left, Right)}


def played_sum(facts: Facts, summands: tuple[Summand, ...]) -> PlayedSum:
    """Return the game with its terms as they were typed."""
    assert facts.value is not None
    return PlayedSum.of(facts.expression, facts.game, facts.value, summands, facts.chooser)


def _find_by_search(facts: Facts) -> None:
    """Find what does not follow from the value, in the time that is left."""
    for invariant in reported():
        if not invariant.by_value:
            facts.note(invariant, partial(invariant.get, facts.game), 1.0)


def _excuse(facts: Facts, reason: str) -> None:
    """Record for everything that was not tried the reason."""
    needed = [i.column for i in reported() if i.by_value or facts.outcome is None]
    if facts.outcome is None:
        needed += ["value", "winning_moves"]
    for name in [*needed, "summands"]:
        if facts.found.get(name.replace("_", " ")) is None:
            facts.omitted.setdefault(name, reason)


def move_json(move: Move) -> dict[str, str]:
    """Return a move as JSON data."""
    return {"text": move.text, "after": str(move.after)}


def rational(x: Fraction | int) -> str:
    """Return ``p/q``, or the integer; of any length, unlike ``str(x)``.

    Examples
    --------
    >>> rational(Fraction(3, 8)), rational(Fraction(-2))
    ('3/8', '-2')
    """
    return str(Value(x))


# The rows of facts, for the command line and the browser.


@dataclass(frozen=True)
class Row:
    """A row of a table of facts: the fact, or why it is missing."""

    label: str
    cells: tuple[tuple[str, object], ...] = ()
    """The facts, each with its part of the row, such as Left."""
    reason: str = ""
    """Why the fact is missing."""
    exists: bool = True
    """Whether the fact exists."""


def fact_rows(facts: Facts, *places: Place) -> Iterator[Row]:
    """Yield the rows of the invariants that are shown in the given places.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> from farstar.reports import find_facts
    >>> rows = list(fact_rows(find_facts(read("+-1")), "measures"))
    >>> [row.label for row in rows], rows[-1].reason
    (['stops', 'mean', 'temperature', 'atomic weight'], 'not infinitesimal')
    >>> [(part, str(cell)) for part, cell in rows[0].cells]
    [('Left', '1'), ('Right', '-1')]
    """
    waiting = [invariant for invariant in reported(*places) if _is_shown(facts, invariant)]
    while waiting:
        first = waiting[0]
        group = [invariant for invariant in waiting if invariant.label == first.label]
        waiting = [invariant for invariant in waiting if invariant.label != first.label]
        missing = [i for i in group if i.name not in facts.found]
        if not missing:
            yield Row(first.label, tuple((i.part, facts.found[i.name]) for i in group))
        elif missing[0].column in facts.omitted:
            name = missing[0].column
            yield Row(
                first.label,
                reason=facts.omitted[name],
                exists=name not in facts.undefined,
            )


def _is_shown(facts: Facts, invariant: Invariant) -> bool:
    """Return whether there is a row for an invariant, if only to say why it was not found."""
    if invariant.place == "options":
        return isinstance(facts.game, Value)
    if invariant.name in facts.found:
        return True
    if invariant.place == "form":
        return invariant.by_value and facts.value is not None
    if invariant.name == "outcome":
        return True
    # If it is not known who wins, nothing else was tried, and one row says so.
    return invariant.place == "measures" and facts.outcome is not None
