"""The games of the page Play, and what can be chosen of each without writing notation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as default

_NUMBER = r"\d{1,9}"
_NUMBERS = r"\d[\d, ]{0,60}"

_MULTIPLIERS = {
    "; k=1": "1 alone",
    "; k=2": "1 and 2",
    "; k=3": "1 to 3",
    "; k=4": "1 to 4",
    "; k=5": "1 to 5",
    "; odd": "odd ones",
    "": "any",
}


@dataclass(frozen=True)
class Field:
    """Something to choose."""

    label: str
    value: str
    """What is chosen at first."""
    pattern: str = _NUMBER
    choices: Mapping[str, str] | None = None
    """What can be chosen, and what people read; None for what is typed."""


@dataclass(frozen=True)
class Form:
    """A game with some fields; together they make an expression.

    Examples
    --------
    >>> form = Form("Euclid({a},{b})", {"a": Field("a", "9"), "b": Field("b", "2")})
    >>> form.example, form.text({"a": "21", "b": "8"}), form.read("Euclid(7, 3)")
    ('Euclid(9,2)', 'Euclid(21,8)', {'a': '7', 'b': '3'})
    """

    template: str
    fields: Mapping[str, Field] = default(default_factory=dict)

    @property
    def example(self) -> str:
        """The expression at first."""
        return self.text({key: field.value for key, field in self.fields.items()})

    def text(self, values: Mapping[str, str]) -> str:
        """Return the expression for some values."""
        text = self.template
        for key in self.fields:
            text = text.replace("{" + key + "}", values[key])
        return text

    def read(self, text: str) -> dict[str, str] | None:
        """Return the values in an expression; None if it is no game of this kind."""
        pattern = re.escape(self.template)
        for key, field in self.fields.items():
            choices = field.choices
            inner = field.pattern if choices is None else "|".join(map(re.escape, choices))
            pattern = pattern.replace(re.escape("{" + key + "}"), rf"\s*(?P<{key}>{inner})\s*")
        found = re.fullmatch(pattern, text.strip())
        return None if found is None else found.groupdict()


def _numbers(**fields: tuple[str, int]) -> dict[str, Field]:
    return {key: Field(label, str(value)) for key, (label, value) in fields.items()}


def _heaps(values: str, label: str = "Heaps") -> dict[str, Field]:
    return {"heaps": Field(label, values, _NUMBERS)}


def _grid(name: str, rows: int, columns: int) -> Form:
    fields = _numbers(rows=("Rows", rows), columns=("Columns", columns))
    return Form(f"{name}({{rows}}x{{columns}})", fields)


def _geography(name: str, x: int, y: int, z: int) -> Form:
    fields = _numbers(
        x=("x, in its row only", x),
        y=("y, in both rows", y),
        z=("z, in the other only", z),
    )
    return Form(f"{name}({{x}},{{y}},{{z}})", fields)


GAMES: dict[str, Form] = {
    "Euclid": Form("Euclid({a},{b})", _numbers(a=("First number", 21), b=("Second number", 8))),
    "Grossman's game": Form(
        "Grossman({a},{b}{multipliers})",
        {
            **_numbers(a=("First number", 31), b=("Second number", 9)),
            "multipliers": Field("Multipliers", "; k=2", choices=_MULTIPLIERS),
        },
    ),
    "Partizan Euclid": Form("E({p},{q})", _numbers(p=("p", 19), q=("q", 11))),
    "Serial Nim": Form("SerialNim({heaps})", _heaps("4,1,3,2")),
    "Geography on a board": Form("Board({columns})", _numbers(columns=("Columns", 6))),
    "Geography A": _geography("A", 3, 4, 2),
    "Geography B": _geography("B", 3, 2, 3),
    "Modular Nim": Form(
        "ModularNim({modulus}; {steps})",
        {**_numbers(modulus=("Places", 11)), "steps": Field("Steps", "2,3", _NUMBERS)},
    ),
    "A sum of several": Form("E(11,8) + SerialNim(3,2) - A(1,2,1)"),
    "Nim": Form("Nim({heaps})", _heaps("3,5,7")),
    "Domineering": _grid("Domineering", 4, 4),
    "Clobber": _grid("Clobber", 3, 4),
    "Amazons": Form("Amazons(x...|....|....|...o)"),
    "Konane": Form("Konane(oxoxox|xo..xo|oxoxox|xoxoxo)"),
    "Col": _grid("Col", 3, 4),
    "Snort": _grid("Snort", 3, 3),
    "Cram": _grid("Cram", 3, 4),
    "Toads and Frogs": Form("ToadsAndFrogs(TTT...FFF)"),
    "Toppling Dominoes": Form("TopplingDominoes(lrerlerl)"),
    "Wythoff's game": Form("Wythoff({a},{b})", _numbers(a=("First heap", 5), b=("Second heap", 8))),
    "Subtraction": Form(
        "Subtraction({heap}; {takes})",
        {
            "heap": Field("Heaps", "17", _NUMBERS),
            "takes": Field("What may be taken", "1,3,4", _NUMBERS),
        },
    ),
    "Kayles": Form("Kayles({heaps})", _heaps("9", "Rows of pins")),
    "Hackenbush": Form("Hackenbush(l(r;lr)r;rl;el)"),
    "Cutcake": Form(
        "Cutcake({rows},{columns})", _numbers(rows=("Rows", 4), columns=("Columns", 7))
    ),
}
"""Games to begin with, by name."""


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
