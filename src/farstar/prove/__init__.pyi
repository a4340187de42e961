# Written by make stubs.
from farstar.prove._bounds import bounds as bounds
from farstar.prove._moore import outcomes as outcomes
from farstar.prove._theorem import NotProved as NotProved
from farstar.prove._theorem import Theorem as Theorem

__all__ = [
    "NotProved",
    "Theorem",
    "bounds",
    "outcomes",
]

MODULES: dict[str, str]
