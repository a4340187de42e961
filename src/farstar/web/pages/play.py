"""The page Play."""

from __future__ import annotations

from nicegui import ui

from farstar.web import shell


def register() -> None:
    """Make the page known."""

    @ui.page("/play", title="Play · Farstar")
    def page() -> None:
        with shell.frame("Play"):
            shell.lead("This page is being built.")
