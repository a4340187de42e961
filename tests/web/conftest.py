"""A server and a browser that all tests of the pages share.

`server` is a real ``farstar serve`` in a process of its own, and `page` an empty tab in Chromium. A
test that uses `page` fails if anything is written to the console as an error, or asked of another
host.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]


# Machines that test may be busy: these limits end only what never comes.
MILLISECONDS = 300_000
expect.set_options(timeout=MILLISECONDS)


ENDLESS = "Domineering(20x20)"
"""A board whose winning moves take longer than any test."""

# The canonical form of a sum of switches doubles with each of them.
HOPELESS = " + ".join(f"+-{2**i}" for i in range(40))


# A connection that is kept may be closed just when it is used again.
NEW_CONNECTIONS = httpx.Limits(max_keepalive_connections=0)


T = TypeVar("T")


def patient_context(browser: Browser, **options: Any) -> BrowserContext:
    """Return a context whose pages wait as long as `expect` does."""
    context = browser.new_context(**options)
    context.set_default_timeout(MILLISECONDS)
    return context


def address_of(page: Page) -> str:
    """Return the address that a page has now; Playwright hears of it a little later."""
    address: str = page.evaluate("location.href")
    return address


def wait_for_fields(page: Page, **fields: str | None) -> None:
    """Wait until the address has these fields; None stands for none, `*` at the end for the rest.

    What is seen and the address are changed one after the other.
    """
    page.wait_for_function(
        """(wanted) => {
            const fields = new URLSearchParams(location.search);
            return Object.entries(wanted).every(([name, text]) => text?.endsWith("*")
                ? fields.get(name)?.startsWith(text.slice(0, -1))
                : fields.get(name) === text);
        }""",
        arg=fields,
    )


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own, since Playwright has the loop of the main one."""

    def run() -> T:
        with asyncio.Runner() as runner:
            return runner.run(work)

    with ThreadPoolExecutor(1) as executor:
        return executor.submit(run).result()


@dataclass(frozen=True)
class Server:
    """A running server."""

    url: str
    """Its address, with a slash at the end."""
    process: subprocess.Popen[str]
    log: Path | None = None
    """Where it writes what goes wrong; None for the terminal."""


def health(server: Server) -> dict[str, Any]:
    """Return what the server says of its workers."""
    while (answer := httpx.get(f"{server.url}api/health", timeout=None)).status_code == 429:
        time.sleep(float(answer.headers["retry-after"]))
    stated: dict[str, Any] = answer.json()
    return stated


def asked_for_the_hopeless(server: Server) -> socket.socket:
    """Return a connection on which something hopeless was asked."""
    address = httpx.URL(f"{server.url}api/moves", params={"expression": ENDLESS})
    connection = socket.create_connection((address.host, address.port))
    target = address.raw_path.decode()
    connection.sendall(
        f"GET {target} HTTP/1.1\r\nHost: {address.host}:{address.port}\r\n\r\n".encode()
    )
    return connection


SERVE = ("-m", "farstar", "serve", "--no-browser", "--port", "0")


@contextmanager
def running_server(
    *options: str, program: tuple[str, ...] = SERVE, log: Path | None = None
) -> Iterator[Server]:
    """Start ``farstar serve`` on a free port, or a program, and stop it as Ctrl-C does.

    Tests ask over and over again until something has happened: only those about the rate of
    requests give one.
    """
    if "--rate" not in options:
        options = (*options, "--rate", "1000")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    with contextlib.ExitStack() as opened:
        process = subprocess.Popen(
            [sys.executable, *program, *options],
            stdout=subprocess.PIPE,
            stderr=None if log is None else opened.enter_context(log.open("w")),
            text=True,
            env=environment,
        )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        match = re.search(r"http://\S+/", line)
        assert match, f"the server did not start: {line!r}"
        yield Server(match[0], process, log)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(300)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        finally:
            process.stdout.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server that all tests share; it grants more than one browser needs."""
    log = tmp_path_factory.mktemp("server") / "log.txt"
    with running_server("--rate", "1000", "--time-limit", "600", log=log) as running:
        yield running
    assert "Traceback" not in log.read_text()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Return Chromium."""
    if CHROMIUM is None:
        pytest.skip("needs the program chromium: install it (apt install chromium), then run again")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


@dataclass
class Watch:
    """Notes what a page should not do."""

    host: str
    faults: list[str] = field(default_factory=list)

    def over(self, page: Page) -> None:
        """Watch a page from now on."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("request", self._request)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")

    def _request(self, request: Any) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != self.host:
            self.faults.append(f"another host: {request.url}")


Opener = Callable[..., Page]


class Tabs:
    """Opens tabs that are watched: one that all tests share, and others beside it."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser, self._server = browser, server
        self._watch = Watch(urlsplit(server.url).netloc)
        self._shared = self._opened()
        self._is_taken = False
        self._others: list[Page] = []

    def open(self, *, width: int = 1200, height: int = 900, dark: bool = False) -> Page:
        """Return the tab that tests share, or a new one with its own storage if it is taken."""
        page = self._opened() if self._is_taken else self._shared
        if self._is_taken:
            self._others.append(page)
        self._is_taken = True
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        return page

    def clean(self) -> None:
        """Leave nothing of a test to the next one; fail if a page did what it should not."""
        for page in self._others:
            page.context.close()
        page = self._shared
        if page.url.startswith(self._server.url):
            page.evaluate("localStorage.clear()")
        page.goto("about:blank")
        page.context.clear_permissions()
        self._others, self._is_taken = [], False
        faults, self._watch.faults = self._watch.faults, []
        assert not faults

    def _opened(self) -> Page:
        page = patient_context(self._browser, base_url=self._server.url).new_page()
        self._watch.over(page)
        return page


@pytest.fixture(scope="package")
def tabs(browser: Browser, server: Server) -> Tabs:
    """Return the tabs of all tests: loading a page costs least in a tab that was used before."""
    return Tabs(browser, server)


@pytest.fixture
def new_page(tabs: Tabs) -> Iterator[Opener]:
    """Return a function that opens a tab: ``new_page(width=380, dark=True)``."""
    yield tabs.open
    tabs.clean()


@pytest.fixture
def wide_page(new_page: Opener) -> Page:
    """Return a tab as wide as most screens."""
    return new_page(width=1440)


@pytest.fixture
def page(new_page: Opener) -> Page:
    """Return a tab of usual size; ``page.goto("/play")`` opens a page."""
    return new_page()


def accessibility_faults(page: Page) -> list[str]:
    """Return what axe finds wrong with a page, one line for each rule."""
    violations = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['help']}: {[node['target'] for node in fault['nodes']]}"
        for fault in violations
    ]


def overflow(page: Page) -> int:
    """Return by how many pixels a page is wider than its window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return width
