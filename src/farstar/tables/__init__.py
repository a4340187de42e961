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
from farstar.tables._build import table
from farstar.tables._cells import tex
from farstar.tables._table import FORMATS, Table

__all__ = ["FORMATS", "INVARIANTS", "Table", "table", "tex"]
