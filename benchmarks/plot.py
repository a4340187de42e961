"""The benchmark as a picture: ratios on the left, growth on the right."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure, SubFigure

from benchmarks.measure import Entry

_INK = "#1f2937"
_COLOURS = {
    "ours": "#0b559f",
    "pycgt": "#d9730d",
    "cgt-py": "#2b8a6b",
    "ogdoad": "#8e4585",
}
_MARKS = {"ours": "o", "pycgt": "s", "cgt-py": "^", "ogdoad": "D"}
_TWIN = "native twin"
_ACROSS = 2


def draw(entries: Sequence[Entry], path: Path) -> None:
    """Draw the entries into a file."""
    settings: Any = {"svg.hashsalt": "farstar", "font.size": 9, "text.color": _INK}
    with matplotlib.rc_context(settings):
        compared = [e for e in entries if e["ratio"] is not None and e["peer"] != _TWIN]
        grown = _by_name([entry for entry in entries if entry["series"]])
        parts = [part for part in (compared, grown) if part]
        tall = max(0.2 * len(compared) + 0.12 * len(_by_name(compared)), 1.5 * _rows(grown))
        size = 5.6 * max(1, len(parts)), max(3.2, tall + 1.4)
        canvas = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(canvas)
        panels = iter(canvas.subfigures(1, max(1, len(parts)), squeeze=False, wspace=0.04)[0])
        if compared:
            _ratios(next(panels), compared)
        if grown:
            _growth(next(panels), grown)
        bare = {"Date": None} if path.suffix.lower() == ".svg" else None
        canvas.savefig(path, dpi=160, metadata=bare)


def _by_name(entries: list[Entry]) -> dict[str, list[Entry]]:
    """Return the entries of each row of the benchmark."""
    rows: dict[str, list[Entry]] = {}
    for entry in entries:
        rows.setdefault(entry["name"], []).append(entry)
    return rows


def _rows(rows: dict[str, Any]) -> int:
    """Return how many rows of small panels there are."""
    return -(-len(rows) // _ACROSS)


def _ratios(panel: SubFigure, entries: list[Entry]) -> None:
    """Draw a bar for each ratio on a logarithmic scale, those of the same work together."""
    axes = panel.subplots()
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.set_xscale("log")
    place, names = 0.0, {}
    for name, row in _by_name(entries).items():
        names[place + (len(row) - 1) / 2] = name
        for entry in row:
            _bar(axes, place, entry)
            place += 1
        place += 0.6
    axes.axvline(1, color=_INK, linewidth=0.8)
    axes.set_yticks(list(names), list(names.values()))
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(place - 0.6, -0.8)
    ratios = [entry["ratio"] for entry in entries]
    axes.set_xlim(min(0.5, min(ratios) / 2), max(ratios) * 6)
    axes.set_xlabel("CPU time of the peer / ours, for the same work with the same answers")
    panel.suptitle("How many times as long a peer takes", x=0.02, ha="left", fontsize=10)
    handles, labels = axes.get_legend_handles_labels()
    unique = dict(zip(labels, handles, strict=True))
    axes.legend(unique.values(), unique.keys(), loc="lower right", frameon=False)


def _bar(axes: Axes, place: float, entry: Entry) -> None:
    ratio, who = entry["ratio"], entry["peer"]
    axes.barh(place, ratio - 1, left=1, color=_COLOURS[who], height=0.8, label=who)
    axes.annotate(
        f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}",
        (max(ratio, 1), place),
        xytext=(3, 0),
        textcoords="offset points",
        va="center",
        fontsize=7.5,
    )


def _growth(panel: SubFigure, rows: dict[str, list[Entry]]) -> None:
    """Draw a small panel for each work, with the fitted exponents."""
    grid = panel.subplots(_rows(rows), _ACROSS, squeeze=False)
    panel.suptitle("CPU seconds against the size", x=0.02, ha="left", fontsize=10)
    for axes in grid.flat[len(rows) :]:
        axes.set_axis_off()
    for axes, (name, row) in zip(grid.flat, rows.items(), strict=False):
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_title(name, fontsize=8.5, loc="left")
        axes.tick_params(labelsize=7, pad=1)
        _line(axes, "ours", row[0]["series"], row[0]["exponent"])
        for entry in row:
            if entry["peer_series"] and entry["peer"] != _TWIN:
                _line(axes, entry["peer"], entry["peer_series"], entry["peer_exponent"])
        _scales(axes, row)
        axes.legend(
            loc="center left",
            bbox_to_anchor=(1.0, 0.5),
            frameon=False,
            fontsize=7,
            handlelength=1,
            handletextpad=0.4,
            borderaxespad=0.2,
        )


def _scales(axes: Axes, row: list[Entry]) -> None:
    """Let the times span whole decades, and name the least and the largest size."""
    points = [point for entry in row for point in (*entry["series"], *(entry["peer_series"] or ()))]
    sizes, seconds = zip(*points, strict=True)
    axes.minorticks_off()
    ends = sorted({min(sizes), max(sizes)})
    axes.set_xticks(ends, [f"{size:,}" for size in ends])
    axes.margins(x=0.1)
    axes.set_ylim(10 ** floor(log10(min(seconds))), 10 ** (floor(log10(max(seconds))) + 1))


def _line(axes: Axes, who: str, series: list[tuple[int, float]], power: float | None) -> None:
    sizes, seconds = zip(*series, strict=True)
    label = who if power is None else f"{who} $N^{{{power:.1f}}}$"
    style = {"color": _COLOURS[who], "marker": _MARKS[who], "markersize": 3.5}
    axes.loglog(sizes, seconds, label=label, linewidth=1.2, **style)
