"""What the code of a function does not show: indirect lookups, and parts of libraries replaced.

A function that calls ``globals()`` or ``eval`` may depend on anything, so a program with such
functions cannot be recognised. A program may also put functions of its own in the place of builtins
or of parts of a library. Those can be found, and compared like the rest of the program.
"""

from __future__ import annotations

import builtins
import functools
import sys
import types
from collections.abc import Iterator
from typing import Any

from farstar.surveys._libraries import library_of

_LOOKUP_NAMES = frozenset(
    [
        "__builtins__",
        "__globals__",
        "__import__",
        "__self__",
        "__subclasses__",
        "_getframe",
        "currentframe",
        "f_builtins",
        "f_globals",
        "f_locals",
        "import_module",
    ]
)
"""Attributes of functions, classes, frames and modules by which anything can be found."""

_OTHER_NAMES = {"EnvironmentError": "OSError", "IOError": "OSError", "WindowsError": "OSError"}
_NO_FUNCTIONS = frozenset(
    (
        "Ellipsis",
        "NotImplemented",
        "copyright",
        "credits",
        "exit",
        "help",
        "license",
        "quit",
        "__debug__",
        "__doc__",
        "__loader__",
        "__name__",
        "__package__",
        "__spec__",
    )
)
"""Names of builtins that Python's site module and interpreter put there."""

_HOMES_OF_BUILTINS = ("builtins", "io", "_io")

_NOT_IN_ROWS = tuple(f"farstar.{room}" for room in ("cli", "figures", "notebook", "surveys", "web"))
"""Parts of Farstar that compute no cell of a row."""


def names_of(code: types.CodeType) -> set[str]:
    """Return all names that code uses, of globals and of attributes, inner functions included."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= names_of(constant)
    return names


def _texts_of(code: types.CodeType) -> set[str]:
    texts = {constant for constant in code.co_consts if isinstance(constant, str)}
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            texts |= _texts_of(constant)
    return texts


def indirect_lookup(code: types.CodeType) -> str | None:
    """Return by what attribute code looks things up indirectly; None if it does not.

    Examples
    --------
    >>> indirect_lookup((lambda f: f.__globals__["settings"]).__code__)
    '__globals__'
    >>> indirect_lookup((lambda self: self.modules).__code__)
    """
    # getattr finds attributes by texts.
    return min((names_of(code) | _texts_of(code)) & _LOOKUP_NAMES, default=None)


def is_genuine_builtin(name: str, thing: object) -> bool:
    """Tell whether a builtin is Python's own.

    Examples
    --------
    >>> is_genuine_builtin("max", max), is_genuine_builtin("max", min)
    (True, False)
    """
    if isinstance(thing, types.BuiltinFunctionType | type):
        home = thing.__module__
        return home in _HOMES_OF_BUILTINS and thing.__name__ == _OTHER_NAMES.get(name, name)
    return name in _NO_FUNCTIONS


def replaced() -> dict[str, object]:
    """Return what a program has put in the place of builtins and of parts of Farstar, by name."""
    found = {
        f"builtins.{name}": thing
        for name, thing in vars(builtins).items()
        # What the last line of a session gave.
        if name != "_" and not is_genuine_builtin(name, thing) and _is_callable_of(thing)
    }
    for name, module in sorted(sys.modules.items()):
        is_ours = name == "farstar" or name.startswith("farstar.")
        if is_ours and not name.startswith(_NOT_IN_ROWS) and isinstance(module, types.ModuleType):
            found |= {f"{name}.{path}": thing for path, thing in replaced_in(module)}
            for kind in list(vars(module).values()):
                if isinstance(kind, type) and kind.__module__ == name:
                    where = f"{name}.{kind.__qualname__}"
                    found |= {f"{where}.{path}": thing for path, thing in replaced_in(kind)}
    return found


def _is_callable_of(thing: object) -> bool:
    """Tell whether a thing in the place of a builtin is a function or a class, and no library's."""
    if isinstance(thing, types.BuiltinFunctionType):
        return True
    return is_users_own(thing)


def replaced_in(library: types.ModuleType | type) -> Iterator[tuple[str, object]]:
    """Yield the members of a module or a class of a library that belong to the user."""
    for name, member in list(vars(library).items()):
        if is_users_own(member):
            yield name, member


def is_users_own(thing: Any) -> bool:
    """Tell whether a thing is a function or a class that belongs to no library."""
    if isinstance(thing, property):
        return any(map(is_users_own, (thing.fget, thing.fset, thing.fdel)))
    if isinstance(thing, staticmethod | classmethod | types.MethodType):
        return is_users_own(thing.__func__)
    if isinstance(thing, functools.partial | functools.cached_property):
        return is_users_own(thing.func)
    if isinstance(thing, functools._lru_cache_wrapper):
        return is_users_own(thing.__wrapped__)
    if isinstance(thing, types.FunctionType):
        file, home = thing.__code__.co_filename, str(thing.__globals__.get("__name__", ""))
        if file == "<string>":
            # Data classes and named tuples make their functions from texts.
            return library_of(home) is None and not home.startswith("namedtuple_")
        is_typed_in = file.startswith("<") and not file.startswith("<frozen ")
        return is_typed_in or library_of(home) is None
    return isinstance(thing, type) and library_of(thing.__module__) is None
