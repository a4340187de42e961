"""R. J. Nowakowski, A. A. Siegel, Partizan Geography on K_n x K_2, Integers 7(2) (2007), A29."""

from functools import partial
from importlib import import_module

from farstar.papers._claim import Paper, declare

__all__ = ["CLAIMS"]

CLAIMS = Paper("partizan-geography", "Partizan Geography on K_n x K_2")
claim = partial(declare, CLAIMS)

# The modules add their claims to the paper as they are imported.
for _module in ("_strategy", "_values", "_proofs"):
    import_module(f"{__name__}.{_module}")
