"""Alarms that interrupt work outside the engine."""

from __future__ import annotations

import signal
from types import SimpleNamespace
from typing import Any

import pytest

import farstar as fs
from farstar.reports import Clock, explanation, limits, report

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms here")


def test_no_alarm_inside_callbacks_that_cannot_raise() -> None:
    in_callback: Any = SimpleNamespace(f_globals={"__name__": "weakref"})
    elsewhere: Any = SimpleNamespace(f_globals={"__name__": "farstar.rules"})
    with limits(600, None):
        ring: Any = signal.getsignal(signal.SIGALRM)
        ring(signal.SIGALRM, in_callback)
        with pytest.raises(fs.BudgetExceeded, match="within 600 seconds"):
            ring(signal.SIGALRM, elsewhere)


def test_a_theorem_is_named_even_if_the_moves_take_too_long() -> None:
    known = report("Clobber((xxo)^1000)")
    titles = [step.title for step in explanation(known, Clock(patience=1e-9)).steps]
    assert titles == ["Outcome", "By a theorem", "Left out"]
