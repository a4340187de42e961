"""Libraries: those that surveys need, and whose code a module is.

What a library does is known by its name and version. Farstar itself is known by its content,
because a version under development may change without a new number. Everything else belongs to
the user and has to be looked at.
"""

from __future__ import annotations

import hashlib
import importlib
import platform
import sys
import sysconfig
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path
from typing import Any

from farstar.errors import MissingExtraError

_EXTRAS = {
    "polars": ("Polars", "survey"),
    "duckdb": ("DuckDB", "survey"),
    "numpy": ("NumPy", "survey"),
    "dask": ("Dask", "cluster"),
    "distributed": ("Dask", "cluster"),
}


def need(module: str) -> Any:
    """Import an optional library; a `MissingExtraError` names the extra it belongs to."""
    title, extra = _EXTRAS[module]
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtraError(
            f"expected {title} to be installed: pip install 'farstar[{extra}]'"
        ) from None


def first_line(error: Exception) -> str:
    """Return what an error of a library says, in one line."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def versions() -> dict[str, str]:
    """Return the versions that rows depend on; nothing of them names a machine.

    The version of Farstar alone does not tell two states of its program apart, so there is a
    checksum of the program besides.
    """
    from farstar import __version__, engine

    return {
        "farstar": __version__,
        "program": package_digest(),
        "engine": engine.active().name,
        "python": ".".join(platform.python_version_tuple()[:2]),
        "polars": str(need("polars").__version__),
    }


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
    site_packages, standard_library = _folders()
    folders = Path(file).resolve().parents
    if not site_packages.isdisjoint(folders):
        return _distribution(top)
    return None if standard_library.isdisjoint(folders) else "python"


def _distribution(top: str) -> str | None:
    """Return the name and version of the distributions that a package comes from."""
    names = sorted(set(packages_distributions().get(top, ())))
    try:
        return " ".join(f"{name} {version(name)}" for name in names) or None
    except PackageNotFoundError:
        return None


@cache
def _folders() -> tuple[set[Path], set[Path]]:
    """Return where libraries are installed, and where the standard library is."""
    import site

    paths = sysconfig.get_paths()
    others = [paths["purelib"], paths["platlib"], site.getusersitepackages()]
    standard = paths["stdlib"], paths["platstdlib"]
    return (
        {Path(folder).resolve() for folder in [*others, *site.getsitepackages()]},
        {Path(folder).resolve() for folder in standard},
    )
