# Written by make stubs.
from farstar.prove._bounds import bounds as bounds
from farstar.prove._conjectures import conjecture as conjecture
from farstar.prove._families import family as family
from farstar.prove._heaps import heaps as heaps
from farstar.prove._invariant import invariant as invariant
from farstar.prove._library import Known as Known
from farstar.prove._library import known as known
from farstar.prove._library import library as library
from farstar.prove._library import write_index as write_index
from farstar.prove._moore import outcomes as outcomes
from farstar.prove._theorem import NotProved as NotProved
from farstar.prove._theorem import Theorem as Theorem
from farstar.prove._using import use as use
from farstar.prove.in_use import without_theorems as without_theorems

__all__ = [
    "Known",
    "NotProved",
    "Theorem",
    "bounds",
    "conjecture",
    "family",
    "heaps",
    "invariant",
    "known",
    "library",
    "outcomes",
    "use",
    "without_theorems",
    "write_index",
]

MODULES: dict[str, str]
