"""Check a certificate about games with loops: ``python loopy_checker.py FILE``. Needs only Python.

Games and strategies are written as in checker.py; a value may list the moves of both its sides,
`on` and `off`. Endless play is a draw; it counts for Left in the `reading` "on", for Right in
"off". To win is not to lose if it counts for the other player, to draw if it counts for oneself. A
relation is about g - h; moves in the parts that `h` lists count for the other player. Moving second
one must not lose in both readings: in endless play some moves count for oneself. Moving first one
refutes that in one reading: in endless play all moves count for oneself.
"""

import functools
import graphlib
import hashlib
import json
import re
import sys
from typing import Any

LEFT, RIGHT = "left", "right"
OTHER = {LEFT: RIGHT, RIGHT: LEFT}
RESULTS = {"L": "LL", "R": "RR", "N": "LR", "P": "RL", "D": "DD", "P^": "DL", "Pv": "RD"}
RESULTS |= {"N^": "LD", "Nv": "DR", "g > h": "LL", "g < h": "RR", "g || h": "LR", "g == h": "RL"}
RESULTS |= {"g >= h": "-L", "g <= h": "R-"}  # who succeeds if Left starts, who if Right starts
WINS = {"L": [(LEFT, "off")], "R": [(RIGHT, "on")], "D": [(LEFT, "on"), (RIGHT, "off")], "-": []}
FIELDS = ["claim", "digest", "games", "h", "parts", "play", "start", "strategies"]
GAMES = [["moves", "name"], ["board", "left", "name", "right"], ["name", "off", "on"]]
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
    require(before.keys() == after.keys() and not {*"[$?="} & {*board}, "another shape or mark")
    for top in range(-rows, bottom + 1):
        for first in range(-columns, last + 1):
            here = {(top + r, first + c): token for (r, c), token in before.items()}
            if all(fits(token, marks.get(cell, "$")) for cell, token in here.items()):
                written = zip(here, after.values(), strict=True)
                new = marks | {cell: mark for cell, mark in written if mark != "="}
                yield "".join("|" * (c == 0 < r) + new[r, c] for r, c in marks)


def positions(game: Any) -> Any:
    require(sorted(game) in GAMES, "a game with other fields")
    listed = [game[field] for field in ("on", "off", "moves") if field in game]
    options = [(p, len(rows)) for rows in listed for left, right in rows for p in left + right]
    require(all(type(p) is int and 0 <= p < size for p, size in options), "no position")
    if listed:
        return listed[0], listed[-1]
    met, number, rows = [game["board"]], {game["board"]: 0}, []
    for position in met:
        require(len(met) < 30_000, "more positions than the checker takes")
        for player in OTHER:
            after = sorted({new for rule in game[player] for new in board_moves(position, rule)})
            met += [new for new in after if new not in number]
            rows.append([number.setdefault(new, len(number)) for new in after])
    return (list(zip(rows[::2], rows[1::2], strict=True)),) * 2


def moves(step: Any, sides: Any, reading: str, state: Any, player: str) -> Any:
    for i, (part, position) in enumerate(state):
        (game, sign), in_h = step["parts"][part], part in step["h"]
        rows = sides[game][(reading == "off") != ((sign == 1) == in_h)]
        for option in rows[position][(player == RIGHT) != {1: False, -1: True}[sign]]:
            yield in_h, tuple(sorted((*state[:i], (part, option), *state[i + 1 :])))


def walk(step: Any, sides: Any, player: str, starter: str, reading: str, replies: Any) -> Any:
    reply_to = {tuple(map(tuple, before)): after for before, after in replies}
    mine = {"on": player == RIGHT, "off": player == LEFT}[reading]  # whether moves in h count
    met, graph = [(tuple(sorted((part, 0) for part in step["start"])), starter)], {}
    for state, mover in met:
        if (state, mover) not in graph:
            onward = set(moves(step, sides, reading, state, mover))  # whether in h, the sum after
            require(onward or (mover == player) == (step["play"] == "misere"), "the player lost")
            if mover == player and onward:
                reply = tuple(map(tuple, reply_to[state]))
                onward &= {(mine, reply)} & onward or {(not mine, reply)}
                require(onward, "a reply that is no move")
            graph[state, mover] = [((after, OTHER[mover]), side == mine) for side, after in onward]
            met += [turn for turn, _ in graph[state, mover]]
    require(sum(t[1] == player and graph[t] != [] for t in graph) == len(replies), "other replies")
    theirs = {turn: [to for to, is_mine in graph[turn] if not is_mine] for turn in graph}
    graphlib.TopologicalSorter(theirs).prepare()  # refuses a cycle without a move that counts
    is_first = "g" in step["claim"] and player == starter
    for turn, to in [(t, to) for t in graph for to in theirs[t] if is_first]:
        reached = {to}
        for at in (todo := [to]):
            fresh = {after for after, _ in graph[at]} - reached
            reached |= fresh
            todo += fresh
        require(turn not in reached, "a cycle with a move that counts for the other player")
    return player, starter, "one" if is_first else reading


def needed(claim: str, is_sided: bool) -> Any:
    for starter, who in zip(OTHER, RESULTS[claim], strict=True):
        for player, reading in WINS[who]:
            both = ["one"] if "g" in claim and player == starter else ["on", "off"]
            readings = both if "g" in claim or (is_sided and who != "D") else [reading]
            yield from ((player, starter, reading) for reading in readings)


def check(step: Any) -> str:
    try:
        digest = hashlib.sha256(TEXT({**step, "digest": ""}).encode()).hexdigest()
        require(step["digest"] == digest and sorted(step) == FIELDS, "another digest or fields")
        claim, _, games, h, parts, play, start, strategies = (step[field] for field in FIELDS)
        require({*start} == {*range(len(parts))}, "a part that is not used")
        require({*h} <= ({*start} if "g" in claim else set()), "other parts of h")
        require({game for game, _ in parts} == {*range(len(games))}, "a game that is not used")
        sides, is_sided = [positions(game) for game in games], any("on" in game for game in games)
        proved = [walk(step, sides, **strategy) for strategy in strategies]
        require(sorted(proved) == sorted(needed(claim, is_sided)), "strategies for something else")
        require(play in ["normal", "misere"][: 2 - ("g" in claim or is_sided)], "no play")
        return f"{claim}{' under misère play' * (play == 'misere')}"
    except Exception as error:
        raise ValueError(f"not a certificate: {error!r}") from None


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            written = file.read().strip()
        document = json.loads(written, parse_float=int)
        require(TEXT(document) == written, "a file that is written in another way")
        print("proved:", check(document))
        for part, (number, sign) in enumerate(document["parts"]):
            game, count = document["games"][number], sign * document["start"].count(part)
            rules = TEXT(game if "left" in game else [game["name"], "listed"])
            print(f"{count:+} times {rules}" + ", in h" * (part in document["h"]))
    except (IndexError, OSError, RecursionError, ValueError) as error:
        sys.exit(f"refused: {error}")
