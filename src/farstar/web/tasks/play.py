"""Tasks of the page Play."""

from __future__ import annotations
