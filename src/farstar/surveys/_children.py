"""Processes that belong to this one: they never see Ctrl-C, and end when it ends.

A terminal sends Ctrl-C to every process of a command. Only the driver acts on it, and ends the
others, so that nothing is printed twice.
"""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.context import SpawnProcess
from typing import Any

# Forked processes may inherit a lock that nobody releases: of Polars, or of the display.
CONTEXT = get_context("spawn")


def start(target: Callable[..., None], *arguments: Any) -> SpawnProcess:
    """Start a process that computes; its function must call `follow_parent` first."""
    process = CONTEXT.Process(target=target, args=arguments, daemon=True)
    with _interrupts_kept_from_children():
        process.start()
    return process


@contextmanager
def _interrupts_kept_from_children() -> Iterator[None]:
    """Let processes that are started in the block never see Ctrl-C, not even while they load."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The tracker would unblock the signal when it starts.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def follow_parent(folder: str | None = None) -> None:
    """End this process when its parent ends, however that happens.

    Parameters
    ----------
    folder : str, optional
        A folder to remove then, since nobody else is left to do it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(folder,), daemon=True).start()


def _end_with_parent(folder: str | None) -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)
