"""Certificates of the order: a strategy in ``G - H``, and a checker that walks it."""

from __future__ import annotations

from dataclasses import dataclass, field

from farstar._walk import reached
from farstar.loopy._graph import Graph, components, refuse_size
from farstar.loopy._order import State, accepting, moves, rounds

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
        """Walk every play against the replies, and tell whether the strategy wins them all.

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
        """Walk all strategies again, and tell whether they prove what they say."""
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
