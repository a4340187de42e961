"""Values that have names: nimbers, ups, switches and tinies."""

from __future__ import annotations

from farstar.engine import state
from farstar.errors import NotationError
from farstar.values._coerce import integer, shown
from farstar.values._value import Value, ValueLike, wrap


def star(n: int = 1) -> Value:
    """Return the nimber ``*n``, the value of a Nim heap of n counters.

    Examples
    --------
    >>> fs.star(), fs.star(2) + fs.star(3), fs.star(0)
    (Value('*'), Value('*'), Value('0'))
    """
    heap = integer(n)
    if heap is None or heap < 0:
        raise NotationError(f"expected a heap of at least 0 counters, got {shown(n)}")
    return wrap(state.engine.compact(0, 0, 0, heap))


def up(n: int = 1) -> Value:
    """Return n copies of up, ``{0|*}``; of down for a negative n.

    Examples
    --------
    >>> fs.up(), fs.up(3) + fs.star(), fs.up(-2)
    (Value('^'), Value('^3*'), Value('vv'))
    """
    count = integer(n)
    if count is None:
        raise NotationError(f"expected an integer multiple of up, got {shown(n)}")
    return wrap(state.engine.compact(0, 0, count, 0))


def switch(a: ValueLike, b: ValueLike | None = None) -> Value:
    """Return the game ``{a|b}``; with one argument ``{a|-a}``.

    Examples
    --------
    >>> fs.switch(3, 1), fs.switch(2)
    (Value('{3|1}'), Value('+-2'))
    """
    left = Value(a)
    return Value.of(left=[left], right=[-left if b is None else b])


def tiny(g: ValueLike) -> Value:
    """Return tiny-G, ``{0||0|-G}``; its negative is miny-G.

    Examples
    --------
    >>> fs.tiny(2), -fs.tiny(2), fs.tiny(2) > 0
    (Value('Tiny(2)'), Value('Miny(2)'), True)
    """
    return Value.of(left=[0], right=[Value.of(left=[0], right=[-Value(g)])])
