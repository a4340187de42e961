"""Tasks in a browser without a server: Pyodide calls `answer` in a web worker."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable

from farstar.errors import FarstarError
from farstar.web.answers import error_line, progress_line, result_line


def answer(name: str, arguments: str, seconds: float, tell: Callable[[str], object]) -> str:
    """Run a task and return its last line, as the server sends it.

    The `arguments` are JSON, and `tell` is called with lines about progress.

    Examples
    --------
    >>> answer("evaluate.check", '{"text": "3+-1"}', 5, print)
    '{"result":{"normalised":"3 + +-1"}}'
    """
    from farstar.reports import error_report, limits
    from farstar.web import tasks

    def progress(done: float, total: float, text: str = "") -> None:
        tell(progress_line({"done": done, "total": total, "text": text}))

    try:
        with limits(seconds, None):
            return result_line(tasks.run(name, json.loads(arguments), progress))
    except FarstarError as error:
        report = error_report(error)
        return error_line(str(report["kind"]), str(report["message"]), report.get("column"))
    except (MemoryError, RecursionError):
        return error_line("BudgetExceeded", "out of memory: this needs more than a browser has")
    except Exception as error:
        traceback.print_exception(error)
        return error_line(
            "InternalError", "internal error, please report it; the console says more"
        )
