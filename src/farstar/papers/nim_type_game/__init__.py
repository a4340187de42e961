"""T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003) 310-320."""

from farstar.papers._claim import Paper
from farstar.papers.nim_type_game._original import claims as _original
from farstar.papers.nim_type_game._restricted import claims as _restricted

__all__ = ["CLAIMS"]

CLAIMS = Paper("nim-type-game", "A nim-type game and continued fractions")
for _part in (_original, _restricted):
    CLAIMS.add(_part)
