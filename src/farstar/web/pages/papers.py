"""The page Papers."""

from __future__ import annotations

from nicegui import ui

from farstar.web import shell


def register() -> None:
    """Make the page known."""

    @ui.page("/papers", title="Papers · Farstar")
    def page() -> None:
        with shell.frame("Papers"):
            shell.lead("This page is being built.")
