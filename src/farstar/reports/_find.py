"""Finds what a report says about a game under normal play, in the time available.

Who wins comes first, then what theory gives without the value, then the moves, the value, and what
follows from it. What takes too long is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from farstar import engine
from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import BudgetExceeded, FarstarError, LoopyError
from farstar.expressions import Expression, read
from farstar.invariants import COSTS, INVARIANTS
from farstar.reports._clock import Clock
from farstar.reports._playable import PlayedSum, TypedTerm, canonical_form, spell, summands_of
from farstar.reports._record import Between, rational
from farstar.reports._report import Report, reported
from farstar.rules import Move, Position
from farstar.rules.native_search import bounds_of_board, has_board
from farstar.sums import Sum, SumMove
from farstar.sums.choosing import Chooser
from farstar.values import Value

if TYPE_CHECKING:
    from farstar import transfinite
    from farstar.loopy import Loopy

MOST = 0.75
"""The share of the remaining time for what the rest depends on: the outcome, then the value."""

_NO_VALUE = "the value was left out"

_MOST_FOLLOWERS = 80
"""Followers of a value that is written out at a glance."""

_MOST_TERMS = 400
"""Terms of a sum that are asked for bounds."""

_FIRST_TERMS = 4
"""Terms of a quotient of surreal numbers that are shown."""


def report(
    question: Expression | str, clock: Clock | None = None, *, misere: bool = False
) -> Report:
    """Find out everything about the game of an expression.

    Parameters
    ----------
    question : Expression or str
        What was read, or a text to be read.
    clock : Clock, optional
        How long that may take, with the work on the value of a plain expression; by default
        `PATIENCE` seconds. What takes too long is left out.
    misere : bool
        Misère play: a player who cannot move wins.

    Raises
    ------
    BudgetExceeded
        If the caller's own time is up.
    LoopyError
        For misère play, if a loopy value is not a stopper, and so has no moves.

    Examples
    --------
    >>> switch = report("+-1")
    >>> str(switch.outcome), switch.birthday, switch.left_wins_by
    ('N', 2, (Value('1'),))
    >>> switch.omitted["atomic_weight"]
    'not infinitesimal'
    >>> report("E(11,8)").details["word"]
    'rl2e'
    >>> report("*2 + *2", misere=True).value
    MisereValue('*[2[2]]')
    """
    expression = read(question) if isinstance(question, str) else question
    clock = clock or Clock()
    if expression.number is not None and not misere:
        return _transfinite_report(expression.number, clock)
    if misere:
        from farstar.reports._misere import misere_report

        return misere_report(expression, clock)
    if clock.is_over:
        raise BudgetExceeded(f"the value is {clock.excuse}")
    try:
        with clock.share(MOST, subject="the value is "):
            game = expression.game
    except BudgetExceeded as error:
        if clock.is_over:
            raise
        return _report_on_terms(expression, clock, error)
    if isinstance(game, Value):
        return value_report(expression.normalised, game, clock, expression.terms)
    found = Report(expression.normalised, game, clock)
    if isinstance(game, Sum | Position) and not found.may_loop:
        _find_in_play(found, game, expression.terms)
    else:
        _find_loopy(found, game)
    return found


def _transfinite_report(
    number: transfinite.Surreal | transfinite.SurrealFraction | transfinite.Nimber, clock: Clock
) -> Report:
    """Report on a number or a nimber beyond the short games."""
    from farstar.transfinite import Surreal, SurrealFraction

    found = Report(str(number), None, clock, value=number, text=str(number))
    found.found["outcome"] = number.outcome
    if isinstance(number, SurrealFraction):
        first = str(sum(number.expansion(_FIRST_TERMS), Surreal(0)))
        found.details["first terms"] = f"{first}, and more"
        found.omitted["birthday"] = "not computed for quotients"
        return found
    found.note(INVARIANTS["birthday"], lambda: number.birthday)
    if isinstance(number, Surreal):
        signs = found.attempt("sign_expansion", number.sign_expansion)
        found.details["sign expansion"] = None if signs is None else str(signs)
    return found


def value_report(
    text: str,
    value: Value,
    clock: Clock | None = None,
    terms: Sequence[Expression] = (),
) -> Report:
    """Find out everything about a value, the sum of `terms`, which is written `text`."""
    found = Report(text, value, clock or Clock(), value=value)
    _find_by_value(found, value)
    form = canonical_form(value)

    def winning_options(player: Player) -> tuple[Value, ...]:
        return tuple(move.after.state for move in form.winning_moves(player))

    if found.left_options is not None and found.right_options is not None:
        found.left_wins_by = found.attempt("winning_moves", lambda: winning_options(Left))
        found.right_wins_by = found.attempt("winning_moves", lambda: winning_options(Right))
    _find_summands(found, terms)
    _find_by_search(found)
    return found


def _report_on_terms(expression: Expression, clock: Clock, error: BudgetExceeded) -> Report:
    """Report on a value that takes too long: if it is a sum, its terms stay separate."""
    found = Report(expression.normalised, None, clock)
    found.miss("value", error)
    reason = found.omitted["value"] = str(error).removeprefix("the value is ")
    terms = expression.terms
    games = found.attempt("outcome", lambda: [term.game for term in terms]) if terms[1:] else None
    if games is None:
        found.omitted["outcome"] = reason
        _excuse(found, reason)
        return found
    found.game = total = Sum(*games)
    if total.may_loop:
        _find_loopy(found, total)
        return found
    # Under misère play a value stands for its canonical form, which is not known.
    for invariant in reported():
        if not invariant.by_value:
            found.omitted[invariant.column] = _NO_VALUE
    _find_in_play(found, total, terms)
    return found


def _find_in_play(found: Report, game: Position | Sum, terms: Sequence[Expression]) -> None:
    """Find everything about a position or a sum that ends."""
    found.note(INVARIANTS["outcome"], lambda: outcome_of(game, found.chooser), MOST)
    _find_by_theory(found, game)
    if found.outcome is None:
        _find_bounds(found, terms)
        _conclude_outcome(found)
    if found.outcome is None:
        _excuse(found, found.omitted["outcome"])
        return
    if found.outcome is Outcome.P:
        # Whoever moves first loses exactly if the value is 0.
        found.value = Value(0)
        found.omitted.pop("value", None)
    elif found.grundy is not None:
        # The nimber costs no more time, unlike a list of moves.
        found.value = found.attempt("value", lambda: game.value)
    find_moves(found, game)
    if found.value is None and "value" not in found.omitted:
        found.value = found.attempt("value", lambda: game.value, MOST)
    if found.value is None:
        _find_bounds(found, terms)
        _excuse(found, _NO_VALUE)
    else:
        assert isinstance(found.value, Value)
        _find_by_value(found, found.value)
        _find_summands(found, terms)
    _find_by_search(found)


def _conclude_outcome(found: Report) -> None:
    """Conclude who wins from what else is known."""
    outcome: Outcome | None = None
    stops = found.bounds.get("stops")
    if found.grundy is not None:
        outcome = Outcome.N if found.grundy else Outcome.P
    elif stops is not None and stops.low is not None and stops.low > 0:
        outcome = Outcome.L
    elif stops is not None and stops.high is not None and stops.high < 0:
        outcome = Outcome.R
    if outcome is not None:
        found.found["outcome"] = outcome
        found.omitted.pop("outcome", None)


def _find_bounds(found: Report, terms: Sequence[Expression]) -> None:
    """Find what follows from the terms of a sum alone.

    The mean of a sum is the sum of the means. Its stops lie between the sums of the Right stops
    and of the Left stops, and its temperature is at most the highest one.
    """
    if len(terms) == 1 and isinstance(found.game, Position):
        _find_bounds_of_board(found, found.game)
    if found.bounds or not 1 < len(terms) <= _MOST_TERMS:
        return
    values = found.attempt("bounds", lambda: [_value_of(term.game) for term in terms])
    if values is None:
        return
    low = found.attempt("bounds", lambda: sum((v.right_stop for v in values), Fraction()))
    high = found.attempt("bounds", lambda: sum((v.left_stop for v in values), Fraction()))
    mean = found.attempt("bounds", lambda: sum((v.mean for v in values), Fraction()))
    heat = found.attempt("bounds", lambda: max(v.temperature for v in values))
    if low is not None and high is not None:
        found.bounds["stops"] = Between(low, high)
    if heat is not None:
        found.bounds["temperature"] = Between(None, heat)
    if mean is not None:
        found.found["mean"] = mean
        found.omitted.pop("mean", None)


def _find_bounds_of_board(found: Report, board: Position) -> None:
    """Find integers below and above a board that is too large; they bound stops and mean too."""
    rules = board.ruleset
    if found.bounds or rules.is_impartial or rules.has_infinitesimal_values:
        return
    clock = found.clock.again()  # the search for the outcome has used up that of the report
    most = len(str(board.state))
    low, high = -most, most
    if has_board(board):
        searched = found.attempt("bounds", lambda: bounds_of_board(board, most), clock=clock)
        low, high = searched or (low, high)
    counted = found.attempt(
        "bounds", lambda: [most_moves(board, player) for player in (Left, Right)], clock=clock
    )
    if counted is not None:
        left, right = counted
        low = low if right is None else max(low, -right)
        high = high if left is None else min(high, left)
    if (low, high) != (-most, most):
        between = Between(Fraction(low), Fraction(high))
        found.bounds["value"] = found.bounds["stops"] = found.bounds["mean"] = between


_TOKEN = re.compile(r"\[[^]]*\]|.")


def most_moves(board: Position, player: Player) -> int | None:
    """Return how many moves in a row a player can make at most; None if the patterns do not say.

    If every move of Left replaces at least d marks of some kind, she can make n // d moves where n
    of them stand on the board. A game in which she can make at most m moves in a row is at most m:
    in G - m, Right answers each of them by one of m free moves, and never moves in G.

    Examples
    --------
    >>> most_moves(fs.Domineering("5x5"), Left), most_moves(fs.Snort("2x3"), Left)
    (12, 6)
    """
    rules = board.ruleset.plain_rules(board.state) or {}
    if "board" not in rules:
        return None
    moves = [_cells_of(text) for text in rules["left" if player is Left else "right"]]
    if not moves:
        return 0
    marks = [m for m in rules["board"] if m != "|"]
    kinds = {frozenset(m) for m in marks} | {before for cells in moves for before, _ in cells}
    counts = []
    for kind in kinds:
        fewest = min(_replaced(cells, kind) for cells in moves)
        if fewest > 0:
            counts.append(sum(m in kind for m in marks) // fewest)
    return min(counts, default=None)


def _cells_of(text: str) -> list[tuple[frozenset[str], str]]:
    """Return the marks that each cell of a pattern may have, none if they are not listed."""
    before, after = (_TOKEN.findall(side.replace("|", "")) for side in text.split(" -> "))
    cells = []
    for token, mark in zip(before, after, strict=True):
        is_open = token in ("?", "$") or token.startswith("[^")
        cells.append((frozenset() if is_open else frozenset(token.strip("[]")), mark))
    return cells


def _replaced(cells: list[tuple[frozenset[str], str]], kind: frozenset[str]) -> int:
    """Return how many marks of a kind a move replaces at least by others."""
    changed = [(marks, mark) for marks, mark in cells if mark != "="]
    lost = sum(bool(marks) and marks <= kind and mark not in kind for marks, mark in changed)
    gained = sum(mark in kind and not (marks and marks <= kind) for marks, mark in changed)
    return lost - gained


def _value_of(game: Any) -> Value:
    return game if isinstance(game, Value) else game.value


def outcome_of(game: Position | Sum, chooser: Chooser) -> Outcome:
    """Return who wins, as a chooser finds it for a sum."""
    return game.outcome if isinstance(game, Position) else chooser.outcome(game)


def winning_moves_of(game: Position | Sum, player: Player, chooser: Chooser) -> tuple[Move, ...]:
    """Return the winning moves of a player, as a chooser finds them for a sum."""
    if isinstance(game, Position):
        return game.winning_moves(player, misere=chooser.misere)
    return chooser.winning_moves(game, player)


MOST_FIRST_MOVES = 12
"""Winning moves that are given if there are too many to list."""


def first_winning_moves_of(
    game: Position | Sum, player: Player, chooser: Chooser
) -> tuple[tuple[Move, ...], bool]:
    """Return the winning moves of a player, and whether these are all of them.

    Theory may give the first ones where there are too many to list.
    """
    misere = chooser.misere
    if (
        isinstance(game, Sum)
        or game.ruleset.closed_winning_moves(game.state, player, misere=misere) is None
    ):
        return winning_moves_of(game, player, chooser), True
    first = game.some_winning_moves(player, most=MOST_FIRST_MOVES + 1, misere=misere)
    return first[:MOST_FIRST_MOVES], len(first) <= MOST_FIRST_MOVES


def drawing_moves_of(game: Position | Sum, player: Player, chooser: Chooser) -> tuple[Move, ...]:
    """Return the drawing moves of a player, as a chooser finds them for a sum."""
    if isinstance(game, Position):
        return game.drawing_moves(player, misere=chooser.misere)
    return chooser.drawing_moves(game, player)


def find_moves(found: Report, game: Position | Sum) -> None:
    """Find the moves by which each player, moving first, wins, or else holds a draw."""
    outcome = found.outcome
    assert outcome is not None

    def winning_moves(player: Player) -> tuple[Any, ...]:
        if not outcome.wins(player, first=True):
            return ()
        moves, are_all = first_winning_moves_of(game, player, found.chooser)
        if not are_all:
            found.has_more_moves = True
        return moves

    found.left_wins_by = found.attempt("winning_moves", lambda: winning_moves(Left))
    found.right_wins_by = found.attempt("winning_moves", lambda: winning_moves(Right))
    for player in (Left, Right):
        if outcome.result(player, first=True) == "draw":
            find = partial(drawing_moves_of, game, player, found.chooser)
            found.draws_by[player] = found.attempt("drawing_moves", find) or ()


def _find_by_theory(found: Report, game: Position | Sum) -> None:
    """Find what needs no value."""
    if isinstance(game, Position):
        details = found.attempt("position", lambda: game.ruleset.details(game.state))
        found.details = details or {}
    for invariant in reported():
        if invariant.theory is not None:
            found.note(invariant, partial(invariant.theory, game, found.outcome))


def _find_by_value(found: Report, value: Value) -> None:
    """Find what follows from the value, except for what is known already."""
    found.text = found.attempt("value", lambda: str(value))
    for invariant in sorted(reported(), key=lambda invariant: COSTS.index(invariant.cost)):
        if invariant.by_value and invariant.name not in found.found:
            found.note(invariant, partial(invariant.get, value))


def _find_summands(found: Report, terms: Sequence[Expression]) -> None:
    """Find the terms of a sum and the winning moves in each."""
    summands = found.attempt("summands", lambda: summands_of(terms)) or ()
    moves = found.attempt("summands", lambda: _sum_moves(found, summands)) if summands else None
    if moves is not None:
        found.summands, found.sum_moves = summands, moves


def _sum_moves(
    found: Report, summands: tuple[TypedTerm, ...]
) -> dict[Player, list[SumMove]] | None:
    """Return the winning moves in the summands, ranked; None if they were left out already."""
    played = played_sum(found, summands)
    if isinstance(found.game, Value):
        return {player: played.winning_moves(player) for player in (Left, Right)}
    if found.left_wins_by is None or found.right_wins_by is None:
        return None
    return {player: played.ranked(found.wins_by(player) or ()) for player in (Left, Right)}


def played_sum(found: Report, summands: tuple[TypedTerm, ...]) -> PlayedSum:
    """Return the game with its terms as they were typed."""
    assert isinstance(found.value, Value)
    assert found.game is not None
    return PlayedSum.as_typed(found.expression, found.game, found.value, summands, found.chooser)


def _find_by_search(found: Report) -> None:
    """Find what does not follow from the value, in the time that is left."""
    for invariant in reported():
        if not invariant.by_value and invariant.column not in found.omitted:
            found.note(invariant, partial(invariant.get, found.game), 1.0)


def _excuse(found: Report, reason: str) -> None:
    """Record for everything that was not tried the reason."""
    needed = [one.column for one in reported() if one.by_value or found.outcome is None]
    if found.outcome is None:
        needed += ["value", "winning_moves"]
    for name in [*needed, "summands"]:
        if found.found.get(name.replace("_", " ")) is None:
            found.omitted.setdefault(name, reason)


# What can be said at little cost, of many positions at once.


@dataclass(frozen=True)
class Glance:
    """Who wins a game, and its value, as far as they were found at little cost."""

    outcome: str | None = None
    value: Value | None = None
    text: str | None = None
    """The value in Unicode notation, if it is short; a loopy value has a text only."""

    latex: str | None = None

    def to_data(self) -> dict[str, str | None]:
        """Return what is known as plain data."""
        value = self.value
        return {
            "outcome": self.outcome,
            "value": self.text,
            "latex": self.latex,
            "mean": None if value is None else rational(value.mean),
            "temperature": None if value is None else rational(value.temperature),
        }


def glance(
    game: Position | Sum,
    *,
    nodes: int = 3_000_000,
    seconds: float | None = None,
    longest: int = 60,
) -> Glance:
    """Find out about a game what costs little; a value is written if it is not `longest`.

    Examples
    --------
    >>> glance(fs.Domineering("2x2")).to_data()["value"]
    '±1'
    """
    outcome = value = text = latex = None
    with suppress(FarstarError), engine.budget(nodes=nodes, seconds=seconds):
        outcome = str(game.outcome)
        if game.may_loop:
            text = game.loopy_value.unicode()
        else:
            value = game.value
            if value.follower_count <= _MOST_FOLLOWERS:
                text = spell(value, unicode=True)
    if text is not None and len(text) > longest:
        text = None
    if text is not None and value is not None:
        latex = value.latex()
    return Glance(outcome, value, text, latex)


# Games in which play may go on for ever.


def _find_loopy(found: Report, game: Loopy | Position | Sum) -> None:
    """Find out what there is to say about a loopy value, or a game that may loop."""
    from farstar.loopy import Loopy
    from farstar.sums.loopy_forms import loopy_form

    played = loopy_form(game) if isinstance(game, Loopy) else game
    found.note(INVARIANTS["outcome"], lambda: outcome_of(played, found.chooser), MOST)
    if found.outcome is not None and played is game:
        find_moves(found, played)
    value = found.attempt("value", lambda: played.loopy_value, MOST)
    if value is None:
        return
    if found.outcome is None:
        # Who wins follows from the value.
        found.note(INVARIANTS["outcome"], lambda: value.outcome.as_outcome)
    if found.outcome is None:
        # A value may be known from before; without who wins it is not shown.
        found.omitted["value"] = found.omitted["outcome"]
        return
    found.details["kind"] = _loopy_kind(value)
    if isinstance(game, Loopy) and value.is_stopper:
        find_moves(found, played)
    if value.is_short:
        # Play may go on for ever, and still all that follows from the value is known.
        found.value = value.value
        _find_by_value(found, found.value)
        return
    found.value = value
    found.text = found.attempt("value", lambda: str(value))
    for name, ask in _loopy_questions(value).items():
        answer = found.attempt(name, ask)
        if answer is not None:
            found.details[name] = answer


def _loopy_kind(value: Loopy) -> str:
    if value.is_short:
        return "equal to a game without loops"
    if value.is_stopper:
        return "stopper"
    return "both sides are stoppers" if value.is_stopper_sided else "not all sides are stoppers"


def _loopy_questions(value: Loopy) -> dict[str, Callable[[], object]]:
    """Return what is asked about a value of this kind."""
    questions: dict[str, Callable[[], object]] = {}
    if value.is_stopper:
        questions["stops"] = lambda: f"Left {value.left_stop}, Right {value.right_stop}"
        questions["left_options"] = lambda: _texts(value.left_options)
        questions["right_options"] = lambda: _texts(value.right_options)
        questions["followers"] = lambda: value.follower_count
    elif value.is_stopper_sided:
        questions["onside"] = lambda: str(value.onside)
        questions["offside"] = lambda: str(value.offside)
    if value.is_stopper_sided:
        questions["degree"] = lambda: str(value.degree())
        questions["variety"] = lambda: _variety(value)
    return questions


def _variety(value: Loopy) -> str:
    try:
        return str(value.variety())
    except LoopyError:
        return "none (the game is not stable)"


def _texts(options: tuple[Loopy, ...]) -> str:
    return ", ".join(map(str, options)) or "none"
