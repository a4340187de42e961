"""Data that every JSON reader can read."""

from __future__ import annotations

from collections.abc import Mapping

from farstar.values import Value

_LONGEST_INTEGER = 13_000
"""Bits of an integer that JSON holds as a number."""


def plain(data: object) -> object:
    """Return `data` with huge integers as text: Python, for one, neither writes nor reads them.

    Examples
    --------
    >>> plain({"grundy": 5, "quotients": (1, 2)}), len(plain([10**5000])[0])
    ({'grundy': 5, 'quotients': [1, 2]}, 5001)
    """
    if isinstance(data, Mapping):
        return {key: plain(member) for key, member in data.items()}
    if isinstance(data, list | tuple):
        return [plain(member) for member in data]
    if isinstance(data, int) and data.bit_length() > _LONGEST_INTEGER:
        return str(Value(data))
    return data
