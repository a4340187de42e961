"""The JSON API: the answers of the command line, and refusals of everything else."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from farstar.errors import FarstarError, NotationError
from farstar.web.api import _STATUS
from farstar.web.tasks.play import load, save
from tests.running import run

from ..waiting import until
from .conftest import HOPELESS, NEW_CONNECTIONS, Server, health, run_async, running_server

pytestmark = pytest.mark.xdist_group("web")


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=None, limits=NEW_CONNECTIONS) as started:
        yield started


def command_line(*words: str) -> Any:
    return json.loads(run(*words).stdout)


@pytest.mark.parametrize("text", ["{3||2|1} - ^*2", "E(11,8)", "E(11,8) + A(3,2,1) - *2"])
def test_answers_are_those_of_the_command_line(client: httpx.Client, text: str) -> None:
    for name in ("eval", "moves", "explain"):
        wanted = command_line(name, "--json", "--", text)
        assert client.get(f"/api/{name}", params={"expression": text}).json() == wanted
        assert client.post(f"/api/{name}", json={"expression": text}).json() == wanted


def test_options_of_moves(client: httpx.Client) -> None:
    wanted = command_line("moves", "--json", "--misere", "--player", "left", "*2 + *2")
    given: dict[str, Any] = {"expression": "*2 + *2", "player": "left", "misere": True}
    assert client.post("/api/moves", json=given).json() == wanted
    assert client.get("/api/moves", params=given).json() == wanted


@pytest.mark.parametrize("text", ["E(11,8) >= ^^*", "{1|0} || 1/2", "1/3 < omega"])
def test_relations_are_answered_as_on_the_command_line(client: httpx.Client, text: str) -> None:
    wanted = command_line("eval", "--json", text)
    assert wanted["holds"] in (True, False)
    assert client.get("/api/eval", params={"expression": text}).json() == wanted
    assert client.post("/api/eval", json={"expression": text}).json() == wanted
    given: dict[str, Any] = {"expression": text, "misere": True}
    refused = client.post("/api/eval", json=given)
    assert refused.status_code == 400
    assert "one game under misère play" in refused.json()["error"]["message"]


def test_misere_play_is_answered_as_on_the_command_line(client: httpx.Client) -> None:
    wanted = command_line("eval", "--json", "--misere", "Kayles(5,7)")
    given: dict[str, Any] = {"expression": "Kayles(5,7)", "misere": True}
    assert client.post("/api/eval", json=given).json() == wanted
    assert client.get("/api/eval", params=given).json() == wanted


@pytest.mark.parametrize(
    ("text", "kind"), [("1 + ?", "NotationError"), ("E(0,1)", "IllegalPositionError")]
)
def test_errors_are_those_of_the_command_line(client: httpx.Client, text: str, kind: str) -> None:
    answer = client.get("/api/eval", params={"expression": text})
    assert answer.status_code == 400
    assert answer.json() == command_line("eval", "--json", text)
    assert answer.json()["error"]["kind"] == kind


def test_what_a_game_does_not_have_is_no_error_of_ours(client: httpx.Client) -> None:
    text = "tis + ^ + Clobber(xo)"
    answer = client.get("/api/moves", params={"expression": text})
    assert answer.status_code == 400
    assert answer.json() == command_line("moves", "--json", text)
    assert answer.json()["error"]["kind"] == "LoopyError"
    assert client.get("/api/eval", params={"expression": text}).json()["outcome"] is not None


def test_every_error_that_blames_what_was_given_has_a_status() -> None:
    blamed = (ValueError, OverflowError)
    kinds = [kind for kind in FarstarError.__subclasses__() if issubclass(kind, blamed)]
    kinds += [sub for kind in kinds for sub in kind.__subclasses__()]
    names = {kind.__name__ for kind in kinds if kind.__module__ == "farstar.errors"}
    assert {"NotationError", "LoopyError"} <= names
    assert {name for name in names if name[0] != "_"} <= _STATUS.keys()


BAD_REQUESTS: list[tuple[int, str, str, dict[str, Any]]] = [
    (400, "GET", "/api/eval", {}),
    (400, "GET", "/api/eval", {"params": {"expression": "1" * 10_001}}),
    (400, "GET", "/api/moves", {"params": {"expression": "1", "player": "up"}}),
    (400, "POST", "/api/eval", {"content": b"{"}),
    (400, "POST", "/api/eval", {"content": b"\xff\xfe"}),
    (400, "POST", "/api/eval", {"json": [1]}),
    (400, "POST", "/api/eval", {"json": {"expression": 7}}),
    (400, "POST", "/api/eval", {"json": {"expression": "1", "time_limit": 1e9}}),
    (400, "POST", "/api/eval", {"content": b"[" * 50_000}),
    (404, "GET", "/api/nothing", {}),
    (405, "DELETE", "/api/eval", {}),
    (405, "OPTIONS", "/api/eval", {}),
    (405, "POST", "/api/health", {}),
    (413, "POST", "/api/eval", {"content": b" " * 70_000}),
    (421, "GET", "/api/eval", {"headers": {"host": "example.org"}}),
    (421, "GET", "/", {"headers": {"host": "127.0.0.1.example.org"}}),
    (403, "POST", "/api/eval", {"headers": {"origin": "http://example.org"}}),
    (403, "POST", "/api/task/evaluate.check", {"headers": {"origin": "http://127.0.0.1:1"}}),
    (403, "GET", "/", {"headers": {"origin": "null"}}),
    (403, "GET", "/", {"headers": {"origin": "http://["}}),
    (403, "GET", "/api/eval", {"headers": {"origin": "http://["}}),
    (403, "POST", "/api/task/evaluate.check", {"headers": {"origin": "http://["}}),
    (421, "GET", "/", {"headers": {"host": "["}}),
]


@pytest.mark.parametrize(("status", "method", "path", "request_options"), BAD_REQUESTS)
def test_refusals_are_documented_objects(
    client: httpx.Client, status: int, method: str, path: str, request_options: dict[str, Any]
) -> None:
    answer = client.request(method, path, **request_options)
    assert answer.status_code == status
    report = answer.json()
    assert report["schema"].startswith("farstar.")
    assert set(report["error"]) == {"kind", "message", "column"}
    assert "\n" not in report["error"]["message"]
    assert "Traceback" not in answer.text


def test_methods_that_are_not_there_are_named(client: httpx.Client) -> None:
    answer = client.head("/api/eval")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST")
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("moves", [-1, 1e308, 10**30, True, "abc", None, {}, [1], [{"text": 1}]])
def test_transcripts_are_refused_in_one_line(moves: object) -> None:
    data = json.loads(save("Euclid(9,2)", moves=("3,2", "1,2")))
    with pytest.raises(NotationError, match="expected a game saved by farstar") as caught:
        load(json.dumps({**data, "moves": moves}))
    assert "\n" not in str(caught.value)


def test_more_than_was_announced_is_not_read(client: httpx.Client) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 10_000

    answer = client.post("/api/eval", content=endless())
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize("path", ["/api/eval", "/api/task/evaluate.check"])
@pytest.mark.parametrize("announced", [True, False])
def test_slow_writers_see_why_they_are_refused(server: Server, path: str, announced: bool) -> None:
    address = httpx.URL(server.url)
    part, parts = b" " * 400_000, 3
    length = f"Content-Length: {parts * len(part)}" if announced else "Transfer-Encoding: chunked"
    chunk = part if announced else b"%x\r\n%b\r\n" % (len(part), part)
    end = b"" if announced else b"0\r\n\r\n"
    with socket.create_connection((address.host, address.port or 80)) as connection:
        connection.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{length}\r\n\r\n".encode())
        for _ in range(parts):
            connection.sendall(chunk)
            time.sleep(0.1)  # gives a server that does not read to the end time to hang up
        connection.sendall(end)
        answer = connection.recv(12)
    assert answer in (b"HTTP/1.1 413", b"HTTP/1.1 400")


def test_no_file_is_served_but_ours(client: httpx.Client) -> None:
    for path in (
        "/static/../application.py",
        "/static/%2e%2e/application.py",
        "/static/",
        "/etc/passwd",
    ):
        assert client.get(path).status_code in (404, 405)


def test_every_answer_forbids_other_hosts(client: httpx.Client) -> None:
    for path in (
        "/",
        "/api/health",
        "/api/docs",
        "/static/css/base.css",
        "/static/app.js",
        "/nothing",
    ):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "http" not in policy
        assert "unsafe-eval" not in policy
        assert "script-src 'self';" in policy


def test_the_description_describes_what_is_there(client: httpx.Client) -> None:
    described = client.get("/api/openapi.json").json()
    assert set(described["paths"]) == {f"/api/{n}" for n in ("eval", "moves", "explain", "health")}
    page = client.get("/api/docs")
    assert page.status_code == 200
    for path in described["paths"]:
        assert path in page.text
    assert "https://" not in page.text


def test_a_client_that_leaves_takes_its_work_along() -> None:
    with running_server("--workers", "1", "--time-limit", "600", "--rate", "1000") as patient:
        address = httpx.URL(f"{patient.url}api/eval", params={"expression": HOPELESS})
        host = f"{address.host}:{address.port}"
        with socket.create_connection((address.host, address.port)) as connection:
            request = f"GET {address.raw_path.decode()} HTTP/1.1\r\nHost: {host}\r\n\r\n"
            connection.sendall(request.encode())
            until(lambda: health(patient)["running"])
        until(lambda: not health(patient)["running"])


def test_addresses_are_limited_in_rate_and_in_time() -> None:
    with running_server("--rate", "1", "--workers", "1", "--time-limit", "0.5") as slow:
        with httpx.Client(timeout=None, limits=NEW_CONNECTIONS) as asking:
            assert asking.get(f"{slow.url}api/health").status_code == 200
            while (answer := asking.get(f"{slow.url}api/health")).status_code == 200:
                pass
            assert (answer.status_code, answer.json()["error"]["kind"]) == (429, "Refused")
            while answer.status_code == 429:
                time.sleep(float(answer.headers["retry-after"]))
                answer = asking.get(f"{slow.url}api/eval", params={"expression": HOPELESS})
        assert answer.status_code == 504
        assert answer.json()["error"]["kind"] == "BudgetExceeded"


CLIENTS = 50


def patient_client(url: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=url, timeout=None, verify=False, limits=NEW_CONNECTIONS)


@pytest.mark.long
def test_fifty_clients_and_one_who_asks_for_the_impossible() -> None:
    """Everybody is answered or politely refused, and meanwhile pages are shown."""
    counts: dict[str, int] = {}
    pages = 0

    async def one(url: str, number: int) -> None:
        async with patient_client(url) as asking:
            for turn in range(2):
                text = f"*{number} + *{turn} - {{{number + 1}|{turn - number}}}"
                answer = await asking.get("/api/eval", params={"expression": text})
                kind = answer.json().get("error", {}).get("kind", "answered")
                assert (answer.status_code, kind) in {
                    (200, "answered"),
                    (429, "Refused"),
                    (503, "Refused"),
                }, answer.text
                counts[kind] = counts.get(kind, 0) + 1

    async def hopeless(url: str) -> None:
        async with patient_client(url) as asking:
            while True:
                await asking.get("/api/eval", params={"expression": HOPELESS})

    async def visitor(url: str) -> None:
        async with patient_client(url) as asking:
            nonlocal pages
            while True:
                assert (await asking.get("/")).status_code == 200
                pages += 1
                await asyncio.sleep(0.05)

    async def everybody(url: str) -> None:
        others = [asyncio.create_task(work) for work in (hopeless(url), visitor(url))]
        while not pages:
            await asyncio.sleep(0.01)
        before = pages
        await asyncio.gather(*(one(url, number) for number in range(CLIENTS)))
        assert pages > before
        assert not any(task.done() for task in others)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    with running_server("--workers", "2", "--rate", "500", "--time-limit", "10") as busy:
        run_async(everybody(busy.url))
        waiting = health(busy)["waiting"]
    assert counts["answered"] >= CLIENTS
    assert sum(counts.values()) == 2 * CLIENTS
    assert waiting == 0
