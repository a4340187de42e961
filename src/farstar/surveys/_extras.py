"""The libraries that surveys need, loaded when they are used."""

from __future__ import annotations

import importlib
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
    """Import an optional library.

    Raises
    ------
    MissingExtraError
        If it is not installed; the message names the extra.
    """
    title, extra = _EXTRAS[module]
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtraError(
            f"expected {title} to be installed: pip install 'farstar[{extra}]'"
        ) from None


def versions() -> dict[str, str]:
    """Return the versions that rows depend on; nothing of them names a machine.

    The version of Farstar alone does not tell two states of its program apart, so there is a
    checksum of the program besides.
    """
    import platform

    from farstar import __version__, engine
    from farstar.surveys._libraries import package_digest

    return {
        "farstar": __version__,
        "program": package_digest(),
        "engine": engine.active().name,
        "python": ".".join(platform.python_version_tuple()[:2]),
        "polars": str(need("polars").__version__),
    }
