"""Whether the games of a certificate have the moves of the games whose names they bear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from farstar.certificates import checker
from farstar.certificates._games import Component, Games, options_of, positions_of
from farstar.engine import bounds, budget
from farstar.errors import BudgetExceeded, FarstarError
from farstar.loopy import Loopy
from farstar.rules import Position, meter
from farstar.values import Value

MOST_LETTERS = 100_000
"""Of a name that is read."""

MOST_NODES = 500_000
"""Positions and values that are looked at to learn which game a name means."""


class Names(NamedTuple):
    """The names in a certificate."""

    known: list[str]
    """Those of games of Farstar, which have the moves in the certificate."""
    unknown: list[str]
    """Those that mean no game to Farstar."""
    uncompared: list[str]
    """Those of games that are too large to be compared."""


def compare_names(games: Iterable[dict[str, Any]]) -> Names:
    """Compare games with those of Farstar that have their names.

    Raises
    ------
    ValueError
        If Farstar knows a game of this name, and its moves are others.
    BudgetExceeded
        If the caller's budget is exceeded.
    """
    names = Names([], [], [])
    for game in games:
        name = game["name"]
        group = names.known
        component = None
        try:
            with budget(nodes=MOST_NODES):
                component = _named(name)
                if component is None:
                    group = names.unknown
                elif not _has_moves_of(game, component):
                    raise ValueError(f"the moves of another game than {name}")
        except BudgetExceeded:
            _refuse_if_over()
            if component is not None and _surely_lasts_longer(component, game):
                raise ValueError(f"the moves of another game than {name}") from None
            group = names.uncompared
        if name not in group:
            group.append(name)
    return names


def _refuse_if_over() -> None:
    """Raise the error again if it was the caller's budget that ended."""
    meter().charge(0)
    _, nodes, memory = bounds()
    if nodes is not None or memory is not None:
        raise BudgetExceeded("the names in a certificate were not compared within the budget")


def _named(name: str) -> Component | None:
    from farstar.expressions import parse

    if len(name) > MOST_LETTERS:
        return None
    try:
        game = parse(name)
    except BudgetExceeded:
        raise
    except FarstarError:
        return None
    return game if isinstance(game, Value | Position | Loopy) else None


def _has_moves_of(game: dict[str, Any], component: Component) -> bool:
    known = Games()
    try:
        known.component(component, 1)
    except BudgetExceeded:
        raise
    except FarstarError:  # a position of which we know no moves, such as one with endless play
        return False
    sides = zip(positions_of(game), known.sides[0], strict=True)
    return all(_is_same(rows, others) for rows, others in sides)


def _surely_lasts_longer(component: Component, game: dict[str, Any]) -> bool:
    """Return whether a game is known to last longer than its rows; False if that takes too long."""
    try:
        with budget(nodes=MOST_NODES):
            return _lasts_longer(component, game)
    except BudgetExceeded:
        _refuse_if_over()
        return False


def _lasts_longer(component: Component, game: dict[str, Any]) -> bool:
    """Return whether one player alone can make more moves in a game than its rows allow."""
    rows, _ = positions_of(game)
    if not isinstance(component, Position) or checker.has_loop(rows):
        return False
    for side in (0, 1):
        longest = [0] * len(rows)
        for p in checker.options_first(rows):
            longest[p] = max((1 + longest[option] for option in rows[p][side]), default=0)
        position, moves = component, 0
        while moves <= longest[0]:
            meter().tick()
            after = next(iter(options_of(position)[side]), None)
            if after is None:
                break
            position, moves = after, moves + 1
        if moves > longest[0]:
            return True
    return False


def _is_same(rows: Sequence[Any], others: Sequence[Any]) -> bool:
    """Return whether two graphs allow the same play from their first positions.

    Positions get the same number until their options differ; equal options count once.
    """
    shift = len(rows)
    both = [*rows, *([[shift + p for p in side] for side in row] for row in others)]
    number, count = [0] * len(both), 1
    while True:
        meter().charge(0)
        kinds: dict[Any, int] = {}
        number = [
            kinds.setdefault((n, *(frozenset(number[p] for p in side) for side in row)), len(kinds))
            for n, row in zip(number, both, strict=True)
        ]
        if number[0] != number[shift] or len(kinds) == count:
            return number[0] == number[shift]
        count = len(kinds)
