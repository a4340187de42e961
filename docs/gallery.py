"""Draw the pictures of the gallery: ``make gallery``.

Each picture is named after the game as expressions name it, and is what `fs.plot` draws, with
coordinates rounded to hundredths of a point: nobody sees more, and the files are smaller.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import farstar as fs
from farstar.games import GAMES, load

FOLDER = Path(__file__).parent / "images" / "gallery"


def drawn(*texts: str, kind: str | None = None) -> Callable[[], fs.Figure]:
    """Return how to draw the positions that are written so."""
    return lambda: fs.plot(*map(fs.parse, texts), kind=kind)


def heat(text: str, show: str, **ranges: range) -> Callable[[], fs.Figure]:
    """Return how to draw a table as a heat map."""
    return lambda: fs.plot(fs.table(text, show=show, **ranges))


def points(text: str, last: int) -> Callable[[], fs.Figure]:
    """Return how to draw the Grundy values of single heaps as points."""
    return lambda: fs.plot(fs.table(text, n=range(1, last + 1), show="grundy"), kind="scatter")


SMALL = range(1, 7)

PICTURES: dict[str, Callable[[], fs.Figure]] = {
    "A": drawn("A(0,5,0)"),
    "Amazons": drawn("Amazons(x..|..o)"),
    "B": heat("B(x,1,z)", "value", x=range(1, 5), z=range(7)),
    "Board": drawn("Board(@..#|#...)"),
    "Clobber": drawn("Clobber(xo.|oxo)"),
    "Col": drawn("Col(.x..|..o.|....)"),
    "Cram": drawn("Cram(.#.|...|...)"),
    "Cutcake": heat("Cutcake(a,b)", "value", a=SMALL, b=SMALL),
    "CycleProduct": heat("CycleProduct(a,b)", "outcome", a=range(2, 6), b=range(2, 7)),
    "DawsonsKayles": points("DawsonsKayles(n)", 50),
    "Domineering": drawn("Domineering(.#.|...|...)"),
    "E": drawn("E(11,8)"),
    "Eatcake": heat("Eatcake(a,b)", "outcome", a=SMALL, b=SMALL),
    "Euclid": drawn("Euclid(21,8)"),
    "Geography": drawn("Geography([(0, 1), (0, 2), (1, 2), (2, 3)], 0)", kind="tree"),
    "Grossman": drawn("Grossman(8,5)", kind="cone"),
    "GrundysGame": points("GrundysGame(n)", 50),
    "Hackenbush": drawn("Hackenbush(l(l;rl);re:G;e(l;r))"),
    "Kayles": points("Kayles(n)", 50),
    "Konane": drawn("Konane(xo.x|o.ox|xoxo)"),
    "MaundyCake": heat("MaundyCake(a,b)", "value", a=SMALL, b=SMALL),
    "ModularNim": heat("ModularNim(n; 1,m)", "outcome", m=range(2, 4), n=range(4, 10)),
    "Nim": heat("Nim(a,b)", "grundy", a=SMALL, b=SMALL),
    "PartizanGeography": drawn(
        "PartizanGeography([(0, 1), (1, 2)], [(0, 2), (2, 1)], 0)", kind="tree"
    ),
    "PartizanSubtraction": drawn("PartizanSubtraction(8; 1,4 | 2,3)", kind="thermograph"),
    "SerialNim": heat("SerialNim(a,b)", "grundy", a=SMALL, b=SMALL),
    "Snort": drawn("Snort(.x.|...|..o)"),
    "Subtraction": heat("Subtraction(n; 1,m)", "grundy", m=range(2, 7), n=range(9)),
    "TakeAndBreak": points("TakeAndBreak(0.137; n)", 50),
    "ToadsAndFrogs": drawn("ToadsAndFrogs(TTF.FT.F)"),
    "TopplingDominoes": drawn("TopplingDominoes(lrelr)"),
    "Wythoff": heat("Wythoff(a,b)", "grundy", a=SMALL, b=SMALL),
}
"""How each game is drawn; one that is not here is drawn as its first start."""

for name, (_, *aliases) in GAMES.items():
    rules = load(name).rules
    if PICTURES.keys().isdisjoint({name, rules.name, *aliases}):
        PICTURES[name] = drawn(next(iter(rules.starts)))


def svg(name: str) -> str:
    """Return the picture of a game, without indentation, comments and metadata."""
    text = PICTURES[name]().svg()
    # Numbers below 1 stay as they are: the scale of letters is one of them.
    text = re.sub(r"\b[1-9]\d*\.\d{3,}", lambda number: f"{float(number[0]):.2f}", text)
    text = re.sub(r" *<!-- .* -->\n", "", text)
    text = re.sub(r"<!DOCTYPE[^>]*>\n| *<metadata>.*</metadata>\n", "", text, flags=re.DOTALL)
    text = re.sub(r" ?\n(?:([LMQCz])| +)", lambda found: found[1] or "\n", text)
    return re.sub(r"(<title>.*</title>\n)\1", r"\1", text)


def main() -> None:
    """Write the pictures that were named, or all of them."""
    for name in sys.argv[1:] or PICTURES:
        (FOLDER / f"{name}.svg").write_text(svg(name), encoding="utf-8")


if __name__ == "__main__":
    main()
