"""What is refused before anything else looks at a request.

A page of another site must not make a browser talk to a server on its own computer, whether
directly (the headers Origin and Sec-Fetch-Site tell) or under a name that it points to that
computer (Host tells). Requests are bounded in size and in number.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from farstar.web.answers import refusal
from farstar.web.settings import Settings, is_loopback

_LONGEST_TASK = 1 << 20  # bytes of a request for a task, such as a transcript
_MOST_THROWN_AWAY = 1 << 24  # bytes of a refused request that are read before the answer
_MOST_ADDRESSES = 4096
_BURST = 4.0  # seconds' worth of requests that may come at once

HEADERS = {"referrer-policy": "no-referrer", "x-content-type-options": "nosniff"}
"""What every answer of the server says."""

# Only files of ours are scripts; pictures bring styles of their own.
_POLICY = (
    "default-src 'self'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors {frames}"
)
POLICY = {"content-security-policy": _POLICY.format(scripts="", frames="'none'")}
"""What a page may load: nothing from another host."""

# The documentation has a workbench of its own, Python as WebAssembly, also in frames of its pages.
_DOCS = _POLICY.format(scripts=" 'wasm-unsafe-eval'", frames="'self'")


class Buckets:
    """Counts requests of each address: a few at once, and then a number each second."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._levels: dict[str, tuple[float, float]] = {}

    def wait(self, address: str, now: float) -> float:
        """Count a request; return 0, or the seconds to wait if it comes too early."""
        level, before = self._levels.pop(address, (self._burst, now))
        level = min(self._burst, level + (now - before) * self._rate)
        self._levels[address] = (level - (level >= 1), now)
        if len(self._levels) > _MOST_ADDRESSES:
            del self._levels[next(iter(self._levels))]
        return max(0.0, (1 - level) / self._rate)


class Guard:
    """Refuses what `app` should not answer, and tells what the page of an answer may load."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._requests = Buckets(settings.rate, max(1.0, settings.rate * _BURST))
        self._names = {settings.host, *settings.hosts}
        if not settings.is_local:
            self._names.add(socket.gethostname())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or refuse one request."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        policy = _DOCS if scope["path"].startswith("/docs/") else POLICY["content-security-policy"]

        async def send_with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["content-security-policy"] = policy
            await send(message)

        is_task = scope["path"].startswith("/api/task/")
        limit = _LONGEST_TASK if is_task else self._settings.longest_request
        fault = self._fault(scope, Headers(scope=scope), limit)
        if fault is None:
            return await self._app(scope, _bounded(receive, limit), send_with_policy)
        status, message, wait = fault
        headers = {"connection": "close"} | ({"retry-after": str(int(wait) + 1)} if wait else {})
        await _throw_away(receive)
        answer = refusal(status, "Refused", message, headers=headers)
        return await answer(scope, receive, send_with_policy)

    def _fault(self, scope: Scope, headers: Headers, limit: int) -> tuple[int, str, float] | None:
        """Return status, message and seconds to wait, or None for a good request."""
        path, host, origin = scope["path"], headers.get("host", ""), headers.get("origin")
        if not self._is_known(host):
            return 421, f"unknown host: {host[:80]!r}", 0
        if origin is not None and origin.partition("://")[2] != host:
            return 403, f"unknown origin: {origin[:80]!r}", 0
        # Others may link to our pages, and no more.
        link = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest"))
        is_link = link == ("navigate", "document") and not path.startswith("/api/")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not is_link:
            return 403, "requested by a page of another site", 0
        if int(headers.get("content-length", "0")) > limit:
            return 413, f"expected a request of at most {limit} bytes", 0
        if len(scope.get("query_string", b"")) > limit:
            return 414, "the address is too long", 0
        # Documents and files cost nearly nothing, and a class may be behind one address.
        if path.startswith("/api/"):
            wait = self._requests.wait((scope.get("client") or ("", 0))[0], time.monotonic())
            if wait:
                return 429, "too many requests: slow down", wait
        return None

    def _is_known(self, host: str) -> bool:
        with contextlib.suppress(ValueError):
            name = urlsplit(f"//{host}").hostname or ""
            if is_loopback(name) or name in self._names:
                return True
            # A rebinding attack needs a name; an address in the header is an honest one.
            return not self._settings.is_local and bool(ipaddress.ip_address(name))
        return False


def _bounded(receive: Receive, limit: int) -> Receive:
    """Return a reader that stops at `limit` bytes, whatever was announced."""
    left = limit

    async def bounded() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left >= 0:
            return message
        if message.get("more_body", False):
            await _throw_away(receive)
        return {"type": "http.disconnect"}

    return bounded


async def _throw_away(receive: Receive) -> None:
    """Read the rest of a request: a client that is still writing would never see the answer."""
    left, more = _MOST_THROWN_AWAY, True
    while more and left > 0:
        message = await receive()
        left -= len(message.get("body", b""))
        more = message.get("more_body", False)
