"""Why a player wins: in a few plain sentences, and as titled steps."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, cast

from farstar import _arguments
from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import BudgetExceeded
from farstar.expressions import Expression, read
from farstar.formulas import MarkedText, as_formula
from farstar.reports._clock import Clock
from farstar.reports._facts import Facts, outcome_of, played_sum, rational, value_facts
from farstar.reports._summands import LONGEST_NAME, PlayedSum, Speller
from farstar.reports._wording import clip, mention
from farstar.rules import Explanation, Position, Reason
from farstar.rules.explaining import DRAWN
from farstar.sums import Sum, SumMove
from farstar.sums.choosing import Chooser
from farstar.sums.explaining import explain as explain_sum
from farstar.values import Value

_SCHEMA = "farstar.explain/1"

_NO_LIMIT = 1e6
"""Seconds for callers who did not ask for a limit."""

WHO_WINS: dict[str, str] = {
    Outcome.L: "Left wins, whoever starts",
    Outcome.R: "Right wins, whoever starts",
    Outcome.N: "the first player wins",
    Outcome.P: "the second player wins",
    **DRAWN,
}
"""What an outcome means; those of loopy games, which can be drawn, come last."""

_AGAINST_ZERO = {
    Outcome.L: "the value is `> 0`",
    Outcome.R: "the value is `< 0`",
    Outcome.N: "the value is confused with 0",
    Outcome.P: "the value is 0",
}

_MOST_ANSWERS = 2
"""Moves of the loser whose answers are named one by one."""

BOTH = (Left, Right)


def why(facts: Facts, spell: Speller) -> list[str]:
    """Return the sentences; `spell` writes a value, shortened if necessary.

    Examples
    --------
    >>> from farstar.reports import find_facts
    >>> from farstar.expressions import read
    >>> for sentence in why(find_facts(read("^")), str)[:3]:
    ...     print(sentence)
    Left, moving first, wins by going to 0, where Right has no good move.
    Right, moving first, loses: if Right goes to *, Left goes to 0, where Right has no good move.
    So Left wins, whoever starts: the value is > 0.
    """
    outcome = facts.outcome
    if outcome is None:
        return [f"The winner is {facts.omitted['outcome']}."]
    sentences = [_first(facts, player, outcome.wins(player, first=True), spell) for player in BOTH]
    sentences.append(f"So {WHO_WINS[outcome]}: {_AGAINST_ZERO[outcome]}.")
    if facts.value is not None and not facts.value.is_zero:
        sentences += [*_stops(facts), *_weight(facts, spell), *_heat(facts)]
    return [MarkedText(sentence) for sentence in sentences]


def _first(facts: Facts, player: Player, wins: bool, spell: Speller) -> str:
    """Say whether `player` wins by moving first, and how."""
    name = _name(player)
    if facts.value is None or facts.left_options is None or facts.right_options is None:
        return f"{name}, moving first, {'wins' if wins else 'loses'}."
    played = played_sum(facts, facts.summands)
    if wins:
        best, *others = facts.sum_moves.get(player) or played.winning_moves(player)
        rest = f" ({len(others)} other winning {_plural(others, 'move')})" if others else ""
        how = _tell(played, best, spell, "moving", "going")
        return f"{name}, moving first, wins by {how}, {_won_at(played.leaves(best), player)}{rest}."
    losing = played.moves(player)
    if not losing:
        whose = "the canonical form" if isinstance(facts.game, Value) else "the position"
        return f"{name}, moving first, loses: {whose} has no move for {name}."
    answers = [_answer(played, move, spell) for move in losing[:_MOST_ANSWERS]]
    more = losing[_MOST_ANSWERS:]
    tail = f"; and so on for {len(more)} more {_plural(more, 'move')}" if more else ""
    return f"{name}, moving first, loses: {'; '.join(answers)}{tail}."


def _answer(played: PlayedSum, move: SumMove, spell: Speller) -> str:
    """Say how the opponent wins after a losing move."""
    player, opponent = move.player, -move.player
    after = played.after(move, spell)
    reply = after.winning_moves(opponent)[0]
    tried = _tell(played, move, spell, "moves", "goes", leaves=False)
    reply_text = _tell(after, reply, spell, "moves", "goes", is_single=played.is_single)
    won = _won_at(after.leaves(reply), opponent)
    return f"if {_name(player)} {tried}, {_name(opponent)} {reply_text}, {won}"


def _tell(
    played: PlayedSum,
    move: SumMove,
    spell: Speller,
    move_word: str,
    go_word: str,
    *,
    leaves: bool = True,
    is_single: bool | None = None,
) -> str:
    """Describe a move; in a sum also the term, and what the move leaves."""
    option = as_formula(played.option(move, spell))
    if played.is_single if is_single is None else is_single:
        return f"{go_word} to {option}"
    name = _arguments.clip(played.name(move), LONGEST_NAME)
    move_text = f"{move_word} {as_formula(name)} to {option}"
    return f"{move_text}, leaving {as_formula(spell(played.leaves(move)))}" if leaves else move_text


def _won_at(g: Value, mover: Player) -> str:
    """Say why the position `g` is won for `mover`, who has just moved there."""
    loser = _name(-mover)
    if g.is_zero:
        return f"where {loser} has no good move"
    sign = ">" if mover is Left else "<"
    stop = g.right_stop if mover is Left else g.left_stop
    if stop != 0 and not g.is_number:
        return f"where {loser} can do no better than stop at `{rational(stop)} {sign} 0`"
    return f"which is `{sign} 0`"


def _stops(facts: Facts) -> list[str]:
    """Say what follows from the stops."""
    left, right = facts.left_stop, facts.right_stop
    if left is None or right is None or _is_number(facts):
        return []
    if left == right == 0:
        return ["Both stops are 0: it is infinitesimal, smaller than any positive number."]
    if right > 0:
        return [f"The Right stop `{rational(right)}` is `> 0`: that alone wins for Left."]
    if left < 0:
        return [f"The Left stop `{rational(left)}` is `< 0`: that alone wins for Right."]
    if left > 0 > right:
        return [
            f"The stops say the same: `{rational(left)} > 0` if Left starts, "
            f"`{rational(right)} < 0` if Right starts."
        ]
    starter = "Left" if left == 0 else "Right"
    return [f"If {starter} starts, play stops at 0, and infinitesimals decide."]


def _weight(facts: Facts, spell: Speller) -> list[str]:
    """Apply the two-ahead rule."""
    weight = facts.atomic_weight
    if weight is None:
        return []
    if weight >= 2:
        reason = "is at least 2: that alone wins for Left"
    elif weight <= -2:
        reason = "is at most `-2`: that alone wins for Right"
    else:
        return []
    return [f"Its atomic weight {as_formula(spell(weight))} {reason}."]


def _heat(facts: Facts) -> list[str]:
    """Say what the temperature means for a sum with other games."""
    if _is_number(facts):
        return ["It is a number: a player who moves in it only loses by that."]
    graph = facts.thermograph
    if graph is None or graph.temperature <= 0:
        return []
    return [
        f"It is hot: among many other games it is worth `{rational(graph.mean)}` on average, "
        f"and a move in it is worth `{rational(graph.temperature)}`."
    ]


def _is_number(facts: Facts) -> bool:
    return facts.value is not None and facts.value.is_number


def _plural(things: Sequence[object], word: str) -> str:
    return word if len(things) == 1 else word + "s"


def _name(player: Player) -> str:
    return "Left" if player is Left else "Right"


# Titled steps.


def explained(
    expression: Expression, clock: Clock | None = None, facts: Facts | None = None
) -> tuple[Outcome | None, Explanation]:
    """Return who wins, None if it was not found in time, and why.

    Parameters
    ----------
    expression : Expression
        What was read.
    clock : Clock, optional
        How long that may take; if it is not enough, the last step says so.
    facts : Facts, optional
        What is already known about the expression.

    Raises
    ------
    BudgetExceeded
        If the caller's own time is up, or if not even the value is known.

    Examples
    --------
    >>> outcome, why = explained(read("Nim(3,5,6)"))
    >>> str(outcome), why.steps[0].title
    ('P', 'Heaps')
    """
    clock = clock or Clock()
    if clock.is_over:
        raise BudgetExceeded(f"the value is {clock.excuse}")
    with clock.share(subject="the value is "):
        game = expression.game
    if isinstance(game, Value):
        known = facts or value_facts(expression.normalised, game, clock, expression.terms)
        return known.outcome, _of_value(known, game)
    if not isinstance(game, Position | Sum):
        from farstar.reports._loopy import explain_value

        with clock.share():
            return cast("Outcome", game.outcome), explain_value(clip(expression.normalised), game)
    chooser = Chooser() if facts is None else facts.chooser
    try:
        with clock.share():
            steps = game.explain() if isinstance(game, Position) else explain_sum(game, chooser)
    except BudgetExceeded as error:
        if clock.is_over:
            raise
        outcome = _known_outcome(game, clock, chooser) if facts is None else facts.outcome
        return outcome, _left_out(expression, outcome, str(error))
    return outcome_of(game, chooser), steps


def _known_outcome(game: Position | Sum, clock: Clock, chooser: Chooser) -> Outcome | None:
    """Return who wins if it was found before the time ran out."""
    try:
        with clock.share():
            return outcome_of(game, chooser)
    except BudgetExceeded:
        return None


def explanation(
    expression: Expression, clock: Clock | None = None, facts: Facts | None = None
) -> Explanation:
    """Explain who wins, and why: by the theory of the game, for a value by its moves.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> explanation(read("^")).title
    '^: Left wins, whoever starts'
    """
    return explained(expression, clock, facts)[1]


def value_explanation(value: Value) -> Explanation:
    """Explain who wins a value by its moves, however long it takes.

    Examples
    --------
    >>> value_explanation(Value("^")).title
    '^: Left wins, whoever starts'
    """
    patient = Clock(time.monotonic() + _NO_LIMIT)
    return _of_value(value_facts(mention(value), value, patient), value)


def explain_report(text: str, clock: Clock | None = None) -> dict[str, Any]:
    """Return the object that ``farstar explain --json`` prints for the expression `text`.

    Examples
    --------
    >>> [step["title"] for step in explain_report("^")["steps"]]
    ['Value', 'Outcome']
    """
    expression = read(text)
    outcome, steps = explained(expression, clock)
    return {
        "schema": _SCHEMA,
        "expression": expression.normalised,
        "outcome": None if outcome is None else str(outcome),
        **steps.to_dict(),
    }


def _left_out(expression: Expression, outcome: Outcome | None, reason: str) -> Explanation:
    """Return the explanation for the case that the time ran out."""
    text = as_formula(clip(expression.normalised))
    if outcome is None:
        return Explanation(text, (Reason("Outcome", reason, data={"outcome": None}),))
    known = Reason("Outcome", f"{WHO_WINS[outcome]} ({outcome})", data={"outcome": str(outcome)})
    return Explanation(text, (known, Reason("Left out", reason)))


def _of_value(facts: Facts, game: Value) -> Explanation:
    text = as_formula(clip(facts.expression))
    outcome = facts.outcome
    if outcome is None:
        return Explanation(text, (Reason("Outcome", facts.omitted["outcome"]),))
    value = Reason("Value", mention(game, longest=1000), (), {"value": facts.text})
    try:
        with facts.clock.share():
            reasons = tuple(why(facts, mention))
    except BudgetExceeded as error:
        if facts.clock.is_over:
            raise
        reasons = (f"The rest is left out: {error}.",)
    who = f"{WHO_WINS[outcome]} ({outcome})"
    return Explanation(
        f"{text}: {WHO_WINS[outcome]}",
        (value, Reason("Outcome", who, reasons, {"outcome": str(outcome)})),
    )
