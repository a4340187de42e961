"""Expressions: text with values and positions of any games, such as ``E(11,8) + {3||2|1} - *2``.

>>> import farstar as fs
>>> g = fs.parse("E(11,8) + {3||2|1} - *2")
>>> g
PartizanEuclid(11, 8) + Value('{3||2|1}') + Value('*2')
>>> str(g.outcome)
'L'
"""

from farstar._lazy import lazy_names

MODULES = {
    "Expression": "farstar.expressions._expression",
    "Game": "farstar.expressions._expression",
    "KnownGame": "farstar.expressions._registry",
    "Statement": "farstar.expressions._expression",
    "known": "farstar.expressions._registry",
    "parse": "farstar.expressions._expression",
    "read": "farstar.expressions._expression",
    "read_statement": "farstar.expressions._expression",
    "register": "farstar.expressions._registry",
    "registered": "farstar.expressions._registry",
}
"""The module of each public name."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
