"""Loopy games as text that reads back, and as pictures; stoppers that have names.

In a text, a name before braces stands for the game in them, and ``pass`` for a move to the same
game. Some stoppers have names of their own: on, off, over, under, upon and others.
"""

from __future__ import annotations

from fractions import Fraction
from html import escape
from math import hypot

from farstar._lazy import TYPE_CHECKING
from farstar._walk import reached
from farstar.errors import BudgetExceeded, FarstarError
from farstar.loopy._graph import Graph, short_values
from farstar.values import Value
from farstar.values.order import sort_options
from farstar.values.printing import ASCII, LATEX, MAX_BARS, UNICODE, Style, render

CONSTANTS: dict[str, Graph] = {
    "on": (((0,), ()),),
    "off": (((), (0,)),),
    "dud": (((0,), (0,)),),
    "over": (((1,), (0,)), ((), ())),
    "under": (((0,), (1,)), ((), ())),
    "upon": (((0,), (1,)), ((2,), (2,)), ((), ())),
    "uponth": (((2,), (1,)), ((2,), (2, 1)), ((), ())),
    "tis": (((1,), ()), ((), (0,))),
    "tisn": (((), (1,)), ((0,), ())),
    "hot": (((1,), (2,)), ((1,), ()), ((), (2,))),
    "hi": (((1,), (2,)), ((1,), ()), ((), ())),
    "lo": (((2,), (1,)), ((), (1,)), ((), ())),
}
"""The graphs of games that are written as words; dud, tis and tisn are not stoppers."""

ON, OFF = CONSTANTS["on"], CONSTANTS["off"]


KINDS = (
    *("on", "off", "over", "under"),
    *(arrow + order + star for order in ("[on]", "<on>") for star in ("", "*") for arrow in "^v"),
)
"""Stoppers that are printed by name, after a number unless it is 0."""

_MIRROR = {"on": "off", "over": "under", "^": "v"}


class Shape:
    """A number plus one of the named stoppers, such as ``3/2under`` or ``-1/4v[on]*``."""

    __slots__ = ("kind", "number")

    def __init__(self, kind: str, number: Fraction = Fraction(0)) -> None:
        self.kind = kind
        self.number = number

    @property
    def is_over(self) -> bool:
        """Whether it is over itself."""
        return self.kind == "over" and not self.number

    def __neg__(self) -> Shape:
        kind = self.kind
        for one, other in ((k, v) for pair in _MIRROR.items() for k, v in (pair, pair[::-1])):
            if kind == one or (len(one) == 1 and kind[0] == one):
                return Shape(other + kind[len(one) :], -self.number)
        raise AssertionError(f"not the name of a stopper: {kind!r}")


class Shapes:
    """Finds the vertices of a canonical stopper that have names.

    Those that are a number x (`numbers`) or x + * (`stars`) are given, each with x.
    """

    def __init__(
        self, graph: Graph, numbers: dict[int, Fraction], stars: dict[int, Fraction]
    ) -> None:
        self.graph = graph
        self.numbers = numbers
        self.stars = stars

    def at(self, v: int) -> Shape | None:
        """Return the name of a vertex, or None if it has none."""
        left, right = self.graph[v]
        if v in left or v in right:
            return self._with_pass(v, left, right)
        up = self._order_on(left, right, "^<on>", "v[on]")
        return up or self._order_on(right, left, "v<on>", "^[on]")

    def _with_pass(self, v: int, left: tuple[int, ...], right: tuple[int, ...]) -> Shape | None:
        own = (v,)
        if not right and left == own:
            return Shape("on")
        if not left and right == own:
            return Shape("off")
        if len(left) == 1 and right == own:
            return self._single(left[0], "over", "v[on]")
        if len(right) == 1 and left == own:
            return self._single(right[0], "under", "^[on]")
        if len(right) == 1 and right[0] in self.numbers and set(left) == {v, right[0]}:
            return Shape("^[on]*", self.numbers[right[0]])
        if len(left) == 1 and left[0] in self.numbers and set(right) == {v, left[0]}:
            return Shape("v[on]*", self.numbers[left[0]])
        return None

    def _single(self, w: int, side: str, up: str) -> Shape | None:
        """Return the name of {w|pass} or of {pass|w}."""
        if w in self.numbers:
            return Shape(side, self.numbers[w])
        return Shape(up, self.stars[w]) if w in self.stars else None

    def _order_on(
        self, near: tuple[int, ...], far: tuple[int, ...], kind: str, beyond: str
    ) -> Shape | None:
        """Return the name of {x|xv[on]*}, x plus upon-th, or of {x,x*|xv[on]}, that plus star."""
        numbers = [self.numbers[w] for w in near if w in self.numbers]
        stars = [self.stars[w] for w in near if w in self.stars]
        if len(far) != 1 or len(numbers) != 1 or len(near) != 1 + len(stars):
            return None
        if stars not in ([], numbers) or far[0] not in sum(self.graph[far[0]], ()):
            return None
        further = self._with_pass(far[0], *self.graph[far[0]])
        wanted = beyond if stars else f"{beyond}*"
        if further is None or (further.kind, further.number) != (wanted, numbers[0]):
            return None
        return Shape(f"{kind}*" if stars else kind, numbers[0])


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
        self.switches = _switches(graph) - self.atoms.keys()
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
        if 0 in self.switches:
            return self._switch(0)[0]
        return self.atoms[0] if 0 in self.atoms else self._braced(0, self._inside(0)[0])

    def _switch(self, v: int) -> tuple[str, int]:
        """Return the text of a game that equals its negative, and what it refers to."""
        left = self._sorted(self.graph[v][0])
        self.open[v] = None
        texts, _, refers_to = zip(
            *(self._option(w, v, alone=len(left) == 1) for w in left), strict=True
        )
        del self.open[v]
        if len(left) == 1 and left[0] in self.atoms:
            # A word such as over needs no parentheses; 5over does.
            plain = texts[0].isalpha()
            open_sign, close_sign = ("", "") if plain else ("[", "]")
        else:
            open_sign, close_sign = "{", "}"
        inside = self.style.sign(open_sign) + ",".join(texts) + self.style.sign(close_sign)
        return self.style.sign("+-") + inside, min(*refers_to, len(self.open))

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
        if w in self.switches:
            text, refers_to = self._switch(w)
            return text, 0, refers_to
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


_MOST_FOR_SWITCHES = 100


def _switches(graph: Graph) -> set[int]:
    """Return the vertices on no cycle whose Right options are the negatives of the Left ones."""
    size = len(graph)
    if size > _MOST_FOR_SWITCHES:
        return set()
    # Vertices are negatives of each other unless some sequence of moves tells them apart.
    pairs = {(v, w) for v in range(size) for w in range(size)}
    while True:
        kept = {
            (v, w)
            for v, w in pairs
            if all(
                _matched(graph[v][side], graph[w][1 - side], pairs)
                and _matched(graph[w][1 - side], graph[v][side], {(b, a) for a, b in pairs})
                for side in (0, 1)
            )
        }
        if kept == pairs:
            break
        pairs = kept
    after = [left + right for left, right in graph]
    return {
        v
        for v in range(size)
        if (v, v) in pairs and after[v] and v not in set(reached(after[v], after.__getitem__))
    }


def _matched(some: tuple[int, ...], others: tuple[int, ...], pairs: set[tuple[int, int]]) -> bool:
    return all(any((a, b) in pairs for b in others) for a in some)


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
        return picture(self.graph())


# Left and Right have the colours of all figures.
_LEFT, _RIGHT, _INK = "#0b559f", "#d9730d", "#444444"
_ACROSS, _DOWN, _MARGIN = 96.0, 72.0, 44.0
_RADIUS = 13.0
_CHARACTER = 7.2
_LONGEST_LABEL = 14


def svg_of(graph: Graph, title: str) -> str:
    """Return the picture of a graph: short positions are boxes with their values.

    Left's moves are blue and full, Right's orange and dashed; the start has a thick ring.
    """
    values = short_values(graph)
    drawn = _reached(graph, set(values))
    places = _placed(graph, drawn, set(values))
    width = max(x for x, _ in places.values()) + _MARGIN + 12
    height = max(y for _, y in places.values()) + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" font-family="sans-serif" '
        f'font-size="12"><title>{escape(title)}</title>',
        "<defs>",
        *(_arrow_head(name, colour) for name, colour in (("l", _LEFT), ("r", _RIGHT))),
        "</defs>",
    ]
    for v in drawn:
        if v not in values:
            for side in (0, 1):
                parts += [_edge(places[v], places[w], side, w in values) for w in graph[v][side]]
    for v in drawn:
        parts.append(_box(places[v], str(values[v])) if v in values else _ring(places[v], v == 0))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _reached(graph: Graph, short: set[int]) -> list[int]:
    """Return the vertices that are drawn: what follows a short position is not."""
    return reached([0], lambda v: () if v in short else graph[v][0] + graph[v][1])


def _placed(graph: Graph, drawn: list[int], short: set[int]) -> dict[int, tuple[float, float]]:
    """Return where vertices stand: as many steps down as it takes to reach them."""
    depth = {0: 0}
    for v in drawn:
        if v not in short:
            for w in graph[v][0] + graph[v][1]:
                depth.setdefault(w, depth[v] + 1)
    rows: dict[int, list[int]] = {}
    for v in drawn:
        rows.setdefault(depth[v], []).append(v)
    widest = max(map(len, rows.values()))
    return {
        v: (
            _MARGIN + ((widest - len(row)) / 2 + i) * _ACROSS,
            _MARGIN + level * _DOWN,
        )
        for level, row in rows.items()
        for i, v in enumerate(row)
    }


def _arrow_head(name: str, colour: str) -> str:
    return (
        f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        f'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>'
    )


def _edge(start: tuple[float, float], end: tuple[float, float], side: int, to_box: bool) -> str:
    """Return an arrow, bent to its player's side; a pass is a loop."""
    colour, name = ((_LEFT, "l"), (_RIGHT, "r"))[side]
    dashes = ' stroke-dasharray="5 3"' if side else ""
    (x, y), (u, v) = start, end
    if start == end:
        turn = 1 if side else -1
        path = (
            f"M{x + turn * 9:.1f} {y - 10:.1f}C{x + turn * 34:.1f} {y - 40:.1f} "
            f"{x + turn * 44:.1f} {y + 6:.1f} {x + turn * 14:.1f} {y + 3:.1f}"
        )
    else:
        length = hypot(u - x, v - y)
        bend = 14.0 if side else -14.0
        across, along = (-(v - y) / length, (u - x) / length), ((u - x) / length, (v - y) / length)
        middle = ((x + u) / 2 - bend * across[0], (y + v) / 2 - bend * across[1])
        gap = _RADIUS + (2 if to_box else 1)
        path = (
            f"M{x + along[0] * _RADIUS:.1f} {y + along[1] * _RADIUS:.1f}"
            f"Q{middle[0]:.1f} {middle[1]:.1f} {u - along[0] * gap:.1f} {v - along[1] * gap:.1f}"
        )
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.6"{dashes} '
        f'marker-end="url(#{name})"/>'
    )


def _ring(place: tuple[float, float], is_start: bool) -> str:
    x, y = place
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS - 3:g}" fill="#ffffff" stroke="{_INK}" '
        f'stroke-width="{3 if is_start else 1.4}"/>'
    )


def _box(place: tuple[float, float], text: str) -> str:
    x, y = place
    label = text if len(text) <= _LONGEST_LABEL else text[: _LONGEST_LABEL - 3] + "..."
    half = max(10.0, len(label) * _CHARACTER / 2 + 4)
    return (
        f'<rect x="{x - half:.1f}" y="{y - 11:.1f}" width="{2 * half:.1f}" height="22" rx="4" '
        f'fill="#f2f2f2" stroke="{_INK}"/><text x="{x:.1f}" y="{y + 4:.1f}" '
        f'text-anchor="middle" fill="#111111">{escape(label)}</text>'
    )


def picture(graph: Graph) -> str:
    """Return the picture of a canonical stopper, titled by its text."""
    return svg_of(graph, f"the graph of {text_of(graph)}")
