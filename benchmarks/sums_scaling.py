"""How the time to decide a sum grows with the number of its parts, as a picture.

``python -m benchmarks.sums_scaling docs/images/sums.svg`` measures ten sums for each point, at most
two CPU seconds each, and draws the 90th percentile; points above the line were not decided.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from benchmarks.sums import times

_COUNT, _SEED, _LIMIT = 10, 7, 2.0
_INK = "#1f2937"
_LINES: dict[str, tuple[str, str, str, tuple[int, ...]]] = {
    "euclid-1e2": ("p ~ 10^2", "#9ecae1", "o", (20, 40, 70, 100)),
    "euclid-1e4": ("p ~ 10^4", "#4292c6", "s", (12, 24, 36, 50)),
    "euclid-1e6": ("p ~ 10^6", "#2171b5", "^", (6, 12, 20, 30)),
    "euclid-1e9": ("p ~ 10^9", "#08306b", "D", (4, 8, 14, 20)),
    "threats": ("threats, hard on purpose", "#d9730d", "v", (8, 11, 14, 17, 20)),
}
"""For each kind its label, colour, mark and numbers of parts."""


def measure() -> dict[str, list[float]]:
    """Return the 90th percentiles of the CPU seconds of each line."""
    return {
        kind: [times(kind, n, _COUNT, _SEED, _LIMIT)[_COUNT * 9 // 10 - 1] for n in parts]
        for kind, (_, _, _, parts) in _LINES.items()
    }


def draw(percentiles: dict[str, list[float]], path: Path) -> None:
    """Draw the percentiles into a file."""
    settings: Any = {"svg.hashsalt": "farstar", "font.size": 10, "text.color": _INK}
    with matplotlib.rc_context(settings):
        canvas = Figure(figsize=(7, 4.2), layout="constrained")
        FigureCanvasAgg(canvas)
        axes = canvas.add_subplot()
        for kind, seconds in percentiles.items():
            label, colour, mark, parts = _LINES[kind]
            heights = [min(one, 1.5 * _LIMIT) for one in seconds]
            axes.plot(parts, heights, color=colour, marker=mark, label=label)
        axes.axhline(_LIMIT, color=_INK, linewidth=0.8, linestyle=":")
        axes.set_yscale("log")
        axes.set_xlabel("parts")
        axes.set_ylabel("CPU seconds, 90th percentile")
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
        bare = {"Date": None} if path.suffix.lower() == ".svg" else None
        canvas.savefig(path, dpi=160, metadata=bare)


if __name__ == "__main__":
    draw(measure(), Path(sys.argv[1]))
