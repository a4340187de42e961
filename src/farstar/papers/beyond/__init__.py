"""Beyond the papers: theorems of our own on their games, with honest status.

``proved`` means that there is a proof (``docs/proofs.md``), whose finite part the check goes
through again; ``checked`` that there is the computation only, as far as the range says.
"""

from importlib import import_module

from farstar.papers.beyond._states import CLAIMS

__all__ = ["CLAIMS"]

# The modules add their claims to the paper as they are imported, in the order of the paper.
for _module in (
    *("_words", "_weights", "_normal_forms", "_sums"),
    *("_limits", "_multipliers", "_products", "_growth"),
):
    import_module(f"{__name__}.{_module}")
