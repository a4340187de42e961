"""What ``pip install .`` builds with and without a compiler, and what the result can do."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

import farstar

pytestmark = pytest.mark.serial

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
        timeout=280,
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
    place = tmp_path_factory.mktemp("environment")
    made = run(sys.executable, "-m", "venv", "--without-pip", place)
    assert made.returncode == 0, made.stdout
    programs = place / "bin"
    pip = (sys.executable, "-m", "pip", "--python", programs / "python", "install", "--quiet")
    installed = run(*pip, "-c", ROOT / "constraints.txt", pure_wheel, env=clean_environment())
    assert installed.returncode == 0, installed.stdout
    return programs


def test_no_compiler_gives_a_pure_wheel(pure_wheel: Path) -> None:
    assert pure_wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(pure_wheel).namelist()
    assert "farstar/py.typed" in names
    assert not [name for name in names if name.endswith((".so", ".cpp", ".hpp"))]


def test_required_native_core_fails_without_a_compiler(
    tmp_path: Path, broken_compiler: dict[str, str]
) -> None:
    environment = clean_environment(FARSTAR_REQUIRE_NATIVE="1", **broken_compiler)
    done = build_wheel(tmp_path, env=environment)
    assert done.returncode != 0
    assert "CMake configuration failed" in done.stdout
    assert not list(tmp_path.glob("*.whl"))


def test_pure_install_computes(pure_environment: Path, tmp_path: Path) -> None:
    code = (
        "import farstar as fs; from farstar import engine;"
        "print(engine.available(), fs.Value('{2|-1}') + fs.Value('*'), fs.Value('^*') > 0)"
    )
    done = run(pure_environment / "python", "-c", code, env=clean_environment(), cwd=tmp_path)
    assert done.stdout == "('reference',) {2*|-1*} False\n"


def test_pure_install_has_the_command_line(pure_environment: Path, tmp_path: Path) -> None:
    farstar = pure_environment / "farstar"
    value = run(farstar, "eval", "{3||2|1} - 1", env=clean_environment(), cwd=tmp_path)
    assert value.returncode == 0, value.stdout
    assert "{2||1|0}" in value.stdout
    doctor = run(farstar, "doctor", env=clean_environment(), cwd=tmp_path)
    assert doctor.returncode == 0, doctor.stdout
    assert "reference" in doctor.stdout


def test_native_wheel_is_small_and_complete(tmp_path: Path) -> None:
    options = ("-C", f"build-dir={ROOT / 'build' / 'native'}")
    done = build_wheel(tmp_path, *options, env=clean_environment(FARSTAR_REQUIRE_NATIVE="1"))
    assert done.returncode == 0, done.stdout
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < 5 * MEGABYTE
    names = zipfile.ZipFile(wheel).namelist()
    native = [name for name in names if name.endswith(".so")]
    assert len(native) == 1
    assert native[0].startswith("farstar/_core.")
    assert sources(ROOT / "src", {".py", ".pyi", ".typed"}) <= set(names)
    beyond_the_package = {name.split("/")[0] for name in names} - {"farstar"}
    assert all(name.endswith(".dist-info") for name in beyond_the_package)


def sources(folder: Path, endings: set[str]) -> set[str]:
    """Return the files below `folder`, relative to it, whose names end so."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.suffix in endings or path.name in endings
    }


def test_source_distribution_builds_the_package_and_no_more(tmp_path: Path) -> None:
    code = f"from scikit_build_core.build import build_sdist; build_sdist({str(tmp_path)!r})"
    python = sys.executable
    done = run(python, "-c", code, env=clean_environment())
    assert done.returncode == 0, done.stdout
    (archive,) = tmp_path.glob("*.tar.gz")
    assert archive.stat().st_size < MEGABYTE
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


@pytest.mark.skipif(not REQUIRED, reason="only make and CI promise the native core")
def test_native_engine_is_active() -> None:
    code = "from farstar import engine; print(engine.active().name)"
    done = run(sys.executable, "-c", code, env=clean_environment())
    assert done.stdout == "native\n"


def test_committed_stub_is_fresh(tmp_path: Path) -> None:
    pytest.importorskip("farstar._core")
    stub = tmp_path / "_core.pyi"
    done = run(sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "farstar._core", "-o", stub)
    assert done.returncode == 0, done.stdout
    committed = ROOT / "src" / "farstar" / "_core.pyi"
    fresh = committed.read_text("utf-8") == stub.read_text("utf-8")
    assert fresh, "the stub is stale: run make stubs"


def test_versions_agree() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert farstar.__version__ == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
