"""What is refused before anything else looks at a request.

A page of another site must not make a browser talk to a server on its own computer, whether
directly (the headers Origin and Sec-Fetch-Site tell) or under a name that it points to that
computer (Host tells). Requests are bounded in size and in number, and every answer forbids its page
to load anything from another host.
"""

from __future__ import annotations

import ipaddress
import json
import socket
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from farstar.web.settings import Settings, is_loopback

_LONGEST_UPLOAD = 1 << 20
"""Bytes of a request that is not for the API."""

_MOST_ADDRESSES = 4096
_BURST = 4.0
"""Seconds' worth of requests that may come at once."""

_PAGE = 10
"""How many requests a page counts for: it is built here, not by a worker."""

_PAGE_BURST = 20.0
"""Pages that may be asked for at once, and more at a higher rate than usual."""

_HEADERS = {
    # The framework compiles its templates in the browser, which needs unsafe-eval.
    "content-security-policy": "default-src 'self'; script-src 'self' 'unsafe-inline' "
    "'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' "
    "data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class Buckets:
    """Counts requests of each address: some at once, and then so many a second.

    Examples
    --------
    >>> buckets = Buckets(rate=1, burst=2)
    >>> [buckets.wait("a", now=0.0) for _ in range(3)], buckets.wait("a", now=2.5)
    ([0.0, 0.0, 1.0], 0.0)
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str, now: float) -> float:
        """Count a request; return 0, or the seconds to wait if it comes too early."""
        level, before = self._levels.pop(address, (self._burst, now))
        level = min(self._burst, level + (now - before) * self._rate)
        granted = level >= 1
        self._levels[address] = (level - 1 if granted else level), now
        if len(self._levels) > _MOST_ADDRESSES:
            self._levels.popitem(last=False)
        return 0.0 if granted else (1 - level) / self._rate


class Guard:
    """Refuses what should not be answered, and adds the headers that protect the pages.

    Parameters
    ----------
    app : ASGIApp
        What answers the rest.
    settings : Settings
        The limits.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._buckets = Buckets(settings.rate, max(1.0, settings.rate * _BURST))
        pages = settings.rate / _PAGE
        self._pages = Buckets(pages, max(_PAGE_BURST, pages * _BURST))
        self._names = {settings.host, *settings.hosts}
        if not settings.is_local:
            self._names.add(socket.gethostname())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or refuse one request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        fault = self._fault(scope, headers)
        if fault is not None:
            await _refuse(scope, receive, send, *fault)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        limit = self._limit(scope)
        await self._app(scope, _bounded(receive, limit), _protected(send))

    def _limit(self, scope: Scope) -> int:
        api = scope["path"].startswith("/api/")
        return self._settings.longest_request if api else _LONGEST_UPLOAD

    def _fault(self, scope: Scope, headers: Headers) -> tuple[int, str, str, float] | None:
        """Return status, kind, message and seconds to wait, or None for a good request."""
        host = headers.get("host", "")
        if not self._is_known(_name(host)):
            return 421, "Refused", f"unknown host: {host[:80]!r}", 0
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return 403, "Refused", f"unknown origin: {origin[:80]!r}", 0
        if not _may_ask(scope["path"], headers):
            return 403, "Refused", "asked for by a page of another site", 0
        limit = self._limit(scope)
        if not _is_at_most(headers.get("content-length", "0"), limit):
            return 413, "Refused", f"expected a request of at most {limit} bytes", 0
        if len(scope.get("query_string", b"")) > limit:
            return 414, "Refused", "the address is too long", 0
        if not scope["path"].startswith(("/_nicegui", "/static/")):
            client = scope.get("client") or ("", 0)
            buckets = self._buckets if scope["path"].startswith("/api/") else self._pages
            wait = buckets.wait(client[0], time.monotonic())
            if wait:
                return 429, "Refused", "too many requests: slow down", wait
        return None

    def _is_known(self, name: str) -> bool:
        if is_loopback(name) or name in self._names:
            return True
        # A rebinding attack needs a name; an address in the header is an honest one.
        return not self._settings.is_local and _is_address(name)


def _may_ask(path: str, headers: Headers) -> bool:
    """Tell whether a browser asks for a page of ours, or for somebody who follows a link to one.

    Examples
    --------
    >>> link = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    >>> _may_ask("/play", Headers({"sec-fetch-site": "cross-site", **link}))
    True
    >>> _may_ask("/play", Headers({"sec-fetch-site": "cross-site", "sec-fetch-dest": "image"}))
    False
    """
    if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return True
    is_link = headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")
    return is_link == ("navigate", "document") and not path.startswith("/api/")


def _name(host: str) -> str:
    """Return the name in a header Host, without its port.

    Examples
    --------
    >>> _name("localhost:8128"), _name("[::1]:80"), _name("[")
    ('localhost', '::1', '')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_at_most(digits: str, limit: int) -> bool:
    """Tell whether a header holds a number that is not too large.

    Examples
    --------
    >>> _is_at_most("7", 10), _is_at_most("11", 10), _is_at_most("²", 10), _is_at_most("", 10)
    (True, False, False, False)
    """
    short = len(digits) <= len(str(limit)) and digits.isascii() and digits.isdigit()
    return short and int(digits) <= limit


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _bounded(receive: Receive, limit: int) -> Receive:
    """Return a reader that stops at `limit` bytes, whatever was announced."""
    count = 0

    async def bounded() -> Message:
        nonlocal count
        message = await receive()
        count += len(message.get("body", b""))
        if count > limit:
            return {"type": "http.disconnect"}
        return message

    return bounded


def _protected(send: Send) -> Send:
    async def protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return protected


async def _refuse(
    scope: Scope, receive: Receive, send: Send, status: int, kind: str, message: str, wait: float
) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": message[:100]})
        return
    error = {"kind": kind, "message": message, "column": None}
    body = json.dumps({"schema": "farstar.error/1", "error": error}).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    if wait:
        headers.append((b"retry-after", str(int(wait) + 1).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
