"""Rules to begin with: ten games as patterns, each with a first position."""

from __future__ import annotations

from typing import NamedTuple


class Template(NamedTuple):
    """The rules of a game, and a position to begin with."""

    title: str
    rules: str
    position: str


def _template(title: str, position: str, *lines: str) -> Template:
    name = position.split("(")[0]
    return Template(title, "\n".join((f"game {name}", *lines)), position)


_SWAP = "right = swap of left"

TEMPLATES = (
    _template(
        "Clobber: take a neighbour",
        "MyClobber(3x4)",
        *("cells x/o .", "start xo", "left   xo -> .x  both", _SWAP),
    ),
    _template(
        "Domineering: place dominoes",
        "MyDomineering(4x4)",
        *("cells . #", "left   .|. -> #|#", "right  .. -> ##"),
    ),
    _template(
        "Cram: dominoes either way",
        "MyCram(3x4)",
        *("cells . #", "left   .. -> ##  both", "right  .. -> ##  both"),
    ),
    _template(
        "Konane: jump and take",
        "MyKonane(xoxox|oxoxo|xo.xo)",
        *("cells x/o .", "left   x(o.)+ -> (..)+x  both", _SWAP),
    ),
    _template(
        "Col: no two neighbours of one colour",
        "MyCol(3x4)",
        *("cells x/o .", "left   . -> x  unless near x", _SWAP),
    ),
    _template(
        "Snort: no two neighbours of different colours",
        "MySnort(3x4)",
        *("cells x/o .", "left   . -> x  unless near o", _SWAP),
    ),
    _template(
        "Amazons: move, then burn a square",
        "MyAmazons(x...|....|...o)",
        *("cells x/o . #", "left   x.+ -> .+x  lines then x.*. -> x=*#  lines", _SWAP),
    ),
    _template(
        "Toads and Frogs: walk and jump",
        "MyToads(TTT..FFF)",
        *("cells T/F .", "left   T. -> .T  TF. -> .FT", "right  .F -> F.  .TF -> FT."),
    ),
    _template(
        "Toppling Dominoes: everything on one side falls",
        "MyDominoes(lrl.rle)",
        *(
            "cells l/r e .",
            "left   [$.]l -> =.  rows  [$.][lre]+l -> =.+.  rows",
            "left   [$.]e -> =.  rows  [$.][lre]+e -> =.+.  rows",
            _SWAP,
        ),
    ),
    _template(
        "Fox and Geese: with loops",
        "MyFox(.F..|....|....|G.G.)",
        *(
            "cells G/F .",
            "left   ?.|G? -> =G|.=  .?|?G -> G=|=.",
            "right  F. -> .F  diagonals",
        ),
    ),
)
