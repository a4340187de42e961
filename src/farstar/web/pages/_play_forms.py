"""The games of the page Play: good first positions, and what can be chosen of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from farstar import games
from farstar.rules import Field, filled, read_back

_SUM = "E(11,8) + SerialNim(3,2) - A(1,2,1) + Domineering(2x3)"


@dataclass(frozen=True)
class Form:
    """A game to begin with."""

    starts: tuple[str, ...]
    template: str = ""
    fields: Mapping[str, Field] = field(default_factory=dict)

    @property
    def example(self) -> str:
        """The expression at first."""
        return self.starts[0]

    def text(self, values: Mapping[str, str]) -> str:
        """Return the expression for some values of the fields."""
        return filled(self.template, values)

    def read(self, text: str) -> dict[str, str] | None:
        """Return the values in an expression, none for another start; None for other games."""
        values = read_back(self.template, self.fields, text) if self.fields else None
        return {} if values is None and text.strip() in self.starts else values


def _forms() -> dict[str, Form]:
    """Return the games, each from the first position on that Left wins by moving first."""
    forms = {}
    for name in games.GAMES:
        kind = games.load(name)
        assert kind is not None
        rules = kind.rules
        starts = sorted(rules.starts, key=lambda text: rules.starts[text] not in ("L", "N"))
        forms[rules.title] = Form(tuple(starts), rules.template, rules.fields)
    return {**forms, "A sum of several": Form((_SUM,))}


GAMES: dict[str, Form] = _forms()
"""Games to begin with, by what people call them."""


def recognised(text: str) -> tuple[str, dict[str, str]] | None:
    """Return the name of a game and what is chosen of it, if an expression is one of these.

    Examples
    --------
    >>> recognised("Grossman(31,9; odd)")
    ("Grossman's game", {'a': '31', 'b': '9', 'multipliers': '; odd'})
    >>> recognised("E(11,8) + *2") is None
    True
    """
    for name, form in GAMES.items():
        values = form.read(text)
        if values is not None:
            return name, values
    return None
