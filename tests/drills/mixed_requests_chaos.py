"""Asks one process for all kinds of things, for a while, and looks at what it keeps.

``python tests/drills/mixed_requests_chaos.py --seconds 600 --seed 1`` runs the tasks of the pages
and of the API on random expressions, as a worker of the server does: values, positions of many
games, sums, loopy and misère games, tables, explanations, games that are played, rules written as
patterns, and mistakes. Once the caches are warm, the number of entries in each of them must stay
within its bound, and the process within the sum of these bounds. ``--top 20`` prints which lines
of the program hold the memory that was added after the warm-up.
"""

from __future__ import annotations

import argparse
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import farstar as fs
from farstar.errors import FarstarError
from farstar.misere._forms import ALGEBRA
from farstar.misere._forms import MOST_REMEMBERED as MOST_FORMS
from farstar.reports import limits
from farstar.rules import remembered
from farstar.sums._term import _LOOPY_RULES, _RULES
from farstar.sums._term import MOST_REMEMBERED as MOST_SUMS
from farstar.web import tasks
from tests.drills.constant_memory import resident

LOOK_EVERY = 100
WARM_UP = 5_000
MOST_IN_A_QUESTION = 150_000
"""Entries that one request may add, which is bounded by its time only."""

MOST_GROWTH = 150 << 20

Request = tuple[str, dict[str, Any]]

GAMES: tuple[Callable[[Random], str], ...] = (
    lambda r: f"E({r.randrange(2, 400)},{r.randrange(1, 400)})",
    lambda r: f"A({r.randrange(4)},{r.randrange(6)},{r.randrange(4)})",
    lambda r: f"Nim({r.randrange(9)},{r.randrange(9)},{r.randrange(12)})",
    lambda r: f"Kayles({r.randrange(1, 8)},{r.randrange(1, 8)})",
    lambda r: f"Euclid({r.randrange(1, 90)},{r.randrange(1, 90)})",
    lambda r: f"SerialNim({r.randrange(1, 9)},{r.randrange(1, 9)},{r.randrange(1, 9)})",
    lambda r: f"Domineering({board(r, '..#', 3, 3)})",
    lambda r: f"Clobber({board(r, 'xo.', 2, 4)})",
    lambda r: f"ToadsAndFrogs({board(r, 'TF.', 1, 7)})",
    lambda r: f"Hackenbush({board(r, 'lr', 1, 6)})",
    lambda r: f"Cram({board(r, '..#', 3, 3)})",
    lambda r: f"Col({board(r, '..x', 2, 3)})",
    lambda r: f"BackslidingToadsAndFrogs({board(r, 'TF..', 1, 5)})",
)
"""Texts of positions."""

LOOPY = ("on", "off", "over", "under", "upon", "tis", "dud", "^[on]", "{pass|*}")
SMALL = ("1", "-1/2", "^", "v*", "*2", "{1|0}", "+-1")
MISTAKES = ("", "1 +", "{1|", "Nosuch(1)", "E(0,0)", "1/3", "{1|0|-1}", "Nim(-1)")
RULES = "game Own{n}\ncells x o .\nleft x{gap}o -> .{gap}x\nright o{gap}x -> .{gap}o"


def board(random: Random, marks: str, rows: int, columns: int) -> str:
    return "|".join("".join(random.choices(marks, k=columns)) for _ in range(rows))


def value(random: Random) -> str:
    """Return the text of a value."""
    a, b, c = sorted((random.randrange(-40, 40) for _ in range(3)), reverse=True)
    kinds = (
        f"{{{a}||{b}|{c}}}",
        f"{{{a}|{b}}}",
        f"^{abs(a) + 1}",
        f"*{abs(b)}",
        f"{a}/{2 ** random.randrange(1, 9)}",
    )
    return random.choice(kinds)


def expression(random: Random) -> str:
    """Return a value, a position, a sum, or a loopy game."""
    kind = random.random()
    if kind < 0.25:
        return value(random)
    if kind < 0.6:
        return random.choice(GAMES)(random)
    if kind < 0.7:
        return f"{random.choice(LOOPY)} + {random.choice(SMALL)}"
    terms = [random.choice((value, random.choice(GAMES)))(random) for _ in range(2)]
    return f"{terms[0]} {random.choice('+-')} {terms[1]}"


def request(random: Random) -> Request:
    """Return a task and its arguments."""
    text = expression(random)
    kind = random.random()
    if kind < 0.3:
        return "evaluate.report", {"text": text}
    if kind < 0.4:
        return "evaluate.card", {"text": text}
    if kind < 0.5:
        return "evaluate.moves", {"text": text, "misere": random.random() < 0.3}
    if kind < 0.58:
        return "evaluate.explain", {"text": text}
    if kind < 0.64:
        return "evaluate.compare", {"text": value(random), "other": value(random)}
    if kind < 0.72:
        return "evaluate.check", {"text": random.choice((*MISTAKES, text))}
    if kind < 0.77:
        return "evaluate.certificate", {"text": random.choice(SMALL)}
    if kind < 0.82:
        return "evaluate.misere", {"text": GAMES[3](random)}
    if kind < 0.9:
        game = random.choice(GAMES)(random)
        name = random.choice(("play.view", "play.hint", "play.judge", "play.why"))
        return name, {"expression": game}
    if kind < 0.95:
        rules = RULES.format(n=random.randrange(10**6), gap="." * random.randrange(3))
        name = rules.split()[1]
        return "play.judge", {"expression": f"{name}({board(random, 'xo.', 1, 6)})", "rules": rules}
    start = random.randrange(1, 200)
    axes = {"down": ["p", start, start + 4], "across": ["q", 1, 5]}
    place = {"step": 1, "row": 0, "column": 0}
    text = random.choice(("E(p,q)", "{p|-q}", "Nim(p,q)", "Euclid(p,q)"))
    return "tables.tile", {"text": text, "show": "value", "where": "", **axes, **place}


def ask(random: Random, answers: Counter[str]) -> None:
    """Send one request; a refusal is an answer, an internal error is not."""
    name, arguments = request(random)
    try:
        with limits(2.0, 256 << 20):
            tasks.run(name, arguments, lambda *_: None)
        answers[name] += 1
    except FarstarError as error:
        answers[f"{name}: {type(error).__name__}"] += 1
    fs.engine.stats()


def held() -> dict[str, int]:
    """Return the number of entries in the caches and stores that requests fill."""
    return {
        "results of searches": remembered(),
        "results of sums": sum(len(rules._results()) for rules in (_RULES, _LOOPY_RULES)),
        "misère forms": ALGEBRA.entries,
        "rulesets": len(all_subclasses(fs.Ruleset)),
        "MiB of the engine": fs.engine.stats()["bytes"] >> 20,
    }


MOST = {
    "results of searches": tasks.MOST_REMEMBERED,
    "results of sums": MOST_SUMS + MOST_IN_A_QUESTION,
    "misère forms": MOST_FORMS + MOST_IN_A_QUESTION,
    "rulesets": 600,
    "MiB of the engine": 192,
}
"""What may be held after any number of requests."""


def all_subclasses(kind: type) -> set[type]:
    """Return the classes that derive from one."""
    kinds: set[type] = set()
    todo = [kind]
    while todo:
        children: set[type] = set(type.__subclasses__(todo.pop())) - kinds
        kinds |= children
        todo += children
    return kinds


class Drill:
    """Requests with a seed, and the most that was held so far."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.answers: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self.count = 0

    def ask(self, count: int) -> None:
        """Send so many requests, and look at what is held after every hundred of them."""
        for _ in range(count):
            ask(self.random, self.answers)
            self.count += 1
            if self.count % LOOK_EVERY == 0:
                self.look()

    def look(self) -> None:
        """Compare what is held with the bounds."""
        for name, size in held().items():
            assert size <= MOST[name], f"{size} {name} after {self.count} requests"
            self.most[name] = max(self.most[name], size)


def main() -> int:
    """Ask until the time is up."""
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("--seconds", type=float, default=60.0)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--top", type=int, default=0)
    asked = reader.parse_args()
    end = time.monotonic() + asked.seconds
    drill = Drill(asked.seed)
    if asked.top:
        tracemalloc.start(4)
    # What is loaded with the first requests, and the first garbage, are no growth.
    drill.ask(WARM_UP)
    warm, start = tracemalloc.take_snapshot() if asked.top else None, resident()
    times, sizes = [time.process_time()], [start]
    while time.monotonic() < end:
        drill.ask(WARM_UP)
        times.append(time.process_time())
        sizes.append(resident())
        print(f"{drill.count} requests, {sizes[-1] >> 20} MiB", flush=True)
        assert sizes[-1] - start < MOST_GROWTH, f"{(sizes[-1] - start) >> 20} MiB more in memory"
    rounds = [after - before for before, after in pairwise(times)]
    if warm is not None:
        for line in tracemalloc.take_snapshot().compare_to(warm, "lineno")[: asked.top]:
            print(line)
    refused = sum(count for name, count in drill.answers.items() if ":" in name)
    print(
        f"{drill.count} requests, {refused} refused; held at most "
        + ", ".join(f"{size} {name}" for name, size in drill.most.items())
        + f"; memory {start >> 20} MiB after {WARM_UP} requests, {max(sizes) >> 20} MiB at most"
        + (
            f"; {rounds[0]:.1f} s for the first {WARM_UP}, {rounds[-1]:.1f} s for the last"
            if rounds
            else ""
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
