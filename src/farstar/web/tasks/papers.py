"""Tasks of the page Papers."""

from __future__ import annotations
