"""Asks a server much, for a while: good things, bad things, hopeless things, and half a request.

``python tests/drills/soak.py --seconds 300`` starts ``farstar serve`` and prints what it answered,
and how long a short request waited beside ten hopeless ones of as many addresses. A fault of the
server, an answer that is wrong, memory that keeps growing, or a worker that is left behind ends the
drill with an error.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import httpx

GOOD = [
    "{3||2|1} + +-1",
    "E(11,8)",
    "^ + ^",
    "Domineering(..|..)",
]
BAD = ["", "1 +", "{" * 3000, "Nosuch(1)", "E(0,0)", "\x00", "é", "1/3", "x" * 20_000]
HOPELESS = " + ".join(f"+-{2**i}" for i in range(40))
ALLOWED = {200, 400, 404, 405, 413, 414, 422, 429, 503, 504}
LARGEST_GROWTH = 150 << 20
PATIENCE = 600
"""Seconds after which an answer has failed to come; the machine may be busy."""
NEW_CONNECTIONS = httpx.Limits(max_keepalive_connections=0)
"""A connection that is kept may be closed just when it is used again."""


class Soak:
    """Callers that ask until the time is up."""

    def __init__(self, url: str, seconds: float, values: dict[str, str]) -> None:
        self.url, self.end, self.values = url, time.monotonic() + seconds, values
        self.answers: Counter[int] = Counter()
        self.faults: list[str] = []
        self._lock = threading.Lock()

    def ask(self, seed: int) -> None:
        """Ask one thing after the other."""
        rng = random.Random(seed)
        with httpx.Client(base_url=self.url, timeout=PATIENCE, limits=NEW_CONNECTIONS) as client:
            while time.monotonic() < self.end and not self.faults:
                try:
                    self.one(rng, client)
                except httpx.HTTPError as error:
                    self.faults.append(f"no answer: {error!r}")

    def one(self, rng: random.Random, client: httpx.Client) -> None:
        """Ask one thing."""
        kind = rng.random()
        if kind < 0.6:
            text, value = rng.choice(list(self.values.items()))
            answer = client.get("api/eval", params={"expression": text})
            if answer.status_code == 200 and answer.json()["value"] != value:
                self.faults.append(f"{text} is {answer.json()['value']}")
        elif kind < 0.8:
            answer = client.get("api/moves", params={"expression": rng.choice(BAD)})
        elif kind < 0.9:
            answer = client.post("api/eval", content=rng.randbytes(rng.randrange(200)))
        elif kind < 0.94:
            answer = client.get("api/eval", params={"expression": HOPELESS})
        elif kind < 0.97:
            return self.hang_up()
        else:
            answer = client.get(rng.choice(["", "api/health", "api/nosuch", "papers"]))
        with self._lock:
            self.answers[answer.status_code] += 1
        if answer.status_code not in ALLOWED:
            self.faults.append(f"{answer.request.url}: {answer.status_code} {answer.text[:200]}")
        return None

    def hang_up(self) -> None:
        """Send half a request and go."""
        host, port = re.findall(r"//([^:/]+):(\d+)", self.url)[0]
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
            connection.sendall(b"GET /api/eval?expression=1 HTTP/1.1\r\nHost: ")


def longest_wait(url: str, requests: int = 20) -> float:
    """Return the seconds that a short request waits at most while ten hopeless ones are there."""
    host, port = re.findall(r"//([^:/]+):(\d+)", url)[0]
    target = httpx.URL(f"{url}api/eval", params={"expression": HOPELESS}).raw_path.decode()
    waits = []
    with contextlib.ExitStack() as stack:
        for number in range(10):
            address = ((host, int(port)), PATIENCE, (f"127.0.0.{number + 2}", 0))
            connection = stack.enter_context(socket.create_connection(*address))
            connection.sendall(f"GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        client = stack.enter_context(httpx.Client(base_url=url, timeout=PATIENCE))
        for _ in range(requests):
            start = time.monotonic()
            answer = client.get("api/eval", params={"expression": "*2 + *3"})
            waits.append(time.monotonic() - start)
            assert answer.json()["value"] == "*", answer.text
    return max(waits)


def memory_of(pid: int) -> int:
    """Return the bytes that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


def workers_of(pid: int) -> list[int]:
    """Return the children of a process."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in text.split()]


def expected_values() -> dict[str, str]:
    """Return the texts with their values, which this process works out for itself."""
    import farstar as fs

    return {text: str(getattr(fs.parse(text), "value", None) or fs.parse(text)) for text in GOOD}


def run(seconds: float, callers: int = 6) -> str:
    """Start a server, soak it, stop it; return what was found."""
    command = [sys.executable, "-m", "farstar", "serve", "--no-browser", "--port", "0"]
    options = ["--workers", "2", "--time-limit", "2", "--rate", "100000"]
    server = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        match = re.search(r"http://\S+/", server.stdout.readline())
        assert match, "the server did not start"
        report = _soak(server.pid, match[0], seconds, callers)
        workers = workers_of(server.pid)
        server.send_signal(signal.SIGINT)
        code = server.wait(PATIENCE)
        assert code in (0, 130), f"the server ended with {code}"
        left = [pid for pid in workers if Path(f"/proc/{pid}").exists()]
        assert not left, f"workers were left behind: {left}"
    finally:
        server.kill()
        server.communicate()
    return report


def _soak(pid: int, url: str, seconds: float, callers: int) -> str:
    # What is loaded with the first requests is no growth.
    _ask(Soak(url, min(seconds, 5), expected_values()), callers)
    before = memory_of(pid)
    soak = Soak(url, seconds, expected_values())
    _ask(soak, callers)
    grown = memory_of(pid) - before
    assert not soak.faults, soak.faults[0]
    assert soak.answers[200] > 0
    assert grown < LARGEST_GROWTH, f"the server grew by {grown >> 20} MiB"
    health = httpx.get(f"{url}api/health", timeout=PATIENCE)
    assert health.status_code == 200
    answers = ", ".join(f"{code}: {count}" for code, count in sorted(soak.answers.items()))
    return (
        f"{sum(soak.answers.values())} answers ({answers}), memory grew by {grown >> 10} KiB, "
        f"a short request waited {longest_wait(url):.2f} s at most beside ten hopeless ones"
    )


def _ask(soak: Soak, callers: int) -> None:
    threads = [threading.Thread(target=soak.ask, args=(seed,)) for seed in range(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    print(run(parser.parse_args().seconds))
