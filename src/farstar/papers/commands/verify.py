"""``farstar verify``: check the claims of the papers against brute force."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from farstar.cli.common import Command, PathType, emit_json, say
from farstar.cli.completion import among
from farstar.errors import BudgetExceeded

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from farstar.papers import Claim, Paper, Report, Result

paper_names = among("farstar.papers", lambda papers: papers.PAPERS)
"""Completes the name of a paper."""

SCHEMA = "farstar.verify/1"
LIST_SCHEMA = "farstar.claims/1"

_STYLES = {
    "holds": "green",
    "corrected": "yellow",
    "disagrees": "bold red",
    "open": "blue",
    "answered": "green",
}
_SIGNS = {"holds": "+", "corrected": "~", "disagrees": "!", "open": "?", "answered": "="}
_LAST = 8
"""How many results stay visible while other claims are being checked."""

_EXAMPLES = """\b
Examples:
  farstar verify
  farstar verify partizan-euclid --jobs 2
  farstar verify partizan-euclid --claim 'Observation 5' --bound 200
  farstar verify mine.py
  farstar verify partizan-euclid --claim 'Theorem 6' --bound 20 --certificates proofs
  farstar verify --json | jq '.claims[] | select(.verdict != "holds")'
"""


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("paper", metavar="[PAPER|FILE.py]", nargs=-1, shell_complete=paper_names)
@click.option(
    "--claim",
    "claims",
    metavar="TEXT",
    multiple=True,
    help="Only claims whose label contains this; may be repeated.",
)
@click.option("--bound", metavar="N", type=int, help="Check numbers up to N (see above).")
@click.option("--jobs", metavar="J", type=int, help="Number of processes; by default one per core.")
@click.option("--list", "as_list", is_flag=True, help="List the claims without checking them.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object.")
@click.option(
    "--certificates",
    "folder",
    metavar="DIR",
    type=PathType(file_okay=False, path_type=Path),
    help="Write certificates of what the verdicts rest on into this folder, for 'farstar check'.",
)
@click.pass_context
def command(
    ctx: click.Context,
    paper: tuple[str, ...],
    claims: tuple[str, ...],
    bound: int | None,
    jobs: int | None,
    as_list: bool,
    as_json: bool,
    folder: Path | None,
) -> int:
    """Check every claim of PAPER, or of all papers, against brute force.

    FILE.py is a paper of your own: a Python file that defines a farstar.papers.Paper, with its
    claims as decorated functions. It is run, so it can do whatever a program can.

    A claim holds (+), or holds as corrected (~), or disagrees (!), or is a question, open (?) or
    answered (=). A correction says what is wrong: false as printed, a misprint, a wrong step in a
    proof, a hypothesis that is missing or superfluous, or our reading, which is no fault of the
    paper. For each the command finds a counterexample to what was printed. Theorems beyond
    the papers say how they are known: proved, with a proof sketched, or only checked. The exit code
    is 1 if anything disagrees.

    Each claim has a range of its own; --bound N takes numbers up to N, makes words one letter
    longer each time N doubles (100 leaves them as they are), and other sizes in proportion.

    A certificate proves the brute-force side of a claim: the outcomes, values, weights, trees,
    lengths or moves of all positions that were played out, and the counterexample. For each claim
    the command says what is certified, or that no game is played.
    """
    if len(paper) > 1:
        raise click.UsageError(f"expected one paper, got {len(paper)}: {' '.join(paper)!r}", ctx)
    for what, number in (("--bound", bound), ("--jobs", jobs)):
        if number is not None and number < 1:
            raise click.UsageError(f"expected a positive number after {what}, got {number}", ctx)
    if as_list:
        _list(chosen_paper(paper), claims, bound, as_json=as_json)
        return 0
    done: list[Result] = []
    try:
        report = watched_report(chosen_paper(paper), claims, bound, jobs, done)
    except (BudgetExceeded, KeyboardInterrupt):
        # The results so far took time, so they are not thrown away.
        if done and not as_json:
            _show(done)
        raise
    if as_json:
        emit_json({"schema": SCHEMA, **report.to_dict()})
    else:
        _show(report)
    if folder is not None:
        _write_certificates(report, folder)
    return 0 if report.ok else 1


def _write_certificates(report: Report, folder: Path) -> None:
    """Write what can be certified of each result, and say on standard error what that is."""
    from farstar import papers

    folder.mkdir(parents=True, exist_ok=True)
    for result in report:
        label = f"{result.claim.paper} {result.claim.label}"
        name = re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")
        for number, certified in enumerate(papers.certify_verdict(result), 1):
            note = certified.what
            if certified.certificate is not None:
                path = folder / f"{name}-{number}.json"
                certified.certificate.save(path, with_checker=True)
                note = f"{note} in {path.name!r}, {path.stat().st_size} bytes"
            click.echo(f"{label}: {note}", err=True)


def chosen_paper(words: tuple[str, ...]) -> str | Paper | None:
    """Return the paper that is meant: none, one by its name, or one in a user's file."""
    from farstar import papers

    if not words:
        return None
    return papers.load(words[0]) if words[0].endswith(".py") else words[0]


def _list(
    paper: str | Paper | None, labels: tuple[str, ...], bound: int | None, *, as_json: bool
) -> None:
    """Print the claims, with how they stand as printed and how far they would be checked."""
    from farstar import papers

    claims = papers.select(paper, labels)
    if as_json:
        emit_json({"schema": LIST_SCHEMA, "claims": [claim.to_dict(bound) for claim in claims]})
        return
    for claim in claims:
        upto = claim.range.text(claim.range.bound(bound))
        say(f"{claim.paper}: {claim.label} ({claim.status}; {upto})", 4)
        say(f"    {claim.statement}", 4)


def watched_report(
    paper: str | Paper | None,
    claims: tuple[str, ...] = (),
    bound: int | None = None,
    jobs: int | None = None,
    done: list[Result] | None = None,
) -> Report:
    """Check claims and show the progress on standard error; results are added to `done`."""
    from farstar import papers

    total = len(papers.select(paper, claims))
    with _display(total, [] if done is None else done) as display:
        return papers.verify(
            paper,
            claim=claims,
            bound=bound,
            jobs=min(jobs or os.cpu_count() or 1, total),
            started=display.start,
            finished=display.finish,
        )


class _Display:
    """The progress of a run: its results so far, and the claims being checked."""

    def __init__(self, total: int, done: list[Result]) -> None:
        self.total = total
        self.running: list[Claim] = []
        self.done = done

    def start(self, claim: Claim) -> None:
        """Record that a claim is being checked."""
        self.running.append(claim)

    def finish(self, result: Result) -> None:
        """Record a result."""
        self.running.remove(result.claim)
        self.done.append(result)

    def __rich__(self) -> Table:
        from rich.progress_bar import ProgressBar
        from rich.spinner import Spinner
        from rich.table import Table

        table = Table.grid(padding=(0, 1))
        for result in self.done[-_LAST:]:
            table.add_row(*_cells(result))
        for claim in self.running:
            table.add_row(Spinner("dots"), claim.paper, claim.label, "")
        bar = ProgressBar(total=self.total, completed=len(self.done), width=20)
        table.add_row("", bar, f"{len(self.done)} of {self.total} claims", "")
        return table


@contextmanager
def _display(total: int, done: list[Result]) -> Iterator[_Display]:
    """Show progress on standard error, if that is a terminal."""
    display = _Display(total, done)
    if not sys.stderr.isatty():
        yield display
        return
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True)
    with Live(console=console, get_renderable=display.__rich__, transient=True):
        yield display


def _cells(result: Result) -> tuple[str, str, str, str]:
    from rich.markup import escape

    style = _STYLES[result.verdict]
    sign = _SIGNS[result.verdict]
    detail = _detail(result)
    return (
        f"[{style}]{sign}[/]",
        escape(result.claim.paper),
        escape(result.claim.label),
        f"[{style}]{escape(detail)}[/]",
    )


def _detail(result: Result) -> str:
    """Return the verdict with what supports it: the range, or the counterexample."""
    counterexample = result.counterexample
    if counterexample is None:
        return f"{result.standing}: {result.range}"
    return f"{result.standing}: {counterexample}"


def _show(results: Iterable[Result]) -> None:
    from rich.console import Console
    from rich.table import Table

    checked = list(results)
    console = Console(highlight=False)
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold", ratio=2)
    table.add_column(overflow="fold", ratio=3)
    for result in checked:
        table.add_row(*_cells(result))
    console.print(table)
    _summarise(console, checked)


def _standing(result: Result) -> str:
    return result.standing if result.verdict == "corrected" else str(result.verdict)


def _summarise(console: Console, results: list[Result]) -> None:
    verdicts = Counter((str(result.verdict), _standing(result)) for result in results)
    counts = ", ".join(
        f"[{style}]{count} {standing}[/]"
        for verdict, style in _STYLES.items()
        for (of, standing), count in sorted(verdicts.items())
        if of == verdict
    )
    cases = sum(result.cases for result in results)
    console.print(f"{counts}; {cases:,} {'case' if cases == 1 else 'cases'} compared")
