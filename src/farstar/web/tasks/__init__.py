"""The tasks that workers can run, by name.

The name of a task is that of its module here and that of its function, such as
``"evaluate.report"``. A task takes plain data and returns plain data (numbers, text, bytes, lists
and dictionaries of them), since it runs in another process. A page asks for it by
``await pool.run("evaluate.report", {"text": "*2"})``; nothing else can be run in a worker.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

MODULES = ("evaluate", "explore", "papers", "play", "tables")
"""The modules with tasks, one for each page."""

Function = TypeVar("Function", bound=Callable[..., Any])

_tasks: dict[str, Callable[..., Any]] = {}


def task(function: Function) -> Function:
    """Register a function as a task.

    If it has an argument ``progress``, the worker passes a function that takes what is done, what
    is to be done, and a few words: ``progress(30, 100, "rows")``, which are shown on the waiting
    page.

    Examples
    --------
    >>> find("evaluate.check")("1 + ?")["column"]
    4
    """
    _tasks[f"{function.__module__.rpartition('.')[2]}.{function.__name__}"] = function
    return function


def find(name: str) -> Callable[..., Any]:
    """Return the task called `name`.

    Raises
    ------
    KeyError
        If there is none.
    """
    module = name.partition(".")[0]
    if module in MODULES:
        import_module(f"farstar.web.tasks.{module}")
    return _tasks[name]
