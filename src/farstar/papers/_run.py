"""Checking claims: one after the other, or on several processes."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import islice
from multiprocessing import get_context

from farstar import engine
from farstar.errors import BudgetExceeded
from farstar.formulas import MarkedText
from farstar.papers._cases import Check
from farstar.papers._claim import Claim, Status, Verdict

_OUR_OWN = (Status.PROVED, Status.SKETCHED, Status.CHECKED)
_POLL = 0.2
"""Seconds between two looks at the clock while other processes work."""


@dataclass(frozen=True, slots=True)
class Result:
    """What checking a claim came to."""

    claim: Claim
    verdict: Verdict
    bound: int
    """The bound that was used."""
    cases: int
    """How many cases were compared."""
    counterexample: str | None
    """The first counterexample found: to the statement as printed if the verdict is
    ``corrected``, to what should hold if it is ``disagrees``."""
    seconds: float

    def __post_init__(self) -> None:
        if self.counterexample is not None:
            object.__setattr__(self, "counterexample", MarkedText(self.counterexample))

    @property
    def range(self) -> str:
        """What was gone through."""
        return self.claim.range.text(self.bound)

    @property
    def standing(self) -> str:
        """The verdict, in place of ``corrected`` what is wrong with what was printed.

        For a theorem of our own it says how it is known: ``holds (proved)``.
        """
        status = self.claim.status
        if self.verdict is Verdict.CORRECTED:
            return str(status)
        if self.verdict is Verdict.HOLDS and status in _OUR_OWN:
            return f"{self.verdict} ({status})"
        return str(self.verdict)

    def __str__(self) -> str:
        reason = f"; {self.counterexample}" if self.counterexample else ""
        return f"{self.claim.paper} {self.claim.label}: {self.standing}, {self.range}{reason}"

    def __repr__(self) -> str:
        return f"<Result: {self}>"

    def to_dict(self) -> dict[str, object]:
        """Return the result as JSON knows it."""
        claim = self.claim
        return {
            "paper": claim.paper,
            "label": claim.label,
            "verdict": str(self.verdict),
            "range": self.range,
            "counterexample": self.counterexample,
            "statement": claim.statement,
            "compared": claim.compared,
            "status": str(claim.status),
            "correction": claim.correction,
            "bound": self.bound,
            "cases": self.cases,
            "seconds": round(self.seconds, 3),
        }


def check(claim: Claim, bound: int | None = None) -> Result:
    """Check one claim.

    Parameters
    ----------
    claim : Claim
        The claim.
    bound : int, optional
        How far; see `Range`.
    """
    started = time.perf_counter()
    limit = claim.range.bound(bound)
    verdict, cases, counterexample = _judge(claim, limit)
    return Result(claim, verdict, limit, cases, counterexample, time.perf_counter() - started)


def _judge(claim: Claim, bound: int) -> tuple[Verdict, int, str | None]:
    cases, fault = _first_fault(claim.check, bound)
    if fault is not None:
        return Verdict.DISAGREES, cases, fault
    if not cases:
        return Verdict.DISAGREES, 0, "nothing was compared"
    if claim.printed is None:
        return (Verdict.OPEN if claim.status is Status.QUESTION else Verdict.HOLDS), cases, None
    tried, counterexample = _first_fault(claim.printed, bound)
    if counterexample is None:
        return Verdict.DISAGREES, cases + tried, "no counterexample to the statement as printed"
    return Verdict.CORRECTED, cases + tried, counterexample


def _first_fault(check: Check, bound: int) -> tuple[int, str | None]:
    """Return how many cases were gone through, up to the first that disagrees, and that one."""
    cases = 0
    try:
        for fault in check(bound):
            cases += 1
            if fault is not None:
                return cases, fault
            if engine.is_out_of_time():
                raise BudgetExceeded(f"out of time after {cases} cases")
    except (BudgetExceeded, MemoryError):
        raise
    except Exception as error:
        # A closed form that fails on a legal position disagrees with brute force, which does not.
        return cases, f"{type(error).__name__}: {error}"
    return cases, None


def run(
    claims: Sequence[Claim],
    *,
    bound: int | None = None,
    jobs: int = 1,
    started: Callable[[Claim], None] | None = None,
) -> Iterator[Result]:
    """Yield the results as they come, with `started` called as each claim is begun.

    With one job they come in order and everything happens in this process.
    """
    note = started or (lambda claim: None)
    if jobs == 1:
        for claim in claims:
            note(claim)
            yield check(claim, bound)
        return
    with _pool(min(jobs, len(claims) or 1)) as pool:
        yield from _collect(pool, claims, bound, jobs, note)


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Hold worker processes; if the block fails they are ended at once."""
    # Processes that are forked while another thread draws may inherit a lock nobody releases.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_prepare_worker)
    try:
        yield pool
    except BaseException:
        workers = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
        raise
    pool.shutdown()


def _prepare_worker() -> None:
    # The terminal sends an interrupt to every process; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _collect(
    pool: ProcessPoolExecutor,
    claims: Sequence[Claim],
    bound: int | None,
    jobs: int,
    note: Callable[[Claim], None],
) -> Iterator[Result]:
    sources = _sources(claims)
    waiting = iter(claims)
    running: dict[Future[_Answer], Claim] = {}
    while True:
        for claim in islice(waiting, jobs - len(running)):
            note(claim)
            limits = _remaining()
            paper = claim.paper, sources.get(claim.paper)
            running[pool.submit(_work, paper, claim.label, bound, limits)] = claim
        if not running:
            return
        done, _ = wait(running, timeout=_POLL, return_when=FIRST_COMPLETED)
        for future in done:
            claim = running.pop(future)
            verdict, limit, cases, counterexample, seconds = future.result()
            yield Result(claim, verdict, limit, cases, counterexample, seconds)
        _remaining()


def _sources(claims: Sequence[Claim]) -> dict[str, str]:
    """Return the files of the papers that are not among those included."""
    from farstar.papers._registry import PAPERS, paper

    sources: dict[str, str] = {}
    for name in dict.fromkeys(claim.paper for claim in claims):
        if name not in PAPERS:
            source = paper(name).source
            assert source is not None  # only loaded papers are known by name
            sources[name] = source
    return sources


def _remaining() -> tuple[float | None, int | None]:
    """Return what is left of the budget: seconds, and bytes."""
    deadline, _, memory = engine.bounds()
    left = None if deadline is None else deadline - time.monotonic()
    if left is not None and left <= 0:
        raise BudgetExceeded("out of time: not all claims are checked")
    return left, None if memory is None else int(memory)


_Answer = tuple[Verdict, int, int, str | None, float]


def _work(
    paper: tuple[str, str | None],
    label: str,
    bound: int | None,
    limits: tuple[float | None, int | None],
) -> _Answer:
    """Check a claim in a worker process; claims hold functions, so only their names travel."""
    from farstar.papers._registry import find

    name, source = paper
    seconds, memory = limits
    if source is not None:
        _loaded_once(source)
    with engine.budget(seconds=seconds, memory=memory):
        result = check(find(name, label), bound)
    return result.verdict, result.bound, result.cases, result.counterexample, result.seconds


@cache
def _loaded_once(source: str) -> None:
    from farstar.papers._registry import load

    load(source)
