"""Expressions: text with values and positions of any games, such as ``E(11,8) + {3||2|1} - *2``.

>>> import farstar as fs
>>> g = fs.parse("E(11,8) + {3||2|1} - *2")
>>> g
PartizanEuclid(11, 8) + Value('{3||2|1}') + Value('*2')
>>> str(g.outcome)
'L'
"""

from farstar._lazy import lazy_names, modules_of_names

MODULES = modules_of_names(
    __name__,
    {
        "_expression": "Expression Game Statement parse read read_statement",
        "_registry": "KnownGame is_registered known known_game register registered",
    },
)
"""The module of each public name."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
