"""``POST /api/task/NAME``: runs a task for a page, and tells how far it is.

The body is ``{"arguments": {...}, "seconds": 60, "tab": "..."}``; all but the arguments may be
left out. The answer is a line of JSON for each thing that happens: ``{"progress": {...}}`` any
number of times, and in the end ``{"result": ...}`` or ``{"error": {"kind", "message", "column"}}``.
Bytes are ``{"base64": "..."}``. When the client goes away, the task is stopped.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from farstar.errors import FarstarError, NotationError
from farstar.web._pool import TaskError
from farstar.web.answers import INTERNAL, error_line, progress_line, refusal, result_line

_LONGEST_TAB = 40
_MOST_SECONDS = 3_600.0


async def run_task(request: Request) -> Response:
    """Answer a request for a task."""
    try:
        body = _read(await request.body())
    except ClientDisconnect:
        message = "the request is too long, or was cut off"
        return refusal(413, "NotationError", message, schema="task")
    except (NotationError, RecursionError) as error:
        message = (
            str(error) if isinstance(error, NotationError) else "the request is nested too far"
        )
        return refusal(400, "NotationError", message, schema="task")
    return _TaskStream(request.path_params["name"], body)


def _read(body: bytes) -> dict[str, Any]:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise NotationError("expected a JSON object") from None
    known: dict[str, Any] = {"arguments": {}, "seconds": None, "tab": ""}
    if not isinstance(data, dict) or data.keys() - known:
        raise NotationError("expected a JSON object with arguments, seconds and tab only")
    question = known | data
    seconds = question["seconds"]
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not (seconds is None or (is_number and 0 < seconds <= _MOST_SECONDS)):
        raise NotationError(f"expected seconds between 0 and {_MOST_SECONDS:g}, or null")
    if not isinstance(question["arguments"], dict):
        raise NotationError("expected an object of arguments")
    if not (isinstance(question["tab"], str) and len(question["tab"]) <= _LONGEST_TAB):
        raise NotationError(f"expected a tab of at most {_LONGEST_TAB} characters")
    return question


class _TaskStream(Response):
    """The lines of one task, as they come."""

    media_type = "application/x-ndjson"

    def __init__(self, name: str, body: dict[str, Any]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self.headers["cache-control"] = "no-store"
        self._name, self._body = name, body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines until there are no more, or nobody reads them."""
        writing = asyncio.ensure_future(self._write(scope, send))
        leaving = asyncio.ensure_future(_until_gone(receive))
        try:
            await asyncio.wait([writing, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            writing.cancel()
            leaving.cancel()
            await asyncio.gather(writing, leaving, return_exceptions=True)

    async def _write(self, scope: Scope, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        async for line in self._lines(scope):
            body = f"{line}\n".encode()
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _lines(self, scope: Scope) -> AsyncIterator[str]:
        # How far the task is, and None at its end.
        news: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        body = self._body
        work = asyncio.ensure_future(
            scope["app"].state.pool.run(
                self._name,
                body["arguments"],
                client=(scope.get("client") or ("", 0))[0],
                tab=body["tab"],
                seconds=body["seconds"],
                on_progress=news.put_nowait,
            )
        )
        work.add_done_callback(lambda _: news.put_nowait(None))
        try:
            while (progress := await news.get()) is not None:
                yield progress_line(progress)
            yield _last_line(work)
        finally:
            work.cancel()


def _last_line(work: asyncio.Future[Any]) -> str:
    try:
        return result_line(work.result())
    except TaskError as error:
        return error_line(error.kind, error.message, error.column)
    except (FarstarError, TypeError, ValueError):
        logging.getLogger("farstar.web").exception("a result cannot be sent")
        return error_line("InternalError", INTERNAL)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
