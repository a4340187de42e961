"""Connections that never finish a request are closed.

Uvicorn waits without end for the rest of a request, so that a client could hold any number of
connections open by sending a few bytes of each.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_UNFINISHED = (h11.IDLE, h11.SEND_BODY)
"""States of a client from which something is expected."""


def protocol_with_deadline(seconds: float) -> type[H11Protocol]:
    """Return the protocol of connections on which a request must arrive within so many seconds.

    The time begins when the connection is made and when the previous answer is finished. While
    an answer is computed or sent it does not run.
    """

    class Deadline(H11Protocol):
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(  # type: ignore[override]  # uvicorn's own annotation
            self, transport: asyncio.Transport
        ) -> None:
            super().connection_made(transport)
            self._set_deadline()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._set_deadline()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._set_deadline()

        def connection_lost(self, exc: Exception | None) -> None:
            self._cancel_deadline()
            super().connection_lost(exc)

        def _set_deadline(self) -> None:
            if self.transport.is_closing() or self.conn.their_state not in _UNFINISHED:
                self._cancel_deadline()
            elif self._deadline is None:
                self._deadline = self.loop.call_later(seconds, self.transport.abort)

        def _cancel_deadline(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

    return Deadline
