"""The order of requests: what is short does not wait for what is long, and nobody for ever."""

from __future__ import annotations

from collections import Counter

import pytest

from farstar.web._pool import LONG, Pool, Request, Schedule
from farstar.web.settings import Settings

SHORT, MEDIUM, HOPELESS = 0, 1, LONG + 1
"""The rank in which a request is done; what is hopeless never is."""


class Simulation:
    """A schedule whose time passes in slices."""

    def __init__(self, places: int, share: int | None = None) -> None:
        self.schedule: Schedule[Request] = Schedule(places, places if share is None else share)
        self.begun: list[Request] = []
        """Requests, each as often as it began."""
        self.done: list[Request] = []
        self._ranks: dict[Request, int] = {}
        self._stopping: set[Request] = set()

    def ask(self, rank: int, client: str, tab: str = "", *, is_lengthy: bool = False) -> Request:
        """Ask for something that is done in its slice of some rank."""
        request = Request(client, tab, is_lengthy)
        self._ranks[request] = rank
        self.schedule.waiting.append(request)
        return request

    def begin(self) -> None:
        """Let begin what can; see that seats are left for lower ranks."""
        while (request := self.schedule.begin()) is not None:
            self.begun.append(request)
            ranks = [r.rank for r in self.schedule.running if r not in self._stopping]
            assert all(
                sum(r >= rank for r in ranks) <= self.schedule.seats - rank
                for rank in range(LONG + 1)
            )

    def pass_slices(self, count: int = 1) -> None:
        """Let slices pass for all requests that run; what is stopped leaves one by one."""
        for _ in range(count):
            self.begin()
            for request in self.schedule.running:
                if request.rank < min(LONG, self._ranks[request]):
                    request.is_stopping = not self.schedule.outlast(request)
                    self._stopping |= {request} if request.is_stopping else set()
                elif request.rank == self._ranks[request]:
                    self.done.append(request)
            for request in list(self.schedule.running):
                if request in self._stopping or request in self.done:
                    self._stopping.discard(request)
                    self.schedule.end(request, is_done=request in self.done)
                    self.begin()

    def until(self, request: Request) -> list[Request]:
        """Let slices pass until a request is done; return what began from now on, and before it."""
        before = len(self.begun)
        while request not in self.done:
            assert len(self.begun) < 1000
            self.pass_slices()
        began = self.begun[before:]
        return began[: began.index(request)]


def is_one_of(client: str, number: int) -> tuple[str, str]:
    """Return address and tab of hopeless requests: of one address, or each of another one."""
    return (client, f"tab {number}") if client == "same" else (f"address {number}", "")


@pytest.mark.parametrize("client", ["same", "other"])
@pytest.mark.parametrize("slices", range(14))
@pytest.mark.parametrize("places", [1, 2, 8])
def test_ten_hopeless_requests_hardly_delay_a_short_one(
    places: int, slices: int, client: str
) -> None:
    simulation = Simulation(places)
    for number in range(10):
        simulation.ask(HOPELESS, *is_one_of(client, number))
    simulation.pass_slices(slices)
    simulation.begin()
    short = simulation.ask(SHORT, "same", "new")
    assert len(simulation.until(short)) <= 1
    assert simulation.done == [short]


def test_a_short_request_waits_for_nobody_when_all_others_have_run() -> None:
    simulation = Simulation(2)
    for number in range(10):
        simulation.ask(HOPELESS, f"address {number}")
    simulation.pass_slices(20)
    for number in range(20):
        short = simulation.ask(SHORT, "visitor", f"tab {number}")
        assert simulation.until(short) == []


def test_a_medium_request_waits_for_no_long_one() -> None:
    simulation = Simulation(2)
    for number in range(10):
        simulation.ask(HOPELESS, f"address {number}")
    simulation.pass_slices(30)
    medium = [simulation.ask(MEDIUM, "visitor", f"tab {number}") for number in range(5)]
    simulation.pass_slices(12)
    assert sorted(simulation.done, key=medium.index) == medium


def test_everything_is_done_and_begins_three_times_at_most() -> None:
    simulation = Simulation(2)
    requests = [simulation.ask(LONG - i % 3, f"address {i % 7}", f"tab {i}") for i in range(60)]
    simulation.pass_slices(200)
    assert set(simulation.done) == set(requests)
    assert not simulation.schedule.waiting
    assert not simulation.schedule.running
    assert 1 < max(Counter(simulation.begun).values()) <= LONG + 1


def test_nobody_waits_for_ever() -> None:
    simulation = Simulation(2)
    patient = [simulation.ask(rank, "patient", f"tab {rank}") for rank in range(LONG + 1)]
    for number in range(300):
        # More newcomers than can be served, from addresses that were never seen.
        for part in range(5):
            simulation.ask(number % (LONG + 1), f"address {number} {part}")
        simulation.pass_slices()
    assert set(patient) <= set(simulation.done)


def test_addresses_take_turns() -> None:
    simulation = Simulation(1)
    for _ in range(50):
        simulation.ask(SHORT, "greedy")
    simulation.pass_slices(3)
    for number in range(5):
        simulation.ask(SHORT, "modest", f"tab {number}")
    simulation.pass_slices(4)
    assert sum(r.client == "modest" for r in simulation.done) == 5


def test_no_address_has_all_places_and_neither_has_work_with_a_progress_bar() -> None:
    simulation = Simulation(3, share=2)
    for client in ("a", "a", "a", "b"):
        simulation.ask(HOPELESS, client)
    simulation.pass_slices(20)
    assert sorted(r.client for r in simulation.schedule.running) == ["a", "a", "b"]
    simulation = Simulation(3)
    for tab in ("1", "1", "2", "3"):
        simulation.ask(HOPELESS, "a", tab, is_lengthy=True)
    simulation.pass_slices(20)
    running = [r.tab for r in simulation.schedule.running]
    assert len(running) == 2
    assert len(set(running)) == 2
    usual = simulation.ask(HOPELESS, "a", "1")
    simulation.pass_slices(5)
    assert usual in simulation.schedule.running


@pytest.mark.parametrize(("host", "share"), [("127.0.0.1", 4), ("0.0.0.0", 3)])
def test_a_server_for_others_shares_its_places(host: str, share: int) -> None:
    assert Pool(Settings(workers=4, host=host))._schedule.share == share
