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
    for line in growth(entries):
        console.print(line, overflow="fold")
    for line in footnotes(entries):
        console.print(line, style="dim", overflow="fold")


def growth(entries: list[dict[str, Any]]) -> list[str]:
    """Return how the times grow, one line for each series.

    Examples
    --------
    >>> entry = {"name": "x", "peer": None, "series": [(10, 0.5), (20, 1.0)], "exponent": 1.0}
    >>> growth([entry])
    ['x: N = 10, 20: 500 ms, 1 s: about N^1.00']
    """
    lines = []
    for entry in entries:
        for who, series, power in _series(entry):
            line = f"{entry['name']}{who}: {_growth(series)}: about N^{power:.2f}"
            if line not in lines:
                lines.append(line)
    return lines


def _series(entry: dict[str, Any]) -> list[tuple[str, list[tuple[int, float]], float]]:
    found = [("", entry["series"], entry["exponent"])]
    if entry["peer"] is not None:
        found.append((f", {entry['peer']}", entry["peer_series"], entry["peer_exponent"]))
    return [(who, series, power) for who, series, power in found if series and power is not None]


def _growth(series: list[tuple[int, float]]) -> str:
    sizes = ", ".join(f"{n:,}" for n, _ in series)
    return f"N = {sizes}: {', '.join(duration(seconds) for _, seconds in series)}"


def show_markdown(entries: list[dict[str, Any]]) -> None:
    """Print the entries as tables for a page."""
    import click

    click.echo("\n".join(markdown(entries)))


def markdown(entries: list[dict[str, Any]]) -> list[str]:
    """Return the lines of a page: for each suite the times, the growth, and what is to be said."""
    lines: list[str] = []
    for suite in dict.fromkeys(entry["suite"] for entry in entries):
        chosen = [entry for entry in entries if entry["suite"] == suite]
        notes = [f"- {_cell(line)}" for line in footnotes(chosen)]
        lines += [f"## `farstar bench {suite}`", "", *_markdown_times(chosen)]
        lines += [*_markdown_growth(chosen), "", *notes, ""]
    return lines[:-1]


def _markdown_times(entries: list[dict[str, Any]]) -> list[str]:
    lines = [
        "| row | work | ours | memory | peer | its time | its memory | ratio |",
        "| --- | --- | ---: | ---: | --- | ---: | ---: | ---: |",
    ]
    before = None
    for entry in entries:
        first, before = entry["name"] != before, entry["name"]
        cells = [f"`{entry['name']}`", _cell(entry["work"])] if first else ["", ""]
        cells += [duration(entry["ours_s"]), size(entry["ours_peak_bytes"])] if first else ["", ""]
        cells += [_peer(entry), _theirs(entry)]
        cells += [size(entry["peer_peak_bytes"]) if entry["peer_peak_bytes"] else "", _ratio(entry)]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _markdown_growth(entries: list[dict[str, Any]]) -> list[str]:
    rows: dict[str, None] = {}
    for entry in entries:
        for who, series, power in _series(entry):
            sizes = ", ".join(f"{n:,}" for n, _ in series)
            times = ", ".join(duration(seconds) for _, seconds in series)
            name = who.removeprefix(", ") or "ours"
            rows[f"| `{entry['name']}` | {name} | {sizes} | {times} | N^{power:.2f} |"] = None
    head = ["", "| row | whose | N | times | growth |", "| --- | --- | ---: | ---: | ---: |"]
    return [*head, *rows] if rows else []


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def _peer(entry: dict[str, Any]) -> str:
    version = f" {entry['peer_version']}" if entry["peer_version"] else ""
    return f"{entry['peer'] or ''}{version}"


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
            mark = "" if entry["measured"] else f"{duration(entry['peer_s'])} is "
            lines.append(f"{entry['name']}, {entry['peer'] or 'ours'}: {mark}{entry['note']}.")
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
    if not entry["measured"]:
        return f"({duration(entry['peer_s'])}, quoted)"
    return "not measured" if entry["peer_s"] is None else duration(entry["peer_s"])


def _ratio(entry: dict[str, Any]) -> str:
    if entry["answers_agree"] is False:
        return "answers differ"
    ratio = entry["ratio"]
    if ratio is None:
        return ""
    return f"{ratio:,.0f} x" if ratio >= 100 else f"{ratio:.3g} x"
