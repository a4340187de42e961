"""Answers to pages as lines of JSON: progress, and in the end a result or an error."""

from __future__ import annotations

import base64
import json
from typing import Any

_SEPARATORS = (",", ":")
INTERNAL = "internal error, please report it; the log of the server says more"


def progress_line(data: dict[str, Any]) -> str:
    """Return the line for progress."""
    return json.dumps({"progress": data}, separators=_SEPARATORS)


def result_line(result: object) -> str:
    """Return the line for a result; bytes become text.

    Examples
    --------
    >>> result_line({"text": "*2", "data": b"ab"})
    '{"result":{"text":"*2","data":{"base64":"YWI="}}}'
    """
    return json.dumps({"result": result}, default=_plain, separators=_SEPARATORS)


def error_line(kind: str, message: str, column: object = None) -> str:
    """Return the line for an error.

    Examples
    --------
    >>> error_line("NotationError", "expected a game", 3)
    '{"error":{"kind":"NotationError","message":"expected a game","column":3}}'
    """
    error = {"kind": kind, "message": message, "column": column}
    return json.dumps({"error": error}, separators=_SEPARATORS)


def _plain(data: object) -> object:
    if isinstance(data, bytes):
        return {"base64": base64.b64encode(data).decode()}
    raise TypeError(f"expected plain data, got {type(data).__name__}")
