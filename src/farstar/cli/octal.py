"""``farstar octal``: long Grundy sequences of take-and-break games, and their periods."""

from __future__ import annotations

import re
import textwrap
import time
from collections.abc import Callable
from dataclasses import asdict
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from farstar.cli.common import command_with_examples, emit_json, flag, setting

if TYPE_CHECKING:
    from farstar.games.heap_records import RecordFacts, RecordProgress

SCHEMA = "farstar.octal/1"
_NUMBER = re.compile(r"(\d[\d_,]{0,30})(?:(\^|e)(\d{1,3}))?")
_SECONDS_BETWEEN_LINES = 30.0
_MOST_SHOWN = 30


def read_heaps(text: str) -> int:
    """Return a number of heaps such as 1000000, 10^9, 2^30 or 1e9.

    Examples
    --------
    >>> read_heaps("2^30"), read_heaps("5e3"), read_heaps("1_000")
    (1073741824, 5000, 1000)
    """
    match = _NUMBER.fullmatch(text.strip().lower())
    if match is None:
        raise click.BadParameter(
            f"expected a number such as 1000000, 10^9 or 2^30, got {text[:60]!r}"
        )
    base, sign, exponent = int(re.sub("[_,]", "", match[1])), match[2], int(match[3] or 0)
    if sign is None:
        return base
    number: int = base * 10**exponent if sign == "e" else base**exponent
    return number


@command_with_examples("""\b
Examples:
  farstar octal 0.77
  farstar octal 0.165 --heaps 10000 --json
  farstar octal grundy --heaps 20000
  farstar octal 0.1777 --heaps 10^9 --save record-1777
  farstar octal grundy --heaps 2^30 --save record-grundy --time-limit 3600
""")
@click.argument("code", metavar="CODE")
@setting("--heaps", "N", "How many heaps; 10^6 by default.", default="10^6")
@setting("--save", "DIR", "Keep the values in this folder, and resume from what is there.")
@setting(
    "--audit",
    "K",
    "Compute K random heaps again from the definition.",
    type=click.IntRange(0),
    default=0,
)
@flag("--json", "as_json", "Print JSON, one object.")
def command(code: str, heaps: str, save: str | None, audit: int, as_json: bool) -> int:
    """Compute Grundy values of a take-and-break game, and prove their period.

    CODE is an octal code such as 0.1777, or grundy for Grundy's game. The values are computed by
    sparse spaces until there are N of them or a period is proved, whichever comes first. With
    --save, each value takes 1, 2 or 4 bytes of a file; a checkpoint is written every minute, and
    when the run ends, on Ctrl-C or at a limit. The same command then resumes from there, after it
    has compared the file with the digests of the checkpoint.

    The exit code is 0 when N heaps are known or a period is proved, and 3 when a limit came first.
    """
    from farstar.errors import BudgetExceeded
    from farstar.games.heap_records import HeapRecord

    wanted = read_heaps(heaps)
    with HeapRecord(code, save) as record:
        try:
            record.extend(wanted, progress=_progress_line(code))
            record.audit(audit)
        except BudgetExceeded as error:
            kept = "" if save is None else f"; the values are kept in {save!r}"
            raise BudgetExceeded(f"{error}: {len(record):,} heaps are known{kept}") from None
        facts = record.facts()
    if as_json:
        emit_json(_report(facts))
    else:
        _show(facts)
    return 0


def _progress_line(
    name: str, clock: Callable[[], float] = time.monotonic
) -> Callable[[RecordProgress], None]:
    """Return what writes a line on standard error now and then."""
    last = clock()

    def show(progress: RecordProgress) -> None:
        nonlocal last
        if clock() - last < _SECONDS_BETWEEN_LINES:
            return
        last = clock()
        speed = (progress.heaps - progress.begun_at) / max(progress.seconds, 1e-9)
        goal = progress.wanted if progress.needed is None else min(progress.wanted, progress.needed)
        left = max(0.0, (goal - progress.heaps) / max(speed, 1e-9))
        to_go = f"{left / 60:.0f} min" if left < 36_000 else f"{left / 3600:.0f} h"
        aim = f"{progress.wanted:,}"
        if progress.needed is not None:
            aim = f"{goal:,}, which would prove a period"
        click.echo(
            f"{name}: {progress.heaps:,} heaps of {aim}; {speed:,.0f} a second, "
            f"{progress.rare:,} rare; at this speed {to_go} more",
            err=True,
        )

    return show


def _report(facts: RecordFacts) -> dict[str, object]:
    data = asdict(facts)
    period = data.pop("period")
    return {
        "schema": SCHEMA,
        **data,
        "proved": period is not None,
        "preperiod": period and period["preperiod"],
        "period": period and period["period"],
        "checked": period and period["checked"],
        "statement": facts.statement,
    }


def _show(facts: RecordFacts) -> None:
    value, heap = facts.largest
    lines = {
        "heaps": f"{facts.heaps:,}, of {facts.width} byte{'s' * (facts.width > 1)} each",
        "period": facts.statement,
        "sparse space": f"mask {facts.mask}" + (", by place" if facts.by_place else ""),
        "rare heaps": f"{facts.rare:,}"
        + (f", the last one {facts.last_rare:,}" if facts.last_rare is not None else ""),
        "rare values": _some(facts.rare_values),
        "largest value": f"{value}, first of heap {heap:,}",
        "audited": f"{facts.audited} heaps, by the definition" if facts.audited else "",
        "SHA-256": facts.digest,
    }
    click.echo(facts.code)
    for name, text in lines.items():
        rest = textwrap.wrap(text, 64, break_on_hyphens=False)
        for label, line in zip_longest([name], rest, fillvalue="") if text else ():
            click.echo(f"  {label:<13} {line}")


def _some(numbers: tuple[int, ...]) -> str:
    more = " ..." if len(numbers) > _MOST_SHOWN else ""
    return " ".join(map(str, numbers[:_MOST_SHOWN])) + more
