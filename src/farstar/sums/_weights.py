"""Atomic weights that the engine found, as those of closed form."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from farstar.engine import Engine, Handle
from farstar.sums.weight_sums import Comb


def signed_weight(engine: Engine, weight: Handle) -> tuple[int, int | Fraction | Comb] | None:
    """Return a weight that is a number or, but for its sign, a comb of integers; None for others.

    Examples
    --------
    >>> engine = fs.engine.active()
    >>> for text in ("7/4", "3*", "{9|2}", "{{-2|-4}|-5}", "{2||1|0}", "{3|^}"):
    ...     signed_weight(engine, fs.Value(text)._handle)
    (1, Fraction(7, 4))
    (1, Comb(teeth=(3,), end=3))
    (1, Comb(teeth=(9,), end=2))
    (-1, Comb(teeth=(5, 4), end=2))
    (1, Comb(teeth=(2, 1), end=0))
    (1, Comb(teeth=(3, 0, 0), end=0))
    """
    compact = engine.as_compact(weight)
    if compact is not None and not (compact[2] or compact[3]):
        return 1, Fraction(compact[0], 2 ** compact[1])
    for sign, g in ((1, weight), (-1, engine.negate(weight))):
        comb = _comb(engine, g)
        if comb is not None:
            return sign, comb
    return None


def _comb(engine: Engine, g: Handle) -> Comb | None:
    teeth: list[int] = []
    end = _last_entries(engine, g)
    while end is None:
        left, right = engine.options(g)
        tooth = engine.as_compact(left[0]) if len(left) == len(right) == 1 else None
        if tooth is None or any(tooth[1:]):
            return None
        teeth.append(tooth[0])
        g = right[0]
        end = _last_entries(engine, g)
    entries = [*teeth, *end]
    is_falling = all(m >= n for m, n in pairwise(entries[:-1]))
    if len(entries) < 2 or not is_falling or entries[-2] < entries[-1] - 1:
        return None
    return Comb(tuple(entries[:-1]), entries[-1])


def _last_entries(engine: Engine, g: Handle) -> list[int] | None:
    """Return the entries of a comb that needs no list of options: n, n + 2^-k, n + * or n + up."""
    compact = engine.as_compact(g)
    if compact is None:
        return None
    numerator, exponent, up, star = compact
    n = numerator >> exponent
    if (up, star) == (0, 0) and numerator - (n << exponent) in (0, 1):
        return [n] if not exponent else [n] * exponent + [n + 1]
    if not exponent and (up, star) in ((0, 1), (1, 0)):
        return [n] * (2 + up)
    return None
