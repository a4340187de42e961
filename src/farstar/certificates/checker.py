"""Check a certificate about combinatorial games: ``python checker.py FILE``. Needs only Python.

It makes all moves again by the rules in the file and walks every play against the strategies. A
player who cannot move loses, or wins if `play` is "misere"; endless play is a draw. Games are a
`board` with patterns such as "xo -> .x" (| separates rows; [xo] one of, [^x] none of, ? any mark,
$ the outside, = stays), or `heaps`, lists of numbers, with rules such as "n -> a, n-1-a for a in
range(n)" (zeros vanish), or listed `moves`. Positions are numbered in the order they are met.
"""

import functools
import graphlib
import hashlib
import json
import re
import sys
from typing import Any

LEFT, RIGHT, DRAW = "left", "right", "draw"
OTHER = {LEFT: RIGHT, RIGHT: LEFT}
RESULTS = {  # who wins if Left starts, and who if Right starts
    "L": (LEFT, LEFT), "R": (RIGHT, RIGHT), "N": (LEFT, RIGHT), "P": (RIGHT, LEFT),
    "D": (DRAW, DRAW), "P^": (DRAW, LEFT), "Pv": (RIGHT, DRAW), "N^": (LEFT, DRAW),
    "Nv": (DRAW, RIGHT), ">=": ("", LEFT), "<=": (RIGHT, ""),
}  # fmt: skip
ARITHMETIC = r"(\b([a-z]|for|in|if|and|or|range)\b|\d{1,3}\b|[ ,()+%<>=/-]|!=)*"
ERRORS = (ArithmeticError, LookupError, AttributeError, MemoryError, RuntimeError, SyntaxError)


class Refused(Exception): ...


def require(condition: Any, message: str) -> None:
    if not condition:
        raise Refused(message)


@functools.lru_cache(10_000)
def cells(pattern: str) -> dict[tuple[int, int], str]:
    rows = [re.findall(r"\[.*?\]|.", row) for row in pattern.split("|")]
    return {(r, c): token for r, row in enumerate(rows) for c, token in enumerate(row)}


def fits(token: str, mark: str) -> bool:
    return (mark in token) != token.startswith("[^") if token[1:] else token in ("?", mark)


def board_moves(board: Any, rule: str) -> Any:
    before, after = map(cells, rule.split(" -> "))
    marks, (bottom, last), (rows, columns) = cells(board), max(cells(board)), max(before)
    for top in range(-rows, bottom + 1):
        for first in range(-columns, last + 1):
            here = {(top + r, first + c): token for (r, c), token in before.items()}
            if all(fits(token, marks.get(cell, "$")) for cell, token in here.items()):
                written = zip(here, after.values(), strict=True)
                new = marks | {cell: mark for cell, mark in written if mark != "="}
                yield "".join("|" * (c == 0 < r) + new[r, c] for r, c in marks)


@functools.lru_cache(10_000)
def formula(rule: str) -> Any:
    require(re.fullmatch(ARITHMETIC, rule) and rule.count("for") <= 2, "a rule beyond arithmetic")
    heap, results = rule.split(" -> ")
    result, *rest = re.split(r"(?= for | if )", results, maxsplit=1)
    return compile(f"[[{result}] for {heap}, in [heap]{''.join(rest)}]", "rule", "eval")


def heap_moves(heaps: Any, rule: str) -> Any:
    for i, heap in enumerate(heaps):
        require("range" not in rule or max(heap) <= 1000, "a heap of more than 1000")
        for after in eval(formula(rule), {"__builtins__": {}, "range": range, "heap": heap}):
            new = [new if isinstance(new, tuple) else (new,) for new in after]
            yield tuple(sorted(pile for pile in [*heaps[:i], *new, *heaps[i + 1 :]] if any(pile)))


def positions(game: Any) -> Any:
    if "moves" in game:
        options = [option for row in game["moves"] for side in row for option in side]
        require(all(p in range(len(game["moves"])) for p in options), "a move to no position")
        return game["moves"]
    moves = board_moves if "board" in game else heap_moves
    met = [game["board"] if "board" in game else tuple(map(tuple, game["heaps"]))]
    number, rows = {met[0]: 0}, []
    for position in met:
        require(len(met) < 30_000, "more positions than the checker takes")
        for player in (LEFT, RIGHT):
            after = sorted({new for rule in game[player] for new in moves(position, rule)})
            met += [new for new in after if new not in number]
            rows.append([number.setdefault(new, len(number)) for new in after])
    return list(zip(rows[::2], rows[1::2], strict=True))


def moves(parts: Any, rows: Any, state: Any, player: str) -> Any:
    for i, (part, position) in enumerate(state):
        game, sign = parts[part]
        for option in rows[game][position][(player == RIGHT) != {1: False, -1: True}[sign]]:
            yield tuple(sorted((*state[:i], (part, option), *state[i + 1 :])))


def walk(certificate: Any, rows: Any, strategy: Any) -> tuple[str, str, bool]:
    player, starter, goal = strategy["player"], strategy["starter"], strategy["goal"]
    replies = {tuple(map(tuple, before)): after for before, after in strategy["replies"]}
    met, graph = [(tuple(sorted(map(tuple, certificate["start"]))), starter)], {}
    for state, mover in met:
        if (state, mover) not in graph:
            onward = set(moves(certificate["parts"], rows, state, mover))
            if not onward:
                require((mover == player) == (certificate["play"] == "misere"), "the player lost")
            elif mover == player:
                reply = tuple(map(tuple, replies.pop(state)))
                require(reply in onward, "a reply that is no move")
                onward = {reply}
            graph[state, mover] = [(after, OTHER[mover]) for after in onward]
            met += graph[state, mover]
    require(not replies, "a reply that is never needed")
    if goal != DRAW:
        graphlib.TopologicalSorter(graph).prepare()  # an error if play can come back
    return player, starter, goal == DRAW


def needed(claim: str) -> list[tuple[str, str, bool]]:
    turns = zip((LEFT, RIGHT), RESULTS[claim], strict=True)
    return [(p, turn, who == DRAW) for turn, who in turns for p in OTHER if who in (p, DRAW)]


def check(certificate: Any) -> Any:
    try:
        text = json.dumps({**certificate, "digest": ""}, sort_keys=True, separators=(",", ":"))
        require(certificate["digest"] == hashlib.sha256(text.encode()).hexdigest(), "a new digest")
        rows, claim = [positions(game) for game in certificate["games"]], certificate["claim"]
        for part, position in certificate["start"]:
            number, _ = certificate["parts"][part]
            require(min(part, number) >= 0 <= position < len(rows[number]), "a part of no game")
        proved = [walk(certificate, rows, strategy) for strategy in certificate["strategies"]]
        require(sorted(proved) == sorted(needed(claim)), "strategies for something else")
        is_relation = "=" in claim or certificate["values"] != {}
        require(certificate["play"] in ["normal", "misere"][: 2 - is_relation], "no such play")
        return claim
    except (*ERRORS, TypeError, ValueError) as error:
        raise Refused(f"not a certificate: {error!r}") from None


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            certificate = json.load(file)
        claim = check(certificate)
        listed = [game["name"] for game in certificate["games"] if "moves" in game]
        print(f"proved: {claim}; moves listed, not derived: {listed or 'none'}")
    except (Refused, ValueError) as error:
        sys.exit(f"refused: {error}")
