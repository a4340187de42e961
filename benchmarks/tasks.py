"""The pieces of work: each takes a library and a size, and returns CPU seconds and answers.

A worker does one of them: ``python -m benchmarks.tasks LIBRARY CASE SIZE`` prints one JSON object.
"""

from __future__ import annotations

import importlib
import json
import random
import resource
import statistics
import subprocess
import sys
import time
import timeit
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.libraries import LIBRARIES, standard_pairs

T = TypeVar("T")
Report = tuple[float, list[str]]
Task = Callable[[Any, int], Report]
SEED = 20130412
STARTED = ["started"]


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU seconds that `work` takes, and what it returns."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def sample(items: Sequence[T]) -> Sequence[T]:
    """Return about forty of the items, spread over all of them."""
    return items[:: max(1, len(items) // 40)]


def text_if(is_short: bool, lib: Any, g: Any) -> list[str]:
    """Return an answer to compare: all of the game if it is short, its mean otherwise."""
    return [lib.text(g) if is_short else lib.mean(g)]


def euclid(lib: Any, bound: int) -> Report:
    """Canonical forms of the standard Partizan Euclid positions."""
    seconds, table = timed(lambda: lib.euclid(bound))
    # Small positions, so that texts stay short.
    return seconds, lib.euclid_texts(table, sample(standard_pairs(min(bound, 90))))


def thermographs(lib: Any, bound: int) -> Report:
    """Thermographs of those; the canonical forms are made before the clock starts."""
    table = lib.euclid(bound)
    seconds, means = timed(lambda: lib.means(table))
    return seconds, lib.mean_texts(means, sample(standard_pairs(min(bound, 90))))


def hot_sum(lib: Any, size: int) -> Report:
    """Add {n|||n-1||n-2|0} for n from 1 to `size`, and read off the mean."""

    def work() -> str:
        total = lib.number(0)
        for n in range(1, size + 1):
            g = lib.construct(lib.number(n - 2), lib.number(0))
            for left in (n - 1, n):
                g = lib.construct(lib.number(left), g)
            total = lib.add(total, g)
        return str(lib.mean(total))

    seconds, mean = timed(work)
    return seconds, [mean]


def switches(lib: Any, size: int) -> Report:
    """Add the switches from +-1 to +-size."""

    def work() -> Any:
        total = lib.number(0)
        for n in range(1, size + 1):
            total = lib.add(total, lib.construct(lib.number(n), lib.number(-n)))
        return total

    seconds, total = timed(work)
    return seconds, text_if(size <= 5, lib, total)


def heating(lib: Any, n: int) -> Report:
    """Heat ``*n`` by 1."""
    seconds, g = timed(lambda: lib.heated_nimber(n))
    return seconds, text_if(n <= 5, lib, g)


def cached_call(lib: Any, _: int, *, is_sum: bool) -> Report:
    """One addition, or one comparison, whose result is known already: seconds a call."""
    g = lib.construct(lib.number(3), lib.construct(lib.number(2), lib.number(1)))
    h = lib.construct(lib.number(1), lib.number(-1))
    statement = "g + h" if is_sum else "g >= h"
    timer = timeit.Timer(statement, timer=time.process_time, globals={"g": g, "h": h})
    calls, seconds = timer.autorange()
    return seconds / calls, [lib.mean(g + h) if is_sum else str(g >= h)]


def random_hot(lib: Any, rng: random.Random, most: int) -> Any:
    """Return a hot game with random stops."""
    left = lib.construct(lib.number(rng.randrange(most)), lib.number(-1 - rng.randrange(most)))
    right = lib.construct(lib.number(-1 - rng.randrange(most)), lib.number(-2 * most))
    return lib.construct(left, right)


def transient_sums(lib: Any, rounds: int) -> Report:
    """Add three random hot games and take one away again; nothing is kept."""
    rng = random.Random(SEED)

    def work() -> Any:
        total = lib.number(0)
        for _ in range(rounds):
            a, b, c = (random_hot(lib, rng, most) for most in (99, 99, 9))
            total = lib.add(lib.add(lib.add(a, b), c), -a)
        return total

    seconds, total = timed(work)
    return seconds, [lib.mean(total)]


def kept_values(lib: Any, rounds: int) -> Report:
    """Make random hot games, keep them all, find their means and add each to an earlier one."""
    rng = random.Random(SEED)

    def work() -> list[Any]:
        kept: list[Any] = []
        for n in range(rounds):
            kept.append(random_hot(lib, rng, 99 + n))
            lib.mean(kept[-1])
            lib.add(kept[-1], rng.choice(kept))
        return kept

    seconds, kept = timed(work)
    return seconds, [lib.mean(g) for g in sample(kept)]


def rows_of(pattern: str, cells: int, columns: int) -> str:
    """Return a board of so many cells, filled with a chequered pattern of marks.

    Examples
    --------
    >>> rows_of("xo", 6, 3)
    'xox|oxo'
    """
    marks = [pattern[(i // columns + i % columns) % len(pattern)] for i in range(cells)]
    return "|".join("".join(marks[i : i + columns]) for i in range(0, cells, columns))


def domineering(lib: Any, cells: int, *, columns: int) -> Report:
    """Solve an empty Domineering board."""
    seconds, g = timed(lambda: lib.domineering(rows_of(".", cells, columns)))
    return seconds, text_if(cells <= 25, lib, g)


def clobber(lib: Any, cells: int) -> Report:
    """Solve a chequered Clobber board with rows of four stones."""
    seconds, g = timed(lambda: lib.clobber(rows_of("xo", cells, 4)))
    return seconds, text_if(cells <= 8, lib, g)


def amazons(lib: Any, columns: int) -> Report:
    """Solve two rows of Amazons, with an amazon of each player at the left end."""
    seconds, g = timed(lambda: lib.amazons(f"x{'.' * (columns - 1)}|o{'.' * (columns - 1)}"))
    return seconds, text_if(columns <= 5, lib, g)


def replaced(text: str, old: str, new: str) -> list[str]:
    """Return the texts with one occurrence of `old` changed.

    Examples
    --------
    >>> replaced("T.T.", "T.", ".T")
    ['.TT.', 'T..T']
    """
    places = [i for i in range(len(text)) if text.startswith(old, i)]
    return [text[:i] + new + text[i + len(old) :] for i in places]


def toads(lib: Any, size: int) -> Report:
    """Solve Toads and Frogs with so many of each and two cells between them."""
    seconds, g = timed(
        lambda: lib.by_rules(
            "ToadsAndFrogs",
            "T" * size + ".." + "F" * size,
            lambda strip: replaced(strip, "T.", ".T") + replaced(strip, "TF.", ".FT"),
            lambda strip: replaced(strip, ".F", "F.") + replaced(strip, ".TF", "FT."),
        )
    )
    return seconds, text_if(size <= 4, lib, g)


def covered(board: str, step: int) -> list[str]:
    """Return the boards after a domino on a cell and the one `step` further on.

    Examples
    --------
    >>> covered("..|..", 1), covered("..|..", 3)
    (['##|..', '..|##'], ['#.|#.', '.#|.#'])
    """
    cells = [i for i in range(len(board) - step) if board[i] == board[i + step] == "."]
    return [board[:i] + "#" + board[i + 1 : i + step] + "#" + board[i + step + 1 :] for i in cells]


def dominoes(lib: Any, cells: int) -> Report:
    """Solve an empty Domineering board with rows of four by its rules, without any more theory."""
    board = rows_of(".", cells, 4)
    seconds, g = timed(
        lambda: lib.by_rules("Domineering", board, lambda b: covered(b, 5), lambda b: covered(b, 1))
    )
    return seconds, text_if(cells <= 16, lib, g)


def geography_values(lib: Any, bound: int) -> Report:
    """Find the values of A(x, y, z) for all numbers up to `bound`."""
    numbers = [
        (x, y, z) for x in range(bound + 1) for y in range(1, bound + 1) for z in range(bound + 1)
    ]
    seconds, games = timed(lambda: lib.geography(numbers))
    return seconds, [lib.mean(g) for g in sample(games)]


def geography_board(lib: Any, columns: int) -> Report:
    """Find the value of the board of so many columns from its start."""
    seconds, g = timed(lambda: lib.fs.GeographyBoard.start(columns).value)
    return seconds, [lib.mean(g)]


def euclid_outcomes(lib: Any, bound: int) -> Report:
    """Tell who wins each standard position of Partizan Euclid."""
    seconds, outcomes = timed(lambda: lib.euclid_outcomes(bound))
    counts = Counter(outcomes)
    return seconds, ["".join(sample(outcomes)), *(f"{name} {counts[name]}" for name in "LRNP")]


def euclid_weights(lib: Any, bound: int) -> Report:
    """Find the atomic weight of each standard position of Partizan Euclid."""
    seconds, weights = timed(lambda: lib.euclid_weights(bound))
    return seconds, [lib.text(g) for g in sample(weights)]


def random_word(letters: int) -> str:
    """Return a word of Partizan Euclid with so many letters before its end.

    Examples
    --------
    >>> len(random_word(10)), random_word(10)[-1]
    (11, 'e')
    """
    rng = random.Random(SEED)
    return "".join(rng.choice("lr") for _ in range(letters)) + "e"


def word_outcome(lib: Any, letters: int) -> Report:
    """Tell who wins a position that is given by its word."""
    word = random_word(letters)
    seconds, outcome = timed(lambda: lib.fs.Word(word).outcome)
    return seconds, [str(outcome)]


def word_weight(lib: Any, letters: int) -> Report:
    """Find the atomic weight of a position that is given by its word."""
    word = random_word(letters)
    seconds, weight = timed(lambda: lib.fs.Word(word).position.atomic_weight())
    return seconds, [str(weight.mean)]


def sums(_: Any, parts: int, *, kind: str) -> Report:
    """Decide contested sums of one kind, which only Farstar does."""
    report: Report = importlib.import_module("benchmarks.sums").worst(kind, parts)
    return report


def family(_: Any, bound: int, *, name: str) -> Report:
    """List or count a whole family of positions, which only Farstar does."""
    report: Report = importlib.import_module("benchmarks.families").FAMILIES[name](bound)
    return report


def ours(lib: Any, size: int, *, work: str) -> Report:
    """Do what only Farstar does, such as ``boards.clobber``: the module imports Farstar."""
    module, name = work.split(".")
    report: Report = getattr(importlib.import_module(f"benchmarks.{module}"), name)(lib, size)
    return report


def misere_quotient(_: Any, heaps: int, *, code: str) -> Report:
    """Find the misère quotient of a code, proved for all heaps, or for so many heaps."""
    fs = importlib.import_module("farstar")
    seconds, q = timed(lambda: fs.misere_quotient(code, heaps=heaps))
    return seconds, [str(q)]


def heap_record(_: Any, heaps: int, *, code: str) -> Report:
    """Compute the Grundy values of heaps, in memory."""
    record_of = importlib.import_module("farstar.games.heap_records").HeapRecord
    with record_of(code) as record:
        seconds, _period = timed(lambda: record.extend(heaps))
        facts = record.facts()
    return seconds, [f"{facts.rare} rare heaps, largest value {facts.largest[0]}"]


def misere_check(_: Any, rounds: int) -> Report:
    """Check the certificate of misère Kayles."""
    fs = importlib.import_module("farstar")
    check = importlib.import_module("farstar.misere").check_certificate
    certificate = fs.misere_quotient("0.77").certificate()
    seconds, checked = timed(lambda: [check(certificate) for _ in range(rounds)])
    return seconds / rounds, [str(checked[0])]


def misere_count(_: Any, day: int) -> Report:
    """Count the misère values born by a day."""
    count = importlib.import_module("farstar.misere").count_misere_born_by_day
    seconds, number = timed(lambda: count(day))
    return seconds, [str(number.bit_length())]


def start(lib: Any, rounds: int, *, program: Sequence[str]) -> Report:
    """Run a program in a fresh interpreter; return the median of its CPU seconds."""
    words = [word.format(module=lib.module, first=lib.first) for word in program]

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    seconds = []
    for _ in range(rounds):
        before = used()
        subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
        seconds.append(used() - before)
    return statistics.median(seconds), STARTED


def peak_bytes() -> int | None:
    """Return the most memory that this process held, where the system tells."""
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), None)


def run(library: str, task: Task, size: int) -> dict[str, object]:
    """Do the work; return what is to be reported.

    Examples
    --------
    >>> run("farstar", hot_sum, 3)["answers"]
    ['15/4']
    """
    lib = LIBRARIES[library]()
    # What a library does once, at its first game, is not what is measured.
    lib.construct(lib.number(1), lib.number(-1))
    seconds, answers = task(lib, size)
    # What starts is another process, whose memory is not known.
    peak = None if answers is STARTED else peak_bytes()
    return {"seconds": seconds, "peak_bytes": peak, "answers": answers}


def main(library: str, case: str, size: str) -> None:
    """Do the work of a case and print the report, or why it could not be done."""
    from benchmarks.cases import CASES

    # Some libraries recurse as deep as the games are.
    sys.setrecursionlimit(100_000)
    try:
        report = run(library, CASES[case].task, int(size))
    except Exception as error:
        report = {"error": f"{type(error).__name__}: {error}"[:200]}
    print(json.dumps(report))


if __name__ == "__main__":
    main(*sys.argv[1:])
