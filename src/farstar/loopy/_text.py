"""Graphs as text that reads back: names before braces, ``pass`` for a move to the same game."""

from __future__ import annotations

from fractions import Fraction

from farstar._lazy import TYPE_CHECKING
from farstar.errors import BudgetExceeded, FarstarError
from farstar.loopy._graph import Graph, short_values
from farstar.loopy._names import KINDS, OFF, ON, Shape, Shapes
from farstar.values import Value
from farstar.values.order import sort_options
from farstar.values.printing import ASCII, LATEX, MAX_BARS, UNICODE, Style, render

MAX_TEXT = 1_000_000
"""The longest text, in characters."""

MAX_NESTING = 200
"""How deep games in a text are nested."""

_NAMES = "abcdefghijklmnopqrstuwxyz"
"""Names before braces; v would be down."""


def shaped(shape: Shape, style: Style) -> str:
    """Return the text of a stopper with a name."""
    before, kind = glued(shape.number, style), shape.kind
    if kind[0] not in "^v":
        return before + style.word(kind)
    arrow = style.ups[0] if kind[0] == "^" else style.downs[0]
    higher = style.higher_up(arrow, kind[1], style.word("on"))
    return before + higher + (style.star if kind.endswith("*") else "")


def glued(number: Fraction, style: Style) -> str:
    """Return a number as it stands before another game; zero is left out."""
    return render(Value(number)._handle, style) if number else ""


def text_of(graph: Graph, style: Style = ASCII) -> str:
    """Return the text of a graph; `BudgetExceeded` if it is too long, or nested too deeply."""
    return _Writer(graph, style).run()


class _Writer:
    """One text. It is nested as deep as the games in it, up to a bound."""

    def __init__(self, graph: Graph, style: Style) -> None:
        self.graph = graph
        self.style = style
        self.values = short_values(graph)
        self.ranks: dict[int, int] = {}
        self.atoms = self._atoms()
        self.names: dict[int, str] = {}
        self.open: dict[int, None] = {}
        self.known: dict[int, tuple[str, int]] = {}
        self.length = 0

    def _atoms(self) -> dict[int, str]:
        """Return the texts of the vertices that need no braces."""
        numbers: dict[int, Fraction] = {}
        stars: dict[int, Fraction] = {}
        atoms = {}
        star = Value("*")
        for v, value in self.values.items():
            if value.is_number:
                numbers[v] = value.mean
            elif value == value.mean + star:
                stars[v] = value.mean
            if not str(value).startswith("{"):
                atoms[v] = render(value._handle, self.style)
        shapes = Shapes(self.graph, numbers, stars)
        for v in range(len(self.graph)):
            shape = None if v in self.values else shapes.at(v)
            if shape is not None:
                atoms[v] = shaped(shape, self.style)
                self.ranks[v] = KINDS.index(shape.kind)
        for v in range(len(self.graph)):
            if v not in self.values and v not in atoms:
                for side, sign in enumerate(("Tiny(", "Miny(")):
                    tiny = self._tiny(v, side, shapes)
                    if tiny is not None:
                        number, argument = tiny
                        inside = shaped(argument, self.style)
                        around = self.style.sign(sign) + inside + self.style.sign(")")
                        atoms[v] = glued(number, self.style) + around
        return atoms

    def _tiny(self, v: int, side: int, shapes: Shapes) -> tuple[Fraction, Shape] | None:
        """Return x and G of {x||x|x-G}, x plus tiny; of {x+G|x||x}, x plus miny, for side 1.

        As for short games, G has to be positive beyond infinitesimals, or over.
        """
        near, far = self.graph[v][side], self.graph[v][1 - side]
        if len(far) != 1 or len(near) != 1 or self.graph[far[0]][side] != near:
            return None
        last, number = self.graph[far[0]][1 - side], shapes.numbers.get(near[0])
        if number is None or len(last) != 1 or last[0] in self.values:
            return None
        end = shapes.at(last[0])
        if end is None:
            return None
        end = end if side else -end
        if end.kind == "on":
            return number, end
        argument = Shape(end.kind, end.number + (-number if side else number))
        return (number, argument) if argument.number > 0 or argument.is_over else None

    def run(self) -> str:
        """Return the text of vertex 0."""
        return self.atoms[0] if 0 in self.atoms else self._braced(0, self._inside(0)[0])

    def _braced(self, v: int, inside: str) -> str:
        return self.names.get(v, "") + self.style.sign("{") + inside + self.style.sign("}")

    def _inside(self, v: int) -> tuple[str, int, int]:
        """Return what stands between the braces, its longest run of bars, and what it refers to.

        The last number is the depth of the outermost game that is referred to by name.
        """
        if v in self.known:
            return (*self.known[v], len(self.open))
        depth = len(self.open)
        if depth >= MAX_NESTING:
            raise BudgetExceeded(f"the text is nested deeper than {MAX_NESTING} games")
        self.open[v] = None
        texts, bars, outermost = [], 1, depth
        for options in self.graph[v]:
            listed = []
            for w in self._sorted(options):
                text, inner_bars, refers_to = self._option(w, v, alone=len(options) == 1)
                bars = max(bars, inner_bars + 1)
                outermost = min(outermost, refers_to)
                listed.append(text)
            texts.append(",".join(listed))
        del self.open[v]
        inside = texts[0] + self.style.sign("|" * bars) + texts[1]
        self.length += len(inside)
        if self.length > MAX_TEXT:
            raise BudgetExceeded(f"the text of a loopy game is longer than {MAX_TEXT} characters")
        if outermost == depth:
            self.known[v] = inside, bars
        return inside, bars, outermost

    def _option(self, w: int, v: int, *, alone: bool) -> tuple[str, int, int]:
        """Return the text of an option, its bars if it has no braces, and what it refers to."""
        nowhere = len(self.open)
        if w == v:
            return self.style.word("pass"), 0, nowhere
        if w in self.open:
            if w not in self.names:
                self.names[w] = _name(len(self.names))
            return self.names[w], 0, list(self.open).index(w)
        if w in self.atoms:
            return self.atoms[w], 0, nowhere
        inside, bars, outermost = self._inside(w)
        if alone and bars < MAX_BARS and w not in self.names:
            return inside, bars, outermost
        return self._braced(w, inside), 0, outermost

    def _sorted(self, options: tuple[int, ...]) -> list[int]:
        """Return short games first, in their usual order, then named games, then the others."""
        place = {self.values[w]._handle: w for w in options if w in self.values}
        loopy = [w for w in options if w not in self.values]
        return [
            *(place[handle] for handle in sort_options(place)),
            *sorted(loopy, key=lambda w: self.ranks.get(w, len(KINDS))),
        ]


def _name(n: int) -> str:
    """Return the name of one more game: a letter, or a letter and a number."""
    letter = _NAMES[n % len(_NAMES)]
    return letter if n < len(_NAMES) else f"{letter}{n // len(_NAMES)}"


class Writing:
    """Text, formulas and pictures of a loopy game."""

    __slots__ = ()

    if TYPE_CHECKING:
        _short: Value | None

        def _sides(self) -> tuple[Graph, Graph]: ...
        def graph(self) -> Graph: ...

    def __str__(self) -> str:
        return self._text(ASCII, " & ")

    def _text(self, style: Style, ampersand: str) -> str:
        if self._short is not None:
            return render(self._short._handle, style)
        on, off = self._sides()
        if on == off:
            return text_of(on, style)
        if (on, off) == (ON, OFF):
            return style.word("dud")
        return text_of(on, style) + ampersand + text_of(off, style)

    def __repr__(self) -> str:
        try:
            return f"Loopy({str(self)!r})"
        except FarstarError:
            sizes = " & ".join(str(len(side)) for side in self._sides())
            return f"<Loopy: {sizes} positions, text too long>"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def unicode(self) -> str:
        """Return the game in notation with arrows and stars.

        Examples
        --------
        >>> fs.Loopy("upon + *").unicode()
        '↑[on]∗'
        """
        return self._text(UNICODE, " & ")

    def latex(self) -> str:
        r"""Return the game in LaTeX for math mode.

        Examples
        --------
        >>> print(fs.Loopy("{on|0} & v<on>").latex())
        \left\{\mathbf{on}\,\middle|\,0\right\} \mathbin{\&} {\downarrow}^{\mathbf{on}}
        """
        return self._text(LATEX, r" \mathbin{\&} ")

    def _repr_latex_(self) -> str | None:
        try:
            return f"${self.latex()}$"
        except FarstarError:
            return None

    def svg(self) -> str:
        """Return a picture of the canonical form of a stopper, as SVG.

        Left's moves are blue and full, Right's orange and dashed, short positions are boxes.

        Examples
        --------
        >>> "<title>the graph of over</title>" in fs.Loopy("over").svg()
        True
        """
        from farstar.loopy._svg import picture

        return picture(self.graph())
