"""G. Cairns, N. B. Ho, T. Lengyel, The Sprague-Grundy function of the real game Euclid (2011)."""

from importlib import import_module

from farstar.papers.real_euclid._paper import CLAIMS

__all__ = ["CLAIMS"]

for _module in ("_theorem_1", "_theorems_2_and_3"):
    import_module(f"{__name__}.{_module}")
