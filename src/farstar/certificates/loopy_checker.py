"""Check how two games with loops compare: ``python loopy_checker.py FILE``. Needs only Python.

`g` and `h` are sums of `parts`, written as in checker.py. G >= H if Left, moving second, does not
lose G - H, both if infinite play is a win of Left in each component ("on") and if it is one of
Right ("off"). So she must always have a move, and in a cycle of play some move in G ("on") or in H
("off"); Right shows the contrary by a strategy for one reading. Each of the `strategies` says of
which game, g or h, it is shown that it is `greater` or equal, or not, in which `reading` and by
which `player`. Its `replies` are [[this game, the other one], in which of them 0 or 1, after it].
"""

import functools
import graphlib
import hashlib
import json
import re
import sys
from typing import Any

LEFT, RIGHT = "left", "right"
RELATIONS = {">=": (1, None), "<=": (None, 1), "==": (1, 1), ">": (1, 0), "<": (0, 1), "||": (0, 0)}
WANTED: Any = {
    None: [[]],
    1: [[(LEFT, "off"), (LEFT, "on")]],
    0: [[(RIGHT, "off")], [(RIGHT, "on")]],
}
FIELDS = ["claim", "digest", "g", "games", "h", "parts", "strategies"]
GAMES = [["moves", "name"], ["board", "left", "name", "right"]]
TEXT = functools.partial(json.dumps, sort_keys=True, separators=(",", ":"), allow_nan=False)


def require(condition: Any, message: str) -> None:
    if not condition:
        raise ValueError(message)


@functools.lru_cache(10_000)
def cells(pattern: str) -> dict[tuple[int, int], str]:
    rows = [re.findall(r"\[.*?\]|.", row) for row in pattern.split("|")]
    require(len(set(map(len, rows))) == 1 and rows[0], "rows of different lengths")
    return {(r, c): token for r, row in enumerate(rows) for c, token in enumerate(row)}


def fits(token: str, mark: str) -> bool:
    return (mark in token) != token.startswith("[^") if token[1:] else token in ("?", mark)


def board_moves(board: Any, rule: str) -> Any:
    before, after = map(cells, rule.split(" -> "))
    marks, (bottom, last), (rows, columns) = cells(board), max(cells(board)), max(before)
    require(before.keys() == after.keys(), "a pattern of another shape")
    for top in range(-rows, bottom + 1):
        for first in range(-columns, last + 1):
            here = {(top + r, first + c): token for (r, c), token in before.items()}
            if all(fits(token, marks.get(cell, "$")) for cell, token in here.items()):
                written = zip(here, after.values(), strict=True)
                new = marks | {cell: mark for cell, mark in written if mark != "="}
                yield "".join("|" * (c == 0 < r) + new[r, c] for r, c in marks)


def positions(game: Any) -> Any:
    require(sorted(game) in GAMES, "a game with other fields")
    if "moves" in game:
        options = [option for left, right in game["moves"] for option in left + right]
        require(all(type(p) is int and 0 <= p < len(game["moves"]) for p in options), "no position")
        return game["moves"]
    met = [game["board"]]
    number, rows = {met[0]: 0}, []
    for position in met:
        require(len(met) < 30_000, "more positions than the checker takes")
        for player in (LEFT, RIGHT):
            after = sorted({new for rule in game[player] for new in board_moves(position, rule)})
            met += [new for new in after if new not in number]
            rows.append([number.setdefault(new, len(number)) for new in after])
    return list(zip(rows[::2], rows[1::2], strict=True))


def moves(parts: Any, rows: Any, state: Any, player: str) -> Any:
    for i, (part, position) in enumerate(state):
        game, sign = parts[part]
        for option in rows[game][position][(player == RIGHT) != {1: False, -1: True}[sign]]:
            yield tuple(sorted((*state[:i], (part, option), *state[i + 1 :])))


def walk(start: Any, parts: Any, rows: Any, player: str, reading: str, replies: Any) -> None:
    reply_to = {tuple(tuple(map(tuple, s)) for s in pair): reply for pair, *reply in replies}
    require(len(reply_to) == len(replies), "two replies")
    met, graph, needed = [(start, RIGHT)], {}, reading == "off"
    for (x, y), mover in met:
        if ((x, y), mover) not in graph:
            other = {LEFT: RIGHT, RIGHT: LEFT}[mover]
            sides = moves(parts, rows, x, mover), moves(parts, rows, y, other)
            onward = {(side, state) for side, states in enumerate(sides) for state in states}
            if mover == player:
                side, state = reply_to.pop((x, y))
                onward &= {(side, tuple(map(tuple, state)))}
                require(onward, "a reply that is no move")
            turns = [(((x, s) if side else (s, y), other), side) for side, s in onward]
            graph[(x, y), mover] = turns
            met += [turn for turn, _ in turns]
    require(not reply_to, "a reply that is never needed")
    if player == LEFT:  # refuses a cycle without a move that she needs
        needless = {turn: [to for to, side in graph[turn] if side != needed] for turn in graph}
        graphlib.TopologicalSorter(needless).prepare()
    edges = [(turn, to) for turn in graph for to, side in graph[turn] if side == needed]
    for turn, to in edges if player == RIGHT else ():
        reached = {to}
        for at in (todo := [to]):
            fresh = {after for after, _ in graph[at]} - reached
            reached |= fresh
            todo += fresh
        require(turn not in reached, "a cycle that is good for Left")


def check(document: Any) -> str:
    try:
        digest = hashlib.sha256(TEXT({**document, "digest": ""}).encode()).hexdigest()
        require(document["digest"] == digest, "another digest")
        require(sorted(document) == FIELDS, "other fields than those of a relation")
        claim, g, games, h, parts, strategies = (document[f] for f in FIELDS if f != "digest")
        require({*g, *h} == {*range(len(parts))}, "a part that is not used")
        require({game for game, _ in parts} == {*range(len(games))}, "a game that is not used")
        rows = [positions(game) for game in games]
        for greater, sums, holds in (("g", (g, h), 0), ("h", (h, g), 1)):
            ours = [strategy for strategy in strategies if strategy["greater"] == greater]
            shown = sorted((strategy["player"], strategy["reading"]) for strategy in ours)
            require(shown in WANTED[RELATIONS[claim][holds]], "strategies for something else")
            start = tuple(tuple(sorted((part, 0) for part in parts_of)) for parts_of in sums)
            for strategy in ours:
                require(len(strategy) == 4, "other fields than those of a strategy")
                walk(start, parts, rows, *(strategy[f] for f in ("player", "reading", "replies")))
        require({strategy["greater"] for strategy in strategies} <= {"g", "h"}, "no game")
        return f"g {claim} h"
    except Exception as error:
        raise ValueError(f"not a certificate: {error!r}") from None


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            written = file.read().strip()
        document = json.loads(written)
        require(TEXT(document) == written, "a file that is written in another way")
        print("proved:", check(document))
        for name in ("g", "h"):
            for number, sign in (document["parts"][part] for part in document[name]):
                game = document["games"][number]
                listed = game["name"] + ": moves listed" if "moves" in game else game
                print(name, f"{sign:+}", TEXT(listed))
    except (IndexError, OSError, RecursionError, ValueError) as error:
        sys.exit(f"refused: {error}")
