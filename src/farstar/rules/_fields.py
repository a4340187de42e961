"""The fields of a form for a game: the parts of a first position that can be chosen."""

from __future__ import annotations

import re
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


def filled(template: str, values: Mapping[str, str]) -> str:
    """Return a template with values in place of the names in braces.

    Examples
    --------
    >>> filled("Euclid({a},{b})", {"a": "21", "b": "8"})
    'Euclid(21,8)'
    """
    for name, value in values.items():
        template = template.replace("{" + name + "}", value)
    return template


def read_back(template: str, fields: Mapping[str, Field], text: str) -> dict[str, str] | None:
    """Return the values that turn a template into a text; None if there are none.

    Examples
    --------
    >>> fields = {"a": Field("First number", "9"), "b": Field("Second number", "2")}
    >>> read_back("Euclid({a},{b})", fields, "Euclid(7, 3)")
    {'a': '7', 'b': '3'}
    """
    pattern = re.escape(template)
    for name, field in fields.items():
        choices = field.choices
        inner = field.pattern if choices is None else "|".join(map(re.escape, choices))
        pattern = pattern.replace(re.escape("{" + name + "}"), rf"\s*(?P<{name}>{inner})\s*")
    match = re.fullmatch(pattern, text.strip())
    return None if match is None else match.groupdict()
