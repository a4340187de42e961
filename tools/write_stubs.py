"""Write the stubs that tell type checkers about names which are loaded when they are used.

``make stubs`` runs this; a test compares the result with the files in the repository.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"

EXTRA = {
    "farstar": ["__version__: str", "rules: CallableModule"],
    "farstar.expressions": [],
    "farstar.games": [
        "GAMES: dict[str, tuple[str, ...]]",
        "",
        "def load(name: str) -> type[Position] | None: ...",
        "def names() -> list[str]: ...",
    ],
    "farstar.learn": [],
    "farstar.certificates": [],
    "farstar.loopy": [],
    "farstar.misere": [],
    "farstar.games.bulk": [],
    "farstar.games.patterns": [],
    "farstar.papers": [],
    "farstar.papers.euclid": [],
    "farstar.papers.geography": [],
    "farstar.papers.partizan_euclid": [],
    "farstar.prove": [],
    "farstar.reports": [],
    "farstar.transfinite": [],
    "farstar.values": [],
}
"""What else stands in each package."""


def stubs() -> dict[Path, str]:
    """Return the text of each stub."""
    return {SOURCES.joinpath(*name.split("."), "__init__.pyi"): _stub(name) for name in EXTRA}


def _stub(name: str) -> str:
    package = import_module(name)
    modules: dict[str, str] = package.MODULES
    lines = {
        f"from {module or name} import {member} as {member}" for member, module in modules.items()
    }
    if name == "farstar":
        # The module can be called, which type checkers do not believe of a module.
        lines.remove("from farstar import rules as rules")
        lines.add("from farstar.rules import CallableModule")
    if name == "farstar.games":
        lines.add("from farstar.rules import Position")
    listed = "".join(f'    "{member}",\n' for member in package.__all__)
    body = [
        *sorted(lines),
        "",
        f"__all__ = [\n{listed}]",
        "",
        "MODULES: dict[str, str]",
        *EXTRA[name],
    ]
    return "# Written by make stubs.\n" + "\n".join(body).rstrip() + "\n"


if __name__ == "__main__":
    for path, text in stubs().items():
        path.write_text(text)
