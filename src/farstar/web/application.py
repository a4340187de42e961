"""The application: guard, JSON API, tasks and the documents of the pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

import farstar
from farstar.web._guard import Guard
from farstar.web.api import add_api
from farstar.web.documents import PAGES, page_document, path_of
from farstar.web.settings import Settings
from farstar.web.task_endpoint import run_task
from farstar.web.workbench import open_workbench

STATIC = Path(__file__).parent / "static"


def build(settings: Settings) -> FastAPI:
    """Return the application for a server with these settings."""
    workbench = open_workbench(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with workbench.pool:
            yield

    application = FastAPI(
        title="Farstar",
        version=farstar.__version__,
        description="Values, outcomes and winning moves of combinatorial games.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    application.mount("/static", _Static(directory=STATIC), name="static")
    application.router.routes.append(Route("/api/task/{name}", run_task, methods=["POST"]))
    add_api(application)
    for page in PAGES:
        show = partial(_show, document=page_document(page))
        application.router.routes.append(Route(f"/{path_of(page)}", show, name=page))
    application.add_middleware(Guard, settings=settings)
    return application


class _Static(StaticFiles):
    """Our files; a browser asks each time whether they have changed, which costs little."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        """Return the answer for a file."""
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response


async def _show(_: Request, document: str) -> HTMLResponse:
    return HTMLResponse(document, headers={"cache-control": "no-cache"})
