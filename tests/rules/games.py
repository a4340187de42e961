"""Small games written on the contract, and plain recursion to check them by."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from hypothesis import strategies as st

import farstar as fs
from farstar.impartial.grundy import mex


class Subtraction(fs.ImpartialRuleset):
    """Take one of the given numbers from a heap."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    def moves(self, heap: int) -> list[int]:
        return [heap - k for k in self.numbers if k <= heap]


class PartizanSubtraction(fs.Ruleset):
    """Left takes one of her numbers from a heap, Right one of his."""

    def __init__(self, left: Iterable[int], right: Iterable[int]) -> None:
        self.numbers = (frozenset(left), frozenset(right))

    def left(self, heap: int) -> list[int]:
        return [heap - k for k in self.numbers[0] if k <= heap]

    def right(self, heap: int) -> list[int]:
        return [heap - k for k in self.numbers[1] if k <= heap]


def replaced(strip: str, old: str, new: str) -> list[str]:
    """Return the strips in which one occurrence of `old` has become `new`."""
    places = [i for i in range(len(strip)) if strip.startswith(old, i)]
    return [strip[:i] + new + strip[i + len(old) :] for i in places]


class ToadsAndFrogs(fs.Ruleset):
    """Toads move right, frogs left, by a step or by a jump over one opponent."""

    def left(self, strip: str) -> list[str]:
        return replaced(strip, "T.", ".T") + replaced(strip, "TF.", ".FT")

    def right(self, strip: str) -> list[str]:
        return replaced(strip, ".F", "F.") + replaced(strip, ".TF", "FT.")


class Kayles(fs.ImpartialRuleset):
    """Rows of pins; knock down one pin or two that stand together."""

    def moves(self, rows: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [
            (*rows[:i], a, n - k - a, *rows[i + 1 :])
            for i, n in enumerate(rows)
            for k in (1, 2)
            for a in range(n - k + 1)
        ]


class SplitKayles(Kayles):
    """Kayles that says how rows split."""

    def components(self, rows: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(n,) for n in rows]


Arcs = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]


class OnGraph(fs.Ruleset):
    """A token on a graph; the arcs of each node, for Left and for Right."""

    def __init__(self, arcs: Arcs) -> None:
        self.arcs = arcs

    def left(self, node: int) -> tuple[int, ...]:
        return self.arcs[0][node]

    def right(self, node: int) -> tuple[int, ...]:
        return self.arcs[1][node]


class KeyedOnGraph(OnGraph):
    """The same, remembered by value: the coarsest key that the contract allows."""

    def key(self, node: int) -> Hashable:
        return plain_value(OnGraph(self.arcs), node)


class Tokens(fs.Ruleset):
    """Several tokens on a graph, of which each move moves one."""

    def __init__(self, arcs: Arcs) -> None:
        self.arcs = arcs

    def left(self, tokens: Any) -> list[Any]:
        return self._moved(tokens, self.arcs[0])

    def right(self, tokens: Any) -> list[Any]:
        return self._moved(tokens, self.arcs[1])

    def _moved(self, tokens: Any, arcs: tuple[tuple[int, ...], ...]) -> list[Any]:
        return [
            (*tokens[:i], after, *tokens[i + 1 :])
            for i, node in enumerate(tokens)
            for after in arcs[node]
        ]


class SplitTokens(Tokens):
    """The same, split token by token."""

    def components(self, tokens: Any) -> list[Any]:
        return [(node,) for node in tokens]


@st.composite
def graphs(draw: st.DrawFn, max_nodes: int = 9) -> Arcs:
    """Draw the arcs of a graph without cycles; every arc leads to a smaller node."""
    count = draw(st.integers(1, max_nodes))

    def side() -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(sorted(draw(st.sets(st.integers(0, node - 1), max_size=3)))) if node else ()
            for node in range(count)
        )

    return side(), side()


def every(alphabet: str, rows: int, columns: int) -> Iterator[str]:
    """Return all boards of a size."""
    return (board(marks, columns) for marks in product(alphabet, repeat=rows * columns))


def some(alphabet: str, rows: int, columns: int, count: int) -> Iterator[str]:
    """Return random boards of a size, always the same ones."""
    rng = random.Random(f"{alphabet} {rows} {columns}")
    return (board(rng.choices(alphabet, k=rows * columns), columns) for _ in range(count))


def board(marks: Sequence[str], columns: int) -> str:
    """Return marks in rows of so many columns."""
    return "|".join("".join(marks[i : i + columns]) for i in range(0, len(marks), columns))


def plain_value(rules: fs.Ruleset, state: Any) -> fs.Value:
    """Return the value by plain recursion."""
    return fs.Value.of(
        [plain_value(rules, after) for after in rules.left(state)],
        [plain_value(rules, after) for after in rules.right(state)],
    )


def plain_wins(rules: fs.Ruleset, state: Any, player: fs.Player, *, misere: bool) -> bool:
    """Tell whether `player` wins by moving first, by plain recursion."""
    moves = list(rules.left(state) if player is fs.Left else rules.right(state))
    if not moves:
        return misere
    return any(not plain_wins(rules, after, -player, misere=misere) for after in moves)


def plain_outcome(rules: fs.Ruleset, state: Any, *, misere: bool = False) -> fs.Outcome:
    """Return the outcome by plain recursion."""
    return fs.Outcome.of(
        left_wins_first=plain_wins(rules, state, fs.Left, misere=misere),
        right_wins_first=plain_wins(rules, state, fs.Right, misere=misere),
    )


def plain_grundy(rules: fs.ImpartialRuleset, state: Any) -> int:
    """Return the Grundy value by plain recursion."""
    return mex([plain_grundy(rules, after) for after in rules.moves(state)])
