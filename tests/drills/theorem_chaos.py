"""The library of theorems proved again, and thousands of false theorems.

``python tests/drills/theorem_chaos.py --seconds 600 --seed 1`` proves the theorems of the library
again: their certificates and the index of theorems in use must come out as they are kept. Then it
changes certificates of all five methods: labels, successors, accepting states, periods, thresholds,
formulas, multipliers and rules. Each must be refused by the checker, or what it says must be true
by brute force for all small positions; for automata the prover must come to the same verdict.
"""

from __future__ import annotations

import argparse
import copy
import itertools
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import farstar as fs
from farstar.certificates import Refused, seal
from farstar.errors import BudgetExceeded, NotationError
from farstar.learn import Machine
from farstar.prove import Theorem, _library
from farstar.prove._answers import answers_of
from farstar.prove._heap_games import read_heap_game
from farstar.prove._library import index_of, proved_again
from farstar.prove.in_use import INDEX, file_of, packages
from tests.prove.test_families import NAMES, Plain, theorem

FAMILIES = ("families", "claims", "proofs", "values")
LABELS: dict[str, list[Any]] = {"outcome": [*"LRNP"], "misere": [*"LRNP"], "grundy": [0, 1, 2, 3]}


def rebuild(name: str) -> None:
    """Prove a theorem of the library again."""
    result = proved_again(name)
    assert isinstance(result, Theorem), f"{name}: {result}"
    kept = fs.prove.known(name).certificate
    assert str(result.certificate()) == str(kept), f"{name}: another certificate"


def check_index() -> None:
    """Check all certificates, and compare the indexes with them."""
    for package in packages():
        file = file_of(package, INDEX)
        kept = file.read_text(encoding="utf-8") if file.is_file() else ""
        assert index_of(package) == kept, f"{package}: another index"


def certificates() -> dict[str, Any]:
    """Return the certificates of the library, and of families."""
    known = {one.name: dict(one.certificate.data) for one in fs.prove.library()}
    return known | {name: dict(theorem(name).certificate().data) for name in NAMES}


def changed(data: Any, random: Random) -> Any:
    """Return a certificate with one false entry, or one that may be false."""
    mutant = copy.deepcopy({k: v for k, v in data.items() if k not in ("digest", "version")})
    change = {
        "moore": _change_machine,
        "invariant": _change_machine,
        "numeration": _change_digits,
        "bounds": _change_bounds,
    }.get(data["kind"], _change_numbers)
    change(mutant, random)
    return mutant


def _change_machine(data: Any, random: Random) -> None:
    machine = data["machine"]
    state = random.randrange(len(machine["next"]))
    if random.random() < 0.5:
        row = machine["next"][state]
        row[random.randrange(len(row))] = random.randrange(len(machine["next"]))
        return
    if "accepts" in machine:
        machine["accepts"][state] = 1 - machine["accepts"][state]
    else:
        machine["labels"][state] = random.choice(LABELS.get(data["what"], [0, 1, 2]))


def _change_digits(data: Any, random: Random) -> None:
    if random.random() < 0.3:
        state = random.randrange(len(data["next"]))
        data["accepting"] = sorted({*data["accepting"]} ^ {state})
        return
    row = random.choice(data["next"])
    row[random.randrange(len(row))] = random.randrange(len(data["next"]))


def _change_bounds(data: Any, random: Random) -> None:
    table = random.choice([data[name] for name in ("lower", "upper") if data[name] is not None])
    kind = random.randrange(4)
    if kind == 0:
        label = random.choice(table["labels"])
        label[random.randrange(1, len(label))] += random.choice((1, 1, 2))
    elif kind == 1:
        table[random.choice(("l0", "p", "sigma"))] += random.choice((-2, -1, 1, 2))
    elif kind == 2:
        _change_numbers(data, random, "formulas")
    else:
        data["word"] = "".join(random.choices(data["word"], k=len(data["word"])))


def _change_numbers(data: Any, random: Random, field: str = "") -> None:
    """Change one number, wherever it stands."""
    places: list[tuple[Any, Any]] = []
    waiting = [data[field or random.choice(FAMILIES)]]
    while waiting:
        here = waiting.pop()
        for key, entry in here.items() if isinstance(here, dict) else enumerate(here):
            if type(entry) is int:
                places.append((here, key))
            elif isinstance(entry, list | dict):
                waiting.append(entry)
    if places:
        here, key = random.choice(places)
        here[key] += random.choice((-2, -1, 1, 2))


def is_true(name: str, data: Any) -> bool:
    """Compare what an accepted certificate says with brute force, on all small positions."""
    if data["kind"] == "families":
        return Plain(data).counterexample(range(-1, 3)) is None
    if data["kind"] == "numeration":
        return _has_right_p_positions(name, data)
    answers, rules = answers_of(data), fs.rules(_library._QUESTIONS[name].arguments[0])
    assert answers is not None
    marks, height = data["rules"]["marks"], data["rules"]["height"]
    for length in range(1, (8 if len(marks) < 3 else 6) // height):
        for cells in map("".join, itertools.product(marks, repeat=length * height)):
            rows = [cells[r * length : (r + 1) * length] for r in range(height)]
            facts, position = answers.facts("|".join(rows)), rules("|".join(rows))
            told = (facts.outcome, facts.misere, facts.grundy, facts.value)
            searched = (
                position.search_outcome,
                position.search_misere_outcome,
                position.search_grundy,
                position.search_value,
            )
            for one, search in zip(told, searched, strict=True):
                if one is not None and one != search():
                    return False
    return True


def _has_right_p_positions(name: str, data: Any) -> bool:
    """Compare the words of an automaton with the P-positions of small heaps."""
    game = read_heap_game(_library._QUESTIONS[name].arguments[0])
    count, size = len(game.heaps), 12 if len(game.heaps) < 3 else 6
    letters = {
        digits: i for i, digits in enumerate(itertools.product(range(_base(data)), repeat=count))
    }
    if data["numeration"] == "zeckendorf":
        assert len(letters) == len(data["next"][0])
    losing: set[tuple[int, ...]] = set()
    for position in sorted(itertools.product(range(size), repeat=count), key=sum):
        if not game.options(position) & losing:
            losing.add(position)
        state = 0
        for digits in zip(*(_digits(n, data) for n in position), strict=True):
            state = data["next"][state][letters[digits]]
        if (state in data["accepting"]) != (position in losing):
            return False
    return True


def _base(data: Any) -> int:
    return 2 if data["numeration"] == "zeckendorf" else int(data["numeration"])


def _digits(n: int, data: Any) -> list[int]:
    """Return eight digits of a small number, the highest first."""
    values = [_base(data) ** k for k in range(8)]
    if data["numeration"] == "zeckendorf":
        values = [1, 2, 3, 5, 8, 13, 21, 34]
    digits = []
    for value in reversed(values):
        digit, n = divmod(n, value)
        digits.append(digit)
    return digits


def one_round(name: str, data: Any, random: Random, counts: Counter[str]) -> None:
    """Change a certificate; it must be refused, or be true."""
    mutant = changed(data, random)
    counts[data["kind"]] += 1
    try:
        seal(mutant).theorem()
    except Refused:
        accepted = False
        counts["refused"] += 1
    except BudgetExceeded:
        counts["too long"] += 1
        return
    else:
        accepted = True
        counts["accepted and true"] += 1
        assert is_true(name, mutant), f"{name}: a false theorem is accepted: {mutant}"
    _ask_the_prover(name, mutant, accepted, counts)


def _ask_the_prover(name: str, data: Any, accepted: bool, counts: Counter[str]) -> None:
    if data["kind"] != "moore" or data["words"] or data["rules"]["height"] > 1:
        return
    letters = [mark for mark in data["rules"]["marks"] if mark != data["parts"]]
    rows = data["machine"]["next"]
    machine = Machine(
        {mark: tuple(row[i] for row in rows) for i, mark in enumerate(letters)},
        tuple(map(str, data["machine"]["labels"])),
    )
    rules = _library._QUESTIONS[name].arguments[0]
    try:
        result = fs.prove.outcomes(rules, what=data["what"], parts=data["parts"], automaton=machine)
    except NotationError:
        return
    counts["prover asked"] += 1
    assert bool(result) == accepted, f"{name}: prover and checker differ on {data['machine']}"


def run(seconds: float, seed: int, *, again: bool = True) -> Counter[str]:
    """Rebuild the library, then change certificates until the time is over."""
    started, counts = time.monotonic(), Counter[str]()
    if again:
        for one in fs.prove.library():
            rebuild(one.name)
            counts["proved again"] += 1
        check_index()
    random, known = Random(seed), certificates()
    by_kind: dict[str, list[str]] = {}
    for name, data in known.items():
        # The larger tables take seconds to check; the smaller ones have the same fields.
        if len(str(data)) < 20_000:
            by_kind.setdefault(data["kind"], []).append(name)
    for kind in itertools.cycle(sorted(by_kind)):
        name = random.choice(by_kind[kind])
        one_round(name, known[name], random, counts)
        counts["rounds"] += 1
        if time.monotonic() - started > seconds:
            return counts
    raise AssertionError


def main() -> int:
    """Run the drill and print what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counts = run(options.seconds, options.seed)
    print(", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
