"""What the code of a function does not show: indirect lookups, and parts of libraries replaced.

A function that calls ``globals()`` or ``eval`` may depend on anything, so a program with such
functions cannot be recognised. A module that is used as ``module.name`` shows what is taken from
it, and so do ``getattr(module, "name")`` and ``from module import name``. One that is passed on as
a whole, to ``vars`` for example, may be asked for any name. That matters for a user's own modules,
whose members are part of the program, and for modules by which everything can be found, such as
``builtins`` or ``pickle``. A program may also put functions of its own in the place of builtins
or of parts of a library. Those can be found, and compared like the rest of the program.
"""

from __future__ import annotations

import builtins
import dis
import functools
import importlib
import importlib.util
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
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
    """Return whether a builtin is Python's own.

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
    """Return what a program has substituted for builtins and for parts of Farstar, by name."""
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
    """Return whether a substitute for a builtin is a function or class of the user."""
    if isinstance(thing, types.BuiltinFunctionType):
        return True
    return is_users_own(thing)


def replaced_in(library: types.ModuleType | type) -> Iterator[tuple[str, object]]:
    """Yield the members of a module or a class of a library that belong to the user."""
    for name, member in list(vars(library).items()):
        if is_users_own(member):
            yield name, member


def is_users_own(thing: Any) -> bool:
    """Return whether a thing is a function or a class that belongs to no library."""
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


# How code uses modules, as far as its instructions show it.


_UNPICKLING = frozenset({"load", "loads", "Unpickler", "_load", "_loads", "_Unpickler"})
_FINDERS: Mapping[str, frozenset[str]] = {
    "_pickle": _UNPICKLING,
    "builtins": frozenset({"__import__", "eval", "exec", "globals"}),
    "code": frozenset({"InteractiveConsole", "InteractiveInterpreter", "interact"}),
    "ctypes": frozenset({"cast", "py_object", "pythonapi"}),
    "gc": frozenset({"get_objects", "get_referents", "get_referrers"}),
    "importlib": frozenset({"__import__", "import_module", "reload"}),
    "inspect": frozenset({"currentframe", "getclosurevars", "getmodule", "stack", "trace"}),
    "marshal": frozenset({"load", "loads"}),
    "pickle": _UNPICKLING,
    "pkgutil": frozenset({"resolve_name"}),
    "pydoc": frozenset({"locate"}),
    "runpy": frozenset({"run_module", "run_path"}),
    "sys": frozenset({"_current_frames", "_getframe", "modules"}),
    "timeit": frozenset({"Timer", "repeat", "timeit"}),
    "typing": frozenset({"get_type_hints"}),
}
"""Members of modules that find things by texts, or otherwise without naming them."""

_WHOLE = frozenset({"__dict__", "__getattribute__", "__loader__", "__spec__"})
"""Attributes of a module through which all others are found."""

_NO_STEPS = frozenset({"CACHE", "EXTENDED_ARG", "NOP", "NOT_TAKEN", "PUSH_NULL"})
_SHARED_LOADS = frozenset(
    {
        "LOAD_CLASSDEREF",
        "LOAD_DEREF",
        "LOAD_FROM_DICT_OR_DEREF",
        "LOAD_FROM_DICT_OR_GLOBALS",
        "LOAD_GLOBAL",
        "LOAD_NAME",
    }
)
_ATTRIBUTE_READS = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
_ATTRIBUTE_CHANGES = frozenset({"DELETE_ATTR", "STORE_ATTR"})
_SIMPLE_LOADS = ("LOAD_CONST", "LOAD_DEREF", "LOAD_FAST", "LOAD_GLOBAL", "LOAD_SMALL_INT")
_BY_TEXT = frozenset({"getattr", "hasattr"})


def is_finder(thing: object) -> bool:
    """Return whether a thing is a module with members by which anything can be found."""
    return isinstance(thing, types.ModuleType) and thing.__name__ in _FINDERS


def finds_anything(thing: object) -> bool:
    """Return whether anything can be found by a thing, or by members of it if it is a module.

    Examples
    --------
    >>> import pickle
    >>> finds_anything(eval), finds_anything(pickle.loads), finds_anything(pickle.dumps)
    (True, True, False)
    """
    if thing is sys.modules or is_finder(thing):
        return True
    if not isinstance(thing, types.BuiltinFunctionType | types.FunctionType | type):
        return False
    home, name = thing.__module__, thing.__name__
    is_named_so = name in _FINDERS.get(home, ())
    return is_named_so and getattr(sys.modules.get(home), name, None) is thing


def use_of_modules(
    code: types.CodeType, around: Mapping[str, Any], inside: Mapping[str, Any]
) -> str | None:
    """Return by what use of a module code may find anything; None if there is no such use.

    `around` has the globals of the code, and `inside` what it closes over.

    Examples
    --------
    >>> import builtins, math
    >>> names = {"builtins": builtins, "math": math}
    >>> use_of_modules((lambda: builtins.eval("H")).__code__, names, {})
    'builtins.eval'
    >>> use_of_modules((lambda: vars(builtins)["eval"]("H")).__code__, names, {})
    'the whole module builtins'
    >>> use_of_modules((lambda n: builtins.max(n, math.pi)).__code__, names, {})
    """
    steps = [step for step in dis.get_instructions(code) if step.opname not in _NO_STEPS]
    known = {n: thing for n, thing in inside.items() if isinstance(thing, types.ModuleType)}
    for name, module, member in _imports(steps, str(around.get("__package__") or "")):
        thing = module if member is None else getattr(module, member, None)
        if member is not None and _is_telling(module, member):
            return f"{module.__name__}.{member}"
        if isinstance(thing, types.ModuleType):
            known[name] = thing
    for i, step in enumerate(steps):
        for name, is_last in _loaded(step, {*code.co_cellvars, *code.co_freevars}):
            thing = known.get(name, around.get(name))
            if isinstance(thing, types.ModuleType):
                found = _followed(thing, steps, i) if is_last else _whole(thing)
                if found is not None:
                    return found
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found = use_of_modules(constant, around, known)
            if found is not None:
                return found
    return None


def _imports(
    steps: Sequence[dis.Instruction], package: str
) -> Iterator[tuple[str, types.ModuleType, str | None]]:
    """Yield what import statements bind: a name, a module, and which member of it is bound."""
    module: Any = None
    member: str | None = None
    for i, step in enumerate(steps):
        if step.opname == "IMPORT_NAME":
            level, members = steps[i - 2].argval, steps[i - 1].argval
            module, member = _imported(str(step.argval), int(level), bool(members), package), None
        elif step.opname == "IMPORT_FROM":
            member = str(step.argval)
        elif step.opname in ("SWAP", "ROT_TWO") and member is not None:
            # ``import a.b.c as d`` goes from one module to the next.
            module, member = getattr(module, member, None), None
        elif step.opname.startswith("STORE_") and steps[i - 1].opname.startswith(
            ("IMPORT_", "POP_TOP")
        ):
            if isinstance(module, types.ModuleType):
                # Storing may be one step with the next load.
                name = step.argval[0] if isinstance(step.argval, tuple) else step.argval
                yield str(name), module, member
            member = None
        elif step.opname != "POP_TOP":
            module = member = None


def _imported(name: str, level: int, has_members: bool, package: str) -> types.ModuleType | None:
    """Return the module that an import statement gives: without members the outermost package."""
    try:
        whole = importlib.util.resolve_name("." * level + name, package) if level else name
        module = importlib.import_module(whole)
    except ImportError:
        return None
    return module if has_members else sys.modules.get(whole.partition(".")[0])


def _loaded(step: dis.Instruction, cells: set[str]) -> list[tuple[str, bool]]:
    """Return the variables that a step reads, and which of them is on top afterwards."""
    if step.opname in _SHARED_LOADS:
        return [(str(step.argval), True)]
    if "LOAD_FAST" not in step.opname or step.opname == "LOAD_FAST_AND_CLEAR":
        return []
    names = list(step.argval) if isinstance(step.argval, tuple) else [step.argval]
    if step.opname.startswith("STORE_"):
        del names[0]
    # A cell as a whole is only passed on to an inner function.
    return [(n, k == len(names)) for k, n in enumerate(names, 1) if n not in cells]


def _followed(module: types.ModuleType, steps: Sequence[dis.Instruction], i: int) -> str | None:
    """Return what is found by a module that step `i` loads, in the steps after it."""
    after = steps[i + 1] if i + 1 < len(steps) else None
    if after is None or after.opname in _ATTRIBUTE_CHANGES:
        return None
    is_by_text = i > 0 and _is_by_text(steps[i - 1 : i + 5])
    if after.opname not in _ATTRIBUTE_READS and not is_by_text:
        return _whole(module)
    name = str(after.argval)
    if _is_telling(module, name):
        return f"{module.__name__}.{name}"
    member = vars(module).get(name)
    if not isinstance(member, types.ModuleType):
        return None
    return _whole(member) if is_by_text else _followed(member, steps, i + 1)


def _is_by_text(steps: Sequence[dis.Instruction]) -> bool:
    """Return whether steps are ``getattr(module, "name")``, perhaps with a simple default."""
    if len(steps) < 4 or steps[0].argval not in _BY_TEXT:
        return False
    name, *rest = steps[2:]
    if not name.opname.startswith("LOAD_CONST") or not isinstance(name.argval, str):
        return False
    has_default = rest[0].opname.startswith(_SIMPLE_LOADS)
    call = rest[1] if has_default and len(rest) > 1 else rest[0]
    return call.opname in ("CALL", "PRECALL") and call.arg == (3 if has_default else 2)


def _whole(module: types.ModuleType) -> str | None:
    return f"the whole module {module.__name__}" if _is_watched(module) else None


def _is_telling(module: types.ModuleType, name: str) -> bool:
    """Return whether a member of a module leads to everything; submodules are examined later."""
    member = vars(module).get(name)
    if name in _FINDERS.get(module.__name__, ()) or (name in _WHOLE and _is_watched(module)):
        return True
    return not isinstance(member, types.ModuleType) and finds_anything(member)


def _is_watched(module: types.ModuleType) -> bool:
    return is_finder(module) or library_of(module.__name__) is None
