"""What the frame of the papers adds to the workbench: two commands, a page, and `verify`."""

from farstar.plugins import Plugin, PluginPage

_PUZZLES = "farstar.papers.puzzles"

PLUGIN = Plugin(
    name="papers",
    names={"papers": "", "verify": "farstar.papers"},
    commands={
        "reproduce": (
            "farstar.papers.commands.reproduce",
            "Regenerate the papers' tables and figures.",
        ),
        "verify": (
            "farstar.papers.commands.verify",
            "Check the claims of the papers against brute force.",
        ),
    },
    puzzles={
        "hot": (f"{_PUZZLES}:geography",),
        "misere": (f"{_PUZZLES}:euclid",),
        "cool sums": (
            f"{_PUZZLES}:partizan_euclid",
            f"{_PUZZLES}:euclid",
            f"{_PUZZLES}:serial_nim",
        ),
        "hot sums": (f"{_PUZZLES}:geography",),
    },
    themes={"euclid": f"{_PUZZLES}:EUCLID"},
    pages={"papers": PluginPage("Papers", "farstar.papers.page", "farstar.papers")},
)
