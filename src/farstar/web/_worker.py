"""A worker process: reads requests on standard input, answers on standard output.

Both ways go frames, a length of four bytes and a pickle of plain data; only the server that
started the worker is at the other end. The worker ends when its input does, even in the middle of
a task, so that no worker outlives its server.
"""

from __future__ import annotations

import inspect
import os
import pickle
import queue
import resource
import struct
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

LENGTH = struct.Struct("!I")

_ENGINE_SHARE = 0.5
"""The part of a worker's memory that the engine's store may take."""

_PROGRESS_INTERVAL = 0.1


def packed(message: object) -> bytes:
    """Return a frame.

    Examples
    --------
    >>> frame = packed(("ready", {}))
    >>> LENGTH.unpack(frame[:4])[0] == len(frame) - 4
    True
    """
    body = pickle.dumps(message, protocol=5)
    return LENGTH.pack(len(body)) + body


def main() -> None:
    """Answer requests until there are no more."""
    answers = os.fdopen(os.dup(1), "wb")
    # What a library prints must not end up between the frames.
    os.dup2(2, 1)
    memory = int(sys.argv[1])
    _load()
    # On systems that do not know this limit, the engine's own has to do.
    if hasattr(resource, "RLIMIT_AS") and sys.platform != "darwin":
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    _send(answers, ("ready", {}))
    while True:
        _answer(requests.get(), answers, memory)


def _load() -> None:
    """Import what most requests need, once."""
    from farstar.web.tasks import find

    find("evaluate.check")("E(3,2)")


def _listen(source: BinaryIO, requests: queue.SimpleQueue[dict[str, Any]]) -> None:
    """Pass on requests; end the process when the server has gone."""
    while head := source.read(LENGTH.size):
        requests.put(pickle.loads(source.read(LENGTH.unpack(head)[0])))
    os._exit(0)


def _send(answers: BinaryIO, message: object) -> None:
    answers.write(packed(message))
    answers.flush()


def _answer(request: dict[str, Any], answers: BinaryIO, memory: int) -> None:
    try:
        reply: tuple[str, Any] = "result", _run(request, answers, memory)
    except Exception as error:
        reply = "error", _failure(error)
    try:
        frame = packed((*reply, _resident()))
    except Exception as error:
        frame = packed(("error", _failure(error), _resident()))
    answers.write(frame)
    answers.flush()


def _run(request: dict[str, Any], answers: BinaryIO, memory: int) -> Any:
    from farstar.reports import limits
    from farstar.web.tasks import find

    function = find(request["name"])
    arguments = dict(request["arguments"])
    if "progress" in inspect.signature(function).parameters:
        arguments["progress"] = _reporter(answers)
    with limits(request["seconds"], int(memory * _ENGINE_SHARE)):
        return function(**arguments)


def _reporter(answers: BinaryIO) -> Callable[[float, float, str], None]:
    """Return a function that tells the page how far the work is, not too often."""
    last = 0.0

    def progress(done: float, total: float, text: str = "") -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _PROGRESS_INTERVAL:
            last = now
            _send(answers, ("progress", {"done": done, "total": total, "text": text}))

    return progress


def _failure(error: Exception) -> dict[str, object]:
    from farstar.errors import FarstarError
    from farstar.reports import error_report

    if isinstance(error, MemoryError):
        return {"kind": "BudgetExceeded", "message": "out of memory", "column": None}
    if isinstance(error, FarstarError):
        return error_report(error)
    traceback.print_exception(error)
    message = "internal error, please report it; the log of the server says more"
    return {"kind": "InternalError", "message": message, "column": None}


def _resident() -> int:
    """Return the bytes of memory that this process takes, the peak where now is not known."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


if __name__ == "__main__":
    main()
