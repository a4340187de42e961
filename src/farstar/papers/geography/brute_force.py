"""Brute force for Partizan Geography: values folded up from Lemma 1, which is checked on boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from farstar._walk import settle
from farstar.papers.cases import ASKED
from farstar.values import Value

ALL_A, ALL_B = "`A(x,y,z), x, y, z <= {}`", "`B(x,y,z), x, y, z <= {}`"

Key: TypeAlias = tuple[str, int, int, int]
"""``("A", x, y, z)`` or ``("B", x, y, z)``."""

_known: dict[Key, Value] = {}


def left_options(key: Key) -> list[Key]:
    """Return Left's options by Lemma 1: those that exist."""
    kind, x, y, z = key
    after = (x - 1, y, z) if kind == "B" else (x, y - 1, z + 1)
    return [(name, *after) for name, needed in (("B", after[0]), ("A", after[1])) if needed >= 1]


def right_options(key: Key) -> list[Key]:
    """Return Right's options by Lemma 1."""
    kind, x, y, z = key
    return [("B", z + 1, y - 1, x)] if kind == "A" else []


def value(key: Key) -> Value:
    """Return the canonical value, folded up from the options."""
    ASKED.note("value", "{}({},{},{})", *key)
    return settle(key, _known, lambda k: [*left_options(k), *right_options(k)], _folded)


def _folded(key: Key, options: Sequence[Key]) -> Value:
    # Right has one option in A and none in B.
    values, left = [_known[option] for option in options], len(options) - (key[0] == "A")
    return Value.of(values[:left], values[left:])


def a(x: int, y: int, z: int) -> Value:
    """Return the value of ``A(x, y, z)``."""
    return value(("A", x, y, z))


def b(x: int, y: int, z: int) -> Value:
    """Return the value of ``B(x, y, z)``."""
    return value(("B", x, y, z))


def a_positions(bound: int) -> Iterator[tuple[int, int, int]]:
    """Yield the positions A with numbers up to a bound, those with a small sum first."""
    for total in range(1, 3 * bound + 1):
        for x in range(min(bound, total) + 1):
            for y in range(1, min(bound, total - x) + 1):
                z = total - x - y
                if z <= bound:
                    yield x, y, z


def in_case(bound: int, *cases: str, after: str = "") -> Iterator[tuple[int, int, int]]:
    """Yield those of some cases of Theorem 7 whose successor A(x, y-1, z+1) is in case `after`."""
    for x, y, z in a_positions(bound):
        if case(x, y, z) in cases and (
            not after or (y >= 2 and case(x, y - 1, z + 1).startswith(after))
        ):
            yield x, y, z


def cases(*names: str, after: str = "") -> Callable[[int], Iterator[tuple[int, int, int]]]:
    """Return the function that yields them up to a bound."""
    return lambda bound: in_case(bound, *names, after=after)


def b_positions(bound: int) -> Iterator[tuple[int, int, int]]:
    """Yield the positions B with numbers up to a bound, those with a small sum first."""
    for x, y, z in a_positions(bound):
        yield y, x, z


def e_positions(bound: int) -> Iterator[tuple[int, int, int]]:
    """Yield those of case (E) of Theorem 2."""
    return ((x, y, z) for x, y, z in b_positions(bound) if z < y)


def f_positions(bound: int) -> Iterator[tuple[int, int, int]]:
    """Yield those of case (F) of Theorem 2."""
    return ((x, y, z) for x, y, z in b_positions(bound) if z >= y)


def position_text(key: Key) -> str:
    """Return a position as text."""
    kind, x, y, z = key
    return f"{kind}({x},{y},{z})"


def case(x: int, y: int, z: int) -> str:
    """Return the case of Theorem 7, as printed."""
    if z >= y - 2:
        return "A" if x > y - 2 else "B"
    if x > y - 2:
        return "C"
    return "D(i)" if 2 * x < y + z else "D(ii)"
