"""Starting and stopping the server."""

from __future__ import annotations

import asyncio
import importlib.util
import socket
import sys
import webbrowser
from dataclasses import replace
from typing import TYPE_CHECKING

from farstar.errors import MissingExtraError
from farstar.web.settings import PortTakenError, Settings

if TYPE_CHECKING:
    import uvicorn

_SHUTDOWN = 2
"""Seconds that open pages get to finish when the server stops."""


def run(settings: Settings) -> None:
    """Serve until interrupted; see `farstar.web.serve`."""
    for package in ("starlette", "uvicorn"):
        if importlib.util.find_spec(package) is None:
            raise MissingExtraError(
                f"expected {package} to be installed: pip install 'farstar[web]'"
            )
    with listen(settings) as listener:
        # With port 0 the system chooses.
        settings = replace(settings, port=listener.getsockname()[1])
        server = _server(settings)
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            # This is how a server is stopped, and by now it has cleaned up.
            print("stopped", file=sys.stderr)


def listen(settings: Settings) -> socket.socket:
    """Return a socket at the address."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        # Without this, a server that has just stopped blocks its port for a minute.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        reason = (error.strerror or str(error)).lower()
        raise PortTakenError(
            f"expected a free address to listen at, got {settings.host} port {settings.port} "
            f"({reason}); --port 0 takes any free port"
        ) from None
    return listener


def _server(settings: Settings) -> uvicorn.Server:
    import uvicorn

    from farstar.web._guard import HEADERS
    from farstar.web.application import build, protocol_with_deadline

    class Announcing(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            await _announce(settings)

    config = uvicorn.Config(
        build(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        headers=list(HEADERS.items()),
        timeout_graceful_shutdown=_SHUTDOWN,
        ws="none",
        http=protocol_with_deadline(settings.request_time),
        # Always the loop that the tests use, whatever else is installed.
        loop="asyncio",
        # Whom a proxy claims to speak for must not decide about limits.
        proxy_headers=False,
    )
    return Announcing(config)


async def _announce(settings: Settings) -> None:
    if not settings.is_local:
        print(
            f"warning: everyone who can reach {settings.host} can use this server, and there is "
            "no password",
            file=sys.stderr,
        )
    print(f"Farstar is at {settings.url} (Ctrl-C stops it)", flush=True)
    if settings.open_browser:
        await asyncio.to_thread(webbrowser.open, settings.url)
