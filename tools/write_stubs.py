"""Write the stubs that tell type checkers about names which are loaded when they are used.

``make stubs`` runs this; a test compares the result with the files in the repository.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import farstar
from farstar import games

SOURCES = Path(__file__).parents[1] / "src" / "farstar"


def stubs() -> dict[Path, str]:
    """Return the text of each stub."""
    rooms = [f"from farstar import {room} as {room}" for room in farstar.ROOMS]
    return {
        SOURCES / "__init__.pyi": _stub(
            farstar.MODULES,
            rooms,
            ["__version__: str", "MODULES: dict[str, str]", "ROOMS: tuple[str, ...]"],
            ["engine"],
        ),
        SOURCES / "games" / "__init__.pyi": _stub(
            games.MODULES,
            ["from farstar.rules import Position"],
            [
                "GAMES: dict[str, tuple[str, ...]]",
                "MODULES: dict[str, str]",
                "",
                "def load(name: str) -> type[Position] | None: ...",
                "def names() -> list[str]: ...",
            ],
            ["GAMES", "load"],
        ),
    }


def _stub(modules: Mapping[str, str], first: list[str], last: list[str], also: list[str]) -> str:
    lines = [f"from {module} import {name} as {name}" for name, module in modules.items()]
    listed = "".join(f'    "{name}",\n' for name in sorted([*modules, *also]))
    body = "\n".join([*sorted([*first, *lines]), "", f"__all__ = [\n{listed}]", "", *last])
    return f"# Written by make stubs.\n{body}\n"


if __name__ == "__main__":
    for path, text in stubs().items():
        path.write_text(text)
