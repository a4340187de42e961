"""The bulk kernels for Geography, which the native engine has: one call a table.

There is no plain version here; the callers have one of their own, and ask
`farstar.engine.kernels.available` first.
"""

from __future__ import annotations

from contextlib import suppress

from farstar.engine.kernels import ThermalTable, available

# Without a native engine this module can be imported, but its functions are not called.
with suppress(ImportError):
    from farstar import _core
    from farstar._core import complete_product_values as complete_products
    from farstar._core import geography_form

__all__ = [
    "available",
    "complete_products",
    "geography",
    "geography_form",
]

_MOST = 2**32 - 1
"""Larger bounds do not fit the native call; a table of this size is refused all the same."""


def geography(bound: int) -> ThermalTable:
    """Return the values of A(x, y, z), 0 <= x, z <= `bound`, 1 <= y <= `bound`."""
    return _core.geography_values(min(bound, _MOST))
