r"""Tables of positions: any game, any invariant, any ranges, shown in many formats.

>>> import farstar as fs
>>> print(fs.table(fs.Euclid, range(3), range(4), show="grundy"))
Grundy values of Euclid(a, b) for a = 0..2, b = 0..3
a \ b  0  1  2  3
-----------------
    0  0  0  0  0
    1  0  1  2  3
    2  0  2  1  0
"""

from farstar.invariants import INVARIANTS
from farstar.tables._build import argument_names, game_text, parameters, table
from farstar.tables._cells import plain, tex, written
from farstar.tables._condition import Condition, arithmetic
from farstar.tables._invariants import Invariant, Show, misere_show, read_show
from farstar.tables._table import FORMATS, Table
from farstar.tables._template import Template

__all__ = [
    "FORMATS",
    "INVARIANTS",
    "Condition",
    "Invariant",
    "Show",
    "Table",
    "Template",
    "argument_names",
    "arithmetic",
    "game_text",
    "misere_show",
    "parameters",
    "plain",
    "read_show",
    "table",
    "tex",
    "written",
]
