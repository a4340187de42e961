"""The JSON API: what the command line prints with ``--json``, over HTTP.

``GET`` and ``POST`` of ``/api/eval``, ``/api/moves`` and ``/api/explain`` answer with the objects
of docs/json.md; ``/api/health`` gives the state of the server; ``/api/docs`` describes all of it.

``POST /api/task/NAME`` runs a task for a page. The body is ``{"arguments": {...}, "seconds": 60,
"tab": "..."}``; all but the arguments may be left out. The answer is a line of JSON for each event:
``{"progress": {...}}`` any number of times, and in the end ``{"result": ...}`` or ``{"error":
{"kind", "message", "column"}}``. Bytes are ``{"base64": "..."}``. When the client goes away, the
task is stopped.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

import farstar
from farstar.errors import FarstarError, NotationError
from farstar.web._guard import POLICY
from farstar.web._pool import TaskError
from farstar.web.answers import INTERNAL, error_line, progress_line, refusal, result_line
from farstar.web.openapi import PARAMETERS, api_page, description

_STATUS = {
    "NotationError": 400,
    "IllegalPositionError": 400,
    "NotAtomicError": 400,
    "LoopyError": 400,
    "ValueOverflowError": 400,
    "BudgetExceeded": 504,
    "Refused": 503,
    "WorkerDied": 503,
}
"""What each kind of error answers; 500 for all others."""

_TASKS = {"eval": "evaluate.report", "explain": "evaluate.explain", "moves": "evaluate.moves"}
_METHODS = {**dict.fromkeys(_TASKS, ("GET", "POST")), "health": ("GET",)}
_ALL = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE")
_LONGEST_SHOWN = 80
_CUT_OFF = "the request is too long, or was cut off"

_POLL = 0.25
"""Seconds between two looks whether somebody still waits for the answer."""


def routes() -> list[Route]:
    """Return the routes of the API."""
    return [
        *(
            Route(f"/api/{name}", partial(_ask, name=name), methods=list(_METHODS[name]), name=name)
            for name in _TASKS
        ),
        Route("/api/health", _health, methods=["GET"]),
        Route("/api/docs", _docs, methods=["GET"]),
        Route("/api/openapi.json", _described, methods=["GET"]),
        Route("/api/task/{name}", run_task, methods=["POST"]),
        Route("/api/{rest:path}", _unknown, methods=list(_ALL)),
    ]


async def _health(request: Request) -> Response:
    stats = request.app.state.pool.stats()
    return JSONResponse({"schema": "farstar.health/1", "version": farstar.__version__, **stats})


async def _docs(_: Request) -> Response:
    return HTMLResponse(api_page(description()))


async def _described(_: Request) -> Response:
    return JSONResponse(description())


async def _unknown(request: Request) -> Response:
    rest = request.path_params["rest"]
    if rest in _METHODS:
        raise _wrong_method(rest)
    names = ", ".join(_METHODS)
    raise HTTPException(404, f"expected one of {names}, got {rest[:_LONGEST_SHOWN]!r}")


def _wrong_method(name: str) -> HTTPException:
    allowed = ", ".join(_METHODS[name])
    message = f"expected one of the methods {allowed}"
    return HTTPException(405, message, headers={"allow": allowed})


async def _ask(request: Request, name: str) -> Response:
    """Answer a question, from the address or from a JSON body."""
    if request.method not in _METHODS[name]:
        # Routes for GET take HEAD along.
        raise _wrong_method(name)
    try:
        given = (
            _from_query(name, dict(request.query_params))
            if request.method == "GET"
            else _json_object(await request.body())
        )
        arguments = _checked(name, given)
    except NotationError as error:
        return _failure(name, "NotationError", str(error))
    except ClientDisconnect:
        return _failure(name, "NotationError", _CUT_OFF)
    arguments["text"] = arguments.pop("expression")
    return await _answer(request, name, arguments)


def _from_query(name: str, given: dict[str, str]) -> dict[str, Any]:
    """Return the parameters in an address; other ones are ignored."""
    values: dict[str, Any] = {key: given[key] for key in PARAMETERS[name] if key in given}
    truth = {"true": True, "1": True, "false": False, "0": False}
    if "misere" in values:
        word = values["misere"].lower()
        if word not in truth:
            raise NotationError(f"misere: expected true or false, got {word[:_LONGEST_SHOWN]!r}")
        values["misere"] = truth[word]
    return values


def _json_object(body: bytes) -> dict[str, Any]:
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise NotationError("expected a JSON object")
    return given


def _checked(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a question, or say in one line which one is wrong."""
    parameters = PARAMETERS[name]
    for key in given:
        if key not in parameters:
            expected = ", ".join(parameters)
            raise NotationError(f"expected only {expected}, got {key[:_LONGEST_SHOWN]!r}")
    for key, schema in parameters.items():
        if key not in given:
            if "default" not in schema:
                raise NotationError(f"{key}: expected, got none")
            continue
        value: Any = given[key]
        kind: Any = bool if schema["type"] == "boolean" else str
        if not isinstance(value, kind):
            raise NotationError(f"{key}: expected a {schema['type']}")
        longest = schema.get("maxLength")
        if longest is not None and len(value) > longest:
            raise NotationError(f"{key}: expected at most {longest} characters, got {len(value)}")
        if "enum" in schema and value not in schema["enum"]:
            choices = ", ".join(schema["enum"])
            raise NotationError(f"{key}: expected one of {choices}, got {value[:_LONGEST_SHOWN]!r}")
    return dict(given)


async def _answer(request: Request, name: str, arguments: dict[str, Any]) -> JSONResponse:
    """Let a worker answer, unless nobody is waiting any more."""
    address = request.client
    client, tab = (address.host, f"port {address.port}") if address else ("", "")
    run = request.app.state.pool.run
    work = asyncio.ensure_future(run(_TASKS[name], arguments, client=client, tab=tab))
    try:
        while not work.done():
            await asyncio.wait([work], timeout=_POLL)
            if not work.done() and await request.is_disconnected():
                break
        else:
            return JSONResponse(work.result())
    except TaskError as error:
        return _failure(name, error.kind, error.message, error.column)
    finally:
        work.cancel()
    return _failure(name, "Refused", "nobody waits for the answer")


def _failure(name: str, kind: str, message: str, column: int | None = None) -> JSONResponse:
    return refusal(_STATUS.get(kind, 500), kind, message, schema=name, column=column)


def _name_of(request: Request) -> str:
    name = request.url.path.removeprefix("/api/")
    return name if name in _METHODS else "error"


async def internal_error(request: Request, _: Exception) -> Response:
    """Say only that there was an internal error; the details are in the log."""
    return refusal(500, "InternalError", INTERNAL, schema=_name_of(request), headers=POLICY)


def http_error(request: Request, error: HTTPException) -> Response:
    """Return the documented object for a refusal."""
    schema, headers = _name_of(request), error.headers
    return refusal(error.status_code, "Refused", str(error.detail), schema=schema, headers=headers)


# Tasks of the pages.


_LONGEST_TAB = 40
_MOST_SECONDS = 3_600.0


async def run_task(request: Request) -> Response:
    """Answer a request for a task."""
    try:
        body = _question(await request.body())
    except ClientDisconnect:
        return refusal(413, "NotationError", _CUT_OFF, schema="task")
    except NotationError as error:
        return refusal(400, "NotationError", str(error), schema="task")
    return _TaskStream(request.path_params["name"], body)


def _question(body: bytes) -> dict[str, Any]:
    """Return what a page asks: the arguments of a task, the seconds for it, and the tab."""
    data = _json_object(body)
    known: dict[str, Any] = {"arguments": {}, "seconds": None, "tab": ""}
    if data.keys() - known:
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
