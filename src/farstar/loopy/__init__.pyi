# Written by make stubs.
from farstar.loopy._loopy import Loopy as Loopy
from farstar.loopy.order import Why as Why
from farstar.loopy.outcomes import LoopyOutcome as LoopyOutcome

__all__ = [
    "Loopy",
    "LoopyOutcome",
    "Why",
]

MODULES: dict[str, str]
