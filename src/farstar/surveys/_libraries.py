"""Whose code a module is: Farstar's, a library's, or the user's own.

What a library does is known by its name and version. Farstar itself is known by its content,
because a version under development may change without a new number. Everything else belongs to
the user and has to be looked at.
"""

from __future__ import annotations

import hashlib
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path


@cache
def package_digest() -> str:
    """Return a checksum of Farstar's own program: its Python files and its native core.

    Examples
    --------
    >>> len(package_digest())
    64
    """
    return folder_digest(Path(__file__).parents[1])


def folder_digest(folder: Path) -> str:
    """Return a checksum of the Python files and extension modules below a folder.

    It depends on their names and contents, and not on where the folder is.
    """
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".py", ".so", ".pyd"):
            continue
        # The name of an extension module tells the platform; its content tells all that matters.
        name = path.relative_to(folder).with_name(path.name.partition(".")[0] + path.suffix)
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        whole.update(f"{name.as_posix()} {content}\n".encode())
    return whole.hexdigest()


@cache
def library_of(module: str) -> str | None:
    """Return the library that a module belongs to, with its version; None for the user's own.

    The versions of Farstar and of Python are recorded elsewhere, so their names are enough.

    Examples
    --------
    >>> library_of("farstar.values"), library_of("json.decoder"), library_of("__main__")
    ('farstar', 'python', None)
    """
    top = module.partition(".")[0]
    if top == "farstar":
        return "farstar"
    loaded = sys.modules.get(top)
    if loaded is None or top == "__main__":
        return None
    file = getattr(loaded, "__file__", None)
    if file is None:
        return "python" if top in sys.stdlib_module_names else None
    path = Path(file).resolve()
    if any(path.is_relative_to(folder) for folder in _site_packages()):
        return _distribution(top)
    if any(path.is_relative_to(folder) for folder in _standard_library()):
        return "python"
    return None


def _distribution(top: str) -> str | None:
    """Return the name and version of the distributions that a package comes from."""
    names = sorted(set(packages_distributions().get(top, ())))
    try:
        return " ".join(f"{name} {version(name)}" for name in names) or None
    except PackageNotFoundError:
        return None


@cache
def _standard_library() -> tuple[Path, ...]:
    return tuple(_folders("stdlib", "platstdlib"))


@cache
def _site_packages() -> tuple[Path, ...]:
    import site

    others = [site.getusersitepackages(), *site.getsitepackages()]
    return (*_folders("purelib", "platlib"), *(Path(folder).resolve() for folder in others))


def _folders(*names: str) -> Iterator[Path]:
    paths = sysconfig.get_paths()
    return (Path(paths[name]).resolve() for name in names)
