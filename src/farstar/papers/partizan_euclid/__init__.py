"""N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 13 (2013)."""

from importlib import import_module

from farstar.papers.partizan_euclid._paper import CLAIMS

__all__ = ["CLAIMS"]

for _module in ("_tree", "_words", "_values", "_weights"):
    import_module(f"{__name__}.{_module}")
