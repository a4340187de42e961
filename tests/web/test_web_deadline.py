"""A connection on which a request never ends is closed; the tests have a clock of their own."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any

import pytest

pytest.importorskip("uvicorn")

import uvicorn
from uvicorn.server import ServerState

from farstar.web import _server
from farstar.web.application import protocol_with_deadline
from farstar.web.settings import Settings

REQUEST = b"POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody"


class Timer:
    def __init__(self, seconds: float, call: Callable[[], object]) -> None:
        self.seconds, self.call, self.is_cancelled = seconds, call, False

    def cancel(self) -> None:
        self.is_cancelled = True


class Task:
    def add_done_callback(self, call: Callable[[object], object]) -> None:
        pass


class Loop:
    """Notes what is to be called when; time passes as the test says."""

    def __init__(self) -> None:
        self.timers = list[Timer]()
        self.answers = list[Coroutine[Any, Any, None]]()

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        self.timers.append(Timer(self.now() + seconds, call))
        return self.timers[-1]

    _now = 0.0

    def now(self) -> float:
        return self._now

    def pass_time(self, seconds: float) -> None:
        self._now += seconds
        for timer in self.timers:
            if timer.seconds <= self._now and not timer.is_cancelled:
                timer.is_cancelled = True
                timer.call()

    def create_task(self, answer: Coroutine[Any, Any, None]) -> Task:
        self.answers.append(answer)
        return Task()

    def answer(self) -> None:
        """Run the application on the last request."""
        with pytest.raises(StopIteration):
            self.answers.pop().send(None)


class Transport(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.is_closed = False
        self.sent = b""

    def abort(self) -> None:
        self.is_closed = True

    close = abort

    def is_closing(self) -> bool:
        return self.is_closed

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += bytes(data)

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading


async def application(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


Connection = tuple[Any, Loop, Transport]


@pytest.fixture
def connection() -> Iterator[Connection]:
    loop, transport = Loop(), Transport()
    config = uvicorn.Config(application, timeout_keep_alive=5, log_level="critical", lifespan="off")
    protocol: Any = protocol_with_deadline(30.0)(config, ServerState(), {}, loop)  # type: ignore[arg-type]
    protocol.connection_made(transport)
    yield protocol, loop, transport
    for answer in loop.answers:
        answer.close()


def test_nothing_is_sent(connection: Connection) -> None:
    _, loop, transport = connection
    loop.pass_time(29)
    assert not transport.is_closed
    loop.pass_time(1)
    assert transport.is_closed


@pytest.mark.parametrize("end", [5, 30, len(REQUEST) - 6, len(REQUEST) - 1])
def test_a_request_that_never_ends(end: int, connection: Connection) -> None:
    """Not even a byte every second keeps the connection."""
    protocol, loop, transport = connection
    protocol.data_received(REQUEST[: max(1, end - 28)])
    for i in range(max(1, end - 28), end):
        loop.pass_time(1)
        protocol.data_received(REQUEST[i : i + 1])
    assert not transport.is_closed
    loop.pass_time(30)
    assert transport.is_closed


def test_an_answer_may_take_long(connection: Connection) -> None:
    protocol, loop, transport = connection
    loop.pass_time(20)
    protocol.data_received(REQUEST)
    loop.pass_time(10_000)
    assert not transport.is_closed
    loop.answer()
    assert transport.sent.startswith(b"HTTP/1.1 200")
    assert not transport.is_closed


def test_the_next_request_has_its_own_time(connection: Connection) -> None:
    protocol, loop, transport = connection
    for _ in range(4):
        loop.pass_time(4)
        protocol.data_received(REQUEST[:40])
        loop.pass_time(20)
        protocol.data_received(REQUEST[40:])
        loop.pass_time(100)
        loop.answer()
    loop.pass_time(4)
    protocol.data_received(REQUEST[:40])
    loop.pass_time(26)
    assert transport.is_closed


def test_no_timer_is_left(connection: Connection) -> None:
    protocol, loop, _ = connection
    protocol.data_received(REQUEST[:10])
    protocol.connection_lost(None)
    assert all(timer.is_cancelled for timer in loop.timers)


@pytest.mark.parametrize("end", [0, 40, len(REQUEST) - 1])
def test_the_server_closes_such_connections(end: int) -> None:
    settings = Settings(port=0, open_browser=False, workers=1, request_time=0.01)
    with _server.listen(settings) as listener:
        server = _server._server(settings)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            with socket.create_connection(listener.getsockname()) as client:
                client.sendall(REQUEST[:end])
                # The end of what the server sends; without a limit it would never come.
                with suppress(ConnectionResetError):
                    while client.recv(1000):
                        pass
        finally:
            server.should_exit = True
            thread.join()
