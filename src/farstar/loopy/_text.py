"""Graphs as text that reads back: names before braces, ``pass`` for a move to the same game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from farstar.errors import BudgetExceeded
from farstar.loopy._graph import Graph
from farstar.loopy._names import KINDS, Shape, Shapes
from farstar.loopy._short import short_values
from farstar.values import Value
from farstar.values.order import sort_options

MAX_TEXT = 1_000_000
"""The longest text, in characters."""

MOST_BARS = 4
"""A game that would need as many bars as this inside another is braced, as in short games."""

MAX_NESTING = 200
"""How deep games in a text are nested."""

_NAMES = "abcdefghijklmnopqrstuwxyz"
"""Names before braces; v would be down."""


@dataclass(frozen=True, slots=True)
class Style:
    """The symbols of one kind of text."""

    value: Callable[[Value], str]
    word: str
    """How on, off, over, under and pass are written."""
    up: str
    down: str
    star: str
    through: str
    """Brackets around the order ``on`` of the sum of ups."""
    order: str
    open: str
    close: str
    bar: str
    function: str = "{}({})"
    """How tiny and miny are written: the sign and the game."""
    before_bars: str = ""
    signs: tuple[str, str] = ("Tiny", "Miny")

    def shaped(self, shape: Shape) -> str:
        """Return the text of a stopper with a name."""
        number = self.value(Value(shape.number)) if shape.number else ""
        kind = shape.kind
        if kind[0] not in "^v":
            return number + self.word.format(kind)
        arrow = self.up if kind[0] == "^" else self.down
        brackets = self.through if kind[1] == "[" else self.order
        return number + arrow + brackets + (self.star if kind.endswith("*") else "")

    def bars(self, n: int) -> str:
        """Return a run of bars."""
        return self.before_bars + self.bar * n + self.before_bars


ASCII = Style(str, "{}", "^", "v", "*", "[on]", "<on>", "{", "}", "|")
UNICODE = Style(Value.unicode, "{}", "↑", "↓", "∗", "[on]", "<on>", "{", "}", "|")
LATEX = Style(
    Value.latex,
    r"\mathbf{{{}}}",
    r"{\uparrow}",
    r"{\downarrow}",
    r"{\ast}",
    r"^{[\mathbf{on}]}",
    r"^{\mathbf{on}}",
    r"\left\{",
    r"\right\}",
    r"\middle|",
    "{{{}}}_{{{}}}",
    r"\,",
    ("+", "-"),
)


def text_of(graph: Graph, style: Style = ASCII) -> str:
    """Return the text of a graph.

    Raises
    ------
    BudgetExceeded
        If it would be too long, or nested deeper than the parser reads.
    """
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
                atoms[v] = self.style.value(value)
        shapes = Shapes(self.graph, numbers, stars)
        for v in range(len(self.graph)):
            shape = None if v in self.values else shapes.at(v)
            if shape is not None:
                atoms[v] = self.style.shaped(shape)
                self.ranks[v] = KINDS.index(shape.kind)
        for v in range(len(self.graph)):
            if v not in self.values and v not in atoms:
                for side, sign in enumerate(self.style.signs):
                    tiny = self._tiny(v, side, shapes)
                    if tiny is not None:
                        number, argument = tiny
                        before = self.style.value(Value(number)) if number else ""
                        inside = self.style.shaped(argument)
                        atoms[v] = before + self.style.function.format(sign, inside)
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
        return f"{self.names.get(v, '')}{self.style.open}{inside}{self.style.close}"

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
        inside = texts[0] + self.style.bars(bars) + texts[1]
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
            return self.style.word.format("pass"), 0, nowhere
        if w in self.open:
            if w not in self.names:
                self.names[w] = _name(len(self.names))
            return self.names[w], 0, list(self.open).index(w)
        if w in self.atoms:
            return self.atoms[w], 0, nowhere
        inside, bars, outermost = self._inside(w)
        if alone and bars < MOST_BARS and w not in self.names:
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
