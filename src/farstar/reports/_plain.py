"""Data that every JSON reader can read."""

from __future__ import annotations

import math
from collections.abc import Mapping

from farstar.values import Value

_LONGEST_INTEGER = 13_000
"""Bits of an integer that JSON holds as a number."""


def plain(data: object) -> object:
    """Return `data` with texts for the numbers that some JSON readers refuse.

    These are huge integers, which Python, for example, neither writes nor reads, and the floats
    that are not finite: ``"NaN"``, ``"Infinity"`` and ``"-Infinity"``.

    Examples
    --------
    >>> plain({"grundy": 5, "quotients": (1, 2)}), len(plain([10**5000])[0])
    ({'grundy': 5, 'quotients': [1, 2]}, 5001)
    >>> plain([float("nan"), -float("inf"), 0.5])
    ['NaN', '-Infinity', 0.5]
    """
    if isinstance(data, Mapping):
        return {key: plain(member) for key, member in data.items()}
    if isinstance(data, list | tuple):
        return [plain(member) for member in data]
    if isinstance(data, int) and data.bit_length() > _LONGEST_INTEGER:
        return str(Value(data))
    if isinstance(data, float) and not math.isfinite(data):
        return "NaN" if math.isnan(data) else "Infinity" if data > 0 else "-Infinity"
    return data
