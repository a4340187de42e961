"""R. J. Nowakowski, A. A. Siegel, Partizan Geography on K_n x K_2, Integers 7(2) (2007), A29."""

from importlib import import_module

from farstar.papers.partizan_geography._paper import CLAIMS

__all__ = ["CLAIMS"]

for _module in ("_strategy", "_values", "_proofs"):
    import_module(f"{__name__}.{_module}")
