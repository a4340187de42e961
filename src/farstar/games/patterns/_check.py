"""What rules as patterns are, in a few facts, and how they compare with other rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from farstar._outcome import Left, Right
from farstar.errors import FarstarError, NotationError
from farstar.rules import Position, Ruleset


def described(rules: Ruleset) -> dict[str, Any]:
    r"""Return what is known about rules: name, board, marks, symmetries, and whether play ends.

    Raises
    ------
    NotationError
        If the rules are not written as patterns.

    Examples
    --------
    >>> facts = described(fs.rules("game Cram\ncells . #\nboth .. -> ## both"))
    >>> facts["name"], facts["impartial"], facts["ends"], facts["symmetries"]
    ('Cram', True, True, 8)
    """
    base: Any = getattr(rules, "base", rules)
    written = getattr(base, "written", None)
    if written is None:
        raise NotationError(
            f"expected rules that are written as patterns, got {rules.name}, which is a program"
        )
    symmetries = getattr(base, "symmetries", None)
    return {
        "name": rules.name,
        "board": written.board,
        "marks": " ".join(written.marks),
        "impartial": rules.is_impartial,
        "ends": not rules.may_loop,
        "symmetries": None if symmetries is None else len(symmetries),
    }


def compared(rules: Ruleset, other: Any, states: Iterable[Any]) -> str | None:
    r"""Return the first difference between two games, in a sentence; None if there is none.

    Values, outcomes and the states after the moves of both players are compared. `other` is a
    ruleset, its class, or a class of positions.

    Examples
    --------
    >>> rules = fs.rules("cells x/o .\nleft xo -> .x rows\nright = swap of left")
    >>> compared(rules, fs.Clobber, ["xo", "xxo", "x.o"]) is None
    True
    >>> compared(rules, fs.Clobber, ["xo", "x|o"])
    'x|o: outcome P, expected N'
    """
    for state in states:
        mine, theirs = rules(state), _position(other, state)
        text = rules.text(mine.state)
        facts: list[tuple[str, Any, Any]] = [("outcome", mine.outcome, theirs.outcome)]
        facts.append(("value", _value(mine), _value(theirs)))
        for player in (Left, Right):
            moves = [
                {_normal(move.after.state) for move in position.moves(player)}
                for position in (mine, theirs)
            ]
            facts.append((f"moves of {player}", _listed(moves[0]), _listed(moves[1])))
        for name, got, expected in facts:
            if got != expected:
                return f"{text}: {name} {got}, expected {expected}"
    return None


def _position(game: Any, state: Any) -> Position:
    if isinstance(game, type) and issubclass(game, Ruleset):
        game = game()
    if isinstance(game, type) and issubclass(game, Position) and isinstance(state, tuple):
        return game(*state)
    position: Position = game(state)
    return position


def _value(position: Position) -> Any:
    try:
        return position.loopy_value if position.ruleset.may_loop else position.value
    except FarstarError as error:
        return str(error)


def _normal(state: Any) -> Any:
    """Return heaps in order; everything else as it is."""
    is_heaps = isinstance(state, tuple) and all(isinstance(heap, int) for heap in state)
    return tuple(sorted(state)) if is_heaps else state


def _listed(states: set[Any]) -> str:
    return ", ".join(sorted(map(str, states))) or "none"
