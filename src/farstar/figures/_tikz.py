"""Boards, thermographs and game trees as TikZ pictures, which a paper can include as text.

A picture that is wider than the column is scaled down, so that it makes no overfull line.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from farstar.errors import NotationError
from farstar.expressions import parse
from farstar.figures._layout import layout
from farstar.figures._scene import INKS, PAINTS, Curve, Disc, Rect, Scene, Shape, Text
from farstar.figures.style import LEFT, RIGHT
from farstar.formulas import escape_latex, fitted_latex
from farstar.rules import Position
from farstar.values import Line, Value, outline

_PIXEL = 0.55
"""A pixel of a scene in points: a cell of a board is then about half a centimetre wide."""

_WIDE, _HIGH = Fraction(6), Fraction(4)
"""The largest size of a thermograph, in centimetres."""

_LARGE = 1_000
"""TeX cannot compute with larger numbers: such thermographs have coordinates in centimetres."""


def tikz(game: Any, *, kind: str | None = None, depth: int | None = None) -> str:
    r"""Return a picture for LaTeX, no wider than the column in which it stands.

    Parameters
    ----------
    game : Position, Sum, Value or str
        What to draw.
    kind : str, optional
        ``"board"``, ``"thermograph"`` or ``"tree"``; by default the board of a position that has
        one, and the thermograph of anything else.
    depth : int, optional
        For a tree, at most this many moves deep.

    Raises
    ------
    NotationError
        If there is no such picture of the game.

    Examples
    --------
    >>> from farstar.figures import tikz
    >>> print(tikz("{2|-1}"))
    % needs \usepackage{tikz}
    \begingroup\setbox0=\hbox{%
    \begin{tikzpicture}[x=-2.000cm, y=2.000cm, font=\footnotesize]
      \definecolor{leftwall}{HTML}{0B559F}
      \definecolor{rightwall}{HTML}{D9730D}
      \draw[gray] (2,0) -- (-1,0);
      \draw (2,0) node[below] {$2$} (-1,0) node[below] {$-1$} (1/2,0) node[below] {$\tfrac{1}{2}$};
      \draw[gray, dotted] (2,3/2) node[left] {$\tfrac{3}{2}$} -- (1/2,3/2);
      \draw[leftwall, thick] (2,0) -- (1/2,3/2);
      \draw[rightwall, thick, dashed] (-1,0) -- (1/2,3/2);
      \draw[very thick, ->] (1/2,3/2) -- (1/2,2);
    \end{tikzpicture}}%
    \noindent\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\box0}\else\box0\fi\endgroup
    """
    thing = parse(game) if isinstance(game, str) else game
    diagram = thing.diagram() if isinstance(thing, Position) else None
    wanted = kind or ("thermograph" if diagram is None else "board")
    if wanted == "board":
        if diagram is None:
            raise NotationError(f"expected a position with a picture, got {thing}")
        lines = _board(layout(diagram))
    elif wanted == "thermograph":
        lines = _thermograph(thing if isinstance(thing, Value) else thing.value)
    elif wanted == "tree":
        from farstar.interop import tikz as graph_tikz  # loads what CGSuite needs too

        lines = graph_tikz(thing, depth=depth).splitlines()[1:]
    else:
        raise NotationError(f"expected board, thermograph or tree for LaTeX, got {kind!r}")
    return "\n".join([r"% needs \usepackage{tikz}", *fitted_latex(lines)])


# Boards.


def _board(scene: Scene) -> list[str]:
    """Return the shapes of a scene; those without paint are for the mouse only."""
    shapes = [
        shape
        for shape in scene.shapes()
        if isinstance(shape, Text) or (shape.role in PAINTS and shape.role != "last")
    ]
    inks = [INKS[shape.role].colour for shape in shapes if isinstance(shape, Text)]
    paints = [PAINTS[shape.role] for shape in shapes if not isinstance(shape, Text)]
    colours = {*inks, *(c for p in paints for c in (p.fill, p.stroke))} - {"none"}
    names = {colour: f"c{n}" for n, colour in enumerate(sorted(colours))}
    return [
        rf"\begin{{tikzpicture}}[x={_PIXEL}pt, y=-{_PIXEL}pt]",
        *(
            rf"  \definecolor{{{name}}}{{HTML}}{{{colour.lstrip('#').upper()}}}"
            for colour, name in names.items()
        ),
        *(f"  {_shape(shape, names)}" for shape in shapes),
        r"\end{tikzpicture}",
    ]


def _shape(shape: Shape, names: dict[str, str]) -> str:
    if isinstance(shape, Text):
        ink = INKS[shape.role]
        weight = r"\bfseries" if ink.is_bold else ""
        size = ink.size * _PIXEL
        font = rf"\fontsize{{{size:.1f}}}{{{size:.1f}}}\selectfont\sffamily{weight}"
        return (
            rf"\node[text={names[ink.colour]}, font={font}, inner sep=0pt] "
            f"at ({shape.x:.1f},{shape.y:.1f}) {{{escape_latex(shape.text)}}};"
        )
    paint = PAINTS[shape.role]
    options = [
        *([f"fill={names[paint.fill]}"] if paint.fill != "none" else []),
        *([f"draw={names[paint.stroke]}"] if paint.stroke != "none" else []),
        f"line width={paint.width * _PIXEL:.2f}pt",
    ]
    if paint.dashes:
        on, off = (length * _PIXEL for length in paint.dashes[:2])
        options.append(f"dash pattern=on {on:.1f}pt off {off:.1f}pt")
    match shape:
        case Rect(_, x, y, width, height, radius):
            if radius:
                options.append(f"rounded corners={radius * _PIXEL:.1f}pt")
            figure = f"({x:.1f},{y:.1f}) rectangle ({x + width:.1f},{y + height:.1f})"
        case Disc(_, x, y, radius):
            figure = f"({x:.1f},{y:.1f}) circle[radius={radius * _PIXEL:.1f}pt]"
        case Curve(_, points):
            figure = _curve([f"({x:.1f},{y:.1f})" for x, y in points])
    return rf"\path[{', '.join(options)}] {figure};"


def _curve(points: list[str]) -> str:
    first, *controls, last = points
    if not controls:
        return f"{first} -- {last}"
    return f"{first} .. controls {' and '.join(controls)} .. {last}"


# Thermographs.


def _thermograph(value: Value) -> list[str]:
    graph = value.thermograph()
    low, foot, left, right = outline(graph)
    mean = graph.mean
    numbers = [v for v, _ in (*left, *right)] + [mean]
    span: Fraction = max(numbers) - min(numbers)
    top = foot + max(Fraction(1, 2), (foot - low) / 4)
    # Walls slant by 45 degrees, so both axes have one unit.
    scale = min(_WIDE / max(span, Fraction(1)), _HIGH / (top - low))
    coordinates = [*numbers, low, foot, top, *(t for _, t in (*left, *right))]
    is_small = all(max(abs(x.numerator), x.denominator) < _LARGE for x in coordinates)
    unit = float(scale) if is_small else 1.0

    def at(v: Fraction, t: Fraction) -> str:
        if is_small:
            return f"({v},{t})"
        return f"({float((v - mean) * scale):.4f},{float((t - low) * scale):.4f})"

    def path(line: Line) -> str:
        return " -- ".join(at(v, t) for v, t in line)

    ends = dict.fromkeys([left[0][0], right[0][0], mean])
    labels = " ".join(f"{at(v, low)} node[below] {{{_number(v)}}}" for v in ends)
    edge = max(numbers)
    lines = [
        rf"\begin{{tikzpicture}}[x=-{unit:.3f}cm, y={unit:.3f}cm, font=\footnotesize]",
        rf"  \definecolor{{leftwall}}{{HTML}}{{{LEFT[1:].upper()}}}",
        rf"  \definecolor{{rightwall}}{{HTML}}{{{RIGHT[1:].upper()}}}",
        rf"  \draw[gray] {at(edge, low)} -- {at(min(numbers), low)};",
        rf"  \draw {labels};",
    ]
    if foot > low:
        lines += [
            rf"  \draw[gray, dotted] {at(edge, foot)} node[left] {{{_number(foot)}}} "
            f"-- {at(mean, foot)};",
            rf"  \draw[leftwall, thick] {path(left)};",
            rf"  \draw[rightwall, thick, dashed] {path(right)};",
        ]
    lines.append(rf"  \draw[very thick, ->] {at(mean, foot)} -- {at(mean, top)};")
    return [*lines, r"\end{tikzpicture}"]


def _number(x: Fraction) -> str:
    return f"${Value(x).latex()}$".replace(r"\frac", r"\tfrac")
