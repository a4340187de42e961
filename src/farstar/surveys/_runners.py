"""Runners: who computes the chunks. One interface, from a laptop to a cluster.

A runner takes a function and chunks, and yields each chunk with what the function made of its
arguments, in the order in which they are done. It asks for chunks as it can use them, so it may
be given more of them than fit in memory, and closing it stops all its work.
"""

from __future__ import annotations

import importlib
import pickle
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from typing import Any, Protocol, TypeAlias, TypeVar

from farstar import _processes
from farstar._processes import ADVICE, NOT_LOADED
from farstar.errors import SurveyError
from farstar.surveys._manifest import Chunk
from farstar.surveys._work import portable

R = TypeVar("R")

Function: TypeAlias = Callable[[Mapping[str, Any]], R]
Results: TypeAlias = Generator[tuple[Chunk, R], None, None]


class Runner(Protocol):
    """Who computes the chunks."""

    def connected(self) -> AbstractContextManager[object]:
        """Hold what a run needs, such as a connection, so that a run in the block can begin."""

    def run(self, work: Function[R], chunks: Iterable[Chunk]) -> Results[R]:
        """Yield each chunk with its result, as they are done."""


class Serial:
    """One chunk after the other, in this process."""

    def connected(self) -> AbstractContextManager[object]:
        """Do nothing: this process is there."""
        return nullcontext()

    def run(self, work: Function[R], chunks: Iterable[Chunk]) -> Results[R]:
        """Yield each chunk with its result, in order."""
        for chunk in chunks:
            try:
                result = work(chunk.arguments)
            except Exception as error:
                raise portable(error) from error
            yield chunk, result


class ProcessPool(Serial):
    """So many processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, work: Function[R], chunks: Iterable[Chunk]) -> Results[R]:
        """Yield each chunk with its result, as they are done."""
        tasks = ((chunk, dict(chunk.arguments)) for chunk in chunks)
        pool = _processes.ProcessPool(self.jobs, packed(work), tasks, SurveyError)
        with closing(pool.results()) as results:
            yield from results


def choose(jobs: int, cluster: str | None) -> Runner:
    """Return the runner for so many processes, or for the Dask cluster at an address.

    With one job everything happens in this process; the address ``local`` stands for a cluster of
    `jobs` processes on this machine.
    """
    if cluster is not None:
        from farstar.surveys._cluster import Cluster

        return Cluster(cluster, jobs)
    return Serial() if jobs == 1 else ProcessPool(jobs)


def packed(work: object) -> bytes:
    """Return work as bytes; functions of a notebook travel too, where cloudpickle is there."""
    try:
        pickler: Any = importlib.import_module("cloudpickle")
    except ImportError:
        pickler = pickle
    try:
        return bytes(pickler.dumps(work))
    except Exception as error:
        raise SurveyError(f"{NOT_LOADED}, got {error}: {ADVICE}") from None
