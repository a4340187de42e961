"""Atomic weights as values: what `farstar.theory.weights` reads off the word."""

from __future__ import annotations

from farstar.theory.weights import Weight, weight
from farstar.theory.words import Word
from farstar.values import Value

CLASS_WEIGHTS: dict[int, int] = {
    **dict.fromkeys((0, 3, 4, 7, 12, 14, 15), 0),
    **dict.fromkeys((1, 16), -1),
    **dict.fromkeys((2, 8), 1),
    6: -2,
}
"""The weight of every position of a class, where it is one and the same."""


def atomic_weight(word: Word) -> Value:
    """Return the atomic weight of the position with this signature."""
    return as_value(weight(word))


def as_value(weight: Weight) -> Value:
    """Return a weight as a value."""
    if isinstance(weight, int):
        return Value(weight)
    value = Value(weight.end)
    for tooth in reversed(weight.teeth):
        value = Value.of(left=[tooth], right=[value])
    return value
