"""Plugins: how a package adds games, papers and commands to the workbench.

A package declares a `Plugin` record and names it in an entry point of the group
``farstar.plugins``. The record lists names; the module of a name is imported when it is first
used. The papers that come with Farstar use this door and no other.

>>> from farstar.plugins import plugins
>>> [plugin.name for plugin in plugins()][:2]
['papers', 'partizan-euclid']
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from farstar.errors import BudgetExceeded, FarstarError

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator

__all__ = [
    "Plugin",
    "PluginError",
    "PluginInvariant",
    "PluginPage",
    "PluginTheorem",
    "load_reference",
    "merged",
    "plugins",
]

GROUP = "farstar.plugins"
"""The group of entry points."""


class PluginError(FarstarError, RuntimeError):
    """A plugin that is installed cannot be loaded."""


Kind = Literal["Int64", "Rational", "String", "Boolean"]
"""The type of a column."""


class PluginInvariant(NamedTuple):
    """An invariant of the positions of some games: a column of tables and a row of reports."""

    name: str
    """What ``--show`` calls it, with blanks between the words."""
    description: str
    """What it is, in a few words."""
    get: str
    """The attribute of the positions, or a function as ``module:name``."""
    kind: Kind = "String"
    """The type of its column."""
    plural: str = ""
    """What a caption calls many of them; by default the name with an s."""
    term: str = ""
    """The term of the glossary that explains it."""


class PluginPage(NamedTuple):
    """A page of the browser workbench."""

    title: str
    """What the menu calls it."""
    tasks: str
    """The module of the tasks that its script asks for."""
    package: str
    """The package with its files: ``static/pages/NAME.js`` and ``static/css/NAME.css``."""


class PluginTheorem(NamedTuple):
    """A theorem for all sizes, which the library of `farstar.prove` lists after its own."""

    about: str
    """What it is about, for people."""
    package: str
    """The package with its files: the certificate ``theorems/NAME.json``, and the families and
    claims that it is found from, ``families/NAME.families`` and ``families/NAME.lemmas``."""


def _is_text(entry: object) -> bool:
    return isinstance(entry, str)


def _is_reference(entry: object) -> bool:
    return isinstance(entry, str) and all(entry.partition(":"))


def _is_pair(entry: object) -> bool:
    return isinstance(entry, tuple) and len(entry) == 2 and all(map(_is_text, entry))


_MODULES = dict.fromkeys(
    ("games", "names", "theory", "former_modules", "bulk", "papers", "exhibits"),
    ("the name of a module", _is_text),
)
_REFERENCES = dict.fromkeys(
    ("cgsuite", "studies", "notes", "figures", "automata", "themes"),
    ("a reference such as 'module:name'", _is_reference),
)
_ENTRIES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    **_MODULES,
    **_REFERENCES,
    "aliases": ("the name of a game", _is_text),
    "theorems": ("a PluginTheorem", lambda entry: isinstance(entry, PluginTheorem)),
    "benchmarks": ("a reference and a description", _is_pair),
    "commands": ("a module and a description", _is_pair),
    "puzzles": (
        "a tuple of references such as 'module:name'",
        lambda entry: isinstance(entry, tuple) and all(map(_is_reference, entry)),
    ),
    "pages": ("a PluginPage", lambda entry: isinstance(entry, PluginPage)),
}
"""What each section of a plugin maps names to, in words and as a test."""


@dataclass(frozen=True, kw_only=True)
class Plugin:
    """What a package adds to the workbench; a reference is written ``module:name``."""

    name: str
    """The name of the plugin, for messages."""

    games: Mapping[str, str] = field(default_factory=dict)
    """The module of each class of positions, by the name of the class."""

    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names of these games in expressions, and the class that each stands for."""

    names: Mapping[str, str] = field(default_factory=dict)
    """The module of each further name in ``farstar``; an empty text for a package in it."""

    theory: Mapping[str, str] = field(default_factory=dict)
    """The modules that ``farstar.theory`` offers, by their names there."""

    former_modules: Mapping[str, str] = field(default_factory=dict)
    """Where modules of Farstar have gone that are now part of the plugin, for old pickles; a module
    of your own that moves leaves a module with its former name behind."""

    bulk: Mapping[str, str] = field(default_factory=dict)
    """The module of each name in ``farstar.games.bulk``."""

    cgsuite: Mapping[str, str] = field(default_factory=dict)
    """For a ruleset of CGSuite whose positions are made in another way, a reference to the function
    that returns the position for its arguments."""

    invariants: tuple[PluginInvariant, ...] = ()
    """Invariants for tables, surveys and reports."""

    studies: Mapping[str, str] = field(default_factory=dict)
    """A reference to the study of each survey that has a name."""

    theorems: Mapping[str, PluginTheorem] = field(default_factory=dict)
    """Theorems about families with parameters, by their names in `farstar.prove.library`."""

    papers: Mapping[str, str] = field(default_factory=dict)
    """The module of each paper, which defines its ``CLAIMS``."""

    exhibits: Mapping[str, str] = field(default_factory=dict)
    """The module that adds the tables and figures of a paper."""

    notes: Mapping[str, str] = field(default_factory=dict)
    """For a paper, a reference to a list of the papers in LaTeX that were written about it; see
    `farstar.papers.Manuscript`."""

    figures: Mapping[str, str] = field(default_factory=dict)
    """A reference to the function that plans each kind of figure."""

    automata: Mapping[str, str] = field(default_factory=dict)
    """A reference to the function that returns each automaton that can be plotted by name."""

    commands: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The module of each command, which defines ``command``, and what the command does."""

    benchmarks: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """A reference to the function of each operation that ``farstar bench`` times, and what it
    computes."""

    puzzles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """References to functions that make parts of puzzles at random, by the theme of the puzzles,
    or for the puzzles of a day ``cool sums`` and ``hot sums``."""

    themes: Mapping[str, str] = field(default_factory=dict)
    """A reference to each further `farstar.web.puzzles.Theme`."""

    pages: Mapping[str, PluginPage] = field(default_factory=dict)
    """Pages of the browser workbench, by their addresses."""

    def __post_init__(self) -> None:
        """Refuse a record with entries of the wrong kind."""
        for section, (words, is_right) in _ENTRIES.items():
            entries = getattr(self, section)
            if not isinstance(entries, Mapping):
                raise TypeError(f"expected a mapping as {section}, got {entries!r}")
            for name, entry in entries.items():
                if not is_right(entry):
                    raise TypeError(f"expected {words} as {name!r} in {section}, got {entry!r}")
        for one in self.invariants:
            if not isinstance(one, PluginInvariant):
                raise TypeError(f"expected a PluginInvariant in invariants, got {one!r}")
            if one.kind not in get_args(Kind):
                kinds = " or ".join(get_args(Kind))
                raise TypeError(f"expected {kinds} as the kind of {one.name!r}, got {one.kind!r}")


@cache
def plugins() -> tuple[Plugin, ...]:
    """Return every installed plugin: those of Farstar first, in the order of their entry points.

    Raises
    ------
    PluginError
        If an entry point does not name a `Plugin`, or its module cannot be imported.
    """
    return tuple(_load(point) for point in sorted(_entry_points(), key=_is_foreign))


def _load(point: Any) -> Plugin:
    """Return the plugin that an entry point names."""
    expected = f"expected a Plugin at {point.value}, the plugin {point.name!r},"
    try:
        plugin = point.load()
    except Exception as error:  # Whatever is wrong there is reported in one line.
        raise PluginError(f"{expected} got {type(error).__name__}: {error}") from error
    if not isinstance(plugin, Plugin):
        raise PluginError(f"{expected} got {type(plugin).__name__}")
    return plugin


def _entry_points() -> Iterable[Any]:
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _is_foreign(point: Any) -> bool:
    return not str(point.value).startswith("farstar.")


def plugin_at_fault(error: BaseException) -> str | None:
    """Return the name of the user's plugin through whose code an error came, if there is one."""
    names = {
        str(point.value).partition(":")[0].partition(".")[0]: str(point.name)
        for point in _entry_points()
        if _is_foreign(point)
    }
    trace, found = error.__traceback__, names.get(_module_named(error).partition(".")[0])
    while trace is not None:
        package = str(trace.tb_frame.f_globals.get("__name__")).partition(".")[0]
        found = names.get(package, found)
        trace = trace.tb_next
    return found


def _module_named(error: BaseException) -> str:
    """Return the module that is missing or lacks a name, if that is the error."""
    if isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        return error.obj.__name__
    return (error.name or "") if isinstance(error, ImportError) else ""


_user_files: set[str] = set()
"""The Python files of the user's that were run, by the names that their code has."""


def line_at_fault(error: BaseException) -> tuple[str, int] | None:
    """Return the file of the user's, and its line, through which an error came, if there is one."""
    trace, found = error.__traceback__, None
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name in _user_files:
            found = name, trace.tb_lineno
        trace = trace.tb_next
    return found


def merged(section: str) -> dict[str, Any]:
    """Return a section of all plugins; an earlier plugin keeps a name that a later one uses too.

    Examples
    --------
    >>> merged("aliases")["E"]
    'PartizanEuclid'
    """
    entries: dict[str, Any] = {}
    for plugin in plugins():
        for name, entry in getattr(plugin, section).items():
            entries.setdefault(name, entry)
    return entries


def invariants() -> Iterator[PluginInvariant]:
    """Yield the invariants of all plugins."""
    for plugin in plugins():
        yield from plugin.invariants


def load_reference(reference: str) -> Any:
    """Return what a reference ``module:name`` names.

    Examples
    --------
    >>> load_reference("fractions:Fraction")
    <class 'fractions.Fraction'>
    """
    from importlib import import_module

    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)


def run_file(path: str | os.PathLike[str], kind: type[FarstarError]) -> dict[str, Any]:
    """Run a user's Python file, and return the names that it defines; the file can do anything.

    It may import the modules beside it, as it could if Python ran it. If there is no such file, or
    it does not run, an error of the `kind` says so.
    """
    import runpy
    from pathlib import Path

    file = Path(path)
    if not file.is_file():
        raise kind(f"expected an existing Python file, got {str(path)!r}")
    folder = str(file.resolve().parent)
    _user_files.add(str(file))
    sys.path.insert(0, folder)
    try:
        return runpy.run_path(str(file), run_name=file.stem)
    except (BudgetExceeded, MemoryError):
        raise
    except Exception as error:  # Whatever the file does wrong is reported in one line.
        raise kind(
            f"expected a Python file that runs, got {str(path)!r}: {type(error).__name__}: {error}"
        ) from error
    finally:
        sys.path.remove(folder)
