"""The tasks that workers can run, by name.

The name of a task is that of its page and that of its function, such as
``"evaluate.report"``. A task takes plain data and returns plain data (numbers, text, bytes, lists
and dictionaries of them), since it runs in another process, or in the worker of a browser. Pages
ask for it by name; nothing else can be run.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from farstar.errors import NotationError
from farstar.plugins import merged
from farstar.rules import forget_oldest

_INCLUDED = (
    "all_sizes",
    "evaluate",
    "explore",
    "learn",
    "play",
    "surveys",
    "tables",
    "worksheet",
)
"""The pages of the workbench, and what several share; their tasks are in modules of these names."""

Function = TypeVar("Function", bound=Callable[..., Any])

Progress = Callable[..., None]
"""Is called with what is done, what is to be done, and a few words."""

_tasks: dict[str, Callable[..., Any]] = {}

MOST_REMEMBERED = 250_000
"""Results of searches that are kept for the next task."""

_KINDS = {str: "text", int: "a whole number", bool: "true or false", float: "a number"}
_LONGEST_SHOWN = 60


def task(function: Function) -> Function:
    """Register a function as a task.

    The annotations of its parameters are checked when it is run. If it has a parameter
    ``progress``, that is a function which takes what is done, what is to be done, and a few words:
    ``progress(30, 100, "rows")``, which are shown on the waiting page.

    Examples
    --------
    >>> find("evaluate.check")("1 + ?")["column"]
    4
    """
    _tasks[f"{function.__module__}.{function.__name__}"] = function
    return function


def find(name: str) -> Callable[..., Any]:
    """Return the task called `name`."""
    page, _, function = name.partition(".")
    pages = merged("pages")
    module = pages[page].tasks if page in pages else ""
    if page in _INCLUDED:
        module = f"farstar.web.tasks.{page}"
    if module:
        import_module(module)
    if f"{module}.{function}" not in _tasks:
        raise NotationError(f"expected the name of a task, got {name[:_LONGEST_SHOWN]!r}")
    return _tasks[f"{module}.{function}"]


def run(name: str, arguments: Mapping[str, Any], progress: Progress) -> Any:
    """Run the task called `name` with arguments from outside, which are checked first.

    Examples
    --------
    >>> run("evaluate.check", {"text": "3+-1"}, print)
    {'normalised': '3 + +-1'}
    >>> run("evaluate.check", {"text": 3}, print)
    Traceback (most recent call last):
    ...
    farstar.errors.NotationError: expected text for text, got 3
    """
    function = find(name)
    parameters = inspect.signature(function).parameters
    types = get_type_hints(function)
    for key in arguments:
        if key not in parameters or key == "progress":
            raise NotationError(f"{name} takes no argument {key[:_LONGEST_SHOWN]!r}")
    for key, parameter in parameters.items():
        if key in arguments:
            _check(key, arguments[key], types.get(key, Any))
        elif parameter.default is parameter.empty and key != "progress":
            raise NotationError(f"{name} needs the argument {key}")
    try:
        if "progress" in parameters:
            return function(**arguments, progress=progress)
        return function(**arguments)
    finally:
        forget_oldest(MOST_REMEMBERED)


def _check(key: str, value: object, kind: Any) -> None:
    if not _fits(value, kind):
        from farstar.reports import shorten

        given = shorten(repr(value), _LONGEST_SHOWN)
        raise NotationError(f"expected {_name(kind)} for {key}, got {given}")


def _fits(value: object, kind: Any) -> bool:
    """Return whether plain data is of a type; lists stand for tuples, as in JSON."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return True
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is list or (origin is tuple and parts[-1:] == (...,)):
        return isinstance(value, list | tuple) and all(_fits(item, parts[0]) for item in value)
    if origin is tuple:
        return (
            isinstance(value, list | tuple)
            and len(value) == len(parts)
            and all(map(_fits, value, parts))
        )
    if origin is dict:
        return isinstance(value, dict) and all(
            _fits(key, parts[0]) and _fits(item, parts[1]) for key, item in value.items()
        )
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    # A truth value is no number here, though Python thinks so.
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _name(kind: Any) -> str:
    if kind is NoneType:
        return "null"
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(_name(part) for part in get_args(kind))
    if get_origin(kind) in (list, tuple):
        return "a list"
    return _KINDS.get(kind, "an object")
