"""Draw the pictures of docs/loopy.md: ``python docs/loopy.py``."""

from __future__ import annotations

from pathlib import Path

import farstar as fs

FOLDER = Path(__file__).parent / "images" / "loopy"

PICTURES = {
    "on": "on",
    "over": "over",
    "upon": "upon",
    "four-cycle": "a{0||||0|||a|*||*}",
}
"""The stoppers that are drawn, by the names of the files."""


def pictures() -> dict[Path, str]:
    """Return the text of each picture."""
    return {FOLDER / f"{name}.svg": fs.Loopy(text).svg() for name, text in PICTURES.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in pictures().items():
        path.write_text(text, encoding="utf-8")
