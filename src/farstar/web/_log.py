"""What the log says of messages that no page of ours sends.

Pages talk to the server through a socket, and so can anybody else. A message that cannot be read is
no fault of the server: the log has one line about it, instead of a traceback for each.
"""

from __future__ import annotations

import logging

_SOCKETS = ("engineio.server", "socketio.server")
_TASKS = "asyncio"
_HANDLERS = ("AsyncServer._handle_event", "AsyncSocket.")
"""Where a task of the sockets can fail."""

_LONGEST = 120


class OneLine(logging.Filter):
    """Makes one line of an error in reading a message.

    Examples
    --------
    >>> made = logging.LogRecord("engineio.server", logging.ERROR, "", 0, "message error", (), None)
    >>> made.exc_info = (ValueError, ValueError("not a number"), None)
    >>> OneLine().filter(made), made.getMessage(), made.exc_info
    (True, 'ignored a message that no page sends (ValueError: not a number)', None)
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Change a record about a message; let all records pass."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None or not _is_about_a_message(record):
            return True
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        record.msg = "ignored a message that no page sends (%s)"
        record.args = (reason if len(reason) <= _LONGEST else f"{reason[:_LONGEST]}…",)
        record.exc_info = record.exc_text = None
        return True


def _is_about_a_message(record: logging.LogRecord) -> bool:
    if record.name in _SOCKETS:
        return True
    return any(name in record.getMessage() for name in _HANDLERS)


def quieten() -> None:
    """Let the logs of the sockets be lines."""
    for name in (*_SOCKETS, _TASKS):
        logger = logging.getLogger(name)
        if not any(isinstance(known, OneLine) for known in logger.filters):
            logger.addFilter(OneLine())
