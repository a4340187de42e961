"""The built-in games: each ruleset is a file that begins with its rules and declares the game.

`GAMES` lists them, with the games of plugins. Expressions, the command line, the browser, tables,
pictures and the documentation are derived from it and from what each ruleset defines; see
`farstar.rules.Ruleset`.

>>> import farstar as fs
>>> fs.Kayles(9).grundy
4
>>> fs.games.load("Domineering").rules.how_to_play
'Left places vertical dominoes and Right horizontal ones, each on two empty cells. A player who ...
"""

from __future__ import annotations

from functools import cache

from farstar._lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from farstar.rules import Position

_INCLUDED: dict[str, tuple[str, ...]] = {
    "Domineering": ("domineering",),
    "Hackenbush": ("hackenbush",),
    "ChildishHackenbush": ("childish_hackenbush",),
    "Nim": ("nim",),
    "Clobber": ("clobber",),
    "Kings": ("clobber_variants", "KingsClobber"),
    "Rooks": ("clobber_variants", "RooksClobber"),
    "Queens": ("clobber_variants", "QueensClobber"),
    "AntiClobber": ("clobber_variants",),
    "HotClobber": ("clobber_variants",),
    "GeneralisedClobber": ("clobber_variants",),
    "ToadsAndFrogs": ("toads_and_frogs",),
    "GeneralisedToadsAndFrogs": ("strips_of_animals",),
    "ElephantsAndRhinos": ("strips_of_animals",),
    "BackslidingToadsAndFrogs": ("backsliding",),
    "FoxAndGeese": ("fox_and_geese",),
    "CeyloneseFoxAndGeese": ("fox_and_geese",),
    "HareAndHounds": ("hare_and_hounds",),
    "Phutball": ("phutball",),
    "Amazons": ("amazons",),
    "Konane": ("konane",),
    "NoGo": ("nogo",),
    "Col": ("colouring",),
    "Snort": ("colouring",),
    "GraphCol": ("colouring",),
    "GraphSnort": ("colouring",),
    "NodeKayles": ("graph_kayles",),
    "ArcKayles": ("graph_kayles",),
    "PartizanArcKayles": ("graph_kayles",),
    "PosetGame": ("posets",),
    "Chomp": ("posets",),
    "Cram": ("cram",),
    "TopplingDominoes": ("toppling_dominoes",),
    "Kayles": ("take_and_break",),
    "DawsonsKayles": ("take_and_break",),
    "GrundysGame": ("take_and_break",),
    "TakeAndBreak": ("take_and_break", "Octal"),
    "PartizanTakeAndBreak": ("take_and_break",),
    "Turning": ("coin_turning",),
    "Spawning": ("coin_turning",),
    "Subtraction": ("subtraction",),
    "PartizanSubtraction": ("subtraction",),
    "PartizanKayles": ("partizan_kayles",),
    "Wythoff": ("wythoff",),
    "GeneralisedWythoff": ("wythoff",),
    "Mem": ("memory",),
    "TakeAway": ("memory",),
    "FibonacciNim": ("memory",),
    "Cutcake": ("cakes",),
    "MaundyCake": ("cakes",),
    "Eatcake": ("cakes",),
    "TurnAndEatcake": ("cakes",),
}
"""The class of the positions of each game: its file, and other names in expressions."""

_OTHERS = dict.fromkeys(("GridPosition", "GridRules", "Cell", "MOST_CELLS"), "grids")

_MODULES = {
    **{name: f"farstar.games.{module}" for name, (module, *_) in _INCLUDED.items()},
    **{name: f"farstar.games.{module}" for name, module in _OTHERS.items()},
}


@cache
def _games() -> dict[str, tuple[str, ...]]:
    """Return the module and the aliases of each game, those of plugins last."""
    from farstar.plugins import PluginError, merged

    own = {name: (_MODULES[name], *aliases) for name, (_, *aliases) in _INCLUDED.items()}
    games = own | {name: (module,) for name, module in merged("games").items()} | own
    for alias, name in merged("aliases").items():
        if name not in games:
            raise PluginError(f"expected {alias!r} to stand for a game of a plugin, got {name!r}")
        games[name] = (*games[name], alias)
    return games


@cache
def _modules() -> dict[str, str]:
    """Return the module of each public name, those of plugins included."""
    from farstar.plugins import merged

    return _MODULES | merged("games") | _MODULES


@cache
def _aliases() -> dict[str, str]:
    # The workbench has the last word.
    games = reversed(_games().items())
    return {alias: name for name, (_, *aliases) in games for alias in aliases}


if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        _MODULES,
        _modules,
        computed={
            "GAMES": _games,
            "MODULES": _modules,
            "__all__": lambda: sorted(["GAMES", "load", *_modules()]),
        },
    )


def included() -> dict[str, str]:
    """Return the modules of the games of the workbench; plugins are not looked for."""
    return {name: _MODULES[name] for name in _INCLUDED}


def load(name: str) -> type[Position] | None:
    """Return the class of the positions of a game, by its name or alias; None if there is none.

    Examples
    --------
    >>> load("Octal")
    <class 'farstar.games.take_and_break.TakeAndBreak'>
    """
    if name in _INCLUDED:
        return globals().get(name) or __getattr__(name)
    known = _aliases().get(name, name)
    return globals().get(known) or __getattr__(known) if known in _games() else None


def names() -> list[str]:
    """Return every name and alias of the games in expressions."""
    return [*_games(), *_aliases()]
