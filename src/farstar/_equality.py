"""Comparisons that are refused: those of games with what may be meant as a game but is none.

Equal objects must have equal hashes, so a position cannot equal a number, nor a value a text. False
would look like a statement about games; these comparisons raise an error instead.
"""

from __future__ import annotations

from farstar.errors import ComparisonError


def is_number_or_text(other: object) -> bool:
    """Return whether `other` is a number or a text, which may be meant as a game."""
    if isinstance(other, bool):
        return False
    return isinstance(other, str | int | float) or hasattr(other, "numerator")


def refuse_equality(expected: str, other: object, advice: str) -> ComparisonError:
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
    return _error(expected, "==", other, advice)


def no_order(sign: str, other: object, noun: str) -> bool:
    """Return NotImplemented, or refuse a text or a float, which may be meant as a game.

    Parameters
    ----------
    sign : str
        The comparison: ``<``, ``<=``, ``>`` or ``>=``.
    other : object
        What a game is compared with.
    noun : str
        What the game is.
    """
    if isinstance(other, str | float):
        raise _error("a game or an exact number", sign, other, f"{noun}.compare({{}})")
    unknown: bool = NotImplemented
    return unknown


def refuse_inexact(other: object, noun: str) -> None:
    """Refuse a text or a float beside a number or nimber beyond the short games.

    Parameters
    ----------
    other : object
        What is compared.
    noun : str
        What it is compared with.
    """
    if isinstance(other, str | float):
        raise _error(
            "an exact number or a game", "a comparison sign", other, f"{noun}.compare({{}})"
        )


def _error(expected: str, sign: str, other: object, advice: str) -> ComparisonError:
    from farstar._arguments import shown

    given = shown(other)
    instead = f"to compare values write {advice.format(given)}"
    if isinstance(other, float):
        given, instead = f"the float {given}", "use an int or a Fraction"
    return ComparisonError(f"expected {expected} next to {sign}, got {given}: {instead}")
