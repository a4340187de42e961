"""Shortens long texts for people."""

from __future__ import annotations

from farstar.formulas import MarkedText
from farstar.reports._facts import rational
from farstar.reports._summands import spell
from farstar.values import Value

_LONGEST_TEXT = 2_000
_LONGEST_MENTION = 48
_LONGEST_MOVE = 120


def mention(g: Value, *, unicode: bool = False, longest: int = _LONGEST_MENTION) -> str:
    """Return the text of a value inside a sentence: a formula, or words if that were long.

    Examples
    --------
    >>> mention(fs.Value("^^*"), unicode=True), mention(fs.Value("+-1+-2+-3+-4"), longest=20)
    ('⇑∗', 'a value with 36 followers')
    """
    text = spell(g, unicode=unicode)
    if text is not None and len(text) <= longest:
        return MarkedText(f"`{text}`")
    return MarkedText(f"a value with {clip(rational(g.follower_count))} followers")


def clip(text: str) -> str:
    """Shorten a text that is too long for a table."""
    if len(text) <= _LONGEST_TEXT:
        return text
    return f"{text[:_LONGEST_TEXT]}... ({len(text):,} characters; --json gives all)"


def shorten(text: str, longest: int = _LONGEST_MOVE) -> str:
    """Shorten a move or a position in the middle.

    Examples
    --------
    >>> shorten("1" * 500, 40)
    '111111111111111...(500 characters)...111'
    """
    if len(text) <= longest:
        return text
    note = f"...({len(text):,} characters)..."
    ends = longest - len(note)
    tail = ends // 6
    return text[: ends - tail] + note + text[len(text) - tail :]
