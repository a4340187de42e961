"""The application: guard, JSON API, tasks and the documents of the pages, and its connections."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import h11
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from farstar.plugins import merged
from farstar.web import api
from farstar.web._guard import Guard
from farstar.web._pool import Pool
from farstar.web.documents import PAGES, Site, page_document, path_of, text_document
from farstar.web.settings import Settings

STATIC = Path(__file__).parent / "static"

_MISSING = '<p class="lead">There is nothing at this address. The pages are listed above.</p>'


def build(settings: Settings) -> Starlette:
    """Return the application for a server with these settings."""
    pool = Pool(settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with pool:
            yield

    site = Site(docs="" if settings.docs is None else "docs/")
    pages = [
        Route(f"/{path_of(page)}", partial(_show, document=page_document(page, site)), name=page)
        for page in PAGES
    ]
    packages: list[str | tuple[str, str]] = [
        (page.package, "static") for page in merged("pages").values()
    ]
    files = [Mount("/static", _Static(directory=STATIC, packages=packages))]
    if settings.docs is not None:
        files.append(Mount("/docs", _Static(directory=settings.docs, html=True)))
    app = Starlette(
        routes=[*files, *api.routes(), *pages],
        middleware=[Middleware(Guard, settings=settings)],
        exception_handlers={HTTPException: _refuse, Exception: api.internal_error},
        lifespan=lifespan,
    )
    app.state.pool = pool
    return app


class _Static(StaticFiles):
    """Our files; a browser asks each time whether they have changed, which costs little."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return the answer for a file."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        return response


async def _show(_: Request, document: str) -> Response:
    return HTMLResponse(document, headers={"cache-control": "no-cache"})


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        return api.http_error(request, error)
    return HTMLResponse(text_document("No such page", _MISSING), error.status_code, error.headers)


# Connections that never finish a request are closed. Uvicorn waits without end for the rest of a
# request, so a client could hold any number of connections open by sending a few bytes of each.


_UNFINISHED = (h11.IDLE, h11.SEND_BODY)
"""States of a client from which something is expected."""


def protocol_with_deadline(seconds: float) -> type[H11Protocol]:
    """Return the protocol for connections on which a request must arrive in this many seconds.

    The time begins when the connection is made and when the previous answer is finished. While
    an answer is computed or sent it does not run.
    """

    class Deadline(H11Protocol):
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(  # type: ignore[override]  # uvicorn's own annotation
            self, transport: asyncio.Transport
        ) -> None:
            super().connection_made(transport)
            self._set_deadline()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._set_deadline()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._set_deadline()

        def connection_lost(self, exc: Exception | None) -> None:
            self._cancel_deadline()
            super().connection_lost(exc)

        def _set_deadline(self) -> None:
            if self.transport.is_closing() or self.conn.their_state not in _UNFINISHED:
                self._cancel_deadline()
            elif self._deadline is None:
                self._deadline = self.loop.call_later(seconds, self.transport.abort)

        def _cancel_deadline(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

    return Deadline
