"""What certificates claim, and strategies that prove it: a reply to every play of the opponent.

In short games under normal play the values of the components tell which replies win. Under misère
play, and where play may not end, the sums that can be reached are solved from the ends backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

from farstar._outcome import Outcome
from farstar.certificates import checker
from farstar.certificates._certificate import Certificate
from farstar.certificates._games import Games, Moves, Rows, State
from farstar.errors import BudgetExceeded, NotAtomicError
from farstar.rules import meter
from farstar.values import Value

Prove: TypeAlias = Literal[
    "outcome", "misere", "canonical", "grundy", "thermograph", "atomic_weight"
]
"""What can be proved about a game."""

RELATIONS = {">=": "LP", "<=": "RP", "==": "P", ">": "L", "<": "R", "||": "N"}
"""For each relation of G and H the outcomes that G - H may have."""


class RelationFails(ValueError):  # noqa: N818 - the name says what is wrong
    """A relation that does not hold, so that nothing can be certified.

    Parameters
    ----------
    instead : str
        What holds instead, with ``{g}`` and ``{h}`` for the two games.
    """

    def between(self, g: str, relation: str, h: str) -> ValueError:
        """Return the error for two games and the relation that was to be certified."""
        instead = str(self).format(g=g, h=h)
        return ValueError(f"expected a relation that holds, got {g} {relation} {h}: {instead}")


def claimed(outcome: str, relation: str | None) -> str:
    """Return what a certificate claims: an outcome, ``>=`` or ``<=``.

    Raises
    ------
    RelationFails
        If the relation does not hold.
    """
    if relation is None:
        return outcome
    if outcome not in RELATIONS[relation]:
        actual = {"L": ">", "R": "<", "P": "==", "N": "||"}.get(outcome)
        instead = f"{{g}} {actual} {{h}}" if actual else f"{{g}} - {{h}} has the outcome {outcome}"
        raise RelationFails(instead)
    return relation if len(RELATIONS[relation]) > 1 else outcome


def value_claimed(games: Games, total: Value, prove: Prove) -> Any:
    """Return what is claimed about the canonical form of a sum."""
    if prove == "canonical":
        return True
    if prove == "grundy":
        return total.nim_value
    if prove == "thermograph":
        graph = total.thermograph()
        walls = {"left": graph.left_wall, "right": graph.right_wall}
        return {side: [[str(t), str(x)] for x, t in wall.vertices] for side, wall in walls.items()}
    if not total.is_all_small:
        raise NotAtomicError(f"expected an all-small game for a certificate, got {total!r}")
    return weights_of(games, total)


def weights_of(games: Games, value: Value) -> dict[str, Any]:
    """Return the atomic weights of all positions of a form, as forms."""
    _, followers = games.form([value])
    weights = [follower.atomic_weight() for follower in followers]
    rows, listed = games.form([Value(0), *weights])
    return {"weights": rows, "of": [listed.index(weight) for weight in weights]}


MOST_REPLIES = 100_000
"""Replies, and sums after a move of the loser, in one certificate."""

DRAW = "draw"
"""Nobody wins."""

Turn: TypeAlias = tuple[State, str]
"""A sum, and who moves."""

Choice: TypeAlias = Callable[[Iterable[State], str], State]
"""Chooses among the sums after a move of a player, where one of them is good enough."""


def proof(
    games: Games,
    start: list[int],
    claim: str,
    solver: Values | Solved,
    *,
    play: str = "normal",
    values: dict[str, Any] | None = None,
) -> Certificate:
    """Return the certificate of a claim about games without loops; `solver` knows the replies."""
    turns = zip(checker.OTHER, checker.RESULTS[claim], strict=True)
    strategies = [
        {"player": player, "starter": starter}
        | {"replies": replies(games.moves, state_of(start), player, starter, solver.choose)}
        for starter, player in turns
        if player
    ]
    return Certificate.sealed(
        {
            "games": games.games,
            "parts": games.parts,
            "start": start,
            "play": play,
            "claim": claim,
            "strategies": strategies,
            "values": values or {},
        }
    )


def state_of(start: list[int]) -> State:
    """Return the sum of these parts at their first positions."""
    return tuple(sorted((part, 0) for part in start))


def replies(moves: Moves, start: State, player: str, starter: str, choose: Choice) -> list[Any]:
    """Return the reply that `choose` gives in every sum that can arise."""
    chosen: dict[State, State] = {}
    met = {(start, starter)}
    todo = [(start, starter)]
    while todo:
        state, mover = todo.pop()
        onward: Iterable[State] = set(moves(state, mover))
        if mover == player and onward:
            chosen[state] = choose(onward, player)
            onward = [chosen[state]]
        for after in onward:
            to = (after, checker.OTHER[mover])
            if to not in met:
                _refuse(len(met) // 2)
                met.add(to)
                todo.append(to)
    return [[list(map(list, s)) for s in pair] for pair in sorted(chosen.items())]


def _refuse(count: int) -> None:
    meter().tick()
    if count > MOST_REPLIES:
        raise BudgetExceeded(f"expected a certificate of at most {MOST_REPLIES} replies, got more")


class Values:
    """Winning replies by the values of the components."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._values = [values_of(rows) for rows in games.rows]
        self._totals: dict[State, Value] = {}

    def total(self, state: State) -> Value:
        """Return the value of a sum."""
        if state not in self._totals:
            meter().charge(0)
            total = Value(0)
            for part, position in state:
                game, sign = self._games.parts[part]
                value = self._values[game][position]
                total = total + (value if sign > 0 else -value)
            self._totals[state] = total
        return self._totals[state]

    def choose(self, moves: Iterable[State], player: str) -> State:
        """Return the winning move that leaves the fewest moves, and so the smallest proof."""
        is_won = (Outcome.L, Outcome.P) if player == checker.LEFT else (Outcome.R, Outcome.P)
        winning = [state for state in moves if self.total(state).outcome in is_won]
        assert winning, "no winning move where theory has one"
        loser = checker.OTHER[player]

        def answers(state: State) -> int:
            return sum(1 for _ in self._games.moves(state, loser))

        return min(winning, key=lambda state: (answers(state), state))


def values_of(rows: Rows) -> list[Value]:
    """Return the values of all positions of a game without loops, options first."""
    values: dict[int, Value] = {}
    todo = list(range(len(rows)))
    while todo:
        meter().charge(0)
        p = todo[-1]
        missing = [w for side in rows[p] for w in side if w not in values]
        if p in values or not missing:
            if p not in values:
                left, right = ([values[w] for w in side] for side in rows[p])
                values[p] = Value.of(left, right)
            todo.pop()
        else:
            todo.extend(missing)
    return [values[p] for p in range(len(rows))]


class Solved:
    """Who wins every sum that can be reached, from the ends of play backwards.

    A player who cannot move loses, or wins under misère play. What is not decided in finitely many
    moves is a draw.
    """

    def __init__(self, moves: Moves, start: State, *, misere: bool) -> None:
        before, options = _reachable(moves, start)
        self._rank: dict[Turn, int] = {}
        self._winner: dict[Turn, str] = {}
        left = {turn: len(onward) for turn, onward in options.items()}
        ready: list[Turn] = []
        for turn, onward in options.items():
            if not onward:
                mover = turn[1]
                self._winner[turn] = mover if misere else checker.OTHER[mover]
                ready.append(turn)
        for turn in ready:
            self._rank[turn] = len(self._rank)
            winner = self._winner[turn]
            for earlier in before.get(turn, ()):
                left[earlier] -= 1
                if earlier not in self._winner and (earlier[1] == winner or not left[earlier]):
                    self._winner[earlier] = winner
                    ready.append(earlier)

    def winner(self, state: State, mover: str) -> str:
        """Return who wins if `mover` moves, or ``"draw"``."""
        return self._winner.get((state, mover), DRAW)

    def choose(self, moves: Iterable[State], player: str) -> State:
        """Return a winning move that is nearest to the end, or else one that does not lose."""
        other = checker.OTHER[player]
        for wanted in (player, DRAW):
            good = [state for state in moves if self.winner(state, other) == wanted]
            if good:
                return min(good, key=lambda state: (self._rank.get((state, other), 0), state))
        raise AssertionError("no reply in a sum that is not lost")


def _reachable(moves: Moves, start: State) -> tuple[dict[Turn, list[Turn]], dict[Turn, set[State]]]:
    """Return all turns with their moves, and from where each turn can be reached."""
    before: dict[Turn, list[Turn]] = {}
    options: dict[Turn, set[State]] = {}
    todo: list[Turn] = [(start, checker.LEFT), (start, checker.RIGHT)]
    met = set(todo)
    while todo:
        turn = todo.pop()
        state, mover = turn
        options[turn] = set(moves(state, mover))
        for after in options[turn]:
            to = (after, checker.OTHER[mover])
            before.setdefault(to, []).append(turn)
            if to not in met:
                _refuse(len(met) // 2)
                met.add(to)
                todo.append(to)
    return before, options
