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

from farstar.formulas import escape_latex as tex
from farstar.invariants import INVARIANTS
from farstar.tables._build import argument_names, game_text, parameters, table
from farstar.tables._cells import (
    Invariant,
    Show,
    misere_show,
    nearest_double,
    plain,
    read_show,
    written,
)
from farstar.tables._condition import SIGNS, Comparisons, Condition
from farstar.tables._markup import read_csv, write_csv
from farstar.tables._table import FORMATS, Table
from farstar.tables._template import Template, number_reader

__all__ = [
    "FORMATS",
    "INVARIANTS",
    "SIGNS",
    "Comparisons",
    "Condition",
    "Invariant",
    "Show",
    "Table",
    "Template",
    "argument_names",
    "game_text",
    "misere_show",
    "nearest_double",
    "number_reader",
    "parameters",
    "plain",
    "read_csv",
    "read_show",
    "table",
    "tex",
    "write_csv",
    "written",
]
