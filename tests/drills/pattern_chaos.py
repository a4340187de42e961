"""Random rules as patterns: the core, the search in Python and certificates against the definition.

``python tests/drills/pattern_chaos.py --seconds 60 --seed 1`` makes rulesets from the whole grammar
until the time is up. On random positions it compares moves, outcomes, values, parts, symmetries
and the plain rules for certificates with `tests.rules.pattern_interpreter`, and looks whether
games that are said to end have loops. The first difference is made smaller and printed.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import farstar as fs
from farstar.games.patterns._rules import symmetries_for
from tests.rules import pattern_interpreter as plain
from tests.rules.random_patterns import random_position, random_rules

MOST_REACHED = 80
"""Positions that may follow one whose value is compared."""

LARGEST_HEAP = 14
"""Heaps that grow beyond this are not followed."""

NODES = 50_000
LARGE_NODES = 1_500
REFUSED = (fs.NotationError, fs.BudgetExceeded)
"""Texts that cannot be read, rules that make too many patterns, and searches that take too long."""
POSITIONS = 6
"""Positions for each ruleset, and one more that is larger."""


class Reference(fs.Ruleset):
    """The moves of the interpreter, and nothing that makes a search faster."""

    def __init__(self, text: str) -> None:
        self.rules = plain.read(text)
        self.known: dict[Any, tuple[list[Any], list[Any]]] = {}

    def both(self, position: Any) -> tuple[list[Any], list[Any]]:
        if position not in self.known:
            left, right = (sorted(self.rules.moves(position, side)) for side in (0, 1))
            self.known[position] = left, right
        return self.known[position]

    def left(self, position: Any) -> list[Any]:
        return self.both(position)[0]

    def right(self, position: Any) -> list[Any]:
        return self.both(position)[1]


class LoopyReference(Reference):
    """The same for games with loops."""

    may_loop = True


def reached(reference: Reference, start: Any) -> list[Any] | None:
    """Return all positions that follow; None if they are too many."""
    met = {start: None}
    waiting = [start]
    while waiting:
        left, right = reference.both(waiting.pop())
        for after in (*left, *right):
            if is_heaps(after) and max(after, default=0) > LARGEST_HEAP:
                return None
            if after not in met:
                met[after] = None
                waiting.append(after)
        if len(met) > MOST_REACHED:
            return None
    return list(met)


def has_loop(reference: Reference, positions: list[Any]) -> bool:
    """Return whether some of the positions can come again."""
    left = set(positions)
    while True:
        ends = {p for p in left if left.isdisjoint(chain(*reference.both(p)))}
        if not ends:
            return bool(left)
        left -= ends


def is_heaps(position: Any) -> bool:
    """Return whether a position consists of heaps."""
    return isinstance(position, tuple) and all(isinstance(n, int) for n in position)


def state_of(position: Any) -> Any:
    """Return a state in normal form: heaps in order."""
    return tuple(sorted(position)) if is_heaps(position) else position


def complaint(text: str, start: Any, done: Counter[str]) -> str | None:
    """Return what is wrong with the rules at a position, in one line; None if all is well."""
    rules: Any = fs.rules(text)
    reference = LoopyReference(text) if rules.may_loop else Reference(text)
    start = state_of(start)
    position, expected = rules(start), reference(start)
    done["positions"] += 1
    for player in (fs.Left, fs.Right):
        ours = {state_of(option.state) for option in position.options(player)}
        theirs = set(reference.both(start)[player is fs.Right])
        if ours != theirs:
            return f"moves of {player}: {sorted(ours)}, expected {sorted(theirs)}"
    wrong = plain_rules_complaint(rules, reference, start, done)
    if wrong:
        return wrong
    followers = reached(reference, start)
    if followers is None:
        return None
    if rules.may_loop:
        return loopy_complaint(position, expected, done)
    if has_loop(reference, followers):
        return "a loop in a game that is said to end"
    return value_complaint(rules, position, expected, done)


def plain_rules_complaint(
    rules: Any, reference: Reference, start: Any, done: Counter[str]
) -> str | None:
    """Compare the rules for certificates."""
    described = rules.plain_rules(start)
    if described is None:
        return None
    done["rules for certificates"] += 1
    for side, player in enumerate(("left", "right")):
        theirs: set[Any] = set(reference.both(start)[side])
        if "board" in described:
            ours = plain.plain_board_moves(described["board"], described[player])
            theirs = {after if isinstance(after, str) else after[0] for after in theirs}
        else:
            ours = plain_heap_moves(start, described[player])
        if ours != theirs:
            return (
                f"plain rules of {player} {described[player]}: {sorted(ours)}, not {sorted(theirs)}"
            )
    return None


def plain_heap_moves(heaps: tuple[int, ...], rules: list[str]) -> set[Any]:
    """Return the heaps after a move by rules such as ``n -> a, n-1-a for a in range(n)``."""
    after = set()
    for rule in rules:
        letter, results = rule.split(" -> ")
        result, *rest = re.split(r"(?= for | if )", results, maxsplit=1)
        for i, heap in enumerate(heaps):
            for new in eval(f"[({result},) for {letter} in [{heap}]{''.join(rest)}]"):
                left = [n for n in new if n]
                after.add(tuple(sorted([*heaps[:i], *left, *heaps[i + 1 :]])))
    return after


def loopy_complaint(position: Any, expected: Any, done: Counter[str]) -> str | None:
    """Compare a position of a game that may loop."""
    done["games that may loop"] += 1
    if position.outcome != expected.outcome:
        return f"outcome {position.outcome}, expected {expected.outcome}"
    ours, theirs = (loopy_value(g) for g in (position, expected))
    if ours is not None and theirs is not None and ours != theirs:
        return f"loopy value {ours}, expected {theirs}"
    return None


def loopy_value(position: Any) -> Any:
    try:
        return position.loopy_value
    except fs.BudgetExceeded:
        return None


def value_complaint(rules: Any, position: Any, expected: Any, done: Counter[str]) -> str | None:
    """Compare a position of a game that ends."""
    done["values"] += 1
    value = expected.search_value()
    answers = {
        "value": position.value,
        "search_value": position.search_value(),
        "value of the key": rules(rules.key(position.state)).search_value(),
        "outcome": position.outcome,
    }
    parts = rules.components(position.state)
    if parts is not None:
        done["positions in parts"] += len(parts) != 1
        parts_values = [type(expected.ruleset)(rules_text(rules))(p) for p in map(state_of, parts)]
        answers["sum of the parts"] = sum((p.search_value() for p in parts_values), fs.Value(0))
    if rules.is_impartial:
        answers["grundy"] = position.grundy
    for name, answer in answers.items():
        right: Any = expected.outcome if name == "outcome" else value
        if answer != (value.nim_value if name == "grundy" else right):
            return f"{name} {answer}, expected {right}"
    if position.misere_outcome != expected.misere_outcome:
        return f"misère outcome {position.misere_outcome}, expected {expected.misere_outcome}"
    return symmetry_complaint(rules, position, expected, done)


def rules_text(rules: Any) -> str:
    return str(getattr(rules, "base", rules).source)


TURNS: list[Callable[[list[str]], list[str]]] = [
    lambda rows: rows,
    lambda rows: [row[::-1] for row in rows],
    lambda rows: rows[::-1],
    lambda rows: [row[::-1] for row in rows[::-1]],
]


def symmetry_complaint(rules: Any, position: Any, expected: Any, done: Counter[str]) -> str | None:
    """Turn the board by the symmetries that the rules are said to have."""
    if not hasattr(rules, "symmetries"):
        return None
    board = position.state
    size = board.count("|") + 1, len(board.partition("|")[0])
    for symmetry in symmetries_for(rules.source, *size):
        rows = board.translate(str.maketrans(symmetry.marks)).split("|")
        if symmetry.turn >= 4:
            rows = ["".join(column) for column in zip(*rows, strict=True)]
        image = "|".join(TURNS[symmetry.turn % 4](rows))
        done["symmetries"] += 1
        value = expected.ruleset(image).search_value()
        if value != (-expected.search_value() if symmetry.negative else expected.search_value()):
            return f"symmetry {symmetry}: {image} is {value}, {board} {expected.search_value()}"
    return None


def checked(text: str, start: Any, done: Counter[str]) -> str | None:
    """Return what is wrong, an error of ours included."""
    try:
        with fs.engine.budget(nodes=NODES):
            return complaint(text, start, done)
    except REFUSED:
        done["refused"] += 1
        return None
    except Exception as error:  # a fault, whatever it is
        return f"{type(error).__name__}: {error}"


def smaller(text: str, start: Any) -> Iterator[tuple[str, Any]]:
    """Yield cases that are a little smaller."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        yield "\n".join(lines[:i] + lines[i + 1 :]), start
        moves = line.split("  ")
        for j in range(len(moves) if len(moves) > 1 else 0):
            kept = "  ".join(moves[:j] + moves[j + 1 :])
            word = line.split()[0]
            kept = kept if kept.startswith(word) else f"{word} {kept}"
            yield "\n".join([*lines[:i], kept, *lines[i + 1 :]]), start
        for word in re.findall(r" (?:if|unless) \w+ \S+| then .*| (?:both|all|lines|rows)\b", line):
            yield "\n".join([*lines[:i], line.replace(word, "", 1), *lines[i + 1 :]]), start
    if isinstance(start, str):
        rows = start.split("|")
        for i in range(len(rows)):
            yield text, "|".join(rows[:i] + rows[i + 1 :])
        for i in range(len(rows[0])):
            yield text, "|".join(row[:i] + row[i + 1 :] for row in rows)
    elif isinstance(start[0], str):
        marks, edges = start
        for edge in edges:
            yield text, (marks, tuple(other for other in edges if other != edge))
        yield text, (marks[:-1], tuple(e for e in edges if len(marks) - 1 not in e))
    else:
        for i in range(len(start)):
            yield text, start[:i] + start[i + 1 :]
            if start[i] > 1:
                yield text, (*start[:i], start[i] - 1, *start[i + 1 :])


def shrunk(text: str, start: Any) -> tuple[str, Any, str]:
    """Return a case as small as can be found in which something is wrong as well."""
    wrong = checked(text, start, Counter()) or ""
    again = True
    while again:
        again = False
        for less in smaller(text, start):
            try:
                fs.rules(less[0])(less[1])
                other = checked(*less, Counter())
            except Exception:
                continue
            if other:
                (text, start), wrong, again = less, other, True
                break
    return text, start, wrong


def case(chance: Random) -> tuple[str, list[Any]]:
    """Return rules that can be read, and positions."""
    while True:
        text = random_rules(chance)
        try:
            rules = fs.rules(text)
        except REFUSED:
            continue
        return text, [random_position(chance, rules) for _ in range(POSITIONS)]


def large_complaint(text: str, start: Any, done: Counter[str]) -> str | None:
    """Compare the core with the search in Python where the interpreter would take too long."""
    rules: Any = fs.rules(text)
    if rules.may_loop:
        return None
    position = rules(start)
    try:
        with fs.engine.budget(nodes=LARGE_NODES):
            value, searched = position.value, position.search_value()
    except REFUSED:
        done["refused"] += 1
        return None
    done["large positions"] += 1
    return None if value == searched else f"value {value}, by search {searched}"


def run(chance: Random, done: Counter[str]) -> str | None:
    """Check one ruleset; return a failing case as a text that can be pasted."""
    text, positions = case(chance)
    done["rulesets"] += 1
    for start in positions:
        if checked(text, start, done):
            text, start, wrong = shrunk(text, start)
            return f"{wrong}\n    checked({text!r}, {start!r}, Counter())"
    start = random_position(chance, fs.rules(text), is_large=True)
    differs = large_complaint(text, start, done)
    return differs and f"{differs}\n    large_complaint({text!r}, {start!r}, Counter())"


def main() -> int:
    """Check rulesets until the time is up."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--seconds", type=float, default=60.0)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    end = time.monotonic() + asked.seconds
    done: Counter[str] = Counter()
    number = 0
    while time.monotonic() < end:
        wrong = run(Random(f"{asked.seed}:{number}"), done)
        number += 1
        if wrong:
            print(f"seed {asked.seed}:{number - 1}: {wrong}")
            return 1
    print(", ".join(f"{count} {name}" for name, count in done.items()), "- none wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
