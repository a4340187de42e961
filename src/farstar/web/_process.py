"""One worker process, as the server sees it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import signal
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

from farstar.web._worker import LENGTH, STOP

_GRACE = 2.0
"""Seconds after its time, or after it was stopped, in which a task may end by itself."""

_ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MPLBACKEND": "agg"}

Progress = Callable[[dict[str, Any]], None]
"""Is told ``{"done", "total", "text"}`` now and then."""


class WorkerProcess:
    """A worker process; `started` makes one."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._input, self._read = process, process.stdin, process.stdout.readexactly
        self.pid = process.pid
        self._is_stopped = self._is_killed = False
        self.ended = asyncio.ensure_future(process.wait())
        """Is done when the process has ended."""
        self.tasks = 0
        """How many tasks it was given."""
        self.resident = 0
        """The memory that it took after the last one."""

    @property
    def is_lost(self) -> bool:
        """Whether the process has ended, or is about to."""
        return self._is_killed or self.ended.done()

    async def ask(self, message: dict[str, Any], on_progress: Progress) -> tuple[str, Any]:
        """Return ``"result"``, ``"error"`` or ``"stopped"``, and its data, whatever happens."""
        self.tasks += 1
        self._is_stopped = False
        limit = f"{message['seconds']:g} seconds"
        self._kill_after(message["seconds"] + _GRACE)
        try:
            # A process that has gone is noticed in reading; uvloop has errors of its own here.
            with contextlib.suppress(OSError, RuntimeError):
                self._input.write(pickle.dumps(message))
                await self._input.drain()
            while (answer := await self.receive())[0] == "progress":
                on_progress(answer[1])
            return answer
        except (EOFError, OSError):
            code = await asyncio.shield(self.ended)
            how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
            kind, text = "WorkerDied", f"the worker process ended {how}; ask for something smaller"
            if self._is_killed:
                kind, text = "BudgetExceeded", f"out of time: expected to finish within {limit}"
        except Exception:
            logging.getLogger("farstar.web").exception("a request failed")
            kind, text = "InternalError", "internal error; the log of the server says more"
            self.kill()
        finally:
            self._killer.cancel()
        return ("stopped" if self._is_stopped else "error"), {"kind": kind, "message": text}

    async def receive(self) -> tuple[str, Any]:
        """Return what the next message is, and its data; the first one is ``"ready"``."""
        message = await self._read(*LENGTH.unpack(await self._read(LENGTH.size)))
        kind, data, self.resident = pickle.loads(message)
        return kind, data

    def stop(self) -> None:
        """End the task; the process lives on, if it obeys."""
        self._is_stopped = True
        self._killer.cancel()
        if STOP is None:
            self.kill()
            return
        self._kill_after(_GRACE)
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(STOP)

    def kill(self) -> None:
        """End the process at once."""
        self._is_killed = True
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    def _kill_after(self, seconds: float) -> None:
        self._killer = asyncio.get_running_loop().call_later(seconds, self.kill)


@contextlib.asynccontextmanager
async def started(memory: int) -> AsyncIterator[WorkerProcess]:
    """Start a process that may take `memory` bytes; end it after the ``with`` block."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "farstar.web._worker", str(memory)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, **_ENVIRONMENT},
        # Ctrl-C in a terminal is for the server, which then ends its workers.
        start_new_session=True,
    )
    worker = WorkerProcess(process)
    try:
        await worker.receive()
        yield worker
    finally:
        worker.kill()
        await worker.ended
