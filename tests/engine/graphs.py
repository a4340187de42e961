"""Canonical graphs that can be compared across engines, and random games to compare."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from farstar import engine
from farstar.engine import Engine, Handle

ATOMS = [
    (number, exponent, up, star)
    for number, exponent in ((0, 0), (0, 0), (0, 0), (1, 0), (-1, 0), (2, 0), (1, 1), (-3, 2))
    for up, star in ((0, 0), (0, 0), (0, 1), (0, 2), (1, 0), (-1, 1), (2, 1), (-3, 0))
]
SMALL_ATOMS = [atom for atom in ATOMS if atom[0] == 0]


def all_engines() -> list[Engine]:
    """Return every engine that can run here."""
    handles = []
    for name in engine.available():
        with engine.use(name) as chosen:
            handles.append(chosen)
    return handles


class Graphs:
    """Numbers canonical graphs: the same graph gets the same number, whichever engine holds it."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}
        self._known: dict[tuple[str, Handle], int] = {}

    def number(self, of: Engine, g: Handle) -> int:
        """Return the number of the graph of `g`."""
        stack = [g]
        while stack:
            h = stack[-1]
            if (of.name, h) in self._known:
                stack.pop()
                continue
            key: Any = of.as_compact(h)
            if key is None:
                sides = of.options(h)
                new = [o for side in sides for o in side if (of.name, o) not in self._known]
                if new:
                    stack += new
                    continue
                key = tuple(frozenset(self._known[of.name, o] for o in side) for side in sides)
            self._known[of.name, h] = self._numbers.setdefault(key, len(self._numbers))
            stack.pop()
        return self._known[of.name, g]


class Twins:
    """The same random games in several engines, grown from each other."""

    def __init__(self, engines: list[Engine], seed: int, *, all_small: bool = False) -> None:
        self.engines = engines
        self.random = random.Random(seed)
        self.graphs = Graphs()
        self.games: list[tuple[Handle, ...]] = []
        self.atoms = SMALL_ATOMS if all_small else ATOMS

    def pick(self) -> tuple[Handle, ...]:
        """Return an atom or an earlier game, in each engine."""
        if not self.games or self.random.random() < 0.4:
            atom = self.random.choice(self.atoms)
            return tuple(e.compact(*atom) for e in self.engines)
        return self.random.choice(self.games)

    def grow(self) -> tuple[Handle, ...]:
        """Construct a game of one to three options a side in each engine, and remember it."""
        sides = [[self.pick() for _ in range(self.random.randint(1, 3))] for _ in range(2)]
        game = self.apply(
            lambda e, i: e.construct([o[i] for o in sides[0]], [o[i] for o in sides[1]])
        )
        self.games.append(game)
        return game

    def apply(self, operation: Callable[[Engine, int], Handle]) -> tuple[Handle, ...]:
        """Return the result of an operation in each engine, which must be one graph."""
        results = tuple(operation(e, i) for i, e in enumerate(self.engines))
        numbers = {self.graphs.number(e, g) for e, g in zip(self.engines, results, strict=True)}
        assert len(numbers) == 1, f"the engines built different games (seed {self.random})"
        return results
