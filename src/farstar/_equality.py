"""What ``==`` refuses: a comparison whose only possible answer would be a misleading False.

Equal objects must have equal hashes, so a position cannot equal a number, nor a value a text. False
would look like a statement about games; these comparisons raise an error instead.
"""

from __future__ import annotations


def is_number_or_text(other: object) -> bool:
    """Return whether `other` is a number or a text, which may be meant as a game."""
    if isinstance(other, bool):
        return False
    return isinstance(other, str | int | float) or hasattr(other, "numerator")


def refuse_equality(expected: str, other: object, advice: str) -> TypeError:
    """Return the error of a comparison that ``==`` does not make.

    Parameters
    ----------
    expected : str
        What may stand next to ``==``.
    other : object
        What stands there.
    advice : str
        What to write instead; ``{}`` in it is replaced by `other`.
    """
    from farstar._arguments import shown

    given = shown(other)
    instead = f"to compare values write {advice.format(given)}"
    if isinstance(other, float):
        given, instead = f"the float {given}", "use an int or a Fraction"
    return TypeError(f"expected {expected} next to ==, got {given}: {instead}")
