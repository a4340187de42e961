"""The store and the universes of misère forms, for tests that compute with forms."""

from __future__ import annotations

from farstar.misere._universe import DEAD_ENDING, DICOT, STORE, Node, Universe, Witnesses

__all__ = ["DEAD_ENDING", "DICOT", "STORE", "Node", "Universe", "Witnesses"]
