"""Digests of programs: what the rows of a survey depend on, as one number.

A survey may be resumed only with the same question. For a game that is given as an object the
question is a program: the code of its functions, their defaults, what they close over, the globals
and helpers that they use, the base classes, and the arguments that the game was made with.
`digest` walks through all of these by value. Two programs have equal digests if they do the same
for the same reasons; line numbers, file names, comments and hash seeds do not matter. A digest is
the same in every process with the same minor version of Python.

Whatever belongs to a library counts by its name and version, but what a program has put in the
place of builtins or of parts of Farstar is part of that program. What cannot be compared by value,
such as an open file or a lock, is refused, and so are functions that look things up indirectly, by
``globals()`` or ``eval`` for example.
"""

from __future__ import annotations

import ast
import copyreg
import dis
import enum
import functools
import hashlib
import importlib
import importlib.util
import operator
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from fractions import Fraction
from typing import Any, NamedTuple

from farstar.errors import FarstarError, SurveyError
from farstar.rules import Ruleset
from farstar.surveys._indirect import (
    finds_anything,
    indirect_lookup,
    is_finder,
    is_genuine_builtin,
    is_users_own,
    names_of,
    replaced,
    replaced_in,
    use_of_modules,
)
from farstar.surveys._libraries import library_of
from farstar.values import Value

_SHORT = 16
"""Hexadecimal digits of the digest of a part: enough to tell which part has changed."""

_MOST_PARTS = 500
_MANY = 64

_NOTES = """
__abstractmethods__ __annotate__ __annotate_func__ __annotations__ __annotations_cache__
__dataclass_fields__ __dataclass_params__ __dict__ __doc__ __firstlineno__ __module__ __orig_bases__
__parameters__ __qualname__ __slotnames__ __static_attributes__ __type_params__ __weakref__
_abc_impl
"""
_NOT_PART_OF_A_CLASS = frozenset(_NOTES.split())
"""What Python notes about a class that does not change what the class does."""

_TEXTS: dict[type, Callable[[Any], bytes]] = {
    int: lambda number: hex(number).encode(),
    float: lambda number: number.hex().encode(),
    str: lambda text: text.encode("utf-8", "surrogatepass"),
    bytes: lambda data: data,
    **dict.fromkeys(
        (type(None), bool, type(...), type(NotImplemented)), lambda thing: repr(thing).encode()
    ),
}
"""The bytes by which the simplest things are compared."""

_MEMBERS = {
    range: ("start", "stop", "step"),
    complex: ("real", "imag"),
    Fraction: ("numerator", "denominator"),
}
_PARTS: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    property: lambda thing: (thing.fget, thing.fset, thing.fdel),
    staticmethod: lambda thing: (thing.__func__,),
    classmethod: lambda thing: (thing.__func__,),
    functools.cached_property: lambda thing: (thing.func,),
    functools._lru_cache_wrapper: lambda thing: (thing.__wrapped__,),
    types.MethodType: lambda thing: (thing.__func__, thing.__self__),
    types.MappingProxyType: lambda thing: (dict(thing),),
}
"""The parts by which compound things are compared."""

_IMMUTABLE = (*_TEXTS, complex, Fraction)
_GLOBAL_READS = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"})
_ABOUT_THE_MODULE = frozenset({"__file__", "__loader__", "__name__", "__package__", "__spec__"})
_DESCRIPTORS = (
    types.BuiltinFunctionType,
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
    types.MethodDescriptorType,
    types.MethodWrapperType,
    types.WrapperDescriptorType,
    types.ClassMethodDescriptorType,
)


class Identity(NamedTuple):
    """The digest of a program, and digests of its named parts, inner ones first."""

    digest: str
    parts: Mapping[str, str]

    def difference(self, other: Identity) -> str | None:
        """Return the innermost part that differs from `other`, None if nothing has a name."""
        # What one program alone has says more than what contains it.
        names = [n for n in (*self.parts, *other.parts) if (n in self.parts) != (n in other.parts)]
        names += self.parts
        return next((n for n in names if self.parts.get(n) != other.parts.get(n)), None)


UNKNOWN = Identity("", {})
"""The identity of a program that was not examined."""


def digest(**things: object) -> Identity:
    """Return a digest of some things, and of whatever they depend on.

    What cannot be compared by value is a `SurveyError`, which names it.

    Examples
    --------
    >>> def moves(n):
    ...     return [n - k for k in takes if k <= n]
    >>> takes = (1, 3, 4)
    >>> first = digest(game=moves)
    >>> takes = (1, 3, 5)
    >>> first.digest == digest(game=moves).digest, first.difference(digest(game=moves))
    (False, 'game.takes')
    """
    walk = _Walk()
    tokens = [walk.named(name, thing) for name, thing in things.items()]
    tokens += [walk.named(name, thing) for name, thing in sorted(replaced().items())]
    whole = _hash("program", *tokens)
    # The innermost parts are finished first: what is left out is close to the whole.
    parts = dict(list(walk.parts.items())[:_MOST_PARTS])
    return Identity(whole.hex(), parts)


def _hash(kind: str, *parts: bytes) -> bytes:
    whole = hashlib.sha256()
    for part in (kind.encode(), *parts):
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.digest()


def _text(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


class _Walk:
    """One walk through a program.

    Things that can change or that can contain themselves are numbered as they are met, and stand
    for their number when they are met again. Everything that has no order is sorted.
    """

    def __init__(self, seen: Mapping[int, int] | None = None, path: Iterable[str] = ()) -> None:
        self._seen = dict(seen or {})
        self._kept: list[object] = []
        self._path = list(path)
        self.parts: dict[str, str] = {}

    # How things are named in messages.

    def named(self, name: str, thing: object, *, is_watched: bool = False) -> bytes:
        """Return the token of a part that has a name.

        It is watched if `use_of_modules` sees what the program does with it.
        """
        with self._at(name):
            is_allowed = is_watched and is_finder(thing)
            token = self._numbered(thing) if is_allowed else self.token(thing)
            self.parts.setdefault(".".join(self._path), token.hex()[:_SHORT])
        return _hash("named", _text(name), token)

    @contextmanager
    def _at(self, name: str) -> Iterator[None]:
        self._path.append(name)
        try:
            yield
        finally:
            self._path.pop()

    def _refuse(self, thing: object, reason: str) -> SurveyError:
        where = ".".join(self._path)
        return SurveyError(
            "expected a program that can be recognised when the survey is resumed, "
            f"got {where}, a {type(thing).__qualname__}: {reason}; give the game as a file, or "
            "survey it without a folder"
        )

    # One token for each thing.

    def token(self, thing: object) -> bytes:
        """Return what stands for a thing in the digest."""
        kind = type(thing)
        if kind in _TEXTS:
            return _hash(kind.__name__, _TEXTS[kind](thing))
        try:
            return self._compound(thing)
        except RecursionError:
            raise self._refuse(thing, "it is nested too deeply") from None

    def _compound(self, thing: Any) -> bytes:
        kind = type(thing)
        if kind is tuple:
            return _hash("tuple", *self._sequence(thing))
        if kind is frozenset:
            return _hash("frozenset", *self._unordered(thing))
        if kind in _MEMBERS:
            return _hash(kind.__name__, *self._each(getattr(thing, m) for m in _MEMBERS[kind]))
        if isinstance(thing, types.CodeType):
            return self._code(thing)
        if isinstance(thing, Value):
            return self._value(thing)
        if finds_anything(thing):
            raise self._refuse(thing, "it can find anything, and what it finds is not known")
        if id(thing) in self._seen:
            return _hash("again", str(self._seen[id(thing)]).encode())
        self._seen[id(thing)] = len(self._seen)
        # A number stands for one thing only as long as that thing is alive.
        self._kept.append(thing)
        return self._numbered(thing)

    def _numbered(self, thing: Any) -> bytes:
        kind = type(thing)
        if kind is list:
            return _hash("list", *self._sequence(thing))
        if kind is dict:
            return _hash("dict", *(self.token(part) for item in thing.items() for part in item))
        if kind is set:
            return _hash("set", *self._unordered(thing))
        if isinstance(thing, types.FunctionType):
            return self._function(thing)
        if isinstance(thing, type):
            return self._class(thing)
        if isinstance(thing, types.ModuleType):
            return self._module(thing)
        return self._wrapped(thing)

    def _wrapped(self, thing: Any) -> bytes:
        for kind, parts in _PARTS.items():
            if isinstance(thing, kind):
                return _hash(kind.__name__, *self._each(parts(thing)))
        if isinstance(thing, enum.Enum):
            return _hash("member", self.token(type(thing)), _text(thing.name))
        if isinstance(thing, _DESCRIPTORS):
            return self._descriptor(thing)
        return self._object(thing)

    def _each(self, things: Iterable[object]) -> list[bytes]:
        return [self.token(thing) for thing in things]

    def _sequence(self, things: Sequence[Any]) -> list[bytes]:
        if len(things) > _MANY and set(map(type, things)) == {int}:
            # A range may be a list of a million numbers.
            return [",".join(map(hex, things)).encode()]
        return self._each(things)

    def _unordered(self, things: Iterable[object]) -> list[bytes]:
        """Return the tokens of things without an order: none may depend on those before it."""
        return sorted(_Walk(self._seen, self._path).token(thing) for thing in things)

    def _members(self, members: Mapping[str, object], *, is_watched: bool = False) -> list[bytes]:
        return [self.named(name, members[name], is_watched=is_watched) for name in sorted(members)]

    # Values and objects.

    def _value(self, value: Value) -> bytes:
        try:
            return _hash("value", _text(str(value)))
        except FarstarError:
            # Too long to be written: its graph will do, which takes less room.
            return _hash("graph", self.token(value.__reduce__()[1]))

    def _descriptor(self, thing: Any) -> bytes:
        owner = getattr(thing, "__self__", None)
        if owner is None or isinstance(owner, types.ModuleType):
            owner = getattr(thing, "__objclass__", getattr(thing, "__module__", None))
        return _hash("builtin", self.token(owner), _text(thing.__name__))

    def _object(self, thing: Any) -> bytes:
        """Return the token of an instance, from the parts of which copies of it are made."""
        reduce = copyreg.dispatch_table.get(type(thing))
        try:
            reduced: Any = thing.__reduce_ex__(2) if reduce is None else reduce(thing)
        except Exception as error:
            raise self._refuse(thing, str(error)) from None
        if isinstance(reduced, str):
            return _hash("global", self.token(type(thing)), _text(reduced))
        make, arguments, state, items, pairs = (*reduced, None, None, None)[:5]
        return _hash(
            "object",
            self.token(make),
            _hash("arguments", *self._each(arguments)),
            _hash("state", *self._state(type(thing), state)),
            _hash("items", *self._each(items or ())),
            _hash("pairs", *self._each(tuple(pair) for pair in pairs or ())),
        )

    def _state(self, kind: type, state: Any) -> list[bytes]:
        if state is None:
            return []
        if isinstance(state, tuple) and len(state) == 2 and isinstance(state[1], dict):
            return [*self._state(kind, state[0]), *self._state(kind, state[1])]
        if type(state) is not dict or not all(isinstance(name, str) for name in state):
            return [self.token(state)]
        # Whether a cached property has been computed yet does not matter.
        kept = {
            name: member
            for name, member in state.items()
            if not isinstance(getattr(kind, name, None), functools.cached_property)
        }
        return self._members(kept)

    # Programs.

    def _function(self, function: types.FunctionType) -> bytes:
        module = str(function.__globals__.get("__name__", ""))
        code = function.__code__
        library = None if _is_typed_in(code) else library_of(module)
        parts = [self._code(code), self.token(function.__defaults__)]
        parts.append(_hash("keywords", *self._members(function.__kwdefaults__ or {})))
        closed_over = _closed_over(function)
        for name in code.co_freevars:
            if name in closed_over:
                parts.append(self.named(name, closed_over[name], is_watched=True))
            else:
                parts.append(_hash("empty", _text(name)))
        if library is not None:
            return _hash("library function", _text(library), _text(module), *parts)
        attributes = {n: a for n, a in vars(function).items() if n != "__wrapped__"}
        parts += self._members(attributes)
        parts += self._globals(function)
        return _hash("function", *parts)

    def _code(self, code: types.CodeType) -> bytes:
        """Return the token of compiled code, without lines, files and names of functions."""
        counts = (
            code.co_argcount,
            code.co_posonlyargcount,
            code.co_kwonlyargcount,
            code.co_flags,
        )
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        return _hash(
            "code",
            code.co_code,
            code.co_exceptiontable,
            *self._each((counts, names)),
            _hash("constants", *self._each(code.co_consts)),
        )

    def _globals(self, function: types.FunctionType) -> list[bytes]:
        """Return the tokens of what a function looks up outside itself."""
        around: dict[str, Any] = function.__globals__
        code = function.__code__
        closed_over = _closed_over(function)
        lookup = indirect_lookup(code) or use_of_modules(code, around, closed_over)
        if lookup is not None:
            raise self._refuse(function, f"it uses {lookup}, and what that finds is not known")
        names, imports = _looked_up(code)
        used = names_of(code)
        # mypy knows this attribute or not, depending on what it has cached.
        unchecked: Any = function
        every_builtin = unchecked.__builtins__
        parts = []
        for name in sorted(names):
            if name in around:
                parts.append(self.named(name, around[name], is_watched=True))
                if isinstance(around[name], types.ModuleType):
                    parts += self._used_members(around[name], used)
            else:
                parts.append(self._builtin(name, every_builtin))
        package = str(around.get("__package__") or "")
        for wanted in sorted(imports):
            parts += self._imported(*wanted, package, used)
        return parts

    def _builtin(self, name: str, every: Mapping[str, Any]) -> bytes:
        thing = every.get(name)
        if finds_anything(thing):
            with self._at(name):
                return self.token(thing)
        if name not in every or is_genuine_builtin(name, thing):
            return _hash("builtin or missing", _text(name))
        return self.named(name, thing)

    def _used_members(self, module: types.ModuleType, used: Set[str]) -> list[bytes]:
        """Return the tokens of the members of a module that code may use, by their names.

        The text of a module does not tell what has become of its members since it was loaded.
        """
        members = {name: vars(module)[name] for name in used & vars(module).keys()}
        if library_of(module.__name__) is not None:
            return self._members(
                {n: m for n, m in members.items() if _is_immutable(m) or is_users_own(m)}
            )
        parts = self._members(members, is_watched=True)
        for name, member in sorted(members.items()):
            if isinstance(member, types.ModuleType) and member is not module:
                with self._at(name):
                    parts += self._used_members(member, used - {name})
        return parts

    def _imported(
        self, name: str, level: int, members: tuple[str, ...], package: str, used: Set[str]
    ) -> list[bytes]:
        """Return the tokens of the modules that an import statement loads, and of what is used."""
        try:
            whole = importlib.util.resolve_name("." * level + name, package) if level else name
            module = importlib.import_module(whole)
        except ImportError:
            return [_hash("missing", _text(name))]
        modules = [module]
        for member in members:
            if hasattr(module, "__path__") and not hasattr(module, member):
                try:
                    modules.append(importlib.import_module(f"{whole}.{member}"))
                except ImportError:
                    continue
            elif isinstance(submodule := getattr(module, member, None), types.ModuleType):
                modules.append(submodule)
        parts = []
        for submodule in modules:
            path = submodule.__name__.replace(".", "/")
            parts.append(self.named(path, submodule, is_watched=True))
            with self._at(path):
                parts += self._used_members(submodule, used)
        return parts

    def _class(self, kind: type) -> bytes:
        library = library_of(kind.__module__)
        if library is not None and _is_found(kind):
            name = _text(f"{kind.__module__}.{kind.__qualname__}")
            return _hash("library class", _text(library), name, *self._changed(kind, library))
        members = {n: m for n, m in vars(kind).items() if n not in _NOT_PART_OF_A_CLASS}
        if issubclass(kind, Ruleset):
            members.pop("_memos", None)
        parts = [self.token(type(kind))]
        parts += [self.named(base.__name__, base) for base in kind.__bases__]
        if issubclass(kind, enum.Enum):
            parts += [self.named(str(m.name), m.value) for m in kind]
            members = {name: member for name, member in members.items() if _is_code(member)}
        return _hash("class", _text(kind.__name__), *parts, *self._members(members))

    def _changed(self, kind: type, library: str) -> list[bytes]:
        """Return the tokens of what a program may have changed in a class of a library."""
        members = dict(replaced_in(kind))
        if library == "farstar":
            plain = {n: m for n, m in vars(kind).items() if n not in _NOT_PART_OF_A_CLASS}
            members |= {n: m for n, m in plain.items() if _is_immutable(m)}
            # What is inherited from our own classes may have been changed there.
            bases = [base for base in kind.__bases__ if library_of(base.__module__) == "farstar"]
            return [*self._members(members), *self._each(bases)]
        return self._members(members)

    def _module(self, module: types.ModuleType) -> bytes:
        """Return the token of a module: of a user's own by its text, without comments."""
        library = library_of(module.__name__)
        if library is not None:
            changed = self._members(dict(replaced_in(module)))
            return _hash("library module", _text(library), _text(module.__name__), *changed)
        tree = self._tree(module)
        # Settings that were changed after the module was loaded are not in its text.
        settings = {
            name: member
            for name, member in vars(module).items()
            if not name.startswith("__") and _is_immutable(member)
        }
        parts = [_text(ast.dump(tree)), *self._members(settings)]
        package = module.__name__ if hasattr(module, "__path__") else module.__package__ or ""
        for wanted in sorted(imports_of(tree)):
            parts += self._imported(*wanted, package, frozenset())
        return _hash("module", *parts)

    def _tree(self, module: types.ModuleType) -> ast.Module:
        loader = getattr(module, "__loader__", None)
        try:
            text = loader.get_source(module.__name__) if loader is not None else None
        except (ImportError, AttributeError, OSError):
            text = None
        if text is None:
            if hasattr(module, "__path__") and getattr(module, "__file__", None) is None:
                return ast.Module([], [])
            raise self._refuse(module, "its source is not there")
        tree: ast.Module = ast.parse(text)
        return tree


def _looked_up(code: types.CodeType) -> tuple[set[str], set[tuple[str, int, tuple[str, ...]]]]:
    """Return the names of globals that code reads, and what it imports, inner functions included.

    An import is the name of a module, the number of dots before it, and the names taken from it.
    """
    names = set[str]()
    imports = set[tuple[str, int, tuple[str, ...]]]()
    steps = list(dis.get_instructions(code))
    for i, step in enumerate(steps):
        if step.opname in _GLOBAL_READS and step.argval not in _ABOUT_THE_MODULE:
            names.add(str(step.argval))
        elif step.opname == "IMPORT_NAME":
            level, members = steps[i - 2].argval, steps[i - 1].argval
            imports.add((str(step.argval), int(level), tuple(members or ())))
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            inner_names, inner_imports = _looked_up(constant)
            names |= inner_names
            imports |= inner_imports
    return names, imports


def imports_of(tree: ast.AST) -> set[tuple[str, int, tuple[str, ...]]]:
    """Return what a module imports, anywhere in it.

    Examples
    --------
    >>> sorted(imports_of(ast.parse("import a.b" + chr(10) + "from ..c import d, e")))
    [('a.b', 0, ()), ('c', 2, ('d', 'e'))]
    """
    imports = set[tuple[str, int, tuple[str, ...]]]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imports |= {(alias.name, 0, ()) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            members = tuple(alias.name for alias in node.names)
            imports.add((node.module or "", node.level, members))
    return imports


def _closed_over(function: types.FunctionType) -> dict[str, Any]:
    """Return the variables of outer functions that a function uses and that have a value."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    found = {}
    for name, cell in cells:
        # An empty cell has no contents.
        with suppress(ValueError):
            found[name] = cell.cell_contents
    return found


def _is_typed_in(code: types.CodeType) -> bool:
    """Return whether code comes from no file, as in an example of the documentation."""
    return code.co_filename.startswith("<") and not code.co_filename.startswith("<frozen ")


def _is_found(kind: type) -> bool:
    """Return whether a class is the one that its module has under its name."""
    if "<locals>" in kind.__qualname__:
        return True
    try:
        return operator.attrgetter(kind.__qualname__)(sys.modules[kind.__module__]) is kind
    except (AttributeError, KeyError):
        return False


def _is_code(member: object) -> bool:
    return isinstance(member, types.FunctionType | property | staticmethod | classmethod)


def _is_immutable(thing: object) -> bool:
    if type(thing) in (tuple, frozenset):
        return all(map(_is_immutable, thing))  # type: ignore[call-overload]
    return type(thing) in _IMMUTABLE
