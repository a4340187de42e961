"""The benchmark as a picture: ratios on the left, growth on the right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from farstar.errors import MissingExtraError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENDINGS = (".svg", ".pdf", ".png")

_INK = "#1f2937"
_COLOURS = {
    "ours": "#0b559f",
    "pycgt": "#d9730d",
    "cgt-py": "#2b8a6b",
    "ogdoad": "#8e4585",
    "native twin": "#6b7280",
}
_MARKS = {"ours": "o", "pycgt": "s", "cgt-py": "^", "ogdoad": "D", "native twin": "v"}


def load() -> Any:
    """Return matplotlib.

    Raises
    ------
    MissingExtraError
        If it is not installed.
    """
    try:
        import matplotlib
    except ImportError:
        raise MissingExtraError(
            "expected matplotlib to be installed: pip install 'farstar[plot]'"
        ) from None
    return matplotlib


def draw(entries: list[dict[str, Any]], path: str) -> None:
    """Draw the entries into a file."""
    settings = {"svg.hashsalt": "farstar", "font.size": 9, "text.color": _INK}
    with load().rc_context(settings):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        compared = [entry for entry in entries if entry["ratio"] is not None]
        grown = [entry for entry in entries if entry["series"]]
        panels = [(_ratios, compared)] * bool(compared) + [(_growth, grown)] * bool(grown)
        height = max(3.2, 0.22 * len(compared) + 1.2)
        canvas = Figure(figsize=(5.6 * max(1, len(panels)), height), layout="constrained")
        FigureCanvasAgg(canvas)
        for place, (panel, chosen) in enumerate(panels, start=1):
            axes = canvas.add_subplot(1, len(panels), place)
            axes.spines[["top", "right"]].set_visible(False)
            panel(axes, chosen)
        bare = {"Date": None} if path.lower().endswith(".svg") else None
        canvas.savefig(path, dpi=160, metadata=bare)


def _ratios(axes: Axes, entries: list[dict[str, Any]]) -> None:
    """Draw a bar for each ratio, on a logarithmic scale."""
    places = range(len(entries))
    ratios = [entry["ratio"] for entry in entries]
    colours = [_COLOURS[entry["peer"]] for entry in entries]
    axes.barh(places, [ratio - 1 for ratio in ratios], left=1, color=colours, height=0.7)
    axes.set_xscale("log")
    axes.axvline(1, color=_INK, linewidth=0.8)
    axes.set_yticks(places, [f"{entry['name']}, {entry['peer']}" for entry in entries])
    axes.invert_yaxis()
    axes.margins(y=0.01)
    for place, ratio in zip(places, ratios, strict=True):
        text = f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"
        axes.annotate(
            text,
            (max(ratio, 1), place),
            xytext=(3, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
        )
    axes.set_xlim(right=max(ratios) * 6)
    axes.set_xlabel("CPU time of the peer / ours, same work, same answers")
    axes.set_title("ratios", loc="left")


def _growth(axes: Axes, entries: list[dict[str, Any]]) -> None:
    """Draw a line for each series, with the fitted exponent at its end."""
    seen = set()
    for entry in entries:
        lines = [("ours", entry["series"], entry["exponent"])]
        if entry["peer_series"]:
            lines.append((entry["peer"], entry["peer_series"], entry["peer_exponent"]))
        for who, series, power in lines:
            if (entry["name"], who) in seen or power is None:
                continue
            seen.add((entry["name"], who))
            sizes, seconds = zip(*series, strict=True)
            axes.loglog(
                sizes,
                seconds,
                color=_COLOURS[who],
                marker=_MARKS[who],
                markersize=4,
                linewidth=1.3 if who == "ours" else 0.9,
            )
            axes.annotate(
                f"{entry['name'] if who == 'ours' else who} $N^{{{power:.2f}}}$",
                (sizes[-1], seconds[-1]),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontsize=7.5,
                color=_COLOURS[who],
            )
    axes.margins(x=0.3)
    axes.set_xlabel("size N")
    axes.set_ylabel("CPU seconds")
    axes.set_title("growth", loc="left")
