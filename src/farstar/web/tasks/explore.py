"""Tasks of the page Explore."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import BudgetExceeded, NotationError
from farstar.theory.automata import paired_outcome_automaton
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.tasks import task

MOST_OPTIONS = 24
"""Options of one player that are shown."""

_SECONDS = 0.7
"""For the outcome of one position, and for its value."""

_MOST_FOLLOWERS = 60
"""Followers of a value that is written out."""

_FIRST_NODES = 16
_FIRST_SECONDS = 2.0
"""How many positions are opened at first, and for how long."""


@task
def start(text: str) -> list[dict[str, Any]]:
    """Return a position and those nearest to it, as `node` does, until there are enough.

    Examples
    --------
    >>> [node["text"] for node in start("E(5,3)")]
    ['E(5,3)', 'E(3,2)', 'E(3,1)', 'E(2,1)']
    """
    nodes = {first["text"]: first for first in [node(text)]}
    end = time.monotonic() + _FIRST_SECONDS
    for facts in (queue := list(nodes.values())):
        for option in (*facts["left"], *facts["right"]):
            if len(nodes) >= _FIRST_NODES or time.monotonic() > end:
                return list(nodes.values())
            if option not in nodes:
                nodes[option] = node(option)
                queue.append(nodes[option])
    return list(nodes.values())


@task
def node(text: str) -> dict[str, Any]:
    """Return a position and the options of both players.

    Examples
    --------
    >>> here = node("E(11,8)")
    >>> here["outcome"], here["left"], here["right"], here["spine"], here["word"]
    ('R', ['E(8,3)'], ['E(8,5)'], 'E(8,5)', 'rl2e')
    """
    if len(text) > LONGEST_EXPRESSION:
        raise NotationError(
            f"expected an expression of at most {LONGEST_EXPRESSION} characters, got {len(text)}"
        )
    game = fs.parse(text)
    left, right = (_options(game, player) for player in (fs.Left, fs.Right))
    return {
        "text": str(game),
        "outcome": _outcome(game),
        "value": _value(game),
        "left": left[:MOST_OPTIONS],
        "right": right[:MOST_OPTIONS],
        "hidden": max(0, len(left) - MOST_OPTIONS) + max(0, len(right) - MOST_OPTIONS),
        **_word(game),
    }


@task
def automaton() -> dict[str, str]:
    """Return the diagram of the eight paired outcomes."""
    from farstar.web.pictures import themed

    figure = fs.plot(paired_outcome_automaton())
    return {"svg": themed(figure.svg()), "caption": figure.caption}


def _options(game: Any, player: fs.Player) -> list[str]:
    if isinstance(game, fs.Loopy):
        if not game.is_stopper:
            return []
        return [str(g) for g in (game.left_options if player is fs.Left else game.right_options)]
    if isinstance(game, fs.Value):
        values = game.left_options if player is fs.Left else game.right_options
        return [text for g in values if (text := reports.spell(g)) is not None]
    return list(dict.fromkeys(str(option) for option in game.options(player)))


def _outcome(game: Any) -> str | None:
    with suppress(BudgetExceeded), fs.engine.budget(seconds=_SECONDS):
        return str(game.outcome)
    return None


def _value(game: Any) -> str | None:
    """Return the value if it is cheap and short."""
    with suppress(BudgetExceeded), fs.engine.budget(seconds=_SECONDS):
        if isinstance(game, fs.Loopy):
            return game.unicode()
        if isinstance(game, fs.Position) and game.ruleset.may_loop:
            return game.loopy_value.unicode()
        value = game if isinstance(game, fs.Value) else game.value
        if value.follower_count <= _MOST_FOLLOWERS:
            return reports.spell(value, unicode=True)
    return None


def _word(game: Any) -> dict[str, Any]:
    """Return the word of a position, its state, and the next position of the spine."""
    details = game.ruleset.details(game.state) if isinstance(game, fs.Position) else {}
    text = details.get("word")
    if not text:
        word = None if text is None else "the empty word"
        return {"word": word, "state": None, "spine": None}
    # The first letter says whose option the spine goes through.
    owner = fs.Left if text[0] == "l" else fs.Right
    spine = None if text == "e" else str(game.options(owner)[0])
    state = paired_outcome_automaton().read(fs.Word(text)).number
    return {"word": text, "state": state, "spine": spine}
