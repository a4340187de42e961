"""Make everything that a release needs, and check it: ``make release``.

The wheels, the source distribution, the pages, the data and the checksums go to ``dist``. Nothing
is uploaded; the last lines say what remains to be done by hand.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"


class ReleaseError(Exception):
    """Something that must not be released."""


def require(condition: object, message: str) -> None:
    """Stop with a message unless a condition holds."""
    if not condition:
        raise ReleaseError(message)


def call(*words: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """Run a program; return what it prints, or stop with all of it."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    require(done.returncode == 0, f"{' '.join(map(str, words))} failed:\n{done.stdout}")
    return done.stdout


def version() -> str:
    """Return the version, which all files must agree on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    number: str = project["version"]
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    package = (ROOT / "src" / "farstar" / "__init__.py").read_text("utf-8")
    require(f"\nversion: {number}\n" in citation, f"expected version {number} in CITATION.cff")
    require(f'__version__ = "{number}"' in package, f"expected version {number} in farstar")
    return number


def check_changelog(number: str) -> None:
    """Check that the changelog has a dated section for this version, and nothing above it."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    sections = re.findall(r"^## \[(.+?)\](?: - (\S+))?$", text, re.MULTILINE)
    require(sections, "expected sections in CHANGELOG.md")
    name, date = sections[0]
    require(
        name == number and date,
        f"expected '## [{number}] - DATE' as first section of CHANGELOG.md, got '## [{name}]'",
    )


def check_repository(number: str) -> None:
    """Check that everything is committed, and that the tag does not exist or is this commit."""
    require(not call("git", "status", "--porcelain"), "expected no uncommitted changes")
    tags = call("git", "tag", "--list", f"v{number}").split()
    if tags:
        head, tagged = call("git", "rev-parse", "HEAD", f"v{number}^{{commit}}").split()
        require(head == tagged, f"the tag v{number} exists, and is another commit")


def source_distribution() -> Path:
    """Build the source distribution."""
    code = f"from scikit_build_core.build import build_sdist; build_sdist({str(DIST)!r})"
    call(sys.executable, "-c", code)
    (archive,) = DIST.glob("*.tar.gz")
    return archive


def wheels(archive: Path) -> list[Path]:
    """Build the native and the pure wheel from the source distribution, without the network."""
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps")
    offline = (*pip, "--no-index", "--wheel-dir", DIST)
    call(*offline, archive, FARSTAR_REQUIRE_NATIVE="1")
    call(*offline, "-C", "wheel.cmake=false", "-C", "wheel.py-api=py3", archive)
    made = sorted(DIST.glob("*.whl"))
    require(len(made) == 2, f"expected two wheels, got {[wheel.name for wheel in made]}")
    return made


def try_wheel(wheel: Path, number: str) -> None:
    """Install a wheel into an empty environment, and ask it for a value."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "env", with_pip=True)
        python = next((folder / "env").glob("*/python*"))
        install = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        call(*install, "-c", ROOT / "constraints.txt", wheel, cwd=folder)
        said = call(python, "-P", "-m", "farstar", "--version", cwd=folder)
        require(said.startswith(f"farstar {number}"), f"expected version {number}, got {said!r}")
        answer = call(python, "-P", "-m", "farstar", "eval", "--quiet", "{3||2|1} - ^", cwd=folder)
        require(answer == "{3v||2v|1v}\n", f"{wheel.name} answers {answer!r}")


def pages() -> None:
    """Build the pages, and pack them."""
    folder = ROOT / "build" / "docs"
    require((folder / "index.html").exists(), "expected the pages in build/docs: run make docs")
    with tarfile.open(DIST / "farstar-docs.tar.gz", "w:gz") as packed:
        packed.add(folder, "farstar-docs")


def data() -> None:
    """Pack the certificates of the library of theorems, and copy the citation."""
    shutil.copy(ROOT / "CITATION.cff", DIST)
    call(
        "git", "archive", "--format=tar.gz", "-o", DIST / "farstar-proofs.tar.gz", "HEAD", "proofs"
    )


def checksums() -> Path:
    """Write the SHA-256 sums of all files."""
    path = DIST / "SHA256SUMS"
    files = sorted(file for file in DIST.iterdir() if file != path)
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    path.write_text("".join(lines), "utf-8")
    return path


def main(words: Sequence[str] | None = None) -> int:
    """Make and check everything; say what is left to do."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rehearse",
        action="store_true",
        help="leave out what only a real release has: the section of the changelog, a clean tree",
    )
    options = parser.parse_args(words)
    try:
        number = version()
        if not options.rehearse:
            check_changelog(number)
            check_repository(number)
        shutil.rmtree(DIST, ignore_errors=True)
        DIST.mkdir()
        archive = source_distribution()
        print(f"source: {archive.name}", flush=True)
        for wheel in wheels(archive):
            try_wheel(wheel, number)
            print(f"wheel: {wheel.name}, installed and tried", flush=True)
        steps: dict[str, Callable[[], object]] = {
            "pages": pages, "data": data, "checksums": checksums,
        }  # fmt: skip
        for name, step in steps.items():
            step()
            print(f"{name}: done", flush=True)
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    print(f"dist has version {number}. To publish it: git tag v{number} && git push --tags")
    return 0


if __name__ == "__main__":
    sys.exit(main())
