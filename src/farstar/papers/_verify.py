"""``fs.verify``: check the claims of the papers and say what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from farstar.formulas import to_html
from farstar.papers._claim import Claim, Paper, Status, Verdict
from farstar.papers._registry import select
from farstar.papers._run import Result, run

_COLOURS = {
    Verdict.HOLDS: "#1a7f37",
    Verdict.CORRECTED: "#b35900",
    Verdict.DISAGREES: "#b00020",
    Verdict.OPEN: "#0550ae",
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
        return all(result.verdict is not Verdict.DISAGREES for result in self.results)

    @property
    def counts(self) -> dict[str, int]:
        """How many claims got each verdict."""
        number_of = Counter(result.verdict for result in self.results)
        return {str(verdict): number_of[verdict] for verdict in Verdict}

    @property
    def corrections(self) -> dict[str, int]:
        """What is wrong with what was printed, and how often, among what is ``corrected``."""
        wrong = (r.claim.status for r in self.results if r.verdict is Verdict.CORRECTED)
        number_of = Counter(wrong)
        return {str(status): number_of[status] for status in Status if number_of[status]}

    def to_dict(self) -> dict[str, object]:
        """Return the report as JSON knows it."""
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
        Told of each claim as it is begun and of each result as it comes.

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
