"""T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003) 310-320."""

from functools import partial
from importlib import import_module

from farstar.papers._claim import Paper, declare

__all__ = ["CLAIMS"]

CLAIMS = Paper("nim-type-game", "A nim-type game and continued fractions")
claim = partial(declare, CLAIMS)

# The modules add their claims to the paper as they are imported.
for _module in ("_original", "_restricted"):
    import_module(f"{__name__}.{_module}")
