"""Theorems about games of every size.

Each function returns a `Theorem`, with a certificate that `farstar check` or a stand-alone file
checks, or a `NotProved` that says why. The page on proofs for all sizes explains the methods.
"""

from farstar._lazy import lazy_names

MODULES = {
    "Known": "farstar.prove._library",
    "NotProved": "farstar.prove._theorem",
    "Theorem": "farstar.prove._theorem",
    "bounds": "farstar.prove._bounds",
    "conjecture": "farstar.prove._conjectures",
    "family": "farstar.prove._families",
    "heaps": "farstar.prove._heaps",
    "invariant": "farstar.prove._invariant",
    "known": "farstar.prove._library",
    "library": "farstar.prove._library",
    "outcomes": "farstar.prove._moore",
    "use": "farstar.prove._using",
    "without_theorems": "farstar.prove.in_use",
    "write_index": "farstar.prove._library",
}
"""The module of each public name."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
