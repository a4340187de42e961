"""Check a certificate about a family: ``python family_checker.py FILE``. Needs only Python.

It works out all `positions` of the family again, each from its rules and by plain recursion. A
position is [number of its rules, board or heaps]. `rules` are patterns or arithmetic for `left` and
`right`, as in checker.py; a player who cannot move loses, or wins if `play` is "misere". `what` is
"outcome", "grundy" or "value", and `results` are those of the positions, in order; those in `none`
must not occur. A value is the number of an equal game in `forms`, which lists moves as there.
"""

import functools
import hashlib
import json
import re
import sys
from typing import Any

ARITHMETIC = r"(?!.*(<<|>>))(\b([a-z]|for|in|if|and|or|range)\b|\d{1,3}\b|[ ,()+%<>=/-]|!=)*"
KINDS = [(w, "normal") for w in ("grundy", "outcome", "value")] + [("outcome", "misere")]
TEXT = functools.partial(json.dumps, sort_keys=True, separators=(",", ":"), allow_nan=False)
FIELDS = ["digest", "forms", "none", "play", "positions", "results", "rules", "what"]


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


class Family:
    def __init__(self, rules: Any, forms: Any, misere: bool) -> None:
        self.rules, self.forms, self.misere = rules, forms, misere
        self.known: dict[Any, Any] = {}

    def moves(self, number: int | None, position: Any, side: str) -> Any:
        require(len(self.known) < 300_000, "more positions than the checker takes")
        if number is None:
            return self.forms[position][side == "right"]
        options = board_moves if isinstance(position, str) else heap_moves
        return {new for rule in self.rules[number][side] for new in options(position, rule)}

    def wins(self, number: int, position: Any, side: str) -> bool:
        key = number, position, side
        if key not in self.known:
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
            left, right = (self.moves(number, position, side) for side in ("left", "right"))
            require(left == right and not self.misere, "no impartial game under normal play")
            reached = {self.grundy(number, after) for after in left}
            self.known[number, position] = min(set(range(len(reached) + 1)) - reached)
        return self.known[number, position]

    def at_least(self, g: Any, h: Any) -> bool:
        if (g, h) not in self.known:
            is_less = any(self.at_least(h, (g[0], x)) for x in self.moves(g[0], g[1], "right"))
            options = self.moves(h[0], h[1], "left")
            is_less = is_less or any(self.at_least((h[0], y), g) for y in options)
            self.known[g, h] = not is_less
        return bool(self.known[g, h])

    def value(self, number: int, position: Any, form: int) -> Any:
        g, h = (number, position), (None, range(len(self.forms))[form])
        return h[1] if self.at_least(g, h) and self.at_least(h, g) else None


def check(document: Any) -> str:
    try:
        digest = hashlib.sha256(TEXT({**document, "digest": ""}).encode()).hexdigest()
        require(sorted(document) == FIELDS, "other fields than those of a family")
        require(document["digest"] == digest, "another digest")
        forms, none, play, listed, results, rules, what = (document[f] for f in FIELDS[1:])
        require((what, play) in KINDS and bool(forms) == (what == "value"), "an unknown kind")
        options = {q for left, right in forms for q in (*left, *right)}
        require(options <= {*range(len(forms))}, "a position that is not there")
        require({number for number, _ in listed} == {*range(len(rules))}, "rules that are not used")
        require(all(sorted(sides) == ["left", "right"] for sides in rules), "other rules")
        family, computed = Family(rules, forms, play == "misere"), []
        for (number, start), result in zip(listed, results, strict=True):
            position = start if isinstance(start, str) else tuple(map(tuple, start))
            values = (result,) if what == "value" else ()
            computed.append(getattr(family, what)(number, position, *values))
        require(TEXT(computed) == TEXT(results) != "[]", "other results")
        known = [*"LRNP"] if what == "outcome" else range(10**6 * (what == "grundy"))
        require(all(type(n) is type(results[0]) and n in known for n in none), "no result")
        require(not set(none) & set(results), "a result that must not occur")
        never = ", never " + ", ".join(map(str, none)) if none else ""
        return f"{'misère ' * (play == 'misere')}{what} of {len(results)} positions{never}"
    except Exception as error:
        raise ValueError(f"not a certificate: {error!r}") from None


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            written = file.read().strip()
        document = json.loads(written)
        require(TEXT(document) == written, "a file that is written in another way")
        print("proved:", check(document))
        print("rules:", TEXT(document["rules"]))
    except (IndexError, OSError, RecursionError, ValueError) as error:
        sys.exit(f"refused: {error}")
