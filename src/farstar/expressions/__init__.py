"""Expressions: text with values and positions of any games, such as ``E(11,8) + {3||2|1} - *2``.

>>> import farstar as fs
>>> g = fs.parse("E(11,8) + {3||2|1} - *2")
>>> g
PartizanEuclid(11, 8) + Value('{3||2|1}') + Value('*2')
>>> str(g.outcome)
'L'
"""

from farstar.expressions._expression import (
    Expression,
    Game,
    Statement,
    parse,
    read,
    read_statement,
)
from farstar.expressions._registry import KnownGame, known, register

__all__ = [
    "Expression",
    "Game",
    "KnownGame",
    "Statement",
    "known",
    "parse",
    "read",
    "read_statement",
    "register",
]
