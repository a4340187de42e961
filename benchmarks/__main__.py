"""``python -m benchmarks``: time Farstar next to other libraries."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import farstar
from benchmarks.cases import CASES, SUITES
from benchmarks.measure import Entry, measure
from benchmarks.peers import installed_peers
from benchmarks.report import markdown


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    suites = ", ".join(SUITES)
    parser = argparse.ArgumentParser(
        "python -m benchmarks",
        description="Time Farstar in CPU seconds next to pycgt, cgt-py and ogdoad, which are "
        "installed into a temporary environment. Prints Markdown.",
    )
    parser.add_argument(
        "suites", nargs="*", metavar="SUITE", help=f"{suites}; all of them if none is named"
    )
    parser.add_argument("--only", metavar="NAME", help="measure only the row of this name")
    parser.add_argument("--quick", action="store_true", help="try everything on a small scale")
    parser.add_argument("--no-peers", action="store_true", help="leave the other libraries out")
    parser.add_argument(
        "--json", action="store_true", help="print JSON: a list with one entry a peer"
    )
    parser.add_argument("--plot", metavar="FILE", type=Path, help="draw ratios and growth as well")
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print, and return 1 if a library finds other values than Farstar."""
    reader = parser()
    asked = reader.parse_args(words)
    for name in asked.suites:
        if name not in SUITES:
            reader.error(f"expected suites among {', '.join(SUITES)}, got {name!r}")
    if asked.only not in (None, *CASES):
        reader.error(f"expected a row among {', '.join(CASES)}, got {asked.only!r}")
    if asked.plot is not None:
        # Now, so that nobody waits an hour to hear that matplotlib is missing.
        from benchmarks.plot import draw
    if farstar.engine.active().name != "native":
        reader.error("expected the native engine to be active, got the reference engine")
    cases = [
        case
        for case in CASES.values()
        if case.suite in (asked.suites or SUITES) and asked.only in (None, case.name)
    ]
    names = [] if asked.no_peers else dict.fromkeys(name for case in cases for name in case.peers)
    with installed_peers(names, note) as peers:
        entries = [e for case in cases for e in measure(case, peers, note, quick=asked.quick)]
    print(json.dumps(entries) if asked.json else "\n".join(markdown(entries)))
    if asked.plot is not None:
        draw(entries, asked.plot)
    return report_differences(entries)


def report_differences(entries: Sequence[Entry]) -> int:
    """Say which libraries find other values than Farstar; return 1 if one does."""
    differing = [entry for entry in entries if entry["answers_agree"] is False]
    for entry in differing:
        note(f"{entry['name']}: {entry['peer']} finds other values than Farstar")
    return 1 if differing else 0


def note(text: str) -> None:
    """Say what is going on."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
