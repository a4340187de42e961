"""Check a certificate about combinatorial games: ``python checker.py FILE``. Needs only Python.

It makes all moves again by the rules in the file and walks every play against the strategies. A
player who cannot move loses, or wins if `play` is "misere". Games are a `board` with patterns such
as "xo -> .x" (| separates rows; [xo] one of, [^x] none of, ? any mark, $ the outside, = stays), or
`heaps` with rules such as "n -> a, n-1-a for a in range(n)" (zeros vanish), or listed `moves`.
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
RESULTS = {"L": (LEFT, LEFT), "R": (RIGHT, RIGHT), "N": (LEFT, RIGHT), "P": (RIGHT, LEFT)}
RESULTS |= {">=": ("", LEFT), "<=": (RIGHT, "")}  # who wins if Left starts, who if Right starts
ARITHMETIC = r"(?!.*(<<|>>))(\b([a-z]|for|in|if|and|or|range)\b|[0-9]{1,3}\b|[ ,()+%<>=/-]|!=)*"
FIELDS = ["claim", "digest", "games", "parts", "play", "start", "strategies", "values"]
GAMES = [["moves", "name"], ["board", "left", "name", "right"], ["heaps", "left", "name", "right"]]
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


@functools.lru_cache(10_000)
def formula(rule: str) -> Any:
    require(re.fullmatch(ARITHMETIC, rule) and rule.count("for") <= 2, "a rule beyond arithmetic")
    heap, results = rule.split(" -> ")
    result, *rest = re.split(r"(?= for | if )", results, maxsplit=1)
    return compile(f"[[{result}] for {heap}, in [heap]{''.join(rest)}]", "rule", "eval")


def heap_moves(heaps: Any, rule: str) -> Any:
    for i, heap in enumerate(heaps):
        require("range" not in rule or max(heap) <= 1000, "a heap of more than 1000")
        require(all(type(n) is int and 0 <= n < 10**300 for n in heap), "a heap of no number")
        for after in eval(formula(rule), {"__builtins__": {}, "range": range, "heap": heap}):
            new = [new if isinstance(new, tuple) else (new,) for new in after]
            yield tuple(sorted(pile for pile in [*heaps[:i], *new, *heaps[i + 1 :]] if any(pile)))


def positions(game: Any) -> Any:
    require(sorted(game) in GAMES, "a game with other fields")
    if "moves" in game:
        options = [option for left, right in game["moves"] for option in left + right]
        require(all(type(p) is int and 0 <= p < len(game["moves"]) for p in options), "no position")
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


def walk(step: Any, rows: Any, player: str, starter: str, replies: Any) -> Any:
    reply_to = {tuple(map(tuple, before)): after for before, after in replies}
    met, graph = [(tuple(sorted((part, 0) for part in step["start"])), starter)], {}
    for state, mover in met:
        if (state, mover) not in graph:
            onward = set(moves(step["parts"], rows, state, mover))
            require(onward or (mover == player) == (step["play"] == "misere"), "the player lost")
            if mover == player and onward:
                onward &= {tuple(map(tuple, reply_to[state]))}
                require(onward, "a reply that is no move")
            graph[state, mover] = [(after, OTHER[mover]) for after in onward]
            met += graph[state, mover]
    require(sum(t[1] == player and graph[t] != [] for t in graph) == len(replies), "other replies")
    graphlib.TopologicalSorter(graph).prepare()  # refuses a cycle of play
    return player, starter


def check_sum(step: Any) -> str:
    digest = hashlib.sha256(TEXT({**step, "digest": ""}).encode()).hexdigest()
    require(step["digest"] == digest and sorted(step) == FIELDS, "another digest, or other fields")
    claim, _, games, parts, play, start, strategies, values = (step[field] for field in FIELDS)
    require({*start} == {*range(len(parts))}, "a part that is not used")
    require({game for game, _ in parts} == {*range(len(games))}, "a game that is not used")
    rows = [positions(game) for game in games]
    proved = [walk(step, rows, **strategy) for strategy in strategies]
    needed = [(who, turn) for turn, who in zip(OTHER, RESULTS[claim], strict=True) if who]
    require(sorted(proved) == sorted(needed), "strategies for something else")
    require(play in ["normal", "misere"][: 2 - ("=" in claim or {**values} != {})], "no play")
    return f"{claim}{' under misère play' * (play == 'misere')}"


def check(document: Any) -> str:
    try:
        if "lemmas" not in document:
            return check_sum(document)
        lemmas = [check_sum(lemma["certificate"]) for lemma in document["lemmas"]]
        return f"{len(lemmas)} lemmas; sum_checker.py checks what follows from them"
    except Exception as error:
        raise ValueError(f"not a certificate: {error!r}") from None


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            written = file.read().strip()
        document = json.loads(written, parse_float=int)
        require(TEXT(document) == written, "a file that is written in another way")
        print("proved:", check(document))
        for part, (number, sign) in enumerate(document.get("parts", ())):
            game, count = document["games"][number], sign * document["start"].count(part)
            print(f"{count:+} times", TEXT(game if "left" in game else [game["name"], "listed"]))
    except (IndexError, OSError, RecursionError, ValueError) as error:
        sys.exit(f"refused: {error}")
