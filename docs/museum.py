"""Draw the boards of docs/fox-and-geese.md: ``python docs/museum.py``."""

from __future__ import annotations

from pathlib import Path

from farstar.games import bulk

FOLDER = Path(__file__).parent / "images" / "museum"

EXHIBITS = {
    "start": ("2over", ((8, 2), (8, 4), (8, 6), (8, 8)), (1, 5)),
    "tiny": ("Tiny(on)", ((1, 3), (3, 5), (4, 2), (4, 4)), (3, 3)),
    "five-ups": ("2^5*", ((2, 6), (3, 3), (3, 5), (5, 1)), (2, 4)),
    "upon": ("3v[on]", ((3, 3), (3, 5), (4, 6), (6, 8)), (2, 6)),
    "star": ("*", ((3, 3), (5, 5), (5, 7), (6, 2)), (3, 5)),
    "miny": ("5/2Miny(1/2*)", ((4, 4), (4, 6), (6, 2), (7, 5)), (3, 5)),
}
"""Value, geese and fox of each picture, on a board of eight rows."""


def pictures() -> dict[Path, str]:
    """Return the text of each picture."""
    board = bulk.fox_and_geese_values(8, 8)
    drawn = {}
    for name, (_, geese, fox) in EXHIBITS.items():
        picture = board.position(geese, fox)._repr_svg_()
        assert picture is not None
        drawn[FOLDER / f"{name}.svg"] = picture
    return drawn


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in pictures().items():
        path.write_text(text, encoding="utf-8")
