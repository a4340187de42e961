"""Thermographs, one or several in a picture, and their construction from scaffolds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from farstar._arguments import clip
from farstar.errors import NotationError, ValueOverflowError
from farstar.figures import style as look
from farstar.figures._figure import Plan
from farstar.values import Line, Thermograph, Value, Wall, lowest, outline, wall_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_MOST = 6
GAME_COLOURS = ("#2b8a6b", "#8e4585", "#7a6a00", "#444444", "#b3264b", "#00758f")
"""Colours of games, none of them that of a player."""
_LARGEST = 10**100
_FINEST = 10**9
"""How often a difference may fit into the values beside it."""
_LONG = 10**6
"""From here on the axes have numbers such as 2e+07."""
_MOST_OPTIONS = 8
_LONGEST_NAME = 60


def thermograph(things: Sequence[Any], *, bottom: int | Fraction | None = None) -> Plan:
    """Plan the thermographs of values, positions or sums, one over the other."""
    if not 1 <= len(things) <= _MOST:
        raise NotationError(f"expected 1 to {_MOST} games in one thermograph, got {len(things)}")
    graphs = [_graph(thing) for thing in things]
    low = lowest(graphs) if bottom is None else Fraction(bottom)
    if low < -1:
        raise NotationError(f"expected a lowest temperature of at least -1, got {bottom!r}")
    names = [_name(thing) for thing in things]

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        span, top = _extent(graphs, low)
        _axes(axes, span, low, top)
        if len(graphs) == 1:
            _draw_one(axes, graphs[0], low, top)
            axes.set_title(names[0] or "Thermograph")
        else:
            _draw_several(axes, graphs, names, low, top)

    facts = "; ".join(
        f"{look.ascii_text(thing) if not isinstance(thing, Thermograph) else 'a game'}: "
        f"mean {_ascii(graph.mean)}, temperature {_ascii(graph.temperature)}"
        for thing, graph in zip(things, graphs, strict=True)
    )
    head = "Thermograph of" if len(things) == 1 else "Thermographs of"
    width, height = _size(graphs, low)
    return Plan(draw, (width, height + 0.2 * (len(things) - 1)), f"{head} {facts}.")


def scaffolds(things: Sequence[Any]) -> Plan:
    """Plan three panels: walls of the options, the tax, and where the scaffolds meet."""
    if len(things) != 1:
        raise NotationError(f"expected one game for the scaffolds, got {len(things)}")
    value = things[0] if isinstance(things[0], Value) else things[0].value
    graph = value.thermograph()
    sides = [len(value.left_options), len(value.right_options)]
    if max(sides) > _MOST_OPTIONS:
        raise NotationError(
            f"expected at most {_MOST_OPTIONS} options of a player to draw, got {max(sides)}"
        )
    low = lowest([graph])

    def draw(canvas: Canvas) -> None:
        panels = canvas.subplots(1, 3, sharex=True, sharey=True)
        top = _shared_top(value, graph)
        _draw_options(panels[0], value, low, top)
        _draw_tax(panels[1], value, graph, low, top)
        _frame_panels(panels, value, graph, low, top)
        _draw_one(panels[2], graph, low, top)
        titles = ("1. Walls of the options", "2. Less the tax t", "3. Mast where they meet")
        for panel, title in zip(panels, titles, strict=True):
            panel.set_title(title)
        for panel in panels:
            # A wall that slants is worth one move: it has to be seen at 45 degrees.
            panel.set_aspect("equal", adjustable="box")
        for panel in panels[1:]:
            panel.set_ylabel("")
            panel.tick_params(labelleft=False)
        _scaffold_legend(canvas)

    caption = (
        f"How the thermograph of {look.ascii_text(things[0])} is made: the right walls of Left's "
        f"options and the left walls of Right's; the scaffolds, moved by the tax t; and the mast "
        f"above the place where they meet (mean {_ascii(graph.mean)}, temperature "
        f"{_ascii(graph.temperature)})."
    )
    return Plan(draw, (10.4, 3.7), caption)


def _graph(thing: Any) -> Thermograph:
    if isinstance(thing, Thermograph):
        return thing
    thermograph = thing.thermograph()
    assert isinstance(thermograph, Thermograph)
    return thermograph


def _name(thing: Any) -> str:
    if isinstance(thing, Thermograph):
        return ""
    if isinstance(thing, Value):
        return look.value_text(thing)
    return clip(str(thing), _LONGEST_NAME, "…")


def _ascii(x: Fraction) -> str:
    return look.number(x).replace("−", "-")


def _floats(line: Line) -> tuple[list[float], list[float]]:
    return [float(v) for v, _ in line], [float(t) for _, t in line]


def _span(lines: Sequence[Line]) -> tuple[float, float]:
    values = [v for line in lines for v, _ in line]
    least, most = min(values), max(values)
    largest = max(abs(least), abs(most))
    if largest > _LARGEST or 0 < most - least < largest / _FINEST:
        raise ValueOverflowError(
            f"expected values that a picture can tell apart, got {look.number(least)} to "
            f"{look.number(most)}"
        )
    margin = 0.08 * float(most - least)
    if most == least:
        margin = 1.0 if largest < _LONG else float(largest) / 2
    return float(least) - margin, float(most) + margin


def _extent(graphs: Sequence[Thermograph], low: Fraction) -> tuple[tuple[float, float], Fraction]:
    """Return the values that a picture spans, and the highest temperature."""
    hottest = max(low, *(graph.temperature for graph in graphs))
    lines = [
        wall_line(wall, low, hottest + 1) for g in graphs for wall in (g.left_wall, g.right_wall)
    ]
    least, most = _span(lines)
    return (least, most), _headroom(low, hottest, most - least)


def _size(graphs: Sequence[Thermograph], low: Fraction) -> tuple[float, float]:
    """Return the size in inches, if possible with slanted walls at 45 degrees."""
    (least, most), top = _extent(graphs, low)
    steep = float(top - low) / (most - least)
    width = 5.2 if len(graphs) == 1 else 6.2
    if steep > 0.85:
        width = max(3.6, width * 0.85 / steep)
    return width, min(5.0, max(3.2, (width - 0.7) * steep + 0.9))


def _headroom(low: Fraction, hottest: Fraction, width: float) -> Fraction:
    """Return the top of the picture, which shows some of the mast, in proportion to the walls."""
    high = max((hottest - low) * Fraction(2, 5), Fraction(width / 8).limit_denominator(64))
    top = hottest + max(high, Fraction(1, 8))
    return max(top, Fraction(1, 2)) if low < 0 else top


def _axes(axes: Axes, span: tuple[float, float], low: Fraction, top: Fraction) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    least, most = span
    axes.set_xlim(most, least)  # large values on the left, Left's side
    axes.set_ylim(float(low), float(top))
    for axis, length in ((axes.xaxis, most - least), (axes.yaxis, float(top - low))):
        # Halves and quarters suit small thermographs better than tenths.
        steps = [1, 2.5, 5, 10] if length < 4 else [1, 2, 5, 10]
        axis.set_major_locator(MaxNLocator(nbins=7, steps=steps))
        axis.set_major_formatter(FuncFormatter(_tick))
    axes.set_xlabel("value")
    axes.set_ylabel("temperature")
    axes.grid(color=look.GRID, linewidth=0.7)
    if low < 0:
        axes.axhline(0, color=look.SOFT, linewidth=0.8, zorder=1)


def _tick(x: float, _: object) -> str:
    exact = Fraction(x).limit_denominator(1000)
    if exact.denominator in (1, 2, 4, 8) and abs(exact) < 100 * _LONG:
        return look.number(exact)
    return f"{x:g}".replace("-", "−")


def _draw_one(axes: Axes, graph: Thermograph, low: Fraction, top: Fraction) -> None:
    _, foot, left, right = outline(graph, low)
    if foot > low:
        axes.fill(
            *_floats([*left, *reversed(right)]), facecolor=look.FILL, edgecolor="none", zorder=1
        )
        axes.plot(*_floats(left), color=look.LEFT, label="Left wall", zorder=3)
        axes.plot(
            *_floats(right), color=look.RIGHT, linestyle=look.DASHES, label="Right wall", zorder=3
        )
    axes.plot(*_floats([(graph.mean, foot), (graph.mean, top)]), color=look.INK, zorder=2.9)
    if graph.temperature >= low:
        axes.plot([float(graph.mean)], [float(foot)], "o", color=look.INK, ms=5, zorder=4)
    _label_mast(axes, graph, foot, top)


def _label_mast(axes: Axes, graph: Thermograph, foot: Fraction, top: Fraction) -> None:
    """Write mean and temperature beside the mast, on the side with more room."""
    most, least = axes.get_xlim()
    mean = float(graph.mean)
    on_the_right = mean - least >= most - mean
    axes.annotate(
        f"mean {look.number(graph.mean)}\ntemperature {look.number(graph.temperature)}",
        (mean, (float(foot) + float(top)) / 2),
        xytext=(8 if on_the_right else -8, 0),
        textcoords="offset points",
        ha="left" if on_the_right else "right",
        va="center",
        fontsize=9,
        linespacing=1.35,
        zorder=5,
        bbox={"facecolor": look.PAPER, "edgecolor": "none", "pad": 1.5, "alpha": 0.85},
    )


def _draw_several(
    axes: Axes, graphs: Sequence[Thermograph], names: Sequence[str], low: Fraction, top: Fraction
) -> None:
    for i, (graph, name) in enumerate(zip(graphs, names, strict=True)):
        colour, stroke = GAME_COLOURS[i], look.STROKES[i]
        _, foot, left, right = outline(graph, low)
        if foot > low:
            corners = [*left, *reversed(right)]
            axes.fill(*_floats(corners), facecolor=colour, alpha=0.07, edgecolor="none")
            axes.plot(*_floats(corners), color=colour, linestyle=stroke)
        facts = f"mean {look.number(graph.mean)}, temperature {look.number(graph.temperature)}"
        mast = [(graph.mean, foot), (graph.mean, top)]
        label = f"{name or f'game {i + 1}'}: {facts}"
        axes.plot(*_floats(mast), color=colour, linestyle=stroke, label=label)
        axes.plot([float(graph.mean)], [float(foot)], "o", color=colour, ms=4.5)
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.01), borderaxespad=0, handlelength=3.2)


# The construction.


def _shared_top(value: Value, graph: Thermograph) -> Fraction:
    """Return a top above the masts of the game and of its options."""
    options = [g.thermograph() for g in (*value.left_options, *value.right_options)]
    low = lowest([graph])
    hottest = max([low, graph.temperature, *(g.temperature for g in options)])
    width = abs(graph.left_wall(low) - graph.right_wall(low))
    return _headroom(low, hottest, float(width))


def _option_lines(value: Value, low: Fraction, top: Fraction, *, left: bool) -> list[Line]:
    return [wall_line(wall, low, top) for wall in option_walls(value, left=left)]


def _clipped(line: Line, low: Fraction, top: Fraction) -> Line:
    """Return the part of a line between two temperatures."""
    part: Line = []
    for (v0, t0), (v1, t1) in pairwise(line):
        start, end = max(t0, low), min(t1, top)
        if start < end:
            slope = (v1 - v0) / (t1 - t0)
            part += [(v0 + slope * (start - t0), start), (v0 + slope * (end - t0), end)]
    return part


def _draw_options(axes: Axes, value: Value, low: Fraction, top: Fraction) -> None:
    labels = 0
    for left, options in ((True, value.left_options), (False, value.right_options)):
        colour, stroke = look.SIDES["left" if left else "right"]
        lines = _option_lines(value, low, top, left=left)
        for option, line in zip(options, lines, strict=True):
            axes.plot(*_floats(line), color=colour, linestyle=stroke)
            # Masts may coincide, so their labels are not all at one height.
            height = float(top) - float(top - low) * (0.05 + 0.085 * labels)
            labels += 1
            box = {"facecolor": look.PAPER, "edgecolor": "none", "pad": 1.2}
            name, x = look.value_text(option, 14), float(line[-1][0])
            look.write(axes, x, height, name, 9, color=colour, zorder=5, bbox=box)


def _draw_tax(axes: Axes, value: Value, graph: Thermograph, low: Fraction, top: Fraction) -> None:
    for left in (True, False):
        colour, stroke = look.SIDES["left" if left else "right"]
        for line in _option_lines(value, low, top, left=left):
            axes.plot(*_floats(line), color=colour, linestyle=stroke, linewidth=0.9, alpha=0.45)
        taxed = _clipped(scaffold(value, left=left, top=top), low, top)
        if taxed:
            axes.plot(*_floats(taxed), color=colour, linestyle=stroke)
    meeting = max(low, graph.temperature)
    axes.plot([float(graph.mean)], [float(meeting)], "o", color=look.INK, ms=5, zorder=4)


def _scaffold_legend(canvas: Canvas) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=colour, linestyle=stroke, label=f"{name}: options, scaffold, wall")
        for name in ("Left", "Right")
        for colour, stroke in [look.SIDES[name.lower()]]
    ]
    faint = Line2D([], [], color=look.SOFT, linewidth=0.9, label="thin: before the tax")
    canvas.legend(handles=[*handles, faint], loc="outside lower center", ncols=3, handlelength=2.6)


def _frame_panels(
    panels: Sequence[Axes], value: Value, graph: Thermograph, low: Fraction, top: Fraction
) -> None:
    lines = [wall_line(w, low, top) for w in (graph.left_wall, graph.right_wall)]
    for left in (True, False):
        lines += _option_lines(value, low, top, left=left)
    span = _span(lines)
    for panel in panels:
        _axes(panel, span, low, top)


# The scaffolds from which walls are cut.


def scaffold(value: Value, *, left: bool, top: Fraction) -> Line:
    """Return a scaffold from temperature -1 up to `top`; no corners if there is no option.

    Left's is the largest right wall of a Left option, less the tax t; Right's is the smallest
    left wall of a Right option, plus the tax.
    """
    walls = option_walls(value, left=left)
    if not walls:
        return []
    best: Callable[..., Fraction] = max if left else min
    tax = -1 if left else 1
    temperatures = _corners(walls, Fraction(-1), top)
    line = [(best(wall(t) for wall in walls) + tax * t, t) for t in temperatures]
    return _straightened(line)


def option_walls(value: Value, *, left: bool) -> list[Wall]:
    """Return the walls that make a scaffold: the right walls of the Left options, or mirrored."""
    if left:
        return [option.thermograph().right_wall for option in value.left_options]
    return [option.thermograph().left_wall for option in value.right_options]


def _corners(walls: Sequence[Wall], bottom: Fraction, top: Fraction) -> list[Fraction]:
    """Return every temperature where a wall bends or where two walls may cross."""
    bends = {t for wall in walls for t in wall.critical_temperatures if bottom < t < top}
    bends_and_ends = sorted({bottom, top, *bends})
    crossings: set[Fraction] = set()
    for low, high in pairwise(bends_and_ends):
        crossings |= _crossings(walls, low, high)
    return sorted({*bends_and_ends, *crossings})


def _crossings(walls: Sequence[Wall], low: Fraction, high: Fraction) -> set[Fraction]:
    """Return where straight pieces of walls cross between two temperatures.

    Slopes are -1, 0 and 1, and of parallel pieces only the outermost matter.
    """
    pieces: dict[Fraction, list[Fraction]] = {}
    for wall in walls:
        start = wall(low)
        slope = (wall(high) - start) / (high - low)
        pieces.setdefault(slope, []).append(start)
    lines = [(s, pick(starts)) for s, starts in pieces.items() for pick in (min, max)]
    crossings = set()
    for i, (slope, start) in enumerate(lines):
        for other_slope, other_start in lines[:i]:
            if slope != other_slope:
                t = low + (other_start - start) / (slope - other_slope)
                if low < t < high:
                    crossings.add(t)
    return crossings


def _straightened(line: Line) -> Line:
    """Leave out the corners that lie on a straight line between their neighbours."""
    kept: Line = []
    for point in line:
        while len(kept) > 1 and _slope(kept[-2], kept[-1]) == _slope(kept[-1], point):
            kept.pop()
        kept.append(point)
    return kept


def _slope(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction]) -> Fraction:
    return (b[0] - a[0]) / (b[1] - a[1])
