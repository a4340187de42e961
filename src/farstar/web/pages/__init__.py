"""The pages, one module each; ``register`` of a module makes its page known."""

from __future__ import annotations

from importlib import import_module

from farstar.web.shell import PAGES

__all__ = ["register"]


def register() -> None:
    """Make all pages known to NiceGUI."""
    for name in PAGES:
        import_module(f"farstar.web.pages.{name.lower()}").register()
