"""The store of misère forms, for tests that compute with forms instead of values."""

from __future__ import annotations

from farstar.misere._partizan import STORE, Node

__all__ = ["STORE", "Node"]
