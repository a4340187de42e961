"""The report: Markdown tables that are also easy to read in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from benchmarks.measure import SOURCE, Entry


def markdown(entries: Sequence[Entry]) -> list[str]:
    """Return the lines of a page: for each suite the times, the growth, and what is to be said."""
    lines: list[str] = []
    for suite in dict.fromkeys(entry["suite"] for entry in entries):
        chosen = [entry for entry in entries if entry["suite"] == suite]
        lines += [f"## `python -m benchmarks {suite}`", ""]
        lines += table(
            "row | work | ours | memory | peer | its time | its memory | ratio | target",
            "llrrlrrrl",
            _times([entry for entry in chosen if entry["measured"]]),
        )
        quoted = [entry for entry in chosen if not entry["measured"]]
        if quoted:
            lines += ["", f"Not measured here, but taken from {SOURCE}:", ""]
            lines += table("row | work | program | its time", "lllr", _quoted(quoted))
        growth = dict.fromkeys(row for entry in chosen for row in _growth(entry))
        if growth:
            lines += ["", *table("row | whose | N | times | growth", "llrrr", growth)]
        lines += ["", *(f"- {_escaped(line)}" for line in footnotes(chosen)), ""]
    return lines[:-1]


def table(header: str, alignment: str, rows: Iterable[Sequence[str]]) -> list[str]:
    r"""Return a Markdown table whose columns are aligned, with ``l`` or ``r`` for each.

    Examples
    --------
    >>> print(*table("n | time", "lr", [("10", "1 s"), ("200", "1.25 s")]), sep="\n")
    | n   |   time |
    | :-- | -----: |
    | 10  |    1 s |
    | 200 | 1.25 s |
    """
    cells = [header.split(" | "), *([_escaped(cell) for cell in row] for row in rows)]
    widths = [max(3, *map(len, column)) for column in zip(*cells, strict=True)]
    rule = [
        ":" + "-" * (width - 1) if side == "l" else "-" * (width - 1) + ":"
        for side, width in zip(alignment, widths, strict=True)
    ]
    padded = [
        [
            cell.ljust(width) if side == "l" else cell.rjust(width)
            for cell, side, width in zip(row, alignment, widths, strict=True)
        ]
        for row in cells
    ]
    return [f"| {' | '.join(row)} |" for row in (padded[0], rule, *padded[1:])]


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def _times(entries: Sequence[Entry]) -> Iterator[tuple[str, ...]]:
    """Yield lines each of which is about one task: a peer's smaller task has a line of its own."""
    before = None
    for entry in entries:
        row = f"`{entry['name']}`"
        work, is_smaller = _task(entry)
        if is_smaller and entry["name"] not in (before or ())[:1]:
            ours = (row, entry["work"], duration(entry["ours_s"]), size(entry["ours_peak_bytes"]))
            yield (*ours, "", "", "", "", entry["target"] or "")
            before = (entry["name"], entry["work"])
        first, before = (entry["name"], work) != before, (entry["name"], work)
        time = entry["ours_at_peer_work_s"] if is_smaller else entry["ours_s"]
        memory = "" if is_smaller else size(entry["ours_peak_bytes"])
        ours = (row, work, duration(time), memory)
        theirs = (
            " ".join(filter(None, (entry["peer"], entry["peer_version"]))),
            _peer_time(entry),
            size(entry["peer_peak_bytes"]),
            _ratio(entry),
        )
        target = (entry["target"] or "") if first and not is_smaller else ""
        yield (*(ours if first else ("",) * 4), *theirs, target)


def _task(entry: Entry) -> tuple[str, bool]:
    """Return the task that a peer did, and whether it is smaller than ours."""
    work = entry["peer_work"] or entry["work"]
    return work, work != entry["work"]


def _quoted(entries: Sequence[Entry]) -> Iterator[tuple[str, ...]]:
    for entry in entries:
        yield f"`{entry['name']}`", entry["work"], entry["peer"], duration(entry["peer_s"])


def _peer_time(entry: Entry) -> str:
    if entry["peer"] is None:
        return ""
    return duration(entry["peer_s"]) or "not measured"


def _ratio(entry: Entry) -> str:
    if entry["answers_agree"] is False:
        return "answers differ"
    ratio = entry["ratio"]
    if ratio is None:
        return ""
    return f"{ratio:,.0f} x" if ratio >= 100 else f"{ratio:.3g} x"


def _growth(entry: Entry) -> Iterator[tuple[str, ...]]:
    for whose, prefix in (("ours", ""), (entry["peer"], "peer_")):
        series, power = entry[f"{prefix}series"], entry[f"{prefix}exponent"]
        if series and power is not None:
            sizes, times = zip(*((f"{n:,}", duration(s)) for n, s in series), strict=True)
            yield f"`{entry['name']}`", whose, ", ".join(sizes), ", ".join(times), f"N^{power:.2f}"


def footnotes(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield what has to be said below the table."""
    for entry in entries:
        if entry["note"] and entry["measured"]:
            yield f"{entry['name']}, {entry['peer'] or 'ours'}: {entry['note']}."
    yield (
        f"CPU time with the {entries[0]['engine']} engine; memory is the peak of the whole "
        "process; ratio is peer / ours for the same work, after the answers were compared."
    )


def duration(seconds: float | None) -> str:
    """Return a time with three digits and a unit.

    Examples
    --------
    >>> duration(0.1126), duration(4.6e-8), duration(72.25)
    ('113 ms', '46 ns', '72.2 s')
    """
    if seconds is None:
        return ""
    for unit, length in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= length:
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def size(count: int | None) -> str:
    """Return a number of bytes with a unit.

    Examples
    --------
    >>> size(4_300_672), size(None)
    ('4.1 MiB', '')
    """
    return "" if count is None else f"{count / 2**20:.1f} MiB"
