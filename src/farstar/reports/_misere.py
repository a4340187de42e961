"""What ``farstar eval --misere`` shows: a game when a player who cannot move wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from farstar._outcome import Outcome, Player
from farstar.errors import BudgetExceeded, IllegalPositionError, LoopyError
from farstar.expressions import Expression, read
from farstar.misere import Misere, MisereGame, MisereValue
from farstar.reports._clock import Clock
from farstar.reports._explain import WHO_WINS
from farstar.reports._facts import move_json, winning_moves_of
from farstar.reports._form import components, unfolded
from farstar.reports._plays import is_impartial
from farstar.reports._wording import shorten
from farstar.rules import Move, Position
from farstar.sums import Sum
from farstar.sums.choosing import Chooser
from farstar.values import Form, Value

_SCHEMA = "farstar.eval-misere/1"
_UNIVERSES = ("dicot", "dead-ending")
_KINDS = ("tame", "generally_tame", "tameable", "restive", "restless", "half_tame", "prime")
_SHARE = 0.5
_MOST_MOVES = 12

T = TypeVar("T")


@dataclass
class MisereFacts:
    """What is known about a game under misère play."""

    expression: str
    played: str
    """The game that is played: values are played as their canonical forms."""
    clock: Clock = field(default_factory=Clock)
    """How long all of this may take."""
    outcome: Outcome | None = None
    universe: str | None = None
    """``impartial``, or the smallest of ``dicot`` and ``dead-ending`` to which the game belongs."""
    value: MisereValue | MisereGame | None = None
    """The canonical form of an impartial game; otherwise a simple form modulo the universe."""
    winning_moves: dict[Player, tuple[Move, ...]] = field(default_factory=dict)
    """The winning moves of each player who wins by moving first."""
    omitted: dict[str, str] = field(default_factory=dict)
    """What is not known, with the reason."""

    def attempt(self, name: str, find: Callable[[], T], share: float = _SHARE) -> T | None:
        """Return what `find` returns in its share of the time, or None with a reason."""
        try:
            with self.clock.share(share):
                return find()
        except (BudgetExceeded, IllegalPositionError) as error:
            if self.clock.is_over:
                raise
            self.omitted[name] = str(error)
            return None

    def rows(self) -> Iterator[tuple[str, str]]:
        """Yield names and texts for people.

        Examples
        --------
        >>> from farstar.expressions import read
        >>> rows = dict(find_misere_facts(read("Kayles(5)")).rows())
        >>> rows["value"], rows["genus"], rows["misere play"]
        ('*[2[2]321]', '4^146', 'the first player wins (N)')
        """
        yield "expression", self.expression
        if self.played != self.expression:
            yield "played as", self.played
        if self.value is not None:
            yield from _value_rows(self.value)
        elif "value" in self.omitted:
            yield "value", f"left out: {self.omitted['value']}"
        if self.outcome is None:
            yield "misere play", self.omitted["outcome"]
            return
        yield "misere play", f"{WHO_WINS[self.outcome]} ({self.outcome})"
        for player in Player:
            yield f"{player.name.capitalize()} first", self._first(player, self.outcome)

    def _first(self, player: Player, outcome: Outcome) -> str:
        if not outcome.wins(player, first=True):
            return "loses"
        if player not in self.winning_moves:
            return f"wins; moves left out: {self.omitted['winning_moves']}"
        moves = self.winning_moves[player]
        if not moves:
            return "wins: there is no move"
        texts = [shorten(str(move.text)) for move in moves[:_MOST_MOVES]]
        more = f", or by {len(moves) - _MOST_MOVES:,} more" if len(moves) > _MOST_MOVES else ""
        return f"wins by {', '.join(texts)}{more}"

    def as_json(self) -> dict[str, Any]:
        """Return what ``farstar eval --misere --json`` prints."""
        impartial = self.value if isinstance(self.value, MisereValue) else None
        partizan = self.value if isinstance(self.value, MisereGame) else None
        return {
            "schema": _SCHEMA,
            "expression": self.expression,
            "played": self.played,
            "misere": True,
            "outcome": None if self.outcome is None else str(self.outcome),
            "universe": self.universe,
            "value": None if self.value is None else str(self.value),
            "genus": None if impartial is None else str(impartial.genus),
            "birthday": None if self.value is None else self.value.birthday,
            "mate": None if impartial is None else str(impartial.mate),
            "kinds": None if impartial is None else kinds(impartial),
            "invertible": None if partizan is None else partizan.is_invertible,
            "winning_moves": {
                player.name.lower(): list(map(move_json, moves))
                for player, moves in self.winning_moves.items()
            },
            "omitted": dict(self.omitted),
        }


def kinds(value: MisereValue) -> list[str]:
    """Return how tame a misère value is, and whether it is prime.

    Examples
    --------
    >>> kinds(MisereValue("*[2#0]"))
    ['restive', 'half tame', 'prime']
    """
    return [kind.replace("_", " ") for kind in _KINDS if getattr(value, f"is_{kind}")]


def misere_report(text: str, clock: Clock | None = None) -> dict[str, Any]:
    """Return the object that ``farstar eval --misere --json`` prints for the expression `text`.

    Examples
    --------
    >>> report = misere_report("Domineering(2x2)")
    >>> report["outcome"], report["universe"], report["value"]
    ('P', 'dead-ending', '{1|-1}')
    """
    return find_misere_facts(read(text), clock).as_json()


def find_misere_facts(expression: Expression, clock: Clock | None = None) -> MisereFacts:
    """Find what is known about a game under misère play.

    Who wins comes first, then the winning moves, then the value; what takes too long is left out.

    Raises
    ------
    LoopyError
        If play may go on for ever.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> facts = find_misere_facts(read("*2 + *2"))
    >>> str(facts.outcome), facts.value
    ('P', MisereValue('*[2[2]]'))
    """
    clock = clock or Clock()
    with clock.share(subject="the game is "):
        played = expression.game
        if not isinstance(played, Position | Sum | Value) or _may_loop(played):
            raise LoopyError(
                f"expected a game without loops for misère play, got {expression.normalised}"
            )
        game = unfolded(expression)
    facts = MisereFacts(expression.normalised, str(game), clock)
    facts.outcome = facts.attempt("outcome", lambda: game.misere_outcome)
    if facts.outcome is not None:
        facts.attempt("winning_moves", lambda: _find_moves(facts, game))
    if is_impartial(expression):
        facts.universe = "impartial"
        facts.value = facts.attempt("value", lambda: _impartial_value(expression, game))
    else:
        facts.value = facts.attempt("value", lambda: _partizan_value(expression, game))
        facts.universe = facts.value.universe if isinstance(facts.value, MisereGame) else None
    return facts


def _may_loop(game: Position | Sum | Value) -> bool:
    return any(isinstance(g, Position) and g.ruleset.may_loop for g in components(game))


def _find_moves(facts: MisereFacts, game: Position | Sum) -> None:
    assert facts.outcome is not None
    chooser = Chooser(misere=True)
    for player in Player:
        if facts.outcome.wins(player, first=True):
            facts.winning_moves[player] = winning_moves_of(game, player, chooser)


def _impartial_value(expression: Expression, game: Position | Sum) -> MisereValue:
    if isinstance(game, Sum):
        return game.misere_value
    return MisereValue.of(expression.game if isinstance(expression.game, Value) else game)


def _partizan_value(expression: Expression, game: Position | Sum) -> MisereGame:
    """Return the game modulo the smallest universe to which it belongs."""
    played: Form | Position | Sum = game
    if isinstance(expression.game, Value) and not isinstance(game, Sum):
        played = Form(expression.game)
    for universe in map(Misere, _UNIVERSES):
        if universe.contains(played):
            return universe.simplest(played)
    raise IllegalPositionError(
        "a follower is an end from which the player who cannot move may be able to move later, so "
        "the game is not dead-ending"
    )


def _value_rows(value: MisereValue | MisereGame) -> Iterator[tuple[str, str]]:
    if isinstance(value, MisereValue):
        yield "value", shorten(str(value), 2000)
        yield "genus", str(value.genus)
        yield "born on day", str(value.birthday)
        yield "mate", shorten(str(value.mate), 2000)
        yield "kind", ", ".join([*([] if value.is_tameable else ["wild"]), *kinds(value)])
        return
    yield "value", f"{shorten(str(value), 2000)} modulo {value.universe} games"
    yield "born on day", str(value.birthday)
    yield "invertible", "yes" if value.is_invertible else "no"
