"""Check a certificate about a family: ``python family_checker.py FILE``. Needs only Python.

It computes the `results` of all `positions` again. A position is [number of its rules, board or
heaps]; `rules` are patterns or arithmetic for `left` and `right`, as in checker.py, or `moves`. A
player who cannot move loses, or wins if `play` is "misere". `what` is "outcome", "grundy", "tree"
(the first position with an equal tree), "lengths" (of play, if the winner makes winning moves) or
"moves" (those of Left and of Right), followed for "value" and "weight" by one of the `forms`, which
value_checker.py and weight_checker.py check. Results in `none` must not occur.
"""

import functools
import hashlib
import json
import re
import sys
from typing import Any

ARITHMETIC = r"(?!.*(<<|>>))(\b([a-z]|for|in|if|and|or|range)\b|[0-9]{1,3}\b|[ ,()+%<>=/-]|!=)*"
FOLDS, GRAPHS = ["grundy", "lengths", "outcome", "tree"], ["moves", "value", "weight"]
SIDES = ["left", "right"]
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


class Family:
    def __init__(self, rules: Any, what: str, misere: bool) -> None:
        self.rules, self.what, self.misere = rules, what, misere
        self.rows = [dict(enumerate(sides.get("moves", ()))) for sides in rules]
        self.known: dict[Any, Any] = {}

    def moves(self, number: int, position: Any) -> Any:
        require(len(self.known) < 300_000, "more positions than the checker takes")
        if isinstance(position, int):
            return [{*side} for side in self.rows[number][position]]
        step, rules = board_moves if isinstance(position, str) else heap_moves, self.rules[number]
        return [{new for rule in rules[side] for new in step(position, rule)} for side in SIDES]

    def fold(self, number: int, position: Any) -> Any:
        if (number, position) not in self.known:
            sides = self.moves(number, position)
            left, right = ([self.fold(number, after) for after in side] for side in sides)
            self.known[number, position] = getattr(self, self.what)(left, right)
        return self.known[number, position]

    def outcome(self, left: Any, right: Any) -> str:
        left_wins = any(o in "LP" for o in left) or (self.misere and not left)
        right_wins = any(o in "RP" for o in right) or (self.misere and not right)
        return "PRLN"[2 * left_wins + right_wins]

    def grundy(self, left: Any, right: Any) -> int:
        require({*left} == {*right}, "a game that is not impartial")
        return int(min({*range(len(left) + 1)} - {*left}))

    def lengths(self, left: Any, right: Any) -> Any:  # a player wins if the moves to come are odd
        require(sorted(left) == sorted(right), "a game that is not impartial")
        onward = [lengths for lengths in left if lengths[0] % 2 == 0] or left
        return sorted({n + 1 for lengths in onward for n in lengths} or {0})

    def tree(self, left: Any, right: Any) -> int:
        return int(self.known.setdefault((frozenset(left), frozenset(right)), len(self.known)))

    def results(self, positions: Any, claimed: Any) -> Any:
        if self.what in FOLDS:
            results = [self.fold(*position) for position in positions]
            return [results.index(tree) for tree in results] if self.what == "tree" else results
        place = {position: i for i, position in enumerate(positions)}
        rows = [[{place[g[0], new] for new in side} for side in self.moves(*g)] for g in positions]
        forms = [row[2:3] if self.what != "moves" else [] for row in claimed]
        return [[*map(sorted, row), *form] for row, form in zip(rows, forms, strict=True)]


def check(document: Any) -> str:
    try:
        digest = hashlib.sha256(TEXT({**document, "digest": ""}).encode()).hexdigest()
        require(document["digest"] == digest and sorted(document) == FIELDS, "other fields")
        forms, none, play, listed, results, rules, what = (document[f] for f in FIELDS[1:])
        require(what in FOLDS + GRAPHS and (forms != []) == (what in GRAPHS[1:]), "an unknown kind")
        require(play in ["normal", "misere"][: 1 + (what == "outcome")], "an unknown play")
        require({number for number, _ in listed} == {*range(len(rules))}, "rules that are not used")
        require(all(sorted(r) in [SIDES, ["moves", "name"]] for r in rules), "other rules")
        positions = [(n, tuple(map(tuple, p)) if isinstance(p, list) else p) for n, p in listed]
        heaps = [heap for _, position in listed if isinstance(position, list) for heap in position]
        require(all(type(n) is int for heap in heaps for n in heap), "a heap of no number")
        computed = Family(rules, what, play == "misere").results(positions, results)
        require(TEXT(computed) == TEXT(results) != "[]", "other results")
        known = [*"LRNP"] if what == "outcome" else range(10**6 * (what == "grundy"))
        is_absent = [type(n) is type(results[0]) and n in known and n not in results for n in none]
        require(all(is_absent), "a result that occurs, or no result")
        never = ", never " + ", ".join(map(str, none)) if none else ""
        proved = "misère outcome" if play == "misere" else "moves" if forms else what
        return f"{proved} of {len(results)} positions{never}"
    except Exception as error:
        raise ValueError(f"not a certificate: {error!r}") from None


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            written = file.read().strip()
        document = json.loads(written, parse_float=int)
        require(TEXT(document) == written, "a file that is written in another way")
        print(f"proved: {check(document)}\nrules: {TEXT(document['rules'])}")
    except (IndexError, OSError, RecursionError, ValueError) as error:
        sys.exit(f"refused: {error}")
