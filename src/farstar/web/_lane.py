"""Some workers, the requests that wait for them, and whose turn it is."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from farstar.web._process import WorkerProcess


@dataclass(eq=False)
class Job:
    """A request, from the moment it is accepted."""

    name: str
    arguments: Mapping[str, Any]
    client: str
    """The address that asks."""
    tab: str
    """Which of its tabs or connections."""
    seconds: float
    is_lengthy: bool
    """Whether it may take longer than a usual request, and shows how far it is."""
    on_progress: Callable[[dict[str, Any]], None] | None
    result: asyncio.Future[Any]
    worker: WorkerProcess | None = None
    is_short: bool = True
    """Whether it may turn out to take no more than a moment."""
    has_place: bool = False
    """Whether it has one of the places for long requests."""
    gives_way: bool = False
    """Whether its worker was taken from it."""


class Tabs:
    """The requests of one address that wait: its tabs take turns.

    In every second turn it is that of the tab that came last: somebody who has asked for much that
    takes long, on many connections, need not wait for all of it when asking for something short.
    """

    def __init__(self) -> None:
        self.jobs: dict[str, deque[Job]] = {}
        """By tab, the one whose turn it is first."""
        self._new: dict[str, None] = {}
        """The tabs that have had no turn yet, the newest last."""
        self._is_turn_of_newest = False

    def __len__(self) -> int:
        return sum(map(len, self.jobs.values()))

    def add(self, job: Job) -> None:
        """Let a request wait."""
        if job.tab not in self.jobs:
            self.jobs[job.tab] = deque()
            self._new[job.tab] = None
        self.jobs[job.tab].append(job)

    def take(self, is_allowed: Callable[[Job], bool]) -> Job | None:
        """Return the request whose turn it is; it waits no more."""
        newest = reversed(self._new) if self._is_turn_of_newest else ()
        for tab in [*newest, *self.jobs]:
            if is_allowed(self.jobs[tab][0]):
                jobs = self.jobs.pop(tab)
                job = jobs.popleft()
                # Who has had a turn goes to the end.
                if jobs:
                    self.jobs[tab] = jobs
                self._new.pop(tab, None)
                self._is_turn_of_newest = not self._is_turn_of_newest
                return job
        return None

    def drop(self, job: Job) -> None:
        """Forget a request, if it waits."""
        jobs = self.jobs.get(job.tab, deque())
        if job in jobs:
            jobs.remove(job)
            if not jobs:
                del self.jobs[job.tab]
                self._new.pop(job.tab, None)


class Turns:
    """Requests that wait: addresses take turns, and so do the tabs of each.

    Examples
    --------
    >>> turns = Turns()
    >>> for name in ("a1", "a1", "a2", "b1"):
    ...     turns.add(Job(name, {}, name[0], name[1], 1.0, False, None, None))
    >>> [turns.take(lambda job: True).name for _ in range(4)], len(turns)
    (['a1', 'b1', 'a2', 'a1'], 0)
    """

    def __init__(self) -> None:
        self._clients: dict[str, Tabs] = {}

    def __len__(self) -> int:
        return sum(map(len, self._clients.values()))

    def count(self, client: str, tab: str) -> tuple[int, int]:
        """Return how many requests of an address wait, and of one of its tabs."""
        tabs = self._clients.get(client)
        return (0, 0) if tabs is None else (len(tabs), len(tabs.jobs.get(tab, ())))

    def add(self, job: Job) -> None:
        """Let a request wait."""
        self._clients.setdefault(job.client, Tabs()).add(job)

    def take(self, is_allowed: Callable[[Job], bool]) -> Job | None:
        """Return the request whose turn it is; it waits no more."""
        for client, tabs in self._clients.items():
            job = tabs.take(is_allowed)
            if job is not None:
                # Who has had a turn goes to the end.
                del self._clients[client]
                if tabs:
                    self._clients[client] = tabs
                return job
        return None

    def drop(self, job: Job) -> None:
        """Forget a request, if it waits."""
        tabs = self._clients.get(job.client)
        if tabs is not None:
            tabs.drop(job)
            if not tabs:
                del self._clients[job.client]


@dataclass(eq=False)
class Lane:
    """Some workers, and who waits for them."""

    size: int
    """How many workers may have requests at once."""
    places: int
    """How many of them may have long requests."""
    share: int
    """How many places one address may have."""
    spare: int = 0
    """Workers beyond these, ready to take the place of one that is killed."""
    idle: list[WorkerProcess] = field(default_factory=list)
    running: list[Job] = field(default_factory=list)
    """Requests that have workers, the oldest first."""
    short: Turns = field(default_factory=Turns)
    long: Turns = field(default_factory=Turns)
    is_turn_of_long: bool = False

    @property
    def waiting_count(self) -> int:
        """How many requests wait."""
        return len(self.short) + len(self.long)

    def waiting_of(self, client: str, tab: str) -> tuple[int, int]:
        """Return how many requests of an address wait, and of one of its tabs."""
        short, long = self.short.count(client, tab), self.long.count(client, tab)
        return short[0] + long[0], short[1] + long[1]

    def add(self, job: Job) -> None:
        """Let a request wait."""
        (self.short if job.is_short else self.long).add(job)

    def drop(self, job: Job) -> None:
        """Forget a request, if it waits."""
        self.short.drop(job)
        self.long.drop(job)

    def clear(self) -> None:
        """Forget everybody who waits, and the workers."""
        self.short, self.long = Turns(), Turns()
        self.idle.clear()

    @property
    def has_room(self) -> bool:
        """Whether one more worker may have a request."""
        return len(self.running) < self.size

    def next_job(self) -> Job | None:
        """Take the next request: a short one, or a long one if there is a place, in turn."""
        # There are fewer places than workers, so one is left for what is short.
        queues = [self._next_short, self._next_long]
        if self.is_turn_of_long:
            queues.reverse()
        self.is_turn_of_long = not self.is_turn_of_long
        return queues[0]() or queues[1]()

    def _next_short(self) -> Job | None:
        return self.short.take(lambda _: True)

    def _next_long(self) -> Job | None:
        job = self.long.take(self.has_place_for)
        if job is not None:
            job.has_place = True
        return job

    def has_place_for(self, job: Job) -> bool:
        """Tell whether a request may be a long one now."""
        placed = [other for other in self.running if other.has_place]
        if len(placed) >= self.places:
            return False
        if sum(other.client == job.client for other in placed) >= self.share:
            return False
        if not job.is_lengthy:
            return True
        lengthy = [(other.client, other.tab) for other in placed if other.is_lengthy]
        return len(lengthy) < max(1, self.places - 1) and (job.client, job.tab) not in lengthy

    def settle(self) -> None:
        """Give places to requests that turned out to be long, where there are any."""
        for job in self._without_place():
            if self.has_place_for(job):
                job.has_place = True

    def to_give_way(self) -> list[Job]:
        """Return the long requests without a place whose workers others wait for."""
        # Whoever is not running is idle or about to be.
        free = self.size - len(self.running)
        leaving = sum(job.gives_way for job in self.running)
        missing = len(self.short) - free - leaving
        # The youngest have the least to lose.
        return self._without_place()[::-1][: max(0, missing)]

    def _without_place(self) -> list[Job]:
        return [
            job
            for job in self.running
            if not (job.is_short or job.has_place or job.gives_way or job.result.done())
        ]
