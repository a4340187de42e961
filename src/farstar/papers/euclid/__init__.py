"""Euclid, Grossman's game and its restricted versions, Serial Nim, surds, and three numbers.

T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003) 310-320.
G. Cairns, N. B. Ho, T. Lengyel, The Sprague-Grundy function of the real game Euclid (2011).
"""

from farstar._lazy import lazy_names
from farstar.papers.euclid.plugin import PLUGIN

MODULES = dict(PLUGIN.games)

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
