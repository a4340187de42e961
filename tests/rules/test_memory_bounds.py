"""What a long-lived process remembers: the number of entries, after any number of questions."""

from __future__ import annotations

import gc
from collections import Counter
from random import Random

import pytest

import farstar as fs
from farstar.games import _heaps
from farstar.misere import _forms, _value
from farstar.misere._forms import FormAlgebra
from farstar.rules import forget_everything, forget_oldest, remembered
from farstar.sums import _term
from farstar.web import tasks
from tests.drills.mixed_requests_chaos import ask


def sums_remembered() -> int:
    return sum(len(rules._results()) for rules in (_term._RULES, _term._LOOPY_RULES))


def test_sums_are_forgotten_before_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_term, "MOST_REMEMBERED", 300)
    random, most = Random(1), 0
    for _ in range(60):
        total = fs.Kayles(random.randrange(2, 6)) + fs.Clobber("xoxo") + random.randrange(1, 4)
        _ = total.misere_outcome
        most = max(most, sums_remembered())
        total.winning_moves(fs.Left, misere=True)
        most = max(most, sums_remembered())
    alone = fs.Kayles(5) + fs.Clobber("xoxo") + 3
    forget_everything()
    _ = alone.misere_outcome
    alone.winning_moves(fs.Left, misere=True)
    assert most <= 300 + sums_remembered()


def test_misere_forms_go_when_no_value_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    # A store of its own: other tests may hold values.
    algebra = FormAlgebra()
    monkeypatch.setattr(_value, "ALGEBRA", algebra)
    monkeypatch.setattr(_forms, "MOST_REMEMBERED", 500)
    kept = fs.MisereValue("*[2#0]")
    text = str(kept + kept)
    for n in range(40):
        assert (fs.MisereValue(n) + fs.MisereValue(n)).nim_value == 0
    # A value in use keeps its form, and what is made of it stays right.
    many = algebra.entries
    assert many > 2_000
    assert str(kept + kept) == text
    del kept
    gc.collect()
    assert str(fs.MisereValue("*[2#0]") + fs.MisereValue("*[2#0]")) == text
    assert algebra.entries < many // 3


def test_genera_of_many_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no number of sums after which a process answers no more."""
    monkeypatch.setattr(_heaps, "_MOST_REMEMBERED", 400)
    random = Random(2)
    fs.Kayles(1).ruleset.forget()
    for _ in range(80):
        heaps = [random.randrange(1, 8) for _ in range(3)]
        outcome = fs.Kayles(*heaps).misere_outcome
        assert outcome is fs.Kayles(*heaps).search_misere_outcome()
    table = fs.Kayles(1).ruleset._results().table("misere forms")
    assert table["forms"].entries < 1200


def test_the_oldest_results_are_forgotten_first() -> None:
    forget_everything()
    fs.Kayles(9).search_grundy()
    fs.Clobber("xoxoxo").search_value()
    of_clobber = len(fs.Clobber("xo").ruleset._results())
    forget_oldest(of_clobber)
    assert len(fs.Kayles(9).ruleset._results()) == 0
    assert remembered() == of_clobber
    forget_oldest(of_clobber // 3)
    assert 0 < remembered() <= of_clobber // 3
    assert fs.Kayles(9).search_grundy() == fs.Kayles(9).grundy


def test_tasks_remember_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "MOST_REMEMBERED", 1_500)
    random, answers = Random(3), Counter[str]()
    for _ in range(60):
        ask(random, answers)
        assert remembered() <= 1_500
    assert answers.total() == 60
    assert len(answers) > 6
