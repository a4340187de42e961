"""Laws of the group of values, by Hypothesis."""

from __future__ import annotations

import pickle
import tempfile
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

import farstar as fs
from farstar import Value

DAY_2 = fs.born_by_day(2)

numbers = st.builds(lambda n, k: Fraction(n, 2**k), st.integers(-24, 24), st.integers(0, 3))
compact = st.builds(
    lambda x, n, m: Value(x) + n * Value("^") + Value(f"*{m}"),
    numbers,
    st.integers(-3, 3),
    st.integers(0, 4),
)
leaves = st.one_of(st.sampled_from(DAY_2), compact)
games = st.recursive(
    leaves,
    lambda inner: st.builds(
        Value.of, st.lists(inner, min_size=1, max_size=2), st.lists(inner, min_size=1, max_size=2)
    ),
    max_leaves=6,
)
temperatures = st.builds(lambda n: Fraction(n, 4), st.integers(-3, 12))


@given(games, games, games)
def test_group(g: Value, h: Value, k: Value) -> None:
    assert g + h == h + g
    assert (g + h) + k == g + (h + k)
    assert g + 0 == g
    assert g - g == 0
    assert -(g + h) == -g - h
    assert (-g).__neg__() == g
    assert (g == h) == (g - h == 0)


@given(games, games, games)
def test_order_and_addition(g: Value, h: Value, k: Value) -> None:
    assert g.compare(h) == (g + k).compare(h + k) == (-h).compare(-g)
    assert (g >= h) == (h <= g) == (g - h >= 0) == (not g.less_or_fuzzy(h))
    assert not (g >= h >= k) or g >= k
    assert [g < h, g == h, g > h, g.is_confused_with(h)].count(True) == 1


@given(games)
def test_a_game_is_its_options(g: Value) -> None:
    assert Value.of(g.left_options, g.right_options) == g
    assert all(o.less_or_fuzzy(g) for o in g.left_options)
    assert all(o.greater_or_fuzzy(g) for o in g.right_options)
    assert tuple(sorted(map(str, (-g).left_options))) == tuple(
        sorted(str(-o) for o in g.right_options)
    )
    assert (-g).birthday == g.birthday
    assert -(-g).outcome == g.outcome
    assert -(-g).misere_outcome == g.misere_outcome


@given(games)
def test_no_option_is_dominated_or_reversible(g: Value) -> None:
    for follower in g.followers():
        left, right = follower.left_options, follower.right_options
        for side in (left, right):
            assert all(a.is_confused_with(b) for i, a in enumerate(side) for b in side[:i])
        assert not any(reply <= follower for o in left for reply in o.right_options)
        assert not any(reply >= follower for o in right for reply in o.left_options)


@given(st.lists(games, max_size=3), st.lists(games, max_size=3))
def test_construction(left: list[Value], right: list[Value]) -> None:
    g = Value.of(left, right)
    assert g == Value.of([*left, *left], [*reversed(right), *right])
    assert -g == Value.of([-o for o in right], [-o for o in left])
    # By the definition of play: Left, moving second, wins g - g and keeps to what g offers.
    assert all(o.less_or_fuzzy(g) for o in left)
    assert all(o.greater_or_fuzzy(g) for o in right)


@given(games, games)
def test_means_and_stops(g: Value, h: Value) -> None:
    assert (g + h).mean == g.mean + h.mean
    assert (g + h).temperature <= max(g.temperature, h.temperature)
    assert g.left_stop >= g.mean >= g.right_stop
    assert (g + h).left_stop <= g.left_stop + h.left_stop
    assert (g + h).left_stop >= g.left_stop + h.right_stop
    assert (-g).left_stop == -g.right_stop
    assert g.is_number or g.temperature >= 0


@given(games, numbers)
def test_numbers_translate(g: Value, x: Fraction) -> None:
    assert (g + x).mean == g.mean + x
    assert (g + x).left_stop == g.left_stop + x
    if not g.is_number:
        moved = Value.of([o + x for o in g.left_options], [o + x for o in g.right_options])
        assert g + x == moved


@given(games, games, temperatures)
def test_cooling_is_additive(g: Value, h: Value, t: Fraction) -> None:
    assert (g + h).cool(t) == g.cool(t) + h.cool(t)
    assert (-g).cool(t) == -g.cool(t)
    assert not g >= h or g.cool(t) >= h.cool(t)


@given(games, temperatures, temperatures)
def test_cooling_twice(g: Value, s: Fraction, t: Fraction) -> None:
    if t >= 0 and s + t > -1:
        assert g.cool(s).cool(t) == g.cool(s + t)


@given(games, st.builds(lambda n: Fraction(n, 4), st.integers(1, 9)))
def test_heating(g: Value, t: Fraction) -> None:
    assert g.heat(t).cool(t) == g
    assert (-g).heat(t) == -g.heat(t)
    assert g.is_number or g.heat(t).temperature == g.temperature + t


@given(games)
def test_freezing(g: Value) -> None:
    frozen = g.freeze()
    assert (frozen - g.mean).is_infinitesimal
    assert (-g).freeze() == -frozen
    thermograph = g.thermograph()
    assert thermograph.left_wall(0) == g.left_stop
    assert thermograph.right_wall(0) == g.right_stop


@given(games, games)
def test_reducing(g: Value, h: Value) -> None:
    r = g.reduced()
    assert (g - r).is_infinitesimal
    assert (r + h.reduced()).reduced() == (g + h).reduced()
    assert (g.reduced() == h.reduced()) == (g - h).is_infinitesimal
    assert r.birthday <= g.birthday


@given(games, st.integers(-6, 6))
def test_multiples(g: Value, n: int) -> None:
    total = Value(0)
    for _ in range(abs(n)):
        total = total + g
    assert n * g == (total if n >= 0 else -total)


@given(games, games)
def test_atomic_weights_add_up(g: Value, h: Value) -> None:
    if g.is_all_small and h.is_all_small:
        assert (g + h).atomic_weight() == g.atomic_weight() + h.atomic_weight()


@given(games)
def test_copies(g: Value) -> None:
    assert Value(str(g)) == g
    assert Value(g.unicode()) == g
    assert pickle.loads(pickle.dumps(g)) == g


@settings(max_examples=40)
@given(games)
def test_files(g: Value) -> None:
    with tempfile.TemporaryDirectory() as folder:
        g.save(f"{folder}/value.json")
        assert fs.load(f"{folder}/value.json") == g
