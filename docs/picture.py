"""Draw the picture of the README: ``make picture``.

On the left are a board with its winning moves and the thermograph of its value, on the right what
``farstar eval`` prints about it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from xml.sax.saxutils import escape

import farstar as fs

ROWS = "...#|..#.|...."
"""A board on which each player has only one winning move, and both moves need the same cell."""
GAME = f"Domineering({ROWS})"
WIDTH, HEIGHT = 920, 420
SPLIT = 384
"""Where the board and the thermograph end and the terminal begins."""
CELL = 46
CORNER = (34, 56)
"""The size of a cell, and the upper left corner of the board."""
LINE = 22
"""Height of a line of the terminal."""

INK, PAPER, NIGHT = "#1f2937", "#fbfaf7", "#172033"
LEFT_COLOUR, RIGHT_COLOUR, FILL = "#0b559f", "#d9730d", "#f3e3bf"
MONO = "font-family='DejaVu Sans Mono, Menlo, Consolas, monospace'"
SANS = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif'"

Point = tuple[float, float]


class Axes:
    """Turns (value, temperature) into a place; large values are on the left, Left's side."""

    def __init__(self, values: tuple[Fraction, Fraction], top: Fraction) -> None:
        self.low, self.high = values
        self.top = top
        self.box = (72, 224, SPLIT - 24, HEIGHT - 52)

    def place(self, value: Fraction, temperature: Fraction) -> Point:
        """Return the place of a point of the thermograph."""
        x0, y0, x1, y1 = self.box
        x = x0 + (x1 - x0) * float((self.high - value) / (self.high - self.low))
        y = y1 - (y1 - y0) * float((temperature + 1) / (self.top + 1))
        return x, y


def text(x: float, y: float, words: str, *, size: int = 13, style: str = "") -> str:
    """Return an SVG text."""
    return f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' {style}>{escape(words)}</text>"


def line(a: Point, b: Point, colour: str, width: float = 1.0) -> str:
    """Return an SVG line."""
    return (
        f"<line x1='{a[0]:.1f}' y1='{a[1]:.1f}' x2='{b[0]:.1f}' y2='{b[1]:.1f}' "
        f"stroke='{colour}' stroke-width='{width}' stroke-linecap='round'/>"
    )


def joined(points: Sequence[Point]) -> str:
    """Return the points as SVG writes them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def polyline(points: Sequence[Point], colour: str, dashes: str = "none") -> str:
    """Return an open SVG path through the points."""
    return (
        f"<polyline points='{joined(points)}' fill='none' stroke='{colour}' "
        f"stroke-dasharray='{dashes}' stroke-width='3' stroke-linejoin='round'/>"
    )


def terminal(lines: Sequence[str]) -> Iterator[str]:
    """Draw a terminal that shows the lines."""
    if 70 + LINE * len(lines) > HEIGHT - 16:
        raise ValueError(f"expected fewer lines than fit in the terminal, got {len(lines)!r}")
    size = f"width='{WIDTH - SPLIT - 16}' height='{HEIGHT - 32}'"
    yield f"<rect x='{SPLIT}' y='16' {size} rx='10' fill='{NIGHT}'/>"
    for i, colour in enumerate(("#ef6a5f", "#f5bf4f", "#61c554")):
        yield f"<circle cx='{SPLIT + 20 + 18 * i}' cy='36' r='5.5' fill='{colour}'/>"
    for i, words in enumerate(lines):
        colour = "#ffd479" if words.startswith("$") else "#e5e9f0"
        style = f"{MONO} fill='{colour}' xml:space='preserve'"
        yield text(SPLIT + 18, 70 + LINE * i, words, size=14, style=style)


def board() -> Iterator[str]:
    """Draw the board, with the winning moves of both players on it."""
    x0, y0 = CORNER
    for i, row in enumerate(ROWS.split("|")):
        for j, mark in enumerate(row):
            fill = "#ffffff" if mark == "." else "#c9c2b2"
            place = f"x='{x0 + CELL * j}' y='{y0 + CELL * i}' width='{CELL}' height='{CELL}'"
            yield f"<rect {place} fill='{fill}' stroke='{INK}' stroke-width='1.2'/>"
    position = fs.Domineering(ROWS)
    beside = x0 + CELL * len(ROWS.partition("|")[0]) + 18
    for player, colour, dashes, y in (
        (fs.Left, LEFT_COLOUR, "none", y0 + 30),
        (fs.Right, RIGHT_COLOUR, "9 5", y0 + 90),
    ):
        (move,) = position.winning_moves(player)
        yield domino(move.text, colour, dashes)
        style = f"{SANS} fill='{colour}' font-weight='bold'"
        yield text(beside, y, f"{player.name.title()}'s only", style=style)
        yield text(beside, y + 18, "winning move", style=style)


def domino(move: str, colour: str, dashes: str) -> str:
    """Draw a domino on the two cells of a move such as ``(1,2)-(2,2)``."""
    row, column, last_row, last_column = (int(number) - 1 for number in re.findall(r"\d+", move))
    x, y = CORNER[0] + CELL * column + 6, CORNER[1] + CELL * row + 6
    width, height = CELL * (last_column - column + 1) - 12, CELL * (last_row - row + 1) - 12
    return (
        f"<rect x='{x}' y='{y}' width='{width}' height='{height}' rx='8' fill='{colour}' "
        f"fill-opacity='0.18' stroke='{colour}' stroke-width='3' stroke-dasharray='{dashes}'/>"
    )


def thermograph(graph: fs.Thermograph) -> Iterator[str]:
    """Draw the two walls, their mast, and the axes."""
    left, right = graph.left_wall.vertices, graph.right_wall.vertices
    values = [value for value, _ in (*left, *right)]
    top = graph.temperature + 1
    axes = Axes((min(values) - 1, max(values) + 1), top)
    walls = [[axes.place(*corner) for corner in wall] for wall in (left, right)]
    peak, mast = axes.place(graph.mean, graph.temperature), axes.place(graph.mean, top)
    yield from grid(axes)
    outline = [*walls[0], peak, *reversed(walls[1])]
    yield f"<polygon points='{joined(outline)}' fill='{FILL}' fill-opacity='0.8'/>"
    yield line(peak, mast, INK, 3)
    yield polyline([*walls[0], peak], LEFT_COLOUR)
    yield polyline([*walls[1], peak], RIGHT_COLOUR, dashes="11 6")
    yield f"<circle cx='{peak[0]:.1f}' cy='{peak[1]:.1f}' r='4.5' fill='{INK}'/>"
    for i, label in enumerate((f"mean {graph.mean}", f"temperature {graph.temperature}")):
        yield text(peak[0] + 10, peak[1] - 22 + 16 * i, label, style=f"{SANS} fill='{INK}'")


def grid(axes: Axes) -> Iterator[str]:
    """Draw the axes with a mark at every whole number."""
    soft, style = "#ddd8cc", f"{SANS} fill='#6b7280' text-anchor="
    for value in range(int(axes.low), int(axes.high) + 1):
        foot, head = (
            axes.place(Fraction(value), Fraction(-1)),
            axes.place(Fraction(value), axes.top),
        )
        yield line(foot, head, soft)
        yield text(foot[0], foot[1] + 17, str(value), size=12, style=f"{style}'middle'")
    for t in range(-1, int(axes.top) + 1):
        start, end = axes.place(axes.high, Fraction(t)), axes.place(axes.low, Fraction(t))
        yield line(start, end, "#a8a293" if t == 0 else soft)
        yield text(start[0] - 8, start[1] + 4, str(t), size=12, style=f"{style}'end'")
    x0, y0, x1, y1 = axes.box
    middle = (y0 + y1) / 2
    yield text((x0 + x1) / 2, y1 + 36, "value", size=12, style=f"{style}'middle'")
    turned = f"{style}'middle' transform='rotate(-90 {x0 - 34} {middle})'"
    yield text(x0 - 34, middle, "temperature", size=12, style=turned)


def picture(lines: Sequence[str]) -> str:
    """Return the whole picture as SVG."""
    title = "Domineering: which move wins?"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' "
        f"width='{WIDTH}' height='{HEIGHT}' role='img' aria-labelledby='title'>",
        "<title id='title'>A board of Domineering with its winning moves, the thermograph of "
        "its value, and what farstar eval prints about it</title>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' rx='14' fill='{PAPER}'/>",
        *terminal(lines),
        text(20, 38, title, size=14, style=f"{SANS} fill='{INK}' font-weight='bold'"),
        *board(),
        *thermograph(fs.Domineering(ROWS).value.thermograph()),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def session() -> list[str]:
    """Run ``farstar eval`` and return the lines that a terminal would show."""
    done = subprocess.run(
        [Path(sys.executable).with_name("farstar"), "eval", GAME],
        env=os.environ | {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "62"},
        stdout=subprocess.PIPE,
        check=True,
        encoding="utf-8",
    )
    return [f"$ farstar eval '{GAME}'", *done.stdout.splitlines()]


if __name__ == "__main__":
    sys.stdout.write(picture(session()))
