"""Runners: who computes the chunks. One interface, from a laptop to a cluster.

A runner takes a function and chunks, and yields each chunk with what the function made of its
arguments, in the order in which they are done. It asks for chunks as it can use them, so it may
be given more of them than fit in memory, and closing it stops all its work.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol, TypeAlias, TypeVar

from farstar.surveys._plan import Chunk
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


def choose(jobs: int, cluster: str | None) -> Runner:
    """Return the runner for so many processes, or for the cluster at an address.

    Parameters
    ----------
    jobs : int
        How many processes; with one everything happens in this one.
    cluster : str, optional
        The address of a Dask scheduler, such as ``tcp://scheduler:8786``, or ``local`` for a
        Dask cluster of `jobs` processes on this machine.
    """
    if cluster is not None:
        from farstar.surveys._cluster import Cluster

        return Cluster(cluster, jobs)
    if jobs == 1:
        return Serial()
    from farstar.surveys._pool import ProcessPool

    return ProcessPool(jobs)
