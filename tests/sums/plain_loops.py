"""Sums of games with loops, decided by retrograde analysis of the whole sum, and nothing else.

A part is a sign, a table of moves and a vertex; this file knows neither `Sum` nor loopy values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

import farstar as fs
from farstar.sums.matches import Match
from farstar.sums.players import PerfectPlayer, RandomPlayer

Moves: TypeAlias = Mapping[Any, tuple[Sequence[Any], Sequence[Any]]]
"""For each vertex where Left and where Right can move to."""


class Part(NamedTuple):
    """A part of a sum."""

    sign: int
    moves: Moves
    at: Any


State: TypeAlias = tuple[tuple[Any, ...], bool]
"""The vertices of all parts, and whether Left moves."""


def after(parts: Sequence[Part], state: State) -> Iterator[State]:
    """Yield the states after each move."""
    vertices, left_moves = state
    for place, part in enumerate(parts):
        side = 0 if left_moves == (part.sign > 0) else 1
        for target in part.moves[vertices[place]][side]:
            yield (*vertices[:place], target, *vertices[place + 1 :]), not left_moves


def solve(parts: Sequence[Part], *, misere: bool = False) -> dict[State, str]:
    """Return what the player to move can force in every state that can be reached.

    Rounds go on until nothing changes: a move to a loss wins, and only moves to wins lose.
    """
    start = tuple(part.at for part in parts)
    edges: dict[State, list[State]] = {}
    todo: list[State] = [(start, True), (start, False)]
    while todo:
        state = todo.pop()
        if state not in edges:
            edges[state] = list(after(parts, state))
            todo += edges[state]
    results = dict.fromkeys(edges, "draw")
    for state, targets in edges.items():
        if not targets:
            results[state] = "win" if misere else "loss"
    changed = True
    while changed:
        changed = False
        for state, targets in edges.items():
            if results[state] == "draw" and targets:
                known = [results[target] for target in targets]
                if "loss" in known or "draw" not in known:
                    results[state] = "win" if "loss" in known else "loss"
                    changed = True
    return results


def play(total: fs.Sum, parts: Sequence[Part], seed: int) -> None:
    """Let a perfect player meet a random one; the result must be at least what can be forced."""
    forced = solve(parts)[tuple(part.at for part in parts), True]
    perfect, random = PerfectPlayer(seed), RandomPlayer(seed)
    match = Match(total)
    while not match.is_over:
        player = perfect if match.to_move is fs.Left else random
        match.append(player.choose(match.game, match.to_move))
    if forced == "win":
        assert match.winner is fs.Left, (str(total), match.record())
    assert forced != "draw" or match.winner is not fs.Right, (str(total), match.record())


def check(total: fs.Sum, parts: Sequence[Part], *, every_move: bool = True) -> tuple[str, str]:
    """Compare a sum with its parts, one for each term; return the two results."""
    start = tuple(part.at for part in parts)
    for misere in (False, True):
        results = solve(parts, misere=misere)
        outcome = total.misere_outcome if misere else total.outcome
        forced = tuple(outcome.result(player, first=True) for player in (fs.Left, fs.Right))
        expected = (results[start, True], results[start, False])
        assert forced == expected, (str(total), misere, forced, expected)
        if not misere:
            normal = expected
            assert str(total.loopy_value.outcome) == str(outcome), str(total)
            assert str(total.search_outcome()) == str(outcome), str(total)
            assert total.decide().method is not fs.sums.Method.CANCELLED, str(total)
        for player in (fs.Left, fs.Right) if every_move else ():
            state = (start, player is fs.Left)
            moves = list(after(parts, state))
            assert len(total.moves(player)) == len(moves), str(total)
            won = sum(results[move] == "loss" for move in moves)
            drawn = sum(results[move] == "draw" for move in moves)
            assert len(total.winning_moves(player, misere=misere)) == won, (str(total), player)
            assert len(total.drawing_moves(player, misere=misere)) == drawn, (str(total), player)
    return normal


# Games to be added.


class OnGraph(fs.Ruleset):
    """A game on a graph; a state is a table of moves as a tuple of rows, and a vertex."""

    may_loop = True

    def left(self, position: Any) -> list[Any]:
        rows, v = position
        return [(rows, w) for w in rows[v][0]]

    def right(self, position: Any) -> list[Any]:
        rows, v = position
        return [(rows, w) for w in rows[v][1]]


class OnImpartialGraph(fs.ImpartialRuleset):
    """The same with equal moves for both players; a row has the moves of both."""

    may_loop = True

    def moves(self, position: Any) -> list[Any]:
        rows, v = position
        return [(rows, w) for w in rows[v]]


Rows: TypeAlias = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


def random_rows(random: Random, vertices: int = 4) -> Rows:
    """Return a random graph: for each vertex the moves of Left and of Right.

    In half of the graphs few moves lead back, so that not nearly all sums are draws.
    """
    size = random.randint(1, vertices)
    returns = random.choice((1.0, 0.1))

    def targets(v: int) -> tuple[int, ...]:
        met = [w for w in range(size) if w > v or random.random() < returns]
        return tuple(random.sample(met, min(len(met), random.choice((0, 1, 1, 2)))))

    return tuple((targets(v), targets(v)) for v in range(size))


def random_term(random: Random) -> tuple[fs.Sum, Part]:
    """Return a random position or value with a sign, as a sum of one term, and as a part."""
    sign = random.choice((1, -1))
    kind = random.random()
    if kind < 0.6:
        rows = random_rows(random)
        game: fs.Position = OnGraph()((rows, 0))
        part = Part(sign, dict(enumerate(rows)), 0)
        return sign * game, part
    if kind < 0.8:
        plain = tuple(tuple(sorted({*left, *right})) for left, right in random_rows(random))
        table = {v: (targets, targets) for v, targets in enumerate(plain)}
        return sign * OnImpartialGraph()((plain, 0)), Part(sign, table, 0)
    value = fs.Value(random.choice(("1", "-1", "1/2", "*", "*2", "^", "v*", "+-1", "{1|0}")))
    return fs.Sum(value), value_part(value)


def value_part(value: fs.Value) -> Part:
    """Return the canonical form of a value as a part."""
    table: dict[Any, tuple[Sequence[Any], Sequence[Any]]] = {}
    for follower in value.followers():
        table[follower] = (follower.left_options, follower.right_options)
    return Part(1, table, value)


def position_part(position: fs.Position, sign: int = 1, most: int = 400) -> Part | None:
    """Return a position of any game as a part; None if it has too many followers."""
    table: dict[Any, tuple[Sequence[Any], Sequence[Any]]] = {}
    todo = [position]
    while todo:
        game = todo.pop()
        if game not in table:
            if len(table) == most:
                return None
            # Moves, not options: two moves may lead to one position.
            sides = [[move.after for move in game.moves(player)] for player in (fs.Left, fs.Right)]
            table[game] = (sides[0], sides[1])
            todo += [*sides[0], *sides[1]]
    return Part(sign, table, position)


def random_sum(random: Random) -> tuple[fs.Sum, list[Part]]:
    """Return a random sum of two or three terms, some of which are opposite to each other."""
    terms = [random_term(random) for _ in range(random.choice((1, 2, 2, 3)))]
    if len(terms) < 3 and random.random() < 0.5:
        total, part = random.choice(terms)
        is_value = isinstance(part.at, fs.Value)
        terms.append((-total, value_part(-part.at) if is_value else part._replace(sign=-part.sign)))
    total, parts = fs.Sum(), []
    for term, part in terms:
        total += term
        parts.append(part)
    return total, parts
