"""Files that import modules beside them, here and on workers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import farstar as fs
from farstar.surveys import search
from farstar.surveys._source import Source
from tests.running import python

GAME = """
import farstar as fs
import helper
from tools import steps
from tools.deep.inner import limit

class Heaps(fs.ImpartialRuleset):
    def moves(self, n):
        from late import filtered
        return filtered([n - k for k in steps(n) if k <= n])

def twice(g) -> int:
    return helper.twice(g.grundy)

show = "grundy, twice"
ranges = {"n": range(limit)}

def claim(n):
    "Nothing is more than limit."
    return twice(Heaps()(n)) <= 2 * limit
"""

FILES = {
    "game.py": GAME,
    "helper.py": "import second\ndef twice(n):\n    return second.two() * n\n",
    "second.py": "def two():\n    return 2\n",
    "late.py": "def filtered(moves):\n    return sorted(moves)\n",
    "unused.py": "raise RuntimeError('nobody asked for this')\n",
    "tools/__init__.py": "from .basic import steps\n",
    "tools/basic.py": "def steps(n):\n    return (1, 3, 4)\n",
    "tools/deep/__init__.py": "",
    "tools/deep/inner.py": "from ..basic import steps\nfrom . import other\nlimit = other.limit\n",
    "tools/deep/other.py": "limit = 30\n",
    "json.py": "raise RuntimeError('the library is meant')\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_what_belongs_to_a_file(folder: Path) -> None:
    source = Source.read(folder / "game.py")
    assert set(source.texts) == set(FILES) - {"unused.py", "json.py"}


@pytest.mark.parametrize(
    "runner",
    [
        pytest.param([], marks=pytest.mark.long),
        ["--jobs", "2"],
        pytest.param(["--cluster", "local", "--jobs", "2"], marks=pytest.mark.long),
    ],
)
def test_workers_get_the_modules(runner: list[str], folder: Path) -> None:
    commands = [
        ["survey", str(folder / "game.py"), "--out", str(folder / "out"), "--chunks", "3"],
        ["search", "--claim", str(folder / "game.py")],
    ]
    for command in commands:
        done = python("-m", "farstar", *command, *runner)
        assert done.returncode == 0, done.stderr
    assert len(fs.Survey.open(folder / "out")) == 30


def test_modules_beside_a_file(folder: Path) -> None:
    survey = fs.survey(folder / "game.py", out=folder / "out", chunks=3)
    assert survey.to_polars()["grundy"].to_list()[:8] == [0, 1, 0, 1, 2, 3, 2, 0]
    assert survey.to_polars()["twice"].to_list()[:8] == [0, 2, 0, 2, 4, 6, 4, 0]
    assert len(survey) == 30
    assert survey.history[0]["source"].keys() == set(FILES) - {"unused.py", "json.py"}
    assert search(folder / "game.py").holds
    for name in ("helper", "tools", "late", "second"):
        assert name not in sys.modules


def test_a_changed_module_is_another_question(folder: Path) -> None:
    out = folder / "out"
    fs.survey(folder / "game.py", out=out, chunks=3)
    (out / "data" / "block=1" / "chunk.parquet").unlink()
    (folder / "tools" / "basic.py").write_text("def steps(n):\n    return (2, 5, 7)\n")
    with pytest.raises(fs.SurveyError, match=r"the file has changed \(tools/basic.py\)"):
        fs.survey(folder / "game.py", out=out, resume=True)
    (folder / "tools" / "basic.py").write_text(FILES["tools/basic.py"])
    (folder / "unused.py").write_text("changed = True\n")
    fs.survey(folder / "game.py", out=out, resume=True)


def test_files_of_two_folders_do_not_meet(tmp_path: Path) -> None:
    for name, number in (("one", 1), ("two", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.py").write_text(
            "import helper\ngame = '*n'\ndef number(g) -> int:\n    return helper.number\n"
        )
        (tmp_path / name / "helper.py").write_text(f"number = {number}\n")
    for name, number in (("one", 1), ("two", 2), ("one", 1)):
        survey = fs.survey(tmp_path / name / "game.py", n=range(3), show="number")
        assert survey.to_polars()["number"].to_list() == [number] * 3


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("helper.py", "x = = 1\n", r"got 'game.py' in 'helper.py', line 1: SyntaxError"),
        ("helper.py", "\n1 / 0\n", r"got 'game.py' in 'helper.py', line 2: ZeroDivisionError"),
        ("second.py", "import nowhere\n", r"in 'second.py', line 1: ModuleNotFoundError"),
        (
            "tools/__init__.py",
            "from .none import x\n",
            r"in 'tools/__init__.py', line 1: ModuleNot",
        ),
        ("helper.py", b"\xff", r"helper.py': it is not text"),
        ("helper.py", "raise SystemExit(3)\n", r"SystemExit: 3"),
    ],
)
def test_modules_with_mistakes(name: str, text: str | bytes, message: str, folder: Path) -> None:
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    modules, finders = set(sys.modules), len(sys.meta_path)
    with pytest.raises(fs.SurveyError, match=message):
        fs.survey(folder / "game.py")
    assert not [new for new in set(sys.modules) - modules if new.startswith("farstar_user")]
    assert len(sys.meta_path) <= finders + 1


def test_names_that_are_no_identifiers(tmp_path: Path) -> None:
    (tmp_path / "my game.v2.py").write_text("import helper\ngame = helper.game\n")
    (tmp_path / "helper.py").write_text("game = '*n'\n")
    assert len(fs.survey(tmp_path / "my game.v2.py", n=range(3))) == 3


def test_too_many_modules(tmp_path: Path) -> None:
    imports = "".join(f"import m{i}\n" for i in range(300))
    (tmp_path / "game.py").write_text(imports + "game = '*n'\n")
    for i in range(300):
        (tmp_path / f"m{i}.py").write_text("")
    with pytest.raises(fs.SurveyError, match="at most 200 modules"):
        fs.survey(tmp_path / "game.py", n=range(3))
