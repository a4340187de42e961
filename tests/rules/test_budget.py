"""Searches keep to the budget, report progress, and can be interrupted."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

import farstar as fs

from .games import Subtraction


class Steps(fs.Ruleset):
    """A long game; `pause` seconds pass in every position."""

    def __init__(self, pause: float = 0) -> None:
        self.pause = pause

    def left(self, n: int) -> list[int]:
        time.sleep(self.pause)
        return [n - 1] if n else []

    right = left  # type: ignore[assignment]


QUESTIONS = ("value", "outcome", "misere_outcome")


@pytest.mark.parametrize("question", QUESTIONS)
def test_nodes_are_bounded(question: str) -> None:
    rules = Steps()
    rules.forget()
    with (
        fs.engine.budget(nodes=500),
        pytest.raises(fs.BudgetExceeded, match="budget of 500 nodes"),
    ):
        getattr(rules(100_000), question)
    assert getattr(rules(100), question) == getattr(Steps(1e-9)(100), question)


def test_nodes_are_counted_over_the_whole_block() -> None:
    rules = Subtraction(1, 2, 9)
    rules.forget()
    with fs.engine.budget(nodes=500):
        assert rules(300).grundy >= 0
        assert rules(300).grundy >= 0
        with pytest.raises(fs.BudgetExceeded):
            _ = rules(900).grundy
    assert rules(900).grundy >= 0


@pytest.mark.parametrize("question", QUESTIONS)
def test_time_is_bounded(question: str) -> None:
    with fs.engine.budget(seconds=0.2), pytest.raises(fs.BudgetExceeded, match="out of time"):
        getattr(Steps(0.01)(100_000), question)


def test_a_budget_that_is_enough() -> None:
    rules = Steps()
    rules.forget()
    with fs.engine.budget(nodes=100_000, seconds=60):
        assert rules(1001).value == fs.Value("*")


def test_a_budget_is_of_its_thread() -> None:
    outcomes: list[Any] = []

    def work() -> None:
        outcomes.append(Steps(1e-8)(2001).value)

    with fs.engine.budget(nodes=10):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert outcomes == [fs.Value("*")]


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Report progress without waiting."""
    monkeypatch.setattr("farstar.rules._meter.PROGRESS_INTERVAL", 0.0)


@pytest.mark.usefixtures("eager")
def test_progress_is_reported() -> None:
    rules = Steps()
    rules.forget()
    counts: list[int] = []
    with fs.progress(counts.append):
        _ = rules(50).value
    assert counts
    assert counts == sorted(counts)
    assert counts[-1] == 51
    before = len(counts)
    rules.forget()
    _ = rules(50).value
    assert len(counts) == before


@pytest.mark.usefixtures("eager")
def test_progress_inside_a_budget() -> None:
    rules = Steps()
    rules.forget()
    counts: list[int] = []
    with fs.progress(counts.append):
        with fs.engine.budget(nodes=1000):
            _ = rules(50).value
        assert counts[-1] == 51
        _ = rules(60).value
    assert counts[-1] == 10


@pytest.mark.usefixtures("eager")
def test_progress_can_end_a_search() -> None:
    class Enough(Exception):  # noqa: N818
        pass

    def stop(count: int) -> None:
        if count > 20:
            raise Enough

    rules = Steps()
    rules.forget()
    with pytest.raises(Enough), fs.progress(stop):
        _ = rules(1000).value
    assert rules(1001).value == fs.Value("*")


def test_an_interrupted_search_leaves_everything_usable() -> None:
    class Interrupted(fs.ImpartialRuleset):
        asked = 0

        def moves(self, n: int) -> list[int]:
            type(self).asked += 1
            if self.asked == 30:
                raise KeyboardInterrupt
            return [n - k for k in (1, 2) if k <= n]

    for question in ("grundy", "outcome", "misere_outcome"):
        Interrupted.asked = 0
        with pytest.raises(KeyboardInterrupt):
            getattr(Interrupted()(100), question)
        assert getattr(Interrupted()(100), question) == getattr(Subtraction(1, 2)(100), question)


def test_bounds_of_the_thread() -> None:
    assert fs.engine.bounds() == (None, None, None)
    with fs.engine.budget(nodes=7):
        with fs.engine.budget(nodes=9, memory=10**9):
            assert fs.engine.bounds() == (None, 7, 10**9)
        assert fs.engine.bounds() == (None, 7, None)
