"""One worker process, as the server sees it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import sys
from collections.abc import AsyncIterator
from typing import Any

from farstar.errors import FarstarError
from farstar.web._worker import LENGTH, packed

_ENDING = 2.0
"""Seconds in which a worker whose input has ended should end too."""

_SINGLE_THREADED = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MPLBACKEND": "agg"}


class WorkerLost(FarstarError):  # noqa: N818 - what happened
    """The process ended in the middle of something."""


class WorkerProcess:
    """A worker process; `start` makes one."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.tasks = 0
        """How many tasks it was given."""
        self.resident = 0
        """The memory that it took after the last one."""

    @classmethod
    async def start(cls, memory: int) -> WorkerProcess:
        """Start a process that may take `memory` bytes."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "farstar.web._worker",
            str(memory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **_SINGLE_THREADED},
            # Ctrl-C in a terminal is for the server, which then ends its workers.
            start_new_session=True,
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def is_lost(self) -> bool:
        """Whether the process has ended, or is about to."""
        return self._process.returncode is not None or self._killed

    _killed = False

    async def ready(self) -> None:
        """Wait until it can be asked."""
        await self._receive()

    async def ask(self, request: dict[str, Any]) -> AsyncIterator[tuple[str, Any]]:
        """Yield messages of progress, and last the result or the error."""
        self.tasks += 1
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(packed(request))
            await self._process.stdin.drain()
        # With uvloop, a pipe that was closed before is a RuntimeError.
        except (OSError, RuntimeError):
            raise await self._loss() from None
        while True:
            kind, data, *rest = await self._receive()
            yield kind, data
            if rest:
                self.resident = rest[0]
                return

    async def _receive(self) -> tuple[Any, ...]:
        assert self._process.stdout is not None
        try:
            head = await self._process.stdout.readexactly(LENGTH.size)
            body = await self._process.stdout.readexactly(LENGTH.unpack(head)[0])
        except (asyncio.IncompleteReadError, OSError):
            raise await self._loss() from None
        message: tuple[Any, ...] = pickle.loads(body)
        return message

    async def _loss(self) -> WorkerLost:
        self._killed = True
        code = await self._process.wait()
        how = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return WorkerLost(f"the worker process ended {how}")

    def kill(self) -> None:
        """End the process at once."""
        self._killed = True
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> None:
        """End the process: ask politely, then kill; wait until it is gone."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(_ENDING):
                await self._process.wait()
        except TimeoutError:
            self.kill()
            await self._process.wait()
