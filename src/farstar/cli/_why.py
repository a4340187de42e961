"""Why a player wins, in a few plain sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import farstar as fs
from farstar.cli._facts import Facts, rational

WHO_WINS = {
    fs.Outcome.L: "Left wins, whoever starts",
    fs.Outcome.R: "Right wins, whoever starts",
    fs.Outcome.N: "the first player wins",
    fs.Outcome.P: "the second player wins",
}

_AGAINST_ZERO = {
    fs.Outcome.L: "the value is > 0",
    fs.Outcome.R: "the value is < 0",
    fs.Outcome.N: "the value is confused with 0",
    fs.Outcome.P: "the value is 0",
}

_MOST_ANSWERS = 3
"""Moves of the loser whose answers are named one by one."""

Speller = Callable[[fs.Value], str]


def why(facts: Facts, spell: Speller) -> list[str]:
    """Return the sentences; `spell` writes a value, shortened if need be.

    Examples
    --------
    >>> from farstar.cli._facts import find_facts
    >>> for sentence in why(find_facts("^", fs.Value("^")), str):
    ...     print(sentence)
    Left, moving first, wins by going to 0, where Right has no move.
    Right, moving first, loses: to * Left replies 0, where Right has no move.
    So Left wins, whoever starts: the value is > 0.
    Both stops are 0, so it is an infinitesimal: smaller than every positive number, yet it decides.
    """
    if facts.value.is_zero:
        return [
            "The value is 0, whose canonical form has no moves: whoever starts loses.",
            "Every move in the expression as written has an answer that brings the value back "
            "to 0 or beyond, in favour of the second player.",
        ]
    sentences = [_first(facts, fs.Left, spell), _first(facts, fs.Right, spell)]
    sentences.append(f"So {WHO_WINS[facts.outcome]}: {_AGAINST_ZERO[facts.outcome]}.")
    sentences += _stops(facts)
    sentences += _weight(facts, spell)
    sentences += _heat(facts)
    return sentences


def _first(facts: Facts, player: fs.Player, spell: Speller) -> str:
    """Say how `player` fares by moving first."""
    name = _name(player)
    options = facts.left_options if player is fs.Left else facts.right_options
    moves = facts.left_wins_by if player is fs.Left else facts.right_wins_by
    wins = facts.outcome.wins(player, first=True)
    if options is None or moves is None:
        return (
            f"{name}, moving first, {'wins' if wins else 'loses'}; the moves are too many to list."
        )
    if wins:
        best = _simplest(moves)
        others = len(moves) - 1
        rest = f" ({others} other winning {_plural(others, 'move')})" if others else ""
        return (
            f"{name}, moving first, wins by going to {spell(best)}, {_won_at(best, player)}{rest}."
        )
    if not options:
        return f"{name}, moving first, loses: the canonical form has no move for {name}."
    answers = [_answer(option, player, spell) for option in options[:_MOST_ANSWERS]]
    more = len(options) - len(answers)
    tail = f"; and so on for {more} more {_plural(more, 'move')}" if more else ""
    return f"{name}, moving first, loses: {'; '.join(answers)}{tail}."


def _answer(option: fs.Value, player: fs.Player, spell: Speller) -> str:
    """Say how the opponent replies to the losing move of `player` to `option`."""
    other = -player
    replies = option.right_options if other is fs.Right else option.left_options
    winning = [g for g in replies if (g <= 0 if other is fs.Right else g >= 0)]
    best = _simplest(winning)
    return f"to {spell(option)} {_name(other)} replies {spell(best)}, {_won_at(best, other)}"


def _simplest(moves: Sequence[fs.Value]) -> fs.Value:
    """Choose the move to be named."""
    return min(moves, key=lambda g: (not g.is_zero, not g.is_number, g.follower_count))


def _won_at(g: fs.Value, mover: fs.Player) -> str:
    """Say why the position `g` is won for `mover`, who has just moved there."""
    loser = _name(-mover)
    if g.is_zero:
        return f"where {loser} has no move"
    sign = ">" if mover is fs.Left else "<"
    stop = g.right_stop if mover is fs.Left else g.left_stop
    if g.is_number:
        return f"which is {sign} 0"
    if stop != 0:
        return f"where even with {loser} to move play stops at {rational(stop)} {sign} 0"
    return f"which is {sign} 0"


def _stops(facts: Facts) -> list[str]:
    """Say what the numbers that play stops at tell."""
    left, right = facts.left_stop, facts.right_stop
    if facts.value.is_number:
        return []
    if left == right == 0:
        return [
            "Both stops are 0, so it is an infinitesimal: smaller than every positive number, "
            "yet it decides."
        ]
    if right > 0:
        return [f"The Right stop {rational(right)} is > 0: that alone wins for Left."]
    if left < 0:
        return [f"The Left stop {rational(left)} is < 0: that alone wins for Right."]
    if left > 0 > right:
        return [
            f"The stops say the same: {rational(left)} > 0 if Left starts, "
            f"{rational(right)} < 0 if Right starts."
        ]
    starter = "Left" if left == 0 else "Right"
    return [f"If {starter} starts, play stops at 0, and there infinitesimals decide."]


def _weight(facts: Facts, spell: Speller) -> list[str]:
    """Apply the two-ahead rule."""
    weight = facts.atomic_weight
    if weight is None:
        return []
    if weight >= 2:
        return [f"Its atomic weight {spell(weight)} is at least 2: that alone wins for Left."]
    if weight <= -2:
        return [f"Its atomic weight {spell(weight)} is at most -2: that alone wins for Right."]
    return []


def _heat(facts: Facts) -> list[str]:
    """Say what the temperature means for a sum with other games."""
    if facts.thermograph is None:
        return []
    mean, temperature = facts.thermograph.mean, facts.thermograph.temperature
    if facts.value.is_number:
        return ["It is a number: whoever moves in it loses by moving."]
    if temperature > 0:
        return [
            f"It is hot: among many other games it counts {rational(mean)}, "
            f"and having the move in it is worth {rational(temperature)}."
        ]
    return []


def _plural(n: int, word: str) -> str:
    return word if n == 1 else word + "s"


def _name(player: fs.Player) -> str:
    return "Left" if player is fs.Left else "Right"
