"""The built-in games: each ruleset is a file that begins with its rules and declares the game.

`GAMES` is the only list of them. Expressions, the command line, the browser, tables, pictures and
the documentation are derived from it and from what each ruleset defines; see
`farstar.rules.Ruleset`.

>>> import farstar as fs
>>> fs.Euclid(9, 2).grundy
4
>>> fs.games.load("Domineering").rules.how_to_play
'Left places vertical dominoes and Right horizontal ones, each on two empty cells. A player who ...
"""

from __future__ import annotations

from farstar._lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from farstar.rules import Position

GAMES: dict[str, tuple[str, ...]] = {
    "Domineering": ("domineering",),
    "Hackenbush": ("hackenbush",),
    "Nim": ("nim",),
    "Clobber": ("clobber",),
    "ToadsAndFrogs": ("toads_and_frogs",),
    "BackslidingToadsAndFrogs": ("backsliding",),
    "FoxAndGeese": ("fox_and_geese",),
    "CeyloneseFoxAndGeese": ("fox_and_geese",),
    "HareAndHounds": ("hare_and_hounds",),
    "Phutball": ("phutball",),
    "Amazons": ("amazons",),
    "Konane": ("konane",),
    "Col": ("colouring",),
    "Snort": ("colouring",),
    "GraphCol": ("colouring",),
    "GraphSnort": ("colouring",),
    "Cram": ("cram",),
    "TopplingDominoes": ("toppling_dominoes",),
    "Kayles": ("take_and_break",),
    "DawsonsKayles": ("take_and_break",),
    "GrundysGame": ("take_and_break",),
    "TakeAndBreak": ("take_and_break", "Octal"),
    "Subtraction": ("subtraction",),
    "PartizanSubtraction": ("subtraction",),
    "PartizanKayles": ("partizan_kayles",),
    "Wythoff": ("wythoff",),
    "Cutcake": ("cakes",),
    "MaundyCake": ("cakes",),
    "Eatcake": ("cakes",),
    "PartizanEuclid": ("partizan_euclid", "E"),
    "Euclid": ("euclid",),
    "Grossman": ("euclid",),
    "SurdEuclid": ("surd_euclid",),
    "ThreeEuclid": ("three_euclid",),
    "SerialNim": ("serial_nim",),
    "GeographyBoard": ("geography_two_rows", "Board"),
    "GeographyA": ("geography_two_rows", "A"),
    "GeographyB": ("geography_two_rows", "B"),
    "Geography": ("geography", "CycleProduct"),
    "PartizanGeography": ("geography",),
    "CompleteProduct": ("complete_product",),
    "ModularNim": ("geography",),
}
"""The class of the positions of each game: its file, and other names in expressions."""

_OTHERS = {"GridPosition": "_grid", "GridRules": "_grid", "Cell": "_grid", "MOST_CELLS": "_grid"}

MODULES = {
    **{name: f"farstar.games.{module}" for name, (module, *_) in GAMES.items()},
    **{name: f"farstar.games.{module}" for name, module in _OTHERS.items()},
    "Word": "farstar.games.partizan_euclid",
}
"""The module of each public name."""

__all__ = sorted(["GAMES", "load", *MODULES])

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, MODULES)

_ALIASES = {alias: name for name, (_, *aliases) in GAMES.items() for alias in aliases}


def load(name: str) -> type[Position] | None:
    """Return the class of the positions of a game, by its name or alias; None if there is none.

    Examples
    --------
    >>> load("E")
    <class 'farstar.games.partizan_euclid._position.PartizanEuclid'>
    """
    known = _ALIASES.get(name, name)
    return globals().get(known) or __getattr__(known) if known in GAMES else None


def names() -> list[str]:
    """Return every name and alias of the built-in games in expressions."""
    return [*GAMES, *_ALIASES]
