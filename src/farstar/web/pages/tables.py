"""The page Tables."""

from __future__ import annotations

from nicegui import ui

from farstar.web import shell


def register() -> None:
    """Make the page known."""

    @ui.page("/tables", title="Tables · Farstar")
    def page() -> None:
        with shell.frame("Tables"):
            shell.lead("This page is being built.")
