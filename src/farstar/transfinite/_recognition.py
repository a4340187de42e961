"""Tells texts about transfinite numbers from all others, without loading anything for them."""

from __future__ import annotations

import re

from farstar._digits import from_text

_OMEGA = re.compile(r"(?<![a-z])(?:omega|w)(?![a-z])|ω", re.IGNORECASE)
_SIGNS = re.compile(r"[\d\s+*/^()−–·⋅×-]*", re.ASCII)
_DENOMINATOR = re.compile(r"/\s*(\d+)", re.ASCII)


def is_transfinite(text: object) -> bool:
    """Return whether something is an expression of this notation, and not of short values.

    It must name omega, or be arithmetic with a fraction that is not dyadic.

    Examples
    --------
    >>> [is_transfinite(text) for text in ("2omega + 1", "*w", "1/3", "2/4", "w + v", "Nim(w)")]
    [True, True, True, False, False, False]
    """
    if not isinstance(text, str):
        return False
    rest, mentions = _OMEGA.subn("", text)
    if not _SIGNS.fullmatch(rest):
        return False
    if mentions:
        return True
    denominators = [from_text(digits) for digits in _DENOMINATOR.findall(text)]
    return not {"*", "^"} & {*text} and any(n & (n - 1) for n in denominators)
