"""What the frame of the papers adds to the workbench: three commands, their functions, a page."""

from farstar.plugins import Plugin, PluginPage

PLUGIN = Plugin(
    name="papers",
    names={
        "papers": "",
        "new_paper": "farstar.papers",
        "reproduce": "farstar.papers",
        "verify": "farstar.papers",
    },
    commands={
        "paper": ("farstar.papers.commands.paper", "Begin a paper: paper new DIR."),
        "reproduce": (
            "farstar.papers.commands.reproduce",
            "Regenerate the papers' tables and figures.",
        ),
        "verify": (
            "farstar.papers.commands.verify",
            "Check the claims of the papers against brute force.",
        ),
    },
    pages={"papers": PluginPage("Papers", "farstar.papers.page", "farstar.papers")},
)
