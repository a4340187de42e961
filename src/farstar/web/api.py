"""The JSON API: what the command line prints with ``--json``, over HTTP.

``GET`` and ``POST`` of ``/api/eval``, ``/api/moves`` and ``/api/explain`` answer with the objects
of docs/json.md; ``/api/health`` gives the state of the server; ``/api/docs`` describes all of it.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import Body, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

import farstar
from farstar.web._plain_pages import api_page
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.workbench import TaskError, pool

_STATUS = {
    "NotationError": 400,
    "IllegalPositionError": 400,
    "NotAtomicError": 400,
    "ValueOverflowError": 400,
    "BudgetExceeded": 504,
    "Refused": 503,
    "WorkerDied": 503,
}
"""What each kind of error answers; 500 for all others."""

_NAMES = ("eval", "moves", "explain", "health")
_METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE"]

_POLL = 0.25
"""Seconds between two looks whether somebody still waits for the answer."""


class Question(BaseModel):
    """An expression to evaluate."""

    model_config = ConfigDict(extra="forbid")

    expression: str = Field(
        description="A value, a position, or a sum of them.",
        examples=["E(11,8) + {3||2|1} - *2"],
        max_length=LONGEST_EXPRESSION,
    )


class MovesQuestion(Question):
    """An expression whose winning moves are wanted."""

    player: Literal["left", "right", "both"] = Field("both", description="Who moves first.")
    misere: bool = Field(False, description="A player who cannot move wins.")


class Fault(BaseModel):
    """What went wrong."""

    kind: str = Field(description="The name of the error.", examples=["NotationError"])
    message: str = Field(description="One line.")
    column: int | None = Field(description="Zero-based place of a fault in the expression.")


class Failure(BaseModel):
    """The answer to a request that failed."""

    schema_: str = Field(alias="schema", examples=["farstar.eval/1"])
    error: Fault


class Answer(BaseModel):
    """An object of the documented schema; see docs/json.md for its fields."""

    model_config = ConfigDict(extra="allow")

    schema_: str = Field(alias="schema", examples=["farstar.eval/1"])
    expression: str = Field(description="The expression as it was understood.")
    outcome: str | None = Field(
        description="Who wins: L, R, N (the first player) or P (the second); null if that was "
        "not found out in time."
    )


class Health(BaseModel):
    """The state of the server."""

    schema_: str = Field(alias="schema", examples=["farstar.health/1"])
    version: str
    workers: int = Field(description="Worker processes.")
    idle: int = Field(description="Workers that are idle.")
    running: int = Field(description="Requests that are being handled.")
    waiting: int = Field(description="Requests that are waiting.")
    lost: int = Field(description="Workers that died or were killed so far.")
    recycled: int = Field(description="Workers that were replaced after long use so far.")


_HEALTH: dict[int | str, dict[str, Any]] = {
    200: {"model": Health, "description": "Workers and requests, counted."}
}
_FAILURES: dict[int | str, dict[str, Any]] = {
    400: {"model": Failure, "description": "The expression or the request cannot be read."},
    413: {"model": Failure, "description": "The request is too long."},
    429: {
        "model": Failure,
        "description": "Too many requests; Retry-After says when to come back.",
    },
    503: {"model": Failure, "description": "The server is busy, or lost the worker."},
    504: {"model": Failure, "description": "Out of time or memory: nothing is known."},
}
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"model": Answer, "description": "The object that the command line prints."},
    **_FAILURES,
}

Expression = Annotated[
    str, Query(description="The expression.", max_length=LONGEST_EXPRESSION, examples=["+-1 + *"])
]
Side = Annotated[Literal["left", "right", "both"], Query(description="Who moves first.")]
Misere = Annotated[bool, Query(description="A player who cannot move wins.")]


def add_api(application: FastAPI) -> None:
    """Add the API to an application."""
    application.add_exception_handler(RequestValidationError, _unreadable)
    application.add_exception_handler(HTTPException, _http_error)
    application.add_exception_handler(Exception, _fault)
    for name in ("eval", "explain"):
        _add_plain(application, name)
    _add_moves(application)

    @application.get("/api/health", responses=_HEALTH, response_model=None)
    async def health() -> dict[str, object]:
        """Return the state of the server."""
        return {"schema": "farstar.health/1", "version": farstar.__version__, **pool().stats()}

    @application.get("/api/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(api_page(application.openapi()))

    @application.api_route("/api/{rest:path}", methods=_METHODS, include_in_schema=False)
    async def unknown(rest: str) -> None:
        if rest in _NAMES:
            allowed = "GET" if rest == "health" else "GET, POST"
            message = f"expected one of the methods {allowed}"
            raise HTTPException(405, message, headers={"allow": allowed})
        raise HTTPException(404, f"expected one of {', '.join(_NAMES)}, got {rest[:80]!r}")


def _add_plain(application: FastAPI, name: str) -> None:
    """Add a question that has no options."""
    task = {"eval": "evaluate.report", "explain": "evaluate.explain"}[name]
    summary = {"eval": "Value, outcome, stops, mean, temperature", "explain": "Why a player wins"}

    async def get(request: Request, expression: Expression) -> JSONResponse:
        return await _answer(request, name, task, text=expression)

    async def post(request: Request, question: Annotated[Question, Body()]) -> JSONResponse:
        return await _answer(request, name, task, text=question.expression)

    for method, function in (("GET", get), ("POST", post)):
        application.add_api_route(
            f"/api/{name}",
            function,
            methods=[method],
            summary=summary[name],
            operation_id=f"{name}_{method.lower()}",
            responses=_ANSWERS,
            response_model=None,
        )


def _add_moves(application: FastAPI) -> None:
    async def get(
        request: Request, expression: Expression, player: Side = "both", misere: Misere = False
    ) -> JSONResponse:
        given = {"text": expression, "player": player, "misere": misere}
        return await _answer(request, "moves", "evaluate.moves", **given)

    async def post(request: Request, question: Annotated[MovesQuestion, Body()]) -> JSONResponse:
        given = {"text": question.expression, "player": question.player, "misere": question.misere}
        return await _answer(request, "moves", "evaluate.moves", **given)

    for method, function in (("GET", get), ("POST", post)):
        application.add_api_route(
            "/api/moves",
            function,
            methods=[method],
            summary="The winning moves",
            operation_id=f"moves_{method.lower()}",
            responses=_ANSWERS,
            response_model=None,
        )


async def _answer(request: Request, name: str, task: str, **arguments: Any) -> JSONResponse:
    """Let a worker answer, unless nobody is waiting any more."""
    address = request.client
    client, tab = (address.host, f"port {address.port}") if address else ("", "")
    work = asyncio.ensure_future(pool().run(task, arguments, client=client, tab=tab))
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
    error = {"kind": kind, "message": message, "column": column}
    return JSONResponse(
        {"schema": f"farstar.{name}/1", "error": error}, status_code=_STATUS.get(kind, 500)
    )


def _name_of(request: Request) -> str:
    name = request.url.path.removeprefix("/api/")
    return name if name in _NAMES else "error"


async def _unreadable(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return _failure(_name_of(request), "NotationError", fault_in(error))


def fault_in(error: RequestValidationError) -> str:
    """Say in one line which part of a request cannot be read."""
    fault = error.errors()[0]
    place = ".".join(str(part) for part in fault["loc"] if part not in ("body", "query"))
    where = f"{place}: " if place else ""
    return f"{where}{fault['msg'].lower()}"


async def _fault(request: Request, _: Exception) -> JSONResponse:
    """Say only that there was an internal error; the details are in the log."""
    message = "internal error, please report it; the log of the server says more"
    return _failure(_name_of(request), "InternalError", message)


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    fault = {"kind": "Refused", "message": str(error.detail), "column": None}
    body = {"schema": f"farstar.{_name_of(request)}/1", "error": fault}
    return JSONResponse(body, status_code=error.status_code, headers=error.headers)
