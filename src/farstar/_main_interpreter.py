"""Farstar works in the main interpreter of a process only.

The native core and its classes exist once in a process. A second interpreter, as made by
``concurrent.interpreters`` or by a program that embeds Python, would take them away from the first.
"""

from __future__ import annotations

import sys


def require_main_interpreter() -> None:
    """Raise `ImportError` in any interpreter but the first of its process."""
    try:
        if sys.version_info >= (3, 13):
            import _interpreters as interpreters
        else:
            import _xxsubinterpreters as interpreters  # type: ignore[import-not-found]
    except ImportError:
        # Such a Python has only one.
        return
    if interpreters.get_current() != interpreters.get_main():
        raise ImportError(
            "expected farstar to be imported in the main interpreter of the process, got another "
            "one: use another process instead"
        )
