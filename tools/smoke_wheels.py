"""Install the wheels into fresh environments of every Python at hand, and try them there.

For each interpreter two environments: one with the native wheel, one with the pure wheel. The wheel
of Python 3.12 serves all later versions, as the stable ABI promises. ``make smoke-wheels`` runs it;
interpreters are found on the path and among those of pyenv, or named::

    python tools/smoke_wheels.py /path/to/python3.12 /path/to/python3.14
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSIONS = ((3, 11), (3, 12), (3, 13), (3, 14))

SMOKE = """
import sys
import farstar as fs
assert fs.engine.active().name == sys.argv[1], fs.engine.active().name
assert str(fs.Value("{3||2|1}") + fs.Value("{1|-1}")) == "{{4|2},{4||3|2}|{2||1|0},{3|2||1|0}}"
assert str(fs.parse("E(11,8) + A(3,2,1) - *2").outcome) == "L"
assert fs.Domineering("2x3").value == fs.Value("{2|-1/2}")
assert fs.Kayles(5).grundy == 4
assert fs.certify("E(5,3) + ^").check()
print(fs.engine.active().name)
"""


def version_of(python: str) -> tuple[int, int] | None:
    """Return the version of an interpreter; None if it does not run."""
    code = "import sys; print(*sys.version_info[:2])"
    try:
        answer = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    major, minor = map(int, answer.stdout.split())
    return major, minor


def interpreters(named: Sequence[str]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield one interpreter of each version that is supported and at hand."""
    candidates = list(named)
    if not candidates:
        on_path = [shutil.which(f"python{major}.{minor}") for major, minor in VERSIONS]
        folder = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
        managed = sorted(map(str, folder.glob("3.*/bin/python")))
        candidates = [sys.executable, *managed, *filter(None, on_path)]
    known: dict[tuple[int, int], str] = {}
    for python in candidates:
        version = version_of(python)
        if version in VERSIONS:
            known.setdefault(version, python)
    yield from sorted(known.items())


def environment(python: str, folder: Path) -> str:
    """Make a virtual environment and return its interpreter."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    names = ("Scripts/python.exe", "bin/python")
    return str(next(folder / name for name in names if (folder / name).exists()))


def install(python: str, *words: str) -> None:
    """Install into an environment, in the versions of the constraints."""
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*command, "-c", str(ROOT / "constraints.txt"), *words], check=True)


def build_tools() -> list[str]:
    """Return what a build needs; old versions of pip cannot read it from the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tools: list[str] = project["dependency-groups"]["build"]
    return tools


def build(python: str, folder: Path, *settings: str) -> Path:
    """Build a wheel in an environment that has the build tools."""
    folder.mkdir()
    command = [python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    words = [word for setting in settings for word in ("-C", setting)]
    require = {**os.environ, "FARSTAR_REQUIRE_NATIVE": "1"}
    subprocess.run(
        [*command, *words, "--wheel-dir", str(folder), str(ROOT)], check=True, env=require
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def smoke(python: str, wheel: Path, engine: str, folder: Path) -> None:
    """Install a wheel into a fresh environment and try it, outside the sources."""
    fresh = environment(python, folder)
    install(fresh, str(wheel))
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    for words in (["-c", SMOKE, engine], ["-m", "farstar", "doctor"]):
        subprocess.run([fresh, *words], check=True, cwd=folder, env=env, stdout=subprocess.DEVNULL)
    command = [fresh, "-m", "farstar", "eval", "--json", "{3||2|1}"]
    answer = subprocess.run(
        command, check=True, cwd=folder, env=env, capture_output=True, text=True
    )
    assert json.loads(answer.stdout)["mean"] == "9/4"


def main(arguments: Sequence[str]) -> int:
    """Try every wheel on every interpreter; print a line for each."""
    pythons = dict(interpreters(arguments))
    missing = [f"{a}.{b}" for a, b in VERSIONS if (a, b) not in pythons]
    wheels: dict[tuple[int, int], Path] = {}
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pure: Path | None = None
        for version, python in pythons.items():
            text = "{}.{}".format(*version)
            native = wheels.get((3, 12)) if version > (3, 12) else None
            if native is None or pure is None:
                builder = environment(python, folder / f"build-{text}")
                install(builder, *build_tools())
                if native is None:
                    cache = f"build-dir={ROOT / 'build' / f'smoke-{text}'}"
                    native = build(builder, folder / f"native-{text}", cache)
                    wheels[version] = native
                if pure is None:
                    settings = ("wheel.cmake=false", "wheel.py-api=py3")
                    pure = build(builder, folder / "pure", *settings)
            for wheel, engine in ((native, "native"), (pure, "reference")):
                try:
                    smoke(python, wheel, engine, folder / f"{engine}-{text}")
                    verdict = "passes"
                except (AssertionError, subprocess.CalledProcessError) as error:
                    verdict, failed = f"FAILS: {error}", True
                print(f"Python {text}, {wheel.name}: {verdict}", flush=True)
    for text in missing:
        print(f"Python {text}: not tried, no interpreter")
    return 1 if failed or not pythons else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
