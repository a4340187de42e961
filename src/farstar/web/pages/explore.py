"""The page Explore."""

from __future__ import annotations

from nicegui import ui

from farstar.web import shell


def register() -> None:
    """Make the page known."""

    @ui.page("/explore", title="Explore · Farstar")
    def page() -> None:
        with shell.frame("Explore"):
            shell.lead("This page is being built.")
