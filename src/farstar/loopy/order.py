"""The order of loopy games, and certificates of it.

``G >= H`` if Left survives, moving second, in ``G - H``. A state is a vertex of each graph and who
moves; Left moves in G or makes a Right move of H, Right the converse; whoever cannot move loses.
Infinite play is won by Left if she has infinitely many moves *on G* (reading ``"on"``, infinite
play in a component is a win of Left there) or *on H* (reading ``"off"``); between stoppers every
infinite play counts as survival. The order is found by the native engine, or straight from this
definition. A certificate is a strategy in ``G - H``, with a checker that walks it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from farstar._outcome import Outcome
from farstar._walk import reached
from farstar.engine import kernels
from farstar.loopy._graph import Graph, charge, components, refuse_size

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
    """Return the states that Left may still win, round by round; in the last ones she survives.

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
    """Return whether ``G >= H`` in a reading of infinite play."""
    return order(g, h, reading)[0] != 0


def outcome(graph: Graph, reading: str) -> Outcome:
    """Return who wins in a reading of infinite play."""
    zero: Graph = (((), ()),)
    return Outcome.of(
        left_wins_first=not at_least(zero, graph, reading),
        right_wins_first=not at_least(graph, zero, reading),
    )


def are_equal(g: Graph, h: Graph, reading: str) -> bool:
    """Return whether ``G = H`` in a reading of infinite play."""
    return g == h or (at_least(g, h, reading) and at_least(h, g, reading))


_START: State = (0, 0, False)


@dataclass(frozen=True, slots=True)
class Strategy:
    """How one player answers in ``G - H``, where Right moves first.

    Left's strategy proves ``G >= H``, Right's refutes it.

    Examples
    --------
    >>> on = (((0,), ()),)
    >>> strategy(on, on, "on").replies
    {(0, 0, True): (0, 0, False)}
    """

    g: Graph
    h: Graph
    reading: str
    """``stoppers``, or ``on`` or ``off`` for the onsides or the offsides."""
    holds: bool
    """Whether the strategy is one of Left."""
    replies: dict[State, State] = field(repr=False)
    """The reply in each state that can arise: a vertex of G, one of H, and whether Left moves."""

    def check(self) -> bool:
        """Return whether the strategy wins every line of play against its replies.

        The player of the strategy never runs out of moves; and in a cycle of play Left must make
        infinitely many moves in G (or in H, by the reading), Right must not let her.
        """
        met = [_START]
        place = {_START: 0}
        edges: list[tuple[int, int, bool]] = []
        for at in met:
            onward = moves(self.g, self.h, at)
            if at[2] == self.holds:
                onward = [move for move in onward if move[1] == self.replies.get(at)]
                if not onward:
                    return False
            for in_g, to in onward:
                if to not in place:
                    place[to] = len(met)
                    met.append(to)
                edges.append((place[at], place[to], in_g in accepting(self.reading)))
        # Left's cycles need an accepting move, Right's may have none.
        walked = [(v, w) for v, w, accepts in edges if not (self.holds and accepts)]
        targets: list[list[int]] = [[] for _ in met]
        for v, w in walked:
            targets[v].append(w)
        part = components(targets)
        bad = [(v, w) for v, w, accepts in edges if accepts != self.holds and part[v] == part[w]]
        return not bad


@dataclass(frozen=True, slots=True)
class Why:
    """Why ``G >= H`` holds or not: one strategy between stoppers, else one for each side.

    Examples
    --------
    >>> reason = fs.Loopy("over - over").why(0)
    >>> reason.holds, [(s.reading, s.holds) for s in reason.strategies], reason.check()
    (False, [('on', True), ('off', False)], True)
    """

    strategies: tuple[Strategy, ...]

    @property
    def holds(self) -> bool:
        """Whether ``G >= H``."""
        return all(strategy.holds for strategy in self.strategies)

    def check(self) -> bool:
        """Return whether the strategies prove what is claimed, by walking through them again."""
        return all(strategy.check() for strategy in self.strategies)


def strategy(g: Graph, h: Graph, reading: str) -> Strategy:
    """Return a strategy that decides ``G >= H`` in a reading of infinite play.

    The reading is ``"on"`` or ``"off"``, if infinite play in a component is a win of Left or of
    Right there; between stoppers ``"stoppers"``.

    Examples
    --------
    >>> on, off = (((0,), ()),), (((), (0,)),)
    >>> strategy(on, off, "on").holds, strategy(off, on, "on").holds
    (True, False)
    """
    refuse_size(len(g) * len(h))
    solved = rounds(g, h, reading)
    holds = _START in solved[-1]
    replies: dict[State, State] = {}
    reply = _left_reply if holds else _right_reply

    def onward(at: State) -> list[State]:
        if at[2] != holds:
            return [to for _, to in moves(g, h, at)]
        replies[at] = reply(g, h, at, solved, accepting(reading))
        return [replies[at]]

    reached([_START], onward)
    return Strategy(g, h, reading, holds, replies)


def _left_reply(
    g: Graph, h: Graph, at: State, solved: list[dict[State, int]], accepted: tuple[bool, ...]
) -> State:
    """Return an accepting move that stays winning, or else one that is nearer to such a move."""
    winning = solved[-1]
    good = [(in_g, to) for in_g, to in moves(g, h, at) if to in winning]
    for in_g, to in good:
        if in_g in accepted:
            return to
    return min((to for _, to in good), key=winning.__getitem__)


def _right_reply(
    g: Graph, h: Graph, at: State, solved: list[dict[State, int]], accepted: tuple[bool, ...]
) -> State:
    """Return a move after which Left has no accepting move left in this round."""
    lost = next(i for i, round_ in enumerate(solved) if at not in round_)
    for in_g, to in moves(g, h, at):
        if to not in solved[lost] and not (in_g in accepted and to in solved[lost - 1]):
            return to
    raise AssertionError(f"no reply of Right in a state that Left loses: {at}")
