"""Rooms of the package import only from earlier rooms."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import farstar
from farstar.plugins import plugins

# In one process, which reads each file once.
pytestmark = pytest.mark.xdist_group("imports")

ROOT = Path(farstar.__file__).parent

# Each room with the rooms that it may import from, besides itself and the ground floor.
GROUND = {
    *(
        "errors",
        "fallback",
        "formulas",
        "_arguments",
        "_digits",
        "_equality",
        "_files",
        "_former_modules",
        "_immutable",
        "_lazy",
        "_long_digits",
    ),
    *("_outcome", "_typesetting", "_walk", "plugins"),
}
ORDER = {
    "engine": set[str](),
    "_processes": {"engine"},
    "values": {"engine"},
    "loopy": {"engine", "values"},
    "impartial": {"engine"},
    "transfinite": {"values", "impartial"},
    "rules": {"engine", "values", "loopy", "impartial"},
    "sums": {"engine", "values", "loopy", "impartial", "rules"},
    "invariants": {"engine", "values", "loopy", "impartial", "rules", "sums"},
    "certificates": {
        *("engine", "_processes", "values", "loopy", "impartial", "rules", "sums"),
    },
    "misere": {"engine", "values", "impartial", "rules"},
    "games": {"engine", "values", "loopy", "impartial", "rules", "sums", "misere"},
    "expressions": {
        *("engine", "values", "loopy", "impartial", "transfinite"),
        *("rules", "sums", "misere", "games"),
    },
}
_UP_TO_EXPRESSIONS = {*ORDER}
ORDER["tables"] = {*_UP_TO_EXPRESSIONS}
ORDER["learn"] = {*_UP_TO_EXPRESSIONS, "tables"}
ORDER["prove"] = {*_UP_TO_EXPRESSIONS, "tables", "learn"}
ORDER["figures"] = {*_UP_TO_EXPRESSIONS, "tables", "learn", "interop"}
ORDER["interop"] = ORDER["testing"] = ORDER["reports"] = {*_UP_TO_EXPRESSIONS}
ORDER["surveys"] = {*_UP_TO_EXPRESSIONS, "tables", "learn", "figures"}
ORDER["worksheets"] = {*_UP_TO_EXPRESSIONS, "tables", "learn", "interop", "figures", "reports"}
ORDER["theory"] = set[str]()

# The papers are built on the whole workbench, as a user's package is.
ORDER["papers"] = {*ORDER, "cli", "web"}

# These call only public names.
PUBLIC_ONLY = ("cli", "notebook", "web")

# What may be imported inside a function of one file, and why it cannot wait for a later room.
DEFERRED = {
    ("certificates", "expressions"),  # fs.certify reads text
    ("games", "prove"),  # rules that a theorem is about answer by it
    ("misere", "certificates"),  # a quotient has a certificate
    ("rules", "games"),  # farstar.rules(text) reads patterns
    ("rules", "misere"),  # Position.misere_value is a MisereValue
    ("rules", "sums"),  # Position.__add__ makes a Sum
    ("rules", "figures"),  # Position._repr_svg_ draws
    ("sums", "misere"),  # Sum.misere_value is a MisereValue
    ("values", "impartial"),  # the Conway product of two nimbers is their nim product
    ("values", "figures"),  # Thermograph._repr_svg_ draws
    ("values", "reports"),  # Value.explain is what farstar explain says
    ("values", "rules"),  # Value.moves is a tuple of moves, for type checkers
    ("values", "sums"),  # Value.winning_moves are those of a sum
}


@cache
def imported_modules(path: Path) -> list[tuple[str, bool]]:
    """Return the farstar modules that a file imports, and whether not at import time.

    Imports inside a function wait until it is called; those for type checkers never run.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = []
    for node, is_inside in _statements(tree, is_inside=False):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            if module == "farstar":
                names = [f"farstar.{alias.name}" for alias in node.names]
            else:
                names = [module]
                names += [f"{module}.{a.name}" for a in node.names if a.name.startswith("_")]
        imported += [(n, is_inside) for n in names if n.split(".")[0] == "farstar"]
    return imported


def _statements(block: ast.AST, is_inside: bool) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield the statements of a block, and whether each waits for a call or for a checker."""
    is_inside |= isinstance(block, ast.FunctionDef | ast.AsyncFunctionDef)
    is_inside |= _is_for_checkers(block)
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(block, name, ()):
            if isinstance(node, ast.stmt):
                yield node, is_inside
            yield from _statements(node, is_inside)


def _is_for_checkers(block: ast.AST) -> bool:
    return (
        isinstance(block, ast.If)
        and isinstance(block.test, ast.Name)
        and block.test.id == "TYPE_CHECKING"
    )


def rooms() -> list[str]:
    """Return the folders with modules, and the single modules that are rooms."""
    folders = [p.name for p in ROOT.iterdir() if p.is_dir() and any(p.glob("*.py"))]
    return sorted([*folders, *(name for name in ORDER if (ROOT / f"{name}.py").is_file())])


def modules(room: str) -> list[Path]:
    """Return the files of a room."""
    single = ROOT / f"{room}.py"
    return [single] if single.is_file() else list((ROOT / room).rglob("*.py"))


def test_every_room_has_its_place() -> None:
    assert set(rooms()) <= {*ORDER, *PUBLIC_ONLY}


def test_rooms_import_only_from_earlier_ones() -> None:
    faults = []
    for room in set(rooms()) & set(ORDER):
        for path in modules(room):
            for name, deferred in imported_modules(path):
                other = f"{name}.".split(".")[1]
                if other in {room, "_core", "__version__", *GROUND, *ORDER[room]}:
                    continue
                if deferred and (room, other) in DEFERRED:
                    continue
                faults.append(f"{path.relative_to(ROOT)} imports {name}")
    assert not faults


def test_only_the_engine_knows_the_native_module() -> None:
    faults = [
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[0] != "engine"
        and not path.match("papers/*/kernels.py")
        and any(name.startswith("farstar._core") for name, _ in imported_modules(path))
    ]
    assert not faults


def test_the_ground_floor_stands_alone() -> None:
    modules = {f"farstar.{name}" for name in GROUND}
    for name in GROUND:
        assert {module for module, _ in imported_modules(ROOT / f"{name}.py")} <= modules


def test_rooms_use_only_public_names_of_each_other() -> None:
    faults = []
    for room in rooms():
        for path in modules(room):
            for name, _ in imported_modules(path):
                parts = name.split(".")[1:]
                if parts and parts[0] != room and any(p.startswith("_") for p in parts[1:]):
                    faults.append(f"{path.relative_to(ROOT)} imports {name}")
    assert not faults


def test_outer_rooms_use_only_public_names() -> None:
    faults = [
        f"{path.relative_to(ROOT)} imports {name}"
        for room in PUBLIC_ONLY
        for path in modules(room)
        for name, _ in imported_modules(path)
        if name.startswith("farstar._")
    ]
    assert not faults


# The folders of papers/ that belong to its frame, which knows no more of a paper than a user's.
FRAME = ("commands", "static")
SLICES = {path.parent for path in ROOT.glob("papers/*/plugin.py")}
PLUGINS_OF_SLICES = [
    plugin
    for plugin in plugins()
    if plugin.name in {folder.name.replace("_", "-") for folder in SLICES}
]
GAMES_OF_PAPERS = {game for plugin in PLUGINS_OF_SLICES for game in plugin.games}


SUBJECTS = re.compile("euclid|geography|grossman")


def called_names(path: Path) -> set[str]:
    """Return the names after a dot in the code of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def names_in_code(path: Path) -> set[str]:
    """Return the names and short texts in the code of a module; docstrings do not count."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return names | {text for text in texts if isinstance(text, str)}


def test_the_workbench_does_not_know_the_papers() -> None:
    """No module outside the papers imports them, or names a game of theirs in its code."""
    faults = []
    for path in ROOT.rglob("*.py"):
        if path.relative_to(ROOT).parts[0] == "papers":
            continue
        where = path.relative_to(ROOT)
        faults += [
            f"{where} imports {name}"
            for name, _ in imported_modules(path)
            if name.startswith("farstar.papers")
        ]
        faults += [f"{where} names {name}" for name in names_in_code(path) & GAMES_OF_PAPERS]
        faults += [f"{where} calls {n}" for n in called_names(path) if SUBJECTS.search(n)]
    assert not faults


# Files with data; the pages of the browser have examples of many games.
DATA = {".families", ".json", ".lemmas", ".svg", ".txt"}
GLOSSARY = Path("web/glossary.json")
"""The one file with data that names a paper: it explains terms of every page, also of papers."""


def test_the_data_of_the_workbench_names_no_paper() -> None:
    """Neither a file with data outside the papers nor its name is about a paper's game."""
    words = re.compile(f"{SUBJECTS.pattern}|{'|'.join(sorted(GAMES_OF_PAPERS))}", re.IGNORECASE)
    faults, seen = [], set()
    for path in ROOT.rglob("*"):
        where = path.relative_to(ROOT)
        if path.suffix not in DATA or where.parts[0] == "papers" or where == GLOSSARY:
            continue
        seen.add(path.suffix)
        if words.search(f"{where} {path.read_text(encoding='utf-8')}"):
            faults.append(str(where))
    assert seen == DATA
    assert not faults


def test_the_slices_are_known() -> None:
    """The folders with a plugin are all folders that are not part of the frame."""
    folders = {path.parent for path in ROOT.glob("papers/*/__init__.py")}
    assert {folder for folder in folders if folder.name not in FRAME} == SLICES
    assert len(PLUGINS_OF_SLICES) == len(SLICES)


def test_the_frame_of_the_papers_knows_none_of_them() -> None:
    """The frame neither imports a folder of a paper nor names it, its papers or its games."""
    names = {folder.name for folder in SLICES} | GAMES_OF_PAPERS
    for plugin in PLUGINS_OF_SLICES:
        names |= {plugin.name, *plugin.aliases, *plugin.papers}
    faults = []
    for path in [*ROOT.glob("papers/*.py"), *ROOT.glob("papers/commands/*.py")]:
        where = path.relative_to(ROOT)
        faults += [
            f"{where} imports {name}"
            for name, _ in imported_modules(path)
            if name.startswith(tuple(f"farstar.papers.{folder.name}" for folder in SLICES))
        ]
        words = {word for text in names_in_code(path) for word in _words_of(text)}
        faults += [f"{where} names {name}" for name in words & names]
    assert not faults


# Each folder of papers with those that it may import from, besides itself and the frame.
BUILT_ON = {
    "euclid": set[str](),
    "geography": set[str](),
    "partizan_euclid": {"euclid"},
    "beyond": {"euclid", "geography", "partizan_euclid"},
}


def test_papers_use_only_public_names_of_the_frame_and_of_earlier_papers() -> None:
    """Our papers are made with what a user's paper is made with."""
    assert BUILT_ON.keys() == {folder.name for folder in SLICES}
    faults = []
    for folder in SLICES:
        for path in folder.rglob("*.py"):
            for name, _ in imported_modules(path):
                root, _, rest = name.partition("farstar.papers.")
                first, *further = rest.split(".")
                if root or not rest or first == folder.name:
                    continue
                is_private = any(part.startswith("_") for part in (first, *further))
                is_later = first in BUILT_ON and first not in BUILT_ON[folder.name]
                if is_private or is_later:
                    faults.append(f"{path.relative_to(ROOT)} imports {name}")
    assert not faults


def _words_of(text: str) -> set[str]:
    """Return a text, and if it names a module or a reference, the parts of that name."""
    return {text, *re.split("[.:]", text)} if re.fullmatch(r"[\w.:-]+", text) else {text}
