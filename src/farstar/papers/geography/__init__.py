"""Geography: on two rows, on products of complete graphs, on digraphs, and Modular Nim.

R. J. Nowakowski, A. A. Siegel, Partizan Geography on K_n x K_2, Integers 7(2) (2007), A29.
"""

from farstar._lazy import lazy_names
from farstar.papers.geography.plugin import PLUGIN

MODULES = dict(PLUGIN.games)

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
