"""The theory of Stairs: pure functions, and the values of many positions at once."""

from __future__ import annotations

import farstar as fs

__all__ = ["residue", "stairs_values", "thousand_values", "value_at"]

VALUES = ("0", "1", "{1|0}")


def value_at(n: int) -> fs.Value:
    """Return the value of step `n`, by the theorem in `farstar_stairs.paper`."""
    return fs.Value(VALUES[n % 3])


def stairs_values(bound: int) -> list[fs.Value]:
    """Return the values of the steps up to a bound."""
    return [value_at(n) for n in range(bound + 1)]


def thousand_values() -> list[fs.Value]:
    """Return the values of the first thousand steps, which ``farstar bench`` times."""
    return stairs_values(999)


def residue(position: fs.Position) -> int:
    """Return the step of a position modulo 3, an invariant."""
    return int(position.steps) % 3
