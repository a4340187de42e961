"""Check a certificate about a family: ``python family_checker.py FILE``. Needs only Python.

It works out all `positions` of the family again, each from its rules and by plain recursion. A
position is [number of its rules, board or heaps]. `rules` are patterns or arithmetic for `left` and
`right`, as in checker.py; a player who cannot move loses, or wins if `play` is "misere". `what` is
"outcome" or "grundy", and `results` are those of the positions, in order; those in `none` must not
occur. `digest` is the SHA-256 of the rest.
"""

import functools
import hashlib
import json
import re
import sys
from typing import Any

ARITHMETIC = r"(\b([a-z]|for|in|if|and|or|range)\b|\d{1,3}\b|[ ,()+%<>=/-]|!=)*"
ERRORS = (ArithmeticError, LookupError, AttributeError, MemoryError, RuntimeError, SyntaxError)
FIELDS = ["digest", "name", "none", "play", "positions", "results", "rules", "what"]


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


class Family:
    def __init__(self, rules: Any, misere: bool) -> None:
        self.rules, self.misere = rules, misere
        self.known: dict[Any, Any] = {}

    def moves(self, number: int, position: Any, side: str) -> Any:
        options = board_moves if isinstance(position, str) else heap_moves
        return {new for rule in self.rules[number][side] for new in options(position, rule)}

    def wins(self, number: int, position: Any, side: str) -> bool:
        key = number, position, side
        if key not in self.known:
            require(len(self.known) < 300_000, "more positions than the checker takes")
            other = "right" if side == "left" else "left"
            onward = self.moves(number, position, side)
            is_won = any(not self.wins(number, after, other) for after in onward)
            self.known[key] = is_won or (self.misere and not onward)
        return bool(self.known[key])

    def outcome(self, number: int, position: Any) -> str:
        left, right = (self.wins(number, position, side) for side in ("left", "right"))
        return "PRLN"[2 * left + right]

    def grundy(self, number: int, position: Any) -> Any:
        if (number, position) not in self.known:
            require(len(self.known) < 300_000, "more positions than the checker takes")
            left, right = (self.moves(number, position, side) for side in ("left", "right"))
            require(left == right and not self.misere, "no impartial game under normal play")
            reached = {self.grundy(number, after) for after in left}
            self.known[number, position] = min(set(range(len(reached) + 1)) - reached)
        return self.known[number, position]


def check(document: Any) -> str:
    try:
        text = json.dumps({**document, "digest": ""}, sort_keys=True, separators=(",", ":"))
        require(sorted(document) == FIELDS, "other fields than those of a family")
        require(document["digest"] == hashlib.sha256(text.encode()).hexdigest(), "another digest")
        what, play, results = document["what"], document["play"], document["results"]
        require(play in ("normal", "misere") and what in ("outcome", "grundy"), "an unknown kind")
        family = Family(document["rules"], play == "misere")
        result = family.outcome if what == "outcome" else family.grundy
        computed = []
        for number, start in document["positions"]:
            position = start if isinstance(start, str) else tuple(map(tuple, start))
            computed.append(result(number, position))
        require(computed == results != [], "other results")
        require(not set(document["none"]) & set(results), "a result that must not occur")
        found, none = f"{what} of {len(results)} positions", ", ".join(map(str, document["none"]))
        return f"{found}, never {none}" if none else found
    except (*ERRORS, TypeError, ValueError) as error:
        raise Refused(f"not a certificate: {error!r}") from None


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            print("proved:", check(json.load(file)))
    except (Refused, ValueError) as error:
        sys.exit(f"refused: {error}")
