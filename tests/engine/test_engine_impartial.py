"""Grundy sequences of the native core: against all options, in budgets, as buffers."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar import engine
from farstar.engine import kernels

pytestmark = pytest.mark.skipif(
    "native" not in engine.available(), reason="needs the native engine"
)

WILD = (0, 0, 0, 7)
"""A game, 0.007, whose sequence shows no order: a million heaps take long."""


@pytest.fixture(autouse=True)
def native() -> Iterator[None]:
    with engine.use("native"):
        yield


def by_all_options(digits: Sequence[int], count: int, *, unequal: bool) -> list[int]:
    values: list[int] = []
    for n in range(count):
        options = set()
        for k, digit in enumerate(digits[: n + 1]):
            rest = n - k
            if digit & 1 and not rest:
                options.add(0)
            if digit & 2 and rest:
                options.add(values[rest])
            if digit & 4:
                pairs = ((a, rest - a) for a in range(1, rest // 2 + 1))
                options |= {values[a] ^ values[b] for a, b in pairs if a != b or not unequal}
        values.append(next(g for g in range(n + 2) if g not in options))
    return values


@given(
    st.sampled_from((0, 4)),
    st.lists(st.integers(0, 7), max_size=5),
    st.integers(0, 160),
    st.booleans(),
)
def test_sequences_agree_with_all_options(
    first: int, others: list[int], count: int, unequal: bool
) -> None:
    digits = (first, *others)
    sequence = kernels.grundy_sequence(digits, count, unequal=unequal)
    assert list(sequence) == by_all_options(digits, count, unequal=unequal)


def test_long_sequences_of_famous_games() -> None:
    kayles = kernels.grundy_sequence((0, 7, 7), 10**6)
    assert list(kayles[:100]) == by_all_options((0, 7, 7), 100, unequal=False)
    assert kayles[72:-12] == kayles[84:]
    dawson = kernels.grundy_sequence((0, 1, 3, 7), 10**5)
    assert dawson[52:-34] == dawson[86:]
    grundy = kernels.grundy_sequence((4,), 10**4, unequal=True)
    assert list(grundy[:1000]) == by_all_options((4,), 1000, unequal=True)


def test_a_sequence_is_a_buffer_of_32_bit_numbers() -> None:
    sequence = kernels.grundy_sequence((0, 7), 10)
    assert (sequence.format, sequence.itemsize, sequence.readonly) == ("I", 4, True)
    assert kernels.sparse_mask(sequence) == kernels.sparse_mask(
        memoryview(bytes(sequence)).cast("I")
    )


@pytest.mark.parametrize("digits", [(), (1,), (2, 7), (0, 8)])
def test_bad_codes_are_refused(digits: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        kernels.grundy_sequence(digits, 10)


def test_budgets_hold() -> None:
    with engine.budget(seconds=0.1), pytest.raises(fs.BudgetExceeded, match="time"):
        kernels.grundy_sequence(WILD, 10**6)
    with engine.budget(memory=10**6), pytest.raises(fs.BudgetExceeded, match="memory"):
        kernels.grundy_sequence(WILD, 10**6)
    with engine.budget(nodes=100):
        assert len(kernels.grundy_sequence(WILD, 60)) == 60
        with pytest.raises(fs.BudgetExceeded, match="heaps"):
            kernels.grundy_sequence(WILD, 60)
    with pytest.raises(fs.BudgetExceeded, match="too long"):
        kernels.grundy_sequence(WILD, 10**30)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
def test_ctrl_c_stops_a_sequence() -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            kernels.grundy_sequence(WILD, 10**6)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
