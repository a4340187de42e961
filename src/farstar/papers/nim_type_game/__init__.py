"""T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003) 310-320."""

from importlib import import_module

from farstar.papers.nim_type_game._paper import CLAIMS

__all__ = ["CLAIMS"]

for _module in ("_original", "_restricted"):
    import_module(f"{__name__}.{_module}")
