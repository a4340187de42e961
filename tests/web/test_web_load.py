"""Nobody keeps the others waiting, nor do our own faults keep anybody waiting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from select import select
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from farstar.web import Settings
from farstar.web._guard import Guard

from ..waiting import until
from .conftest import (
    HOPELESS,
    Server,
    asked_for_the_hopeless,
    health,
    patient_context,
    run_async,
    running_server,
)

pytestmark = pytest.mark.xdist_group("web")

LINK = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


@pytest.fixture(scope="module")
def usual() -> Iterator[Server]:
    """Return a server with two workers; what is hopeless is not done during the tests."""
    with running_server("--workers", "2", "--time-limit", "600") as running:
        until(lambda: health(running)["idle"] >= 5)
        yield running


def test_work_begins_when_a_page_is_open(usual: Server) -> None:
    for path in ("", "play", "explore", "tables"):
        answer = httpx.get(f"{usual.url}{path}", params={"e": HOPELESS}, timeout=None)
        assert answer.status_code == 200
    for _ in range(20):
        state = health(usual)
        assert state | {"running": 0, "waiting": 0, "lost": 0} == state


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("tables", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
        ("", {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"}, 403),
        ("", {"sec-fetch-site": "cross-site", **LINK, "sec-fetch-dest": "iframe"}, 403),
        ("api/health", {"sec-fetch-site": "cross-site", **LINK}, 403),
        ("", {"sec-fetch-site": "cross-site", **LINK}, 200),
        ("", {"sec-fetch-site": "none", **LINK}, 200),
        ("api/health", {"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}, 200),
    ],
)
def test_other_sites_may_link_to_pages_and_no_more(
    usual: Server, path: str, headers: dict[str, str], status: int
) -> None:
    answer = httpx.get(f"{usual.url}{path}", headers=headers, timeout=None)
    assert answer.status_code == status


@pytest.mark.long
def test_what_is_short_is_answered_while_everything_is_busy(
    usual: Server, browser: Browser
) -> None:
    with ExitStack() as stack:
        context = stack.enter_context(patient_context(browser, base_url=usual.url))
        for _ in range(2):
            hopeless = context.new_page()
            hopeless.goto(str(httpx.URL("/", params={"e": HOPELESS})))
            expect(hopeless.get_by_role("button", name="Stop", exact=True)).to_be_visible()
        asked = [stack.enter_context(asked_for_the_hopeless(usual)) for _ in range(4)]
        until(lambda: health(usual)["running"] >= 3)
        answer = httpx.get(f"{usual.url}api/eval", params={"expression": "*2 + *3"}, timeout=None)
        assert answer.json()["value"] == "*"
        page = context.new_page()
        page.goto("/?e=*2%2B*3")
        expect(page.get_by_role("heading", name="Value")).to_be_visible()
        assert select(asked, [], [], 0)[0] == []


@pytest.mark.long
def test_a_class_behind_one_address_gets_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.web._guard.time", SimpleNamespace(monotonic=lambda: 0.0))
    built: list[str] = []
    statuses: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        built.append(scope["path"])

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        if "status" in message:
            statuses.append(message["status"])

    async def ask(*paths: str) -> None:
        guard = Guard(app, Settings())
        headers = [(b"host", b"127.0.0.1:8128")]
        for path in paths:
            scope = {"type": "http", "path": path, "headers": headers, "client": ("::1", 1)}
            await guard(scope, receive, send)

    run_async(ask(*["/play"] * 100, *["/api/health"] * 300, *["/static/css/base.css"] * 1000))
    assert built.count("/play") == 100
    assert built.count("/static/css/base.css") == 1000
    assert built.count("/api/health") == 200
    assert statuses == [429] * 100
