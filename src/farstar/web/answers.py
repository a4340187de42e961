"""Answers to pages as lines of JSON: progress, and in the end a result or an error."""

from __future__ import annotations

import base64
import json
import traceback
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.responses import JSONResponse

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


def failure(error: Exception, where: str = "the log of the server") -> dict[str, Any]:
    """Return why a task has no result, as data; an unexpected error is printed, `where` says where.

    Examples
    --------
    >>> failure(MemoryError())
    {'kind': 'BudgetExceeded', 'message': 'out of memory', 'column': None}
    """
    from farstar.errors import FarstarError
    from farstar.reports import error_report

    if isinstance(error, FarstarError):
        return error_report(error)
    if isinstance(error, MemoryError):
        return {"kind": "BudgetExceeded", "message": "out of memory", "column": None}
    traceback.print_exception(error)
    message = f"internal error, please report it; {where} says more"
    return {"kind": "InternalError", "message": message, "column": None}


def refusal(
    status: int,
    kind: str,
    message: str,
    *,
    schema: str = "error",
    column: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """Return the documented object for an error, as an answer over HTTP."""
    from starlette.responses import JSONResponse

    error = {"kind": kind, "message": message, "column": column}
    return JSONResponse({"schema": f"farstar.{schema}/1", "error": error}, status, headers)


def _plain(data: object) -> object:
    if isinstance(data, bytes):
        return {"base64": base64.b64encode(data).decode()}
    raise TypeError(f"expected plain data, got {type(data).__name__}")
