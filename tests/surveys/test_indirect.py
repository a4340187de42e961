"""Programs that hide what they depend on are refused, or their changes are noticed."""

from __future__ import annotations

import builtins
import collections
import importlib
import math
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.invariants import INVARIANTS, Invariant
from farstar.surveys._identity import digest
from farstar.surveys._indirect import replaced
from tests.running import run as run_command

GAME = """
import builtins
import collections
import importlib
import inspect
import marshal
import math
import operator
import os
import pickle
import sys
import farstar as fs
from pickle import loads as unpickled
from sys import modules as loaded
H = 2
found = eval
boxes = [builtins]
b = builtins

def late():
    import builtins as b
    return b.eval("H")

def late_member():
    from builtins import eval as found_late
    return found_late("H")

def late_submodule():
    import os.path as p
    return p.sys.modules["hidden_settings"].H

def late_in_a_cell():
    import pickle as p
    return (lambda: p.loads(b"chidden_settings\\nH\\n."))()

def late_loop():
    for turn in range(2):
        if turn:
            return vars(module)["eval"]("H")
        import builtins as module

def late_settings():
    import hidden_settings
    return vars(hidden_settings)["H"]

def closing_over(module):
    return lambda: module.eval("H")

closed = closing_over(builtins)

def harmless():
    import os.path as p, pickle as q
    from builtins import max as most
    return most(len(p.join("a", "b")) - 1, len(q.dumps(0)) and 2)

class Game(fs.ImpartialRuleset):
    def moves(self, n):
        return [n - k for k in range(1, {limit} + 1) if k <= n]

game = Game()
"""

LOOKUPS = {
    'globals()["H"]': "globals",
    'eval("H")': "eval",
    'found("H")': "found",
    '(lambda: eval("H"))()': "eval",
    'exec("x = H") or 2': "exec",
    '__import__("hidden_settings").H': "__import__",
    'sys.modules["hidden_settings"].H': "sys.modules",
    'getattr(sys, "modules")["hidden_settings"].H': "sys.modules",
    'loaded["hidden_settings"].H': "loaded",
    'importlib.import_module("hidden_settings").H': "import_module",
    'Game.moves.__globals__["H"]': "__globals__",
    'getattr(Game.moves, "__globals__")["H"]': "__globals__",
    'sys._getframe().f_globals["H"]': "_getframe",
    'inspect.currentframe().f_back.f_globals["H"]': "currentframe",
    '__builtins__["H"]': "__builtins__",
    'builtins.eval("H")': "builtins.eval",
    'b.eval("H")': "builtins.eval",
    "late()": "builtins.eval",
    "late_member()": "builtins.eval",
    "late_submodule()": "sys.modules",
    "late_in_a_cell()": "pickle.loads",
    "late_loop()": "the whole module builtins",
    "late_settings()": "the whole module __main__",
    "closed()": "builtins.eval",
    'os.sys.modules["hidden_settings"].H': "sys.modules",
    '(lambda: sys.modules)()["hidden_settings"].H': "sys.modules",
    'boxes[0].eval("H")': "boxes",
    'vars(builtins)["eval"]("H")': "the whole module builtins",
    'builtins.__dict__["eval"]("H")': "builtins.__dict__",
    'getattr(builtins, "glo" + "bals")()["H"]': "builtins.globals",
    'getattr(builtins, "".join(["glo", "bals"]))()["H"]': "the whole module builtins",
    'getattr(builtins, "EVAL".lower())("H")': "the whole module builtins",
    'getattr(builtins, "ev" + str("al"), H)("H")': "the whole module builtins",
    'getattr(builtins, "eval", H)("H")': "builtins.eval",
    'operator.attrgetter("eval")(builtins)("H")': "the whole module builtins",
    '(lambda m: m.eval("H"))(builtins)': "the whole module builtins",
    'max.__self__.eval("H")': "__self__",
    'pickle.loads(b"chidden_settings\\nH\\n.")': "pickle.loads",
    'unpickled(b"chidden_settings\\nH\\n.")': "unpickled",
    'marshal.loads(b"i\\x02\\x00\\x00\\x00")': "marshal.loads",
    "inspect.getmodule(late).H": "inspect.getmodule",
}


def run(text: str) -> Any:
    """Run a program as a script does."""
    module = types.ModuleType("__main__")
    exec(compile(text, "<script>", "exec", dont_inherit=True), module.__dict__)
    return module


@pytest.mark.parametrize("limit", LOOKUPS)
def test_indirect_lookups_are_refused(
    limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a change of H would go unnoticed."""
    module = run(GAME.format(limit=limit))
    monkeypatch.setitem(sys.modules, "hidden_settings", module)
    with pytest.raises(fs.SurveyError, match="can be recognised when the survey is resumed") as no:
        fs.survey(module.game, range(20), show="grundy", out=tmp_path / "out")
    assert LOOKUPS[limit] in str(no.value)
    assert "give the game as a file" in str(no.value)
    assert not (tmp_path / "out").exists()


def test_a_file_may_look_up_its_own_names(tmp_path: Path) -> None:
    """The texts of files are compared as a whole."""
    file, out = tmp_path / "game.py", tmp_path / "out"
    text = GAME.format(limit='globals()["H"]')
    file.write_text(text)
    fs.survey(file, n=range(20), show="grundy", out=out)
    fs.survey(file, n=range(20), show="grundy", out=out, resume=True)
    file.write_text(text.replace("H = 2", "H = 3"))
    with pytest.raises(fs.SurveyError, match="file has changed"):
        fs.survey(file, n=range(20), show="grundy", out=out, resume=True)


@pytest.mark.parametrize(
    "limit",
    [
        "2",
        "max(H, 1)",
        "len(vars(self)) + 2",
        "int('2')",
        "self.modules",
        "self.modules + sys.maxsize",
        "self.eval(self.loads)",
        "builtins.max(H, 1)",
        'getattr(builtins, "max")(H, 1)',
        'getattr(n, "numerator")',
        'getattr(sys, "maxsize", 2)',
        'getattr(math, "none", H)',
        "getattr(n, str(H))",
        'hasattr(math, "isqrt") + math.isqrt(4)',
        "len(pickle.dumps(n))",
        "len(os.path.join(os.sep, str(n)))",
        "len(inspect.signature(harmless).parameters)",
        "operator.itemgetter(0)([2])",
        "sum(collections.Counter(str(n)).values()) + sys.maxsize % 2",
        "len(sys.argv) if hasattr(sys, 'argv') else 0",
        "harmless()",
        "(lambda m: 2)(math)",
    ],
)
def test_other_games_are_not_refused(limit: str) -> None:
    game = run(GAME.format(limit=limit)).game
    assert digest(game=game) == digest(game=game)


# Parts of Python and of Farstar that a program has replaced.


def largest(*numbers: Any, **options: Any) -> Any:
    return sorted(*numbers, **options)[-1]


def by_a_property(self: Any) -> Any:
    return self.state


PATCHES: dict[str, tuple[Any, str, Any]] = {
    "a builtin": (builtins, "max", largest),
    "a builtin by another": (builtins, "max", min),
    "a builtin class": (builtins, "ascii", type("ascii", (), {})),
    "a new builtin": (builtins, "HIDDEN", 7),
    "a method of positions": (fs.Position, "winning_moves", largest),
    "a property of positions": (fs.Position, "grundy", property(by_a_property)),
    "a static method": (fs.Value, "of", staticmethod(largest)),
    "a new method": (fs.Ruleset, "new_method", largest),
    "a setting of a base class": (fs.Ruleset, "may_loop", True),
    "a setting": (fs.ImpartialRuleset, "hidden_setting", 3),
    "a function of a module": (sys.modules["farstar.invariants"], "look_up", largest),
    "a class of a module": (sys.modules["farstar.values"], "Value", type("Value", (), {})),
    "a function of the standard library": (math, "gcd", largest),
    "a constant of the standard library": (math, "pi", 3.0),
    "a method of the standard library": (collections.Counter, "most_common", largest),
}

PATCHED = """
import math
from collections import Counter
import farstar as fs

class Game(fs.ImpartialRuleset):
    def moves(self, n):
        limit = HIDDEN if n > 1000 else 2
        total = math.gcd(n, 4) + math.pi + len(Counter(str(n)))
        return [n - k for k in range(1, max(limit, 1)) if k <= n and total]

game = Game()
"""


@pytest.mark.parametrize("what", PATCHES)
def test_patches_are_noticed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, thing = PATCHES[what]
    game = run(PATCHED).game
    before = digest(game=game)
    with monkeypatch.context() as patched:
        patched.setattr(where, name, thing, raising=False)
        after = digest(game=game)
    assert after.digest != before.digest
    assert name in str(before.difference(after))
    assert digest(game=game) == before


@pytest.mark.parametrize("given", ["object", "file"])
def test_a_patched_class_does_not_mix_rows(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = tmp_path / "game.py", tmp_path / "out"
    file.write_text(PATCHED)
    game = file if given == "file" else run(PATCHED).game
    options: dict[str, Any] = {"show": "grundy", "out": out, "chunks": 4}
    fs.survey(game, n=range(40), **options)
    (out / "data" / "block=2" / "chunk.parquet").unlink()
    with monkeypatch.context() as patched:
        patched.setattr(fs.Position, "grundy", property(by_a_property))
        with pytest.raises(fs.SurveyError, match="grundy has changed"):
            fs.survey(game, n=range(40), resume=True, **options)
    assert len(fs.survey(game, n=range(40), resume=True, **options)) == 40


def test_nothing_is_replaced_by_itself() -> None:
    assert replaced() == {}


# Members of modules.


@pytest.mark.parametrize(
    "change",
    [
        lambda module: module.TABLE.append(5),
        lambda module: setattr(module, "step", lambda n: n + 2),
        lambda module: module.inner.DEEP.update({"a": 2}),
        lambda module: setattr(module, "K", 4),
    ],
)
@pytest.mark.parametrize("is_imported_late", [False, True])
def test_members_of_modules(
    is_imported_late: bool,
    change: Callable[[Any], object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "hidden_inner.py").write_text("DEEP = {'a': 1}\n")
    (tmp_path / "hidden_helper.py").write_text(
        "import hidden_inner as inner\nK = 3\nTABLE = [1, 2]\nUNUSED = []\n"
        "def step(n):\n    return n + 1\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("hidden_helper", "hidden_inner"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    load = "import hidden_helper as h\n"
    body = "return h.step(n) + len(h.TABLE) + h.inner.DEEP['a'] + h.K\n"
    module = run(
        f"def f(n):\n    {load}    {body}" if is_imported_late else f"{load}def f(n):\n    {body}"
    )
    helper = importlib.import_module("hidden_helper")
    before = digest(it=module.f).digest
    helper.UNUSED.append(1)
    assert digest(it=module.f).digest == before
    change(helper)
    assert digest(it=module.f).digest != before


def test_invariants_that_were_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def added(step: int) -> Invariant:
        return Invariant("my own", "a number", lambda game: step, "Int64")

    options: dict[str, Any] = {"n": range(9), "show": "my own", "out": tmp_path / "out"}
    monkeypatch.setitem(INVARIANTS, "my own", added(1))
    fs.survey("*n", **options)
    fs.survey("*n", resume=True, **options)
    monkeypatch.setitem(INVARIANTS, "my own", added(2))
    with pytest.raises(fs.SurveyError, match=r"invariants.* has changed"):
        fs.survey("*n", resume=True, **options)


def test_the_command_line_says_it_in_one_line(tmp_path: Path) -> None:
    """A file whose own functions use eval is no problem there."""
    file = tmp_path / "game.py"
    file.write_text(GAME.format(limit='eval("H")'))
    done = run_command("survey", file, "n=0..9", "--show", "grundy", "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
