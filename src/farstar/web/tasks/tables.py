"""Tasks of the page Tables."""

from __future__ import annotations
