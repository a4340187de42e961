"""How certificates are made: games are listed, and a reply is found for each play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Literal, TypeAlias

from farstar._outcome import Outcome, Player, Relation
from farstar.certificates import checker
from farstar.certificates._certificate import Certificate
from farstar.errors import BudgetExceeded, LoopyError
from farstar.loopy import Loopy
from farstar.rules import Position
from farstar.sums import Sum
from farstar.values import Value, star

MOST_POSITIONS = 20_000
"""Positions that are listed in one certificate."""

MOST_REPLIES = 100_000
"""Replies, and sums after a move of the loser, in one certificate."""

State: TypeAlias = tuple[tuple[int, int], ...]
"""Components of a sum: part and position, in order."""

_RELATIONS = {
    Relation.EQUAL: ["P"],
    Relation.GREATER: ["L"],
    Relation.LESS: ["R"],
    Relation.CONFUSED: ["N"],
}


def certify(
    game: Position | Sum | Value | Loopy | int | str,
    relation: str | None = None,
    other: Position | Sum | Value | Loopy | int = 0,
    *,
    prove: Literal["outcome", "canonical", "grundy"] = "outcome",
) -> Certificate:
    """Return a certificate of who wins, of a relation between two games, or of a value.

    Parameters
    ----------
    game : Position, Sum, Value, int or str
        The game; its positions must be short, and few enough to list. A text may be an expression
        or a relation between two, such as ``"E(5,3) > v"``.
    relation : str, optional
        One of ``">="``, ``"<="``, ``"=="``, ``">"``, ``"<"`` and ``"||"``: certify that this is
        how `game` compares with `other`.
    other : Position, Sum, Value or int
        What `game` is compared with.
    prove : str
        ``"outcome"``, or ``"canonical"`` for the canonical form, ``"grundy"`` for the Grundy value
        of an impartial game.

    Raises
    ------
    ValueError
        If the relation does not hold, or the game has no Grundy value.
    BudgetExceeded
        If the certificate would be too large.

    Examples
    --------
    >>> import farstar as fs
    >>> certify(fs.Value("^") + fs.Value("^*")).claims
    ['L']
    >>> certify(fs.Value("^"), "||", fs.Value("*")).check()
    ['N']
    >>> certify("Domineering(2x2) + * >= -2").check()
    ['>=']
    >>> certify(fs.Domineering("2x3"), prove="canonical").check()
    ['P', 'canonical']
    >>> certify(fs.Nim(1, 2, 5), prove="grundy").check()
    ['P', 'grundy']
    """
    if isinstance(game, str):
        from farstar.expressions import read_statement

        statement = read_statement(game)
        game = statement.left.game
        if statement.right is not None:
            if relation is not None:
                raise ValueError(f"expected one relation, got {statement.relation} and {relation}")
            relation, other = statement.relation, statement.right.game
    if isinstance(game, Loopy) or isinstance(other, Loopy):
        given = game if isinstance(game, Loopy) else other
        raise LoopyError(f"expected a game without loops for a certificate, got {given!r}")
    total = Sum(game) - Sum(other)
    listing = _Listing()
    start = [listing.component(term.component, term.sign) for term in total.terms]
    claims = _claims(listing.value(tuple(start)), relation)
    if prove != "outcome":
        value = listing.value(tuple(start))
        if prove == "grundy":
            start.append(listing.heap(value.nim_value))
        else:
            start.append(listing.component(value, -1))
        claims = ["P"]
    proofs = [
        listing.strategy(tuple(sorted(start)), winner, starter)
        for claim in claims
        for winner, starter in checker.CLAIMS[claim]
    ]
    data: dict[str, Any] = {
        "games": listing.games,
        "parts": listing.parts,
        "start": [list(component) for component in start],
        "claims": claims if prove == "outcome" else [*claims, prove],
        "proofs": proofs,
        "digest": "",
    }
    data["digest"] = checker.digest(data)
    return Certificate(data)


def _claims(value: Value, relation: str | None) -> list[str]:
    """Return what is claimed about a sum of this value; an error if the relation is false."""
    if relation is None:
        return [str(value.outcome)]
    if relation in (">=", "<="):
        holds, claims = value >= 0 if relation == ">=" else value <= 0, [relation]
    else:
        named = {str(r): r for r in Relation} | {"==": Relation.EQUAL}
        if relation not in named:
            raise ValueError(f"expected a relation >=, <=, ==, >, < or ||, got {relation!r}")
        holds, claims = value.compare(0) is named[relation], _RELATIONS[named[relation]]
    if not holds:
        raise ValueError(f"expected a relation that holds, got G {relation} H with another outcome")
    return claims


class _Listing:
    """The games of a certificate, with the values of their positions."""

    def __init__(self) -> None:
        self.games: list[dict[str, Any]] = []
        self.parts: list[list[int]] = []
        self._values: list[list[Value] | None] = []
        self._places: dict[Hashable, int] = {}
        self._positions = 0
        self._totals: dict[State, Value] = {}

    def component(self, game: Position | Value, sign: int) -> tuple[int, int]:
        """List the positions of a component, and return it as a part and its position."""
        key = (type(game), game)
        if key not in self._places:
            self._places[key] = len(self.games)
            rows, values = self._listed(game)
            self.games.append({"moves": rows})
            self._values.append(values)
        return self._part(self._places[key], sign), 0

    def heap(self, size: int) -> tuple[int, int]:
        """Return a nim-heap as a component."""
        self.games.append({"nim": True})
        self._values.append(None)
        return self._part(len(self.games) - 1, 1), size

    def _part(self, game: int, sign: int) -> int:
        if [game, sign] not in self.parts:
            self.parts.append([game, sign])
        return self.parts.index([game, sign])

    def _listed(self, game: Position | Value) -> tuple[list[list[list[int]]], list[Value]]:
        """Return the moves from each position that can be reached, and their values."""
        if isinstance(game, Position) and game.ruleset.may_loop:
            raise LoopyError(f"expected a game without loops for a certificate, got {game!r}")
        options: Callable[[Any], tuple[Iterable[Any], Iterable[Any]]] = (
            (lambda g: (g.left_options, g.right_options))
            if isinstance(game, Value)
            else (lambda g: (g.options(Player.LEFT), g.options(Player.RIGHT)))
        )
        place: dict[Any, int] = {game: 0}
        met: list[Any] = [game]
        rows: list[list[list[int]]] = []
        while len(rows) < len(met):
            row = []
            for side in options(met[len(rows)]):
                targets = []
                for option in side:
                    if option not in place:
                        self._count()
                        place[option] = len(met)
                        met.append(option)
                    targets.append(place[option])
                row.append(sorted(set(targets)))
            rows.append(row)
        return rows, _values_of(rows)

    def _count(self) -> None:
        self._positions += 1
        if self._positions > MOST_POSITIONS:
            raise BudgetExceeded(
                f"expected at most {MOST_POSITIONS} positions for a certificate, got more"
            )

    def value(self, state: State) -> Value:
        """Return the value of a sum."""
        if state not in self._totals:
            total = Value(0)
            for part, position in state:
                game, sign = self.parts[part]
                values = self._values[game]
                value = star(position) if values is None else values[position]
                total = total + (value if sign > 0 else -value)
            self._totals[state] = total
        return self._totals[state]

    def strategy(self, start: State, winner: str, starter: str) -> dict[str, Any]:
        """Return a reply of the winner to every play of the loser."""
        sums = checker.Sums(self.games, self.parts)
        replies: dict[State, State] = {}
        met = {(start, starter)}
        todo = [(start, starter)]
        while todo:
            state, player = todo.pop()
            onward: Iterable[State] = set(sums.moves(state, player))
            if player == winner:
                replies[state] = self._reply(onward, winner)
                onward = [replies[state]]
            for after in onward:
                to = (after, checker.OTHER[player])
                if to not in met:
                    if len(met) > 2 * MOST_REPLIES:
                        raise BudgetExceeded(
                            f"expected a certificate of at most {MOST_REPLIES} replies, got more"
                        )
                    met.add(to)
                    todo.append(to)
        pairs = [
            [list(map(list, before)), list(map(list, after))]
            for before, after in sorted(replies.items())
        ]
        return {"winner": winner, "starter": starter, "replies": pairs}

    def _reply(self, moves: Iterable[State], winner: str) -> State:
        """Return the winning move that leaves the fewest moves, and so the smallest proof."""
        is_won = (Outcome.L, Outcome.P) if winner == checker.LEFT else (Outcome.R, Outcome.P)
        winning = [state for state in moves if self.value(state).outcome in is_won]
        assert winning, "no winning move where theory has one"
        sums = checker.Sums(self.games, self.parts)
        loser = checker.OTHER[winner]
        return min(winning, key=lambda state: (sum(1 for _ in sums.moves(state, loser)), state))


def _values_of(rows: list[list[list[int]]]) -> list[Value]:
    """Return the values of all positions of a game without loops, options first."""
    values: dict[int, Value] = {}
    todo = list(range(len(rows)))
    while todo:
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
