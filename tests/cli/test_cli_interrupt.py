"""An interrupt that Python drops must come again."""

from __future__ import annotations

import contextlib
import os
import signal
import time

import pytest

from farstar.cli._failures import insistent_interrupts

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs interval timers")


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1)


def compute(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def lose_one_and_go_on() -> None:
    with contextlib.suppress(KeyboardInterrupt):  # what Python does in a finaliser
        press()
    compute(60)


def test_a_lost_interrupt_is_raised_again() -> None:
    with pytest.raises(KeyboardInterrupt), insistent_interrupts():
        lose_one_and_go_on()


def test_nothing_is_left_behind() -> None:
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), insistent_interrupts():
        press()
    compute(0.4)
    assert signal.getsignal(signal.SIGINT) is handler
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
