"""Sets of multipliers: membership, cutting, printing and reading."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar.errors import IllegalPositionError, NotationError
from farstar.impartial.number_sets import (
    Multipliers,
    MultipliersLike,
    as_multipliers,
    odd,
    unrestricted,
    up_to,
)

SETS = st.one_of(
    st.just(unrestricted),
    st.just(odd),
    st.integers(1, 10**30).map(up_to),
    st.integers(0, 10**30).map(odd.within),
    st.sets(st.integers(1, 10**30), max_size=6).map(Multipliers.of),
)


@given(SETS)
def test_text_round_trips(multipliers: Multipliers) -> None:
    assert Multipliers.parse(str(multipliers)) == multipliers
    assert eval(repr(multipliers), {"Multipliers": Multipliers}) == multipliers
    assert hash(Multipliers.parse(str(multipliers))) == hash(multipliers)
    assert pickle.loads(pickle.dumps(multipliers)) == multipliers


@given(SETS, st.integers(0, 60))
def test_cutting_keeps_exactly_the_members_up_to_the_cut(multipliers: Multipliers, n: int) -> None:
    cut = multipliers.within(n)
    assert list(cut) == [m for m in range(1, n + 1) if m in multipliers]
    assert all((m in cut) == (m in multipliers and m <= n) for m in range(-2, 70))
    assert cut.is_empty == (not list(cut))


def test_kinds() -> None:
    assert Multipliers.of([3, 1, 2, 1]) == up_to(3)
    assert up_to(4).limit == 4
    assert odd.limit is None
    assert unrestricted.is_unrestricted
    assert not up_to(9).is_unrestricted
    assert odd.is_odd
    assert up_to(1).is_odd
    assert Multipliers.of({1, 9}).is_odd
    assert not Multipliers.of({3, 9}).is_odd
    assert not up_to(2).is_odd
    assert True not in up_to(3)
    assert 1.0 not in odd
    assert str(Multipliers.where(lambda n: n > 5, "large").within(7)) == "large<=7"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("all", unrestricted),
        (" k = 12 ", up_to(12)),
        ("odd", odd),
        ("odd <= 8", odd.within(8)),
        ("{ 1, 4 }", Multipliers.of({1, 4})),
        ("{1,2}", up_to(2)),
        ("k=1" + "0" * 5000, up_to(10**5000)),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else "",
)
def test_reading(text: str, expected: Multipliers) -> None:
    assert Multipliers.parse(text) == expected


@pytest.mark.parametrize(
    "text", ["", "k", "k=", "k=-1", "even", "{1 2}", "{1,}", "1,2", "all<=3", "k=²", "odd<=", "{"]
)
def test_bad_text(text: str) -> None:
    with pytest.raises(NotationError, match="expected multipliers as all, k=3, odd"):
        Multipliers.parse(text)


def test_bad_sets() -> None:
    for bad in (3, 2.5, [0], {-1}, {True}, [1, "2"], object()):
        with pytest.raises(IllegalPositionError):
            as_multipliers(bad)  # type: ignore[arg-type]
    nothing: tuple[MultipliersLike, ...] = ([], "{}", odd.within(0))
    for empty in nothing:
        with pytest.raises(IllegalPositionError, match="at least one multiplier"):
            as_multipliers(empty)
    with pytest.raises(IllegalPositionError, match="at least 1, got 0"):
        as_multipliers("k=0")
    with pytest.raises(IllegalPositionError, match="finite set of multipliers"):
        list(odd)
