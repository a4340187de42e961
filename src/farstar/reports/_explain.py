"""Why a player wins: in a few plain sentences, and as titled steps."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from farstar import _arguments
from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import BudgetExceeded
from farstar.expressions import Expression
from farstar.formulas import MarkedText, as_formula
from farstar.loopy import Loopy
from farstar.reports._clock import Clock, OutOfTime
from farstar.reports._find import played_sum, report, value_report
from farstar.reports._playable import LONGEST_NAME, PlayedSum, Speller, is_impartial
from farstar.reports._record import WHO_WINS, clip, mention, rational, shorten
from farstar.reports._report import Report
from farstar.rules import Explanation, Position, Reason
from farstar.rules.explaining import (
    count_of_winning,
    theorem_steps,
    value_step,
    what_is_forced,
)
from farstar.sums import Sum, SumMove
from farstar.sums.explaining import explain as explain_sum
from farstar.values import Value

_SCHEMA = "farstar.explain/1"

_NO_LIMIT = 1e6
"""Seconds for callers who did not ask for a limit."""

_HALF = 0.5
"""The part of a time limit for the facts that an explanation is about."""

_AGAINST_ZERO = {
    Outcome.L: "the value is `> 0`",
    Outcome.R: "the value is `< 0`",
    Outcome.N: "the value is confused with 0",
    Outcome.P: "the value is 0",
}

_MOST_ANSWERS = 2
"""Moves of the loser whose answers are named one by one."""

BOTH = (Left, Right)


def why(known: Report, spell: Speller) -> list[str]:
    """Return the sentences; `spell` writes a value, shortened if necessary.

    Examples
    --------
    >>> from farstar.reports import report
    >>> for sentence in why(report("^"), str)[:3]:
    ...     print(sentence)
    Left, moving first, wins by going to 0, where Right has no good move.
    Right, moving first, loses: if Right goes to *, Left goes to 0, where Right has no good move.
    So Left wins, whoever starts: the value is > 0.
    """
    outcome = known.outcome
    if outcome is None:
        return [f"The winner is {known.omitted['outcome']}."]
    sentences = [_first(known, player, outcome.wins(player, first=True), spell) for player in BOTH]
    sentences.append(f"So {WHO_WINS[outcome]}: {_AGAINST_ZERO[outcome]}.")
    if isinstance(known.value, Value) and not known.value.is_zero:
        sentences += [*_stops(known), *_weight(known, spell), *_heat(known)]
    return [MarkedText(sentence) for sentence in sentences]


def _first(known: Report, player: Player, wins: bool, spell: Speller) -> str:
    """Say whether `player` wins by moving first, and how."""
    name = _name(player)
    if known.value is None or known.left_options is None or known.right_options is None:
        return f"{name}, moving first, {'wins' if wins else 'loses'}."
    played = played_sum(known, known.summands)
    if wins:
        best, *others = known.sum_moves.get(player) or played.winning_moves(player)
        rest = f" ({len(others)} other winning {_plural(others, 'move')})" if others else ""
        how = _tell(played, best, spell, "moving", "going")
        return f"{name}, moving first, wins by {how}, {_won_at(played.leaves(best), player)}{rest}."
    losing = played.moves(player)
    if not losing:
        whose = "the canonical form" if isinstance(known.game, Value) else "the position"
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


def _stops(known: Report) -> list[str]:
    """Say what follows from the stops."""
    left, right = known.left_stop, known.right_stop
    if left is None or right is None or _is_number(known):
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


def _weight(known: Report, spell: Speller) -> list[str]:
    """Apply the two-ahead rule."""
    weight = known.atomic_weight
    if weight is None:
        return []
    if weight >= 2:
        reason = "is at least 2: that alone wins for Left"
    elif weight <= -2:
        reason = "is at most `-2`: that alone wins for Right"
    else:
        return []
    return [f"Its atomic weight {as_formula(spell(weight))} {reason}."]


def _heat(known: Report) -> list[str]:
    """Say what the temperature means for a sum with other games."""
    if _is_number(known):
        return ["It is a number: a player who moves in it loses ground."]
    graph = known.thermograph
    if graph is None or graph.temperature <= 0:
        return []
    return [
        f"It is hot: among many other games it is worth `{rational(graph.mean)}` on average, "
        f"and a move in it is worth `{rational(graph.temperature)}`."
    ]


def _is_number(known: Report) -> bool:
    return isinstance(known.value, Value) and known.value.is_number


def _plural(things: Sequence[object], word: str) -> str:
    return word if len(things) == 1 else word + "s"


def _name(player: Player) -> str:
    return "Left" if player is Left else "Right"


# Titled steps.


def explanation(known: Report, clock: Clock | None = None) -> Explanation:
    """Explain who wins, and why: by the theory of the game, for a value by its moves.

    Parameters
    ----------
    known : Report
        What is known about the game; the explanation says nothing else.
    clock : Clock, optional
        How long the reasons may take; by default as long as the report, which notes if they lack
        time.

    Raises
    ------
    BudgetExceeded
        If the caller's own time is up.

    Examples
    --------
    >>> explanation(report("^")).title
    '^: Left wins, whoever starts'
    >>> explanation(report("Nim(3,5,6)")).steps[0].title
    'Heaps'
    """
    clock = clock or known.clock.again()
    if known.outcome is None:
        return _left_out(known, known.omitted["outcome"])
    try:
        with clock.share():
            steps = _explanation(known, known.outcome)
    except BudgetExceeded as error:
        if clock.is_over:
            raise
        known.lacks_time |= isinstance(error, OutOfTime) and error.is_usual_time
        return _left_out(known, str(error))
    for player in BOTH:
        if known.wins_by(player) is None:
            _take_moves(known, steps, player)
    return steps


def _take_moves(known: Report, steps: Explanation, player: Player) -> None:
    """Give a report that lacked time the winning moves that its explanation lists."""
    game = known.game
    if known.misere or not isinstance(game, Position | Sum):
        return
    # The moves of either player are listed once, as those of Left.
    mover = Left if is_impartial(game) else player
    listed = [step.data for step in steps.steps if step.data.get("player") == str(mover)]
    texts = {text for data in listed for text in data.get("winning_moves") or ()}
    if not texts:
        return
    try:
        moves = tuple(move for move in game.moves(player) if move.text in texts)
    except BudgetExceeded:
        return  # too many to list: the explanation gives examples
    if player is Left:
        known.left_wins_by = moves
    else:
        known.right_wins_by = moves


def _explanation(known: Report, outcome: Outcome) -> Explanation:
    game = known.game
    if known.misere:
        assert isinstance(game, Position | Sum)
        return misere_explanation(game)
    if isinstance(game, Position):
        steps = game.explain()
        return replace(steps, steps=tuple(_agreeing(known, step) for step in steps.steps))
    if isinstance(game, Loopy):
        return _of_loopy_value(known, game)
    if isinstance(game, Sum) and not known.summands:
        return explain_sum(game, known.chooser)
    sentences = tuple(why(known, mention))
    if isinstance(game, Sum):
        steps = explain_sum(game, known.chooser)
        return replace(steps, steps=tuple(_with_sentences(step, sentences) for step in steps.steps))
    if not isinstance(game, Value):
        return _of_transfinite(known, outcome)
    value = Reason("Value", mention(game, longest=1000), (), {"value": known.text})
    who = f"{WHO_WINS[outcome]} ({outcome})"
    return Explanation(
        f"{as_formula(clip(known.expression))}: {WHO_WINS[outcome]}",
        (value, Reason("Outcome", who, sentences, {"outcome": str(outcome)})),
    )


def _of_transfinite(known: Report, outcome: Outcome) -> Explanation:
    """Explain who wins a number or a nimber beyond the short games, by its sign or its heap."""
    rule = {
        Outcome.L: "it is a positive number",
        Outcome.R: "it is a negative number",
        Outcome.P: "it is zero",
        Outcome.N: "it is a heap of Nim that is not empty: taking all of it wins",
    }[outcome]
    reason = Reason("Outcome", f"{WHO_WINS[outcome]} ({outcome})", (rule,))
    return Explanation(f"{known.expression}: {WHO_WINS[outcome]}", (reason,))


def _agreeing(known: Report, step: Reason) -> Reason:
    """Return a step of a position; if it is about the value alone, it says what the report says."""
    if set(step.data) != {"value"}:
        return step
    row = known.row("value")
    if row is None or (known.text is not None and step.data["value"] == known.text):
        return step
    return replace(step, text=row.text(), items=(), data={"value": known.text})


def _with_sentences(step: Reason, sentences: tuple[str, ...]) -> Reason:
    """Return the step about the outcome of a sum together with how it is played."""
    return replace(step, items=sentences) if step.title == "Outcome" else step


def _left_out(known: Report, reason: str) -> Explanation:
    """Return the explanation for the case that the time ran out."""
    text = as_formula(clip(known.expression))
    outcome = known.outcome
    if outcome is None:
        return Explanation(text, (Reason("Outcome", reason, data={"outcome": None}),))
    who = Reason("Outcome", f"{WHO_WINS[outcome]} ({outcome})", data={"outcome": str(outcome)})
    # The theorem that answers is known at once, whatever else takes too long.
    position = known.game if isinstance(known.game, Position) else None
    theorem = theorem_steps(position, misere=known.misere) if position is not None else ()
    return Explanation(text, (who, *theorem, Reason("Left out", reason)))


def _of_loopy_value(known: Report, value: Loopy) -> Explanation:
    """Return why a loopy value has its outcome."""
    outcome = value.outcome
    forced = " ".join(what_is_forced(outcome))
    who = Reason("Outcome", f"{outcome}: {forced}", data={"outcome": str(outcome)})
    return Explanation(clip(known.expression), (value_step(value), who))


def misere_explanation(game: Position | Sum) -> Explanation:
    """Explain who wins under misère play, by the moves.

    Examples
    --------
    >>> print(misere_explanation(fs.Nim(3)))
    Nim(3) under misère play
    1. Outcome: the first player wins (N)
    2. Either player to move: 1 of 3 moves wins
    """
    outcome = game.misere_outcome
    steps = [Reason("Outcome", f"{WHO_WINS[outcome]} ({outcome})", data={"outcome": str(outcome)})]
    is_for_both = is_impartial(game)
    for player in BOTH[:1] if is_for_both else BOTH:
        winning = [move.text for move in game.winning_moves(player, misere=True)]
        count = len(game.moves(player))
        text = count_of_winning(len(winning), count) if count else "wins: there is no move"
        if outcome.result(player, first=True) == "draw":
            drawing = len(game.drawing_moves(player, misere=True))
            text = f"no move wins, {drawing:,} of {count:,} hold the draw"
        who = "Either player" if is_for_both else _name(player)
        data = {"player": str(player), "winning_moves": winning}
        steps.append(Reason(f"{who} to move", text, data=data))
    return Explanation(f"{shorten(str(game))} under misère play", tuple(steps))


def value_explanation(value: Value) -> Explanation:
    """Explain who wins a value by its moves, however long it takes.

    Examples
    --------
    >>> value_explanation(Value("^")).title
    '^: Left wins, whoever starts'
    """
    patient = Clock(time.monotonic() + _NO_LIMIT)
    return explanation(value_report(mention(value), value, patient), patient)


def explained(
    question: Expression | str, deadline: float | None = None
) -> tuple[Report, Explanation]:
    """Return what is known about the game of an expression, and why a player wins.

    Half of the time until a deadline goes into what is known.

    Examples
    --------
    >>> known, steps = explained("^")
    >>> str(known.outcome), [step.title for step in steps.steps]
    ('L', ['Value', 'Outcome'])
    """
    known = report(question, Clock(deadline, part=_HALF))
    return known, explanation(known)


def explain_report(question: Expression | str, deadline: float | None = None) -> dict[str, Any]:
    """Return the object that ``farstar explain --json`` prints.

    Examples
    --------
    >>> [step["title"] for step in explain_report("^")["steps"]]
    ['Value', 'Outcome']
    """
    known, steps = explained(question, deadline)
    return {
        "schema": _SCHEMA,
        "expression": known.expression,
        "outcome": None if known.outcome is None else str(known.outcome),
        **steps.to_dict(),
    }
