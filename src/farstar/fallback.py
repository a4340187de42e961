"""Whether Farstar was built without its native core because no compiler worked.

The build leaves a file behind then. A wheel that is meant to be pure Python has no such file, and
whoever sets ``FARSTAR_ENGINE`` has chosen: nothing is said to either.
"""

from __future__ import annotations

import os
from pathlib import Path

MARK = Path(__file__).with_name("built_without_a_compiler.txt")

NOTE = (
    "Farstar was built without its native core, since no C++ compiler worked, and is much slower: "
    "install a compiler and then Farstar again, or set FARSTAR_ENGINE=reference to silence this"
)


def fell_back() -> bool:
    """Tell whether the slow engine is active although nobody chose it."""
    return not os.environ.get("FARSTAR_ENGINE") and MARK.is_file()
