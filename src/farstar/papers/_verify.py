"""``fs.verify``: check the claims of the papers, in this process or in several, and report."""

from __future__ import annotations

import pickle
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from html import escape

from farstar import engine
from farstar._processes import ProcessPool
from farstar.errors import BudgetExceeded
from farstar.formulas import MarkedText, to_html
from farstar.papers._claim import Claim, ClaimVerdict, Paper, Status
from farstar.papers._ranges import Check
from farstar.papers._registry import PAPERS, find, load, select
from farstar.papers._registry import paper as paper_of

_OUR_OWN = (Status.PROVED, Status.SKETCHED, Status.CHECKED)
_OF_QUESTIONS = {Status.QUESTION: ClaimVerdict.OPEN, Status.ANSWERED: ClaimVerdict.ANSWERED}


@dataclass(frozen=True, slots=True)
class Result:
    """The result of checking a claim."""

    claim: Claim
    verdict: ClaimVerdict
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
        """The cases that were checked, with the bound."""
        return self.claim.range.text(self.bound)

    @property
    def standing(self) -> str:
        """The verdict; instead of ``corrected`` it says what is wrong with the printed statement.

        For a theorem of our own it says how it is known: ``holds (proved)``.
        """
        status = self.claim.status
        if self.verdict is ClaimVerdict.CORRECTED:
            return str(status)
        if self.verdict is ClaimVerdict.HOLDS and status in _OUR_OWN:
            return f"{self.verdict} ({status})"
        return str(self.verdict)

    def __str__(self) -> str:
        reason = f"; {self.counterexample}" if self.counterexample else ""
        return f"{self.claim.paper} {self.claim.label}: {self.standing}, {self.range}{reason}"

    def __repr__(self) -> str:
        return f"<Result: {self}>"

    def to_dict(self) -> dict[str, object]:
        """Return the result as JSON data."""
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
            "answer": claim.answer,
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


def _judge(claim: Claim, bound: int) -> tuple[ClaimVerdict, int, str | None]:
    cases, fault = _first_fault(claim.check, bound)
    if fault is not None:
        return ClaimVerdict.DISAGREES, cases, fault
    if not cases:
        return ClaimVerdict.DISAGREES, 0, "nothing was compared"
    if claim.printed is None:
        return _OF_QUESTIONS.get(claim.status, ClaimVerdict.HOLDS), cases, None
    tried, counterexample = _first_fault(claim.printed, bound)
    if counterexample is None:
        return (
            ClaimVerdict.DISAGREES,
            cases + tried,
            "no counterexample to the statement as printed",
        )
    return ClaimVerdict.CORRECTED, cases + tried, counterexample


def _first_fault(check: Check, bound: int) -> tuple[int, str | None]:
    """Return how many cases were checked, and the first that disagrees, where checking stops."""
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
    """Yield the results as they come; `started` is called with each claim when its check starts.

    With one job they come in order and everything happens in this process.
    """
    note = started or (lambda claim: None)
    if jobs == 1:
        for claim in claims:
            note(claim)
            yield check(claim, bound)
        return
    sources = _sources(claims)

    def tasks() -> Iterator[tuple[Claim, _Task]]:
        for claim in claims:
            note(claim)
            yield claim, (claim.paper, sources.get(claim.paper), claim.label, bound, _remaining())

    pool = ProcessPool(min(jobs, len(claims) or 1), pickle.dumps(_work), tasks())
    with closing(pool.results()) as answers:
        for claim, answer in answers:
            yield Result(claim, *answer)


def _sources(claims: Sequence[Claim]) -> dict[str, str]:
    """Return the files of the papers that users loaded."""
    sources: dict[str, str] = {}
    for name in dict.fromkeys(claim.paper for claim in claims):
        if name not in PAPERS:
            source = paper_of(name).source
            assert source is not None  # only loaded papers are known by name
            sources[name] = source
    return sources


def _remaining() -> tuple[float | None, int | None]:
    """Return the rest of the budget: seconds and bytes."""
    deadline, _, memory = engine.bounds()
    left = None if deadline is None else deadline - time.monotonic()
    if left is not None and left <= 0:
        raise BudgetExceeded("out of time: not all claims are checked")
    return left, None if memory is None else int(memory)


_Task = tuple[str, str | None, str, int | None, tuple[float | None, int | None]]
_Answer = tuple[ClaimVerdict, int, int, str | None, float]


def _work(task: _Task) -> _Answer:
    """Check a claim in a worker process; it is sent by name, since claims contain functions."""
    name, source, label, bound, (seconds, memory) = task
    if source is not None:
        _loaded_once(source)
    with engine.budget(seconds=seconds, memory=memory):
        result = check(find(name, label), bound)
    return result.verdict, result.bound, result.cases, result.counterexample, result.seconds


@cache
def _loaded_once(source: str) -> None:
    load(source)


_COLOURS = {
    ClaimVerdict.HOLDS: "#1a7f37",
    ClaimVerdict.CORRECTED: "#b35900",
    ClaimVerdict.DISAGREES: "#b00020",
    ClaimVerdict.OPEN: "#0550ae",
    ClaimVerdict.ANSWERED: "#1a7f37",
}


@dataclass(frozen=True, slots=True)
class Report:
    """The results of checking claims, in the order of the papers.

    Examples
    --------
    >>> report = fs.verify("partizan-euclid", claim="Lemma 2")
    >>> report.ok, len(report), str(report[0].verdict)
    (True, 1, 'holds')
    """

    results: tuple[Result, ...]

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, place: int) -> Result:
        return self.results[place]

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    @property
    def ok(self) -> bool:
        """Whether nothing disagrees."""
        return all(result.verdict is not ClaimVerdict.DISAGREES for result in self.results)

    @property
    def counts(self) -> dict[str, int]:
        """How many claims got each verdict."""
        number_of = Counter(result.verdict for result in self.results)
        return {str(verdict): number_of[verdict] for verdict in ClaimVerdict}

    @property
    def corrections(self) -> dict[str, int]:
        """How many of the ``corrected`` statements have each kind of fault."""
        wrong = (r.claim.status for r in self.results if r.verdict is ClaimVerdict.CORRECTED)
        number_of = Counter(wrong)
        return {str(status): number_of[status] for status in Status if number_of[status]}

    def to_dict(self) -> dict[str, object]:
        """Return the report as JSON data."""
        return {
            "ok": self.ok,
            "counts": self.counts,
            "corrections": self.corrections,
            "claims": [result.to_dict() for result in self.results],
        }

    def __str__(self) -> str:
        counts = {**self.counts, "corrected": 0, **self.corrections}
        return ", ".join(f"{count} {standing}" for standing, count in counts.items() if count)

    def __repr__(self) -> str:
        return f"<Report: {self}>"

    def _repr_html_(self) -> str:
        rows = "".join(_html_row(result) for result in self.results)
        heads = "".join(
            f"<th>{head}</th>" for head in ("paper", "claim", "verdict", "range", "counterexample")
        )
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _html_row(result: Result) -> str:
    colour = _COLOURS[result.verdict]
    cells = (
        escape(result.claim.paper),
        f'<span title="{escape(result.claim.statement)}">{to_html(result.claim.label)}</span>',
        f'<b style="color:{colour}">{result.standing}</b>',
        to_html(result.range),
        to_html(result.counterexample or ""),
    )
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def verify(
    paper: str | Paper | None = None,
    *,
    claim: str | Sequence[str] = (),
    bound: int | None = None,
    jobs: int = 1,
    started: Callable[[Claim], None] | None = None,
    finished: Callable[[Result], None] | None = None,
) -> Report:
    """Check the claims of a paper, or of all, against brute force.

    Parameters
    ----------
    paper : str or Paper, optional
        ``partizan-euclid``, ``nim-type-game``, ``real-euclid``, ``partizan-geography`` or
        ``beyond``; or a paper of your own, as `farstar.papers.load` returns it.
    claim : str or sequence of str
        Only claims whose label contains this text, or one of these.
    bound : int, optional
        How far: numbers up to this, words one letter longer each time it doubles (100 is where
        words have their usual length), other sizes in proportion to 100. Each claim has a
        default of its own.
    jobs : int
        How many processes work at the same time. They import the program that started them, so
        a script that asks for more than one needs the usual ``if __name__ == "__main__":``.
    started, finished : callable, optional
        Called with each claim when its check starts, and with each result.

    Raises
    ------
    UnknownClaimError
        If there is no such paper or claim.

    Examples
    --------
    >>> report = fs.verify("partizan-euclid", claim="Observation 5, values")
    >>> result = report[0]
    >>> str(result.verdict), result.counterexample
    ('corrected', 'E(5,3): v, not ^')
    """
    for what, number in (("bound", bound), ("number of jobs", jobs)):
        if number is not None and number < 1:
            raise ValueError(f"expected a {what} of at least 1, got {number!r}")
    if jobs > 1 and isinstance(paper, Paper) and paper.source is None:
        raise ValueError("expected a paper that was loaded from a file for several jobs, got none")
    wanted = select(paper, (claim,) if isinstance(claim, str) else claim)
    places = {id(one): place for place, one in enumerate(wanted)}
    results: list[Result] = []
    for result in run(wanted, bound=bound, jobs=jobs, started=started):
        results.append(result)
        if finished is not None:
            finished(result)
    return Report(tuple(sorted(results, key=lambda result: places[id(result.claim)])))
