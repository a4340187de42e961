"""One piece of work with one library, in a process of its own; prints one JSON object.

This file and ``_pieces`` stand alone: they are run by their path, in environments where Farstar is
not installed, and a library is imported only when it is to be driven. Every library gets the same
work, written once; an adapter says how the library is spoken to.

Usage: ``python _race.py LIBRARY WORK SIZE [MEMORY]``.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import sys
import time
from collections.abc import Callable, Iterable
from math import gcd
from pathlib import Path
from typing import Any

Pair = tuple[int, int]
Options = Callable[[Any], Any]
SAMPLES = 40
"""Answers that are kept, to be compared with those of other libraries."""


class Library:
    """How a library is spoken to; `Game` is whatever it calls a game."""

    name: str
    module: str
    """What is imported."""
    first: str
    """How a new program makes its first value, {1|-1}."""

    @staticmethod
    def timed(work: Callable[[], Any]) -> tuple[float, Any]:
        """Return the CPU seconds that `work` takes, and what it returns."""
        return timed(work)

    def make(self, left: list[Any], right: list[Any]) -> Any:
        """Return the canonical form of the game with these options."""
        raise NotImplementedError

    def construct(self, left: Any, right: Any) -> Any:
        """Return the canonical form of {left | right}."""
        return self.make([left], [right])

    def outcome(self, g: Any) -> str:
        """Return who wins: L, R, N or P."""
        zero = self.number(0)
        return {(True, True): "P", (True, False): "L", (False, True): "R"}.get(
            (g >= zero, g <= zero), "N"
        )

    def weight(self, g: Any) -> Any:
        """Return the atomic weight."""
        raise NotImplementedError

    def by_rules(self, name: str, start: Any, left: Options, right: Options) -> Any:
        """Return the value of a position whose rules are two functions in Python."""
        return piece("searched")(self, start, left, right)

    def geography(self, numbers: list[tuple[int, int, int]]) -> list[Any]:
        """Return the values of the positions A(x, y, z) of Partizan Geography."""
        left, right = piece("left_on_two_rows"), piece("right_on_two_rows")
        table: dict[Any, Any] = {}
        return [piece("searched")(self, ("A", *n), left, right, table) for n in numbers]

    def euclid_outcomes(self, bound: int) -> list[str]:
        """Return who wins each standard Partizan Euclid position up to `bound`."""
        return [self.outcome(g) for g in one_by_one(self, bound).values()]

    def euclid_weights(self, bound: int) -> list[Any]:
        """Return their atomic weights."""
        return [self.weight(g) for g in one_by_one(self, bound).values()]

    def number(self, n: int) -> Any:
        """Return the integer `n`."""
        raise NotImplementedError

    def text(self, g: Any) -> str:
        """Return `g` in a notation that Farstar reads."""
        raise NotImplementedError

    def mean(self, g: Any) -> str:
        """Return the mean value, read off the thermograph."""
        raise NotImplementedError

    def heated_nimber(self, n: int) -> Any:
        """Return ``*n`` heated by 1."""
        raise NotImplementedError

    def add(self, g: Any, h: Any) -> Any:
        """Return the sum."""
        return g + h

    def euclid(self, bound: int) -> Any:
        """Return the values of the standard Partizan Euclid positions up to `bound`."""
        return one_by_one(self, bound)

    def euclid_text(self, table: Any, pairs: Iterable[Pair]) -> list[str]:
        """Return the texts of some values in the table."""
        return [self.text(table[pair]) for pair in pairs]

    def means(self, table: Any) -> Any:
        """Return the means of all values in the table, by making all thermographs."""
        return {pair: self.mean(g) for pair, g in table.items()}

    def mean_texts(self, table: Any, means: Any, pairs: Iterable[Pair]) -> list[str]:
        """Return some of those means."""
        return [means[pair] for pair in pairs]

    def domineering(self, board: str) -> Any:
        """Return the value of a Domineering board such as ``..|.#``."""
        raise NotImplementedError

    def clobber(self, board: str) -> Any:
        """Return the value of a Clobber board such as ``xo|ox``."""
        raise NotImplementedError

    def amazons(self, board: str) -> Any:
        """Return the value of an Amazons board such as ``x..|o..``."""
        raise NotImplementedError


class Farstar(Library):
    """Farstar with its native engine, or with the reference engine where there is no other."""

    name = "farstar"
    module = "farstar"
    first = "farstar.Value.of([1], [-1])"

    def __init__(self) -> None:
        self.fs = importlib.import_module("farstar")
        native = self.fs.engine.active().name == "native"
        self.core = importlib.import_module("farstar._core") if native else None
        # Notation and games are imported at their first use.
        self.fs.Value("*")
        for game in (self.fs.Domineering, self.fs.Clobber, self.fs.Amazons):
            game(".")

    def make(self, left: list[Any], right: list[Any]) -> Any:
        return self.fs.Value.of(left, right)

    def number(self, n: int) -> Any:
        return self.fs.Value(n)

    def text(self, g: Any) -> str:
        return str(g)

    def mean(self, g: Any) -> str:
        return str(g.mean)

    def heated_nimber(self, n: int) -> Any:
        return self.fs.Value(f"*{n}").heat(1)

    def euclid(self, bound: int) -> Any:
        if self.core is None:
            return super().euclid(bound)
        return self.core.partizan_euclid_values(bound)

    def euclid_text(self, table: Any, pairs: Iterable[Pair]) -> list[str]:
        # Written afresh through the public interface, so that the batch is checked as well.
        wanted = list(pairs)
        fresh = one_by_one(self, max(p for p, _ in wanted))
        return [self.text(fresh[pair]) for pair in wanted]

    def domineering(self, board: str) -> Any:
        return self.fs.Domineering(board).value

    def clobber(self, board: str) -> Any:
        return self.fs.Clobber(board).value

    def amazons(self, board: str) -> Any:
        return self.fs.Amazons(board).value

    def means(self, table: Any) -> Any:
        return super().means(table) if self.core is None else table.mean_temperatures()

    def mean_texts(self, table: Any, means: Any, pairs: Iterable[Pair]) -> list[str]:
        if self.core is None:
            return super().mean_texts(table, means, pairs)
        found = {(p, q): ratio(mean) for p, q, mean, _ in means}
        return [found[pair] for pair in pairs]

    def by_rules(self, name: str, start: Any, left: Options, right: Options) -> Any:
        class Rules(self.fs.Ruleset):  # type: ignore[name-defined, misc]
            def left(self, position: Any) -> Any:
                return left(position)

            def right(self, position: Any) -> Any:
                return right(position)

        return Rules()(start).value

    def geography(self, numbers: list[tuple[int, int, int]]) -> list[Any]:
        return [self.fs.GeographyA(*n).value for n in numbers]

    def euclid_outcomes(self, bound: int) -> list[str]:
        game = self.fs.PartizanEuclid
        return [str(game(p, q).outcome) for p, q in standard_pairs(bound)]

    def euclid_weights(self, bound: int) -> list[Any]:
        game = self.fs.PartizanEuclid
        return [game(p, q).atomic_weight() for p, q in standard_pairs(bound)]


class NativeTwin(Farstar):
    """Farstar where the rules are its own, in the core, rather than in Python."""

    name = "native twin"

    def by_rules(self, name: str, start: Any, left: Options, right: Options) -> Any:
        return getattr(self.fs, name)(start).value


class Pycgt(Library):
    """The package ``pycgt``."""

    name = "pycgt"
    module = "pycgt"
    first = "pycgt.game([pycgt.integer(1)], [pycgt.integer(-1)])"

    def __init__(self) -> None:
        self.lib = importlib.import_module("pycgt")

    def make(self, left: list[Any], right: list[Any]) -> Any:
        return self.lib.game(left, right)

    def number(self, n: int) -> Any:
        return self.lib.integer(n)

    def text(self, g: Any) -> str:
        return str(self.lib.render(g))

    def mean(self, g: Any) -> str:
        return str(self.lib.mean(g))

    def heated_nimber(self, n: int) -> Any:
        return self.lib.heat(self.lib.nimber(n), self.lib.integer(1))

    def domineering(self, board: str) -> Any:
        rows = board.split("|")
        rules = importlib.import_module("pycgt.rulesets.domineering")
        return rules.rectangle(len(rows), len(rows[0]))

    def clobber(self, board: str) -> Any:
        return importlib.import_module("pycgt.rulesets.clobber").parse(board.replace("|", "\n"))


class CgtPy(Library):
    """The package ``cgt-py``, which builds a game from text only and cannot heat."""

    name = "cgt-py"
    module = "cgt_py"
    first = "cgt_py.CanonicalForm('{1|-1}')"

    def __init__(self) -> None:
        self.games = importlib.import_module("cgt_py")
        self.form = self.games.CanonicalForm

    def make(self, left: list[Any], right: list[Any]) -> Any:
        sides = (",".join(self.text(g) for g in side) for side in (left, right))
        return self.form(f"{{{'|'.join(sides)}}}")

    def number(self, n: int) -> Any:
        return self.form(n)

    def text(self, g: Any) -> str:
        return repr(g).partition("'")[2].rpartition("'")[0]

    def domineering(self, board: str) -> Any:
        return self.games.Domineering(board).canonical_form

    def amazons(self, board: str) -> Any:
        return self.games.Amazons(board).canonical_form

    def mean(self, g: Any) -> str:
        return repr(g.thermograph).partition("Trajectory(")[2].partition(",")[0]


class Ogdoad(Library):
    """The package ``ogdoad``, which makes a sum canonical only when that is asked for."""

    name = "ogdoad"
    module = "ogdoad"
    first = "g = ogdoad.Game; g.of([g.integer(1)], [g.integer(-1)]).canonical()"

    def __init__(self) -> None:
        self.game = importlib.import_module("ogdoad").Game

    def make(self, left: list[Any], right: list[Any]) -> Any:
        return self.game.of(left, right).canonical()

    def outcome(self, g: Any) -> str:
        return str(g.outcome_class())

    def weight(self, g: Any) -> Any:
        return g.atomic_weight().canonical()

    def number(self, n: int) -> Any:
        return self.game.integer(n)

    def text(self, g: Any) -> str:
        return str(g.display())

    def mean(self, g: Any) -> str:
        return str(g.mean_value())

    def heated_nimber(self, n: int) -> Any:
        return self.game.nim_heap(n).heat(1).canonical()

    def add(self, g: Any, h: Any) -> Any:
        return (g + h).canonical()


LIBRARIES: dict[str, type[Library]] = {
    lib.name: lib for lib in (Farstar, NativeTwin, Pycgt, CgtPy, Ogdoad)
}


def piece(name: str) -> Any:
    """Return something of ``_pieces``, which lies beside this file, in a package or not."""
    folder = f"{__package__}." if __package__ else ""
    return getattr(importlib.import_module(f"{folder}_pieces"), name)


def standard_pairs(bound: int) -> list[Pair]:
    """Return the coprime pairs (p, q) with 1 < q < p < 2q and p <= bound."""
    return [(p, q) for p in range(3, bound + 1) for q in range(p // 2 + 1, p) if gcd(p, q) == 1]


def sample_pairs(bound: int) -> list[Pair]:
    """Return some standard pairs, spread over all of them; small ones, so that texts stay short."""
    pairs = standard_pairs(min(bound, 90))
    return pairs[:: max(1, len(pairs) // SAMPLES)]


def one_by_one(lib: Library, bound: int) -> dict[Pair, Any]:
    """Build the standard Partizan Euclid values up to `bound`, each from its two options.

    From (p, q), with t = p mod q, Left moves to (q, t) and Right to (q, q - t); larger quotients
    do not matter, so both are looked up among the smaller standard pairs.
    """
    zero = lib.number(0)
    values: dict[Pair, Any] = {}
    for p, q in standard_pairs(bound):
        t = p - q
        left = zero if t == 1 else values[t + q % t, t]
        s = q - t
        right = zero if s == 1 else values[s + q % s, s]
        values[p, q] = lib.construct(left, right)
    return values


def euclid(lib: Library, bound: int) -> tuple[float, list[str]]:
    """Canonical forms of the standard Partizan Euclid positions."""
    seconds, table = timed(lambda: lib.euclid(bound))
    return seconds, lib.euclid_text(table, sample_pairs(bound))


def thermographs(lib: Library, bound: int) -> tuple[float, list[str]]:
    """Thermographs of those; the canonical forms are made before the clock starts."""
    table = lib.euclid(bound)
    seconds, means = timed(lambda: lib.means(table))
    return seconds, lib.mean_texts(table, means, sample_pairs(bound))


def hot_sum(lib: Library, size: int) -> tuple[float, list[str]]:
    """Add {n|||n-1||n-2|0} for n from 1 to `size`, and read off the mean."""

    def work() -> str:
        total = lib.number(0)
        for n in range(1, size + 1):
            inner = lib.construct(lib.number(n - 2), lib.number(0))
            middle = lib.construct(lib.number(n - 1), inner)
            total = lib.add(total, lib.construct(lib.number(n), middle))
        return lib.mean(total)

    seconds, mean = timed(work)
    return seconds, [mean]


def switches(lib: Library, size: int) -> tuple[float, list[str]]:
    """Add the switches from +-1 to +-size."""

    def work() -> Any:
        total = lib.number(0)
        for n in range(1, size + 1):
            total = lib.add(total, lib.construct(lib.number(n), lib.number(-n)))
        return total

    seconds, total = timed(work)
    return seconds, [lib.mean(total), *([lib.text(total)] if size <= 5 else [])]


def heating(lib: Library, n: int) -> tuple[float, list[str]]:
    """Heat ``*n`` by 1."""
    seconds, g = timed(lambda: lib.heated_nimber(n))
    return seconds, [lib.mean(g), *([lib.text(g)] if n <= 5 else [])]


def _pair_of_games(lib: Library) -> tuple[Any, Any]:
    g = lib.construct(lib.number(3), lib.construct(lib.number(2), lib.number(1)))
    h = lib.construct(lib.number(1), lib.number(-1))
    return g, h


def cached_sum(lib: Library, calls: int) -> tuple[float, list[str]]:
    """One addition whose result is known already: seconds a call."""
    g, h = _pair_of_games(lib)
    return per_call(lambda: g + h, calls), [lib.mean(g + h)]


def cached_order(lib: Library, calls: int) -> tuple[float, list[str]]:
    """One comparison whose result is known already: seconds a call."""
    g, h = _pair_of_games(lib)
    return per_call(lambda: g >= h, calls), [str(g >= h)]


def rows_of(pattern: str, cells: int, columns: int) -> str:
    """Return a board of so many cells, filled with a chequered pattern of marks.

    Examples
    --------
    >>> rows_of("xo", 6, 3)
    'xox|oxo'
    """
    marks = [pattern[(i // columns + i % columns) % len(pattern)] for i in range(cells)]
    return "|".join("".join(marks[i : i + columns]) for i in range(0, cells, columns))


def domineering(columns: int) -> Callable[[Library, int], tuple[float, list[str]]]:
    """Return the work of solving an empty Domineering board with rows of this length."""

    def work(lib: Library, cells: int) -> tuple[float, list[str]]:
        board = rows_of(".", cells, columns)
        seconds, g = timed(lambda: lib.domineering(board))
        return seconds, [lib.text(g) if cells <= 25 else lib.mean(g)]

    return work


def clobber(lib: Library, cells: int) -> tuple[float, list[str]]:
    """Solve a chequered Clobber board with rows of four stones."""
    board = rows_of("xo", cells, 4)
    seconds, g = timed(lambda: lib.clobber(board))
    return seconds, [lib.text(g) if cells <= 8 else lib.mean(g)]


def amazons(lib: Library, columns: int) -> tuple[float, list[str]]:
    """Solve two rows of Amazons, with an amazon of each player at the left end."""
    seconds, g = timed(lambda: lib.amazons(f"x{'.' * (columns - 1)}|o{'.' * (columns - 1)}"))
    return seconds, [lib.text(g) if columns <= 5 else lib.mean(g)]


def sums(kind: str) -> Callable[[Library, int], tuple[float, list[str]]]:
    """Return the work of deciding contested sums of one kind, which only Farstar does."""

    def work(lib: Library, parts: int) -> tuple[float, list[str]]:
        seconds, outcomes = importlib.import_module("farstar.cli._bench._sums").WORK[kind](parts)
        return seconds, outcomes

    return work


def bulk(kind: str) -> Callable[[Library, int], tuple[float, list[str]]]:
    """Return the work on a whole family, which only Farstar does."""

    def work(lib: Library, size: int) -> tuple[float, list[str]]:
        seconds, answers = importlib.import_module("farstar.cli._bench._bulk").WORK[kind](size)
        return seconds, answers

    return work


def rest(kind: str) -> Callable[[Library, int], tuple[float, list[str]]]:
    """Return a piece of work of the other file."""
    return lambda lib, size: piece("WORK")[kind](lib, size)


WORK: dict[str, Callable[[Library, int], tuple[float, list[str]]]] = {
    "euclid": euclid,
    "thermographs": thermographs,
    "hot-sum": hot_sum,
    "switches": switches,
    "heating": heating,
    "cached-sum": cached_sum,
    "cached-order": cached_order,
    "sums-euclid-1e2": sums("euclid-1e2"),
    "sums-euclid-1e4": sums("euclid-1e4"),
    "sums-euclid-1e9": sums("euclid-1e9"),
    "sums-geography": sums("geography"),
    "domineering": domineering(5),
    "domineering-6": domineering(6),
    "clobber": clobber,
    "amazons": amazons,
    "sums-domineering": sums("domineering"),
    "bulk-census": bulk("census"),
    "bulk-enumeration": bulk("enumeration"),
    "bulk-outcome-table": bulk("outcome-table"),
    "bulk-lambda-table": bulk("lambda-table"),
    "bulk-winners": bulk("winners"),
    "bulk-lengths": bulk("lengths"),
    "bulk-grundy": bulk("grundy"),
    "bulk-weights": bulk("weights"),
    "euclid-outcomes": rest("euclid-outcomes"),
    "euclid-weights": rest("euclid-weights"),
    "word-outcome": rest("word-outcome"),
    "word-weight": rest("word-weight"),
    "geography-values": rest("geography-values"),
    "geography-board": rest("geography-board"),
    "toads": rest("toads"),
    "dominoes": rest("dominoes"),
    "import": rest("import"),
    "first-value": rest("first-value"),
    "help": rest("help"),
}


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds that `work` takes, and what it returns."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def per_call(call: Callable[[], object], calls: int) -> float:
    """Return the median, over five rounds, of the CPU seconds a call."""
    rounds = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(calls):
            call()
        rounds.append(time.process_time() - start)
    return sorted(rounds)[2] / calls


def ratio(dyadic: tuple[int, int]) -> str:
    """Return a dyadic number in lowest terms as ``p/q``, or as an integer."""
    numerator, exponent = dyadic
    return f"{numerator}/{1 << exponent}" if exponent else str(numerator)


def peak_bytes() -> int | None:
    """Return the most memory that this process held, where the system tells."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return None


def run(library: str, work: str, size: int, memory: int | None = None) -> dict[str, object]:
    """Do the work; return what is to be reported.

    Examples
    --------
    >>> run("farstar", "hot-sum", 3)["answers"]
    ['15/4']
    """
    lib = LIBRARIES[library]()
    bounded = contextlib.nullcontext()
    if memory is not None and isinstance(lib, Farstar):
        bounded = lib.fs.engine.budget(memory=memory)
    # What a library does once, at its first game, is not what is measured.
    lib.construct(lib.number(1), lib.number(-1))
    with bounded:
        seconds, answers = WORK[work](lib, size)
    engine = lib.fs.engine.active().name if isinstance(lib, Farstar) else None
    return {
        "seconds": seconds,
        # What starts is another process.
        "peak_bytes": None if work in ("import", "first-value", "help") else peak_bytes(),
        "answers": answers,
        "engine": engine,
    }


def main(words: list[str]) -> None:
    """Run with the words of the command line."""
    if not __package__:
        # Last, so that nothing of a library is hidden.
        sys.path.append(str(Path(__file__).parent))
    # Some libraries recurse as deep as the games are.
    sys.setrecursionlimit(100_000)
    library, work, size, *memory = words
    try:
        report = run(library, work, int(size), *map(int, memory))
    except Exception as error:
        report = {"error": f"{type(error).__name__}: {error}", "kind": type(error).__name__}
    print(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1:])
