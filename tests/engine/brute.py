"""Games by the bare definitions, without any of the shortcuts that engines take.

A game is a pair of frozensets of games. Only for small ones: everything is recursive.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations

Game = tuple[frozenset["Game"], frozenset["Game"]]

ZERO: Game = (frozenset(), frozenset())


@cache
def geq(g: Game, h: Game) -> bool:
    return not any(geq(option, g) for option in h[0]) and not any(geq(h, option) for option in g[1])


@cache
def negate(g: Game) -> Game:
    return frozenset(map(negate, g[1])), frozenset(map(negate, g[0]))


@cache
def add(g: Game, h: Game) -> Game:
    left = {add(o, h) for o in g[0]} | {add(g, o) for o in h[0]}
    right = {add(o, h) for o in g[1]} | {add(g, o) for o in h[1]}
    return frozenset(left), frozenset(right)


@cache
def canonical(g: Game) -> Game:
    """Return the canonical form: simplify the options, then the game until nothing changes."""
    left, right = set(map(canonical, g[0])), set(map(canonical, g[1]))
    while True:
        now = (frozenset(left), frozenset(right))
        for option in list(left):
            replies = [r for r in option[1] if geq(now, r)]
            if replies:
                left.remove(option)
                left |= replies[0][0]
                break
        else:
            for option in list(right):
                replies = [r for r in option[0] if geq(r, now)]
                if replies:
                    right.remove(option)
                    right |= replies[0][1]
                    break
            else:
                break
    return (
        frozenset(g for g in left if not any(h != g and geq(h, g) for h in left)),
        frozenset(g for g in right if not any(h != g and geq(g, h) for h in right)),
    )


def born_by(day: int) -> set[Game]:
    """Return all canonical games born by a day, at most the second."""
    games: set[Game] = {ZERO}
    for _ in range(day):
        sides = [frozenset(s) for s in subsets(games)]
        games = {canonical((left, right)) for left in sides for right in sides}
    return games


def subsets(games: set[Game]) -> chain[tuple[Game, ...]]:
    return chain.from_iterable(combinations(games, n) for n in range(len(games) + 1))
