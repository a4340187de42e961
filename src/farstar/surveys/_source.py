"""Files that users write: a game, invariants and claims, sent to workers as their text.

The text travels instead of the functions, so a file works wherever the library does: in other
processes, and on machines that have never seen the file. A file may import modules and packages
that are in its own folder; these travel with it. They are found by following the import
statements, before anything is run, and each file sees only the modules of its own folder.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import importlib
import os
import re
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any, Final, Literal

from farstar.errors import FarstarError, SurveyError
from farstar.rules import ImpartialRuleset, Ruleset
from farstar.surveys._identity import imports_of
from farstar.surveys._work import FAILURES

_LARGEST = 1_000_000
"""Bytes of one file."""

_MOST_MODULES = 200
_PACKAGE = "__init__.py"


@dataclass(frozen=True)
class Source:
    """The text of a user's file, its name without the folder, and the modules that it imports."""

    name: str
    text: str
    modules: tuple[tuple[str, str], ...] = ()
    """Files below the folder, such as ``helper.py`` or ``tools/__init__.py``, with their texts."""

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Source:
        """Read a file, and the modules beside it that it imports."""
        file = Path(path)
        text = _read(file)
        return cls(file.name, text, tuple(sorted(_beside(file.parent, text).items())))

    @property
    def texts(self) -> dict[str, str]:
        """The texts of all files, by their names."""
        return {self.name: self.text, **dict(self.modules)}

    def names(self) -> Mapping[str, Any]:
        """Run the file, once in each process, and return the names that it defines."""
        return _run(self)

    def mapping(self, name: Literal["ranges", "types"]) -> Mapping[str, Any]:
        """Return the dictionary that the file defines under a name; an empty one if none."""
        given = self.names().get(name, {})
        if isinstance(given, types.ModuleType):  # `import types` says nothing about columns
            return {}
        if not isinstance(given, Mapping):
            example = "{'n': range(100)}" if name == "ranges" else "{'weight': int}"
            raise SurveyError(
                f"expected {name} in {self.name!r} to be a dictionary such as {example}, "
                f"got {type(given).__name__}"
            )
        return given

    def has_game(self) -> bool:
        """Return whether there is a game in the file, or several."""
        return "game" in self.names() or bool(self._rulesets())

    def _rulesets(self) -> list[str]:
        return [name for name, thing in self.names().items() if _is_own_ruleset(thing, self)]

    def game(self, name: str | None = None) -> Any:
        """Return the game of the file: the one called `game`, or the only ruleset."""
        names = self.names()
        if name is None:
            rulesets = ["game"] if "game" in names else self._rulesets()
            if len(rulesets) != 1:
                options = ", ".join(rulesets) or "none"
                raise SurveyError(
                    f"expected one ruleset in {self.name!r}, or a game called game, got {options}"
                )
            name = rulesets[0]
        if name not in names:
            raise SurveyError(f"expected {name!r} to be defined in {self.name!r}")
        thing = names[name]
        return thing() if isinstance(thing, type) and issubclass(thing, Ruleset) else thing


def _read(file: Path) -> str:
    try:
        data = file.read_bytes()
        text = data.decode()
    except UnicodeDecodeError:
        raise SurveyError(f"expected a Python file, got {str(file)!r}: it is not text") from None
    except (OSError, ValueError) as error:
        # Some names no file can have, such as one with a null character.
        reason = error.strerror if isinstance(error, OSError) else "there is no such file"
        raise SurveyError(f"expected a Python file, got {str(file)!r}: {reason}") from None
    if len(data) > _LARGEST:
        raise SurveyError(f"expected a file below {_LARGEST} bytes, got {str(file)!r}")
    return text


# Which modules beside a file it needs.


def _beside(folder: Path, text: str) -> dict[str, str]:
    """Return the files of the folder that a text imports, directly or not."""
    files: dict[str, str] = {}
    waiting = [(text, "")]
    while waiting:
        content, package = waiting.pop()
        for name in _imported(content, package):
            for file, inner in _files(folder, name):
                if file in files:
                    continue
                files[file] = _read(folder / file)
                waiting.append((files[file], inner))
                if len(files) > _MOST_MODULES:
                    raise SurveyError(
                        f"expected a file that imports at most {_MOST_MODULES} modules beside "
                        f"it, got more in {str(folder)!r}"
                    )
    return files


def _imported(text: str, package: str) -> Iterator[str]:
    """Yield the full names that a text in a package imports; some may be no modules."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        # Running the file will report what is wrong with it.
        return
    for name, level, members in imports_of(tree):
        parts = package.split(".") if package else []
        if level > len(parts):
            continue
        base = parts[: len(parts) - level + 1] if level else []
        whole = ".".join([*base, *([name] if name else [])])
        if whole:
            yield whole
        yield from (f"{whole}.{member}" if whole else member for member in members)


def _files(folder: Path, name: str) -> Iterator[tuple[str, str]]:
    """Yield the files that importing a name runs, with the package that each belongs to."""
    parts = name.split(".")
    if parts[0] == "farstar" or parts[0] in sys.stdlib_module_names:
        return
    for i in range(1, len(parts) + 1):
        path = "/".join(parts[:i])
        if (folder / path / _PACKAGE).is_file():
            yield f"{path}/{_PACKAGE}", ".".join(parts[:i])
        elif (folder / f"{path}.py").is_file():
            yield f"{path}.py", ".".join(parts[: i - 1])
            return
        else:
            return


# Running them.


@lru_cache(maxsize=8)
def _run(source: Source) -> Mapping[str, Any]:
    name = _module_name(source)
    module = types.ModuleType(name)
    module.__dict__["__file__"] = source.name
    module.__dict__["__path__"] = []
    module.__dict__["__builtins__"] = _builtins_for(source)
    # Classes look their module up by its name, when they are pickled for instance.
    sys.modules[name] = module
    _FINDER.add(source)
    try:
        exec(compile(source.text, source.name, "exec", dont_inherit=True), module.__dict__)
    except FAILURES as error:
        _FINDER.remove(source)
        if isinstance(error, FarstarError):
            raise
        file, line = _place(error, source)
        at = f", line {line}" if line else ""
        inside = "" if file == source.name else f" in {file!r}"
        raise SurveyError(
            f"expected a Python file that runs, got {source.name!r}{inside}{at}: "
            f"{type(error).__name__}: {error}"
        ) from None
    return module.__dict__


class _Finder(MetaPathFinder, Loader):
    """Finds the modules beside the files that were run, each under the name of its file."""

    def __init__(self) -> None:
        self._sources: dict[str, Source] = {}

    def add(self, source: Source) -> None:
        """Let the modules of a file be found."""
        if source.modules:
            self._sources[_module_name(source)] = source
            if self not in sys.meta_path:
                sys.meta_path.insert(0, self)

    def remove(self, source: Source) -> None:
        """Forget a file that does not run, and what it has loaded."""
        prefix = _module_name(source)
        self._sources.pop(prefix, None)
        for name in [n for n in sys.modules if n == prefix or n.startswith(f"{prefix}.")]:
            del sys.modules[name]

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        """Return how to load a module that is one of ours."""
        prefix, _, name = fullname.partition(".")
        if prefix not in self._sources or not name:
            return None
        texts, path_name = dict(self._sources[prefix].modules), name.replace(".", "/")
        for file in (f"{path_name}/{_PACKAGE}", f"{path_name}.py"):
            if file in texts:
                return ModuleSpec(
                    fullname, self, origin=file, is_package=file.endswith(f"/{_PACKAGE}")
                )
        return None

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make the module."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the text of a module."""
        assert module.__spec__ is not None
        source, file = self._sources[module.__name__.partition(".")[0]], module.__spec__.origin
        assert file is not None
        module.__dict__["__file__"] = file
        module.__dict__["__builtins__"] = _builtins_for(source)
        text = dict(source.modules)[file]
        exec(compile(text, file, "exec", dont_inherit=True), module.__dict__)


_FINDER: Final = _Finder()


def _builtins_for(source: Source) -> dict[str, Any]:
    """Return the builtins of a file: its import statement finds the modules beside it first."""
    prefix = _module_name(source)
    own = {file.partition("/")[0].removesuffix(".py") for file, _ in source.modules}

    def import_module(
        name: str,
        around: Mapping[str, object] | None = None,
        local: Mapping[str, object] | None = None,
        members: Sequence[str] | None = (),
        level: int = 0,
    ) -> types.ModuleType:
        top = name.partition(".")[0]
        if level or top not in own:
            return builtins.__import__(name, around, local, members or (), level)
        importlib.import_module(f"{prefix}.{name}")
        if members:
            return builtins.__import__(f"{prefix}.{name}", around, local, members, 0)
        return sys.modules[f"{prefix}.{top}"]

    return {**vars(builtins), "__import__": import_module}


def _module_name(source: Source) -> str:
    digest = hashlib.sha256(repr(source.texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    stem = re.sub(r"\W", "_", Path(source.name).stem)
    return f"farstar_user_{stem}_{digest}"


def _place(error: BaseException, source: Source) -> tuple[str, int | None]:
    """Return the innermost file of the user in which an error was raised, and its line."""
    if isinstance(error, SyntaxError) and error.filename in source.texts:
        return error.filename, error.lineno
    place: tuple[str, int | None] = source.name, None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in source.texts:
            place = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    return place


def _is_own_ruleset(thing: object, source: Source) -> bool:
    if isinstance(thing, Ruleset):
        return True
    return (
        isinstance(thing, type)
        and issubclass(thing, Ruleset)
        and thing not in (Ruleset, ImpartialRuleset)
        and thing.__module__ == _module_name(source)
    )
