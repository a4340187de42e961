"""What the log says of messages that no page of ours sends, and of requests that are cut off.

Pages talk to the server through a socket, and so can anybody else. A message that cannot be read is
no fault of the server: the log has one line about it, instead of a traceback for each.
"""

from __future__ import annotations

import asyncio
import logging
import traceback

_SOCKETS = ("engineio.server", "socketio.server")
_OTHERS = ("asyncio", "nicegui", "uvicorn.error")
"""Logs that also contain our own errors."""

_HANDLERS = ("AsyncServer._handle_event", "AsyncSocket.")
"""The tasks in which messages are handled."""

_READERS = ("engineio.", "socketio.", "uvicorn.protocols.")
"""The modules that read messages."""

_LONGEST = 120


class OneLine(logging.Filter):
    """Makes one line of an error in reading a message.

    Examples
    --------
    >>> line = logging.LogRecord("engineio.server", logging.ERROR, "", 0, "message error", (), None)
    >>> line.exc_info = (ValueError, ValueError("not a number"), None)
    >>> OneLine().filter(line), line.getMessage(), line.exc_info
    (True, 'ignored a message that no page sends (ValueError: not a number)', None)
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Change a record about a message; let all records pass."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, asyncio.CancelledError):
            _make_line(record, "a request was cut off (%s)", error)
        elif error is not None and _is_about_a_message(record, error):
            _make_line(record, "ignored a message that no page sends (%s)", error)
        return True


def _make_line(record: logging.LogRecord, words: str, error: BaseException) -> None:
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    record.msg = words
    record.args = (reason if len(reason) <= _LONGEST else f"{reason[:_LONGEST]}…",)
    record.exc_info = record.exc_text = None


def _is_about_a_message(record: logging.LogRecord, error: BaseException) -> bool:
    if record.name in _SOCKETS or any(name in record.getMessage() for name in _HANDLERS):
        return True
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return bool(frames) and str(frames[-1].f_globals.get("__name__")).startswith(_READERS)


def quieten() -> None:
    """Let the logs have lines about messages."""
    for name in (*_SOCKETS, *_OTHERS):
        logger = logging.getLogger(name)
        if not any(isinstance(known, OneLine) for known in logger.filters):
            logger.addFilter(OneLine())
