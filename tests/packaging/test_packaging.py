"""What ``pip install .`` builds with and without a compiler, and what the result can do."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

import farstar

# In one process, so that what is built is built once.
pytestmark = pytest.mark.xdist_group("packaging")

ROOT = Path(__file__).resolve().parents[2]
MEGABYTE = 2**20
REQUIRED = os.environ.get("FARSTAR_REQUIRE_NATIVE", "0") not in ("", "0")


def run(
    *command: str | Path, env: Mapping[str, str] | None = None, cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run a command and return what it printed, stdout and stderr together."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


def clean_environment(**extra: str) -> dict[str, str]:
    """Return the environment without what would change a build or an import."""
    hidden = {"CC", "CXX", "FARSTAR_ENGINE", "FARSTAR_REQUIRE_NATIVE", "PYTHONPATH"}
    return {name: text for name, text in os.environ.items() if name not in hidden} | extra


def build_wheel(
    target: Path, *options: str, env: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Build a wheel of the project into the folder `target`."""
    pip = (sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index")
    return run(*pip, *options, "--wheel-dir", target, ROOT, env=env)


def install(wheel: Path, place: Path) -> Path:
    """Make an environment with nothing but the wheel and what it needs; return its programs."""
    created = run(sys.executable, "-m", "venv", "--without-pip", place)
    assert created.returncode == 0, created.stdout
    programs = place / "bin"
    pip = (sys.executable, "-m", "pip", "--python", programs / "python", "install", "--quiet")
    installed = run(*pip, "-c", ROOT / "constraints.txt", wheel, env=clean_environment())
    assert installed.returncode == 0, installed.stdout
    return programs


@pytest.fixture(scope="session")
def broken_compiler(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables that name a compiler which always fails."""
    compiler = tmp_path_factory.mktemp("compiler") / "c++"
    compiler.write_text("#!/bin/sh\necho 'this compiler always fails' >&2\nexit 1\n")
    compiler.chmod(0o755)
    return {"CC": str(compiler), "CXX": str(compiler)}


@pytest.fixture(scope="session")
def pure_wheel(tmp_path_factory: pytest.TempPathFactory, broken_compiler: dict[str, str]) -> Path:
    """The wheel that comes out where no compiler works."""
    target = tmp_path_factory.mktemp("pure")
    done = build_wheel(target, env=clean_environment(**broken_compiler))
    assert done.returncode == 0, done.stdout
    (wheel,) = target.glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def pure_environment(tmp_path_factory: pytest.TempPathFactory, pure_wheel: Path) -> Path:
    """The folder of programs of a fresh environment that holds the pure wheel."""
    return install(pure_wheel, tmp_path_factory.mktemp("environment"))


@pytest.mark.long
def test_no_compiler_gives_a_pure_wheel(pure_wheel: Path) -> None:
    assert pure_wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(pure_wheel).namelist()
    assert "farstar/py.typed" in names
    assert "farstar/built_without_a_compiler.txt" in names
    assert not [name for name in names if name.endswith((".so", ".cpp", ".hpp"))]


@pytest.mark.long
def test_required_native_core_fails_without_a_compiler(
    tmp_path: Path, broken_compiler: dict[str, str]
) -> None:
    environment = clean_environment(FARSTAR_REQUIRE_NATIVE="1", **broken_compiler)
    done = build_wheel(tmp_path, env=environment)
    assert done.returncode != 0
    assert "CMake configuration failed" in done.stdout
    assert not list(tmp_path.glob("*.whl"))


@pytest.mark.long
def test_pure_install_computes(pure_environment: Path, tmp_path: Path) -> None:
    code = (
        "import farstar as fs; from farstar import engine;"
        "print(engine.available(), fs.Value('{2|-1}') + fs.Value('*'), fs.Value('^*') > 0)"
    )
    done = run(pure_environment / "python", "-c", code, env=clean_environment(), cwd=tmp_path)
    assert "Farstar was built without its native core" in done.stdout
    assert done.stdout.splitlines()[-1] == "('reference',) {2*|-1*} False"


@pytest.mark.long
def test_pure_install_has_the_command_line(pure_environment: Path, tmp_path: Path) -> None:
    farstar = pure_environment / "farstar"
    value = run(farstar, "eval", "{3||2|1} - 1", env=clean_environment(), cwd=tmp_path)
    assert value.returncode == 0, value.stdout
    assert "{2||1|0}" in value.stdout
    doctor = run(farstar, "doctor", env=clean_environment(), cwd=tmp_path)
    assert doctor.returncode == 0, doctor.stdout
    assert "reference" in doctor.stdout


@contextmanager
def only_builder() -> Iterator[None]:
    """Build in build/native while ``make core-test``, which runs beside the tests, does not."""
    fcntl = pytest.importorskip("fcntl")
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    with (build / "native.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def native_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel with the native core."""
    target = tmp_path_factory.mktemp("native")
    options = ("-C", f"build-dir={ROOT / 'build' / 'native'}")
    with only_builder():
        done = build_wheel(target, *options, env=clean_environment(FARSTAR_REQUIRE_NATIVE="1"))
    assert done.returncode == 0, done.stdout
    (wheel,) = target.glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def native_environment(tmp_path_factory: pytest.TempPathFactory, native_wheel: Path) -> Path:
    """The folder of programs of an empty environment into which that wheel was installed."""
    return install(native_wheel, tmp_path_factory.mktemp("empty"))


@pytest.mark.long
def test_native_wheel_is_small_and_complete(native_wheel: Path) -> None:
    assert native_wheel.stat().st_size < 5 * MEGABYTE
    names = zipfile.ZipFile(native_wheel).namelist()
    native = [name for name in names if name.endswith(".so")]
    assert len(native) == 1
    assert "farstar/built_without_a_compiler.txt" not in names
    assert native[0].startswith("farstar/_core.")
    assert sources(ROOT / "src", {".py", ".pyi", ".typed"}) <= set(names)
    beyond_the_package = {name.split("/")[0] for name in names} - {"farstar"}
    assert all(name.endswith(".dist-info") for name in beyond_the_package)


SMOKE = """
import farstar as fs
assert fs.engine.active().name == "native"
assert str(fs.Value("{3||2|1}") + fs.Value("*")) == "{3*||2*|1*}"
assert str((fs.PartizanEuclid(11, 8) + fs.GeographyA(3, 2, 1) - fs.Value("*2")).outcome) in "LRNP"
assert str(fs.Domineering("4x4").value) == "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}"
assert fs.Kayles(100).grundy == 1
class Stairs(fs.Ruleset):
    def left(self, n): return [n - 1] if n >= 1 else []
    def right(self, n): return [n - 3] if n >= 3 else []
assert str(Stairs()(7).value) == "{2|0}"
try:
    fs.plot(fs.Value(1))
except fs.MissingExtraError as error:
    assert "farstar[plot]" in str(error)
else:
    raise AssertionError("the base install brought matplotlib")
print("smoke passed")
"""


@pytest.mark.long
def test_the_wheel_works_in_an_empty_environment(native_environment: Path, tmp_path: Path) -> None:
    python = native_environment / "python"
    done = run(python, "-c", SMOKE, env=clean_environment(), cwd=tmp_path)
    assert done.stdout == "smoke passed\n"
    for words in (["eval", "E(11,8) + {3||2|1} - *2"], ["doctor"], ["verify", "--help"]):
        done = run(native_environment / "farstar", *words, env=clean_environment(), cwd=tmp_path)
        assert done.returncode == 0, done.stdout


LIGHT = {"farstar", "click", "rich", "markdown-it-py", "mdurl", "pygments"}


@pytest.mark.long
def test_the_base_install_brings_nothing_heavy(native_environment: Path, tmp_path: Path) -> None:
    code = (
        "from importlib.metadata import distributions;"
        "print(*sorted({d.metadata['Name'].lower() for d in distributions()}))"
    )
    done = run(native_environment / "python", "-c", code, env=clean_environment(), cwd=tmp_path)
    assert set(done.stdout.split()) <= LIGHT
    assert {"farstar", "click", "rich"} <= set(done.stdout.split())


@pytest.mark.long
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_the_types_serve_users(native_environment: Path, tmp_path: Path, checker: str) -> None:
    python = native_environment / "python"
    sample = (Path(__file__).parent / "typed_sample.py").read_text("utf-8")
    (tmp_path / "sample.py").write_text(sample, "utf-8")
    wrong = sample + "\nnames: list[str] = [fs.Value(1).mean]\n"
    (tmp_path / "wrong.py").write_text(wrong, "utf-8")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    command: tuple[str | Path, ...] = (
        (sys.executable, "-m", "mypy", "--strict", "--python-executable", python)
        if checker == "mypy"
        else (sys.executable, "-m", "basedpyright", "--pythonpath", python)
    )
    # In a folder of its own: the settings of the project would lead to its sources.
    done = run(*command, "sample.py", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    done = run(*command, "wrong.py", cwd=tmp_path)
    assert done.returncode == 1
    assert '"Fraction"' in done.stdout
    assert '"str"' in done.stdout


def sources(folder: Path, endings: set[str]) -> set[str]:
    """Return the files below `folder`, relative to it, whose names end so."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.suffix in endings or path.name in endings
    }


@pytest.mark.long
def test_source_distribution_builds_the_package_and_no_more(tmp_path: Path) -> None:
    code = f"from scikit_build_core.build import build_sdist; build_sdist({str(tmp_path)!r})"
    python = sys.executable
    done = run(python, "-c", code, env=clean_environment())
    assert done.returncode == 0, done.stdout
    (archive,) = tmp_path.glob("*.tar.gz")
    assert archive.stat().st_size < 2 * MEGABYTE
    with tarfile.open(archive) as opened:
        held = {name.partition("/")[2] for name in opened.getnames()}
    needed = {"CMakeLists.txt", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}
    for folder in ("bindings", "core", "src"):
        endings = {".cpp", ".hpp", ".h", ".py", ".pyi", ".typed", "CMakeLists.txt"}
        needed |= {f"{folder}/{name}" for name in sources(ROOT / folder, endings)}
    assert needed <= held
    allowed = {name.split("/")[0] for name in needed} | {
        "CHANGELOG.md",
        "CITATION.cff",
        "CONTRIBUTING.md",
    }
    assert {name.split("/")[0] for name in held} <= allowed
    assert not [name for name in held if name.endswith((".so", ".pyc"))]


@pytest.mark.long
def test_the_wheel_builds_from_the_source_distribution(tmp_path: Path) -> None:
    code = f"from scikit_build_core.build import build_sdist; build_sdist({str(tmp_path)!r})"
    done = run(sys.executable, "-c", code, env=clean_environment())
    assert done.returncode == 0, done.stdout
    (archive,) = tmp_path.glob("*.tar.gz")
    pip = (sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index")
    environment = clean_environment(FARSTAR_REQUIRE_NATIVE="1")
    done = run(*pip, "--wheel-dir", tmp_path, archive, env=environment, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    (wheel,) = tmp_path.glob("*.whl")
    assert not wheel.name.endswith("-none-any.whl")


@pytest.mark.skipif(not REQUIRED, reason="only make and CI promise the native core")
def test_native_engine_is_active() -> None:
    code = "from farstar import engine; print(engine.active().name)"
    done = run(sys.executable, "-c", code, env=clean_environment())
    assert done.stdout == "native\n"


def test_committed_stub_is_fresh(tmp_path: Path) -> None:
    pytest.importorskip("farstar._core")
    stub = tmp_path / "_core.pyi"
    types = ROOT / "tools" / "core_stub.pat"
    make = (sys.executable, "-m", "nanobind.stubgen", "-q", "-p", types, "-m", "farstar._core")
    done = run(*make, "-o", stub)
    assert done.returncode == 0, done.stdout
    committed = ROOT / "src" / "farstar" / "_core.pyi"
    fresh = committed.read_text("utf-8") == stub.read_text("utf-8")
    assert fresh, "the stub is stale: run make stubs"


def test_versions_agree() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert farstar.__version__ == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
