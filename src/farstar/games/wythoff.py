"""Wythoff's game: take from one of two heaps, or the same number from both; and its relatives.

A move takes any positive number of counters from one heap, or the same number from both, as a queen
moves towards the corner of a board. A player who cannot move loses, or wins in misère play. The
player to move loses exactly at the pairs (floor(k phi), floor(k phi) + k), where phi is the golden
ratio; in misère play at these too, but at (0,1) and (2,2) instead of (0,0) and (1,2).

In the *generalised* game, with a number r, the numbers taken from both heaps may differ by less
than r. The cold pairs are then (floor(k a), floor(k a) + r k) with a = (2 - r + sqrt(r^2 + 4)) / 2.

References
----------
.. [1] W. A. Wythoff, A modification of the game of Nim, Nieuw Arch. Wisk. 7 (1907) 199-202.
.. [2] A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly
   89 (1982) 353-361.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt
from typing import Any

from farstar._arguments import integer, integers
from farstar._digits import to_text
from farstar._outcome import Outcome, Player
from farstar.errors import IllegalPositionError
from farstar.games.numbers import NumberRules, check_listable
from farstar.rules import (
    Explanation,
    Field,
    ImpartialRuleset,
    Move,
    Position,
    Reason,
    Step,
    TextPart,
    diagrams,
)
from farstar.rules.diagrams import EMPTY, TOKEN, Diagram

__all__ = ["GeneralisedWythoff", "Wythoff"]

Pair = tuple[int, int]


def cold_pair(difference: int) -> Pair:
    """Return the pair with this difference at which the player to move loses.

    Examples
    --------
    >>> [cold_pair(k) for k in range(5)]
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    """
    smaller = (difference + isqrt(5 * difference * difference)) // 2
    return smaller, smaller + difference


def cold_partner(heap: int) -> int:
    """Return the other heap of such a pair.

    Examples
    --------
    >>> [cold_partner(n) for n in range(8)]
    [0, 2, 1, 5, 7, 3, 10, 4]
    """
    # The difference is heap/phi or heap/phi^2, rounded up, whichever gives the heap back.
    root = isqrt(5 * heap * heap)
    for difference in range(max(0, (root - heap) // 2 - 1), (root - heap) // 2 + 2):
        if cold_pair(difference)[0] == heap:
            return heap + difference
    for difference in range(max(0, (3 * heap - root) // 2 - 2), (3 * heap - root) // 2 + 2):
        if cold_pair(difference)[1] == heap:
            return heap - difference
    raise AssertionError(heap)


class WythoffRules(NumberRules, ImpartialRuleset):
    """The rules of Wythoff's game; a state is the pair with the smaller heap first."""

    name = "Wythoff"
    title = "Wythoff's game"
    how_to_play = (
        "A player takes any number of counters from one heap, or the same number from both, as a "
        "queen moves towards a corner. A player who cannot move loses."
    )
    form = "a,b"
    count = 2
    template = "Wythoff({a},{b})"
    fields = {"a": Field("First heap", "5"), "b": Field("Second heap", "8")}
    starts = {"Wythoff(5,8)": "N", "Wythoff(8,12)": "N"}
    theory = (
        "The player to move loses exactly at (floor(k phi), floor(k phi) + k), where phi is the "
        "golden ratio."
    )

    def plain_rules(self, position: Pair) -> Mapping[str, Any]:
        """Return the pair with its moves as arithmetic."""
        rules = [
            "a, b -> (k, b) for k in range(a)",
            "a, b -> (a, k) for k in range(a, b)",
            "a, b -> (k, a) for k in range(a)",
            "a, b -> (a-k, b-k) for k in range(1, a+1)",
        ]
        return {"heaps": [list(position)] * any(position), "left": rules, "right": rules}

    def check(self, position: Any) -> Pair:
        """Return the two heaps, the smaller one first."""
        heaps = sorted(integers(position, 0, "each heap"))
        if len(heaps) != 2:
            raise IllegalPositionError(f"expected two heaps, got {len(heaps)}")
        return heaps[0], heaps[1]

    def moves(self, position: Pair) -> Iterator[Pair]:
        """Return the pairs after a move."""
        a, b = position
        check_listable(b)
        yield from ((i, b) for i in range(a))
        yield from ((a, i) if a <= i else (i, a) for i in range(b))
        yield from ((a - i, b - i) for i in range(1, a + 1))

    def moves_with_paths(self, position: Pair, player: Player) -> Iterator[Step]:
        """Return the moves of the queen, with the cell that each leads to."""
        a, b = position
        check_listable(b)
        yield from (_step(i, b) for i in range(a))
        yield from (_step(a, i) for i in range(b))
        yield from (_step(a - i, b - i) for i in range(1, a + 1))

    def diagram(self, position: Pair) -> Diagram:
        """Return the board with the queen, or heaps if it would be too large."""
        a, b = position
        if b >= _WIDEST:
            return diagrams.Heaps(position)
        blank, last = "." * (b + 1), "." * b + "@"
        looks = {".": EMPTY, "@": TOKEN._replace(words="the queen")}
        return diagrams.Grid((*[blank] * a, last), looks, first=0, keeps_places=False)

    def closed_outcome(self, position: Pair) -> Outcome:
        """Return the outcome by the golden ratio."""
        a, b = position
        return Outcome.P if cold_pair(b - a) == (a, b) else Outcome.N

    def closed_misere_outcome(self, position: Pair) -> Outcome:
        """Return the misère outcome, which differs for small pairs only."""
        if position[1] <= 2:
            return Outcome.P if position in ((0, 1), (2, 2)) else Outcome.N
        return self.closed_outcome(position)

    label = ImpartialRuleset.label


_WIDEST = 40


def _step(a: int, b: int) -> Step:
    return Step((a, b) if a <= b else (b, a), ((a, b),))


_RULES = WythoffRules()


class Wythoff(Position, rules=WythoffRules):
    """Two heaps: take from one of them, or the same number from both.

    Parameters
    ----------
    a, b : int
        The heaps, in any order.

    Examples
    --------
    >>> fs.Wythoff(3, 5).outcome, fs.Wythoff(3, 4).grundy
    (<Outcome.P: 'P'>, 2)
    >>> [move.text for move in fs.Wythoff(10**20, 10**20 + 7).winning_moves()][:1]
    ['to (11,18)']
    """

    __slots__ = ()
    _state: Pair

    def __init__(self, a: int, b: int) -> None:
        super().__init__(_RULES, (a, b))

    @property
    def heaps(self) -> Pair:
        """The two heaps, the smaller one first."""
        return self._state

    def winning_moves(
        self, player: Player | str | None = None, *, misere: bool = False
    ) -> tuple[Move, ...]:
        """Return every winning move; nothing is searched, so heaps may be huge."""
        who = self._player(player)
        a, b = self.heaps
        pairs = [cold_pair(b - a), (a, cold_partner(a)), (b, cold_partner(b))]
        if misere:
            pairs += [(0, 1), (2, 2)]
        states = {(min(pair), max(pair)): None for pair in pairs}
        return tuple(
            self._move(who, Step(state, (state,)))
            for state in sorted(states)
            if _is_move((a, b), state) and not self._of(_RULES, state)._wins(-who, misere=misere)
        )

    def explain(self) -> Explanation:
        """Explain who wins, and why: the cold pair with the same difference, and the moves to one.

        Examples
        --------
        >>> print(fs.Wythoff(3, 4).explain())
        Wythoff(3,4): the player to move wins
        1. Cold pairs: A player who has to move from a pair ...
           - the difference here is 1, and the pair is (1,2), not (3,4)
        2. Winning move: (3,4) -> (1,2)
        3. Misère play: If a player who cannot move wins, ...; the player to move wins.
        """
        a, b = self.heaps
        cold = cold_pair(b - a)
        here = _pair_text((a, b))
        wins = cold != (a, b)
        here_text = f", not `{here}`" if wins else ""
        pair = _pair_text(cold)
        item = f"the difference here is {to_text(b - a)}, and the pair is `{pair}`{here_text}"
        steps = [Reason("Cold pairs", _COLD, (item,))]
        if wins:
            ways = [_pair_text(move.after.state) for move in self.winning_moves()]
            name = "Winning move" if len(ways) == 1 else "Winning moves"
            steps.append(Reason(name, "; ".join(f"`{here} -> {way}`" for way in ways)))
        misere = "wins" if self.misere_outcome is Outcome.N else "loses"
        steps.append(Reason("Misère play", f"{_COLD_IN_MISERE}; the player to move {misere}."))
        who = "to move wins" if wins else "who moved last wins"
        return Explanation(f"`{self}`: the player {who}", tuple(steps))


_COLD = (
    "A player who has to move from a pair `(floor(d phi), floor(d phi) + d)` loses, for every `d`: "
    "no move leads from one of these pairs to another, and from every other pair some move leads "
    "to one of them."
)
_COLD_IN_MISERE = (
    "If a player who cannot move wins, `(0,1)` and `(2,2)` are cold instead of `(0,0)` and `(1,2)`"
    ", and all other pairs are as before"
)


def _pair_text(pair: Any) -> str:
    return f"({to_text(pair[0])},{to_text(pair[1])})"


def _is_move(before: Pair, after: Pair) -> bool:
    a, b = before
    taken = {(a - after[0], b - after[1]), (a - after[1], b - after[0])}
    return any(
        min(pair) >= 0 and max(pair) > 0 and (min(pair) == 0 or pair[0] == pair[1])
        for pair in taken
    )


class GeneralisedWythoffRules(NumberRules, ImpartialRuleset):
    """The rules of Fraenkel's generalisation; a state is the pair with the smaller heap first."""

    name = "GeneralisedWythoff"
    title = "Generalised Wythoff"
    how_to_play = (
        "A player takes any number of counters from one heap, or from both heaps numbers that "
        "differ by less than r. A player who cannot move loses."
    )
    form = "a,b; r"
    template = "GeneralisedWythoff({a},{b}; {r})"
    fields = {
        "a": Field("First heap", "4"),
        "b": Field("Second heap", "9"),
        "r": Field("Difference below", "2"),
    }
    starts = {"GeneralisedWythoff(4,9; 2)": "N", "GeneralisedWythoff(3,11; 3)": "N"}
    theory = (
        "The player to move loses exactly at (floor(k a), floor(k a) + r k), where "
        "a = (2 - r + sqrt(r^2 + 4)) / 2 (Fraenkel)."
    )

    def __init__(self, r: int) -> None:
        self.r = integer(r, 1, "r")

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with two heaps and the number r."""
        heaps, r = TextPart(text).before_semicolon("a number such as 2")
        if r is None:
            raise heaps.fault("expected a semicolon and a number r after the heaps")
        number, (a, b) = r.integer(), heaps.exactly(2)
        return TextPart(text).placed(lambda: GeneralisedWythoff(a, b, number))

    check = WythoffRules.check
    moves_with_paths = ImpartialRuleset.moves_with_paths
    diagram = WythoffRules.diagram
    label = ImpartialRuleset.label

    def moves(self, position: Pair) -> Iterator[Step]:
        """Return the pairs after a move, with the cell that each leads to."""
        a, b = position
        check_listable(b)
        yield from (_step(i, b) for i in range(a))
        yield from (_step(a, i) for i in range(b))
        for taken in range(1, a + 1):
            least, most = max(1, taken - self.r + 1), min(b, taken + self.r - 1)
            yield from (_step(a - taken, b - other) for other in range(least, most + 1))

    def closed_outcome(self, position: Pair) -> Outcome:
        """Return the outcome by the cold pairs."""
        a, b = position
        times, rest = divmod(b - a, self.r)
        is_cold = not rest and a == cold_member(times, self.r)
        return Outcome.P if is_cold else Outcome.N

    def text(self, position: tuple[int, ...]) -> str:
        """Return the heaps and the number r."""
        return f"{super().text(position)}; {to_text(self.r)}"


def cold_member(k: int, r: int) -> int:
    """Return the smaller heap of the k-th cold pair of the generalised game.

    Examples
    --------
    >>> [cold_member(k, 2) for k in range(6)], [cold_member(k, 1) for k in range(6)]
    ([0, 1, 2, 4, 5, 7], [0, 1, 3, 4, 6, 8])
    """
    return ((2 - r) * k + isqrt((r * r + 4) * k * k)) // 2


class GeneralisedWythoff(Position, rules=GeneralisedWythoffRules):
    """Two heaps: take from one of them, or from both numbers that differ by less than r.

    Parameters
    ----------
    a, b : int
        The heaps, in any order.
    r : int
        1 is Wythoff's game.

    Examples
    --------
    >>> fs.GeneralisedWythoff(10, 4, 2).grundy, str(fs.GeneralisedWythoff(1, 3, 2).outcome)
    (0, 'P')
    """

    __slots__ = ()
    _state: Pair
    _ruleset: GeneralisedWythoffRules

    def __init__(self, a: int, b: int, r: int) -> None:
        super().__init__(GeneralisedWythoffRules(r), (a, b))

    @property
    def heaps(self) -> Pair:
        """The two heaps, the smaller one first."""
        return self._state

    def __repr__(self) -> str:
        return f"GeneralisedWythoff({', '.join(map(to_text, (*self.heaps, self._ruleset.r)))})"
