"""Expressions: text with values and positions of any games, such as ``E(11,8) + {3||2|1} - *2``.

>>> import farstar as fs
>>> g = fs.parse("E(11,8) + {3||2|1} - *2")
>>> g
PartizanEuclid(11, 8) + Value('{3||2|1}') + Value('*2')
>>> str(g.outcome)
'L'
"""

from farstar.expressions._expression import Expression, Game, parse, read
from farstar.expressions._registry import KnownGame, known, register

__all__ = ["Expression", "Game", "KnownGame", "known", "parse", "read", "register"]
