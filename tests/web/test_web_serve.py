"""Starting and stopping ``farstar serve``."""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import webbrowser
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from farstar.web import Settings, _server
from farstar.web._guard import Guard
from tests import running

from ..waiting import until
from .conftest import Server, asked_for_the_hopeless, health, run_async, running_server


def workers_of(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children]


def until_gone(pids: list[int]) -> None:
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_no_worker_outlives_a_server_that_is_killed() -> None:
    with running_server("--workers", "1") as running:
        until(lambda: health(running)["idle"] >= 2)
        with asked_for_the_hopeless(running):
            until(lambda: health(running)["running"])
            workers = workers_of(running.process.pid)
            assert len(workers) >= 2
            running.process.kill()
            code = running.process.wait()
            until_gone(workers)
    assert code == -signal.SIGKILL


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_ctrl_c_in_a_terminal_reaches_everybody_and_is_clean(tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    if "PYTHONPATH" in environment:
        environment["PYTHONPATH"] = str(Path(environment["PYTHONPATH"]).resolve())
    process = subprocess.Popen(
        [sys.executable, "-m", "farstar", "serve", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=tmp_path,
        start_new_session=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("Farstar is at http://127.0.0.1:")
    server = Server(line.split()[3], process)
    with asked_for_the_hopeless(server):
        until(lambda: health(server)["running"])
        workers = workers_of(process.pid)
    assert workers
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 0
    assert err == "stopped\n"
    until_gone(workers)
    assert list(tmp_path.iterdir()) == []  # nothing is written anywhere


run = partial(running.run, "serve")


def test_a_port_that_is_taken_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("--no-browser", "--port", str(port))
    assert result.exit_code == 2
    assert f"port {port}" in result.output
    assert "already in use" in result.output
    assert "--port 0" in result.output
    assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "example.org"])
def test_other_computers_only_if_asked_for(host: str) -> None:
    result = run("--host", host)
    assert result.exit_code == 2
    assert "--allow-remote" in result.output


def test_a_remote_server_warns_and_knows_its_names(capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings(host="0.0.0.0", hosts=("games.example.org",), open_browser=False)
    run_async(_server._announce(settings))
    assert "warning: everyone who can reach 0.0.0.0" in capsys.readouterr().err
    hosts = ("192.0.2.7", "games.example.org:8128", "localhost", "example.org")
    assert [is_answered(settings, host) for host in hosts] == [True, True, True, False]


def is_answered(settings: Settings, host: str) -> bool:
    """Tell whether the guard lets a request under this name of a host pass."""
    asked: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope)

    async def ignore(message: Any) -> None: ...

    async def nothing() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    headers = [(b"host", host.encode())]
    scope = {"type": "http", "path": "/", "headers": headers, "client": ("::1", 1)}
    run_async(Guard(app, settings)(scope, nothing, ignore))
    return bool(asked)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    result = run("--no-browser")
    assert result.exit_code == 2
    assert "farstar[web]" in result.output


@pytest.mark.parametrize("size", ["100MB", "lots"])
def test_limits_are_checked(size: str) -> None:
    result = run("--memory-limit", size)
    assert result.exit_code == 2
    assert "expected" in result.output


def test_the_browser_is_opened_unless_told_not_to(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    run_async(_server._announce(Settings(open_browser=False)))
    assert opened == []
    run_async(_server._announce(Settings(port=1234)))
    assert opened == ["http://127.0.0.1:1234/"]


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("localhost:8128", True),
        ("[::1]", True),
        ("[::1]:8128", True),
        ("[", False),
        ("farstar.localhost", True),
        ("10.0.0.1", False),
        ("127.0.0.1.example.org", False),
        ("", False),
    ],
)
def test_a_local_server_knows_only_local_names(host: str, known: bool) -> None:
    assert is_answered(Settings(), host) is known
