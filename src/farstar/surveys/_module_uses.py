"""How code uses modules, as far as its instructions show it.

A module that is used as ``module.name`` shows what is taken from it, and so do
``getattr(module, "name")`` and ``from module import name``. A module that is passed on as a whole,
to ``vars`` for example, may be asked for any name. That matters for the user's own modules, whose
members are part of the program, and for modules by which everything can be found, such as
``builtins`` or ``pickle``.
"""

from __future__ import annotations

import dis
import importlib
import importlib.util
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from farstar.surveys._libraries import library_of

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
    """Tell whether a thing is a module with members by which anything can be found."""
    return isinstance(thing, types.ModuleType) and thing.__name__ in _FINDERS


def finds_anything(thing: object) -> bool:
    """Tell whether a thing is one by which anything can be found, or a module that has such things.

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
    """Tell whether steps are ``getattr(module, "name")``, perhaps with a simple default."""
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
    """Tell whether a member of a module leads to everything; its submodules are looked at later."""
    member = vars(module).get(name)
    if name in _FINDERS.get(module.__name__, ()) or (name in _WHOLE and _is_watched(module)):
        return True
    return not isinstance(member, types.ModuleType) and finds_anything(member)


def _is_watched(module: types.ModuleType) -> bool:
    return is_finder(module) or library_of(module.__name__) is None
