"""Thermographs for the page: drawn with the page's own colours, and with values to hover over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from html import escape

from farstar import Thermograph, Wall
from farstar.values import outline

_WIDTH, _HEIGHT = 480, 330
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 14, 50
_MOST_TICKS = 7
_SAMPLES = 64
_LONGEST_NUMBER = 200
"""Bits of a number that a picture can show."""


def can_draw(graph: Thermograph) -> bool:
    """Return whether the numbers in a thermograph are short enough for a picture."""
    numbers = [
        graph.mean,
        *(n for w in (graph.left_wall, graph.right_wall) for p in w.vertices for n in p),
    ]
    return all(
        max(n.numerator.bit_length(), n.denominator.bit_length()) <= _LONGEST_NUMBER
        for n in numbers
    )


def draw(graph: Thermograph, name: str) -> str:
    """Return the HTML of a figure with the thermograph of a game called `name`.

    Moving the pointer over the picture, or the slider below it, shows the walls at a temperature;
    the values shown are exact.
    """
    view = _View(graph)
    samples = [view.sample(t) for t in view.temperatures()]
    start = next(i for i, t in enumerate(view.temperatures()) if t >= 0)
    return (
        f'<figure class="thermograph" data-samples="{escape(json.dumps(samples))}">'
        f"{_svg(view, name, _PROBE)}"
        '<p class="walls-at soft">Move over the picture for values.</p>'
        '<label><span>Temperature</span><input type="range" min="0" '
        f'max="{len(samples) - 1}" value="{start}" aria-valuetext="{samples[start][3]}"></label>'
        "</figure>"
    )


def picture(graph: Thermograph, name: str) -> str:
    """Return the HTML of a figure with a thermograph that is only looked at, as on paper.

    Examples
    --------
    >>> picture(fs.Value("+-1").thermograph(), "+-1")[:32]
    '<figure class="thermograph"><svg'
    """
    return f'<figure class="thermograph">{_svg(_View(graph), name)}</figure>'


def _svg(view: _View, name: str, more: str = "") -> str:
    graph = view.graph
    title = (
        f"Thermograph of {name}: mean {graph.mean}, temperature {graph.temperature}. "
        f"Left wall: {graph.left_wall}. Right wall: {graph.right_wall}."
    )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(title)}">'
        f"{view.axes()}{view.walls()}{more}</svg>"
    )


_PROBE = (
    f'<line class="probe-line" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="0" y2="0"/>'
    '<circle class="probe-left" r="5"/><circle class="probe-right" r="5"/>'
)


class _View:
    """The part of the plane that is shown, and where on the picture it is."""

    def __init__(self, graph: Thermograph) -> None:
        self.graph = graph
        heat = graph.temperature
        self.lines = outline(graph)
        self.low = self.lines.bottom
        corners = [value for value, _ in (*self.lines.left, *self.lines.right)]
        least, most = min(corners), max(corners)
        self.top = max(heat * Fraction(7, 5), heat + Fraction(1, 4), Fraction(1, 2))
        margin = max((most - least) / 10, Fraction(1, 2) if most == least else Fraction(0))
        self.least, self.most = least - margin, most + margin

    @property
    def _walls(self) -> tuple[Wall, Wall]:
        return self.graph.left_wall, self.graph.right_wall

    def x(self, value: Fraction) -> float:
        """Return where a value is: large ones on Left's side."""
        share = (self.most - value) / (self.most - self.least)
        return round(_LEFT + float(share) * (_WIDTH - _LEFT - _RIGHT), 1)

    def y(self, t: Fraction) -> float:
        """Return where a temperature is."""
        share = (self.top - t) / (self.top - self.low)
        return round(_TOP + float(share) * (_HEIGHT - _TOP - _BOTTOM), 1)

    def temperatures(self) -> list[Fraction]:
        """Return the temperatures at which the walls can be read off, with every corner."""
        step = _step((self.top - self.low) / _SAMPLES)
        count = int((self.top - self.low) / step)
        corners = {t for wall in self._walls for t in wall.critical_temperatures}
        inside = {t for t in corners if self.low <= t <= self.top}
        return sorted({self.low + i * step for i in range(count + 1)} | inside)

    def sample(self, t: Fraction) -> tuple[float, float, float, str, str]:
        """Return height, places of the walls, the words for a temperature, and it itself."""
        left, right = (wall(t) for wall in self._walls)
        words = (
            f"t = {t}: both walls at {left}"
            if left == right
            else f"t = {t}: Left wall at {left}, Right wall at {right}"
        )
        return self.y(t), self.x(left), self.x(right), words.replace("-", "−"), str(t)

    def axes(self) -> str:
        """Return grid, numbers and names."""
        parts = []
        bottom, right = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
        for value in _ticks(self.least, self.most):
            x = self.x(value)
            parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{_TOP}" y2="{bottom}"/>')
            parts.append(_label(x, bottom + 18, _tick(value)))
        for t in _ticks(self.low, self.top):
            y = self.y(t)
            parts.append(f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{y}" y2="{y}"/>')
            parts.append(_label(_LEFT - 8, y + 4, _tick(t), "end"))
        zero = self.y(Fraction(0))
        parts.append(f'<line class="zero" x1="{_LEFT}" x2="{right}" y1="{zero}" y2="{zero}"/>')
        middle = (_TOP + bottom) / 2
        parts.append(_label((_LEFT + right) / 2, _HEIGHT - 8, "value"))
        parts.append(
            f'<text transform="translate(14 {middle}) rotate(-90)" text-anchor="middle">'
            "temperature</text>"
        )
        return "".join(parts)

    def walls(self) -> str:
        """Return the walls, what they enclose, and the mast."""
        graph = self.graph
        left, right = (
            [(self.x(v), self.y(t)) for v, t in line]
            for line in (self.lines.left, self.lines.right)
        )
        x, y = self.x(graph.mean), self.y(self.lines.foot)
        return (
            f'<path class="inside" d="{_path([*left, *reversed(right)])}Z"/>'
            f'<path class="wall l" d="{_path(left)}"/><path class="wall r" d="{_path(right)}"/>'
            f'<line class="mast" x1="{x}" x2="{x}" y1="{y}" y2="{_TOP}"/>'
            f'<ellipse class="foot-of-mast" cx="{x}" cy="{y}" rx="4.5" ry="4.5"/>'
        )


def _path(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _step(about: Fraction) -> Fraction:
    """Return the power of 2 next to `about`, from above."""
    step = Fraction(1)
    while step < about:
        step *= 2
    while step / 2 >= about:
        step /= 2
    return step


def _ticks(least: Fraction, most: Fraction) -> Iterator[Fraction]:
    """Yield round numbers in a range, a handful of them."""
    step = _step((most - least) / _MOST_TICKS)
    if step > 2:
        # Decimals are rounder than powers of two once they are large.
        size = 10 ** (len(str(int(step))) - 1)
        step = Fraction(next(size * k for k in (1, 2, 5, 10) if size * k >= step / 2))
    value = -(-least // step) * step
    while value <= most:
        yield value
        value += step


def _label(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>'


def _tick(value: Fraction) -> str:
    return str(value).replace("-", "−")
