"""G. Cairns, N. B. Ho, T. Lengyel, The Sprague-Grundy function of the real game Euclid (2011)."""

from functools import partial
from importlib import import_module

from farstar.papers._claim import Paper, declare

__all__ = ["CLAIMS"]

CLAIMS = Paper("real-euclid", "The Sprague-Grundy function of the real game Euclid")
claim = partial(declare, CLAIMS)

# The module adds its claims to the paper as it is imported.
import_module(f"{__name__}._theorems")
