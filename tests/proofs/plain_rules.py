"""A plain interpreter of the rules in certificates, and random rules for it.

It follows the page on certificates word by word and shares no code with any checker: a board lies
in an endless plane of outside, and arithmetic is Python's own.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from typing import Any

MARKS = "xo."
BEFORE = (*MARKS, *MARKS, "?", "$", "[xo]", "[^x]", "[^.$]", "[x$]", "[]", "[^]")
AFTER = (*MARKS, *MARKS, "=", "=")


class NoGameError(Exception):
    """The rules divide by zero, make a negative heap, or let play return; or a heap is of zeros."""


class TooLargeError(Exception):
    """More positions can be reached than are looked at here."""


def random_pattern(generator: random.Random) -> str:
    """Return a pattern of one or two rows."""
    height, width = generator.choice(((1, 1), (1, 2), (1, 2), (1, 3), (2, 1), (2, 2)))
    sides = (
        "|".join("".join(generator.choices(tokens, k=width)) for _ in range(height))
        for tokens in (BEFORE, AFTER)
    )
    return " -> ".join(sides)


def random_board(generator: random.Random) -> str:
    """Return a board of at most two rows and four columns."""
    height, width = generator.choice(((1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2)))
    return "|".join("".join(generator.choices(MARKS, k=width)) for _ in range(height))


def board_moves(board: str, rule: str) -> set[str]:
    """Return the boards after a pattern was written, wherever it fits."""
    rows = board.split("|")
    plane = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    before, after = rule.split(" -> ")
    tokens = [re.findall(r"\[[^\]]*\]|.", row) for row in before.split("|")]
    written = after.split("|")
    found = set()
    for top in range(-len(tokens), len(rows) + 1):
        for first in range(-len(tokens[0]), len(rows[0]) + 1):
            cells = [(r, c) for r in range(len(tokens)) for c in range(len(tokens[0]))]
            places = {cell: (top + cell[0], first + cell[1]) for cell in cells}
            is_on_board = any(place in plane for place in places.values())
            if is_on_board and all(
                _fits(tokens[r][c], plane.get(places[r, c], "$")) for r, c in cells
            ):
                new = dict(plane)
                for r, c in cells:
                    if places[r, c] in plane and written[r][c] != "=":
                        new[places[r, c]] = written[r][c]
                lines = ("".join(new[r, c] for c in range(len(rows[0]))) for r in range(len(rows)))
                found.add("|".join(lines))
    return found


def _fits(token: str, mark: str) -> bool:
    if token == "?":
        return True
    if token.startswith("[^"):
        return mark not in token[2:-1]
    return mark in token[1:-1] if token.startswith("[") else mark == token


def random_heap_rule(generator: random.Random) -> str:
    """Return a rule for heaps of one number or of two."""
    letters = generator.choice((["n"], ["n"], ["p", "q"]))
    known, clauses = list(letters), []
    if generator.random() < 0.4:
        clauses.append(f"if {_random_condition(generator, known)}")
    if generator.random() < 0.5:
        bounds = [_random_sum(generator, known, 1) for _ in range(generator.randint(1, 2))]
        loops = f"range({', '.join(bounds)})", f"({', '.join(bounds)},)"
        clauses.append(f"for k in {generator.choice(loops)}")
        known.append("k")
    if generator.random() < 0.5:
        clauses.append(f"if {_random_condition(generator, known)}")
    heaps = []
    for _ in range(generator.randint(1, 2)):
        numbers = [_random_sum(generator, known, 2) for _ in letters]
        heaps.append(numbers[0] if len(letters) == 1 else f"({', '.join(numbers)})")
    return f"{', '.join(letters)} -> {', '.join(heaps)} {' '.join(clauses)}".rstrip()


def _random_sum(generator: random.Random, letters: list[str], depth: int) -> str:
    kind = generator.random()
    if depth == 0 or kind < 0.4:
        return generator.choice((*letters, str(generator.randint(0, 3))))
    first, second = (_random_sum(generator, letters, depth - 1) for _ in range(2))
    if kind < 0.5:
        return f"({first})" if kind < 0.45 else f"-{_random_sum(generator, letters, 0)}"
    return f"{first}{generator.choice(('-', '-', '-', '+', ' % ', '//'))}{second}"


def _random_condition(generator: random.Random, letters: list[str]) -> str:
    def comparison() -> str:
        count = generator.choice((2, 2, 3))
        text = _random_sum(generator, letters, 1)
        for _ in range(count - 1):
            sign = generator.choice(("<", "<=", ">", ">=", "==", "!="))
            text += f" {sign} {_random_sum(generator, letters, 1)}"
        return text

    parts = [comparison() for _ in range(generator.choice((1, 1, 2, 3)))]
    text = parts[0]
    for part in parts[1:]:
        text = f"{text} {generator.choice(('and', 'or'))} {part}"
        text = f"({text})" if generator.random() < 0.3 else text
    return text


def heap_moves(heaps: Any, rule: str) -> set[Any]:
    """Return the heaps after a rule was applied to one of them, by Python's own arithmetic."""
    letters, rest = rule.split(" -> ")
    results, *clauses = re.split(r" (?=for |if )", rest, maxsplit=1)
    found = set()
    for i, heap in enumerate(heaps):
        if len(heap) != len(letters.split(",")):
            raise NoGameError
        text = f"[[{results}] for {letters}, in [heap] {''.join(clauses)}]"
        try:
            made = eval(text, {"heap": heap, "range": range})
        except ZeroDivisionError:
            raise NoGameError from None
        for new in made:
            piles = [pile if isinstance(pile, tuple) else (pile,) for pile in new]
            if any(number < 0 for pile in piles for number in pile):
                raise NoGameError
            rest_of_heaps = [*heaps[:i], *piles, *heaps[i + 1 :]]
            found.add(tuple(sorted(pile for pile in rest_of_heaps if any(pile))))
    return found


def outcome(start: Any, left: Iterable[str], right: Iterable[str], *, misere: bool) -> str:
    """Return who wins, by plain recursion; raise an error if that is not defined."""
    if not isinstance(start, str) and not all(map(any, start)):
        raise NoGameError
    moves = board_moves if isinstance(start, str) else heap_moves
    rules = [list(left), list(right)]
    known: dict[Any, str | None] = {}

    def result(position: Any) -> str:
        if position not in known:
            known[position] = None
            if len(known) > 150:
                raise TooLargeError
            sides = [{new for rule in side for new in moves(position, rule)} for side in rules]
            first, second = ([result(new) for new in side] for side in sides)
            left_wins = (misere and not first) or any(o in "LP" for o in first)
            right_wins = (misere and not second) or any(o in "RP" for o in second)
            known[position] = "PRLN"[2 * left_wins + right_wins]
        answer = known[position]
        if answer is None:
            raise NoGameError
        return answer

    return result(start)
