"""The fields of a form for a game: the parts of a first position that can be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

NUMBER = r"\d{1,9}"
NUMBERS = r"\d[\d, ]{0,60}"


@dataclass(frozen=True)
class Field:
    """One part of a position that can be chosen."""

    label: str
    value: str
    """The initial value."""

    pattern: str = NUMBER
    """A regular expression for what may be typed."""

    choices: Mapping[str, str] | None = None
    """The choices with their labels; None for a text field."""
