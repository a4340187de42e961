"""Make everything that a release needs, and check it: ``make release``.

The wheels, the source distribution, the pages, the site without a server, the data and the
checksums go to ``dist``. Nothing is uploaded; the last line says what remains to be done by hand.

``python tools/release.py --set-version X.Y.Z`` writes a version into every file that names it.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
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


PLACES = {
    "pyproject.toml": 'version = "{}"\n',
    "src/farstar/__init__.py": '__version__ = "{}"\n',
    "CITATION.cff": "version: {}\n",
    "conda/recipe.yaml": '  version: "{}"\n',
    "docs/howto.md": "workbench for combinatorial game theory, version {} (",
}
"""Every file that names the version, and how."""

_NUMBER = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")


def version() -> str:
    """Return the version, which all files must agree on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    number: str = project["version"]
    for name, words in PLACES.items():
        text = (ROOT / name).read_text("utf-8")
        require(words.format(number) in text, f"expected version {number} in {name}")
    sections = changelog_sections()
    require(
        sections[0][0] in ("Unreleased", number),
        f"expected [Unreleased] or [{number}] as first section of CHANGELOG.md, "
        f"got [{sections[0][0]}]",
    )
    return number


def set_version(number: str) -> None:
    """Write another version into every file that names it, and close the changelog's section."""
    require(_NUMBER.fullmatch(number), f"expected a version such as 1.0.0, got {number!r}")
    former = version()
    for name, words in PLACES.items():
        path = ROOT / name
        text = path.read_text("utf-8")
        path.write_text(text.replace(words.format(former), words.format(number), 1), "utf-8")
    path = ROOT / "CHANGELOG.md"
    today = datetime.datetime.now(datetime.UTC).date()
    text = path.read_text("utf-8")
    dated = f"## [Unreleased]\n\n## [{number}] - {today}\n"
    path.write_text(text.replace("## [Unreleased]\n", dated, 1), "utf-8")
    path = ROOT / "CITATION.cff"
    released = f"version: {number}\ndate-released: {today}\n"
    pattern = r"^version: .*\n(date-released: .*\n)?"
    text = re.sub(pattern, released, path.read_text("utf-8"), count=1, flags=re.MULTILINE)
    path.write_text(text, "utf-8")


def changelog_sections() -> list[tuple[str, str]]:
    """Return the names of the changelog's sections with their dates; an empty one is left out."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    text = re.sub(r"^## \[Unreleased\]\n+(?=## )", "", text, flags=re.MULTILINE)
    sections: list[tuple[str, str]] = re.findall(r"^## \[(.+?)\](?: - (\S+))?$", text, re.MULTILINE)
    require(sections, "expected sections in CHANGELOG.md")
    return sections


def check_changelog(number: str) -> None:
    """Check that the changelog has a dated section for this version, and nothing above it."""
    name, date = changelog_sections()[0]
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
    (archive,) = DIST.glob("farstar-[0-9]*.tar.gz")
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
        python = folder / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
        install = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        call(*install, "-c", ROOT / "constraints.txt", wheel, cwd=folder)
        said = call(python, "-P", "-m", "farstar", "--version", cwd=folder)
        require(said.startswith(f"farstar {number}"), f"expected version {number}, got {said!r}")
        answer = call(python, "-P", "-m", "farstar", "eval", "--quiet", "{3||2|1} - ^", cwd=folder)
        require(answer == "{3v||2v|1v}\n", f"{wheel.name} answers {answer!r}")


def pages() -> None:
    """Pack the pages, which must be those of this version."""
    folder = ROOT / "build" / "docs"
    # The index of the search is written last: without it the build was interrupted.
    is_complete = all((folder / name).exists() for name in ("index.html", "searchindex.js"))
    require(is_complete, "expected all pages in build/docs: run make docs")
    title = f"<title>Farstar {version()}"
    text = (folder / "index.html").read_text("utf-8")
    require(title in text, f"expected {title!r} in build/docs/index.html: run make docs again")
    pack(folder, "farstar-docs")


def site() -> None:
    """Pack the workbench that needs no server; the package inside must be of this version."""
    folder = ROOT / "build" / "site"
    require((folder / "index.html").exists(), "expected a site in build/site: run make site")
    with zipfile.ZipFile(folder / "farstar.whl") as wheel:
        names = wheel.namelist()
    expected = f"farstar-{version()}.dist-info/METADATA"
    require(
        expected in names, f"expected {expected} in build/site/farstar.whl: run make site again"
    )
    pack(folder, "farstar-site")


def pack(folder: Path, name: str) -> None:
    """Write a folder as a compressed archive, and check that everything is in it."""
    archive = DIST / f"{name}.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(folder, name)
    with tarfile.open(archive) as packed:
        held = sum(member.isfile() for member in packed)
    files = sum(path.is_file() for path in folder.rglob("*"))
    require(held == files, f"expected {files} files in {archive.name}, got {held}")


def data() -> None:
    """Pack the certificates of theorems and the proofs in Coq; check the certificates first."""
    certificates = sorted((ROOT / "src" / "farstar").glob("**/theor*/*.json")) + sorted(
        (ROOT / "src" / "farstar" / "papers").glob("*/claims/theorem-*.json")
    )
    require(certificates, "expected certificates of theorems in src/farstar")
    checker = ROOT / "src" / "farstar" / "certificates" / "theorem_checker.py"
    for certificate in certificates:
        json.loads(certificate.read_text("utf-8"))
        call(sys.executable, checker, certificate)
    names = [str(path.relative_to(ROOT)) for path in (checker, *certificates)]
    archive = DIST / "farstar-proofs.tar.gz"
    call("git", "archive", "--format=tar.gz", "-o", archive, "HEAD", "proofs", *names)
    with tarfile.open(archive) as packed:
        missing = {*names} - {*packed.getnames()}
    require(not missing, f"expected all certificates in {archive.name}, got none of {missing}")


def citation() -> None:
    """Copy the citation, and check it by its schema."""
    words = ("--quiet", "--builtin-schema", "vendor.citation-file-format")
    call(sys.executable, "-m", "check_jsonschema", *words, ROOT / "CITATION.cff")
    shutil.copy(ROOT / "CITATION.cff", DIST)


def checksums() -> Path:
    """Write the SHA-256 sums of all files."""
    path = DIST / "SHA256SUMS"
    files = sorted(file for file in DIST.iterdir() if file != path)
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    path.write_text("".join(lines), "utf-8")
    return path


def check_contents() -> None:
    """Check that everything is there, and that the checksums are those of the files."""
    kinds = {
        "farstar-[0-9]*.tar.gz": "a source distribution", "*-py3-none-any.whl": "a pure wheel",
        "farstar-docs.tar.gz": "the pages", "farstar-site.tar.gz": "the site",
        "farstar-proofs.tar.gz": "the data", "CITATION.cff": "the citation",
    }  # fmt: skip
    for pattern, what in kinds.items():
        require(any(DIST.glob(pattern)), f"expected {what} in dist, got none")
    sums = dict(
        line.split("  ")[::-1] for line in (DIST / "SHA256SUMS").read_text("utf-8").splitlines()
    )
    files = {path.name: path for path in DIST.iterdir() if path.name != "SHA256SUMS"}
    require(sums.keys() == files.keys(), "expected a checksum of every file in dist")
    for name, path in files.items():
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        require(digest == sums[name], f"expected the checksum of {name} to be {digest}")


def main(words: Sequence[str] | None = None) -> int:
    """Make and check everything; say what is left to do."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rehearse",
        action="store_true",
        help="leave out what only a real release has: the section of the changelog, a clean tree",
    )
    parser.add_argument(
        "--set-version",
        metavar="VERSION",
        help="only write another version into every file that names it, with today's date",
    )
    options = parser.parse_args(words)
    try:
        if options.set_version is not None:
            set_version(options.set_version)
            print(f"every file names version {version()}; look at the changes with git diff")
            return 0
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
            "pages": pages, "site": site, "data": data, "citation": citation,
            "checksums": checksums, "contents": check_contents,
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
