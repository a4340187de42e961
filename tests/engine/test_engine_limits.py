"""Sizes at which others print garbage or die: huge numbers, many options, deep nesting."""

from __future__ import annotations

import pytest

from farstar.engine import Engine, Handle
from farstar.errors import BudgetExceeded, NotAtomicError

MANY = 20_000
DEEP = 10_000


def many(engine: Engine) -> int:
    """Return how many options to try; the reference engine needs much longer for each."""
    return MANY if engine.name == "native" else MANY // 10


def deep(engine: Engine) -> int:
    """Return how deep to nest."""
    return DEEP if engine.name == "native" else DEEP // 8


def integer(engine: Engine, n: int) -> Handle:
    return engine.compact(n, 0, 0, 0)


def ladder(engine: Engine, depth: int) -> Handle:
    """Return ``{n | {n-1 | ... {1 | 0}}}``, which is canonical as it stands."""
    g = integer(engine, 0)
    for n in range(1, depth + 1):
        g = engine.construct([integer(engine, n)], [g])
    return g


def test_integers_beyond_any_machine_word(each_engine: Engine) -> None:
    e = each_engine
    big = 10**30
    g = integer(e, big)
    assert e.as_compact(g) == (big, 0, 0, 0)
    assert e.construct([g], []) == integer(e, big + 1)
    assert e.construct([], [e.negate(g)]) == integer(e, -big - 1)
    assert e.add(g, e.negate(g)) == integer(e, 0)
    assert e.options(g) == ((integer(e, big - 1),), ())
    assert e.construct([integer(e, 3)], [g]) == integer(e, 4)
    hot = e.construct([g], [e.negate(g)])
    assert e.stops(hot) == ((big, 0), (-big, 0))
    assert e.thermograph(hot) == (((0, 0), ((big, 0),), (0, -1)), ((0, 0), ((big, 0),), (0, 1)))
    assert e.add(hot, hot) == integer(e, 0)


@pytest.mark.parametrize("exponent", [30, 31, 32, 62, 63, 64, 200])
def test_denominators_beyond_any_machine_word(each_engine: Engine, exponent: int) -> None:
    e = each_engine
    tiny = e.compact(1, exponent, 0, 0)
    assert e.as_compact(tiny) == (1, exponent, 0, 0)
    assert e.construct([integer(e, 0)], [tiny]) == e.compact(1, exponent + 1, 0, 0)
    assert e.add(tiny, tiny) == e.compact(1, exponent - 1, 0, 0)
    assert e.options(tiny) == ((integer(e, 0),), (e.compact(1, exponent - 1, 0, 0),))
    assert e.geq(tiny, e.compact(0, 0, 10**6, 0))
    above = e.add(integer(e, 5), tiny)
    assert e.as_compact(above) == (5 * 2**exponent + 1, exponent, 0, 0)
    assert e.construct([integer(e, 5)], [e.add(above, tiny)]) == above
    left, right = e.thermograph(tiny)
    assert left[0] == right[0] == (1, exponent)
    assert left[1][0] == right[1][0] == (-1, exponent)


def test_a_switch_between_far_numbers_is_instant(each_engine: Engine) -> None:
    e = each_engine
    far = 10**12
    g = e.construct([integer(e, far)], [integer(e, 0)])
    assert e.options(g) == ((integer(e, far),), (integer(e, 0),))
    assert e.stops(g) == ((far, 0), (0, 0))
    mean = (far // 2, 0)
    assert e.thermograph(g) == ((mean, (mean,), (0, -1)), (mean, (mean,), (0, 1)))
    shifted = e.add(g, integer(e, -far))
    assert shifted == e.negate(g)


def test_many_ups(each_engine: Engine) -> None:
    e = each_engine
    many = e.compact(0, 0, 10**9, 5)
    assert e.options(many) == ((integer(e, 0),), (e.compact(0, 0, 10**9 - 1, 4),))
    assert e.construct(*e.options(many)) == many
    assert e.atomic_weight(many) == integer(e, 10**9)
    assert e.thermograph(many) == (((0, 0), ((0, 0),), (0, -1)), ((0, 0), (), (0,)))
    assert e.geq(integer(e, 1), many)


def test_many_numbers(each_engine: Engine) -> None:
    e = each_engine
    count = many(e)
    left = [integer(e, n) for n in range(count)]
    right = [integer(e, -n) for n in range(count)]
    g = e.construct(left, right)
    assert e.options(g) == ((integer(e, count - 1),), (integer(e, 1 - count),))


def test_many_nimbers(each_engine: Engine) -> None:
    e = each_engine
    count = many(e)
    nimbers = [e.compact(0, 0, 0, m) for m in range(count)]
    assert e.construct(nimbers, nimbers) == e.compact(0, 0, 0, count)
    assert e.construct(nimbers, [integer(e, 0)]) == e.compact(0, 0, 1, 1)
    assert len(e.options(e.compact(0, 0, 0, count))[0]) == count


def test_many_incomparable_options(each_engine: Engine) -> None:
    """Of all ``{n | -n}`` for Left none is dominated, and a far move of Right reverses none."""
    e = each_engine
    switches = [e.construct([integer(e, n)], [integer(e, -n)]) for n in range(1, many(e) + 1)]
    far = integer(e, -(10**6))
    left, right = e.options(e.construct(switches, [far]))
    assert set(left) == set(switches)
    assert right == (far,)
    assert e.construct(switches, switches) == integer(e, 0)


def test_options_of_a_nimber_too_large_to_list(each_engine: Engine) -> None:
    e = each_engine
    huge = e.compact(0, 0, 0, 2**30)
    assert e.add(huge, e.compact(0, 0, 0, 2**30 + 1)) == e.compact(0, 0, 0, 1)
    with pytest.raises(BudgetExceeded):
        e.options(huge)


def test_deep_nesting(each_engine: Engine) -> None:
    e = each_engine
    depth = deep(e)
    g = ladder(e, depth)
    assert e.stops(g) == ((depth, 0), (depth - 1, 0))
    minus = e.negate(g)
    assert e.stops(minus) == ((1 - depth, 0), (-depth, 0))
    assert e.negate(minus) == g
    assert e.geq(g, minus)
    assert not e.geq(minus, g)
    with pytest.raises(NotAtomicError):
        e.atomic_weight(g)


def test_deep_nesting_shifted_and_drawn(each_engine: Engine) -> None:
    e = each_engine
    depth = deep(e)
    g = ladder(e, depth)
    shifted = e.add(g, e.compact(1, 1, 0, 0))
    assert e.options(shifted)[0] == (e.compact(2 * depth + 1, 1, 0, 0),)
    assert e.add(shifted, e.compact(-1, 1, 0, 0)) == g
    # Mean m and temperature t of {n | H} solve n - t = m = mean(H) + t.
    mean, temperature = ((depth - 1) * 2**depth + 1, depth), (2**depth - 1, depth)
    for wall in e.thermograph(g):
        assert wall[0] == mean
        assert wall[1][0] == temperature


def test_deep_nesting_is_freed(each_engine: Engine) -> None:
    e = each_engine
    depth = deep(e)
    g = ladder(e, depth)
    before = e.stats()["games"]
    assert e.stops(g) == ((depth, 0), (depth - 1, 0))
    del g
    assert e.collect() >= depth
    assert e.stats()["games"] <= before - depth


def test_deep_all_small_game(each_engine: Engine) -> None:
    """``{{{* | *} | *} | *}`` and so on are the sums of the first orders of up."""
    e = each_engine
    zero, star = integer(e, 0), e.compact(0, 0, 0, 1)
    g = star
    for _ in range(deep(e)):
        g = e.construct([g], [star])
    assert e.stops(g) == ((0, 0), (0, 0))
    assert e.geq(g, zero)
    assert e.atomic_weight(g) == integer(e, 1)


@pytest.mark.parametrize("record", [(1, -1, 0, 0), (1, 0, 0, -1)], ids=["exponent", "nimber"])
def test_negative_exponents_and_nimbers_are_refused(
    each_engine: Engine, record: tuple[int, int, int, int]
) -> None:
    with pytest.raises(ValueError, match="not negative"):
        each_engine.compact(*record)


def test_numbers_need_not_be_in_lowest_terms(each_engine: Engine) -> None:
    e = each_engine
    assert e.compact(6, 2, 0, 0) == e.compact(3, 1, 0, 0)
    assert e.compact(0, 5, 0, 0) == integer(e, 0)
    assert e.as_compact(e.compact(-8, 2, 1, 3)) == (-2, 0, 1, 3)
