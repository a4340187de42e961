"""The application: guard, API and pages combined."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles
from nicegui import app as nicegui_app
from nicegui import core, ui

import farstar
from farstar.web import shell
from farstar.web._guard import Guard
from farstar.web._log import quieten
from farstar.web._plain_pages import missing_page, unreadable_page
from farstar.web.api import add_api, fault_in
from farstar.web.pages import register
from farstar.web.settings import Settings
from farstar.web.workbench import open_workbench

STATIC = Path(__file__).parent / "static"

_PATIENCE = 20
"""Seconds in which a browser that is busy may answer; that a page was closed is noticed at once."""


def build(settings: Settings) -> FastAPI:
    """Return the application for a server with these settings."""
    workbench = open_workbench(settings)
    quieten()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        core.sio.eio.ping_timeout = _PATIENCE
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
    application.mount("/static", StaticFiles(directory=STATIC), name="farstar-static")
    add_api(application)
    register()
    nicegui_app.on_page_exception(shell.error_page)
    nicegui_app.add_exception_handler(404, _missing)
    nicegui_app.add_exception_handler(RequestValidationError, _unreadable)
    # Its loading bar has no name that screen readers could tell.
    nicegui_app.config.quasar_config["loadingBar"]["skipHijack"] = True
    ui.run_with(
        application,
        title="Farstar",
        favicon=STATIC / "favicon.svg",
        dark=None,
        language="en-US",
        tailwind=False,
        show_welcome_message=False,
        reconnect_timeout=5.0,
        binding_refresh_interval=None,
    )
    application.add_middleware(Guard, settings=settings)
    return application


async def _missing(_: Request, __: Exception) -> HTMLResponse:
    return HTMLResponse(missing_page(), status_code=404)


async def _unreadable(_: Request, error: Exception) -> HTMLResponse:
    assert isinstance(error, RequestValidationError)
    return HTMLResponse(unreadable_page(fault_in(error)), status_code=400)
