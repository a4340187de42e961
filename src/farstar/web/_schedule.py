"""Which request runs next, and which one makes room.

Nobody can tell beforehand how long a request takes, so it is ranked by how long it has run: it is
new at first, medium after a tenth of a second, and long after another second. There are as many
places for long requests as the settings say; one seat more is for medium requests, and another one
for new ones. So a request waits for those that have run about as long as itself, not for longer
ones.

- A request may begin in any free seat. When its rank rises and there is no seat for that rank, it
  is stopped, and begins again when there is one; that happens twice at most.
- Turns alternate between the address that had none for the longest time, with its latest tab, and
  the request that has waited longest. So a newcomer is served soon, and nobody waits for ever.
- On a server for others no address has all places. Work with a progress bar has all places but one,
  and one for each tab.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

SLICES = (0.1, 1.0)  # seconds until a new request is medium, and until a medium one is long
LONG = len(SLICES)  # the rank of long requests; new ones have rank 0


@dataclass(eq=False)
class Request:
    """What the schedule knows of a request: who asks, and how many slices it has outlasted."""

    client: str
    tab: str
    is_lengthy: bool = False
    """Whether it may take longer than usual, and has a progress bar."""
    rank: int = 0
    is_stopping: bool = False


R = TypeVar("R", bound=Request)


class Schedule(Generic[R]):
    """The requests that wait and those that run.

    There are `places` for long requests, and `share` of them for one address.
    """

    def __init__(self, places: int, share: int) -> None:
        self.seats, self.share = places + LONG, share
        self.waiting: list[R] = []
        """The one that has waited longest first."""
        self.running: list[R] = []
        self._turns = [0] * (LONG + 1)
        self._last_turns: dict[str | tuple[str, str], int] = {}

    def begin(self) -> R | None:
        """Let the next request run, if there is a seat for one; return it."""
        if sum(not r.is_stopping for r in self.running) >= self.seats:
            return None
        # Long ones first, since they cannot have the seats that are for shorter ones.
        for rank in reversed(range(LONG + 1)):
            fitting = [r for r in self.waiting if r.rank == rank and self._has_seat_for(r)]
            if fitting:
                request = self._by_turns(fitting)
                self.waiting.remove(request)
                self.running.append(request)
                return request
        return None

    def outlast(self, request: R) -> bool:
        """Note that a request has run for a slice; tell whether it may go on."""
        request.rank += 1
        return self._has_seat_for(request)

    def end(self, request: R, *, is_done: bool) -> None:
        """Note that a request no longer runs; one that is not done waits again."""
        self.running.remove(request)
        request.is_stopping = False
        if not is_done:
            self.waiting.append(request)

    def _by_turns(self, requests: list[R]) -> R:
        rank, last = requests[0].rank, self._last_turns
        self._turns[rank] += 1
        chosen = requests[0]
        if self._turns[rank] % 2:
            chosen = min(
                reversed(requests),
                key=lambda r: (last.get(r.client, 0), last.get((r.client, r.tab), 0)),
            )
        last[chosen.client] = last[chosen.client, chosen.tab] = sum(self._turns)
        known = {key for r in self.waiting for key in (r.client, (r.client, r.tab))}
        self._last_turns = {key: turn for key, turn in last.items() if key in known}
        return chosen

    def _has_seat_for(self, request: R) -> bool:
        others = [r for r in self.running if r is not request and not r.is_stopping]
        for rank in range(1, request.rank + 1):
            if sum(r.rank >= rank for r in others) >= self.seats - rank:
                return False
        if request.rank < LONG:
            return True
        long = [r for r in others if r.rank == LONG]
        if sum(r.client == request.client for r in long) >= self.share:
            return False
        lengthy = [(r.client, r.tab) for r in long if r.is_lengthy]
        has_room = len(lengthy) < max(1, self.seats - LONG - 1)
        return not request.is_lengthy or (has_room and (request.client, request.tab) not in lengthy)
