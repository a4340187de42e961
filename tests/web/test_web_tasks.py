"""Tasks over HTTP: lines of JSON, refusals of everything else, and an end when nobody reads."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from ..waiting import until
from .conftest import HOPELESS, Server, health, running_server

pytestmark = pytest.mark.xdist_group("web")


@pytest.fixture(scope="module")
def plain() -> Iterator[Server]:
    with running_server("--workers", "1", "--rate", "1000", "--time-limit", "600") as it:
        yield it


def lines(server: Server, task: str, **body: Any) -> list[Any]:
    answer = httpx.post(f"{server.url}api/task/{task}", json=body, timeout=None)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_result_is_the_last_line(plain: Server) -> None:
    (line,) = lines(plain, "evaluate.check", arguments={"text": "3+-1"})
    assert line == {"result": {"normalised": "3 + +-1"}}


def test_progress_comes_before_the_result(plain: Server) -> None:
    arguments = {"text": "E(p,q)", "down": ["p", 1, 120], "across": ["q", 1, 120]}
    arguments |= {"show": "value", "where": "", "form": "csv"}
    *progress, last = lines(plain, "tables.export", arguments=arguments)
    assert list(last) == ["result"]
    assert all(list(line) == ["progress"] for line in progress)


def test_bytes_are_text(plain: Server) -> None:
    arguments = {"text": "Euclid(a,b)", "down": ["a", 1, 2], "across": ["b", 1, 2]}
    arguments |= {"show": "grundy", "where": "", "form": "csv"}
    *_, last = lines(plain, "tables.export", arguments=arguments)
    assert list(last["result"]) == ["base64"]


@pytest.mark.parametrize(
    ("task", "body", "message"),
    [
        ("evaluate.check", {"arguments": {"text": 7}}, "expected text for text, got 7"),
        ("evaluate.check", {"arguments": {}}, "evaluate.check needs the argument text"),
        ("evaluate.check", {}, "evaluate.check needs the argument text"),
        ("evaluate.check", {"arguments": {"text": "", "progress": 1}}, "takes no argument"),
        ("evaluate.nothing", {}, "expected the name of a task"),
        ("os.system", {}, "expected the name of a task"),
        ("evaluate._read", {"arguments": {"text": "1"}}, "expected the name of a task"),
        ("x" * 2_000, {}, "expected the name of a task"),
        ("evaluate.card", {"arguments": {"text": "1" * 10_001}}, "at most 10000 characters"),
        ("evaluate.card", {"arguments": {"text": "1 + ?"}}, "column 5"),
        ("play.view", {"arguments": {"expression": 1}}, "expected text for expression"),
    ],
)
def test_bad_arguments_are_answered_in_one_line(
    plain: Server, task: str, body: dict[str, Any], message: str
) -> None:
    (line,) = lines(plain, task, **body)
    assert set(line["error"]) == {"kind", "message", "column"}
    assert message in line["error"]["message"]
    assert "\n" not in line["error"]["message"]
    assert len(line["error"]["message"]) < 300


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b"[" * 50_000,
        b"9" * 5_000,
        b'{"arguments": []}',
        b'{"seconds": "many"}',
        b'{"seconds": 1e999}',
        b'{"seconds": -1}',
        b'{"seconds": true}',
        b'{"tab": 5}',
        b'{"tab": "' + b"x" * 100 + b'"}',
        b'{"other": 1}',
    ],
)
def test_bad_requests_are_refused(plain: Server, content: bytes) -> None:
    answer = httpx.post(f"{plain.url}api/task/evaluate.check", content=content, timeout=None)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"].startswith("expected")


def test_long_requests_and_other_sites_are_refused(plain: Server) -> None:
    address = f"{plain.url}api/task/evaluate.check"
    assert httpx.post(address, content=b" " * 1_100_000, timeout=None).status_code == 413
    headers = {"origin": "http://example.org"}
    assert httpx.post(address, json={}, headers=headers, timeout=None).status_code == 403
    assert httpx.get(address, timeout=None).status_code == 404


def test_a_client_that_leaves_takes_its_task_along(plain: Server) -> None:
    address = httpx.URL(f"{plain.url}api/task/evaluate.card")
    body = json.dumps({"arguments": {"text": HOPELESS}})
    head = f"POST {address.path} HTTP/1.1\r\nHost: {address.host}:{address.port}\r\n"
    with socket.create_connection((address.host, address.port)) as connection:
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        until(lambda: health(plain)["running"])
    until(lambda: not health(plain)["running"])


def test_pages_are_documents_that_start_no_work(plain: Server) -> None:
    for path in ("", "play", "explore", "tables", "papers"):
        answer = httpx.get(f"{plain.url}{path}", params={"e": HOPELESS}, timeout=None)
        assert answer.status_code == 200
        assert "unsafe-eval" not in answer.headers["content-security-policy"]
        assert HOPELESS not in answer.text
    assert health(plain)["running"] == 0
