"""Worksheets as PDF, drawn page by page with matplotlib."""

from __future__ import annotations

from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from farstar.figures import Scene, draw_shape, layout
from farstar.figures.style import pixels, style
from farstar.rules import Position
from farstar.values import outline
from farstar.worksheets._pages import PROMPT_SPACE, heading, labels
from farstar.worksheets._questions import Question

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from farstar.worksheets._make import Worksheet

_PAGE = 8.27, 11.69
"""A4, in inches."""

_DOTS = 96
"""Pixels for an inch of the page."""

_MARGIN = 62.0
_WIDTH, _HEIGHT = _PAGE[0] * _DOTS, _PAGE[1] * _DOTS
_LINE = 19.0
_LETTERS = 92
_SCALE = 0.62
"""How much smaller boards are than on the screen."""

_POINT = 72 / _DOTS


class _Pages:
    """Pages that are filled from top to bottom."""

    def __init__(self, file: BytesIO, title: str) -> None:
        from matplotlib.backends.backend_pdf import PdfPages

        metadata = {"Title": title, "Creator": "Farstar", "Producer": "Farstar"}
        self._pages: Any = PdfPages(file, metadata={**metadata, "CreationDate": None})
        self._canvas: Any = None
        self.axes: Axes
        self.y = 0.0
        self.turn()

    def turn(self) -> None:
        """Begin a new page."""
        from matplotlib.figure import Figure

        self.close_page()
        self._canvas = Figure(figsize=_PAGE, dpi=_DOTS)
        self.axes = pixels(self._canvas, _WIDTH, _HEIGHT)
        self.y = _MARGIN

    def close_page(self) -> None:
        """Write the page that was begun, if there is one."""
        if self._canvas is not None:
            self._pages.savefig(self._canvas)

    def close(self) -> None:
        """Write the last page."""
        self.close_page()
        self._pages.close()

    def need(self, height: float) -> None:
        """Turn the page if it has no room for so much more."""
        if self.y + height > _HEIGHT - _MARGIN:
            self.turn()

    def text(self, text: str, *, x: float = 0.0, size: float = 11.0, bold: bool = False) -> None:
        """Write a paragraph."""
        letters = int((_LETTERS - x / 7.2) * 11.0 / size * (0.8 if bold else 1.0))
        for line in wrap(text, letters) or [""]:
            self.need(_LINE)
            self.y += _LINE * size / 11.0
            self.axes.text(
                _MARGIN + x,
                self.y,
                line,
                fontsize=size,
                fontweight="bold" if bold else "normal",
                va="baseline",
                parse_math=False,
            )

    def rule(self) -> None:
        """Draw a line to write on."""
        self.y += 30
        self.axes.plot([_MARGIN + 26, _WIDTH - _MARGIN], [self.y, self.y], color="#999", lw=0.6)
        self.y += 10


def pdf(sheet: Worksheet, *, answers: bool) -> bytes:
    """Return a document of questions, or one of answers."""
    file = BytesIO()
    with style():
        pages = _Pages(file, heading(sheet, answers=answers))
        pages.text(heading(sheet, answers=answers), size=17, bold=True)
        pages.y += 5
        pages.text(sheet.note, size=9)
        for line in sheet.rules:
            pages.text(line, size=9)
        pages.y += 8
        for number, question in enumerate(sheet.questions, 1):
            (_draw_answer if answers else _draw_question)(pages, number, question)
        pages.close()
    return file.getvalue()


def _draw_question(pages: _Pages, number: int, question: Question) -> None:
    space = 40.0 * PROMPT_SPACE[question.kind] or 190.0
    pages.need(_height_of_games(question) + space + 60)
    pages.text(f"{number}.  {question.prompt}")
    _draw_games(pages, question)
    if PROMPT_SPACE[question.kind]:
        pages.rule()
    else:
        pages.y += 190
    pages.y += 10


def _draw_answer(pages: _Pages, number: int, question: Question) -> None:
    height = 0.0 if question.thermograph is None else 170.0
    pages.need(_height_of_games(question) + height + 3 * _LINE)
    pages.text(f"{number}.  {question.answer}", bold=True)
    _draw_games(pages, question)
    if question.thermograph is not None:
        _draw_thermograph(pages, question.thermograph)
    for reason in question.reasons:
        pages.text(f"–  {reason}", x=26, size=9)
    pages.y += 14


def _scenes(question: Question) -> list[tuple[str, Position, Any]]:
    return [
        (letter, game, None if (diagram := game.diagram()) is None else layout(diagram))
        for letter, game in labels(question)
    ]


def _rows_of_games(question: Question) -> list[list[tuple[str, Any, float, float]]]:
    """Return the pictures, each with its words, in as many rows as the page needs."""
    rows: list[list[tuple[str, Any, float, float]]] = [[]]
    room = _WIDTH - 2 * _MARGIN - 26
    for letter, game, scene in _scenes(question):
        words = f"{letter}:  {game}" if letter else str(game)
        wide = max(0.0 if scene is None else scene.width * _SCALE, 6.2 * len(words)) + 28
        high = (0.0 if scene is None else scene.height * _SCALE) + 24
        if rows[-1] and room < wide:
            rows.append([])
            room = _WIDTH - 2 * _MARGIN - 26
        rows[-1].append((words, scene, wide, high))
        room -= wide
    return rows


def _height_of_games(question: Question) -> float:
    return sum(max(high for *_, high in row) + 8 for row in _rows_of_games(question))


def _draw_games(pages: _Pages, question: Question) -> None:
    for row in _rows_of_games(question):
        tallest = max(high for *_, high in row)
        x = _MARGIN + 26
        for words, scene, wide, high in row:
            top = pages.y + 8 + tallest - high
            if scene is not None:
                _draw_scene(pages.axes, scene, x, top)
            pages.axes.text(
                x,
                pages.y + 8 + tallest - 6,
                words,
                fontsize=8,
                family="monospace",
                color="#444",
                parse_math=False,
            )
            x += wide
        pages.y += tallest + 8


def _draw_scene(axes: Axes, scene: Scene, x: float, y: float) -> None:
    """Draw a scene smaller than on the screen, in axes that count pixels of the page."""
    for shape in scene.shapes():
        draw_shape(axes, shape._replace(**_smaller(shape._asdict())), x, y, _SCALE)


def _smaller(lengths: dict[str, Any]) -> dict[str, Any]:
    """Return the lengths of a shape on the page; its role and its text stay."""
    smaller: dict[str, Any] = {}
    for name, length in lengths.items():
        if isinstance(length, float | int):
            smaller[name] = length * _SCALE
        elif isinstance(length, tuple):
            smaller[name] = tuple((u * _SCALE, v * _SCALE) for u, v in length)
    return smaller


def _draw_thermograph(pages: _Pages, value: Any) -> None:
    """Draw the walls and the mast, one unit as high as it is wide."""
    graph = value.thermograph()
    low, foot, left, right = outline(graph)
    numbers = [float(v) for v, _ in (*left, *right)] + [float(graph.mean)]
    wide, high = max(numbers) - min(numbers), float(foot - low)
    unit = min(260 / max(wide, 0.5), 110 / max(high, 0.5))
    bottom, edge = pages.y + 142, _MARGIN + 60

    def at(line: Any) -> tuple[list[float], list[float]]:
        xs = [edge + (max(numbers) - float(v)) * unit for v, _ in line]
        return xs, [bottom - float(t - low) * unit for _, t in line]

    pages.axes.plot(*at([(max(numbers), low), (min(numbers), low)]), color="#999", lw=0.8)
    pages.axes.plot(*at(left), color="#0b559f", lw=1.6)
    pages.axes.plot(*at(right), color="#d9730d", lw=1.6, ls="--")
    mast = [(graph.mean, foot), (graph.mean, foot)]
    xs, ys = at(mast)
    pages.axes.plot(xs, [ys[0], ys[1] - 22], color="#222", lw=1.8)
    for v in dict.fromkeys([left[0][0], right[0][0], graph.mean]):
        (x,), (y,) = at([(v, low)])
        pages.axes.text(x, y + 13, str(v), fontsize=8, ha="center")
    (x,), (y,) = at([(max(numbers), foot)])
    pages.axes.text(edge - 8, y + 3, str(foot), fontsize=8, ha="right")
    pages.y += 166
