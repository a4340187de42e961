"""Both engines against the bare definitions, for all games born by day 2 and many of day 3."""

from __future__ import annotations

import random

import pytest

from farstar.engine import Engine, Handle

from . import brute

DAY_2 = sorted(brute.born_by(2), key=repr)


def built(engine: Engine, g: brute.Game, known: dict[brute.Game, Handle]) -> Handle:
    if g not in known:
        left, right = ([built(engine, o, known) for o in side] for side in g)
        known[g] = engine.construct(left, right)
    return known[g]


def unfolded(engine: Engine, g: Handle) -> brute.Game:
    left, right = (frozenset(unfolded(engine, o) for o in side) for side in engine.options(g))
    return left, right


@pytest.fixture
def handles(each_engine: Engine) -> dict[brute.Game, Handle]:
    return {}


def test_day_2_has_22_values(each_engine: Engine, handles: dict[brute.Game, Handle]) -> None:
    assert len({built(each_engine, g, handles) for g in DAY_2}) == len(DAY_2) == 22


def test_canonical_forms_of_day_2(each_engine: Engine, handles: dict[brute.Game, Handle]) -> None:
    for g in DAY_2:
        assert unfolded(each_engine, built(each_engine, g, handles)) == g


def test_order_and_sums_of_day_2(each_engine: Engine, handles: dict[brute.Game, Handle]) -> None:
    engine = each_engine
    for g in DAY_2:
        g_handle = built(engine, g, handles)
        assert engine.negate(g_handle) == built(engine, brute.negate(g), handles)
        for h in DAY_2:
            h_handle = built(engine, h, handles)
            assert engine.geq(g_handle, h_handle) == brute.geq(g, h)
            total = unfolded(engine, engine.add(g_handle, h_handle))
            assert total == brute.canonical(brute.add(g, h))


def test_canonical_forms_of_day_3(each_engine: Engine, handles: dict[brute.Game, Handle]) -> None:
    source = random.Random(3)
    seen = []
    for _ in range(600):
        left, right = (frozenset(source.sample(DAY_2, source.randint(0, 4))) for _ in range(2))
        form = (left, right)
        g = built(each_engine, form, handles)
        assert unfolded(each_engine, g) == brute.canonical(form)
        seen.append((form, g))
    for (form, g), (other, h) in zip(seen, seen[7:], strict=False):
        assert each_engine.geq(g, h) == brute.geq(form, other)
