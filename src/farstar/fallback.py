"""Whether Farstar was built without its native core because no compiler worked.

The build leaves a file behind then. A wheel that is meant to be pure Python has no such file, and
whoever sets ``FARSTAR_ENGINE`` has chosen: nothing is said to either.
"""

from __future__ import annotations

import os

MARK = os.path.join(os.path.dirname(__file__), "built_without_a_compiler.txt")
"""Text, since the first value would wait for the import of pathlib."""

NOTE = (
    "Farstar was built without its native core, since no C++ compiler worked, and is much slower: "
    "install a compiler and then Farstar again, or set FARSTAR_ENGINE=reference to silence this"
)


def fell_back() -> bool:
    """Return whether the slow engine is active although nobody chose it."""
    return not os.environ.get("FARSTAR_ENGINE") and os.path.isfile(MARK)
