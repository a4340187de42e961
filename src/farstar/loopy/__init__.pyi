# Written by make stubs.
from farstar.loopy._loopy import Loopy as Loopy
from farstar.loopy._outcome import LoopyOutcome as LoopyOutcome
from farstar.loopy.strategies import Why as Why

__all__ = [
    "Loopy",
    "LoopyOutcome",
    "Why",
]

MODULES: dict[str, str]
