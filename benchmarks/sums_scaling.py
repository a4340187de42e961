"""How the time to decide a sum grows with the number of its parts, as a picture.

``python -m benchmarks.sums_scaling docs/images/sums.svg`` measures twenty sums for each point, at
most two CPU seconds each, and draws the 90th percentile; points above the line were not decided. It
also prints the factor by which the median grows with each part, fitted to what was decided.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import exp, inf, log, nan
from pathlib import Path
from statistics import linear_regression
from typing import Any

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from benchmarks.sums import times

_COUNT, _SEED, _LIMIT = 20, 7, 2.0
_LEAST = 0.001
"""Less than a millisecond is drawn as one: the clock of the limit is not finer."""
_INK = "#1f2937"
_LINES: dict[str, tuple[str, str, str, tuple[int, ...]]] = {
    "open-1e2": ("p ~ 10^2", "#9ecae1", "o", (20, 40, 70, 100)),
    "open-1e4": ("p ~ 10^4", "#4292c6", "s", (12, 24, 36, 50)),
    "open-1e6": ("p ~ 10^6", "#2171b5", "^", (6, 12, 20, 30)),
    "open-1e9": ("p ~ 10^9", "#08306b", "D", (4, 8, 14, 20)),
    "subset-sums": ("subset sums, hard on purpose", "#d9730d", "v", (8, 10, 12, 14)),
}
"""For each kind its label, colour, mark and numbers of parts."""


def measure() -> dict[str, list[list[float]]]:
    """Return the sorted CPU seconds of each line, for each number of parts."""
    return {
        kind: [times(kind, n, _COUNT, _SEED, _LIMIT) for n in parts]
        for kind, (_, _, _, parts) in _LINES.items()
    }


def growth(parts: Sequence[int], seconds: Sequence[float]) -> float:
    """Return the factor for each part, by least squares on the logarithms, or NaN.

    Examples
    --------
    >>> round(growth([8, 10, 12], [0.1, 0.4, 1.6]), 6)
    2.0
    """
    points = [(n, log(one)) for n, one in zip(parts, seconds, strict=True) if 0 < one < inf]
    if len(points) < 2:
        return nan
    return exp(linear_regression(*zip(*points, strict=True)).slope)


def draw(measured: dict[str, list[list[float]]], path: Path) -> None:
    """Draw the 90th percentiles into a file."""
    settings: Any = {"svg.hashsalt": "farstar", "font.size": 10, "text.color": _INK}
    with matplotlib.rc_context(settings):
        canvas = Figure(figsize=(7, 4.2), layout="constrained")
        FigureCanvasAgg(canvas)
        axes = canvas.add_subplot()
        for kind, seconds in measured.items():
            label, colour, mark, parts = _LINES[kind]
            heights = [min(max(row[_COUNT * 9 // 10 - 1], _LEAST), 1.5 * _LIMIT) for row in seconds]
            axes.plot(parts, heights, color=colour, marker=mark, label=label)
        axes.axhline(_LIMIT, color=_INK, linewidth=0.8, linestyle=":")
        axes.set_yscale("log")
        axes.set_xlabel("parts")
        axes.set_ylabel("CPU seconds, 90th percentile")
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, loc="upper right", bbox_to_anchor=(1, 0.94))
        bare = {"Date": None} if path.suffix.lower() == ".svg" else None
        canvas.savefig(path, dpi=160, metadata=bare)


if __name__ == "__main__":
    seconds = measure()
    for name, rows in seconds.items():
        number = _LINES[name][3]
        factor = growth(number, [row[_COUNT // 2] for row in rows])
        late = [sum(one == inf for one in row) for row in rows]
        print(f"{name}, {number} parts: x {factor:.2f} a part; not decided of {_COUNT}: {late}")
    draw(seconds, Path(sys.argv[1]))
