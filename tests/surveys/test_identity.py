"""The digest of a program changes with all that its results depend on, and with nothing else."""

from __future__ import annotations

import pickle
import sys
import textwrap
import threading
import types
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import cloudpickle
import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.surveys._identity import digest
from farstar.surveys._libraries import folder_digest, library_of
from tests.running import python

PROGRAM = """
import enum
import functools
import re
from collections import namedtuple
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import farstar as fs

LIMIT = 7
WORDS = {"alpha", "beta", "gamma"}
TABLE = {"a": [1, 2], "b": Fraction(1, 3)}
VALUE = fs.Value("{3||2|1}")
POSITION = fs.PartizanEuclid(8, 5)
PATTERN = re.compile("a+b")
Pair = namedtuple("Pair", "left right")

class Colour(enum.Enum):
    RED = 1
    BLUE = "b"

    def paint(self):
        return self.value

class Triple(NamedTuple):
    x: int
    y: int = 4

@dataclass(frozen=True)
class Options:
    width: int = 3
    marks: tuple = field(default_factory=tuple)

def helper(n):
    return n + OFFSET

OFFSET = 1

@functools.lru_cache
def cached(n):
    return helper(n) if n < 2 else cached(n - 1)

def outer(k):
    def inner(n, extra=(1, 2), *, more=Fraction(1, 2)):
        return [n + k, extra, more, LIMIT, WORDS, TABLE, VALUE, POSITION, PATTERN]
    return inner

class Base(fs.ImpartialRuleset):
    steps = (1, 2)

    @property
    def largest(self):
        return max(self.takes)

    @staticmethod
    def check_heap(n):
        return n >= 0

    def moves(self, n):
        return [n - k for k in self.takes if k <= n]

class Game(Base):
    def __init__(self, takes, options=Options()):
        self.takes = takes
        self.options = options

    @functools.cached_property
    def slow(self):
        return cached(5)

    def key(self, n):
        return (n, Colour.RED.paint(), Triple(1), Pair(1, 2), outer(3)(n)[0])

def where(n):
    return n % 2 == 0

game = Game((1, 3, 4))
closure = outer(5)
"""

CHANGES = {
    "an argument": ("Game((1, 3, 4))", "Game((2, 5, 7, 9))"),
    "a default of the class": ("options=Options()", "options=Options(4)"),
    "a closure": ("outer(5)", "outer(6)"),
    "a number": ("LIMIT = 7", "LIMIT = 8"),
    "a member of a set": ('"gamma"', '"delta"'),
    "a number in a dictionary": ("[1, 2]", "[1, 3]"),
    "a fraction in a dictionary": ("Fraction(1, 3)", "Fraction(1, 4)"),
    "a value": ("{3||2|1}", "{3||2|0}"),
    "a position": ("PartizanEuclid(8, 5)", "PartizanEuclid(8, 3)"),
    "a pattern": ('compile("a+b")', 'compile("a*b")'),
    "a named tuple": ('"left right"', '"left middle"'),
    "a member of an enumeration": ("BLUE = ", "GREEN = "),
    "the method of an enumeration": ("return self.value", "return self.name"),
    "a default of a typed tuple": ("y: int = 4", "y: int = 5"),
    "a default of a dataclass": ("width: int = 3", "width: int = 2"),
    "a helper of a helper": ("n + OFFSET", "n - OFFSET"),
    "a global of a helper": ("OFFSET = 1", "OFFSET = 2"),
    "a cached function": ("if n < 2", "if n < 3"),
    "a default": ("extra=(1, 2)", "extra=(1, 3)"),
    "a keyword default": ("more=Fraction(1, 2)", "more=Fraction(1, 5)"),
    "an attribute of the base class": ("steps = (1, 2)", "steps = (1, 3)"),
    "a property": ("max(self.takes)", "min(self.takes)"),
    "a static method": ("n >= 0", "n > 0"),
    "a method of the base class": ("if k <= n", "if k < n"),
    "another base class": ("class Game(Base)", "class Game(Base, list)"),
    "a method": ("(n, Colour", "(-n, Colour"),
    "a lazy property": ("cached(5)", "cached(6)"),
    "a type": ("LIMIT = 7", "LIMIT = 7.0"),
    "a truth value": ("LIMIT = 7", "LIMIT = True"),
}

NO_CHANGES = {
    "a comment": ("LIMIT = 7", "LIMIT = 7  # seven"),
    "lines": ("def helper(n):", "\n\n\ndef helper(n):"),
    "something unused": ("LIMIT = 7", "LIMIT = 7\nUNUSED = 5"),
    "the order of a set": ('{"alpha", "beta", "gamma"}', '{"gamma", "alpha", "beta"}'),
    "the order of definitions": ("OFFSET = 1\n", ""),
    "another writing": ("(1, 3, 4)", "(1, 2 + 1, 4)"),
}


def run(text: str, name: str = "__main__") -> dict[str, Any]:
    """Run a program as a script or notebook does: its names are in no module that can be loaded."""
    module = types.ModuleType(name)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        exec(compile(text, f"<{name}>", "exec", dont_inherit=True), module.__dict__)
    finally:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before
    return module.__dict__


def of(text: str) -> str:
    names = run(text)
    return digest(game=names["game"], show=names["closure"], where=names["where"]).digest


@pytest.mark.parametrize("what", CHANGES)
def test_what_changes_the_digest(what: str) -> None:
    old, new = CHANGES[what]
    assert PROGRAM.count(old) == 1
    assert of(PROGRAM.replace(old, new)) != of(PROGRAM)


@pytest.mark.parametrize("what", NO_CHANGES)
def test_what_does_not_change_the_digest(what: str) -> None:
    old, new = NO_CHANGES[what]
    assert PROGRAM.count(old) == 1
    changed = PROGRAM.replace(old, new)
    if not new:
        changed = changed.replace("LIMIT = 7\n", "LIMIT = 7\nOFFSET = 1\n")
    assert of(changed) == of(PROGRAM)


def test_work_does_not_change_the_digest() -> None:
    names = run(PROGRAM)
    before = digest(game=names["game"], show=names["closure"])
    assert names["game"](30).grundy >= 0
    assert names["game"].slow == names["cached"](20)
    assert digest(game=names["game"], show=names["closure"]) == before


def test_the_innermost_change_is_named() -> None:
    def parts(text: str) -> Any:
        return digest(game=run(text)["game"])

    def change(old: str, new: str) -> str | None:
        changed: str | None = parts(PROGRAM).difference(parts(PROGRAM.replace(old, new)))
        return changed

    assert change("Game((1, 3, 4))", "Game((1, 3, 5))") in ("game._arguments", "game.takes")
    assert change("if k <= n", "if k < n") == "game.Base.moves"
    assert str(change("OFFSET = 1", "OFFSET = 2")).endswith(".helper.OFFSET")


SCRIPT = """
import sys
{program}
from farstar.surveys._identity import digest
print(digest(game=game, show=closure, where=where).digest)
"""


@pytest.mark.parametrize("seed", ["0", "1", "17"])
def test_another_process_gives_the_same_digest(seed: str, tmp_path: Path) -> None:
    script = tmp_path / f"program{seed}.py"
    script.write_text(SCRIPT.format(program=PROGRAM))
    completed = python(
        script, check=True, env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)}
    )
    assert completed.stdout.strip() == of(PROGRAM)


def test_what_travels_keeps_its_digest() -> None:
    # What caches results cannot be sent from a script.
    plain = PROGRAM.replace("@functools.lru_cache\n", "").replace("functools.cached_", "")
    names = run(plain)
    for what in ("game", "closure", "where"):
        here = digest(it=names[what])
        there = digest(it=pickle.loads(cloudpickle.dumps(names[what])))
        assert here.difference(there) is None
        assert here.digest == there.digest


data = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | st.fractions(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
        | st.frozensets(st.integers() | st.text(max_size=2), max_size=3)
    ),
    max_leaves=8,
)


def exact(thing: Any) -> Any:
    """Return something that is equal only for data of equal types; repr(0.0) != repr(-0.0)."""
    if isinstance(thing, dict):
        return "dict", [(exact(k), exact(v)) for k, v in thing.items()]
    if isinstance(thing, list | tuple):
        return type(thing), [exact(part) for part in thing]
    if isinstance(thing, frozenset):
        return "frozenset", sorted(map(repr, thing))
    return type(thing), repr(thing)


@given(data, data)
def test_data_by_value(first: Any, second: Any) -> None:
    same = exact(first) == exact(second)
    assert (digest(it=first).digest == digest(it=second).digest) is same
    assert digest(it=pickle.loads(pickle.dumps(first))).digest == digest(it=first).digest


def test_programs_that_contain_themselves() -> None:
    names = run(
        """
        def even(n):
            return True if n == 0 else odd(n - 1)
        def odd(n):
            return n != 0 and even(n - 1)
        registry = [even]
        def through(n):
            return registry[0](n)
        registry.append(through)
        loop = []
        loop.append(loop)
        """.replace("\n        ", "\n")
    )
    assert digest(it=names["even"]).digest != digest(it=names["odd"]).digest
    assert digest(it=names["through"]).digest == digest(it=names["through"]).digest
    assert digest(it=names["loop"]).digest != digest(it=[[]]).digest


def lock_keeper() -> Callable[[int], object]:
    lock = threading.Lock()

    def game(n: int) -> object:
        with lock:
            return fs.Value(n)

    return game


def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        (lock_keeper(), r"game\.lock, a lock"),
        ((n for n in range(3)), "game, a generator"),
        (nested(100_000), "nested too deeply"),
    ],
)
def test_what_cannot_be_compared_is_refused(thing: Any, name: str) -> None:
    with pytest.raises(fs.SurveyError, match=name):
        digest(game=thing)
    # It can be surveyed all the same, if nobody wants to resume it.
    if callable(thing):
        assert len(fs.survey(thing, n=range(3))) == 3


def module_of(folder: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    (folder / f"{name}.py").write_text(textwrap.dedent(text))
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, name, raising=False)
    return __import__(name)


def test_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def using(helper: str) -> str:
        for name in ("module_helper", "module_inner"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        (tmp_path / "module_inner.py").write_text(helper)
        module_of(tmp_path, "module_helper", "import module_inner\nK = 3\n", monkeypatch)
        names = run("import module_helper\ndef f(n):\n    return module_helper.module_inner.g(n)\n")
        lazy = run("def f(n):\n    import module_helper as h\n    return h.module_inner.g(n)\n")
        return digest(a=names["f"], b=lazy["f"]).digest

    first = using("def g(n):\n    return n\n")
    assert using("def g(n):\n    return n  # the same\n") == first
    assert using("def g(n):\n    return n + 1\n") != first
    settings = run("import module_helper\ndef f(n):\n    return n + module_helper.K\n")["f"]
    before = digest(it=settings).digest
    monkeypatch.setattr(sys.modules["module_helper"], "K", 4)
    assert digest(it=settings).digest != before


@pytest.mark.long
def test_libraries_count_by_name_and_version(monkeypatch: pytest.MonkeyPatch) -> None:
    names = run("import polars\ndef f(n):\n    return polars.DataFrame({'n': [n]})\n")
    before = digest(it=names["f"]).digest
    with monkeypatch.context() as patch:
        library_of.cache_clear()
        patch.setattr("farstar.surveys._libraries.version", lambda name: "99.0")
        assert digest(it=names["f"]).digest != before
    library_of.cache_clear()
    assert digest(it=names["f"]).digest == before


def test_a_folder_by_its_content(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name / "inner").mkdir(parents=True)
        (tmp_path / name / "a.py").write_text("x = 1\n")
        (tmp_path / name / "inner" / "b.py").write_text("y = 2\n")
        (tmp_path / name / "core.cpython-311-x86_64-linux-gnu.so").write_bytes(b"\x7fELF")
    assert folder_digest(tmp_path / "one") == folder_digest(tmp_path / "two")
    (tmp_path / "two" / "notes.txt").write_text("nothing to do with it")
    assert folder_digest(tmp_path / "one") == folder_digest(tmp_path / "two")
    (tmp_path / "two" / "core.cpython-311-x86_64-linux-gnu.so").write_bytes(b"\x7fELG")
    changed = folder_digest(tmp_path / "two")
    assert changed != folder_digest(tmp_path / "one")
    (tmp_path / "two" / "a.py").rename(tmp_path / "two" / "c.py")
    assert folder_digest(tmp_path / "two") not in (changed, folder_digest(tmp_path / "one"))


def test_games_of_the_library() -> None:
    things = [fs.PartizanEuclid, fs.PartizanEuclid(8, 5), fs.Value("^"), fs.Left, fs.up_to(3)]
    things += [fs.Value("v"), fs.Right, fs.up_to(4), Fraction(1, 2), fs.parse("E(8,5) + *2")]
    assert len({digest(it=thing).digest for thing in things}) == len(things)
