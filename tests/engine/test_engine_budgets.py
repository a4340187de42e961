"""Budgets stop the work with an error of its own and leave the engine usable."""

from __future__ import annotations

import threading

import pytest

from farstar import engine
from farstar.engine import Engine, Handle
from farstar.errors import BudgetExceeded


def heavy(e: Engine, size: int = 1000) -> tuple[Handle, Handle]:
    """Return two games with so many followers that those of their sum take long to find."""
    games = []
    for step in (3, 7):
        g = e.compact(0, 0, 0, 0)
        for n in range(1, size):
            g = e.construct([e.compact(step * n * n, 0, 0, 0)], [g])
        games.append(g)
    return games[0], games[1]


def still_works(e: Engine) -> bool:
    one = e.compact(1, 0, 0, 0)
    hot = e.construct([one], [e.negate(one)])
    return e.add(hot, hot) == e.compact(0, 0, 0, 0) and not e.geq(hot, one)


@pytest.fixture
def pair(each_engine: Engine) -> tuple[Handle, Handle]:
    each_engine.collect()
    return heavy(each_engine)


def test_time(each_engine: Engine, pair: tuple[Handle, Handle]) -> None:
    with engine.budget(seconds=0.3), pytest.raises(BudgetExceeded):
        each_engine.add(*pair)
    assert still_works(each_engine)


def test_nodes(each_engine: Engine, pair: tuple[Handle, Handle]) -> None:
    with engine.budget(nodes=2000), pytest.raises(BudgetExceeded):
        each_engine.add(*pair)
    assert still_works(each_engine)


def test_memory(each_engine: Engine, pair: tuple[Handle, Handle]) -> None:
    held = each_engine.stats()["bytes"]
    with engine.budget(memory=held + 2_000_000), pytest.raises(BudgetExceeded):
        each_engine.add(*pair)
    assert still_works(each_engine)
    each_engine.collect()
    assert each_engine.stats()["bytes"] <= held + 2_000_000


def test_an_inner_budget_cannot_be_larger(each_engine: Engine, pair: tuple[Handle, Handle]) -> None:
    with (
        engine.budget(nodes=2000),
        engine.budget(nodes=10**9, seconds=60),
        pytest.raises(BudgetExceeded),
    ):
        each_engine.add(*pair)


def test_a_budget_ends_with_its_block(each_engine: Engine) -> None:
    with engine.budget(nodes=0, seconds=0, memory=0):
        pass
    assert still_works(each_engine)


def test_a_budget_that_suffices_changes_nothing(each_engine: Engine) -> None:
    with engine.budget(seconds=60, nodes=10**6, memory=10**12):
        assert still_works(each_engine)


def test_a_budget_binds_its_own_thread_only(
    each_engine: Engine, pair: tuple[Handle, Handle]
) -> None:
    works = []
    with engine.budget(nodes=10):
        thread = threading.Thread(target=lambda: works.append(still_works(each_engine)))
        thread.start()
        thread.join()
        with pytest.raises(BudgetExceeded):
            each_engine.add(*pair)
    assert works == [True]


@pytest.mark.parametrize("bound", ["seconds", "nodes", "memory"])
def test_a_negative_budget_is_refused(bound: str) -> None:
    with pytest.raises(ValueError, match=f"{bound}.*got -1"), engine.budget(**{bound: -1}):
        pass


def test_collect_keeps_what_is_held(each_engine: Engine) -> None:
    e = each_engine
    e.collect()
    g, h = heavy(e, 12)
    same = e.options(g)
    dropped = e.construct([e.compact(10**6, 0, 0, 0)], [h])
    pinned = e.stats()["pinned"]
    assert pinned >= 3
    del dropped
    assert e.collect() >= 1
    assert e.options(g) == same
    assert e.construct(*same) == g
    assert e.stats()["pinned"] <= pinned


def test_threads_share_the_store(each_engine: Engine) -> None:
    e = each_engine
    results: list[list[Handle]] = []

    def work() -> None:
        g, h = heavy(e, 7)
        results.append([g, h, e.add(g, h), e.negate(h)])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert all(games == results[0] for games in results)


def test_nested_blocks_share_one_count_of_nodes(each_engine: str) -> None:
    def work() -> None:
        engine.active().construct([engine.active().compact(0, 0, 2, 3)], [])

    with engine.budget(nodes=10_000):
        before = engine.active().nodes_left()
        with engine.budget(nodes=500):
            assert engine.active().nodes_left() == 500
            work()
            used = 500 - (engine.active().nodes_left() or 0)
        assert before is not None
        assert used > 0
        assert engine.active().nodes_left() == before - used
        with engine.budget(seconds=60):
            assert engine.active().nodes_left() == before - used
    assert engine.active().nodes_left() is None
