"""N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 13 (2013)."""

from functools import partial
from importlib import import_module

from farstar.papers._claim import Paper, declare

__all__ = ["CLAIMS"]

CLAIMS = Paper("partizan-euclid", "Outcomes of Partizan Euclid")
claim = partial(declare, CLAIMS)

# The modules add their claims to the paper as they are imported.
for _module in ("_tree", "_words", "_values"):
    import_module(f"{__name__}.{_module}")
