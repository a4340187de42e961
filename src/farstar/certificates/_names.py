"""Whether the games of a certificate have the rules of the games whose names they bear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from farstar.certificates._games import Component, Games, positions_of
from farstar.errors import FarstarError
from farstar.loopy import Loopy
from farstar.rules import Position
from farstar.values import Value

MOST_LETTERS = 100_000
"""Of a name that is read."""


def unknown_names(games: Iterable[dict[str, Any]]) -> list[str]:
    """Return the names that Farstar does not know.

    Raises
    ------
    ValueError
        If Farstar knows a game of this name, and its moves are others.
    """
    unknown = []
    for game in games:
        if not isinstance(game["name"], str):
            raise ValueError(f"a game without a name, {game['name']!r}")
        component = _named(game["name"])
        if component is None:
            unknown.append(game["name"])
            continue
        known = Games()
        try:
            known.component(component, 1)
        except FarstarError:  # no certificate of ours could contain it
            raise ValueError(f"another game than {game['name']}") from None
        sides = zip(positions_of(game), positions_of(known.games[0]), strict=True)
        if not all(_is_same(rows, others) for rows, others in sides):
            raise ValueError(f"the moves of another game than {game['name']}")
    return unknown


def _named(name: str) -> Component | None:
    from farstar.expressions import parse

    if len(name) > MOST_LETTERS:
        return None
    try:
        game = parse(name)
    except FarstarError:
        return None
    return game if isinstance(game, Value | Position | Loopy) else None


def _is_same(rows: Sequence[Any], others: Sequence[Any]) -> bool:
    """Return whether two graphs allow the same play from their first positions.

    Positions get the same number until their options differ; equal options count once.
    """
    shift = len(rows)
    both = [*rows, *([[shift + p for p in side] for side in row] for row in others)]
    number, count = [0] * len(both), 1
    while True:
        kinds: dict[Any, int] = {}
        number = [
            kinds.setdefault((n, *(frozenset(number[p] for p in side) for side in row)), len(kinds))
            for n, row in zip(number, both, strict=True)
        ]
        if number[0] != number[shift] or len(kinds) == count:
            return number[0] == number[shift]
        count = len(kinds)
