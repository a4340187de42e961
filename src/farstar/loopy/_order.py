"""The order of loopy games: by the native engine, or straight from the definition.

``G >= H`` if Left survives, moving second, in ``G - H``. A state is a vertex of each graph and who
moves; Left moves in G or makes a Right move of H, Right the converse; whoever cannot move loses.
Infinite play is won by Left if she has infinitely many moves *on G* (reading ``"on"``, infinite
play in a component is a win of Left there) or *on H* (reading ``"off"``); between stoppers every
infinite play counts as survival.
"""

from __future__ import annotations

from typing import TypeAlias

from farstar.engine import kernels
from farstar.loopy._graph import Graph, charge

State: TypeAlias = tuple[int, int, bool]
"""A vertex of G, a vertex of H, and whether Left moves."""


def moves(g: Graph, h: Graph, at: State) -> list[tuple[bool, State]]:
    """Return the moves of whoever is to move: whether it is one in G, and where it leads."""
    a, b, left = at
    in_g = g[a][0] if left else g[a][1]
    in_h = h[b][1] if left else h[b][0]
    return [*((True, (x, b, not left)) for x in in_g), *((False, (a, y, not left)) for y in in_h)]


def accepting(reading: str) -> tuple[bool, ...]:
    """Return which moves, those in G (True) or in H (False), Left needs infinitely often."""
    return {"on": (True,), "off": (False,)}.get(reading, (True, False))


def rounds(g: Graph, h: Graph, reading: str) -> list[dict[State, int]]:
    """Return what Left may still win, round by round; the last is what she survives.

    A round has the states from which Left forces a stuck Right, or an accepting move into the round
    before, in the order in which that is seen.
    """
    states = [(a, b, left) for a in range(len(g)) for b in range(len(h)) for left in (True, False)]
    edges = {at: moves(g, h, at) for at in states}
    back: dict[State, list[State]] = {at: [] for at in states}
    for at, onward in edges.items():
        for _, to in onward:
            back[to].append(at)
    before: list[dict[State, int]] = [dict.fromkeys(states, 0)]
    while True:
        charge(len(states))
        before.append(_forced(edges, back, before[-1], accepting(reading)))
        if len(before[-1]) == len(before[-2]):
            return before


def _forced(
    edges: dict[State, list[tuple[bool, State]]],
    back: dict[State, list[State]],
    possible: dict[State, int],
    accepted: tuple[bool, ...],
) -> dict[State, int]:
    forced: dict[State, int] = {}
    todo = list(edges)
    while todo:
        at = todo.pop()
        if at in forced:
            continue
        good = (to in forced or (in_g in accepted and to in possible) for in_g, to in edges[at])
        if any(good) if at[2] else all(good):
            forced[at] = len(forced)
            todo.extend(back[at])
    return forced


def plain_order(g: Graph, h: Graph, reading: str) -> bytes:
    """Return for each pair of vertices whether the first is >= the second."""
    winning = rounds(g, h, reading)[-1]
    return bytes((a, b, False) in winning for a in range(len(g)) for b in range(len(h)))


def order(g: Graph, h: Graph, reading: str) -> bytes:
    """Return for each pair of vertices whether the first is >= the second, row by row of G."""
    if kernels.available():
        return kernels.loopy_order(g, h, reading)
    return plain_order(g, h, reading)


def at_least(g: Graph, h: Graph, reading: str) -> bool:
    """Tell whether ``G >= H`` in a reading of infinite play."""
    return order(g, h, reading)[0] != 0


def are_equal(g: Graph, h: Graph, reading: str) -> bool:
    """Tell whether ``G = H`` in a reading of infinite play."""
    return g == h or (at_least(g, h, reading) and at_least(h, g, reading))
