"""The pages, one module each, with a function ``register``."""

from __future__ import annotations

from importlib import import_module

from farstar.web.shell import PAGES

__all__ = ["register"]


def register() -> None:
    """Register all pages with NiceGUI."""
    for name in PAGES:
        import_module(f"farstar.web.pages.{name.lower()}").register()
