"""Tasks in a browser without a server: Pyodide calls `answer` in a web worker."""

from __future__ import annotations

import json
from collections.abc import Callable

from farstar.web.answers import error_line, failure, progress_line, result_line


def answer(name: str, arguments: str, seconds: float, tell: Callable[[str], object]) -> str:
    """Run a task and return its last line, as the server sends it.

    The `arguments` are JSON, and `tell` is called with lines about progress.

    Examples
    --------
    >>> answer("evaluate.check", '{"text": "3+-1"}', 5, print)
    '{"result":{"normalised":"3 + +-1"}}'
    """
    from farstar.reports import limits
    from farstar.web import tasks

    def progress(done: float, total: float, text: str = "") -> None:
        tell(progress_line({"done": done, "total": total, "text": text}))

    try:
        with limits(seconds, None):
            return result_line(tasks.run(name, json.loads(arguments), progress))
    except (MemoryError, RecursionError):
        return error_line("BudgetExceeded", "out of memory: this needs more than a browser has")
    except Exception as error:
        return error_line(**failure(error, "the console"))
