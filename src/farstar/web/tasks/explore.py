"""Tasks of the page Explore."""

from __future__ import annotations
