"""The engines: exact canonical forms, in C++ (`native`) and in plain Python (`reference`).

Both implement :class:`Engine`. The native engine is active if it was built; the environment
variable ``FARSTAR_ENGINE`` (``native`` or ``reference``) selects one.

>>> from farstar import engine
>>> engine.active().name in ("native", "reference")
True
"""

from farstar.engine._active import (
    Dyadic,
    Engine,
    Handle,
    Wall,
    active,
    available,
    bounds,
    budget,
    collect,
    is_out_of_time,
    owner_of,
    state,
    stats,
    use,
)

__all__ = [
    "Dyadic",
    "Engine",
    "Handle",
    "Wall",
    "active",
    "available",
    "bounds",
    "budget",
    "collect",
    "is_out_of_time",
    "owner_of",
    "state",
    "stats",
    "use",
]
