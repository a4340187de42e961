"""Errors in one line, and as data."""

from __future__ import annotations

from farstar._arguments import clip
from farstar.errors import FarstarError, IllegalPositionError, NotationError

_LONGEST = 500


def message(error: BaseException) -> str:
    """Return the one line that describes `error`.

    Examples
    --------
    >>> message(NotationError("expected a value, got '?'"))
    "expected a value, got '?'"
    """
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, FarstarError):
        text = str(error)
    else:
        text = (
            f"internal error, please report it: {type(error).__name__}: {error} "
            "(FARSTAR_TRACEBACK=1 shows where)"
        )
    return one_line(text)


def one_line(text: str) -> str:
    """Return `text` on one line of moderate length."""
    return clip(" ".join(text.split()), _LONGEST)


def kind_of(error: BaseException) -> str:
    """Return the name of the error in the documented tree: that of its nearest ancestor there.

    Examples
    --------
    >>> kind_of(NotationError("expected a value"))
    'NotationError'
    """
    known = (kind for kind in type(error).__mro__ if kind.__module__ == FarstarError.__module__)
    return next(known, type(error)).__name__


def error_report(error: BaseException) -> dict[str, object]:
    """Return the ``error`` object of the JSON output.

    Examples
    --------
    >>> error_report(NotationError("expected a value", "1 +", 3))
    {'kind': 'NotationError', 'message': 'expected a value', 'column': 3}
    """
    return {
        "kind": kind_of(error),
        "message": message(error),
        "column": error.column if isinstance(error, NotationError | IllegalPositionError) else None,
    }


def caret(error: NotationError | IllegalPositionError, width: int = 72) -> str:
    """Draw the text around the mistake, with a caret below it; empty if the place is unknown.

    Examples
    --------
    >>> print(caret(NotationError("expected a value", text="1 + ?", column=4)))
      1 + ?
          ^
    """
    if error.text is None or error.column is None:
        return ""
    start = max(0, min(error.column - width // 2, len(error.text) + 1 - width))
    before = "..." if start else ""
    after = "..." if start + width < len(error.text) else ""
    excerpt = "".join(c if c.isprintable() else " " for c in error.text[start : start + width])
    return f"  {before}{excerpt}{after}\n  {' ' * (len(before) + error.column - start)}^"
