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
    """Return the atomic weight of the position with this signature.

    Examples
    --------
    >>> atomic_weight(Word("r98e")), atomic_weight(Word("lr6e")), atomic_weight(Word("rlle"))
    (Value('98'), Value('{4|2}'), Value('-2'))
    """
    return as_value(weight(word))


def as_value(weight: Weight) -> Value:
    """Return a weight as a value.

    Examples
    --------
    >>> from farstar.theory.weights import Comb
    >>> as_value(-3), as_value(Comb((6, 4), 5)), as_value(Comb((8, 8), 5))
    (Value('-3'), Value('{6|9/2}'), Value('8Tiny(3)'))
    """
    if isinstance(weight, int):
        return Value(weight)
    value = Value(weight.end)
    for tooth in reversed(weight.teeth):
        value = Value.of(left=[tooth], right=[value])
    return value
