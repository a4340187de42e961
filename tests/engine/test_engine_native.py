"""The native engine among threads, forks, signal handlers and budgets."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from farstar import engine
from farstar.engine import Engine, Handle
from farstar.errors import BudgetExceeded, NotAtomicError

pytestmark = pytest.mark.skipif(
    "native" not in engine.available(), reason="the native engine is not built"
)


@pytest.fixture
def native() -> Engine:
    with engine.use("native") as e:
        e.collect()
        return e


def number(e: Engine, n: int) -> Handle:
    return e.compact(n, 0, 0, 0)


def long_work(e: Engine) -> Callable[[], Handle]:
    """Return an addition that takes many seconds."""
    games = []
    for step in (3, 7):
        g = number(e, 0)
        for n in range(1, 3000):
            g = e.construct([number(e, step * n * n)], [g])
        games.append(g)
    return lambda: e.add(*games)


@contextmanager
def working_in_background(e: Engine) -> Iterator[None]:
    """Keep another thread at long work until the block ends."""
    work = long_work(e)
    begun, enough = threading.Event(), threading.Event()

    def bounded() -> None:
        while not enough.is_set():
            begun.set()
            with engine.budget(seconds=0.2), pytest.raises(BudgetExceeded):
                work()

    thread = threading.Thread(target=bounded)
    thread.start()
    begun.wait()
    try:
        yield
    finally:
        enough.set()
        thread.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_forked_during_work_has_a_working_engine(native: Engine) -> None:
    with working_in_background(native):
        for _ in range(5):
            child = os.fork()
            if child == 0:
                signal.alarm(120)
                hot = native.construct([number(native, 1)], [number(native, -1)])
                right = native.add(hot, hot) == number(native, 0)
                os._exit(0 if right else 1)
            assert os.waitpid(child, 0)[1] == 0
    assert native.add(number(native, 2), number(native, 2)) == number(native, 4)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
def test_a_signal_handler_that_uses_the_engine_is_told_so(native: Engine) -> None:
    work = long_work(native)
    before = signal.signal(signal.SIGALRM, lambda *_: native.stats())
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with engine.budget(seconds=120), pytest.raises(RuntimeError, match="signal handler"):
            work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert native.stats()["games"] > 0


def test_options_from_a_generator_stay_alive(native: Engine) -> None:
    e = native

    def switches() -> Iterator[Handle]:
        for n in range(3):
            yield e.construct([number(e, 10**6 + n)], [number(e, -n)])
        e.collect()
        for n in range(9):  # to take the places of what is gone
            e.construct([number(e, 500 + n)], [number(e, 400)])

    form = e.construct(switches(), [number(e, -(10**7))])  # type: ignore[arg-type]
    assert form == e.construct(list(switches()), [number(e, -(10**7))])


def test_quick_answers_do_not_outlive_the_deadline(native: Engine) -> None:
    one = number(native, 1)

    def count() -> None:
        g = one
        for _ in range(10**7):
            g = native.add(g, one)

    with engine.budget(seconds=0.05), pytest.raises(BudgetExceeded):
        count()


def test_failed_work_counts_against_the_nodes(native: Engine) -> None:
    e = native
    up, down = e.compact(0, 0, 1, 0), e.compact(0, 0, -1, 0)
    g = e.construct([e.construct([number(e, 1)], [up])], [down])
    spent = []
    for _ in range(2):  # the second time much is known
        before = e.stats()["steps"]
        with pytest.raises(NotAtomicError):
            e.atomic_weight(g)
        spent.append(e.stats()["steps"] - before)
    assert spent[1] > 0

    def fail_often() -> None:
        for _ in range(1000):
            with pytest.raises(NotAtomicError):
                e.atomic_weight(g)

    with engine.budget(nodes=20 * spent[1]), pytest.raises(BudgetExceeded):
        fail_often()


@pytest.mark.parametrize("bound", [2**64 - 1, 2**64, 10**30])
def test_bounds_beyond_counting_are_none(each_engine: Engine, bound: int) -> None:
    with engine.budget(nodes=bound, memory=bound):
        assert each_engine.construct([], []) == each_engine.compact(0, 0, 0, 0)


def test_a_game_of_the_other_engine_is_refused_in_one_line(native: Engine) -> None:
    with engine.use("reference") as reference:
        other = reference.compact(1, 0, 0, 0)
    own = number(native, 1)
    refused: list[Callable[[], object]] = [
        lambda: native.add(own, other),
        lambda: native.geq(other, own),
        lambda: native.negate(other),
        lambda: native.options(other),
        lambda: native.thermograph(other),
        lambda: native.construct([own], [other]),
        lambda: native.construct_known({"other": other}, ["other"], []),
    ]
    message = "^expected a value of the native engine, which is active, got .* a saved graph$"
    for ask in refused:
        with pytest.raises(TypeError, match=message):
            ask()
