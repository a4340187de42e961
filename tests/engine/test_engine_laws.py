"""Laws that every engine must obey, by Hypothesis."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from farstar.engine import Dyadic, Engine, Handle, Wall
from farstar.errors import NotAtomicError
from farstar.testing import Form, forms, handle

ZERO = (0, 0, 0, 0)
games = forms(max_leaves=6)
small = forms(max_leaves=6, all_small=True)


def fraction(x: Dyadic) -> Fraction:
    return Fraction(x[0], 2 ** x[1])


def mean(engine: Engine, g: Handle) -> Fraction:
    return fraction(engine.thermograph(g)[0][0])


def temperature(engine: Engine, g: Handle) -> Fraction:
    corners = [fraction(t) for wall in engine.thermograph(g) for t in wall[1]]
    return max(corners, default=Fraction(-1))


def wall_at(wall: Wall, t: Fraction) -> Fraction:
    """Return the value of a wall at a temperature, walking down from the mast."""
    mast, temperatures, slopes = wall
    corners = [*map(fraction, temperatures), Fraction(-1)]
    value = fraction(mast)
    for (above, below), slope in zip(pairwise(corners), slopes[1:], strict=True):
        if t < above:
            value -= slope * (above - max(t, below))
    return value


@given(games, games, games)
def test_addition_is_a_group(each_engine: Engine, a: Form, b: Form, c: Form) -> None:
    e = each_engine
    f, g, h = (handle(e, form) for form in (a, b, c))
    assert e.add(f, g) == e.add(g, f)
    assert e.add(e.add(f, g), h) == e.add(f, e.add(g, h))
    assert e.add(f, e.compact(*ZERO)) == f
    assert e.add(f, e.negate(f)) == e.compact(*ZERO)
    assert e.negate(e.add(f, g)) == e.add(e.negate(f), e.negate(g))
    assert e.negate(e.negate(f)) == f


@given(games, games, games)
def test_order_is_compatible_with_addition(each_engine: Engine, a: Form, b: Form, c: Form) -> None:
    e = each_engine
    f, g, h = (handle(e, form) for form in (a, b, c))
    assert e.geq(f, f)
    assert (e.geq(f, g) and e.geq(g, f)) == (f == g)
    assert e.geq(f, g) == e.geq(e.add(f, h), e.add(g, h))
    assert e.geq(f, g) == e.geq(e.negate(g), e.negate(f))
    assert e.geq(f, g) == e.geq(e.add(f, e.negate(g)), e.compact(*ZERO))
    if e.geq(f, g) and e.geq(g, h):
        assert e.geq(f, h)


@given(games)
def test_options_give_the_game_back(each_engine: Engine, a: Form) -> None:
    e = each_engine
    g = handle(e, a)
    left, right = e.options(g)
    assert e.construct(left, right) == g
    assert e.construct([*left, *left], [*right, *right]) == g
    assert not any(e.geq(option, g) for option in left)
    assert not any(e.geq(g, option) for option in right)
    for option in left:
        assert not any(e.geq(g, reply) for reply in e.options(option)[1])
    for option in right:
        assert not any(e.geq(reply, g) for reply in e.options(option)[0])
    for side in (left, right):
        assert not any(x != y and e.geq(x, y) for x in side for y in side)


@given(games, games)
def test_dominated_and_reversible_options_do_not_matter(
    each_engine: Engine, a: Form, b: Form
) -> None:
    e = each_engine
    g, h = handle(e, a), handle(e, b)
    left, right = e.options(g)
    if not e.geq(h, g):
        assert e.construct([*left, h], right) == g
    if not e.geq(g, h):
        assert e.construct(left, [*right, h]) == g


@given(games, games)
def test_stops(each_engine: Engine, a: Form, b: Form) -> None:
    e = each_engine
    g, h = handle(e, a), handle(e, b)
    left, right = map(fraction, e.stops(g))
    assert left >= right
    assert [fraction(s) for s in e.stops(e.negate(g))] == [-right, -left]
    other_left, other_right = map(fraction, e.stops(h))
    both_left, both_right = map(fraction, e.stops(e.add(g, h)))
    assert left + other_right <= both_left <= left + other_left
    assert right + other_right <= both_right <= right + other_left
    if e.geq(g, h):
        assert left >= other_left
        assert right >= other_right


@given(games, games)
def test_means_add_up(each_engine: Engine, a: Form, b: Form) -> None:
    e = each_engine
    g, h = handle(e, a), handle(e, b)
    assert mean(e, e.add(g, h)) == mean(e, g) + mean(e, h)
    assert temperature(e, e.add(g, h)) <= max(temperature(e, g), temperature(e, h))


@given(games)
def test_thermograph_at_0_gives_the_stops(each_engine: Engine, a: Form) -> None:
    e = each_engine
    g = handle(e, a)
    walls = e.thermograph(g)
    zero = Fraction(0)
    assert tuple(wall_at(wall, zero) for wall in walls) == tuple(map(fraction, e.stops(g)))
    for wall in walls:
        assert len(wall[2]) == len(wall[1]) + 1
        assert wall[2][0] == 0
        temperatures = [fraction(t) for t in wall[1]]
        assert temperatures == sorted(set(temperatures), reverse=True)
        assert all(x != y for x, y in pairwise(wall[2]))
    assert set(walls[0][2]) <= {0, -1}
    assert set(walls[1][2]) <= {0, 1}


@given(games)
def test_thermograph_of_the_negative_is_the_mirror_image(each_engine: Engine, a: Form) -> None:
    e = each_engine
    g = handle(e, a)
    left, right = e.thermograph(g)
    for image, (mast, temperatures, slopes) in zip(
        e.thermograph(e.negate(g)), (right, left), strict=True
    ):
        assert image == ((-mast[0], mast[1]), temperatures, tuple(-s for s in slopes))


def scaffolds(engine: Engine, form: Form, t: Fraction) -> tuple[Fraction, Fraction]:
    """Return the scaffolds at t over the options as they are written, not the canonical ones."""
    assert len(form) == 2
    left, right = form
    return (
        max(wall_at(engine.thermograph(handle(engine, o))[1], t) for o in left) - t,
        min(wall_at(engine.thermograph(handle(engine, o))[0], t) for o in right) + t,
    )


@given(games, st.integers(0, 40))
def test_thermograph_of_the_form_is_that_of_the_canonical_form(
    each_engine: Engine, form: Form, steps: int
) -> None:
    """Where a form is not a number, its own options give the walls at every t >= 0."""
    e = each_engine
    g = handle(e, form)
    record = e.as_compact(g)
    assume(len(form) == 2)
    assume(record is None or record[2:] != (0, 0))
    t = Fraction(steps, 8)
    left, right = scaffolds(e, form, t)
    walls = tuple(wall_at(wall, t) for wall in e.thermograph(g))
    if t <= temperature(e, g):
        assert walls == (left, right)
    else:
        assert walls == (mean(e, g), mean(e, g))
        assert left < right


@given(small, small)
def test_atomic_weight_is_additive(each_engine: Engine, a: Form, b: Form) -> None:
    e = each_engine
    g, h = handle(e, a), handle(e, b)
    weight = e.atomic_weight
    assert weight(e.negate(g)) == e.negate(weight(g))
    assert weight(e.add(g, h)) == e.add(weight(g), weight(h))
    if e.geq(g, h):
        assert e.geq(weight(g), weight(h))


@given(games)
def test_atomic_weight_of_the_negative(each_engine: Engine, a: Form) -> None:
    e = each_engine
    g = handle(e, a)
    try:
        weight = e.atomic_weight(g)
    except NotAtomicError:
        with pytest.raises(NotAtomicError):
            e.atomic_weight(e.negate(g))
    else:
        assert e.atomic_weight(e.negate(g)) == e.negate(weight)
        shifted = e.add(g, e.compact(0, 0, 3, 2))
        assert e.atomic_weight(shifted) == e.add(weight, e.compact(3, 0, 0, 0))


@given(small)
def test_the_two_ahead_rule(each_engine: Engine, a: Form) -> None:
    e = each_engine
    g = handle(e, a)
    if e.geq(e.atomic_weight(g), e.compact(2, 0, 0, 0)):
        assert e.geq(g, e.compact(*ZERO))
        assert g != e.compact(*ZERO)
