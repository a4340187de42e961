"""How Farstar and its peers are spoken to: one adapter for each library.

This module and `tasks` run where Farstar is not installed, and import a library only when it is
to be driven.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Hashable, Iterable
from math import gcd
from typing import Any

Pair = tuple[int, int]
Options = Callable[[Any], Iterable[Hashable]]


class Library:
    """How a library is spoken to; a game is whatever the library calls one."""

    name: str
    module: str
    """What is imported."""
    first: str
    """How a new program makes its first value, {1|-1}."""

    def make(self, left: list[Any], right: list[Any]) -> Any:
        """Return the canonical form of the game with these options."""
        raise NotImplementedError

    def number(self, n: int) -> Any:
        """Return the integer `n`."""
        raise NotImplementedError

    def text(self, g: Any) -> str:
        """Return `g` in a notation that Farstar reads."""
        raise NotImplementedError

    def mean(self, g: Any) -> str:
        """Return the mean value, read off the thermograph."""
        raise NotImplementedError

    def construct(self, left: Any, right: Any) -> Any:
        """Return the canonical form of {left | right}."""
        return self.make([left], [right])

    def add(self, g: Any, h: Any) -> Any:
        """Return the sum."""
        return g + h

    def outcome(self, g: Any) -> str:
        """Return who wins: L, R, N or P."""
        zero = self.number(0)
        return {(True, True): "P", (True, False): "L", (False, True): "R"}.get(
            (g >= zero, g <= zero), "N"
        )

    def by_rules(self, name: str, start: Any, left: Options, right: Options) -> Any:
        """Return the value of a position whose rules are two functions in Python."""
        return search(self, start, left, right, {})

    def euclid(self, bound: int) -> Any:
        """Return the values of the standard Partizan Euclid positions up to `bound`."""
        return one_by_one(self, bound)

    def euclid_texts(self, table: Any, pairs: list[Pair]) -> list[str]:
        """Return the texts of some values in the table."""
        return [self.text(table[pair]) for pair in pairs]

    def means(self, table: Any) -> Any:
        """Return the means of all values in the table, by making all thermographs."""
        return {pair: self.mean(g) for pair, g in table.items()}

    def mean_texts(self, means: Any, pairs: list[Pair]) -> list[str]:
        """Return some of those means."""
        return [means[pair] for pair in pairs]

    def euclid_outcomes(self, bound: int) -> list[str]:
        """Return who wins each standard Partizan Euclid position up to `bound`."""
        return [self.outcome(g) for g in one_by_one(self, bound).values()]

    def geography(self, numbers: list[tuple[int, int, int]]) -> list[Any]:
        """Return the values of the positions A(x, y, z) of Partizan Geography."""
        values: dict[Hashable, Any] = {}
        return [
            search(self, ("A", *n), left_on_two_rows, right_on_two_rows, values) for n in numbers
        ]


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

    def by_rules(self, name: str, start: Any, left: Options, right: Options) -> Any:
        class Rules(self.fs.Ruleset):  # type: ignore[name-defined, misc]
            def left(self, position: Any) -> Any:
                return left(position)

            def right(self, position: Any) -> Any:
                return right(position)

        return Rules()(start).value

    def euclid(self, bound: int) -> Any:
        return (
            super().euclid(bound) if self.core is None else self.core.partizan_euclid_values(bound)
        )

    def euclid_texts(self, table: Any, pairs: list[Pair]) -> list[str]:
        # Made afresh through the public interface, so that the batch is checked as well.
        return super().euclid_texts(one_by_one(self, max(p for p, _ in pairs)), pairs)

    def means(self, table: Any) -> Any:
        return super().means(table) if self.core is None else table.mean_temperatures()

    def mean_texts(self, means: Any, pairs: list[Pair]) -> list[str]:
        if self.core is not None:
            means = {(p, q): dyadic_text(*mean) for p, q, mean, _ in means}
        return super().mean_texts(means, pairs)

    def euclid_outcomes(self, bound: int) -> list[str]:
        return [str(self.fs.PartizanEuclid(p, q).outcome) for p, q in standard_pairs(bound)]

    def euclid_weights(self, bound: int) -> list[Any]:
        return [self.fs.PartizanEuclid(p, q).atomic_weight() for p, q in standard_pairs(bound)]

    def geography(self, numbers: list[tuple[int, int, int]]) -> list[Any]:
        return [self.fs.GeographyA(*n).value for n in numbers]

    def domineering(self, board: str) -> Any:
        return self.fs.Domineering(board).value

    def clobber(self, board: str) -> Any:
        return self.fs.Clobber(board).value

    def amazons(self, board: str) -> Any:
        return self.fs.Amazons(board).value


class NativeTwin(Farstar):
    """Farstar where the rules are its own, in the core, rather than in Python."""

    name = "native twin"

    def by_rules(self, name: str, start: Any, left: Options, right: Options) -> Any:
        return getattr(self.fs, name)(start).value


class NeverCollects(Farstar):
    """Farstar, which keeps every game that it has made."""

    name = "never collects"

    def __init__(self) -> None:
        super().__init__()
        assert self.core is not None, "only the native engine can be told so"
        self.core.set_least_garbage(1 << 60)


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

    def make(self, left: list[Any], right: list[Any]) -> Any:
        sides = (",".join(self.text(g) for g in side) for side in (left, right))
        return self.games.CanonicalForm(f"{{{'|'.join(sides)}}}")

    def number(self, n: int) -> Any:
        return self.games.CanonicalForm(n)

    def text(self, g: Any) -> str:
        return repr(g).partition("'")[2].rpartition("'")[0]

    def mean(self, g: Any) -> str:
        return repr(g.thermograph).partition("Trajectory(")[2].partition(",")[0]

    def domineering(self, board: str) -> Any:
        return self.games.Domineering(board).canonical_form

    def amazons(self, board: str) -> Any:
        return self.games.Amazons(board).canonical_form


class Ogdoad(Library):
    """The package ``ogdoad``, which makes a sum canonical only when that is asked for."""

    name = "ogdoad"
    module = "ogdoad"
    first = "g = ogdoad.Game; g.of([g.integer(1)], [g.integer(-1)]).canonical()"

    def __init__(self) -> None:
        self.game = importlib.import_module("ogdoad").Game

    def make(self, left: list[Any], right: list[Any]) -> Any:
        return self.game.of(left, right).canonical()

    def number(self, n: int) -> Any:
        return self.game.integer(n)

    def text(self, g: Any) -> str:
        return str(g.display())

    def mean(self, g: Any) -> str:
        return str(g.mean_value())

    def add(self, g: Any, h: Any) -> Any:
        return (g + h).canonical()

    def outcome(self, g: Any) -> str:
        return str(g.outcome_class())

    def heated_nimber(self, n: int) -> Any:
        return self.game.nim_heap(n).heat(1).canonical()

    def euclid_weights(self, bound: int) -> list[Any]:
        return [g.atomic_weight().canonical() for g in one_by_one(self, bound).values()]


LIBRARIES: dict[str, type[Library]] = {
    lib.name: lib for lib in (Farstar, NativeTwin, NeverCollects, Pycgt, CgtPy, Ogdoad)
}


def standard_pairs(bound: int) -> list[Pair]:
    """Return the coprime pairs (p, q) with 1 < q < p < 2q and p <= bound."""
    return [(p, q) for p in range(3, bound + 1) for q in range(p // 2 + 1, p) if gcd(p, q) == 1]


def one_by_one(lib: Library, bound: int) -> dict[Pair, Any]:
    """Build the standard Partizan Euclid values up to `bound`, each from its two options.

    From (p, q), with t = p mod q, Left moves to (q, t) and Right to (q, q - t); larger quotients
    do not matter, so both are looked up among the smaller standard pairs.
    """
    zero = lib.number(0)
    values: dict[Pair, Any] = {}
    for p, q in standard_pairs(bound):
        left, right = (zero if t == 1 else values[t + q % t, t] for t in (p - q, q - (p - q)))
        values[p, q] = lib.construct(left, right)
    return values


def search(
    lib: Library, start: Hashable, left: Options, right: Options, values: dict[Hashable, Any]
) -> Any:
    """Return the value of a position by a search that remembers what it has seen, in `values`."""
    stack = [start]
    while stack:
        position = stack[-1]
        if position in values:
            stack.pop()
            continue
        sides = list(left(position)), list(right(position))
        missing = [g for side in sides for g in side if g not in values]
        if missing:
            stack += missing
        else:
            values[position] = lib.make(*([values[g] for g in side] for side in sides))
    return values[start]


def left_on_two_rows(position: Any) -> list[Any]:
    """Return where Left can go from A(x, y, z) or B(x, y, z) in Partizan Geography."""
    kind, x, y, z = position
    x, y, z = (x, y - 1, z + 1) if kind == "A" else (x - 1, y, z)
    return [(name, x, y, z) for name, open_cells in (("B", x), ("A", y)) if open_cells > 0]


def right_on_two_rows(position: Any) -> list[Any]:
    """Return where Right can go."""
    kind, x, y, z = position
    return [("B", z + 1, y - 1, x)] if kind == "A" else []


def dyadic_text(numerator: int, exponent: int) -> str:
    """Return a dyadic number in lowest terms as ``p/q``, or as an integer."""
    return f"{numerator}/{1 << exponent}" if exponent else str(numerator)
