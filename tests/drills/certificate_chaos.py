"""Certifies random games of every kind, changes the certificates, and compares with brute force.

``python tests/drills/certificate_chaos.py --seconds 600 --seed 1`` makes random rules (patterns,
arithmetic, listed moves, graphs with loops), random sums of positions and values, families, codes
and quotients. Each is certified and checked, and brute force must agree, which sees only what is
printed where that is possible. Then fields of the certificate are changed, and the digest is made
to fit: whatever is still accepted must be true.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).parents[2]))

import farstar as fs
from farstar.certificates import Certificate, certify, certify_family, certify_period, checker
from farstar.certificates._plays import by_plays
from farstar.errors import BudgetExceeded, FarstarError, ValueOverflowError
from tests.certificates import plain_rules
from tests.certificates.mutations import NOT_ACCEPTED, leaves, mutated, rearranged, resealed
from tests.certificates.test_languages import random_board, random_heap_rule, random_pattern
from tests.certificates.truth import is_true, is_true_statement

MOST_POSITIONS = 60
"""Of a random game."""

LARGEST_HEAP = 40
"""In a random game; rules may double a heap in every move."""

CHANGES = 12
"""Changes of each certificate."""

FEW_STEPS = 60_000
"""Steps that the checker may take for a changed certificate."""

MOST_NODES, MOST_MEMORY = 5_000_000, 1 << 30
"""What brute force may use for a changed certificate, which may ask for millions of copies."""

VALUES = ("1", "-1", "1/2", "*", "*2", "^", "v*", "{1|-1}", "{2|1||0}", "0")

CODES = ("0.3", "0.33", "0.7", "0.77", "0.15", "0.17", "0.31", "0.123", "0.137", "4.3", "4.7")


class Fault(AssertionError):  # noqa: N818
    """A certificate was accepted, or printed, that is not true."""


class RandomRules(fs.Ruleset):
    """Rules as a certificate has them, played by the plain reading of the tests."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.rules = rules

    def left(self, position: Any) -> list[Any]:
        left, _ = plain_rules.sides(self.rules, position)
        return sorted(left)

    def right(self, position: Any) -> list[Any]:
        _, right = plain_rules.sides(self.rules, position)
        return sorted(right)

    def plain_rules(self, position: Any) -> dict[str, Any] | None:
        if isinstance(position, int):
            return None
        field = "board" if isinstance(position, str) else "heaps"
        data = position if isinstance(position, str) else [list(heap) for heap in position]
        return {field: data, "left": self.rules["left"], "right": self.rules["right"]}


class LoopyRules(RandomRules):
    """The same, for games that may loop."""

    may_loop = True


def random_game(generator: random.Random, *, may_loop: bool) -> fs.Position:
    """Return a random position with few followers, with loops or without."""
    while True:
        rules, start = generator.choice([_on_a_board, _with_heaps, _listed])(generator)
        rows = _followers(rules, start)
        if rows is not None and checker.has_loop(rows) == may_loop:
            return LoopyRules(rules)(start) if may_loop else RandomRules(rules)(start)


def _on_a_board(generator: random.Random) -> tuple[dict[str, Any], Any]:
    sides = [[random_pattern(generator) for _ in range(generator.randint(1, 2))] for _ in range(2)]
    return {"left": sides[0], "right": sides[generator.randrange(2)]}, random_board(generator)


def _with_heaps(generator: random.Random) -> tuple[dict[str, Any], Any]:
    size = generator.randint(1, 2)
    sides = [
        [random_heap_rule(generator, size) for _ in range(generator.randint(1, 2))]
        for _ in range(2)
    ]
    heaps = [tuple(generator.randrange(1, 5) for _ in range(size)) for _ in range(2)]
    start = tuple(sorted(heaps[: generator.randint(1, 2)]))
    return {"left": sides[0], "right": sides[generator.randrange(2)]}, start


def _listed(generator: random.Random) -> tuple[dict[str, Any], Any]:
    size = generator.randint(1, 5)
    lowest = generator.choice([1, -size])  # options after their positions, or anywhere
    moves = [
        [[q for q in range(size) if q >= p + lowest and generator.random() < 0.4] for _ in range(2)]
        for p in range(size)
    ]
    return {"moves": moves, "name": "a random graph"}, 0


def _followers(rules: dict[str, Any], start: Any) -> list[Any] | None:
    """Return the moves of a game, or None if it is too large, is not legal, or has no moves."""
    met, rows = [start], []
    for position in met:
        row = []
        for side in plain_rules.sides(rules, position):
            heaps = [heap for after in side if isinstance(after, tuple) for heap in after]
            if any(not 0 <= number <= LARGEST_HEAP for heap in heaps for number in heap):
                return None
            met += [after for after in side if after not in met]
            row.append([met.index(after) for after in side])
        rows.append(row)
        if len(met) > MOST_POSITIONS:
            return None
    return rows if len(rows) > 1 else None


def a_sum(generator: random.Random) -> Certificate:
    """Certify the outcome or a value of a random sum, or a relation."""
    terms: list[Any] = [random_game(generator, may_loop=False)]
    for _ in range(generator.randint(0, 2)):
        is_value = generator.random() < 0.6
        value = fs.Value(generator.choice(VALUES))
        terms.append(value if is_value else random_game(generator, may_loop=False))
    total: Any = fs.Sum()
    for term in terms:
        total = total + term if generator.random() < 0.6 else total - term
    most = generator.choice([1, 20_000])  # by lemmas even if the sum is small
    with mock.patch("farstar.certificates._lemmas.MOST_SUMS", most):
        kind: Any = generator.choice(["outcome", "misere", "relation", "value"])
        if kind == "relation":
            return certify(total, str(total.compare(0)).replace("=", "=="), 0)
        if kind == "value":
            value = total.value
            kinds = ["canonical", "thermograph"]
            kinds += ["grundy"] * value.is_nimber + ["atomic_weight"] * value.is_all_small
            kind = generator.choice(kinds)
        return certify(total, prove=kind)


def a_played_sum(generator: random.Random) -> Certificate:
    """Certify a random sum by strategies whose positions are written in full."""
    terms: list[tuple[Any, int]] = [(random_game(generator, may_loop=False), 1)]
    for _ in range(generator.randint(0, 2)):
        value = fs.Value(generator.choice(VALUES))
        game = value if generator.random() < 0.6 else random_game(generator, may_loop=False)
        terms.append((game, generator.choice([1, -1])))
    return by_plays(terms, None)


def a_loopy_sum(generator: random.Random) -> Certificate:
    """Certify an outcome with draws, or how games that may loop compare."""
    game = random_game(generator, may_loop=True)
    if generator.random() < 0.5:
        return certify(game, prove=generator.choice(["outcome", "misere"]))
    other = fs.Value(generator.choice(VALUES))
    g, h = game.loopy_value, fs.Loopy(other)
    relation = {(1, 1): "==", (1, 0): ">", (0, 1): "<", (0, 0): "||"}[g >= h, h >= g]
    if generator.random() < 0.3:
        return certify(g, relation, h)
    return certify(game, relation, other)


def a_family(generator: random.Random) -> Certificate:
    """Certify results of all positions that follow some random ones."""
    games = [random_game(generator, may_loop=False) for _ in range(generator.randint(1, 3))]
    positions = [*games, *(option for game in games for option in game.options(fs.Left))]
    whats = ["outcome", "misere", "value", "moves", "tree"]
    if all(game.value.is_all_small and _is_all_small(game) for game in games):
        whats.append("weight")
    what: Any = generator.choice(whats)
    if generator.random() < 0.2:
        positions = [fs.Kayles(n) for n in range(1, generator.randint(3, 8))]
        what = generator.choice(["grundy", "lengths", "weight"])
    return certify_family(positions, what=what)


def _is_all_small(game: fs.Position) -> bool:
    rows = _followers(game.ruleset.rules, game.state)  # type: ignore[attr-defined]
    return rows is not None and all(bool(left) == bool(right) for left, right in rows)


def a_period(generator: random.Random) -> Certificate:
    """Certify the period of a take-and-break game."""
    return certify_period(generator.choice(CODES))


def a_quotient(generator: random.Random) -> Certificate:
    """Certify a misère quotient."""
    quotient = fs.misere_quotient(generator.choice(["0.3", "0.31", "0.75", "0.123", "0.77"]))
    return Certificate(json.loads(checker.text_of(quotient.certificate())))


KINDS: dict[str, Callable[[random.Random], Certificate]] = {
    "sum": a_sum, "loopy sum": a_loopy_sum, "family": a_family, "period": a_period,
    "quotient": a_quotient, "played sum": a_played_sum,
}  # fmt: skip


def true(certificate: Certificate) -> bool:
    """Return whether what a certificate states is true, and what is printed about it."""
    data = json.loads(str(certificate))
    if not is_true(data):
        return False
    return "games" not in data or is_true_statement(certificate.report())


def one_round(kind: str, generator: random.Random, counts: Counter[str]) -> None:
    """Certify something, and change the certificate some times.

    Raises
    ------
    Fault
        If something false is accepted.
    """
    try:
        certificate = KINDS[kind](generator)
    except BudgetExceeded:
        counts["too large"] += 1
        return
    certificate.check()
    counts[kind] += 1
    if not true(certificate):
        raise Fault(f"false: {certificate}")
    data = json.loads(str(certificate))
    paths = leaves(data)
    for _ in range(CHANGES):
        change = generator.choice([mutated, rearranged])
        changed = resealed(change(data, generator.choice(paths), generator))
        counts["changed"] += 1
        with mock.patch.object(checker, "STEPS", FEW_STEPS):
            try:
                Certificate(changed).check()
            except NOT_ACCEPTED:
                continue
        counts["accepted"] += 1
        try:
            with fs.engine.budget(nodes=MOST_NODES, memory=MOST_MEMORY):
                is_true = true(Certificate(changed))
        except (BudgetExceeded, ValueOverflowError):
            # So many copies of a game that brute force cannot add them.
            counts["beyond brute force"] += 1
            continue
        if not is_true:
            raise Fault(f"accepted, but false: {checker.text_of(changed)}")


def main() -> int:
    """Run for a time, and say what was tried."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    end, counts, number = time.monotonic() + options.seconds, Counter[str](), 0
    weighted = (
        ["sum"] * 5
        + ["played sum"] * 2
        + ["loopy sum"] * 3
        + ["family"] * 3
        + ["period", "quotient"]
    )
    while time.monotonic() < end:
        seed = f"{options.seed}/{number}"
        generator = random.Random(seed)
        try:
            one_round(generator.choice(weighted), generator, counts)
        except (Fault, FarstarError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            print(f"round {seed}: {type(error).__name__}: {error}")
            return 1
        number += 1
    print(", ".join(f"{name}: {count}" for name, count in sorted(counts.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
