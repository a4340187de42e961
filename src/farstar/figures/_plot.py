"""`plot` chooses the picture that suits its arguments; heat maps and scatter plots of tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from farstar._arguments import nearest
from farstar._outcome import Outcome
from farstar.errors import NotationError
from farstar.expressions import parse
from farstar.figures import style as look
from farstar.figures._automaton import automaton, is_automaton
from farstar.figures._figure import Figure, Plan
from farstar.figures._print import board, can_draw, heaps, squares
from farstar.figures._thermograph import scaffolds, thermograph
from farstar.figures.game_trees import tree
from farstar.formulas import MarkedText, source_of
from farstar.loopy import Loopy
from farstar.plugins import load_reference, merged
from farstar.rules import Position
from farstar.rules.diagrams import Cakes, Graph, Heaps, Rectangle, Rows
from farstar.sums import Sum
from farstar.tables import Table
from farstar.values import Thermograph, Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas


_MOST_TEXTS = 700
"""Cells; above that no text fits."""

_SHAPES = ("o", "s", "D", "^", "v", "P")
_STRONG = {Outcome.L: look.LEFT, Outcome.R: look.RIGHT, Outcome.N: "#8e4585", Outcome.P: look.INK}
"""Points need stronger colours than cells."""

_ORIGINS: dict[bool, Literal["lower", "upper"]] = {True: "lower", False: "upper"}
"""Where the first row is, by whether rows go up."""

_MARKERS = {Outcome.L: "o", Outcome.R: "s", Outcome.N: "D", Outcome.P: "^"}


def size_of(cell: object) -> float | None:
    """Return a cell as a number, the mean of a game; None for anything else."""
    if isinstance(cell, Value):
        return float(cell.mean)
    if isinstance(cell, int | float | Fraction) and not isinstance(cell, bool):
        return float(cell)
    return None


def heat_map(
    things: Sequence[Any],
    *,
    numbers: bool | None = None,
    limits: tuple[float, float] | None = None,
    upwards: bool = False,
) -> Plan:
    """Plan a grid of coloured cells, oriented as the table is; cells without a value are hatched.

    `numbers` says whether to print the cells, and `upwards` lets the rows go up, as in a graph.
    """
    table = _one_table(things)
    if table.axes is None:
        raise NotationError("expected a table with two ranges and one invariant for a heat map")
    down, across, invariant = table.axes
    rows = [row[0] for row in table.rows]
    cells = [row[1:] for row in table.rows]
    columns = table.headings[1:]
    if not rows or not columns:
        raise NotationError("expected a table with cells for a heat map, got an empty one")
    outcomes = any(isinstance(cell, Outcome) for row in cells for cell in row)
    if not outcomes and all(size_of(cell) is None for row in cells for cell in row):
        raise NotationError(f"expected outcomes, numbers or games in the cells, got {invariant!r}")
    few = len(rows) * len(columns) <= _MOST_TEXTS
    write = few if numbers is None else numbers

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        if outcomes:
            _draw_outcomes(axes, cells, upwards=upwards)
        else:
            _draw_sizes(canvas, axes, cells, invariant, limits, upwards=upwards)
        if write:
            _write_cells(axes, cells)
        _label_grid(axes, rows, columns, (down, across))
        if not upwards:
            axes.xaxis.tick_top()
            axes.xaxis.set_label_position("top")
            axes.tick_params(length=0)

    side = 0.34 if write else 0.16
    width = min(max(3.2, side * len(columns) + 2.2), 9.0)
    height = min(max(2.4, side * len(rows) + 1.2), 9.0)
    return Plan(draw, (width, height), MarkedText(f"{source_of(table.caption)}."))


def _one_table(things: Sequence[Any]) -> Table:
    if len(things) != 1 or not isinstance(things[0], Table):
        raise NotationError("expected one table, made by fs.table, for this kind of figure")
    return things[0]


def _draw_outcomes(axes: Axes, cells: Sequence[Sequence[object]], *, upwards: bool) -> None:
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    order = list(Outcome)
    missing = float("nan")
    known = [
        [float(order.index(c)) if isinstance(c, Outcome) else missing for c in row] for row in cells
    ]
    colours = ListedColormap([look.OUTCOMES[o] for o in order])
    axes.imshow(known, cmap=colours, vmin=-0.5, vmax=len(order) - 0.5, origin=_ORIGINS[upwards])
    present = {c for row in cells for c in row if isinstance(c, Outcome)}
    handles = [
        Patch(facecolor=look.OUTCOMES[o], edgecolor=look.SOFT, label=look.OUTCOME_NAMES[o])
        for o in order
        if o in present
    ]
    if not all(isinstance(c, Outcome) for row in cells for c in row):
        _hatch(axes)
        handles.append(Patch(**_HATCHED, label="no position"))
    axes.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.02, 1.0), borderaxespad=0)


_HATCHED: dict[str, Any] = {"hatch": "////", "facecolor": "#fbfaf6", "edgecolor": "#d5cfc2"}


def _hatch(axes: Axes) -> None:
    """Hatch what no cell covers."""
    axes.patch.set(**_HATCHED)


def _draw_sizes(
    canvas: Canvas,
    axes: Axes,
    cells: Sequence[Sequence[object]],
    invariant: str,
    limits: tuple[float, float] | None,
    *,
    upwards: bool,
) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    sizes = [[size_of(cell) for cell in row] for row in cells]
    known = [x for row in sizes for x in row if x is not None]
    least, most = limits or (min(known), max(known))
    if least < 0:
        shades = [look.RIGHT, "#f5c28f", "#faf8f3", "#8fb3d9", look.LEFT]
        whole = LinearSegmentedColormap.from_list("farstar", shades)
        # Equal sizes get equal strength on both sides of 0, and the scale ends with the data.
        reach = max(abs(least), abs(most))
        ends = [(x + reach) / (2 * reach) for x in (least, most)]
        part = [ends[0] + (ends[1] - ends[0]) * i / 255 for i in range(256)]
        colours = LinearSegmentedColormap.from_list("farstar", [whole(x) for x in part])
    else:
        shades = ["#faf8f3", "#b9cbe0", "#5b8fc4", "#0b559f", "#062a52"]
        colours = LinearSegmentedColormap.from_list("farstar", shades)
    grid = [[float("nan") if x is None else x for x in row] for row in sizes]
    image = axes.imshow(grid, cmap=colours, vmin=least, vmax=most, origin=_ORIGINS[upwards])
    _hatch(axes)
    bar = canvas.colorbar(image, ax=axes, shrink=0.85, pad=0.02)
    bar.outline.set_visible(False)
    bar.set_label("Grundy value" if invariant == "grundy" else invariant)


def _write_cells(axes: Axes, cells: Sequence[Sequence[object]]) -> None:
    image = axes.get_images()[0]
    longest = max(len(_cell_text(cell)) for row in cells for cell in row)
    size = 8.0 if longest <= 3 else 6.5 if longest <= 5 else 5.0
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            text = _cell_text(cell)
            if not text:
                continue
            shade = _brightness(_colour(image, cell))
            colour = look.INK if shade > 0.5 else look.PAPER
            look.write(axes, x, y, text, size, color=colour)


def _cell_text(cell: object) -> str:
    if isinstance(cell, Value):
        text = look.value_text(cell, 8)
        return text if len(text) <= 8 else ""
    if isinstance(cell, int | Fraction) and not isinstance(cell, bool):
        return look.number(cell)
    return str(cell) if isinstance(cell, str) else ""


def _colour(image: Any, cell: object) -> tuple[float, ...]:
    at = list(Outcome).index(cell) if isinstance(cell, Outcome) else size_of(cell)
    return tuple(image.cmap(image.norm(at)))


def _brightness(colour: tuple[float, ...]) -> float:
    red, green, blue = colour[:3]
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _label_grid(
    axes: Axes, rows: Sequence[object], columns: Sequence[object], names: tuple[str, str]
) -> None:
    down, across = names
    for axis, values, name in ((axes.xaxis, columns, across), (axes.yaxis, rows, down)):
        step = -(-len(values) // 16)
        places = [i for i in range(len(values)) if _is_round(values, i, step)]
        axis.set_ticks(places, [str(values[i]) for i in places])
        axis.set_label_text(name)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _is_round(values: Sequence[object], place: int, step: int) -> bool:
    """Return whether a row or column gets a label: only round numbers if there are too many."""
    value = values[place]
    if step > 1 and isinstance(value, int):
        nice = next(n for n in (2, 5, 10, 20, 25, 50, 100, 200, 500, 10**9) if n >= step)
        return value % nice == 0
    return place % step == 0


def scatter(
    things: Sequence[Any],
    *,
    x: str | Callable[[dict[str, object]], Any] | None = None,
    y: str | Callable[[dict[str, object]], Any] | None = None,
    colour: str | None = None,
    x_limits: tuple[float, float] | None = None,
    y_limits: tuple[float, float] | None = None,
    x_label: str | None = None,
    y_label: str | None = None,
    levels: Mapping[str, float] | None = None,
    join: bool = False,
    logarithmic: str = "",
    note: str = "",
) -> Plan:
    """Plan points; `x` and `y` are headings, ratios of headings such as ``"p/q"``, or functions.

    `levels` are horizontal lines with their labels, `join` draws lines between the points of one
    colour, and `logarithmic` names the axes, ``"x"``, ``"y"`` or ``"xy"``, with that scale.
    """
    table = _one_table(things)
    records = table.records()
    names = list(records[0]) if records else []
    if len(names) < 2:
        raise NotationError("expected a table with at least two columns and one row to scatter")
    across, up = x or names[0], y or names[-1]
    if colour is not None and colour not in names:
        raise NotationError(f"expected a heading, one of {', '.join(names)}, got {colour!r}")
    points = [
        (_read(record, across), _read(record, up), record.get(colour) if colour else None)
        for record in records
    ]
    visible = [p for p in points if p[0] is not None and p[1] is not None]
    if not visible:
        raise NotationError(f"expected numbers or games to scatter, got {up!r}")
    kept = [p for p in visible if _within(p[0], x_limits) and _within(p[1], y_limits)]
    cut = len(visible) - len(kept)
    above = sum(y_limits is not None and py > y_limits[1] for _, py, _ in visible)

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        axes.grid(color=look.GRID, linewidth=0.7)
        _draw_points(axes, kept, small=len(kept) > 300, join=join)
        if "x" in logarithmic:
            axes.set_xscale("log")
        if "y" in logarithmic:
            axes.set_yscale("log")
        for label, height in (levels or {}).items():
            _draw_level(axes, height, look.INK, label, (1, 4, 0), ha="left", va="center", size=9)
        if y_limits is not None and above:
            words = f"{above} points above are left out"
            at = (0.99, 0, 3)
            _draw_level(axes, y_limits[1], look.SOFT, words, at, ha="right", size=8.5)
        axes.set_xlabel(x_label or (across if isinstance(across, str) else "x"))
        axes.set_ylabel(y_label or (up if isinstance(up, str) else "y"))

    facts = f"{len(kept)} points"
    if cut:
        facts += f", {cut} more outside the picture"
    caption = f"{source_of(table.caption)}: {facts}." + (f" {note}" if note else "")
    return Plan(draw, (6.4, 4.2), MarkedText(caption))


def _draw_level(
    axes: Axes, height: float, colour: str, label: str, at: tuple[float, int, int], **text: Any
) -> None:
    """Draw a horizontal line, its label `at` a part of the width, moved by some points."""
    axes.axhline(height, color=colour, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1)
    place: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points"}
    axes.annotate(label, (at[0], height), xytext=at[1:], color=colour, **place, **text)


def _within(x: float | None, limits: tuple[float, float] | None) -> bool:
    return x is not None and (limits is None or limits[0] <= x <= limits[1])


def _read(record: dict[str, object], what: str | Callable[[dict[str, object]], Any]) -> Any:
    if callable(what):
        return size_of(what(record))
    if what in record:
        return size_of(record[what])
    above, slash, below = (part.strip() for part in what.partition("/"))
    if slash and above in record and below in record:
        top, bottom = size_of(record[above]), size_of(record[below])
        return top / bottom if top is not None and bottom else None
    raise NotationError(f"expected a heading or a ratio of {', '.join(record)}, got {what!r}")


def _draw_points(
    axes: Axes, points: Sequence[tuple[Any, Any, Any]], *, small: bool, join: bool
) -> None:
    area = 7.0 if small else 22.0
    groups: dict[Any, list[tuple[float, float]]] = {}
    for px, py, group in points:
        groups.setdefault(group, []).append((px, py))
    for i, group in enumerate(sorted(groups, key=str)):
        known = isinstance(group, Outcome)
        shade = _STRONG.get(group)
        xs, ys = zip(*groups[group], strict=True)
        colour = shade if known else look.SERIES[i % len(look.SERIES)]
        if join:
            axes.plot(xs, ys, color=colour, linestyle=look.STROKES[i % 6], linewidth=1.2)
        axes.scatter(
            xs,
            ys,
            s=area,
            color=colour,
            marker=_MARKERS[group] if known else _SHAPES[i % len(_SHAPES)],
            alpha=0.65 if small else 0.9,
            linewidths=0,
            label=None if group is None else look.OUTCOME_NAMES[group] if known else str(group),
        )
    if set(groups) != {None}:
        axes.legend(loc="upper right" if small else "best", markerscale=1.6 if small else 1.0)


_KINDS: Mapping[str, Callable[..., Plan]] = {
    "automaton": automaton,
    "board": board,
    "heaps": heaps,
    "heat map": heat_map,
    "scaffolds": scaffolds,
    "scatter": scatter,
    "squares": squares,
    "thermograph": thermograph,
    "tree": tree,
}
"""The kinds of figures of the workbench, by their names."""


def kinds() -> list[str]:
    """Return the names of all kinds of figures, those of plugins included.

    Examples
    --------
    >>> kinds()[:5]
    ['automaton', 'board', 'calkin wilf', 'cone', 'heaps']
    """
    return sorted([*_KINDS, *merged("figures")])


_SHEETS = {"board", "heaps", "squares"}
"""The kinds that show diagrams, which can be combined on one sheet."""


def plot(*things: Any, kind: str | None = None, **options: Any) -> Figure:
    """Return a figure of games or of a table.

    Parameters
    ----------
    *things : Value, Loopy, Thermograph, Position, Sum, Table, automaton, Fraction or str
        What to draw, or an expression of it; several games are drawn together in one
        thermograph.
    kind : str, optional
        One of the `kinds`. By default a table becomes a heat map or a scatter plot, an automaton
        its diagram, a position what its ruleset names as its `picture` or else its diagram, such
        as a board or heaps, and every other game a thermograph.
    **options
        Options of the kind: ``bottom`` (thermograph: the lowest temperature), ``depth`` (all
        trees), ``numbers``, ``limits`` and ``upwards`` (heat map), ``x``, ``y``, ``colour``,
        ``x_limits``, ``y_limits``, ``x_label``, ``y_label``, ``levels``, ``join``,
        ``logarithmic`` and ``note`` (scatter), and those that games and plugins add.

    Raises
    ------
    NotationError
        If the kind or an option is unknown, or does not suit the arguments.
    MissingExtraError
        If matplotlib is not installed.

    Examples
    --------
    >>> fs.plot(fs.Value("{3||2|1}"), fs.Value("+-1")).caption
    'Thermographs of {3||2|1}: mean 9/4, temperature 3/4; +-1: mean 0, temperature 1.'
    >>> fs.plot(fs.PartizanEuclid(11, 8)).caption
    'Game tree of E(11,8), its spine marked.'
    """
    if not things:
        raise NotationError("expected something to draw, such as a game or a table, got nothing")
    words = str(kind).replace("-", " ").replace("_", " ").split()
    if " ".join(words) not in ("automaton", *merged("figures")):
        things = tuple(parse(thing) if isinstance(thing, str) else thing for thing in things)
    wanted = _default_kind(things) if kind is None else " ".join(words)
    try:
        plan = _planner(wanted, kind, things)(things, **options)
    except TypeError as error:
        if "unexpected keyword argument" not in str(error):
            raise
        names = ", ".join(map(repr, options))
        raise NotationError(f"expected options of {wanted!r}, got {names}") from None
    return Figure(plan)


def _planner(wanted: str, kind: str | None, things: Sequence[Any]) -> Callable[..., Plan]:
    """Return the function that plans a kind of figure: that of the game, if it has one."""
    own = things[0].game.planners if isinstance(things[0], Position) else {}
    references = own if wanted in own or wanted in _KINDS else merged("figures")
    if wanted in references:
        planner: Callable[..., Plan] = load_reference(references[wanted])
        return planner
    if wanted not in _KINDS:
        hint = nearest(wanted, kinds(), f"kinds are {', '.join(kinds())}")
        raise NotationError(f"expected a kind of figure, got {kind!r}{hint}")
    return _KINDS[wanted]


def _default_kind(things: Sequence[Any]) -> str:
    first = things[0]
    if isinstance(first, Table):
        return "scatter" if first.axes is None else "heat map"
    if is_automaton(first):
        return "automaton"
    if isinstance(first, Loopy):
        return "tree"
    pictures = {_picture(thing) for thing in things}
    if pictures <= _SHEETS:
        return pictures.pop() if len(pictures) == 1 else "board"
    if len(things) == 1 and "" not in pictures:
        return pictures.pop()
    if all(isinstance(thing, Value | Thermograph | Position | Sum) for thing in things):
        return "thermograph"
    raise NotationError(f"expected games, a table or an automaton to draw, got {first!r}")


def _picture(thing: Any) -> str:
    """Return the default kind of figure of a position; empty for a thermograph."""
    if not isinstance(thing, Position):
        return ""
    if thing.game.picture:
        return thing.game.picture
    match thing.diagram():
        case None:
            return ""
        case Heaps() | Rows():
            return "heaps"
        case Rectangle():
            return "squares"
        case Cakes() | Graph():
            return "board" if can_draw(thing) else ""
    return "board"
