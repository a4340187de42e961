"""Loopy games: games in which play may go on for ever.

>>> import farstar as fs
>>> fs.Loopy("over") - fs.Loopy("over")
Loopy('over & under')
"""

from farstar._lazy import lazy_names

MODULES = {
    "Loopy": "farstar.loopy._loopy",
    "LoopyOutcome": "farstar.loopy.outcomes",
    "Why": "farstar.loopy.order",
}
"""The module of each public name."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
