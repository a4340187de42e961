"""The benchmark as a table."""

from __future__ import annotations

from typing import Any


def show(entries: list[dict[str, Any]]) -> None:
    """Print the entries."""
    from rich.console import Console
    from rich.table import Table

    from farstar.cli._show import plain_width

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("work", overflow="fold")
    table.add_column("ours", justify="right", no_wrap=True)
    table.add_column("memory", justify="right", no_wrap=True)
    table.add_column("peer", no_wrap=True)
    table.add_column("its time", justify="right", no_wrap=True)
    table.add_column("ratio", justify="right", no_wrap=True)
    table.add_column("target", no_wrap=True)
    before = None
    for entry in entries:
        first = entry["name"] != before
        before = entry["name"]
        table.add_row(
            entry["work"] if first else "",
            duration(entry["ours_s"]) if first else "",
            size(entry["ours_peak_bytes"]) if first else "",
            entry["peer"] or "",
            _theirs(entry),
            _ratio(entry),
            (entry["target"] or "") if first else "",
        )
    console = Console(highlight=False, emoji=False, markup=False, width=plain_width())
    console.print(table)
    for line in footnotes(entries):
        console.print(line, style="dim", overflow="fold")


def footnotes(entries: list[dict[str, Any]]) -> list[str]:
    """Return what has to be said below the table."""
    lines = []
    for entry in entries:
        if entry["peer_work"] is not None and entry["peer_work"] != entry["work"]:
            lines.append(
                f"{entry['peer']} did less: {entry['peer_work']}; "
                f"ours took {duration(entry['ours_at_peer_work_s'])} for that."
            )
        if entry["note"]:
            lines.append(f"{entry['name']}, {entry['peer'] or 'ours'}: {entry['note']}.")
    engines = {entry["engine"] for entry in entries if entry["engine"]}
    lines.append(
        f"CPU time with the {' and '.join(sorted(engines)) or 'native'} engine; memory is the "
        "peak of the whole process; ratio is peer / ours for the same work, after the answers "
        "were compared."
    )
    return lines


def duration(seconds: float | None) -> str:
    """Return a time with three digits and a unit.

    Examples
    --------
    >>> duration(0.1126), duration(4.6e-8), duration(72.25)
    ('113 ms', '46 ns', '72.2 s')
    """
    if seconds is None:
        return "-"
    for unit, length in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= length:
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def size(count: int | None) -> str:
    """Return a number of bytes with a unit.

    Examples
    --------
    >>> size(4_300_672), size(None)
    ('4.1 MiB', '-')
    """
    return "-" if count is None else f"{count / 2**20:.1f} MiB"


def _theirs(entry: dict[str, Any]) -> str:
    if entry["peer"] is None:
        return ""
    return "not measured" if entry["peer_s"] is None else duration(entry["peer_s"])


def _ratio(entry: dict[str, Any]) -> str:
    if entry["answers_agree"] is False:
        return "answers differ"
    ratio = entry["ratio"]
    if ratio is None:
        return ""
    return f"{ratio:,.0f} x" if ratio >= 100 else f"{ratio:.3g} x"
